"""Backups: the whole database in one file, which is an SQLite database of the same layout. No web framework here.

A backup is a snapshot, even while games go on. Restoring it adds what is missing and changes nothing else, so it can be done
while the server runs, and twice.
"""

from __future__ import annotations

import os
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, IntegrityError

from hanlin.core.errors import Failed, HanlinError
from hanlin.core.i18n.language import _
from hanlin.server.db import LAYOUT, BadDatabase, Store, metadata
from hanlin.server.db.schema import accounts, addresses, attempts, browsers, codes, people, receivers, stops, tables, tokens
from hanlin.server.db.users import SESSION

AT_ONCE = 500
"""Rows that are in memory at a time."""


class BadBackup(HanlinError):
    """The backup can't be written or read."""


class FailedBackup(BadBackup, Failed):
    """It could not be finished: the file is no backup, or a disk is full."""


def write(store: Store, file: Path) -> int:
    """Write a backup; returns the number of tables in it. BadBackup where the file exists or can't be written.

    An unfinished backup is deleted.
    """
    if file.exists():
        raise BadBackup(_("{file} already exists: choose another file for the backup.").format(file=file))
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
                # A single file, without a journal.
                connection.execute(sa.text("PRAGMA journal_mode = DELETE"))
        with part.open("rb") as written:
            os.fsync(written.fileno())
        part.rename(file)
    except (OSError, DBAPIError) as error:
        raise FailedBackup(_("{file} can't be written: {reason}.").format(file=file, reason=_reason(error))) from error
    finally:
        with suppress(OSError):
            _remove(part)
    return int(count)


class Restored(NamedTuple):
    """The result of restoring: tables added, tables that were there already, and by kind the other rows that were left out,
    since they conflict with changes in the database."""

    came: int
    there: int
    skipped: Mapping[str, int]


def read(store: Store, file: Path) -> tuple[int, int]:
    """As ``restore``; returns the numbers of tables added, and there before."""
    return restore(store, file)[:2]


def restore(store: Store, file: Path) -> Restored:
    """Restore what a backup contains and the database does not. A row that conflicts with another is left out and counted.

    An interrupted restore changes nothing; BadBackup where the file is no backup of this Hanlin, or of an earlier one.
    """
    if not file.is_file():
        raise BadBackup(_("There is no file {file}.").format(file=file))
    with _copied(file) as old, old.engine.connect() as source:
        try:
            with store.engine.begin() as target:
                if target.dialect.name == "sqlite":
                    # A savepoint outside a transaction would be one, and commit its changes.
                    target.exec_driver_sql("BEGIN IMMEDIATE")
                there = set(target.execute(sa.select(tables.c.id)).scalars())
                came = [name for name in source.execute(sa.select(tables.c.id)).scalars() if name not in there]
                adding = _Adding(source, target, set(came))
                for table in (accounts, *(each for each in metadata.sorted_tables if each is not accounts)):
                    adding.add(table)
                total = source.execute(sa.select(sa.func.count()).select_from(tables)).scalar_one()
        except (DBAPIError, OSError) as error:
            said = _("The tables of {file} can't be written into the database: {reason}.")
            raise FailedBackup(said.format(file=file, reason=_reason(error))) from error
    came = [name for name in came if name in adding.came]
    return Restored(len(came), int(total) - len(came), dict(adding.skipped))


@contextmanager
def _copied(file: Path) -> Iterator[Store]:
    """A copy of a backup, migrated to the newest layout; the file itself is only read, so its folder may be read-only.

    BadBackup where the file is no backup, or the disk is too full for a copy.
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
                    raise FailedBackup(
                        _("{file} is not a backup of this version of Hanlin: its layout is {layout}, not {wanted}.").format(
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
        raise FailedBackup(_no_room(error)) from error
    with folder as name:
        yield Path(name)


@contextmanager
def _blaming(file: Path) -> Iterator[None]:
    """Turn errors into faults of the backup, unless the disk is full."""
    try:
        yield
    except (BadDatabase, DBAPIError, sqlite3.Error, OSError) as error:
        found = getattr(error, "orig", None) or error
        if getattr(found, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
            raise FailedBackup(_no_room(error)) from error
        raise FailedBackup(_("{file} is not a readable backup: {reason}.").format(file=file, reason=_reason(error))) from error


def _no_room(error: Exception) -> str:
    said = _("The backup can't be copied to the folder for temporary files: {reason}. Name another one with TMPDIR.")
    return said.format(reason=_reason(error))


def _remove(part: Path) -> None:
    """Delete an unfinished backup, with SQLite's journals."""
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
    """Copy all rows of a table; unconfirmed addresses are not backed up."""
    chosen = sa.select(table).where(table.c.confirmed) if table is addresses else sa.select(table)
    for rows in _read(source, chosen):
        target.execute(table.insert(), rows)


def _read(source: sa.Connection, chosen: sa.Select[Any]) -> Iterator[list[dict[str, Any]]]:
    """Read rows of the database that is backed up; BadDatabase where that fails."""
    try:
        yield from _chunks(source.execute(chosen).mappings())
    except DBAPIError as error:
        raise BadDatabase(_("The tables can't be read: {reason}.").format(reason=_reason(error))) from error


class _Adding:
    """Adds the missing rows of a backup."""

    def __init__(self, source: sa.Connection, target: sa.Connection, came: set[str]) -> None:
        """``came``: the missing tables (of games), which are restored with all that belongs to them."""
        self._source = source
        self._target = target
        self.came = came
        self.skipped: Counter[str] = Counter()
        self._known = set(target.execute(sa.select(accounts.c.owner)).scalars())
        """Owners of accounts in the database: their tokens and recovery codes are not restored, they may be ended or spent."""
        self._kept_out: set[str] = set()
        """Owners of accounts in the backup that conflict with one in the database."""
        self._stopped = set(target.execute(sa.select(stops.c.key)).scalars())

    def add(self, table: sa.Table) -> None:
        """Restore the missing rows of a table of the database."""
        if table is attempts:
            return
        for rows in _chunks(self._source.execute(sa.select(table)).mappings()):
            new = [row for row in self._missing(table, rows) if self._may_come(table, row)]
            left_out = self._insert(table, new)
            self.skipped[table.name] += len(left_out)
            if table is accounts:
                self._kept_out |= {row["owner"] for row in left_out}
            elif table is tables:
                self.came -= {row["id"] for row in left_out}
        if not self.skipped[table.name]:
            del self.skipped[table.name]

    def _missing(self, table: sa.Table, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """The missing rows: those of restored tables, and others by their keys."""
        of_table = table.c.id if table is tables else table.c.get("table")
        if of_table is not None:
            return [row for row in rows if row[of_table.name] in self.came]
        keys = list(table.primary_key.columns)
        if table is accounts:
            # A name may have become another person's.
            taken = [row for row in rows if _is_there(self._target, table, keys, row) and row["owner"] not in self._known]
            self._kept_out |= {row["owner"] for row in taken}
            self.skipped[table.name] += len(taken)
        return [row for row in rows if not _is_there(self._target, table, keys, row)]

    def _may_come(self, table: sa.Table, row: dict[str, Any]) -> bool:
        """True if a row is restored: not for sign-ins and their push receivers, nor for the property of accounts that can't be
        restored, nor for stopped mail addresses."""
        owner = row.get("owner", "")
        if table is tokens:
            return row["kind"] != SESSION and owner not in self._known | self._kept_out
        if table is codes:
            return owner not in self._known | self._kept_out
        if table is receivers:
            return row["token"] == owner and owner not in self._known | self._kept_out
        if table is addresses:
            return row["key"] not in self._stopped and owner not in self._kept_out
        return owner not in self._kept_out or table not in (people, browsers)

    def _insert(self, table: sa.Table, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Add rows; returns those that conflict with others."""
        if not rows:
            return []
        # Not as a context: where SQLite ends the transaction (a full disk), the savepoint's own error would hide the reason.
        savepoint = self._target.begin_nested()
        try:
            self._target.execute(table.insert(), rows)
        except IntegrityError:
            savepoint.rollback()
            if len(rows) == 1:
                return rows
            half = len(rows) // 2
            return self._insert(table, rows[:half]) + self._insert(table, rows[half:])
        savepoint.commit()
        return []


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
