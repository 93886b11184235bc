"""Tables that are stored nowhere: all that they are follows from their ids. They show the steps of lessons, and puzzles."""

from __future__ import annotations

from collections.abc import Iterable

from hanlin.core.position.digest import digest
from hanlin.core.position.position import Move, Position
from hanlin.server.db import Entry, Seat, TableRow


def unstored_row(table: str, kind: str, start: Position) -> TableRow:
    """The row of such a table: unnamed players, no clocks, no options of a game to come."""
    seats = tuple(Seat(kind="person") for _seat in range(start.players))
    return TableRow(
        id=table,
        kind=kind,
        game=start.game.name,
        players=start.players,
        options={},
        files={},
        rules=start.game.rules_version,
        seed="",
        pause=0.0,
        created=0.0,
        to_move=start.actor,
        seats=seats,
        setup=seats,
    )


def entries_of(start: Position, actions: Iterable[Move]) -> list[Entry]:
    """The entries of actions that follow on a position."""
    entries, after = list[Entry](), start.copy()
    for actor, text in actions:
        after.play(text)
        entries.append(Entry(number=len(entries), kind="action", actor=actor, action=text, digest=digest(after), time=0.0))
    return entries
