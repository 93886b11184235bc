"""Light washes over the map, shown on demand: who leads where, and who would score what now.

Each mark of a border and each name of a region holds its wash; the page's style sheet shows it on hover, focus and tap.
"""

from __future__ import annotations

from collections.abc import Sequence

from hanlin.core.i18n.language import _, listed
from hanlin.core.i18n.seat_names import seat_name, spoken
from hanlin.core.lib.memo import memo
from hanlin.drawing import INK, LINE, RAISED, circle, colour, element, group, path, rect, remembered, seat_colour, words
from hanlin.games.china.drawing.chart import WIDTH, Chart, alliance_mark, clip_id, name_width, road_path
from hanlin.games.china.drawing.figures import chip, chip_width
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


def _lights(id: str, mark: str, wash: str, tip: str) -> str:
    """A mark that shows its wash when it is asked."""
    hidden = group(wash, class_="wash", opacity=0, pointer_events="none")
    return element("g", hidden + mark, id=id, class_="lights", tabindex="0", role="img", aria_label=tip, data_tip=tip)


def _cover(of: Chart, region: int, seats: Sequence[int]) -> str:
    """The wash over one region: in the colour of the seat that leads, in stripes where several do."""
    clip = f"url(#{clip_id(of, region)})"
    if len(seats) < 2:
        tone = seat_colour(seats[0]) if seats else RAISED
        return rect(0, 0, WIDTH, of.height, fill=tone, opacity=0.4, clip_path=clip)
    band = 26
    stripes = "".join(
        path(
            "".join(f"M{x} 0v{of.height:g}" for x in range(band * i + band // 2, WIDTH, band * len(seats))),
            stroke=seat_colour(seat),
            stroke_width=band,
            opacity=0.4,
        )
        for i, seat in enumerate(seats)
    )
    return group(stripes, clip_path=clip)


def _chips(scores: Sequence[tuple[int, int]], x: float, y: float, scale: float, sign: str = "+") -> str:
    """Flowers with points, side by side round x, y; a dash where nobody scores."""
    size = 26 * scale
    if not scores:
        return circle(x, y, 13, fill=RAISED, stroke=LINE) + words(x, y + 5, "–", 16)
    texts = [f"{sign}{points}" for _seat, points in scores]
    wide = sum(chip_width(text, size) for text in texts) + 4 * (len(texts) - 1)
    left = min(max(x - wide / 2, 6), WIDTH - wide - 6)
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
    wash = _cover(of, region, leaders) + _chips(scores, dragon[0], dragon[1] - 12, of.size, "" if scored else "+")
    width = name_width(title, of.lettering)
    return _lights(
        f"china-name-{region}",
        rect(x - width / 2 - 4, y - 22 * of.size, width + 8, 30 * of.size, 6, fill="transparent"),
        wash,
        tip,
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
        who = listed(seat_name(seat) for seat in pact.seats)
        text = _("Alliance {n}, {first} and {second}: {points} now for {who}.")
        tip = text.format(n=number, first=title_a, second=title_b, points=pact.points, who=who)
    else:
        tip = _("Alliance {n}, {first} and {second}: nobody leads in both.").format(n=number, first=title_a, second=title_b)
    scores = [(seat, pact.points) for seat in pact.seats] if pact else []
    away = 30 * of.size
    down = y + away if y < of.height / 2 else y - away
    wash = _cover(of, a, leaders_a) + _cover(of, b, leaders_b) + _chips(scores, x, down, of.size)
    return _lights(
        f"china-border-{number}",
        group(
            circle(x, y, 20 * of.size, fill="transparent") + alliance_mark(number, x, y, pact is not None, of.size),
            data_place=f"border {number}",
        ),
        wash,
        tip,
    )


@memo(maxsize=256)
def rows(of: Chart, found: tuple[Row, ...]) -> str:
    """The roads of the rows that score, in their seat's colour (C7.3)."""
    joined = {(road.a, road.b): road for road in of.roads}
    parts = []
    for row in found:
        steps = zip(row.spaces, row.spaces[1:], strict=False)
        roads = [joined[min(a, b), max(a, b)] for a, b in steps]
        line = "".join(road_path(of.spaces[road.a], of.spaces[road.b], road.bend) for road in roads)
        parts.append(
            path(line, stroke=INK, stroke_width=11.5)
            + path(line, stroke=seat_colour(row.seat), stroke_width=8.5)
            + path(line, stroke=colour("white"), stroke_width=1.6, stroke_dasharray="1 7")
        )
    return group("".join(parts), fill="none", stroke_linecap="round") if parts else ""
