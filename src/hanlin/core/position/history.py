"""The log of a game's actions, shared by all its positions.

The positions of one game have one log. A position that goes on from its end adds to it; one that goes another way gets a log
of its own. So keeping a position for each ply of a game costs no more than the game, and any earlier position comes back
without being kept: from the last state noted before it, and the actions from there on.
"""

from __future__ import annotations

import threading
from bisect import bisect_left
from collections.abc import Iterable
from typing import Any, NamedTuple

from hanlin.core.jit.events import capture
from hanlin.core.jit.struct_types import copied
from hanlin.core.verbs import generic

SPACING = 16
"""A state is noted every so many plies: what keeping all would cost in memory, and keeping none in time."""

Move = tuple[int, str]
"""The actor (a seat from 0, or CHANCE) and the action's text."""

_LOCK = threading.Lock()


class Step(NamedTuple):
    """One ply: who acted, the action's text and code, and the one seat that sees it (-1: it is public)."""

    actor: int
    text: str
    code: int
    only: int = -1


class _Log:
    """Growing lists, the same for all histories that share them. ``states``: read-only state arrays by ply.

    ``moves`` and ``unseen`` follow from the steps: each as its move, and as it is written where it is secret.
    """

    __slots__ = ("moves", "secret", "states", "steps", "unseen")

    def __init__(self, steps: Iterable[Step], states: dict[int, Any]) -> None:
        self.steps: list[Step] = []
        self.states = states
        self.moves: list[Move] = []
        self.unseen: list[Move] = []
        self.secret: list[int] = []
        """The plies that only one seat saw, in order."""
        for step in steps:
            self.add(step)

    def add(self, step: Step) -> None:
        move = (step.actor, step.text)
        if step.only >= 0:
            self.secret.append(len(self.steps))
        self.moves.append(move)
        self.unseen.append(move if step.only < 0 else (step.actor, step.text.rpartition(" ")[0] + " ?"))
        self.steps.append(step)


class History:
    """The first ``ply`` steps of a log. Histories are values: ``with_step`` and ``at`` give new ones."""

    __slots__ = ("_log", "ply")

    def __init__(self, log: _Log, ply: int) -> None:
        self._log = log
        self.ply = ply

    @classmethod
    def beginning(cls, states: Any) -> History:
        """No steps yet, before the state in ``states[0]``."""
        return cls(_Log([], {0: _noted(states)}), 0)

    def steps(self) -> list[Step]:
        """All steps so far, in their order."""
        return self._log.steps[: self.ply]

    def moves(self) -> list[Move]:
        """Actor and text of all steps so far."""
        return self._log.moves[: self.ply]

    def last(self) -> Step | None:
        """The last step; None at the beginning."""
        return self._log.steps[self.ply - 1] if self.ply else None

    def secrets(self) -> dict[int, int]:
        """The plies that only one seat saw when they happened, and which seat."""
        log = self._log
        return {ply: log.steps[ply].only for ply in log.secret[: bisect_left(log.secret, self.ply)]}

    def unseen(self, ply: int) -> Move:
        """A move that is secret as others know it: the last word of its text is ``?``."""
        return self._log.unseen[ply]

    def with_step(self, step: Step, states: Any) -> History:
        """One step further, to the state in ``states[0]``. The same step again shares what followed the first time."""
        with _LOCK:
            log = self._log
            if self.ply == len(log.steps):
                log.add(step)
            elif log.steps[self.ply] != step:
                log = self._branch()
                log.add(step)
            following = History(log, self.ply + 1)
            if following.ply % SPACING == 0 and following.ply not in log.states:
                log.states[following.ply] = _noted(states)
            return following

    def with_state(self, states: Any) -> History:
        """A copy of the steps, where the state after them is that in ``states[0]``."""
        with _LOCK:
            log = self._branch()
            log.states[self.ply] = _noted(states)
            return History(log, self.ply)

    def at(self, ply: int) -> History:
        """The first ``ply`` of these steps."""
        return History(self._log, ply)

    def state_here(self) -> Any:
        """An array with the state after these steps, made again by playing from the last noted one."""
        noted = max(ply for ply in tuple(self._log.states) if ply <= self.ply)
        states = copied(self._log.states[noted])
        with capture():  # A replay must emit nothing to its caller.
            for step in self._log.steps[noted : self.ply]:
                generic.play(states[0], step.code)
        return states

    def _branch(self) -> _Log:
        return _Log(self.steps(), {ply: states for ply, states in self._log.states.items() if ply <= self.ply})

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, History):
            return NotImplemented
        return self.ply == other.ply and (self._log is other._log or self.steps() == other.steps())

    __hash__ = None  # type: ignore[assignment]

    # A pickled history is as long as it is, without what other positions added to the log.

    def __getstate__(self) -> tuple[list[Step], dict[int, Any]]:
        log = self._branch()
        return log.steps, log.states

    def __setstate__(self, state: tuple[Iterable[Step], dict[int, Any]]) -> None:
        steps, states = state
        self._log = _Log((Step(*step) for step in steps), {ply: _noted(noted) for ply, noted in states.items()})
        self.ply = len(self._log.steps)


NO_HISTORY = History(_Log([], {}), 0)
"""The history of what only shows a moment, and can't be played on."""


def _noted(states: Any) -> Any:
    noted = copied(states[:1])
    noted.flags.writeable = False
    return noted
