"""A database, an SQLite file or on a PostgreSQL server: opening, migrating, closing."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Self

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError, DBAPIError

from hanlin.core.errors import HanlinError
from hanlin.core.i18n.language import _
from hanlin.server.db.cluster import NOTIFY, Sharing
from hanlin.server.db.schema import LAYOUT

FILE = "hanlin.sqlite3"
"""The name of the database's file in a data folder."""

CONNECTION = {
    "connect_timeout": 10,
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
}
"""Settings of libpq, unless the database's address has others: a connection that the network has dropped is noticed in seconds,
not after a quarter of an hour."""
READ_ONLY = "25006"
"""The SQLSTATE of a server that refuses to write."""


class BadDatabase(HanlinError):
    """The database can't be opened, or its layout is unknown."""


class Database:
    """The base of all parts of the store. Thread-safe."""

    def __init__(self, url: str | sa.URL) -> None:
        self.engine = _engine(sa.make_url(url))
        self.sharing = Sharing(self.engine)
        self.turn = threading.RLock()
        """Held by the writer of a file."""

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """A transaction that writes. A file has one writer at a time; others would poll it, and an unlucky one until it times
        out. So within a process they take turns."""
        with self.turn if self.sharing.alone else nullcontext(), self.engine.begin() as connection:
            yield connection

    def forget_chat(self, table: str = "") -> None:
        """Drop cached chat (``chat.py``) of a table, or of all tables."""

    @classmethod
    def in_folder(cls, folder: Path, *, migrate: bool = True) -> Self:
        """The SQLite file of a data folder, created and migrated to the newest layout as needed, unless not ``migrate``."""
        if migrate:
            folder.mkdir(parents=True, exist_ok=True)
        return cls._opened(sa.URL.create("sqlite", database=str(folder / FILE)), str(folder), migrate)

    @staticmethod
    def is_in(folder: Path) -> bool:
        """True if a folder has such a file."""
        return (folder / FILE).is_file()

    @classmethod
    def at(cls, address: str, *, migrate: bool = True) -> Self:
        """The PostgreSQL database at an address (``postgresql://NAME:PASSWORD@HOST/DATABASE``), migrated as needed; unchanged
        without ``migrate``."""
        return cls._opened(database_address(address), database_address(address).render_as_string(hide_password=True), migrate)

    @classmethod
    def _opened(cls, url: sa.URL, shown: str, migrate: bool) -> Self:
        store = cls(url)
        try:
            if migrate:
                store.migrate()
            else:
                store.layout()  # This fails where it can't be opened.
        except DBAPIError as error:
            store.close()
            reason = " ".join(str(error.orig).split())
            raise BadDatabase(
                _("The tables in {folder} can't be opened: {reason}.").format(folder=shown, reason=reason)
            ) from error
        return store

    def ready(self) -> bool:
        """True if the database answers and has the expected layout."""
        try:
            return self.layout() == LAYOUT
        except DBAPIError:
            return False

    def migrate(self) -> None:
        """Migrate the database to the newest layout. Alembic is loaded only if needed."""
        layout = self.layout()
        if layout == LAYOUT:
            return
        from hanlin.server.db.migrations import known_layouts, upgrade

        if layout is not None and layout not in known_layouts():
            raise BadDatabase(
                _("The tables there were written by a later version of Hanlin (layout {layout}).").format(layout=layout)
            )
        upgrade(self.engine)

    def layout(self) -> str | None:
        """The layout of the database; None where it is empty."""
        with self.engine.connect() as connection:
            if not sa.inspect(connection).has_table("alembic_version"):
                return None
            return connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()

    def close(self) -> None:
        self.engine.dispose()

    def _notify(self, connection: sa.Connection, table: str) -> None:
        """Notify the other processes of a table's change, when the transaction commits."""
        if notice := self.sharing.change(table):
            connection.execute(NOTIFY, {"notice": notice})

    def _notify_chat(self, connection: sa.Connection, table: str = "") -> None:
        """Notify the other processes of a change of chat, when the transaction commits."""
        if notice := self.sharing.chat_changed(table):
            connection.execute(NOTIFY, {"notice": notice})

    def _notify_tokens_ended(self, connection: sa.Connection) -> None:
        """Notify the other processes of ended tokens, when the transaction commits."""
        if notice := self.sharing.tokens_ended():
            connection.execute(NOTIFY, {"notice": notice})


def database_address(address: str) -> sa.URL:
    """The address of a PostgreSQL database in SQLAlchemy's form; BadDatabase where it is invalid."""
    try:
        url = sa.make_url(address)
    except ArgumentError:
        url = None
    if url is None or url.drivername not in ("postgresql", "postgres", "postgresql+psycopg") or not url.database:
        raise BadDatabase(_("A database's address looks like postgresql://NAME:PASSWORD@HOST/DATABASE."))
    if find_spec("psycopg") is None:
        raise BadDatabase(_("PostgreSQL needs psycopg, which is not installed: pip install 'hanlin[postgresql]'."))
    return url.set(drivername="postgresql+psycopg")


def _engine(url: sa.URL) -> sa.Engine:
    if url.get_backend_name() == "sqlite":
        engine = sa.create_engine(url)
        sa.event.listen(engine, "connect", _prepare_sqlite)
        return engine
    settings = {name: value for name, value in CONNECTION.items() if name not in url.query}
    # A connection to a server may be cut while it is unused; a file's need not be tested before each use.
    engine = sa.create_engine(url, pool_pre_ping=True, connect_args=settings)
    sa.event.listen(engine, "handle_error", _give_up_old_server)
    return engine


def _give_up_old_server(context: sa.ExceptionContext) -> None:
    """Reconnect where a server has become read-only: after a failover the old connections lead to a replica."""
    if getattr(context.original_exception, "sqlstate", None) == READ_ONLY:
        context.is_disconnect = True


def _prepare_sqlite(connection: Any, _: Any) -> None:
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "busy_timeout = 5000"):
        connection.execute(f"PRAGMA {pragma}")
