"""One player's own area: the tile in hand, the stack, the coins, and what is left of the tiles."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from hanlin.core.faces import Choice
from hanlin.core.language import _, current_language
from hanlin.core.position import Position
from hanlin.drawing import GOLD_TEXT, INK, SANS, SOFT, badge, can, document, glow, group, place, rect, symbol, words
from hanlin.games.forbidden_city.drawing.art import CELL
from hanlin.games.forbidden_city.drawing.tiles import tile_picture
from hanlin.games.forbidden_city.pieces import FINISHED, HIDDEN_TILE, NO_TILE
from hanlin.games.forbidden_city.reading import Kinds, kinds_of, tiles_left_by_kind
from hanlin.games.forbidden_city.tiles import Face
from hanlin.games.forbidden_city.words.names import coins, seat_name, tile_words, tiles
from hanlin.games.forbidden_city.words.question import question

_WIDTH = 340
_SMALL = 24
_COLUMNS = 12
_GAP = 3.6


def seat(seen: Position, seat: int) -> str:
    """The area of a seat, as the view knows it."""
    state = seen.state
    shown = Shown(
        seat,
        int(state.hand[seat]),
        int(state.points[seat]),
        tuple(tiles_left_by_kind(state, seat).items()),
        int(state.unders[seat]),
        state.phase == FINISHED,
    )
    misfits = question(seen).choices if seen.decides and seen.actor == seat else []
    misfit = misfits[0] if misfits and misfits[0].action in ("unfit", "pass") else None
    return _area(kinds_of(state), shown, misfit, current_language())


class Shown(NamedTuple):
    """All that the area of a seat shows."""

    seat: int
    hand: int
    points: int
    left: tuple[tuple[int, int], ...]
    """The kinds of tiles left, in hand and stack together, and how many of each."""
    unders: int
    finished: bool


@lru_cache(maxsize=256)
def _area(kinds: Kinds, shown: Shown, misfit: Choice | None, _language: str) -> str:
    left = sum(number for _kind, number in shown.left)
    label = _("{name}: {coins}, {tiles} left").format(name=seat_name(shown.seat), coins=coins(shown.points), tiles=tiles(left))
    if shown.finished:
        return document(f"fcs{shown.seat}", _WIDTH, 56, _purse(shown.points, 8, 6), label=label)
    body = (
        _hand(kinds, shown, misfit)
        + _stack(shown, left - (shown.hand != NO_TILE))
        + _purse(shown.points, 192, 16)
        + _left(kinds, shown)
    )
    rows = -(-len(kinds.faces) // _COLUMNS)
    return document(f"fcs{shown.seat}", _WIDTH, 92 + rows * (_SMALL + _GAP), body, label=label)


def _hand(kinds: Kinds, shown: Shown, misfit: Choice | None) -> str:
    """The tile in hand: its face for who may see it, otherwise its back. It is to be clicked when it fits nowhere."""
    if shown.hand == NO_TILE:
        return _empty(5)
    if shown.hand == HIDDEN_TILE:
        title = _("A tile in hand, unseen")
        return group(f"<title>{title}</title>" + place(f"fc-back-{shown.seat}", 0, 0, CELL), 5, 5, 1.2)
    face = kinds.faces[shown.hand]
    title = _("In hand: {tile}").format(tile=tile_words(face))
    drawn = group(f"<title>{title}</title>" + tile_picture(face, shown.seat), 5, 5, 1.2)
    return can(misfit.action, misfit.label, drawn + glow(5, 5, 72, 72)) if misfit is not None else drawn


def _empty(x: float) -> str:
    """The place of a tile that is not there."""
    return rect(x, 5, 72, 72, 4, fill="none", stroke=SOFT, stroke_width=1, stroke_dasharray="3 4", opacity=0.6)


def _stack(shown: Shown, size: int) -> str:
    """The stack, as high as it has tiles, with their number."""
    if size <= 0:
        return _empty(95)
    layers = min(1 + size // 5, 6)
    pile = "".join(place(f"fc-back-{shown.seat}", 95 + 1.6 * layer, 10 - 1.6 * layer, 66) for layer in range(layers))
    title = _("{tiles} in the stack").format(tiles=tiles(size))
    if shown.unders:
        title = _("{stack}, {tiles} of them shown before").format(stack=title, tiles=tiles(shown.unders))
    return f"<g><title>{title}</title>{pile}{badge(132, 78, str(size), 14)}</g>"


def _purse(points: int, x: float, y: float) -> str:
    return (
        f"<g><title>{coins(points)}</title>"
        + symbol("coin", x, y, 44)
        + words(x + 54, y + 34, points, 30, anchor="start", fill=GOLD_TEXT, font_family=SANS, font_weight="600")
        + "</g>"
    )


def _left(kinds: Kinds, shown: Shown) -> str:
    """All kinds of tiles, small; those that are no longer in stack or hand are faint."""
    numbers = dict(shown.left)
    parts = []
    for kind, face in enumerate(kinds.faces):
        x = 5 + kind % _COLUMNS * (_SMALL + _GAP)
        y = 92 + kind // _COLUMNS * (_SMALL + _GAP)
        parts.append(group(_small(face, shown.seat, numbers.get(kind, 0), kind == shown.hand), x, y))
    return "".join(parts)


def _small(face: Face, seat: int, number: int, in_hand: bool) -> str:
    drawn = group(tile_picture(face, seat), scale=_SMALL / CELL, opacity=None if number else 0.16)
    several = badge(_SMALL - 4, _SMALL - 4, str(number), 9) if number > 1 else ""
    around = rect(-1, -1, _SMALL + 2, _SMALL + 2, 1.5, fill="none", stroke=INK, stroke_width=1.6) if in_hand else ""
    return f"<title>{tile_words(face)}</title>" + drawn + around + several
