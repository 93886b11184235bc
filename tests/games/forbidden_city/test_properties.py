"""Random games against the oracle, and what always holds."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forbidden_city.oracle import Palace
from forbidden_city.palaces import face, halved, random_position, room_sums, tile_set
from hanlin.core.jit.events import capture
from hanlin.core.jit.rng import seeded
from hanlin.core.position.position import Position
from hanlin.core.verbs import generic
from hanlin.core.verbs.generic import CHANCE
from hanlin.games.forbidden_city import GAME, pieces
from hanlin.games.forbidden_city.choices import PASS_CODE, UNFIT_CODE
from hanlin.games.forbidden_city.notation import text
from hanlin.games.forbidden_city.pieces import MAX_PLACEMENTS
from hanlin.games.forbidden_city.rooms import (
    CLOSED,
    advisors_in,
    dragons_in,
    open_edges,
    room_of,
    tiles_in,
)
from hanlin.games.forbidden_city.scoring import value_of
from hanlin.games.forbidden_city.setup import state_with
from hanlin.games.forbidden_city.spaces import cell_beyond, cell_of, free_spaces
from hanlin.games.forbidden_city.state import CELL_ROW, CELLS, FARTHEST, place_of, space_at
from hanlin.games.forbidden_city.tiles import START_FACES, load_tiles
from helpers.long import examples

ODD_TILES = tile_set(
    face("green", "oooo", advisors=1),
    face("green", "wowo", advisors=2),
    face("green", "aaoo"),
    face("white", "aoao", dragons=1),
    face("white", "owoo", advisors=1),
    face("pink", "oooo", advisors=2),
    face("pink", "wwwa"),
    halved("green", "green", advisors=(1, 1)),
    halved("green", "green", "oaoo", advisors=(2, 0)),
    halved("pink", "pink", dragons=(1, 0)),
    halved("white", "pink", "ooao", advisors=(2, 2)),
    counts=(3, 2, 2, 1, 2, 3, 2, 3, 2, 2, 2),
)
"""A set with what the shipped one lacks: halves of one floor, several archways, tiles that look alike after half a turn."""

SETS = {"hanlin": load_tiles(), "odd": ODD_TILES}


def start(tiles, players, side):
    return Position(GAME, state_with(SETS[tiles], players, side), {"side": side, "tiles": None})


def parts_of(palace, s):
    """The number of each part of the oracle's palace: the start tile's, then those of the placed tiles in order."""
    numbers = {}
    spaces = [(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)]
    spaces += [(int(space) % 181 - 90, int(space) // 181 - 90) for space in s.placed_space[: int(s.placed)]]
    for x, y in spaces:
        for part in range(len(palace.at[x, y].floors)):
            numbers[x, y, part] = len(numbers)
    return numbers


def check_rooms(palace, s):
    """The rooms in the state are those that the oracle counts from scratch."""
    numbers = parts_of(palace, s)
    assert len(numbers) == int(s.parts)
    sums = room_sums(s)
    rooms = palace.rooms()
    assert len(rooms) == len(sums)
    for room in rooms:
        roots = {room_of(s, numbers[part]) for part in room.parts}
        assert len(roots) == 1
        root = roots.pop()
        kept = sums[root]
        assert tiles_in(kept) == room.tiles
        assert dragons_in(kept) == room.dragons
        assert open_edges(kept) == room.open_edges
        assert bool(kept & CLOSED) == (room.open_edges == 0)
        assert tuple(advisors_in(kept, seat) for seat in range(palace.players)) == room.advisors
        assert value_of(s, root) == palace.value(room, rooms)


def check_spaces(palace, s):
    """The free spaces are those next to the palace, each with its number, and with what faces it."""
    free = {place for x, y in palace.at for _, place in palace.next_to(x, y)} - set(palace.at)
    assert set(palace.numbers) == free
    assert free_spaces(s) == len(free)
    bits = {64 * word + bit for word in range(3) for bit in range(64) if int(s.free[word]) >> bit & 1}
    assert {place_of(s.free_space[number]) for number in bits} == free
    parts = parts_of(palace, s)
    for number in range(len(s.facing)):
        assert (number in bits) == bool(s.facing[number]) == bool(s.free_space[number])
    for place, rank in palace.numbers.items():
        number = bit_of(rank)
        assert place_of(s.free_space[number]) == place
        assert s.number_at[cell_of(space_at(*place))] == number
        facing = 0
        for side, beyond in palace.next_to(*place):
            if beyond in palace.at:
                tile, back = palace.at[beyond], (side + 2) % 4
                facing |= (parts[(*beyond, tile.owner[back])] * 8 + tile.walls[back] * 2 + 1) << 16 * side
        assert int(s.facing[number]) == facing
    assert np.count_nonzero(s.number_at) == len(free)


def bit_of(rank):
    """The number in the state of the free space with that number among all: 62 in the first word, then 63 in each."""
    return rank + (rank > 62) + (rank > 125)


@pytest.mark.parametrize("towards", [(1, 1), (1, -1), (3, 1), (0, 1), (1, 0), (-1, 4)])
def test_a_palace_as_long_as_can_be_is_the_oracles(towards):
    """Two arms reach out from opposite corners: nowhere are two spaces of one cell of the grid both next to the palace."""
    position, rng = start("hanlin", 4, "gardens"), seeded("arms", *towards)
    palace = Palace(SETS["hanlin"], 4, "gardens")
    while position.state.phase != pieces.SHOW:
        if position.actor == CHANCE:
            position.chance(rng)
            continue
        seat, kind = position.actor, int(position.state.hand[position.actor])
        legal = palace.legal(kind)
        assert position.legal == ([f"place {x},{y} {r}" for x, y, r in legal] or position.legal)
        if not legal:
            position.play(position.legal[0])
            continue
        x, y, rotation = max(legal, key=lambda place: abs(place[0] * towards[0] + place[1] * towards[1]))
        position.play(f"place {x},{y} {rotation}")
        palace.place(seat, kind, x, y, rotation)
        check_spaces(palace, position.state)


def test_spaces_of_one_cell_are_farther_apart_than_a_palace_is_long():
    nearest = min(
        abs(dx) + dy
        for dy in range(95)
        for dx in range(dy - 95, 96 - dy)
        if (dx, dy) != (0, 0) and (dx + CELL_ROW * dy) % CELLS == 0
    )
    assert nearest == 95 > MAX_PLACEMENTS + 4 + 2
    for y in range(-FARTHEST, FARTHEST + 1):
        for x in range(-FARTHEST, FARTHEST + 1):
            for side, (dx, dy) in enumerate(pieces.STEPS):
                if max(abs(x + dx), abs(y + dy)) <= FARTHEST:
                    assert cell_beyond(cell_of(space_at(x, y)), side) == cell_of(space_at(x + dx, y + dy))


@given(
    tiles=st.sampled_from(sorted(SETS)),
    players=st.sampled_from([2, 3, 4]),
    side=st.sampled_from(START_FACES),
    seed=st.integers(0, 2**32),
)
@settings(max_examples=examples(6), deadline=None, derandomize=True)
def test_a_game_is_the_oracles_game(tiles, players, side, seed):
    position, rng = start(tiles, players, side), seeded("oracle", seed)
    palace = Palace(SETS[tiles], players, side)
    while not position.over:
        s = position.state
        if position.actor == CHANCE:
            position.chance(rng)
            continue
        seat, kind = position.actor, int(s.hand[position.actor])
        legal = palace.legal(kind)
        assert position.legal == ([f"place {x},{y} {r}" for x, y, r in legal] or position.legal)
        code = int(generic.choose(s, rng))
        assert (code in (UNFIT_CODE, PASS_CODE)) == (not legal)
        points = palace.points[:]
        with capture() as told:
            position.play(text(s, code))
        if code < UNFIT_CODE:
            closings = palace.place(seat, kind, *(int(n) for n in re.split("[ ,]", position.moves[-1][1])[1:]))
            check_closings(told, closings, players)
            if int(s.placed) % 11 == 0:
                check_rooms(palace, s)
                check_spaces(palace, s)
        assert list(s.points[:players]) == palace.points
        assert all(now >= before for now, before in zip(palace.points, points, strict=True))
        if s.phase == pieces.SHOW:
            break
    check_rooms(palace, position.state)


def check_closings(told, closings, players):
    """Events of closed rooms agree with the oracle: values, tiles, dragons, advisors, shares."""
    found = []
    for event in told:
        if event.what == pieces.ROOM_CLOSED:
            found.append({"value": event.b, "own": None, "adjacent": 0, "advisors": [0] * players, "paid": [0] * players})
        elif event.what == pieces.ROOM_OWN:
            found[-1]["own"] = (event.b, event.c)
        elif event.what == pieces.ROOM_ADJACENT:
            found[-1]["adjacent"] += event.b + 3 * event.c
        elif event.what == pieces.ROOM_ADVISORS:
            found[-1]["advisors"][event.seat] = event.b
        elif event.what == pieces.ROOM_PAID:
            found[-1]["paid"][event.seat] = event.a
    assert all(one["value"] == one["own"][0] + 3 * one["own"][1] + one["adjacent"] for one in found)
    expected = sorted((value, room.tiles, room.dragons, list(room.advisors), paid) for room, value, paid in closings)
    assert sorted((one["value"], *one["own"], one["advisors"], one["paid"]) for one in found) == expected


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("side", START_FACES)
def test_points_are_the_sum_of_the_events(players, side):
    position, rng = GAME.start(players, side=side), seeded("told", players, side)
    sheet = [0] * players
    with capture() as told:
        while not position.over:
            if position.actor == CHANCE:
                position.chance(rng)
            else:
                position.play(text(position.state, int(generic.choose(position.state, rng))))
    for event in told:
        if event.what in (pieces.ROOM_PAID, pieces.TILE_SHOWN):
            sheet[event.seat] += event.a
    assert sheet == position.scores
    assert [event.what for event in told][-1] == pieces.GAME_OVER
    assert [event.what for event in told].count(pieces.END_REACHED) == 1


@pytest.mark.rule("F3.2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_closed_room_never_changes(players):
    position, rng = GAME.start(players), seeded("closed", players)
    closed = {}
    while not position.over:
        if position.actor == CHANCE:
            position.chance(rng)
        else:
            position.play(text(position.state, int(generic.choose(position.state, rng))))
        now = {root: sums for root, sums in room_sums(position.state).items() if sums & CLOSED}
        assert closed.items() <= now.items()
        closed = now


@pytest.mark.rule("F0.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_tiles_are_conserved(players):
    position, rng = GAME.start(players), seeded("conserved", players)
    tiles = {number: kind.count + kind.extra * (players == 2) for number, kind in enumerate(load_tiles().kinds)}
    while position.state.phase != pieces.SHOW:
        s = position.state
        for seat in range(players):
            found = dict.fromkeys(tiles, 0)
            for kind in tiles:
                found[kind] += (int(s.stack[seat]) & int(s.kind_tiles[kind])).bit_count()
            for kind in s.under[seat, : int(s.unders[seat])]:
                found[int(kind)] += 1
            if s.hand[seat] >= 0:
                found[int(s.hand[seat])] += 1
            for owner, tile in zip(s.placed_seat[: int(s.placed)], s.placed_tile[: int(s.placed)], strict=True):
                found[int(tile) // 4] += int(owner) == seat
            assert found == tiles
        if position.actor == CHANCE:
            position.chance(rng)
        else:
            position.play(text(s, int(generic.choose(s, rng))))


def test_a_state_is_its_history_byte_for_byte():
    one, other = random_position(4, "bytes"), random_position(4, "bytes")
    assert one._states.tobytes() == other._states.tobytes()


def test_the_record_has_only_bytes_that_the_layout_names():
    """Padding would be garbage that a comparison of bytes trips over: there is none."""
    end = 0
    for field, offset, *_ in GAME.dtype.fields.values():
        assert offset == end
        end += field.itemsize
    assert end == GAME.dtype.itemsize <= 12_000
