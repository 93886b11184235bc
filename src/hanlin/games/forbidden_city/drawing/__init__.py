"""Forbidden City in pictures (``core/verbs/protocols.py``).

``board`` the palace · ``offers`` what can be clicked · ``seats`` a player's own area · ``emblem`` the game's small picture ·
``art`` floors, walls, figures · ``tiles`` a tile · ``rooms`` shades, outlines, seals · ``icons`` small
pictures.
"""

from hanlin.games.forbidden_city.drawing.board import board, page_art, rings
from hanlin.games.forbidden_city.drawing.emblem import emblem
from hanlin.games.forbidden_city.drawing.icons import icon
from hanlin.games.forbidden_city.drawing.seats import seat, seating

__all__ = ["board", "emblem", "icon", "page_art", "rings", "seat", "seating"]
