"""A person's tables: names, tables removed from the list, the last set-up of a game."""

from __future__ import annotations

from contextlib import suppress

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from hanlin.server.db.engine import Database
from hanlin.server.db.schema import aside, setups, tables


class Library(Database):
    """Library of tables; every method is one transaction."""

    def name_table(self, table: str, name: str) -> None:
        """Rename a table."""
        with self.writing() as connection:
            connection.execute(tables.update().where(tables.c.id == table).values(name=name))
            self._notify(connection, table)

    def put_aside(self, owner: str, table: str) -> None:
        """Remove a table from a person's list."""
        with suppress(IntegrityError), self.writing() as connection:
            connection.execute(aside.insert(), {"owner": owner, "table": table})

    def take_up(self, owner: str, table: str) -> None:
        """Put a removed table back on a person's list."""
        with self.writing() as connection:
            connection.execute(aside.delete().where(aside.c.owner == owner, aside.c.table == table))

    def remember_setup(self, owner: str, game: str, setup: str) -> None:
        """Store a person's set-up of a game; the newest counts."""
        with self.writing() as connection:
            known = connection.execute(
                setups.update().where(setups.c.owner == owner, setups.c.game == game).values(setup=setup)
            )
            if not known.rowcount:
                connection.execute(setups.insert(), {"owner": owner, "game": game, "setup": setup})

    def setup_of(self, owner: str, game: str) -> str | None:
        """A person's last set-up of a game; None where there is none."""
        with self.engine.connect() as connection:
            return connection.execute(sa.select(setups.c.setup).where(setups.c.owner == owner, setups.c.game == game)).scalar()
