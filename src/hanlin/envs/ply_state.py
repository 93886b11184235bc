"""A game followed ply by ply with chance as a player: the ground that the OpenSpiel games stand on."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanlin.core.errors import IllegalAction
from hanlin.core.jit.rng import GENERATOR
from hanlin.core.lib.integers import described
from hanlin.core.position.game import Game
from hanlin.core.position.game import game as find_game
from hanlin.core.position.history import Step
from hanlin.core.position.position import Position
from hanlin.core.verbs.features import size_of
from hanlin.core.verbs.generic import CHANCE, OVER
from hanlin.envs.core import BEGIN, ILLEGAL, WHOLE, action_number, step

_NOTHING = np.zeros(0, np.float32)
_NO_MASK = np.zeros(0, np.int8)
_NO_GENERATORS = np.zeros(1, GENERATOR)

MOST_NUMBERS = 2**31
"""Numbers of actions are smaller than this."""

Options = tuple[tuple[str, Any], ...]
"""Options by name; only those that are given."""


class Table:
    """A game with its players and options: what all that is played there shares. There is one in a process (``table``)."""

    def __init__(self, name: str, players: int, options: Options) -> None:
        self._made_by = name, players, options
        self.game: Game = find_game(name)
        self.players = players
        self.start = self.game.start(players, **dict(options))
        space = self.game.action_space(players)
        self.numbers, self.size = space.numbers, space.size
        self.features = size_of(self.game.features(players))
        self.first = PlyState(self)

    def __reduce__(self) -> tuple[Callable[..., Table], tuple[Any, ...]]:
        return table, self._made_by


@lru_cache(maxsize=256)
def table(name: str, players: int, options: Options = ()) -> Table:
    """The table of a game. BadOption says what does not fit."""
    return Table(name, players, options)


class PlyState:
    """A state with the list of what its actor may do. ``actor`` is a seat, CHANCE or OVER.

    An action has its number in the game's action space, an outcome of chance its place in the list of outcomes.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.states = np.zeros(2, table.game.dtype)
        self.states[WHOLE] = table.start.state
        self.codes = np.zeros(max(table.game.max_actions, table.game.max_outcomes), np.int32)
        self.chances = np.zeros(table.game.max_outcomes, np.int64)
        self.count = np.zeros(2, np.int64)
        self.actor = self._step(BEGIN)

    def copy(self) -> PlyState:
        """A moment of its own."""
        other: PlyState = object.__new__(type(self))
        other.table, other.actor = self.table, self.actor
        other.states, other.codes = self.states.copy(), self.codes.copy()
        other.chances, other.count = self.chances.copy(), self.count.copy()
        return other

    def play(self, number: int) -> None:
        """The actor's action of that number. IllegalAction where there is none now, and then nothing has changed."""
        number = action_number(number)
        who = self._step(number) if 0 <= number < MOST_NUMBERS else ILLEGAL
        if who == ILLEGAL:
            raise IllegalAction(f"{described(number)} is not the number of an action that is legal now; see legal_actions().")
        self.actor = who

    def look(self, seat: int, how: int, out: NDArray[np.float32]) -> None:
        """Write what a seat observes; ``how`` as in ``playing``: OBSERVE, OBSERVE_AS_SPECTATOR or OBSERVE_ALL."""
        self._step(how, seat, out)

    @property
    def legal(self) -> NDArray[np.int32]:
        """The codes of what the actor may do, in canonical order."""
        return self.codes[: int(self.count[0])]

    @property
    def seen_only_by(self) -> int:
        """The one seat that saw the outcome that was played last, -1: all did."""
        return int(self.count[1])

    def code(self, number: int) -> int:
        """The code of the legal action with that number, -1 where there is none."""
        legal = self.legal
        if self.actor == CHANCE:
            return int(legal[number]) if 0 <= number < len(legal) else -1
        found = legal[self.table.numbers[legal] == number]
        return int(found[0]) if len(found) else -1

    def number(self, code: int) -> int:
        """The number of a legal action that is given by its code; -1 where it is not legal."""
        place = np.flatnonzero(self.legal == code)
        if not len(place):
            return -1
        return int(place[0]) if self.actor == CHANCE else int(self.table.numbers[code])

    def text(self, code: int) -> str:
        """The text of an action."""
        return str(self.table.game.text(self.states[WHOLE], code))

    def position(self) -> Position:
        """The game now, as a position without history."""
        return Position(self.table.game, self.states[:1].copy(), self.table.start.options)

    def _step(self, number: int, seat: int = OVER, out: NDArray[np.float32] = _NOTHING) -> int:
        numbers, codes, count = self.table.numbers, self.codes, self.count
        return int(step(self.states, number, seat, numbers, codes, count, _NO_MASK, out, self.chances, _NO_GENERATORS))


class Line(PlyState):
    """A moment with all that was played before it.

    Played are numbers; the texts are told when somebody asks for them, by playing the game once more behind.
    """

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.plies: list[tuple[int, int, int]] = []
        """Of each ply who acted, the number, and the one seat that saw it (-1: all)."""
        self._steps: list[Step] = []
        self._behind = table.first

    def copy(self) -> Line:
        other = super().copy()
        assert isinstance(other, Line)
        other.plies, other._steps, other._behind = self.plies.copy(), self._steps.copy(), self._behind
        return other

    def __deepcopy__(self, memo: dict[int, Any]) -> Line:
        return self.copy()

    def play(self, number: int) -> None:
        actor = self.actor
        super().play(number)
        self.plies.append((actor, number, self.seen_only_by))

    def steps(self) -> list[Step]:
        """All plies with their texts and codes."""
        if len(self._steps) < len(self.plies):
            behind = self._behind.copy()
            for actor, number, only in self.plies[len(self._steps) :]:
                code = behind.code(number)
                self._steps.append(Step(actor, behind.text(code), code, only))
                behind.play(number)
            self._behind = behind
        return self._steps

    def unknown_to(self, seat: int) -> set[int]:
        """The plies whose outcome a seat (-1: a spectator) does not know. At the end all is known."""
        secrets = {ply: only for ply, (_, _, only) in enumerate(self.plies) if only >= 0}
        if not secrets or self.actor == OVER:
            return set()
        moves = [(step.actor, step.text) for step in self.steps()]
        return {ply for ply in self.table.game.still_secret(moves, secrets) if secrets[ply] != seat}

    def dealt_again(self, seat: int, random: Callable[[], float]) -> list[int]:
        """The codes of a history that looks alike to the seat, with all that it can't know dealt anew."""
        if not self.unknown_to(seat):
            return [step.code for step in self.steps()]
        return self.table.game.deal_again(self.steps(), self.table.start.state, seat, random)

    def __getstate__(self) -> tuple[Any, ...]:
        return self.table, self.plies, self.states[:1].tobytes(), self.legal.copy(), self.chances, self.count, self.actor

    def __setstate__(self, kept: tuple[Any, ...]) -> None:
        table, self.plies, state, legal, self.chances, self.count, self.actor = kept
        self.table = table
        self.states = np.zeros(2, table.game.dtype)
        self.states[:1] = np.frombuffer(state, table.game.dtype)
        self.codes = np.zeros(len(table.first.codes), np.int32)
        self.codes[: len(legal)] = legal
        self._steps, self._behind = [], table.first
