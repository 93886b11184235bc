"""Badges that games brought: they follow from the entries, and are stored so that a profile need not replay games.

They belong to seats, so that they go where a seat goes: from a guest to an account.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from hanlin.server.db.engine import Database
from hanlin.server.db.schema import badges, results, seats, tables


class EarnedAt(NamedTuple):
    """The badges that one game brought a person."""

    table: str
    game: str
    ended: float
    listed: bool
    """True if the table is public."""
    ids: tuple[str, ...]


class EarnedBadges(Database):
    """Badges; every method is one transaction."""

    def keep_badges(self, table: str, version: int, earned: Sequence[tuple[int, str]]) -> None:
        """Store the badges of a game, in place of those by earlier rules; they are equal, whichever process computes them."""
        row = {"table": table, "version": version, "number": len(earned), "earned": [list(each) for each in earned]}
        try:
            with self.writing() as connection:
                connection.execute(badges.delete().where(badges.c.table == table, badges.c.version < version))
                connection.execute(badges.insert(), row)
        except IntegrityError:
            return

    def without_badges(self, limit: int, versions: Mapping[str, int], owner: str = "") -> list[str]:
        """Games whose results count and whose badges by the present rules (by game) are not stored, the latest first."""
        if not versions:
            return []
        new = [(results.c.game == game) & ~_is_stored(version) for game, version in versions.items()]
        chosen = sa.select(results.c.table).where(results.c.rated, sa.or_(*new))
        if owner:
            chosen = chosen.where(sa.exists().where(seats.c.table == results.c.table, seats.c.owner == owner))
        with self.engine.connect() as connection:
            return list(connection.execute(chosen.order_by(results.c.ended.desc(), results.c.table).limit(limit)).scalars())

    def are_badges_known(self, table: str) -> bool:
        """True if the badges of a game are stored, even if there are none, or its result does not count."""
        stored = sa.select(badges.c.table).where(badges.c.table == table)
        void = sa.select(results.c.table).where(results.c.table == table, sa.not_(results.c.rated))
        with self.engine.connect() as connection:
            return connection.execute(sa.union_all(stored, void)).first() is not None

    def badges_of(self, owner: str) -> list[EarnedAt]:
        """The games that brought a person badges, in the order in which they ended."""
        chosen = (
            sa.select(badges, results.c.game, results.c.ended, seats.c.seat, sa.and_(tables.c.listed, tables.c.watching))
            .join(results, results.c.table == badges.c.table)
            .join(tables, tables.c.id == badges.c.table)
            .join(seats, seats.c.table == badges.c.table)
            .where(badges.c.number > 0, seats.c.owner == owner)
            .order_by(results.c.ended, results.c.table)
        )
        found = []
        with self.engine.connect() as connection:
            for table, _version, _number, earned, game, ended, seat, listed in connection.execute(chosen):
                ids = tuple(each for of, each in earned if of == seat)
                if ids:
                    found.append(EarnedAt(table, game, ended, bool(listed), ids))
        return found


def _is_stored(version: int) -> sa.ColumnElement[bool]:
    return sa.exists().where(badges.c.table == results.c.table, badges.c.version >= version)
