"""The waiting room of a table: taking a seat, leaving it, starting, cancelling, and the next game.

Each function returns a transition to store; nothing is changed yet. No web, no database here.
"""

from __future__ import annotations

import msgspec

from hanlin.core.i18n.language import _
from hanlin.server.db import CLOSED, OPEN, RUNNING
from hanlin.server.exceptions import NotYours, Refused, SeatTaken
from hanlin.server.tables import events
from hanlin.server.tables.names import check_opponents
from hanlin.server.tables.table import Table, Transition


def joining(table: Table, owner: str, name: str, seat: int | None) -> tuple[int, Transition | None]:
    """Take a seat (None: the first free one), and start when it was the last; with the seat's number.

    None where that person has the seat already. Refused where it is not free.
    """
    mine = table.owned_by(owner)
    if mine and seat in (None, *mine):
        return mine[0] if seat is None else seat, None
    free = events.free(table.row) if table.row.state == OPEN else []
    if seat is not None and not 0 <= seat < table.row.players:
        raise Refused(_("There is no such seat."))
    if table.row.state == CLOSED:
        raise SeatTaken(_("This table was cancelled before the game started."))
    if not free:
        raise SeatTaken(_("All seats of this table are taken."))
    if seat is not None and seat not in free:
        raise SeatTaken(_("This seat has just been taken: choose another."))
    if mine:
        raise SeatTaken(_("You already have a seat at this table."))
    taken = free[0] if seat is None else seat
    return taken, _seated(table, events.JOIN, taken, events.Joined(name, owner))


def leaving(table: Table, owner: str) -> Transition:
    """Leave one's seat before the game begins."""
    mine = table.owned_by(owner)
    if not mine:
        raise NotYours(_("You have no seat at this table."))
    if table.row.state != OPEN:
        raise Refused(_("The game has started: resign instead of leaving your seat."))
    return _seated(table, events.LEAVE, mine[0], "")


def starting(table: Table, owner: str, fill: str) -> Transition | None:
    """Start the game, with computer players in the open seats; None where it has begun already."""
    if not table.hosted_by(owner):
        raise NotYours(_("Only the host can start the game."))
    if table.row.state == CLOSED:
        raise Refused(_("This table was cancelled before the game started."))
    if table.row.state != OPEN:
        return None
    if events.free(table.row) and not fill:
        raise Refused(_("There are still open seats: wait, or fill them with computer players."))
    if fill:
        check_opponents(table.game, table.row.players, [fill])
    return _seated(table, events.START, -1, _begun(table, fill))


def closing(table: Table, why: str) -> Transition:
    """Cancel a table whose game has not begun."""
    if table.row.state != OPEN:
        raise Refused(_("The game has started: you can't cancel the table any more."))
    return _seated(table, events.CLOSE, -1, why)


def followed_by(table: Table, following: str) -> Transition:
    """Link the table of the next game of the same people."""
    return _seated(table, events.AGAIN, -1, following)


def _begun(table: Table, fill: str) -> events.Begun:
    return events.Begun(fill, events.order(table.row.players, table.row.seed, table.row.shuffled))


def _seated(table: Table, kind: str, seat: int, what: str | msgspec.Struct) -> Transition:
    entries = [table.bare(0, kind, seat, events.written(what))]
    row = events.row_after(table.row, entries[0])
    if row.state == OPEN and not events.free(row):
        entries.append(table.bare(1, events.START, -1, events.written(_begun(table, ""))))
        row = events.row_after(row, entries[1])
    if row.state == RUNNING and not table.begun:
        return table.with_chance(entries, row, table.position.copy())
    return Transition(entries, row)
