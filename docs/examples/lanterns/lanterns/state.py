"""The layout of a state of Lanterns."""

from __future__ import annotations

from typing import Any

import numpy as np

from hanlin.core.jit.struct_types import record
from lanterns.pieces import MOST_PLAYERS, SIZES

STATE: np.dtype[Any] = record(
    [
        ("players", np.int32),
        ("turn", np.int32),  # turns taken, by all seats together
        ("double", np.int32),  # 1: lanterns count twice
        ("drawing", np.int32),  # the seat that draws; -1: none
        ("points", np.int32, (MOST_PLAYERS,)),
        ("pool", np.int32, (SIZES,)),  # lanterns of each size that no seat holds; in a view, that the seat does not see
        ("unknown", np.int32, (MOST_PLAYERS,)),  # in a view: lanterns of each seat that the viewer does not see
        ("hands", np.int32, (MOST_PLAYERS, SIZES)),
    ]
)
