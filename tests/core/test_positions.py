"""Positions as text: reading and writing keep every byte, at every ply of every game, views included."""

from __future__ import annotations

import dataclasses
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import hanlin
from hanlin.core.errors import BadPosition, BadRecord, HanlinError, IllegalAction
from hanlin.core.jit.rng import below, seeded
from hanlin.core.position import position_text
from hanlin.core.position.record import read_record
from hanlin.core.verbs import rulebook
from hanlin.games.china.map import SHIPPED as SHIPPED_MAP
from hanlin.games.forbidden_city.tiles import SHIPPED as SHIPPED_TILES
from helpers.long import examples

GAMES = [
    ("year_of_the_dragon", 2, {}),
    ("year_of_the_dragon", 3, {"great_wall": True, "super_event": "random"}),
    ("year_of_the_dragon", 2, {"super_event": "earthquake", "large_privilege": "6"}),
    ("year_of_the_dragon", 3, {"super_event": "sunrise"}),
    ("year_of_the_dragon", 2, {"super_event": "solar-eclipse", "great_wall": True}),
    ("year_of_the_dragon", 2, {"super_event": "tornado"}),
    ("year_of_the_dragon", 2, {"super_event": "concession"}),
    ("year_of_the_dragon", 2, {"super_event": "flood"}),
    ("year_of_the_dragon", 5, {}),
    ("china", 3, {}),
    ("china", 5, {"fortresses": True}),
    ("forbidden_city", 2, {}),
    ("forbidden_city", 3, {"side": "rooms"}),
]


def game_by_ply(name, players, seed, **options):
    """A random game: the same position, played on each time it is asked for."""
    position, rng = hanlin.game(name).start(players, **options), seeded("positions", name, players, seed)
    yield position
    while not position.over:
        if position.actor == hanlin.CHANCE:
            position.chance(rng)
        else:
            legal = position.legal
            position.play(legal[below(rng, len(legal))])
        yield position


@pytest.mark.parametrize(("name", "players", "options"), GAMES)
def test_what_is_written_is_read_again_byte_by_byte_at_every_ply(name, players, options):
    for position in game_by_ply(name, players, 1, **options):
        read = hanlin.position(position.text())
        assert read.state.tobytes() == position.state.tobytes()
        assert read.text() == position.text()
        assert (read.options, read.seat, read.moves) == (position.options, None, [])
        if position.ply % 3:
            continue
        seen = position.seen_by(position.ply // 3 % (players + 1) - 1)
        view = hanlin.position(seen.text())
        assert view.state.tobytes() == seen.state.tobytes()
        assert (view.text(), view.seat) == (seen.text(), seen.seat)


@pytest.mark.parametrize(("name", "players", "options"), GAMES[1::4])
def test_a_game_goes_on_from_a_text_as_from_the_position(name, players, options):
    for position in game_by_ply(name, players, 2, **options):
        if position.ply % 40 == 7:
            read, rng, other = hanlin.position(position.text()), seeded(3), seeded(3)
            same = position.copy()
            while not same.over:
                assert read.legal == same.legal
                assert read.weights == same.weights
                if same.actor == hanlin.CHANCE:
                    same.chance(rng)
                    read.chance(other)
                else:
                    same.play(same.legal[-1])
                    read.play(read.legal[-1])
            assert read.scores == same.scores


def test_a_text_reveals_nothing_that_its_seat_does_not_know():
    """The view's text is the same for another deal of hidden things."""
    for name in ("china", "forbidden_city"):
        position = hanlin.game(name).start(3).settle(5)
        texts = {position.seen_by(1).text()}
        for seed in range(5):
            other = position.seen_by(1)._states.copy()
            hanlin.core.verbs.generic.guess(other[0], seeded(seed))
            guessed = hanlin.Position(position.game, other, position.options)
            texts.add(guessed.seen_by(1).text())
        assert len(texts) == 1
        assert "?" in texts.pop()
        assert "?" not in position.text()


# -- records ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players", "options"), GAMES[2::5])
def test_a_record_may_begin_from_a_position(name, players, options):
    for position in game_by_ply(name, players, 4, **options):
        if position.ply == 60:
            break
    start = hanlin.position(position.text())
    for _ in range(20):
        if start.actor == hanlin.CHANCE:
            start.chance(1)
        elif not start.over:
            start.play(start.legal[0])
    text = start.record([f"Seat {seat}" for seat in range(players)])
    assert f'[Position "{position.text()}"]' in text
    record = read_record(text)
    assert record.end.state.tobytes() == start.state.tobytes()
    assert record.end.record([f"Seat {seat}" for seat in range(players)]) == text
    assert record.start.state.tobytes() == position.state.tobytes()
    assert start.copy().record() == start.record() == start.at(start.ply).record()
    assert "[Position" not in position.record()


def test_a_record_of_a_view_begins_from_what_its_seat_saw():
    position = hanlin.position(hanlin.game("china").start(3).settle(1).text())
    position.play(position.legal[0])
    for seat in (-1, 1):
        text = position.seen_by(seat).record()
        assert f'[Position "{position.at(0).seen_by(seat).text()}"]' in text
        with pytest.raises(BadRecord, match="this is a view"):
            read_record(text)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("[Players", '[Players "4"]'), "the position and the tag Players do not agree"),
        (("[Options", '[Options "fortresses side=3-4"]'), "the position and the tag Options do not agree"),
        (("[Game", '[Game "forbidden_city"]'), "the position and the tag Game do not agree"),
        (("[Position", '[Position "china 3 side=3-4; now turn 1"]'), "points: this field is missing"),
    ],
)
def test_a_position_that_does_not_fit_its_record_is_refused(change, reason):
    lines = hanlin.position(hanlin.game("china").start(3).settle(1).text()).record().split("\n")
    tag, line = change
    changed = [line if old.startswith(tag) else old for old in lines]
    with pytest.raises(BadRecord, match=reason):
        read_record("\n".join(changed))


# -- what is wrong with any game's text ------------------------------------------------------------------------------------


TEXT = hanlin.game("china").start(3).settle(1).text()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "a line of fields separated by semicolons"),
        (";" + TEXT, "a line of fields separated by semicolons"),
        ("chess 2; now turn 1", "There is no game 'chess'"),
        (TEXT.replace("china", "China"), "There is no game"),
        ("forbidden-city 2; now place 1", "did you mean forbidden_city"),
        (TEXT.replace("china 3", "china"), "china: expected the number of players"),
        (TEXT.replace("china 3", "china 33333"), "china: expected the number of players"),
        (TEXT.replace("china 3", "china 7"), "china: china is for 3 to 5 players"),
        (TEXT.replace("side=3-4", "side=4-5"), "china: side can't be '4-5' with 3 players"),
        (TEXT.replace("side=3-4", "side=3-4 side=3-4"), "china: the option side appears twice"),
        (TEXT.replace("side=3-4", "side=3-4 map=x.toml"), "china: map has its own field"),
        (TEXT.replace("side=3-4", "side=3-4 wind=storm"), "china: china has no option 'wind'"),
        (TEXT + "; map mine 0123456789abcdef", "map: give the file of 'mine 0123456789abcdef' as well"),
        (TEXT + "; weather fine", "weather: unknown field; the fields of this position are: board"),
        (TEXT + "; now turn 1", "'now': this field appears twice"),
        (TEXT + "; view 4", "view: expected a whole number from 1 to 3"),
        (TEXT + "; " + "x" * 20_000, "at most 16000 characters"),
    ],
)
def test_whatever_is_wrong_is_named(text, reason):
    with pytest.raises(BadPosition) as caught:
        hanlin.position(text)
    assert reason in str(caught.value)


def test_blanks_and_line_ends_count_as_one_blank():
    wide = TEXT.replace("; ", " ;\n   ").replace(" ", "  ")
    assert hanlin.position(wide).text() == TEXT


def test_what_is_no_text_is_said_so():
    with pytest.raises(HanlinError, match="not int"):
        hanlin.position(5)


def test_a_view_can_not_be_played_on():
    view = hanlin.position(hanlin.game("china").start(3).settle(1).seen_by(0).text())
    with pytest.raises(IllegalAction):
        view.play(view.legal[0])


def test_a_game_without_texts_says_so():
    silent = dataclasses.replace(hanlin.game("china"), write_state=rulebook._no_fields, read_state=rulebook._no_reader)
    with pytest.raises(HanlinError, match="can't be written as text"):
        silent.start(3).text()


def test_a_position_on_a_custom_map_or_tiles_names_the_file():
    map_ = SHIPPED_MAP.read_text("utf-8").replace("warring-states", "mine").replace("players = [3, 4]", "players = [3]")
    tiles = SHIPPED_TILES.read_text("utf-8").replace('"hanlin"', '"mine"').replace("advisors = 2", "advisors = 1")
    for name, option, file, shipped in (("china", "map", map_, SHIPPED_MAP), ("forbidden_city", "tiles", tiles, SHIPPED_TILES)):
        position = hanlin.game(name).start(3, **{option: file}).settle(1)
        position.play(position.legal[0])
        text = position.text()
        assert f"; {option} mine " in text
        read = hanlin.position(text, {option: file})
        assert read.state.tobytes() == position.state.tobytes()
        read.play(read.legal[0]) if read.actor >= 0 else read.chance(1)
        assert read_record(read.record(), {option: file}).end.state.tobytes() == read.state.tobytes()
        with pytest.raises(BadPosition, match=f"{option}: give the file of 'mine"):
            hanlin.position(text)
        with pytest.raises(BadPosition, match=f"{option}: the file given is the shipped one"):
            hanlin.position(text, {option: shipped})


# -- accepted positions can be played on --------------------------------------------------------------------------------------


@cache
def texts_of(number):
    """Texts of a random game of ``GAMES[number]``, every fifth ply and the end."""
    name, players, options = GAMES[number]
    return [
        position.text() for n, position in enumerate(game_by_ply(name, players, 6, **options)) if n % 5 == 0 or position.over
    ]


FUZZED = (1, 2, 4, 10, 11)


@pytest.mark.parametrize("number", FUZZED)
@settings(max_examples=examples(40), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_a_text_with_swapped_words_is_refused_or_playable(number, data):
    """Words and fields of other moments and other games: an accepted position can be played to its end."""
    fields = data.draw(st.sampled_from(texts_of(number))).split("; ")
    for _ in range(data.draw(st.integers(1, 3))):
        other = data.draw(st.sampled_from(texts_of(number))).split("; ")
        at = data.draw(st.integers(0, len(fields) - 1))
        same = [field for field in other if field.split(" ")[0] == fields[at].split(" ")[0]]
        if data.draw(st.booleans()):
            fields[at] = same[0] if same else fields[at]
        else:
            words = fields[at].split(" ")
            place = data.draw(st.integers(0, len(words) - 1))
            words[place] = data.draw(st.sampled_from([*data.draw(st.sampled_from(other)).split(" "), "0", "1", "9", "-", "?"]))
            fields[at] = " ".join(words)
    try:
        position = hanlin.position("; ".join(fields))
    except BadPosition:
        return
    assert hanlin.position(position.text()).state.tobytes() == position.state.tobytes()
    if position.seat is None:
        rng, plies = seeded("on"), 0
        while not position.over:
            position.apply(position.legal_codes[below(rng, len(position.legal_codes))])
            plies += 1
            assert plies < 1_500


def test_the_longest_texts_are_far_from_the_limit():
    assert max(len(text) for number in FUZZED for text in texts_of(number)) < position_text.LONGEST / 4
