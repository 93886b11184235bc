"""What one can do with a position beside playing it: sample what it hides, play it out, value it, look it up in a table."""

from __future__ import annotations

import pickle
from collections import Counter

import pytest

import hanlin
from hanlin.core.jit.rng import below

NAMES = ("china", "forbidden_city", "year_of_the_dragon")


def played_on(name, plies):
    luck = hanlin.luck(f"{name} {plies}")
    position = hanlin.game(name).start().settle(luck)
    while not position.over and position.ply < plies:
        position.play(position.legal[below(luck, len(position.legal))]).settle(luck)
    return position


@pytest.mark.parametrize("name", NAMES)
def test_a_guess_is_whole_and_agrees_with_the_view(name):
    view = played_on(name, 40).seen_by(0)
    luck = hanlin.luck(5)
    found = [view.guess(luck) for _ in range(5)]
    assert all(each.seat is None and each.seen_by(0).same_state(view) for each in found)
    assert view.guess(9).same_state(view.guess(9))
    if found[0].actor >= 0:
        found[0].play(found[0].legal[0])
        assert list(hanlin.read_record(found[0].record()).positions())[-1].same_state(found[0])


def test_guesses_of_what_is_hidden_differ():
    view = played_on("forbidden_city", 40).seen_by(0)
    luck = hanlin.luck(1)
    assert len(Counter(view.guess(luck).key() for _ in range(10))) > 1


@pytest.mark.parametrize("name", NAMES)
def test_a_playout_ends_the_game_and_changes_nothing(name):
    position = played_on(name, 40)
    before = position.text()
    ended = position.playout(3)
    assert ended.over
    assert ended.scores == position.playout(3).scores
    assert position.seen_by(0).playout(3).over
    assert position.text() == before


@pytest.mark.parametrize("name", NAMES)
def test_a_key_follows_from_state_and_options_alone(name):
    position = played_on(name, 40)
    again = hanlin.position(position.text())
    assert again != position
    assert again.same_state(position)
    assert again.key() == position.key() == pickle.loads(pickle.dumps(position)).key()
    view = position.seen_by(0)
    assert view.key() != position.key()
    assert not view.same_state(position)
    keys = [position.at(ply).key() for ply in range(position.ply)]
    assert len(set(keys)) == len(keys)
    assert 0 <= position.key() < 2**64


def test_a_value_says_who_stands_better():
    position = hanlin.position(played_on("china", 10**6).text())
    assert position.over
    best = max(range(position.players), key=position.scores.__getitem__)
    assert position.value(best) == max(position.value(seat) for seat in range(position.players))


def test_bad_requests_are_explained():
    position = played_on("china", 40)
    with pytest.raises(hanlin.HanlinError, match="seen_by"):
        position.guess(1)
    with pytest.raises(hanlin.HanlinError, match="generator"):
        position.playout("x")
    with pytest.raises(hanlin.HanlinError, match="spectator"):
        position.value(-1)
    with pytest.raises(hanlin.HanlinError, match="whole number from 1"):
        hanlin.simulate("china", games=0)


def test_games_are_simulated_in_one_call():
    first, second = (hanlin.simulate("china", players=3, games=12, seed=3, fortresses=True) for _ in range(2))
    assert first.as_json() == second.as_json()
    assert first.bots["greedy"].wins + first.bots["random"].wins == 12


def test_packages_of_the_library_are_found_by_name():
    assert {"bots", "envs", "lab", "client"} <= set(dir(hanlin))
    assert hanlin.lab.__name__ == "hanlin.lab"
