"""Playing on at a new table: from a step of a finished game, or from a position. No web framework here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from babel.dates import format_skeleton

from hanlin.core.errors import BadOption
from hanlin.core.i18n.language import _, current_language
from hanlin.core.lib.integers import whole_text
from hanlin.core.position.position import Position
from hanlin.server.db import Seat
from hanlin.server.tables.log import chapters
from hanlin.server.tables.names import DEFAULT_OPPONENT, bot_of, names_at, offered_here
from hanlin.server.tables.service import Tables
from hanlin.server.tables.table import Table
from hanlin.server.uploads.starts import own_options

NAME = 64
"""Characters that a table's name has at most."""


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


def check_action(table: Table, ply: int, action: str) -> None:
    """Raise BadOption where an action to play on with is not legal at a step."""
    if action and action not in table.at(ply).legal:
        raise BadOption(_("This action isn't possible at this step."))


def seats(table: Table, owner: str, seat: int | None) -> list[Seat]:
    """The seats of the new table: everybody on one device (``seat`` is None), or one seat against computer players."""
    called = names_at(table.row)
    return [
        Seat(kind="person", name=called.get(n, ""), owner=owner)
        if seat in (None, n)
        else _opponent(table, old, called.get(n, ""))
        for n, old in enumerate(table.row.seats)
    ]


def title(table: Table, ply: int, owner: str) -> str:
    """The name of a table that goes on from a step of another one: "From your game of 29 Nov, month 5"."""
    date = format_skeleton("MMMd", datetime.fromtimestamp(table.row.last or table.row.created), locale=current_language())
    found = chapters(enumerate(table.log(None, table.ply)))
    heading = next((each.title for each in reversed(found) if each.ply <= ply and each.title), "")
    own = bool(table.owned_by(owner))
    if not heading:
        return (_("From your game of {date}") if own else _("From a game of {date}")).format(date=date)
    text = _("From your game of {date}, {chapter}") if own else _("From a game of {date}, {chapter}")
    return text.format(date=date, chapter=_inside(heading))[:NAME]


def _inside(heading: str) -> str:
    """A heading within a sentence: "month 5"; nouns keep their capital in German."""
    return heading if current_language() == "de" or heading[1:2].isupper() else heading[:1].lower() + heading[1:]


def _opponent(table: Table, old: Seat, name: str) -> Seat:
    """A computer player for a seat: it has the name of the player who was there, and the level where that was one."""
    bot = bot_of(old)
    known = bot in offered_here(table.game, table.row.players)
    return Seat(kind="bot", bot=bot if known else DEFAULT_OPPONENT, name=name)


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
