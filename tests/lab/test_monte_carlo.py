"""Playouts of positions and views: random games to the end, the same on any number of threads."""

from __future__ import annotations

import numpy as np
import pytest

import hanlin
from hanlin.core.position.game import games
from hanlin.lab import monte_carlo, playouts

NAMES = sorted(games())


def position(name: str, plies: int = 8) -> hanlin.Position:
    one = hanlin.game(name).start().settle(3)
    for _ in range(plies):
        one.play(one.legal[-1]).settle(3)
    return one


@pytest.mark.parametrize("name", NAMES)
def test_playouts_end_games(name):
    begun = position(name)
    before = begun.copy()
    played = playouts(begun, 4, "ends")
    assert len(played) == 4
    assert played.points.shape == played.shares.shape == (4, begun.players)
    assert np.allclose(played.shares.sum(axis=1), 1)
    assert (played.decisions > 0).all()
    assert played.win_share.sum() == pytest.approx(1)
    assert (played.standard_error >= 0).all()
    assert begun == before


def test_playouts_hang_on_the_seed_alone(monkeypatch):
    monkeypatch.setattr(monte_carlo, "BLOCK", 4)
    begun = position("china")
    one, two = (playouts(begun, 9, 7, threads=threads) for threads in (1, 2))
    assert one.points.tobytes() == two.points.tobytes()
    assert playouts(begun, 3, 7).points.tolist() == one.points[:3].tolist()
    assert playouts(begun, 3, 8).points.tolist() != one.points[:3].tolist()


@pytest.mark.parametrize("name", NAMES)
def test_playouts_are_the_same_at_both_speeds(name, monkeypatch):
    begun = position(name)
    fast = playouts(begun, 2, "speeds")
    monkeypatch.setattr(monte_carlo, "play_out", getattr(monte_carlo.play_out, "py_func", monte_carlo.play_out))
    plain = playouts(begun, 2, "speeds")
    assert (fast.points.tolist(), fast.decisions.tolist()) == (plain.points.tolist(), plain.decisions.tolist())


def test_a_view_is_sampled_again_each_time(monkeypatch):
    """Hidden things differ from playout to playout."""
    view = position("china").seen_by(0)
    held = set()

    def end(start, room, guesses, generators, block, first, last, *rest):
        assert guesses == 1
        for n in range(first, last):
            room[0] = start[0]
            hanlin.core.verbs.generic.guess(room[0], generators[n // block])
            held.add(room[0].hands.tobytes())

    monkeypatch.setattr(monte_carlo, "play_out", end)
    playouts(view, 20, 1)
    assert len(held) > 5


def test_what_is_over_is_over():
    begun = position("year_of_the_dragon", 0)
    while not begun.over:
        begun.play(begun.legal[0]).settle(1)
    played = playouts(begun, 2, 1)
    assert played.points.tolist() == [begun.scores] * 2
    assert np.flatnonzero(played.shares[0]).tolist() == begun.winners
    assert played.decisions.tolist() == [0, 0]


@pytest.mark.parametrize("wrong", [0, -1, 2.5, True, "many"])
def test_the_number_is_a_whole_one(wrong):
    with pytest.raises(hanlin.HanlinError, match="whole number from 1"):
        playouts(position("china"), wrong)
