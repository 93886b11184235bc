"""Network features of rooms agree with the rules."""

from __future__ import annotations

import sys

import numpy as np
import pytest

import hanlin
from hanlin.core.jit.rng import seeded
from hanlin.core.verbs import generic
from hanlin.core.verbs.features import size_of
from hanlin.games.forbidden_city.pieces import PLACE
from hanlin.games.forbidden_city.rooms import CLOSED, open_edges, room_of, tiles_in

TERMS = sys.modules["hanlin.games.forbidden_city.network_features"]


def positions(players, plies):
    """Positions of a game played at random, from its beginning on."""
    game = hanlin.game("forbidden_city")
    states, rng = np.zeros(1, game.dtype), seeded("terms", players)
    states[0] = game.start(players).state
    for ply in range(max(plies) + 1):
        state = states[0]
        generic.play(state, int(generic.sample(state, rng) if generic.actor(state) < 0 else generic.choose(state, rng)))
        if ply in plies and state.phase == PLACE:
            yield game, states.copy()[0]


@pytest.mark.parametrize("players", [2, 4])
def test_features_show_rooms_that_the_tile_in_hand_walls_off(players):
    told = 0
    for game, state in positions(players, (20, 21, 30, 31, 40, 41, 50, 51, 60, 61)):
        rows = np.zeros((game.most_parts, size_of(game.parts())), np.float32)
        roots = [root for root in range(int(state.parts)) if state.room[root] and not state.room[root] & CLOSED]
        assert generic.write_parts(state, int(state.seat), rows) == min(len(roots), len(rows))
        closed = set()
        codes, after = np.zeros(game.max_actions, np.int32), np.zeros(1, game.dtype)
        for code in codes[: generic.actions(state, codes)]:
            after[0] = state
            generic.play(after[0], int(code))
            for root in roots:
                sums = int(after[0].room[room_of(after[0], root)])
                if sums & CLOSED and tiles_in(sums) == tiles_in(int(state.room[root])):
                    closed.add(root)
        for row, root in zip(rows, roots, strict=False):
            one_space = bool(row[2])
            assert one_space or root not in closed
            assert row[5] * 4 + row[6] * 2 == open_edges(int(state.room[root])) or row[5] == 2  # spaces, and edges beyond one
            assert row[TERMS.OF_ROOM + 16] == (root in closed)
            told += root in closed
    assert told
