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
NOTIFY = sa.text(f"SELECT pg_notify('{CHANNEL}', :notice)")
LEAD_INTERVAL = 0.5
"""Seconds between two attempts to take the lead."""
TOKENS, CHAT = ("tokens",), ("talked",)
"""The topics of ended tokens and of chat: the other processes then drop what they have cached of it."""
BATCH = 64
"""Messages that are passed on together at most."""
PAUSE, LONGEST_PAUSE = 0.2, 10.0
"""Seconds before reconnecting; doubled each time."""


class Notice(msgspec.Struct, frozen=True, omit_defaults=True):
    """A message to the other processes: a table has changed, or a message to publish."""

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
        self.listening = self.alone
        """True while all messages of the others arrive here."""
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None
        self._on_messages: Callable[[Sequence[Notice] | None], None] = _nothing
        self._lead: Callable[[], None] = _nothing

    def start(self, on_messages: Callable[[Sequence[Notice] | None], None], lead: Callable[[], None]) -> None:
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
        return "" if self.alone else self._encoded(Notice(self.name, table))

    def tokens_ended(self) -> str:
        """The message for ended tokens, sent within the transaction that ends them; empty without other processes."""
        return "" if self.alone else self._encoded(Notice(self.name, topics=TOKENS))

    def chat_changed(self, table: str) -> str:
        """The message for a table's chat (empty: any table's), sent within the transaction that changes it."""
        return "" if self.alone else self._encoded(Notice(self.name, table, CHAT))

    def publish(self, topics: tuple[str, ...], matter: str, text: str) -> None:
        """Have the other processes publish a message as well."""
        if not self.alone:
            with self.engine.begin() as connection:
                connection.execute(NOTIFY, {"notice": self._encoded(Notice(self.name, "", topics, matter, text))})

    @staticmethod
    def _encoded(notice: Notice) -> str:
        return msgspec.json.encode(notice).decode()

    # -- in the thread -----------------------------------------------------------------------------------------------------

    def _listen_for_ever(self) -> None:
        pause = PAUSE
        while not self._ended.is_set():
            try:
                began = time.monotonic()
                with self.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                    driver = connection.connection.driver_connection
                    connection.detach()  # Closing it gives up the lead; a pool would keep both.
                    self._listen(connection, driver)
            except Exception as error:
                pause = PAUSE if time.monotonic() - began > LONGEST_PAUSE else pause
                log.error("database connection lost; reconnecting error=%s", error)
                self._ended.wait(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
            finally:
                self.leads = self.listening = False

    def _listen(self, connection: sa.Connection, driver: Any) -> None:
        """Listen, and try now and then to take the lead, until the connection breaks or the server ends."""
        connection.execute(sa.text(f"LISTEN {CHANNEL}"))
        while not self._ended.is_set():
            if not self.listening:
                self._on_messages(None)
                self.listening = True
            if not self.leads and connection.execute(sa.text("SELECT pg_try_advisory_lock(:lead)"), {"lead": LEAD}).scalar():
                self.leads = True
                self._lead()
            self._deliver(self._next(driver))

    def _next(self, driver: Any) -> list[Notice]:
        """The messages that wait, or the first ones that come. Their tables are read together: one at a time, a server with
        many tables would fall behind."""
        received = [*driver.notifies(timeout=LEAD_INTERVAL, stop_after=1)]
        if received:
            received += driver.notifies(timeout=0, stop_after=BATCH)
        notices = []
        for each in received:
            with suppress(msgspec.MsgspecError):  # From a later version, or from elsewhere.
                notices.append(msgspec.json.decode(each.payload, type=Notice))
        return [notice for notice in notices if notice.by != self.name]

    def _deliver(self, notices: list[Notice]) -> None:
        for first in range(0, len(notices), BATCH):
            if self._ended.is_set():
                return
            try:
                self._on_messages(notices[first : first + BATCH])
            except sa.exc.SQLAlchemyError as error:
                log.warning("changes by other processes not read; reading all again error=%s", type(error).__name__)
                self.listening = False
                self._ended.wait(PAUSE)
                return


def _in_loop(loop: asyncio.AbstractEventLoop, what: Callable[[], None]) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(what)


def _nothing(*_anything: Any) -> None:
    """The default for callbacks."""
