"""How one scores: sheets of finished games by source and stage, and their comparison with winners of the book."""

from __future__ import annotations

import random

import pytest

import hanlin
from hanlin.core.verbs.book import ALL, POINTS, STAGES, WON, Book, Figures, Measure
from hanlin.core.verbs.generic import OVER
from hanlin.server.accounts.ratings import Standings, result_of
from hanlin.server.accounts.scores import sheet_of
from hanlin.server.db import Seat
from hanlin.server.db.sheets import OwnSheet, SeatSheet
from hanlin.server.tables.service import Tables
from hanlin.server.views import profile_score
from hanlin.server.views.book import address_of
from hanlin.server.views.explorer import explorer_of, openings_of
from hanlin.server.views.profile_score import Asked, chosen_kind, how_you_score
from lanterns import GAME

ME = Seat(kind="person", name="Ann", owner="the key of Ann")
OTHER = Seat(kind="person", name="Ben", owner="the key of Ben")


@pytest.fixture
def tables(store):
    return Tables(store, {"lanterns": GAME} | {name: hanlin.game(name) for name in ("forbidden_city", "china")})


def finished(tables, name="forbidden_city", seed="scores"):
    """A game of two, played to its end at random."""
    table = tables.create(hanlin.game(name), [ME, OTHER], {}, {}, pause=0, seed=seed)
    rng = random.Random(seed)
    while table.to_move != OVER:
        tables.play(table, table.to_move, rng.choice(table.position.legal), table.number)
    return table


def figures(**means):
    """A book's figures of winners with these points by source."""
    found = Figures(2)
    for n in range(200):
        found.add([Measure(POINTS, key, mean + n % 2, WON) for key, mean in {ALL: 60, **means}.items()])
        found.add([Measure(STAGES, "end", 5 + n % 2, WON)])
    return found


@pytest.fixture
def book(monkeypatch):
    made = Book("forbidden_city", (figures(most=40, left=1),))
    monkeypatch.setattr(profile_score, "read_book", lambda game: made)
    return made


def test_a_sheet_adds_up_to_the_score_and_is_stored_once(tables):
    table = finished(tables)
    standings = Standings(tables.store, tables)
    for _ in range(2):
        standings._note(table)
    sheet = sheet_of(table, tables.store.entries(table.row.id))
    for seat, points in enumerate(table.position.scores):
        assert sum(sheet.seats[seat].sources.values()) == sum(sheet.seats[seat].stages.values()) == points
    ((ended, won, mine),) = standings.scores.own(ME.owner, ("forbidden_city", 2, ""), False)
    assert (ended, mine) == (sheet.ended, sheet.seats[0])
    assert won == (table.places[0] == 1)
    assert standings.scores.kinds(ME.owner, False) == [("forbidden_city", 2, "", 1)]
    # A private table is nobody else's business.
    assert standings.scores.kinds(ME.owner, True) == []
    assert standings.scores.own(ME.owner, ("forbidden_city", 2, ""), True) == []
    standings.stop()


def test_games_without_a_sheet_are_made_up_for(tables):
    table = finished(tables)
    standings = Standings(tables.store, tables)
    tables.store.add_result(result_of(table, tables.store.entries(table.row.id)))
    assert standings.scores.catch_up(ME.owner) == 1
    assert standings.scores.catch_up(ME.owner) == 0
    assert len(standings.scores.own(ME.owner, ("forbidden_city", 2, ""), False)) == 1
    standings.stop()


def test_a_game_without_a_book_has_no_sheet(tables):
    table = tables.create(GAME, [ME, OTHER], {}, {}, pause=0, seed="a secret")
    while table.to_move != OVER:
        tables.play(table, table.to_move, table.position.legal[0], table.number)
    standings = Standings(tables.store, tables)
    standings._note(table)
    assert standings.scores.kinds(ME.owner, False) == []
    standings.stop()


def own(n, **sources):
    return OwnSheet(float(n), n % 2 == 0, SeatSheet(sources, {"end": sum(sources.values())}))


def test_advice_names_the_source_that_lags_behind_winners(book):
    kind = ("forbidden_city", 2, "")
    games = {"forbidden_city": hanlin.game("forbidden_city")}
    sheets = [own(n, most=10 + n % 2, left=4) for n in range(12)]
    shown = how_you_score(games, [(*kind, 12)], kind, sheets, Asked(), "/people/Ann")
    assert [plot.id for plot in shown.plots] == [POINTS, STAGES]
    assert len(shown.advice) == 1
    assert "Most advisors" in shown.advice[0].text
    assert "10.5" in shown.advice[0].text
    rows = {row.label: row for row in shown.plots[0].rows}
    assert rows["Most advisors"].own.startswith("10.5")
    assert rows["Most advisors"].winners.startswith("40.5")
    assert len(shown.in_time) == 12
    assert shown.plots[0].title == "Coins by source"
    assert shown.book == "/book/forbidden_city?players=2"
    assert how_you_score(games, [(*kind, 1)], kind, sheets[:1], Asked(), "/people/Ann") is None


def test_the_book_s_page_is_that_of_the_options():
    assert address_of("china", 4, "fortresses") == "/book/china?players=4&options=fortresses"


def test_the_kind_that_is_asked_for_is_shown():
    kinds = [("china", 3, "", 9), ("china", 4, "", 5), ("forbidden_city", 2, "", 1)]
    assert chosen_kind(kinds, Asked()) == ("china", 3, "")
    assert chosen_kind(kinds, Asked("china", 4)) == ("china", 4, "")
    assert chosen_kind(kinds, Asked("lanterns", 2)) == ("china", 3, "")
    assert chosen_kind([], Asked()) is None


def test_the_book_is_silent_while_a_game_is_played(tables):
    running = tables.create(hanlin.game("forbidden_city"), [ME, OTHER], {}, {}, pause=0, seed="scores")
    assert all(explorer_of(running, ply) is None for ply in range(len(running.position.moves) + 1))
    assert openings_of(running) == []
    assert tables.in_openings(ME.owner, "forbidden_city")
    assert not tables.in_openings(ME.owner, "china")
    assert not tables.in_openings("", "forbidden_city")
    rng = random.Random(4)
    while not running.game.book.is_opening_over(running.position.state):
        tables.play(running, running.to_move, rng.choice(running.position.legal), running.number)
    assert not tables.in_openings(ME.owner, "forbidden_city")


def test_the_book_stands_beside_the_openings_of_a_finished_game(tables):
    table = finished(tables)
    shown = [found for ply in range(12) if (found := explorer_of(table, ply)) is not None]
    assert shown
    assert all(choice.won and choice.label for found in shown for choice in found.choices)
    assert {found.link for found in shown} == {"/book/forbidden_city?players=2"}
    opened = openings_of(table)
    assert all(each.played.is_played and each.most_chosen.chosen for each in opened)
    assert explorer_of(table, len(table.position.moves)) is None
