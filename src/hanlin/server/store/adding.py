"""Entries are added many tables at a time: who comes while others commit is committed with those who come too."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec
import sqlalchemy as sa

from hanlin.server.sharing import SAY, Sharing
from hanlin.server.store.layout import entries, tables
from hanlin.server.store.rows import Entry, Taken


class Addition:
    """Entries that wait to be stored, and what came of it."""

    def __init__(self, table: str, new: Sequence[Entry], to_move: int, state: str) -> None:
        self.table = table
        self.rows = [(table, *msgspec.structs.astuple(entry)) for entry in new]
        self.follows = (to_move, state, new[-1].time, table)
        self.done = False
        self.error: Exception | None = None


class _Prepared:
    """A statement as the database's driver takes it; ``order`` names its values."""

    def __init__(self, statement: sa.Insert | sa.Update, order: Sequence[str], dialect: sa.Dialect) -> None:
        compiled = statement.compile(dialect=dialect)
        self.sql = str(compiled)
        self._named = None if compiled.positional else tuple(order)

    def fit(self, values: tuple[Any, ...]) -> Any:
        return values if self._named is None else dict(zip(self._named, values, strict=True))


class Appender:
    """Stores entries on a connection of its own. Additions that come while one commits are committed together next.

    So a busy server waits for the disk once for many moves, and a quiet one does not wait for others at all.
    """

    def __init__(self, engine: sa.Engine, sharing: Sharing) -> None:
        self._engine = engine
        self._sharing = sharing
        columns = [column.name for column in entries.columns]
        names = ("move", "status", "time", "which")
        place: dict[str, sa.BindParameter[Any]] = {name: sa.bindparam(name) for name in names}
        follows = tables.update().where(tables.c.id == place["which"])
        follows = follows.values(to_move=place["move"], state=place["status"], last=place["time"])
        self._insert = _Prepared(entries.insert(), columns, engine.dialect)
        self._follow = _Prepared(follows, names, engine.dialect)
        self._say = "" if sharing.alone else str(SAY.compile(dialect=engine.dialect))
        self._begin = "BEGIN IMMEDIATE" if engine.dialect.name == "sqlite" else "BEGIN"
        self._waiting: list[Addition] = []
        self._turn = threading.Lock()
        self._connection: sa.PoolProxiedConnection | None = None

    def append(self, addition: Addition) -> None:
        """Store the addition; when this returns it is committed. Taken, or the database's error, where it is not."""
        self._waiting.append(addition)
        with self._turn:
            if not addition.done:
                batch, self._waiting = self._waiting, []
                self._store(batch)
        if addition.error is not None:
            raise addition.error

    def close(self) -> None:
        with self._turn:
            self._drop()

    def _store(self, batch: Sequence[Addition]) -> None:
        try:
            if self._connection is None:
                self._connection = self._engine.raw_connection()
                if not self._sharing.alone:
                    self._connection.driver_connection.autocommit = True  # type: ignore[union-attr]
            cursor = self._connection.cursor()
            cursor.execute(self._begin)
            if len(batch) == 1:
                self._add_alone(cursor, batch[0])
            else:
                # In one order of tables everywhere: two processes then never wait for each other's rows.
                for addition in sorted(batch, key=lambda addition: addition.table):
                    self._add(cursor, addition)
                cursor.execute("COMMIT")
        except Exception as error:
            self._drop()
            for addition in batch:
                addition.error = error
        for addition in batch:
            addition.done = True

    def _add_alone(self, cursor: Any, addition: Addition) -> None:
        """The one addition of a transaction, which ends with it."""
        try:
            self._write(cursor, addition)
        except self._engine.dialect.loaded_dbapi.IntegrityError:
            addition.error = Taken(addition.table)
        cursor.execute("COMMIT" if addition.error is None else "ROLLBACK")

    def _add(self, cursor: Any, addition: Addition) -> None:
        """One addition among others within a transaction; one that is taken leaves them as they are."""
        cursor.execute("SAVEPOINT addition")
        try:
            self._write(cursor, addition)
        except self._engine.dialect.loaded_dbapi.IntegrityError:
            addition.error = Taken(addition.table)
            cursor.execute("ROLLBACK TO SAVEPOINT addition")
        cursor.execute("RELEASE SAVEPOINT addition")

    def _write(self, cursor: Any, addition: Addition) -> None:
        cursor.executemany(self._insert.sql, [self._insert.fit(row) for row in addition.rows])
        cursor.execute(self._follow.sql, self._follow.fit(addition.follows))
        if self._say:
            cursor.execute(self._say, {"word": self._sharing.change(addition.table)})

    def _drop(self) -> None:
        """Give up a connection whose state is not known; the next addition gets a new one."""
        if self._connection is not None:
            connection, self._connection = self._connection, None
            with suppress(Exception):
                connection.invalidate()
