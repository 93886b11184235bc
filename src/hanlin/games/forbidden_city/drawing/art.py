"""The pictures of the palace: floors, walls, archways, advisors, the dragon, the temple, a garden, the backs of tiles.

A space is 60 units wide. All are drawn as seen from above with north up, in the toolkit's collection of pictures, under names
that begin with ``fc-``.
"""

from __future__ import annotations

from hanlin.drawing import (
    FLOWERS,
    LINE,
    circle,
    colour,
    define,
    ellipse,
    flower,
    group,
    line,
    path,
    pen,
    place,
    rect,
    seat_colour,
)
from hanlin.games.forbidden_city.pieces import COLOUR_OF_SEAT

CELL = 60
"""Units across a space."""
THICK = 7
"""Units across a wall."""
WALL_RED = colour("palace-wall")
WALL_DEEP = colour("palace-wall-deep")
ROOF = colour("roof")
ROOF_DEEP = colour("roof-deep")
CAP = colour("gold")
WHITE = colour("white")


# -- floors: three patterns that meet without a seam however a tile is turned ------------------------------------------------

_WHOLE = "M0 0H60V60H0Z"
_HALF = "M0 0H60V60Z"
_QUARTER = "M0 0H60L30 30Z"
SHAPES = {"whole": _WHOLE, "half": _HALF, "quarter": _QUARTER}
"""The shapes of parts at rotation 0: all sides, the sides n and e, the side n."""

_LATTICE = {
    "whole": "M0 20L20 0M0 40L40 0M0 60L60 0M20 60L60 20M40 60L60 40M0 40L20 60M0 20L40 60M0 0L60 60M20 0L60 40M40 0L60 20",
    "half": "M20 0L10 10M40 0L20 20M60 0L30 30M60 20L40 40M60 40L50 50M20 0L60 40M40 0L60 20",
}
_SLABS = {
    "whole": "M20 0V60M40 0V60M0 20H60M0 40H60M0 10H20M40 10H60M20 30H40M0 50H20M40 50H60M10 20V40M30 0V20M30 40V60M50 20V40",
    "half": "M20 0V20M40 0V40M60 20H20M60 40H40M40 10H60M30 0V20M30 30H40M50 20V40",
}


def _blossom(x: float, y: float) -> str:
    """The outline of a small blossom of four petals."""
    return f"M{x - 2} {y - 2}a2 2 0 1 1 4 0a2 2 0 1 1 0 4a2 2 0 1 1-4 0a2 2 0 1 1 0-4Z"


def _blossoms(*middles: tuple[float, float]) -> str:
    return "".join(_blossom(x, y) for x, y in middles)


_PETALS = {
    "whole": _blossoms(*((x, y) for x in (10, 30, 50) for y in (10, 30, 50)), *((x, y) for x in (20, 40) for y in (20, 40))),
    "half": _blossoms((30, 10), (50, 10), (50, 30), (40, 20)),
}


def _floor(name: str, shape: str, pattern: str, filled: bool = False) -> None:
    outline = SHAPES[shape]
    ground = path(outline, fill=colour(f"floor-{name}"))
    mark = colour(f"floor-{name}-line")
    drawn = path(pattern, fill=mark, opacity=0.62) if filled else path(pattern, fill="none", stroke=mark, opacity=0.75)
    seam = path(outline, fill="none", stroke=mark, stroke_width=1.4)
    define(f"fc-{name}-{shape}", CELL, CELL, ground + drawn + seam)


for _shape in ("whole", "half"):
    _floor("green", _shape, _LATTICE[_shape])
    _floor("pink", _shape, _PETALS[_shape], filled=True)
    _floor("white", _shape, _SLABS[_shape])
_floor("grey", "whole", "M15 0V60M30 0V60M45 0V60")
_floor("grey", "half", "M15 0V15M30 0V30M45 0V45")
_floor("grey", "quarter", "M8 8H52M16 16H44M22 0V8M38 0V8M30 8V16")


# -- walls at the north side, and the diagonal between halves -----------------------------------------------------------------


def _cap(x: float, y: float, width: float = 5, height: float = THICK + 1) -> str:
    return rect(x, y, width, height, 0.8, fill=CAP, stroke=WALL_DEEP, stroke_width=0.8)


def _stretch(x: float, width: float) -> str:
    """A stretch of wall along the north edge, with its ridge and the shade that it throws on the floor."""
    return (
        rect(x, THICK, width, 2, fill=LINE, opacity=0.16)
        + rect(x, 0, width, THICK, fill=WALL_RED)
        + line(x, THICK - 0.5, x + width, THICK - 0.5, stroke=WALL_DEEP)
        + line(x, 2.6, x + width, 2.6, stroke=colour("plum-soft"), stroke_width=0.9, opacity=0.6)
    )


define("fc-wall", CELL, CELL, _stretch(0, 60) + _cap(0, -0.5) + _cap(55, -0.5))
define(
    "fc-arch",
    CELL,
    CELL,
    path("M20 0H40V7H20Z", fill=WHITE, opacity=0.4)
    + path("M20.5 2.4H39.5M20.5 4.8H39.5", stroke=WALL_DEEP, stroke_width=0.7, opacity=0.55)
    + _stretch(0, 17)
    + _stretch(43, 17)
    + _cap(0, -0.5)
    + _cap(55, -0.5)
    + _cap(15, -0.5, 5, 10)
    + _cap(40, -0.5, 5, 10),
)
define(
    "fc-diagonal",
    CELL,
    CELL,
    path("M0 0L60 60", stroke=WALL_DEEP, stroke_width=7.6)
    + path("M0 0L60 60", stroke=WALL_RED, stroke_width=6)
    + path("M1 0L60 59", stroke=colour("plum-soft"), stroke_width=0.9, opacity=0.6)
    + path("M0 0H6L8 8L0 6ZM60 60H54L52 52L60 54Z", fill=CAP, stroke=WALL_DEEP, stroke_width=0.8),
)


# -- who sits in the rooms ---------------------------------------------------------------------------------------------------


def _advisor(paint: int) -> str:
    """An official seated on a cushion: winged hat, wide sleeves, the colour's flower on the breast."""
    robe, soft = seat_colour(paint), seat_colour(paint, "soft")
    return pen(
        ellipse(15, 31.6, 13.6, 3.4, fill=LINE, stroke="none", opacity=0.2)
        + path("M2.2 31.6C1.6 25.4 4.6 17.6 10 15.6H20C25.4 17.6 28.4 25.4 27.8 31.6C23 33.4 7 33.4 2.2 31.6Z", fill=robe)
        + path("M9.6 15.8L15 20.4L20.4 15.8", fill=WHITE, stroke_width=1)
        + circle(15, 24.8, 7.4, fill=WHITE, stroke_width=0.9)
        + circle(15, 11, 5.2, fill=colour("skin"))
        + path("M1.6 8.2C4.4 6.6 7 6.8 9.4 8.4M28.4 8.2C25.6 6.6 23 6.8 20.6 8.4", stroke_width=2.2)
        + path("M9 9.4C8.4 4.6 10.4 1.4 15 1.4S21.6 4.6 21 9.4C17.4 7.8 12.6 7.8 9 9.4Z", fill=LINE)
        + path("M12 4.4C13.8 3.6 16.2 3.6 18 4.4", stroke=soft, stroke_width=1.3)
        + path("M12.9 11.6V11.8M17.1 11.6V11.8", stroke_width=1.3),
        1.1,
    ) + flower(paint, 8.8, 18.6, 12.4)


for _seat, _colour in enumerate(COLOUR_OF_SEAT):
    define(f"fc-advisor-{_seat}", 30, 34, _advisor(_colour))

_BODY = "M33.6 33.4C27.6 38.6 18 35.8 18.8 29.4C19.6 23.8 29 26.4 29.4 20.4C29.6 16.6 25 15.6 21.4 16.8"
define(
    "fc-dragon",
    42,
    42,
    pen(
        path(_BODY, stroke=LINE, stroke_width=9.4)
        + path("M24.4 34.6L22 39.4M31.6 34.6L34.4 38.6M19.6 27L14.4 28.6M28 24.4L33.2 26.4", stroke=LINE, stroke_width=3.8)
        + path("M24.4 34.6L22 39.4M31.6 34.6L34.4 38.6M19.6 27L14.4 28.6M28 24.4L33.2 26.4", stroke=ROOF_DEEP, stroke_width=1.8)
        + path(_BODY, stroke=ROOF, stroke_width=7)
        + path(_BODY, stroke=colour("gold-soft"), stroke_width=2.6, stroke_dasharray="1.6 2.6")
        + path("M33 33C36.4 30.6 38.8 32.4 39.6 36.2C37.4 35.4 35.4 36.2 34.4 35.6Z", fill=ROOF, stroke_width=1.1)
        + path("M21.4 8.6L24.6 2.4L25.4 9.4M16.6 8L15.6 1.8L19.8 7.6", fill=colour("gold-soft"), stroke_width=1.1)
        + path("M25 9L31.4 7L28 12L32.4 14L27 16.4L28.6 20L23.4 18.4Z", fill=WALL_RED, stroke_width=1.1)
        + path(
            "M3.8 12.6C4.2 10.2 7.6 9.8 10.4 9.4C13.4 7 18 6.6 21.6 8C26 9.8 26.6 15.6 22.4 18"
            "C18.6 20 13.6 18.4 11.4 17.4L6 18.4C4.4 18.2 4.4 16.6 5.4 16"
            "L8.4 15L5 14.8C4.2 14.4 3.6 13.6 3.8 12.6Z",
            fill=ROOF,
        )
        + circle(16.4, 11.4, 1.9, fill=WHITE, stroke_width=1)
        + circle(16, 11.4, 0.7, fill=LINE, stroke="none")
        + path("M5.6 11.4C3 9.4 2.2 6.6 3.4 3.8M6 17.8C4 19.8 3.6 22.4 5 24.8", stroke=WALL_DEEP, stroke_width=1.2)
        + circle(8.6, 30.4, 3, fill=WHITE, stroke_width=1)
        + path("M8.6 28.8V27M10 31.8L11.4 33M7.2 31.8L5.8 33", stroke=CAP, stroke_width=1),
        1.2,
    ),
)


# -- the start tile ----------------------------------------------------------------------------------------------------------


def _temple() -> str:
    """The Imperial Temple from above: a hipped roof in two tiers, golden tiles, a finial."""
    eaves = path(
        "M11 11C18 13.4 42 13.4 49 11C46.6 18 46.6 42 49 49C42 46.6 18 46.6 11 49C13.4 42 13.4 18 11 11Z", fill=ROOF_DEEP
    )
    lower = path("M14 14L30 30L46 14C40 15.6 20 15.6 14 14Z", fill=ROOF) + path(
        "M14 46L30 30L46 46C40 44.4 20 44.4 14 46Z", fill=ROOF
    )
    ribs = (
        "M19 15V22M24 15.4V24M36 15.4V24M41 15V22M19 45V38M24 44.6V36M36 44.6V36M41 45V38"
        "M15 19H22M15.4 24H24M15.4 36H24M15 41H22M45 19H38M44.6 24H36M44.6 36H36M45 41H38"
    )
    ridges = path("M11 11L30 30L49 11M11 49L30 30L49 49", stroke=WALL_DEEP, stroke_width=2.2)
    upper = path("M20 20C24 21.4 36 21.4 40 20C38.6 24 38.6 36 40 40C36 38.6 24 38.6 20 40C21.4 36 21.4 24 20 20Z", fill=ROOF)
    shade = path(
        "M20 20C24 21.4 36 21.4 40 20L30 30ZM20 40C24 38.6 36 38.6 40 40L30 30Z", fill=colour("gold-soft"), stroke="none"
    )
    finial = circle(30, 30, 3.4, fill=WALL_RED) + circle(30, 30, 1.4, fill=colour("gold-soft"), stroke="none")
    roof = (
        path("M13 50H51V13L53 52Z", fill=LINE, opacity=0.18)
        + pen(eaves + lower + path(ribs, stroke=ROOF_DEEP, stroke_width=0.8) + ridges, 1.2)
        + pen(upper + shade + path("M20 20L40 40M40 20L20 40", stroke=ROOF_DEEP, stroke_width=1.4) + finial, 1.2)
    )
    return group(roof, 5.1, 5.1, 0.83)


define("fc-temple", CELL, CELL, _temple())


def _tree(x: float, y: float, r: float, tone: str) -> str:
    """A tree from above: a scalloped crown with a lighter heart."""
    a = r * 0.58
    lobes = "".join(
        circle(x + dx * a, y + dy * a, r * 0.6, fill=tone)
        for dx, dy in ((-1, -0.4), (0.1, -1), (1, -0.2), (0.7, 0.8), (-0.6, 0.9))
    )
    return pen(lobes, 1.6) + lobes + circle(x - r * 0.2, y - r * 0.25, r * 0.36, fill=colour("bamboo-soft"), opacity=0.7)


def _garden() -> str:
    lawn = rect(0, 0, 60, 60, fill=colour("lawn"))
    pond = path(
        "M26 17C33 13 46 15 49 23C51 30 45 33 43 38C40 45 30 46 26 41C22.6 36.6 28 33 25 28C22.6 24 22.6 19 26 17Z",
        fill=colour("lotus-soft"),
    )
    waves = path(
        "M30 21C33 19.6 37 19.6 40 21M37 27C40 25.8 43 25.8 45 26.6M30 38C32 37 35 37 37 38",
        stroke=colour("lotus"),
        stroke_width=0.9,
    )
    trail = path("M9 52C15 47 16 40 13 34C10 28 12 16 20 10", stroke=colour("cloth"), stroke_width=3.6)
    bridge = group(
        rect(-8, -3, 16, 6, 1, fill=WALL_RED) + path("M-8-3H8M-8 3H8M-4-3V3M0-3V3M4-3V3", stroke=WALL_DEEP, stroke_width=0.8),
        34.6,
        32,
        turn=-14,
    )
    lilies = (
        circle(33.4, 24.4, 2.6, fill=colour("jade"))
        + circle(41.6, 21.4, 2.1, fill=colour("jade"))
        + circle(33, 41.6, 1.9, fill=colour("jade"))
        + circle(33.8, 23.8, 1.2, fill=colour("floor-pink"), stroke_width=0.7)
    )
    rocks = path("M45 40C47 37 51 38 51.6 41C52 44 47 45 45.6 43.4Z", fill=colour("stone-soft")) + path(
        "M40.6 46C41.6 43.6 45 44 45.6 46C46 48 42 48.6 40.6 46Z", fill=colour("stone")
    )
    return (
        lawn
        + pen(trail + pond + waves + lilies + bridge + rocks, 1.1)
        + _tree(18, 20, 6.4, colour("jade"))
        + _tree(47, 50, 5.6, colour("jade"))
        + _tree(21, 50, 5, colour("bamboo"))
        + _tree(14.6, 41, 3.8, colour("floor-pink-line"))
    )


define("fc-garden", CELL, CELL, _garden())


# -- a tile's back -------------------------------------------------------------------------------------------------------------


def _back(paint: int) -> str:
    """The back of a tile: lacquer with a meander in gold, and the colour's flower."""
    meander = "M9 9H51V51H9ZM9 17H17V9M43 9V17H51M51 43H43V51M17 51V43H9"
    return (
        rect(0.6, 0.6, 58.8, 58.8, 3, fill=WALL_DEEP, stroke=LINE, stroke_width=1.2)
        + rect(4, 4, 52, 52, 2, fill="none", stroke=ROOF, stroke_width=1)
        + path(meander, fill="none", stroke=ROOF, stroke_width=1.4)
        + circle(30, 30, 14, fill=seat_colour(paint, "soft"), stroke=ROOF, stroke_width=1.4)
        + place(FLOWERS[paint], 19.5, 19.5, 21)
    )


for _seat, _colour in enumerate(COLOUR_OF_SEAT):
    define(f"fc-back-{_seat}", CELL, CELL, _back(_colour))
