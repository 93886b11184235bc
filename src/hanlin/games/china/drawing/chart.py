"""The map as a picture: lands, roads, water, names. What does not change in a game, drawn once for each map and side.

Maps are scaled to the part of a wide board that is theirs (``ROOM``). A map with outlines is drawn as land, one without as
discs and roads (C9.1).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import hypot
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanlin.core.lib.memo import memo
from hanlin.drawing import (
    words_width,
)
from hanlin.games.china.map import Map, Outline, Point, Region, Road
from hanlin.games.china.pieces import MOST_SPACES

WIDTH = 1000
"""The largest width of a map."""
ROOM = (940.0, 800.0)
"""The width and height that a wide board has for a map."""
CORNER = (300.0, 96.0)
"""The upper left corner of a wide board, which is kept free for a seat's banner."""
SPACE = 19
"""The radius of a palace space at size 1."""
LARGEST_REACH = 44
"""The largest radius of what a finger may hit round a space."""
DRAGON = 50
"""The width of a dragon space at size 1."""
TOKEN = 12
"""The room that the token of a region that was scored wants behind its name, at size 1."""
AWAY = 160
"""The largest distance of a name from its place in the map where letters are large."""
LEAST_WIDTH = 880
"""The smallest width shown: the cards below a map need it."""
MARGIN = 16
"""The width shown beyond the lands."""
FINE = {False: 16.5, True: 30.0}
"""The size of the smallest letters on a board for a desk and on a small one: 12 pixels there."""
UPON = 100.0
"""The cost of a name that overlaps another one or the edge, in units that a piece covers."""
NEAR = 0.08
"""The cost of a unit of distance, in units that a piece covers."""
ABROAD = 6.0
"""The cost of a corner of a name in another land, in units that a piece covers."""

Points = NDArray[Any]


class Frame(NamedTuple):
    """The part of the plane that a drawing shows."""

    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True, eq=False)
class Chart:
    """The places of the things of a map on the board."""

    map: Map
    side: str
    size: float
    """The size of pieces: 1 for a desk, more for a phone."""
    lettering: float
    """The size of names."""
    left: float
    right: float
    """The part of the width that holds something."""
    height: float
    scale: float
    """The size of a unit of the map."""
    top: float
    """The height of the map's upper end on a wide board."""
    spaces: dict[int, Point]
    """By the number of the space in the record."""
    dragons: tuple[Point, ...]
    names: tuple[Point, ...]
    marks: tuple[Point, ...]
    """The alliances' marks, from border 1."""
    lens: tuple[Point, ...]
    """By region the place for its values: the middle of the line under its name."""
    roads: tuple[Road, ...]
    reach: dict[int, float]
    """By space the radius of what a finger may hit: half of the way to the nearest other space or dragon, within reason."""

    @property
    def small(self) -> bool:
        """True on a phone, where letters are large in comparison with the lands."""
        return self.lettering > 1

    @property
    def fine(self) -> float:
        """The size of the smallest letters."""
        return FINE[self.small]

    @property
    def middle(self) -> float:
        """The middle of the part of the width that is shown."""
        return (self.left + self.right) / 2

    @property
    def seal(self) -> float:
        """The radius of the mark of a border."""
        return self.fine * (0.68 if self.small else 0.82)


@memo(maxsize=32)
def chart(board: Map, side: str, size: float = 1, lettering: float = 1) -> Chart:
    """The chart of a side of a map, with pieces and names of those sizes."""
    scale, top = fit(board)

    def at(point: Point) -> Point:
        return (point[0] * scale, point[1] * scale)

    small = lettering > 1
    spaces = {MOST_SPACES * r + i: at(point) for r, region in enumerate(board.regions) for i, point in enumerate(region.spaces)}
    dragons = tuple(at(region.dragon) for region in board.regions)
    roads = tuple(Road(road.a, road.b, at(road.bend) if road.bend else None) for road in board.sides[side].roads)
    around = 3 if small else 7
    pieces = [(*place, SPACE * size + around) for place in spaces.values()]
    pieces += [(*place, DRAGON * size / 2 + around) for place in dragons]
    on_roads = [(*point, 6.0) for road in roads for point in points_of(spaces[road.a], spaces[road.b], road.bend, 7)[1:-1]]
    seal = FINE[small] * (0.68 if small else 0.82)
    own = tuple(at(mark) if mark else _middle(board, border, spaces, scale) for border, mark in enumerate(board.border_marks))
    left, right = _sides(*_ends(board, scale))
    height, reach = board.canvas[1] * scale, _reach(spaces, dragons)
    shown = (left, right, height)
    clear = pieces + on_roads + ([] if small else [(*place, seal + 2) for place in own])
    names = _names(board, at, size, lettering, clear, shown)
    # On a small board the names have the choice: a mark may be anywhere on its border.
    boxes = [disc for name, region in zip(names, board.regions, strict=True) for disc in _discs(name, region.title, lettering)]
    marks = _marks(board, own, pieces + boxes, seal) if small else own
    taken = pieces + on_roads + [(*place, seal + 2) for place in marks]
    lens = _lens_places(board, at, lettering, taken, names, shown)
    return Chart(
        board, side, size, lettering, left, right, height, scale, top, spaces, dragons, names, marks, lens, roads, reach
    )


@memo(maxsize=32)
def fit(board: Map) -> tuple[float, float]:
    """The scale of a map and the height of its upper end on a wide board, whose room it fills: below the free corner, if its
    lands would cover that."""
    wide, high = board.canvas
    first, last = _ends(board, 1)
    within = min(WIDTH / wide, (ROOM[0] - 2 * MARGIN) / max(last - first - 2 * MARGIN, 1))
    scale = min(within, ROOM[1] / high)
    top = (ROOM[1] - high * scale) / 2
    first, last = _ends(board, scale)
    left = (first + last - ROOM[0]) / 2
    corners = [point for region in board.regions for point in region.outline or (*region.spaces, region.dragon)]
    if not any(x * scale - left < CORNER[0] and y * scale + top < CORNER[1] for x, y in corners):
        return scale, top
    scale = min(within, (ROOM[1] - CORNER[1]) / high)
    return scale, ROOM[1] - high * scale


def _ends(board: Map, scale: float) -> tuple[float, float]:
    """The left and right end of what a map shows, with a margin."""
    drawn = [x * scale for region in board.regions for x, _y in region.outline or ()]
    drawn += [x * scale + side for region in board.regions for x, _y in region.spaces for side in (-24, 24)]
    return max(0.0, min(drawn) - MARGIN), min(board.canvas[0] * scale, max(drawn) + MARGIN)


def _label(region: Region, at: Callable[[Point], Point]) -> Point:
    """The place of a region's name in the map."""
    return at(region.label) if region.label else (at(region.dragon)[0], at(region.dragon)[1] + 42)


def _sides(left: float, right: float) -> tuple[float, float]:
    """The part of the width that is shown: at least as wide as the cards below the map want it."""
    more = max(LEAST_WIDTH - (right - left), 0)
    left = min(max(left - more / 2, 0), WIDTH - LEAST_WIDTH) if more else left
    return left, max(right, left + LEAST_WIDTH)


Disc = tuple[float, float, float]
"""A circle to keep free: its middle and its radius."""
Box = tuple[float, float, float]
"""The width and height of a name, and the free space behind it."""


def _names(
    board: Map,
    at: Callable[[Point], Point],
    size: float,
    lettering: float,
    taken: list[Disc],
    frame: tuple[float, float, float],
) -> tuple[Point, ...]:
    """The places of the names: as the map says, if it does; otherwise, and where letters are large, at a clear place near by.

    ``taken``: discs (x, y, radius) to keep free; ``frame``: the left, right and lower end of what is shown.
    """
    boxes: list[Box] = [(name_width(region.title, lettering), 20 * lettering, TOKEN * size) for region in board.regions]
    names = [_label(region, at) for region in board.regions]
    moved = [r for r, region in enumerate(board.regions) if lettering > 1 or not region.label]
    settled = [r for r in range(len(names)) if r not in moved]
    for r in (*moved, *moved):  # Once more, after all others have a place.
        land = tuple(at(point) for point in board.regions[r].outline or ())
        others = [(*names[other], boxes[other]) for other in settled if other != r]
        names[r] = _clear_place(_label(board.regions[r], at), boxes[r], taken, land, others, frame)
        settled.append(r)
    return tuple(names)


def _lens_places(
    board: Map,
    at: Callable[[Point], Point],
    lettering: float,
    taken: list[Disc],
    names: tuple[Point, ...],
    frame: tuple[float, float, float],
) -> tuple[Point, ...]:
    """The place of each region's values: near its name, preferably under it."""
    fine = FINE[lettering > 1]
    box: Box = (2.3 * fine, 1.15 * fine, 0.0) if lettering > 1 else (4.6 * fine, 1.2 * fine, 0.0)
    of_names: list[tuple[float, float, Box]] = [
        (x, y, (name_width(region.title, lettering), 20 * lettering, 0.0))
        for (x, y), region in zip(names, board.regions, strict=True)
    ]
    found: list[Point] = []
    for (x, y), region in zip(names, board.regions, strict=True):
        land = tuple(at(point) for point in region.outline or ())
        others = [*of_names, *((*place, box) for place in found)]
        found.append(_clear_place((x, y + 1.3 * fine), box, taken, land, others, frame))
    return tuple(found)


def _clear_place(
    at: Point,
    box: Box,
    taken: list[Disc],
    land: Outline,
    others: list[tuple[float, float, Box]],
    frame: tuple[float, float, float],
) -> Point:
    """The place near ``at`` where a name covers least of discs and other names, within its own land, if that has an outline."""
    wide, high, behind = box
    steps = np.arange(-AWAY, AWAY + 1, 8.0)
    dx, dy = (each.ravel() for each in np.meshgrid(steps, steps, indexing="ij"))
    x, y = at[0] + dx, at[1] + dy
    near = [disc for disc in taken if hypot(disc[0] - at[0], disc[1] - at[1]) < 2 * AWAY] or taken
    cx, cy, radius = np.array(near).T
    aside = np.maximum(np.maximum(x[:, None] - wide / 2 - cx, cx - x[:, None] - wide / 2 - behind), 0)
    above = np.maximum(np.maximum(y[:, None] - 0.85 * high - cy, cy - y[:, None] - 0.05 * high), 0)
    covered = np.maximum(radius - np.hypot(aside, above), 0).sum(axis=1)
    for other_x, other_y, (other_wide, other_high, other_behind) in others:
        apart = np.maximum(x - other_x - (wide + other_wide) / 2 - other_behind, other_x - x - (wide + other_wide) / 2 - behind)
        covered += UPON * ((apart < 0) & (np.abs(y - other_y) < (high + other_high) / 2))
    left, right, bottom = frame
    within = (x - wide / 2 > left) & (x + wide / 2 < right) & (y - 0.85 * high > 0) & (y + 0.05 * high < bottom)
    covered += UPON * ~within
    for right_, up in ((-0.5, 0.0), (0.5, 0.0), (-0.5, 0.8), (0.5, 0.8)) if land else ():
        covered += ABROAD * ~_inside(x + right_ * wide, y - up * high, np.array(land))
    best = int(np.argmin(covered + NEAR * np.hypot(dx, dy)))
    return (float(x[best]), float(y[best]))


def _inside(x: Points, y: Points, land: Points) -> Points:
    """The points within the corners of a land: those from which a line to the left crosses its edge an odd number
    of times."""
    (ax, ay), (bx, by) = land.T, np.roll(land, -1, axis=0).T
    px, py = x[:, None], y[:, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        crossed = ((ay > py) != (by > py)) & (px > ax + (py - ay) / (by - ay) * (bx - ax))
    inside: Points = crossed.sum(axis=1) % 2 == 1
    return inside


def _reach(spaces: dict[int, Point], dragons: tuple[Point, ...]) -> dict[int, float]:
    """The radius round each space that a finger may hit."""
    others = [*spaces.items(), *((-1, at) for at in dragons)]
    return {
        space: min(LARGEST_REACH, *(hypot(x - ox, y - oy) / 2 for other, (ox, oy) in others if other != space))
        for space, (x, y) in spaces.items()
    }


def _middle(board: Map, border: int, spaces: dict[int, Point], scale: float) -> Point:
    """A place for the mark of a border for which the map names none: half way between the dragons, off the roads."""
    (ax, ay), (bx, by) = (board.regions[r].dragon for r in board.borders[border])
    x, y = (ax + bx) / 2 * scale, (ay + by) / 2 * scale
    dx, dy = (ay - by) * scale, (bx - ax) * scale
    for step in (0, 0.1, -0.1, 0.2, -0.2, 0.3, -0.3):
        here = (x + dx * step, y + dy * step)
        if all(abs(here[0] - sx) + abs(here[1] - sy) > 2 * SPACE + 8 for sx, sy in spaces.values()):
            return here
    return (x, y)


def _marks(board: Map, own: tuple[Point, ...], taken: list[Disc], radius: float) -> tuple[Point, ...]:
    """The places of the borders' marks on a small board: where each covers least on its border, near the map's own place."""
    found: list[Point] = []
    for border, at in enumerate(own):
        discs = taken + [(*place, 2 * radius) for place in found]
        found.append(_mark(board, border, at, discs, radius))
    return tuple(found)


def _mark(board: Map, border: int, at: Point, taken: list[Disc], radius: float) -> Point:
    first, second = (board.regions[r].outline or () for r in board.borders[border])
    shared = set(first) & set(second)
    if not shared:
        return at
    scale, _top = fit(board)
    points = np.array(sorted(shared)) * scale
    cx, cy, r = np.array(taken).T
    apart = np.hypot(points[:, :1] - cx, points[:, 1:] - cy)
    covered = np.maximum(r + radius - apart, 0).sum(axis=1)
    best = int(np.argmin(covered + NEAR * np.hypot(points[:, 0] - at[0], points[:, 1] - at[1])))
    return (float(points[best, 0]), float(points[best, 1]))


def _discs(at: Point, title: str, lettering: float) -> list[Disc]:
    """Circles that together cover a name."""
    wide, high = name_width(title, lettering), 15 * lettering
    steps = max(2, round(wide / high))
    return [(at[0] + wide * ((i + 0.5) / steps - 0.5), at[1] - high / 2, high * 0.62) for i in range(steps)]


def points_of(a: Point, b: Point, bend: Point | None, n: int) -> list[Point]:
    """``n`` points of a road's line at even steps, from one end to the other."""
    (ax, ay), (bx, by) = a, b
    cx, cy = bend or ((ax + bx) / 2, (ay + by) / 2)
    steps = [i / (n - 1) for i in range(n)]
    return [
        ((1 - t) ** 2 * ax + 2 * t * (1 - t) * cx + t * t * bx, (1 - t) ** 2 * ay + 2 * t * (1 - t) * cy + t * t * by)
        for t in steps
    ]


def name_width(title: str, size: float) -> float:
    """The width of a region's name on the map, on a wide board with its sign."""
    return words_width(title.upper(), 21 * size) + 1.5 * len(title) + (20 * size if size <= 1 else 0)
