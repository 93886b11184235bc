"""Moves at tables in a database, for tests that end its connections or use it by several processes."""

from __future__ import annotations

import sqlalchemy as sa

from hanlin.server.tables.service import Tables
from helpers.people import persons
from lanterns import GAME


def begun(store, count=1):
    """Tables at which somebody is to move."""
    tables = Tables(store, {"lanterns": GAME})
    return tables, [tables.create(GAME, persons(), {}, {}, pause=0, seed="a secret") for _ in range(count)]


def move(tables, table, client=None):
    tables.play(table, table.to_move, table.position.legal[0], table.number, client)


def check_stored(store, table):
    """Check that all entries of the table are stored, once."""
    there = store.entries(table.row.id)
    assert [entry.number for entry in there] == list(range(table.number))
    again = Tables(store, {"lanterns": GAME}).open(table.row.id)
    assert again.position == table.position


def end_connections(database):
    """The server ends all connections to a database, as it does when it is restarted."""
    engine = sa.create_engine(database.replace("postgresql", "postgresql+psycopg"))
    with engine.begin() as connection:
        there = "pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        connection.execute(sa.text(f"SELECT pg_terminate_backend(pid, 10000) FROM {there}"))
    engine.dispose()
