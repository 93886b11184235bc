"""China, drawn: the map with its pieces, the cards beside it, each seat's own area. See ``core/rooms.py``."""

from hanlin.games.china.drawing.board import board
from hanlin.games.china.drawing.emblem import emblem
from hanlin.games.china.drawing.figures import icon
from hanlin.games.china.drawing.seats import seat

__all__ = ["board", "emblem", "icon", "seat"]
