"""Only the active seat's view of the present has controls."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from hanlin.core.jit.rng import below, seeded
from hanlin.core.position.game import games
from hanlin.server.exceptions import Stale
from hanlin.server.tables.service import Tables
from hanlin.server.views.table_view import SPECTATOR, Perspective, view_of
from helpers.people import OWNER, persons
from lanterns import GAME as LANTERNS

GAMES = {**games(), "lanterns": LANTERNS}
TABLES = [
    ("year_of_the_dragon", 2, {"great_wall": True}),
    ("china", 3, {"fortresses": True}),
    ("forbidden_city", 2, {}),
    ("lanterns", 3, {}),
]
ACTS = {"data-action", "data-actions", "data-pick", "data-variants"}
SIGNS = re.compile(r"data-(?:action|pick|variants|why)|\bcan(?:not)?\b")
"""Texts of pages with controls: a page without any of them need not be parsed."""


class Acting(HTMLParser):
    """The elements of a page that act, or look as if they could be asked to."""

    def __init__(self, text):
        super().__init__()
        self.found = []
        if SIGNS.search(text):
            self.feed(text)

    def handle_starttag(self, tag, attributes):
        names = {name for name, _value in attributes}
        classes = (dict(attributes).get("class") or "").split()
        if names & ACTS or "data-why" in names or {"can", "cannot"} & set(classes):
            self.found.append((tag, attributes))


def drawn(view):
    """The drawings of a view."""
    return view.board + "".join(seat.svg for seat in view.seats)


def playing(tables, name, players, options):
    """A table at each decision of a random game, and last when it is over."""
    table = tables.create(GAMES[name], persons(players), options, {}, pause=0, seed="looking back")
    rng = seeded("looking back", name)
    while not table.over:
        yield table
        legal = table.position.legal
        tables.play(table, table.to_move, legal[below(rng, len(legal))], table.number)
    yield table


@pytest.fixture
def tables(store, tmp_path):
    return Tables(store, GAMES)


@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_nothing_acts_in_a_view_of_the_past(tables, name, players, options):
    *_, table = playing(tables, name, players, options)
    for ply in range(table.ply):
        actor = table.at(ply).actor
        for viewer in {max(actor, SPECTATOR), None}:
            view = view_of(table, Perspective(viewer, tuple(range(players))), at=ply, shape="tall" if ply % 2 else "wide")
            assert not view.asked
            assert Acting(drawn(view)).found == [], (ply, viewer)


@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_only_who_is_asked_is_offered_something(tables, name, players, options):
    offered = set()
    for decision, table in enumerate(playing(tables, name, players, options)):
        asked = table.to_move
        if decision % 3 and asked >= 0:
            continue
        others = {SPECTATOR, table.ply % players} - {asked}
        for viewer in others:
            assert Acting(drawn(view_of(table, Perspective(viewer, (viewer,))))).found == []
        if asked >= 0:
            mine = drawn(view_of(table, Perspective(asked, (asked,))))
            offered |= {name for _tag, attributes in Acting(mine).found for name, _value in attributes}
            assert Acting(drawn(view_of(table, Perspective(SPECTATOR, (0, 1), curtain=asked)))).found == []
    assert offered & ACTS


@pytest.mark.parametrize("ply", [0, 3, 5])
def test_no_page_of_the_past_has_anything_that_acts(browser, ply):
    browser.set_up()
    browser.open(f"/t/{browser.table}", **{"as": 0})
    assert Acting(browser.page.text).found
    browser.play("skip", seat=0, **{"as": 1})
    browser.play("skip", seat=1, **{"as": 0})
    for viewer in (0, 1):
        text = browser.open(f"/t/{browser.table}", at=ply, **{"as": viewer})
        assert f'data-ply="{ply}"' in text
        assert Acting(text).found == []
        assert "data-undo" not in text


def test_a_command_made_while_looking_back_is_stale(browser):
    browser.set_up()
    browser.open(f"/t/{browser.table}", **{"as": 0})
    ply = int(re.search(r'data-ply="(\d+)"', browser.page.text)[1])
    browser.play("skip", seat=0, ply=ply, **{"as": 1})
    assert browser.page.status_code == 200
    number = browser.number
    for path in ("play", "undo"):
        answer = browser.send(path, seat=1, action="skip", ply=ply, number=number, **{"as": 1})
        assert answer.status_code == 409
        assert "moved on" in answer.text
        assert browser.number == number
    browser.play("skip", seat=1, ply=ply + 1, **{"as": 0})
    assert browser.page.status_code == 200


def test_a_current_number_does_not_save_a_command_of_an_earlier_ply(tables):
    table = tables.create(LANTERNS, persons(), {}, {}, pause=0, seed="a secret")
    assert table.owned_by(OWNER) == [0, 1]
    tables.play(table, 0, "skip", table.number)
    number = table.number
    with pytest.raises(Stale, match="moved on"):
        tables.play(table, 1, "skip", number, ply=table.ply - 1)
    assert table.number == number
    tables.play(table, 1, "skip", number, ply=table.ply)
