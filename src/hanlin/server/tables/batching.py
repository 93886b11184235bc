"""The thread that carries out what programs play: actions that come while it stores others are stored together next.

Threads of their own would hand the interpreter to each other many times for each move, and all wait for the same disk.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Sequence
from queue import SimpleQueue

from hanlin.server.tables.service import Play, Tables

log = logging.getLogger("hanlin.server")

AT_A_TIME = 64
"""How many actions are stored together at most: their tables are nobody else's for so long."""

Waiting = tuple[Play, asyncio.Future[bool]]


class Mover:
    """Carries out actions for the event loop in which it was started."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._waiting: SimpleQueue[Waiting | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._work, name="mover", daemon=True)
        self._thread.start()

    async def stop(self) -> None:
        """Carry out what waits, and nothing after that."""
        thread, self._thread = self._thread, None
        if thread is not None:
            self._waiting.put(None)
            await asyncio.to_thread(thread.join)

    async def play(self, play: Play) -> bool:
        """Carry out an action. False where it was not done: whoever plays it then by itself is told why."""
        if self._thread is None:
            return False
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.put((play, done))
        return await done

    # -- in the thread -----------------------------------------------------------------------------------------------------

    def _work(self) -> None:
        goes_on = True
        while goes_on:
            batch, goes_on = self._next_batch()
            try:
                done = self._tables.play_together([play for play, _done in batch])
            except Exception:
                log.exception("actions could not be carried out together; each is tried by itself")
                done = [False] * len(batch)
            assert self._loop is not None
            self._loop.call_soon_threadsafe(_answer, batch, done)

    def _next_batch(self) -> tuple[list[Waiting], bool]:
        """What waits, at least one action, and whether more may come."""
        batch: list[Waiting] = []
        while not batch or (len(batch) < AT_A_TIME and not self._waiting.empty()):
            waiting = self._waiting.get()
            if waiting is None:
                return batch, False
            batch.append(waiting)
        return batch, True


def _answer(batch: Sequence[Waiting], done: Sequence[bool]) -> None:
    for (_play, answer), what in zip(batch, done, strict=True):
        if not answer.done():  # Whoever asked may be gone.
            answer.set_result(what)
