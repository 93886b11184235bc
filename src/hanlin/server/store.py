"""Storage: tables and their append-only lists of entries. Store first, tell afterwards.

SQLAlchemy Core over SQLite in WAL mode; the same statements run on PostgreSQL. Nothing here knows a game or a web framework.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, IntegrityError

from hanlin.core.errors import HanlinError
from hanlin.core.language import _

LAYOUT = "0001"
"""The newest migration: the layout that the tables below describe."""

metadata = sa.MetaData()

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("files", sa.JSON, nullable=False),
    sa.Column("rules", sa.String(32), nullable=False),
    sa.Column("seed", sa.String(64), nullable=False),
    sa.Column("pause", sa.Float, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("to_move", sa.Integer, nullable=False),
)

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("table", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("bot", sa.String(32), nullable=False),
    sa.Column("owner", sa.String(64), nullable=False, index=True),
)

entries = sa.Table(
    "entries",
    metadata,
    sa.Column("table", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("actor", sa.Integer, nullable=False),
    sa.Column("action", sa.Text, nullable=False),
    sa.Column("digest", sa.String(16), nullable=False),
    sa.Column("time", sa.Float, nullable=False),
    sa.Column("client", sa.String(64)),
    sa.UniqueConstraint("table", "client", name="one_answer_per_command"),
)


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """Who sits somewhere. ``kind``: "person", "bot", or "record" (a seat of a game that is only studied)."""

    kind: str
    name: str = ""
    bot: str = ""
    owner: str = ""
    """The hash of the key of the browser that plays this seat; empty for opponents."""


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """What a table is before the first entry. ``kind``: "game" or "study" (a loaded record, only to look at)."""

    id: str
    kind: str
    game: str
    players: int
    options: dict[str, Any]
    """The options as they were asked for, without files."""
    files: dict[str, dict[str, str]]
    """For each file option its file's ``name`` and ``text``."""
    rules: str
    seed: str
    """The secret that chance draws from, as hex digits; empty in a study."""
    pause: float
    """Seconds that an opponent waits before its move, so that people can follow."""
    created: float
    to_move: int
    """Whom the table waits for: a seat, or -2 when nothing is to come. It follows from the entries; lists of tables want it."""
    seats: tuple[Seat, ...]


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a table's list. ``kind``: "action", or "undo" (takes back the last action that stands)."""

    number: int
    kind: str
    actor: int
    action: str
    digest: str
    """The first 16 hex digits of the SHA-256 of the state after the entry."""
    time: float
    client: str | None = None
    """The client-made id of the command that this entry answers."""


class Taken(Exception):
    """Another entry of the table has that number (or that command was stored) already."""


class BadDatabase(HanlinError):
    """The database can't be opened, or is not one that this Hanlin knows."""


class Store:
    """The database. Thread-safe; every method is one transaction."""

    def __init__(self, url: str | sa.URL) -> None:
        self.engine = sa.create_engine(url)
        if self.engine.dialect.name == "sqlite":
            sa.event.listen(self.engine, "connect", _prepare_sqlite)

    @classmethod
    def in_folder(cls, folder: Path) -> Store:
        """The SQLite file of a data folder, made and migrated to the newest layout as needed."""
        folder.mkdir(parents=True, exist_ok=True)
        store = cls(sa.URL.create("sqlite", database=str(folder / "hanlin.sqlite3")))
        try:
            store.migrate()
        except DBAPIError as error:
            store.close()
            raise BadDatabase(
                _("The tables in {folder} can't be opened: {reason}.").format(folder=folder, reason=error.orig)
            ) from error
        return store

    def migrate(self) -> None:
        """Bring the database's layout up to date. Alembic is loaded only where there is something to do."""
        layout = self._layout()
        if layout == LAYOUT:
            return
        from hanlin.server.migrations import known_layouts, upgrade

        if layout is not None and layout not in known_layouts():
            raise BadDatabase(_("The tables there were written by a later Hanlin (layout {layout}).").format(layout=layout))
        upgrade(self.engine)

    def _layout(self) -> str | None:
        with self.engine.connect() as connection:
            if not sa.inspect(connection).has_table("alembic_version"):
                return None
            return connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()

    def close(self) -> None:
        self.engine.dispose()

    def create(self, row: TableRow, first: Sequence[Entry] = ()) -> None:
        """A new table with its seats and its first entries."""
        plain = msgspec.to_builtins(row)
        of_seats = plain.pop("seats")
        with self.engine.begin() as connection:
            connection.execute(tables.insert(), plain)
            connection.execute(seats.insert(), [{"table": row.id, "seat": n, **seat} for n, seat in enumerate(of_seats)])
            if first:
                connection.execute(entries.insert(), _rows(row.id, first))

    def append(self, table: str, new: Sequence[Entry], to_move: int) -> None:
        """Add entries, all or none; the table then waits for ``to_move``. Taken where a number or a command's id is there."""
        try:
            with self.engine.begin() as connection:
                connection.execute(entries.insert(), _rows(table, new))
                connection.execute(tables.update().where(tables.c.id == table).values(to_move=to_move))
        except IntegrityError as error:
            raise Taken(table) from error

    def table(self, table: str) -> TableRow | None:
        with self.engine.connect() as connection:
            row = connection.execute(sa.select(tables).where(tables.c.id == table)).mappings().one_or_none()
            return None if row is None else _table_row(connection, row)

    def entries(self, table: str, since: int = 0) -> list[Entry]:
        """The table's entries from number ``since`` on, in order."""
        chosen = sa.select(entries).where(entries.c.table == table, entries.c.number >= since).order_by(entries.c.number)
        with self.engine.connect() as connection:
            return [
                Entry(**{name: row[name] for name in Entry.__struct_fields__}) for row in connection.execute(chosen).mappings()
            ]

    def waiting_for_opponents(self) -> list[str]:
        """The tables where an opponent is to move, the latest first."""
        chosen = (
            sa.select(tables.c.id)
            .join(seats, (seats.c.table == tables.c.id) & (seats.c.seat == tables.c.to_move))
            .where(tables.c.kind == "game", seats.c.kind == "bot")
            .order_by(tables.c.created.desc())
        )
        with self.engine.connect() as connection:
            return list(connection.execute(chosen).scalars())

    def tables_of(
        self, owner: str, limit: int = 50, skip: int = 0, games: Sequence[str] | None = None
    ) -> list[tuple[TableRow, float]]:
        """The tables of a browser and the time of their last entry, the latest first, after the first ``skip``.

        ``games``: only tables of these.
        """
        last = sa.func.coalesce(sa.func.max(entries.c.time), tables.c.created).label("last")
        mine = sa.select(seats.c.table).where(seats.c.owner == owner)
        chosen = (
            sa.select(tables, last)
            .select_from(tables.outerjoin(entries, entries.c.table == tables.c.id))
            .where(tables.c.id.in_(mine), sa.true() if games is None else tables.c.game.in_(games))
            .group_by(tables.c.id)
            .order_by(last.desc(), tables.c.id)
            .limit(limit)
            .offset(skip)
        )
        with self.engine.connect() as connection:
            return [(_table_row(connection, row), row["last"]) for row in connection.execute(chosen).mappings().all()]

    def set_pause(self, table: str, pause: float) -> None:
        """How long opponents wait at that table: the one thing of a table that may change."""
        with self.engine.begin() as connection:
            connection.execute(tables.update().where(tables.c.id == table).values(pause=pause))


def now() -> float:
    """Seconds since 1970, as entries are stamped."""
    return time.time()


def _rows(table: str, new: Sequence[Entry]) -> list[dict[str, Any]]:
    return [{"table": table, **msgspec.to_builtins(entry)} for entry in new]


def _table_row(connection: sa.Connection, row: sa.RowMapping) -> TableRow:
    chosen = sa.select(seats).where(seats.c.table == row["id"]).order_by(seats.c.seat)
    there = [Seat(**{name: seat[name] for name in Seat.__struct_fields__}) for seat in connection.execute(chosen).mappings()]
    values = {name: row[name] for name in TableRow.__struct_fields__ if name != "seats"}
    return TableRow(**values, seats=tuple(there))


def _prepare_sqlite(connection: Any, _: Any) -> None:
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "busy_timeout = 5000"):
        connection.execute(f"PRAGMA {pragma}")
