"""Data stored by self-play, and learning from it."""

from __future__ import annotations

import numpy as np
import pytest

import hanlin
from hanlin.bots.evaluation import MOST_SEATS
from hanlin.bots.levels import recipe
from hanlin.bots.network import network, no_network, shapes
from hanlin.core.jit.rng import all_seeded
from hanlin.lab.selfplay import empty_experience, gather
from hanlin.lab.targets import targets


def kept_of(observers, last, explored, shares, best=None, end=(1.0, 0.0)):
    """Positions of games of two; shares: of seat 0, as they were evaluated."""
    kept = empty_experience(hanlin.game("lanterns"), 2, len(observers))
    for n, seat in enumerate(observers):
        turned = [shares[n], 1 - shares[n]] if seat == 0 else [1 - shares[n], shares[n]]
        kept.observer[n], kept.last[n], kept.explored[n], kept.shares[n] = seat, last[n], explored[n], turned
        kept.points[n] = 10 * kept.shares[n]
        if last[n]:
            kept.end[n] = np.array([end, end])[:, ::-1] if seat else np.array([end, end])
        if explored[n]:
            kept.best[n] = np.array([best, best])[:, ::-1] if seat else np.array([best, best])
    return kept


def test_targets_follow_the_game_back_from_its_end():
    kept = kept_of([0, 1, 0, 0], [0, 0, 1, 1], [0, 0, 0, 0], [0.5, 0.6, 0.8, 0.2])
    shares, points = targets(kept, 4, 0.5)
    # Seat 0 wins; the second row is seat 1's, the fourth a game of its own.
    middle = 0.5 * 0.8 + 0.5 * 1.0
    assert shares[:, 0] == pytest.approx([0.5 * 0.6 + 0.5 * middle, 1 - middle, 1.0, 1.0])
    assert shares.sum(1) == pytest.approx([1.0] * 4)
    assert points[2] == pytest.approx([1.0, 0.0])
    shares, _ = targets(kept, 4, 1.0)
    assert shares[:, 0] == pytest.approx([1.0, 0.0, 1.0, 1.0])


def test_results_of_random_actions_do_not_train_earlier_positions():
    kept = kept_of([0, 1, 0], [0, 0, 1], [0, 1, 0], [0.5, 0.6, 0.1], best=(0.7, 0.3), end=(0.0, 1.0))
    shares, _ = targets(kept, 3, 1.0)
    assert shares[:, 0] == pytest.approx([0.7, 0.3, 0.0])


def test_self_play_keeps_whole_games_the_same_for_the_same_seeds():
    game = hanlin.game("lanterns")
    found = {name: np.zeros(shape, np.float32) for name, shape in shapes(game, 2, 4, 2, 0).items()}
    begin = np.zeros(1, game.dtype)
    begin[0] = game.start(2).state

    def played(room):
        kept = empty_experience(game, 2, room)
        numbers = np.zeros(game.max_actions, np.int32), np.zeros((2, MOST_SEATS)), np.zeros((2, MOST_SEATS))
        n = gather(
            begin,
            np.zeros(3, game.dtype),
            np.array([100, 100, 100]),
            kept,
            recipe(game.name).packed(),
            no_network(),
            network(game, found),
            *numbers,
            np.zeros(MOST_SEATS, np.int64),
            all_seeded([("a",), ("b",), ("c",)]),
        )
        return n, kept

    n, kept = played(1000)
    assert kept.last[:n].sum() == 3
    assert kept.last[n - 1] == 1
    ends = kept.end[:n][kept.last[:n] == 1]
    assert ends[:, 0].sum(1) == pytest.approx([1.0] * 3)
    assert np.isfinite(kept.terms[:n]).all()
    again, same = played(1000)
    assert again == n
    assert same.terms.tobytes() == kept.terms.tobytes()
    # A game that does not fit is left out, whole games stay.
    fewer, some = played(n - 1)
    assert some.last[:fewer].sum() == 2
