"""China, drawn: the map with its pieces, the cards next to it, each seat's own area. See ``core/verbs/protocols.py``."""

from hanlin.games.china.drawing.board import board, page_art, rings
from hanlin.games.china.drawing.emblem import emblem
from hanlin.games.china.drawing.icons import icon
from hanlin.games.china.drawing.seats import seat, seating

__all__ = ["board", "emblem", "icon", "page_art", "rings", "seat", "seating"]
