"""Chat at a table, apart from its game log. Players and spectators have separate channels. No web framework here."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable

import msgspec

from hanlin.contract import MessageState, MutedState, TalkState
from hanlin.core.errors import BadOption
from hanlin.core.i18n.language import _
from hanlin.server.db import Message, Store, Taken
from hanlin.server.exceptions import NotYours, Refused, TooMany
from hanlin.server.tables.service import Tables
from hanlin.server.tables.table import Table

TABLE, WATCHERS = "table", "watchers"
REACTIONS = ("👍", "👏", "😀", "😮", "🤔", "🙏")
LONGEST = 300
"""Characters of a message."""
SHOWN = 100
"""The last messages that are shown."""
STORED = 300
"""A channel's last messages that are stored; older ones are deleted."""
OF_PERSON, OF_CHANNEL, WINDOW = 20, 100, 60.0
"""Messages allowed per person at a table, and per channel, in a window of so many seconds."""

Listener = Callable[[str, str, int], None]
"""Called with a table's id, a channel, and the number of its newest message."""


def channel_of(table: Table, owner: str) -> str:
    """The chat channel of a person: the players' or the spectators'."""
    return TABLE if table.owned_by(owner) else WATCHERS


class Chat:
    """The chat of all tables. Thread-safe."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._listeners: list[Listener] = []
        self._posting = threading.Lock()

    @property
    def store(self) -> Store:
        return self.tables.store

    def listen(self, listener: Listener) -> None:
        """Call ``listener`` after every message (in the thread that stored it)."""
        self._listeners.append(listener)

    def post(self, table: Table, owner: str, name: str, text: str, reaction: bool = False) -> Message:
        """Post a message or a reaction. Refused where chat is off; BadOption for an invalid message."""
        if not table.row.chat:
            raise Refused(_("The host has turned off chat at this table."))
        text = _clean(text, reaction)
        channel, mine = channel_of(table, owner), table.owned_by(owner)
        name = (table.name_of(mine[0]) if mine else name) or _("Somebody")
        message = Message(
            number=0, room=channel, seat=mine[0] if mine else None, owner=owner, name=name, text=text, reaction=reaction,
            time=self.tables.clock(),
        )  # fmt: skip
        with self._posting:
            self._check_pace(table, channel, owner)
            message = self._stored(table, message)
        self._publish(table, channel, message.number)
        return message

    def _stored(self, table: Table, message: Message) -> Message:
        """A message with the number by which it is stored."""
        while True:
            message = msgspec.structs.replace(message, number=self.store.last_message(table.row.id) + 1)
            try:
                self.store.add_message(table.row.id, message, STORED)
            except Taken:
                continue
            return message

    def _check_pace(self, table: Table, channel: str, owner: str) -> None:
        """Raise TooMany where a person or a channel has posted enough for a while."""
        now = self.tables.clock()
        recent = self.store.posted_since(table.row.id, channel, now - WINDOW)
        own = [time for who, time in recent if who == owner]
        if len(own) < OF_PERSON and len(recent) < OF_CHANNEL:
            return
        times = own[-OF_PERSON:] if len(own) >= OF_PERSON else [time for _who, time in recent[-OF_CHANNEL:]]
        seconds = max(1, math.ceil(times[0] + WINDOW - now))
        raise TooMany(_("Too many messages: try again in {n} seconds.").format(n=seconds), seconds)

    def state(self, table: Table, owner: str) -> TalkState:
        """The last messages of the person's channel, without those of muted and of blocked people."""
        channel, muted = channel_of(table, owner), self.store.muted(table.row.id, owner)
        found = self.store.messages(table.row.id, channel, SHOWN)
        blocked = self.store.blocked_by(owner) if any(each.owner != owner for each in found) else set()
        unheard = {each.owner: MutedState(each.name, each.number) for each in found if each.owner in blocked}
        found = [each for each in found if each.owner not in blocked]
        silent = {each.owner: MutedState(each.name, each.number) for each in found if each.owner in muted}
        heard = [each for each in found if each.owner not in muted]
        authors = {each.owner: MutedState(each.name, each.number) for each in heard if each.owner != owner}
        messages = tuple(
            MessageState(each.number, each.seat, each.name, each.text, each.reaction, each.time, each.owner == owner)
            for each in heard
        )
        lists = tuple(silent.values()), tuple(REACTIONS), tuple(unheard.values()), tuple(authors.values())
        return TalkState(channel, table.row.chat, messages, *lists)

    def newest(self, table: Table, owner: str) -> int:
        """The number of the newest message in the person's channel, -1 for none."""
        found = self.store.messages(table.row.id, channel_of(table, owner), SHOWN)
        return found[-1].number if found else -1

    def mute(self, table: Table, owner: str, number: int, muted: bool) -> None:
        """Mute the author of a message in the same channel, or unmute them."""
        self.store.set_muted(table.row.id, owner, self.author(table, owner, number), muted)

    def author(self, table: Table, owner: str, number: int) -> str:
        """The author of a message in a person's channel; Refused where it is the person's own, or there is none."""
        found = self.store.message(table.row.id, number)
        if found is None or found.room != channel_of(table, owner) or found.owner == owner:
            raise Refused(_("Choose a message by somebody else in your chat."))
        return found.owner

    def turn(self, table: Table, owner: str, on: bool) -> None:
        """Turn chat on or off, as the host."""
        if not table.hosted_by(owner):
            raise NotYours(_("Only the host can turn chat on or off."))
        self.tables.set_chat(table, on)
        for channel in (TABLE, WATCHERS):
            self._publish(table, channel, self.store.last_message(table.row.id))

    def _publish(self, table: Table, channel: str, number: int) -> None:
        for listener in self._listeners:
            listener(table.row.id, channel, number)


def _clean(text: str, reaction: bool) -> str:
    """The text as it is stored; BadOption where it is none."""
    if reaction and text not in REACTIONS:
        raise BadOption(_("Choose one of these reactions: {reactions}").format(reactions=" ".join(REACTIONS)))
    text = "".join(letter if letter.isprintable() else " " for letter in text) if not reaction else text
    text = " ".join(text.split())
    if not 0 < len(text) <= LONGEST:
        raise BadOption(_("Write a message of at most {n} characters.").format(n=LONGEST))
    return text
