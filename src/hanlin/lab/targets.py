"""What positions of whole games were worth, as later ones of the same game show: TD(λ) (Sutton 1988)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanlin.lab.selfplay import Experience


def targets(kept: Experience, n: int, trace: float) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The shares and the points (n, players) that the first ``n`` positions should have been judged to have.

    A part ``trace`` (λ) of what follows is learned from what came of the game, the rest from how the next position was judged.
    What came after a random action says nothing of the position before: there the judgement of the best action counts.
    """
    players = kept.shares.shape[1]
    turned = (np.arange(players) - kept.observer[:n, None]) % players  # where absolute seats stand in a row
    rows = np.arange(n)[:, None]

    def absolute(numbers: NDArray[np.float32]) -> NDArray[np.float32]:
        seen: NDArray[np.float32] = numbers[rows, turned]
        return seen

    judged = np.stack([absolute(kept.shares[:n]), absolute(kept.points[:n])], 1)
    best = np.stack([absolute(kept.best[:n, k]) for k in range(2)], 1)
    end = np.stack([absolute(kept.end[:n, k]) for k in range(2)], 1)
    found = np.zeros_like(judged)
    at = np.flatnonzero(kept.last[:n])  # of each game the position that is looked at, from its last to its first
    first = np.concatenate([[0], at[:-1] + 1])
    found[at] = end[at]
    while True:
        at, first = at[at > first] - 1, first[at > first]
        if not len(at):
            break
        onward = (1.0 - trace) * judged[at + 1] + trace * found[at + 1]
        found[at] = np.where(kept.explored[at, None, None] == 1, best[at], onward)
    back = (np.arange(players) + kept.observer[:n, None]) % players
    shares: NDArray[np.float32] = found[rows, 0, back]
    points: NDArray[np.float32] = found[rows, 1, back]
    return shares, points
