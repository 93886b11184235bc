"""The options of China as types: a checker knows them by name, and what they may be."""

from __future__ import annotations

from os import PathLike
from typing import Any, Literal, TypedDict, Unpack

from hanlin.core.position.game import Game
from hanlin.core.position.position import Position


class ChinaOptions(TypedDict, total=False):
    """The options of ``GAME``: the extension, the side of the board, the file of a map, and small forms (``minis``)."""

    fortresses: bool
    side: Literal["3-4", "4-5"] | None
    map: str | PathLike[str] | None
    regions: Literal["9", "3", "2", 9, 3, 2]


class ChinaGame(Game):
    """China, with its options as types."""

    def start(  # type: ignore[override] # A game takes its own options, and no others.
        self, players: int | None = None, *, seed: Any = None, **options: Unpack[ChinaOptions]
    ) -> Position:
        """See ``Game.start``."""
        return super().start(players, seed=seed, **options)
