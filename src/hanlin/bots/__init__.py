"""Opponents. ``bots()`` names them, ``bot(name)`` gives one; ``serve(choose)`` makes a program one of the arena's bots."""

from hanlin.bots.bot import Bot, bot, bots
from hanlin.bots.outside import serve

__all__ = ["Bot", "bot", "bots", "serve"]
