"""What a position is worth: what each region, alliance and road would bring now, and the evaluation that bots use."""

from __future__ import annotations

from typing import Any, NamedTuple

from hanlin.core.compiled import compiled
from hanlin.games.china.bits import count
from hanlin.games.china.pieces import BORDERS, REGIONS
from hanlin.games.china.roads import best_rows
from hanlin.games.china.scoring import (
    all_leaders,
    allies,
    better_counts,
    is_doubled,
    palace_counts,
    palace_points,
)

# -- if the game ended now (for panels; plain, of public things only) --------------------------------------------------


class RegionScore(NamedTuple):
    """What a seat with palaces in a region gets there (C4, C8.2): ``points`` are ``base``, twice that if ``doubled``.

    ``place`` counts from 1. With place 1 the base is the number of all palaces in the region, otherwise that of the next
    better seat's.
    """

    seat: int
    palaces: int
    place: int
    base: int
    doubled: bool
    points: int


class Alliance(NamedTuple):
    """What an alliance gives to each of ``seats`` (C7.2): ``here`` and ``there`` are the emissaries in its two regions."""

    border: int
    """From 1."""
    regions: tuple[int, int]
    here: int
    there: int
    points: int
    seats: tuple[int, ...]


class Row(NamedTuple):
    """A row of palaces (C7.3, C8.3): its spaces in order, numbered as in the record; each counts twice if ``doubled``."""

    seat: int
    spaces: tuple[int, ...]
    doubled: bool
    points: int


def region_scores(s: Any, region: int) -> list[RegionScore]:
    """What the region brings or brought, best place first."""
    counts = palace_counts(s, region)
    scores = []
    for seat in range(int(s.players)):
        points = palace_points(s, region, seat, counts)
        if points:
            place = 1 + count(better_counts(s, region, seat, counts))
            doubled = is_doubled(s, region, seat)
            base = points // 2 if doubled else points
            scores.append(RegionScore(seat, count(s.palaces[seat, region]), place, base, doubled, points))
    return sorted(scores, key=lambda score: (score.place, score.seat))


def alliances(s: Any) -> list[Alliance]:
    """The alliances there are now, by number."""
    packed = all_leaders(s)
    found = []
    for border in range(BORDERS):
        seats = allies(s, border, packed)
        if seats:
            a, b = (int(region) for region in s.borders[border])
            here, there = int(s.guests[a]), int(s.guests[b])
            members = tuple(seat for seat in range(int(s.players)) if seats >> seat & 1)
            found.append(Alliance(border + 1, (a, b), here, there, here + there, members))
    return found


def roads(s: Any) -> list[Row]:
    """The rows that would score now, by seat."""
    return [
        Row(seat, tuple(spaces), points > len(spaces), points)
        for seat in range(int(s.players))
        for points, spaces in best_rows(s, seat)
    ]


def points_if_ended(s: Any) -> list[int]:
    """The points of each seat if the game ended now: those it has, and those of the final scoring (C7)."""
    points = [int(s.points[seat]) for seat in range(int(s.players))]
    for region in range(REGIONS):
        if s.free[region]:
            for score in region_scores(s, region):
                points[score.seat] += score.points
    for alliance in alliances(s):
        for seat in alliance.seats:
            points[seat] += alliance.points
    for row in roads(s):
        points[row.seat] += row.points
    return points


# -- the evaluation ----------------------------------------------------------------------------------------------------


@compiled
def value(s, seat):
    """An estimate of the seat's prospects, in points."""
    return float(s.points[seat])
