"""The sources of coins and the stages of a game, as the log, the score sheets and the book name them."""

from __future__ import annotations

from typing import Final

from hanlin.games.forbidden_city import pieces as p

SOURCE_OF_REASON: Final = {p.SOLE_MOST: "most", p.SHARED_MOST: "shared", p.SECOND: "second"}
"""The source of coins by the reason of a payment for a room (``ROOM_PAID``)."""
LEFT: Final = "left"
"""The source of coins for the tiles left at the end."""
SOURCES: Final = (*SOURCE_OF_REASON.values(), LEFT)
END: Final = "end"
"""The stage of these coins."""
ROUNDS_A_STAGE: Final = 4
MOST_ROUNDS: Final = p.MAX_TILES - p.KEPT_TILES
STAGES: Final = (
    *(f"{first}-{first + ROUNDS_A_STAGE - 1}" for first in range(1, MOST_ROUNDS + 1, ROUNDS_A_STAGE)),
    END,
)
"""Rounds in which each player places a tile, and the end."""


def stage_of(round_number: int) -> str:
    """The stage of a round, counted from 1."""
    return STAGES[min((round_number - 1) // ROUNDS_A_STAGE, len(STAGES) - 2)]
