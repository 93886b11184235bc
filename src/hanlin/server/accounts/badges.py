"""Badges of people: computed from the records of finished games, and stored. No web framework here.

A game counts where its result may be rated (``ratings.may_count``: played to the end from the usual beginning, by the same
players, without hints, and without an undo that nobody could refuse), nobody sits at several seats, no computer player is of
the lowest level or of none, and the game has no custom file.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from hanlin.bots.levels import levels
from hanlin.core.errors import HanlinError
from hanlin.core.jit.events import capture
from hanlin.core.verbs.badges import Badge, earned
from hanlin.core.verbs.book import Played, Ply
from hanlin.core.verbs.rulebook import Rulebook
from hanlin.server.accounts.ratings import competitors
from hanlin.server.db import Seat, Store
from hanlin.server.db.badges import EarnedAt
from hanlin.server.tables.service import Tables
from hanlin.server.tables.table import Table

log = logging.getLogger("hanlin.badges")

AT_ONCE = 25
"""Games of which badges are added at a time, of those that ended while no process did it."""


class Shown(NamedTuple):
    """A badge of a game on a profile, earned or not."""

    badge: Badge
    title: str
    about: str
    """The badge that is asked for."""
    first: EarnedAt | None = None
    """The first game that brought it; None where it is not earned."""
    times: int = 0
    may_open: bool = False
    """True if the reader may open that game."""


class Badges:
    """The badges of a store's games. Thread-safe."""

    def __init__(self, store: Store, tables: Tables) -> None:
        self._store = store
        self._tables = tables
        modules = {name: game.badges for name, game in tables.games.items()}
        self.modules: dict[str, Any] = {name: module for name, module in modules.items() if module is not None}

    def note(self, table: Table) -> None:
        """Store the badges of a finished game whose result may be rated."""
        module = self.modules.get(table.row.game)
        if module is None:
            return
        try:
            found = earned(module, played(table)) if may_bring_badges(table) else []
            self._store.keep_badges(table.row.id, module.VERSION, found)
        except Exception:
            log.exception("storing badges failed; retrying later table=%s", table.row.id)

    def catch_up(self, limit: int = AT_ONCE, owner: str = "") -> int:
        """Add missing badges of games that have ended, the latest first; returns the number of games."""
        versions = {name: module.VERSION for name, module in self.modules.items()}
        names = self._store.without_badges(limit, versions, owner)
        for name in names:
            with suppress(HanlinError):
                self.note(self._tables.open(name))
        return len(names)

    def shown(self, owner: str, asker: str, tables: Sequence[str]) -> list[tuple[Rulebook, list[Shown]]]:
        """All badges of each game that has some, in the current language; those of ``owner`` with the first game. ``tables``:
        the private ones that ``asker`` may open."""
        self.catch_up(AT_ONCE, owner)
        games = self._store.badges_of(owner)
        found: list[tuple[Rulebook, list[Shown]]] = []
        for name, module in self.modules.items():
            game = self._tables.games[name]
            of_game = [each for each in games if each.game == name]
            found.append((game, [_shown(game, badge, of_game, owner == asker, tables) for badge in module.BADGES]))
        return found

    def new_at(self, table: Table, owner: str) -> list[Shown] | None:
        """The badges that a finished game brought a person for the first time; None while they are not computed."""
        module = self.modules.get(table.row.game)
        if module is None or not owner or not table.over:
            return []
        if not self._store.are_badges_known(table.row.id):
            return None
        games = [each for each in self._store.badges_of(owner) if each.game == table.row.game]
        shown = (_shown(table.game, badge, games, True, ()) for badge in module.BADGES)
        return [each for each in shown if each.first is not None and each.first.table == table.row.id]


def _shown(game: Rulebook, badge: Badge, games: Sequence[EarnedAt], own: bool, tables: Sequence[str]) -> Shown:
    title, about = game.words.badge(badge)
    mine = [each for each in games if badge.id in each.ids]
    if not mine:
        return Shown(badge, title, about)
    may_open = own or mine[0].listed or mine[0].table in tables
    return Shown(badge, title, about, mine[0], len(mine), may_open)


def may_bring_badges(table: Table) -> bool:
    """True if a game that may be rated may bring badges as well."""
    return is_a_challenge(table.row.seats) and not any(table.row.files.values())


def is_a_challenge(seats: Sequence[Seat]) -> bool:
    """True if everybody sits at one seat, and no computer player is of the lowest level or of none."""
    lowest = next(iter(levels()))
    return bool(competitors(seats)) and all(seat.bot != lowest for seat in seats if seat.kind == "bot")


def played(table: Table) -> Played:
    """A finished game with the events of its actions."""
    winners = table.winners
    shares = [1 / len(winners) if seat in winners else 0.0 for seat in range(table.row.players)]
    scores = list(table.position.scores)
    return Played(table.row.players, table.position.options, list(_plies(table)), scores, shares)


def _plies(table: Table) -> Iterator[Ply]:
    position = table.at(0)
    for actor, text in table.position.moves:
        with capture() as events:
            position.apply(table.game.parse(position.state, text))
        yield Ply(actor, text, events)
