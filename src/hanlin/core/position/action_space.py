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

from hanlin.core.errors import HanlinError, IllegalAction
from hanlin.core.lib.integers import described, whole
from hanlin.core.position.position import Position
from hanlin.core.verbs.rulebook import Rulebook


@dataclass(frozen=True, eq=False)
class ActionSpace:
    """The numbered actions of a game for a number of players.

    ``numbers``: read-only int32 array, the number of each code, -1 for what is no seat's action.

    >>> import hanlin
    >>> space = hanlin.game("china").action_space(3)
    >>> space
    <ActionSpace of china for 3 players: 778 actions>
    >>> space.number("palace yan 1 yellow"), space.text(1)
    (1, 'palace yan 1 yellow')
    """

    game: str
    players: int
    numbers: NDArray[np.int32]
    rulebook: Rulebook

    @cached_property
    def size(self) -> int:
        """The number of action numbers, which are 0 to ``size - 1``."""
        return int(self.numbers.max()) + 1

    def __len__(self) -> int:
        return self.size

    def __repr__(self) -> str:
        return f"<ActionSpace of {self.game} for {self.players} players: {self.size} actions>"

    def text(self, number: Any) -> str:
        """The text of the action with that number, as in records.

        Where several actions share a number (Forbidden City: places a window apart), it is the one in the middle of the codes,
        the place nearest to the start tile; ``code(position, number)`` names the one that is legal in a position. HanlinError
        for what is no number of the space.
        """
        found = whole(number)
        if found is None or not 0 <= found < self.size:
            raise HanlinError(f"Action numbers are whole numbers from 0 to {self.size - 1}, not {described(number)}.")
        return self._texts[found]

    def number(self, text: str) -> int:
        """The number of the action with that text, legal now or not, as the game's default options have it.

        IllegalAction for a text that names no action of a seat there.
        """
        try:
            code = self.rulebook.parse(self._start, text)
        except (ValueError, AttributeError, TypeError) as error:
            raise IllegalAction(f"{text!r} names no action of {self.game}: {error}") from None
        number = int(self.numbers[code]) if 0 <= code < len(self.numbers) else -1
        if number < 0:
            raise IllegalAction(f"{text!r} is no action of a seat in {self.game} with {self.players} players.")
        return number

    def table(self) -> list[tuple[int, str]]:
        """All numbers in order, each with its text."""
        return list(enumerate(self._texts))

    @cached_property
    def _start(self) -> Any:
        """A state to read and write texts with: of the default options, or of a mini where only that is for so many players."""
        of = self.rulebook
        small = next((mini for mini in of.minis if self.players in mini.players), None)
        options = {small.name: small.choices[-1]} if small and self.players not in of.players else {}
        return of.first_state(self.players, of.check_options(self.players, options))[0]

    @cached_property
    def _texts(self) -> list[str]:
        codes = np.flatnonzero(self.numbers >= 0)
        # From the middle outwards, so that the first code of a number is the one nearest to the middle.
        codes = codes[np.argsort(np.abs(2 * codes - len(self.numbers) + 1), kind="stable")]
        _, first = np.unique(self.numbers[codes], return_index=True)
        return [self.rulebook.text(self._start, int(code)) for code in codes[first]]

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
