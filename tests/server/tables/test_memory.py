"""The server's caches stay bounded, independent of what was viewed and asked for."""

from __future__ import annotations

import gc

import pytest

from hanlin.core.i18n.language import language
from hanlin.core.lib.memo import Common, ledger
from hanlin.server.middleware.gateway import _preferred
from hanlin.server.tables import game_log, registry
from hanlin.server.tables import table as table_module
from hanlin.server.tables.events import SPECTATOR
from hanlin.server.views.table_view import Perspective, view_of
from helpers.people import persons
from lanterns import GAME


@pytest.fixture
def common(monkeypatch):
    """A small budget for the caches of tables."""
    monkeypatch.setattr(table_module, "COMMON", Common(400_000))
    return table_module.COMMON


def look_and_leave(tables):
    """A table that is played at, looked at by two seats in two languages, and left."""
    table = tables.create(GAME, persons(), {}, {}, pause=0, seed="memory")
    for _ in range(3):
        tables.play(table, table.to_move, table.position.legal[0], table.number)
    for seat in (0, 1):
        for tongue in ("en", "de"):
            with language(tongue):
                assert view_of(table, Perspective(seat, (0, 1))).headline is not None
    tables.store.delete(table.row.id)


@pytest.mark.slow
def test_two_hundred_tables_leave_nothing_behind(tables, common, monkeypatch):
    monkeypatch.setattr(registry, "IN_MEMORY", 4)
    for _ in range(20):
        look_and_leave(tables)
    gc.collect()
    few, entries = common.bytes, len(common)
    before = len(gc.get_objects())
    for _ in range(180):
        look_and_leave(tables)
    gc.collect()
    assert len(gc.get_objects()) - before < 10_000
    assert tables.held() == 4
    assert (common.bytes, len(common)) == (few, entries)
    assert ledger.bytes <= ledger.most
    tables._recent.clear()
    gc.collect()
    assert common.bytes == 0


def test_a_finished_game_that_is_looked_through_stays_small(tables, table, common):
    while not table.over:
        tables.play(table, table.to_move, table.position.legal[0], table.number)
    shown = {}
    for _ in range(3):
        for viewer in (None, SPECTATOR, 0, 1):
            for tongue in ("en", "de", "fr"):
                for ply in range(table.ply + 1):
                    with language(tongue):
                        view = view_of(table, Perspective(viewer, (0,)), at=ply)
                    assert shown.setdefault((viewer, tongue, ply), (view.board, view.lines)) == (view.board, view.lines)
                    assert common.bytes <= 400_000


def test_a_finished_game_keeps_the_logs_of_few_readers(common, tables, table):
    """It may be read in many languages, by seats and by spectators."""
    while not table.over:
        tables.play(table, table.to_move, table.position.legal[0], table.number)
    for viewer in (None, SPECTATOR, 0, 1):
        for code in ("en", "de", "fr", "it", "nl"):
            with language(code):
                first = table.log(viewer, table.ply)
                assert table.log(viewer, table.ply) == first
    logs = [key for _owner, key in common._kept._values if key[0] == "log"]
    assert len(logs) == game_log.FINISHED_LOGS


async def ask_oddly(app, numbers):
    """Ask for addresses that are nowhere, in languages that are none; the statuses of the answers."""
    statuses = set()

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message):
        statuses.add(message.get("status"))

    for n in numbers:
        odd = f"{n:x}" * 20
        headers = [(b"host", b"localhost"), (b"accept-language", (odd * 20).encode())]
        about = {"path": f"/t/{odd}/{odd}", "raw_path": b"/", "query_string": odd.encode(), "headers": headers}
        server = {"client": ("203.0.113.7", 1), "server": ("localhost", 80), "scheme": "http", "root_path": ""}
        scope = {"type": "http", "method": "GET", "http_version": "1.1", "state": {}, "extensions": {}, **about, **server}
        await app(scope, receive, send)
    return statuses - {None}


def test_two_thousand_odd_addresses_leave_nothing_behind(client):
    assert client.blocking_portal.call(ask_oddly, client.app, range(600)) == {404}
    gc.collect()
    before = len(gc.get_objects())
    assert client.blocking_portal.call(ask_oddly, client.app, range(600, 2000)) <= {404, 429}
    gc.collect()
    assert len(gc.get_objects()) - before < 1_000
    assert _preferred.cache_info().currsize <= 256
    assert ledger.bytes <= ledger.most
