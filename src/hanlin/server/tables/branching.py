"""Playing on at a new table: from a step of a finished game, or from a position. No web framework here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hanlin.bots.bot import offered
from hanlin.core.errors import BadOption
from hanlin.core.i18n.language import _
from hanlin.core.lib.integers import whole_text
from hanlin.core.position.position import Position
from hanlin.server.db import Seat
from hanlin.server.tables.names import DEFAULT_OPPONENT, bot_of, names_at
from hanlin.server.tables.service import Tables
from hanlin.server.tables.table import Table
from hanlin.server.uploads.starts import own_options


def read_step(table: Table, ply: str, seat: str) -> tuple[int, int | None]:
    """A step of the table's game and a seat (None where none is given), as a form has them; BadOption otherwise."""
    step = whole_text(ply, 0, table.ply)
    if step is None:
        raise BadOption(_("Enter a step from 0 to {last}.").format(last=table.ply))
    if not seat:
        return step, None
    number = whole_text(seat, 0, table.row.players - 1)
    if number is None:
        raise BadOption(_("There is no such seat."))
    return step, number


def seats(table: Table, owner: str, seat: int | None) -> list[Seat]:
    """The seats of the new table: everybody on one device (``seat`` is None), or one seat against computer players.

    Computer players keep their names; those who replace people get new ones.
    """
    there, names = offered(table.game, table.row.players), names_at(table.row)
    return [
        Seat(kind="person", name=_person(old), owner=owner)
        if seat in (None, n)
        else Seat(
            kind="bot",
            bot=bot_of(old) if bot_of(old) in there else DEFAULT_OPPONENT,
            name=names.get(n, "") if bot_of(old) else "",
        )
        for n, old in enumerate(table.row.seats)
    ]


def _person(old: Seat) -> str:
    return "" if bot_of(old) else old.name


def begin(
    tables: Tables,
    start: Position,
    seats: Sequence[Seat],
    *,
    files: Mapping[str, dict[str, str]] | None = None,
    pause: float = 0.0,
    **more: Any,
) -> Table:
    """A new table whose game begins from a position (``read_beginning``): on one device, with others, or against the computer.

    ``seats``: who plays, one for each player of the position (BadOption otherwise). ``files``: the map or tiles that it needs.
    ``more`` as for ``Tables.create``.
    """
    if len(seats) != start.players:
        raise BadOption(_("{players} players need {players} seats, not {n}.").format(players=start.players, n=len(seats)))
    game = tables.games[start.game.name]
    return tables.create(game, seats, own_options(start), files or {}, pause=pause, position=start.text(), **more)
