"""Hanlin's symbols: flat pictures in a 24 × 24 box, a line of even weight, legible at 16 pixels.

The same symbol is on tiles, in the log and in help. Place one with ``symbol("coin", x, y, size)``; as a small SVG of
its own, for a line of text, with ``icon("coin")``. Games define more of their own (``svg.define``).
"""

from __future__ import annotations

from hanlin.drawing.palette import DANGER, GOLD, JADE, LINE, colour
from hanlin.drawing.svg import circle, define, ellipse, group, has_art, path, picture, place, rect

GOLD_SOFT = colour("gold-soft")
STONE = colour("stone")
STONE_SOFT = colour("stone-soft")
WOOD = colour("wood")
WOOD_SOFT = colour("wood-soft")
CLOTH = colour("cloth")
SKIN = colour("skin")
WHITE = colour("white")
RED = colour("plum")
RED_SOFT = colour("plum-soft")
BLUE = colour("lotus")
BLUE_SOFT = colour("lotus-soft")
PURPLE = colour("orchid")
GREEN_SOFT = colour("jade-soft")


def pen(content: str, width: float = 1.4) -> str:
    """Shapes drawn with Hanlin's line; a shape without ``fill`` is a stroke only."""
    return group(content, fill="none", stroke=LINE, stroke_width=width, stroke_linejoin="round", stroke_linecap="round")


SYMBOLS: list[str] = []
"""The names of all symbols."""


def _symbol(name: str, content: str, width: float = 1.4) -> None:
    SYMBOLS.append(define(name, 24, 24, pen(content, width)))


# -- goods and marks ---------------------------------------------------------------------------------------------------------

_symbol(
    "coin",
    circle(12, 12, 10, fill=GOLD) + circle(12, 12, 7.4, fill=GOLD_SOFT, stroke_width=1) + rect(9, 9, 6, 6, 0.5, fill=WHITE),
)
_symbol(
    "hammer",
    group(
        rect(-1.7, -3, 3.4, 15, 1.2, fill=WOOD_SOFT)
        + path("M-7-8.5H5.5C7-8.5 8-7.4 8-6V-3H-7Z", fill=STONE)
        + path("M-7-8.5V-3", stroke_width=1.4),
        12,
        11.5,
        turn=38,
    ),
)
_symbol(
    "sack",
    path(
        "M9 6.4C4.4 9.8 2.6 15 3.6 18.8C4.1 21 5.6 21.8 8 21.8H16C18.4 21.8 19.9 21 20.4 18.8C21.4 15 19.6 9.8 15 6.4Z",
        fill=CLOTH,
    )
    + path("M9 6.4L7.2 2.6C9.2 3.6 10.4 2 12 2S14.8 3.6 16.8 2.6L15 6.4Z", fill=CLOTH)
    + path("M8.6 6.6H15.4", stroke=WOOD, stroke_width=2)
    + path("M12 20V11.4", stroke=JADE, stroke_width=1.5)
    + path(
        "M12 13.4C9.8 13.4 8.6 12.2 8.4 10.2C10.6 10.2 11.8 11.4 12 13.4Z"
        "M12 17.4C9.4 17.4 8 16 7.8 13.8C10.4 13.8 11.8 15.2 12 17.4Z",
        fill=GOLD,
        stroke_width=0.9,
    )
    + path(
        "M12 13.4C14.2 13.4 15.4 12.2 15.6 10.2C13.4 10.2 12.2 11.4 12 13.4Z"
        "M12 17.4C14.6 17.4 16 16 16.2 13.8C13.6 13.8 12.2 15.2 12 17.4Z",
        fill=GOLD,
        stroke_width=0.9,
    ),
)
_symbol(
    "rocket",
    path("M3 4.5L5.2 6.2M7.6 1.6L8 4.2M1.8 9.6L4.4 9.4", stroke=GOLD, stroke_width=1.6)
    + group(
        path("M0 5V13", stroke=WOOD, stroke_width=2)
        + rect(-3.2, -5, 6.4, 11, 1, fill=RED)
        + path("M-4-5L0-11L4-5Z", fill=GOLD)
        + path("M-3.2-1.4H3.2M-3.2 2.4H3.2", stroke=GOLD_SOFT, stroke_width=1.3),
        13.2,
        12.2,
        turn=32,
    ),
)
_symbol(
    "helmet",
    path("M4 15V20.5C6.4 21.4 8 20.6 8.6 17Z", fill=RED)
    + path("M20 15V20.5C17.6 21.4 16 20.6 15.4 17Z", fill=RED)
    + path("M12 5.4C9.8 4 10.2 2 12 1.4C13.8 2 14.2 4 12 5.4Z", fill=RED)
    + path("M4.2 15C4.2 9 7.4 5.4 12 5.4S19.8 9 19.8 15Z", fill=STONE_SOFT)
    + path("M12 5.6V14.6M8 6.8C6.9 9 6.6 11.6 6.8 14.6M16 6.8C17.1 9 17.4 11.6 17.2 14.6", stroke_width=1)
    + rect(2.6, 14.2, 18.8, 3.4, 1.2, fill=GOLD),
)
_symbol(
    "buddha",
    path("M2.4 19.4C2.4 16.4 6 15.4 12 15.4S21.6 16.4 21.6 19.4C21.6 21.6 18 22 12 22S2.4 21.6 2.4 19.4Z", fill=GOLD)
    + path("M5.8 16.4C5.8 12.4 8.4 10.2 12 10.2S18.2 12.4 18.2 16.4Z", fill=GOLD_SOFT)
    + circle(12, 2.9, 1.5, fill=GOLD)
    + circle(12, 6.8, 3.5, fill=GOLD_SOFT)
    + path("M9.4 18.6H14.6", stroke_width=1.2),
)
_symbol(
    "mortar",
    group(rect(-1.6, -8, 3.2, 12, 1.5, fill=WOOD_SOFT), 14.6, 8.6, turn=32)
    + path("M3.4 10.4H20.6L19 16.4C18.4 18.8 16.8 19.6 15 19.6H9C7.2 19.6 5.6 18.8 5 16.4Z", fill=BLUE_SOFT)
    + path("M8.2 19.6H15.8L17 22.4H7Z", fill=BLUE)
    + path("M5.4 10.4C4 8.4 4.4 6 6.2 4.8C8 6 8.4 8.4 7.4 10.4Z", fill=JADE),
)
_symbol(
    "fan",
    path("M12 21.4L1.4 9.6C3.8 5.8 7.6 3.6 12 3.6S20.2 5.8 22.6 9.6Z", fill=RED_SOFT)
    + path("M12 21.4L7.6 16.5C9.8 14.4 14.2 14.4 16.4 16.5Z", fill=WOOD)
    + path("M12 21.4L6.2 5.6M12 21.4L12 3.8M12 21.4L17.8 5.6", stroke_width=1),
)
_symbol(
    "book",
    rect(4.4, 2, 15.2, 20, 1.2, fill=BLUE)
    + path("M8 2.2V21.8", stroke_width=1.2)
    + path("M4.6 6.6H8M4.6 12H8M4.6 17.4H8", stroke=WHITE, stroke_width=1.2)
    + rect(10.8, 4.8, 5.8, 9.4, 0.5, fill=WHITE, stroke_width=1.1)
    + path("M13.7 7.2V11.8", stroke_width=1.5),
)


def _lung(skin: str) -> str:
    """A dragon of the east from the side: antlers, a mane, open jaws and a whisker, a comb along the back, and a tuft."""
    comb = (
        "M13.6 4.8L17.8 2.4L18.4 5L22 4.8L21.4 8L23.7 9.6L22 12.2L23.6 15L20.9 16.4L20.6 19.8L17.6 18.9L15.2 21.8L13.4 19.5"
        "L10.4 21.4L10.6 18.4L15 12Z"
    )
    body = (
        "M12.4 4.8C18.2 5 21.6 8.6 21 13.4C20.2 17.6 16.4 19.5 12.6 18.9C9.4 18.3 6.8 19 5.4 21.6"
        "C4.6 17.8 8 14.9 12.4 15.2C15 15.4 16.4 14.4 16.2 12.6C16 11 14.6 10.6 13 11.6Z"
    )
    tuft = (
        "M7.4 18.6C5.6 17.4 3.4 18 1.1 16.2C1.3 17.8 1.9 18.7 2.7 19.3C1.9 19.7 1.1 19.6 .3 19.3"
        "C1.1 21.8 3.6 23.6 6 23.2C7.6 22.8 8.2 21.4 8 20.4Z"
    )
    antler = "M10.8 5C10.8 2.6 12.3 .9 15.4 .4C14.5 1.4 14.2 2.2 14.4 3C15.2 2.5 16.4 2.2 17.7 2.5C16.4 3.4 15 5.2 12.6 5.8Z"
    mane = "M12.4 6.6L17.2 7.6L15.2 9.4L17.6 12L14.2 12L13.6 14.6L10.8 11.6Z"
    jaw = "M12 10.4C9.6 11 6.6 11 4.6 12.8C5 14.9 7.4 15.4 9.6 14.6C11.6 13.9 13 12.8 13.2 11.2Z"
    head = (
        "M1.3 9.1C1.1 7.3 2.8 6.2 4.7 6.6C5.9 6.8 6.6 6.3 7.4 5.5C9 3.9 12 3.6 13.5 5.5C15 7.6 14.6 10.6 12.5 11.6"
        "C10.8 12.2 9.8 10.9 8.2 10.8L2.7 11C1.8 10.7 1.4 10 1.3 9.1Z"
    )
    return (
        path(comb, fill=GOLD, stroke_width=0.7)
        + path(tuft, fill=GOLD, stroke_width=1)
        + path(body, fill=skin, stroke_width=1.1)
        + path(antler, fill=GOLD, stroke_width=0.9)
        + path(jaw, fill=skin, stroke_width=1.1)
        + path(mane, fill=GOLD, stroke_width=0.8)
        + path(head, fill=skin, stroke_width=1.1)
        + path("M3.6 10.9L4.6 12.6L5.7 10.9", fill=WHITE, stroke_width=0.7)
        + circle(9.6, 7.5, 1.4, fill=WHITE, stroke_width=0.8)
        + circle(9.3, 7.6, 0.55, fill=LINE, stroke="none")
        + path("M3 8.4H3.1", stroke_width=1.2)
        + path("M2.4 11.2C.9 12.2 .5 13.8 1.2 15.4", stroke=GOLD, stroke_width=1.2)
    )


_symbol("dragon", _lung(JADE))
_symbol(
    "wall",
    path("M1.6 21.6V8.6H1.8V4.8H6.4V8.6H9.6V4.8H14.4V8.6H17.6V4.8H22.2V8.6H22.4V21.6Z", fill=STONE_SOFT)
    + path(
        "M1.8 13H22.2M1.8 17.3H22.2M8 8.8V13M15.6 8.8V13M5 13V17.3M12 13V17.3M19 13V17.3M8 17.3V21.4M15.6 17.3V21.4",
        stroke_width=1.1,
    ),
)
_symbol(
    "person",
    path("M3.4 22C3.6 16 7 13 12 13S20.4 16 20.6 22Z", fill=BLUE)
    + path("M9.4 13.4L12 17L14.6 13.4", fill=WHITE)
    + circle(12, 8.4, 4.4, fill=SKIN)
    + path("M7.2 7.4C7.4 3.8 9.4 2 12 2S16.6 3.8 16.8 7.4C14 5.8 10 5.8 7.2 7.4Z", fill=LINE),
)
_symbol(
    "palace",
    rect(5, 11, 14, 10.6, fill=CLOTH)
    + path("M9.4 21.6V15.4C9.4 13.8 14.6 13.8 14.6 15.4V21.6Z", fill=WOOD)
    + path("M1 11.4C5 10.8 7.6 8.4 8.6 4.6H15.4C16.4 8.4 19 10.8 23 11.4L21.6 13.2H2.4Z", fill=RED)
    + path("M7.6 4.6H16.4", stroke=GOLD, stroke_width=2)
    + path("M2.6 22H21.4", stroke_width=2),
)
_symbol(
    "floor",
    rect(4, 9.6, 16, 10, fill=CLOTH)
    + rect(9, 12.4, 6, 5, 0.5, fill=WOOD_SOFT)
    + path("M12 12.4V17.4M9 14.9H15", stroke_width=1)
    + path("M1.2 10.6C4 10.2 5.4 8.8 6 6.8H18C18.6 8.8 20 10.2 22.8 10.6L21.6 12H2.4Z", fill=RED)
    + path("M2.6 20.2H21.4", stroke=LINE, stroke_width=2),
)
_symbol(
    "track",
    path("M2.4 5.4H8L13 12L8 18.6H2.4L7.2 12Z", fill=JADE) + path("M11.4 5.4H17L22 12L17 18.6H11.4L16.2 12Z", fill=GREEN_SOFT),
)
_symbol(
    "points",
    path("M12 1.8L15 8.4L22.2 9.2L16.8 14L18.3 21.2L12 17.5L5.7 21.2L7.2 14L1.8 9.2L9 8.4Z", fill=GOLD)
    + path(
        "M12 6.4L13.7 10.2L17.6 10.6L14.7 13.2L15.5 17.2L12 15.2L8.5 17.2L9.3 13.2L6.4 10.6L10.3 10.2Z",
        fill=GOLD_SOFT,
        stroke="none",
    ),
)
_symbol(
    "privilege",
    rect(5.4, 3.6, 13.2, 16.8, fill=CLOTH)
    + rect(3.4, 1.8, 17.2, 3.6, 1.6, fill=WOOD)
    + rect(3.4, 18.6, 17.2, 3.6, 1.6, fill=WOOD)
    + rect(8.6, 8.4, 6.8, 6.8, 0.8, fill=RED)
    + path("M10.4 10.4H13.6V13.2H10.6", stroke=WHITE, stroke_width=1.1),
)
_symbol(
    "privilege-large",
    rect(2.6, 3.6, 18.8, 16.8, fill=GOLD_SOFT)
    + rect(1.2, 1.8, 21.6, 3.6, 1.6, fill=WOOD)
    + rect(1.2, 18.6, 21.6, 3.6, 1.6, fill=WOOD)
    + rect(4.4, 8.6, 6.6, 6.6, 0.8, fill=RED)
    + rect(13, 8.6, 6.6, 6.6, 0.8, fill=RED)
    + path("M6.2 10.6H9.2V13.2H6.4M14.8 10.6H17.8V13.2H15", stroke=WHITE, stroke_width=1.1),
)
_symbol(
    "card",
    rect(5, 2, 14, 20, 2, fill=WHITE)
    + rect(7.6, 4.8, 8.8, 14.4, 1, fill=RED)
    + path("M12 8L15 12L12 16L9 12Z", fill=GOLD_SOFT, stroke_width=1),
)
_symbol(
    "wild",
    rect(5, 2, 14, 20, 2, fill=WHITE)
    + path(
        "M12 6L13.5 10.2L17.8 10.4L14.4 13L15.6 17.2L12 14.8L8.4 17.2L9.6 13L6.2 10.4L10.5 10.2Z", fill=GOLD, stroke_width=1.1
    ),
)
_symbol("crown", path("M3 19.6L1.8 7.4L7.6 11.8L12 4L16.4 11.8L22.2 7.4L21 19.6Z", fill=GOLD) + path("M3.4 16H20.6"))
_symbol("check", path("M3.6 12.8L9.4 18.6L20.4 6", stroke=JADE, stroke_width=3.4))
_symbol("cross", path("M5.4 5.4L18.6 18.6M18.6 5.4L5.4 18.6", stroke=DANGER, stroke_width=3.2))
_symbol(
    "release",
    rect(3, 2, 11, 20, fill=WOOD)
    + rect(5.2, 4, 8.8, 18, fill=WHITE)
    + path("M10 13H21M17.4 9.2L21.4 13L17.4 16.8", stroke_width=4.4)
    + path("M10 13H21M17.4 9.2L21.4 13L17.4 16.8", stroke=GOLD, stroke_width=2),
)
_symbol("pass", circle(12, 12, 10, fill=STONE_SOFT) + path("M9 7.6V16.4M15 7.6V16.4", stroke_width=2.6))
_symbol("warning", path("M12 2.4L22.4 21H1.6Z", fill=GOLD) + path("M12 9V14.6M12 17.8V18", stroke_width=2.4))

# -- events ------------------------------------------------------------------------------------------------------------------

_symbol(
    "peace",
    path(
        "M1.8 11.4C5.2 12.2 8 10.8 9.8 8.2C11.4 5.8 14.4 4.8 17.2 6L22 7.2L18.8 9.4"
        "C18.6 14.4 15.2 18 10 18L5.6 21.6L6.4 16.6C3.6 15.8 2 13.8 1.8 11.4Z",
        fill=WHITE,
    )
    + path("M15.4 9.8C12 9.4 8.8 11.4 6.4 16.6C10.8 16.8 14.6 14.6 15.4 9.8Z", fill=GREEN_SOFT)
    + path("M16.8 8.2V8.4", stroke_width=1.8)
    + path("M21.8 7.6C22.6 9 22.4 10.4 21.6 11.6", stroke=JADE, stroke_width=1.6),
)
_symbol(
    "imperial-tribute",
    path("M6.6 9.4H17.4V17.4C17.4 19.6 15.6 20.8 12 20.8S6.6 19.6 6.6 17.4Z", fill=PURPLE)
    + path("M6.6 13.4H17.4", stroke=GOLD, stroke_width=2)
    + path("M3.4 9V18.4M20.6 9V18.4", stroke=GOLD, stroke_width=1.4)
    + circle(3.4, 12.4, 1.2, fill=RED, stroke_width=0.9)
    + circle(3.4, 16.8, 1.2, fill=RED, stroke_width=0.9)
    + circle(20.6, 12.4, 1.2, fill=RED, stroke_width=0.9)
    + circle(20.6, 16.8, 1.2, fill=RED, stroke_width=0.9)
    + path("M2.4 5L4.4 3.2H19.6L21.6 5V8.6H2.4Z", fill=GOLD)
    + path("M2.4 6H21.6", stroke_width=1),
)
_symbol(
    "drought",
    path("M12 .9V3M4.6 3.6L6 5.2M19.4 3.6L18 5.2M2 10.4H4.4M22 10.4H19.6", stroke=GOLD, stroke_width=1.9)
    + circle(12, 9.6, 5, fill=GOLD)
    + path("M1 15.6H23V22.4H1Z", fill=WOOD_SOFT)
    + path(
        "M6.6 15.8L8 18.4L6 22.2M8 18.4L12.6 19.6L14.8 15.8M12.6 19.6L13.4 22.2M17.4 22.2L18.8 18.8L22.8 18", stroke_width=1.3
    ),
)
_symbol(
    "dragon-festival",
    _lung(RED) + circle(3.6, 3, 2, fill=GOLD_SOFT, stroke_width=1),
)
_symbol(
    "mongol-invasion",
    path("M7.6 2.4C17.4 3.4 20.6 6.6 21.6 16.4", stroke_width=4.4)
    + path("M7.6 2.4C17.4 3.4 20.6 6.6 21.6 16.4", stroke=WOOD, stroke_width=2.2)
    + path("M7.6 2.4L21.6 16.4", stroke=STONE, stroke_width=1.1)
    + path("M3.6 20.4L18 6", stroke_width=3.2)
    + path("M3.6 20.4L18 6", stroke=WOOD_SOFT, stroke_width=1.4)
    + path("M21.8 2.2L20 7.4L16.6 4Z", fill=STONE)
    + path("M2 17.6L5.2 17L6.8 15.4M6.4 22L7 18.8L8.6 17.2M2.2 21.8L6 18", stroke=RED, stroke_width=1.9),
)
_symbol(
    "contagion",
    path(
        "M3 10.6C3 5.4 6.8 2 12 2S21 5.4 21 10.6C21 13.4 19.8 15.2 18 16.4V20"
        "C18 21.2 17.2 22 16 22H8C6.8 22 6 21.2 6 20V16.4C4.2 15.2 3 13.4 3 10.6Z",
        fill=WHITE,
    )
    + ellipse(8.2, 11.2, 2.3, 2.6, fill=LINE)
    + ellipse(15.8, 11.2, 2.3, 2.6, fill=LINE)
    + path("M12 14L10.8 16.4H13.2Z", fill=LINE, stroke_width=0.6)
    + path("M9.6 18.8V21.8M12 18.8V21.8M14.4 18.8V21.8", stroke_width=1.3),
)

# -- super events ------------------------------------------------------------------------------------------------------------

_symbol(
    "lantern-festival",
    path("M12 .8V3.4", stroke_width=1.6)
    + path("M8 5.4C3.4 8.2 3.4 14.2 8 17H16C20.6 14.2 20.6 8.2 16 5.4Z", fill=RED)
    + path("M12 5.4V17M9.4 5.6C7.4 9 7.4 13.4 9.4 16.8M14.6 5.6C16.6 9 16.6 13.4 14.6 16.8", stroke=RED_SOFT, stroke_width=1.1)
    + rect(7.4, 3.2, 9.2, 2.6, 0.6, fill=GOLD)
    + rect(7.4, 16.6, 9.2, 2.6, 0.6, fill=GOLD)
    + path("M10 19.2V23M12 19.2V23.4M14 19.2V23", stroke=GOLD, stroke_width=1.4),
)
_symbol(
    "earthquake",
    path("M1.4 12.2C5 11.6 7 9.6 8 6.4H11L10 9.6L12.4 12.4L11 15.4L12.6 18L11.6 22H4.6V13.6H2.6Z", fill=CLOTH)
    + group(
        path("M22.4 11C19 9.8 17.4 7.6 16.8 4.4H13.8L14.4 8L12 10.6L14 13.4L12.8 16L14.6 20H19.8V12.6Z", fill=RED_SOFT),
        turn=0,
        x=0.6,
        y=1.2,
    )
    + path("M1.4 22.4H22.6", stroke_width=2),
)
_symbol(
    "flood",
    path("M4.6 12V8.8H2.8L12 2L21.2 8.8H19.4V12", fill=CLOTH)
    + path("M2.8 8.8L12 2L21.2 8.8Z", fill=RED)
    + path("M1 14.4C3 12 5 12 7 13.6S10.8 15.4 12.6 13.6S17 12 18.8 13.6S22 14.6 23 13.4V22.4H1Z", fill=BLUE)
    + path(
        "M1.4 18.6C3.4 16.8 5.2 16.8 7 18.2S11 19.8 12.8 18.2S17 16.8 18.8 18.2S21.8 19 22.6 18.2",
        stroke=BLUE_SOFT,
        stroke_width=1.5,
    ),
)
_symbol(
    "solar-eclipse",
    path(
        "M12 .9V4M12 20V23.1M.9 12H4M20 12H23.1M4.1 4.1L6.4 6.4M17.6 17.6L19.9 19.9M4.1 19.9L6.4 17.6M17.6 6.4L19.9 4.1",
        stroke=GOLD,
        stroke_width=1.9,
    )
    + circle(12, 12, 7.2, fill=GOLD_SOFT)
    + circle(13, 11.4, 5.9, fill=LINE),
)
_symbol(
    "volcanic-eruption",
    path("M8.6 9.4C6 6.8 7 3.6 9.6 3.6C10.4 1.4 14 1.2 15 3.4C18 3.4 18.4 7 15.6 9.4Z", fill=STONE_SOFT)
    + path("M1.4 22L8.4 9.4H15.6L22.6 22Z", fill=WOOD)
    + path("M8.4 9.4H15.6L17 12C16 14.4 14.6 12.6 13.6 14.6C12.8 17.4 11.4 17.4 10.8 14.8C10 12.6 8.2 14.4 7 12Z", fill=RED)
    + path("M12 6.6V4.8M5.4 7.6L4 6.4M18.6 7.6L20 6.4", stroke=RED, stroke_width=1.7),
)
_symbol(
    "tornado",
    ellipse(12, 4.2, 10, 2.8, fill=STONE_SOFT)
    + path("M3.6 7.4C6 10.4 18 10.4 20.4 7.4L18.6 11.2C15.6 13.4 8.4 13.4 5.8 11Z", fill=STONE)
    + path("M6.6 12.8C9 14.6 15 14.8 17.4 13.2L15.2 16.6C13.4 17.8 10.4 17.6 8.8 16.4Z", fill=STONE_SOFT)
    + path("M10 18C11.4 18.8 13 18.8 14 18.2L11.6 22.6C11 21 10.4 19.6 10 18Z", fill=STONE),
)
_symbol(
    "sunrise",
    path("M12 2V5.2M3.8 5.8L6 8M20.2 5.8L18 8M1 14H3.6M23 14H20.4", stroke=GOLD, stroke_width=1.9)
    + path("M5 16.4C5 11.6 8 8.6 12 8.6S19 11.6 19 16.4Z", fill=GOLD)
    + path("M1.4 16.6C4.4 15.4 7.6 15.4 12 16.6S19.6 17.8 22.6 16.6V22H1.4Z", fill=JADE)
    + path("M5 19.4H10M14 19.6H19.4", stroke=GREEN_SOFT, stroke_width=1.3),
)
_symbol(
    "assassination-attempt",
    group(
        path("M0-11.6C2.4-8.4 2.6-3.6 2 1.6H-2C-2.6-3.6-2.4-8.4 0-11.6Z", fill=STONE_SOFT)
        + path("M0-9V1", stroke_width=1)
        + rect(-5, 1.4, 10, 2.8, 1.2, fill=GOLD)
        + rect(-1.6, 4.2, 3.2, 5.4, 0.8, fill=RED)
        + circle(0, 10.4, 1.7, fill=GOLD),
        12,
        12,
        turn=38,
    ),
)
_symbol(
    "concession",
    path("M5 4.4H18V17.6C18 19.8 19 21.6 21 21.6H8C6 21.6 5 20 5 17.6Z", fill=CLOTH)
    + path("M5 4.4C5 2.8 3 2.8 3 4.4V6.6H5M18 18H11V19.4C11 21 9.8 21.6 8.6 21.6", fill=WOOD_SOFT)
    + path("M8.4 8H14.6M8.4 11.4H14.6", stroke_width=1.3)
    + circle(13.4, 15.4, 2.4, fill=RED),
)


def symbol(name: str, x: float, y: float, size: float = 16) -> str:
    """A symbol with its top left corner at x, y."""
    return place(name, x, y, size)


def icon(name: str, size: float = 16, label: str = "") -> str:
    """A symbol as a separate small SVG; empty text for an unknown name, since not every choice has a picture."""
    return picture(name, size, label=label) if has_art(name) else ""
