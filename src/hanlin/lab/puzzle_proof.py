"""The proof of a puzzle: one action is clearly better than all others in games that are played to the end after each of them.

All actions are tried in the same determinizations of what the seat sees, and with the same luck, so that only they make a
difference. Quick players go on: in one half of the games greedily, in the other at random. An action has to be the better one
in both halves: each kind of player misjudges positions of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hanlin.bots import sequential_halving
from hanlin.bots.bot import action_buffer
from hanlin.bots.evaluation import MOST_SEATS, SEEN
from hanlin.bots.levels import recipe
from hanlin.bots.network import no_network
from hanlin.core.jit.compiled import PLAIN
from hanlin.core.jit.rng import GENERATOR, seeded
from hanlin.core.position.position import Position
from hanlin.core.position.position_text import position
from hanlin.core.verbs.puzzles import Puzzle, Step

LEAST_SHARE, LEAST_POINTS = 0.08, 3.0
"""The margin by which the best action must lead every other: in share of the win, or in points at the end."""
WORTH_OF_A_POINT = LEAST_SHARE / LEAST_POINTS
ROUNDS = 256
"""Determinizations in which actions are tried for each of the two judgements of a proof."""
OPEN = (0.05, 0.97)
"""The least share of the best action, and the most of the second one: of a game that is still open."""
CERTAIN = 2.0
"""Standard errors by which the best action must be ahead in both judgements together."""
REPLAY_ROUNDS = 64
"""Determinizations when a proof is replayed with a smaller budget,"""
REPLAY_PART = 0.5
"""and the part of ``LEAST_SHARE`` or ``LEAST_POINTS`` that the best action must be ahead there."""
_BLEND, _SCALE = 1e-3, 1e3
"""Weight of the lead in points beside the share in one result, too small to reach from one share to the next."""
_SHARES = np.array([0.0, *(1 / winners for winners in range(1, MOST_SEATS + 1))])
_TO_THE_END = np.full(1, -1, np.int64)

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Judgement:
    """The results of actions for the seat by game (rows) and action (columns): its share of the win, and its lead in points
    over the mean of the other seats. The games of the first half were played on greedily, the others at random."""

    shares: Numbers
    points: Numbers

    @property
    def share(self) -> Numbers:
        """The mean share of each action."""
        mean: Numbers = self.shares.mean(axis=0)
        return mean

    @property
    def point(self) -> Numbers:
        """The mean lead of each action."""
        mean: Numbers = self.points.mean(axis=0)
        return mean

    @property
    def worth(self) -> Numbers:
        """Share and lead in one number, in which the least leads of both that a proof needs count the same."""
        return self.share + WORTH_OF_A_POINT * self.point

    def joined(self, other: Judgement) -> Judgement:
        """Both judgements of the same actions together."""
        return Judgement(np.concatenate([self.shares, other.shares]), np.concatenate([self.points, other.points]))

    def clear(self, best: int, part: float = 1.0) -> bool:
        """True if an action is ahead of every other one by ``part`` of what a proof needs.

        Ahead in the share of the win without a loss of points, or in points without a loss of the share.
        """
        shares, points = self._leads(best, self.share), self._leads(best, self.point)
        by_share = (shares >= part * LEAST_SHARE) & (points >= 0)
        by_points = (points >= part * LEAST_POINTS) & (shares >= 0)
        return bool((by_share | by_points).all())

    def is_certain(self, best: int) -> bool:
        """True if the lead over every other action is larger than its error."""
        lead = self.shares[:, [best]] - self.shares + WORTH_OF_A_POINT * (self.points[:, [best]] - self.points)
        lead = np.delete(lead, best, axis=1)
        error = lead.std(axis=0, ddof=1) / np.sqrt(len(lead))
        return bool((lead.mean(axis=0) >= CERTAIN * error).all())

    def is_open(self, best: int) -> bool:
        """True if the game is neither lost with the best action nor won without it."""
        return bool(self.share[best] >= OPEN[0] and np.delete(self.share, best).max() <= OPEN[1])

    def holds_in_halves(self, best: int) -> bool:
        """True if the action is worth most however the games are played on."""
        half = len(self.shares) // 2
        halves = (Judgement(self.shares[rows], self.points[rows]) for rows in (slice(0, half), slice(half, None)))
        return all((each.worth[best] >= each.worth).all() for each in halves)

    @staticmethod
    def _leads(best: int, means: Numbers) -> Numbers:
        leads: Numbers = np.delete(means[best] - means, best)
        return leads


def judged(seen: Position, codes: Sequence[int], seed: object, rounds: int = ROUNDS, fast: bool = not PLAIN) -> Judgement:
    """Try actions of the active player's view in ``rounds`` determinizations, an even number."""
    halves = [_tried(seen, codes, (seed, greedy), rounds // 2, greedy, fast) for greedy in (True, False)]
    return halves[0].joined(halves[1])


def _tried(seen: Position, codes: Sequence[int], seed: object, rounds: int, greedy: bool, fast: bool) -> Judgement:
    how = recipe(seen.game.name).packed()
    how[0]["greedy"], how[0]["margin"] = greedy, _BLEND
    how[0]["share_temperature"], how[0]["share_temperature_left"] = _SCALE, 0.0
    scratch = np.zeros(4, seen.game.dtype)
    scratch[SEEN] = seen.state
    rngs = np.zeros(3, GENERATOR)
    rngs[0] = seeded(seed)
    candidates, n, seat = np.array(codes, np.int32), len(codes), seen.actor
    buffers = action_buffer(seen), np.zeros((2, MOST_SEATS)), np.zeros(MOST_SEATS, np.int64)
    run = sequential_halving.compare_fast if fast else sequential_halving.compare
    sums, results = np.zeros((MOST_SEATS + 1, n)), np.zeros((rounds, n))
    for number in range(rounds):
        sums[:] = 0.0
        run(scratch, seat, how, no_network(), candidates, n, sums, *buffers, 1, _TO_THE_END, rngs)
        results[number] = sums[seat]
    return _parted(results)


def _parted(results: Numbers) -> Judgement:
    """Shares and leads from the results in which ``evaluation.blend_lead`` blended them."""
    shares = _SHARES[np.abs(results[..., None] - _BLEND / 2 - (1 - _BLEND) * _SHARES).argmin(axis=-1)]
    squashed = np.clip((results - (1 - _BLEND) * shares) / _BLEND, 1e-9, 1 - 1e-9)
    return Judgement(shares, _SCALE * np.log(squashed / (1 - squashed)))


# -- a puzzle ---------------------------------------------------------------------------------------------------------------


def replayed(puzzle: Puzzle, rounds: int = REPLAY_ROUNDS, fast: bool = not PLAIN) -> bool:
    """Judge the answers of a puzzle once more with a smaller budget; True if the solution is ahead at every step.

    HanlinError where its position or its answers can't be played.
    """
    whole = position(puzzle.position)
    for number, step in enumerate(puzzle.steps):
        if not is_ahead(whole.seen_by(puzzle.seat), step, ("replay", puzzle.id, number), rounds, fast):
            return False
        whole.play(step.best.action)
    return True


def is_ahead(seen: Position, step: Step, seed: object, rounds: int = REPLAY_ROUNDS, fast: bool = not PLAIN) -> bool:
    """True if the best answer of a step is ahead of the others by a part of what the proof needed."""
    codes = [seen.code(each.action) for each in step.answers]
    return judged(seen, codes, seed, rounds, fast).clear(0, REPLAY_PART)
