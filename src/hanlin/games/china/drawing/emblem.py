"""A scene of the game for its panel on the start page: the map at dusk, a lantern on its way along a road of palaces."""

from __future__ import annotations

from hanlin.drawing import FLOWERS, INK, LINE, circle, colour, define, ellipse, group, path, picture, place, seat_colour
from hanlin.drawing.palette import SUNKEN
from hanlin.drawing.svg import rect
from hanlin.games.china.drawing.figures import deep, dragon, emissary, land, palace
from hanlin.games.china.words.options import title

WIDTH, HEIGHT = 560, 220

_ROAD = "M-6 150C40 118 74 150 112 138S176 82 226 92S300 168 352 152S430 92 566 84"
_BRANCH = "M226 92C262 52 306 40 352 52S420 66 452 40M352 152C318 190 294 196 262 190"
_WEST = "C204 24 222 44 208 62C214 78 196 92 202 108"
_LANDS = (
    (2, f"M0 0H212{_WEST}C160 122 120 104 84 116C56 112 28 118 0 110Z"),
    (1, "M0 110C28 118 56 112 84 116C120 104 160 122 202 108C206 134 190 156 202 178C198 196 206 208 200 220H0Z"),
    (3, "M212 0H420C412 22 424 44 410 62C392 74 366 68 344 78C300 70 254 84 208 62C222 44 204 24 212 0Z"),
    (
        4,
        (
            "M208 62C254 84 300 70 344 78C366 68 392 74 410 62C420 90 404 112 414 138C360 150 296 132 244 146L195 140"
            "C190 128 206 122 202 108C196 92 214 78 208 62Z"
        ),
    ),
    (
        0,
        (
            "M195 140L244 146C296 132 360 150 414 138C446 146 472 140 494 150C510 172 494 196 506 220H200"
            "C206 208 198 196 202 178C190 162 196 152 195 140Z"
        ),
    ),
    (2, "M420 0H560V118C540 132 520 124 494 150C472 140 446 146 414 138C404 112 420 90 410 62C424 44 412 22 420 0Z"),
)
"""Lands by colour, as the map draws them."""
_SEA = "M560 118C540 132 520 124 494 150C510 172 494 196 506 220H560Z"


def _lands() -> str:
    tones = "".join(path(outline, fill=land(of)) for of, outline in _LANDS)
    shades = "".join(path(outline, fill="none", stroke=deep(of), stroke_width=9, stroke_opacity=0.16) for of, outline in _LANDS)
    lines = "".join(path(outline, fill="none", stroke=INK, stroke_width=1.6, stroke_opacity=0.7) for _of, outline in _LANDS)
    return tones + shades + lines


def _sea() -> str:
    ripples = "M518 150q9-7 18 0t18 0M514 178q9-7 18 0t18 0M516 204q9-7 18 0t18 0"
    return path(_SEA, fill=colour("sea"), stroke=INK, stroke_width=1.6, stroke_opacity=0.7) + path(
        ripples, fill="none", stroke=colour("sea-deep"), stroke_width=1.6, stroke_linecap="round"
    )


def _mountains() -> str:
    return path(
        "M22 62l20-34l12 17l8-10l22 27M40 36l6 7l5-5M96 44l15-26l9 13l6-8l17 21M112 24l4 6l4-4",
        fill="none",
        stroke=deep(2),
        stroke_width=2,
        stroke_linejoin="round",
        stroke_linecap="round",
        stroke_opacity=0.75,
    )


def _roads() -> str:
    lines = f"{_ROAD}{_BRANCH}"
    plain = path(lines, stroke=INK, stroke_width=9) + path(lines, stroke=colour("white"), stroke_width=6)
    row = "M112 138C150 126 176 82 226 92"
    owned = path(row, stroke=INK, stroke_width=12) + path(row, stroke=seat_colour(0), stroke_width=9)
    beads = "".join(
        circle(x, y, 10, fill=seat_colour(0, "soft"), stroke=LINE, stroke_width=1.2) + place(FLOWERS[0], x - 9, y - 9, 18)
        for x, y in ((141, 122), (180, 97))
    )
    return group(plain + owned, fill="none", stroke_linecap="round") + beads


def _space(x: float, y: float, of: int) -> str:
    return circle(x, y, 15, fill=colour("white"), stroke=LINE, stroke_width=3.6) + circle(
        x, y, 15, fill="none", stroke=deep(of), stroke_width=2.2
    )


def _lantern(x: float, y: float) -> str:
    """A paper lantern on a staff, with its light."""
    light = "".join(circle(x, y, r, fill=colour("gold-soft"), opacity=o) for r, o in ((44, 0.18), (31, 0.26), (20, 0.4)))
    staff = path(f"M{x} {y - 26}V{y - 15}M{x - 9} {y - 26}H{x + 9}", fill="none", stroke=LINE, stroke_width=2.4)
    left, right = (f"M{x + side * 5} {y - 13.5}Q{x + side * 9} {y} {x + side * 5} {y + 13.5}" for side in (-1, 1))
    body = ellipse(x, y, 12, 15, fill=colour("lacquer"), stroke=LINE, stroke_width=1.8) + path(
        f"{left}{right}M{x} {y - 15}V{y + 15}",
        fill="none",
        stroke=colour("gold-soft"),
        stroke_width=1.4,
    )
    caps = rect(x - 6.5, y - 18, 13, 4, 1, fill=colour("gold")) + rect(x - 6.5, y + 14, 13, 4, 1, fill=colour("gold"))
    tassel = path(f"M{x} {y + 18}v9M{x - 3} {y + 18}v7M{x + 3} {y + 18}v7", stroke=colour("lacquer"), stroke_width=1.6)
    return light + staff + body + caps + tassel


_EMBLEM = define(
    "china-emblem",
    WIDTH,
    HEIGHT,
    rect(0, 0, WIDTH, HEIGHT, fill=SUNKEN)
    + _lands()
    + _sea()
    + _mountains()
    + _roads()
    + _space(40, 134, 1)
    + _space(452, 42, 2)
    + _space(404, 118, 4)
    + dragon(4, 296, 96, 60)
    + emissary(4, 284, 133, 40)
    + emissary(0, 308, 135, 40)
    + palace(0, 112, 134, 58)
    + palace(0, 226, 88, 58)
    + palace(3, 350, 50, 54)
    + palace(1, 352, 152, 58)
    + palace(2, 262, 186, 50)
    + palace(4, 470, 104, 56)
    + group(_lantern(74, 112), class_="wanders"),
)


def emblem() -> str:
    """A scene of the game: palaces, a dragon with its emissaries, and a lantern on the road."""
    return picture(_EMBLEM, HEIGHT, title())
