"""Hanlin's games. A call, ``hanlin.games()``, returns all installed games, plug-ins included."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hanlin.core.position.game import Game


class _Games(ModuleType):
    """This package, which can be called."""

    def __call__(self) -> dict[str, Game]:
        """All games that are installed, by name."""
        from hanlin.core.position.game import games

        return games()


sys.modules[__name__].__class__ = _Games
