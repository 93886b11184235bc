"""Hanlin: three board games of imperial China to play, to study, and to teach machines to play.

>>> import hanlin
>>> position = hanlin.game("year_of_the_dragon").start(players=4, great_wall=True).settle(1)
>>> position.actor, position.legal[0]
(0, 'pick craftsman court-lady')
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hanlin.core.errors import BadData, BadOption, BadRecord, HanlinError, IllegalAction, UnknownGame
    from hanlin.core.game import game
    from hanlin.core.generic import CHANCE, OVER
    from hanlin.core.position import Position

__all__ = [
    "CHANCE",
    "OVER",
    "BadData",
    "BadOption",
    "BadRecord",
    "HanlinError",
    "IllegalAction",
    "Position",
    "UnknownGame",
    "game",
]

_ROOMS = {"game": "game", "Position": "position", "CHANCE": "generic", "OVER": "generic"}
"""The rooms of the names above; the others are errors."""


def __getattr__(name: str) -> Any:
    """Fetch a name when it is first asked for: so a command can choose its speed before anything loads the compiler."""
    if name not in __all__:
        raise AttributeError(f"module 'hanlin' has no attribute {name!r}")
    return getattr(import_module(f"hanlin.core.{_ROOMS.get(name, 'errors')}"), name)
