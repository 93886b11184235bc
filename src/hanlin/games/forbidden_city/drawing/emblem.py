"""A small picture of the game for its card: the temple, and rooms that have grown around it."""

from __future__ import annotations

from functools import cache

from hanlin.drawing import document
from hanlin.games.forbidden_city.drawing.art import CELL
from hanlin.games.forbidden_city.drawing.tiles import tile
from hanlin.games.forbidden_city.snapshot import turned
from hanlin.games.forbidden_city.tiles import Face, load_tiles

_ROWS = (
    (("white-council", 0, 3), ("green-gate", 2, 1), ("pink-dragon", 0, 0)),
    (("white-hall", 0, 2), None, ("pink-hall", 0, 1)),
    (("white-alcove", 3, 1), ("green-dragon", 2, 0), ("pink-corner", 1, 1)),
)
"""Kind, rotation and seat of the tiles round the temple."""


@cache
def emblem() -> str:
    """The picture, 180 × 180 units."""
    tiles = load_tiles()
    faces: dict[str, Face] = {kind.id: kind.face for kind in tiles.kinds}
    body = ""
    for y, row in enumerate(_ROWS):
        for x, found in enumerate(row):
            face, seat = (tiles.start["gardens"][4], -1) if found is None else (turned(faces[found[0]], found[1]), found[2])
            body += tile(face, seat, x * CELL, y * CELL)
    return document("fce", 3 * CELL, 3 * CELL, body, label="")
