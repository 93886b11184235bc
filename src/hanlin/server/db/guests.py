"""Guests and tokens: names of people, and the tokens of their browsers and programs."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import sqlalchemy as sa

from hanlin.server.db.engine import Database
from hanlin.server.db.prepared import PreparedQuery
from hanlin.server.db.records import now
from hanlin.server.db.schema import people, receivers, tokens

WHOSE = sa.select(tokens.c.owner, tokens.c.scope, tokens.c.kind).where(tokens.c.token == sa.bindparam("which"))


class Guests(Database):
    """Guests and tokens; every method is one transaction."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._token_query = None if self.sharing.alone else PreparedQuery(self.engine, WHOSE, "which")

    def close(self) -> None:
        if self._token_query is not None:
            self._token_query.close()
        super().close()

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
            row = connection.execute(WHOSE, {"which": token}).one_or_none()
        return None if row is None else (row.owner, row.scope, row.kind)

    def remove_token(self, token: str) -> None:
        """End a token, with the browsers that get push messages through it."""
        with self.writing() as connection:
            connection.execute(tokens.delete().where(tokens.c.token == token))
            connection.execute(receivers.delete().where(receivers.c.token == token))
            self._notify_tokens_ended(connection)
