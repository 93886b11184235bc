"""What is legal in China: the actions of a seat, the outcomes of chance (C3, C5, C6)."""

from __future__ import annotations

from hanlin.core.compiled import compiled
from hanlin.core.generic import CHANCE, OVER
from hanlin.core.rng import below
from hanlin.games.china.bits import COUNT, NTH, present
from hanlin.games.china.pieces import (
    CARD,
    DEAL,
    DONE,
    DRAW,
    EMISSARY,
    ENDED,
    EXCHANGE,
    FILL,
    FORTRESS,
    OPEN,
    PALACE,
    PASS,
    PLACE_EMISSARY,
    PLACE_FORTRESS,
    PLACE_PALACE,
    REFILL,
    REGIONS,
    SECOND,
    TAKE,
    TAKE_PILE,
    TURN,
)


@compiled
def actor(s):
    """The seat whose turn it is, unless a card comes from the pile or the game is over."""
    phase = s.phase
    if phase in (TURN, SECOND, REFILL):
        return int(s.seat)
    return OVER if phase == ENDED else CHANCE


# -- placing -------------------------------------------------------------------------------------------------------------


@compiled
def purse(hand):
    """Two masks of colours: of which there is a card in the hand, and of which there are two."""
    single, pair = 0, 0
    for colour in range(5):
        if hand[colour] > 0:
            single |= 1 << colour
            if hand[colour] > 1:
                pair |= 1 << colour
    return single, pair


@compiled
def payments(single, pair, colour):
    """The mask of colours that pay for a piece in a region of ``colour``: a card of its own, or a pair of another (C3.3)."""
    own = 1 << colour
    return (single & own) | (pair & ~own)


@compiled
def supply(s, kind):
    """How many pieces of a kind the seat in turn has left (C3.6)."""
    if kind == PALACE:
        return s.palaces_left[s.seat]
    if kind == EMISSARY:
        return s.emissaries_left[s.seat]
    return s.fortresses_left[s.seat]


@compiled
def room(s, kind, region):
    """Where in a region a piece of that kind may go: a mask of spaces (C3.4, C8.1); for an emissary 1 or 0 (C3.5)."""
    if kind == PALACE:
        return int(s.free[region])
    if kind == EMISSARY:
        return int(s.guests[region] < s.most[region])
    return int(s.free[region]) & ~int(s.fortresses[region])


@compiled
def first_code(kind, region):
    """The code of the action that places a piece on the region's first space for the first colour."""
    if kind == PALACE:
        return PLACE_PALACE + 40 * region
    if kind == EMISSARY:
        return PLACE_EMISSARY + 5 * region
    return PLACE_FORTRESS + 40 * region


@compiled
def regions_open(s):
    """The range of regions where the seat may place now: all for a first piece, one or none for a second (C3.1, C3.2)."""
    if s.phase == TURN:
        return 0, REGIONS
    region = int(s.region)
    return region, region + int(s.second)


@compiled
def list_placements(s, out):
    """Write the legal placements: palaces, emissaries, fortresses; by region, space, colour. Return how many."""
    single, pair = purse(s.hands[s.seat])
    start, stop = regions_open(s)
    n = 0
    for kind in range(3):
        if supply(s, kind) <= 0:
            continue
        for region in range(start, stop):
            spaces = room(s, kind, region)
            pay = payments(single, pair, int(s.colour[region]))
            if spaces == 0 or pay == 0:
                continue
            code = first_code(kind, region)
            for i in range(COUNT[spaces]):
                for j in range(COUNT[pay]):
                    out[n] = code + 5 * NTH[spaces, i] + NTH[pay, j]
                    n += 1
    return n


@compiled
def count_placements(s, single, pair, start, stop):
    """The number of legal placements, without listing them."""
    n = 0
    seat = s.seat
    palaces = s.palaces_left[seat] > 0
    emissaries = s.emissaries_left[seat] > 0
    fortress = s.fortresses_left[seat] > 0
    for region in range(start, stop):
        spaces = 0
        if palaces:
            spaces = COUNT[room(s, PALACE, region)]
        if emissaries:
            spaces += room(s, EMISSARY, region)
        if fortress:
            spaces += COUNT[room(s, FORTRESS, region)]
        n += spaces * COUNT[payments(single, pair, int(s.colour[region]))]
    return n


@compiled
def pick_placement(s, single, pair, start, stop, k):
    """The legal placement number k (from 0), without listing them."""
    for kind in range(3):
        if supply(s, kind) <= 0:
            continue
        for region in range(start, stop):
            spaces = room(s, kind, region)
            pay = payments(single, pair, int(s.colour[region]))
            ways = COUNT[pay]
            n = COUNT[spaces] * ways
            if k < n:
                return first_code(kind, region) + 5 * NTH[spaces, k // ways] + NTH[pay, k % ways]
            k -= n
    return -1


# -- all actions -----------------------------------------------------------------------------------------------------------


@compiled
def can_take(s):
    """Whether there is a card to take, in the row or the pile (C5.1, C6.3)."""
    return s.row_size > 0 or s.pile_left > 0


@compiled
def list_colours(mask, code, out, n):
    """Write ``code`` + colour for each colour of the mask after the first n; return how many there are then."""
    for i in range(COUNT[mask]):
        out[n] = code + NTH[mask, i]
        n += 1
    return n


@compiled
def actions(s, out):
    """The legal actions of the actor, ascending; the possible outcomes of chance."""
    phase = s.phase
    if phase == REFILL:
        n = list_colours(present(s.row), TAKE, out, 0)
        if s.pile_left > 0:
            out[n] = TAKE_PILE
            n += 1
        return n
    if phase == TURN:
        n = list_placements(s, out)
        if can_take(s):
            n = list_colours(present(s.hands[s.seat]), EXCHANGE, out, n)
        if n == 0:
            out[0] = PASS
            n = 1
        return n
    if phase == SECOND:
        n = list_placements(s, out)
        out[n] = DONE
        return n + 1
    if phase == ENDED:
        return 0
    return list_colours(present(s.pile), CARD, out, 0)


@compiled
def choose(s, rng):
    """One legal action of the seat to move, uniformly: counted and picked from masks."""
    if s.phase == REFILL:
        colours = present(s.row)
        n = COUNT[colours]
        k = below(rng, n + int(s.pile_left > 0))
        return TAKE + NTH[colours, k] if k < n else TAKE_PILE
    single, pair = purse(s.hands[s.seat])
    start, stop = regions_open(s)
    n = count_placements(s, single, pair, start, stop)
    if s.phase == SECOND:
        k = below(rng, n + 1)
        return pick_placement(s, single, pair, start, stop, k) if k < n else DONE
    exchanges = COUNT[single] if can_take(s) else 0
    if n + exchanges == 0:
        below(rng, 1)
        return PASS
    k = below(rng, n + exchanges)
    return pick_placement(s, single, pair, start, stop, k) if k < n else EXCHANGE + NTH[single, k - n]


# -- chance ----------------------------------------------------------------------------------------------------------------


@compiled
def weights(s, out):
    """The weights of the next card's colours: the cards of each in the pile."""
    n = 0
    if s.phase in (DEAL, OPEN, DRAW, FILL):
        for colour in range(5):
            if s.pile[colour] > 0:
                out[n] = s.pile[colour]
                n += 1
    return n


@compiled
def sample(s, rng):
    """The next card of the pile, by weight."""
    k = below(rng, int(s.pile_left))
    colour = 0
    while k >= s.pile[colour]:
        k -= int(s.pile[colour])
        colour += 1
    return CARD + colour
