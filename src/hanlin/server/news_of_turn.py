"""What happened since a seat's last action: in words, and as marks on the board. No web framework here."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from hanlin.core.position import Position
from hanlin.core.seats import spoken
from hanlin.drawing.palette import SEATS
from hanlin.server.changes import Parts, marked, news, parts
from hanlin.server.chronicle import Moment, moments
from hanlin.server.table import SPECTATOR, Table

MOST = 8
"""How many turns of others are marked apart; what was done earlier belongs to the first of them."""
KEPT = 24
"""How many drawings of a table are remembered by their parts."""

_RINGS = re.compile(r'<g class="since"[^>]*>(?:<(?!g\b)[^>]*/>)*</g>')
"""What a board shows round things that came since its viewer's last action."""


@dataclass(frozen=True, slots=True)
class News:
    """What others did. ``marks``: for parts of the board, whose flower marks them and which of the moments changed them."""

    moments: tuple[Moment, ...]
    marks: dict[str, tuple[str, int]]


@dataclass(frozen=True, slots=True)
class Turn:
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
    told = [each for each in moments(table.log(viewer, table.ply)[since:], since) if each.seat not in (None, viewer)]
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
            before, after = (parts_at(table, shape, ply) for ply in (turn.first, turn.after))
            found.update(dict.fromkeys(news(before, after), (flower, number)))
    return found


def parts_at(table: Table, shape: str, ply: int) -> Parts:
    """The parts of the board before a ply, as everybody saw it: taken apart once for all who look.

    The rings round what is new to a viewer are no news themselves.
    """
    key = (shape, spoken(), ply)
    if key not in table.drawn:
        while len(table.drawn) >= KEPT:
            table.drawn.popitem(last=False)
        found: Parts = {}
        for layer in _public_layers(table, shape, ply):
            found.update(_parts_of(layer))
        table.drawn[key] = found
    kept: Parts = table.drawn[key]
    return kept


def _public_layers(table: Table, shape: str, ply: int) -> tuple[str, ...]:
    """The board before a ply as everybody saw it, to be looked at only: its layers, or all of it where it has none."""
    seen = (table.seen_by(SPECTATOR) if ply == table.ply else table.at(ply).seen_by(SPECTATOR)).for_show()
    if not hasattr(table.game.drawing, "page_art"):
        return (draw_board(table, seen, shape),)
    layers: tuple[str, ...] = _shaped(table.game.drawing.board_in_layers, shape)(seen).layers
    return layers


@lru_cache(maxsize=256)
def _parts_of(layer: str) -> Parts:
    """The parts of a layer. Most layers are the same text again at the next ply."""
    return parts(_RINGS.sub("", layer))


def draw_board(table: Table, seen: Position, shape: str) -> str:
    """The board in a shape, where the game has several; for a page that holds the game's art (``page_art``), if it has some."""
    return _drawn(table, "board", shape)(seen)


def draw_seat(table: Table, seen: Position, seat: int, shape: str) -> str:
    """A seat's own area, as ``draw_board`` has the board."""
    return _drawn(table, "seat", shape)(seen, seat)


def page_art(table: Table) -> str:
    """What a page holds once for all drawings of a table; nothing where the game's drawings are whole themselves."""
    art = getattr(table.game.drawing, "page_art", None)
    return str(art(table.position)) if art else ""


def _drawn(table: Table, what: str, shape: str) -> Callable[..., str]:
    drawing = table.game.drawing
    if hasattr(drawing, "page_art"):
        in_layers = _shaped(getattr(drawing, f"{what}_in_layers"), shape)
        return lambda *of: str(in_layers(*of).on_page())
    whole = _shaped(getattr(drawing, what), shape)
    return lambda *of: str(whole(*of))


@lru_cache(maxsize=64)
def _shaped(draw: Callable[..., Any], shape: str) -> Callable[..., Any]:
    return partial(draw, shape=shape) if "shape" in inspect.signature(draw).parameters else draw


def marked_board(drawing: str, of: News) -> str:
    """A drawing of the board with the marks on it."""
    return marked(drawing, of.marks)
