"""What those who sit at a table are called: people by the names they gave, opponents by names of their own. No web here."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from contextlib import AbstractContextManager
from functools import cache, lru_cache
from importlib.resources import files

from hanlin.bots.bot import offered
from hanlin.bots.levels import levels
from hanlin.core.language import _
from hanlin.core.rulebook import Rulebook
from hanlin.core.seats import called
from hanlin.server.store import Seat, TableRow


def bot_of(seat: Seat) -> str:
    """The kind of opponent that sits there, also in a record that was loaded; empty for a person."""
    return seat.bot or (seat.name.removeprefix("bot:") if seat.kind == "record" and seat.name.startswith("bot:") else "")


def thinks_ahead(row: TableRow) -> bool:
    """Whether an opponent sits there that searches: it searches less until machine code is there."""
    return any(level.searches for seat in row.seats if seat.kind == "bot" and (level := levels().get(seat.bot)))


def bot_name(bot: str) -> str:
    """What kind of opponent that is, in the current language."""
    known = {
        "random": _("plays at random"),
        "greedy": _("plays greedily"),
        "novice": _("novice"),
        "casual": _("casual"),
        "strong": _("strong"),
        "expert": _("expert"),
    }
    return known.get(bot, bot)


def opponents_to_choose(game: Rulebook) -> list[tuple[str, str]]:
    """The opponents that a table of that game is set up with, by name and in words: the levels first, weakest first."""
    there, simple = offered(game), ("random", "greedy")
    ordered = [*(name for name in there if name not in simple), *(name for name in there if name in simple)]
    return [(name, bot_name(name)) for name in ordered]


@cache
def _names() -> tuple[str, ...]:
    found = tomllib.loads(files("hanlin.server").joinpath("names.toml").read_text("utf-8"))
    return tuple(found["opponents"])


def names_at(row: TableRow) -> Mapping[int, str]:
    """The names of a table's seats, for those that have one. Opponents keep theirs as long as the table is there."""
    return _names_at(row.id, row.seats)


@lru_cache(maxsize=2048)
def _names_at(table: str, seats: tuple[Seat, ...]) -> Mapping[int, str]:
    """People by the names that they gave; for each opponent one that nobody at the table has, others at other tables."""
    people = {n: seat.name for n, seat in enumerate(seats) if seat.name and not bot_of(seat)}
    begin = hashlib.sha256(table.encode()).digest()[0]
    ordered = (*_names()[begin % len(_names()) :], *_names()[: begin % len(_names())])
    free = [name for name in ordered if name not in people.values()]
    return people | dict(zip((n for n, seat in enumerate(seats) if bot_of(seat)), free, strict=False))


def calling(row: TableRow, game: Rulebook) -> AbstractContextManager[None]:
    """Inside the ``with`` block all texts speak of that table's seats by their names."""
    return called({game.colours[seat]: name for seat, name in names_at(row).items()})
