"""Positions of Forbidden City as text: every field that can be wrong, with its message."""

# ruff: noqa: E501 (a position's text is one line)

from __future__ import annotations

import pytest

import hanlin
from hanlin.core.errors import BadPosition

TEXT = (
    "forbidden_city 3 side=gardens; now place 1; coins 0 0 1; hands pink-gallery|white-green|green-alcove; "
    "placed -2,0 2 white-dragon 1|2,0 2 pink-corner 2|-2,1 2 white-green 3|2,-1 0 pink-hall 1|0,-2 1 green-gallery 2|"
    "1,2 1 pink-gallery 3"
)
BEGINNING = "forbidden_city 3 side=gardens; now set-up 3; coins 0 0 0; hands pink-gallery|white-green|-; placed -"


def test_the_text_is_what_such_a_position_writes():
    for text in (TEXT, BEGINNING):
        assert hanlin.position(text).text() == text


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("now place 1", "now place", "now: expected the next step and a seat, like place 1."),
        ("now place 1", "now sing 1", "now: 'sing' isn't one of: set-up, place"),
        ("now place 1", "now place 4", "now: expected a whole number from 1 to 3"),
        ("now place 1", "now set-up 1", "hands: the seats before the one that draws hold a tile, the others don't (F1.1)."),
        ("now place 1", "now refill 1", "hands: seat 1 holds no tile now (F2.3, F6.1)."),
        ("now place 1", "now show 1", "shown: this field is missing."),
        ("now place 1", "now over 2; shown -|-|-", "shown: seat 1 has tiles that were not revealed."),
        ("now place 1", "now show 2; shown -|-|-", "shown: seat 1 has tiles that were not revealed."),
        ("now place 1", "now show 1; shown -|pink-hall:1|-", "shown: seat 2 reveals its tiles later (F6.1)."),
        ("coins 0 0 1", "coins 0 0", "coins: expected 3 numbers, found 2."),
        ("coins 0 0 1", "coins 0 0 x", "coins: expected a whole number from 0 to 9999"),
        ("hands pink-gallery|", "hands -|", "hands: seat 1 has more than two tiles left and holds one (F2.3)."),
        ("hands pink-gallery|", "hands ?|", "hands: tiles can be hidden only in a player's view."),
        ("hands pink-gallery|", "hands blue-hall|", "hands: 'blue-hall' isn't one of: green-hall"),
        ("hands pink-gallery|", "hands white-dragon|", "hands: seat 1 has 1 of white-dragon in all, and here is one more."),
        ("|green-alcove", "", "hands: expected 3 parts separated by bars, found 2."),
        ("; placed", "; tries 0; placed", "tries: expected a whole number from 1 to 30"),
        ("; placed", "; tries 25; placed", "tries: that many tiles can't have been tried in this turn (F2.4)."),
        ("; placed", "; passes 3; placed", "passes: when everyone still playing has passed, the game is over (F2.4)."),
        ("; placed", "; passes 4; placed", "passes: expected a whole number from 1 to 3"),
        ("; placed", "; under white-dragon|-|-; placed", "under: seat 1 has 1 of white-dragon in all, and here is one more."),
        ("; placed", "; under ghost|-|-; placed", "under: 'ghost' isn't one of: green-hall"),
        ("; placed", "; under -|-; placed", "under: expected 3 parts"),
        ("2,0 2 pink-corner 2", "2,0 2 pink-corner", "placed: expected a space, a rotation, a kind and a seat, like"),
        ("2,0 2 pink-corner", "2.0 2 pink-corner", "placed: 2.0 isn't a space; a space is x,y, like 2,-1."),
        ("2,0 2 pink-corner", "90,0 2 pink-corner", "placed: 90,0 isn't a space; a space is x,y, like 2,-1."),
        ("2,0 2 pink-corner", "+2,0 2 pink-corner", "placed: +2,0 isn't a space"),
        ("2,0 2 pink-corner", "2,0 4 pink-corner", "placed: expected a whole number from 0 to 3"),
        ("-1 0 pink-hall", "-1 1 pink-hall", "placed: expected a whole number from 0 to 0"),
        ("2,0 2 pink-corner", "2,0 2 ghost", "placed: 'ghost' isn't one of: green-hall"),
        ("pink-corner 2|", "pink-corner 9|", "placed: expected a whole number from 1 to 3"),
        ("2,0 2 pink-corner", "0,0 2 pink-corner", "placed: 0,0 2 pink-corner 2: that space is taken, or has no tile next to it (F2.1)."),
        ("2,0 2 pink-corner", "9,9 2 pink-corner", "placed: 9,9 2 pink-corner 2: that space is taken, or has no tile next to it (F2.1)."),
        ("2,0 2 pink-corner", "2,0 0 green-hall", "placed: 2,0 0 green-hall 2: two floors would meet there without a wall (F2.2)."),
        ("1,2 1 pink-gallery 3", "1,2 1 pink-gallery 3|1,3 0 white-dragon 1",
         "placed: seat 1 has 1 of white-dragon in all, and here is one more."),
    ],
)  # fmt: skip
def test_a_field_that_is_wrong_is_named_with_the_reason(old, new, said):
    assert old in TEXT
    with pytest.raises(BadPosition) as caught:
        hanlin.position(TEXT.replace(old, new, 1))
    assert str(caught.value).startswith(said)


def end(seed):
    """A game for three when its last tiles are to be shown."""
    position = hanlin.game("forbidden_city").start(3).settle(seed)
    while position.actor >= 0:
        position.play(position.legal[-1]).settle(seed) if position.ply < 9 else position.play(position.legal[0])
        while position.actor == hanlin.CHANCE and position.state.phase != 4:
            position.chance(position.ply)
    return position


def test_what_can_not_be_at_the_end_is_named():
    text = end(1).text()
    assert "now show 1" in text
    for new, said in (
        ("now place 1", "now: seat 1 has two tiles left and places none of them (F6.1)."),
        ("now set-up 1", "now: in the set-up nothing is placed yet (F1.1)."),
    ):
        with pytest.raises(BadPosition) as caught:
            hanlin.position(text.replace("now show 1", new).replace("; shown -|-|-", ""))
        assert str(caught.value).startswith(said)
    position = end(1)
    while not position.over:
        position.chance(2)
    over = position.text()
    with pytest.raises(BadPosition, match="now: the end must be written with seat 1"):
        hanlin.position(over.replace("now over 1", "now over 2"))
    with pytest.raises(BadPosition, match="now: seat 3 has no tile left to reveal"):
        hanlin.position(over.replace("now over 1", "now show 3"))


def test_the_last_two_tiles_are_not_placed():
    text = end(1).text()
    kind = next(kind for kind in hanlin.position(text).legal)[7:]
    placed = text.partition("placed ")[2]
    x, y = (int(number) for number in placed.split("|")[-1].split(" ")[0].split(","))
    for space in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
        for rotation in range(4):
            more = f"{text}|{space[0]},{space[1]} {rotation} {kind} 1"
            with pytest.raises(BadPosition, match=r"placed: .*\(F2\.1\)|\(F2\.2\)|\(F6\.1\)|a whole number|in all"):
                hanlin.position(more)


def test_a_hidden_tile_needs_one_that_it_can_be():
    position = end(1)
    assert hanlin.position(position.seen_by(0).text()).seat == 0
    while not position.over:
        position.chance(2)
    text = position.seen_by(0).text().replace("hands -|-", "hands -|?")
    with pytest.raises(BadPosition, match="hands: seat 2 has no tile left to hold"):
        hanlin.position(text)
