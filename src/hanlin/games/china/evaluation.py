"""The evaluation of a position, for bots."""

from __future__ import annotations

from hanlin.core.jit.bits import count
from hanlin.core.jit.compiled import compiled
from hanlin.games.china.by_colour import colours_of, total
from hanlin.games.china.pieces import BORDERS, ENDED, HAND, MOST_PLAYERS, REGIONS
from hanlin.games.china.roads import SHORTEST, board_words, connected_part, first_space, points_of_part
from hanlin.games.china.scoring import (
    all_leaders,
    allies,
    better_counts,
    palace_counts,
    palace_points,
    palaces_in,
)

# The points if the game ended now, and what is likely to come: a region grows, a chain of palaces becomes a road, a lead in
# one region becomes an alliance. The weights were found by playing; each is in points.

RIVALRY = 0.8
"""The weight of a point of all rivals together (their mean) against an own point."""
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
            worth += worth_of_palaces(s, region, seat, others)
    worth += worth_of_alliances(s, seat, others)
    worth += worth_of_roads(s, seat)
    worth += EMISSARY_LEFT * s.emissaries_left[seat]
    return worth + worth_of_hand(s, seat)


@compiled
def worth_of_palaces(s, region, seat, others):
    """The points of a region that is not full, now and by growth; ``others`` weighs the points of the others."""
    if palaces_in(s, region) == 0:
        return 0.0
    counts = palace_counts(s, region)
    free = count(s.free[region])
    worth = 0.0
    for other in range(s.players):
        if s.palaces[other, region] == 0:
            continue
        first = better_counts(s, region, other, counts) == 0
        growth = free * (GROWTH_FIRST if first else GROWTH_OTHER)
        worth += (palace_points(s, region, other, counts) + growth) * (1.0 if other == seat else others)
    return worth


@compiled
def worth_of_alliances(s, seat, others):
    """The alliances there are, and the halves of the seat's own that might become whole."""
    packed = all_leaders(s)
    worth = 0.0
    for border in range(BORDERS):
        a, b = int(s.borders[border, 0]), int(s.borders[border, 1])
        points = int(s.guests[a]) + int(s.guests[b])
        if points == 0:
            continue
        seats = allies(s, border, packed)
        if seats >> seat & 1:
            worth += points
        elif s.emissaries_left[seat] > 0 and (packed >> (MOST_PLAYERS * a + seat) | packed >> (MOST_PLAYERS * b + seat)) & 1:
            worth += HALF_ALLIANCE * points
        worth += others * points * count(seats & ~(1 << seat))
    return worth


@compiled
def worth_of_roads(s, seat):
    """The seat's roads, and its shorter chains of palaces."""
    low, high = board_words(s.palaces[seat])
    worth, points = 0.0, 0
    while low or high:
        part_low, part_high, degree = connected_part(s.roads, low, high, first_space(low, high))
        low &= ~part_low
        high &= ~part_high
        size = count(part_low) + count(part_high)
        if size < SHORTEST:
            worth += CHAIN[size]
        else:
            points += points_of_part(s, part_low, part_high, size, degree)
    return worth + points


@compiled
def worth_of_hand(s, seat):
    """The joint value of the seat's cards and of the cards that it will draw."""
    worth = CARD_IN_HAND * (HAND - s.hand_size[seat])
    return worth + PAIR * count(colours_of(s.hands[seat], 2))


@compiled
def progress(s):
    """The progress of the game, from 0 to 1: half of it goes with the first pile, the rest with the second (C6)."""
    if s.phase == ENDED:
        return 1.0
    cards = int(s.pile_left) + total(s.row) + total(s.discards)
    for seat in range(s.players):
        cards += int(s.hand_size[seat])
    drawn = 1.0 - float(s.pile_left) / max(1, cards)
    return 0.97 if s.run_out >= 2 else 0.48 * (s.run_out + drawn)
