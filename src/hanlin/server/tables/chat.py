"""Chat at a table, apart from its game log. Players and spectators have separate rooms. No web framework here."""

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
"""A room's last messages that are stored; older ones are deleted."""
OF_PERSON, OF_ROOM, WHILE = 20, 100, 60.0
"""Messages allowed per person at a table, and per room, in so many seconds."""

Listener = Callable[[str, str, int], None]
"""Called with a table's id, a room, and the number of its newest message."""


def room_of(table: Table, owner: str) -> str:
    """The chat room of a person: the players' or the spectators'."""
    return TABLE if table.owned_by(owner) else WATCHERS


class Talk:
    """The chat of all tables. Thread-safe."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._listeners: list[Listener] = []
        self._saying = threading.Lock()

    @property
    def store(self) -> Store:
        return self.tables.store

    def listen(self, listener: Listener) -> None:
        """Call ``listener`` after every message (in the thread that stored it)."""
        self._listeners.append(listener)

    def say(self, table: Table, owner: str, name: str, text: str, reaction: bool = False) -> Message:
        """Post a message or a reaction. Refused where chat is off; BadOption for an invalid message."""
        if not table.row.chat:
            raise Refused(_("The host has turned off chat at this table."))
        text = _clean(text, reaction)
        room, mine = room_of(table, owner), table.owned_by(owner)
        name = (table.name_of(mine[0]) if mine else name) or _("Somebody")
        message = Message(
            number=0, room=room, seat=mine[0] if mine else None, owner=owner, name=name, text=text, reaction=reaction,
            time=self.tables.clock(),
        )  # fmt: skip
        with self._saying:
            self._check_pace(table, room, owner)
            message = self._stored(table, message)
        self._publish(table, room, message.number)
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

    def _check_pace(self, table: Table, room: str, owner: str) -> None:
        """Raise TooMany where a person or a room has posted enough for a while."""
        now = self.tables.clock()
        lately = self.store.said_since(table.row.id, room, now - WHILE)
        own = [time for who, time in lately if who == owner]
        if len(own) < OF_PERSON and len(lately) < OF_ROOM:
            return
        times = own[-OF_PERSON:] if len(own) >= OF_PERSON else [time for _who, time in lately[-OF_ROOM:]]
        seconds = max(1, math.ceil(times[0] + WHILE - now))
        raise TooMany(_("Too many messages: try again in {n} seconds.").format(n=seconds), seconds)

    def heard(self, table: Table, owner: str) -> TalkState:
        """The last messages of the person's room, without those of muted people."""
        room, muted = room_of(table, owner), self.store.muted(table.row.id, owner)
        said = self.store.messages(table.row.id, room, SHOWN)
        silent = {each.owner: MutedState(each.name, each.number) for each in said if each.owner in muted}
        messages = tuple(
            MessageState(each.number, each.seat, each.name, each.text, each.reaction, each.time, each.owner == owner)
            for each in said
            if each.owner not in muted
        )
        return TalkState(room, table.row.chat, messages, tuple(silent.values()), tuple(REACTIONS))

    def mute(self, table: Table, owner: str, number: int, muted: bool) -> None:
        """Mute the author of a message in one's room, or unmute them."""
        found = self.store.message(table.row.id, number)
        if found is None or found.room != room_of(table, owner) or found.owner == owner:
            raise Refused(_("You can mute only other people in your chat."))
        self.store.set_muted(table.row.id, owner, found.owner, muted)

    def turn(self, table: Table, owner: str, on: bool) -> None:
        """Turn chat on or off, as the host."""
        if not table.hosted_by(owner):
            raise NotYours(_("Only the host can turn chat on or off."))
        self.tables.set_chat(table, on)
        for room in (TABLE, WATCHERS):
            self._publish(table, room, self.store.last_message(table.row.id))

    def _publish(self, table: Table, room: str, number: int) -> None:
        for listener in self._listeners:
            listener(table.row.id, room, number)


def _clean(text: str, reaction: bool) -> str:
    """The text as it is stored; BadOption where it is none."""
    if reaction and text not in REACTIONS:
        raise BadOption(_("Choose one of these reactions: {reactions}").format(reactions=" ".join(REACTIONS)))
    text = "".join(letter if letter.isprintable() else " " for letter in text) if not reaction else text
    text = " ".join(text.split())
    if not 0 < len(text) <= LONGEST:
        raise BadOption(_("Write a message of at most {n} characters.").format(n=LONGEST))
    return text
