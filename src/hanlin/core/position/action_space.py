"""The actions of a game numbered from 0, for machine learning.

The codes of a game have gaps, where its notation is the simpler for it. Here each action that a seat can ever take has a number
below ``size``, the same in every state; two actions that are legal at the same time never share one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanlin.core.errors import IllegalAction
from hanlin.core.position.position import Position


@dataclass(frozen=True, eq=False)
class ActionSpace:
    """The numbered actions of a game for a number of players.

    ``numbers``: read-only int32 array, the number of each code, -1 for what is no seat's action.
    """

    game: str
    players: int
    numbers: NDArray[np.int32]

    @cached_property
    def size(self) -> int:
        """The number of action numbers, which are 0 to ``size - 1``."""
        return int(self.numbers.max()) + 1

    def __len__(self) -> int:
        return self.size

    def numbers_of(self, codes: Sequence[int]) -> NDArray[np.int32]:
        """The numbers of actions that are given by their codes (``position.legal_codes``)."""
        found: NDArray[np.int32] = self.numbers[np.asarray(codes, np.int64)]
        return found

    def mask(self, position: Position) -> NDArray[np.bool_]:
        """An array of ``size``: True for the acting seat's legal actions; all False where chance acts or the game is over."""
        mask = np.zeros(self.size, np.bool_)
        if position.actor >= 0:
            mask[self.numbers_of(position.legal_codes)] = True
        return mask

    def code(self, position: Position, number: Any) -> int:
        """The code of the legal action with that number; IllegalAction where there is none."""
        codes = position.legal_codes if position.actor >= 0 else []
        if isinstance(number, int | np.integer) and not isinstance(number, bool):
            for code, its_number in zip(codes, self.numbers_of(codes), strict=True):
                if its_number == number:
                    return code
        raise IllegalAction(f"{number!r} is not the number of an action that is legal now; see mask(position).")
