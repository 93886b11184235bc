"""The rewards of environments, at the end of a game: one function for both speeds."""

from __future__ import annotations

from typing import Any

import numpy as np

from hanlin.core.errors import BadOption
from hanlin.core.jit.compiled import inlined
from hanlin.core.position.position import Position
from hanlin.core.verbs.generic import scores, standing

REWARDS = ("win", "margin", "points", "zero_sum", "rank")
"""Kinds of rewards by number, see ``reward``."""
WIN, MARGIN, POINTS, ZERO_SUM, RANK = range(5)


@inlined
def reward(s: Any, kind: int, players: int, points: Any, standings: Any, out: Any) -> None:
    """Write the final reward of each seat to ``out``. ``points``, ``standings``: int64 buffers by seat.

    WIN: the share of the win, from 0 to 1 with sum 1; ZERO_SUM: the same scaled to sum 0, from -1/(n-1) to 1; RANK: seats
    behind less seats ahead, over n-1, from -1 to 1 with sum 0; MARGIN: points ahead of the best other seat; POINTS: points.
    """
    scores(s, points)
    standing(s, standings)
    for seat in range(players):
        ahead, behind, equal, other = 0, 0, 0, -(1 << 40)
        for rival in range(players):
            ahead += int(standings[rival] > standings[seat])
            behind += int(standings[rival] < standings[seat])
            equal += int(standings[rival] == standings[seat])
            if rival != seat:
                other = max(other, points[rival])
        share = 0.0 if ahead > 0 else 1.0 / equal
        if kind == WIN:
            out[seat] = share
        elif kind == ZERO_SUM:
            out[seat] = (share * players - 1.0) / (players - 1)
        elif kind == RANK:
            out[seat] = (behind - ahead) / (players - 1)
        elif kind == MARGIN:
            out[seat] = points[seat] - other
        else:
            out[seat] = points[seat]


def check_reward(kind: str) -> None:
    """Raise BadOption for an unknown kind of reward."""
    if kind not in REWARDS:
        raise BadOption(f"reward can't be {kind!r}; choose one of: {', '.join(REWARDS)}.")


def final_rewards(position: Position, kind: str) -> list[float]:
    """The reward of each seat in a finished game, see ``reward``."""
    points, standings = np.zeros((2, position.players), np.int64)
    out = np.zeros(position.players, np.float64)
    reward(position.state, REWARDS.index(kind), position.players, points, standings, out)
    return [float(each) for each in out]
