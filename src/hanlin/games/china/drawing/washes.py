"""Light washes over the map, shown on demand: who leads where, and who would score what now.

Each mark of a border and each name of a region holds its wash; the page's style sheet shows it on hover, focus and tap.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from hanlin.core.i18n.language import _, listed, pgettext
from hanlin.core.i18n.seat_names import is_own, seat_name, spoken
from hanlin.core.lib.memo import memo
from hanlin.drawing import (
    FLOWERS,
    INK,
    LINE,
    RAISED,
    SEATS,
    circle,
    element,
    group,
    path,
    place,
    rect,
    remembered,
    seat_colour,
    words,
)
from hanlin.games.china.drawing.chart import SPACE, Chart, name_width, points_of
from hanlin.games.china.drawing.figures import chip, chip_width
from hanlin.games.china.drawing.ground import alliance_mark, clip_id, road_path
from hanlin.games.china.map import Point, Road
from hanlin.games.china.snapshot import FinalScoring, Pact, Row
from hanlin.games.china.words import names


@remembered(64, names=True)
def washes(of: Chart, view: FinalScoring, scored: tuple[bool, ...], borders: tuple[tuple[int, ...], ...]) -> str:
    """The names of the regions and the marks of the borders, each with its wash. ``scored``: which regions are full."""
    titles = tuple(region.title for region in of.map.regions)
    parts, said = [], spoken()
    for region, title in enumerate(titles):
        parts.append(_palaces(of, region, title, view.standing[region], scored[region], said))
    pacts = {pact.number: pact for pact in view.pacts}
    for number, (a, b) in enumerate(borders, 1):
        parts.append(
            _alliance(of, number, a, b, titles[a], titles[b], view.leaders[a], view.leaders[b], pacts.get(number), said)
        )
    return "".join(parts)


def _lights(id: str, mark: str, wash: str, tip: str, key: str | None = None) -> str:
    """A mark that shows its wash when it is asked."""
    hidden = group(wash, class_="wash", opacity=0, pointer_events="none")
    return element(
        "g", hidden + mark, id=id, class_="lights", tabindex="0", role="img", aria_label=tip, data_tip=tip, data_key=key
    )


def bounds(of: Chart, region: int) -> tuple[float, float, float, float]:
    """The left, upper, right and lower end of a region."""
    drawn = of.map.regions[region]
    around = 0 if drawn.outline else 46
    xs, ys = zip(*(drawn.outline or (*drawn.spaces, drawn.dragon)), strict=True)
    ends = (min(xs) * of.scale, min(ys) * of.scale, max(xs) * of.scale, max(ys) * of.scale)
    return ends[0] - around, ends[1] - around, ends[2] + around, ends[3] + around


def cover(of: Chart, region: int, seats: Sequence[int]) -> str:
    """The wash over one region: in the colour and with the flowers of the seat that leads, in stripes where several do."""
    clip = f"url(#{clip_id(of, region)})"
    left, top, right, bottom = (round(end) for end in bounds(of, region))
    if len(seats) < 2:
        fill = f"url(#china-wash-{SEATS[seats[0]]})" if seats else RAISED
        return rect(left, top, right - left, bottom - top, fill=fill, opacity=None if seats else 0.4, clip_path=clip)
    band, down = 38, f"v{bottom - top}"
    stripes = "".join(
        path(
            "".join(f"M{x} {top}{down}" for x in range(left + band * i + band // 2, right + band, band * len(seats))),
            stroke=f"url(#china-wash-{SEATS[seat]})",
            stroke_width=band,
        )
        for i, seat in enumerate(seats)
    )
    return group(stripes, clip_path=clip)


def _chips(of: Chart, scores: Sequence[tuple[int, int]], x: float, y: float, sign: str = "+") -> str:
    """Flowers with points, side by side round x, y; a dash where nobody scores."""
    size = of.fine / 0.68
    if not scores:
        return circle(x, y, 0.8 * of.fine, fill=RAISED, stroke=LINE) + words(x, y + 0.3 * of.fine, "–", of.fine)
    texts = [f"{sign}{points}" for _seat, points in scores]
    wide = sum(chip_width(text, size) for text in texts) + 4 * (len(texts) - 1)
    left = min(max(x - wide / 2, of.left + 6), of.right - wide - 6)
    parts = []
    for (seat, _points), text in zip(scores, texts, strict=True):
        parts.append(chip(seat, text, left, y, size))
        left += chip_width(text, size) + 4
    return "".join(parts)


@memo(maxsize=1024)
def _palaces(of: Chart, region: int, title: str, points: tuple[int, ...], scored: bool, language: str) -> str:
    """The name of a region with the wash of its palaces (C4)."""
    x, y = of.names[region]
    best = max(points)
    leaders = [seat for seat, n in enumerate(points) if n and n == best]
    scores = sorted(((seat, n) for seat, n in enumerate(points) if n), key=lambda one: -one[1])
    listed = names.scored_by(points)
    if scored:
        tip = _("{region} is full. Scored: {points}.").format(region=title, points=listed)
    elif scores:
        tip = _("{region}, if scored now: {points}.").format(region=title, points=listed)
    else:
        tip = _("{region} has no palace yet.").format(region=title)
    dragon = of.dragons[region]
    wash = cover(of, region, leaders) + _chips(of, scores, dragon[0], dragon[1] - 12, "" if scored else "+")
    width = name_width(title, of.lettering)
    return _lights(
        f"china-name-{region}",
        rect(x - width / 2 - 4, y - 20 * of.lettering, width + 8, 27 * of.lettering, 6, fill="transparent"),
        wash,
        tip,
        f"region {of.map.regions[region].id}",
    )


@memo(maxsize=1024)
def _alliance(
    of: Chart,
    number: int,
    a: int,
    b: int,
    title_a: str,
    title_b: str,
    leaders_a: tuple[int, ...],
    leaders_b: tuple[int, ...],
    pact: Pact | None,
    language: str,
) -> str:
    """The mark of a border with the wash of its alliance (C7.2)."""
    x, y = of.marks[number - 1]
    if pact:
        who = listed(pgettext("who gets points", "you") if is_own(seat) else seat_name(seat) for seat in pact.seats)
        text = _("Alliance {n}, {first} and {second}: {points} now for {who}.")
        tip = text.format(n=number, first=title_a, second=title_b, points=pact.points, who=who)
    else:
        tip = _("Alliance {n}, {first} and {second}: nobody leads in both.").format(n=number, first=title_a, second=title_b)
    scores = [(seat, pact.points) for seat in pact.seats] if pact else []
    away = 30 * of.size
    down = y + away if y < of.height / 2 else y - away
    wash = cover(of, a, leaders_a) + cover(of, b, leaders_b) + _chips(of, scores, x, down)
    return _lights(
        f"china-border-{number}",
        group(
            circle(x, y, 1.2 * of.seal, fill="transparent") + alliance_mark(of, number, x, y, pact is not None),
            data_key=f"border {number}",
            data_place=f"border {number}",
        ),
        wash,
        tip,
    )


STRINGS = ("1 7", "6 4", "1 4 6 4", "11 4", "3 3")
"""The dashes of the light line in the middle of each seat's roads."""
BEAD = 78
"""The length of road for each flower on it."""


@memo(maxsize=256)
def rows(of: Chart, found: tuple[Row, ...]) -> str:
    """The roads of the rows that score (C7.3): in their seat's colour, with its dashes and its flowers strung along them."""
    joined = {(road.a, road.b): road for road in of.roads}
    lines, beads = [], []
    for row in found:
        steps = zip(row.spaces, row.spaces[1:], strict=False)
        roads = [joined[min(a, b), max(a, b)] for a, b in steps]
        line = "".join(road_path(of.spaces[road.a], of.spaces[road.b], road.bend) for road in roads)
        wide = 1.5 if of.small else 1.0
        lines.append(
            path(line, stroke=INK, stroke_width=12.5 * wide)
            + path(line, stroke=seat_colour(row.seat), stroke_width=9.5 * wide)
            + path(line, stroke=seat_colour(row.seat, "on"), stroke_width=2 * wide, stroke_dasharray=STRINGS[row.seat])
        )
        beads += [_bead(of, row.seat, at) for road in roads for at in _beads(of, road)]
    strung = group("".join(lines), fill="none", stroke_linecap="butt") + "".join(beads)
    return strung if found else ""


def _beads(of: Chart, road: Road) -> list[Point]:
    """The places of the flowers on a road, between the palaces at its ends."""
    a, b = of.spaces[road.a], of.spaces[road.b]
    n = max(1, round((hypot(a[0] - b[0], a[1] - b[1]) - 2 * SPACE) / BEAD))
    return points_of(a, b, road.bend, n + 2)[1:-1]


@memo(maxsize=1024)
def _bead(of: Chart, seat: int, at: Point) -> str:
    size = 28 if of.small else 20
    ground = circle(*at, size * 0.56, fill=seat_colour(seat, "soft"), stroke=LINE, stroke_width=1.2)
    return ground + place(FLOWERS[seat], at[0] - size / 2, at[1] - size / 2, size)
