"""Find me a game: the queue of people who look for one, and the tables that are made for them.

The leading process matches; that each person gets one table is decided by the transaction that creates it. The queue is stored,
so a restart loses nobody who comes back, and whoever gives no sign of life leaves it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from itertools import groupby

from hanlin.core.errors import BadOption, HanlinError
from hanlin.core.i18n.language import _
from hanlin.core.position.game import Game
from hanlin.server.accounts.ratings import Rating, Standings
from hanlin.server.accounts.throttle import Throttle
from hanlin.server.accounts.tokens import People
from hanlin.server.community.matching import Match, Waiting, matches
from hanlin.server.community.presence import Presence
from hanlin.server.db import Seat, Seek, Store, Taken
from hanlin.server.lib.names import person_name
from hanlin.server.tables.forms import PAUSE, SPEEDS
from hanlin.server.tables.names import DEFAULT_OPPONENT, opponents_to_choose
from hanlin.server.tables.service import Tables
from hanlin.server.tables.table import Table

log = logging.getLogger("hanlin.lobby")

ALIVE = 6.0
"""Seconds without a sign of life after which nobody is matched any more."""
GONE = 60.0
"""Seconds after which such a person leaves the queue: longer than a restart of the server takes."""
TOUCH = 2.0
"""Seconds between two recorded signs of life."""
SIGMAS = 3.0
"""Standard deviations below the mean by which openskill orders players."""
UNRATED = 0.0
"""The ordinal of a new player."""


class Seeks:
    """The queue. Thread-safe. ``found`` is called with a table and its people, ``changed`` when others are in the queue."""

    def __init__(
        self,
        tables: Tables,
        people: People,
        standings: Standings,
        presence: Presence,
        found: Callable[[Table, tuple[str, ...]], None],
        changed: Callable[[], None],
    ) -> None:
        self._store: Store = tables.store
        self._tables = tables
        self._people = people
        self._standings = standings
        self._presence = presence
        self._found = found
        self._changed = changed
        self._throttle = Throttle(tables.store, tables.clock)
        self._queue: list[tuple[str, str, str, int]] = []

    def find(
        self, owner: str, game: str, speed: str, players: int, *, fill: bool = False, name: str = "", address: str = ""
    ) -> Seek:
        """Look for a game, in place of what the person looked for before. BadOption for what is not offered."""
        offered = self._tables.games.get(game.replace("-", "_"))
        if offered is None:
            raise BadOption(_("There is no game {name} here.").format(name=game[:64]))
        if speed not in SPEEDS:
            raise BadOption(_("Choose a listed speed."))
        offered.check_players(players)
        if players < 2:
            raise BadOption(_("Choose at least two players."))
        self._throttle.count_request(owner, address)
        called = person_name(name)
        if called:
            self._people.set_name(owner, called)
        now = self._tables.clock()
        rating = self._standings.ratings(offered.name, players).get(owner)
        called = self._people.name(owner) or called
        seek = Seek(owner, called, offered.name, speed, players, fill, _ordinal(rating), now, now)
        self._store.add_seek(seek)
        self._changed()
        return seek

    def end(self, owner: str) -> None:
        """Look no longer."""
        if owner and self._store.seek_of(owner) is not None:
            self._store.end_seek(owner)
            self._changed()

    def of(self, owner: str, *, alive: bool = False) -> Seek | None:
        """The game that a person looks for or has just found. ``alive``: to ask is a sign of life."""
        seek = self._store.seek_of(owner) if owner else None
        now = self._tables.clock()
        if seek is None or now - seek.seen > GONE:
            return None
        if alive and not seek.match and now - seek.seen > TOUCH:
            self._store.touch_seeks([owner], now)
        return seek

    def queue(self) -> list[Seek]:
        """Those who look for a game now, the first first."""
        now = self._tables.clock()
        return [seek for seek in self._store.seeks() if seek.game in self._tables.games and now - seek.seen <= ALIVE]

    def shown_to(self, owner: str) -> list[Seek]:
        """The queue as a person sees it: without those who never meet that person, since one of the two has blocked the
        other."""
        apart = self._store.apart_from(owner)
        return [seek for seek in self.queue() if seek.owner not in apart]

    def beat(self, *, leads: bool) -> None:
        """Keep those in the queue who have a page here; the leading process also matches. Call it every second or so."""
        now, waiting = self._tables.clock(), self._store.seeks()
        here = self._presence.in_lobby(seek.owner for seek in waiting)
        away = {seek.owner: now - seek.seen for seek in waiting}
        self._store.touch_seeks([owner for owner in here if TOUCH < away[owner] <= GONE], now)
        if leads and max(away.values(), default=0.0) > GONE:
            self.forget()
        if leads:
            self.match()
        queue = [(seek.owner, seek.game, seek.speed, seek.players) for seek in self.queue()]
        if queue != self._queue:
            self._queue = queue
            self._changed()

    def match(self) -> list[Table]:
        """Create the tables of all games that can begin now."""
        now, made = self._tables.clock(), []
        queue = sorted(self.queue(), key=lambda seek: (seek.game, seek.speed, seek.players))
        apart = self._store.blocks_among(seek.owner for seek in queue)
        for (game, speed, players), group in groupby(queue, key=lambda seek: (seek.game, seek.speed, seek.players)):
            seeks = {seek.owner: seek for seek in group}
            waiting = [Waiting(seek.owner, seek.rating, seek.since, seek.fill) for seek in seeks.values()]
            for match in matches(waiting, players, now, apart):
                table = self._create(self._tables.games[game], speed, match, seeks)
                if table is not None:
                    made.append(table)
        return made

    def forget(self) -> None:
        """Delete those who gave no sign of life for long, and games that were found a while ago."""
        self._store.forget_seeks(self._tables.clock() - GONE)

    def _create(self, game: Game, speed: str, match: Match, seeks: Mapping[str, Seek]) -> Table | None:
        """The table of a match; None where somebody has left the queue meanwhile."""
        people = [Seat(kind="person", name=seeks[owner].name, owner=owner) for owner in match.owners]
        players = len(people) + match.computers
        level = self._level(game, players, [seeks[owner].rating for owner in match.owners]) if match.computers else ""
        seats = [*people, *(Seat(kind="bot", bot=level) for _n in range(match.computers))]
        try:
            table = self._tables.create(
                game, seats, {}, {}, pause=PAUSE, shuffled=True, host=match.owners[0], listed=True, time=SPEEDS[speed],
                seekers=match.owners,
            )  # fmt: skip
        except (Taken, HanlinError) as error:
            log.info("match not made game=%s error=%s", game.name, type(error).__name__)
            return None
        self._found(table, match.owners)
        return table

    def _level(self, game: Game, players: int, ratings: list[float]) -> str:
        """The computer player whose rating is nearest to those of the people; the usual level where none is rated."""
        known = self._standings.ratings(game.name, players)
        wanted = sum(ratings) / len(ratings)
        levels = [choice.bot for choice in opponents_to_choose(game, players) if choice.is_level]
        rated = {level: _ordinal(known[f"bot:{level}"]) for level in levels if f"bot:{level}" in known}
        return min(rated, key=lambda level: abs(rated[level] - wanted), default=DEFAULT_OPPONENT)


def _ordinal(rating: Rating | None) -> float:
    """A rating as one number by which players are ordered: surely at least so strong."""
    return UNRATED if rating is None else rating.strength - SIGMAS * rating.deviation
