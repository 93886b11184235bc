"""The ground of the map: lands, water, roads and names. What does not change in a game, drawn once for each map and side."""

from __future__ import annotations

from itertools import pairwise

from hanlin.core.i18n.language import _
from hanlin.core.lib.memo import memo
from hanlin.drawing import (
    FLOWERS,
    INK,
    LINE,
    SEATS,
    SOFT,
    Ground,
    circle,
    colour,
    element,
    group,
    number,
    path,
    place,
    rect,
    remembered,
    seat_colour,
    words,
    words_width,
)
from hanlin.drawing.palette import RAISED, SUNKEN
from hanlin.games.china.drawing.chart import FINE, SPACE, Chart, Frame, name_width
from hanlin.games.china.drawing.figures import deep, land, sign
from hanlin.games.china.map import Gap, Outline, Point
from hanlin.games.china.pieces import COLOURS, MOST_SPACES

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
        return _steps(drawn.outline, of.scale)
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


def _washes() -> str:
    """The pattern of each seat's wash: its colour, so light that the land is seen, and its flower."""
    return "".join(
        element(
            "pattern",
            rect(0, 0, 76, 60, fill=seat_colour(seat), fill_opacity=0.42)
            + place(FLOWERS[seat], 7, 4, 24, opacity=0.8)
            + place(FLOWERS[seat], 45, 34, 24, opacity=0.8),
            id=f"china-wash-{name}",
            width=76,
            height=60,
            patternUnits="userSpaceOnUse",
        )
        for seat, name in enumerate(SEATS)
    )


def definitions(of: Chart) -> str:
    """The clip paths and patterns that the ground and the washes use."""
    clips = "".join(element("clipPath", path(region_path(of, r)), id=clip_id(of, r)) for r in range(len(of.map.regions)))
    canvas = element("clipPath", rect(0, 0, of.map.canvas[0] * of.scale, of.height), id=canvas_id(of))
    return element("defs", clips + canvas + _weaves() + _washes())


@remembered(32)
def ground(of: Chart, frame: Frame) -> Ground:
    """Lands, water, roads and names, in the current language, on a backdrop as large as the frame.

    For a page the lands and the roads are one picture each, which it holds (``page_parts``).
    """
    under, waters = backdrop(of, frame), "" if of.small else _water_names(of)
    over = "".join(_name(of, r) for r in range(len(of.map.regions)))
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
    scale = of.scale
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


def _name(of: Chart, r: int) -> str:
    """The name of a region, on a wide board behind the sign of its colour."""
    region, (x, y), scale = of.map.regions[r], of.names[r], of.lettering
    left = x - name_width(region.title, scale) / 2
    mark = "" if of.small else sign(region.colour, left, y - 15.5 * scale, 15 * scale)
    return mark + words(
        x if of.small else x + 10 * scale,
        y,
        region.title.upper(),
        21 * scale,
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


def _water_names(of: Chart) -> str:
    scale = of.scale
    named = [(gap.title, gap.label) for gap in of.map.gaps if gap.title and gap.label]
    parts = [_lettering(title, (at[0] * scale, at[1] * scale), INK, of.fine, of.right) for title, at in named] + [
        _lettering(label.title, (label.at[0] * scale, label.at[1] * scale), INK, of.fine, of.right) for label in of.map.labels
    ]
    return "".join(parts)


def _lettering(title: str, at: Point, fill: str, size: float, last: float) -> str:
    """The name of a land or water in the current language, a word a line, the lowest at the place given, left of ``last``."""
    rows = _(title).split(" ") if title else []
    half = max((words_width(row, size) for row in rows), default=0) / 2
    at = (min(at[0], last - half), at[1])
    return "".join(
        words(at[0], at[1] - (len(rows) - 1 - i) * size * 1.1, row, size, fill=fill, font_style="italic", letter_spacing=0.6)
        for i, row in enumerate(rows)
    )


@memo(maxsize=512)
def empty_space(of: int, n: int, size: float) -> str:
    """A palace space without a palace, round 0, 0: with its number, or without one (0) where it could not be read."""
    roof = "M-9-3Q-3-5 0-11Q3-5 9-3" if n else "M-11 2Q-4-1 0-10Q4-1 11 2M-7 3V10M7 3V10"
    return group(
        circle(0, 0, SPACE, fill=colour("white"), stroke=LINE, stroke_width=4.6)
        + circle(0, 0, SPACE, fill="none", stroke=deep(of), stroke_width=2.8)
        + path(roof, fill="none", stroke=LINE, stroke_width=1.8, stroke_linecap="round", opacity=0.6)
        + (words(0, 12.5, n, FINE[False], fill=LINE, font_weight="600") if n else ""),
        scale=size,
    )


BEYOND = 600
"""The width by which the backdrop of a wide board goes on, for a page whose frame has another shape."""


def backdrop(of: Chart, frame: Frame) -> str:
    """The land beyond, under everything, and the sea as far as the right edge where it leaves the map there."""
    left, top, width, height = frame
    ground = rect(left, top, width, height, fill=SUNKEN)
    edge = of.map.canvas[0] * of.scale
    coast = [y * of.scale for x, y in of.map.sea or () if x >= of.map.canvas[0]]
    if not coast or left + width <= edge:
        return ground
    first, right = max(min(coast), 0), left + width + BEYOND
    sea = f"M{number(edge - 2)} {number(first + 22)}L{number(edge + BEYOND)} {number(top - BEYOND)}H{number(right)}"
    sea += f"V{number(top + height + BEYOND)}H{number(edge - 160)}V{number(top + height)}H{number(edge - 2)}Z"
    ground = rect(left - BEYOND, top - BEYOND, width + 2 * BEYOND, height + 2 * BEYOND, fill=SUNKEN)
    return ground + path(sea, fill=colour("sea"), class_="beyond")


def alliance_mark(of: Chart, n: int, x: float, y: float, pays: bool) -> str:
    """The numbered mark of a border; with a ring of gold where the alliance pays somebody now.

    As a label it is not there while its number is too small to be read: an empty disc would say nothing.
    """
    ring = colour("gold") if pays else INK
    disc = circle(x, y, of.seal, fill=RAISED, stroke=ring, stroke_width=3.4 if pays else 1.6)
    return element("g", disc + words(x, y + 0.34 * of.fine, n, of.fine, fill=INK, font_weight="700"), class_="label")
