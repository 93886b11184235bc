"""The pieces of China as pictures: signs of the five colours, bamboo slips, palaces, emissaries, fortresses, the dragon.

Everything that is red or green is also something else: each colour of card and land has a sign of its own shape, each
player's piece carries the player's flower.
"""

from __future__ import annotations

from functools import cache

from hanlin.core.lib.memo import memo
from hanlin.drawing import (
    GOLD,
    INK,
    LINE,
    SEATS,
    circle,
    colour,
    define,
    ellipse,
    group,
    path,
    pen,
    place,
    rect,
    words,
    words_width,
)
from hanlin.drawing.flowers import FLOWERS
from hanlin.drawing.palette import RAISED, seat_colour
from hanlin.games.china.pieces import COLOURS

# -- the five colours ------------------------------------------------------------------------------------------------------


@cache
def land(of: int) -> str:
    """The calm tone of a colour, for land and cards."""
    return colour(f"land-{COLOURS[of]}")


@cache
def deep(of: int) -> str:
    """The strong tone of a colour, for signs, names and edges on its calm tone."""
    return colour(f"land-{COLOURS[of]}-deep")


def _sign(of: int, shape: str, detail: str) -> str:
    tone = deep(of)
    return define(
        f"china-sign-{COLOURS[of]}",
        24,
        24,
        path(shape, fill=tone) + path(detail, fill="none", stroke=land(of), stroke_width=1.7, stroke_linecap="round"),
    )


SIGNS: tuple[str, ...] = (
    _sign(0, "M12 1.5L22.5 12L12 22.5L1.5 12Z", "M12 6.6L17.4 12L12 17.4L6.6 12Z"),
    _sign(1, "M12 2A10 10 0 1 1 12 22A10 10 0 1 1 12 2Z", "M12 7.2A4.8 4.8 0 1 1 12 16.8A4.8 4.8 0 1 1 12 7.2Z"),
    _sign(2, "M12 1.8L23 21.4H1Z", "M12 9.4L16.6 17.6H7.4Z"),
    _sign(
        3,
        "M4 21.5C1.2 12 7 2.6 21.6 2C22.6 15 15 22.8 6.4 19.6L4 22.6Z",
        "M6.4 19.4C9 13.4 12.6 9.4 17.4 6.4M10.4 13.4V9M13.4 10.4H17.6",
    ),
    _sign(4, "M3 3H21V21H3Z", "M7 7H17V17H7ZM7 12H17M12 7V17"),
)
"""The pictures of the colours' signs: rhombus, ring, triangle, leaf, seal."""


def sign(of: int, x: float, y: float, size: float) -> str:
    """The sign of a colour with its top left corner at x, y."""
    return place(SIGNS[of], x, y, size)


# -- bamboo slips ------------------------------------------------------------------------------------------------------------

SLIP_WIDTH, SLIP_HEIGHT = 60, 104


def _slats(fill: str, edge: str) -> str:
    """Three slats of bamboo, bound by two cords."""
    body = "".join(rect(1.5 + 19.2 * i, (1.5, 0, 1.5)[i] + 1, 18.6, 99 + (0, 3, 0)[i], 5, fill=fill) for i in range(3))
    cords = "".join(path(f"M.6 {y}H59.4M.6 {y + 3}H59.4", stroke=edge, stroke_width=1.3) for y in (14, 86))
    return group(body, stroke=edge, stroke_width=1.3) + cords


def _slip(of: int) -> str:
    return define(
        f"china-slip-{COLOURS[of]}",
        SLIP_WIDTH,
        SLIP_HEIGHT,
        _slats(land(of), deep(of))
        + circle(30, 36, 18, fill=land(of))
        + rect(2.2, 50, 55.6, 34, fill=land(of))
        + sign(of, 14.5, 20, 31),
    )


SLIPS: tuple[str, ...] = tuple(_slip(of) for of in range(len(COLOURS)))
BACK = define(
    "china-slip-back",
    SLIP_WIDTH,
    SLIP_HEIGHT,
    _slats(colour("wood-soft"), colour("wood"))
    + pen(
        circle(30, 52, 15, fill=colour("wood"))
        + path("M30 42C36 42 38 47 34 50S22 54 24 58S33 62 37 57M30 42L27 39M34 43L35 39", stroke=colour("gold-soft")),
        1.8,
    ),
)


@memo(maxsize=512)
def slip(of: int | None, x: float, y: float, width: float, names: str = "", letters: float = 0) -> str:
    """A card with its top left corner at x, y; face down where ``of`` is None. ``names`` are at its foot, in letters of that
    size, below each other where they are too long for one line."""
    if of is None:
        return place(BACK, x, y, width)
    scale = width / SLIP_WIDTH
    return place(SLIPS[of], x, y, width) + _names(names, of, x + width / 2, y + 69 * scale, width * 0.95, letters)


def _names(names: str, of: int, x: float, y: float, room: float, letters: float) -> str:
    """The names of a colour's regions in one line or two, with their middle at x, y."""
    rows = [names] if words_width(names, letters) <= room else names.split(" · ")
    first = y - (len(rows) - 1) * 0.46 * letters + 0.33 * letters
    return "".join(
        words(x, first + 0.92 * letters * i, row, letters, fill=deep(of), font_weight="700", room=room)
        for i, row in enumerate(rows if names else [])
    )


TABLET = (88.0, 56.0)
"""The width and height of a card that lies on its side."""


@memo(maxsize=256)
def tablet(of: int | None, x: float, y: float, names: str = "", letters: float = 15.5) -> str:
    """A card on its side, for a low row of cards: the sign at its left, the names of its regions at its right."""
    width, height = TABLET
    fill, edge = (colour("wood-soft"), colour("wood")) if of is None else (land(of), deep(of))
    third = (height - 2) / 3
    slats = "".join(rect(x + (3, 1, 3)[i], y + 1 + third * i, width - (6, 2, 6)[i], third, 5, fill=fill) for i in range(3))
    cords = path(f"M{x + 9:g} {y:g}v{height:g}M{x + width - 9:g} {y:g}v{height:g}", stroke_width=1.2)
    bamboo = group(slats + cords, stroke=edge, stroke_width=1.3)
    if of is None:
        return bamboo + place(BACK, x + width / 2 - 14, y + 4, 28)
    ground = rect(x + 11, y + 3, width - 22, height - 6, 4, fill=land(of))
    return (
        bamboo
        + ground
        + sign(of, x + 11, y + height / 2 - 13, 26)
        + _names(names.replace(" · ", " · "), of, x + 59, y + height / 2, 44, letters)
    )


# -- pieces ------------------------------------------------------------------------------------------------------------------

PALACE_SIZE = 48


def _palace(seat: int) -> str:
    tone, soft = seat_colour(seat), seat_colour(seat, "soft")
    return pen(
        path("M5 44.6H43V40.4H5Z", fill=colour("stone-soft"))
        + rect(9, 17, 30, 23.4, fill=soft)
        + path("M11.6 18V40M36.4 18V40", stroke=tone, stroke_width=3.4)
        + path("M11.6 18V40M36.4 18V40", stroke_width=0.8, stroke_opacity=0.5)
        + path("M1.6 20.6C8 19.6 13 14.4 14.6 8.6H33.4C35 14.4 40 19.6 46.4 20.6L43.6 24H4.4Z", fill=tone)
        + path("M19 9.4C18.4 14 16 18.6 13.4 23M29 9.4C29.6 14 32 18.6 34.6 23M24 9.4V23", stroke_width=0.9, stroke_opacity=0.6)
        + path("M12.4 8.6H35.6", stroke=GOLD, stroke_width=3.2)
        + path("M12.4 8.6C10.6 8.4 10 6.8 10.6 5.4M35.6 8.6C37.4 8.4 38 6.8 37.4 5.4", stroke_width=1.6),
        1.5,
    ) + place(FLOWERS[seat], 14.2, 20.8, 19.6)


PALACE_ART = tuple(define(f"china-palace-{SEATS[seat]}", PALACE_SIZE, PALACE_SIZE, _palace(seat)) for seat in range(5))


def _small_palace(seat: int) -> str:
    """A palace for a small board: the flower is its whole front, under a low roof."""
    tone, soft = seat_colour(seat), seat_colour(seat, "soft")
    return pen(
        rect(5, 13, 38, 33, 3, fill=soft, stroke=tone, stroke_width=3.4)
        + rect(5, 13, 38, 33, 3, fill="none", stroke_width=1)
        + path("M.8 15.6C7 14.6 12 9.8 13.6 3.6H34.4C36 9.8 41 14.6 47.2 15.6L44 19H4Z", fill=tone)
        + path("M12.4 3.6H35.6", stroke=GOLD, stroke_width=3.2),
        1.7,
    ) + place(FLOWERS[seat], 9.4, 16.4, 29.2)


SMALL_PALACE_ART = tuple(
    define(f"china-palace-{SEATS[seat]}-small", PALACE_SIZE, PALACE_SIZE, _small_palace(seat)) for seat in range(5)
)

EMISSARY_WIDTH, EMISSARY_HEIGHT = 26, 40


_HATS = (
    path("M7.6 9.6C7.6 5.6 9.6 2.6 13 2.6S18.4 5.6 18.4 9.6C15 8.4 11 8.4 7.6 9.6Z", fill=LINE)
    + path("M7.8 8C4.8 7.2 2.8 7.6 1.6 9M18.2 8C21.2 7.2 23.2 7.6 24.4 9", stroke_width=1.8),
    path("M8.4 9.4L9.2 .8H16.8L17.6 9.4C15 8.4 11 8.4 8.4 9.4Z", fill=LINE)
    + path("M9.4 5.8H16.6", stroke=colour("gold-soft"), stroke_width=1.6),
    path("M1.6 9.8L13 .8L24.4 9.8C18 7.6 8 7.6 1.6 9.8Z", fill=colour("wood-soft"))
    + path("M13 1.6L8.4 8M13 1.6L17.6 8", stroke_width=0.9),
    path("M8.2 9.6V5.4H17.8V9.6C15 8.6 11 8.6 8.2 9.6Z", fill=LINE)
    + path("M3.6 5.6L13 2.2L22.4 5.6Z", fill=colour("gold-soft"))
    + path("M4.6 5.8V9.6M21.4 5.8V9.6", stroke_width=1.2),
    path("M6.4 14C5.6 6.8 8.4 1.8 13 1.8S20.4 6.8 19.6 14C18.6 10.2 17 8 13 8S7.4 10.2 6.4 14Z", fill=colour("white"))
    + path("M13 1.8V-.6", stroke_width=1.8),
)
"""The hat of each seat's emissary, so that emissaries differ in shape as well: winged cap, tall hat, straw hat, board with
tassels, hood."""


def _emissary(seat: int) -> str:
    tone, soft = seat_colour(seat), seat_colour(seat, "soft")
    return (
        ellipse(13, 37.4, 10.6, 2.2, fill=LINE, fill_opacity=0.22)
        + pen(
            path(
                "M7.4 15.6C3.4 19 2 26 1.8 31.6L6.4 32.4L5.4 37.4C10 38.6 16 38.6 20.6 37.4L19.6 32.4L24.2 31.6"
                "C24 26 22.6 19 18.6 15.6Z",
                fill=tone,
            )
            + path("M6.4 32.4L8 23M19.6 32.4L18 23", stroke_width=1)
            + circle(13, 26, 6.4, fill=soft, stroke_width=0.9)
            + circle(13, 10.8, 4.8, fill=colour("skin"))
            + _HATS[seat]
            + path(
                "M11.4 14.4C12.4 15.6 12.4 17.4 13 18.6C13.6 17.4 13.6 15.6 14.6 14.4", fill=colour("white"), stroke_width=0.9
            ),
            1.3,
        )
        + place(FLOWERS[seat], 7, 20, 12)
    )


EMISSARY_ART = tuple(
    define(f"china-emissary-{SEATS[seat]}", EMISSARY_WIDTH, EMISSARY_HEIGHT, _emissary(seat)) for seat in range(5)
)

FORTRESS_SIZE = 60
FORTRESS_ART = define(
    "china-fortress",
    FORTRESS_SIZE,
    FORTRESS_SIZE,
    pen(
        path(
            "M7 54V13H5.6V4H10V7H14V4H18.4V10.4H24V7.4H28V10.4H32V7.4H36V10.4H41.6V4H46V7H50V4H54.4V13H53V54Z",
            fill=colour("stone-soft"),
        )
        + path("M7 13H18.4M41.6 13H53M7 22H53M7 31H53M7 40H53M7 48H53", stroke_width=0.8, stroke_opacity=0.55)
        + path("M13 22V31M23 13V22M37 13V22M47 22V31M12 40V48M48 40V48M18 31V40M42 31V40", stroke_width=0.8, opacity=0.55)
        + path("M24 54V44C24 36 36 36 36 44V54Z", fill=LINE)
        + path("M4 54.6H56", stroke_width=2.4),
        1.6,
    ),
)

DRAGON_SIZE = 48


def _dragon(of: int) -> str:
    return (
        circle(24, 24, 22.4, fill=deep(of), stroke=LINE, stroke_width=1.2)
        + circle(24, 24, 19.6, fill="none", stroke=land(of), stroke_width=1)
        + pen(
            path(
                "M37.6 33.4C30 40.6 15.4 38.4 14 30.6C12.8 23.6 22.6 22.6 27 25.2"
                "C31.6 28 35.8 24.8 34 20.4C32.4 16.6 27.4 16.2 24 17.6",
                stroke=land(of),
                stroke_width=4.6,
            )
            + path(
                "M26.6 13.2L21 12.4C17 13.2 13.4 16.4 10.8 18.6L12.6 21L18 20.4L20 22.4L25.6 20.8Z",
                fill=land(of),
                stroke="none",
            )
            + path("M22 13L20.4 8.4M26 13.6L27.6 9", stroke=land(of), stroke_width=2)
            + path("M11.4 21C10.6 23.6 9.6 25 8 26M30.4 36.6L33 40M16.4 35L13 37.6", stroke=land(of), stroke_width=1.6)
            + circle(19.4, 16.8, 1.2, fill=deep(of), stroke="none")
        )
    )


DRAGON_ART = tuple(define(f"china-dragon-{name}", DRAGON_SIZE, DRAGON_SIZE, _dragon(of)) for of, name in enumerate(COLOURS))


def palace(seat: int, x: float, y: float, size: float, small: bool = False) -> str:
    """A seat's palace with its middle at x, y; ``small``: on a small board."""
    return place((SMALL_PALACE_ART if small else PALACE_ART)[seat], x - size / 2, y - size * 0.54, size)


def emissary(seat: int, x: float, y: float, height: float) -> str:
    """A seat's emissary at x, y (the middle between its feet)."""
    width = height * EMISSARY_WIDTH / EMISSARY_HEIGHT
    return place(EMISSARY_ART[seat], x - width / 2, y - height, width)


def fortress(x: float, y: float, size: float) -> str:
    """A fortress with its middle at x, y; a palace may be in front of it."""
    return place(FORTRESS_ART, x - size / 2, y - size / 2, size)


def dragon(of: int, x: float, y: float, size: float) -> str:
    """The dragon of a land's colour with its middle at x, y."""
    return place(DRAGON_ART[of], x - size / 2, y - size / 2, size)


@memo(maxsize=512)
def chip(seat: int, text: str, x: float, y: float, size: float = 22) -> str:
    """A seat's flower and a few letters in one label, with its left end at x and its middle at y."""
    width = size + 4 + len(text) * size * 0.42
    return (
        rect(x, y - size / 2, width, size, size / 2, fill=seat_colour(seat, "soft"), stroke=LINE, stroke_width=1)
        + place(FLOWERS[seat], x + 2, y - size / 2 + 1.5, size - 3)
        + words(x + size + 1, y + size * 0.25, text, size * 0.7, anchor="start", fill=LINE, font_weight="700")
    )


def chip_width(text: str, size: float = 22) -> float:
    """The width of a chip of that text."""
    return size + 4 + len(text) * size * 0.42


def token(x: float, y: float, size: float, fill: str = LINE, ink: str = INK) -> str:
    """The marker of a scored region: a dark disc with a gold rim, its middle at x, y."""
    return circle(x, y, size / 2, fill=fill, stroke=GOLD, stroke_width=size / 9) + path(
        f"M{x - size * 0.2:g} {y:g}l{size * 0.14:g} {size * 0.16:g}l{size * 0.26:g} {-size * 0.32:g}",
        fill="none",
        stroke=colour("gold-soft"),
        stroke_width=size / 8,
        stroke_linecap="round",
    )


def _small(name: str, *parts: str) -> None:
    """A picture for the help sheet and the rows of the seats."""
    define(f"china-{name}", 24, 24, "".join(parts))


_small("scored", token(12, 12, 20))
_small(
    "space",
    circle(12, 12, 9.4, fill=colour("white"), stroke=LINE, stroke_width=2),
    path("M6 11Q10 9.6 12 5.4Q14 9.6 18 11M8 12V17.4M16 12V17.4", fill="none", stroke=LINE, stroke_width=1.4),
)
_small("court", place(DRAGON_ART[4], 1, 1, 22))
_small(
    "road",
    path("M3 18C8 8 16 16 21 6", fill="none", stroke=INK, stroke_width=5),
    path("M3 18C8 8 16 16 21 6", fill="none", stroke=colour("white"), stroke_width=2.6),
)
_small(
    "alliance",
    circle(12, 12, 9.4, fill=RAISED, stroke=colour("gold"), stroke_width=2.4),
    words(12, 16, "3", 11.5, fill=INK, font_weight="700"),
)
_small("row", *(place(SLIPS[of], 0.5 + 7.6 * i, 5, 7.8) for i, of in enumerate((1, 3, 4))))
_small("discards", group(place(SLIPS[2], 0, 0, 10), 3, 5, turn=-8), group(place(SLIPS[0], 0, 0, 10), 11, 3, turn=10))
