"""Names of seats: people have the names they gave, computer players invented ones. No web framework here."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from hanlin.bots.bot import POLICIES, bots, check_numbers, numbers_for, offered, only_small
from hanlin.bots.levels import levels
from hanlin.core.i18n.language import _
from hanlin.core.i18n.seat_names import called
from hanlin.core.lib.memo import memo
from hanlin.core.verbs.rulebook import Rulebook
from hanlin.server.db import Seat, TableRow
from hanlin.server.tables.own_weights import level_in, name_in, own_bots, own_numbers, weights_for

DEFAULT_OPPONENT = "casual"
"""The level of computer players where none is chosen."""


def bot_of(seat: Seat) -> str:
    """The kind of computer player in a seat, also in a loaded record; empty for a person."""
    return seat.bot or (seat.name.removeprefix("bot:") if seat.kind == "record" and seat.name.startswith("bot:") else "")


def thinks_ahead(row: TableRow) -> bool:
    """True if a computer player at the table searches: it searches less until machine code is compiled."""
    return any(level.searches for seat in row.seats if seat.kind == "bot" and (level := levels().get(level_in(seat.bot))))


def bot_name(bot: str) -> str:
    """The name of a kind of computer player, in the current language; with weights of the server's owner, their name."""
    if own := name_in(bot):
        return own if weights_for(bot) else f"{bot_name(level_in(bot))} ({own})"
    known = {
        "random": _("random moves"),
        "greedy": _("greedy"),
        "novice": _("novice"),
        "casual": _("casual"),
        "strong": _("strong"),
        "expert": _("expert"),
    }
    return known.get(bot, bot)


class Choice(NamedTuple):
    """A computer player to choose: its name, its label, and the numbers of players it is available for."""

    bot: str
    called: str
    players: tuple[int, ...]
    for_all: bool
    """True where these are all numbers of players of the game."""

    @property
    def is_level(self) -> bool:
        """True for a level; false for a simple policy, which is offered under "More"."""
        return self.bot not in POLICIES

    @property
    def is_own(self) -> bool:
        """True for a level with weights of the server's owner."""
        return bool(name_in(self.bot))


def all_bots() -> tuple[str, ...]:
    """The kinds of computer players of this server: those of Hanlin, and those with weights of its owner."""
    return (*bots(), *own_bots())


def numbers_here(game: Rulebook, bot: str) -> tuple[int, ...]:
    """The numbers of players for which this server has a kind of computer player."""
    return own_numbers(game, bot) if name_in(bot) else numbers_for(game, bot)


def offered_here(game: Rulebook, players: int | None = None) -> tuple[str, ...]:
    """The kinds of computer players of this server for a game with ``players``, or with any number of players."""
    own = {name: own_numbers(game, name) for name in own_bots()}
    return (*offered(game, players), *(name for name, there in own.items() if (there if players is None else players in there)))


def opponents_to_choose(game: Rulebook, players: int | None = None) -> list[Choice]:
    """The computer players that a table of that game can be set up with, the levels first, weakest first.

    players: the number of players, if decided; otherwise a label says for which numbers it is available, if not for all.
    """
    there = offered_here(game, players)
    ordered = [*(name for name in there if name not in POLICIES), *(name for name in there if name in POLICIES)]
    numbers = {name: numbers_here(game, name) for name in ordered}
    return [Choice(name, _called(game, name, players), numbers[name], numbers[name] == tuple(game.players)) for name in ordered]


def _called(game: Rulebook, bot: str, players: int | None) -> str:
    there = numbers_here(game, bot)
    if players is not None or there == tuple(game.players):
        return bot_name(bot)
    return _("{opponent} (with {numbers} players)").format(opponent=bot_name(bot), numbers=", ".join(map(str, there)))


def one_level_up(game: Rulebook, players: int, bot: str) -> str:
    """The next stronger level that a game is offered with for so many players; the same bot where there is none."""
    known = list(levels())
    stronger = known[known.index(bot) + 1 :] if bot in known else known[:1] if bot in POLICIES else []
    there = offered(game, players)
    return next((name for name in stronger if name in there), bot)


def check_opponents(game: Rulebook, players: int, names: Iterable[str]) -> None:
    """Raise BadOption, with a remedy, where one of these computer players is not available for so many players."""
    for name in names:
        if name_in(name) or not only_small(game, players):
            check_numbers(numbers_here(game, name), players, bot_name(name))


@cache
def _names() -> tuple[str, ...]:
    found = tomllib.loads(files("hanlin.server.tables").joinpath("names.toml").read_text("utf-8"))
    return tuple(found["opponents"])


def names_at(row: TableRow) -> Mapping[int, str]:
    """The names of a table's seats, for those that have one. Computer players keep theirs as long as the table exists."""
    return _names_at(row.id, row.seats)


@memo(maxsize=2048)
def _names_at(table: str, seats: tuple[Seat, ...]) -> Mapping[int, str]:
    """Names of people as they gave them; each computer player gets one that is unique at the table and varies between
    tables, unless it has kept that of an earlier table."""
    given = {n: seat.name for n, seat in enumerate(seats) if seat.name and (seat.kind == "bot" or not bot_of(seat))}
    begin = hashlib.sha256(table.encode()).digest()[0]
    ordered = (*_names()[begin % len(_names()) :], *_names()[: begin % len(_names())])
    free = [name for name in ordered if name not in given.values()]
    return dict(zip((n for n, seat in enumerate(seats) if bot_of(seat) and n not in given), free, strict=False)) | given


def calling(row: TableRow, game: Rulebook, reader: int | None = None) -> AbstractContextManager[None]:
    """A context in which all texts use the names of that table's seats. ``reader``: the seat that is "You" there."""
    names = {game.colours[seat]: name for seat, name in names_at(row).items()}
    return called(names if reader is None else names | {game.colours[reader]: _("You")})
