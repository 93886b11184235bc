"""Publish-subscribe inside this process: routes subscribe sockets to topics, services publish short messages."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterable

HEARTBEAT = 15.0
"""Seconds between heartbeats on a socket; a page that receives nothing for twice as long is disconnected."""
ALIVE = '{"alive":true}'
LOBBY = "lobby"


class Subscription:
    """The messages that one subscriber has not taken yet: of each kind only the newest, so a slow reader costs no memory."""

    def __init__(self, topics: Iterable[str]) -> None:
        self.topics = tuple(topics)
        self._pending: dict[str, str] = {}
        self._waiting: asyncio.Future[None] | None = None

    def put(self, kind: str, message: str) -> None:
        """Keep a message in place of an older one of its kind."""
        self._pending[kind] = message
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def next(self) -> list[tuple[str, str]]:
        """Wait for messages; return those since the last call, with their kinds."""
        if not self._pending:
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting
        pending, self._pending = list(self._pending.items()), {}
        return pending


class PubSub:
    """Subscriptions by topic: a table's id, a table's chat channel, the hash of a person's key, or LOBBY.

    ``publish`` may be called from any thread; all else belongs to the event loop's thread.
    """

    def __init__(self) -> None:
        self._subscriptions: defaultdict[str, set[Subscription]] = defaultdict(set)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._heartbeat: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to deliver, in the running event loop."""
        self._loop = asyncio.get_running_loop()
        self._heartbeat = self._loop.create_task(self._beat())

    def stop(self) -> None:
        """Stop the heartbeat."""
        if self._heartbeat is not None:
            self._heartbeat.cancel()

    def publish(self, topics: Iterable[str], kind: str, message: str) -> None:
        """Deliver a message to all subscribers of any of the topics, once to each."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._deliver, tuple(topics), kind, message)

    def subscribe(self, *topics: str) -> Subscription:
        """A new subscription to the topics; end it with ``unsubscribe``."""
        subscription = Subscription(topics)
        for topic in topics:
            self._subscriptions[topic].add(subscription)
        return subscription

    def unsubscribe(self, subscription: Subscription) -> None:
        """End a subscription."""
        for topic in subscription.topics:
            self._subscriptions[topic].discard(subscription)
            if not self._subscriptions[topic]:
                del self._subscriptions[topic]

    def _deliver(self, topics: tuple[str, ...], kind: str, message: str) -> None:
        for subscription in {each for topic in topics for each in self._subscriptions.get(topic, ())}:
            subscription.put(kind, message)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT)
            for subscription in {each for subscribed in self._subscriptions.values() for each in subscribed}:
                subscription.put("", ALIVE)
