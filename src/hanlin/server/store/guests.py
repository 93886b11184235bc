"""People as guests: their names, and the keys by which their programs act for them."""

from __future__ import annotations

import sqlalchemy as sa

from hanlin.server.store.database import Database
from hanlin.server.store.layout import people, tokens
from hanlin.server.store.rows import now


class Guests(Database):
    """Guests and tokens; every method is one transaction."""

    def add_person(self, owner: str, name: str) -> None:
        """Remember a guest's name; the newest counts."""
        with self.engine.begin() as connection:
            known = connection.execute(people.update().where(people.c.owner == owner).values(name=name))
            if not known.rowcount:
                connection.execute(people.insert(), {"owner": owner, "name": name, "created": now()})

    def name_of(self, owner: str) -> str | None:
        """A guest's name; None for nobody that is known."""
        with self.engine.connect() as connection:
            return connection.execute(sa.select(people.c.name).where(people.c.owner == owner)).scalar()

    def add_token(self, token: str, owner: str, scope: str) -> None:
        """A key by which a program acts for somebody; only its hash is kept."""
        with self.engine.begin() as connection:
            connection.execute(tokens.insert(), {"token": token, "owner": owner, "scope": scope, "created": now()})

    def token(self, token: str) -> tuple[str, str] | None:
        """Whom a token acts for, and what it may do; None for one that is not known."""
        chosen = sa.select(tokens.c.owner, tokens.c.scope).where(tokens.c.token == token)
        with self.engine.connect() as connection:
            row = connection.execute(chosen).one_or_none()
        return None if row is None else (row.owner, row.scope)

    def remove_token(self, token: str) -> None:
        with self.engine.begin() as connection:
            connection.execute(tokens.delete().where(tokens.c.token == token))
