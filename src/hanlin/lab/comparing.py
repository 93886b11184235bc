"""Games in which the actions of each decision are compared, and what a judgement can learn from them, for ``training``.

The result of a game that is searched by comparing (``bots/sequential_halving.py``) depends on the luck of its draws and says
little of one action. But how actions differ in the same guesses, with the same luck, says much. So each decision of such a game
tries its most promising actions, as they are judged so far, and some others, and the network learns what came of each beside
the others. The best one is played, now and then one of the others.
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

PROMISING = 24
"""Actions of a decision that are tried since they promise most,"""
OTHERS = 8
"""and how many of the others."""
GUESSES = 48
"""In how many guesses each of them is tried."""

Lesson = dict[str, NDArray[Any]]
"""What was found in some decisions (d), of all their candidates (c) one after the other, and of the parts that these are told
by (r), one after the other, those of each decision once:

    terms      float16 (c, players + terms): what the network is told of the position right after each
    rows       float16 (r, features of a part)
    row_of     int16 (c, most parts): the rows of each candidate, counted from the decision's first; -1: no more
    worth      float32 (c): the value of that position to who decided
    found      float32 (c): what the candidate came to, in points
    candidates int32 (d): how many each decision has
    told       int32 (d): how many rows
"""


@dataclass(frozen=True, slots=True)
class Compared:
    """What a decision found of its candidates."""

    codes: NDArray[np.int32]
    worth: NDArray[np.float32]
    rows: NDArray[np.float16]
    row_of: NDArray[np.int16]
    terms: NDArray[np.float16]
    found: NDArray[np.float32]


class Comparer:
    """Plays the games of one core. All follows from the seed."""

    def __init__(self, game: Game, players: int, fast: bool = not PLAIN) -> None:
        self.game, self.players, self.fast = game, players, fast
        how = recipe(game.name)
        self._value, self._learned = how.packed(), recipe(game.name, learned=True).packed()
        self._segments = rollout_segments(how, players, float("inf"))
        self._start = game.start(players).state
        self._scratch = np.zeros(4, game.dtype)
        self._codes = np.zeros(game.max_actions, np.int32)
        self._room = np.zeros(game.max_actions, np.int32), np.zeros((2, MOST_SEATS)), np.zeros(MOST_SEATS, np.int64)
        self._rngs = np.zeros(3, GENERATOR)

    def play(self, net: Network, exploration: int, seed: tuple[object, ...]) -> list[Compared]:
        """The decisions of one game, from its first to its last. exploration: candidates in 1000 that are played by chance."""
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
                strays = int(below(rng, 1000)) < exploration
                code = int(compared.codes[int(below(rng, len(compared.codes))) if strays else best])
            generic.play(states[0], code)
        return found

    def _compared(self, seat: int, codes: NDArray[np.int32], net: Network, rng: Any) -> Compared:
        promised = self._points(seat, codes, self._learned, net, NO_ROLLOUT, 1)
        order = np.argsort(-promised, kind="stable")
        some = order[PROMISING:]
        for k in range(min(OTHERS, len(some))):  # drawn one by one, each as likely
            other = k + int(below(rng, len(some) - k))
            some[[k, other]] = some[[other, k]]
        picked = np.ascontiguousarray(codes[np.concatenate([order[:PROMISING], some[:OTHERS]])])
        found = self._points(seat, picked, self._value, no_network(), self._segments, GUESSES)
        return self._told(seat, picked, net, found)

    def _points(
        self, seat: int, codes: NDArray[np.int32], how: Any, net: Network, segments: NDArray[np.int64], guesses: int
    ) -> NDArray[np.float64]:
        """What each action came to, in points."""
        sums = np.zeros((MOST_SEATS + 1, len(codes)))
        run = compare_fast if self.fast else compare
        run(self._scratch, seat, how, net, codes, len(codes), sums, *self._room, guesses, segments, self._rngs)
        points: NDArray[np.float64] = sums[MOST_SEATS] / guesses
        return points

    def _told(self, seat: int, codes: NDArray[np.int32], net: Network, found: NDArray[np.float64]) -> Compared:
        n, (parts, features) = len(codes), net.rows.shape
        worth, rows = np.zeros(n, np.float32), np.zeros((n * parts, features), np.float32)
        row_of, terms = np.zeros((n, parts), np.int16), np.zeros((n, len(net.terms)), np.float32)
        run = features_after_each_fast if self.fast else features_after_each
        known = int(run(self._scratch, seat, codes, net, np.zeros(MOST_SEATS), worth, rows, row_of, terms))
        return Compared(
            codes, worth, rows[:known].astype(np.float16), row_of, terms.astype(np.float16), found.astype(np.float32)
        )


def lesson_of(decisions: list[Compared]) -> Lesson:
    """Decisions as one lesson."""
    return {
        "candidates": np.array([len(each.codes) for each in decisions], np.int32),
        "told": np.array([len(each.rows) for each in decisions], np.int32),
        **{
            name: np.concatenate([getattr(each, name) for each in decisions])
            for name in ("terms", "rows", "row_of", "worth", "found")
        },
    }


def joined(lessons: list[Lesson]) -> Lesson:
    """Lessons one after the other."""
    return {name: np.concatenate([lesson[name] for lesson in lessons]) for name in lessons[0]}
