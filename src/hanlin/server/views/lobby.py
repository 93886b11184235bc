"""The lobby: open tables and people who look for a game, by speed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from hanlin.contract import Time
from hanlin.core.i18n.language import _, ngettext, pgettext
from hanlin.core.position.game import Game
from hanlin.server.db import Seek, TableRow
from hanlin.server.tables.forms import SPEEDS, speed_of
from hanlin.server.tables.registry import Listed
from hanlin.server.views.invitations import clock_words


class Wanted(NamedTuple):
    """People who look for the same game. ``mine``: the reader is one of them."""

    game: Game
    players: int
    waiting: int
    mine: bool


class Card(NamedTuple):
    """A challenge as its receiver reads it."""

    table: str
    by: str
    text: str
    created: float


class SpeedGroup(NamedTuple):
    """Tables and searches that wait for players at one speed."""

    speed: str
    title: str
    wanted: list[Wanted]
    tables: list[Listed]


def speeds() -> list[tuple[str, str, str]]:
    """The speeds to choose from: the value, the title, the clock in words."""
    return [(speed, speed_title(speed), clock_words(time)) for speed, time in SPEEDS.items()]


def speed_title(speed: str) -> str:
    """A speed as a heading."""
    if speed == "live":
        return pgettext("a speed", "Live")
    return pgettext("a speed", "Over days") if speed == "days" else _("No time limit")


def seek_words(seek: Seek, game: Game) -> str:
    """Describe a search for a game in a few words."""
    return game_words(game, seek.players, SPEEDS[seek.speed])


def game_words(game: Game, players: int, time: Time | None) -> str:
    """A game with its players and clock, in a few words."""
    counted = ngettext("{n} player", "{n} players", players).format(n=players)
    return " · ".join((game.words.title(), counted, clock_words(time)))


def grouped(open_tables: Sequence[Listed], queue: Iterable[Seek], games: dict[str, Game], owner: str) -> list[SpeedGroup]:
    """The open tables and the queue by speed; speeds at which nobody waits are left out."""
    seeks = list(queue)
    groups = []
    for speed in SPEEDS:
        there = [table for table in open_tables if speed_of(table.row.time) == speed]
        counted = Counter((seek.game, seek.players) for seek in seeks if seek.speed == speed)
        mine = {(seek.game, seek.players) for seek in seeks if seek.speed == speed and seek.owner == owner}
        wanted = [Wanted(games[kind[0]], kind[1], number, kind in mine) for kind, number in sorted(counted.items())]
        if there or wanted:
            groups.append(SpeedGroup(speed, speed_title(speed), wanted, there))
    return groups


def people_here(number: int) -> str:
    """The number of people here in words."""
    return ngettext("{n} person here", "{n} people here", number).format(n=number)


def without(rows: Iterable[TableRow], apart: set[str]) -> list[TableRow]:
    """Tables at which nobody sits whom the reader never meets."""
    return [row for row in rows if row.host not in apart and all(seat.owner not in apart for seat in row.seats)]
