"""In the Year of the Dragon, drawn (``core/verbs/protocols.py``)."""

from __future__ import annotations

from hanlin.games.year_of_the_dragon.drawing.board import board, page_art, rings
from hanlin.games.year_of_the_dragon.drawing.emblem import emblem
from hanlin.games.year_of_the_dragon.drawing.icons import icon
from hanlin.games.year_of_the_dragon.drawing.seats import seat, seating

__all__ = ["board", "emblem", "icon", "page_art", "rings", "seat", "seating"]
