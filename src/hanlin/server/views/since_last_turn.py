"""What happened since a seat's last action: in words, and as marks on the board. No web framework here."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec

from hanlin.core.i18n.seat_names import spoken
from hanlin.core.lib.memo import memo, size_of
from hanlin.drawing import Drawing
from hanlin.drawing.palette import SEATS
from hanlin.server.tables.log import Moment, moments
from hanlin.server.tables.table import SPECTATOR, Table
from hanlin.server.views.board import draw_board, shown_to_all
from hanlin.server.views.svg_diff import Parts, marked, news, parts

PART = 1_000
"""Bytes of a part of a board, about: its id, its text, and the entry."""
MOST = 8
"""How many turns of others are marked apart; what was done earlier belongs to the first of them."""

_RINGS = re.compile(r'<g class="since"[^>]*>(?:<(?!g\b)[^>]*/>)*</g>')
"""What a board shows round things that came since its viewer's last action."""


class News(msgspec.Struct, frozen=True):
    """What others did. ``marks``: for parts of the board, whose flower marks them and which of the moments changed them."""

    moments: tuple[Moment, ...]
    marks: dict[str, tuple[str, int]]


class Turn(msgspec.Struct, frozen=True):
    """Plies in a row of one seat, with what chance did in between."""

    seat: int
    first: int
    after: int


def news_since(table: Table, viewer: int | None, shape: str) -> News:
    """What others did since the viewer's last action; nothing for who has no seat, or has not acted yet."""
    actors = [actor for actor, _text in table.position.moves]
    if viewer is None or viewer not in actors or viewer < 0:
        return News((), {})
    since = len(actors) - actors[::-1].index(viewer)
    log = enumerate(table.log(viewer, table.ply)[since:], since)
    told = [each for each in moments(log) if each.seat not in (None, viewer)]
    return News(tuple(told), _marks(table, shape, turns(actors, since), told) if told else {})


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


def _marks(table: Table, shape: str, of: list[Turn], told: list[Moment]) -> dict[str, tuple[str, int]]:
    found: dict[str, tuple[str, int]] = {}
    for turn in of:
        number = next((n for n, each in enumerate(told) if turn.first < each.after and each.ply < turn.after), None)
        if number is not None:
            flower = SEATS[table.game.colours[turn.seat]]
            found.update(dict.fromkeys(_news_between(table, shape, turn.first, turn.after), (flower, number)))
    return found


def parts_at(table: Table, shape: str, ply: int) -> Parts:
    """The parts of the board before a ply, as everybody saw it: taken apart once for all who look.

    The rings round what is new to a viewer are no news themselves.
    """

    def make() -> Parts:
        found: Parts = {}
        for layer in _public_board(table, shape, ply).layers:
            found.update(_parts_of(layer))
        return found

    found: Parts = _kept(table, ("parts", shape, spoken(), ply), make, _size_of_parts)
    return found


def _news_between(table: Table, shape: str, first: int, after: int) -> frozenset[str]:
    """The parts of the board that are new after some plies: found once for all who look."""

    def make() -> frozenset[str]:
        before, then = (parts_at(table, shape, ply) for ply in (first, after))
        return frozenset(news(before, then))

    found: frozenset[str] = _kept(table, ("news", shape, spoken(), first, after), make, size_of)
    return found


def _size_of_parts(of: Parts) -> int:
    """Bytes of what the parts of a board take; their texts are pieces of its layers."""
    return PART * len(of)


def _kept(table: Table, key: Any, make: Callable[[], Any], size: Callable[[Any], int]) -> Any:
    """Something about plies of the past, which stands until one is taken back."""
    found = table.past.get(key)
    if found is None:
        found = make()
        table.past.put(key, found, size(found))
    return found


def _public_board(table: Table, shape: str, ply: int) -> Drawing:
    """The board before a ply as everybody saw it, to be looked at only."""
    if ply == table.ply:
        return shown_to_all(table, ply, shape).board
    return draw_board(table, table.at(ply).seen_by(SPECTATOR).for_show(), shape)


@memo(maxsize=256)
def _parts_of(layer: str) -> Parts:
    """The parts of a layer. Most layers are the same text again at the next ply."""
    return parts(_RINGS.sub("", layer))


def marked_board(board: Drawing, of: News) -> str:
    """The board with the marks on it."""
    return board.on_page(marked(board.layers, of.marks) if of.marks else None)
