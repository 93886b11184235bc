"""Plans of seats while others decide: from their views alone, and never more than a normal game allows."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hanlin
from hanlin.core.errors import IllegalAction
from hanlin.core.position.premoves import MOST, ghost_of, goes_on, meaning_of, meanings_of
from helpers.hidden_worlds import other_world

GAMES = [
    ("china", 3),
    ("china", 5),
    ("forbidden_city", 2),
    ("forbidden_city", 4),
    ("year_of_the_dragon", 2),
    ("year_of_the_dragon", 5),
]


def random_position(name, players, seed, moves):
    """A position of a random game after so many decisions, and the generator."""
    rng = random.Random(seed)
    position = hanlin.game(name).start(players).settle(rng.randrange(2**31))
    for _n in range(moves):
        if position.over:
            break
        position.play(rng.choice(position.legal)).settle(rng.randrange(2**31))
    return position, rng


def planners(position):
    """The seats that can plan, with their ghosts."""
    seats = [seat for seat in range(position.players) if seat != position.actor]
    found = {seat: ghost_of(position.seen_by(seat)) for seat in seats}
    return {seat: ghost for seat, ghost in found.items() if ghost is not None}


def whole_plan(seen, rng):
    """A plan at random, as long as it goes on."""
    actions = []
    while goes_on(seen, actions):
        actions.append(rng.choice(ghost_of(seen, actions).legal))
    return actions


positions = st.tuples(st.sampled_from(GAMES), st.integers(0, 9999), st.integers(0, 60))


@settings(max_examples=30, deadline=None)
@given(positions)
def test_a_ghost_is_a_decision_of_its_seat(where):
    (name, players), seed, moves = where
    position, rng = random_position(name, players, seed, moves)
    for seat, ghost in planners(position).items():
        before = position.seen_by(seat).state.tobytes()
        assert (ghost.actor, ghost.seat, ghost.decides) == (seat, seat, True)
        assert ghost.legal
        actions = whole_plan(position.seen_by(seat), rng)
        assert 1 <= len(actions) <= MOST
        assert len(meanings_of(position.seen_by(seat), actions)) == len(actions)
        assert position.seen_by(seat).state.tobytes() == before


@settings(max_examples=30, deadline=None)
@given(positions)
def test_the_next_decision_is_the_one_that_was_planned_for(where):
    """Others play on; when the seat is asked, it is asked what the ghost showed, or its plan is refused by the rules."""
    (name, players), seed, moves = where
    position, rng = random_position(name, players, seed, moves)
    for seat in planners(position):
        seen = position.seen_by(seat)
        ghost = ghost_of(seen)
        action = rng.choice(ghost.legal)
        meant, later = meaning_of(ghost, action), position.copy()
        while later.actor != seat and not later.over:
            later.play(rng.choice(later.legal)).settle(rng.randrange(2**31))
        if later.over:
            continue
        now = later.seen_by(seat)
        assert now.game.premoves.turn_of(now.state)[0] == ghost.game.premoves.turn_of(ghost.state)[0]
        if now.is_legal(action) and meaning_of(now, action) == meant:
            assert action in later.legal


@settings(max_examples=20, deadline=None)
@given(positions)
def test_a_ghost_depends_on_the_view_alone(where):
    (name, players), seed, moves = where
    position, _rng = random_position(name, players, seed, moves)
    for seat, ghost in planners(position).items():
        other = other_world(position, seat)
        if other is not None:
            same = ghost_of(other.seen_by(seat))
            assert (same.legal, same.state.tobytes()) == (ghost.legal, ghost.state.tobytes())


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_nobody_plans_in_turn_or_after_the_end(name, players):
    position, rng = random_position(name, players, 1, 10)
    assert ghost_of(position.seen_by(position.actor)) is None
    assert ghost_of(position.seen_by(-1)) is None
    while not position.over:
        position.play(rng.choice(position.legal)).settle(rng.randrange(2**31))
    assert planners(position) == {}


def test_a_plan_holds_only_what_its_ghost_allows():
    position, _rng = random_position("china", 3, 2, 6)
    seat, ghost = next(iter(planners(position).items()))
    with pytest.raises(IllegalAction):
        ghost_of(position.seen_by(seat), ["take pile"])
    with pytest.raises(IllegalAction):
        meanings_of(position.seen_by(seat), [ghost.legal[0], ghost.legal[0], "pass", "pass"])


def test_a_game_without_plans_has_no_ghost(monkeypatch):
    position, _rng = random_position("china", 3, 2, 6)
    seat = next(iter(planners(position)))
    monkeypatch.setitem(position.game.__dict__, "premoves", None)
    assert ghost_of(position.seen_by(seat)) is None


def test_an_occupied_group_is_another_action():
    """In the Year of the Dragon a group costs 3 yuan once another dragon stands there."""
    position = hanlin.game("year_of_the_dragon").start(2).settle(1)
    while position.state.phase == 0:
        position.play(position.legal[0]).settle(1)
    seat = 1 - position.actor
    action = next(each for each in ghost_of(position.seen_by(seat)).legal if each.startswith("act 1"))
    meant = meaning_of(ghost_of(position.seen_by(seat)), action)
    here, there = position.copy(), position.copy()
    here.play(next(each for each in position.legal if each.startswith("act 1")))
    there.play(next(each for each in position.legal if each.startswith("act 2")))
    for after, same in ((here, False), (there, True)):
        while after.actor != seat:
            after.play(after.legal[0])
        now = after.seen_by(seat)
        assert not same or now.is_legal(action)
        assert not now.is_legal(action) or (meaning_of(now, action) == meant) == same
