"""The house's drawing toolkit: pure functions of small values to SVG text.

``svg`` elements, words, art and documents · ``palette`` colours by day and night, type · ``flowers`` the players' flowers ·
``symbols`` coins, hammers, rockets … · ``shapes`` cards, tiles, badges, seals.

A drawing is put together from text and wrapped by ``document``, which writes each used picture once and keeps ids apart::

    from hanlin.drawing import badge, document, flower, rect, symbol

    body = rect(0, 0, 120, 40, fill=PAPER) + flower(0, 8, 8, 24) + symbol("coin", 44, 8, 24) + badge(90, 20, "12")
    document("demo", 120, 40, body, label="Plum has twelve yuan")
"""

from hanlin.drawing.flowers import FLOWERS, flower
from hanlin.drawing.palette import (
    ACCENT,
    DAY,
    FAINT,
    GOLD,
    GOLD_TEXT,
    INK,
    JADE,
    LINE,
    NIGHT,
    PAPER,
    RAISED,
    SANS,
    SEATS,
    SERIF,
    SOFT,
    SUNKEN,
    colour,
    seat_colour,
    stylesheet,
)
from hanlin.drawing.shapes import badge, card, glow, heading, panel, seal, seat_badge, tile
from hanlin.drawing.svg import (
    art,
    can,
    cannot,
    circle,
    define,
    document,
    element,
    ellipse,
    group,
    has_art,
    line,
    lines_of,
    number,
    path,
    picture,
    place,
    rect,
    remembered,
    words,
    words_width,
)
from hanlin.drawing.symbols import icon, pen, symbol

__all__ = [
    "ACCENT",
    "DAY",
    "FAINT",
    "FLOWERS",
    "GOLD",
    "GOLD_TEXT",
    "INK",
    "JADE",
    "LINE",
    "NIGHT",
    "PAPER",
    "RAISED",
    "SANS",
    "SEATS",
    "SERIF",
    "SOFT",
    "SUNKEN",
    "art",
    "badge",
    "can",
    "cannot",
    "card",
    "circle",
    "colour",
    "define",
    "document",
    "element",
    "ellipse",
    "flower",
    "glow",
    "group",
    "has_art",
    "heading",
    "icon",
    "line",
    "lines_of",
    "number",
    "panel",
    "path",
    "pen",
    "picture",
    "place",
    "rect",
    "remembered",
    "seal",
    "seat_badge",
    "seat_colour",
    "stylesheet",
    "symbol",
    "tile",
    "words",
    "words_width",
]
