"""The book of a game: measures agree with the games they were taken from, and a figure says how sure it is."""

from __future__ import annotations

import json
import math

import pytest

import hanlin
from hanlin.cli import book as command
from hanlin.core.i18n.language import language, languages
from hanlin.core.verbs.book import FEWEST, REST, WON, Figure, Figures, Measure, from_json, rows, widest_gap
from hanlin.lab.book import BookGames, deeper_bot, played, read_book

GAMES = ("china", "forbidden_city", "year_of_the_dragon")


@pytest.fixture(scope="module")
def small():
    """By game: the figures of four games with three players, and the games themselves."""
    found = {}
    for name in GAMES:
        job = BookGames(game=name, players=3, games=4, bots=("greedy",), seed="book")
        ends = [job.play(range(n, n + 1), False) for n in range(4)]
        figures = Figures(3)
        for number, end in enumerate(ends):
            figures.add(hanlin.game(name).book.measure(played(job.start, end.codes, job.has_drawn_opening(number))))
        found[name] = figures, job, ends
    return found


@pytest.mark.parametrize("name", GAMES)
def test_each_seat_of_each_game_is_measured_once(small, name):
    figures, _job, ends = small[name]
    assert figures.games == 4
    seats = [figure for (key, _series), figure in figures.topics["seat"].items()]
    assert sum(figure.n for figure in seats) == 12
    assert sum(figure.sum for figure in seats) == pytest.approx(4)
    for seat in range(3):
        mine = sum(figure.n for (key, _series), figure in figures.topics["seat"].items() if key == str(seat))
        assert mine == 4
    points = sum(int(end.points.sum()) for end in ends)
    assert sum(figures.get("points", "all", series).sum for series in (WON, REST)) == points


@pytest.mark.parametrize("name", GAMES)
def test_the_sources_of_points_add_up(small, name):
    figures, _job, _ends = small[name]
    for series in (WON, REST):
        by_source = sum(figure.sum for (key, of), figure in figures.topics["points"].items() if of == series and key != "all")
        assert by_source == figures.get("points", "all", series).sum


@pytest.mark.parametrize("name", GAMES)
def test_every_topic_is_measured_and_every_key_has_words(small, name):
    figures, _job, _ends = small[name]
    game = hanlin.game(name)
    for code in languages():
        with language(code):
            topics = {topic.id: topic for topic in game.words.book_topics()}
            for topic in topics.values():
                for (key, series), _figure in figures.topics[topic.id].items():
                    assert topic.label(key)
                    assert series in dict(topic.series)
    assert set(figures.topics) <= set(topics) | {"fortress", "wall"}


@pytest.mark.parametrize("name", ["china", "year_of_the_dragon"])
def test_openings_are_drawn_in_every_second_game(small, name):
    figures, job, ends = small[name]
    series = {of: sum(f.n for (_key, s), f in figures.topics["seat"].items() if s == of) for of in ("chosen", "drawn")}
    assert series == {"chosen": 6, "drawn": 6}
    again = job.play(range(1, 2), False)
    assert again.codes == ends[1].codes
    assert played(job.start, again.codes, True).drawn_opening


def test_games_that_do_not_end_are_refused(small):
    _figures, job, ends = small["china"]
    with pytest.raises(hanlin.HanlinError, match="do not end"):
        played(job.start, ends[0].codes[:-1])


def test_a_figure_has_the_interval_of_its_mean():
    figure = Figure()
    for value in (1, 2, 3, 4):
        figure = figure.with_value(value)
    assert figure.mean == 2.5
    assert figure.margin == pytest.approx(1.96 * math.sqrt((2.25 + 0.25) * 2 / 3 / 4))
    assert not figure.is_shown
    assert Figure(1, 1, 1).margin == math.inf


def test_figures_of_too_few_games_are_not_shown():
    figures = Figures(3)
    for _ in range(FEWEST - 1):
        figures.add([Measure("seat", "0", 1.0), Measure("seat", "1", 0.0)])
    assert figures.shown("seat") == {}
    figures.add([Measure("seat", "0", 1.0), Measure("seat", "1", 0.0)])
    assert set(figures.shown("seat")) == {"0", "1"}
    topic = hanlin.game("forbidden_city").words.book_topics()[0]
    assert [label for label, _bars in rows(topic, figures)] == [topic.label("0"), topic.label("1")]


def test_only_a_gap_beyond_its_uncertainty_is_named():
    figures = Figures(2)
    for n in range(200):
        figures.add([Measure("points", "a", 10 + n % 2, WON), Measure("points", "a", 9 + n % 2, REST)])
        figures.add([Measure("points", "b", 50 * (n % 2), WON), Measure("points", "b", 50 * (n % 2), REST)])
    gap = widest_gap(figures, "points", WON, REST)
    assert gap is not None
    assert (gap.key, round(gap.high - gap.low)) == ("a", 1)
    assert widest_gap(figures, "points", WON, REST, leave_out=("a",)) is None


def test_figures_are_read_as_they_were_written(small):
    for figures, _job, _ends in small.values():
        again = from_json(json.loads(json.dumps(figures.as_json())))
        assert again.as_json() == figures.as_json()
        assert again.games == 4


def test_a_book_is_made_shown_and_made_again(tmp_path, capsys):
    game = hanlin.game("china")
    wanted = command.Making(
        players=[3], games=3, deeper=0, bot="greedy", seed="1", folder=tmp_path / "kept", out=tmp_path / "book.json"
    )
    command.make(game, wanted)
    first = (tmp_path / "book.json").read_text()
    command.make(game, wanted)
    assert (tmp_path / "book.json").read_text() == first
    assert json.loads(first)["figures"][0]["games"] == 3
    with pytest.raises(hanlin.HanlinError, match="--deeper 0"):
        deeper_bot("greedy", game)
    assert deeper_bot("strong", game) == "strong@1000"


@pytest.mark.parametrize("name", GAMES)
def test_the_shipped_book_has_all_numbers_of_players(name):
    game = hanlin.game(name)
    book = read_book(game)
    assert book is not None
    for players in game.players:
        figures = book.of(players)
        assert figures is not None
        assert figures.games >= FEWEST
        assert game.words.book_findings(figures)
        assert all(list(rows(topic, figures)) for topic in game.words.book_topics() if topic.id == "points")
