"""Several server processes on one database (PostgreSQL): they hear of each other's changes, and one of them leads.

Whoever leads lets opponents think, keeps the timers and sweeps; the lead is a lock of the database's, so it is free as soon as
its holder dies, and another process takes over. With SQLite there is one process, and it leads.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
import time
from collections.abc import Callable
from typing import Any

import msgspec
import sqlalchemy as sa

log = logging.getLogger("hanlin.sharing")

CHANNEL = "hanlin"
LEAD = 0x68616E6C696E
"""The number of the advisory lock that the leading process holds."""
SAY = sa.text(f"SELECT pg_notify('{CHANNEL}', :word)")
LOOK = 0.5
"""Seconds between two tries to take the lead."""
TOKENS = ("tokens",)
"""What the others are told when tokens ended: they ask anew whom a token acts for."""
PAUSE, LONGEST_PAUSE = 0.2, 10.0
"""Seconds before a lost connection is made again; doubled each time."""


class Word(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one process tells the others: a table has changed, or news that they are to hand on."""

    by: str
    """The process that says it, which needs not be told."""
    table: str = ""
    topics: tuple[str, ...] = ()
    matter: str = ""
    text: str = ""


class Sharing:
    """One process among several. ``heard`` is called, in a thread of its own, with what the others say; ``lead`` and ``lost``
    in the event loop's when this process begins and ceases to lead."""

    def __init__(self, engine: sa.Engine) -> None:
        self.engine = engine
        self.alone = engine.dialect.name != "postgresql"
        self.name = secrets.token_hex(8)
        self.leads = self.alone
        self.hears = self.alone
        """Whether all that others say is heard here just now."""
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None
        self._heard: Callable[[Word | None], None] = _nothing
        self._lead: Callable[[], None] = _nothing

    def start(self, heard: Callable[[Word | None], None], lead: Callable[[], None]) -> None:
        """Begin to listen. ``heard`` gets None where words may have been missed."""
        loop = asyncio.get_running_loop()
        self._heard = heard
        self._lead = lambda: _in_loop(loop, lead)
        if self.alone:
            lead()
            return
        self._thread = threading.Thread(target=self._listen_for_ever, name="sharing", daemon=True)
        self._thread.start()

    async def stop(self) -> None:
        """Give up the lead and hear no more."""
        self._ended.set()
        if self._thread is not None:
            await asyncio.to_thread(self._thread.join)

    def change(self, table: str) -> str:
        """What is said of a table's change, within the transaction that makes it; empty where nobody else is to hear it."""
        return "" if self.alone else self._written(Word(self.name, table))

    def tokens_ended(self) -> str:
        """What is said when tokens end, within the transaction that ends them; empty where nobody else is to hear it."""
        return "" if self.alone else self._written(Word(self.name, topics=TOKENS))

    def say(self, topics: tuple[str, ...], matter: str, text: str) -> None:
        """Have news handed on by the others as well."""
        if not self.alone:
            with self.engine.begin() as connection:
                connection.execute(SAY, {"word": self._written(Word(self.name, "", topics, matter, text))})

    @staticmethod
    def _written(word: Word) -> str:
        return msgspec.json.encode(word).decode()

    # -- in the thread -----------------------------------------------------------------------------------------------------

    def _listen_for_ever(self) -> None:
        pause = PAUSE
        while not self._ended.is_set():
            try:
                began = time.monotonic()
                with self.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                    line = connection.connection.driver_connection
                    connection.detach()  # Closed, it gives up the lead; a pool would keep both.
                    self._listen(connection, line)
            except Exception as error:
                pause = PAUSE if time.monotonic() - began > LONGEST_PAUSE else pause
                log.error("the database's line is cut (%s); it is made again", error)
                self._ended.wait(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
            finally:
                self.leads = self.hears = False

    def _listen(self, connection: sa.Connection, line: Any) -> None:
        """Hear, and look now and then whether the lead is free, until the line breaks or the server ends."""
        connection.execute(sa.text(f"LISTEN {CHANNEL}"))
        self._heard(None)
        self.hears = True
        while not self._ended.is_set():
            if not self.leads and connection.execute(sa.text("SELECT pg_try_advisory_lock(:lead)"), {"lead": LEAD}).scalar():
                self.leads = True
                self._lead()
            for notice in line.notifies(timeout=LOOK):
                self._take(notice.payload)
                if self._ended.is_set():
                    break

    def _take(self, text: str) -> None:
        word = msgspec.json.decode(text, type=Word)
        if word.by != self.name:
            try:
                self._heard(word)
            except sa.exc.SQLAlchemyError as error:
                log.error("table not reloaded table=%s error=%s; it is read before the next answer", word.table, error)


def _in_loop(loop: asyncio.AbstractEventLoop, what: Callable[[], None]) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(what)


def _nothing(*_anything: Any) -> None:
    """Before the start nobody listens."""
