"""Storage: tables and their append-only lists of entries. Store first, tell afterwards.

SQLAlchemy Core over SQLite in WAL mode, or with the same statements over PostgreSQL, which several processes may share. Nothing
here knows a game or a web framework.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError

from hanlin.contract import Time
from hanlin.core.errors import HanlinError
from hanlin.core.language import _
from hanlin.server.sharing import SAY, Sharing

LAYOUT = "0004"
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
    sa.Column("setup", sa.JSON, nullable=False),
    sa.Column("host", sa.String(64), nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("watching", sa.Boolean, nullable=False),
    sa.Column("shuffled", sa.Boolean, nullable=False),
    sa.Column("state", sa.String(8), nullable=False, index=True),
    sa.Column("last", sa.Float, nullable=False, index=True),
    sa.Column("next", sa.String(16), nullable=False),
    sa.Column("time", sa.JSON(none_as_null=True)),
    sa.Column("chat", sa.Boolean, nullable=False),
    sa.Column("name", sa.String(64), nullable=False),
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

messages = sa.Table(
    "messages",
    metadata,
    sa.Column("table", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("room", sa.String(8), nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("owner", sa.String(64), nullable=False),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("reaction", sa.Boolean, nullable=False),
    sa.Column("time", sa.Float, nullable=False),
)

mutes = sa.Table(
    "mutes",
    metadata,
    sa.Column("table", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("owner", sa.String(64), primary_key=True),
    sa.Column("muted", sa.String(64), primary_key=True),
)

people = sa.Table(
    "people",
    metadata,
    sa.Column("owner", sa.String(64), primary_key=True),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
)

tokens = sa.Table(
    "tokens",
    metadata,
    sa.Column("token", sa.String(64), primary_key=True),
    sa.Column("owner", sa.String(64), nullable=False, index=True),
    sa.Column("scope", sa.String(8), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
)

aside = sa.Table(
    "put_aside",
    metadata,
    sa.Column("owner", sa.String(64), primary_key=True),
    sa.Column("table", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
)

setups = sa.Table(
    "setups",
    metadata,
    sa.Column("owner", sa.String(64), primary_key=True),
    sa.Column("game", sa.String(64), primary_key=True),
    sa.Column("setup", sa.Text, nullable=False),
)

OPEN, RUNNING, FINISHED, CLOSED = "open", "running", "over", "closed"
"""The states of a table: seats are free still, it is played, the game is over (or only studied), it was put away unplayed."""


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """Who sits somewhere. ``kind``: "person", "bot", "open" (free), or "record" (a seat of a game that is only studied)."""

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
    """Who sits there now. It follows from ``setup`` and the entries; lists of tables want it."""
    setup: tuple[Seat, ...] = ()
    """The seats as the table was set up."""
    host: str = ""
    """The hash of the key of whoever set the table up."""
    listed: bool = False
    """Whether the lobby shows the table to everybody; otherwise only who has its address finds it."""
    watching: bool = True
    """Whether those may look on who have no seat."""
    shuffled: bool = False
    """Whether who sits where is drawn when the game begins."""
    state: str = RUNNING
    """OPEN, RUNNING, FINISHED or CLOSED; it follows from the entries."""
    last: float = 0.0
    """When the last entry was written."""
    next: str = ""
    """The table of the next game among the same people, if there is one; it follows from the entries."""
    time: Time | None = None
    """The clocks; None for none."""
    chat: bool = True
    """Whether people may talk at the table."""
    name: str = ""
    """What its host calls it."""


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a table's list.

    ``kind``: "action"; "undo" (takes back the last action that stands); before the game "join" and "leave" (a seat is taken
    and given up) and "start"; "close" (put away unplayed); after the game "again" (the next table); first of all "from" (the
    game goes on from ply ``actor`` of another table); "time" (the seat is out of time), "resign", "wait", "replace" (an
    opponent sits down), "ask", "agree", "decline", "end" (before the game's own end). ``action`` is the action's text,
    for the other kinds what they need, as JSON or as a table's id.
    """

    number: int
    kind: str
    actor: int
    action: str
    digest: str
    """The first 16 hex digits of the SHA-256 of the state after the entry; empty for what changes no state."""
    time: float
    client: str | None = None
    """The client-made id of the command that this entry answers."""


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """Something said at a table. ``room``: "table" or "watchers"; ``owner``: the hash of the key of who said it."""

    number: int
    room: str
    seat: int | None
    owner: str
    name: str
    text: str
    reaction: bool
    time: float


class Taken(Exception):
    """Another entry of the table has that number (or that command was stored) already."""


class BadDatabase(HanlinError):
    """The database can't be opened, or is not one that this Hanlin knows."""


class Store:
    """The database. Thread-safe; every method is one transaction."""

    def __init__(self, url: str | sa.URL) -> None:
        # A line to a server may be cut while nobody uses it; a file's need not be tried before each use.
        self.engine = sa.create_engine(url, pool_pre_ping=sa.make_url(url).get_backend_name() != "sqlite")
        if self.engine.dialect.name == "sqlite":
            sa.event.listen(self.engine, "connect", _prepare_sqlite)
        self.sharing = Sharing(self.engine)
        self._appender = _Appender(self.engine, self.sharing)

    @classmethod
    def in_folder(cls, folder: Path) -> Store:
        """The SQLite file of a data folder, made and migrated to the newest layout as needed."""
        folder.mkdir(parents=True, exist_ok=True)
        return cls._opened(sa.URL.create("sqlite", database=str(folder / "hanlin.sqlite3")), str(folder))

    @classmethod
    def at(cls, address: str) -> Store:
        """The PostgreSQL database at an address (``postgresql://NAME:PASSWORD@HOST/DATABASE``), migrated as needed."""
        return cls._opened(database_address(address), database_address(address).render_as_string(hide_password=True))

    @classmethod
    def _opened(cls, url: sa.URL, shown: str) -> Store:
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
            return self._layout() == LAYOUT
        except DBAPIError:
            return False

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
        self._appender.close()
        self.engine.dispose()

    def create(self, row: TableRow, first: Sequence[Entry] = ()) -> None:
        """A new table with its seats and its first entries."""
        with self.engine.begin() as connection:
            self._create(connection, row, first)
            self._say(connection, row.id)

    def _say(self, connection: sa.Connection, table: str) -> None:
        """Tell the processes that share the database, when the transaction is done, that a table has changed."""
        if word := self.sharing.change(table):
            connection.execute(SAY, {"word": word})

    def _create(self, connection: sa.Connection, row: TableRow, first: Sequence[Entry]) -> None:
        plain = msgspec.to_builtins(row)
        del plain["seats"]
        plain["time"] = None if row.time is None else msgspec.to_builtins(row.time)
        plain["last"] = first[-1].time if first else row.created
        connection.execute(tables.insert(), plain)
        connection.execute(seats.insert(), _seat_rows(row))
        if first:
            connection.execute(entries.insert(), _rows(row.id, first))

    def append(self, table: str, new: Sequence[Entry], to_move: int, state: str = RUNNING) -> None:
        """Add entries, all or none; the table then waits for ``to_move``. Taken where a number or a command's id is there."""
        self._appender.append(_Addition(table, new, to_move, state))

    def change(self, row: TableRow, new: Sequence[Entry], beside: tuple[TableRow, Sequence[Entry]] | None = None) -> None:
        """Add entries that change who sits at a table, or its state; ``row`` is what follows. Taken as for ``append``.

        ``beside``: a new table that is made with it, or not at all.
        """
        changed = {name: getattr(row, name) for name in ("to_move", "state", "last", "next")}
        try:
            with self.engine.begin() as connection:
                connection.execute(entries.insert(), _rows(row.id, new))
                connection.execute(tables.update().where(tables.c.id == row.id).values(changed))
                connection.execute(seats.delete().where(seats.c.table == row.id))
                connection.execute(seats.insert(), _seat_rows(row))
                if beside is not None:
                    self._create(connection, *beside)
                self._say(connection, row.id)
        except IntegrityError as error:
            raise Taken(row.id) from error

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

    def number(self, table: str) -> int:
        """How many entries a table has."""
        with self.engine.connect() as connection:
            chosen = sa.select(sa.func.count()).select_from(entries).where(entries.c.table == table)
            return int(connection.execute(chosen).scalar_one())

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
        self, owner: str, limit: int = 50, skip: int = 0, games: Sequence[str] | None = None, *, pressing: bool = False
    ) -> list[tuple[TableRow, float]]:
        """The tables of somebody and the time of their last entry, the latest first, after the first ``skip``.

        ``games``: only tables of these. ``pressing``: those where it is that person's turn stand before the others, then those
        that are played, then those that wait for people. What somebody has put aside is left out.
        """
        mine = sa.or_(tables.c.id.in_(sa.select(seats.c.table).where(seats.c.owner == owner)), tables.c.host == owner)
        mine &= tables.c.id.not_in(sa.select(aside.c.table).where(aside.c.owner == owner))
        first = (_urgency(owner),) if pressing else ()
        return [(row, row.last) for row in self._listed(mine, games, limit, skip, *first)]

    def listed(self, state: str, limit: int = 50, games: Sequence[str] | None = None) -> list[TableRow]:
        """The tables in a state that the lobby shows to everybody, the latest first."""
        return self._listed(sa.and_(tables.c.listed, tables.c.state == state), games, limit, 0)

    def timed(self) -> list[str]:
        """The tables that are played with clocks."""
        chosen = sa.select(tables.c.id).where(tables.c.state == RUNNING, tables.c.time.is_not(None))
        with self.engine.connect() as connection:
            return list(connection.execute(chosen).scalars())

    def open_since(self, time: float) -> list[str]:
        """The tables where a seat is free still and nothing has happened since before that time."""
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
            return [_table_row(connection, row) for row in connection.execute(chosen).mappings().all()]

    # -- talk ------------------------------------------------------------------------------------------------------------

    def add_message(self, table: str, message: Message) -> None:
        """Something said; Taken where another message has its number."""
        try:
            with self.engine.begin() as connection:
                connection.execute(messages.insert(), {"table": table, **msgspec.to_builtins(message)})
        except IntegrityError as error:
            raise Taken(table) from error

    def last_message(self, table: str) -> int:
        """The number of the newest message of a table, -1 where nothing was said."""
        chosen = sa.select(sa.func.max(messages.c.number)).where(messages.c.table == table)
        with self.engine.connect() as connection:
            found = connection.execute(chosen).scalar()
        return -1 if found is None else int(found)

    def messages(self, table: str, room: str, limit: int) -> list[Message]:
        """The last messages of a room, in order."""
        chosen = sa.select(messages).where(messages.c.table == table, messages.c.room == room)
        return self._messages(chosen.order_by(messages.c.number.desc()).limit(limit))[::-1]

    def message(self, table: str, number: int) -> Message | None:
        found = self._messages(sa.select(messages).where(messages.c.table == table, messages.c.number == number))
        return found[0] if found else None

    def _messages(self, chosen: sa.Select[Any]) -> list[Message]:
        with self.engine.connect() as connection:
            rows = connection.execute(chosen).mappings().all()
        return [Message(**{name: row[name] for name in Message.__struct_fields__}) for row in rows]

    def muted(self, table: str, owner: str) -> set[str]:
        """Whom somebody does not want to hear at a table."""
        chosen = sa.select(mutes.c.muted).where(mutes.c.table == table, mutes.c.owner == owner)
        with self.engine.connect() as connection:
            return set(connection.execute(chosen).scalars())

    def set_muted(self, table: str, owner: str, whom: str, muted: bool) -> None:
        there = (mutes.c.table == table) & (mutes.c.owner == owner) & (mutes.c.muted == whom)
        with self.engine.begin() as connection:
            connection.execute(mutes.delete().where(there))
            if muted:
                connection.execute(mutes.insert(), {"table": table, "owner": owner, "muted": whom})

    def set_chat(self, table: str, on: bool) -> None:
        """Whether people may talk at that table."""
        with self.engine.begin() as connection:
            connection.execute(tables.update().where(tables.c.id == table).values(chat=on))
            self._say(connection, table)

    # -- what people do with their tables ----------------------------------------------------------------------------------

    def name_table(self, table: str, name: str) -> None:
        """What a table is called."""
        with self.engine.begin() as connection:
            connection.execute(tables.update().where(tables.c.id == table).values(name=name))
            self._say(connection, table)

    def put_aside(self, owner: str, table: str) -> None:
        """A table that somebody does not want to find among theirs any more."""
        with suppress(IntegrityError), self.engine.begin() as connection:
            connection.execute(aside.insert(), {"owner": owner, "table": table})

    def take_up(self, owner: str, table: str) -> None:
        """A table that somebody had put aside is among theirs again."""
        with self.engine.begin() as connection:
            connection.execute(aside.delete().where(aside.c.owner == owner, aside.c.table == table))

    def delete(self, table: str) -> None:
        """Everything about a table."""
        with self.engine.begin() as connection:
            for each in reversed(metadata.sorted_tables):
                if any(key.column is tables.c.id for key in each.foreign_keys):
                    connection.execute(each.delete().where(each.c.table == table))
            connection.execute(tables.delete().where(tables.c.id == table))
            self._say(connection, table)

    def remember_setup(self, owner: str, game: str, setup: str) -> None:
        """How somebody set up a game; the newest counts."""
        with self.engine.begin() as connection:
            known = connection.execute(
                setups.update().where(setups.c.owner == owner, setups.c.game == game).values(setup=setup)
            )
            if not known.rowcount:
                connection.execute(setups.insert(), {"owner": owner, "game": game, "setup": setup})

    def setup_of(self, owner: str, game: str) -> str | None:
        """How somebody set up a game last; None where that is not known."""
        with self.engine.connect() as connection:
            return connection.execute(sa.select(setups.c.setup).where(setups.c.owner == owner, setups.c.game == game)).scalar()

    # -- people ----------------------------------------------------------------------------------------------------------

    def add_person(self, owner: str, name: str) -> None:
        """Remember a guest's name; the newest counts."""
        with self.engine.begin() as connection:
            known = connection.execute(people.update().where(people.c.owner == owner).values(name=name))
            if not known.rowcount:
                connection.execute(people.insert(), {"owner": owner, "name": name, "created": now()})

    def name_of(self, owner: str) -> str | None:
        """A guest's name; None for nobody that is known."""
        with self.engine.connect() as connection:
            return connection.execute(sa.select(people.c.name).where(people.c.owner == owner)).scalar()

    def add_token(self, token: str, owner: str, scope: str) -> None:
        """A key by which a program acts for somebody; only its hash is kept."""
        with self.engine.begin() as connection:
            connection.execute(tokens.insert(), {"token": token, "owner": owner, "scope": scope, "created": now()})

    def token(self, token: str) -> tuple[str, str] | None:
        """Whom a token acts for, and what it may do; None for one that is not known."""
        chosen = sa.select(tokens.c.owner, tokens.c.scope).where(tokens.c.token == token)
        with self.engine.connect() as connection:
            row = connection.execute(chosen).one_or_none()
        return None if row is None else (row.owner, row.scope)

    def remove_token(self, token: str) -> None:
        with self.engine.begin() as connection:
            connection.execute(tokens.delete().where(tokens.c.token == token))

    def set_pause(self, table: str, pause: float) -> None:
        """How long opponents wait at that table: the one thing of a table that may change."""
        with self.engine.begin() as connection:
            connection.execute(tables.update().where(tables.c.id == table).values(pause=pause))
            self._say(connection, table)


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


def now() -> float:
    """Seconds since 1970, as entries are stamped."""
    return time.time()


def _urgency(owner: str) -> sa.ColumnElement[int]:
    """How much a table waits for somebody: 0 where it is that person's turn, 1 where it is played, 2 where seats are free."""
    asked = sa.exists().where(seats.c.table == tables.c.id, seats.c.seat == tables.c.to_move, seats.c.owner == owner)
    playing = tables.c.state == RUNNING
    return sa.case((playing & asked, 0), (playing, 1), (tables.c.state == OPEN, 2), else_=3)


def _rows(table: str, new: Sequence[Entry]) -> list[dict[str, Any]]:
    return [{"table": table, **msgspec.to_builtins(entry)} for entry in new]


def _seat_rows(row: TableRow) -> list[dict[str, Any]]:
    return [{"table": row.id, "seat": n, **msgspec.to_builtins(seat)} for n, seat in enumerate(row.seats)]


def _table_row(connection: sa.Connection, row: sa.RowMapping) -> TableRow:
    chosen = sa.select(seats).where(seats.c.table == row["id"]).order_by(seats.c.seat)
    there = [Seat(**{name: seat[name] for name in Seat.__struct_fields__}) for seat in connection.execute(chosen).mappings()]
    values = {name: row[name] for name in TableRow.__struct_fields__ if name not in ("seats", "setup", "time")}
    values["time"] = None if row["time"] is None else msgspec.convert(row["time"], Time)
    return TableRow(**values, seats=tuple(there), setup=msgspec.convert(row["setup"], tuple[Seat, ...]))


class _Addition:
    """Entries that wait to be stored, and what came of it."""

    def __init__(self, table: str, new: Sequence[Entry], to_move: int, state: str) -> None:
        self.table = table
        self.rows = [(table, *msgspec.structs.astuple(entry)) for entry in new]
        self.follows = (to_move, state, new[-1].time, table)
        self.done = False
        self.error: Exception | None = None


class _Prepared:
    """A statement as the database's driver takes it; ``order`` names its values."""

    def __init__(self, statement: sa.Insert | sa.Update, order: Sequence[str], dialect: sa.Dialect) -> None:
        compiled = statement.compile(dialect=dialect)
        self.sql = str(compiled)
        self._named = None if compiled.positional else tuple(order)

    def fit(self, values: tuple[Any, ...]) -> Any:
        return values if self._named is None else dict(zip(self._named, values, strict=True))


class _Appender:
    """Stores entries on a connection of its own. Additions that come while one commits are committed together next.

    So a busy server waits for the disk once for many moves, and a quiet one does not wait for others at all.
    """

    def __init__(self, engine: sa.Engine, sharing: Sharing) -> None:
        self._engine = engine
        self._sharing = sharing
        columns = [column.name for column in entries.columns]
        names = ("move", "status", "time", "which")
        place: dict[str, sa.BindParameter[Any]] = {name: sa.bindparam(name) for name in names}
        follows = tables.update().where(tables.c.id == place["which"])
        follows = follows.values(to_move=place["move"], state=place["status"], last=place["time"])
        self._insert = _Prepared(entries.insert(), columns, engine.dialect)
        self._follow = _Prepared(follows, names, engine.dialect)
        self._say = "" if sharing.alone else str(SAY.compile(dialect=engine.dialect))
        self._begin = "BEGIN IMMEDIATE" if engine.dialect.name == "sqlite" else "BEGIN"
        self._waiting: list[_Addition] = []
        self._turn = threading.Lock()
        self._connection: sa.PoolProxiedConnection | None = None

    def append(self, addition: _Addition) -> None:
        """Store the addition; when this returns it is committed. Taken, or the database's error, where it is not."""
        self._waiting.append(addition)
        with self._turn:
            if not addition.done:
                batch, self._waiting = self._waiting, []
                self._store(batch)
        if addition.error is not None:
            raise addition.error

    def close(self) -> None:
        with self._turn:
            self._drop()

    def _store(self, batch: Sequence[_Addition]) -> None:
        try:
            if self._connection is None:
                self._connection = self._engine.raw_connection()
                if not self._sharing.alone:
                    self._connection.driver_connection.autocommit = True  # type: ignore[union-attr]
            cursor = self._connection.cursor()
            cursor.execute(self._begin)
            # In one order of tables everywhere: two processes then never wait for each other's rows.
            for addition in sorted(batch, key=lambda addition: addition.table):
                self._add(cursor, addition)
            cursor.execute("COMMIT")
        except Exception as error:
            self._drop()
            for addition in batch:
                addition.error = error
        for addition in batch:
            addition.done = True

    def _add(self, cursor: Any, addition: _Addition) -> None:
        """One addition within the transaction; one that is taken leaves the others as they are."""
        cursor.execute("SAVEPOINT addition")
        try:
            cursor.executemany(self._insert.sql, [self._insert.fit(row) for row in addition.rows])
            cursor.execute(self._follow.sql, self._follow.fit(addition.follows))
            if self._say:
                cursor.execute(self._say, {"word": self._sharing.change(addition.table)})
        except self._engine.dialect.loaded_dbapi.IntegrityError:
            addition.error = Taken(addition.table)
            cursor.execute("ROLLBACK TO SAVEPOINT addition")
        cursor.execute("RELEASE SAVEPOINT addition")

    def _drop(self) -> None:
        """Give up a connection whose state is not known; the next addition gets a new one."""
        if self._connection is not None:
            connection, self._connection = self._connection, None
            with suppress(Exception):
                connection.invalidate()


def _prepare_sqlite(connection: Any, _: Any) -> None:
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "busy_timeout = 5000"):
        connection.execute(f"PRAGMA {pragma}")
