"""Heartbeat: the server records every few seconds that it is alive, and gives players back the time of downtime."""

from __future__ import annotations

import logging
import math
import threading
import time
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hanlin.server.tables.service import Tables

log = logging.getLogger("hanlin.timekeeping")

BEAT = 2.0
"""Seconds between two heartbeats."""
GAP = 10.0
"""Seconds without a heartbeat after which a server was down: its process or its database was stopped."""


class Heartbeat:
    """Sends heartbeats, in each process: games go on as long as one process is alive. Thread-safe."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._beating = threading.Lock()
        self._last: float | None = None
        """The time of the last record, on a clock that goes on while the machine sleeps; None before the start and after
        the end."""
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None
        tables.heartbeat = self

    def start(self) -> None:
        """Resume the clocks as they were when the server was last alive, and send heartbeats from now on. Call before
        anything is played, and in a thread: it queries the database."""
        with self._beating:
            self._note(0.0 if self._tables.store.sharing.alone else GAP, starting=True)
        self._ended.clear()
        self._thread = threading.Thread(target=self._beat_on, name="heartbeat", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Send the last heartbeat."""
        thread, self._thread = self._thread, None
        if thread is None:
            return
        self._ended.set()
        thread.join()
        with suppress(Exception):
            self.beat()
        self._last = None

    @property
    def overdue(self) -> bool:
        """True if the server may have been down since the last heartbeat."""
        return self._last is not None and _ticks() - self._last > GAP

    def check(self) -> None:
        """Check for downtime before anybody loses time. Must not be called while a table's lock is held."""
        if self.overdue:
            self.beat()

    def beat(self) -> None:
        """Send a heartbeat. A process that has sent one a short while ago is sure that the server was not down."""
        with self._beating:
            self._note(GAP if self.overdue else math.inf)

    def _note(self, longest: float, *, starting: bool = False) -> None:
        store, before = self._tables.store, _ticks()
        found = store.note_alive(self._tables.clock(), longest, starting=starting)
        self._last = before
        if found is not None and found.tables:
            seconds = round(found.ended - found.began, 1)
            since = datetime.fromtimestamp(found.began, UTC).isoformat(timespec="seconds")
            log.warning("clocks resumed tables=%d downtime_seconds=%.1f since=%s", len(found.tables), seconds, since)
            self._tables.reload_all(set(found.tables))

    def _beat_on(self) -> None:
        failing = False
        while not self._ended.wait(BEAT):
            try:
                self.beat()
                failing = False
            except Exception as error:
                if not failing:
                    log.error("heartbeat not written; trying again error=%s", type(error).__name__)
                failing = True


def _ticks() -> float:
    """Seconds on a clock that cannot be set, and that goes on while the machine sleeps where there is one."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()
