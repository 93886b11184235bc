"""Plans of seats: actions for a seat's next decision, known to that seat alone and in no entry until they are played."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from hanlin.server.db.engine import Database
from hanlin.server.db.records import RUNNING
from hanlin.server.db.schema import premoves, tables

QUEUED, PLAYING, DROPPED = "queued", "playing", "dropped"
"""The states of a plan: waiting; being carried out by a process; no longer possible when its turn came."""


class Premove(msgspec.Struct, frozen=True, kw_only=True):
    """A plan of a seat. ``meanings``: what each action meant when it was planned. ``ply``: when it was made, or dropped."""

    table: str
    seat: int
    id: str
    actions: list[str]
    meanings: list[list[int]]
    ply: int
    state: str = QUEUED
    made: float = 0.0


class Premoves(Database):
    """Plans; every method is one transaction. Nothing here notifies anybody."""

    def premove(self, table: str, seat: int) -> Premove | None:
        """The plan of a seat; None where it has none."""
        chosen = sa.select(premoves).where(premoves.c.table == table, premoves.c.seat == seat)
        with self.engine.connect() as connection:
            row = connection.execute(chosen).mappings().one_or_none()
        return None if row is None else Premove(**row)

    def keep_premove(self, plan: Premove) -> bool:
        """Store a plan in place of an earlier one; False while that is being carried out."""
        try:
            with self.writing() as connection:
                self._delete(connection, plan.table, plan.seat)
                connection.execute(premoves.insert(), msgspec.to_builtins(plan))
        except IntegrityError:
            return False
        return True

    def end_premove(self, table: str, seat: int) -> bool:
        """Delete the plan of a seat, if it has one; False while it is being carried out."""
        with self.writing() as connection:
            self._delete(connection, table, seat)
            there = sa.select(premoves.c.id).where(premoves.c.table == table, premoves.c.seat == seat)
            return connection.execute(there).first() is None

    @staticmethod
    def _delete(connection: sa.Connection, table: str, seat: int) -> None:
        of_seat = (premoves.c.table == table) & (premoves.c.seat == seat)
        connection.execute(premoves.delete().where(of_seat, premoves.c.state != PLAYING))

    def claim_premove(self, plan: Premove) -> bool:
        """Begin to carry out a plan: True for one process only."""
        waits = (premoves.c.id == plan.id) & (premoves.c.state == QUEUED)
        with self.writing() as connection:
            return bool(connection.execute(premoves.update().where(waits).values(state=PLAYING)).rowcount)

    def settle_premove(self, plan: Premove, dropped_at: int | None = None) -> None:
        """End a plan that was carried out: delete it, or keep for its seat that it was dropped at a ply."""
        here = premoves.c.id == plan.id
        with self.writing() as connection:
            if dropped_at is None:
                connection.execute(premoves.delete().where(here))
            else:
                connection.execute(premoves.update().where(here).values(state=DROPPED, ply=dropped_at))

    def end_premoves(self, table: str) -> None:
        """Delete all plans at a table."""
        with self.writing() as connection:
            connection.execute(premoves.delete().where(premoves.c.table == table))

    def release_premoves(self) -> None:
        """Let plans be carried out again that a process began and did not end."""
        with self.writing() as connection:
            connection.execute(premoves.update().where(premoves.c.state == PLAYING).values(state=QUEUED))

    def premoved_tables(self) -> list[str]:
        """The tables at which somebody has a plan."""
        with self.engine.connect() as connection:
            return list(connection.execute(sa.select(premoves.c.table).distinct()).scalars())

    def due_premoves(self) -> list[str]:
        """The tables where the active seat has a plan that waits."""
        due = sa.and_(premoves.c.table == tables.c.id, premoves.c.seat == tables.c.to_move)
        chosen = sa.select(tables.c.id).join(premoves, due).where(premoves.c.state == QUEUED, tables.c.state == RUNNING)
        with self.engine.connect() as connection:
            return list(connection.execute(chosen).scalars())
