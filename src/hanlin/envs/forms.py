"""The forms of an observation: the flat vector, its earlier layouts, and the structured form.

The structured form is the flat one read as tables and planes (``Learning.structure``), and a row of features for each legal
action: a policy can score the rows of ``actions`` and send ``action_numbers[row]`` for the best one.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanlin.bots.compiling import STEPS
from hanlin.core.errors import BadOption, HanlinError
from hanlin.core.jit.compiled import entry
from hanlin.core.position.game import Game
from hanlin.core.verbs.features import Floats, Shaped, size_of, table
from hanlin.core.verbs.generic import describe_actions, hide

FORMS = ("flat", "structured", "v0")
"""``v0``: the flat vector of the environments of version 0."""
BOUND = 10.0
"""Bound on the absolute value of numbers in observations."""

Observed = Floats | dict[str, NDArray[Any]]
"""An observation: an array, or its parts by name."""


@entry
def describe(games: Any, scratch: Any, seats: Any, codes: Any, counts: Any, rows: Any) -> None:
    """Write a description of each legal action of each game to its rows.

    seats: the seats that act, below 0 where none does; scratch: one work state.
    """
    for i in range(len(games)):
        n = int(counts[i]) if seats[i] >= 0 else 0
        if n > 0:
            scratch[0] = games[i]
            hide(scratch[0], int(seats[i]))
            describe_actions(scratch[0], int(seats[i]), codes[i], n, rows[i])


def version_of(game: Game) -> int:
    """The version of a game's environments: that of the latest block of its observations (``docs/stability.md``)."""
    return max((feature.since for feature in game.features(game.players[0])), default=0)


class Form:
    """The observations of a game in one of the ``FORMS``."""

    def __init__(self, game: Game, players: int, kind: str = "flat") -> None:
        if kind not in FORMS:
            raise BadOption(f"observation can't be {kind!r}; choose one of: {', '.join(FORMS)}.")
        features = game.features(players)
        if not features:
            raise HanlinError(f"{game.name} has no observations, so it can't be an environment.")
        self.kind = kind
        self.version = 0 if kind == "v0" else version_of(game)
        self.game = game
        self.size = size_of(features)
        self.first = size_of(features, 0)
        self.actions = game.action_space(players).size
        self.numbers = game.action_space(players).numbers
        self.row = size_of(game.action_features())
        self.shaped: tuple[Shaped, ...] = ()
        if kind == "structured":
            whole = table("globals", "all numbers of the flat form", 0, (self.size,), low=-BOUND)
            self.shaped = game.learning.structure(players) or (whole,)

    @property
    def is_structured(self) -> bool:
        return self.kind == "structured"

    def space(self) -> Any:
        """The space of Gymnasium of an observation."""
        from gymnasium.spaces import Box, Dict

        if not self.is_structured:
            return Box(-BOUND, BOUND, (self.size if self.kind == "flat" else self.first,), np.float32)
        most = self.game.max_actions
        return Dict(
            {
                **{part.name: Box(part.low, BOUND, part.shape, np.float32) for part in self.shaped},
                "actions": Box(-BOUND, BOUND, (most, self.row), np.float32),
                "actions_mask": Box(0, 1, (most,), np.int8),
                "action_numbers": Box(0, self.actions - 1, (most,), np.int32),
            }
        )

    def read(self, flat: Floats) -> Floats | dict[str, Floats]:
        """Flat observations in this form, without the rows of actions: views of the same numbers, where that is possible."""
        if self.is_structured:
            return {part.name: part.read(flat) for part in self.shaped}
        return flat if self.kind == "flat" else flat[..., : self.first]

    def rows(self, games: Any, seats: Any, codes: NDArray[np.int32], counts: Any) -> dict[str, NDArray[Any]]:
        """The rows of actions of some games, whose legal actions are given by their codes: codes[i, : counts[i]]."""
        seats, counts = np.asarray(seats, np.int64), np.asarray(counts, np.int64)
        codes = codes[:, : self.game.max_actions]
        rows = np.zeros((len(games), self.game.max_actions, self.row), np.float32)
        there = np.arange(self.game.max_actions) < np.where(seats >= 0, counts, 0)[:, None]
        if self.row:
            run = STEPS.quickest(describe, self.game.dtype)
            run(games, np.zeros(1, self.game.dtype), seats, codes, counts, rows)
        numbers = np.where(there, self.numbers[np.where(there, codes, 0)], 0).astype(np.int32)
        return {"actions": rows, "actions_mask": there.astype(np.int8), "action_numbers": numbers}

    def no_rows(self) -> dict[str, NDArray[Any]]:
        """The rows where there is no legal action."""
        most = self.game.max_actions
        return {
            "actions": np.zeros((most, self.row), np.float32),
            "actions_mask": np.zeros(most, np.int8),
            "action_numbers": np.zeros(most, np.int32),
        }


def copied(observed: Any) -> Any:
    """An observation that shares no memory with another one."""
    if isinstance(observed, dict):
        return {name: np.array(value) for name, value in observed.items()}
    return np.array(observed)


def batch_of_one(observed: Any) -> Any:
    """An observation as the only row of a batch."""
    return {name: value[None] for name, value in observed.items()} if isinstance(observed, dict) else observed[None]
