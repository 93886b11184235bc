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
from hanlin.games.forbidden_city.drawing.rooms import gold_outline, hover, shade, stamp
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
_MARGIN = 14
_SMALLEST = {"wide": (9, 7), "tall": (7, 7), "low": (9, 6)}
"""Spaces that a board shows at least, across and down."""


def board(seen: Position, *, shape: str = "wide", above: str = "") -> Drawing:
    """The palace of a view; the spaces can be clicked when the viewer has the turn. ``shape``: "wide", "tall" or "low".

    Its layers: what the tile in hand needs, tiles and rooms, lines round what is new, the free spaces. ``above``: what is
    drawn over the palace, in its units.
    """
    there = read(seen.state)
    palace = there.palace
    left, top, width, height = _frame(palace, shape)
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
def _frame(palace: Palace, shape: str) -> tuple[int, int, int, int]:
    """Left, top, width and height of what is shown, in units: the palace, a space around it, a margin."""
    across, down = _SMALLEST[shape]
    xs, ys = [x for x, _y in palace.faces], [y for _x, y in palace.faces]
    columns, rows = max(xs) - min(xs) + 3, max(ys) - min(ys) + 3
    left = (min(xs) - 1) * CELL - max(across - columns, 0) * CELL // 2 - _MARGIN
    top = (min(ys) - 1) * CELL - max(down - rows, 0) * CELL // 2 - _MARGIN
    return left, top, max(across, columns) * CELL + 2 * _MARGIN, max(down, rows) * CELL + 2 * _MARGIN


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
    return ground, *layers, shades, new, "".join([decoration, *tips]), stamps


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
