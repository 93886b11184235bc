"""Setting up a position of Forbidden City: tiles are placed, turned and taken away, and rooms say what they paid."""

from __future__ import annotations

import random
import re

import pytest

import hanlin
from hanlin.core.jit.rng import seeded
from hanlin.server.views import board_editor

GAME = hanlin.game("forbidden_city")
START = "forbidden_city 3 side=gardens; now place 1; coins 0 0 0; hands green-council|pink-gallery|pink-dragon; placed -"


def changed(*changes, start=START):
    """The position after these changes, and what was said against the last one that could not be made."""
    return board_editor.changed(hanlin.position(start), [change.split() for change in changes])


def placed(position):
    return position.text().partition("; placed ")[2]


def fields(position):
    return dict(field.split(" ", 1) for field in position.text().split("; "))


def test_clicking_a_tile_again_turns_it_and_then_removes_it():
    found = []
    position = hanlin.position(START)
    while not found or (found[-1] != "-" and len(found) < 6):
        position, refused = changed("place tile-1-green-gate fc-space-0,2 1", start=position.text())
        assert refused == ""
        found.append(placed(position))
    assert found[-1] == "-", "after its last way it is taken away"
    assert 2 < len(set(found)) == len(found)
    assert all(text == "-" or re.fullmatch(r"0,2 [0-3] green-gate 1", text) for text in found)


def test_another_tile_takes_the_place_of_one_that_lies():
    position, refused = changed("place tile-1-green-gate fc-space-0,2 1", "place tile-2-green-hall fc-space-0,2 1")
    assert (refused, placed(position).split()[2:]) == ("", ["green-hall", "2"])
    assert fields(position)["hands"].split("|")[0] == "green-council"
    taken, refused = changed("place take fc-space-0,2 1", start=position.text())
    assert (refused, placed(taken)) == ("", "-")


def test_a_hand_gives_up_the_tile_that_is_placed():
    position, refused = changed("place tile-1-green-council fc-space-0,2 1")
    assert refused == ""
    assert placed(position).split()[2:] == ["green-council", "1"]
    assert fields(position)["hands"].split("|")[0] != "green-council"


def closing():
    """A game at random until a room has just been closed and paid for, as a position."""
    for seed in range(40):
        position, rng, choose = GAME.start(3), seeded(seed), random.Random(seed)
        while not position.settle(rng).over and position.ply < 120:
            before = position.scores
            position.play(choose.choice(position.legal))
            if position.scores != before:
                return hanlin.position(position.settle(rng).text())
    raise AssertionError


def test_a_room_pays_when_it_closes_and_gives_back_when_it_is_opened():
    paid = closing()
    last = placed(paid).split("|")[-1].split()[0]
    lines = GAME.editing.counted(paid)
    assert [sum(line.points for line in lines if line.seat == seat) for seat in range(3)] == paid.scores
    assert all("room" in line.text and line.sum and line.rule.startswith("F5") for line in lines)
    opened, refused = changed(f"place take fc-space-{last} 1", start=paid.text())
    assert refused == ""
    assert sum(opened.scores) == 0
    assert GAME.editing.counted(opened) == []


@pytest.fixture(scope="module")
def played():
    """A whole game of three that ended because all had two tiles left."""
    for seed in range(20):
        position, rng, choose = GAME.start(3), seeded(seed), random.Random(seed)
        while not position.settle(rng).over:
            position.play(choose.choice(position.legal))
        if position.state.placed == 66:
            return position
    raise AssertionError


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_coins_of_a_real_game_are_those_that_its_palace_shows(players):
    """So a palace that is entered from a table has the coins that were paid there (F4, F5), and those of the end (F6.1)."""
    position, rng, choose = GAME.start(players), seeded(players), random.Random(players)
    while not position.over:
        if position.actor >= 0 and position.ply % 40 < 2:
            assert all(not any(sheet.before) for sheet in board_editor.sheets(hanlin.position(position.text())))
        position = position.settle(rng)
        if not position.over:
            position.play(choose.choice(position.legal))
    over = hanlin.position(position.text())
    (sheet,) = board_editor.sheets(over)
    assert (sheet.total, sheet.before) == (position.scores, [0] * players)
    going, refused = changed("count now 0", start=over.text())
    if refused:
        assert "F6.1" in refused
    else:
        assert changed("count now 9", start=going.text())[0].scores == over.scores


def test_setting_the_end_uses_the_tiles_left_and_can_be_undone():
    over, refused = changed("count now 9", "place tile-1-green-gate fc-space-0,2 1")
    assert (refused, over.over, fields(over)["now"]) == ("", True, "over 1")
    assert "green-gate" not in fields(over)["shown"].split("|")[0]
    (sheet,) = board_editor.sheets(over)
    assert (sheet.total, sheet.before) == (over.scores, [0, 0, 0])
    going, refused = changed("count now 2", start=over.text())
    assert (refused, going.scores, fields(going)["now"]) == ("", [0, 0, 0], "place 3")


def test_the_last_two_tiles_of_a_seat_are_not_placed(played):
    """A seat with two tiles left has no turn, and no tile in hand (F6.1); a removed tile can be placed again."""
    over = hanlin.position(played.text())
    assert placed(over).count("|") + 1 == 66
    left = fields(over)["shown"].split("|")[0].split()[0].partition(":")[0]
    tried = (changed(f"place tile-1-{left} {spot} 1", start=over.text())[1] for spot in GAME.editing.spots(over))
    assert any("F6.1" in refusal for refusal in tried)
    assert "F6.1" in changed("count now 0", start=over.text())[1]
    last, seat = (placed(over).split("|")[-1].split()[n] for n in (0, 3))
    going, refused = changed(f"place take fc-space-{last} 1", f"count now {int(seat) - 1}", start=over.text())
    assert (refused, fields(going)["now"]) == ("", f"place {seat}")
    assert [hand != "-" for hand in fields(going)["hands"].split("|")] == [n == int(seat) for n in (1, 2, 3)]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        (["place tile-1-pink-hall fc-space-2,0 1", "place tile-1-pink-hall fc-space-3,0 1"], "1 of pink-hall in all"),
        (["place tile-1-green-hall fc-space-2,0 1"], "(F2.2)"),
        (
            [
                "place tile-1-pink-hall fc-space-2,0 1",
                "place tile-2-pink-hall fc-space-3,0 1",
                "place take fc-space-2,0 1",
            ],
            "F2.1",
        ),
        (["place take fc-space-2,0 1"], "There is no player's tile there."),
        (["place take fc-space-0,0 1"], "There is nothing like that"),
        (["place tile-1-pink-hall fc-space-7,0 1"], "There is nothing like that"),
        (["place tile-4-pink-hall fc-space-2,0 1"], "There is nothing like that"),
        (["count coins.1 10000"], "enter a whole number from 0 to 9999, not"),
        (["count hand.1 99"], "choose one from the list"),
    ],
)
def test_what_cant_be_is_refused_with_its_reason_and_changes_nothing(changes, reason):
    before, _refused = changed(*changes[:-1])
    after, refused = changed(changes[-1], start=before.text())
    assert reason in refused
    assert after.text() == before.text()


def test_coins_and_hands_are_counted():
    position, refused = changed("count coins.2 17", "count hand.3 0")
    assert (refused, position.scores) == ("", [0, 17, 0])
    assert fields(position)["hands"].split("|")[2] == "green-hall"
    assert board_editor.sheets(position)[0].before == [0, 17, 0]
