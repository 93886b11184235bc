"""Making machine code ahead of need, and knowing whether it is there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from hanlin.core.compiled import PLAIN, cache_folder

if TYPE_CHECKING:
    from hanlin.core.game import Game


def _mark(game: Game) -> Path:
    return cache_folder() / f"{game.name}.warm"


def is_warm(game: Game) -> bool:
    """True where the machine code of the game lies ready, so that compiled speed costs no waiting."""
    return not PLAIN and _mark(game).exists()


def set_warm(game: Game) -> None:
    """Note that all machine code of the game has been made."""
    _mark(game).parent.mkdir(parents=True, exist_ok=True)
    _mark(game).touch()
