"""Computer players. ``bots()`` lists them, ``bot(name)`` makes one; ``serve(choose)`` turns a program into a bot.

``hint(seen)`` gives the best actions of the active player.
"""

from hanlin.bots.bot import Bot, bot, bots
from hanlin.bots.hints import Advice, Hint, hint
from hanlin.bots.subprocess_bot import serve

__all__ = ["Advice", "Bot", "Hint", "bot", "bots", "hint", "serve"]
