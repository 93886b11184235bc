"""Training data from paired comparisons of actions, for games that are searched by sequential halving.

In such a game the final result says little about one action, since chance outweighs it. The differences between actions in the
same determinizations with the same luck say much. So each decision compares its best actions by the present network and some
random others, and the network learns the differences. The best action is played or, with a small probability, a random one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanlin.bots.evaluation import MOST_SEATS, SEEN
from hanlin.bots.levels import recipe
from hanlin.bots.network import Network, no_network
from hanlin.bots.search import NO_ROLLOUT, rollout_segments
from hanlin.bots.sequential_halving import compare, compare_fast
from hanlin.core.jit.compiled import PLAIN
from hanlin.core.jit.rng import GENERATOR, below, seeded
from hanlin.core.position.game import Game
from hanlin.core.verbs import generic
from hanlin.core.verbs.generic import CHANCE, OVER
from hanlin.lab.candidates import features_after_each, features_after_each_fast

BEST = 24
"""Actions of a decision that are compared because the network rates them highest,"""
OTHERS = 8
"""and random others."""
DETERMINIZATIONS = 48
"""Determinizations in which each is tried."""

Lesson = dict[str, NDArray[Any]]
"""Training data of d decisions with c candidates in all, and r distinct rows of features of parts, decision after decision:

    terms      float16 (c, players + terms): network inputs for the position right after the candidate
    rows       float16 (r, features of a part)
    row_of     int16 (c, most parts): the rows of each candidate, as indices within the decision; -1: none
    worth      float32 (c): the value of that position for the deciding seat
    found      float32 (c): the candidate's mean result, in points
    candidates int32 (d): the number of candidates
    rows_used  int32 (d): the number of rows
"""


@dataclass(frozen=True, slots=True)
class Compared:
    """The candidates of one decision with their features and results."""

    codes: NDArray[np.int32]
    worth: NDArray[np.float32]
    rows: NDArray[np.float16]
    row_of: NDArray[np.int16]
    terms: NDArray[np.float16]
    found: NDArray[np.float32]


class Comparer:
    """Plays games for one thread. Everything follows from the seed."""

    def __init__(self, game: Game, players: int, fast: bool = not PLAIN) -> None:
        self.game, self.players, self.fast = game, players, fast
        how = recipe(game.name)
        self._value, self._learned = how.packed(), recipe(game.name, learned=True).packed()
        self._segments = rollout_segments(how, players, float("inf"))
        self._start = game.start(players).state
        self._scratch = np.zeros(4, game.dtype)
        self._codes = np.zeros(game.max_actions, np.int32)
        self._buffers = np.zeros(game.max_actions, np.int32), np.zeros((2, MOST_SEATS)), np.zeros(MOST_SEATS, np.int64)
        self._rngs = np.zeros(3, GENERATOR)

    def play(self, net: Network, exploration: int, seed: tuple[object, ...]) -> list[Compared]:
        """Play one game; return its decisions. exploration: how many of 1000 decisions play a random candidate."""
        states, rng, found = np.zeros(1, self.game.dtype), seeded("compared", *seed), []
        states[0] = self._start
        self._rngs[0] = seeded("guesses", *seed)
        while (who := int(generic.actor(states[0]))) != OVER:
            if who == CHANCE:
                generic.play(states[0], int(generic.sample(states[0], rng)))
                continue
            self._scratch[SEEN] = states[0]
            generic.hide(self._scratch[SEEN], who)
            n = int(generic.actions(self._scratch[SEEN], self._codes))
            code = int(self._codes[0])
            if n > 1:
                compared = self._compared(who, self._codes[:n].copy(), net, rng)
                found.append(compared)
                best = int(np.argmax(compared.found))
                explores = int(below(rng, 1000)) < exploration
                code = int(compared.codes[int(below(rng, len(compared.codes))) if explores else best])
            generic.play(states[0], code)
        return found

    def _compared(self, seat: int, codes: NDArray[np.int32], net: Network, rng: Any) -> Compared:
        priors = self._points(seat, codes, self._learned, net, NO_ROLLOUT, 1)
        order = np.argsort(-priors, kind="stable")
        some = order[BEST:]
        for k in range(min(OTHERS, len(some))):  # drawn uniformly, without replacement
            other = k + int(below(rng, len(some) - k))
            some[[k, other]] = some[[other, k]]
        picked = np.ascontiguousarray(codes[np.concatenate([order[:BEST], some[:OTHERS]])])
        found = self._points(seat, picked, self._value, no_network(), self._segments, DETERMINIZATIONS)
        return self._with_features(seat, picked, net, found)

    def _points(
        self, seat: int, codes: NDArray[np.int32], how: Any, net: Network, segments: NDArray[np.int64], rounds: int
    ) -> NDArray[np.float64]:
        """The mean result of each action, in points."""
        sums = np.zeros((MOST_SEATS + 1, len(codes)))
        run = compare_fast if self.fast else compare
        run(self._scratch, seat, how, net, codes, len(codes), sums, *self._buffers, rounds, segments, self._rngs)
        points: NDArray[np.float64] = sums[MOST_SEATS] / rounds
        return points

    def _with_features(self, seat: int, codes: NDArray[np.int32], net: Network, found: NDArray[np.float64]) -> Compared:
        n, (parts, features) = len(codes), net.rows.shape
        worth, rows = np.zeros(n, np.float32), np.zeros((n * parts, features), np.float32)
        row_of, terms = np.zeros((n, parts), np.int16), np.zeros((n, len(net.terms)), np.float32)
        run = features_after_each_fast if self.fast else features_after_each
        known = int(run(self._scratch, seat, codes, net, np.zeros(MOST_SEATS), worth, rows, row_of, terms))
        return Compared(
            codes, worth, rows[:known].astype(np.float16), row_of, terms.astype(np.float16), found.astype(np.float32)
        )


def lesson_of(decisions: list[Compared]) -> Lesson:
    """Training data from decisions."""
    return {
        "candidates": np.array([len(each.codes) for each in decisions], np.int32),
        "rows_used": np.array([len(each.rows) for each in decisions], np.int32),
        **{
            name: np.concatenate([getattr(each, name) for each in decisions])
            for name in ("terms", "rows", "row_of", "worth", "found")
        },
    }


def joined(lessons: list[Lesson]) -> Lesson:
    """Concatenate training data."""
    return {name: np.concatenate([lesson[name] for lesson in lessons]) for name in lessons[0]}
