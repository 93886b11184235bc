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
from collections.abc import Callable, Sequence
from contextlib import suppress
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
TOKENS, TALKED = ("tokens",), ("talked",)
"""What the others are told when tokens ended, and when something was said: they ask again what they remember of it."""
TOGETHER = 64
"""How many words are handed on together at most."""
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
        self._heard: Callable[[Sequence[Word] | None], None] = _nothing
        self._lead: Callable[[], None] = _nothing

    def start(self, heard: Callable[[Sequence[Word] | None], None], lead: Callable[[], None]) -> None:
        """Begin to listen. ``heard`` gets the words that came since the last time, None where some may have been missed."""
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

    def talked(self, table: str) -> str:
        """What is said when somebody said something at a table (empty: anywhere), within the transaction that stores it."""
        return "" if self.alone else self._written(Word(self.name, table, TALKED))

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
                log.error("database connection lost; reconnecting error=%s", error)
                self._ended.wait(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
            finally:
                self.leads = self.hears = False

    def _listen(self, connection: sa.Connection, line: Any) -> None:
        """Hear, and look now and then whether the lead is free, until the line breaks or the server ends."""
        connection.execute(sa.text(f"LISTEN {CHANNEL}"))
        while not self._ended.is_set():
            if not self.hears:
                self._heard(None)
                self.hears = True
            if not self.leads and connection.execute(sa.text("SELECT pg_try_advisory_lock(:lead)"), {"lead": LEAD}).scalar():
                self.leads = True
                self._lead()
            self._hand_on(self._next(line))

    def _next(self, line: Any) -> list[Word]:
        """The words that wait, or the first ones that come. Taken together they are looked up together: one at a time, a server
        with many tables would tell of each move later than of the one before."""
        notices = [*line.notifies(timeout=LOOK, stop_after=1)]
        if notices:
            notices += line.notifies(timeout=0, stop_after=TOGETHER)
        words = []
        for notice in notices:
            with suppress(msgspec.MsgspecError):  # Of a later Hanlin, or nobody knows whose.
                words.append(msgspec.json.decode(notice.payload, type=Word))
        return [word for word in words if word.by != self.name]

    def _hand_on(self, words: list[Word]) -> None:
        for first in range(0, len(words), TOGETHER):
            if self._ended.is_set():
                return
            try:
                self._heard(words[first : first + TOGETHER])
            except sa.exc.SQLAlchemyError as error:
                log.warning("changes by other processes not read; reading all again error=%s", type(error).__name__)
                self.hears = False
                self._ended.wait(PAUSE)
                return


def _in_loop(loop: asyncio.AbstractEventLoop, what: Callable[[], None]) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(what)


def _nothing(*_anything: Any) -> None:
    """Before the start nobody listens."""
