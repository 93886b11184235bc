"""Whole numbers from outside have one text and one type; any accepted position can be played on and read again."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hanlin
from hanlin.core.lib.integers import seed_of, whole, whole_text

ODD = [
    "",
    " 3",
    "3 ",
    "+3",
    "03",
    "-0",
    "00",
    "3.0",
    "3e0",
    "1_0",
    "٣",
    "²",
    "３",
    "0x3",
    "0" * 5000,
    "9" * 5000,
    "--3",
    "-",
    "\n3",
    "3\n",
    "1,0",
]
OPTIONS = {
    "china": {"fortresses": True},
    "forbidden_city": {},
    "year_of_the_dragon": {"great_wall": True, "super_event": "flood"},
}
SIZES = ["0", "9", "12", "29", "99", "999", "9999", "99999", "999999", "6709999", "40000000", "182000000", "9" * 18, "9" * 19]


@pytest.mark.parametrize("text", ODD)
def test_a_number_has_one_text(text):
    assert whole_text(text, -(10**18), 10**18) is None


@given(st.integers(-(10**18) + 1, 10**18 - 1))
def test_what_is_written_is_read(number):
    limit = 10**18
    text = str(number)
    assert whole_text(text, -limit, limit) == (number if len(text) <= 18 else None)


@pytest.mark.parametrize("value", [True, False, np.True_, 3.0, 3.7, np.float32(3), "3", None, [3], b"3", float("inf")])
def test_no_other_value_is_a_whole_number(value):
    assert whole(value) is None
    assert seed_of(value) is None


def test_numbers_of_every_kind_are_whole_numbers():
    assert [whole(value) for value in (3, np.int8(3), np.uint64(3), np.array(3))] == [3] * 4
    assert seed_of(2**128 - 1) is not None
    assert seed_of(2**128) is None


@pytest.mark.parametrize("word", ODD[1:])
@pytest.mark.parametrize("name", OPTIONS)
def test_no_field_of_a_position_takes_odd_numbers(name, word):
    if any(letter.isspace() for letter in word):
        return  # Blanks part the words of a field.
    text = hanlin.game(name).start(3, seed=1, **OPTIONS[name]).settle().text()
    for field in re.findall(r"(?<=; )(?:points|coins|pile|ran-out|yuan) [0-9]+", text):
        with pytest.raises(hanlin.BadPosition):
            hanlin.position(text.replace(field, f"{field.split()[0]} {word}"))
    with pytest.raises(hanlin.BadPosition):
        hanlin.position(text.replace(f"{name} 3", f"{name} {word}", 1))


@settings(max_examples=40, deadline=None)
@given(data=st.data(), name=st.sampled_from(sorted(OPTIONS)), seed=st.integers(0, 10**6), plies=st.integers(0, 120))
def test_whatever_is_read_can_be_played_on_and_read_back(data, name, seed, plies):
    game = hanlin.game(name)
    position, luck = game.start(game.players[seed % len(game.players)], seed=seed, **OPTIONS[name]), seed
    while not position.settle().over and position.ply < plies:
        luck = luck * 1103515245 + 12345 & 0x7FFFFFFF
        position.play(position.legal[luck % len(position.legal)])
    text = position.text()
    numbers = list(re.finditer(r"(?<![\w:-])[0-9]+(?![\w:])", text))
    for number in data.draw(
        st.lists(st.sampled_from(numbers), max_size=3, unique=True).map(lambda found: sorted(found, key=lambda m: -m.start()))
    ):
        text = text[: number.start()] + data.draw(st.sampled_from(SIZES)) + text[number.end() :]
    try:
        read = hanlin.position(text, seed=seed)
    except hanlin.BadPosition:
        return
    assert hanlin.position(read.text()) == hanlin.position(text)
    for _ply in range(12):
        if read.over:
            break
        luck = luck * 1103515245 + 12345 & 0x7FFFFFFF
        read.play(read.legal[luck % len(read.legal)]) if read.actor >= 0 else read.chance()
        assert hanlin.position(read.text()).state.tobytes() == read.state.tobytes()


@pytest.mark.parametrize(
    ("name", "field", "most"),
    [
        ("forbidden_city", "coins", 9999),
        ("china", "points", 999),
        ("year_of_the_dragon", "points", 999),
        ("year_of_the_dragon", "yuan", 999),
    ],
)
def test_the_highest_counters_last_to_the_end_of_the_game(name, field, most):
    position = hanlin.game(name).start(2 if name != "china" else 3, seed=4, **OPTIONS[name]).settle()
    text = re.sub(rf"; {field} [0-9 ]+;", f"; {field} {' '.join([str(most)] * position.players)};", position.text())
    position = hanlin.position(text, seed=4)
    while not position.settle().over:
        position.play(position.legal[position.ply * 7 % len(position.legal)])
        if position.ply % 9 == 0:
            assert hanlin.position(position.text()).text() == position.text()
    assert hanlin.position(position.text()).scores == position.scores
    if field != "yuan":
        assert max(position.scores) > most
