"""The common board: the palace seen from above, and the spaces where the tile in hand may go."""

from __future__ import annotations

from functools import lru_cache

from hanlin.core.language import current_language, ngettext
from hanlin.core.position import Position
from hanlin.drawing import ACCENT, LINE, SANS, SOFT, document, group, path, rect, words
from hanlin.games.forbidden_city.drawing.art import CELL
from hanlin.games.forbidden_city.drawing.offers import offers
from hanlin.games.forbidden_city.drawing.rooms import gold_outline, hover, shade, stamp
from hanlin.games.forbidden_city.drawing.tiles import tile_picture
from hanlin.games.forbidden_city.pieces import GREY
from hanlin.games.forbidden_city.reading import Palace, Place, Room, palace_of
from hanlin.games.forbidden_city.tiles import Face
from hanlin.games.forbidden_city.words.names import closed_room_words, open_room_words

_ID = "fcb"
"""What the ids of the board begin with."""
_MARGIN = 26
_SMALLEST = {"wide": (9, 7), "tall": (7, 7)}
"""Spaces that a board shows at least, across and down."""


def board(seen: Position, shape: str = "wide") -> str:
    """The palace of a view; the spaces can be clicked when the viewer has the turn. ``shape``: "wide" or "tall"."""
    palace = palace_of(seen.state)
    left, top, width, height = _frame(palace, shape)
    defined, spots = offers(seen)
    body = defined + _coordinates(palace, left, top) + _tiles_and_rooms(palace, current_language()) + spots
    placed = int(seen.state.placed)
    label = ngettext(
        "The palace, seen from above: {n} tile lies beside the start tile.",
        "The palace, seen from above: {n} tiles lie round the start tile.",
        placed,
    ).format(n=placed)
    return document(_ID, width, height, group(body, -left, -top), label=label, class_="board-fc", data_zoom="")


def _frame(palace: Palace, shape: str) -> tuple[int, int, int, int]:
    """Left, top, width and height of what is shown, in units: the palace, a space around it, a margin."""
    across, down = _SMALLEST[shape]
    xs, ys = [x for x, _y in palace.faces], [y for _x, y in palace.faces]
    columns, rows = max(xs) - min(xs) + 3, max(ys) - min(ys) + 3
    left = (min(xs) - 1) * CELL - max(across - columns, 0) * CELL // 2 - _MARGIN
    top = (min(ys) - 1) * CELL - max(down - rows, 0) * CELL // 2 - _MARGIN
    return left, top, max(across, columns) * CELL + 2 * _MARGIN, max(down, rows) * CELL + 2 * _MARGIN


def _coordinates(palace: Palace, left: int, top: int) -> str:
    """The numbers of columns and rows, small, at the upper and the left margin."""
    xs, ys = {x for x, _y in palace.free()}, {y for _x, y in palace.free()}
    across = "".join(words(x * CELL + CELL / 2, top + 16, x, 12, fill=SOFT, font_family=SANS) for x in sorted(xs))
    down = "".join(words(left + 13, y * CELL + CELL / 2 + 4, y, 12, fill=SOFT, font_family=SANS) for y in sorted(ys))
    return group(across + down, opacity=0.75)


# -- the palace --------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def _tiles_and_rooms(palace: Palace, language: str) -> str:
    """The tiles and rooms: all that everybody sees, drawn once for all."""
    ground = path(
        "".join(f"M{x * CELL + 3} {y * CELL + 4}h{CELL}v{CELL}h-{CELL}z" for x, y in palace.faces), fill=LINE, opacity=0.16
    )
    tiles = "".join(
        _tile(face, palace.seats.get(place, -1), place, number) for number, (place, face) in enumerate(palace.faces.items())
    )
    rooms = palace.rooms()
    shades = "".join(_shade(room) for room in rooms if not room.open_edges and room.floor != GREY)
    tips = "".join(_open_room(room, language) for room in rooms if room.open_edges)
    tips += "".join(_closed_room(room, language) for room in palace.closings)
    new = "".join(gold_outline(room, palace) for room in palace.just_closed)
    stamps = "".join(_stamp(room, language) for room in palace.closings)
    return ground + tiles + shades + _latest(palace) + new + tips + stamps


# What does not change from one ply to the next is drawn once.
_shade = lru_cache(maxsize=1024)(shade)


@lru_cache(maxsize=1024)
def _open_room(room: Room, _language: str) -> str:
    return hover(room, open_room_words(room))


@lru_cache(maxsize=1024)
def _closed_room(room: Room, _language: str) -> str:
    return hover(room, closed_room_words(room))


@lru_cache(maxsize=1024)
def _stamp(room: Room, _language: str) -> str:
    return stamp(room)


_GARDENS = {(1, -1): 1, (1, 1): 2, (-1, 1): 3}
"""How the gardens at the corners of the start tile are turned, in quarters."""


@lru_cache(maxsize=4096)
def _tile(face: Face, seat: int, place: Place, number: int) -> str:
    return group(tile_picture(face, seat, _GARDENS.get(place, 0)), place[0] * CELL, place[1] * CELL, data_key=f"tile {number}")


def _latest(palace: Palace) -> str:
    """A line round the tile that was placed last."""
    if palace.latest is None:
        return ""
    x, y = palace.latest
    return rect(x * CELL - 1, y * CELL - 1, CELL + 2, CELL + 2, 2, fill="none", stroke=ACCENT, stroke_width=2.2)
