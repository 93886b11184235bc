"""The points of China: palaces of a region (C4), alliances (C7.2), roads (C7.3), the end of the game (C7)."""

from __future__ import annotations

from hanlin.core.jit.bits import count, lowest
from hanlin.core.jit.compiled import compiled, compiled_instead
from hanlin.core.jit.events import emit
from hanlin.games.china.pieces import (
    ALLIANCE,
    ALLIANCE_POINTS,
    BORDERS,
    MOST_PLAYERS,
    MOST_SPACES,
    PALACE_POINTS,
    REGIONS,
    ROAD_POINTS,
    ROAD_SPACE,
    SCORING,
    STANDS,
)
from hanlin.games.china.roads import best_rows, road_points

# What most games branch on at random is computed without branches here: a branch guessed wrongly costs more than all the
# arithmetic of a seat.

# -- palaces ---------------------------------------------------------------------------------------------------------------


NO_COUNT = 1 << MOST_SPACES
"""A bit above all those of ``palace_counts``."""


@compiled
def palace_counts(s, region):
    """The distinct palace counts in the region: bit k - 1 for k palaces."""
    counts = 0
    for seat in range(s.players):
        counts |= 1 << count(s.palaces[seat, region])
    return counts >> 1


@compiled
def palaces_in(s, region):
    """The palaces of all seats in the region."""
    return int(s.spaces[region]) - count(s.free[region])


@compiled
def better_counts(s, region, seat, counts):
    """Of ``counts`` (see ``palace_counts``) those above the seat's own k palaces, bit 0 for k + 1."""
    return counts >> count(s.palaces[seat, region])


@compiled
def is_doubled(s, region, seat):
    """True where the seat has a palace on a fortress in the region (C8.2)."""
    return int(s.palaces[seat, region]) & int(s.fortresses[region]) != 0


@compiled
def palace_points(s, region, seat, counts):
    """The points of a seat for its palaces in a region (C4.1, C4.2, C8.2).

    Who has the most gets a point for each palace there; everybody else as many points as the next better ones have palaces.
    """
    own = count(s.palaces[seat, region])
    better = better_counts(s, region, seat, counts)
    points = palaces_in(s, region) if better == 0 else own + 1 + lowest(better | NO_COUNT)
    return points * int(own > 0) << int(is_doubled(s, region, seat))


@compiled
def score_region(s, region, final):
    """Palace scoring of a region (C4), when it is full (``final`` 0) or at the end (1)."""
    counts = palace_counts(s, region)
    if counts == 0:
        return
    emit(SCORING, -1, region, palaces_in(s, region), final)
    for seat in range(s.players):
        points = palace_points(s, region, seat, counts)
        s.points[seat] += points
        if points > 0:
            place = 1 + count(better_counts(s, region, seat, counts))
            emit(STANDS, seat, region, count(s.palaces[seat, region]), place)
            emit(PALACE_POINTS, seat, points, region, int(is_doubled(s, region, seat)))


# -- alliances ---------------------------------------------------------------------------------------------------------------


@compiled
def leaders(s, region):
    """The mask of the seats with the most emissaries in the region; 0 where there is none (C7.2)."""
    most, mask = 1, 0
    for seat in range(s.players):
        most = max(most, int(s.emissaries[seat, region]))
    for seat in range(s.players):
        mask |= int(s.emissaries[seat, region] == most) << seat
    return mask


@compiled
def all_leaders(s):
    """The leaders of all regions packed into one number, five bits for each region."""
    packed = 0
    for region in range(REGIONS):
        if s.guests[region] != 0:
            packed |= leaders(s, region) << (MOST_PLAYERS * region)
    return packed


@compiled
def allies(s, border, packed):
    """The mask of the seats that make an alliance over a border (from 0): they lead in both its regions.

    ``packed`` are the leaders of all regions.
    """
    a, b = int(s.borders[border, 0]), int(s.borders[border, 1])
    return (packed >> (MOST_PLAYERS * a)) & (packed >> (MOST_PLAYERS * b)) & ((1 << MOST_PLAYERS) - 1)


@compiled
def score_alliances(s):
    """Alliances, borders 1 to 15 in order (C7.2)."""
    packed = all_leaders(s)
    for border in range(BORDERS):
        seats = allies(s, border, packed)
        here, there = int(s.guests[s.borders[border, 0]]), int(s.guests[s.borders[border, 1]])
        if seats != 0:
            emit(ALLIANCE, -1, border + 1, here, there)
        for seat in range(s.players):
            leads_in_both = seats >> seat & 1
            s.points[seat] += leads_in_both * (here + there)
            if leads_in_both:
                emit(ALLIANCE_POINTS, seat, here + there, border + 1, here)


# -- roads and the end ---------------------------------------------------------------------------------------------------------


def _score_roads_silently(s):
    for seat in range(s.players):
        s.points[seat] += road_points(s, seat)


@compiled_instead(_score_roads_silently)
def score_roads(s):
    """Roads (C7.3, C8.3); at plain speed events name the spaces of every row."""
    for seat in range(s.players):
        for points, row in best_rows(s, seat):
            s.points[seat] += points
            for space in row:
                region, i = divmod(space, MOST_SPACES)
                emit(ROAD_SPACE, seat, region, i + 1, int(s.fortresses[region]) >> i & 1)
            emit(ROAD_POINTS, seat, points, len(row), int(points > len(row)))


@compiled
def score_the_end(s):
    """The final scoring, in the order of C7."""
    for region in range(REGIONS):
        if s.free[region] != 0:
            score_region(s, region, 1)
    score_alliances(s)
    score_roads(s)


@compiled
def scores(s, out):
    """The points of each seat: scored so far; when the game is over, all."""
    for seat in range(s.players):
        out[seat] = s.points[seat]


@compiled
def standing(s, out):
    """Points first, then the pieces left in the supply (C7.4): palaces, the eight emissaries, an unplaced fortress."""
    for seat in range(s.players):
        pieces = int(s.palaces_left[seat]) + int(s.emissaries_left[seat]) + int(s.fortresses_left[seat])
        out[seat] = 100 * int(s.points[seat]) + pieces
