"""The parts of the community, and the task that keeps the queue and the presence up to date, in each process."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

import msgspec

from hanlin.server.accounts.ratings import Standings
from hanlin.server.accounts.service import Accounts
from hanlin.server.accounts.tokens import People
from hanlin.server.community.challenges import Challenges
from hanlin.server.community.friends import Friends
from hanlin.server.community.presence import Presence
from hanlin.server.community.seeks import Seeks
from hanlin.server.notifications.pubsub import LOBBY, PubSub
from hanlin.server.tables.service import Tables
from hanlin.server.tables.table import Table

log = logging.getLogger("hanlin.lobby")

BEAT = 1.0
"""Seconds between two looks at the queue."""
HERE, SEEKS = "here", "seeks"
"""The kinds of messages about the number of people here and about the queue; the first is also its topic."""
FRIENDS_CHANGED, LOBBY_CHANGED = '{"people":true}', '{"lobby":true}'
"""The messages that friends, requests or challenges have changed, and that the lists of tables have."""


class Community:
    """Friends, presence, challenges and the queue of a server."""

    def __init__(self, tables: Tables, people: People, accounts: Accounts, standings: Standings, pubsub: PubSub) -> None:
        self._tables = tables
        self._pubsub = pubsub
        self.presence = Presence(tables.store, tables.clock)
        self.friends = Friends(tables.store, accounts, self.presence, tables.clock, self._publish_to)
        self.challenges = Challenges(tables, people, self._publish_to)
        self.seeks = Seeks(tables, people, standings, self.presence, self._publish_match, self._publish_queue)
        self._keeping: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Keep the queue and the presence, in the running event loop."""
        self._keeping = asyncio.get_running_loop().create_task(self._keep())

    async def stop(self) -> None:
        if self._keeping is not None:
            self._keeping.cancel()
            await asyncio.gather(self._keeping, return_exceptions=True)

    def sweep(self) -> None:
        """Delete what is no longer of use; only in the leading process."""
        self.seeks.forget()
        self.challenges.forget()

    def beat(self) -> None:
        """Match people, and publish who has come and gone."""
        self.presence.share()
        people, number = self.presence.changed()
        if number is not None:
            self._pubsub.publish((HERE,), HERE, here_message(number))
        if people:
            watchers = self.friends.watchers(people)
            self._pubsub.publish([people_topic(each) for each in watchers], "people", FRIENDS_CHANGED)
        self.seeks.beat(leads=self._tables.store.sharing.leads)

    async def _keep(self) -> None:
        failing = False
        while True:
            try:
                await asyncio.to_thread(self.beat)
                failing = False
            except Exception as error:
                if not failing:
                    log.error("lobby not updated; trying again error=%s", type(error).__name__)
                failing = True
            await asyncio.sleep(BEAT)

    # -- news ---------------------------------------------------------------------------------------------------------------

    def _publish_to(self, owners: set[str]) -> None:
        self._publish(sorted(owners), "people", FRIENDS_CHANGED)

    def _publish_match(self, table: Table, owners: tuple[str, ...]) -> None:
        self._publish(owners, "match", msgspec.json.encode({"match": table.row.id}).decode())

    def _publish_queue(self) -> None:
        """The queue is read from the database by each process, which publishes its changes itself."""
        self._pubsub.publish((LOBBY,), SEEKS, LOBBY_CHANGED)

    def _publish(self, owners: Sequence[str], kind: str, message: str) -> None:
        topics = tuple(people_topic(owner) for owner in owners)
        self._pubsub.publish(topics, kind, message)
        self._tables.store.sharing.publish(topics, kind, message)


def here_message(number: int) -> str:
    """The message that so many people are here."""
    return msgspec.json.encode({"here": number}).decode()


def people_topic(owner: str) -> str:
    """The topic of a person's friends, challenges and matches."""
    return f"{owner}:people"
