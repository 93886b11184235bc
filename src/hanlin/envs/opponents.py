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

from hanlin.core.errors import BadOption
from hanlin.core.lib.integers import described, whole

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


def check_opponents(opponents: Any) -> tuple[Any, ...]:
    """The opponents as a tuple; BadOption unless they are a list of what can be one."""
    if not isinstance(opponents, list | tuple) or not opponents:
        raise BadOption(f"Opponents are a list, such as ['greedy']: {WAYS}.")
    for each in opponents:
        check_opponent(each)
    return tuple(opponents)


def check_opponent(opponent: Any) -> None:
    """Raise BadOption for what can't be an opponent; names of bots are checked when the game is known."""
    if isinstance(opponent, str | PastSelves) or is_bot(opponent):
        return
    if isinstance(opponent, type) or not callable(opponent) or not (takes(opponent, 2) or takes(opponent, 3)):
        raise BadOption(f"{described(opponent)} can't be an opponent: {WAYS}.")


def is_bot(opponent: Any) -> bool:
    """True for an object that decides as a bot."""
    return not isinstance(opponent, type) and (hasattr(opponent, "decide") or hasattr(opponent, "choose"))


def takes(function: Callable[..., Any], arguments: int) -> bool:
    """True if a function can be called with so many arguments."""
    try:
        signature(function).bind(*range(arguments))
    except TypeError:
        return False
    except ValueError:  # A builtin without a signature.
        return arguments == 2
    return True
