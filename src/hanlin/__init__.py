"""Hanlin: three board games of imperial China to play, to study, and to teach machines to play.

>>> import hanlin
>>> position = hanlin.game("year_of_the_dragon").start(players=4, great_wall=True, seed=1).settle()
>>> position.actor, position.legal[0]
(0, 'pick craftsman court-lady')
>>> position.play("pick craftsman court-lady").settle().over
False

``game(name)`` finds a game, ``catalogue()`` all of them, ``Position`` is a game at one moment, ``position`` reads
one from a text, ``read_record`` reads a .hanlin text, ``luck(seed)`` is a generator of chance, ``simulate`` plays many games
between bots, ``benchmark`` scores an agent. The packages ``baselines``, ``bots``, ``client``, ``drawing``, ``envs`` and ``lab``
are imported when they are first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from hanlin import _former_names

if TYPE_CHECKING:
    from hanlin import baselines as baselines
    from hanlin import bots as bots
    from hanlin import client as client
    from hanlin import drawing as drawing
    from hanlin import envs as envs
    from hanlin import lab as lab
    from hanlin.core.errors import BadData, BadOption, BadPosition, BadRecord, HanlinError, IllegalAction, UnknownGame
    from hanlin.core.position.game import Game, games
    from hanlin.core.position.position import Position, luck
    from hanlin.core.position.position_text import position
    from hanlin.core.position.record import Record, read_record
    from hanlin.core.position.simple import SimpleGame
    from hanlin.core.verbs.generic import CHANCE, OVER
    from hanlin.games.catalogue import catalogue, game
    from hanlin.lab.benchmark import benchmark
    from hanlin.lab.simulation import simulate

    __version__: str

_former_names.install()

__all__ = [
    "CHANCE",
    "OVER",
    "BadData",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "Game",
    "HanlinError",
    "IllegalAction",
    "Position",
    "Record",
    "SimpleGame",
    "UnknownGame",
    "__version__",
    "benchmark",
    "catalogue",
    "game",
    "games",
    "luck",
    "position",
    "read_record",
    "simulate",
]

_MODULES = {
    "CHANCE": "core.verbs.generic",
    "Game": "core.position.game",
    "OVER": "core.verbs.generic",
    "Position": "core.position.position",
    "Record": "core.position.record",
    "SimpleGame": "core.position.simple",
    "benchmark": "lab.benchmark",
    "catalogue": "games.catalogue",
    "game": "games.catalogue",
    "luck": "core.position.position",
    "position": "core.position.position_text",
    "read_record": "core.position.record",
    "simulate": "lab.simulation",
}
"""The modules of the names above; the others are errors."""


_PACKAGES = ("baselines", "bots", "client", "drawing", "envs", "lab")
"""Packages that are imported when they are first asked for."""


if not TYPE_CHECKING:  # A checker would take any name for one that is there.

    def __getattr__(name: str) -> Any:
        """Fetch a name when it is first asked for: so a command can choose its speed before anything loads the compiler."""
        if name == "__version__":
            from importlib.metadata import version

            return version("hanlin")
        if name == "games":
            # A package of that name is there as well: it is what one gets, and it can be called.
            return import_module("hanlin.games")
        if name in _PACKAGES:
            return import_module(f"hanlin.{name}")
        if name not in __all__:
            raise AttributeError(f"module 'hanlin' has no attribute {name!r}")
        return getattr(import_module(f"hanlin.{_MODULES.get(name, 'core.errors')}"), name)


def __dir__() -> list[str]:
    return sorted([*__all__, *_PACKAGES])
