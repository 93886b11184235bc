"""One player's own area: the tile in hand, the stack, the coins, and what is left of the tiles."""

from __future__ import annotations

from functools import lru_cache

from hanlin.core.language import _
from hanlin.core.position import Position
from hanlin.core.seats import seat_name
from hanlin.drawing import GOLD_TEXT, INK, SOFT, badge, can, document, glow, group, place, rect, symbol, words
from hanlin.games.forbidden_city.drawing.art import CELL
from hanlin.games.forbidden_city.drawing.tiles import tile_picture
from hanlin.games.forbidden_city.pieces import FINISHED, HIDDEN_TILE, NO_TILE
from hanlin.games.forbidden_city.plan import kinds_of
from hanlin.games.forbidden_city.tiles import Face
from hanlin.games.forbidden_city.words.panels import tiles_left_by_kind
from hanlin.games.forbidden_city.words.question import question
from hanlin.games.forbidden_city.words.terms import coins, tile_words, tiles

_WIDTH = 340
_SMALL = 24
_COLUMNS = 12
_GAP = 3.6


def seat(seen: Position, seat: int) -> str:
    """The area of a seat, as the view knows it."""
    state = seen.state
    left = tiles_left_by_kind(state, seat)
    label = _("{name}: {coins}, {tiles} left").format(
        name=seat_name(seat), coins=coins(int(state.points[seat])), tiles=tiles(sum(left.values()))
    )
    if state.phase == FINISHED:
        return document(f"fcs{seat}", _WIDTH, 56, _purse(seen, seat, 8, 6), label=label)
    hand = int(state.hand[seat])
    body = _hand(seen, seat, hand) + _stack(seen, seat, sum(left.values()) - (hand != NO_TILE))
    body += _purse(seen, seat, 192, 16) + _left(seen, seat, left)
    rows = -(-int(state.kinds) // _COLUMNS)
    return document(f"fcs{seat}", _WIDTH, 92 + rows * (_SMALL + _GAP), body, label=label)


def _hand(seen: Position, seat: int, hand: int) -> str:
    """The tile in hand: its face for who may see it, otherwise its back. It is to be clicked when it fits nowhere."""
    if hand == NO_TILE:
        return rect(5, 5, 72, 72, 4, fill="none", stroke=SOFT, stroke_width=1, stroke_dasharray="3 4", opacity=0.6)
    if hand == HIDDEN_TILE:
        title = _("A tile in hand, unseen")
        return group(f"<title>{title}</title>" + place(f"fc-back-{seat}", 0, 0, CELL), 5, 5, 1.2)
    face = kinds_of(seen.state).faces[hand]
    title = _("In hand: {tile}").format(tile=tile_words(face))
    drawn = group(f"<title>{title}</title>" + tile_picture(face, seat), 5, 5, 1.2, data_key=f"hand {seat}")
    if seen.actor != seat:
        return drawn
    misfits = [choice for choice in question(seen).choices if choice.action in ("unfit", "pass")]
    return can(misfits[0].action, misfits[0].label, drawn + glow(5, 5, 72, 72)) if misfits else drawn


def _stack(seen: Position, seat: int, size: int) -> str:
    """The stack, as high as it has tiles, with their number."""
    if size <= 0:
        return rect(95, 5, 72, 72, 4, fill="none", stroke=SOFT, stroke_width=1, stroke_dasharray="3 4", opacity=0.6)
    layers = min(1 + size // 5, 6)
    pile = "".join(place(f"fc-back-{seat}", 95 + 1.6 * layer, 10 - 1.6 * layer, 66) for layer in range(layers))
    title = _("{tiles} in the stack").format(tiles=tiles(size))
    if under := int(seen.state.unders[seat]):
        title = _("{stack}, {tiles} of them shown before").format(stack=title, tiles=tiles(under))
    return f"<g><title>{title}</title>{pile}{badge(132, 78, str(size), 14)}</g>"


def _purse(seen: Position, seat: int, x: float, y: float) -> str:
    points = int(seen.state.points[seat])
    return (
        f"<g><title>{coins(points)}</title>"
        + symbol("coin", x, y, 44)
        + words(x + 54, y + 34, points, 36, anchor="start", fill=GOLD_TEXT, font_weight="700")
        + "</g>"
    )


def _left(seen: Position, seat: int, left: dict[int, int]) -> str:
    """All kinds of tiles, small; those that are no longer in stack or hand are faint."""
    faces = kinds_of(seen.state).faces
    own = int(seen.state.hand[seat])
    parts = []
    for kind, face in enumerate(faces):
        x = 5 + kind % _COLUMNS * (_SMALL + _GAP)
        y = 92 + kind // _COLUMNS * (_SMALL + _GAP)
        parts.append(group(_small(face, seat, left.get(kind, 0), kind == own), x, y))
    return "".join(parts)


@lru_cache(maxsize=1024)
def _small(face: Face, seat: int, number: int, in_hand: bool) -> str:
    drawn = group(tile_picture(face, seat), scale=_SMALL / CELL, opacity=None if number else 0.16)
    several = badge(_SMALL - 4, _SMALL - 4, str(number), 9) if number > 1 else ""
    around = rect(-1, -1, _SMALL + 2, _SMALL + 2, 1.5, fill="none", stroke=INK, stroke_width=1.6) if in_hand else ""
    return f"<title>{tile_words(face)}</title>" + drawn + around + several
