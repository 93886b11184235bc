"""Opponents. ``bots()`` names them, ``bot(name)`` gives one; ``serve(choose)`` makes a program one of the arena's bots.

``hint(seen)`` says what the seat to move is advised.
"""

from hanlin.bots.bot import Bot, bot, bots
from hanlin.bots.hints import Advice, Hint, hint
from hanlin.bots.subprocess_bot import serve

__all__ = ["Advice", "Bot", "Hint", "bot", "bots", "hint", "serve"]
