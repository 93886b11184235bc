"""Small forms of China for exact tools: two players, two or three regions with three palace spaces each, eleven cards.

They are data for ``setup``: the rules are those of the whole game. Part of each hand and of the row lies open from the
beginning; the rest is dealt from a pile that is in its last use already, so its end brings the last round (C6.3). No region in
play is violet: a violet card pays only as one of a pair.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from hanlin.core.verbs.options import Mini
from hanlin.games.china.pieces import ORANGE, RED, VIOLET, YELLOW

Cards = tuple[int, ...]
"""The colours of cards."""


@dataclass(frozen=True, slots=True)
class Form:
    """A small form. ``spaces``: the palace spaces of each region in play, by its id on the shipped map."""

    spaces: dict[str, int]
    hands: tuple[Cards, ...]
    """The open cards of each seat; each is dealt one more."""
    row: Cards
    """The open cards of the row; one more is turned up."""
    pile: Cards
    palaces: int
    emissaries: int


FORMS: Final = {
    "2": Form(
        spaces={"qi": 3, "lu": 3},
        hands=((YELLOW, YELLOW), (YELLOW, ORANGE)),
        row=(VIOLET, VIOLET, ORANGE),
        pile=(VIOLET, VIOLET, VIOLET, YELLOW),
        palaces=2,
        emissaries=1,
    ),
    "3": Form(
        spaces={"qi": 3, "wei": 3, "lu": 3},
        hands=((YELLOW, ORANGE), (YELLOW, ORANGE)),
        row=(VIOLET, VIOLET, ORANGE),
        pile=(VIOLET, YELLOW, RED, ORANGE),
        palaces=2,
        emissaries=1,
    ),
}

MINIS: Final = (
    Mini(
        name="regions",
        default="9",
        choices=("9", *reversed(FORMS)),
        about="a small game with so many regions of three spaces and with 11 cards, for exact tools",
        players=(2,),
        without=("fortresses", "map"),
    ),
)
