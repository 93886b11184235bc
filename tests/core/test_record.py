"""Records: written ones can be read again, and faulty ones are refused with line and reason (docs/rules/notation.md)."""

from __future__ import annotations

import pytest

import hanlin
from hanlin.core.errors import BadRecord
from hanlin.core.jit.rng import below, seeded
from hanlin.core.position import record
from hanlin.core.position.game import games
from hanlin.core.position.record import read_record, read_record_file


def random_position(name, players, seed, plies=10**6, **options):
    """A position after so many random plies (or the end)."""
    rng = seeded("record", name, players, seed)
    position = hanlin.game(name).start(players, **options)
    while not position.over and len(position.moves) < plies:
        if position.actor == hanlin.CHANCE:
            position.chance(rng)
        else:
            legal = position.legal
            position.play(legal[below(rng, len(legal))])
    return position


@pytest.fixture(scope="module")
def finished():
    return random_position("year_of_the_dragon", 3, 1, great_wall=True, super_event="flood").record(["Ann", "bot:greedy", "Bo"])


@pytest.fixture(scope="module")
def unfinished():
    return random_position("year_of_the_dragon", 2, 2, plies=60).record()


def refused(text, line, *reasons):
    """The record is refused, with that line and those words in the reason."""
    with pytest.raises(BadRecord) as caught:
        read_record(text)
    assert caught.value.line == line, caught.value
    for reason in reasons:
        assert reason in caught.value.reason
    return caught.value.reason


def lines_of(text):
    return text.split("\n")


def with_line(text, number, line):
    """The text with that line (from 1) replaced."""
    lines = lines_of(text)
    lines[number - 1] = line
    return "\n".join(lines)


def first_action(text):
    """The number of the first action's line."""
    return lines_of(text).index("") + 2


@pytest.mark.parametrize("name", sorted(games()))
def test_what_is_written_is_read_again(name):
    for players in hanlin.game(name).players:
        position = random_position(name, players, 3)
        text = position.record([f"Seat {seat}" for seat in range(players)])
        record = read_record(text)
        assert record.end.moves == position.moves
        assert record.end.state.tobytes() == position.state.tobytes()
        assert record.end.record(record.tags["Seats"].split("|")) == text
        assert position.over
        assert record.tags["Scores"] == " ".join(str(points) for points in position.scores)


def test_header_has_the_tags_of_the_page(finished):
    header = lines_of(finished)[: first_action(finished) - 2]
    assert header[0] == '[Game "year_of_the_dragon"]'
    assert header[1] == '[Players "3"]'
    assert header[2] == '[Options "great_wall super_event=flood"]'
    assert '[Seats "Ann|bot:greedy|Bo"]' in header
    assert header[-1].startswith("[Scores ")


def test_options_tag_only_when_not_empty_and_scores_only_at_the_end(unfinished):
    assert "[Options" not in unfinished
    assert "[Scores" not in unfinished
    assert not read_record(unfinished).end.over


def test_positions_step_through_the_game(finished):
    record = read_record(finished)
    seen = [len(position.moves) for position in record.positions()]
    assert seen == list(range(len(record.end.moves) + 1))


def test_positions_of_a_record_are_positions_of_their_own(finished):
    record = read_record(finished)
    positions = list(record.positions())
    assert [position.ply for position in positions] == list(range(record.end.ply + 1))
    assert positions[0] == record.start
    assert positions[-1] == record.end
    positions[3].settle(1).play(positions[3].legal[0])
    assert record.end.at(3) != positions[3]
    assert list(record.positions())[3] == record.end.at(3)


def test_comments_and_blanks(finished):
    at = first_action(finished)
    lines = lines_of(finished)
    lines[0] += "   # the game"
    lines[at - 1] = "  " + lines[at - 1].replace(" ", "   ") + '\t# a remark with "quotes'
    lines.insert(at, "# a line of its own")
    lines.insert(at, "")
    lines.insert(1, "# between the tags, and not the end of the header")
    assert read_record("\n".join(lines)).end.moves == read_record(finished).end.moves


def test_a_hash_inside_quotes_is_no_comment(unfinished):
    text = unfinished.replace('[Players "2"]', '[Players "2"]\n[Seats "a#1|b#2"]')
    assert read_record(text).tags["Seats"] == "a#1|b#2"


def test_windows_line_ends_and_byte_order_mark(tmp_path, finished):
    path = tmp_path / "game.hanlin"
    path.write_bytes(b"\xef\xbb\xbf" + finished.replace("\n", "\r\n").encode())
    assert read_record_file(path).end.over


def test_bytes_that_are_no_utf8_are_refused_with_their_line(tmp_path):
    path = tmp_path / "game.hanlin"
    path.write_bytes(b'[Game "china"]\n[Players "\xff"]\n')
    with pytest.raises(BadRecord, match="line 2: this isn't UTF-8"):
        read_record_file(path)


def test_unknown_tags_are_kept_and_ignored(unfinished):
    text = unfinished.replace('[Players "2"]', '[Players "2"]\n[Place "Kaifeng"]')
    assert read_record(text).tags["Place"] == "Kaifeng"


def test_a_tag_twice(unfinished):
    refused(unfinished.replace('[Players "2"]', '[Players "2"]\n[Players "2"]'), 3, "Players", "appears again")


@pytest.mark.parametrize("tag", ["Game", "Players"])
def test_a_needed_tag_is_missing(unfinished, tag):
    lines = [line for line in lines_of(unfinished) if not line.startswith(f"[{tag} ")]
    refused("\n".join(lines), 1, tag, "missing")


def test_unknown_game_lists_the_games(unfinished):
    refused(unfinished.replace("year_of_the_dragon", "mahjong"), 1, "mahjong", "year_of_the_dragon")


@pytest.mark.parametrize("players", ["0", "1", "6", "two", "02", "", "2.0", "-2"])
def test_bad_players(unfinished, players):
    refused(unfinished.replace('[Players "2"]', f'[Players "{players}"]'), 2)


def test_unknown_option_lists_the_options(unfinished):
    text = unfinished.replace('[Players "2"]', '[Players "2"]\n[Options "greater_wall"]')
    refused(text, 3, "greater_wall", "great_wall", "super_event")


@pytest.mark.parametrize("words", ["great_wall great_wall", "great_wall=yes", "super_event", "super_event=rain"])
def test_bad_options(unfinished, words):
    refused(unfinished.replace('[Players "2"]', f'[Players "2"]\n[Options "{words}"]'), 3)


def test_seats_of_the_wrong_length(unfinished):
    refused(unfinished.replace('[Players "2"]', '[Players "2"]\n[Seats "a|b|c"]'), 3, "3 seats", "2 play")


def test_unknown_rules_version(unfinished):
    refused(unfinished.replace('[Rules "1"]', '[Rules "999"]'), 3, "999")


def test_scores_in_an_unfinished_game(unfinished):
    refused(unfinished.replace('[Players "2"]', '[Players "2"]\n[Scores "1 2"]'), 3, "finished")


def test_scores_that_do_not_match(finished):
    line = first_action(finished) - 2
    refused(with_line(finished, line, '[Scores "1 2 3"]'), line, "1 2 3")


def test_a_malformed_tag(unfinished):
    refused(with_line(unfinished, 2, "[Players 2]"), 2, "[Tag")


def test_the_empty_line_that_ends_the_header_is_missing(unfinished):
    lines = lines_of(unfinished)
    lines.remove("")
    refused("\n".join(lines), first_action(unfinished) - 1, "empty line")
    refused('[Game "year_of_the_dragon"]\n[Players "2"]\n', 3, "empty line")


@pytest.mark.parametrize("line", ["nonsense", "x event drought", "01 pass", "* "])
def test_a_malformed_action_line(unfinished, line):
    at = first_action(unfinished)
    refused(with_line(unfinished, at, line), at)


def test_the_wrong_actor(unfinished):
    at = first_action(unfinished)
    refused(with_line(unfinished, at, "1 event drought"), at, "turn of *")


def test_an_illegal_action_is_refused_with_at_most_ten_legal_ones(unfinished):
    lines = lines_of(unfinished)
    at = next(number for number, line in enumerate(lines, 1) if line.startswith("1 pick"))
    reason = refused(with_line(unfinished, at, "1 pick scholar craftsman"), at, "pick", "more")
    assert reason.partition("Legal for")[2].count("pick ") == 10


def test_actions_after_the_end(finished):
    refused(finished + "1 pass\n", len(lines_of(finished)), "over")


def test_a_record_for_a_seat_is_not_replayed():
    position = random_position("china", 3, 5, plies=20)
    text = position.seen_by(0).record()
    assert " ?" in text
    line = next(number for number, line in enumerate(lines_of(text), 1) if line.endswith(" ?"))
    refused(text, line, "hides")


def test_when_the_game_is_over_everyone_gets_the_full_record():
    position = random_position("china", 3, 6)
    assert position.over
    assert position.seen_by(0).record() == position.record()
    assert position.seen_by(-1).record() == position.record()


@pytest.mark.parametrize("name", ["a|b", 'a"b', "a\nb"])
def test_names_that_the_format_can_not_hold(name):
    position = hanlin.game("year_of_the_dragon").start(2)
    with pytest.raises(ValueError, match="name"):
        position.record([name, "b"])


def test_the_number_of_names_must_fit():
    with pytest.raises(ValueError, match="2 players need 2"):
        hanlin.game("year_of_the_dragon").start(2).record(["a"])


# -- what no game needs -------------------------------------------------------------------------------------------------


def events_that_fit_nowhere():
    """Ten events whose last fits nowhere, so that all are drawn again."""
    for seed in range(100):
        moves = hanlin.game("year_of_the_dragon").start(2).settle(seed).moves
        events = [text for _actor, text in moves if text.startswith("event")]
        if len(events) > 10:
            return events[:10]
    raise AssertionError("no such deal in a hundred")


def test_a_record_without_end_is_refused_before_it_is_replayed(monkeypatch):
    lines = [f"* {event}" for event in events_that_fit_nowhere()]
    head = '[Game "year_of_the_dragon"]\n[Players "2"]\n\n'
    assert read_record(head + "\n".join(lines * 3) + "\n").end.ply == 30
    monkeypatch.setattr(record, "_replay_line", None)
    refused(head + "\n".join(lines * 1_180) + "\n", 4_004, "at most 4000 actions")


def test_no_game_comes_near_the_bound():
    longest = max(
        len(random_position(name, players, seed, **options).moves)
        for seed in range(2)
        for name, players, options in (
            ("year_of_the_dragon", 5, {"great_wall": True, "super_event": "earthquake"}),
            ("china", 5, {"fortresses": True}),
            ("forbidden_city", 4, {}),
        )
    )
    assert longest < record.MOST_ACTIONS / 8


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("\n" * 20_000, 12_001, "at most 12000 lines"),
        ("#" * 2_000_000, 1, "at most 1024 KB"),
        (f'[Game "china"]\n[Players "{"9" * 5_000}"]\n\n', 2, "a tag has at most 1000 characters"),
        ('[Game "china"]\n[Players "99999"]\n\n', 2, "Players is a number such as 5"),
        (f'[Game "{"x" * 900}"]\n[Players "3"]\n\n', 1, "There is no game"),
        (f'[Game "china"]\n[Players "3"]\n\n* deal {"1" * 5_000}\n', 4, "an action has at most 200 characters"),
        (f'[Game "china"]\n[Players "3"]\n\n{"1" * 5_000} pass\n', 4, "a line is an actor"),
        (f"{'[' * 100_000}\n\n", 1, "a header line looks like"),
    ],
)
def test_what_is_too_large_is_refused_in_few_words(text, line, reason):
    assert len(refused(text, line, reason)) < 1_200


def test_a_file_that_has_no_end_is_not_read_to_it(tmp_path):
    path = tmp_path / "game.hanlin"
    path.write_bytes(b"# x" * 1_000_000)
    with pytest.raises(BadRecord, match="at most 1024 KB"):
        read_record_file(path)
