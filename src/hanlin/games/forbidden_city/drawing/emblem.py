"""A scene for the game's card: a palace that has grown around its temple, and the next tile on its way to it."""

from __future__ import annotations

from functools import cache

from hanlin.drawing import ACCENT, GOLD, LINE, circle, document, ellipse, group, path, rect
from hanlin.games.forbidden_city.drawing.art import CELL
from hanlin.games.forbidden_city.drawing.rooms import shade, stamp
from hanlin.games.forbidden_city.drawing.tiles import tile, tile_picture
from hanlin.games.forbidden_city.palace import Palace
from hanlin.games.forbidden_city.pieces import GREY
from hanlin.games.forbidden_city.snapshot import turned
from hanlin.games.forbidden_city.tiles import Face, TileSet, load_tiles

_WIDTH, _HEIGHT = 560, 220
_SCALE = 0.86
_LEFT, _TOP = 142, 59
"""Where the palace's middle has its upper left corner."""
_PLACED = (
    ("white-alcove", 3, 0, (-2, 0)),
    ("pink-alcove", 1, 1, (2, 0)),
    ("white-gate", 0, 2, (2, -1)),
    ("pink-council", 3, 3, (2, 1)),
    ("pink-dragon", 3, 0, (-2, 1)),
    ("white-dragon", 1, 1, (-2, -1)),
    ("green-council", 3, 2, (1, 2)),
    ("white-green", 2, 3, (0, 2)),
    ("green-dragon", 1, 0, (-1, 2)),
    ("pink-corner", 3, 1, (2, 2)),
    ("green-corner", 0, 2, (-2, 2)),
    ("pink-hall", 1, 3, (3, 0)),
    ("green-alcove", 0, 0, (3, 1)),
    ("pink-dragon", 3, 1, (3, -1)),
    ("green-gate", 3, 2, (3, 2)),
    ("white-council", 2, 3, (4, 1)),
)
"""The tiles in the order of their placing: kind, rotation, seat, space."""
_NEXT = ("green-council", 1, 2)
"""The tile on its way."""
_GARDENS = {(1, -1): 1, (1, 1): 2, (-1, 1): 3}


@cache
def emblem() -> str:
    """The picture, 560 × 220 units."""
    tiles = load_tiles()
    faces = {kind.id: kind.face for kind in tiles.kinds}
    palace = _palace(tiles, faces)
    ground = "".join([rect(x * CELL + 3, y * CELL + 4, CELL, CELL, fill=LINE, opacity=0.16) for x, y in palace.faces])
    body = "".join([_laid(palace, place) for place in palace.faces])
    closed = [room for room in palace.closings if room.floor != GREY]
    body += "".join([shade(room) for room in closed] + [stamp(room) for room in closed if any(room.advisors)])
    kind, rotation, seat = _NEXT
    held = rect(4, 7, CELL, CELL, 3, fill=LINE, opacity=0.3) + tile(turned(faces[kind], rotation), seat, 0, 0)
    spaces = "".join([_space(x, y) for x, y in ((4, 0), (4, 2), (4, -1))])
    drawn = ground + body + spaces + _wanted(5, 1)
    scene = _sky() + group(drawn, _LEFT, _TOP, _SCALE) + group(held, 470, 58, 1.12, 11)
    return document("fce", _WIDTH, _HEIGHT, scene, label="")


def _palace(tiles: TileSet, faces: dict[str, Face]) -> Palace:
    palace = Palace(4)
    for number, face in enumerate(tiles.start["gardens"]):
        palace.place((number % 3 - 1, number // 3 - 1), face)
    for kind, rotation, seat, place in _PLACED:
        palace.place(place, turned(faces[kind], rotation), seat)
    return palace


def _laid(palace: Palace, place: tuple[int, int]) -> str:
    picture = tile_picture(palace.faces[place], palace.seats.get(place, -1), _GARDENS.get(place, 0))
    return group(picture, place[0] * CELL, place[1] * CELL)


def _space(x: int, y: int) -> str:
    return circle((x + 0.5) * CELL, (y + 0.5) * CELL, 5, fill=ACCENT)


def _wanted(x: int, y: int) -> str:
    """The space that the next tile is meant for."""
    return rect(x * CELL + 4, y * CELL + 4, 52, 52, 5, fill="none", stroke=ACCENT, stroke_width=2.4, stroke_dasharray="7 5")


def _sky() -> str:
    """The sun, and clouds drawn with one line."""
    clouds = "".join(
        [
            path(
                f"M{x} {y}h58a9 9 0 0 0 0-18a8 8 0 0 0-10-7a14 14 0 0 0-26 1a10 10 0 0 0-16 6a9 9 0 0 0-6 18z",
                fill="none",
                stroke=LINE,
                stroke_width=1.3,
                opacity=0.28,
            )
            for x, y in ((18, 206), (402, 40), (490, 214))
        ]
    )
    return circle(524, 34, 20, fill=GOLD, opacity=0.4) + ellipse(500, 160, 44, 6, fill=LINE, opacity=0.07) + clouds
