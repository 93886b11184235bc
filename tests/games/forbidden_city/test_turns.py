"""Set-up, turns, tiles that fit nowhere, the end (F1, F2, F6)."""

from __future__ import annotations

import numpy as np
import pytest

from forbidden_city.palaces import Table, face, halved, random_position, tile_set
from hanlin.core.jit.events import capture
from hanlin.core.jit.rng import seeded
from hanlin.core.position.position import Position
from hanlin.core.verbs import generic
from hanlin.core.verbs.generic import CHANCE, OVER
from hanlin.games.forbidden_city import GAME, pieces
from hanlin.games.forbidden_city.setup import state_with
from hanlin.games.forbidden_city.spaces import free_spaces
from hanlin.games.forbidden_city.state import MAX_FREE
from hanlin.games.forbidden_city.tiles import load_tiles

GREEN_START = {
    side: tuple(load_tiles().start["gardens"][4] if number == 4 else face("green") for number in range(9))
    for side in ("gardens", "rooms")
}
"""A start tile that is green all round: an open tile of another floor fits nowhere."""

GREEN, GREEN_WALLED, WHITE, PINK = face("green"), face("green", "wwww"), face("white"), face("pink")


def game_with(*faces, counts, players=2):
    """A position in which each seat has these tiles; kinds are k0, k1, …"""
    states = state_with(tile_set(*faces, counts=counts, start=GREEN_START), players, "gardens")
    return Position(GAME, states, {"side": "gardens", "tiles": None})


def play(position, *texts):
    for text in texts:
        position.play(text)
    return position


# -- F1 ------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("F1.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_seat_draws_its_first_tile(players):
    position = GAME.start(players)
    for seat in range(players):
        assert position.actor == CHANCE
        kinds = [text.split() for text in position.legal]
        assert {words[0] for words in kinds} == {"draw"}
        assert {words[1] for words in kinds} == {str(seat + 1)}
        assert [words[2] for words in kinds] == [kind.id for kind in load_tiles().kinds]
        assert sum(position.weights.values()) == (30 if players == 2 else 24)
        position.play(f"draw {seat + 1} pink-hall")
    assert position.actor == 0
    assert list(position.state.hand[:players]) == [7] * players


@pytest.mark.rule("F1.2")
def test_the_turn_goes_round():
    position = random_position(3, "turns", 6)
    seats = []
    rng = seeded("turns")
    while not position.over:
        if position.actor != CHANCE:
            seats.append(position.actor)
            position.play(position.legal[0])
        else:
            position.chance(rng)
    assert seats[:7] == [seats[0], *[(seats[0] + step) % 3 for step in range(1, 7)]]


# -- F2 ------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2.1")
def test_a_tile_adjoins_the_palace_in_any_rotation_or_fills_a_hole():
    table = Table()
    legal = table.legal(0, GREEN_WALLED)
    around = [(x, y) for y in range(-2, 3) for x in range(-2, 3) if (abs(x) == 2) != (abs(y) == 2)]
    assert legal == [f"place {x},{y} 0" for x, y in around]
    for x, y in ((0, -2), (1, -2), (2, -2), (2, -3), (2, -4), (1, -4), (0, -4), (0, -3)):
        table.put(0, x, y, GREEN_WALLED)
    assert "place 1,-3 0" in table.legal(0, GREEN_WALLED)
    table.put(0, 1, -3, GREEN_WALLED)
    gate = table.legal(0, face("green", "awww"))
    assert [text[-1] for text in gate if text.startswith(gate[0][:-1])] == ["0", "1", "2", "3"]


@pytest.mark.rule("F2.1")
@pytest.mark.parametrize(("dx", "dy"), [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_the_palace_grows_without_limit(dx, dy):
    table = Table()
    for step in range(2, 90):
        table.put(0, dx * step, dy * step, GREEN_WALLED)
    assert int(table.s.placed) == 88
    assert free_spaces(table.s) == 12 + 2 * 87 <= MAX_FREE
    assert f"place {dx * 90},{dy * 90} 0" in table.legal(0, GREEN_WALLED)
    assert len(table.legal(0, face("green", "awww"))) == 4 * (12 + 2 * 87) <= GAME.max_actions


@pytest.mark.rule("F2.2")
@pytest.mark.parametrize(
    ("lying", "placed", "legal"),
    [
        (face("green"), face("green"), True),
        (face("green"), face("white"), False),
        (face("green"), face("pink"), False),
        (face("green"), face("white", "oowo"), True),
        (face("green"), face("white", "ooao"), True),
        (face("green", "wooo"), face("white"), True),
        (face("green", "aooo"), face("white"), True),
        (face("green", "wooo"), face("white", "oowo"), True),
    ],
)
def test_which_edges_may_meet(lying, placed, legal):
    table = Table()
    table.put(0, 0, -2, lying)
    assert ("place 0,-3 0" in table.legal(0, placed)) == legal


@pytest.mark.rule("F2.2")
def test_all_four_edges_count():
    table = Table()
    table.put(0, 1, -2, face("pink", "oooo"))
    table.put(0, 1, -3, face("white", "oowo"))
    table.put(0, 0, -3, face("white"))
    table.put(0, -1, -2, face("green", "oowo"))
    for walls, legal in (("oooo", False), ("wooo", False), ("wwoo", True), ("owoo", False), ("aaoo", True)):
        assert ("place 0,-2 0" in table.legal(0, face("green", walls))) == legal, walls


@pytest.mark.rule("F2.3")
def test_after_scoring_a_seat_draws_while_over_two_tiles_are_left():
    position = game_with(GREEN_WALLED, counts=(4,))
    play(position, "draw 1 k0", "draw 2 k0", "place 0,-2 0")
    assert position.legal == ["draw 1 k0"]
    play(position, "draw 1 k0", "place 1,-2 0", "draw 2 k0", "place 2,-1 0")
    assert position.actor == 1
    play(position, "place 2,0 0")
    assert position.legal == ["show 1 k0"]


@pytest.mark.rule("F2.4")
def test_an_unplaceable_tile_goes_under_the_stack_for_the_next():
    position = game_with(WHITE, GREEN_WALLED, counts=(3, 2))
    play(position, "draw 1 k0", "draw 2 k1")
    assert position.legal == ["unfit"]
    with capture() as told:
        position.play("unfit")
    assert [(event.what, event.seat, event.a) for event in told] == [(pieces.UNFIT, 0, 0)]
    assert position.weights == {"draw 1 k0": 2, "draw 1 k1": 2}
    play(position, "draw 1 k0", "unfit", "draw 1 k1")
    assert position.actor == 0
    assert all(text.startswith("place") for text in position.legal)


@pytest.mark.rule("F2.4")
def test_tiles_put_under_return_in_order_after_the_shuffled_ones():
    position = game_with(WHITE, PINK, GREEN_WALLED, counts=(1, 1, 3))
    play(position, "draw 1 k0", "draw 2 k2", "unfit", "draw 1 k1", "unfit", "draw 1 k2", "place 0,-2 0")
    play(position, "draw 1 k2", "place 1,-2 0", "draw 2 k2", "place 2,-1 0")
    assert position.legal == ["draw 1 k2"]
    play(position, "draw 1 k2", "place 2,0 0", "draw 2 k2", "place 2,1 0")
    assert position.state.stack[0] == 0
    assert list(position.state.under[0, :2]) == [0, 1]


@pytest.mark.rule("F2.4")
def test_an_unplaceable_last_tile_is_shown_kept_and_passed():
    position = game_with(WHITE, PINK, counts=(2, 2))
    play(position, "draw 1 k0", "draw 2 k1", "unfit", "draw 1 k0", "unfit", "draw 1 k1", "unfit", "draw 1 k1")
    assert position.legal == ["pass"]
    with capture() as told:
        position.play("pass")
    assert [(event.what, event.seat, event.a) for event in told] == [(pieces.PASSED, 0, 1)]
    assert position.actor == 1
    assert position.state.hand[0] == 1
    assert position.state.hand_known[0] == 1
    assert list(position.state.under[0, :3]) == [0, 0, 1]


def unequal(first, second):
    """A position of two seats that hold a tile each: seat 1 has only WHITE tiles, seat 2 only GREEN ones, so many of each."""
    position = game_with(WHITE, GREEN, counts=(first, second))
    for seat in range(2):
        position.state.stack[seat] = position.state.kind_tiles[seat]
    return play(position, "draw 1 k0", "draw 2 k1")


def pass_turn(position, tiles):
    """The turn of seat 1 with so many tiles, of which none fits."""
    for _ in range(tiles - 1):
        assert position.legal == ["unfit"]
        play(position, "unfit", "draw 1 k0")
    assert position.legal == ["pass"]
    return position.play("pass")


@pytest.mark.rule("F2.4")
def test_tiles_shown_in_an_earlier_turn_are_tried_again():
    position = pass_turn(unequal(4, 4), 4)
    play(position, "place 0,-2 0", "draw 2 k1")
    pass_turn(position, 4)


@pytest.mark.rule("F2.4")
def test_a_seat_that_passed_catches_up_on_missing_turns():
    position = pass_turn(unequal(5, 3), 5)
    with capture() as told:
        play(position, "place 0,-2 0")
    assert not [event for event in told if event.what == pieces.END_REACHED]
    position.state.hand[0] = 1
    with capture() as told:
        play(position, "place 0,-3 0", "draw 1 k0")
    assert [event.seat for event in told if event.what == pieces.SKIPPED] == [1]
    assert position.actor == 0


@pytest.mark.rule("F2.4", "F6.1")
def test_the_game_ends_when_all_with_over_two_tiles_pass_in_a_row():
    position = pass_turn(unequal(4, 3), 4)
    play(position, "place 0,-2 0")
    for _ in range(3):
        play(position, "unfit", "draw 1 k0")
    with capture() as told:
        play(position, "pass")
    assert [(event.what, event.a) for event in told][-1] == (pieces.END_REACHED, 1)
    play(position, *["show 1 k0"] * 4, *["show 2 k1"] * 2)
    assert position.over


@pytest.mark.rule("F2.4", "F6.1")
def test_a_tile_in_hand_is_shown_first_then_the_stack_is_drawn():
    position = game_with(face("white", advisors=1), face("pink", advisors=2), counts=(2, 1))
    play(position, "draw 1 k1", "draw 2 k0", "unfit", "draw 1 k0", "unfit", "draw 1 k0", "pass")
    play(position, "unfit", "draw 2 k1", "unfit", "draw 2 k0", "pass")
    assert position.weights == {"show 1 k0": 1}
    play(position, "show 1 k0")
    assert position.weights == {"show 1 k1": 1}
    play(position, "show 1 k1", "show 1 k0", "show 2 k0", "show 2 k0", "show 2 k1")
    assert position.over
    assert position.scores == [8, 8]


@pytest.mark.rule("F2.4")
def test_a_placement_in_between_breaks_the_succession_of_passes():
    position = pass_turn(unequal(4, 5), 4)
    play(position, "place 0,-2 0", "draw 2 k1")
    pass_turn(position, 4)
    assert position.actor == 1


# -- F6 ------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("F6.1")
@pytest.mark.parametrize(("players", "placements"), [(2, 28), (3, 22), (4, 22)])
def test_placements_of_each_seat(players, placements):
    position = random_position(players, "whole")
    assert position.over
    seats = list(position.state.placed_seat[: int(position.state.placed)])
    assert [seats.count(seat) for seat in range(players)] == [placements] * players
    shown = [text for _, text in position.moves if text.startswith("show")]
    assert [text.split()[1] for text in shown] == [str(seat + 1) for seat in range(players) for _ in range(2)]


@pytest.mark.rule("F6.1")
def test_the_last_two_tiles_are_shown_and_paid():
    faces = (
        GREEN_WALLED,
        face("white", advisors=2),
        face("pink", dragons=1),
        halved("white", "pink", advisors=(2, 1)),
    )
    position = game_with(*faces, counts=(1, 1, 1, 1))
    play(position, "draw 1 k0", "draw 2 k0", "place 0,-2 0", "draw 1 k1", "place 1,-2 0", "draw 2 k2")
    position.state.hand[:2] = 0
    play(position, "place 2,-1 0", "place 2,0 0")
    with capture() as told:
        play(position, "show 1 k2", "show 1 k3", "show 2 k1", "show 2 k3")
    paid = [event[1:] for event in told if event.what == pieces.TILE_SHOWN]
    assert paid == [(0, 3, 0, 1), (0, 6, 3, 0), (1, 4, 2, 0), (1, 6, 3, 0)]
    assert position.scores == [9, 10]
    assert position.winners == [1]


@pytest.mark.rule("F6.2", "F0.4")
def test_most_coins_win_and_a_tie_is_a_shared_win():
    position = random_position(3, "winners")
    position.state.points[:3] = (40_000, 7, 40_000)
    assert position.scores == [40_000, 7, 40_000]
    assert position.winners == [0, 2]


def test_the_phases_of_the_actor():
    assert random_position(2, "over").actor == OVER
    position = GAME.start(2)
    assert position.actor == CHANCE
    assert position.settle(1).actor == 0
    out = np.zeros(GAME.max_actions, np.int32)
    assert generic.actions(position.state, out) == len(position.legal)
