"""A tile as a picture: floor by floor, wall by wall, figures always upright."""

from __future__ import annotations

from hanlin.core.lib.memo import memo
from hanlin.drawing import group, place
from hanlin.games.forbidden_city.drawing.art import CELL
from hanlin.games.forbidden_city.pieces import ARCHWAY, FLOORS, GARDEN, GREY, OPEN
from hanlin.games.forbidden_city.tiles import Face, Part

_SHAPES = {4: "whole", 2: "half", 1: "quarter"}
"""The shape of a part by the number of its sides."""


@memo(maxsize=2048)
def tile_picture(face: Face, seat: int, garden: int = 0) -> str:
    """A face in a box of 60 × 60 units, with the figures of a seat (-1: of the start tile, which has none).

    A garden is turned by ``garden`` quarters, so that the four corners differ.
    """
    floors = "".join(_floor(part, garden) for part in face.parts)
    between = [_turned("fc-diagonal", turn) for turn in _diagonals(face)]
    walls = [_turned("fc-arch" if wall == ARCHWAY else "fc-wall", side) for side, wall in enumerate(face.walls) if wall != OPEN]
    roof = place("fc-temple", 0, 0, CELL) if len(face.parts) == 4 else ""
    return floors + "".join(between) + "".join(walls) + roof + "".join(_figures(face, part, seat) for part in face.parts)


def _turned(name: str, quarters: int) -> str:
    """A picture of a whole space, turned clockwise round its middle."""
    return place(name, 0, 0, CELL, transform=f"rotate({90 * quarters} 30 30)" if quarters else None)


def _first_side(part: Part) -> int:
    """The side from which the part's sides follow one another clockwise."""
    return next(side for side in part.sides if (side - 1) % 4 not in part.sides) if len(part.sides) < 4 else 0


def _floor(part: Part, garden: int) -> str:
    if part.floor == GARDEN and len(part.sides) == 4:
        return _turned("fc-garden", garden)
    floor = "green" if part.floor == GARDEN else FLOORS[part.floor]
    shape = "grey" if part.floor == GREY else floor
    return _turned(f"fc-{shape}-{_SHAPES[len(part.sides)]}", _first_side(part))


def _diagonals(face: Face) -> set[int]:
    """The diagonal walls of a face, as quarter turns of the one from north-west to south-east."""
    return {_first_side(part) % 2 for part in face.parts if len(part.sides) < 4}


_MIDDLES: dict[tuple[int, ...], tuple[float, float]] = {
    (): (30, 30),
    (0, 1): (43, 18),
    (1, 2): (43, 42),
    (2, 3): (17, 42),
    (0, 3): (17, 18),
}
"""The middle of the figures of a part, by the part's sides (none: the whole space)."""


def _figures(face: Face, part: Part, seat: int) -> str:
    if not part.advisors and not part.dragons:
        return ""
    half = len(part.sides) < 4
    x, y = _MIDDLES[part.sides if half else ()]
    if not half:
        x += (_inset(face.walls[3]) - _inset(face.walls[1])) / 2
        y += (_inset(face.walls[0]) - _inset(face.walls[2])) / 2
    if part.dragons:
        return place("fc-dragon", x - (13 if half else 20), y - (13 if half else 20), 26 if half else 40)
    width = 21 if half and part.advisors == 1 else 15 if half else 33 if part.advisors == 1 else 26
    height = width * 34 / 30
    if part.advisors == 1:
        return place(f"fc-advisor-{seat}", x - width / 2, y - height / 2, width)
    apart, step = (width * 0.44, 0.0 if half else 2.6)
    return place(f"fc-advisor-{seat}", x - apart - width / 2, y - height / 2 - step, width) + place(
        f"fc-advisor-{seat}", x + apart - width / 2, y - height / 2 + step, width
    )


def _inset(wall: int) -> float:
    return 0 if wall == OPEN else 6


def tile(face: Face, seat: int, x: float, y: float, scale: float = 1) -> str:
    """A tile with its top left corner at x, y."""
    return group(tile_picture(face, seat), x, y, scale)
