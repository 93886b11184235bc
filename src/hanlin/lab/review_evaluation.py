"""The evaluation behind a review: mean shares of the win over rollouts, with common random numbers.

Two judges share the code. *Decisions* are compared by short rollouts that the learned judgement evaluates, as hints do.
The *curve* needs a judge that agrees with itself: what it says of a position must be the mean of what it says of all that may
follow, or its own changes of mind would move the curve. Rollouts to the end of the game have this property, as the same quick
play continues every position: what changes their result is what the seats decided and what was drawn, and nothing else.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from hanlin.bots import sequential_halving
from hanlin.bots.bot import action_buffer
from hanlin.bots.calibration import calibration
from hanlin.bots.evaluation import MOST_SEATS, SEEN
from hanlin.bots.hints import search_setup
from hanlin.bots.levels import curve_rollouts
from hanlin.bots.network import no_network
from hanlin.bots.search import NO_ROLLOUT
from hanlin.core.jit.rng import GENERATOR, seeded
from hanlin.core.position.position import Position
from hanlin.core.verbs import generic

AHEAD = 4
"""Decisions of each seat in the rollouts that compare actions: longer greedy rollouts blame players for more than they lost."""
PLAIN_SAMPLES = 2
"""Samples of all evaluations at plain speed, which are not rolled out."""
FEWEST_ROLLOUTS = 32
TO_THE_END = np.full(1, -1, np.int64)

Shares = NDArray[np.float64]


class Evaluation:
    """Evaluates positions of one game. ``samples``: determinizations in which actions are compared; ``part``: the part of the
    rollouts of the curve's judge that is used, less than 1 for a coarse review."""

    def __init__(self, end: Position, samples: int, fast: bool, part: float = 1.0) -> None:
        self._fast = fast
        self._samples = samples if fast else PLAIN_SAMPLES
        how, net = search_setup(end.game, end.players, fast)
        curve = curve_rollouts().get(end.game.name, curve_rollouts()["default"])
        self._recipe, self._quick, self._net = how.packed(), how.packed(), net or no_network()
        self._quick[0]["greedy"] = curve["greedy"]
        self._rollouts = max(FEWEST_ROLLOUTS, round(part * curve["rollouts"] / end.players)) if fast else PLAIN_SAMPLES
        self._checked = curve["checked"]
        self._buffers = action_buffer(end), np.zeros((2, MOST_SEATS)), np.zeros(MOST_SEATS, np.int64)
        self._players = end.players
        self._calibration = calibration(end.game.name, end.players)
        self._run = sequential_halving.compare_fast if fast else sequential_halving.compare

    def after(self, position: Position, codes: Sequence[int], seed: object, times: int = 1) -> Shares:
        """The mean shares of all seats (rows by action) after each action of a view, whose hidden information is sampled.

        As hints show them, so that a hint and the review of the same decision speak of the same chances. times: how many times
        the determinizations.
        """
        segments = np.ones(AHEAD * self._players, np.int64)
        shares = self._compared(self._recipe, position, codes, seed, segments, times * self._samples)
        if not self._fast:
            return shares
        return self._calibration.apply(shares, 1.0 - float(generic.progress(position.state)))

    def level(self, position: Position, codes: Sequence[int], seed: object) -> Shares:
        """The shares after each action, or outcome of chance, as the judge of the curve sees them.

        position: whole, or a view.
        """
        return self._compared(self._quick, position, codes, seed, TO_THE_END, self._rollouts)

    def checked(self, position: Position, codes: Sequence[int], seed: object) -> Shares:
        """The same by as many rollouts as a loss is checked by."""
        return self._compared(self._quick, position, codes, seed, TO_THE_END, math.ceil(self._checked * self._rollouts))

    def long_after(self, position: Position, codes: Sequence[int], seed: object, moves: int, times: int = 1) -> Shares:
        """The shares after each action, evaluated ``moves`` decisions later and in the round that follows. times: as above."""
        segments = np.ones(self._players + 1, np.int64)
        segments[0] = moves
        return self._compared(self._recipe, position, codes, seed, segments, times * self._samples)

    # -- inside -----------------------------------------------------------------------------------------------------------

    def _compared(
        self,
        recipe: NDArray[np.void],
        position: Position,
        codes: Sequence[int],
        seed: object,
        segments: NDArray[np.int64],
        samples: int,
    ) -> Shares:
        scratch = np.zeros(4, position.game.dtype)
        scratch[SEEN] = position.state
        sums = np.zeros((MOST_SEATS + 1, len(codes)))
        rngs = np.zeros(3, GENERATOR)
        rngs[0] = seeded(seed)
        candidates, seat = np.array(codes, np.int32), max(0, position.actor)
        segments = segments if self._fast else NO_ROLLOUT
        self._run(scratch, seat, recipe, self._net, candidates, len(codes), sums, *self._buffers, samples, segments, rngs)
        shares: Shares = sums[: self._players].T / samples
        return shares
