"""The seats' actions numbered from 0 (``core/position/action_space.py``): all of the notation, in the order of codes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanlin.games.year_of_the_dragon import codes
from hanlin.games.year_of_the_dragon.notation import seat_codes


def action_numbers(players: int) -> NDArray[np.int32]:
    """The number of each code; of ``act``, the groups that there are with that many players."""
    numbers = np.full(codes.FIRST_DEAL, -1, np.int32)
    taken = [code for code in seat_codes() if not _beyond_the_groups(code, players)]
    numbers[taken] = np.arange(len(taken))
    return numbers


def _beyond_the_groups(code: int, players: int) -> bool:
    return code >> codes.VERB_SHIFT == codes.ACT and (code & codes.ARGUMENT_MASK) >> 4 >= players
