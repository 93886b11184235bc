"""A prepared query for every request, on its own connection and outside transactions."""

from __future__ import annotations

import threading
from contextlib import suppress
from typing import Any

import sqlalchemy as sa


class PreparedQuery:
    """Sends one query to a PostgreSQL server repeatedly, with one value each time, in one round trip."""

    def __init__(self, engine: sa.Engine, question: sa.Select[Any], name: str) -> None:
        """``name``: the query's one parameter."""
        self._engine = engine
        self._sql = str(question.compile(dialect=engine.dialect))
        self._name = name
        self._turn = threading.Lock()
        self._connection: Any = None

    def first(self, value: str) -> tuple[Any, ...] | None:
        """The first row of the answer, None where there is none. The driver's error where the connection is lost; the next
        query opens a new one."""
        with self._turn:
            try:
                if self._connection is None:
                    made = self._engine.raw_connection()
                    self._connection = made.driver_connection
                    made.detach()
                    self._connection.autocommit = True
                row: tuple[Any, ...] | None = self._connection.execute(self._sql, {self._name: value}).fetchone()
            except Exception:
                self._drop()
                raise
            return row

    def close(self) -> None:
        with self._turn:
            self._drop()

    def _drop(self) -> None:
        line, self._connection = self._connection, None
        if line is not None:
            with suppress(Exception):
                line.close()
