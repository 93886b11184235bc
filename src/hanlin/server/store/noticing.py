"""Storage of who wants to be told away from the page that it is their turn, by which way, and what they were told last.

Nothing is queued: whom to tell follows from the tables and from these rows, so a restart forgets nothing and an undo needs no
word. ``claim`` makes sure that of several processes one tells. No web framework here.
"""

from __future__ import annotations

import hashlib
import secrets
from contextlib import suppress
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from hanlin.server.store.database import Database
from hanlin.server.store.layout import addresses, entries, receivers, seats, server_keys, tables, wishes
from hanlin.server.store.rows import CLOSED, FINISHED, RUNNING

PUSH, MAIL = "push", "mail"
WAYS = (PUSH, MAIL)
MOST_RECEIVERS = 8
"""How many browsers of one person are told; a further one takes the place of the oldest."""
PAUSE, LONGEST_PAUSE = 60.0, 3600.0
"""Seconds before what could not be sent is tried again; doubled each time."""


class Wish(msgspec.Struct, frozen=True):
    """Somebody wants to be told of their turn at a table. All times are seconds since 1970."""

    owner: str
    table: str
    way: str
    language: str
    looked: float
    """When that person saw the table last."""
    told: float
    """When they were told last."""
    reminded: float
    """When they were reminded last that their time runs out."""
    next: float
    """Not to be tried before."""
    tries: int


class Receiver(msgspec.Struct, frozen=True):
    """A browser that is told by web push: where, with its keys; ``origin``: the server's address as that browser knows it."""

    id: str
    owner: str
    endpoint: str
    p256dh: str
    auth: str
    origin: str
    created: float


class Address(msgspec.Struct, frozen=True):
    """Where somebody is told by e-mail. Nothing but one question is sent before it is ``confirmed`` by its ``token``."""

    owner: str
    address: str
    language: str
    origin: str
    token: str
    confirmed: bool
    asked: float
    sent: bool
    next: float
    tries: int


class Noticed(Database):
    """Whom to tell away from the page; every method is one transaction."""

    # -- what somebody wants ----------------------------------------------------------------------------------------------

    def want_notice(self, owner: str, table: str, way: str, wanted: bool, language: str, now: float) -> None:
        """Whether somebody is to be told of their turn at a table by a way. Whoever says so is looking at it."""
        there = (wishes.c.owner == owner) & (wishes.c.table == table) & (wishes.c.way == way)
        with suppress(IntegrityError), self.writing() as connection:
            if not wanted:
                connection.execute(wishes.delete().where(there))
            elif connection.execute(wishes.update().where(there).values(looked=now, language=language)).rowcount == 0:
                connection.execute(wishes.insert(), msgspec.to_builtins(Wish(owner, table, way, language, now, 0, 0, 0, 0)))

    def wanted_notices(self, owner: str, table: str) -> set[str]:
        """The ways by which somebody wants to be told of a table."""
        chosen = sa.select(wishes.c.way).where(wishes.c.owner == owner, wishes.c.table == table)
        with self.engine.connect() as connection:
            return set(connection.execute(chosen).scalars())

    def note_look(self, owner: str, table: str, language: str, now: float) -> None:
        """Somebody sees the table: the next turn is told again."""
        seen = {"looked": now, "language": language, "next": 0.0, "tries": 0}
        with self.writing() as connection:
            connection.execute(wishes.update().where(wishes.c.owner == owner, wishes.c.table == table).values(seen))

    # -- whom to tell -----------------------------------------------------------------------------------------------------

    def due_notices(self, now: float, grace: float, limit: int) -> list[Wish]:
        """Whom to tell now: it is their turn since ``grace`` seconds, they have not seen it, and were not told since they
        looked or acted last."""
        acted = sa.exists().where(
            entries.c.table == wishes.c.table,
            entries.c.actor == tables.c.to_move,
            entries.c.kind == "action",
            entries.c.time > wishes.c.told,
        )
        chosen = self._asked().where(
            tables.c.last <= now - grace,
            wishes.c.looked < tables.c.last,
            wishes.c.next <= now,
            sa.or_(wishes.c.told <= wishes.c.looked, acted),
        )
        return self._wishes(chosen.order_by(wishes.c.next).limit(limit))

    def to_remind(self, table: str, since: float, now: float) -> list[Wish]:
        """Who is to be reminded that time runs out at a table where somebody acted last at ``since``."""
        chosen = self._asked().where(wishes.c.table == table, wishes.c.reminded <= since, wishes.c.next <= now)
        return self._wishes(chosen)

    @staticmethod
    def _asked() -> sa.Select[Any]:
        """The wishes of people whose turn it is, and who can be told."""
        seat = (seats.c.table == tables.c.id) & (seats.c.seat == tables.c.to_move) & (seats.c.owner == wishes.c.owner)
        pushed = sa.exists().where(receivers.c.owner == wishes.c.owner)
        mailed = sa.exists().where(addresses.c.owner == wishes.c.owner, addresses.c.confirmed)
        reached = sa.or_((wishes.c.way == PUSH) & pushed, (wishes.c.way == MAIL) & mailed)
        joined = wishes.join(tables, wishes.c.table == tables.c.id).join(seats, seat)
        return sa.select(wishes).select_from(joined).where(tables.c.state == RUNNING, reached)

    def _wishes(self, chosen: sa.Select[Any]) -> list[Wish]:
        with self.engine.connect() as connection:
            return [Wish(**row) for row in connection.execute(chosen).mappings()]

    def claim_notice(self, wish: Wish, now: float) -> bool:
        """Whether whoever asks is to tell: of several one, and it alone until it may be tried again."""
        same = _same(wish) & (wishes.c.next == wish.next) & (wishes.c.tries == wish.tries) & (wishes.c.told == wish.told)
        return self._claim(wishes.update().where(same), wish.tries, now)

    def begin_notice(self, wish: Wish, now: float, *, reminder: bool) -> None:
        """It is being said. Noted before it is, so that nobody is told twice though the process ends in the midst of it."""
        values = {"told": now} | ({"reminded": now} if reminder else {})
        with self.writing() as connection:
            connection.execute(wishes.update().where(_same(wish)).values(values))

    def note_told(self, wish: Wish) -> None:
        """It was said."""
        with self.writing() as connection:
            connection.execute(wishes.update().where(_same(wish)).values(next=0.0, tries=0))

    def note_failed(self, wish: Wish, now: float) -> None:
        """What was begun at ``now`` could not be said, and is tried again."""
        undone = _same(wish) & (wishes.c.told == now)
        with self.writing() as connection:
            connection.execute(wishes.update().where(undone).values(told=wish.told, reminded=wish.reminded))

    def _claim(self, update: sa.Update, tries: int, now: float) -> bool:
        later = now + min(PAUSE * 2.0 ** min(tries, 16), LONGEST_PAUSE)
        with self.writing() as connection:
            return connection.execute(update.values(next=later, tries=tries + 1)).rowcount == 1

    # -- browsers ---------------------------------------------------------------------------------------------------------

    def add_receiver(self, owner: str, endpoint: str, p256dh: str, auth: str, origin: str, now: float) -> None:
        """A browser that is to be told; the newest keys count, and who uses that browser now."""
        name = receiver_id(endpoint)
        row = {"id": name, "owner": owner, "endpoint": endpoint, "p256dh": p256dh, "auth": auth, "origin": origin}
        with suppress(IntegrityError), self.writing() as connection:
            connection.execute(receivers.delete().where(receivers.c.id == name))
            connection.execute(receivers.insert(), row | {"created": now})
            newest = sa.select(receivers.c.id).where(receivers.c.owner == owner).order_by(receivers.c.created.desc())
            kept = list(connection.execute(newest.limit(MOST_RECEIVERS)).scalars())
            connection.execute(receivers.delete().where(receivers.c.owner == owner, receivers.c.id.not_in(kept)))

    def receivers(self, owner: str) -> list[Receiver]:
        chosen = sa.select(receivers).where(receivers.c.owner == owner).order_by(receivers.c.created)
        with self.engine.connect() as connection:
            return [Receiver(**row) for row in connection.execute(chosen).mappings()]

    def forget_receiver(self, name: str) -> None:
        with self.writing() as connection:
            connection.execute(receivers.delete().where(receivers.c.id == name))

    # -- addresses --------------------------------------------------------------------------------------------------------

    def address(self, owner: str) -> Address | None:
        return self._address(addresses.c.owner == owner)

    def address_of(self, token: str) -> Address | None:
        """The address that a link of a mail is about."""
        return self._address(addresses.c.token == token)

    def _address(self, which: sa.ColumnElement[bool]) -> Address | None:
        with self.engine.connect() as connection:
            row = connection.execute(sa.select(addresses).where(which)).mappings().one_or_none()
        return None if row is None else Address(**row)

    def set_address(self, owner: str, address: str, language: str, origin: str, now: float) -> None:
        """Where somebody wants to be told by e-mail; it has to be confirmed."""
        new = Address(owner, address, language, origin, secrets.token_urlsafe(32), False, now, False, 0.0, 0)
        with suppress(IntegrityError), self.writing() as connection:
            connection.execute(addresses.delete().where(addresses.c.owner == owner))
            connection.execute(addresses.insert(), msgspec.to_builtins(new))

    def asked_since(self, owner: str, address: str, since: float) -> int:
        """How many people, that one among them, were asked lately whether that address is theirs."""
        which = sa.or_(addresses.c.owner == owner, addresses.c.address == address) & (addresses.c.asked > since)
        with self.engine.connect() as connection:
            return int(connection.execute(sa.select(sa.func.count()).select_from(addresses).where(which)).scalar_one())

    def confirm_address(self, token: str) -> None:
        with self.writing() as connection:
            connection.execute(addresses.update().where(addresses.c.token == token).values(confirmed=True))

    def forget_address(self, token: str) -> None:
        """Nothing more is sent there."""
        with self.writing() as connection:
            owner = sa.select(addresses.c.owner).where(addresses.c.token == token).scalar_subquery()
            connection.execute(wishes.delete().where(wishes.c.owner == owner, wishes.c.way == MAIL))
            connection.execute(addresses.delete().where(addresses.c.token == token))

    def to_ask(self, now: float, limit: int) -> list[Address]:
        """The addresses whose question is not sent yet."""
        chosen = sa.select(addresses).where(sa.not_(addresses.c.confirmed), sa.not_(addresses.c.sent), addresses.c.next <= now)
        with self.engine.connect() as connection:
            return [Address(**row) for row in connection.execute(chosen.limit(limit)).mappings()]

    def claim_question(self, address: Address, now: float) -> bool:
        """As ``claim``, for the question whether an address is somebody's."""
        same = (addresses.c.token == address.token) & (addresses.c.next == address.next) & (addresses.c.tries == address.tries)
        return self._claim(addresses.update().where(same), address.tries, now)

    def question_sent(self, address: Address, sent: bool = True) -> None:
        """The question is being asked, or could not be."""
        with self.writing() as connection:
            connection.execute(addresses.update().where(addresses.c.token == address.token).values(sent=sent))

    # -- the server's own -------------------------------------------------------------------------------------------------

    def server_key(self, name: str) -> str | None:
        """A key of the server's own; all processes on the database share it."""
        with self.engine.connect() as connection:
            return connection.execute(sa.select(server_keys.c.value).where(server_keys.c.name == name)).scalar()

    def add_server_key(self, name: str, value: str) -> str:
        """Keep a key where there is none yet; returns the one that counts."""
        with suppress(IntegrityError), self.writing() as connection:
            connection.execute(server_keys.insert(), {"name": name, "value": value})
        return self.server_key(name) or value

    def forget_unconfirmed(self, before: float) -> None:
        """Let go of wishes about games that are over, and of addresses that nobody confirmed."""
        over = sa.select(tables.c.id).where(tables.c.state.in_((FINISHED, CLOSED)))
        with self.writing() as connection:
            connection.execute(wishes.delete().where(wishes.c.table.in_(over)))
            connection.execute(addresses.delete().where(sa.not_(addresses.c.confirmed), addresses.c.asked < before))


def _same(wish: Wish) -> sa.ColumnElement[bool]:
    return (wishes.c.owner == wish.owner) & (wishes.c.table == wish.table) & (wishes.c.way == wish.way)


def receiver_id(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()
