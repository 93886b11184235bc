"""Backups: all that a database holds in one file, which is an SQLite database of the same layout. No web framework here.

A backup is one moment of the database, whatever is played meanwhile. Bringing it back adds what is not there and changes
nothing that is, so it can be done while the server runs, and twice.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from hanlin.core.errors import HanlinError
from hanlin.core.language import _
from hanlin.server.store import LAYOUT, BadDatabase, Store, metadata, tables
from hanlin.server.store.accounts import SESSION
from hanlin.server.store.layout import accounts, addresses, attempts, codes, tokens

AT_ONCE = 500
"""Rows that are in memory at a time."""


class BadBackup(HanlinError):
    """The backup can't be written or read."""


def write(store: Store, file: Path) -> int:
    """Write a backup; returns how many tables it has. BadBackup where the file is there already or can't be written.

    Nothing is left of a backup that could not be finished.
    """
    if file.exists():
        raise BadBackup(_("{file} is there already: name another file for the backup.").format(file=file))
    part = file.with_name(file.name + ".part")
    try:
        _remove(part)
        with _file(part) as new:
            new.migrate()
            with _one_moment(store.engine) as source, new.engine.begin() as target:
                for table in metadata.sorted_tables:
                    _copy(source, target, table)
                count = target.execute(sa.select(sa.func.count()).select_from(tables)).scalar_one()
            with new.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                # One file that needs no other beside it.
                connection.execute(sa.text("PRAGMA journal_mode = DELETE"))
        with part.open("rb") as written:
            os.fsync(written.fileno())
        part.rename(file)
    except (OSError, DBAPIError) as error:
        raise BadBackup(_("{file} can't be written: {reason}.").format(file=file, reason=_reason(error))) from error
    finally:
        with suppress(OSError):
            _remove(part)
    return int(count)


def read(store: Store, file: Path) -> tuple[int, int]:
    """Bring back what a backup holds and the database does not; returns how many tables came, and how many were there.

    All or nothing; BadBackup where the file is no backup of this Hanlin's, or of an earlier one's, and where what it holds
    can't be written.
    """
    if not file.is_file():
        raise BadBackup(_("There is no file {file}.").format(file=file))
    with _copied(file) as old, old.engine.connect() as source:
        try:
            with store.engine.begin() as target:
                there = set(target.execute(sa.select(tables.c.id)).scalars())
                came = [name for name in source.execute(sa.select(tables.c.id)).scalars() if name not in there]
                owners = set(target.execute(sa.select(accounts.c.owner)).scalars())
                for table in metadata.sorted_tables:
                    _add(source, target, table, set(came), owners)
                total = source.execute(sa.select(sa.func.count()).select_from(tables)).scalar_one()
        except (DBAPIError, OSError) as error:
            said = _("The tables of {file} can't be written into the database: {reason}.")
            raise BadBackup(said.format(file=file, reason=_reason(error))) from error
    return len(came), int(total) - len(came)


@contextmanager
def _copied(file: Path) -> Iterator[Store]:
    """A copy of a backup, brought to the newest layout; the file itself is only read, so it may lie where nobody writes.

    BadBackup where the file is no backup, or there is no room for a copy.
    """
    with _temporary_folder() as folder:
        copy = folder / "backup"
        with _blaming(file), closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as source:
            source.execute("PRAGMA schema_version").fetchone()
            with closing(sqlite3.connect(copy)) as target:
                source.backup(target)
        with _file(copy) as store:
            with _blaming(file):
                if store.layout() is None:
                    raise BadBackup(
                        _("{file} is no backup of this Hanlin: its layout is {layout}, not {wanted}.").format(
                            file=file, layout="–", wanted=LAYOUT
                        )
                    )
                store.migrate()
                with store.engine.connect() as connection:
                    found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
                if found != "ok":
                    raise sqlite3.DatabaseError(found)
            yield store


@contextmanager
def _temporary_folder() -> Iterator[Path]:
    try:
        folder = TemporaryDirectory(prefix="hanlin-", ignore_cleanup_errors=True)
    except OSError as error:
        raise BadBackup(_no_room(error)) from error
    with folder as name:
        yield Path(name)


@contextmanager
def _blaming(file: Path) -> Iterator[None]:
    """What goes wrong here is a fault of the backup, unless there is no room for its copy."""
    try:
        yield
    except (BadDatabase, DBAPIError, sqlite3.Error, OSError) as error:
        found = getattr(error, "orig", None) or error
        if getattr(found, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
            raise BadBackup(_no_room(error)) from error
        raise BadBackup(
            _("{file} is no backup that can be read: {reason}.").format(file=file, reason=_reason(error))
        ) from error


def _no_room(error: Exception) -> str:
    said = _("The backup can't be copied to the folder for temporary files: {reason}. Name another one with TMPDIR.")
    return said.format(reason=_reason(error))


def _remove(part: Path) -> None:
    """Remove an unfinished backup, with the files that SQLite keeps beside it."""
    for ending in ("", "-wal", "-shm", "-journal"):
        part.with_name(part.name + ending).unlink(missing_ok=True)


@contextmanager
def _file(path: Path) -> Iterator[Store]:
    store = Store(sa.URL.create("sqlite", database=str(path)))
    try:
        yield store
    finally:
        store.close()


@contextmanager
def _one_moment(engine: sa.Engine) -> Iterator[sa.Connection]:
    """A connection that sees the database as it is now, whatever is written meanwhile."""
    if engine.dialect.name == "sqlite":
        with engine.connect() as connection:
            connection.exec_driver_sql("BEGIN")
            yield connection
        return
    with engine.connect().execution_options(isolation_level="REPEATABLE READ") as connection, connection.begin():
        yield connection


def _copy(source: sa.Connection, target: sa.Connection, table: sa.Table) -> None:
    """All rows of a table; an address that nobody confirmed is nobody's to keep."""
    chosen = sa.select(table).where(table.c.confirmed) if table is addresses else sa.select(table)
    for rows in _read(source, chosen):
        target.execute(table.insert(), rows)


def _read(source: sa.Connection, chosen: sa.Select[Any]) -> Iterator[list[dict[str, Any]]]:
    """Rows of the database that is backed up; BadDatabase where that can't be read."""
    try:
        yield from _chunks(source.execute(chosen).mappings())
    except DBAPIError as error:
        raise BadDatabase(_("The tables can't be read: {reason}.").format(reason=_reason(error))) from error


def _add(source: sa.Connection, target: sa.Connection, table: sa.Table, came: set[str], owners: set[str]) -> None:
    """The rows of tables that come back, and of people and tokens that are not there. Nobody is signed in by a backup, and to
    ``owners``, whose accounts are there, neither a token nor a recovery code comes back: it may be ended or spent."""
    if table is attempts:
        return
    of_table = table.c.id if table is tables else table.c.get("table")
    keys = list(table.primary_key.columns)
    for rows in _chunks(source.execute(sa.select(table)).mappings()):
        if of_table is not None:
            new = [row for row in rows if row[of_table.name] in came]
        else:
            new = [row for row in rows if not _is_there(target, table, keys, row)]
        if table is tokens:
            new = [row for row in new if row["kind"] != SESSION and row["owner"] not in owners]
        elif table is codes:
            new = [row for row in new if row["owner"] not in owners]
        if new:
            target.execute(table.insert(), new)


def _is_there(target: sa.Connection, table: sa.Table, keys: Sequence[sa.Column[Any]], row: dict[str, Any]) -> bool:
    same = sa.and_(*(key == row[key.name] for key in keys))
    return target.execute(sa.select(sa.literal(1)).select_from(table).where(same)).first() is not None


def _chunks(rows: Iterable[sa.RowMapping]) -> Iterator[list[dict[str, Any]]]:
    left = iter(rows)
    while chunk := [dict(row) for row in islice(left, AT_ONCE)]:
        yield chunk


def _reason(error: Exception) -> str:
    said = getattr(error, "orig", None) or (error.strerror if isinstance(error, OSError) else None) or error
    return " ".join(str(said).split()).removesuffix(".")
