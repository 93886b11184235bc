"""The server's heartbeat, and the downtime that players are given back."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, IntegrityError

from hanlin.server.db.engine import Database
from hanlin.server.db.records import DOWNTIME, RUNNING
from hanlin.server.db.schema import entries, heartbeat, tables

ROW = 1
"""The one row of the heartbeat."""
ALIVE = 0x68616E6C6976
"""The number of the advisory lock that each running process shares."""
TRIES = 5
"""Attempts where a connection is lost, or other processes write to the same tables."""
NOBODY = -2
"""The actor of these entries (``core.verbs.generic.OVER``)."""
LONG = 3600.0
"""Seconds of downtime that are recorded at tables without clocks, too: silence there counts in days."""


class Downtime(NamedTuple):
    """A downtime, with the tables whose clocks were stopped meanwhile."""

    began: float
    ended: float
    tables: list[str]


class Heartbeats(Database):
    """The heartbeat of the server, which may be several processes on one database."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._beating = threading.Lock()
        self._connection: sa.Connection | None = None
        self._shown = False

    def close(self) -> None:
        with self._beating:
            self._disconnect()
        super().close()

    def note_alive(self, now: float, longest: float, *, starting: bool = False) -> Downtime | None:
        """Record that the server is alive. Where it was not for more than ``longest`` seconds before, the clocks of all tables
        were stopped from the last heartbeat until now: an entry at each table records it.

        ``starting``: this process did not run before, so unless another one does, the server was down, however short.
        """
        with self._beating:
            for tries_left in reversed(range(TRIES)):
                try:
                    with self._transaction() as connection:
                        return self._note_alive(connection, now, longest, starting)
                except DBAPIError as error:
                    if not isinstance(error, IntegrityError):
                        self._disconnect()
                    if not tries_left or self.sharing.alone:
                        raise
        return None

    @contextmanager
    def _transaction(self) -> Iterator[sa.Connection]:
        """A transaction; with PostgreSQL on its own connection, which shows other processes that this one runs."""
        if self.sharing.alone:
            with self.writing() as connection:
                yield connection
            return
        if self._connection is None:
            self._connection = self.engine.connect()
            self._connection.detach()
        with self._connection.begin():
            yield self._connection

    def _disconnect(self) -> None:
        line, self._connection, self._shown = self._connection, None, False
        if line is not None:
            with suppress(Exception):
                line.close()

    def _note_alive(self, connection: sa.Connection, now: float, longest: float, starting: bool) -> Downtime | None:
        if not self.sharing.alone:
            if starting and self._runs_alone(connection):
                longest = 0.0
            self._show_that_it_runs(connection)
        seen = connection.execute(sa.select(heartbeat.c.seen).where(heartbeat.c.id == ROW).with_for_update()).scalar()
        if seen is None:
            connection.execute(heartbeat.insert(), {"id": ROW, "seen": now})
            return None
        connection.execute(heartbeat.update().where(heartbeat.c.id == ROW, heartbeat.c.seen < now).values(seen=now))
        return Downtime(seen, now, self._record_downtime(connection, seen, now)) if now - seen > longest else None

    @staticmethod
    def _runs_alone(connection: sa.Connection) -> bool:
        return bool(connection.execute(sa.text("SELECT pg_try_advisory_xact_lock(:lock)"), {"lock": ALIVE}).scalar())

    def _show_that_it_runs(self, connection: sa.Connection) -> None:
        """Hold a share of the lock for as long as the connection lasts: it is released with the process."""
        if not self._shown:
            connection.execute(sa.text("SELECT pg_advisory_lock_shared(:lock)"), {"lock": ALIVE})
            self._shown = True

    def _record_downtime(self, connection: sa.Connection, began: float, ended: float) -> list[str]:
        """Record at all tables under way that their clocks were stopped."""
        concerned = tables.c.state == RUNNING
        if ended - began < LONG:
            concerned &= tables.c.time.is_not(None)
        chosen = sa.select(entries.c.table, sa.func.max(entries.c.number)).join(tables).where(concerned)
        said = msgspec.json.encode([began, ended]).decode()
        new = [
            {"table": table, "number": last + 1, "kind": DOWNTIME, "actor": NOBODY, "action": said, "digest": "", "time": ended}
            for table, last in connection.execute(chosen.group_by(entries.c.table)).all()
        ]
        if new:
            connection.execute(entries.insert(), new)
        for each in new:
            self._notify(connection, each["table"])
        return [each["table"] for each in new]
