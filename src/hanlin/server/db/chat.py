"""Chat messages and muted people."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from hanlin.server.db.engine import Database
from hanlin.server.db.records import Message, Taken, from_row
from hanlin.server.db.schema import messages, mutes, tables

CACHED = 512
"""Tables whose answers are cached."""
_Answer = TypeVar("_Answer")


class ChatMessages(Database):
    """Messages; every method is one transaction. Answers are cached while other processes' notifications arrive."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._cached: OrderedDict[str, dict[tuple[str, ...], Any]] = OrderedDict()
        """The answers by table."""

    def forget_chat(self, table: str = "") -> None:
        """Drop cached chat of a table, or of all tables."""
        # A caller that is still reading stores its answer in a dictionary that was dropped.
        if table:
            self._cached.pop(table, None)
        else:
            self._cached = OrderedDict()

    def _cache(self, table: str, key: tuple[str, ...], ask: Callable[[], _Answer]) -> _Answer:
        if not self.sharing.listening:
            return ask()
        of_table = self._cached.setdefault(table, {})
        found = of_table.get(key)
        if found is None:
            found = of_table[key] = ask()
            while len(self._cached) > CACHED:
                self._cached.popitem(last=False)
        answer: _Answer = found
        return answer

    def add_message(self, table: str, message: Message, keep: int) -> None:
        """Add a message; Taken where another one has its number. The channel's last ``keep`` messages are kept."""
        there = (messages.c.table == table) & (messages.c.room == message.room)
        oldest = sa.select(messages.c.number).where(there).order_by(messages.c.number.desc()).offset(keep - 1).limit(1)
        try:
            with self.writing() as connection:
                connection.execute(messages.insert(), {"table": table, **msgspec.to_builtins(message)})
                connection.execute(messages.delete().where(there & (messages.c.number < oldest.scalar_subquery())))
                self._notify_chat(connection, table)
            self.forget_chat(table)
        except IntegrityError as error:
            raise Taken(table) from error

    def posted_since(self, table: str, channel: str, time: float) -> list[tuple[str, float]]:
        """The authors and times of a channel's messages after a time, in order."""
        chosen = sa.select(messages.c.owner, messages.c.time).where(
            messages.c.table == table, messages.c.room == channel, messages.c.time > time
        )
        with self.engine.connect() as connection:
            return [(owner, when) for owner, when in connection.execute(chosen.order_by(messages.c.number))]

    def last_message(self, table: str) -> int:
        """The number of the newest message of a table, -1 for none."""
        chosen = sa.select(sa.func.max(messages.c.number)).where(messages.c.table == table)
        with self.engine.connect() as connection:
            found = connection.execute(chosen).scalar()
        return -1 if found is None else int(found)

    def messages(self, table: str, channel: str, limit: int) -> list[Message]:
        """The last messages of a channel, in order."""
        return self._cache(table, (channel, str(limit)), lambda: self._last_messages(table, channel, limit))

    def _last_messages(self, table: str, channel: str, limit: int) -> list[Message]:
        chosen = sa.select(messages).where(messages.c.table == table, messages.c.room == channel)
        return self._messages(chosen.order_by(messages.c.number.desc()).limit(limit))[::-1]

    def message(self, table: str, number: int) -> Message | None:
        found = self._messages(sa.select(messages).where(messages.c.table == table, messages.c.number == number))
        return found[0] if found else None

    def _messages(self, chosen: sa.Select[Any]) -> list[Message]:
        with self.engine.connect() as connection:
            rows = connection.execute(chosen).mappings().all()
        return [from_row(Message, row) for row in rows]

    def muted(self, table: str, owner: str) -> set[str]:
        """The people whom somebody has muted at a table."""
        return self._cache(table, (owner,), lambda: self._muted(table, owner))

    def _muted(self, table: str, owner: str) -> set[str]:
        chosen = sa.select(mutes.c.muted).where(mutes.c.table == table, mutes.c.owner == owner)
        with self.engine.connect() as connection:
            return set(connection.execute(chosen).scalars())

    def set_muted(self, table: str, owner: str, whom: str, muted: bool) -> None:
        there = (mutes.c.table == table) & (mutes.c.owner == owner) & (mutes.c.muted == whom)
        with self.writing() as connection:
            connection.execute(mutes.delete().where(there))
            if muted:
                connection.execute(mutes.insert(), {"table": table, "owner": owner, "muted": whom})
            self._notify_chat(connection, table)
        self.forget_chat(table)

    def set_chat(self, table: str, on: bool) -> None:
        """Turn a table's chat on or off."""
        with self.writing() as connection:
            connection.execute(tables.update().where(tables.c.id == table).values(chat=on))
            self._notify(connection, table)
