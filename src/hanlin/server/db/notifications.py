"""Storage of who wants to be told away from the page that it is their turn, by which way, and what they were told last.

Nothing is queued: whom to tell follows from the tables and from these rows, so a restart forgets nothing and an undo needs no
word. ``claim`` makes sure that of several processes one tells. No web framework here.
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
    """A browser that is told by web push: where, with its keys; ``origin``: the server's address as that browser knows it;
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
    """Where somebody is told by e-mail. Nothing but one question is sent before it is ``confirmed`` by its ``token``; ``key``:
    what addresses are compared by (``mail.address_key``)."""

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
    """How often something may be asked: at most so many times in ``window`` seconds, counted under ``head``."""

    head: str
    most: int
    window: float


class _Reached(Exception):
    """A limit is reached."""

    def __init__(self, limit: Limit) -> None:
        super().__init__(limit.head)
        self.limit = limit


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
        """The wishes of people whose turn it is, and who can be told. At a seat that was left it is the others' turn: they
        decide what becomes of it."""
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
        """Whether the seat whose turn it is was left, so that the others decide about it."""
        chosen = sa.select(tables.c.id).where(tables.c.id == table, sa.or_(_resigned(tables.c.to_move), _timed_out()))
        with self.engine.connect() as connection:
            return connection.execute(chosen).first() is not None

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

    def add_receiver(
        self, owner: str, endpoint: str, p256dh: str, auth: str, origin: str, now: float, token: str = "", name: str = ""
    ) -> None:
        """A browser that is to be told; the newest keys count, and who uses that browser now. ``token``: the hash of what
        they are signed in by, empty for a guest; with it the receiver ends."""
        new = Receiver(receiver_id(endpoint), owner, endpoint, p256dh, auth, origin, now, token or owner, name)
        with suppress(IntegrityError), self.writing() as connection:
            connection.execute(receivers.delete().where(receivers.c.id == new.id))
            connection.execute(receivers.insert(), msgspec.to_builtins(new))
            newest = sa.select(receivers.c.id).where(receivers.c.owner == owner).order_by(receivers.c.created.desc())
            kept = list(connection.execute(newest.limit(MOST_RECEIVERS)).scalars())
            connection.execute(receivers.delete().where(receivers.c.owner == owner, receivers.c.id.not_in(kept)))

    def receivers(self, owner: str) -> list[Receiver]:
        """The browsers by which somebody is told: those that are signed in still."""
        chosen = sa.select(receivers).where(receivers.c.owner == owner, _valid()).order_by(receivers.c.created)
        with self.engine.connect() as connection:
            return [Receiver(**row) for row in connection.execute(chosen).mappings()]

    def forget_receiver(self, name: str) -> None:
        with self.writing() as connection:
            connection.execute(receivers.delete().where(receivers.c.id == name))

    def remove_receiver(self, owner: str, name: str) -> bool:
        """Tell one of somebody's browsers no more, by the first characters of its id; False where there is none such."""
        mine = (receivers.c.owner == owner) & receivers.c.id.startswith(name, autoescape=True)
        with self.writing() as connection:
            return bool(name) and connection.execute(receivers.delete().where(mine)).rowcount > 0

    def bind_receivers(self, owner: str, old: str, token: str) -> None:
        """The browsers that a guest added are told as long as a sign-in of the account's lasts to which they came along."""
        with self.writing() as connection:
            mine = (receivers.c.owner == owner) & (receivers.c.token == old)
            connection.execute(receivers.update().where(mine).values(token=token))

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

    def set_address(
        self, owner: str, address: str, language: str, origin: str, now: float, key: str, limits: Sequence[Limit]
    ) -> Limit | None:
        """Where somebody wants to be told by e-mail; it has to be confirmed. Returns the limit that is reached, if one is:
        then nothing has changed, nor is it counted."""
        new = Address(owner, address, language, origin, secrets.token_urlsafe(32), False, now, False, 0.0, 0, key)
        try:
            with self.writing() as connection:
                for limit in sorted(limits):
                    self._count_within(connection, limit, now)
                connection.execute(addresses.delete().where(addresses.c.owner == owner))
                connection.execute(addresses.insert(), msgspec.to_builtins(new))
        except _Reached as reached:
            return reached.limit
        except IntegrityError:  # The same person asked twice at once: one question is enough.
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
        """An address is its owner's; False where the link is not good any more."""
        good = addresses.c.key.not_in(sa.select(stops.c.key))
        with self.writing() as connection:
            confirmed = addresses.update().where(addresses.c.token == token, good).values(confirmed=True)
            return connection.execute(confirmed).rowcount == 1

    def forget_address(self, token: str) -> None:
        """Nothing more is sent there as long as nobody asks again."""
        with self.writing() as connection:
            self._forget(connection, addresses.c.token == token)

    def stop_mail(self, token: str, now: float) -> bool:
        """Nothing more is sent to an address, whoever asks and however they write it, until ``allow_mail``; False where the
        link is not good any more. Every link that was sent there can take that back."""
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
        """Whether whoever reads mail at an address wants none from here."""
        with self.engine.connect() as connection:
            return connection.execute(sa.select(stops.c.token).where(stops.c.key == key).limit(1)).first() is not None

    def stopped_by(self, token: str) -> bool:
        """Whether a link is one of those that were sent to an address before it was stopped."""
        with self.engine.connect() as connection:
            return connection.execute(sa.select(stops.c.key).where(stops.c.token == _hashed(token))).first() is not None

    def allow_mail(self, token: str) -> bool:
        """Mail may be sent to an address again, when somebody asks; False where the link is not good any more."""
        with self.writing() as connection:
            key = connection.execute(sa.select(stops.c.key).where(stops.c.token == _hashed(token))).scalar()
            return key is not None and connection.execute(stops.delete().where(stops.c.key == key)).rowcount > 0

    @staticmethod
    def _forget(connection: sa.Connection, which: sa.ColumnElement[bool]) -> None:
        owners = sa.select(addresses.c.owner).where(which)
        connection.execute(wishes.delete().where(wishes.c.owner.in_(owners), wishes.c.way == MAIL))
        connection.execute(addresses.delete().where(which))

    def to_ask(self, now: float, limit: int) -> list[Address]:
        """The addresses whose question is not sent yet."""
        chosen = sa.select(addresses).where(sa.not_(addresses.c.confirmed), sa.not_(addresses.c.sent), addresses.c.next <= now)
        with self.engine.connect() as connection:
            return [Address(**row) for row in connection.execute(chosen.limit(limit)).mappings()]

    def claim_question(self, address: Address, now: float) -> bool:
        """As ``claim_notice``, for the question whether an address is somebody's."""
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
            connection.execute(receivers.delete().where(sa.not_(_valid())))
            connection.execute(addresses.delete().where(sa.not_(addresses.c.confirmed), addresses.c.asked < before))


def _same(wish: Wish) -> sa.ColumnElement[bool]:
    return (wishes.c.owner == wish.owner) & (wishes.c.table == wish.table) & (wishes.c.way == wish.way)


def _valid() -> sa.ColumnElement[bool]:
    """A receiver of push that may be told: a guest's, or one whose sign-in has not ended, however it did."""
    return sa.or_(receivers.c.token == receivers.c.owner, receivers.c.token.in_(sa.select(tokens.c.token)))


def _resigned(seat: sa.ColumnElement[int]) -> sa.ColumnElement[bool]:
    """Whether whoever sat there gave up, and no computer plays on."""
    given_up, replaced = entries.alias(), entries.alias()
    gone = (given_up.c.table == tables.c.id) & (given_up.c.actor == seat) & (given_up.c.kind == "resign")
    taken = (replaced.c.table == tables.c.id) & (replaced.c.actor == seat) & (replaced.c.kind == "replace")
    return sa.exists().where(gone) & ~sa.exists().where(taken)


def _timed_out() -> sa.ColumnElement[bool]:
    """Whether whoever is to move ran out of time, and the others have not chosen to wait."""
    out, since = entries.alias(), entries.alias()
    later = sa.exists().where(
        since.c.table == out.c.table, since.c.number > out.c.number, since.c.kind.in_(("action", "undo", "wait", "replace"))
    )
    mine = (out.c.table == tables.c.id) & (out.c.actor == tables.c.to_move) & (out.c.kind == "time")
    return sa.exists().where(mine, sa.not_(later))


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def receiver_name(name: str) -> str:
    """What a receiver is called towards its owner, by its id."""
    return name[:16]


def receiver_id(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()
