"""The seats' actions numbered from 0 (``core/position/action_space.py``): their codes, which are dense already."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanlin.games.china.pieces import CARD


def action_numbers(players: int) -> NDArray[np.int32]:
    """The number of each code: of everything below the cards, which are chance's."""
    return np.arange(CARD, dtype=np.int32)
