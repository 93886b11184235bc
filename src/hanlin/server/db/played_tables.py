"""Tables and their append-only lists of entries: the single source of truth about a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from hanlin.core.lib.parts import in_parts
from hanlin.server.db.engine import Database
from hanlin.server.db.group_commit import Addition, Appender
from hanlin.server.db.records import (
    FINISHED,
    OPEN,
    RUNNING,
    Entry,
    TableRow,
    Taken,
    entry_rows,
    from_row,
    seat_rows,
    table_row,
    table_rows,
)
from hanlin.server.db.schema import aside, entries, metadata, seats, seeks, tables


class Changed(NamedTuple):
    """A table changed by another process: its row, and its new entries or the number of its entries."""

    row: TableRow
    entries: list[Entry]
    number: int


class PlayedTables(Database):
    """Tables; every method is one transaction."""

    def __init__(self, url: str | sa.URL) -> None:
        super().__init__(url)
        self._appender = Appender(self.engine, self.sharing, self.turn)

    def close(self) -> None:
        self._appender.close()
        super().close()

    def create(self, row: TableRow, first: Sequence[Entry] = (), seekers: Sequence[str] = ()) -> None:
        """A new table with its seats and its first entries.

        ``seekers``: the people for whom it was found. Taken where one of them no longer looks for a game.
        """
        with self.writing() as connection:
            if seekers:
                looking = seeks.c.owner.in_(seekers) & (seeks.c.match == "")
                if connection.execute(seeks.update().where(looking).values(match=row.id)).rowcount != len(seekers):
                    raise Taken(row.id)
            self._create(connection, row, first)
            self._notify(connection, row.id)

    def _create(self, connection: sa.Connection, row: TableRow, first: Sequence[Entry]) -> None:
        plain = msgspec.to_builtins(row)
        del plain["seats"]
        plain["time"] = None if row.time is None else msgspec.to_builtins(row.time)
        plain["last"] = first[-1].time if first else row.created
        connection.execute(tables.insert(), plain)
        connection.execute(seats.insert(), seat_rows(row))
        if first:
            connection.execute(entries.insert(), entry_rows(row.id, first))

    def append(self, additions: Sequence[Addition]) -> None:
        """Add entries to several tables in one transaction, to each all or none. Each addition has its error, if there is one:
        Taken where a number or a command's id is there."""
        self._appender.append(additions)

    def change(self, row: TableRow, new: Sequence[Entry], new_table: tuple[TableRow, Sequence[Entry]] | None = None) -> None:
        """Add entries that change the seats or the state of a table; ``row`` is the table after them. Taken where a number or a
        command's id is there.

        ``new_table``: the row and the first entries of a table that is created in the same transaction.
        """
        changed = {name: getattr(row, name) for name in ("to_move", "state", "last", "next", "host")}
        try:
            with self.writing() as connection:
                connection.execute(entries.insert(), entry_rows(row.id, new))
                connection.execute(tables.update().where(tables.c.id == row.id).values(changed))
                connection.execute(seats.delete().where(seats.c.table == row.id))
                connection.execute(seats.insert(), seat_rows(row))
                if new_table is not None:
                    self._create(connection, *new_table)
                self._notify(connection, row.id)
        except IntegrityError as error:
            raise Taken(row.id) from error

    def table(self, table: str) -> TableRow | None:
        with self.engine.connect() as connection:
            row = connection.execute(sa.select(tables).where(tables.c.id == table)).mappings().one_or_none()
            return None if row is None else table_row(connection, row)

    def changed(self, since: Mapping[str, int | None]) -> dict[str, Changed]:
        """The changes of several tables by another process: four queries, however many tables there are.

        ``since``: for each table the number of the first entry wanted; None: only the number of entries. A deleted table is
        left out.
        """
        of, number, count = entries.c.table, entries.c.number, sa.func.count()
        wanted = [(of == table) & (number >= first) for table, first in since.items() if first is not None]
        counted = [table for table, first in since.items() if first is None]
        new: dict[str, list[Entry]] = {table: [] for table in since}
        with self.engine.connect() as connection:
            found = connection.execute(sa.select(tables).where(tables.c.id.in_(list(since)))).mappings().all()
            rows = table_rows(connection, found)
            numbers = connection.execute(sa.select(of, count).where(of.in_(counted)).group_by(of)).all() if counted else []
            chosen = sa.select(entries).where(sa.or_(sa.false(), *wanted)).order_by(number)
            for row in connection.execute(chosen).mappings() if wanted else ():
                new[row["table"]].append(from_row(Entry, row))
        many = {each[0]: int(each[1]) for each in numbers}
        return {row.id: Changed(row, new[row.id], many.get(row.id, 0)) for row in rows}

    def entries(self, table: str, since: int = 0) -> list[Entry]:
        """The table's entries from number ``since`` on, in order."""
        chosen = sa.select(entries).where(entries.c.table == table, entries.c.number >= since).order_by(entries.c.number)
        with self.engine.connect() as connection:
            return [from_row(Entry, row) for row in connection.execute(chosen).mappings()]

    def seatings(self, of: Sequence[str], kinds: Sequence[str]) -> dict[str, list[Entry]]:
        """The entries of those kinds of several tables, in order."""
        found: dict[str, list[Entry]] = {table: [] for table in of}
        chosen = sa.select(entries).where(entries.c.table.in_(of), entries.c.kind.in_(kinds)).order_by(entries.c.number)
        with self.engine.connect() as connection:
            for row in connection.execute(chosen).mappings() if of else ():
                found[row["table"]].append(from_row(Entry, row))
        return found

    def number(self, table: str) -> int:
        """The number of entries of a table."""
        with self.engine.connect() as connection:
            chosen = sa.select(sa.func.count()).select_from(entries).where(entries.c.table == table)
            return int(connection.execute(chosen).scalar_one())

    def waiting_for_opponents(self) -> list[str]:
        """The tables where a computer player is active, the latest first."""
        chosen = (
            sa.select(tables.c.id)
            .join(seats, (seats.c.table == tables.c.id) & (seats.c.seat == tables.c.to_move))
            .where(tables.c.kind == "game", seats.c.kind == "bot")
            .order_by(tables.c.created.desc())
        )
        with self.engine.connect() as connection:
            return list(connection.execute(chosen).scalars())

    def tables_of(
        self, owner: str, limit: int = 50, skip: int = 0, games: Sequence[str] | None = None, *, pressing: bool = False
    ) -> list[tuple[TableRow, float]]:
        """The tables of a person and the time of their last entry, the latest first, after the first ``skip``.

        ``games``: only tables of these. ``pressing``: tables where it is that person's turn come first, then those that are
        played, then open ones. Tables that the person has removed from the list are left out.
        """
        mine = sa.or_(tables.c.id.in_(sa.select(seats.c.table).where(seats.c.owner == owner)), tables.c.host == owner)
        mine &= tables.c.id.not_in(sa.select(aside.c.table).where(aside.c.owner == owner))
        first = (_urgency(owner),) if pressing else ()
        return [(row, row.last) for row in self._listed(mine, games, limit, skip, *first)]

    def ids_of(self, owner: str) -> list[str]:
        """All tables where a person has a seat or is the host, also those removed from the list."""
        sits = tables.c.id.in_(sa.select(seats.c.table).where(seats.c.owner == owner))
        with self.engine.connect() as connection:
            return list(connection.execute(sa.select(tables.c.id).where(sa.or_(sits, tables.c.host == owner))).scalars())

    def running_of(self, owner: str, game: str) -> list[str]:
        """The running tables of a game where a person has a seat, the latest first."""
        sits = tables.c.id.in_(sa.select(seats.c.table).where(seats.c.owner == owner))
        chosen = sa.select(tables.c.id).where(sits, tables.c.game == game, tables.c.state == RUNNING, tables.c.kind == "game")
        with self.engine.connect() as connection:
            return list(connection.execute(chosen.order_by(tables.c.last.desc(), tables.c.id)).scalars())

    def listed(self, state: str, limit: int = 50, games: Sequence[str] | None = None) -> list[TableRow]:
        """The public tables in a state, the latest first."""
        return self._listed(sa.and_(tables.c.listed, tables.c.state == state), games, limit, 0)

    def finished(self, game: str) -> list[TableRow]:
        """The games that are over and began as usual, without files of their own, the latest first."""
        usual = (tables.c.kind == "game") & (tables.c.game == game) & (tables.c.state == FINISHED) & (tables.c.position == "")
        chosen = sa.select(tables).where(usual).order_by(tables.c.last.desc(), tables.c.id)
        with self.engine.connect() as connection:
            rows = [row for row in connection.execute(chosen).mappings() if not row["files"]]
            return [row for part in in_parts(rows) for row in table_rows(connection, part)]

    def timed(self) -> list[str]:
        """The tables that are played with clocks."""
        chosen = sa.select(tables.c.id).where(tables.c.state == RUNNING, tables.c.time.is_not(None))
        with self.engine.connect() as connection:
            return list(connection.execute(chosen).scalars())

    def open_since(self, time: float) -> list[str]:
        """The tables with open seats where nothing has happened since that time."""
        chosen = sa.select(tables.c.id).where(tables.c.state == OPEN, tables.c.last < time)
        with self.engine.connect() as connection:
            return list(connection.execute(chosen).scalars())

    def _listed(
        self, which: sa.ColumnElement[bool], games: Sequence[str] | None, limit: int, skip: int, *first: sa.ColumnElement[int]
    ) -> list[TableRow]:
        of_games = sa.true() if games is None else tables.c.game.in_(games)
        order = (*first, tables.c.last.desc(), tables.c.id)
        chosen = sa.select(tables).where(which, of_games).order_by(*order).limit(limit).offset(skip)
        with self.engine.connect() as connection:
            return table_rows(connection, connection.execute(chosen).mappings().all())

    def set_pause(self, table: str, pause: float) -> None:
        """Set the speed of computer players at a table."""
        with self.writing() as connection:
            connection.execute(tables.update().where(tables.c.id == table).values(pause=pause))
            self._notify(connection, table)

    def delete(self, table: str) -> None:
        """Delete a table with all its rows."""
        with self.writing() as connection:
            for each in reversed(metadata.sorted_tables):
                if any(key.column is tables.c.id for key in each.foreign_keys):
                    connection.execute(each.delete().where(each.c.table == table))
            connection.execute(tables.delete().where(tables.c.id == table))
            self._notify(connection, table)


def _urgency(owner: str) -> sa.ColumnElement[int]:
    """The order of a table for a person: 0 where it is their turn, 1 where the game goes on, 2 where seats are open."""
    asked = sa.exists().where(seats.c.table == tables.c.id, seats.c.seat == tables.c.to_move, seats.c.owner == owner)
    playing = tables.c.state == RUNNING
    return sa.case((playing & asked, 0), (playing, 1), (tables.c.state == OPEN, 2), else_=3)
