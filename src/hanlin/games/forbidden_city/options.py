"""The options of Forbidden City as types: a checker knows them by name, and what they may be."""

from __future__ import annotations

from os import PathLike
from typing import Any, Literal, TypedDict, Unpack

from hanlin.core.position.game import Game
from hanlin.core.position.position import Position


class ForbiddenCityOptions(TypedDict, total=False):
    """The options of ``GAME``: the face of the start tile, the file of a tile set, and a small form (``minis``)."""

    side: Literal["gardens", "rooms"]
    tiles: str | PathLike[str] | None
    stack: Literal["all", "3", 3]


class ForbiddenCityGame(Game):
    """Forbidden City, with its options as types."""

    def start(  # type: ignore[override] # A game takes its own options, and no others.
        self, players: int | None = None, *, seed: Any = None, **options: Unpack[ForbiddenCityOptions]
    ) -> Position:
        """See ``Game.start``."""
        return super().start(players, seed=seed, **options)
