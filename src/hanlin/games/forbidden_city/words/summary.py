"""The public figures of a seat, for its row among the players."""

from __future__ import annotations

from hanlin.core.i18n.language import _, current_language, ngettext
from hanlin.core.lib.memo import memo
from hanlin.core.position.position import Position
from hanlin.core.verbs.presentation import Fact
from hanlin.games.forbidden_city.pieces import FINISHED, HIDDEN_TILE, KEPT_TILES, NO_TILE
from hanlin.games.forbidden_city.snapshot import Kinds, promises, read
from hanlin.games.forbidden_city.words.names import coins, in_hand, tiles


def summary(seen: Position, seat: int) -> list[Fact]:
    """Coins, the tile in hand, the stack, what the open rooms would pay, and what of that is nearly certain."""
    language, there = current_language(), read(seen.state)
    of = there.seats[seat]
    purse = _purse(language, of.points)
    if there.phase == FINISHED:
        return [purse]
    return [
        purse,
        _hand(language, there.kinds, of.hand),
        _stack(language, of.tiles, of.hand != NO_TILE),
        *_rooms(language, *promises(there.palace)[seat]),
    ]


@memo(maxsize=1024)
def _purse(_language: str, points: int) -> Fact:
    return Fact("coin", str(points), coins(points))


@memo(maxsize=1024)
def _hand(_language: str, kinds: Kinds, kind: int) -> Fact:
    """The tile in hand: its presence, and its content if the viewer may know it."""
    if kind == NO_TILE:
        return Fact("fc-hand", "", _("No tile in hand"))
    if kind == HIDDEN_TILE:
        return Fact("fc-hand", "?", _("A hidden tile in hand"))
    return Fact("fc-hand", "1", in_hand(kinds.faces[kind]))


@memo(maxsize=1024)
def _stack(_language: str, left: int, one_in_hand: bool) -> Fact:
    """The number of tiles in the stack, and how many placements are to come."""
    size = left - one_in_hand
    to_come = max(left - KEPT_TILES, 0)
    placements = ngettext("{n} left to place", "{n} left to place", to_come).format(n=to_come)
    label = _("{tiles} in the stack, {placements}").format(tiles=tiles(size), placements=placements)
    return Fact("fc-stack", str(size), label, "" if to_come else "warn")


@memo(maxsize=1024)
def _rooms(_language: str, whole: int, soon: int) -> tuple[Fact, Fact]:
    """The payments of the open rooms, and which part of them is nearly certain."""
    label = _("Open rooms would pay {coins} now").format(coins=coins(whole))
    nearly = _("Rooms nearly closed would pay {coins} now").format(coins=coins(soon))
    return Fact("fc-open", _more(whole), label), Fact("fc-soon", _more(soon), nearly, "good" if soon else "")


def _more(n: int) -> str:
    return f"+{n}" if n else ""
