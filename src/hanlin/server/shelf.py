"""What people do with their tables beside playing: name them, leave them, delete them, set one up as they did last time.

No web framework here.
"""

from __future__ import annotations

from typing import Any

import msgspec

from hanlin.contract import Time
from hanlin.core.errors import BadOption
from hanlin.core.game import Game
from hanlin.core.language import _
from hanlin.server.refusals import NotYours, Refused
from hanlin.server.setup import PAUSE
from hanlin.server.store import OPEN, RUNNING, Seat, Store, TableRow
from hanlin.server.table import Table
from hanlin.server.tables import Tables

LONGEST_NAME = 40
QUICK_SEATS = 4
OPPONENT = "casual"


class LastSetup(msgspec.Struct, frozen=True):
    """How somebody set up a game: what ``Tables.create`` takes, apart from the game and the host."""

    seats: list[Seat]
    options: dict[str, Any]
    files: dict[str, dict[str, str]]
    pause: float
    shuffled: bool
    listed: bool
    watching: bool
    time: Time | None
    hints: str = ""

    def wanted(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__struct_fields__}


def belongs_to(row: TableRow, owner: str) -> bool:
    """Whether somebody may name and, alone there, delete the table: its host, or who loaded the record."""
    return bool(owner) and (row.host == owner or (not row.host and any(seat.owner == owner for seat in row.seats)))


def may_delete(row: TableRow, owner: str) -> bool:
    """Whether somebody may delete the table: whose it is, as long as nobody else plays or has played there."""
    return belongs_to(row, owner) and all(seat.owner in ("", owner) for seat in row.seats)


def rename(tables: Tables, table: Table, owner: str, name: str) -> None:
    """Give a table a name that all there see; an empty one takes it away."""
    if not belongs_to(table.row, owner):
        raise NotYours(_("Only who set up this table names it."))
    name = " ".join(name.split())
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise BadOption(_("A table's name has at most {n} letters.").format(n=LONGEST_NAME))
    tables.set_name(table, name)


def delete(tables: Tables, table: Table, owner: str) -> None:
    """Delete a table with all that was played there."""
    if not belongs_to(table.row, owner):
        raise NotYours(_("Only who set up this table deletes it."))
    with table.lock:
        if not may_delete(table.row, owner):
            raise Refused(_("Others have seats at this table: leave it instead."))
        tables.delete(table)


def leave(tables: Tables, table: Table, owner: str) -> None:
    """Take a table off one's list. A seat is given up for it: before the game, or by resigning while it goes on."""
    mine = table.owned_by(owner)
    if not (mine or belongs_to(table.row, owner)):
        raise NotYours(_("You have no seat at this table."))
    if mine and table.row.state == OPEN:
        tables.leave(table, owner)
    for seat in mine:
        if table.row.state == RUNNING and seat not in table.agenda.gone:
            tables.resign(table, seat, table.number)
    tables.store.put_aside(owner, table.row.id)


def remember_setup(store: Store, game: Game, owner: str, wanted: dict[str, Any]) -> None:
    """Keep how somebody set up a game, for the next quick one."""
    kept = LastSetup(**{name: wanted[name] for name in LastSetup.__struct_fields__})
    store.remember_setup(owner, game.name, msgspec.json.encode(kept).decode())


def last_setup(store: Store, game: Game, owner: str) -> LastSetup | None:
    """How somebody set up a game last; None where that is not known."""
    kept = store.setup_of(owner, game.name) if owner else None
    try:
        return None if kept is None else msgspec.json.decode(kept, type=LastSetup)
    except msgspec.MsgspecError:
        return None


def quick_setup(game: Game, owner: str, name: str) -> LastSetup:
    """Whoever asks and three opponents, or as near to that as the game goes."""
    players = min(max(QUICK_SEATS, game.players[0]), game.players[-1])
    seats = [Seat(kind="person", name=name, owner=owner), *(Seat(kind="bot", bot=OPPONENT) for _n in range(players - 1))]
    return LastSetup(seats, {}, {}, PAUSE, True, False, True, None)
