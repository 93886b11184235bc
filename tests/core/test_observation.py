"""Observations: as the layout says, from the seat's view alone, the same at both speeds."""

from __future__ import annotations

import numpy as np
import pytest

import hanlin
from hanlin.core.jit.compiled import PLAIN, entry
from hanlin.core.jit.rng import below, seeded
from hanlin.core.position.game import games
from hanlin.core.verbs import generic
from hanlin.core.verbs.features import size_of

TABLES = [(name, players) for name, game in games().items() for players in game.players]
each_table = pytest.mark.parametrize(("name", "players"), TABLES)


@entry
def look_fast(states, seat, codes, n, rows, out):
    generic.describe_actions(states[0], seat, codes, n, rows)
    return generic.observe(states[0], seat, out)


def options(name, number):
    """Every switch on in every other game."""
    return {option.name: bool(number % 2) for option in games()[name].options if option.is_switch}


def moments(name, players, every=5):
    """Some positions of two random games in which a seat decides."""
    for number in range(2):
        rng = seeded("observed", name, players, number)
        position = hanlin.game(name).start(players, **options(name, number))
        while not position.settle(rng).over:
            if position.ply % every == 0:
                yield position
            position.play(position.legal[below(rng, len(position.legal))])


def observed(position, seat):
    out = np.full(size_of(position.game.features(position.players)), np.nan, np.float32)
    assert generic.observe(position.seen_by(seat).state, seat, out) == len(out)
    return out


def described(position):
    codes = np.array(position.legal_codes, np.int32)
    out = np.full((len(codes), size_of(position.game.action_features())), np.nan, np.float32)
    generic.describe_actions(position.seen_by(position.actor).state, position.actor, codes, len(codes), out)
    return out


@each_table
def test_the_layout_names_every_number_once(name, players):
    features = hanlin.game(name).features(players)
    assert len({feature.name for feature in features}) == len(features)
    assert all(feature.size > 0 and feature.about for feature in (*features, *hanlin.game(name).action_features()))


@each_table
def test_numbers_fill_the_layout_and_keep_to_the_scale(name, players):
    seen, ply_before = [], 0
    again = np.zeros(size_of(hanlin.game(name).features(players)), np.float32)
    for position in moments(name, players):
        if position.ply < ply_before:
            again[:] = 0
        ply_before = position.ply
        for seat in range(players):
            numbers = observed(position, seat)
            assert generic.observe_again(position.seen_by(seat).state, seat, again) == len(again)
            assert again.tobytes() == numbers.tobytes(), "what was observed earlier in the game shines through"
            assert np.isfinite(numbers).all()
            assert np.abs(numbers).max() <= 3
            seen.append(numbers)
        rows = described(position)
        assert np.isfinite(rows).all()
        assert np.abs(rows).max() <= 3
        assert len(np.unique(rows, axis=0)) > len(rows) // 4
    assert np.mean(np.abs(np.array(seen)) > 1) < 0.02


@each_table
def test_every_block_says_something(name, players):
    decisions = [position.copy() for position in moments(name, players, 1)]
    end = decisions[-1].copy()
    while not end.settle(1).over:
        end.play(end.legal[0])
    positions = [hanlin.game(name).start(players), *decisions[::2], end]
    seen = np.array([observed(position, seat) for position in positions for seat in range(players)])
    at = 0
    for feature in hanlin.game(name).features(players):
        block = seen[:, at : at + feature.size]
        at += feature.size
        rare = ("options", "super event", "evicted", "more palaces")  # see test_complete_observations.py and test_forms.py
        assert (block != block[0]).any() or feature.name in rare, feature.name


@each_table
def test_what_is_hidden_changes_nothing(name, players):
    """The seat's observation is the same after hidden things are exchanged for others."""
    rng = seeded("swapped", name, players)
    for position in moments(name, players, 9):
        for seat in range(players):
            states = position.seen_by(seat)._states.copy()
            generic.guess(states[0], rng)
            generic.hide(states[0], seat)
            out = observed(position, seat)
            again = np.zeros_like(out)
            generic.observe(states[0], seat, again)
            assert again.tolist() == out.tolist()


@pytest.mark.parametrize("name", sorted(games()))
def test_seats_follow_turn_order_from_the_observer(name):
    """The active seat is the first of the seats in its own observation, and another one in the others'."""
    features = hanlin.game(name).features(3)
    blocks = [feature.name for feature in features]
    block = "turn" if "turn" in blocks else "actor"
    at = size_of(features[: blocks.index(block)])
    for position in moments(name, 3, 7):
        for seat in range(3):
            turn = observed(position, seat)[at : at + 3]
            assert int(np.argmax(turn)) == (position.actor - seat) % 3


@pytest.mark.skipif(PLAIN, reason="no machine code is made in this process")
@each_table
def test_both_speeds_observe_the_same(name, players):
    for position in moments(name, players, 11):
        rows, codes = described(position), np.array(position.legal_codes, np.int32)
        for seat in range(players):
            out = observed(position, seat)
            fast, fast_rows = np.zeros_like(out), np.zeros_like(rows)
            states = position.seen_by(seat)._states.copy()
            n = len(codes) if seat == position.actor else 0
            assert look_fast(states, seat, codes, n, fast_rows, fast) == len(out)
            assert fast.tobytes() == out.tobytes()
            assert n == 0 or fast_rows.tobytes() == rows.tobytes()
