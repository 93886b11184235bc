"""News to browsers and programs: "table T is at number N", nothing else. Whoever hears it fetches the view that it may see."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterable

HEARTBEAT = 15.0
"""Seconds between signs of life on a socket; a page that hears nothing for twice as long knows that it is cut off."""
ALIVE = '{"alive":true}'
LOBBY = "lobby"


class Ear:
    """One listener's news that are not told yet: of each matter only the latest, so a slow listener costs no memory."""

    def __init__(self, topics: Iterable[str]) -> None:
        self.topics = tuple(topics)
        self._news: dict[str, str] = {}
        self._waiting: asyncio.Future[None] | None = None

    def hear(self, matter: str, text: str) -> None:
        self._news[matter] = text
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def next(self) -> list[str]:
        """The news since the last time, at least one."""
        if not self._news:
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting
        news, self._news = list(self._news.values()), {}
        return news


class News:
    """Who listens to what: a topic is a table's id, a person's key hash, or LOBBY.

    ``tell`` may be called from any thread, the rest belongs to the event loop's.
    """

    def __init__(self) -> None:
        self._ears: defaultdict[str, set[Ear]] = defaultdict(set)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._beating: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._beating = self._loop.create_task(self._beat())

    def stop(self) -> None:
        if self._beating is not None:
            self._beating.cancel()

    def tell(self, topics: Iterable[str], matter: str, text: str) -> None:
        """Hand the news about a matter to all who listen to one of the topics."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._hand_on, tuple(topics), matter, text)

    def listen(self, *topics: str) -> Ear:
        """An ear for the topics; give it back with ``leave``."""
        ear = Ear(topics)
        for topic in topics:
            self._ears[topic].add(ear)
        return ear

    def leave(self, ear: Ear) -> None:
        for topic in ear.topics:
            self._ears[topic].discard(ear)
            if not self._ears[topic]:
                del self._ears[topic]

    def _hand_on(self, topics: tuple[str, ...], matter: str, text: str) -> None:
        for ear in {ear for topic in topics for ear in self._ears.get(topic, ())}:
            ear.hear(matter, text)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT)
            for ear in {ear for ears in self._ears.values() for ear in ears}:
                ear.hear("", ALIVE)
