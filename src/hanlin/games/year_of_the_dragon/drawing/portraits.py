"""The faces of the court: a portrait of each kind of person in a 48 × 48 box, and the pictures of cards and wall tiles.

A type has its colour, its hat and its symbol; the old ones have grey hair and beards and show more symbols than the young.
"""

from __future__ import annotations

from typing import NamedTuple

from hanlin.core.lib.memo import memo
from hanlin.drawing import LINE, RAISED, circle, colour, define, ellipse, group, path, pen, place, rect, symbol, words
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.words.names import TYPE_ICONS

SKIN = colour("skin")
WHITE = colour("white")
GOLD = colour("gold")
HAIR = "#2F2723"
GREY = "#D9D4CB"


class Dress(NamedTuple):
    """The two tones of a type: cloth, and the ground behind the person."""

    cloth: str
    ground: str


DRESS: tuple[Dress, ...] = (
    Dress("#C7A878", "#EADBBB"),
    Dress("#E07B39", "#F7D2AE"),
    Dress("#7E4A99", "#DCC3E6"),
    Dress("#E2B233", "#F8E6A6"),
    Dress("#B93A32", "#F0BBAE"),
    Dress("#8A5A35", "#D9BC9C"),
    Dress("#3F79B5", "#BCD6EC"),
    Dress("#5E9147", "#CFE2B9"),
    Dress("#F6F1E6", "#C9CBC9"),
)
"""By type, in the order of Y0."""

_SHOULDERS = "M5 49C6 38 14 32.5 24 32.5S42 38 43 49Z"


def _face(old: bool, y: float = 21) -> str:
    """Head, ears, eyes, mouth; the old have brows, lines and a beard."""
    head = circle(14.6, y + 1, 2, fill=SKIN) + circle(33.4, y + 1, 2, fill=SKIN) + ellipse(24, y, 9.4, 10, fill=SKIN)
    eyes = circle(20.2, y + 0.6, 1.25, fill=LINE, stroke="none") + circle(27.8, y + 0.6, 1.25, fill=LINE, stroke="none")
    if not old:
        return head + eyes + path(f"M21.6 {y + 5.4}Q24 {y + 7.2} 26.4 {y + 5.4}", stroke_width=1.2)
    brows = path(
        f"M17.8 {y - 2.2}Q20 {y - 3.8} 22.2 {y - 2.2}M25.8 {y - 2.2}Q28 {y - 3.8} 30.2 {y - 2.2}", stroke=GREY, stroke_width=1.8
    )
    beard = path(
        f"M16.2 {y + 4}C16.8 {y + 8} 18 {y + 15} 24 {y + 19}C30 {y + 15} 31.2 {y + 8} 31.8 {y + 4}"
        f"C29 {y + 4.8} 26 {y + 3.4} 24 {y + 4}C22 {y + 3.4} 19 {y + 4.8} 16.2 {y + 4}Z",
        fill=GREY,
    )
    mouth = path(f"M22.4 {y + 7.4}Q24 {y + 8.4} 25.6 {y + 7.4}", stroke_width=1.1)
    return head + brows + eyes + beard + mouth


def _hair(old: bool, y: float = 21) -> str:
    """Hair that frames the head, with a topknot."""
    fill = GREY if old else HAIR
    return circle(24, y - 12, 3.6, fill=fill) + path(
        f"M14 {y - 0.6}C13 {y - 9} 18 {y - 12} 24 {y - 12}S35 {y - 9} 34 {y - 0.6}C32 {y - 5.4} 28 {y - 6.6} 24 {y - 6.6}"
        f"S16 {y - 5.4} 14 {y - 0.6}Z",
        fill=fill,
    )


def _robe(dress: Dress, collar: str = WHITE) -> str:
    return path(_SHOULDERS, fill=dress.cloth) + path("M18 33.6L24 42L30 33.6", fill=collar)


def _craftsman(dress: Dress, old: bool) -> str:
    apron = path("M15.4 36L17.4 33.8V49H15.4ZM32.6 36L30.6 33.8V49H32.6Z", fill=colour("wood")) + rect(
        15.4, 41, 17.2, 8, fill=colour("wood")
    )
    band = path("M14.2 17.6C17 13.4 31 13.4 33.8 17.6L33.6 13.6C30 9.4 18 9.4 14.4 13.6Z", fill=WHITE) + path(
        "M33.6 14.6L39 11.8L36.8 16.2L40 18.6L33.8 17.4Z", fill=WHITE
    )
    return path(_SHOULDERS, fill=dress.cloth) + apron + _face(old) + _hair(old) + band


def _court_lady(dress: Dress, old: bool) -> str:
    back = path("M11.6 24C9 10 15 5 24 5S39 10 36.4 24C36 28 34 30 32 30.6H16C14 30 12 28 11.6 24Z", fill=HAIR)
    buns = circle(14.4, 8, 5, fill=HAIR) + circle(33.6, 8, 5, fill=HAIR)
    fringe = path(
        "M14.6 20C14.8 13 19 11.6 24 14.6C29 11.6 33.2 13 33.4 20C31.6 16.4 28 15 24 16.2C20 15 16.4 16.4 14.6 20Z", fill=HAIR
    )
    pins = path("M6.6 5L11 7M41.4 5L37 7", stroke=GOLD, stroke_width=1.8) + circle(24, 7.2, 3.2, fill=colour("plum"))
    cheeks = circle(17.8, 24.8, 1.7, fill="#EBA58E", stroke="none") + circle(30.2, 24.8, 1.7, fill="#EBA58E", stroke="none")
    lips = path("M22.4 26.6Q24 28.6 25.6 26.6Q24 25.8 22.4 26.6Z", fill=colour("plum"), stroke_width=0.7)
    face = ellipse(24, 21, 9.4, 10, fill=SKIN) + circle(20.2, 21.6, 1.25, fill=LINE, stroke="none")
    face += circle(27.8, 21.6, 1.25, fill=LINE, stroke="none")
    return buns + back + _robe(dress, colour("plum-soft")) + face + cheeks + lips + fringe + pins


def _pyrotechnist(dress: Dress, old: bool) -> str:
    cap = path("M13.6 17.4C13 8.6 18 5.4 24 5.4S35 8.6 34.4 17.4C30 14.6 18 14.6 13.6 17.4Z", fill=dress.cloth)
    brim = path("M12.6 18.2C17 14.4 31 14.4 35.4 18.2L34.8 14.6C30 11.6 18 11.6 13.2 14.6Z", fill=GOLD)
    spark = path("M24 5.2V1.6M20.6 3.2L27.4 3.2", stroke=GOLD, stroke_width=1.6)
    soot = path("M29 24.6L31.6 23.6M28.8 26.4L31 26", stroke=HAIR, stroke_width=1)
    return _robe(dress, colour("orchid-soft")) + _face(old) + cap + brim + spark + soot


def _tax_collector(dress: Dress, old: bool) -> str:
    wings = path("M2.2 11.6H15V14.4H2.2ZM33 11.6H45.8V14.4H33Z", fill=HAIR)
    hat = path("M14.2 17V10.6C14.2 5.6 18 3.4 24 3.4S33.8 5.6 33.8 10.6V17C29 14.8 19 14.8 14.2 17Z", fill=HAIR)
    jewel = circle(24, 11, 2.2, fill=GOLD)
    moustache = path("M23.6 26.2C21.6 25.4 19.6 26.4 18.4 28.8M24.4 26.2C26.4 25.4 28.4 26.4 29.6 28.8", stroke_width=1.3)
    return _robe(dress) + _face(False) + moustache + wings + hat + jewel


def _warrior(dress: Dress, old: bool) -> str:
    armour = path(_SHOULDERS, fill=dress.cloth) + path("M7 43H41M12 37.6H36", stroke_width=1.1)
    scales = path("M15 37.6V43M21 37.6V43M27 37.6V43M33 37.6V43M12 43V49M18 43V49M24 43V49M30 43V49M36 43V49", stroke_width=1)
    guard = path("M12.4 16L13.2 29C15 30 17 29 17.4 26V17ZM35.6 16L34.8 29C33 30 31 29 30.6 26V17Z", fill=dress.cloth)
    dome = path("M12.6 18C12 9.4 17.4 5.6 24 5.6S36 9.4 35.4 18C30 15 18 15 12.6 18Z", fill=colour("stone-soft"))
    brim = path("M11.4 18.6C17 14.2 31 14.2 36.6 18.6L36 15C30 11.4 18 11.4 12 15Z", fill=GOLD)
    plume = path("M24 6C20.4 4.4 21 1.6 24 .6C27 1.6 27.6 4.4 24 6Z", fill=colour("plum"))
    return armour + scales + _face(old) + guard + dome + brim + plume


def _monk(dress: Dress, old: bool) -> str:
    robe = path(_SHOULDERS, fill=dress.cloth) + path(
        "M14.4 35C20 44 30 44 42.8 46L43 49H5C6 42 9.4 37 14.4 35Z", fill="#C98B3F"
    )
    head = circle(14.4, 20.4, 2.4, fill=SKIN) + circle(33.6, 20.4, 2.4, fill=SKIN) + ellipse(24, 18.8, 9.8, 11.4, fill=SKIN)
    eyes = path("M18.6 20.4Q20.4 22 22.2 20.4M25.8 20.4Q27.6 22 29.4 20.4", stroke_width=1.3)
    marks = "".join(circle(24 + dx, 11 + dy, 0.8, fill=LINE, stroke="none") for dx in (-3, 0, 3) for dy in (0, 2.6))
    beads = path("M15.4 34.6C17 41.6 31 41.6 32.6 34.6", stroke=LINE, stroke_width=3.6, stroke_dasharray="0.1 3.7")
    if not old:
        return robe + beads + head + eyes + marks + path("M21.6 25Q24 27 26.4 25", stroke_width=1.2)
    brows = path("M17 18.6Q19.4 15.6 22.4 17.6M31 18.6Q28.6 15.6 25.6 17.6", stroke=GREY, stroke_width=2.2)
    beard = path("M19.6 26.4C20 31 22 35.4 24 37.4C26 35.4 28 31 28.4 26.4C26 27.6 22 27.6 19.6 26.4Z", fill=GREY)
    return robe + beads + head + eyes + brows + marks + beard


def _healer(dress: Dress, old: bool) -> str:
    wrap = path("M13.8 18.4C13 10 18 6.6 24 6.6S35 10 34.2 18.4C30 14.4 18 14.4 13.8 18.4Z", fill=dress.cloth)
    fold = path("M15 12.4C20 9.6 28 9.6 33 12.4M20 7.4C18.6 3.6 24 2.4 26 5.4L27.6 7", fill="none")
    cross = path("M24 9.4V13.4M22 11.4H26", stroke=WHITE, stroke_width=1.7)
    return _robe(dress) + _face(old) + wrap + fold + cross


def _farmer(dress: Dress, old: bool) -> str:
    hat = path("M4.6 17.8L24 3L43.4 17.8C37 14.8 31 14 24 14S11 14.8 4.6 17.8Z", fill="#DDBB6C")
    straw = path("M24 3.4L17.6 14.2M24 3.4L30.4 14.2M24 3.4V14", stroke_width=0.9)
    string = path("M14.8 17C15.4 26 18.6 30.6 24 31.4C29.4 30.6 32.6 26 33.2 17", stroke_width=1)
    return _robe(dress, "#E8DFC8") + _face(old, 22) + string + hat + straw


def _scholar(dress: Dress, old: bool) -> str:
    robe = path(_SHOULDERS, fill=dress.cloth) + path(
        "M16.6 33.8L24 44L31.4 33.8L34.6 35L26 49H22L13.4 35Z", fill=colour("lotus")
    )
    hat = path("M14.6 16.8L13.4 4.4H34.6L33.4 16.8C29 14.6 19 14.6 14.6 16.8Z", fill=HAIR) + path(
        "M14 9.4H34", stroke=GOLD, stroke_width=1.5
    )
    return robe + _face(old) + hat


_DRAWERS = (_craftsman, _court_lady, _pyrotechnist, _tax_collector, _warrior, _monk, _healer, _farmer, _scholar)


def _define_portraits() -> tuple[str, ...]:
    names = []
    for kind, name in enumerate(p.KIND_NAMES):
        of_type = int(p.TYPE_OF_KIND[kind])
        content = pen(_DRAWERS[of_type](DRESS[of_type], name.endswith("-old")), 1.3)
        names.append(define(f"dragon-{name}", 48, 48, content))
    return tuple(names)


PORTRAITS = _define_portraits()
"""The names of the portraits' pictures, by kind."""


@memo(maxsize=512)
def portrait(kind: int, x: float, y: float, size: float) -> str:
    """A person of a kind before the ground of the type's colour, without a frame."""
    ground = DRESS[int(p.TYPE_OF_KIND[kind])].ground
    return rect(x, y, size, size, fill=ground) + place(PORTRAITS[kind], x, y, size)


@memo(maxsize=512)
def symbols_of(kind: int, x: float, y: float, size: float) -> str:
    """The symbols of a kind's tile in a row that ends at x (its right end), with its bottom at y."""
    name = TYPE_ICONS[int(p.TYPE_OF_KIND[kind])]
    count = int(p.SYMBOLS[kind])
    size = size * (1 if count < 3 else 0.86)
    step = size * (0.74 if count < 3 else 0.68)
    return "".join(symbol(name, x - size - step * (count - 1 - i), y - size, size) for i in range(count))


@memo(maxsize=512)
def person_tile(kind: int, x: float, y: float, size: float, spaces: bool = True) -> str:
    """A person tile of the stock: portrait, symbols, and the number of spaces that it brings."""
    tile = group(
        portrait(kind, 0, 0, 48) + rect(0, 0, 48, 48, 4, fill="none", stroke=LINE, stroke_width=1.6),
        x,
        y,
        size / 48,
    )
    marks = symbols_of(kind, x + size + 1.5, y + size + 3, size * 0.38)
    if not spaces:
        return tile + marks
    text = max(size * 0.29, 12.3)
    number = circle(x + size * 0.13, y + size * 0.13, text * 0.66, fill=RAISED, stroke=LINE, stroke_width=1) + words(
        x + size * 0.13, y + size * 0.13 + text * 0.35, int(p.SPACES[kind]), text, font_weight="700"
    )
    return tile + marks + number
