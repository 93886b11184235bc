"""Rooms over the tiles: the shade of a closed one, its seal, the outline that shows where a room lies."""

from __future__ import annotations

from hanlin.core.lib.memo import memo
from hanlin.drawing import (
    INK,
    LINE,
    RAISED,
    circle,
    colour,
    element,
    flower,
    group,
    path,
    rect,
    seal,
    seat_colour,
)
from hanlin.games.forbidden_city.drawing.art import CELL
from hanlin.games.forbidden_city.palace import Palace, Room, Where
from hanlin.games.forbidden_city.pieces import COLOUR_OF_SEAT
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
    """True where the room goes on across that edge."""
    beyond = palace.beyond(place, side)
    other = palace.faces.get(beyond)
    if other is None or palace.faces[place].walls[side] or other.walls[side ^ 2]:
        return False
    return palace.room_at(beyond, other.part_at(side ^ 2)) == room.number


def shade(room: Room) -> str:
    """A closed room is a shade darker."""
    return path(area(room), fill=LINE, opacity=0.17)


def hover(room: Room, tip: str) -> str:
    """A room to point at: its outline shows, and what there is to say about it."""
    wash = path(area(room), fill=INK, fill_opacity=0.14, stroke=INK, stroke_width=2.5, opacity=0, class_="wash")
    return element("g", wash, class_="lights", role="img", aria_label=_label(room), data_tip=tip)


def _label(room: Room) -> str:
    return sentence(sized_room(room.floor, room.tiles))


def stamp(room: Room) -> str:
    """The seal of a closed room: its value, and the flowers of those who were paid, in order.

    Where the value is too fine to be read the seal is not shown (``label``), and the flowers are larger in its place.
    """
    x, y = stamp_place(room)
    flowers = "".join(paid_flower(seat, place) for place, seat in enumerate(paid_seats(room.pays)))
    worth = element("g", seal(0, 0, str(room.value), 21), class_="label")
    paid = element("g", flowers, class_="paid") if flowers else ""
    return group(worth + paid, x, y, class_="stamp", role="img", aria_label=_label(room), data_tip=closed_room_words(room))


_PILL = 32
"""Units across what shows a payment: two digits and a flower."""


def payment_parts(players: int, prefix: str) -> str:
    """Definitions for ``payment``: a blank seal, and for each seat its flower with space for figures to the left."""
    pill = rect(-12 - _PILL, -8.5, _PILL, 17, 8.5, fill=RAISED, stroke=LINE, stroke_width=0.9)
    seats = "".join(element("g", pill + paid_flower(seat, 0), id=f"{prefix}-f{seat}") for seat in range(players))
    return element("g", seal(0, 0, "", 21), id=f"{prefix}-s") + seats


def payment(pays: tuple[tuple[int, int], ...], value: int, prefix: str) -> str:
    """The value and payments of a room if it closed: its seal, and to the left each flower with its coins."""
    drawn = ""
    for place, seat in enumerate(paid_seats(pays)):
        x = -place * (_PILL + 2)
        flower_ = element("use", href=f"#{prefix}-f{seat}", x=x or None)
        drawn += f'{flower_}<text x="{x - 34}" y="4">{pays[seat][0]}</text>'
    worth = element("text", str(value), y=4, fill=colour("lacquer-on"))
    coins = element("g", drawn, fill=INK) if drawn else ""
    return f'{coins}<use href="#{prefix}-s"/>{worth}'


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


@memo(maxsize=256)
def paid_flower(seat: int, place: int) -> str:
    """The flower of a seat that is paid, to the left of the seal: the first, second … of them."""
    x = -19.5 - 14 * place
    disc = circle(x, 0, 7.5, fill=seat_colour(COLOUR_OF_SEAT[seat], "soft"), stroke=LINE, stroke_width=0.9)
    return disc + flower(COLOUR_OF_SEAT[seat], x - 6, -6, 12)


def stamp_place(room: Room) -> tuple[float, float]:
    """Where the seal goes: at the lower edge of the space of the room that has the fewest figures."""
    return _stamp_place(room.parts)


@memo(maxsize=2048)
def _stamp_place(parts: tuple[Where, ...]) -> tuple[float, float]:
    x, y, _number, sides, _figures = min(parts, key=lambda part: (4 - len(part.sides), part.figures, -part.y))
    if len(sides) == 4:
        return x * CELL + 48.5, y * CELL + 50
    return x * CELL + (48.5 if 1 in sides else 30), y * CELL + (50 if 2 in sides else 11)
