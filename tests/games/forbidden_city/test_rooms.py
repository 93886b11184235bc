"""Rooms, their value, and who is paid (F3-F5); the worked examples.

Most palaces here grow to the north of the face with gardens: the green space (0, -1) is open to (0, -2) only and leads to a
room of the temple; the spaces next to (0, -2) have a garden to the south.
"""

from __future__ import annotations

import pytest

from forbidden_city.palaces import BLUE, PURPLE, RED, YELLOW, Table, face, halved
from hanlin.games.forbidden_city.pieces import (
    GREEN,
    ROOM_ADJACENT,
    ROOM_ADVISORS,
    ROOM_CLOSED,
    ROOM_EMPTY,
    ROOM_OWN,
    ROOM_PAID,
    ROOM_UNPAID,
    SECOND,
    SHARED_MOST,
    SOLE_MOST,
    WHITE,
)
from hanlin.games.forbidden_city.tiles import load_tiles


def values(told):
    """The values of the rooms that were closed, in order."""
    return [event.b for event in told if event.what == ROOM_CLOSED]


def start_with(**spaces):
    """The face with gardens where some spaces are others: n, e, s, w, ne, se, sw, nw."""
    places = {"nw": 0, "n": 1, "ne": 2, "w": 3, "e": 5, "sw": 6, "s": 7, "se": 8}
    faces = list(load_tiles().start["gardens"])
    for where, what in spaces.items():
        faces[places[where]] = what
    return {"gardens": tuple(faces), "rooms": load_tiles().start["rooms"]}


# -- worked examples of the rulebook -------------------------------------------------------------------------------------


@pytest.mark.rule("F4.1", "F4.2", "F4.6", "F5.1")
def test_example_1_a_pink_room_of_two_tiles_pays_blue_11():
    table = Table()
    table.put(BLUE, 2, 0, face("pink", "awoo", advisors=1))
    for x, y in ((2, -1), (3, -1), (2, -2)):
        table.put(RED, x, y, face("green"))
    table.put(RED, 3, -2, face("green", dragons=1))
    told = table.put(BLUE, 2, 1, face("white", "aooo"))
    assert values(told) == [11]
    assert table.points == [0, 0, 0, 11]


@pytest.mark.rule("F5.3")
def test_example_2_a_green_room_of_six_and_a_dragon_pays_12_and_6():
    table = Table()
    table.put(BLUE, 0, -2, face("green", advisors=2))
    table.put(RED, 1, -2, face("green", "waoo", advisors=2))
    table.put(RED, -1, -2, face("green", "woow", advisors=1))
    table.put(YELLOW, 2, -2, face("pink"))
    table.put(YELLOW, 3, -2, face("pink"))
    table.put(YELLOW, 0, -3, face("green", "owow", advisors=1))
    told = table.put(RED, 0, -4, face("green", "wwow", dragons=1))
    assert values(told) == [12]
    assert table.points == [0, 0, 12, 6]


@pytest.mark.rule("F5.2")
def test_example_3_a_white_room_of_four_tiles_pays_3_to_each_of_two():
    table = Table()
    table.put(BLUE, 0, -2, face("white", "ooww", advisors=2))
    table.put(YELLOW, 1, -2, face("white", "oaoo", advisors=1))
    table.put(PURPLE, 1, -3, face("white", "wwoo", advisors=2))
    table.put(YELLOW, 2, -2, face("pink", "wooo"))
    table.put(YELLOW, 2, -1, face("pink"))
    table.put(YELLOW, 2, -3, face("green"))
    told = table.put(BLUE, 0, -3, face("white", "woow"))
    assert values(told) == [6]
    assert table.points == [3, 0, 0, 3]


@pytest.mark.rule("F5.3")
def test_example_4_a_pink_room_of_five_pays_15_and_shared_second_0():
    table = Table()
    table.put(YELLOW, 0, -2, face("pink", "woww", advisors=2))
    table.put(BLUE, 1, -2, face("pink", "wooo", advisors=1))
    table.put(RED, 2, -2, face("pink", "aoao", advisors=1))
    table.put(RED, 2, -1, face("white"))
    table.put(RED, 3, -2, face("pink", "wowo"))
    for x, y in ((2, -3), (3, -3), (4, -3), (2, -4), (3, -4)):
        table.put(RED, x, y, face("green"))
    table.put(RED, 4, -4, face("green", dragons=1))
    told = table.put(YELLOW, 4, -2, face("pink", "wwwo"))
    assert values(told) == [15]
    assert table.points == [0, 15, 0, 0]
    assert [event.seat for event in told if event.what == ROOM_UNPAID] == [RED, BLUE]


@pytest.mark.rule("F4.3")
@pytest.mark.parametrize(("white", "value"), [("owoo", 4), ("owwo", 3)])
def test_a_white_tile_behind_an_archway_counts_unless_walled_off(white, value):
    table = Table()
    table.put(RED, 1, -2, face("white"))
    table.put(RED, 1, -3, face("white", "ooow"))
    table.put(RED, 0, -3, face("white", white))
    told = table.put(RED, 0, -2, face("green", "awow"))
    assert values(told) == [value]


@pytest.mark.rule("F2.2")
def test_green_next_to_white_is_legal_with_a_wall_only():
    table = Table()
    table.put(RED, 0, -2, face("green"))
    assert "place 0,-3 0" not in table.legal(BLUE, face("white"))
    assert "place 0,-3 0" in table.legal(BLUE, face("white", "oowo"))


# -- F3: rooms -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("F3.1")
def test_an_archway_closes_like_a_wall_also_towards_an_empty_space():
    assert values(Table().put(RED, 0, -2, face("green", "aaoa"))) == [3]


@pytest.mark.rule("F3.1")
def test_a_room_is_open_while_an_unwalled_edge_faces_an_empty_space():
    table = Table()
    assert values(table.put(RED, 0, -2, face("green", "wwoo"))) == []
    assert values(table.put(RED, -1, -2, face("green", "wowo"))) == []
    assert values(table.put(RED, -2, -2, face("white", "wwww"))) == [1, 4]


@pytest.mark.rule("F3.1")
def test_a_wall_on_either_side_parts_two_rooms_of_one_floor():
    table = Table()
    assert values(table.put(RED, 0, -2, face("green", "wwww"))) == [1, 2]
    assert values(table.put(RED, 0, -3, face("green", "wwow"))) == [1]


@pytest.mark.rule("F3.1")
def test_a_diagonal_wall_parts_the_halves():
    told = Table().put(RED, 0, -2, halved("white", "green", "wwow", advisors=(1, 0)))
    assert [(event.b, event.c) for event in told if event.what == ROOM_CLOSED] == [(1, WHITE), (3, GREEN)]


@pytest.mark.rule("F3.1")
def test_parts_that_meet_openly_all_round_are_one_room():
    table = Table()
    for x, y in ((0, -2), (1, -2), (1, -3)):
        table.put(RED, x, y, face("green", advisors=1))
    told = table.put(RED, 0, -3, face("green", advisors=1))
    assert values(told) == []
    for x, y in ((-1, -2), (-1, -3), (0, -4), (1, -4), (2, -3)):
        assert values(table.put(BLUE, x, y, face("white", "wwww"))) == [1]
    told = table.put(BLUE, 2, -2, face("white", "wwww"))
    assert values(told) == [1, 5 + 1]
    assert table.points == [0, 0, 6, 0]


@pytest.mark.rule("F3.2")
def test_one_placement_closes_several_rooms_scored_separately():
    table = Table()
    table.put(BLUE, 1, -2, face("white", "wwwo", advisors=1))
    told = table.put(YELLOW, 0, -2, face("green", "wwow", advisors=1))
    assert values(told) == [3, 1]
    assert table.points == [0, 3, 0, 1]


@pytest.mark.rule("F3.2")
def test_adjacent_rooms_closed_at_once_count_each_other():
    table = Table()
    table.put(BLUE, 1, -2, face("white", "wwwo", advisors=1))
    told = table.put(YELLOW, 0, -2, face("green", "waow", advisors=1))
    assert values(told) == [2 + 1 + 1, 1 + 2]
    assert table.points == [0, 4, 0, 3]


@pytest.mark.rule("F3.2")
def test_a_closed_room_is_never_scored_again():
    table = Table()
    table.put(PURPLE, 0, -2, face("green", "awow", advisors=1))
    for x, y in ((1, -2), (1, -3), (0, -3), (-1, -3), (-1, -2)):
        assert values(table.put(BLUE, x, y, face("white"))) == []
    assert table.points == [3, 0, 0, 0]


# -- F4: value -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("F4.1")
def test_a_tile_with_both_halves_in_a_room_counts_once():
    table = Table()
    table.put(RED, 0, -2, halved("green", "green", "wooo", advisors=(1, 1)))
    table.put(YELLOW, 1, -2, face("green", "owoo"))
    table.put(YELLOW, 1, -3, face("green", "wwoo"))
    table.put(YELLOW, 0, -3, face("green", "wowo"))
    table.put(YELLOW, -1, -3, face("green", "woow"))
    told = table.put(YELLOW, -1, -2, face("green", "ooow"))
    assert [event.b for event in told if event.what == ROOM_OWN] == [7]
    assert values(told) == [7 + 1]
    assert table.points == [0, 0, 8, 0]


@pytest.mark.rule("F4.1")
def test_halves_of_one_floor_in_two_rooms_count_in_each():
    table = Table()
    told = table.put(RED, 0, -2, halved("green", "green", "wwow", advisors=(1, 1)))
    assert values(told) == [1, 2 + 1]


@pytest.mark.rule("F4.2")
def test_an_adjacent_room_counts_once_for_any_number_of_archways():
    table = Table()
    table.put(BLUE, 0, -2, face("white", "oowo"))
    table.put(BLUE, 0, -3, face("white"))
    table.put(BLUE, 1, -3, face("white"))
    told = table.put(RED, 1, -2, face("green", "awwa"))
    assert values(told) == [1 + 3]
    assert [(event.b, event.c) for event in told if event.what == ROOM_ADJACENT] == [(3, 0)]


@pytest.mark.rule("F4.2")
def test_a_closed_room_counts_as_adjacent_too():
    table = Table()
    table.put(RED, 0, -2, face("green", "awow", dragons=1))
    assert values(table.put(RED, 0, -3, face("white", "wwaw"))) == [1 + (2 + 3)]


@pytest.mark.rule("F4.3")
@pytest.mark.parametrize(
    ("mine", "theirs", "adjacent"),
    [("a", "o", 1), ("a", "a", 1), ("o", "a", 1), ("a", "w", 0), ("w", "a", 0), ("w", "w", 0), ("o", "w", 0), ("w", "o", 0)],
)
def test_which_edges_make_two_rooms_adjacent(mine, theirs, adjacent):
    table = Table()
    table.put(RED, 1, -2, face("white", "www" + theirs))
    told = table.put(RED, 0, -2, face("green", f"w{mine}ww"))
    assert values(told)[0] == 1 + adjacent


@pytest.mark.rule("F4.3")
def test_the_diagonal_wall_leads_nowhere():
    assert values(Table().put(RED, 0, -2, halved("white", "green", "wwww"))) == [1, 1, 2]


@pytest.mark.rule("F4.3")
def test_an_archway_into_the_same_room_is_no_adjacency():
    table = Table()
    table.put(RED, 0, -2, face("green", "oaow"))
    table.put(RED, 0, -3, face("green", "woow"))
    table.put(RED, 1, -3, face("green", "wwoo"))
    assert values(table.put(RED, 1, -2, face("green", "owoo"))) == [5 + 1]


@pytest.mark.rule("F4.4")
def test_a_room_behind_an_adjacent_room_does_not_count():
    table = Table()
    table.put(RED, 1, -2, face("white", "wawo"))
    table.put(RED, 2, -2, face("pink"))
    told = table.put(RED, 0, -2, face("green", "waww"))
    assert values(told) == [1 + 1, 1 + 1 + 1, 2]


@pytest.mark.rule("F4.5")
def test_a_tile_with_a_diagonal_wall_counts_for_both_rooms():
    table = Table()
    assert values(table.put(RED, 1, -2, halved("pink", "white", "wwww", advisors=(1, 1)))) == [1, 1]
    assert table.points == [0, 0, 2, 0]


@pytest.mark.rule("F4.6", "F0.3")
def test_a_room_that_reaches_two_temple_rooms_gets_two():
    start = start_with(n=face("green", "wooo"), ne=face("green", "wwoo"), e=face("green", "oooo"))
    table = Table(start=start)
    told = table.put(RED, 2, 0, face("white", "wwww"))
    assert values(told) == [1, 3 + 2]


@pytest.mark.rule("F0.3")
def test_a_garden_never_counts():
    table = Table(start=start_with(ne=face("garden", "awww")))
    assert values(table.put(RED, 1, -2, face("green", "wwaw"))) == [1]
    assert values(table.put(RED, 0, -2, face("green", "wwow"))) == [2 + 1]


# -- F5: who is paid -----------------------------------------------------------------------------------------------------


def closed_with(*advisors):
    """A green room with the start tile's space, a tile of each seat with that many advisors, and an adjacent temple room.

    It is closed by a wall of seat 0's. Returns the points and the events of the green room.
    """
    table = Table(len(advisors))
    for seat, number in enumerate(advisors):
        table.put(seat, seat, -2, face("green", ("woow", "wooo", "wowo", "wowo")[seat], advisors=number))
    told = table.put(0, len(advisors), -2, face("pink", "wwww"))
    green = next(i for i, event in enumerate(told) if event.what == ROOM_CLOSED and event.c == GREEN)
    assert told[green].b == len(advisors) + 2
    return tuple(table.points), told[green:]


@pytest.mark.rule("F5.1", "F5.2", "F5.3", "F5.4")
@pytest.mark.parametrize(
    ("advisors", "shares"),
    [
        ((2, 0, 0, 0), (6, 0, 0, 0)),
        ((2, 1, 0, 0), (6, 3, 0, 0)),
        ((0, 0, 1, 2), (0, 0, 3, 6)),
        ((1, 1, 0, 0), (3, 3, 0, 0)),
        ((2, 2, 1, 0), (3, 3, 0, 0)),
        ((2, 2, 2, 1), (3, 3, 3, 0)),
        ((1, 1, 1, 1), (3, 3, 3, 3)),
        ((2, 1, 1, 0), (6, 0, 0, 0)),
        ((1, 2, 1, 1), (0, 6, 0, 0)),
        ((0, 0, 0, 0), (0, 0, 0, 0)),
        ((2, 1, 0), (5, 2, 0)),
        ((1, 1, 0), (2, 2, 0)),
        ((1, 2), (2, 4)),
    ],
)
def test_shares(advisors, shares):
    points, told = closed_with(*advisors)
    assert points == shares
    assert {event.seat: event.a for event in told if event.what == ROOM_PAID} == {
        seat: coins for seat, coins in enumerate(shares) if coins
    }
    assert {event.seat: event.b for event in told if event.what == ROOM_ADVISORS} == {
        seat: number for seat, number in enumerate(advisors) if number
    }


@pytest.mark.rule("F5.4")
def test_without_an_advisor_nobody_is_paid():
    points, told = closed_with(0, 0, 0)
    assert points == (0, 0, 0)
    assert [event.what for event in told if event.what in (ROOM_PAID, ROOM_UNPAID, ROOM_EMPTY)] == [ROOM_EMPTY]


@pytest.mark.rule("F5.1", "F5.2", "F5.3")
@pytest.mark.parametrize(
    ("advisors", "why"),
    [
        ((2, 1, 0), [(0, SOLE_MOST), (1, SECOND)]),
        ((1, 1, 0), [(0, SHARED_MOST), (1, SHARED_MOST)]),
        ((0, 1, 0), [(1, SOLE_MOST)]),
    ],
)
def test_the_reason_for_a_payment_is_given(advisors, why):
    _, told = closed_with(*advisors)
    assert [(event.seat, event.c) for event in told if event.what == ROOM_PAID] == why


@pytest.mark.rule("F5.1")
def test_advisors_in_adjacent_rooms_do_not_matter():
    table = Table()
    table.put(YELLOW, 1, -2, face("white", "oowo", advisors=2))
    table.put(BLUE, 0, -2, face("green", "waow", advisors=1))
    assert table.points == [0, 0, 0, 4]


@pytest.mark.rule("F5.5")
def test_it_does_not_matter_who_closed_the_room():
    table = Table()
    table.put(BLUE, 0, -2, face("green", "wwoo", advisors=1))
    table.put(RED, -1, -2, face("white", "wwww", advisors=2))
    assert table.points == [0, 0, 1, 3]


@pytest.mark.rule("F4.1", "F4.2")
def test_events_of_a_closing_give_its_whole_sum():
    table = Table()
    table.put(BLUE, 1, -2, face("pink", "oowo"))
    table.put(BLUE, 0, -2, face("green", "waoo", advisors=1))
    table.put(YELLOW, -1, -2, face("green", "wowo", advisors=1))
    told = table.put(PURPLE, -2, -2, face("green", "woww", dragons=1))
    told = [event for event in told if ROOM_CLOSED <= event.what <= ROOM_EMPTY]
    room = told[0].a
    assert [(event.what, event.seat, event.b, event.c) for event in told if event.a == room and event.what < ROOM_PAID] == [
        (ROOM_CLOSED, -1, 9, GREEN),
        (ROOM_OWN, -1, 4, 1),
        (ROOM_ADVISORS, YELLOW, 1, 0),
        (ROOM_ADVISORS, BLUE, 1, 0),
    ]
    assert [(event.b, event.c) for event in told if event.what == ROOM_ADJACENT] == [(1, 0), (1, 0)]
    assert [event[1:] for event in told if event.what == ROOM_PAID] == [
        (YELLOW, 4, room, SHARED_MOST),
        (BLUE, 4, room, SHARED_MOST),
    ]
