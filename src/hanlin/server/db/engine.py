"""One database, a file of SQLite or a PostgreSQL server's: opened, brought up to the newest layout, closed."""

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
from hanlin.server.db.cluster import SAY, Sharing
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
"""Settings of libpq, unless the database's address has others: a connection that a network has dropped is found out in seconds,
not in a quarter of an hour."""
READ_ONLY = "25006"
"""The SQLSTATE of a server that refuses to write."""


class BadDatabase(HanlinError):
    """The database can't be opened, or is not one that this Hanlin knows."""


class Database:
    """What all rooms of the store stand on. Thread-safe."""

    def __init__(self, url: str | sa.URL) -> None:
        self.engine = _engine(sa.make_url(url))
        self.sharing = Sharing(self.engine)
        self.turn = threading.RLock()
        """Held by who writes to a file."""

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """A transaction that writes. A file has one writer at a time; the others would look now and then whether it is
        free, and an unlucky one for so long that it gives up. So within a process they take turns."""
        with self.turn if self.sharing.alone else nullcontext(), self.engine.begin() as connection:
            yield connection

    def hush(self, table: str = "") -> None:
        """Keep no answers of what is said (``talking``) at a table, or anywhere: something about that has changed."""

    @classmethod
    def in_folder(cls, folder: Path) -> Self:
        """The SQLite file of a data folder, made and migrated to the newest layout as needed."""
        folder.mkdir(parents=True, exist_ok=True)
        return cls._opened(sa.URL.create("sqlite", database=str(folder / FILE)), str(folder))

    @staticmethod
    def is_in(folder: Path) -> bool:
        """Whether a folder has such a file already."""
        return (folder / FILE).is_file()

    @classmethod
    def at(cls, address: str) -> Self:
        """The PostgreSQL database at an address (``postgresql://NAME:PASSWORD@HOST/DATABASE``), migrated as needed."""
        return cls._opened(database_address(address), database_address(address).render_as_string(hide_password=True))

    @classmethod
    def _opened(cls, url: sa.URL, shown: str) -> Self:
        store = cls(url)
        try:
            store.migrate()
        except DBAPIError as error:
            store.close()
            reason = " ".join(str(error.orig).split())
            raise BadDatabase(
                _("The tables in {folder} can't be opened: {reason}.").format(folder=shown, reason=reason)
            ) from error
        return store

    def ready(self) -> bool:
        """Whether the database answers and has the layout that is wanted."""
        try:
            return self.layout() == LAYOUT
        except DBAPIError:
            return False

    def migrate(self) -> None:
        """Bring the database's layout up to date. Alembic is loaded only where there is something to do."""
        layout = self.layout()
        if layout == LAYOUT:
            return
        from hanlin.server.db.migrations import known_layouts, upgrade

        if layout is not None and layout not in known_layouts():
            raise BadDatabase(_("The tables there were written by a later Hanlin (layout {layout}).").format(layout=layout))
        upgrade(self.engine)

    def layout(self) -> str | None:
        """The layout that the database has; None where nothing is laid out there."""
        with self.engine.connect() as connection:
            if not sa.inspect(connection).has_table("alembic_version"):
                return None
            return connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()

    def close(self) -> None:
        self.engine.dispose()

    def _say(self, connection: sa.Connection, table: str) -> None:
        """Tell the processes that share the database, when the transaction is done, that a table has changed."""
        if word := self.sharing.change(table):
            connection.execute(SAY, {"word": word})

    def _say_talked(self, connection: sa.Connection, table: str = "") -> None:
        """Tell the processes that share the database, when the transaction is done, that what is said has changed."""
        if word := self.sharing.talked(table):
            connection.execute(SAY, {"word": word})

    def _say_tokens_ended(self, connection: sa.Connection) -> None:
        """Tell the processes that share the database, when the transaction is done, that tokens have ended."""
        if word := self.sharing.tokens_ended():
            connection.execute(SAY, {"word": word})


def database_address(address: str) -> sa.URL:
    """The address of a PostgreSQL database as SQLAlchemy wants it; BadDatabase where it is none."""
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
    # A connection to a server may be cut while nobody uses it; a file's need not be tried before each use.
    engine = sa.create_engine(url, pool_pre_ping=True, connect_args=settings)
    sa.event.listen(engine, "handle_error", _give_up_old_server)
    return engine


def _give_up_old_server(context: sa.ExceptionContext) -> None:
    """Connect anew where a server only reads any more: after a failover the old connections lead to what is a copy now."""
    if getattr(context.original_exception, "sqlstate", None) == READ_ONLY:
        context.is_disconnect = True


def _prepare_sqlite(connection: Any, _: Any) -> None:
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "busy_timeout = 5000"):
        connection.execute(f"PRAGMA {pragma}")
