"""The seats' actions numbered from 0 (``core/position/action_space.py``): ``width`` x ``width`` places, ``unfit``, ``pass``.

The palace has no edge, but what can be reached at a time is bounded: before the last of P placements it spans at most
3 + P - 1 spaces from end to end, and legal places are at most one space beyond either end, so all of them fit into P + 4
columns and as many rows. The window is that wide, has the start tile in its middle, and goes on at the other side where it
ends: the place x,y has column ``(x + width // 2) % width`` and row ``(y + width // 2) % width``. Two legal places never meet
in one number, and a number denotes one place as long as the palace does not reach half the window away from the start
tile, and for the only legal one of two after that.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanlin.games.forbidden_city.choices import PASS_CODE, UNFIT_CODE
from hanlin.games.forbidden_city.pieces import BASE_TILES, EXTRA_TILES, KEPT_TILES
from hanlin.games.forbidden_city.state import FARTHEST, ROW


def width(players: int) -> int:
    """The number of columns and rows of the window: 60, 70 and 92 for two, three and four players."""
    tiles = BASE_TILES + (EXTRA_TILES if players == 2 else 0)
    return players * (tiles - KEPT_TILES) + 4


def action_numbers(players: int) -> NDArray[np.int32]:
    """The number of each code: ``(row * width + column) * 4 + rotation``, then ``unfit`` and ``pass``."""
    wide = width(players)
    at = (np.arange(ROW) - FARTHEST + wide // 2) % wide
    places = at[:, None] * wide + at[None, :]
    numbers = np.zeros(PASS_CODE + 1, np.int32)
    numbers[:UNFIT_CODE] = (places.reshape(-1, 1) * 4 + np.arange(4)).reshape(-1)
    numbers[UNFIT_CODE] = 4 * wide * wide
    numbers[PASS_CODE] = 4 * wide * wide + 1
    return numbers
