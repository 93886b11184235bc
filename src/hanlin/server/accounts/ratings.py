"""Results, ratings and profiles. No web framework here.

All of it follows from the tables' entries: a result is stored only so that its game need not be replayed, and ratings are
computed from the results, in the order in which the games ended.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile

import msgspec

from hanlin.bots.levels import levels
from hanlin.core.errors import HanlinError
from hanlin.server.accounts.scores import Scores
from hanlin.server.db import FINISHED, RUNNING, Account, Entry, Result, Seat, Store
from hanlin.server.db.results import Played, Tally
from hanlin.server.tables import events
from hanlin.server.tables.events import END, FROM, HINT, REPLACE, RESIGN, Wish
from hanlin.server.tables.lessons import SEED
from hanlin.server.tables.service import Tables
from hanlin.server.tables.table import ACTION, Table
from hanlin.server.views.table_view import perspective_of, present

log = logging.getLogger("hanlin.standings")

SHOWN = 50
"""Games that a profile lists."""
COUNTED = 2000
"""Games that a profile counts, and whose records can be downloaded: the latest."""
AT_ONCE = 25
"""Missing results that are added at a time, of games that ended while no process recorded them."""
GOOD_FOR = 600.0
"""Seconds after which ratings are computed again though no game has ended: guests may have become accounts."""
SURE = 2.0
"""Standard deviations that are shown as the uncertainty of a rating."""


class Rating(NamedTuple):
    """The strength of a player at a game with so many players: a normal distribution, and the number of games."""

    strength: float
    deviation: float
    games: int


class Profile(NamedTuple):
    """The games of an account that the viewer may see."""

    account: Account
    ratings: list[tuple[str, int, Rating]]
    """Game, players, rating."""
    played: list[Played]
    """The latest finished games that the viewer may see."""
    games: int
    won: int
    """The number of those games, and of those that were won."""


class _Known(NamedTuple):
    """Computed ratings, with the results they are of, and the time."""

    of: tuple[int, float]
    when: float
    ratings: dict[str, Rating]


class Standings:
    """The results of a store's games. Thread-safe."""

    def __init__(self, store: Store, tables: Tables) -> None:
        self._store = store
        self._tables = tables
        self.scores = Scores(store, tables)
        self._noting = ThreadPoolExecutor(1, "results")
        self._one = threading.Lock()
        self._known: dict[tuple[str, int], _Known] = {}
        self._listeners: list[Callable[[Table], None]] = []

    def listen(self, listener: Callable[[Table], None]) -> None:
        """Call ``listener`` after a result that may be rated was stored, in the thread that stores results."""
        self._listeners.append(listener)

    def stop(self) -> None:
        """Stop recording results; missing ones are added later."""
        self._noting.shutdown(cancel_futures=True)

    # -- results -----------------------------------------------------------------------------------------------------------

    def note_soon(self, table: Table) -> None:
        """Store the result of a game that has just ended, in the background."""
        if not table.is_study:
            with suppress(RuntimeError):  # The server is about to end.
                self._noting.submit(self._note, table)

    def _note(self, table: Table) -> None:
        try:
            entries = self._store.entries(table.row.id)
            result = result_of(table, entries)
            self._store.add_result(result)
            self.scores.note(table, entries)
            for listener in self._listeners if result.rated else ():
                listener(table)
        except Exception:
            log.exception("storing a result failed; retrying later table=%s", table.row.id)

    def catch_up_scores_soon(self, owner: str) -> None:
        """Add missing score sheets of a person's games, in the background."""
        with suppress(RuntimeError):  # The server is about to end.
            self._noting.submit(self._catch_up_scores, owner)

    def _catch_up_scores(self, owner: str) -> None:
        try:
            self.scores.catch_up(owner)
        except Exception:
            log.exception("storing score sheets failed; retrying later owner=%s", owner)

    def catch_up(self, limit: int = AT_ONCE, owner: str = "") -> int:
        """Record missing results of games that have ended, the latest first; returns the number of games."""
        names = self._store.without_result(limit, tuple(self._tables.games), owner)
        for name in names:
            with suppress(HanlinError):
                self._note(self._tables.open(name))
        return len(names)

    # -- ratings -----------------------------------------------------------------------------------------------------------

    def ratings(self, game: str, players: int) -> dict[str, Rating]:
        """The ratings of all players of a game with so many seats: people by their owners, computer players as ``bot:NAME``.

        By Plackett and Luce's model (openskill), game by game in the order in which they ended.
        """
        there, now = self._store.how_many_rated(game, players), time.monotonic()
        known = self._known.get((game, players))
        if known is None or known.of != there or now - known.when > GOOD_FOR:
            known = _Known(there, now, compute_ratings(self._store.rated_results(game, players)))
            self._known[game, players] = known
        return known.ratings

    def forget(self) -> None:
        """Forget computed ratings: seats were transferred."""
        self._known.clear()

    # -- profiles ----------------------------------------------------------------------------------------------------------

    def profile(self, account: Account, asker: str) -> Profile:
        """The games of an account that ``asker`` may see: your own all; of others' those of public tables, and of tables
        where both sat. Ratings count all games that are rated."""
        owner = account.owner
        self.catch_up(AT_ONCE, owner)
        found = self._store.results_of(owner, COUNTED)
        played = [each for each in found if owner == asker or each.listed or _sat(each, asker)]
        ratings = []
        for game, players in self._store.rated_kinds(owner):
            rating = self.ratings(game, players).get(owner) if game in self._tables.games else None
            if rating is not None:
                ratings.append((game, players, rating))
        won = sum(place_of(each, owner) == 1 for each in played)
        return Profile(account, sorted(ratings, key=lambda each: -each[2].games), played[:SHOWN], len(played), won)

    def tallies(self, owner: str, game: str) -> dict[str, Tally]:
        """A person's games against each kind of computer player, from the usual beginning to the end; guests have them too.

        Lessons and games continued from another table do not count.
        """
        if not owner:
            return {}
        self.catch_up(AT_ONCE, owner)
        return self._store.tallies(owner, game, SEED, FROM)

    def records(self, account: Account, asker: str, more: Mapping[str, str] | None = None) -> Iterator[bytes]:
        """The records of those games in one ZIP file, piece by piece; for oneself also of those under way, as seen.
        ``more``: further files, by name."""
        owner, names = account.owner, []
        if owner == asker:
            rows = [row for row, _last in self._store.tables_of(owner, COUNTED, games=tuple(self._tables.games))]
            names = [row.id for row in rows if row.kind == "game" and row.state in (RUNNING, FINISHED)]
        else:
            self.catch_up(AT_ONCE, owner)
            found = self._store.results_of(owner, COUNTED)
            names = [each.result.table for each in found if each.listed or _sat(each, asker)]
        pipe = _Pipe()
        with ZipFile(pipe, "w", ZIP_DEFLATED) as file:
            for name, text in (more or {}).items():
                file.writestr(name, text)
            for name in names:
                with suppress(HanlinError), self._one:
                    table = self._tables.open(name)
                    with table.lock:
                        text = present(table, perspective_of(table, asker, None)).record(table.names())
                    when = datetime.fromtimestamp(table.row.created, UTC).date().isoformat()
                    file.writestr(f"{when}-{table.game.name}-{name}.hanlin", text)
                yield pipe.taken()
        yield pipe.taken()


def result_of(table: Table, entries: Sequence[Entry]) -> Result:
    """The result of a game. Its time is that of the last action, even if other entries follow."""
    row, position = table.row, table.position
    acted = [entry.time for entry in entries if entry.kind in (ACTION, END)]
    whole = position.over and not table.stuck and not table.agenda.ended
    return Result(
        row.id, row.game, row.players, max(acted, default=row.created), whole and may_count(table, entries),
        [] if table.stuck else table.places, list(position.scores),
    )  # fmt: skip


def may_count(table: Table, entries: Sequence[Entry]) -> bool:
    """True if a finished game may be rated: from the usual beginning, with the same players to the end, without
    hints, and without an undo that nobody else could refuse."""
    row = table.row
    if row.players < 2 or row.seed == SEED or table.origin is not None or row.position:
        return False
    if any(entry.kind in (HINT, REPLACE, RESIGN) for entry in entries):
        return False
    persons = {seat.owner for seat in row.seats if seat.kind == "person"}
    taken_back = any(
        entry.kind == events.ASK and msgspec.json.decode(entry.action, type=Wish).what == events.UNDO for entry in entries
    )
    return bool(persons) and not (taken_back and len(persons) < 2)


def compute_ratings(played: Sequence[Played]) -> dict[str, Rating]:
    """Compute ratings from results, one after the other. Only accounts and levels are rated: a guest may be a new one for each
    game, and two accounts in one browser may be one person's."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings: dict[str, Any] = {}
    games: Counter[str] = Counter()
    for each in played:
        who = competitors(each.seats)
        if not who or not each.apart:
            continue
        teams = [[ratings.get(one) or model.rating()] for one in who]
        after = [rating for (rating,) in model.rate(teams, ranks=[float(place) for place in each.result.places])]
        for one in dict.fromkeys(who):
            # A computer player may have several seats: each counts by its share.
            mine = [rating for other, rating in zip(who, after, strict=True) if other == one]
            mu, sigma = (sum(values) / len(mine) for values in ([r.mu for r in mine], [r.sigma for r in mine]))
            ratings[one] = model.rating(mu=mu, sigma=sigma)
            games[one] += 1
    return {one: Rating(rating.mu, rating.sigma, games[one]) for one, rating in ratings.items()}


def competitors(seats: Sequence[Seat]) -> list[str]:
    """The rated players at a table, seat by seat: people by their owners, computer players by their levels.

    Empty where the game is not rated: somebody plays several seats, or a computer player has no level.
    """
    who = []
    for seat in seats:
        if seat.kind == "person" and seat.owner:
            who.append(seat.owner)
        elif seat.kind == "bot" and seat.bot in levels():
            who.append(f"bot:{seat.bot}")
        else:
            return []
    persons = [one for one in who if not one.startswith("bot:")]
    return who if len(set(persons)) == len(persons) else []


def place_of(played: Played, owner: str) -> int | None:
    """The (best) place of a person; None where the game was ended early."""
    mine = [n for n, seat in enumerate(played.seats) if seat.owner == owner]
    return min((played.result.places[seat] for seat in mine), default=None) if played.result.places else None


def score_of(played: Played, owner: str) -> int | None:
    """The (best) score of a person."""
    return max((played.result.scores[n] for n, seat in enumerate(played.seats) if seat.owner == owner), default=None)


def _sat(played: Played, owner: str) -> bool:
    return bool(owner) and any(seat.owner == owner for seat in played.seats)


class _Pipe:
    """A buffer that a ZIP file is written to while it is read."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def write(self, part: bytes) -> int:
        self._parts.append(bytes(part))
        return len(part)

    def flush(self) -> None:
        """Nothing waits."""

    def close(self) -> None:
        """Store written ratings."""

    def taken(self) -> bytes:
        whole, self._parts = b"".join(self._parts), []
        return whole
