"""The seats' actions numbered from 0: here their codes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lanterns.pieces import MOST_ACTIONS


def action_numbers(players: int) -> NDArray[np.int32]:
    """``light 1``, ``light 2``, ``light 3``, ``skip``."""
    return np.arange(MOST_ACTIONS, dtype=np.int32)
