"""Points of finished games by source and stage: they follow from the entries, and are stored so that nobody replays them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from hanlin.server.db.engine import Database
from hanlin.server.db.records import FINISHED
from hanlin.server.db.schema import results, seats, sheets, tables


class SeatSheet(msgspec.Struct, frozen=True):
    """The points of a seat by source and by stage, as the game's book names them."""

    sources: dict[str, int]
    stages: dict[str, int]


class Sheet(msgspec.Struct, frozen=True):
    """The points of a game. ``options``: those other than the usual ones; ``seats``: empty for a game that does not count,
    since it ended early or began from a position."""

    table: str
    game: str
    players: int
    options: str
    ended: float
    seats: list[SeatSheet]


class OwnSheet(NamedTuple):
    """The points of a person in a game, and whether the game was won."""

    ended: float
    won: bool
    sheet: SeatSheet


class Sheets(Database):
    """Score sheets; every method is one transaction."""

    def add_sheet(self, sheet: Sheet) -> None:
        """Store a sheet; it is the same, whichever process computed it."""
        try:
            with self.writing() as connection:
                connection.execute(sheets.insert(), msgspec.to_builtins(sheet))
        except IntegrityError:
            return

    def without_sheet(self, limit: int, games: Sequence[str], owner: str) -> list[str]:
        """A person's finished games without a stored sheet, the latest first."""
        chosen = sa.select(tables.c.id).where(tables.c.kind == "game", tables.c.state == FINISHED, tables.c.game.in_(games))
        chosen = chosen.where(~sa.exists().where(sheets.c.table == tables.c.id))
        chosen = chosen.where(sa.exists().where(seats.c.table == tables.c.id, seats.c.owner == owner))
        with self.engine.connect() as connection:
            return list(connection.execute(chosen.order_by(tables.c.last.desc(), tables.c.id).limit(limit)).scalars())

    def sheet_kinds(self, owner: str, public: bool) -> list[tuple[str, int, str, int]]:
        """The games, numbers of players and options of which a person has sheets, with their number, the most first.
        ``public``: only public tables."""
        number = sa.func.count()
        chosen = sa.select(sheets.c.game, sheets.c.players, sheets.c.options, number).where(
            self._is_mine(owner), _shown(public)
        )
        chosen = chosen.group_by(sheets.c.game, sheets.c.players, sheets.c.options)
        with self.engine.connect() as connection:
            return [tuple(row) for row in connection.execute(chosen.order_by(number.desc(), sheets.c.game, sheets.c.players))]

    def own_sheets(self, owner: str, game: str, players: int, options: str, limit: int, public: bool) -> list[OwnSheet]:
        """A person's sheets of a kind of game, the latest first; of tables with several seats of that person none. ``public``:
        only public tables."""
        mine = sa.select(seats.c.table, sa.func.min(seats.c.seat).label("seat")).where(seats.c.owner == owner)
        alone = mine.group_by(seats.c.table).having(sa.func.count() == 1).subquery()
        chosen = (
            sa.select(sheets, alone.c.seat, results.c.places)
            .join(alone, alone.c.table == sheets.c.table)
            .join(results, results.c.table == sheets.c.table)
            .where(sheets.c.game == game, sheets.c.players == players, sheets.c.options == options, _shown(public))
        )
        found = []
        with self.engine.connect() as connection:
            for row in connection.execute(chosen.order_by(sheets.c.ended.desc(), sheets.c.table).limit(limit)).mappings():
                by_seat, places = msgspec.convert(row["seats"], list[SeatSheet]), row["places"]
                if by_seat and places:
                    found.append(OwnSheet(row["ended"], places[row["seat"]] == 1, by_seat[row["seat"]]))
        return found

    @staticmethod
    def _is_mine(owner: str) -> sa.ColumnElement[bool]:
        return sa.exists().where(seats.c.table == sheets.c.table, seats.c.owner == owner)


def _shown(public: bool) -> sa.ColumnElement[bool]:
    """The condition on the tables of sheets that may be shown."""
    open_tables = sa.exists().where(tables.c.id == sheets.c.table, tables.c.listed, tables.c.watching)
    return open_tables if public else sa.true()
