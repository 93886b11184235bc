"""Finished games that puzzles may be made from: everybody who played there has agreed. No web framework here.

Guests can't agree, nor can people who played at the browser of somebody else, so their games are left out; and so are lessons
and games that continue another one, whose people may be others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import accumulate

from hanlin.core.errors import HanlinError
from hanlin.core.lib.parts import in_parts
from hanlin.core.position.game import Game
from hanlin.core.position.position import Position
from hanlin.server.db import FINISHED, RUNNING, Entry, Store, TableRow
from hanlin.server.tables.events import FROM, SEATED, played_there, row_after, row_at_first
from hanlin.server.tables.lessons import SEED
from hanlin.server.tables.service import Tables


def consented(store: Store, game: Game) -> list[str]:
    """The ids of a game's tables that puzzles may be made from, the latest first."""
    agree, found = store.consenting(), list[str]()
    rows = [row for row in store.finished(game.name) if row.seed != SEED] if agree else []
    for part in in_parts(rows):
        seatings = store.seatings([row.id for row in part], [*SEATED, FROM])
        found += [row.id for row in part if _have_agreed(row, seatings[row.id], agree)]
    return found


def ends(store: Store, game: Game, ids: Sequence[str]) -> Iterator[Position]:
    """The final positions of tables, with their histories and no names; those that ended early are left out."""
    tables = Tables(store, {game.name: game})
    for name in ids:
        with suppress(HanlinError):
            position = tables.open(name).position
            if position.over:
                yield position


def _have_agreed(row: TableRow, entries: Sequence[Entry], agree: set[str]) -> bool:
    """True if people have played there, all of them have agreed, and each had one seat."""
    if any(entry.kind == FROM for entry in entries):
        return False
    people = played_there(row, entries)
    return (
        bool(people) and people <= agree and all(map(_is_one_each, accumulate(entries, row_after, initial=row_at_first(row))))
    )


def _is_one_each(row: TableRow) -> bool:
    """True unless somebody has several seats of a game that has begun: people who share a browser."""
    owners = [seat.owner for seat in row.seats if seat.kind == "person"]
    return row.state not in (RUNNING, FINISHED) or len(owners) == len(set(owners))
