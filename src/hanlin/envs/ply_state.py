"""States of a game with chance as a player, and their histories: the base of the OpenSpiel games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanlin.bots.compiling import STEPS
from hanlin.core.errors import IllegalAction
from hanlin.core.jit.rng import GENERATOR
from hanlin.core.jit.struct_types import copied
from hanlin.core.lib.integers import described
from hanlin.core.lib.memo import memo
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
"""Upper limit of action numbers."""

Options = tuple[tuple[str, Any], ...]
"""The given options, by name."""


class Setup:
    """A game with its number of players and options, shared by all states: one per process (``setup``)."""

    def __init__(self, name: str, players: int, options: Options) -> None:
        self._made_by = name, players, options
        self.game: Game = find_game(name)
        self.players = players
        self.start = self.game.start(players, **dict(options))
        space = self.game.action_space(players)
        self.numbers, self.size = space.numbers, space.size
        self.features = size_of(self.game.features(players))
        self.first = PlyState(self)

    def __reduce__(self) -> tuple[Callable[..., Setup], tuple[Any, ...]]:
        return setup, self._made_by


@memo(maxsize=64)
def setup(name: str, players: int, options: Options = ()) -> Setup:
    """The shared setup of a game; BadOption for invalid options."""
    return Setup(name, players, options)


class PlyState:
    """A state with the legal actions of its actor. ``actor`` is a seat, CHANCE or OVER.

    Actions have their numbers in the game's action space; outcomes of chance are numbered by their index among the outcomes.
    Copies share their arrays with the original until one of them is written to.
    """

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self._shared = False
        self.states = np.zeros(2, setup.game.dtype)
        self.states[WHOLE] = setup.start.state
        self.codes = np.zeros(max(setup.game.max_actions, setup.game.max_outcomes), np.int32)
        self.chances = np.zeros(setup.game.max_outcomes, np.int64)
        self.count = np.zeros(2, np.int64)
        STEPS.prepare(setup.game, step)
        self.actor = self._step(BEGIN)

    def copy(self) -> PlyState:
        """An independent copy."""
        self._shared = True
        other: PlyState = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        return other

    def play(self, number: int) -> None:
        """Play the actor's action with that number; IllegalAction, without any change, if it is not legal."""
        number = action_number(number)
        who = self._step(number) if 0 <= number < MOST_NUMBERS else ILLEGAL
        if who == ILLEGAL:
            raise IllegalAction(f"{described(number)} is not the number of an action that is legal now; see legal_actions().")
        self.actor = who

    def observe(self, seat: int, how: int, out: NDArray[np.float32]) -> None:
        """Write the observation of a seat to ``out``; ``how``: OBSERVE, OBSERVE_AS_SPECTATOR or OBSERVE_ALL of ``core``."""
        self._step(how, seat, out)

    @property
    def legal(self) -> NDArray[np.int32]:
        """The codes of the actor's legal actions, in canonical order."""
        return self.codes[: int(self.count[0])]

    @property
    def seen_only_by(self) -> int:
        """The only seat that saw the last outcome; -1: all saw it."""
        return int(self.count[1])

    def code(self, number: int) -> int:
        """The code of the legal action with that number, or -1."""
        legal = self.legal
        if self.actor == CHANCE:
            return int(legal[number]) if 0 <= number < len(legal) else -1
        found = legal[self.setup.numbers[legal] == number]
        return int(found[0]) if len(found) else -1

    def number(self, code: int) -> int:
        """The number of the legal action with that code, or -1."""
        place = np.flatnonzero(self.legal == code)
        if not len(place):
            return -1
        return int(place[0]) if self.actor == CHANCE else int(self.setup.numbers[code])

    def text(self, code: int) -> str:
        """The text of an action."""
        return str(self.setup.game.text(self.states[WHOLE], code))

    def position(self) -> Position:
        """The present state as a position without history."""
        return Position(self.setup.game, self.states[:1].copy(), self.setup.start.options)

    def _unshare(self) -> None:
        """Get arrays of its own before they are written to, as far as they mean something."""
        n = int(self.count[0])
        codes, chances = np.empty_like(self.codes), np.empty_like(self.chances)
        codes[:n] = self.codes[:n]
        if self.actor == CHANCE:
            chances[:n] = self.chances[:n]
        self.states, self.codes, self.chances, self.count = copied(self.states), codes, chances, self.count.copy()
        self._shared = False

    def _step(self, number: int, seat: int = OVER, out: NDArray[np.float32] = _NOTHING) -> int:
        if self._shared:
            self._unshare()
        numbers, codes, count = self.setup.numbers, self.codes, self.count
        run = STEPS.quickest(step, self.setup.game.dtype)
        return int(run(self.states, number, seat, numbers, codes, count, _NO_MASK, out, self.chances, _NO_GENERATORS))


class PlyHistory(PlyState):
    """A state with its history.

    Only numbers are recorded; texts are made on demand, by replaying the game from the last ply with a text.
    """

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.plies: list[tuple[int, int, int]] = []
        """For each ply the actor, the number, and the only seat that saw it (-1: all saw it)."""
        self._steps: list[Step] = []
        self._replayed = setup.first

    def copy(self) -> PlyHistory:
        other = super().copy()
        assert isinstance(other, PlyHistory)
        return other

    def __deepcopy__(self, memo: dict[int, Any]) -> PlyHistory:
        return self.copy()

    def _unshare(self) -> None:
        super()._unshare()
        self.plies = self.plies.copy()

    def play(self, number: int) -> None:
        actor = self.actor
        super().play(number)
        self.plies.append((actor, number, self.seen_only_by))

    def steps(self) -> list[Step]:
        """All plies with their texts and codes."""
        if len(self._steps) < len(self.plies):
            replayed, steps = self._replayed.copy(), self._steps.copy()
            for actor, number, only in self.plies[len(steps) :]:
                code = replayed.code(number)
                steps.append(Step(actor, replayed.text(code), code, only))
                replayed.play(number)
            self._steps, self._replayed = steps, replayed
        return self._steps

    def unknown_to(self, seat: int) -> set[int]:
        """The plies whose outcome is hidden from a seat (-1: a spectator). At the end nothing is hidden."""
        secrets = {ply: only for ply, (_, _, only) in enumerate(self.plies) if only >= 0}
        if not secrets or self.actor == OVER:
            return set()
        moves = [(step.actor, step.text) for step in self.steps()]
        return {ply for ply in self.setup.game.still_secret(moves, secrets) if secrets[ply] != seat}

    def resample(self, seat: int, random: Callable[[], float]) -> list[int]:
        """The codes of a history from the seat's information set, with hidden outcomes sampled again."""
        if not self.unknown_to(seat):
            return [step.code for step in self.steps()]
        return self.setup.game.deal_again(self.steps(), self.setup.start.state, seat, random)

    def __getstate__(self) -> tuple[Any, ...]:
        weights = self.chances[: len(self.legal) if self.actor == CHANCE else 0].copy()
        return self.setup, self.plies, self.states[:1].tobytes(), self.legal.copy(), weights, self.count, self.actor

    def __setstate__(self, kept: tuple[Any, ...]) -> None:
        of, self.plies, state, legal, weights, self.count, self.actor = kept
        self.setup, self._shared = of, False
        self.states = np.zeros(2, of.game.dtype)
        self.states[:1] = np.frombuffer(state, of.game.dtype)
        self.codes = np.zeros(len(of.first.codes), np.int32)
        self.codes[: len(legal)] = legal
        self.chances = np.zeros(len(of.first.chances), np.int64)
        self.chances[: len(weights)] = weights
        self._steps, self._replayed = [], of.first
