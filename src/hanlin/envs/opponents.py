"""Opponents of environments: names of bots, functions, programs, frozen networks, and past selves.

An opponent of ``gym``, ``vector`` and ``gym_vector`` is one of these:

    "random", "greedy", "strong", "strong@50"    a built-in bot; levels may have a fixed number of iterations
    "cmd:python my_bot.py"                       a program (``gym`` only)
    f(observations, masks) -> numbers            a batch policy, such as a frozen network: float32 [n, size] and
                                                 int8 [n, actions] in, n action numbers out, each of a legal action
    choose(view, seconds, seed) -> text          a function as for ``hanlin.bots.serve``
    an object with ``decide`` or ``choose``      a bot (``hanlin.bots.bot.Bot``)
    PastSelves(...)                              a pool of any of these: each game draws one at its start

What a bot or function decides depends on its view and on numbers of the game's own random stream; so equal seeds give equal
games, except for levels that are limited by time and for functions with a random generator of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from inspect import signature
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanlin.bots.bot import POLICIES, bot, check_offered
from hanlin.bots.levels import LevelBot
from hanlin.bots.policies import whole_games_fast
from hanlin.bots.subprocess_bot import PREFIX, SubprocessBot
from hanlin.core.errors import BadOption, IllegalAction
from hanlin.core.jit.compiled import PLAIN, is_ready
from hanlin.core.jit.rng import Rng, next_word
from hanlin.core.lib.integers import described, whole
from hanlin.core.position.game import Game
from hanlin.core.position.position import Position

SECONDS = 0.1
"""The time for a decision that functions and programs are told."""
WAYS = (
    "name bots such as 'greedy' or 'strong@50', or give functions f(observations, masks), functions "
    "choose(view, seconds, seed), bots, or PastSelves"
)


class PastSelves:
    """A pool of opponents that may grow while games go on: each game draws a member for each of its seats at its start.

    ``members``: the first ones, at least one, each as in the module's list. ``most``: how many are kept; the oldest go first,
    and games that have drawn them still end with them. A member is a snapshot: a function that goes on learning changes the
    opponent in games that are under way, so add copies.
    """

    def __init__(self, *members: Any, most: int | None = None) -> None:
        if not members or any(isinstance(member, PastSelves) for member in members):
            raise BadOption("PastSelves needs at least one member to begin with, such as PastSelves('random').")
        if most is not None and (whole(most) or 0) < 1:
            raise BadOption(f"most must be a whole number from 1, or None, not {most!r}.")
        self.most = most
        self.version = 0
        """Grows with every change."""
        self._members: list[Any] = []
        self._serials: list[int] = []
        self._weights: list[float] = []
        for member in members:
            self.add(member)

    def add(self, member: Any, weight: float = 1.0) -> None:
        """Add a member with a weight, relative to that of the others; games that start from the next step on may draw it."""
        check_opponent(member)
        _check_weights([weight])
        keep = slice(0 if self.most is None else max(0, len(self._members) + 1 - self.most), None)
        self.version += 1
        self._members = [*self._members, member][keep]
        self._serials = [*self._serials, self.version][keep]
        self._weights = [*self._weights, float(weight)][keep]
        if not sum(self._weights):
            self._weights = [1.0] * len(self._weights)

    def weigh(self, weights: Sequence[float]) -> None:
        """Set how likely each member is drawn, in the order of ``members``: numbers from 0, of which one at least is above 0.

        Prioritised fictitious self-play, for example, weighs members by how often they win.
        """
        weights = [float(weight) for weight in weights]
        if len(weights) != len(self) or not sum(weights):
            raise BadOption(f"weigh takes {len(self)} weights, one for each member, of which one at least is above 0.")
        _check_weights(weights)
        self.version += 1
        self._weights = weights

    def index_at(self, part: float) -> int:
        """The member at a part (0 to below 1) of the sum of all weights."""
        sums = np.cumsum(self._weights)
        return int(np.searchsorted(sums / sums[-1], part, side="right"))

    @property
    def members(self) -> tuple[Any, ...]:
        """The members, the oldest first."""
        return tuple(self._members)

    @property
    def weights(self) -> tuple[float, ...]:
        """The weight of each member."""
        return tuple(self._weights)

    @property
    def serials(self) -> tuple[int, ...]:
        """A number for each member that no other one of the pool ever has."""
        return tuple(self._serials)

    def __len__(self) -> int:
        return len(self._members)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.members)


def _check_weights(weights: Sequence[float]) -> None:
    if any(not 0.0 <= weight < float("inf") for weight in weights):
        raise BadOption("A weight must be a finite number from 0.")


class Player:
    """An opponent as environments ask it. ``of``: as it was given."""

    batches = False
    """True for batch policies, which are asked for many games at once by observations and masks."""
    needs_history = False
    """True if a view should have the moves that led to it."""
    parallel = False
    """True if several threads may ask it, each with its own number as ``thread``."""

    def __init__(self, of: Any) -> None:
        self.of = of

    @property
    def name(self) -> str:
        """A short name for messages."""
        return self.of if isinstance(self.of, str) else getattr(self.of, "__name__", type(self.of).__name__)

    def code(self, seen: Position, rng: Rng, thread: int = 0) -> int:
        """The code of an action, from the view of the active seat."""
        raise NotImplementedError

    def numbers(self, observations: NDArray[np.float32], masks: NDArray[np.int8]) -> NDArray[np.int64]:
        """The action numbers of a batch policy."""
        raise NotImplementedError

    def end(self) -> None:
        """Stop what runs for it."""

    def _code_of(self, seen: Position, text: Any) -> int:
        legal = seen.legal
        if text not in legal:
            raise IllegalAction(f"The opponent {self.name} chose {described(text)}, which is not legal there.")
        return seen.legal_codes[legal.index(text)]


class NamedBot(Player):
    """A built-in bot by name. Each decision begins anew, without a tree from an earlier one: so it is the same in a copy."""

    parallel = True

    def __init__(self, of: str) -> None:
        super().__init__(of)
        self._bots: dict[int, Any] = {}

    def __getstate__(self) -> dict[str, Any]:
        """Without the memory of searches, which every decision begins anew."""
        return {"of": self.of, "_bots": {}}

    def code(self, seen: Position, rng: Rng, thread: int = 0) -> int:
        if thread not in self._bots:
            # The same at both speeds, except for levels: at plain speed they have fewer iterations.
            fast = not PLAIN and (self.of not in POLICIES or is_ready(whole_games_fast, seen.game.dtype))
            self._bots[thread] = bot(self.of, fast)
        chosen = self._bots[thread]
        if isinstance(chosen, LevelBot):
            chosen.forget()
        return int(chosen.decide(seen.game, seen.state, seen.seat, rng))


class GivenBot(Player):
    """A bot that is an object."""

    def code(self, seen: Position, rng: Rng, thread: int = 0) -> int:
        if hasattr(self.of, "decide"):
            return int(self.of.decide(seen.game, seen.state, seen.seat, rng))
        return self._code_of(seen, self.of.choose(seen, rng))


class Chooser(Player):
    """A function ``choose(view, seconds, seed)``."""

    needs_history = True

    def __init__(self, of: Callable[[Position, float, int], str], seconds: float) -> None:
        super().__init__(of)
        self.seconds = seconds

    def code(self, seen: Position, rng: Rng, thread: int = 0) -> int:
        return self._code_of(seen, self.of(seen, self.seconds, int(next_word(rng))))


class Program(Player):
    """A program that starts at its first decision."""

    needs_history = True

    def __init__(self, of: str, seconds: float) -> None:
        super().__init__(of)
        self.seconds = seconds
        self._process: SubprocessBot | None = None

    def __getstate__(self) -> dict[str, Any]:
        """Without the process: a copy starts its own."""
        return {**vars(self), "_process": None}

    def code(self, seen: Position, rng: Rng, thread: int = 0) -> int:
        if self._process is None:
            self._process = SubprocessBot(self.of.removeprefix(PREFIX), self.seconds)
        return self._code_of(seen, self._process.choose(seen, int(next_word(rng))))

    def end(self) -> None:
        """Stop the process."""
        if self._process is not None:
            self._process.end()
            self._process = None


class BatchPolicy(Player):
    """A function of observations and masks."""

    batches = True

    def numbers(self, observations: NDArray[np.float32], masks: NDArray[np.int8]) -> NDArray[np.int64]:
        chosen = np.asarray(self.of(observations, masks))
        if chosen.shape != (len(observations),) or chosen.dtype.kind not in "iu":
            raise IllegalAction(
                f"The opponent {self.name} must return {len(observations)} whole numbers, one for each row, not an array of "
                f"shape {chosen.shape} and type {chosen.dtype}."
            )
        return chosen.astype(np.int64, copy=False)


def check_opponents(opponents: Any) -> tuple[Any, ...]:
    """The opponents as a tuple; BadOption unless they are a list of what can be one."""
    if not isinstance(opponents, list | tuple) or not opponents:
        raise BadOption(f"Opponents are a list, such as ['greedy']: {WAYS}.")
    for each in opponents:
        check_opponent(each)
    return tuple(opponents)


def check_opponent(opponent: Any) -> None:
    """Raise BadOption for what can't be an opponent; names of bots are checked when the game is known."""
    if isinstance(opponent, str | PastSelves) or _is_bot(opponent):
        return
    if isinstance(opponent, type) or not callable(opponent) or not (_takes(opponent, 2) or _takes(opponent, 3)):
        raise BadOption(f"{described(opponent)} can't be an opponent: {WAYS}.")


def player_of(opponent: Any, game: Game, players: int, seconds: float = SECONDS) -> Player:
    """The player that an opponent makes, other than ``PastSelves``; HanlinError if there is none for the game."""
    if isinstance(opponent, str) and opponent.startswith(PREFIX):
        return Program(opponent, seconds)
    if isinstance(opponent, str):
        bot(opponent)
        check_offered(game, players, opponent)
        return NamedBot(opponent)
    if _is_bot(opponent):
        return GivenBot(opponent)
    return BatchPolicy(opponent) if _takes(opponent, 2) else Chooser(opponent, seconds)


def _is_bot(opponent: Any) -> bool:
    return not isinstance(opponent, type) and (hasattr(opponent, "decide") or hasattr(opponent, "choose"))


def _takes(function: Callable[..., Any], arguments: int) -> bool:
    """True if a function can be called with so many arguments."""
    try:
        signature(function).bind(*range(arguments))
    except TypeError:
        return False
    except ValueError:  # A builtin without a signature.
        return arguments == 2
    return True
