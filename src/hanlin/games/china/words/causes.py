"""The losses of a seat in sentences, for reviews: scorings that brought others more, regions where it fell behind."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from hanlin.core.i18n.language import _
from hanlin.core.jit.events import Event
from hanlin.core.position.position import Position
from hanlin.core.verbs.presentation import Setback
from hanlin.games.china import pieces as p
from hanlin.games.china.snapshot import region_points
from hanlin.games.china.words import names

LEAST = 3
"""Points by which another seat must gain more."""


def setbacks(played: Sequence[tuple[Position, int, str, Sequence[Event]]], seat: int) -> list[Setback]:
    """Regions, alliances and rows in which others gained on a seat, the largest gain first."""
    found = []
    for before, _actor, _action, events in played:
        found += _scorings(before, events, seat)
    if played:
        found += _swings(played[0][0], _after(played[-1]), seat)
    return sorted((each for each in found if each.weight >= LEAST), key=lambda each: -each.weight)


def _after(last: tuple[Position, int, str, Sequence[Event]]) -> Position:
    before, _actor, action, _told = last
    return before.copy().play(action)


def _lead(points: Sequence[int], seat: int) -> int:
    """The lead of the best other seat."""
    return max((n for other, n in enumerate(points) if other != seat), default=0) - points[seat]


def _setback(text: str, points: Sequence[int], weight: float, **values: str) -> Setback:
    """A loss by points of others. ``text``: its sentence, with {points} for those of all seats."""
    to = [(seat, text.format(points=names.scored_by(points, seat), **values)) for seat, n in enumerate(points) if n]
    return Setback(text.format(points=names.scored_by(points), **values), weight, to=tuple(to))


def _scorings(before: Position, events: Sequence[Event], seat: int) -> list[Setback]:
    """The points that each scoring brought the seats."""
    players = before.players
    regions: dict[int, list[int]] = defaultdict(lambda: [0] * players)
    alliances: dict[int, list[int]] = defaultdict(lambda: [0] * players)
    rows = [0] * players
    for event in events:
        if event.what == p.PALACE_POINTS:
            regions[event.b][event.seat] += event.a
        elif event.what == p.ALLIANCE_POINTS:
            alliances[event.b][event.seat] += event.a
        elif event.what == p.ROAD_POINTS:
            rows[event.seat] += event.a
    found = []
    for region, points in regions.items():
        text = _("The palaces of {region} brought {points}.")
        found.append(_setback(text, points, _lead(points, seat), region=names.region_title(before, region)))
    for border, points in alliances.items():
        first, second = (names.region_title(before, region) for region in names.map_of(before).borders[border - 1])
        text = _("The alliance of {first} and {second} brought {points}.")
        found.append(_setback(text, points, _lead(points, seat), first=first, second=second))
    if any(rows):
        found.append(_setback(_("Rows of palaces brought {points}."), rows, _lead(rows, seat)))
    return found


def _swings(before: Position, after: Position, seat: int) -> list[Setback]:
    """Regions whose palaces would bring others more than before, compared with the seat."""
    found = []
    for region in range(len(names.map_of(before).regions)):
        earlier, later = region_points(before.state, region), region_points(after.state, region)
        text = _("{region} now promises {points}.")
        # A promise is worth less than what was scored.
        weight = (_lead(later, seat) - _lead(earlier, seat)) / 2
        found.append(_setback(text, later, weight, region=names.region_title(before, region)))
    return found
