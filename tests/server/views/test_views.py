"""A view is what a table was at one moment, whatever becomes of the table while the page is made."""

from __future__ import annotations

import msgspec
import pytest
from sqlalchemy.exc import OperationalError

from hanlin.server.db.cluster import Notice, Sharing
from hanlin.server.routes.web import table as web_table
from hanlin.server.tables.events import SPECTATOR
from hanlin.server.tables.service import Tables
from hanlin.server.views import table_view
from hanlin.server.views.table_view import Perspective, View, view_of


def everything(view):
    """All that a template may ask a view for."""
    fields = {name: getattr(view, name) for name in View.__struct_fields__ if name != "table"}
    derived = {name: getattr(view, name) for name in dir(View) if isinstance(getattr(View, name), property)}
    of = view.table
    table = (
        of.number,
        of.ply,
        of.over,
        of.to_move,
        of.row,
        of.agenda,
        of.position.moves,
        of.log(view.perspective.viewer, of.ply),
    )
    return repr((msgspec.structs.asdict(view.question), view.board, derived, table, fields["plies"], fields["seats"]))


def play(tables, table, times=1):
    for _ in range(times):
        tables.play(table, table.to_move, table.position.legal[0], table.number)


def play_what_can_be_taken_back(tables, table):
    """A light, and then actions after which neither chance nor another seat has acted."""
    play(tables, table, 1)
    for _ in range(2):
        tables.play(table, table.to_move, "skip", table.number)
    assert table.undoable() is not None


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_a_view_stays_as_it_is_when_an_action_is_taken_back(tables, table, viewer):
    play_what_can_be_taken_back(tables, table)
    place = Perspective(viewer, (0, 1) if viewer >= 0 else ())
    before, view = view_of(table, place), view_of(table, place)
    seat = table.undoable()
    assert seat is not None
    tables.undo(table, seat, table.number)
    assert everything(view) == everything(before)
    assert view.headline is not None
    assert view_of(table, place).number > view.number
    assert view_of(table, place).plies == table.ply or viewer == SPECTATOR


def test_a_view_stays_as_it_is_when_the_game_goes_on_and_ends(tables, table):
    play(tables, table, 2)
    views_then = [(place := Perspective(viewer, (0, 1)), view_of(table, place), view_of(table, place)) for viewer in (0, 1)]
    told = [everything(view) for _place, view, _same in views_then]
    while not table.over:
        play(tables, table)
    assert [everything(same) for _place, _view, same in views_then] == told
    assert not any(view.over for _place, view, _same in views_then)


@pytest.mark.parametrize("page", ["", "/view", "/log"])
def test_a_page_is_made_though_the_action_is_taken_back_meanwhile(browser, client, monkeypatch, page):
    table = client.app.state.services.tables.open(browser.set_up())
    tables = client.app.state.services.tables
    play_what_can_be_taken_back(tables, table)
    ply = table.ply
    whole = client.get(f"/t/{table.row.id}{page}?at={table.ply - 1}").text

    def torn(of, *more, **named):
        view = table_view.view_of(of, *more, **named)
        while of.undoable() is not None:
            tables.undo(of, of.undoable(), of.number)
        return view

    monkeypatch.setattr(web_table, "view_of", torn)
    answer = client.get(f"/t/{table.row.id}{page}?at={ply - 1}")
    assert answer.status_code == 200
    assert answer.text == whole
    assert table.ply < ply


def test_a_snapshot_takes_nothing_from_what_the_game_shows_later(tables, table):
    play_what_can_be_taken_back(tables, table)
    snapshot = table.snapshot()
    tables.undo(table, table.undoable(), table.number)
    other = next(action for action in table.position.legal if action != snapshot.position.moves[-1][1])
    tables.play(table, table.to_move, other, table.number)
    assert snapshot.log(0, snapshot.ply) != table.log(0, table.ply)
    fresh = tables._load(table.row.id)
    assert fresh.log(0, fresh.ply) == table.log(0, table.ply)


def test_reading_a_snapshot_leaves_the_table_as_it_is(tables, table):
    play_what_can_be_taken_back(tables, table)
    assert not table.game_log.is_read
    assert table.snapshot().log(0, table.ply)
    assert not table.game_log.is_read


def test_a_missed_change_is_read_before_the_next_answer(tables, table, store, monkeypatch):
    elsewhere = Tables(store, tables.games)
    there = elsewhere.open(table.row.id)
    play(elsewhere, there)
    elsewhere.set_name(there, "Lanterns by the river")

    def fails(*_asked):
        raise OperationalError("SELECT", {}, Exception("connection lost"))

    with monkeypatch.context() as broken:
        broken.setattr(store, "changed", fails)
        for listen in (lambda: tables.load_changes([table.row.id]), tables.reload_all):
            with pytest.raises(OperationalError):
                listen()
            assert tables.live(table.row.id) is None
    assert tables.open(table.row.id) is table
    assert (table.number, table.ply, table.row.name) == (there.number, there.ply, "Lanterns by the river")
    assert tables.live(table.row.id) is table


def test_changes_that_can_not_be_read_are_logged_and_read_again(tables, caplog, monkeypatch):
    def fails(_words):
        raise OperationalError("SELECT", {}, Exception("connection lost"))

    monkeypatch.setattr("hanlin.server.db.cluster.PAUSE", 0)
    sharing = Sharing(tables.store.engine)
    sharing._on_messages = fails
    sharing._deliver([Notice("another", "0123456789", (), "", "")])
    assert "changes by other processes not read; reading all again" in caplog.text
    assert not sharing.listening
