"""The account of a reviewed game: why each player's share of the win changed from decision to decision.

The shares at two successive decisions differ by four parts, which add up:

- *cost*: what the first decision lost against the best action found, from the view of its player;
- *luck*: the evaluation after what was drawn, less the evaluation before; nothing where nothing was drawn;
- *others*: what the next decision changed, against what the evaluation before expected of it, averaged over the decisions of
  two rounds: every seat plays better than the quick play of an evaluation, so each decision is answered by the next ones. For
  the seat that takes it this is what the position offered beyond expectation, and belongs to the others' decisions as well;
- *rest*: what is left. The curve has one judge that agrees with itself (``review_evaluation``), so this is no more than
  rounding and what averaging had to leave out near 0 and 1; at plain speed it also holds what the last evaluation missed.

A loss in the view of its player may be more than what the position held, with what was hidden. It counts as far as the share
was there to be lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from hanlin.lab.review_model import Decision, SeatReview, Step

GOOD = 0.01
"""A smaller loss, as a share of the win, counts as none: it is within the error of the search."""
COSTLY = 3
"""The number of explained decisions for each player."""
ANSWERED = 2
"""Rounds of the table over which what decisions changed is averaged."""
DIGITS = 4
TINY = 1e-12

Shares = NDArray[np.float64]
Changes = tuple[Shares, Shares, Shares, Shares]
"""Cost, luck, others, rest."""


def account(decisions: Sequence[Decision], final: Sequence[float]) -> tuple[list[list[float]], list[Step]]:
    """The curve of all seats at each decision, and the step from each to the next one (or to the end).

    Without a result there is no step from the last decision. The curve and the parts of its steps add up.
    """
    if not decisions:
        return [], []
    values = [np.array(each.value or each.played_shares) for each in decisions]
    costs = [
        _possible(np.array(each.played_shares) - np.array(each.shares), value)
        for each, value in zip(decisions, values, strict=True)
    ]
    raw = [value - cost for value, cost in zip(values, costs, strict=True)]
    targets = [*raw[1:], np.array(final)] if final else raw[1:]
    steps = [
        _raw_step(each, cost, raw[n], target)
        for n, (each, cost, target) in enumerate(zip(decisions, costs, targets, strict=False))
    ]
    raw, steps = _with_answers(raw, steps, ANSWERED * _round_of(decisions))
    found = [Step(*(_rounded(part) for part in parts)) for parts in steps]
    return _exact(raw, found, final), found


def _round_of(decisions: Sequence[Decision]) -> int:
    """About how many decisions there are in a round of the table: several of one seat in a row are a turn."""
    turns = 1 + sum(one.seat != two.seat for one, two in pairwise(decisions))
    players = len(decisions[0].shares)
    return max(1, round(players * len(decisions) / turns))


def _with_answers(raw: Sequence[Shares], steps: Sequence[Changes], length: int) -> tuple[list[Shares], list[Changes]]:
    """The curve and its steps with the decisions of some rounds averaged.

    What a seat has gained right after its decision, the others' answers take back; neither is a change of the game. Costs and
    luck stay where they are.
    """
    moved = [np.zeros(len(raw[0]))]
    for n in range(len(steps) - 1, -1, -1):
        coming = [others for _cost, _luck, others, _rest in steps[n : n + length - 1]]
        weights = np.arange(length - 1, 0, -1)[: len(coming)] / length
        by_answers: Shares = weights @ np.array(coming) if len(coming) else np.zeros(len(raw[n]))
        moved.append(-_possible(-by_answers, raw[n]))
    moved.reverse()
    averaged = [(cost, luck, others + moved[n + 1] - moved[n], rest) for n, (cost, luck, others, rest) in enumerate(steps)]
    return [shares + by for shares, by in zip(raw, [*moved, moved[-1]], strict=False)], averaged


def _possible(cost: Shares, value: Shares) -> Shares:
    """As much of a cost as leaves no share below 0 or above 1 before it."""
    room = np.where(cost > 0, value, 1.0 - value) / np.maximum(np.abs(cost), TINY)
    possible: Shares = cost * min(1.0, float(room.min()))
    return possible


def _raw_step(this: Decision, cost: Shares, shares: Shares, target: Shares) -> Changes:
    """The parts of the change from one decision to the next."""
    luck = np.array(this.luck) if this.luck else np.zeros(len(cost))
    if not this.following:
        return cost, luck, np.zeros(len(cost)), target - shares - cost - luck
    following = np.array(this.following)
    return cost, luck, target - following, following - shares - cost - luck


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
