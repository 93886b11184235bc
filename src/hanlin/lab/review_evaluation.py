"""The evaluation behind a review: mean shares after actions and after outcomes of chance, with common random numbers.

An evaluation averages over many positions of a rollout, one after each decision, so that it hardly depends on which seat acts
next and on where in its round the game is, and so that events in the near future are part of it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from hanlin.bots import sequential_halving
from hanlin.bots.bot import action_buffer
from hanlin.bots.calibration import calibration
from hanlin.bots.evaluation import MOST_SEATS, SEEN
from hanlin.bots.hints import search_setup
from hanlin.bots.network import no_network
from hanlin.core.jit.rng import GENERATOR, seeded
from hanlin.core.position.position import Position
from hanlin.core.verbs import generic

OUTCOMES, PLAIN_OUTCOMES = 24, 3
"""Outcomes of chance that stand for all where there are more; drawn by weight. The second at plain speed."""

AHEAD = 4
"""Decisions of each seat after which a rollout is evaluated. (With 4, 6 and 9 the largest rest of an account was 0.16, 0.14
and 0.10 on average over five games of In the Year of the Dragon; but longer
greedy rollouts blame players for more than they lost.)"""

Shares = NDArray[np.float64]


class Evaluation:
    """Evaluates positions of one game. ``samples``: determinizations of each evaluation."""

    def __init__(self, end: Position, samples: int, fast: bool) -> None:
        self._fast = fast
        self._samples = samples if fast else 2
        how, net = search_setup(end.game, end.players, fast)
        self._recipe, self._net = how.packed(), net or no_network()
        self._buffers = action_buffer(end), np.zeros((2, MOST_SEATS)), np.zeros(MOST_SEATS, np.int64)
        self._players = end.players
        self._calibration = calibration(end.game.name, end.players)
        self._run = sequential_halving.compare_fast if fast else sequential_halving.compare

    def after(self, position: Position, codes: Sequence[int], seed: object, ahead: int = 0) -> Shares:
        """The mean shares of all seats (rows by action) after each action, or outcome of chance, of the same position.

        position: a seat's view, whose hidden information is sampled, or a whole position. ahead: further decisions to roll out
        before the first of the evaluations that are averaged.
        """
        return self._compared(position, codes, seed, self._segments(ahead))

    def long_after(self, position: Position, codes: Sequence[int], seed: object, moves: int) -> Shares:
        """The same, evaluated ``moves`` decisions later and in the round that follows."""
        segments = np.ones(self._players + 1, np.int64)
        segments[0] = moves
        return self._compared(position, codes, seed, segments if self._fast else np.zeros(1, np.int64))

    def luck(self, position: Position, found: int, seed: object) -> tuple[Shares, Shares]:
        """The shares after the outcome of chance that came, and their mean over all outcomes."""
        codes, weights = self._outcomes(position, seed)
        shares = self.after(position, [found, *codes], seed)
        return shares[0], weights @ shares[1:]

    # -- inside -----------------------------------------------------------------------------------------------------------

    def _segments(self, ahead: int) -> NDArray[np.int64]:
        if not self._fast:
            return np.zeros(1, np.int64)
        segments = np.ones(AHEAD * self._players, np.int64)
        segments[0] += ahead
        return segments

    def _compared(self, position: Position, codes: Sequence[int], seed: object, segments: NDArray[np.int64]) -> Shares:
        scratch = np.zeros(4, position.game.dtype)
        scratch[SEEN] = position.state
        sums = np.zeros((MOST_SEATS + 1, len(codes)))
        rngs = np.zeros(3, GENERATOR)
        rngs[0] = seeded(seed)
        candidates, seat = np.array(codes, np.int32), max(0, position.actor)
        self._run(
            scratch, seat, self._recipe, self._net, candidates, len(codes), sums, *self._buffers, self._samples, segments, rngs
        )
        shares: Shares = sums[: self._players].T / self._samples
        if not self._fast:
            return shares
        # As hints show them, so that a hint and the review of the same decision speak of the same chances.
        return self._calibration.apply(shares, 1.0 - float(generic.progress(position.state)))

    def _outcomes(self, position: Position, seed: object) -> tuple[list[int], Shares]:
        """The outcomes of chance with their probabilities, or a sample of them."""
        codes = position.legal_codes
        if len(codes) <= (OUTCOMES if self._fast else PLAIN_OUTCOMES):
            weights = np.array([*position.weights.values()], float)
            return codes, weights / weights.sum()
        rng = seeded(seed, "outcomes")
        n = OUTCOMES if self._fast else PLAIN_OUTCOMES
        return [int(generic.sample(position.state, rng)) for _ in range(n)], np.full(n, 1 / n)
