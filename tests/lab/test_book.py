"""The book of a game: measures agree with the games they were taken from, and a figure says how sure it is."""

from __future__ import annotations

import json
import math
from collections import Counter
from dataclasses import replace
from itertools import combinations, takewhile

import pytest

import hanlin
from hanlin.cli import book as command
from hanlin.core.i18n.language import language, languages
from hanlin.core.lib.intervals import student
from hanlin.core.verbs.book import (
    CHOSEN,
    DRAWN,
    EXPLORED,
    FEWEST,
    POINTS,
    REST,
    SEAT,
    STAGES,
    WON,
    Claim,
    Figure,
    Figures,
    Measure,
    explored,
    extremes,
    findings,
    from_json,
    rows,
    trend,
    widest_gap,
)
from hanlin.games.year_of_the_dragon.pieces import EVENT_NAMES, TYPE_NAMES
from hanlin.games.year_of_the_dragon.words.book import EVENTS
from hanlin.lab.book import BookGames, deeper_bot, measured, played, read_book, weaker_bots

GAMES = ("china", "forbidden_city", "year_of_the_dragon")


@pytest.fixture(scope="module")
def small():
    """By game: the figures of four games with three players, and the games themselves."""
    found = {}
    for name in GAMES:
        # There a greedy player tries hundreds of placements, which takes plain Python two seconds a game.
        fast = name == "forbidden_city"
        job = BookGames(game=name, players=3, games=4, bots=("greedy",), seed="book")
        ends = [job.play(range(n, n + 1), fast) for n in range(4)]
        figures = Figures(3)
        for number, end in enumerate(ends):
            figures.add(hanlin.game(name).book.measure(played(job.start, end.codes, job.opening(number))))
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
def test_the_sources_and_stages_of_points_add_up(small, name):
    figures, _job, _ends = small[name]
    for series in (WON, REST):
        total = figures.get(POINTS, "all", series).sum
        for topic in (POINTS, STAGES):
            assert total == sum(f.sum for (key, of), f in figures.topics[topic].items() if of == series and key != "all")


@pytest.mark.parametrize("name", GAMES)
def test_every_topic_is_measured_and_every_key_has_words(small, name):
    figures, _job, _ends = small[name]
    game = hanlin.game(name)
    for code in languages():
        with language(code):
            topics = {topic.id: topic for topic in game.words.book_topics()}
            for topic in topics.values():
                for key, series in figures.topics.get(topic.id, {}):
                    assert topic.label(key)
                    # In China only the first seat's palace is drawn, so its seats are compared without these games.
                    assert series in dict(topic.series) or (name, topic.id, series) == ("china", "seat", DRAWN)
            for key, _series in figures.topics[EXPLORED]:
                position, _mark, choice = key.partition(" > ")
                assert game.words.book_decision(position)
                assert game.words.book_choice(position, choice)
    assert set(topics) - set(figures.topics) <= {"fortress", "wall", "opening"}
    assert set(figures.topics) == (set(topics) & set(figures.topics)) | {EXPLORED}


@pytest.mark.parametrize("name", GAMES)
def test_openings_are_drawn_in_every_second_game(small, name):
    figures, job, ends = small[name]
    series = {of: sum(f.n for (_key, s), f in figures.topics["seat"].items() if s == of) for of in ("", CHOSEN, DRAWN)}
    if name == "forbidden_city":
        assert series == {"": 12, CHOSEN: 0, DRAWN: 0}
        assert job.opening(1) == ""
    else:
        assert series == {"": 0, CHOSEN: 6, DRAWN: 6}
        assert job.play(range(1, 2), False).codes == ends[1].codes
        assert [job.opening(n) for n in range(3)] == [CHOSEN, DRAWN, CHOSEN]


def test_drawn_openings_of_the_dragon_are_not_the_players_own():
    job = BookGames(game="year_of_the_dragon", players=3, games=10, bots=("greedy",), seed="drawn")
    pairs = {opening: [set(), set(), set()] for opening in (CHOSEN, DRAWN)}
    for number in range(job.games):
        game = played(job.start, job.play(range(number, number + 1), False).codes, job.opening(number))
        for ply in game.plies:
            if ply.text.startswith("pick "):
                pairs[game.opening][ply.actor].add(ply.text)
    assert all(len(drawn) > len(chosen) for drawn, chosen in zip(pairs[DRAWN], pairs[CHOSEN], strict=True))


def test_the_first_two_persons_are_measured_by_the_first_events(small):
    """With each event of months 3 and 4, once; in one of the games the events are drawn twice (Y1.1)."""
    figures, job, ends = small["year_of_the_dragon"]
    wanted, drawn = Counter(), 0
    for number, end in enumerate(ends):
        game = played(job.start, end.codes, job.opening(number))
        if game.opening != DRAWN:
            continue
        position = job.start.copy()
        for ply in takewhile(lambda ply: ply.actor < 0, game.plies):
            position.play(ply.text)
            drawn += ply.text.startswith("event ")
        first = {EVENT_NAMES[event] for event in position.state.events[2:4]}
        wanted += Counter(f"{event} {each.chosen}" for event in first for each in game.decided if each.is_drawn)
    assert drawn > 20
    assert {key: figure.n for (key, _series), figure in figures.topics["opening-pair-event"].items()} == dict(wanted)


def test_no_best_start_where_many_are_not_known():
    topic = next(each for each in hanlin.game("year_of_the_dragon").words.book_topics() if each.id == "opening-pair-event")
    pairs = [f"{a} {b}" for a, b in combinations(TYPE_NAMES, 2)]
    few, most = Figures(4), Figures(4)
    for figures, events in ((few, EVENTS[:4]), (most, EVENTS)):
        keys = [f"{event} {pair}" for event in events for pair in pairs]
        for n in range(FEWEST):
            figures.add(Measure(topic.id, key, float(place == 7 or n % 4 == 0)) for place, key in enumerate(keys))
    assert list(rows(topic, few)) == findings([topic], few) == []
    assert len(list(rows(topic, most))) == len(EVENTS) * topic.most
    assert findings([topic], most)


def test_each_opening_decision_knows_what_was_offered(small):
    for name in GAMES:
        _figures, job, ends = small[name]
        for number, end in enumerate(ends):
            decided = played(job.start, end.codes, job.opening(number)).decided
            assert {each.seat for each in decided} == {0, 1, 2}
            assert all(each.chosen in each.offered for each in decided)


def test_the_explorer_shows_the_narrowest_position_with_figures():
    game = hanlin.game("china")
    position = game.start(3, seed=1).settle()
    decision = game.book.decision(position)
    narrow, wide = decision.keys
    choice = next(filter(None, map(decision.choice, position.legal)))
    figures = Figures(3)
    for n in range(FEWEST):
        figures.add([Measure(EXPLORED, f"{wide} > {choice}", n % 2), Measure(EXPLORED, f"{wide} > {choice}", 1, CHOSEN)])
    key, (found,) = explored(figures, decision, position.legal)
    assert (key, found.choice, found.won.mean, found.chosen.mean) == (wide, choice, 0.5, 1)
    for _ in range(FEWEST):
        figures.add([Measure(EXPLORED, f"{narrow} > {choice}", 1)])
    key, (found,) = explored(figures, decision, position.legal)
    assert (key, found.won.mean, found.chosen) == (narrow, 1, None)
    assert explored(Figures(3), decision, position.legal) == ("", [])


def test_turned_and_moved_placements_are_one_choice():
    game = hanlin.game("forbidden_city")
    position = game.start(2, seed=3).settle()
    decision = game.book.decision(position)
    choices = {decision.choice(action) for action in position.legal}
    assert choices <= {"own", "shared", "other", "empty", "alone"}
    assert "empty" in choices or "alone" in choices
    assert len(choices) < len(position.legal)


def test_games_that_do_not_end_are_refused(small):
    _figures, job, ends = small["china"]
    with pytest.raises(hanlin.HanlinError, match="do not end"):
        played(job.start, ends[0].codes[:-1])


@pytest.mark.parametrize(("freedom", "wanted"), [(1, 12.706), (2, 4.303), (4, 2.776), (9, 2.262), (29, 2.045), (10**6, 1.96)])
def test_intervals_of_few_games_are_student_s(freedom, wanted):
    assert student(freedom) == pytest.approx(wanted, rel=0.005)


def test_a_figure_has_the_interval_of_its_mean():
    figure = Figure()
    for value in (1, 2, 3, 4):
        figure = figure.with_game(1, value)
    assert figure.mean == 2.5
    assert figure.margin == pytest.approx(3.182 * math.sqrt((2.25 + 0.25) * 2 / 3 / 4), rel=0.01)
    assert not figure.is_shown
    assert Figure(1, 1, 1, 1, 1, 1).margin == math.inf


def test_several_values_of_a_game_count_as_one_game():
    single, repeated = Figures(2), Figures(2)
    for n in range(FEWEST):
        single.add([Measure("size", "a", n % 3)])
        repeated.add([Measure("size", "a", n % 3)] * 7)
    one, seven = single.get("size", "a"), repeated.get("size", "a")
    assert seven.n == 7 * one.n
    assert seven.games == one.games == FEWEST
    assert seven.margin == pytest.approx(one.margin)


def test_figures_of_too_few_games_are_not_shown():
    figures = Figures(3)
    for _ in range(FEWEST - 1):
        figures.add([Measure("seat", "0", 1.0), Measure("seat", "1", 0.0)])
    assert figures.shown("seat") == {}
    figures.add([Measure("seat", "0", 1.0), Measure("seat", "1", 0.0)])
    assert set(figures.shown("seat")) == {"0", "1"}
    topic = hanlin.game("forbidden_city").words.book_topics()[0]
    assert [row.label for row in rows(topic, figures)] == [topic.label("0")]


def test_only_a_gap_beyond_its_uncertainty_is_named():
    figures = Figures(2)
    for n in range(200):
        figures.add([Measure("points", "a", 10 + n % 2, WON), Measure("points", "a", 9 + n % 2, REST)])
        figures.add([Measure("points", "b", 50 * (n % 2), WON), Measure("points", "b", 50 * (n % 2), REST)])
    gap = widest_gap(figures, "points", WON, REST)
    assert gap is not None
    assert (gap.key, round(gap.high - gap.low)) == ("a", 1)
    assert widest_gap(figures, "points", WON, REST, leave_out=("a",)) is None


def test_a_sure_gap_that_nobody_notices_is_not_named():
    figures = Figures(2)
    for n in range(2000):
        figures.add([Measure("rounds", "a", 6.2 + n % 2, WON), Measure("rounds", "a", 6.0 + n % 2, REST)])
    assert widest_gap(figures, "rounds", WON, REST) is None


def by_number(*shares):
    """Shares of the win by the numbers 0, 1 …, each of 400 games."""
    figures = Figures(2)
    for n in range(400):
        figures.add(Measure("tiles", str(key), n < 400 * share) for key, share in enumerate(shares))
    return figures


@pytest.mark.parametrize(
    ("shares", "best"),
    [
        ((0.3, 0.4, 0.5, 0.6), "3"),
        ((0.3, 0.6, 0.55, 0.3, 0.1), "1"),
        ((0.4, 0.42, 0.41, 0.4), None),
        ((0.6, 0.4, 0.5, 0.5), None),  # Neighbours.
        ((0.4, 0.5, 0.5, 0.56, 0.57, 0.38), None),  # The last one alone goes against all others.
        ((0.45, 0.5, 0.5, 0.545), None),  # The intervals overlap.
    ],
)
def test_only_a_trend_over_numbers_is_named(shares, best):
    found = trend(by_number(*shares), "tiles")
    assert (found and found.best) == best


@pytest.mark.parametrize(("best", "says"), [(0, "lost nobody won"), (1, "lost 1 person won"), (2, "lost 2 persons won")])
def test_persons_are_counted_in_their_plural_form(best, says):
    shares = [0.6 if key == best else 0.4 - key / 50 for key in range(6)]
    with language("en"):
        topic = next(each for each in hanlin.game("year_of_the_dragon").words.book_topics() if each.id == "lost")
        found = topic.follows(Figures(2, topics={"lost": by_number(*shares).topics["tiles"]}))
    assert says in found.text


def against(name, *measures):
    """The sentences of a game's book against its printed rules, by figures with these means in 400 games."""
    figures = Figures(3)
    for n in range(400):
        figures.add(Measure(topic, key, mean * (1.2 if n % 2 else 0.8), series) for topic, key, mean, series in measures)
    with language("en"):
        return [found.text for topic in hanlin.game(name).words.book_topics() if (found := topic.advice(figures)) is not None]


def rooms(small, large):
    return [
        ("room-sizes", "small", small, WON), ("room-sizes", "small", 4.0, REST),
        ("room-sizes", "large", large, WON), ("room-sizes", "large", 1.0, REST),
    ]  # fmt: skip


def roads(more, points):
    return [
        (POINTS, "roads", more, WON), (POINTS, "roads", 5.0, REST), (POINTS, "all", points, WON), (POINTS, "all", 40.0, REST)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "measures", "says"),
    [
        ("forbidden_city", rooms(4.0, 1.5), "1.5 against 1"),
        ("forbidden_city", rooms(5.0, 1.5), None),
        ("forbidden_city", rooms(4.0, 1.0), None),
        ("forbidden_city", [], None),
        ("china", roads(5.1, 60.0), "winners score 5.1 points"),
        ("china", roads(9.0, 60.0), None),
        (
            "year_of_the_dragon",
            [("lost", "1", 0.2, ""), ("lost", "3", 0.4, ""), ("lost", "8", 0.1, "")],
            "40% of",
        ),
        ("year_of_the_dragon", [("lost", "1", 0.4, ""), ("lost", "3", 0.4, ""), ("lost", "8", 0.1, "")], None),
    ],
)
def test_advice_is_contradicted_only_where_figures_do(name, measures, says):
    found = against(name, *measures)
    assert len(found) == (says is not None)
    assert says is None or says in found[0]


@pytest.mark.parametrize(
    ("chosen", "drawn", "says"),
    [
        (
            (0.8, 0.2),
            (0.5, 0.5),
            "changes the chance to win by 5 percentage points at most. What counts more",
        ),
        ((0.8, 0.2), (0.7, 0.3), "Seat 1 wins 70% of the games, seat 2 only 30%. What counts more"),
        ((0.7, 0.3), (0.7, 0.3), "Seat 1 wins 70% of the games, seat 2 only 30%."),
        ((0.5, 0.5), (0.5, 0.5), "Where you sit hardly matters: it changes the chance to win by 5 percentage points at most."),
    ],
)
def test_the_worth_of_an_opening_is_not_taken_for_the_seats(chosen, drawn, says):
    figures = Figures(2)
    for n in range(400):
        for series, shares in ((CHOSEN, chosen), (DRAWN, drawn)):
            figures.add(Measure(SEAT, str(seat), float(n < 400 * share), series) for seat, share in enumerate(shares))
    with language("en"):
        topic = next(each for each in hanlin.game("year_of_the_dragon").words.book_topics() if each.id == SEAT)
        found = topic.follows(figures)
    assert says in found.text
    assert ("What counts more is the opening" in found.text) == ("What counts" in says)


def test_the_best_of_many_must_be_ahead_by_more():
    figures = Figures(2)
    for n in range(400):
        figures.add(Measure("opening", str(key), (n + key) % 2) for key in range(30))
        figures.add([Measure("close", "a", n % 2), Measure("close", "b", n % 2 or n % 11 == 0)])
    assert extremes(figures, "opening") is None
    found = extremes(figures, "close")
    assert found is None or found.best == "b"


def test_a_claim_is_held_against_stronger_play():
    claim = Claim("opening", ("a", ""), ("b", ""))
    same, other, few = Figures(2), Figures(2), Figures(2)
    for n in range(FEWEST):
        same.add([Measure("opening", "a", n % 4 > 0), Measure("opening", "b", n % 4 == 0)])
        other.add([Measure("opening", "a", n % 4 == 0), Measure("opening", "b", n % 4 > 0)])
    few.add([Measure("opening", "a", 1), Measure("opening", "b", 0)])
    assert [claim.holds(each) for each in (same, other, few)] == [True, False, None]
    assert Claim("opening", ("a", ""), 0.5).holds(same)


def test_figures_are_read_as_they_were_written():
    figures = Figures(3, "great_wall", "strong")
    for n in range(FEWEST):
        figures.add([Measure("a", "x", n / 7, WON), Measure("a", "x", 1, REST), Measure("a", "x", n % 3, REST)])
        figures.add([Measure("b", "y", 1)] if n else [])
    again = from_json(json.loads(json.dumps(figures.as_json())))
    assert again.as_json() == figures.as_json()
    assert again.get("a", "x", REST) == figures.get("a", "x", REST)
    assert again.get("a", "x", WON).margin == pytest.approx(figures.get("a", "x", WON).margin, abs=1e-4)
    assert "b" not in again.topics


@pytest.fixture
def few_are_enough(monkeypatch):
    monkeypatch.setattr("hanlin.core.verbs.book.FEWEST", 2)


@pytest.mark.usefixtures("few_are_enough")
def test_a_book_is_made_shown_and_made_again(tmp_path, monkeypatch):
    game = hanlin.game("china")
    out, kept = tmp_path / "book.json", tmp_path / "kept"
    wanted = command.Making(players=[3], games=8, deeper=0, bot="greedy", seed="1", folder=kept, out=out)
    command.make(game, wanted)
    first = out.read_text()
    assert json.loads(first)["figures"][0]["games"] == 10
    # The same games again, and fewer of them, from the folder alone.
    monkeypatch.setattr(BookGames, "do", None)
    command.make(game, wanted)
    assert out.read_text() == first
    command.make(game, replace(wanted, games=5))
    assert json.loads(out.read_text())["figures"][0]["games"] == 5
    command.make(game, replace(wanted, games=500, variants=5, kept_only=True))
    assert json.loads(out.read_text())["figures"][0]["games"] == 10
    with pytest.raises(hanlin.HanlinError, match="holds no games"):
        command.make(game, replace(wanted, seed="2", kept_only=True))


@pytest.mark.usefixtures("few_are_enough")
def test_levels_and_variants_have_figures_of_their_own(tmp_path, monkeypatch):
    game = hanlin.game("china")
    monkeypatch.setattr(command, "weaker_bots", lambda bot: ["random"])
    out = tmp_path / "book.json"
    wanted = command.Making(
        players=[3], games=5, deeper=0, levels=5, variants=5, bot="greedy", seed="1", folder=tmp_path / "kept", out=out
    )
    command.make(game, wanted)
    usual, variant, level = json.loads(out.read_text())["figures"]
    assert (usual["bots"], usual["options"]) == ("greedy", "")
    assert (variant["bots"], variant["options"]) == ("greedy", "fortresses")
    assert "fortress" in variant["topics"]
    assert (level["bots"], set(level["topics"])) == ("random", {"points", "seat", "stages"})


def test_levels_of_a_book():
    assert weaker_bots("strong")[0] == "novice"
    assert "strong" not in weaker_bots("strong")
    assert weaker_bots("greedy") == []
    with pytest.raises(hanlin.HanlinError, match="--deeper 0"):
        deeper_bot("greedy", hanlin.game("china"))
    assert deeper_bot("strong", hanlin.game("china")) == "strong@1000"


def agree(name, players, bot, games, tmp_path):
    """The share of figures whose 95 % intervals overlap when the games are made twice with other seeds, and their number."""
    both = [
        measured(BookGames(game=name, players=players, games=games, bots=(bot,), seed=seed), tmp_path)
        for seed in ("one", "two")
    ]
    found = []
    for topic, of in both[0].topics.items():
        for key, figure in of.items():
            other = both[1].topics.get(topic, {}).get(key, Figure())
            if figure.is_shown and other.is_shown:
                found.append(abs(figure.mean - other.mean) <= math.hypot(figure.margin, other.margin) + 1e-9)
    return sum(found) / len(found), len(found)


@pytest.mark.parametrize("name", ["china", pytest.param("forbidden_city", marks=pytest.mark.long)])
def test_figures_made_twice_agree_within_their_intervals(name, tmp_path):
    share, number = agree(name, 3, "random", 100, tmp_path)
    assert number > 30
    assert share > 0.85


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_figures_of_strong_games_made_twice_agree(name, tmp_path):
    # With a number of iterations: strong alone is limited by time, too, so its games would depend on the machine.
    share, number = agree(name, 3, "strong@200", 200, tmp_path)
    assert number > 50
    assert share > 0.9


@pytest.mark.parametrize("name", GAMES)
def test_the_shipped_book_has_all_numbers_of_players(name):
    game = hanlin.game(name)
    book = read_book(game)
    assert book is not None
    for players in game.players:
        figures = book.of(players)
        assert figures is not None
        assert figures.games >= FEWEST
        topics = game.words.book_topics()
        assert findings(topics, figures)
        assert all(list(rows(topic, figures)) for topic in topics if topic.id == POINTS)
        assert figures.topics[EXPLORED]
