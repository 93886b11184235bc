"""Hidden tiles stay secret, and samples are possible worlds (F1.1, F2.3, F6.1)."""

from __future__ import annotations

import numpy as np
import pytest

from forbidden_city.palaces import Table, face, play_one, random_position
from forbidden_city.test_turns import GREEN, WHITE, game_with, pass_turn, play, unequal
from hanlin.core.jit.rng import seeded
from hanlin.core.verbs import generic
from hanlin.core.verbs.generic import CHANCE
from hanlin.games.forbidden_city import GAME
from hanlin.games.forbidden_city.pieces import HIDDEN_TILE
from hanlin.games.forbidden_city.stacks import tiles_left

PLACES = [(players, plies) for players in (2, 3, 4) for plies in (1, 3, 4, 5, 6, 17, 40, 60, 90, 110)]


def view(position, seat):
    return position.seen_by(seat)._states.tobytes()


def swapped(position, seat, rng):
    """The position with another tile in the hand of ``seat``, if its stack has one; the stack gets the tile back."""
    other = position.copy()
    states = other._states
    generic.hide(states[0], seat - 1 if seat else 1)
    for one in range(other.players):
        if one != seat and states[0].hand[one] == HIDDEN_TILE:
            for name in ("hand", "stack"):
                states[0][name][one] = position.state[name][one]
    generic.guess(states[0], rng)
    return other


@pytest.mark.rule("F1.1", "F2.3", "F6.1")
@pytest.mark.parametrize(("players", "plies"), PLACES)
def test_a_view_does_not_change_when_hidden_tiles_are_swapped(players, plies):
    position = random_position(players, plies, plies)
    rng, changed = seeded("swap", players, plies), 0
    for seat in range(players):
        for _ in range(8):
            other = swapped(position, seat, rng)
            changed += other.state.hand[seat] != position.state.hand[seat]
            for viewer in (*range(players), -1):
                assert (view(other, viewer) == view(position, viewer)) or viewer == seat
    assert changed or position.over or not any(position.state.hand[:players] >= 0)


@pytest.mark.parametrize(("players", "plies"), PLACES)
def test_a_sampled_state_is_consistent_with_the_view(players, plies):
    position = random_position(players, plies, plies)
    rng = seeded("guess", players, plies)
    for viewer in (*range(players), -1):
        seen = position.seen_by(viewer)._states
        for _ in range(5):
            guessed = seen.copy()
            generic.guess(guessed[0], rng)
            assert not np.any(guessed[0].hand == HIDDEN_TILE)
            for seat in range(players):
                assert tiles_left(guessed[0], seat) == tiles_left(position.state, seat)
                assert (guessed[0].hand[seat] >= 0) == (position.state.hand[seat] >= 0)
            if viewer >= 0:
                assert guessed[0].hand[viewer] == position.state.hand[viewer]
            generic.hide(guessed[0], viewer)
            assert guessed.tobytes() == seen.tobytes()


def test_sampling_gives_each_possible_tile_in_hand_its_chance():
    position = random_position(2, "chances", 30)
    seen = position.seen_by(0)._states
    stack = int(seen[0].stack[1])
    rng, found, n = seeded("chances"), {}, 5_000
    for _ in range(n):
        guessed = seen.copy()
        generic.guess(guessed[0], rng)
        kind = int(guessed[0].hand[1])
        found[kind] = found.get(kind, 0) + 1
    expected = {kind: (stack & int(seen[0].kind_tiles[kind])).bit_count() for kind in range(24)}
    expected = {kind: n * tiles / stack.bit_count() for kind, tiles in expected.items() if tiles}
    assert set(found) == set(expected)
    assert sum((found[kind] - tiles) ** 2 / tiles for kind, tiles in expected.items()) < 2 * len(expected)


@pytest.mark.rule("F1.1")
def test_only_the_own_tile_is_seen():
    position = GAME.start(3)
    play(position, "draw 1 green-hall", "draw 2 pink-hall", "draw 3 white-hall")
    for viewer, hands in ((0, [0, -2, -2]), (1, [-2, 7, -2]), (2, [-2, -2, 14]), (-1, [-2, -2, -2])):
        assert list(position.seen_by(viewer).state.hand[:3]) == hands
    assert position.seen_by(1).moves == [(-1, "draw 1 ?"), (-1, "draw 2 pink-hall"), (-1, "draw 3 ?")]


@pytest.mark.rule("F2.3")
def test_in_a_record_for_others_only_the_tile_in_hand_is_unknown():
    position = random_position(3, "moves", 40)
    for viewer in (0, 1, 2, -1):
        for (actor, shown), (_, full), ply in zip(position.seen_by(viewer).moves, position.moves, range(40), strict=False):
            if shown != full:
                seat = int(full.split()[1]) - 1
                assert actor == CHANCE
                assert seat != viewer
                assert not any(later == seat for later, _ in position.moves[ply:])
        hidden = sum(text.endswith("?") for _, text in position.seen_by(viewer).moves)
        assert hidden == sum(position.state.hand[seat] >= 0 for seat in range(3) if seat != viewer)


@pytest.mark.rule("F2.4")
def test_a_tile_shown_before_a_pass_is_no_secret():
    position = pass_turn(unequal(4, 5), 4)
    assert list(position.seen_by(1).state.hand[:2]) == [0, 1]
    assert position.seen_by(1).moves[-2] == (-1, "draw 1 k0")
    assert list(position.seen_by(-1).state.hand[:2]) == [0, HIDDEN_TILE]


@pytest.mark.rule("F2.4")
def test_tiles_under_a_stack_are_known_and_their_draws_public():
    position = game_with(WHITE, GREEN, counts=(3, 3))
    position.state.stack[0] = 0b000111
    position.state.stack[1] = 0b111000
    play(position, "draw 1 k0", "draw 2 k1", "unfit", "draw 1 k0", "unfit", "draw 1 k0", "pass")
    seen = position.seen_by(1).state
    assert list(seen.under[0, :2]) == [0, 0]
    play(position, "place 0,-2 0")
    play(position, "unfit")
    assert GAME.seen_only_by(position.state, GAME.parse(position.state, "draw 1 k0")) == -1
    play(position, "draw 1 k0")
    assert position.seen_by(1).state.hand[0] == 0
    assert position.seen_by(1).moves == position.moves


@pytest.mark.rule("F6.1")
def test_tiles_shown_at_the_end_are_public():
    position = random_position(2, "end")
    while position.moves[-1][1].startswith("show"):
        position.pop()
    again = GAME.start(2)
    for _, action in position.moves:
        again.play(action)
    code = GAME.parse(again.state, again.legal[0])
    assert again.legal[0].startswith("show 1 ")
    assert GAME.seen_only_by(again.state, code) == -1


def test_events_of_a_draw_are_public():
    from hanlin.core.jit.events import capture

    position, rng = GAME.start(3), seeded("told")
    told = {}
    for kind in ("green-hall", "white-hall"):
        again = position.copy()
        with capture() as events:
            again.play(f"draw 1 {kind}")
            again.play("draw 2 pink-hall")
            again.play("draw 3 pink-hall")
        told[kind] = list(events)
        play_one(again, rng)
    assert told["green-hall"] == told["white-hall"]


def test_a_view_of_a_table_without_tiles_in_hand_hides_nothing():
    table = Table()
    before = table.states.tobytes()
    generic.hide(table.s, -1)
    assert table.states.tobytes() == before
    table.hold(1, face("green"))
    generic.hide(table.s, 1)
    assert table.s.hand[1] == 0
