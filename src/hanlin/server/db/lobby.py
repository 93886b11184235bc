"""Searches for a game, and presence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec
import sqlalchemy as sa

from hanlin.server.db.engine import Database
from hanlin.server.db.records import from_row
from hanlin.server.db.schema import presence, seeks


class Seek(msgspec.Struct, frozen=True):
    """A person who looks for a game."""

    owner: str
    name: str
    game: str
    speed: str
    players: int
    fill: bool
    """True if computer players may take the seats that stay free."""
    rating: float
    since: float
    seen: float
    """The time of the last sign of life."""
    match: str = ""
    """The table that was found; empty for none yet."""


class Lobby(Database):
    """Seeks and presence; every method is one transaction."""

    # -- seeks --------------------------------------------------------------------------------------------------------------

    def add_seek(self, seek: Seek) -> None:
        """Look for a game, in place of what the person looked for before."""
        values = msgspec.to_builtins(seek)
        with self.writing() as connection:
            if not connection.execute(seeks.update().where(seeks.c.owner == seek.owner).values(values)).rowcount:
                connection.execute(seeks.insert(), values)

    def seek_of(self, owner: str) -> Seek | None:
        """The game that a person looks for, or has just found."""
        with self.engine.connect() as connection:
            row = connection.execute(sa.select(seeks).where(seeks.c.owner == owner)).mappings().one_or_none()
        return None if row is None else from_row(Seek, row)

    def seeks(self) -> list[Seek]:
        """All who look for a game and have none yet, the first first."""
        chosen = sa.select(seeks).where(seeks.c.match == "").order_by(seeks.c.since, seeks.c.owner)
        with self.engine.connect() as connection:
            return [from_row(Seek, row) for row in connection.execute(chosen).mappings()]

    def end_seek(self, owner: str) -> None:
        """Look no longer."""
        with self.writing() as connection:
            connection.execute(seeks.delete().where(seeks.c.owner == owner))

    def touch_seeks(self, owners: Iterable[str], when: float) -> None:
        """Record a sign of life of people who look for a game."""
        some = list(owners)
        if some:
            with self.writing() as connection:
                connection.execute(seeks.update().where(seeks.c.owner.in_(some)).values(seen=when))

    def forget_seeks(self, before: float) -> int:
        """Delete the seeks of people who gave no sign of life since a time; returns their number."""
        with self.writing() as connection:
            return connection.execute(seeks.delete().where(seeks.c.seen < before)).rowcount

    # -- presence -----------------------------------------------------------------------------------------------------------

    def share_presence(self, process: str, here: Mapping[str, bool], when: float, since: float) -> dict[str, bool]:
        """Store who is here by this process (True: at a table), and return who is here by the others since a time."""
        rows = [{"process": process, "owner": owner, "playing": at, "seen": when} for owner, at in sorted(here.items())]
        with self.writing() as connection:
            connection.execute(presence.delete().where(sa.or_(presence.c.process == process, presence.c.seen < since)))
            if rows:
                connection.execute(presence.insert(), rows)
            chosen = sa.select(presence.c.owner, presence.c.playing).where(presence.c.process != process)
            found: dict[str, bool] = {}
            for owner, playing in connection.execute(chosen):
                found[owner] = found.get(owner, False) or playing
            return found
