"""News to browsers: "table T is at number N", nothing else. Whoever hears it fetches the view that it may see."""

from __future__ import annotations

import asyncio
from collections import defaultdict


class News:
    """Who listens to which table. ``tell`` may be called from any thread, the rest belongs to the event loop's."""

    def __init__(self) -> None:
        self._listeners: defaultdict[str, set[asyncio.Queue[int]]] = defaultdict(set)
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self) -> None:
        self._loop = asyncio.get_running_loop()

    def tell(self, table: str, number: int) -> None:
        """Hand the news to all who listen to the table."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._hand_on, table, number)

    def listen(self, table: str) -> asyncio.Queue[int]:
        """A queue that the table's numbers will come in by; give it back with ``leave``."""
        queue: asyncio.Queue[int] = asyncio.Queue()
        self._listeners[table].add(queue)
        return queue

    def leave(self, table: str, queue: asyncio.Queue[int]) -> None:
        self._listeners[table].discard(queue)
        if not self._listeners[table]:
            del self._listeners[table]

    def _hand_on(self, table: str, number: int) -> None:
        for queue in self._listeners.get(table, ()):
            queue.put_nowait(number)
