"""Group commit of entries: additions that come during a commit are committed together next."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from hanlin.server.db.cluster import NOTIFY, Sharing
from hanlin.server.db.records import Entry, Taken
from hanlin.server.db.schema import entries, tables

log = logging.getLogger("hanlin.store")

ATTEMPTS = 2
"""Attempts to store additions where connections are lost: the second one uses a new connection."""


class Addition:
    """Entries that wait to be stored, and the outcome."""

    def __init__(self, table: str, new: Sequence[Entry], to_move: int, state: str) -> None:
        self.table = table
        self.rows = [(table, *msgspec.structs.astuple(entry)) for entry in new]
        self.follows = (to_move, state, new[-1].time, table)
        self.done = False
        self.doubtful = False
        """True once its commit was begun: if the connection is lost then, only the database knows whether it is stored."""
        self.error: Exception | None = None


class _Prepared:
    """A statement as the database's driver takes it; ``order`` names its values."""

    def __init__(self, statement: sa.Insert | sa.Update | sa.Select[Any], order: Sequence[str], dialect: sa.Dialect) -> None:
        compiled = statement.compile(dialect=dialect)
        self.sql = str(compiled)
        self._named = None if compiled.positional else tuple(order)

    def fit(self, values: tuple[Any, ...]) -> Any:
        return values if self._named is None else dict(zip(self._named, values, strict=True))


class Appender:
    """Stores entries on its own connection. Additions that come during a commit are committed together next.

    So a busy server waits for the disk once for many moves, and on a quiet one moves don't wait for each other. A lost
    connection is replaced, and its additions are stored by the new one, unless they are there already: acknowledged entries
    are stored, and stored once.
    """

    def __init__(self, engine: sa.Engine, sharing: Sharing, turn: threading.RLock) -> None:
        """``turn``: held by the writer of a file; on a server only additions wait for each other."""
        self._engine = engine
        self._sharing = sharing
        columns = [column.name for column in entries.columns]
        names = ("move", "status", "time", "which")
        place: dict[str, sa.BindParameter[Any]] = {name: sa.bindparam(name) for name in names}
        follows = tables.update().where(tables.c.id == place["which"])
        follows = follows.values(to_move=place["move"], state=place["status"], last=place["time"])
        self._insert = _Prepared(entries.insert(), columns, engine.dialect)
        self._follow = _Prepared(follows, names, engine.dialect)
        of, number = entries.c.table, entries.c.number
        span = number >= sa.bindparam("first"), number <= sa.bindparam("last")
        there = sa.select(entries).where(of == sa.bindparam("of"), *span)
        self._read = _Prepared(there.order_by(number), ("of", "first", "last"), engine.dialect)
        self._notify = "" if sharing.alone else str(NOTIFY.compile(dialect=engine.dialect))
        self._begin = "BEGIN IMMEDIATE" if engine.dialect.name == "sqlite" else "BEGIN"
        self._waiting: list[Addition] = []
        self._queue_lock = threading.Lock()
        self._turn = turn if sharing.alone else threading.RLock()
        self._connection: sa.PoolProxiedConnection | None = None

    def append(self, additions: Sequence[Addition]) -> None:
        """Store additions to different tables; when this returns each is committed, or its ``error`` (Taken, or the
        database's) says why it is not."""
        with self._queue_lock:
            self._waiting.extend(additions)
        with self._turn:
            if not all(addition.done for addition in additions):
                with self._queue_lock:
                    batch, self._waiting = self._waiting, []
                self._store(batch)

    def close(self) -> None:
        with self._turn:
            self._drop()

    def _store(self, batch: Sequence[Addition]) -> None:
        # In one order of tables everywhere: two processes then never wait for each other's rows.
        ordered = sorted(batch, key=lambda addition: addition.table)
        for attempt in range(ATTEMPTS):
            left = [addition for addition in ordered if not addition.done]
            try:
                self._try(left)
                return
            except Exception as error:
                self._drop()
                if attempt + 1 == ATTEMPTS or not self._may_pass(error):
                    for addition in left:
                        if not addition.done:
                            addition.error, addition.done = error, True
                    return
                log.warning("database connection lost; reconnecting error=%s", type(error).__name__)

    def _try(self, batch: Sequence[Addition]) -> None:
        """Store additions on the open connection, or on a new one; raises where none of the rest is known to be stored."""
        if self._connection is None:
            self._connection = self._engine.raw_connection()
            if not self._sharing.alone:
                self._connection.driver_connection.autocommit = True  # type: ignore[union-attr]
        connection = self._connection
        for addition in batch:
            if addition.doubtful and self._is_stored(connection, addition):
                addition.done = True
        left = [addition for addition in batch if not addition.done]
        if not left or self._stored_at_once(connection, left):
            return
        for addition in left:
            if len(left) == 1 or not self._stored_at_once(connection, [addition]):
                # A doubtful commit may succeed late: then the conflict is with this very addition.
                if not (addition.doubtful and self._is_stored(connection, addition)):
                    addition.error = Taken(addition.table)
                addition.done = True

    def _stored_at_once(self, connection: sa.PoolProxiedConnection, batch: Sequence[Addition]) -> bool:
        """Store additions in one transaction; False, and none is stored, where one of them is taken."""
        cursor = connection.cursor()
        cursor.execute(self._begin)
        try:
            cursor.executemany(self._insert.sql, [self._insert.fit(row) for addition in batch for row in addition.rows])
        except self._engine.dialect.loaded_dbapi.IntegrityError:
            cursor.execute("ROLLBACK")
            return False
        cursor.executemany(self._follow.sql, [self._follow.fit(addition.follows) for addition in batch])
        if self._notify:
            cursor.executemany(self._notify, [{"notice": self._sharing.change(addition.table)} for addition in batch])
        for addition in batch:
            addition.doubtful = True
        cursor.execute("COMMIT")
        for addition in batch:
            addition.done = True
        return True

    def _is_stored(self, connection: sa.PoolProxiedConnection, addition: Addition) -> bool:
        """True if exactly the rows of an addition are in the database."""
        cursor = connection.cursor()
        cursor.execute(self._read.sql, self._read.fit((addition.table, addition.rows[0][1], addition.rows[-1][1])))
        return [tuple(row) for row in cursor.fetchall()] == addition.rows

    def _may_pass(self, error: Exception) -> bool:
        """True for an error of a connection to a server, so that a new one may work: it was cut, or the server has become
        read-only. A file has no such errors."""
        driver = self._engine.dialect.loaded_dbapi
        cut = (driver.OperationalError, driver.InterfaceError, driver.InternalError, DBAPIError)
        return not self._sharing.alone and isinstance(error, cut)

    def _drop(self) -> None:
        """Discard a connection whose state is unknown; the next addition gets a new one."""
        if self._connection is not None:
            connection, self._connection = self._connection, None
            with suppress(Exception):
                connection.invalidate()
