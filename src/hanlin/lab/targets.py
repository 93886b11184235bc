"""Training targets for positions of whole games: TD(λ) (Sutton 1988)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanlin.lab.selfplay import Experience


def targets(kept: Experience, n: int, trace: float) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The targets of shares and points (n, players) for the first ``n`` positions.

    ``trace``: λ, the weight of the later targets; the rest is the network's evaluation of the next position. Before an
    exploratory action the target is the evaluation after the best action instead.
    """
    players = kept.shares.shape[1]
    turned = (np.arange(players) - kept.observer[:n, None]) % players  # the columns of absolute seats
    rows = np.arange(n)[:, None]

    def absolute(numbers: NDArray[np.float32]) -> NDArray[np.float32]:
        seen: NDArray[np.float32] = numbers[rows, turned]
        return seen

    evaluated = np.stack([absolute(kept.shares[:n]), absolute(kept.points[:n])], 1)
    best = np.stack([absolute(kept.best[:n, k]) for k in range(2)], 1)
    end = np.stack([absolute(kept.end[:n, k]) for k in range(2)], 1)
    found = np.zeros_like(evaluated)
    at = np.flatnonzero(kept.last[:n])  # the present position of each game, from last to first
    first = np.concatenate([[0], at[:-1] + 1])
    found[at] = end[at]
    while True:
        at, first = at[at > first] - 1, first[at > first]
        if not len(at):
            break
        onward = (1.0 - trace) * evaluated[at + 1] + trace * found[at + 1]
        found[at] = np.where(kept.explored[at, None, None] == 1, best[at], onward)
    back = (np.arange(players) + kept.observer[:n, None]) % players
    shares: NDArray[np.float32] = found[rows, 0, back]
    points: NDArray[np.float32] = found[rows, 1, back]
    return shares, points
