"""Values on the map that come and go: the lens with who leads and what it would score, and the wash of a seat's regions."""

from __future__ import annotations

from hanlin.core.lib.memo import memo
from hanlin.drawing import GOLD_TEXT, INK, RAISED, SEATS, element, group, place, rect, remembered, words, words_width
from hanlin.drawing.flowers import FLOWERS
from hanlin.games.china.drawing.chart import Chart
from hanlin.games.china.drawing.figures import chip
from hanlin.games.china.drawing.washes import cover
from hanlin.games.china.pieces import REGIONS
from hanlin.games.china.snapshot import FinalScoring, Reading


def lens(of: Chart, r: Reading, view: FinalScoring) -> str:
    """The values of open regions and of alliances: who leads by how many palaces, and what each would score now."""
    counts = tuple([tuple([r.palaces[seat][region].bit_count() for seat in range(r.players)]) for region in range(REGIONS)])
    return _lens(of, counts, tuple([n != 0 for n in r.free]), view)


@remembered(64)
def _lens(of: Chart, counts: tuple[tuple[int, ...], ...], is_open: tuple[bool, ...], view: FinalScoring) -> str:
    """``counts``: by region the palaces of each seat."""
    shown = [region for region in range(REGIONS) if is_open[region] and any(counts[region])]
    parts = [_region(of, region, counts[region], view.standing[region]) for region in shown]
    parts += [_alliance(of, pact.number, pact.seats, pact.points) for pact in view.pacts]
    return group("".join(parts), class_="lens", pointer_events="none", aria_hidden="true")


@memo(maxsize=2048)
def _region(of: Chart, region: int, counts: tuple[int, ...], points: tuple[int, ...]) -> str:
    """The leaders of a region with their number of palaces, and the points that each of them would get; on a small board
    only one flower and the points."""
    best = max(counts)
    leaders = [seat for seat, n in enumerate(counts) if n == best]
    second = max([n for n in counts if n < best], default=0)
    size, score = of.fine, f"+{points[leaders[0]]}"
    flowers = leaders[:1] if of.small and len(leaders) > 2 else leaders[:3]
    margin = "" if of.small else f"{best}:{second}" if len(leaders) == 1 else f"{best}"
    wide = len(flowers) * 1.05 * size + words_width(score, size) + (words_width(margin, size) + 0.4 * size if margin else 0)
    x, y = of.lens[region]
    left = x - wide / 2 - 0.3 * size
    parts = [rect(left, y - 0.92 * size, wide + 0.6 * size, 1.2 * size, 0.6 * size, fill=RAISED, fill_opacity=0.82)]
    left += 0.25 * size
    for seat in flowers:
        parts.append(place(FLOWERS[seat], left, y - 0.85 * size, 1.05 * size))
        left += 1.05 * size
    if margin:
        parts.append(words(left + 0.15 * size, y, margin, size, anchor="start", fill=INK))
        left += words_width(margin, size) + 0.4 * size
    parts.append(words(left + 0.1 * size, y, score, size, anchor="start", fill=GOLD_TEXT, font_weight="700"))
    return group("".join(parts))


@memo(maxsize=512)
def _alliance(of: Chart, number: int, seats: tuple[int, ...], points: int) -> str:
    """The seat that scores an alliance now, at the lower right of its mark."""
    x, y = of.marks[number - 1]
    size = of.fine / 0.7
    if of.small:
        flowers = [place(FLOWERS[seat], x + of.seal * 0.5 + 24 * i, y - 2, 30) for i, seat in enumerate(seats[:2])]
        return group("".join(flowers))
    parts = [
        place(FLOWERS[seat], x + of.seal + 2 + 15 * i, y - 11, 22) if i else chip(seat, str(points), x + 9, y + 13, size)
        for i, seat in enumerate(seats[:1])
    ]
    parts += [place(FLOWERS[seat], x - 14 - 18 * i, y + 4, 20) for i, seat in enumerate(seats[1:3])]
    return group("".join(parts))


@remembered(64)
def leads(of: Chart, view: FinalScoring) -> str:
    """For each seat the wash over the regions in which it leads, which the page shows while its place is pointed at."""
    led = [
        tuple(region for region, points in enumerate(view.standing) if points[seat] and points[seat] == max(points))
        for seat in range(len(view.points))
    ]
    washed = "".join(_led(of, seat, regions) for seat, regions in enumerate(led) if regions)
    return element("g", washed, class_="leads", pointer_events="none", aria_hidden="true")


@memo(maxsize=512)
def _led(of: Chart, seat: int, regions: tuple[int, ...]) -> str:
    return group("".join(cover(of, region, (seat,)) for region in regions), data_leads=SEATS[seat], opacity=0)
