"""Rings round what was placed since the viewer's own last action, each in its owner's colour."""

from __future__ import annotations

from hanlin.core.lib.memo import memo
from hanlin.core.position.position import Position
from hanlin.drawing import INK, circle, element, seat_colour
from hanlin.games.china.drawing.chart import DRAGON, SPACE, Chart
from hanlin.games.china.pieces import EMISSARY, KINDS, MOST_SPACES
from hanlin.games.china.snapshot import Reading
from hanlin.games.china.words.question import split


def placed_since(seen: Position) -> list[tuple[int, str]]:
    """The placements since the viewer's last action, the latest first: seat and text. A spectator is shown the last turn."""
    found: list[tuple[int, str]] = []
    turn = None
    for actor, text in reversed(seen.moves):
        if actor < 0:
            continue
        turn = actor if turn is None else turn
        if actor == seen.seat or (seen.seat in (None, -1) and actor != turn):
            break
        if split(text)[0] in KINDS:
            found.append((actor, text))
    return found


def since(seen: Position, r: Reading, of: Chart) -> str:
    """The rings of a view."""
    rings: dict[tuple[float, float], str] = {}
    for seat, text in placed_since(seen):
        verb, id, *rest = split(text)
        region = r.region_of(id)
        if verb == KINDS[EMISSARY]:
            at, radius = of.dragons[region], DRAGON / 2 * of.size + 8
        else:
            at, radius = of.spaces[MOST_SPACES * region + int(rest[0]) - 1], SPACE * of.size + 7
        rings.setdefault(at, _ring(*at, radius, seat))
    return "".join(rings.values())


@memo(maxsize=1024)
def _ring(x: float, y: float, radius: float, seat: int) -> str:
    """A ring in a seat's colour, with ink on both sides so that it shows on every land."""
    ink = circle(x, y, radius, fill="none", stroke=INK, stroke_width=5.4)
    paint = circle(x, y, radius, fill="none", stroke=seat_colour(seat), stroke_width=3.2)
    return element("g", ink + paint, class_="since", pointer_events="none")
