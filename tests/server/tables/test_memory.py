"""The server's caches stay bounded, independent of what was viewed and asked for."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys

import pytest

from hanlin.core.i18n.language import language
from hanlin.core.lib.memo import Common, ledger
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


def test_thousands_of_odd_addresses_leave_nothing_behind(tmp_path):
    """Counted in a process of its own: in this one the servers of other tests make objects as well."""
    run = [sys.executable, "-m", "helpers.odd_addresses", str(tmp_path)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    found = json.loads(subprocess.run(run, check=True, capture_output=True, text=True, env=environment).stdout)
    assert found["first"] == [404]
    assert set(found["second"]) <= {404, 429}
    assert found["objects"] < 1_000
    assert found["languages"] <= 256
    assert found["bytes"] <= found["most"]
