"""One thread that carries out the actions of programs: those that arrive during a commit are committed together next.

A thread for each of them would switch the interpreter many times per move, and all would wait for the same disk. Measured in
turns with a thread each: 8 to 30 % more moves per CPU second (docs/research/2026-11-29-push.md).
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Sequence
from queue import SimpleQueue

from hanlin.server.tables.service import Play, Tables

log = logging.getLogger("hanlin.server")

LARGEST_BATCH = 64
"""The most actions that are committed together: their tables are locked for so long."""

Pending = tuple[Play, asyncio.Future[bool]]


class Batcher:
    """Carries out actions for the event loop in which it was started."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._queue: SimpleQueue[Pending | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self) -> None:
        """Start the thread."""
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._work, name="batcher", daemon=True)
        self._thread.start()

    async def stop(self) -> None:
        """Carry out what is queued, and nothing after that."""
        thread, self._thread = self._thread, None
        if thread is not None:
            self._queue.put(None)
            await asyncio.to_thread(thread.join)

    async def play(self, play: Play) -> bool:
        """Carry out an action. False where nothing was changed: ``Tables.play`` then waits for the table, or refuses in the
        language of its caller."""
        if self._thread is None:
            return False
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._queue.put((play, done))
        return await done

    # -- in the thread -----------------------------------------------------------------------------------------------------

    def _work(self) -> None:
        goes_on = True
        while goes_on:
            batch, goes_on = self._next_batch()
            try:
                done = [error is None for error in self._tables.play_all([play for play, _done in batch])]
            except Exception:
                log.exception("batch of actions failed; each is tried alone size=%d", len(batch))
                done = [False] * len(batch)
            assert self._loop is not None
            self._loop.call_soon_threadsafe(_answer, batch, done)

    def _next_batch(self) -> tuple[list[Pending], bool]:
        """The queued actions, at least one, and whether more may come."""
        batch: list[Pending] = []
        while not batch or (len(batch) < LARGEST_BATCH and not self._queue.empty()):
            pending = self._queue.get()
            if pending is None:
                return batch, False
            batch.append(pending)
        return batch, True


def _answer(batch: Sequence[Pending], done: Sequence[bool]) -> None:
    for (_play, future), success in zip(batch, done, strict=True):
        if not future.done():  # The request may have been cancelled.
            future.set_result(success)
