"""Rooms over the tiles: the shade of a closed one, its seal, the outline that shows its place."""

from __future__ import annotations

from hanlin.core.lib.memo import memo
from hanlin.drawing import (
    INK,
    LINE,
    RAISED,
    SOFT,
    circle,
    colour,
    element,
    flower,
    group,
    path,
    rect,
    seal,
    seat_colour,
    words,
    words_width,
)
from hanlin.games.forbidden_city.drawing.art import CELL
from hanlin.games.forbidden_city.palace import Palace, Room, Where
from hanlin.games.forbidden_city.pieces import COLOUR_OF_SEAT
from hanlin.games.forbidden_city.words.consequences import leaders, room_key
from hanlin.games.forbidden_city.words.names import closed_room_words, sentence, sized_room

_CORNERS = ((0, 0), (CELL, 0), (CELL, CELL), (0, CELL))
"""The corners of a space: side i goes from corner i to corner i + 1."""


def area(room: Room) -> str:
    """The parts of a room as the outline of a path."""
    return _area(room.parts)


@memo(maxsize=2048)
def _area(parts: tuple[Where, ...]) -> str:
    return "".join([_shape(x, y, sides) for x, y, _number, sides, _figures in parts])


@memo(maxsize=2048)
def _shape(x: int, y: int, sides: tuple[int, ...]) -> str:
    if len(sides) == 4:
        return f"M{x * CELL} {y * CELL}h{CELL}v{CELL}h-{CELL}z"
    corners = sorted(set(sides) | {(side + 1) % 4 for side in sides})
    return "M" + "L".join(f"{x * CELL + _CORNERS[corner][0]} {y * CELL + _CORNERS[corner][1]}" for corner in corners) + "z"


def outline(room: Room, palace: Palace) -> str:
    """The edges round a room, as a path: those that it does not share with itself, and its diagonal walls."""
    lines = []
    for x, y, _number, sides, _figures in room.parts:
        for side in sides:
            if not _goes_on(room, palace, (x, y), side):
                ends = (_CORNERS[side], _CORNERS[(side + 1) % 4])
                lines.append("M" + "L".join(f"{x * CELL + dx} {y * CELL + dy}" for dx, dy in ends))
        if len(sides) == 2:
            first = next(side for side in sides if (side - 1) % 4 not in sides)
            ends = (_CORNERS[first], _CORNERS[(first + 2) % 4])
            lines.append("M" + "L".join(f"{x * CELL + dx} {y * CELL + dy}" for dx, dy in ends))
    return "".join(lines)


def _goes_on(room: Room, palace: Palace, place: tuple[int, int], side: int) -> bool:
    """True if the room continues across that edge."""
    beyond = palace.beyond(place, side)
    other = palace.faces.get(beyond)
    if other is None or palace.faces[place].walls[side] or other.walls[side ^ 2]:
        return False
    return palace.room_at(beyond, other.part_at(side ^ 2)) == room.number


def shade(room: Room) -> str:
    """A closed room is a shade darker."""
    return path(area(room), fill=LINE, opacity=0.17)


def hover(room: Room, tip: str) -> str:
    """A room under the pointer: its outline, and its description."""
    wash = path(area(room), fill=INK, fill_opacity=0.14, stroke=INK, stroke_width=2.5, opacity=0, class_="wash")
    named = {"data_key": room_key(room), "data_still": ""}
    return element("g", wash, class_="lights", role="img", aria_label=_label(room), data_tip=tip, **named)


def _label(room: Room) -> str:
    return sentence(sized_room(room.floor, room.tiles))


# What is "steady" is drawn in pixels: the page keeps it at that size, however large the palace is.
_SEAL = 24
_PILL = 19
_DISC = 16
_FIGURE = 13
_SMALLER = 12


def stamp(room: Room) -> str:
    """The seal of a closed room in a corner: its value, and the flowers of those who were paid, in order."""
    x, y, right, low = corner(room, right=True)
    flowers = "".join([_disc(seat, place) for place, seat in enumerate(paid_seats(room.pays))])
    paid = element("g", flowers, class_="paid") if flowers else ""
    box = group(seal(0, 0, str(room.value), _SEAL) + paid, -_SEAL / 2 if right else _SEAL / 2, -_SEAL / 2 if low else _SEAL / 2)
    tip = closed_room_words(room)
    return group(element("g", box, class_="steady"), x, y, class_="stamp", role="img", aria_label=_label(room), data_tip=tip)


def room_value(room: Room) -> str:
    """An open room's value now with the flowers of those who lead, and its open sides: in a corner, for the lens.

    It is drawn three times, for tiles that are large, middling and small on the screen; the page shows one.
    """
    x, y, right, low = corner(room)
    ahead = leaders(room)
    edge = seat_colour(COLOUR_OF_SEAT[ahead[0]]) if len(ahead) == 1 else LINE
    flowers = "".join([flower(COLOUR_OF_SEAT[seat], 3 + 13 * place, 2, 14) for place, seat in enumerate(ahead[:2])])
    value, edges = str(room.value), str(room.open_edges)
    wide, start = round(words_width(value, _FIGURE)), 5 + 13 * len(ahead[:2])
    figure = words(start, 13.4, value, _FIGURE, anchor="start", fill=INK, font_weight="700")
    at = start + wide + 5
    gate = path(f"M{at} 5v8h8v-8", fill="none", stroke=SOFT, stroke_width=1.6)
    gate += words(at + 11, 13, edges, _SMALLER, anchor="start", fill=SOFT)
    alone = words(5, 13.4, value, _FIGURE, anchor="start", fill=INK, font_weight="700")
    ways = (
        (at + 16 + round(words_width(edges, _SMALLER)), flowers + figure + gate, "roomy"),
        (at, flowers + figure + _pips(room.open_edges, at), "narrow"),
        (wide + 10, alone + _pips(room.open_edges, wide + 10), "bare"),
    )
    parts = [
        group(
            _pill(width, edge) + content,
            -width if right else 0,
            -_PILL if low else 0,
            class_=name,
            display=None if name == "roomy" else "none",
        )
        for width, content, name in ways
    ]
    return group(element("g", "".join(parts), class_="steady"), x, y)


def _pips(number: int, width: int) -> str:
    """A tick along the lower edge for each open side, as many as fit."""
    shown = min(number, (width - 4) // 5)
    start = (width - 5 * shown + 2) / 2
    return path("".join([f"M{start + 5 * n:g} 16.5h3" for n in range(shown)]), stroke=SOFT, stroke_width=2)


def _pill(width: float, edge: str) -> str:
    return rect(0, 0, width, _PILL, 5, fill=RAISED, fill_opacity=0.93, stroke=edge, stroke_width=1.4)


def _disc(seat: int, place: int) -> str:
    """The flower of a seat that is paid, to the left of the seal: the first, second … of them."""
    x = -_SEAL / 2 - _DISC / 2 - 1 - (_DISC - 1) * place
    disc = circle(x, 0, _DISC / 2, fill=seat_colour(COLOUR_OF_SEAT[seat], "soft"), stroke=LINE, stroke_width=0.9)
    return disc + flower(COLOUR_OF_SEAT[seat], x - 6, -6, 12)


def gold_outline(room: Room, palace: Palace) -> str:
    """The outline of a room that has just been closed."""
    edge = outline(room, palace)
    return group(
        path(edge, stroke=colour("gold"), stroke_width=4.4) + path(edge, stroke=colour("gold-soft"), stroke_width=1.6),
        fill="none",
        stroke_linecap="round",
        class_="breathe",
    )


def paid_seats(pays: tuple[tuple[int, int], ...]) -> list[int]:
    """The seats that a room pays, who gets most first."""
    return [seat for seat, (_points, why) in sorted(enumerate(pays), key=lambda entry: -entry[1][0]) if why]


_INSET = 4
"""Units between a corner and what is drawn there."""


def corner(room: Room, right: bool = False) -> tuple[float, float, bool, bool]:
    """A corner of a room for its value: of the space with the fewest figures, below their faces.

    Its place, and whether it is a right one and a lower one. ``right``: to the right in a whole space.
    """
    return _corner(room.parts, right)


@memo(maxsize=2048)
def _corner(parts: tuple[Where, ...], right: bool) -> tuple[float, float, bool, bool]:
    x, y, _number, sides, _figures = min(parts, key=lambda part: (4 - len(part.sides), part.figures, -part.y))
    if len(sides) == 4:
        low = True
    else:
        right, low = 1 in sides, 2 in sides
    across = CELL - _INSET if right else _INSET
    down = CELL - _INSET if low else _INSET
    return x * CELL + across, y * CELL + down, right, low
