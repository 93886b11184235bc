"""The game's emblem: a dragon on its scroll."""

from __future__ import annotations

from hanlin.drawing import LINE, colour, define, picture, place, rect
from hanlin.games.year_of_the_dragon.words import title

EMBLEM = define(
    "dragon-emblem",
    32,
    32,
    rect(3, 4, 26, 24, fill=colour("gold-wash"), stroke=LINE, stroke_width=1.2)
    + place("dragon-festival", 5, 4.5, 22)
    + "".join(
        rect(2, y, 28, 4.6, 2.2, fill=colour("wood"), stroke=LINE, stroke_width=1.2)
        + "".join(rect(x, y + 0.6, 2, 3.4, 1, fill=colour("gold"), stroke=LINE, stroke_width=1) for x in (0.6, 29.4))
        for y in (0.8, 26.6)
    ),
)


def emblem() -> str:
    """A small picture of the game: a dragon on its scroll."""
    return picture(EMBLEM, 48, title())
