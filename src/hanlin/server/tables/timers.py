"""Timers: record timeouts when they are due. Due times follow from the entries and are loaded at a start."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from hanlin.server.exceptions import NoSuchTable
from hanlin.server.tables.heartbeat import Heartbeat
from hanlin.server.tables.service import Tables

log = logging.getLogger("hanlin.timekeeping")

RETRY_PAUSE = 5.0
"""Seconds until what failed is tried again."""
LONGEST = 3600.0
"""Seconds after which the real clock is read again, however far the next due time is."""


class Timekeeper:
    """The due times of all tables that are played with clocks. All but ``set_soon`` belongs to the event loop's thread."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.heartbeat = Heartbeat(tables)
        self.due: dict[str, float] = {}
        self._changed = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Start the timers; called again, reload them."""
        self._loop = asyncio.get_running_loop()
        for task in self._tasks:
            task.cancel()
        self._tasks = [self._loop.create_task(self._resume()), self._loop.create_task(self._keep())]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def set_soon(self, table: str, due: float | None) -> None:
        """Set when a table's running clock is used up (None: never); from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._set, table, due)

    def _set(self, table: str, due: float | None) -> None:
        if due is None:
            self.due.pop(table, None)
        elif self.due.get(table) != due:
            self.due[table] = due
            self._changed.set()

    async def _resume(self) -> None:
        """Find the due times of the tables that were played before the server ended."""
        while True:
            try:
                for name in await asyncio.to_thread(self.tables.store.timed):
                    with suppress(NoSuchTable):
                        table = await asyncio.to_thread(self.tables.open, name)
                        self._set(name, table.due)
                return
            except Exception:
                log.exception("loading tables with clocks failed; retrying")
                await asyncio.sleep(RETRY_PAUSE)

    async def _keep(self) -> None:
        while True:
            self._changed.clear()
            first = min(self.due, key=self.due.__getitem__, default=None)
            wait = LONGEST if first is None else min(LONGEST, self.due[first] - self.tables.clock())
            if first is None or wait > 0:
                with suppress(TimeoutError):
                    async with asyncio.timeout(wait):
                        await self._changed.wait()
                continue
            await self._flag(first)

    async def _flag(self, name: str) -> None:
        try:
            table = await asyncio.to_thread(self.tables.open, name)
            await asyncio.to_thread(self.tables.flag, table)
            self.due.pop(name, None)
            self._set(name, table.due)
        except NoSuchTable:
            self.due.pop(name, None)
        except Exception:
            log.exception("recording timeout failed; retrying table=%s", name)
            self.due[name] = self.tables.clock() + RETRY_PAUSE
