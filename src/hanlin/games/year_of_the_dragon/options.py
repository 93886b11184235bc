"""The options of In the Year of the Dragon as types: a checker knows them by name, and what they may be."""

from __future__ import annotations

from typing import Any, Literal, TypedDict, Unpack

from hanlin.core.position.game import Game
from hanlin.core.position.position import Position


class YearOfTheDragonOptions(TypedDict, total=False):
    """The options of ``GAME``: the two expansions, the price of the large privilege, and small forms (``minis``)."""

    great_wall: bool
    super_event: Literal[
        "none",
        "random",
        "lantern-festival",
        "buddha",
        "earthquake",
        "flood",
        "solar-eclipse",
        "volcanic-eruption",
        "tornado",
        "sunrise",
        "assassination-attempt",
        "concession",
    ]
    large_privilege: Literal["7", "6", 7, 6]
    months: Literal["12", "3", "2", "1", 12, 3, 2, 1]


class YearOfTheDragonGame(Game):
    """In the Year of the Dragon, with its options as types."""

    def start(  # type: ignore[override] # A game takes its own options, and no others.
        self, players: int | None = None, *, seed: Any = None, **options: Unpack[YearOfTheDragonOptions]
    ) -> Position:
        """See ``Game.start``."""
        return super().start(players, seed=seed, **options)
