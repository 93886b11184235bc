"""Actions as text, their canonical order, and what chance may do (docs/rules/notation.md)."""

from __future__ import annotations

import numpy as np
import pytest

from forbidden_city.palaces import Table, face, halved, play_one, random_position
from hanlin.core.jit.rng import below, seeded
from hanlin.core.verbs import generic
from hanlin.core.verbs.generic import CHANCE
from hanlin.games.forbidden_city import GAME
from hanlin.games.forbidden_city.choices import PASS_CODE, UNFIT_CODE
from hanlin.games.forbidden_city.notation import kind_ids, parse, text
from hanlin.games.forbidden_city.spaces import cell_of
from hanlin.games.forbidden_city.tiles import load_tiles

SAMPLES = [(players, side, plies) for players in (2, 3, 4) for side in ("gardens", "rooms") for plies in (0, 9, 40, 75, 110)]


def walk(players, side, plies):
    return random_position(players, f"{side} {plies}", plies, side=side)


@pytest.mark.parametrize(("players", "side", "plies"), SAMPLES)
def test_legal_actions_are_in_canonical_order_and_round_trip(players, side, plies):
    position = walk(players, side, plies)
    codes = [parse(position.state, action) for action in position.legal]
    assert [text(position.state, code) for code in codes] == position.legal
    assert len(set(codes)) == len(codes)
    if position.actor >= 0:
        numbers = position.state.number_at
        keys = [(code % 4, int(numbers[cell_of(code // 4)])) for code in codes]
        assert keys == sorted(keys), "by rotation, then by the number of the space"
        assert all(number > 0 for _rotation, number in keys)
    else:
        assert codes == sorted(codes)


@pytest.mark.parametrize(("players", "side", "plies"), SAMPLES)
def test_choose_is_the_listed_action_of_that_number(players, side, plies):
    position = walk(players, side, plies)
    while position.actor == CHANCE:
        position.chance(seeded("on"))
    if position.over:
        return
    out = np.zeros(GAME.max_actions, np.int32)
    n = generic.actions(position.state, out)
    rng = seeded("choose", players, side, plies)
    for _ in range(200):
        copy = rng.copy()
        assert generic.choose(position.state, rng) == out[below(copy, n)]
        assert list(rng) == list(copy)


def test_choose_finds_actions_beyond_the_first_words_of_the_bit_sets():
    table = Table()
    wall, gate = face("green", "wwww"), face("green", "awww")
    for step in range(2, 88):
        table.put(0, step, 0, wall)
    table.hold(0, gate)
    out = np.zeros(GAME.max_actions, np.int32)
    n = generic.actions(table.s, out)
    assert n > 700
    rng, found = seeded("far"), set()
    for _ in range(1000):
        copy = rng.copy()
        code = generic.choose(table.s, rng)
        assert code == out[below(copy, n)]
        found.add(code)
    assert len({code // 4 for code in found} - {int(space) for space in table.s.free_space[:63]}) > 80


@pytest.mark.parametrize(
    ("tile", "rotations"),
    [
        (face("green"), "0"),
        (face("green", "wwww", advisors=2), "0"),
        (face("green", "wowo"), "01"),
        (face("green", "aoao"), "01"),
        (face("green", "woao"), "0123"),
        (face("green", "aoow"), "0123"),
        (halved("white", "white"), "01"),
        (halved("white", "white", advisors=(1, 0)), "0123"),
        (halved("white", "green"), "0123"),
        (halved("white", "white", "wowo"), "01"),
    ],
)
def test_of_rotations_that_look_the_same_only_the_lowest_is_legal(tile, rotations):
    walls = {
        side: tuple(face("garden", "wwww") if n != 4 else load_tiles().start[side][4] for n in range(9))
        for side in ("gardens", "rooms")
    }
    legal = Table(start=walls).legal(0, tile)
    assert "".join(action[-1] for action in legal if action.startswith("place 0,-2 ")) == rotations


def test_texts():
    table = Table()
    assert text(table.s, parse(table.s, "place -3,2 0")) == "place -3,2 0"
    assert text(table.s, parse(table.s, "place 90,-90 3")) == "place 90,-90 3"
    assert (text(table.s, UNFIT_CODE), text(table.s, PASS_CODE)) == ("unfit", "pass")
    position = GAME.start(2)
    assert text(position.state, parse(position.state, "draw 2 white-green")) == "draw 2 white-green"
    assert text(position.state, parse(position.state, "show 1 green-hall")) == "show 1 green-hall"
    assert kind_ids(position.state) == tuple(kind.id for kind in load_tiles().kinds)


@pytest.mark.parametrize(
    "malformed",
    ["", "place", "place 1,1", "place 1,1 4", "place 01,1 0", "place +1,1 0", "place -0,1 0", "place 1, 1 0", "place 91,0 0",
     "place 1,1 0 ", " unfit", "draw 1", "draw 5 green-hall", "draw 0 green-hall", "draw 1 green", "show green-hall", "done",
     "place 1,1\n0", "place ١,1 0"],
)  # fmt: skip
def test_malformed_texts(malformed):
    with pytest.raises(ValueError, match=r"."):
        parse(GAME.start(2).state, malformed)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_outcomes_of_chance_carry_the_tiles_left_as_weights(players):
    position, rng = GAME.start(players), seeded("weights", players)
    left = [{kind.id: kind.count + kind.extra * (players == 2) for kind in load_tiles().kinds} for _ in range(players)]
    while not position.over:
        if position.actor == CHANCE:
            seat = int(position.state.seat)
            assert position.weights == {
                f"{position.legal[0].split()[0]} {seat + 1} {kind}": tiles for kind, tiles in left[seat].items() if tiles
            }
            position.chance(rng)
            left[seat][position.moves[-1][1].split()[2]] -= 1
        else:
            play_one(position, rng)
            assert position.moves[-1][1].startswith("place")
    assert all(not any(tiles.values()) for tiles in left)


def test_sample_draws_by_weight():
    position = random_position(2, "sample", 60)
    while position.actor != CHANCE:
        play_one(position, seeded("on"))
    rng, drawn, draws = seeded("sample"), dict.fromkeys(position.legal, 0), 8_000
    for _ in range(draws):
        drawn[text(position.state, generic.sample(position.state, rng))] += 1
    weights, total = position.weights, sum(position.weights.values())
    chi_square = sum((drawn[kind] - draws * weight / total) ** 2 / (draws * weight / total) for kind, weight in weights.items())
    assert chi_square < 2 * len(weights)


def test_a_record_replays():
    position = random_position(3, "record", side="rooms")
    again = GAME.start(3, side="rooms")
    for _, action in position.moves:
        again.play(action)
    assert again._states.tobytes() == position._states.tobytes()
    assert GAME.options_text(GAME.check_options(3, {})) == "side=gardens"
    assert GAME.options_text(GAME.check_options(3, {"side": "rooms"})) == "side=rooms"
