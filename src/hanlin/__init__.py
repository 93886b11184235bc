"""Hanlin: three board games of imperial China to play, to study, and to teach machines to play.

>>> import hanlin
>>> position = hanlin.game("year_of_the_dragon").start(players=4, great_wall=True).settle(1)
>>> position.actor, position.legal[0]
(0, 'pick craftsman court-lady')
"""

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
