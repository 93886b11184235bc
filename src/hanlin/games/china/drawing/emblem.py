"""A small picture of the game for its card: a road with a palace and an emissary."""

from __future__ import annotations

from hanlin.drawing import INK, circle, colour, define, path, picture
from hanlin.games.china.drawing.figures import emissary, land, palace
from hanlin.games.china.words.options import title

_EMBLEM = define(
    "china-emblem",
    48,
    48,
    circle(24, 24, 23, fill=land(1), stroke=INK, stroke_width=1.6)
    + path("M2.4 30C12 24 20 40 45.6 32L44.4 34.8C40 43 32 47 24 47C13 47 4.4 39.6 2.4 30Z", fill=land(4))
    + path("M5 35C16 29 22 41 44 34", fill="none", stroke=INK, stroke_width=4.6)
    + path("M5 35C16 29 22 41 44 34", fill="none", stroke=colour("white"), stroke_width=2.6)
    + palace(0, 19, 23, 31)
    + emissary(4, 37.5, 38.5, 22),
)


def emblem() -> str:
    """A small picture of the game: a palace and an emissary on the road."""
    return picture(_EMBLEM, 48, title())
