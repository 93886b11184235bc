"""The map as a picture: lands, roads, water, names. What does not change in a game, drawn once for each map and side.

Everything is drawn 1000 units wide; maps of another size are scaled. A map with outlines is drawn as land, one without as
discs and roads (C9.1).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from math import hypot
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanlin.core.i18n.language import _
from hanlin.core.lib.memo import memo
from hanlin.drawing import (
    GOLD,
    INK,
    LINE,
    SOFT,
    Ground,
    circle,
    colour,
    element,
    group,
    lines_of,
    number,
    path,
    rect,
    remembered,
    words,
    words_width,
)
from hanlin.drawing.palette import RAISED, SUNKEN
from hanlin.games.china.drawing.figures import deep, land, sign
from hanlin.games.china.map import Gap, Map, Outline, Point, Region, Road
from hanlin.games.china.pieces import COLOURS, MOST_SPACES

WIDTH = 1000
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
UPON = 100.0
"""The cost of a name that overlaps another one or the edge, in units that a piece covers."""
ABROAD = 6.0
"""The cost of a corner of a name in another land, in units that a piece covers."""

Points = NDArray[Any]


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
    spaces: dict[int, Point]
    """By the number of the space in the record."""
    dragons: tuple[Point, ...]
    names: tuple[Point, ...]
    marks: tuple[Point, ...]
    """The alliances' marks, from border 1."""
    roads: tuple[Road, ...]
    reach: dict[int, float]
    """By space the radius of what a finger may hit: half of the way to the nearest other space or dragon, within reason."""


@memo(maxsize=32)
def chart(board: Map, side: str, size: float = 1, lettering: float = 1) -> Chart:
    """The chart of a side of a map, with pieces and names of those sizes."""
    scale = WIDTH / board.canvas[0]

    def at(point: Point) -> Point:
        return (point[0] * scale, point[1] * scale)

    spaces = {MOST_SPACES * r + i: at(point) for r, region in enumerate(board.regions) for i, point in enumerate(region.spaces)}
    dragons = tuple(at(region.dragon) for region in board.regions)
    roads = tuple(Road(road.a, road.b, at(road.bend) if road.bend else None) for road in board.sides[side].roads)
    marks = tuple(at(mark) if mark else _middle(board, border, spaces, roads) for border, mark in enumerate(board.border_marks))
    taken = [(*place, SPACE * size + 8) for place in spaces.values()] + [(*place, DRAGON * size / 2 + 4) for place in dragons]
    taken += [(x + 27 * size, y - 17 * size, 13 * size) for x, y in dragons]  # The number of emissaries and its limit.
    taken += [(*place, 13 * size) for place in marks]
    drawn = [x * scale for region in board.regions for x, _y in region.outline or ()] + [x for x, _y in spaces.values()]
    left, right = _sides(max(0.0, min(drawn) - 40), min(float(WIDTH), max(drawn) + 40))
    height, reach = board.canvas[1] * scale, _reach(spaces, dragons)
    names = _names(board, at, size, lettering, taken, (left, right, height))
    return Chart(board, side, size, lettering, left, right, height, spaces, dragons, names, marks, roads, reach)


def _label(region: Region, at: Callable[[Point], Point]) -> Point:
    """The place of a region's name in the map."""
    return at(region.label) if region.label else (at(region.dragon)[0], at(region.dragon)[1] + 42)


def _sides(left: float, right: float) -> tuple[float, float]:
    """The part of the width that is shown: at least as wide as the cards below the map want it."""
    more = max(LEAST_WIDTH - (right - left), 0)
    left = min(max(left - more / 2, 0), WIDTH - LEAST_WIDTH) if more else left
    return left, max(right, left + LEAST_WIDTH)


Box = tuple[float, float, float]
"""The width and height of a name, and the free space behind it."""


def _names(
    board: Map,
    at: Callable[[Point], Point],
    size: float,
    lettering: float,
    taken: list[tuple[float, float, float]],
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


def _clear_place(
    at: Point,
    box: Box,
    taken: list[tuple[float, float, float]],
    land: Outline,
    others: list[tuple[float, float, Box]],
    frame: tuple[float, float, float],
) -> Point:
    """The place near ``at`` where a name covers least of discs and other names, within its own land, if that has an outline."""
    wide, high, behind = box
    steps = np.arange(-AWAY, AWAY + 1, 10.0)
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
    best = int(np.argmin(covered + 0.2 * np.hypot(dx, dy)))
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


def _middle(board: Map, border: int, spaces: dict[int, Point], roads: tuple[Road, ...]) -> Point:
    """A place for the mark of a border for which the map names none: half way between the dragons, off the roads."""
    scale = WIDTH / board.canvas[0]
    (ax, ay), (bx, by) = (board.regions[r].dragon for r in board.borders[border])
    x, y = (ax + bx) / 2 * scale, (ay + by) / 2 * scale
    dx, dy = (ay - by) * scale, (bx - ax) * scale
    for step in (0, 0.1, -0.1, 0.2, -0.2, 0.3, -0.3):
        here = (x + dx * step, y + dy * step)
        if all(abs(here[0] - sx) + abs(here[1] - sy) > 2 * SPACE + 8 for sx, sy in spaces.values()):
            return here
    return (x, y)


# -- lines -------------------------------------------------------------------------------------------------------------------


def _steps(points: Outline, scale: float, closed: bool = True) -> str:
    """A path through the points, written with short relative steps."""
    corners = [(round(x * scale), round(y * scale)) for x, y in points]
    (x, y), parts = corners[0], [f"M{corners[0][0]} {corners[0][1]}l"]
    for next_x, next_y in corners[1:]:
        dx, dy = next_x - x, next_y - y
        parts.append(f"{dx}{'' if dy < 0 else ' '}{dy} ")
        x, y = next_x, next_y
    return "".join(parts).rstrip() + ("Z" if closed else "")


def _curve(points: Outline, scale: float) -> str:
    """A smooth line near the points: through the middles between every second ones."""
    kept = [*points[:-1:3], points[-1]]
    corners = [(x * scale, y * scale) for x, y in kept]
    parts = [f"M{corners[0][0]:.0f} {corners[0][1]:.0f}"]
    for (x, y), (next_x, next_y) in pairwise(corners[1:]):
        parts.append(f"Q{x:.0f} {y:.0f} {(x + next_x) / 2:.0f} {(y + next_y) / 2:.0f}")
    return "".join(parts) + f"L{corners[-1][0]:.0f} {corners[-1][1]:.0f}"


def road_path(a: Point, b: Point, bend: Point | None) -> str:
    """A road's line from a to b."""
    way = f"Q{number(bend[0])} {number(bend[1])} " if bend else "L"
    return f"M{number(a[0])} {number(a[1])}{way}{number(b[0])} {number(b[1])}"


@memo(maxsize=512)
def region_path(of: Chart, region: int) -> str:
    """The outline of a region; without one, discs round its spaces and its dragon."""
    drawn = of.map.regions[region]
    if drawn.outline:
        return _steps(drawn.outline, WIDTH / of.map.canvas[0])
    places = [(of.dragons[region], 46)] + [(of.spaces[MOST_SPACES * region + i], 34) for i in range(len(drawn.spaces))]
    return "".join(f"M{number(x - r)} {number(y)}a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0 {-2 * r} 0Z" for (x, y), r in places)


def clip_id(of: Chart, region: int) -> str:
    """The id of the clip path of a region, for washes over it."""
    return f"china-{of.map.digest}-{of.map.regions[region].id}"


def canvas_id(of: Chart) -> str:
    """The id of the clip path of the whole map, for water that runs over its edge."""
    return f"china-{of.map.digest}-canvas"


# -- the ground ----------------------------------------------------------------------------------------------------------------

_WEAVES = (
    (22, "M11 3L15 8L11 13L7 8Z"),
    (20, "M4 4v5M14 12v5"),
    (24, "M2 8q5-6 10 0M14 20q5-6 10 0"),
    (22, "M5 9l4-5l4 5M15 20l4-5"),
    (16, "M4 4h.1M12 12h.1"),
)
"""The pattern of each colour's land: lozenges, millet, waves, firs, dots. The size of its square and its lines."""


def _weaves() -> str:
    return "".join(
        element(
            "pattern",
            path(
                lines,
                fill="none",
                stroke=deep(of),
                stroke_width=2.6 if of == 4 else 1.2,
                stroke_linecap="round",
                stroke_opacity=0.26,
            ),
            id=f"china-weave-{COLOURS[of]}",
            width=size,
            height=size,
            patternUnits="userSpaceOnUse",
        )
        for of, (size, lines) in enumerate(_WEAVES)
    )


def definitions(of: Chart) -> str:
    """The clip paths and patterns that the ground and the washes use."""
    clips = "".join(element("clipPath", path(region_path(of, r)), id=clip_id(of, r)) for r in range(len(of.map.regions)))
    canvas = element("clipPath", rect(0, 0, WIDTH, of.height), id=canvas_id(of))
    return element("defs", clips + canvas + _weaves())


@remembered(32)
def ground(of: Chart, left: float, width: float) -> Ground:
    """Lands, water, roads and names, in the current language, on a backdrop as wide as that.

    For a page the lands and the roads are one picture each, which it holds (``page_parts``).
    """
    scale = WIDTH / of.map.canvas[0]
    under, waters = backdrop(left, width, of.height), _water_names(of, scale)
    over = "".join(_name(region, of.names[r], of.lettering) for r, region in enumerate(of.map.regions)) + _cartouche(of)
    whole = under + definitions(of) + _land(of) + waters + _roads(of) + over
    used = (element("use", href=f"#{part}") for part in (_land_id(of), _roads_id(of)))
    return Ground.of("china", whole, waters.join((under + next(used), next(used) + over)))


def page_parts(of: Chart) -> str:
    """The parts of a map that a page holds: clips and patterns, the lands and the roads."""
    return definitions(of) + element("g", _land(of), id=_land_id(of)) + element("g", _roads(of), id=_roads_id(of))


def _land_id(of: Chart) -> str:
    return f"china-{of.map.digest}-land"


def _roads_id(of: Chart) -> str:
    return f"china-{of.map.digest}-roads-{of.side}"


def _land(of: Chart) -> str:
    """The ground under the roads, without words."""
    scale = WIDTH / of.map.canvas[0]
    rivers = "".join(
        path(_curve(river.line, scale), fill="none", stroke=colour("sea"), stroke_width=river.width, stroke_linecap="round")
        + path(_curve(river.line, scale), fill="none", stroke=colour("sea-deep"), stroke_width=1, stroke_opacity=0.5)
        for river in of.map.rivers
    )
    return _sea(of, scale) + "".join(_gap(gap, scale) for gap in of.map.gaps) + _lands(of) + rivers + _borders(of)


def _sea(of: Chart, scale: float) -> str:
    """The sea, and lines along the coast as engravers draw them."""
    if not of.map.sea:
        return ""
    shape = _steps(of.map.sea, scale)
    clip = f"china-{of.map.digest}-sea"
    coasts = "".join(region_path(of, r) for r in range(len(of.map.regions)))
    ripples = "".join(
        path(coasts, fill="none", stroke=tone, stroke_width=width, stroke_linejoin="round", stroke_opacity=opacity)
        for width, tone, opacity in (
            (58, colour("sea-deep"), 0.16),
            (55, colour("sea"), 1),
            (40, colour("sea-deep"), 0.28),
            (37, colour("sea"), 1),
            (22, colour("sea-deep"), 0.42),
            (19, colour("sea"), 1),
        )
    )
    return element("defs", element("clipPath", path(shape), id=clip)) + group(
        path(shape, fill=colour("sea"), stroke=colour("sea-deep"), stroke_width=1.4)
        + group(ripples, clip_path=f"url(#{clip})"),
        clip_path=f"url(#{canvas_id(of)})",
    )


def _lands(of: Chart) -> str:
    parts = []
    for r, region in enumerate(of.map.regions):
        shape, clip = region_path(of, r), f"url(#{clip_id(of, r)})"
        parts.append(
            path(shape, fill=land(region.colour))
            + path(shape, fill=f"url(#china-weave-{COLOURS[region.colour]})")
            + path(shape, fill="none", stroke=deep(region.colour), stroke_width=13, stroke_opacity=0.28, clip_path=clip)
        )
    return "".join(parts)


def _borders(of: Chart) -> str:
    lines = "".join(region_path(of, r) for r in range(len(of.map.regions)))
    return path(lines, fill="none", stroke=INK, stroke_width=1.7, stroke_linejoin="round", stroke_opacity=0.75)


def _roads(of: Chart) -> str:
    lines = "".join(road_path(of.spaces[road.a], of.spaces[road.b], road.bend) for road in of.roads)
    return group(
        path(lines, stroke=INK, stroke_width=7.4, stroke_opacity=0.85) + path(lines, stroke=colour("white"), stroke_width=4.8),
        fill="none",
        stroke_linecap="round",
    )


def name_width(title: str, size: float) -> float:
    """The width of a region's name on the map, with its sign."""
    return words_width(title.upper(), 21 * size) + 1.5 * len(title) + 20 * size


def _name(region: Region, at: Point, scale: float) -> str:
    size, width = 21 * scale, name_width(region.title, scale)
    return sign(region.colour, at[0] - width / 2, at[1] - 15.5 * scale, 15 * scale) + words(
        at[0] + 10 * scale,
        at[1],
        region.title.upper(),
        size,
        fill=deep(region.colour),
        font_weight="700",
        letter_spacing=1.5,
        stroke=land(region.colour),
        stroke_width=4,
        paint_order="stroke",
        stroke_linejoin="round",
    )


_GAP_TONES = {"mountains": "mountain", "marsh": "marsh", "lake": "sea"}
_GAP_MARKS: dict[str, tuple[str, tuple[Point, ...]]] = {
    "mountains": (
        "M0 0l8-14l5 7l3-4l8 11M5-8l3 3l2-2",
        ((-34, -10), (-6, -20), (26, -14), (54, -24), (16, -34), (64, 2)),
    ),
    "marsh": ("M0 0h16M4-1l-2-7M8-1v-9M12-1l2-7", ((-14, -8), (26, 2), (-8, -42), (24, -40), (28, -76), (4, 62))),
    "lake": ("M0 0q5-4 10 0t10 0", ((0, 0), (24, 12), (-12, -16), (20, -20))),
}
"""The mark of each kind of gap, and its offset from the middle of the gap."""


def _gap(gap: Gap, scale: float) -> str:
    """Mountains, marsh or lake, with marks around the middle of the outline."""
    middle_x = sum(x for x, _y in gap.outline) / len(gap.outline) * scale
    middle_y = sum(y for _x, y in gap.outline) / len(gap.outline) * scale
    mark, places = _GAP_MARKS[gap.kind]
    tone = colour("sea-deep") if gap.kind != "mountains" else SOFT
    marks = "".join(group(path(mark), middle_x + x - 14, middle_y + y + 4) for x, y in places)
    return path(_steps(gap.outline, scale), fill=colour(_GAP_TONES[gap.kind])) + group(
        marks, fill="none", stroke=tone, stroke_width=1.4, stroke_linejoin="round", stroke_linecap="round"
    )


def _water_names(of: Chart, scale: float) -> str:
    named = [(gap.title, gap.label) for gap in of.map.gaps if gap.title and gap.label]
    parts = [_lettering(title, (at[0] * scale, at[1] * scale), INK, 14) for title, at in named] + [
        _lettering(label.title, (label.at[0] * scale, label.at[1] * scale), colour("sea-deep"), 17) for label in of.map.labels
    ]
    return "".join(parts)


def _lettering(title: str, at: Point, fill: str, size: float) -> str:
    """The name of a land or water in the current language, a word a line, the last at the place given."""
    rows = _(title).split(" ") if title else []
    return "".join(
        words(at[0], at[1] - (len(rows) - 1 - i) * size * 1.1, row, size, fill=fill, font_style="italic", letter_spacing=0.6)
        for i, row in enumerate(rows)
    )


def _cartouche(of: Chart) -> str:
    """The map's title in its upper left corner, where there is room."""
    size, scale = 25 * of.size, WIDTH / of.map.canvas[0]
    lines = lines_of(_(of.map.title), size, 250 * of.size)
    right, bottom = of.left + 270 * of.size, (34 + 30 * len(lines)) * of.size
    corners = [point for region in of.map.regions for point in region.outline or (*region.spaces, region.dragon)]
    if any(x * scale < right and y * scale < bottom for x, y in corners):
        return ""
    x, y = of.left + 6, 40 * of.size
    title = "".join(
        words(x, y + i * size * 1.15, row, size, anchor="start", fill=SOFT, font_style="italic") for i, row in enumerate(lines)
    )
    foot = y + (len(lines) - 1) * size * 1.15 + 13
    underline = path(f"M{number(x)} {number(foot)}h{number(120 * of.size)}", stroke=GOLD, stroke_width=2)
    return element("g", title + underline, class_="label")


@memo(maxsize=512)
def empty_space(of: int, n: int, size: float) -> str:
    """A palace space without a palace, with its number, round 0, 0."""
    return group(
        circle(0, 0, SPACE, fill=colour("white"), stroke=LINE, stroke_width=4.6)
        + circle(0, 0, SPACE, fill="none", stroke=deep(of), stroke_width=2.8)
        + path("M-9-3Q-3-5 0-11Q3-5 9-3", fill="none", stroke=LINE, stroke_width=1.8, stroke_linecap="round", opacity=0.6)
        + words(0, 11, n, 13.5, fill=LINE, font_weight="600"),
        scale=size,
    )


def backdrop(x: float, width: float, height: float) -> str:
    """The land beyond, under everything."""
    return rect(x, 0, width, height, 12, fill=SUNKEN)


def alliance_mark(n: int, x: float, y: float, pays: bool, size: float) -> str:
    """The numbered mark of a border; with a ring of gold where the alliance pays somebody now.

    As a label it is not there while its number is too small to be read: an empty disc would say nothing.
    """
    ring = colour("gold") if pays else INK
    disc = circle(x, y, 13 * size, fill=RAISED, stroke=ring, stroke_width=3.4 if pays else 1.6)
    return element("g", disc + words(x, y + 5 * size, n, 14.5 * size, fill=INK, font_weight="700"), class_="label")
