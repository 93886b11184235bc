"""What others want to know of a seat at a glance: the figures of its row among the players."""

from __future__ import annotations

from typing import Any

from hanlin.core.faces import Fact
from hanlin.core.language import _, ngettext
from hanlin.core.position import Position
from hanlin.games.forbidden_city.pieces import HIDDEN_TILE, KEPT_TILES, NO_TILE
from hanlin.games.forbidden_city.reading import kinds_of, promises, tiles_left_by_kind
from hanlin.games.forbidden_city.words.names import coins, tile_words, tiles


def summary(seen: Position, seat: int) -> list[Fact]:
    """Coins, the tile in hand, the stack, what the open rooms would pay, and what of that is nearly certain."""
    points = seen.scores[seat]
    facts = [Fact("coin", str(points), coins(points))]
    if seen.over:
        return facts
    whole, soon = promises(seen.state, seat)
    label = _("Open rooms would pay {coins} now").format(coins=coins(whole))
    nearly = _("Rooms nearly closed would pay {coins} now").format(coins=coins(soon))
    return [
        *facts,
        _hand(seen.state, seat),
        _stack(seen.state, seat),
        Fact("fc-open", _more(whole), label),
        Fact("fc-soon", _more(soon), nearly, "good" if soon else ""),
    ]


def _hand(state: Any, seat: int) -> Fact:
    """The tile in hand: whether there is one, and whether who looks may know it."""
    kind = int(state.hand[seat])
    if kind == NO_TILE:
        return Fact("fc-hand", "", _("No tile in hand"))
    if kind == HIDDEN_TILE:
        return Fact("fc-hand", "?", _("A tile in hand, unseen"))
    return Fact("fc-hand", "1", _("In hand: {tile}").format(tile=tile_words(kinds_of(state).faces[kind])))


def _stack(state: Any, seat: int) -> Fact:
    """How many tiles the stack holds, and how many placements are to come."""
    left = sum(tiles_left_by_kind(state, seat).values())
    size = left - (int(state.hand[seat]) != NO_TILE)
    to_come = max(left - KEPT_TILES, 0)
    placements = ngettext("{n} placement to come", "{n} placements to come", to_come).format(n=to_come)
    label = _("{tiles} in the stack, {placements}").format(tiles=tiles(size), placements=placements)
    return Fact("fc-stack", str(size), label, "" if to_come else "warn")


def _more(n: int) -> str:
    return f"+{n}" if n else ""
