"""Games that greedy bots play on after an action: the plies in which a seat's points change.

The reasons of hints and the sources in reviews come from what the game log says of these plies.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from hanlin.bots import policies
from hanlin.bots.bot import POLICIES, action_buffer, new_scratch
from hanlin.bots.evaluation import MOST_SEATS
from hanlin.core.position.position import Position
from hanlin.core.verbs import generic

LONGEST, PLAIN_LONGEST = 1 << 12, 24
"""Most plies of such a game; at plain speed it is not played to the end."""


def scoring_plies(
    position: Position, states: Any, seat: int, code: int, rng: Any, fast: bool = True
) -> Iterator[tuple[Any, int]]:
    """Play an action, then greedy bots on, in ``states`` (one state); yield the plies that change the points of a seat.

    Each as the state before it and its code. Describing a ply is slow, so only these are worth it. ``position``: any of the
    game.
    """
    points = points_of(states, seat)
    for before, played in _played_on(position, states, code, rng, fast):
        points, had = points_of(states, seat), points
        if points != had:
            yield before, played


def _played_on(position: Position, states: Any, code: int, rng: Any, fast: bool) -> Iterator[tuple[Any, int]]:
    """Play an action, then greedy bots on, in ``states``; yield the state before each ply and its code."""
    run = policies.whole_game_fast if fast else policies.whole_game
    legal, one, scratch = action_buffer(position), np.zeros(1, np.int32), new_scratch(position)
    policy_ids = np.full(position.players, POLICIES["greedy"], np.int64)
    before = states.copy()
    generic.play(states[0], code)
    yield before, code
    for _ply in range(LONGEST if fast else PLAIN_LONGEST):
        before = states.copy()
        if not run(states, scratch, policy_ids, legal, one, rng):
            return
        yield before, int(one[0])


def points_of(states: Any, seat: int) -> int:
    """The points of a seat in a state."""
    points = np.zeros(MOST_SEATS, np.int64)
    generic.scores(states[0], points)
    return int(points[seat])
