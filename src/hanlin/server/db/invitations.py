"""Invitations of people to tables with open seats."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import sqlalchemy as sa

from hanlin.server.db.engine import Database
from hanlin.server.db.records import OPEN, from_row
from hanlin.server.db.schema import invitations, tables, ties, wishes
from hanlin.server.db.ties import BLOCKED


class Invitation(msgspec.Struct, frozen=True):
    """An invitation. ``owner``: who is invited; ``other``: who invites; ``name``: the invited person's at that table."""

    owner: str
    table: str
    other: str
    name: str
    shown: bool
    """False where it was declined, or its sender is blocked: nobody can tell these from no answer."""
    ways: str
    """The channels by which the invited person is notified: of "push" and "mail"."""
    language: str
    created: float
    told: float
    """The time of the notification; 0 for none yet."""


class Invitations(Database):
    """Invitations; every method is one transaction."""

    def invite(self, new: Sequence[Invitation]) -> None:
        """Store invitations to a new table."""
        if new:
            with self.writing() as connection:
                connection.execute(invitations.insert(), [msgspec.to_builtins(each) for each in new])

    def invitations_to(self, owner: str, limit: int) -> list[Invitation]:
        """A person's unanswered invitations to tables that still wait, the latest first."""
        mine = self._open().where(invitations.c.owner == owner, invitations.c.shown)
        return self._invitations(mine.order_by(invitations.c.created.desc(), invitations.c.table).limit(limit))

    def invitation(self, owner: str, table: str) -> Invitation | None:
        """A person's invitation to a table, answered or not."""
        found = self._invitations(sa.select(invitations).where(invitations.c.owner == owner, invitations.c.table == table))
        return found[0] if found else None

    def invited_to(self, table: str) -> list[Invitation]:
        """The invitations to a table."""
        return self._invitations(
            sa.select(invitations).where(invitations.c.table == table).order_by(invitations.c.name, invitations.c.owner)
        )

    def count_invitations(self, other: str) -> int:
        """The number of invitations by a person to tables that still wait."""
        chosen = self._open().where(invitations.c.other == other)
        with self.engine.connect() as connection:
            return int(connection.execute(sa.select(sa.func.count()).select_from(chosen.subquery())).scalar_one())

    def hide_invitation(self, owner: str, table: str) -> None:
        """Decline an invitation."""
        there = (invitations.c.owner == owner) & (invitations.c.table == table)
        with self.writing() as connection:
            connection.execute(invitations.update().where(there).values(shown=False))

    def hide_invitations_by(self, owner: str, other: str) -> None:
        """Decline all invitations of a person by another."""
        there = (invitations.c.owner == owner) & (invitations.c.other == other)
        with self.writing() as connection:
            connection.execute(invitations.update().where(there).values(shown=False))

    def forget_invitations(self) -> None:
        """Delete invitations to tables that no longer wait."""
        waiting = sa.select(tables.c.id).where(tables.c.state == OPEN)
        with self.writing() as connection:
            connection.execute(invitations.delete().where(invitations.c.table.not_in(waiting)))

    def untold_invitations(self, before: float, limit: int) -> list[Invitation]:
        """Invitations since before a time of which the invited person was not notified yet."""
        chosen = self._open().where(
            invitations.c.shown, invitations.c.told == 0, invitations.c.ways != "", invitations.c.created <= before
        )
        return self._invitations(chosen.order_by(invitations.c.created).limit(limit))

    def claim_invitation(self, one: Invitation, now: float) -> bool:
        """Claim the notification of an invitation: True for one of several processes."""
        there = (invitations.c.owner == one.owner) & (invitations.c.table == one.table)
        blocked = sa.exists().where(ties.c.owner == one.owner, ties.c.other == one.other, ties.c.kind == BLOCKED)
        free = there & (invitations.c.told == 0) & invitations.c.shown & sa.not_(blocked)
        with self.writing() as connection:
            return connection.execute(invitations.update().where(free).values(told=now)).rowcount == 1

    def spoken_by(self, owner: str, otherwise: str) -> str:
        """The language in which a person was at a table last."""
        chosen = sa.select(wishes.c.language).where(wishes.c.owner == owner).order_by(wishes.c.looked.desc()).limit(1)
        with self.engine.connect() as connection:
            return connection.execute(chosen).scalar() or otherwise

    @staticmethod
    def _open() -> sa.Select[tuple[object, ...]]:
        return sa.select(invitations).join(tables, tables.c.id == invitations.c.table).where(tables.c.state == OPEN)

    def _invitations(self, chosen: sa.Select[tuple[object, ...]]) -> list[Invitation]:
        with self.engine.connect() as connection:
            return [from_row(Invitation, row) for row in connection.execute(chosen).mappings()]
