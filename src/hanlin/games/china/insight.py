"""What a position is worth: what each region, alliance and road would bring now, and the evaluation that bots use."""

from __future__ import annotations

from typing import Any, NamedTuple

from hanlin.core.bits import count
from hanlin.core.compiled import compiled
from hanlin.games.china.pieces import BORDERS, ENDED, HAND, MOST_PLAYERS, REGIONS
from hanlin.games.china.roads import SHORTEST, best_rows, board_words, connected_part, first_space, road_points
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


# -- the evaluation ------------------------------------------------------------------------------------------------------------
#
# The points if the game ended now, and what is likely to come: a region grows, a chain of palaces becomes a road, a lead in
# one region becomes an alliance. The weights were found by playing; each is in points.

RIVALRY = 0.8
"""How much a point of all rivals together (their mean) counts against a point of one's own."""
GROWTH_FIRST, GROWTH_OTHER = 0.2, 0.1
"""For each free space of a region: what it is likely to bring to who is first there, and to the others with a palace."""
HALF_ALLIANCE = 0.25
"""Part of an alliance's points that it is worth to lead in one of its regions, with emissaries left."""
CHAIN = (0.0, 0.0, 0.5, 1.5)
"""For a connected group of palaces that is no road yet, by its size."""
EMISSARY_LEFT = 0.4
PAIR, CARD_IN_HAND = 0.3, 0.05
"""Of a hand: two cards of a colour (two pieces in one turn, or a joker), and a card that is still to come (it may be any)."""


@compiled
def value(s, seat):
    """The seat's likely points at the end, less a part of the mean of the others'."""
    others = -RIVALRY / (s.players - 1)
    worth = 0.0
    for other in range(s.players):
        weight = 1.0 if other == seat else others
        worth += weight * s.points[other]
    if s.phase == ENDED:
        return worth
    for region in range(REGIONS):
        if s.free[region] != 0:
            worth += palace_prospects(s, region, seat, others)
    worth += alliance_prospects(s, seat, others)
    worth += road_prospects(s, seat)
    worth += EMISSARY_LEFT * s.emissaries_left[seat]
    return worth + hand_prospects(s, seat)


@compiled
def palace_prospects(s, region, seat, others):
    """What a region that is not full would bring now, and its growth; ``others`` weighs what it brings to others."""
    counts = palace_counts(s, region)
    if counts == 0:
        return 0.0
    free = count(s.free[region])
    worth = 0.0
    for other in range(s.players):
        points = palace_points(s, region, other, counts)
        if points > 0:
            first = better_counts(s, region, other, counts) == 0
            growth = free * (GROWTH_FIRST if first else GROWTH_OTHER)
            worth += (points + growth) * (1.0 if other == seat else others)
    return worth


@compiled
def alliance_prospects(s, seat, others):
    """The alliances there are, and the halves of the seat's own that might become whole."""
    packed = all_leaders(s)
    worth = 0.0
    for border in range(BORDERS):
        a, b = int(s.borders[border, 0]), int(s.borders[border, 1])
        points = int(s.guests[a]) + int(s.guests[b])
        seats = allies(s, border, packed)
        if seats >> seat & 1:
            worth += points
        elif s.emissaries_left[seat] > 0 and (packed >> (MOST_PLAYERS * a + seat) | packed >> (MOST_PLAYERS * b + seat)) & 1:
            worth += HALF_ALLIANCE * points
        worth += others * points * count(seats & ~(1 << seat))
    return worth


@compiled
def road_prospects(s, seat):
    """The seat's roads, and its shorter chains of palaces."""
    low, high = board_words(s.palaces[seat])
    worth = 0.0
    while low or high:
        part_low, part_high, _ = connected_part(s.roads, low, high, first_space(low, high))
        low &= ~part_low
        high &= ~part_high
        size = count(part_low) + count(part_high)
        if size < SHORTEST:
            worth += CHAIN[size]
    return worth + road_points(s, seat)


@compiled
def hand_prospects(s, seat):
    """What the seat's cards are worth beside each other, and the cards that it will draw."""
    worth = CARD_IN_HAND * (HAND - s.hand_size[seat])
    for colour in range(5):
        if s.hands[seat, colour] > 1:
            worth += PAIR
    return worth
