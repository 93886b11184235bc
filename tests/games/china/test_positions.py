"""Positions of China as text: every field that can be wrong, with its message."""

# ruff: noqa: E501 (a position's text is one line)

from __future__ import annotations

import re

import pytest

import hanlin
from hanlin.core.errors import BadPosition
from hanlin.games.china.map import shipped_map

TEXT = (
    "china 3 fortresses side=3-4; now refill 2 chu more; points 0 0 0; pile 3 violet:2 orange:1; "
    "discards violet:5 yellow:8 orange:5 green:7 red:7; row orange:2 red:2; ran-out 0; "
    "hands violet:1/1 green:1/1 red:1/1|yellow:1/1 red:1/1|orange:1 green:2; fortresses 0 0 0; "
    "board yan 2:2 4:2 5:1 7:1|zhao 1:f 5:3 7:3|qi 5:2|chin 1:1 3:3 4:3 1x1|wei 6:3f 2x1|lu 1:1 4:2|"
    "han 2:3 3:3 5:f 2x1|shu 6:2|chu 1:1 3:3 2x1"
)
BEFORE = "china 3 side=3-4; now deal 2; points 0 0 0; pile 43 violet:8 yellow:9 orange:9 green:7 red:10; discards -; row -; ran-out 0"


def test_the_text_is_what_such_a_position_writes():
    assert hanlin.position(TEXT).text() == TEXT


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("now refill 2 chu more", "now refill", "now: expected the next step and a seat, like turn 1."),
        ("refill 2 chu", "steal 2 chu", "now: 'steal' isn't one of: deal, open, turn"),
        ("refill 2", "refill 4", "now: expected a whole number from 1 to 3, not '4'."),
        ("chu more", "rome more", "now: 'rome' isn't one of: yan, zhao"),
        ("chu more", "chu wei more", "now: wei is one word too many."),
        ("refill 2 chu more", "turn 2 chu", "now: no region has been chosen yet."),
        ("refill 2 chu more", "second 2", "now: the region of the first piece is missing."),
        ("refill 2 chu more", "refill 2 more", "now: the region of the first piece is missing."),
        ("refill 2 chu more", "open 2", "now: the first row is turned up before seat 1 begins (C1.2)."),
        ("refill 2 chu more", "refill 1 chu", "hands: seat 2 has 2 cards; while the pile has some, each hand has 3."),
        ("refill 2 chu more", "fill 2 chu", "now: the row is full, or the pile is empty (C6.1)."),
        ("points 0 0 0", "points 0 0", "points: expected 3 numbers, found 2."),
        ("points 0 0 0", "points 0 0 1000", "points: expected a whole number from 0 to 999"),
        ("points 0 0 0", "points 0 0 -1", "points: expected a whole number from 0 to 999"),
        ("points 0 0 0; ", "", "points: this field is missing."),
        ("pile 3", "pile 4", "pile: it has 4 cards, but 3 are listed."),
        ("pile 3", "pile three", "pile: expected a whole number from 0 to 57"),
        ("violet:2 orange:1", "violet:2 orange", "pile: 'orange': expected a thing and its number, like violet:2."),
        ("violet:2 orange:1", "violet:2 blue:1", "pile: 'blue' isn't one of: violet"),
        ("violet:2 orange:1", "violet:2 violet:1", "pile: 'violet' appears twice."),
        ("violet:5", "violet:6", "pile: of violet there are 8 cards in this game, but 9 in this position."),
        ("row orange:2 red:2", "row orange:3 red:2", "row: the row has at most 4 cards (C1.2)."),
        ("ran-out 0", "ran-out 2", "ran-out: it is 2 when the pile is empty for good, and only then (C6.2, C6.3)."),
        ("ran-out 0", "ran-out 3", "ran-out: expected a whole number from 0 to 2"),
        ("|orange:1 green:2", "", "hands: expected 3 parts separated by bars, found 2."),
        ("orange:1 green:2", "orange:1 ?:2", "hands: cards can be hidden only in a player's view."),
        ("orange:1 green:2", "orange:1 orange:2", "hands: orange appears twice."),
        ("orange:1 green:2", "orange:2 green:2", "hands: a hand has at most 3 cards (C6.1)."),
        ("orange:1 green:2", "orange:1/2 green:2", "hands: expected a whole number from 1 to 1"),
        (
            "fortresses 0 0 0",
            "fortresses 0 1 0",
            "fortresses: 3 fortresses are on the board and 1 are left; there are 3 in all.",
        ),
        ("fortresses 0 0 0", "fortresses 0 2 0", "fortresses: expected a whole number from 0 to 1"),
        ("yan 2:2", "rome 2:2", "board: 'rome' isn't one of: yan"),
        ("|qi 5:2", "|yan 1:2", "board: yan appears twice."),
        ("yan 2:2 4:2", "yan 2:2 2:1", "board: yan 2 appears twice."),
        ("yan 2:2", "yan 8:2", "board: expected a whole number from 1 to 7"),
        ("yan 2:2", "yan 2:5", "board: expected a whole number from 1 to 3"),
        ("yan 2:2", "yan 2", "board: expected a whole number from 1 to 3"),
        ("han 2:3 3:3 5:f 2x1", "han 2:3 3:3 5:f 2x1 2x1", "board: 2x appears twice."),
        ("wei 6:3f 2x1", "wei 6:3f 2x2", "board: wei has 2 emissaries, more than any one player has palaces there (C3.5)."),
        ("wei 6:3f 2x1", "wei 6:3f 2x9", "board: expected a whole number from 1 to 8"),
    ],
)
def test_a_field_that_is_wrong_is_named_with_the_reason(old, new, said):
    assert old in TEXT
    with pytest.raises(BadPosition) as caught:
        hanlin.position(TEXT.replace(old, new, 1))
    assert str(caught.value).startswith(said)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (TEXT.replace("fortresses side", "side").replace("; fortresses 0 0 0", ""), "board: there are no fortresses in this game"),
        (TEXT.replace("; fortresses 0 0 0", ""), "fortresses: this field is missing."),
        (f"{BEFORE}; hands green:1|red:1|yellow:0; board -", "hands: expected a whole number from 1 to 3"),
        (f"{BEFORE}; hands green:2|green:1|red:1; board -", None),
        (f"{BEFORE}; hands green:1|green:2|red:1; board -", "hands: cards are dealt one by one from seat 1 on (C1.2)."),
        (
            BEFORE.replace("row -", "row red:1").replace("43", "42").replace("red:10", "red:9") + "; hands green:2|green:1|red:1; board -",
            "row: the row is turned up after all hands are dealt (C1.2).",
        ),
        (
            "china 3 side=3-4; now turn 1; points 0 0 0; pile 0 -; discards violet:8 yellow:9 orange:9 green:10 red:11; row -; ran-out 2; hands -|-|-; board chu 1:1 2:1 3:1",
            None,
        ),
        (
            TEXT.replace("refill 2 chu more", "refill 2").replace("orange:2 red:2; ran", "orange:2 red:1; ran")
            .replace("hands violet:1/1 green:1/1 red:1/1|yellow:1/1 red:1/1", "hands violet:1/1 green:1/1 red:1/1|yellow:1/1 red:2"),
            "now: there is nothing to take: the hand is full, or there are no cards (C6.1).",
        ),
        (
            TEXT.replace("refill 2 chu more", "draw 2").replace("orange:2 red:2; ran", "orange:2 red:1; ran")
            .replace("hands violet:1/1 green:1/1 red:1/1|yellow:1/1 red:1/1", "hands violet:1/1 green:1/1 red:1/1|yellow:1/1 red:2"),
            "now: there is no card to draw: the hand is full, or the pile is empty (C6.1).",
        ),
    ],
)  # fmt: skip
def test_fields_that_do_not_go_together_are_named_with_the_reason(text, said):
    if said is None:
        assert hanlin.position(text).legal
        return
    with pytest.raises(BadPosition) as caught:
        hanlin.position(text)
    assert str(caught.value).startswith(said)


def test_too_many_pieces_of_a_seat_are_refused():
    full = "|".join(f"{id} " + " ".join(f"{n}:1" for n in range(1, 6)) for id in ("yan", "zhao", "qi", "chin", "wei"))
    text = TEXT[: TEXT.index("board")].replace("fortresses 0 0 0", "fortresses 1 1 1") + f"board {full}"
    with pytest.raises(BadPosition, match=r"board: seat 1 has 25 palaces on the board; there are 20 \(C0\.2\)\."):
        hanlin.position(text)
    text = text.replace("wei 1:1 2:1 3:1 4:1 5:1", "wei 1:2 1x5").replace("qi 1:1", "qi 1x5 1:1")
    with pytest.raises(BadPosition, match=r"board: seat 1 has 10 emissaries on the board; there are 8 \(C0\.2\)\."):
        hanlin.position(text)


def test_where_nobody_can_place_anything_the_game_is_over():
    """All spaces are taken, and all emissaries are sent: at seat 1's turn that can't be (C6.4)."""
    builders, envoys = iter([1] * 20 + [2] * 20 + [3] * 20), [8, 8, 8]
    regions = []
    for region in shipped_map().regions:
        owners = [next(builders) for _space in region.spaces]
        words = [f"{n}:{owner}" for n, owner in enumerate(owners, 1)]
        room = max(owners.count(owner) for owner in owners)
        for seat in range(3):
            sent = min(room, envoys[seat])
            words += [f"{seat + 1}x{sent}"] if sent else []
            room, envoys[seat] = room - sent, envoys[seat] - sent
        regions.append(f"{region.id} {' '.join(words)}")
    assert envoys == [0, 0, 0]
    text = (
        "china 3 side=3-4; now over 1; points 1 2 3; pile 0 -; discards violet:8 yellow:9 orange:9 green:10 red:11; row -; "
        f"ran-out 2; hands -|-|-; board {'|'.join(regions)}"
    )
    assert hanlin.position(text).over
    with pytest.raises(BadPosition, match=r"now: nobody can place a piece any more, so the game is over \(C6\.4\), not turn"):
        hanlin.position(text.replace("over 1", "turn 1"))
    one_left = re.sub(r" 3x\d+", "", text.replace("over 1", "turn 1"), count=1)
    assert hanlin.position(one_left).legal == ["pass"]
