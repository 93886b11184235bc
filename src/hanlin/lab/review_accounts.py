"""The account of a reviewed game: why each player's share of the win changed from decision to decision.

The shares at two successive decisions differ by four parts, which add up:

- *cost*: what the first decision lost against the best action found, from the view of its player;
- *luck*: at each event of chance, the evaluation after what came, less the mean over all that could have come;
- *others*: what the next decision changed, against what the evaluation before expected of it. For the seat that takes it this
  is what the position offered beyond expectation, and belongs to the decisions of the others as well;
- *rest*: the evaluation of one and the same position changed as it looked one decision further ahead.

An evaluation has an error, and later evaluations correct earlier ones. So the curve is corrected in hindsight, by at most
``MARGIN``, such that the rest is as small as possible: the correction goes back from the end, keeps what later evaluations say,
and changes only where it would exceed the margin or leave 0 … 1. What can't be corrected stays as the rest.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from hanlin.lab.review_model import Decision, SeatReview, Step

GOOD = 0.01
"""A smaller loss, as a share of the win, counts as none: it is within the error of the search."""
COSTLY = 3
"""The number of explained decisions for each player."""
MARGIN = 0.2
"""The error of an evaluation up to which later ones correct it."""
DIGITS = 4

Shares = NDArray[np.float64]


def account(decisions: Sequence[Decision], final: Sequence[float]) -> tuple[list[list[float]], list[Step]]:
    """The curve of all seats at each decision, and the step from each to the next one (or to the end).

    Without a result there is no step from the last decision. The curve and the parts of its steps add up.
    """
    if not decisions:
        return [], []
    costs = [np.array(each.played_shares) - np.array(each.shares) for each in decisions]
    raw = [_valid(np.array(each.value or each.played_shares) - cost) for each, cost in zip(decisions, costs, strict=True)]
    targets = [*raw[1:], np.array(final)] if final else raw[1:]
    steps = [
        _raw_step(each, cost, raw[n], target)
        for n, (each, cost, target) in enumerate(zip(decisions, costs, targets, strict=False))
    ]
    corrections = _corrections(raw, [step[3] for step in steps])
    curve = [shares + correction for shares, correction in zip(raw, corrections, strict=False)]
    found = [
        Step(*(_rounded(part) for part in (cost, luck, others, rest + corrections[n + 1] - corrections[n])))
        for n, (cost, luck, others, rest) in enumerate(steps)
    ]
    return _exact(curve, found, final), found


def _valid(shares: Shares) -> Shares:
    """Shares from 0 to 1 that add up to 1: a difference in a view may exceed what there is with all information."""
    kept: Shares = np.clip(shares, 0.0, 1.0)
    kept /= kept.sum()
    return kept


def _raw_step(this: Decision, cost: Shares, shares: Shares, target: Shares) -> tuple[Shares, Shares, Shares, Shares]:
    """The parts of the change from one decision to the next, before the correction."""
    luck = np.array(this.luck) if this.luck else np.zeros(len(cost))
    if not this.following:
        return cost, luck, np.zeros(len(cost)), target - shares - cost - luck
    following = np.array(this.following)
    return cost, luck, target - following, following - shares - cost - luck


def _corrections(raw: Sequence[Shares], rests: Sequence[Shares]) -> list[Shares]:
    """The correction of each point of the curve, and none at the end."""
    correction = np.zeros(len(raw[0]))
    found = [correction]
    for shares, rest in zip(reversed(raw[: len(rests)]), reversed(rests), strict=True):
        least, most = np.maximum(-MARGIN, -shares), np.minimum(MARGIN, 1.0 - shares)
        correction = np.clip(correction + rest, least, most)
        # All shares add up to 1: what was cut from one seat is taken from those with slack.
        excess = correction.sum()
        slack = most - correction if excess < 0 else correction - least
        if slack.sum() > 1e-12:
            correction = correction - excess * slack / slack.sum()
        found.append(correction)
    return found[::-1]


def _rounded(part: Shares) -> list[float]:
    return [round(float(share), DIGITS) for share in part]


def _exact(curve: Sequence[Shares], steps: Sequence[Step], final: Sequence[float]) -> list[list[float]]:
    """The rounded curve, to whose differences the rounded steps add up: what rounding leaves goes to the rest."""
    points = [_rounded(shares) for shares in curve]
    ends = [*points[1:], list(final)] if final else points[1:]
    for step, begin, end in zip(steps, points, ends, strict=False):
        step.rest = [
            round(end[seat] - begin[seat] - step.cost[seat] - step.luck[seat] - step.others[seat], DIGITS)
            for seat in range(len(begin))
        ]
    return points


def seat_reviews(decisions: Sequence[Decision], steps: Sequence[Step], players: int) -> list[SeatReview]:
    """The summary of each seat."""
    return [_seat_review(seat, decisions, steps) for seat in range(players)]


def _seat_review(seat: int, decisions: Sequence[Decision], steps: Sequence[Step]) -> SeatReview:
    own = [decision for decision in decisions if decision.seat == seat]
    good = sum(decision.loss < GOOD for decision in own)
    costly = sorted((decision for decision in own if decision.loss >= GOOD), key=lambda decision: -decision.loss)[:COSTLY]
    parts = parts_of(seat, decisions, steps)
    return SeatReview(
        accuracy=round(good / len(own), DIGITS) if own else 1.0,
        lost=round(-parts.decisions, DIGITS),
        luck=round(parts.luck, DIGITS),
        costly=[decision.ply for decision in costly],
        others=round(parts.others, DIGITS),
        rest=round(parts.rest, DIGITS),
    )


class Parts:
    """The parts of a change of a seat's share: by its own decisions (never positive), luck, the others, and the rest."""

    def __init__(self) -> None:
        self.decisions = self.luck = self.others = self.rest = 0.0

    def add(self, seat: int, decider: int, step: Step) -> None:
        """Add a step."""
        if decider == seat:
            self.decisions += step.cost[seat]
        else:
            self.others += step.cost[seat]
        self.others += step.others[seat]
        self.luck += step.luck[seat]
        self.rest += step.rest[seat]


def parts_of(seat: int, decisions: Sequence[Decision], steps: Sequence[Step]) -> Parts:
    """The parts of a seat's change over some decisions with their steps."""
    parts = Parts()
    for decision, step in zip(decisions, steps, strict=False):
        parts.add(seat, decision.seat, step)
    return parts
