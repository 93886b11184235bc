"""The fast reply agrees with a trial of all placements, except for effects of a few of them."""

from __future__ import annotations

import numpy as np
import pytest

from forbidden_city.test_network_features import positions
from hanlin.core.jit.rng import seeded
from hanlin.core.verbs import generic


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_rollout_move_is_worth_as_much_as_the_best_placement(players):
    given_away, asked = [], 0
    for game, state in positions(players, range(14, 14 + 12 * players)):
        codes, after = np.zeros(game.max_actions, np.int32), np.zeros(1, game.dtype)
        n = int(generic.actions(state, codes))
        before = state.tobytes()
        found = int(generic.reply(state, codes, n, seeded("reply", players)))
        assert state.tobytes() == before
        worth = {}
        for code in codes[:n]:
            after[0] = state
            generic.play(after[0], int(code))
            worth[int(code)] = float(generic.value(after[0], int(state.seat)))
        given_away.append(max(worth.values()) - worth[found])
        asked += n > 1
    assert asked > 8
    assert np.mean(np.array(given_away) < 1e-9) > 0.8
    assert np.mean(given_away) < 0.3
