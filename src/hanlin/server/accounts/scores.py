"""The points of finished games by source and stage, for "how you score" on a profile. No web framework here.

A sheet is computed when a game ends, in the background; those of games that ended before are added some at a time.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import suppress

from hanlin.core.errors import HanlinError
from hanlin.core.jit.events import capture
from hanlin.core.verbs.book import Played, Ply
from hanlin.lab.book import unusual_options
from hanlin.server.db import Entry, Store
from hanlin.server.db.sheets import OwnSheet, SeatSheet, Sheet
from hanlin.server.tables.events import END
from hanlin.server.tables.lessons import SEED
from hanlin.server.tables.service import Tables
from hanlin.server.tables.table import ACTION, Table

log = logging.getLogger("hanlin.scores")

SHOWN = 200
"""Games that "how you score" counts: the latest."""
AT_ONCE = 100
"""Missing sheets that are added at a time."""


class Scores:
    """The sheets of a store's games. Thread-safe."""

    def __init__(self, store: Store, tables: Tables) -> None:
        self._store = store
        self._tables = tables

    def note(self, table: Table, entries: Sequence[Entry]) -> None:
        """Store the sheet of a finished game, if its game has a book."""
        if table.game.book is not None and not table.is_study:
            self._store.add_sheet(sheet_of(table, entries))

    def catch_up(self, owner: str) -> int:
        """Add missing sheets of a person's games, the latest first; returns the number of games."""
        games = tuple(name for name, game in self._tables.games.items() if game.book is not None)
        names = self._store.without_sheet(AT_ONCE, games, owner)
        for name in names:
            with suppress(HanlinError):
                self.note(self._tables.open(name), self._store.entries(name))
        return len(names)

    def kinds(self, owner: str, public: bool) -> list[tuple[str, int, str, int]]:
        """The games, numbers of players and options of which a person has sheets, with their number, the most first.
        ``public``: only public tables."""
        return [kind for kind in self._store.sheet_kinds(owner, public) if kind[0] in self._tables.games]

    def own(self, owner: str, kind: tuple[str, int, str], public: bool) -> list[OwnSheet]:
        """A person's latest sheets of a kind of game, the latest first. ``public``: only public tables."""
        return self._store.own_sheets(owner, *kind, SHOWN, public)


def sheet_of(table: Table, entries: Sequence[Entry]) -> Sheet:
    """The sheet of a finished game; without seats where it ended early, or did not begin as usual."""
    row, position = table.row, table.position
    acted = [entry.time for entry in entries if entry.kind in (ACTION, END)]
    counts = position.over and not table.stuck and not table.agenda.ended
    counts = counts and row.seed != SEED and table.origin is None and not row.position and not row.files
    seats: list[SeatSheet] = []
    if counts:
        sources: list[dict[str, int]] = [{} for _ in range(row.players)]
        stages: list[dict[str, int]] = [{} for _ in range(row.players)]
        for seat, source, stage, points in table.game.book.scored(_played(table)):
            sources[seat][source] = sources[seat].get(source, 0) + points
            stages[seat][stage] = stages[seat].get(stage, 0) + points
        seats = [SeatSheet(*both) for both in zip(sources, stages, strict=True)]
    return Sheet(row.id, row.game, row.players, unusual_options(position), max(acted, default=row.created), seats)


def _played(table: Table) -> Played:
    """A table's game with the events of its plies."""
    position, plies = table.at(0), []
    for actor, text in table.position.moves:
        with capture() as events:
            position.apply(table.game.parse(position.state, text))
        plies.append(Ply(actor, text, events))
    winners = position.winners
    shares = [1 / len(winners) if seat in winners else 0.0 for seat in range(position.players)]
    return Played(position.players, position.options, plies, position.scores, shares)
