"""A person's tables: rename, leave, delete, and set one up as last time.

No web framework here.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec

from hanlin.contract import Days, Time
from hanlin.core.i18n.language import _
from hanlin.core.position.game import Game
from hanlin.server.db import OPEN, RUNNING, Seat, Store, TableRow
from hanlin.server.exceptions import NoSuchTable, NotYours, Refused
from hanlin.server.lib.names import table_name
from hanlin.server.tables import clocks, events
from hanlin.server.tables.forms import PAUSE
from hanlin.server.tables.names import DEFAULT_OPPONENT
from hanlin.server.tables.service import Tables
from hanlin.server.tables.table import Table

QUICK_SEATS = 4
FRIENDS = 2
"""The people at a table with a friend."""
MOST_TABLES = 200
"""The number of a person's tables at which holidays are marked together."""


class LastSetup(msgspec.Struct, frozen=True):
    """A person's last set-up of a game: the arguments of ``Tables.create``, apart from the game and the host."""

    seats: list[Seat]
    options: dict[str, Any]
    files: dict[str, dict[str, str]]
    pause: float
    shuffled: bool
    listed: bool
    watching: bool
    time: Time | None
    hints: str = ""
    chat: bool = True

    def wanted(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__struct_fields__}


def belongs_to(row: TableRow, owner: str) -> bool:
    """True if somebody may rename and, alone there, delete the table: its host, or whose record it is."""
    return bool(owner) and (row.host == owner or (not row.host and any(seat.owner == owner for seat in row.seats)))


def deletable(store: Store, rows: Sequence[TableRow], owner: str) -> set[str]:
    """The tables that a person may delete: those set up by them where nobody else plays or has ever played."""
    alone = [row for row in rows if belongs_to(row, owner) and all(seat.owner in ("", owner) for seat in row.seats)]
    entries = store.seatings([row.id for row in alone], sorted(events.SEATED))
    return {row.id for row in alone if events.played_there(row, entries[row.id]) <= {owner}}


def may_delete(store: Store, row: TableRow, owner: str) -> bool:
    """True if somebody may delete a table."""
    return row.id in deletable(store, [row], owner)


def rename(tables: Tables, table: Table, owner: str, name: str) -> None:
    """Give a table a name that all its viewers see; an empty one removes it."""
    if not belongs_to(table.row, owner):
        raise NotYours(_("Only the host can rename the table."))
    tables.set_name(table, table_name(name))


def delete(tables: Tables, table: Table, owner: str) -> None:
    """Delete a table with its game."""
    if not belongs_to(table.row, owner):
        raise NotYours(_("Only the host can delete the table."))
    with table.lock:
        if not may_delete(tables.store, table.row, owner):
            raise Refused(_("Other players have seats at this table: leave it instead."))
        tables.delete(table)


def leave(tables: Tables, table: Table, owner: str) -> None:
    """Remove a table from a person's list. A seat there is left before the game, or resigned while it goes on."""
    mine = table.owned_by(owner)
    if not (mine or belongs_to(table.row, owner)):
        raise NotYours(_("You have no seat at this table."))
    if mine and table.row.state == OPEN:
        tables.leave(table, owner)
    for seat in mine:
        if table.row.state == RUNNING and seat not in table.agenda.gone:
            tables.resign(table, seat, table.number)
    tables.store.put_aside(owner, table.row.id)


def rest(tables: Tables, table: Table, owner: str, days: Sequence[str]) -> None:
    """Mark more days on which somebody's clock rests, at that table and all others of theirs with days per move.

    Without ``days`` all marks from tomorrow on are removed. Refused where that table takes no more of them.
    """
    _rest(tables, table, owner, days)
    for row, _game, _last in tables.of_owner(owner, MOST_TABLES):
        if row.id != table.row.id and row.state == RUNNING and isinstance(row.time, Days):
            with suppress(Refused, NoSuchTable):
                _rest(tables, tables.open(row.id), owner, days)


def _rest(tables: Tables, table: Table, owner: str, days: Sequence[str]) -> None:
    for seat in table.owned_by(owner):
        known = clocks.of_seat(table.clocks, seat) if table.clocks is not None else frozenset()
        tables.rest(table, seat, sorted({*known, *days}) if days else [], table.number)


def remember_setup(store: Store, game: Game, owner: str, wanted: dict[str, Any]) -> None:
    """Store somebody's set-up of a game, for the next quick one."""
    kept = LastSetup(**{name: wanted[name] for name in LastSetup.__struct_fields__})
    store.remember_setup(owner, game.name, msgspec.json.encode(kept).decode())


def last_setup(store: Store, game: Game, owner: str) -> LastSetup | None:
    """Somebody's last set-up of a game; None where there is none."""
    kept = store.setup_of(owner, game.name) if owner else None
    try:
        return None if kept is None else msgspec.json.decode(kept, type=LastSetup)
    except msgspec.MsgspecError:
        return None


def quick_setup(game: Game, owner: str, name: str) -> LastSetup:
    """The default set-up: the host and three computer players, or as close to that as the game allows."""
    players = min(max(QUICK_SEATS, game.players[0]), game.players[-1])
    seats = [
        Seat(kind="person", name=name, owner=owner),
        *(Seat(kind="bot", bot=DEFAULT_OPPONENT) for _n in range(players - 1)),
    ]
    return LastSetup(seats, {}, {}, PAUSE, True, False, True, None)


def friend_setup(game: Game, owner: str, name: str) -> LastSetup:
    """The set-up of a game with a friend: the host, an open seat, and computer players in the seats that must be taken."""
    seats = [
        Seat(kind="person", name=name, owner=owner),
        Seat(kind="open"),
        *(Seat(kind="bot", bot=DEFAULT_OPPONENT) for _n in range(game.players[0] - FRIENDS)),
    ]
    return LastSetup(seats, {}, {}, PAUSE, True, False, True, None)
