"""People: guests and their names, accounts with recovery codes, tokens and sign-ins, and counts of attempts."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from hanlin.server.db.engine import Database
from hanlin.server.db.prepared import PreparedQuery
from hanlin.server.db.records import Taken, from_row, now
from hanlin.server.db.schema import accounts, attempts, browsers, codes, metadata, people, receivers, seats, ties, tokens

NOT_HANDED_OVER = {seats.name, people.name, tokens.name, accounts.name, codes.name, browsers.name}
"""Tables with an owner that are not simply transferred: seats are transferred by entries, keys never."""
SESSION = "session"
"""The kind of a signed-in person's token."""
MAIL_HEADS, DAY = "mail:", 24 * 3600.0
"""The prefix of the counts of mails, and the seconds for which they are kept at least."""
TOKEN_QUERY = sa.select(tokens.c.owner, tokens.c.scope, tokens.c.kind).where(tokens.c.token == sa.bindparam("which"))


class Account(msgspec.Struct, frozen=True):
    """An account. ``key``: the name as it is compared; ``password``: its hash, which contains its own parameters."""

    key: str
    name: str
    owner: str
    password: str
    hidden: bool
    created: float
    invisible: bool = False
    """True if friends don't see whether the person is here."""
    mining: bool = False
    """True if puzzles may be made from the person's finished games."""


class Session(msgspec.Struct, frozen=True):
    """A token. ``kind``: "session" (signed in by name), "guest" or "program"."""

    token: str
    """Its hash."""
    scope: str
    kind: str
    name: str
    """The name of the browser that signed in, if known."""
    created: float
    seen: float


class Users(Database):
    """Guests, accounts and their tokens; every method is one transaction."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._token_query = None if self.sharing.alone else PreparedQuery(self.engine, TOKEN_QUERY, "which")

    def close(self) -> None:
        if self._token_query is not None:
            self._token_query.close()
        super().close()

    # -- guests ------------------------------------------------------------------------------------------------------------

    def add_person(self, owner: str, name: str) -> None:
        """Remember a guest's name; the newest counts."""
        with self.writing() as connection:
            known = connection.execute(people.update().where(people.c.owner == owner).values(name=name))
            if not known.rowcount:
                connection.execute(people.insert(), {"owner": owner, "name": name, "created": now()})

    def name_of(self, owner: str) -> str | None:
        """A guest's name; None for unknown guests."""
        with self.engine.connect() as connection:
            return connection.execute(sa.select(people.c.name).where(people.c.owner == owner)).scalar()

    # -- accounts ----------------------------------------------------------------------------------------------------------

    def add_account(self, account: Account, hashes: Sequence[str]) -> None:
        """A new account with its recovery codes; Taken where another has that name."""
        try:
            with self.writing() as connection:
                connection.execute(accounts.insert(), msgspec.to_builtins(account))
                connection.execute(people.insert(), {"owner": account.owner, "name": account.name, "created": account.created})
                self._add_codes(connection, account.owner, hashes, None)
        except IntegrityError as error:
            raise Taken(account.key) from error

    def account(self, key: str) -> Account | None:
        """The account of that name, as names are compared."""
        return self._account(accounts.c.key == key)

    def account_of(self, owner: str) -> Account | None:
        """Somebody's account; None for guests."""
        return self._account(accounts.c.owner == owner)

    def profiles_of(self, owners: Sequence[str]) -> dict[str, str]:
        """The names of accounts with a public profile, by owner."""
        shown = sa.select(accounts.c.owner, accounts.c.name).where(accounts.c.owner.in_(owners), sa.not_(accounts.c.hidden))
        with self.engine.connect() as connection:
            return {row.owner: row.name for row in connection.execute(shown)}

    def _account(self, which: sa.ColumnElement[bool]) -> Account | None:
        with self.engine.connect() as connection:
            row = connection.execute(sa.select(accounts).where(which)).mappings().one_or_none()
        return None if row is None else Account(**row)

    def renew_hash(self, owner: str, old: str, new: str) -> None:
        """Store the same password, hashed with today's parameters, unless it was changed in the meantime."""
        same = (accounts.c.owner == owner) & (accounts.c.password == old)
        with self.writing() as connection:
            connection.execute(accounts.update().where(same).values(password=new))

    def set_password(self, owner: str, new: str, old: str, but: str = "") -> bool:
        """Replace the password with the hash ``old``; all other sign-ins end. False where the password has been changed
        meanwhile."""
        same = (accounts.c.owner == owner) & (accounts.c.password == old)
        with self.writing() as connection:
            if not connection.execute(accounts.update().where(same).values(password=new)).rowcount:
                return False
            self._end_sessions(connection, owner, but)
            return True

    def set_hidden(self, owner: str, hidden: bool) -> None:
        with self.writing() as connection:
            connection.execute(accounts.update().where(accounts.c.owner == owner).values(hidden=hidden))

    def set_mining(self, owner: str, mining: bool) -> None:
        """Give consent that puzzles are made from a person's games, or withdraw it."""
        with self.writing() as connection:
            connection.execute(accounts.update().where(accounts.c.owner == owner).values(mining=mining))

    def consenting(self) -> set[str]:
        """The people who let puzzles be made from their games."""
        with self.engine.connect() as connection:
            return set(connection.execute(sa.select(accounts.c.owner).where(accounts.c.mining)).scalars())

    def remove_account(self, owner: str) -> None:
        """Delete an account with all that is its owner's alone; seats and messages stay."""
        with self.writing() as connection:
            for table in reversed(metadata.sorted_tables):
                if "owner" in table.c and table.name not in (seats.name, "messages"):
                    connection.execute(table.delete().where(table.c.owner == owner))
                if "other" in table.c:
                    connection.execute(table.delete().where(table.c.other == owner))
            self._notify_chat(connection)
        self.forget_chat()

    # -- recovery ----------------------------------------------------------------------------------------------------------

    def set_codes(self, owner: str, hashes: Sequence[str]) -> None:
        """New recovery codes in place of the old ones."""
        with self.writing() as connection:
            connection.execute(codes.delete().where(codes.c.owner == owner))
            self._add_codes(connection, owner, hashes, None)

    def add_code(self, owner: str, code: str, until: float) -> None:
        """Add a recovery code, valid until a time."""
        with self.writing() as connection:
            self._add_codes(connection, owner, [code], until)

    def knows_code(self, owner: str, code: str, when: float) -> bool:
        """True if a code is valid; it is not spent."""
        with self.engine.connect() as connection:
            return connection.execute(sa.select(codes.c.code).where(_good(owner, code, when))).first() is not None

    def recover(self, owner: str, code: str, password: str, when: float) -> bool:
        """Spend a code for a new password (its hash), and end all sign-ins, in one transaction. False where there is no such
        code; of several simultaneous attempts one succeeds."""
        with self.writing() as connection:
            if not connection.execute(codes.delete().where(_good(owner, code, when))).rowcount:
                return False
            connection.execute(accounts.update().where(accounts.c.owner == owner).values(password=password))
            self._end_sessions(connection, owner)
            return True

    def codes_left(self, owner: str) -> int:
        chosen = sa.select(sa.func.count()).where(codes.c.owner == owner, codes.c.until.is_(None))
        with self.engine.connect() as connection:
            return int(connection.execute(chosen).scalar_one())

    @staticmethod
    def _add_codes(connection: sa.Connection, owner: str, hashes: Sequence[str], until: float | None) -> None:
        if hashes:
            connection.execute(codes.insert(), [{"owner": owner, "code": code, "until": until} for code in hashes])

    # -- tokens ------------------------------------------------------------------------------------------------------------

    def add_token(self, token: str, owner: str, scope: str, kind: str = "program", name: str = "") -> None:
        """Store a token by its hash. ``kind``: "guest", "program" or "session"; ``name``: the browser's."""
        made = now()
        values = {"token": token, "owner": owner, "scope": scope, "kind": kind, "name": name, "created": made, "seen": made}
        with self.writing() as connection:
            connection.execute(tokens.insert(), values)

    def token(self, token: str) -> tuple[str, str, str] | None:
        """The owner, the scope and the kind of a token; None for an unknown one."""
        if self._token_query is not None:
            with suppress(self.engine.dialect.loaded_dbapi.Error):
                return self._token_query.first(token)
        with self.engine.connect() as connection:
            row = connection.execute(TOKEN_QUERY, {"which": token}).one_or_none()
        return None if row is None else (row.owner, row.scope, row.kind)

    def remove_token(self, token: str) -> None:
        """End a token, with the browsers that get push messages through it."""
        with self.writing() as connection:
            connection.execute(tokens.delete().where(tokens.c.token == token))
            connection.execute(receivers.delete().where(receivers.c.token == token))
            self._notify_tokens_ended(connection)

    def sessions(self, owner: str) -> list[Session]:
        """The tokens of a person, the last used first."""
        chosen = sa.select(tokens).where(tokens.c.owner == owner).order_by(tokens.c.seen.desc(), tokens.c.token)
        with self.engine.connect() as connection:
            return [from_row(Session, row) for row in connection.execute(chosen).mappings()]

    def note_seen(self, token: str, when: float) -> None:
        """Record the use of a token."""
        with self.writing() as connection:
            connection.execute(tokens.update().where(tokens.c.token == token).values(seen=when))

    def end_sessions(self, owner: str, but: str = "") -> None:
        """End all tokens of a person except one (its hash), with the browsers that get push messages through them."""
        with self.writing() as connection:
            self._end_sessions(connection, owner, but)

    def _end_sessions(self, connection: sa.Connection, owner: str, but: str = "") -> None:
        connection.execute(tokens.delete().where(tokens.c.owner == owner, tokens.c.token != but))
        connection.execute(receivers.delete().where(receivers.c.owner == owner, receivers.c.token != but))
        self._notify_tokens_ended(connection)

    # -- browsers -----------------------------------------------------------------------------------------------------------

    def note_browser(self, owner: str, browser: str) -> bool:
        """Record that an account is used in a browser (a hash); True if others are, too, and this was not known yet."""
        with self.writing() as connection:
            try:
                with connection.begin_nested():
                    connection.execute(browsers.insert(), {"owner": owner, "browser": browser})
            except IntegrityError:
                return False
            others = sa.select(browsers.c.owner).where(browsers.c.browser == browser, browsers.c.owner != owner)
            return connection.execute(others.limit(1)).first() is not None

    def forget_before(self, sessions: float, guesses: float) -> None:
        """Delete sign-ins that were not used since a time, counts of attempts that began before another, and expired codes."""
        with self.writing() as connection:
            connection.execute(tokens.delete().where(tokens.c.kind == SESSION, tokens.c.seen < sessions))
            mails = attempts.c.head.startswith(MAIL_HEADS)
            connection.execute(attempts.delete().where(attempts.c.since < guesses, sa.not_(mails)))
            connection.execute(attempts.delete().where(attempts.c.since < guesses - DAY))
            connection.execute(codes.delete().where(codes.c.until < now()))

    # -- from a guest to an account -----------------------------------------------------------------------------------------

    def hand_over(self, old: str, new: str) -> None:
        """Transfer what a guest has apart from seats: messages, hidden tables, set-ups. The guest's tokens end."""
        with self.writing() as connection:
            for table in metadata.tables.values():
                if "owner" in table.c and table.name not in NOT_HANDED_OVER:
                    self._hand_over(connection, table, table.c.owner, old, new)
                for column in ("muted", "other"):
                    if column in table.c:
                        self._hand_over(connection, table, table.c[column], old, new)
            connection.execute(ties.delete().where(ties.c.owner == ties.c.other))  # Of a guest and the account met before.
            connection.execute(tokens.delete().where(tokens.c.owner == old))
            self._notify_tokens_ended(connection)
            self._notify_chat(connection)
        self.forget_chat()

    @staticmethod
    def _hand_over(connection: sa.Connection, table: sa.Table, column: sa.Column[str], old: str, new: str) -> None:
        """Transfer rows; where the new owner has an equivalent one, that one stays."""
        keys = [key for key in table.primary_key.columns if key is not column]
        other = table.alias()
        if column.primary_key:
            same = sa.and_(other.c[column.name] == new, *(other.c[key.name] == key for key in keys))
            connection.execute(table.delete().where(column == old, sa.exists().where(same)))
        connection.execute(table.update().where(column == old).values({column.name: new}))

    # -- attempts ----------------------------------------------------------------------------------------------------------

    def count_attempt(self, what: Sequence[str], when: float, window: float) -> list[tuple[int, float]]:
        """Count an attempt under each key; returns for each the attempts in ``window`` seconds, and the first's time."""
        counted = []
        with self.writing() as connection:
            for head in sorted(what):
                counted.append((head, self._count(connection, head, when, window)))
        found = dict(counted)
        return [found[head] for head in what]

    @staticmethod
    def _count(connection: sa.Connection, head: str, when: float, window: float) -> tuple[int, float]:
        here = attempts.c.head == head
        connection.execute(attempts.delete().where(here, attempts.c.since <= when - window))
        known = connection.execute(attempts.update().where(here).values(tries=attempts.c.tries + 1))
        if not known.rowcount:
            with_since = {"head": head, "tries": 1, "since": when}
            try:
                with connection.begin_nested():
                    connection.execute(attempts.insert(), with_since)
            except IntegrityError:
                connection.execute(attempts.update().where(here).values(tries=attempts.c.tries + 1))
        row = connection.execute(sa.select(attempts.c.tries, attempts.c.since).where(here)).one()
        return row.tries, row.since

    def forgive(self, what: Sequence[str]) -> None:
        """Reset the counts of those keys."""
        with self.writing() as connection:
            connection.execute(attempts.delete().where(attempts.c.head.in_(what)))


def _good(owner: str, code: str, when: float) -> sa.ColumnElement[bool]:
    """The code of that hash, if it is valid."""
    return (codes.c.owner == owner) & (codes.c.code == code) & sa.or_(codes.c.until.is_(None), codes.c.until > when)
