"""Rows of the database as structs: tables, seats, entries, messages."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa

from hanlin.contract import Time, make_known
from hanlin.server.db.schema import seats

Made = TypeVar("Made", bound=msgspec.Struct)

OPEN, RUNNING, FINISHED, CLOSED = "open", "running", "over", "closed"
"""The states of a table: it has open seats; the game goes on; it is over (or only studied); it was cancelled."""

DOWNTIME = "downtime"
"""The kind of the entries that record how long the clocks were stopped, since the server was down."""


class Seat(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """A seat. ``kind``: "person", "bot", "open" (free), or "record" (a seat of a game that is only studied)."""

    kind: str
    name: str = ""
    bot: str = ""
    owner: str = ""
    """The hash of the key of the browser that plays this seat; empty for opponents."""


make_known(Seat)


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """A table before its first entry. ``kind``: "game" or "study" (a loaded record, read only)."""

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
    """The active seat, or -2 for none. It follows from the entries; lists of tables need it."""
    seats: tuple[Seat, ...]
    """The present seats. They follow from ``setup`` and the entries; lists of tables need them."""
    setup: tuple[Seat, ...] = ()
    """The seats as the table was set up."""
    host: str = ""
    """The hash of the host's key."""
    listed: bool = False
    """True if the lobby lists the table; otherwise only people with its link find it."""
    watching: bool = True
    """True if spectators are allowed."""
    shuffled: bool = False
    """True if the seating is drawn when the game begins."""
    state: str = RUNNING
    """OPEN, RUNNING, FINISHED or CLOSED; it follows from the entries."""
    last: float = 0.0
    """The time of the last entry."""
    next: str = ""
    """The table of the next game among the same people, if there is one; it follows from the entries."""
    time: Time | None = None
    """The clocks; None for none."""
    chat: bool = True
    """True if chat is on."""
    name: str = ""
    """The name that its host gave it."""
    position: str = ""
    """The text of the position that the game begins from; empty for the game's own beginning. A game that begins elsewhere
    says nothing about skill, so it is not rated."""
    hints: str = ""
    """Hints for players: "yes", "no", or empty: as long as all people there play from one browser."""


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a table's list.

    ``kind``: "action"; "undo" (takes back the last action that stands); before the game "join" and "leave" (a seat is taken
    and given up) and "start"; "close" (put away unplayed); after the game "again" (the next table); first of all "from" (the
    game continues ply ``actor`` of another table); "time" (the seat is out of time), "resign", "wait", "replace" (an
    opponent sits down), "ask", "agree", "decline", "end" (before the game's own end), "hint" (one was taken),
    DOWNTIME. ``action`` is the action's text, for the other kinds what they need, as JSON or as a table's id.
    """

    number: int
    kind: str
    actor: int
    action: str
    digest: str
    """The digest of the state after the entry (``core/position/digest.py``): a "z", three hex digits for the state's layout and
    twelve for its content. Empty for what changes no state."""
    time: float
    client: str | None = None
    """The client-made id of the command that this entry answers."""


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """A chat message. ``room``: its channel, "table" or "watchers"; ``owner``: the hash of the author's key."""

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


def now() -> float:
    """Seconds since 1970, as entries are stamped."""
    return time.time()


def from_row(kind: type[Made], row: sa.RowMapping) -> Made:
    """A row, which may have more columns, as the struct that it is kept for."""
    return kind(**{name: row[name] for name in kind.__struct_fields__})


def entry_rows(table: str, new: Sequence[Entry]) -> list[dict[str, Any]]:
    return [{"table": table, **msgspec.to_builtins(entry)} for entry in new]


def seat_rows(row: TableRow) -> list[dict[str, Any]]:
    return [{"table": row.id, "seat": n, **msgspec.to_builtins(seat)} for n, seat in enumerate(row.seats)]


def table_row(connection: sa.Connection, row: sa.RowMapping) -> TableRow:
    return table_rows(connection, [row])[0]


def table_rows(connection: sa.Connection, rows: Sequence[sa.RowMapping]) -> list[TableRow]:
    """Tables with their seats, which are read together: one query however many tables there are."""
    there: dict[str, list[Seat]] = {row["id"]: [] for row in rows}
    chosen = sa.select(seats).where(seats.c.table.in_(list(there))).order_by(seats.c.table, seats.c.seat)
    for seat in connection.execute(chosen).mappings() if rows else ():
        there[seat["table"]].append(from_row(Seat, seat))
    return [_table_row(row, there[row["id"]]) for row in rows]


def _table_row(row: sa.RowMapping, there: Sequence[Seat]) -> TableRow:
    values = {name: row[name] for name in TableRow.__struct_fields__ if name not in ("seats", "setup", "time")}
    values["time"] = None if row["time"] is None else msgspec.convert(row["time"], Time)
    return TableRow(**values, seats=tuple(there), setup=msgspec.convert(row["setup"], tuple[Seat, ...]))
