"""Results of games: they follow from the entries, and are stored so that a profile need not replay games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from hanlin.core.lib.parts import in_parts
from hanlin.server.db.engine import Database
from hanlin.server.db.records import FINISHED, Seat, from_row
from hanlin.server.db.schema import accounts, browsers, entries, results, seats, tables


class Result(msgspec.Struct, frozen=True):
    """The result of a game: for each seat its place (1 for the winner; none where the game ended early) and its score."""

    table: str
    game: str
    players: int
    ended: float
    rated: bool
    """True if the game itself may be rated; the seats are checked when ratings are computed."""
    places: list[int]
    scores: list[int]


class Played(NamedTuple):
    """A result with its seats; ``listed``: the table is public; ``apart``: all people there have accounts, and no two of these
    were used in one browser."""

    result: Result
    seats: list[Seat]
    listed: bool
    apart: bool = True


class Tally(NamedTuple):
    """A person's games against a kind of computer player: those won, and all."""

    won: int
    played: int


class Results(Database):
    """Results; every method is one transaction."""

    def add_result(self, result: Result) -> None:
        """Store a result; it is the same, whichever process computed it."""
        try:
            with self.writing() as connection:
                connection.execute(results.insert(), msgspec.to_builtins(result))
        except IntegrityError:
            return

    def without_result(self, limit: int, games: Sequence[str], owner: str = "") -> list[str]:
        """Games that have ended without a stored result, the latest first; ``owner``: only those of a person."""
        chosen = sa.select(tables.c.id).where(tables.c.kind == "game", tables.c.state == FINISHED, tables.c.game.in_(games))
        chosen = chosen.where(~sa.exists().where(results.c.table == tables.c.id))
        if owner:
            chosen = chosen.where(sa.exists().where(seats.c.table == tables.c.id, seats.c.owner == owner))
        with self.engine.connect() as connection:
            return list(connection.execute(chosen.order_by(tables.c.last.desc(), tables.c.id).limit(limit)).scalars())

    def results_of(self, owner: str, limit: int) -> list[Played]:
        """A person's results, the latest first."""
        chosen = self._played().where(sa.exists().where(seats.c.table == results.c.table, seats.c.owner == owner))
        return self._with_seats(chosen.order_by(results.c.ended.desc(), results.c.table).limit(limit))

    def rated_results(self, game: str, players: int) -> list[Played]:
        """The results that ratings are made of, in order."""
        chosen = self._played().where(results.c.game == game, results.c.players == players, results.c.rated)
        return self._with_seats(chosen.order_by(results.c.ended, results.c.table))

    def rated_kinds(self, owner: str) -> list[tuple[str, int]]:
        """The games and numbers of players of which a person has results that may be rated."""
        chosen = sa.select(results.c.game, results.c.players).distinct().where(results.c.rated)
        chosen = chosen.where(sa.exists().where(seats.c.table == results.c.table, seats.c.owner == owner))
        with self.engine.connect() as connection:
            return [(row.game, row.players) for row in connection.execute(chosen.order_by(results.c.game, results.c.players))]

    def how_many_rated(self, game: str, players: int) -> tuple[int, float]:
        """The number of results that may be rated, and the end of the last: a version of the ratings."""
        chosen = sa.select(sa.func.count(), sa.func.max(results.c.ended))
        chosen = chosen.where(results.c.game == game, results.c.players == players, results.c.rated)
        with self.engine.connect() as connection:
            number, last = connection.execute(chosen).one()
        return int(number), float(last or 0)

    def tallies(self, owner: str, game: str, not_seed: str, not_first: str) -> dict[str, Tally]:
        """A person's games played to the end, by kind of computer player at the table.

        Left out: tables where the person has several seats, that begin from a position, with that seed, or whose first entry
        is of that kind.
        """
        mine = sa.select(seats.c.table, sa.func.min(seats.c.seat).label("seat")).where(seats.c.owner == owner)
        mine_alone = mine.group_by(seats.c.table).having(sa.func.count() == 1).subquery()
        others = sa.select(seats.c.table, seats.c.bot).where(seats.c.kind == "bot").distinct().subquery()
        first = sa.exists().where(entries.c.table == results.c.table, entries.c.number == 0, entries.c.kind == not_first)
        chosen = (
            sa.select(others.c.bot, results.c.places, mine_alone.c.seat)
            .join(mine_alone, mine_alone.c.table == results.c.table)
            .join(others, others.c.table == results.c.table)
            .join(tables, tables.c.id == results.c.table)
            .where(results.c.game == game, tables.c.position == "", tables.c.seed != not_seed, ~first)
        )
        found: dict[str, Tally] = {}
        with self.engine.connect() as connection:
            for bot, places, seat in connection.execute(chosen):
                if places:
                    old = found.get(bot, Tally(0, 0))
                    found[bot] = Tally(old.won + (places[seat] == 1), old.played + 1)
        return found

    @staticmethod
    def _played() -> sa.Select[tuple[object, ...]]:
        return sa.select(results, sa.and_(tables.c.listed, tables.c.watching).label("listed")).join(
            tables, tables.c.id == results.c.table
        )

    def _with_seats(self, chosen: sa.Select[tuple[object, ...]]) -> list[Played]:
        with self.engine.connect() as connection:
            rows = connection.execute(chosen).mappings().all()
            there: dict[str, list[Seat]] = {row["table"]: [] for row in rows}
            for some in in_parts(list(there)):
                of = sa.select(seats).where(seats.c.table.in_(some)).order_by(seats.c.table, seats.c.seat)
                for seat in connection.execute(of).mappings():
                    there[seat["table"]].append(from_row(Seat, seat))
            persons = {name: {seat.owner for seat in sat if seat.kind == "person"} for name, sat in there.items()}
            near = _near(connection, sorted(set().union(*persons.values())))
        apart = {name: all(near.get(one) is not None and not near[one] & sat for one in sat) for name, sat in persons.items()}
        return [Played(from_row(Result, row), there[row["table"]], bool(row["listed"]), apart[row["table"]]) for row in rows]


def _near(connection: sa.Connection, owners: list[str]) -> dict[str, set[str]]:
    """For each of those who have an account the others that were used at a browser of theirs."""
    near: dict[str, set[str]] = {}
    for some in in_parts(owners):
        near |= {
            owner: set()
            for owner in connection.execute(sa.select(accounts.c.owner).where(accounts.c.owner.in_(some))).scalars()
        }
        other = browsers.alias()
        both = (browsers.c.browser == other.c.browser) & (browsers.c.owner != other.c.owner)
        pairs = sa.select(browsers.c.owner, other.c.owner).join(other, both).where(browsers.c.owner.in_(some))
        for one, another in connection.execute(pairs):
            if one in near:
                near[one].add(another)
    return near
