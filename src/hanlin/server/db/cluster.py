"""Several server processes on one database (PostgreSQL): they notify each other of changes, and one of them leads.

The leader runs computer players and timers and sweeps; the lead is an advisory lock of the database, so it is free as soon as
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
"""Seconds between two attempts to take the lead."""
TOKENS, TALKED = ("tokens",), ("talked",)
"""The topics of ended tokens and of chat: the other processes then forget what they have cached of it."""
TOGETHER = 64
"""Messages that are passed on together at most."""
PAUSE, LONGEST_PAUSE = 0.2, 10.0
"""Seconds before reconnecting; doubled each time."""


class Word(msgspec.Struct, frozen=True, omit_defaults=True):
    """A message to the other processes: a table has changed, or news to pass on."""

    by: str
    """The sending process, which ignores it."""
    table: str = ""
    topics: tuple[str, ...] = ()
    matter: str = ""
    text: str = ""


class Sharing:
    """One process among several. ``on_messages`` is called, in a separate thread, with the others' messages; ``lead`` in the
    event loop's when this process becomes the leader."""

    def __init__(self, engine: sa.Engine) -> None:
        self.engine = engine
        self.alone = engine.dialect.name != "postgresql"
        self.name = secrets.token_hex(8)
        self.leads = self.alone
        self.hears = self.alone
        """True while all messages of the others arrive here."""
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None
        self._on_messages: Callable[[Sequence[Word] | None], None] = _nothing
        self._lead: Callable[[], None] = _nothing

    def start(self, on_messages: Callable[[Sequence[Word] | None], None], lead: Callable[[], None]) -> None:
        """Begin to listen. ``on_messages`` gets the messages since the last call, None where some may have been missed."""
        loop = asyncio.get_running_loop()
        self._on_messages = on_messages
        self._lead = lambda: _in_loop(loop, lead)
        if self.alone:
            lead()
            return
        self._thread = threading.Thread(target=self._listen_for_ever, name="sharing", daemon=True)
        self._thread.start()

    async def stop(self) -> None:
        """Give up the lead and stop listening."""
        self._ended.set()
        if self._thread is not None:
            await asyncio.to_thread(self._thread.join)

    def change(self, table: str) -> str:
        """The message for a table's change, sent within the transaction that makes it; empty without other processes."""
        return "" if self.alone else self._written(Word(self.name, table))

    def tokens_ended(self) -> str:
        """The message for ended tokens, sent within the transaction that ends them; empty without other processes."""
        return "" if self.alone else self._written(Word(self.name, topics=TOKENS))

    def talked(self, table: str) -> str:
        """The message for a table's chat (empty: any table's), sent within the transaction that changes it."""
        return "" if self.alone else self._written(Word(self.name, table, TALKED))

    def say(self, topics: tuple[str, ...], matter: str, text: str) -> None:
        """Have news passed on by the other processes as well."""
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
                    connection.detach()  # Closing it gives up the lead; a pool would keep both.
                    self._listen(connection, line)
            except Exception as error:
                pause = PAUSE if time.monotonic() - began > LONGEST_PAUSE else pause
                log.error("database connection lost; reconnecting error=%s", error)
                self._ended.wait(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
            finally:
                self.leads = self.hears = False

    def _listen(self, connection: sa.Connection, line: Any) -> None:
        """Listen, and try now and then to take the lead, until the connection breaks or the server ends."""
        connection.execute(sa.text(f"LISTEN {CHANNEL}"))
        while not self._ended.is_set():
            if not self.hears:
                self._on_messages(None)
                self.hears = True
            if not self.leads and connection.execute(sa.text("SELECT pg_try_advisory_lock(:lead)"), {"lead": LEAD}).scalar():
                self.leads = True
                self._lead()
            self._hand_on(self._next(line))

    def _next(self, line: Any) -> list[Word]:
        """The messages that wait, or the first ones that come. Their tables are read together: one at a time, a server with
        many tables would fall behind."""
        notices = [*line.notifies(timeout=LOOK, stop_after=1)]
        if notices:
            notices += line.notifies(timeout=0, stop_after=TOGETHER)
        words = []
        for notice in notices:
            with suppress(msgspec.MsgspecError):  # From a later version, or from elsewhere.
                words.append(msgspec.json.decode(notice.payload, type=Word))
        return [word for word in words if word.by != self.name]

    def _hand_on(self, words: list[Word]) -> None:
        for first in range(0, len(words), TOGETHER):
            if self._ended.is_set():
                return
            try:
                self._on_messages(words[first : first + TOGETHER])
            except sa.exc.SQLAlchemyError as error:
                log.warning("changes by other processes not read; reading all again error=%s", type(error).__name__)
                self.hears = False
                self._ended.wait(PAUSE)
                return


def _in_loop(loop: asyncio.AbstractEventLoop, what: Callable[[], None]) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(what)


def _nothing(*_anything: Any) -> None:
    """The default for callbacks."""
