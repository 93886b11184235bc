"""The moves since a seat's last action, for spectators the latest ones: as sentences, and as marks on the board.

No web framework here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from hanlin.core.i18n.seat_names import spoken
from hanlin.core.lib.memo import memo, size_of
from hanlin.drawing import Drawing
from hanlin.drawing.palette import SEATS
from hanlin.server.tables.events import SPECTATOR
from hanlin.server.tables.log import Moment, addressed, moments
from hanlin.server.tables.table import Table
from hanlin.server.views.board import draw_board, shown_to_all
from hanlin.server.views.svg_diff import Parts, marked, news, parts

PART = 1_000
"""Approximate bytes of a part of a board: its id, its text, and the entry."""
MOST = 8
"""The most turns of others that are marked separately; earlier ones count to the first of them."""

_RINGS = re.compile(r'<g class="since"[^>]*>(?:<(?!g\b)[^>]*/>)*</g>')
"""The rings that a board shows around things that are new since its viewer's last action."""


class News(msgspec.Struct, frozen=True):
    """Moves of others. ``marks``: by part of the board, the flower that marks it and the index of the move that changed it."""

    moments: tuple[Moment, ...]
    marks: dict[str, tuple[str, int]]


class Turn(msgspec.Struct, frozen=True):
    """Consecutive plies of one seat, with chance's plies in between."""

    seat: int
    first: int
    after: int


def news_since(table: Table, viewer: int | None, shape: str, reader: int | None = None, until: int | None = None) -> News:
    """The others' moves since the viewer's last action, or since the game began; for spectators the latest turn of each seat.

    ``reader``: the seat that the sentences call "you". ``until``: the last ply that the viewer may see.
    """
    actors = [actor for actor, _text in table.position.moves][:until]
    if viewer is None:
        return News((), {})
    began = next((ply for ply, actor in enumerate(actors) if actor >= 0), len(actors))
    if viewer < 0:
        latest = turns(actors, began)[-table.row.players :]
        since = latest[0].first if latest else began
    else:
        since = len(actors) - actors[::-1].index(viewer) if viewer in actors else began
    lines = table.log(viewer, len(actors))[since:]
    log = enumerate(lines if reader is None else [addressed(each, reader) for each in lines], since)
    found = [each for each in moments(log) if each.seat not in (None, viewer)]
    return News(tuple(found), _marks(table, shape, turns(actors, since), found) if found else {})


def turns(actors: list[int], since: int) -> list[Turn]:
    """The turns of others from a ply on, at most ``MOST``."""
    found: list[Turn] = []
    for ply in range(since, len(actors)):
        seat = actors[ply]
        if found and (seat < 0 or seat == found[-1].seat):
            found[-1] = Turn(found[-1].seat, found[-1].first, ply + 1)
        elif seat >= 0:
            found.append(Turn(seat, ply, ply + 1))
    return found[-MOST:]


def _marks(table: Table, shape: str, of: list[Turn], done: list[Moment]) -> dict[str, tuple[str, int]]:
    found: dict[str, tuple[str, int]] = {}
    for turn in of:
        told = [(n, each) for n, each in enumerate(done) if turn.first < each.after and each.ply < turn.after]
        if not told:
            continue
        flower, new = SEATS[table.game.colours[turn.seat]], _news_between(table, shape, turn.first, turn.after)
        found.update({key: (flower, n) for key, n in attributed(told, new).items()})
    return found


def attributed(told: Sequence[tuple[int, Moment]], new: frozenset[str]) -> dict[str, int]:
    """The parts of the board that a turn has changed, each with the number of the move that did it.

    Where the sentences name places, only these: the rest of what looks different made room for them."""
    named = {key: n for n, each in told for line in each.lines for key in line.at.split("|") if key in new}
    return named or dict.fromkeys(new, told[0][0])


def parts_at(table: Table, shape: str, ply: int) -> Parts:
    """The parts of the board before a ply, as everybody saw it: parsed once for all viewers.

    The rings around a viewer's new things are not news themselves.
    """

    def make() -> Parts:
        found: Parts = {}
        for layer in _public_board(table, shape, ply).layers:
            found.update(_parts_of(layer))
        return found

    found: Parts = _kept(table, ("parts", shape, spoken(), ply), make, _size_of_parts)
    return found


def _news_between(table: Table, shape: str, first: int, after: int) -> frozenset[str]:
    """The parts of the board that are new after some plies: found once for all viewers."""

    def make() -> frozenset[str]:
        before, then = (parts_at(table, shape, ply) for ply in (first, after))
        return frozenset(news(before, then))

    found: frozenset[str] = _kept(table, ("news", shape, spoken(), first, after), make, size_of)
    return found


def _size_of_parts(of: Parts) -> int:
    """The bytes that the parts of a board take; their texts are pieces of its layers."""
    return PART * len(of)


def _kept(table: Table, key: Any, make: Callable[[], Any], size: Callable[[Any], int]) -> Any:
    """A cached value about past plies; valid until one is undone."""
    found = table.past.get(key)
    if found is None:
        found = make()
        table.past.put(key, found, size(found))
    return found


def _public_board(table: Table, shape: str, ply: int) -> Drawing:
    """The board before a ply as everybody saw it, without choices."""
    if ply == table.ply:
        return shown_to_all(table, ply, shape).board
    return draw_board(table, table.at(ply).seen_by(SPECTATOR).for_show(), shape)


@memo(maxsize=256)
def _parts_of(layer: str) -> Parts:
    """The parts of a layer. Most layers are unchanged at the next ply."""
    return parts(_RINGS.sub("", layer))


def marked_board(board: Drawing, of: News) -> str:
    """The board with the marks on it."""
    return board.on_page(marked(board.layers, of.marks) if of.marks else None)
