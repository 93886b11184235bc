"""Connections to PostgreSQL that are lost: each move is stored once, and whoever was first is found."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress

import pytest
import sqlalchemy as sa

from hanlin.server.db import Store
from hanlin.server.exceptions import Stale
from hanlin.server.tables.service import Tables
from helpers.stored_moves import begun, check_stored, end_connections, move
from lanterns import GAME


def test_a_move_is_stored_though_all_connections_were_ended(database, store):
    tables, (table,) = begun(store)
    for n in range(3):
        move(tables, table, f"client {n}")
        end_connections(database)
    move(tables, table, "the last")
    check_stored(store, table)


def test_a_move_is_stored_though_the_server_ends_it_midway(database, store):
    """Once the server ends the transaction: nothing of it can be stored, so it is tried again."""
    tables, (table,) = begun(store)
    move(tables, table)
    with store.engine.begin() as connection:
        connection.execute(sa.text("CREATE SEQUENCE tries"))
        kill = "IF nextval('tries') = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid(), 0); PERFORM pg_sleep(1); END IF;"
        body = f"CREATE FUNCTION fail() RETURNS trigger AS $$ BEGIN {kill} RETURN NULL; END $$ LANGUAGE plpgsql"
        connection.execute(sa.text(body))
        when = "AFTER INSERT ON entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION fail()"
        connection.execute(sa.text(f"CREATE CONSTRAINT TRIGGER fails {when}"))
    move(tables, table, "a client")
    with store.engine.connect() as connection:
        assert connection.execute(sa.text("SELECT last_value FROM tries")).scalar_one() > 1
    check_stored(store, table)


class Wire:
    """A network between a store and its server that cuts a connection in the middle of a commit."""

    def __init__(self, port):
        self._to = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self.cut = ""
        """The time of the next cut: "before" the commit reaches the server, or "after" it is done. Empty: none."""
        self.commits = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self):
        self._listener.close()

    def _accept(self):
        with suppress(OSError):
            while True:
                here, _address = self._listener.accept()
                there = socket.create_connection(("127.0.0.1", self._to))
                lost = threading.Event()
                threading.Thread(target=self._carry, args=(here, there, lost, True), daemon=True).start()
                threading.Thread(target=self._carry, args=(there, here, lost, False), daemon=True).start()

    def _carry(self, source, target, lost, asks):
        with suppress(OSError):
            while data := source.recv(65536):
                if asks and b"COMMIT" in data and self.cut:
                    self.commits += 1
                    when, self.cut = self.cut, ""
                    lost.set()
                    if when == "before":
                        break
                if asks or not lost.is_set():
                    target.sendall(data)
                else:  # The server has answered, so it is done, but the answer is lost.
                    break
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


@pytest.fixture
def wire(server):
    wire = Wire(sa.make_url(server).port)
    yield wire
    wire.close()


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_commit_whose_answer_is_lost_is_read_back(database, store, wire, when):
    over_wire = Store.at(sa.make_url(database).set(port=wire.port).render_as_string(False))
    try:
        tables, (table,) = begun(over_wire)
        move(tables, table)
        number = table.number
        wire.cut = when
        seat, action = table.to_move, table.position.legal[0]
        tables.play(table, seat, action, number, "a client")
        assert (wire.commits, wire.cut) == (1, "")
        after = table.number
        assert after > number
        # Sent once more it gets the first answer, here and at another process.
        tables.play(table, seat, action, number, "a client")
        others = Tables(store, {"lanterns": GAME})
        others.play(others.open(table.row.id), seat, action, number, "a client")
        assert (table.number, others.open(table.row.id).number) == (after, after)
        check_stored(store, table)
    finally:
        over_wire.close()


def test_who_was_first_is_found_though_a_connection_is_lost(database, store, wire):
    """Rows stored meanwhile by another process are not mistaken for the own ones."""
    over_wire = Store.at(sa.make_url(database).set(port=wire.port).render_as_string(False))
    try:
        tables, (table,) = begun(over_wire)
        others = Tables(store, {"lanterns": GAME})
        move(others, others.open(table.row.id))
        wire.cut = "before"
        end_connections(database)
        with pytest.raises(Stale):
            tables.play(table, table.to_move, table.position.legal[0], table.number, "a client")
        check_stored(store, table)
    finally:
        over_wire.close()


def test_a_server_that_only_reads_any_more_is_left(database, store):
    """After a failover old connections lead to a copy that refuses to write; a new one leads to the server that writes."""
    tables, (table,) = begun(store)
    move(tables, table)
    store._appender._connection.driver_connection.execute("SET default_transaction_read_only = on")
    move(tables, table)
    with store.engine.connect() as connection:
        line = connection.connection.driver_connection
        line.execute("SET default_transaction_read_only = on")
        line.commit()
    with pytest.raises(sa.exc.DBAPIError):
        store.set_pause(table.row.id, 1.0)
    store.set_pause(table.row.id, 2.0)
    check_stored(store, table)
