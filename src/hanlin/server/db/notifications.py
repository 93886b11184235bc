"""Storage of notifications: the wanted tables and channels, and when each person was notified last.

There is no queue: pending notifications follow from the tables and from these rows, so a restart loses nothing and an undo
cancels them. ``claim`` makes sure that of several processes one sends. No web framework here.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from hanlin.server.db.engine import Database
from hanlin.server.db.records import CLOSED, FINISHED, RUNNING
from hanlin.server.db.schema import (
    addresses,
    attempts,
    entries,
    receivers,
    seats,
    server_keys,
    stops,
    tables,
    tokens,
    wishes,
)

PUSH, MAIL = "push", "mail"
WAYS = (PUSH, MAIL)
MOST_RECEIVERS = 8
"""Browsers per person; a further one replaces the oldest."""
PAUSE, LONGEST_PAUSE = 60.0, 3600.0
"""Seconds before sending is retried; doubled each time."""


class Wish(msgspec.Struct, frozen=True):
    """A subscription of a person to a table. All times are seconds since 1970."""

    owner: str
    table: str
    way: str
    language: str
    looked: float
    """The time when that person saw the table last."""
    told: float
    """The time of the last notification."""
    reminded: float
    """The time of the last reminder that time runs out."""
    next: float
    """The time of the next attempt."""
    tries: int


class Receiver(msgspec.Struct, frozen=True):
    """A browser that gets push messages: its endpoint and keys; ``origin``: the server's address as that browser knows it;
    ``token``: the hash of the token it was added with, a guest's own hash for a guest; ``name``: the browser in words."""

    id: str
    owner: str
    endpoint: str
    p256dh: str
    auth: str
    origin: str
    created: float
    token: str = ""
    name: str = ""


class Address(msgspec.Struct, frozen=True):
    """A person's e-mail address. Only one mail is sent before it is ``confirmed`` by its ``token``; ``key``: the hash by which
    addresses are compared (``mail.address_key``)."""

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
    key: str = ""


class Limit(NamedTuple):
    """A rate limit: at most so many times in ``window`` seconds, counted under ``head``."""

    head: str
    most: int
    window: float


class _Reached(Exception):
    """A limit is reached."""

    def __init__(self, limit: Limit) -> None:
        super().__init__(limit.head)
        self.limit = limit


class Notifications(Database):
    """Notifications; every method is one transaction."""

    # -- subscriptions ----------------------------------------------------------------------------------------------------

    def want_notice(self, owner: str, table: str, way: str, wanted: bool, language: str, now: float) -> None:
        """Turn a person's notifications about a table by a channel on or off. The person is looking at the table now."""
        there = (wishes.c.owner == owner) & (wishes.c.table == table) & (wishes.c.way == way)
        with suppress(IntegrityError), self.writing() as connection:
            if not wanted:
                connection.execute(wishes.delete().where(there))
            elif connection.execute(wishes.update().where(there).values(looked=now, language=language)).rowcount == 0:
                connection.execute(wishes.insert(), msgspec.to_builtins(Wish(owner, table, way, language, now, 0, 0, 0, 0)))

    def wanted_notices(self, owner: str, table: str) -> set[str]:
        """The channels by which a person wants to be notified of a table."""
        chosen = sa.select(wishes.c.way).where(wishes.c.owner == owner, wishes.c.table == table)
        with self.engine.connect() as connection:
            return set(connection.execute(chosen).scalars())

    def note_look(self, owner: str, table: str, language: str, now: float) -> None:
        """Record that a person sees the table: the next turn is notified again."""
        seen = {"looked": now, "language": language, "next": 0.0, "tries": 0}
        with self.writing() as connection:
            connection.execute(wishes.update().where(wishes.c.owner == owner, wishes.c.table == table).values(seen))

    # -- pending notifications --------------------------------------------------------------------------------------------

    def due_notices(self, now: float, grace: float, limit: int) -> list[Wish]:
        """The pending notifications: it is their turn since ``grace`` seconds, they have not seen it, and were not notified
        since
        they looked or acted last."""
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
        """The pending reminders at a table where somebody acted last at ``since``."""
        chosen = self._asked().where(wishes.c.table == table, wishes.c.reminded <= since, wishes.c.next <= now)
        return self._wishes(chosen)

    @staticmethod
    def _asked() -> sa.Select[Any]:
        """Subscriptions of active players that can be reached. At an abandoned seat it is the others' turn: they decide about
        it."""
        mine = (seats.c.table == tables.c.id) & (seats.c.owner == wishes.c.owner)
        on_turn = sa.exists().where(mine, seats.c.seat == tables.c.to_move)
        there = sa.exists().where(mine, sa.not_(_resigned(seats.c.seat)))
        left = sa.or_(_resigned(tables.c.to_move), _timed_out())
        pushed = sa.exists().where(receivers.c.owner == wishes.c.owner, _valid())
        mailed = sa.exists().where(addresses.c.owner == wishes.c.owner, addresses.c.confirmed)
        reached = sa.or_((wishes.c.way == PUSH) & pushed, (wishes.c.way == MAIL) & mailed)
        joined = wishes.join(tables, wishes.c.table == tables.c.id)
        turn = sa.or_(on_turn & sa.not_(left), sa.not_(on_turn) & left & there)
        return sa.select(wishes).select_from(joined).where(tables.c.state == RUNNING, reached, tables.c.to_move >= 0, turn)

    def is_vacant(self, table: str) -> bool:
        """True if the active seat was abandoned, so that the others decide about it."""
        chosen = sa.select(tables.c.id).where(tables.c.id == table, sa.or_(_resigned(tables.c.to_move), _timed_out()))
        with self.engine.connect() as connection:
            return connection.execute(chosen).first() is not None

    def _wishes(self, chosen: sa.Select[Any]) -> list[Wish]:
        with self.engine.connect() as connection:
            return [Wish(**row) for row in connection.execute(chosen).mappings()]

    def claim_notice(self, wish: Wish, now: float) -> bool:
        """Claim a notification: True for one of several processes, until it may be tried again."""
        same = _same(wish) & (wishes.c.next == wish.next) & (wishes.c.tries == wish.tries) & (wishes.c.told == wish.told)
        return self._claim(wishes.update().where(same), wish.tries, now)

    def begin_notice(self, wish: Wish, now: float, *, reminder: bool) -> None:
        """Record a notification before it is sent, so that nobody is notified twice though the process ends meanwhile."""
        values = {"told": now} | ({"reminded": now} if reminder else {})
        with self.writing() as connection:
            connection.execute(wishes.update().where(_same(wish)).values(values))

    def note_sent(self, wish: Wish) -> None:
        """Record that a notification was sent."""
        with self.writing() as connection:
            connection.execute(wishes.update().where(_same(wish)).values(next=0.0, tries=0))

    def note_failed(self, wish: Wish, now: float) -> None:
        """Have a notification that failed at ``now`` retried."""
        undone = _same(wish) & (wishes.c.told == now)
        with self.writing() as connection:
            connection.execute(wishes.update().where(undone).values(told=wish.told, reminded=wish.reminded))

    def _claim(self, update: sa.Update, tries: int, now: float) -> bool:
        later = now + min(PAUSE * 2.0 ** min(tries, 16), LONGEST_PAUSE)
        with self.writing() as connection:
            return connection.execute(update.values(next=later, tries=tries + 1)).rowcount == 1

    # -- browsers ---------------------------------------------------------------------------------------------------------

    def add_receiver(
        self, owner: str, endpoint: str, p256dh: str, auth: str, origin: str, now: float, token: str = "", name: str = ""
    ) -> None:
        """Register a browser with its newest keys and present user. ``token``: the hash of their sign-in, empty for a guest;
        the receiver ends with it."""
        new = Receiver(receiver_id(endpoint), owner, endpoint, p256dh, auth, origin, now, token or owner, name)
        with suppress(IntegrityError), self.writing() as connection:
            connection.execute(receivers.delete().where(receivers.c.id == new.id))
            connection.execute(receivers.insert(), msgspec.to_builtins(new))
            newest = sa.select(receivers.c.id).where(receivers.c.owner == owner).order_by(receivers.c.created.desc())
            kept = list(connection.execute(newest.limit(MOST_RECEIVERS)).scalars())
            connection.execute(receivers.delete().where(receivers.c.owner == owner, receivers.c.id.not_in(kept)))

    def receivers(self, owner: str) -> list[Receiver]:
        """A person's browsers that get push messages: those that are still signed in."""
        chosen = sa.select(receivers).where(receivers.c.owner == owner, _valid()).order_by(receivers.c.created)
        with self.engine.connect() as connection:
            return [Receiver(**row) for row in connection.execute(chosen).mappings()]

    def forget_receiver(self, name: str) -> None:
        with self.writing() as connection:
            connection.execute(receivers.delete().where(receivers.c.id == name))

    def remove_receiver(self, owner: str, name: str) -> bool:
        """Remove one of a person's browsers, by the first characters of its id; False where there is none."""
        mine = (receivers.c.owner == owner) & receivers.c.id.startswith(name, autoescape=True)
        with self.writing() as connection:
            return bool(name) and connection.execute(receivers.delete().where(mine)).rowcount > 0

    def bind_receivers(self, owner: str, old: str, token: str) -> None:
        """Bind the browsers of a former guest to the sign-in that took the guest over."""
        with self.writing() as connection:
            mine = (receivers.c.owner == owner) & (receivers.c.token == old)
            connection.execute(receivers.update().where(mine).values(token=token))

    # -- addresses --------------------------------------------------------------------------------------------------------

    def address(self, owner: str) -> Address | None:
        return self._address(addresses.c.owner == owner)

    def address_of(self, token: str) -> Address | None:
        """The address that the link of a mail belongs to."""
        return self._address(addresses.c.token == token)

    def _address(self, which: sa.ColumnElement[bool]) -> Address | None:
        with self.engine.connect() as connection:
            row = connection.execute(sa.select(addresses).where(which)).mappings().one_or_none()
        return None if row is None else Address(**row)

    def set_address(
        self, owner: str, address: str, language: str, origin: str, now: float, key: str, limits: Sequence[Limit]
    ) -> Limit | None:
        """Set a person's e-mail address, unconfirmed. Returns the limit that is reached, if any: then nothing is changed or
        counted."""
        new = Address(owner, address, language, origin, secrets.token_urlsafe(32), False, now, False, 0.0, 0, key)
        try:
            with self.writing() as connection:
                for limit in sorted(limits):
                    self._count_within(connection, limit, now)
                connection.execute(addresses.delete().where(addresses.c.owner == owner))
                connection.execute(addresses.insert(), msgspec.to_builtins(new))
        except _Reached as reached:
            return reached.limit
        except IntegrityError:  # The same person asked twice at once: one mail is enough.
            return None
        return None

    @staticmethod
    def _count_within(connection: sa.Connection, limit: Limit, now: float) -> None:
        here = attempts.c.head == limit.head
        connection.execute(attempts.delete().where(here, attempts.c.since <= now - limit.window))
        more = attempts.update().where(here, attempts.c.tries < limit.most).values(tries=attempts.c.tries + 1)
        if connection.execute(more).rowcount:
            return
        if connection.execute(sa.select(attempts.c.head).where(here)).first() is None:
            with suppress(IntegrityError), connection.begin_nested():
                connection.execute(attempts.insert(), {"head": limit.head, "tries": 1, "since": now})
                return
            if connection.execute(more).rowcount:
                return
        raise _Reached(limit)

    def confirm_address(self, token: str) -> bool:
        """Confirm an address; False where the link has expired."""
        good = addresses.c.key.not_in(sa.select(stops.c.key))
        with self.writing() as connection:
            confirmed = addresses.update().where(addresses.c.token == token, good).values(confirmed=True)
            return connection.execute(confirmed).rowcount == 1

    def forget_address(self, token: str) -> None:
        """Delete an address; nothing more is sent there until it is set again."""
        with self.writing() as connection:
            self._forget(connection, addresses.c.token == token)

    def stop_mail(self, token: str, now: float) -> bool:
        """Stop all mail to an address, in any spelling, until ``allow_mail``; False where the link has expired. Every link that
        was sent there can allow it again."""
        with self.writing() as connection:
            key = connection.execute(sa.select(addresses.c.key).where(addresses.c.token == token)).scalar()
            if key is None:
                return False
            same = sa.select(addresses.c.token).where(addresses.c.key == key)
            kept = [{"token": _hashed(each), "key": key, "created": now} for each in connection.execute(same).scalars()]
            connection.execute(stops.insert(), kept)
            self._forget(connection, addresses.c.key == key)
            return True

    def is_stopped(self, key: str) -> bool:
        """True if mail to an address was stopped."""
        with self.engine.connect() as connection:
            return connection.execute(sa.select(stops.c.token).where(stops.c.key == key).limit(1)).first() is not None

    def stopped_by(self, token: str) -> bool:
        """True if a link was sent to an address before it was stopped."""
        with self.engine.connect() as connection:
            return connection.execute(sa.select(stops.c.key).where(stops.c.token == _hashed(token))).first() is not None

    def allow_mail(self, token: str) -> bool:
        """Allow mail to an address again; False where the link has expired."""
        with self.writing() as connection:
            key = connection.execute(sa.select(stops.c.key).where(stops.c.token == _hashed(token))).scalar()
            return key is not None and connection.execute(stops.delete().where(stops.c.key == key)).rowcount > 0

    @staticmethod
    def _forget(connection: sa.Connection, which: sa.ColumnElement[bool]) -> None:
        owners = sa.select(addresses.c.owner).where(which)
        connection.execute(wishes.delete().where(wishes.c.owner.in_(owners), wishes.c.way == MAIL))
        connection.execute(addresses.delete().where(which))

    def to_ask(self, now: float, limit: int) -> list[Address]:
        """The addresses whose confirmation mail is not sent yet."""
        chosen = sa.select(addresses).where(sa.not_(addresses.c.confirmed), sa.not_(addresses.c.sent), addresses.c.next <= now)
        with self.engine.connect() as connection:
            return [Address(**row) for row in connection.execute(chosen.limit(limit)).mappings()]

    def claim_question(self, address: Address, now: float) -> bool:
        """As ``claim_notice``, for the mail that asks to confirm an address."""
        same = (addresses.c.token == address.token) & (addresses.c.next == address.next) & (addresses.c.tries == address.tries)
        return self._claim(addresses.update().where(same), address.tries, now)

    def question_sent(self, address: Address, sent: bool = True) -> None:
        """Record that the confirmation mail is being sent, or failed."""
        with self.writing() as connection:
            connection.execute(addresses.update().where(addresses.c.token == address.token).values(sent=sent))

    # -- keys of the server -------------------------------------------------------------------------------------------------

    def server_key(self, name: str) -> str | None:
        """A key of the server, shared by all processes on the database."""
        with self.engine.connect() as connection:
            return connection.execute(sa.select(server_keys.c.value).where(server_keys.c.name == name)).scalar()

    def add_server_key(self, name: str, value: str) -> str:
        """Store a key unless there is one; returns the stored one."""
        with suppress(IntegrityError), self.writing() as connection:
            connection.execute(server_keys.insert(), {"name": name, "value": value})
        return self.server_key(name) or value

    def forget_unconfirmed(self, before: float) -> None:
        """Delete subscriptions to games that are over, and unconfirmed addresses."""
        over = sa.select(tables.c.id).where(tables.c.state.in_((FINISHED, CLOSED)))
        with self.writing() as connection:
            connection.execute(wishes.delete().where(wishes.c.table.in_(over)))
            connection.execute(receivers.delete().where(sa.not_(_valid())))
            connection.execute(addresses.delete().where(sa.not_(addresses.c.confirmed), addresses.c.asked < before))


def _same(wish: Wish) -> sa.ColumnElement[bool]:
    return (wishes.c.owner == wish.owner) & (wishes.c.table == wish.table) & (wishes.c.way == wish.way)


def _valid() -> sa.ColumnElement[bool]:
    """A valid receiver of push messages: a guest's, or one whose sign-in has not ended."""
    return sa.or_(receivers.c.token == receivers.c.owner, receivers.c.token.in_(sa.select(tokens.c.token)))


def _resigned(seat: sa.ColumnElement[int]) -> sa.ColumnElement[bool]:
    """True if the player of a seat resigned, and no computer player took over."""
    given_up, replaced = entries.alias(), entries.alias()
    gone = (given_up.c.table == tables.c.id) & (given_up.c.actor == seat) & (given_up.c.kind == "resign")
    taken = (replaced.c.table == tables.c.id) & (replaced.c.actor == seat) & (replaced.c.kind == "replace")
    return sa.exists().where(gone) & ~sa.exists().where(taken)


def _timed_out() -> sa.ColumnElement[bool]:
    """True if the active player ran out of time, and the others have not chosen to wait."""
    out, since = entries.alias(), entries.alias()
    later = sa.exists().where(
        since.c.table == out.c.table, since.c.number > out.c.number, since.c.kind.in_(("action", "undo", "wait", "replace"))
    )
    mine = (out.c.table == tables.c.id) & (out.c.actor == tables.c.to_move) & (out.c.kind == "time")
    return sa.exists().where(mine, sa.not_(later))


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def receiver_name(name: str) -> str:
    """The public id of a receiver, by its id."""
    return name[:16]


def receiver_id(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()
