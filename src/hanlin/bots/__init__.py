"""Opponents. ``bots()`` names them, ``bot(name)`` gives one."""

from hanlin.bots.bot import Bot, bot, bots

__all__ = ["Bot", "bot", "bots"]
