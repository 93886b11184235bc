"""Positions of one game share their history: earlier ones come back, other ways branch off, and none disturbs another."""

from __future__ import annotations

import copy
import pickle
import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hanlin
from hanlin.core.jit.events import capture
from hanlin.core.jit.rng import below, seeded
from hanlin.core.position.game import games
from hanlin.core.position.history import SPACING

GAMES = sorted(games())
each_game = pytest.mark.parametrize("name", GAMES)


def step(position, rng):
    """One action at random, of chance or of a seat."""
    if position.actor == hanlin.CHANCE:
        return position.chance(rng)
    return position.play(position.legal[below(rng, len(position.legal))])


def kept_game(name, seed, plies=10**6):
    """A random game: for each ply the state and the moves as they were, written down when they were; and its last position."""
    rng = seeded("history", name, seed)
    position = hanlin.game(name).start()
    kept = [(position.state.tobytes(), position.moves)]
    while not position.over and position.ply < plies:
        step(position, rng)
        kept.append((position.state.tobytes(), position.moves))
    return position, kept


def as_kept(position):
    return position.state.tobytes(), position.moves


@each_game
def test_any_earlier_position_comes_back(name):
    position, kept = kept_game(name, 1)
    assert position.ply == len(kept) - 1
    for ply in [*range(0, len(kept), 7), 1, SPACING - 1, SPACING, SPACING + 1, len(kept) - 1]:
        earlier = position.at(ply)
        assert as_kept(earlier) == kept[ply]
        assert earlier.ply == ply
    assert as_kept(position) == kept[-1]


@each_game
def test_what_was_played_is_taken_back_action_by_action(name):
    position, kept = kept_game(name, 2, plies=3 * SPACING)
    for ply in reversed(range(len(kept) - 1)):
        assert position.pop() == kept[ply + 1][1][-1]
        assert as_kept(position) == kept[ply]
    with pytest.raises(hanlin.HanlinError, match="nothing to undo"):
        position.pop()


@each_game
def test_an_action_tried_and_taken_back_leaves_everything_as_it_was(name):
    position = hanlin.game(name).start().settle(3)
    before = position.copy()
    for text in position.legal:
        position.play(text).pop()
        assert position == before
        assert position.legal == before.legal


@each_game
@given(seed=st.integers(0, 10**6), choices=st.lists(st.integers(0, 4), min_size=5, max_size=60))
@settings(max_examples=10, deadline=None)
def test_positions_that_share_a_history_do_not_disturb_each_other(name, seed, choices):
    rng = seeded("branches", name, seed)
    first = hanlin.game(name).start().settle(rng)
    positions, kept = [first], [as_kept(first)]
    for choice in choices:
        at = below(rng, len(positions))
        position = positions[at]
        if choice <= 1 and not position.over:
            step(position, rng)
        elif choice == 2 and position.ply:
            position.pop()
        elif choice == 3:
            position = position.copy()
        else:
            position = position.at(below(rng, position.ply + 1))
        if position is positions[at]:
            kept[at] = as_kept(position)
        else:
            positions.append(position)
            kept.append(as_kept(position))
        assert [as_kept(one) for one in positions] == kept
    for position in positions:
        record = hanlin.read_record(position.record())
        assert record.end == position
        assert record.end.at(position.ply // 2) == position.at(position.ply // 2)


@each_game
def test_a_position_for_each_ply_costs_no_more_than_the_game(name):
    """A table with a separate history for each ply once cost the square of the game's length."""
    position = hanlin.game(name).start()
    rng = seeded("shared", name)
    kept = [position.copy()]
    while not position.over:
        position = step(position.copy(), rng)
        kept.append(position)
    log = position._history._log
    assert all(one._history._log is log for one in kept)
    assert len(log.steps) == len(kept) - 1
    assert len(log.states) == 1 + (len(kept) - 1) // SPACING


def test_playing_the_same_again_shares_what_is_there():
    position, _ = kept_game("china", 5, plies=60)
    again = position.at(20)
    for _, text in position.moves[20:]:
        again.play(text)
    assert again == position
    assert again._history._log is position._history._log


def test_a_replay_emits_no_events_again():
    position, _ = kept_game("year_of_the_dragon", 6, plies=3 * SPACING - 1)
    with capture() as told:
        position.at(SPACING + 3)
        position.pop()
        position.pop()
    assert told == []


def test_a_state_set_by_hand_is_kept_from_there_on():
    position, _ = kept_game("year_of_the_dragon", 7, plies=30)
    other = position.copy()
    position.state.yuan[0] = 77
    position.play(position.legal[0]).play(position.legal[0])
    assert position.at(30).state.yuan[0] == 77
    position.pop()
    position.pop()
    assert position.state.yuan[0] == 77
    assert other.state.yuan[0] != 77
    other.play(other.legal[0])
    assert other.at(30).state.yuan[0] != 77


def test_threads_that_play_on_from_one_position_do_not_interfere():
    start = hanlin.game("year_of_the_dragon").start(3).settle(8)
    ends = {}

    def run(number):
        rng = seeded("thread", number)
        for _round in range(20):
            position = start.copy()
            for _ply in range(10):
                step(position, rng)
            ends[number] = position

    threads = [threading.Thread(target=run, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for position in ends.values():
        assert hanlin.read_record(position.record()).end == position


@each_game
def test_copies_and_pickles_are_equal_and_independent(name):
    """Pickling once failed when a position had been printed, and ``copy.copy`` shared the state."""
    position, _ = kept_game(name, 9, plies=20)
    assert str(position)
    assert position.svg()
    for make in (copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))):
        for original in (position, position.seen_by(0), position.seen_by(-1)):
            other = make(original)
            assert other == original
            assert as_kept(other) == as_kept(original)
            assert other.game is original.game
            assert str(other) == str(original)
        other = step(make(position), seeded(1))
        assert other != position
        assert position.ply == 20
        other.pop()
        assert other == position
        assert other.at(13) == position.at(13)


def test_positions_differ_in_game_options_seat_history_and_state():
    game = hanlin.game("year_of_the_dragon")
    position = game.start(3).settle(1)
    assert position == game.start(3).settle(1)
    assert position != game.start(3, great_wall=True).settle(1)
    assert position != game.start(4).settle(1)
    assert position != position.seen_by(0)
    assert position.seen_by(0) != position.seen_by(1)
    assert position != position.copy().play(position.legal[0])
    changed = position.copy()
    changed.state.yuan[0] += 1
    assert changed != position
    assert position != "a position"
    with pytest.raises(TypeError, match="unhashable"):
        hash(position)


def test_a_pickled_view_holds_nothing_that_the_seat_can_not_know():
    position, _ = kept_game("china", 10, plies=40)
    other = position.copy()
    hidden = [text for (_, text), (_, seen) in zip(position.moves, position.seen_by(0).moves, strict=True) if text != seen]
    assert hidden
    assert pickle.loads(pickle.dumps(other.seen_by(0))).moves == other.seen_by(0).moves
    assert all(text.encode() not in pickle.dumps(position.seen_by(0)) for text in hidden if text.startswith("deal 2"))


@pytest.mark.parametrize("error", [hanlin.IllegalAction("No", "because.", "Y1.1", "Try."), hanlin.BadRecord(3, "why")])
def test_errors_can_be_pickled(error):
    other = pickle.loads(pickle.dumps(error))
    assert str(other) == str(error)
    assert vars(other) == vars(error)
