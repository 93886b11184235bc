"""The sources of points and the stages of a game, as the log, the score sheets and the book name them."""

from __future__ import annotations

from typing import Final

from hanlin.games.china import pieces as p

SOURCE_OF_EVENT: Final = {p.PALACE_POINTS: "palaces", p.ALLIANCE_POINTS: "alliances", p.ROAD_POINTS: "roads"}
"""The source of points by the kind of their event."""
SOURCES: Final = tuple(SOURCE_OF_EVENT.values())
END: Final = "end"
"""The stage of the final scoring."""
LAST_ROUND: Final = 12
"""Later rounds are counted with this one."""
STAGES: Final = (*(str(number + 1) for number in range(LAST_ROUND)), END)
