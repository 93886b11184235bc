"""The sources of points and the stages of a game, as the log, the score sheets and the book name them."""

from __future__ import annotations

from typing import Final

from hanlin.games.year_of_the_dragon import pieces as p

SOURCE_OF_REASON: Final = {
    p.FOR_PALACES: "palaces",
    p.FOR_COURT_LADIES: "court-ladies",
    p.FOR_PRIVILEGES: "privileges",
    p.FOR_RESEARCH: "research",
    p.FOR_FESTIVAL: "festival",
    p.FOR_MONGOLS: "mongols",
    p.FOR_WALL_TILE: "wall-tile",
    p.FOR_WALL: "wall",
    p.FOR_WALL_AT_END: "wall",
    p.FOR_LANTERNS: "lanterns",
    p.CONCESSION_GIFT: "concession",
    p.FOR_PERSONS_AT_END: "persons",
    p.FOR_BUDDHA: "monks",
    p.FOR_MONKS_AT_END: "monks",
    p.FOR_YUAN_AT_END: "yuan",
}
"""The source of points by the reason of their event (``LOG_SCORES``)."""
SOURCES: Final = tuple(dict.fromkeys(SOURCE_OF_REASON.values()))
END: Final = "end"
"""The stage of the points after month 12."""
AT_END: Final = (p.FOR_PERSONS_AT_END, p.FOR_MONKS_AT_END, p.FOR_YUAN_AT_END, p.FOR_WALL_AT_END)
"""The reasons of points that are scored when the game is over."""
STAGES: Final = (*(str(month + 1) for month in range(p.MONTHS)), END)
