"""Playing on from a step of a game that is over, at a table of its own. No web framework here."""

from __future__ import annotations

from hanlin.bots import bots
from hanlin.core.errors import BadOption
from hanlin.core.language import _
from hanlin.server.calling import bot_of
from hanlin.server.store import Seat
from hanlin.server.table import Table

OPPONENT = "casual"
"""Who plays a seat where a person sat."""


def read_step(table: Table, ply: str, seat: str) -> tuple[int, int | None]:
    """A step of the table's game and a seat (None where nothing is said), as a form gives them; BadOption otherwise."""
    if not (ply.isascii() and ply.isdigit() and int(ply[:9]) <= table.ply):
        raise BadOption(_("A step of this game is a number from 0 to {last}.").format(last=table.ply))
    if not seat:
        return int(ply), None
    if not (seat.isascii() and seat.isdigit() and int(seat[:9]) < table.row.players):
        raise BadOption(_("There is no such seat."))
    return int(ply), int(seat)


def seats(table: Table, owner: str, seat: int | None) -> list[Seat]:
    """Who plays on: everybody at one screen (``seat`` is None), or one seat against opponents."""
    return [
        Seat(kind="person", name=_person(old), owner=owner)
        if seat in (None, n)
        else Seat(kind="bot", bot=bot_of(old) if bot_of(old) in bots() else OPPONENT)
        for n, old in enumerate(table.row.seats)
    ]


def _person(old: Seat) -> str:
    return "" if bot_of(old) else old.name
