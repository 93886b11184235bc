"""Storage: append-only, all or nothing, one answer per command."""

import msgspec
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from hanlin.server.migrations import configuration
from hanlin.server.store import LAYOUT, Entry, Seat, Store, TableRow, Taken, metadata


def row(table="t1", created=1.0, owner="me"):
    seats = (Seat(kind="person", name="Ann", owner=owner), Seat(kind="bot", bot="greedy"))
    return TableRow(
        id=table, kind="game", game="lanterns", players=2, options={"double": True},
        files={"scroll": {"name": "a", "text": "b"}}, rules="1", seed="s", pause=0.5, created=created, to_move=0, seats=seats,
    )  # fmt: skip


def entry(number, client=None, time=2.0):
    return Entry(number=number, kind="action", actor=0, action="skip", digest="0" * 16, time=time, client=client)


def test_what_is_stored_comes_back(store):
    store.create(row(), [entry(0)])
    store.append("t1", [entry(1, "c1"), entry(2)], 1)
    assert store.table("t1") == msgspec.structs.replace(row(), to_move=1)
    assert store.entries("t1") == [entry(0), entry(1, "c1"), entry(2)]
    assert store.entries("t1", since=2) == [entry(2)]
    assert store.table("t2") is None


def test_11_a_number_is_taken_once(store):
    """Two nearly simultaneous moves do not overwrite each other."""
    store.create(row(), [entry(0)])
    with pytest.raises(Taken):
        store.append("t1", [entry(0)], 1)
    assert len(store.entries("t1")) == 1


def test_a_command_is_stored_once(store):
    store.create(row(), [entry(0, "c1")])
    with pytest.raises(Taken):
        store.append("t1", [entry(1, "c1")], 1)


def test_entries_are_added_all_or_none(store):
    store.create(row(), [entry(0)])
    with pytest.raises(Taken):
        store.append("t1", [entry(1), entry(0)], 1)
    assert len(store.entries("t1")) == 1


def test_a_browser_finds_its_tables_the_latest_first(store):
    store.create(row("old"), [entry(0, time=10.0)])
    store.create(row("new"), [entry(0, time=5.0)])
    store.create(row("empty", created=20.0))
    store.create(row("other", owner="you"))
    store.append("new", [entry(1, time=30.0)], 1)
    assert [(found.id, last) for found, last in store.tables_of("me")] == [("new", 30.0), ("empty", 20.0), ("old", 10.0)]


def test_only_the_pace_changes(store):
    store.create(row())
    store.set_pause("t1", 2.0)
    assert store.table("t1").pause == 2.0


def test_sqlite_is_durable_and_lets_readers_read(store):
    with store.engine.connect() as connection:
        assert connection.execute(sa.text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(sa.text("PRAGMA synchronous")).scalar() == 2


def test_the_migrations_lead_to_the_layout_that_the_code_uses(store):
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    assert ScriptDirectory.from_config(configuration()).get_current_head() == LAYOUT


def test_a_database_is_opened_again(tmp_path):
    first = Store.in_folder(tmp_path)
    first.create(row(), [entry(0)])
    first.close()
    again = Store.in_folder(tmp_path)
    assert again.entries("t1") == [entry(0)]
    again.close()
