"""The common board: the palace seen from above, and the spaces where the tile in hand may go."""

from __future__ import annotations

from functools import cache

from hanlin.core.i18n.language import _, current_language, ngettext
from hanlin.core.i18n.seat_names import spoken
from hanlin.core.lib.memo import memo
from hanlin.core.position.position import Position
from hanlin.drawing import (
    FLOWERS,
    INK,
    LINE,
    SYMBOLS,
    Drawing,
    art_names,
    drawing,
    element,
    group,
    rect,
    remembered,
    seat_colour,
    shared_art,
)
from hanlin.games.forbidden_city.drawing.art import CELL
from hanlin.games.forbidden_city.drawing.offers import offers
from hanlin.games.forbidden_city.drawing.rooms import gold_outline, hover, room_value, shade, stamp
from hanlin.games.forbidden_city.drawing.tiles import tile_picture
from hanlin.games.forbidden_city.palace import Laid, Palace, Place, Room
from hanlin.games.forbidden_city.pieces import COLOUR_OF_SEAT, GARDEN, GREY
from hanlin.games.forbidden_city.snapshot import palace_of, read
from hanlin.games.forbidden_city.state import START_SPACES
from hanlin.games.forbidden_city.tiles import Face
from hanlin.games.forbidden_city.words.effects import effect_of, named
from hanlin.games.forbidden_city.words.names import closed_room_words, open_room_words

_ID = "fcb"
"""Prefix of the ids of the board."""
_FRAMES = {"wide": (1120, 770), "tall": (382, 560), "low": (560, 320)}
"""The pixels across and down that the board of each shape has on a usual screen. The page knows better (``data-fit``)."""
_LARGEST = 1.6
"""The pixels of a unit at most: a tile is 96 pixels wide."""


def board(seen: Position, *, shape: str = "wide", above: str = "") -> Drawing:
    """The palace of a view; the spaces can be clicked when the viewer has the turn. ``shape``: "wide", "tall" or "low".

    Its layers: what the tile in hand needs, tiles and rooms, lines round what is new, the free spaces. ``above``: what is
    drawn over the palace, in its units.
    """
    there = read(seen.state)
    palace = there.palace
    left, top, width, height = _frame(palace, shape)
    areas = "|".join([f"{x * CELL} {y * CELL} {across * CELL} {CELL}" for x, y, across in _rows(palace)])
    defined, spots = offers(seen)
    lowest = (defined, *_tiles_and_rooms(palace, spoken()))
    return drawing(
        _ID,
        width,
        height,
        *lowest,
        _since(palace, seen.seat),
        *spots,
        above,
        label=_label(current_language(), there.placed),
        around=(f'<g transform="translate({-left} {-top})" data-key="palace" data-whole="">', "</g>"),
        rings=len(lowest),
        class_="board-fc",
        data_zoom="",
        data_fit=areas,
        data_origin=f"{-left} {-top}",
        data_largest=_LARGEST,
    )


@memo(maxsize=256)
def _label(_language: str, placed: int) -> str:
    return ngettext(
        "The palace from above: {n} tile next to the start tile.",
        "The palace from above: {n} tiles around the start tile.",
        placed,
    ).format(n=placed)


def rings(seen: Position) -> str:
    """The layer of lines round things that are new to the viewer."""
    return _since(palace_of(seen.state), seen.seat)


def page_art(_seen: Position) -> str:
    """The pictures that palaces and areas are made of, for a page that holds them once."""
    return _page_art()


@cache
def _page_art() -> str:
    return shared_art([*FLOWERS, *SYMBOLS, *art_names("fc-")])


@memo(maxsize=32)
def _rows(palace: Palace) -> tuple[tuple[int, int, int], ...]:
    """The rows of the palace and the free spaces around it: the first space of each, and the spaces across."""
    found: dict[int, tuple[int, int]] = {}
    for x, y in (*palace.faces, *palace.meets):
        first, last = found.get(y, (x, x))
        found[y] = min(first, x), max(last, x)
    return tuple([(first, y, last - first + 1) for y, (first, last) in sorted(found.items())])


@memo(maxsize=32)
def _frame(palace: Palace, shape: str) -> tuple[int, int, int, int]:
    """Left, top, width and height of what is shown, in units: the palace and the spaces around it, in the board's shape."""
    across, down = _FRAMES[shape]
    rows = _rows(palace)
    left, right = min(x for x, _y, _n in rows) * CELL, max(x + n for x, _y, n in rows) * CELL
    top, bottom = rows[0][1] * CELL, (rows[-1][1] + 1) * CELL
    scale = min(_LARGEST, across / (right - left), down / (bottom - top))
    width, height = round(across / scale), round(down / scale)
    return (left + right - width) // 2, (top + bottom - height) // 2, width, height


# -- the palace --------------------------------------------------------------------------------------------------------------


_TOGETHER = 9
"""Tiles in a layer, which is the same one again at the next ply. The last ones, too few for that, have a
layer each, so that only one tile is new."""


@memo(maxsize=32)
def _tiles_and_rooms(palace: Palace, names: str) -> tuple[str, ...]:
    """The tiles and rooms, which everybody sees, drawn once for all viewers; ``names``: of the rooms."""
    ground = f'<path d="{"".join([_ground(x, y) for x, y in palace.faces])}" fill="{LINE}" opacity="0.16"/>'
    apart = len(palace.laid) // _TOGETHER * _TOGETHER
    layers = [_tiles(*palace.laid[first : first + _TOGETHER]) for first in range(0, apart, _TOGETHER)]
    layers += [_tile(laid) for laid in palace.laid[apart:]]
    rooms = palace.rooms()
    shades = "".join([_shade(room) for room in rooms if not room.open_edges and room.floor != GREY])
    decoration = _decoration(tuple([(laid.place, laid.face) for laid in palace.laid[:START_SPACES]]))
    tips = [_open_room(names, room) for room in rooms if room.open_edges]
    tips += [_closed_room(names, room) for room in palace.closings]
    new = "".join([gold_outline(room, palace) for room in palace.just_closed])
    stamps = "".join([_stamp(names, room) for room in palace.closings])
    values = "".join([_value(room) for room in rooms if room.open_edges and room.floor != GREY])
    lens = element("g", values, class_="lens", pointer_events="none") if values else ""
    return ground, *layers, shades, new, "".join([decoration, *tips]), stamps, lens


# What does not change from one ply to the next is drawn once.
_shade = memo(maxsize=1024)(shade)


@memo(maxsize=1024)
def _ground(x: int, y: int) -> str:
    return f"M{x * CELL + 3} {y * CELL + 4}h{CELL}v{CELL}h-{CELL}z"


@memo(maxsize=1024)
def _open_room(_names: str, room: Room) -> str:
    return hover(room, open_room_words(room))


@memo(maxsize=1024)
def _closed_room(_names: str, room: Room) -> str:
    return hover(room, closed_room_words(room))


@memo(maxsize=1024)
def _stamp(_names: str, room: Room) -> str:
    return stamp(room)


_value = memo(maxsize=1024)(room_value)


@remembered(8)
def _decoration(start: tuple[tuple[Place, Face], ...]) -> str:
    """Tips for the temple and the gardens of the start tile."""
    found = ""
    for (x, y), face in start:
        floor = face.parts[0].floor
        if len(face.parts) == 1 and floor == GARDEN:
            name, effect = _("Garden"), effect_of("fc-garden")
        elif floor == GREY:
            name, effect = _("Imperial Temple"), effect_of("fc-temple")
        else:
            continue
        spot = rect(x * CELL, y * CELL, CELL, CELL, fill="transparent")
        found += element("g", spot, role="img", aria_label=name, data_tip=named(name, effect))
    return found


_GARDENS = {(1, -1): 1, (1, 1): 2, (-1, 1): 3}
"""The rotation of the gardens at the corners of the start tile, in quarters."""


@memo(maxsize=256)
def _tiles(*laid: Laid) -> str:
    """Tiles in one layer: the very same text at each ply, whose hash is known to all who remember by it."""
    return "".join([_tile(each) for each in laid])


@memo(maxsize=4096)
def _tile(laid: Laid) -> str:
    x, y = laid.place
    picture = tile_picture(laid.face, laid.seat, _GARDENS.get(laid.place, 0))
    return group(picture, x * CELL, y * CELL, data_key=f"tile {laid.number}")


def _since(palace: Palace, viewer: int | None) -> str:
    """A line in its owner's colour round each tile placed since the viewer's own last one, at least round the latest."""
    laid = palace.laid[START_SPACES:]
    own = [each.seat for each in laid]
    first = len(own) - 1
    if viewer in own:
        first = min(len(own) - own[::-1].index(viewer), first)
    return "".join([_ringed(*each.place, each.seat) for each in laid[max(first, 0) :]])


@memo(maxsize=512)
def _ringed(x: int, y: int, seat: int) -> str:
    """A line round a tile in its owner's colour, with one of ink round it so that it is visible on every floor."""
    left, top, paint = x * CELL, y * CELL, COLOUR_OF_SEAT[seat]
    inner = rect(left + 1, top + 1, CELL - 2, CELL - 2, 2, fill="none", stroke=seat_colour(paint), stroke_width=3)
    outer = rect(left - 1.2, top - 1.2, CELL + 2.4, CELL + 2.4, 2, fill="none", stroke=INK, stroke_width=1.6)
    return element("g", inner + outer, class_="since", pointer_events="none")
