"""Legal actions in China: the actions of a seat, the outcomes of chance (C3, C5, C6)."""

from __future__ import annotations

from hanlin.core.jit.bits import count, lowest, nth
from hanlin.core.jit.compiled import compiled, inlined
from hanlin.core.jit.rng import below
from hanlin.core.verbs.generic import CHANCE, OVER
from hanlin.games.china.by_colour import colours_of, find, number
from hanlin.games.china.by_region import ALL, field_of, total
from hanlin.games.china.by_region import find as find_region
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


@compiled
def in_turn(s):
    """The seat in turn. The mask shows the compiler that it is not negative, so that no index by it is looked at twice."""
    return int(s.seat) & 7


# -- colours --------------------------------------------------------------------------------------------------------------


@compiled
def list_colours(mask, code, out, n):
    """Write ``code`` + colour for each colour of the mask after the first n; return how many there are then."""
    while mask:
        out[n] = code + lowest(mask)
        mask &= mask - 1
        n += 1
    return n


# -- placing -------------------------------------------------------------------------------------------------------------


@compiled
def payments(hand, colour):
    """The mask of colours that pay for a piece in a region of ``colour``: a card of its own, or a pair of another (C3.3)."""
    own = 1 << colour
    return (colours_of(hand, 1) & own) | (colours_of(hand, 2) & ~own)


@compiled
def room(s, kind, region):
    """The legal places of a piece in a region: a mask of spaces (C3.4, C8.1); for an emissary 1 or 0 (C3.5)."""
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
def supply(s, kind):
    """The number of pieces of a kind that the seat in turn has left (C3.6)."""
    if kind == PALACE:
        return s.palaces_left[in_turn(s)]
    if kind == EMISSARY:
        return s.emissaries_left[in_turn(s)]
    return s.fortresses_left[in_turn(s)]


@compiled
def list_placements(s, out):
    """Write the legal placements: palaces, emissaries, fortresses; by region, space, colour. Return how many."""
    hand = int(s.hands[in_turn(s)])
    n = 0
    for kind in range(3):
        if supply(s, kind) <= 0:
            continue
        for region in range(REGIONS):
            if s.phase == SECOND and (region != s.region or s.second == 0):
                continue
            spaces = room(s, kind, region)
            pay = payments(hand, int(s.colour[region]))
            if spaces == 0 or pay == 0:
                continue
            code = first_code(kind, region)
            while spaces:
                n = list_colours(pay, code + 5 * lowest(spaces), out, n)
                spaces &= spaces - 1
    return n


# The same by numbers for all regions (see ``by_region``), without a list: how many there are, and which is the k-th. ``own``
# and ``joker`` are the fields of the regions where a card of the region's colour pays, and where a pair of another colour does.


@compiled
def payable(s):
    """The fields ``own`` and ``joker`` of the regions where the seat may place now (C3.1–C3.3)."""
    hand = int(s.hands[in_turn(s)])
    pair = colours_of(hand, 2)
    here = field_of(int(s.region)) & -int(s.second) if s.phase == SECOND else ALL
    own = s.of_colours[colours_of(hand, 1)] & here
    joker = ~s.of_colours[pair] & -int(pair != 0) & here
    return own, joker


@compiled
def ways_to_place(places, own, joker):
    """For each region its ``places`` for a piece, times the ways to pay."""
    return (places & own) + (places & joker)


@compiled
def count_placements(s):
    """By region, how many legal placements there are: of palaces, of emissaries, of fortresses."""
    seat = in_turn(s)
    own, joker = payable(s)
    palaces = ways_to_place(s.vacant, own, joker) if s.palaces_left[seat] > 0 else 0
    emissaries = ways_to_place(s.hosts, own, joker) if s.emissaries_left[seat] > 0 else 0
    fortresses = ways_to_place(s.bare, own, joker) if s.fortresses_left[seat] > 0 else 0
    return palaces, emissaries, fortresses


@compiled
def pick_placement(s, kind, by_region, k):
    """Placement number k (from 0) of that kind, of which there are so many ``by_region``."""
    region, before = find_region(by_region, k)
    k -= before
    pay = payments(int(s.hands[in_turn(s)]), int(s.colour[region]))
    two_ways = count(pay) - 1
    space = nth(room(s, kind, region), k >> two_ways)
    return first_code(kind, region) + 5 * space + nth(pay, k & two_ways)


# -- all actions -----------------------------------------------------------------------------------------------------------


@compiled
def can_take(s):
    """True where there is a card to take, in the row or the pile (C5.1, C6.3)."""
    return s.row != 0 or s.pile_left > 0


@compiled
def actions(s, out):
    """The legal actions of the actor, ascending; the possible outcomes of chance."""
    phase = s.phase
    if phase == REFILL:
        n = list_colours(colours_of(s.row, 1), TAKE, out, 0)
        if s.pile_left > 0:
            out[n] = TAKE_PILE
            n += 1
        return n
    if phase == TURN:
        n = list_placements(s, out)
        if can_take(s):
            n = list_colours(colours_of(s.hands[in_turn(s)], 1), EXCHANGE, out, n)
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
    return list_colours(colours_of(s.pile, 1), CARD, out, 0)


@inlined
def choose(s, rng):
    """One legal action of the acting seat, uniformly: counted and picked without a list."""
    palaces, emissaries, fortresses = count_placements(s) if s.phase != REFILL else (0, 0, 0)
    placements = total(palaces) + total(emissaries) + total(fortresses)
    k = below(rng, placements + count_others(s, placements))
    if k >= placements:
        return pick_other(s, k - placements)
    kind, by_region = PALACE, palaces
    if k >= total(palaces):
        k -= total(palaces)
        kind, by_region = EMISSARY, emissaries
        if k >= total(emissaries):
            k -= total(emissaries)
            kind, by_region = FORTRESS, fortresses
    return pick_placement(s, kind, by_region, k)


@compiled
def count_others(s, placements):
    """The number of the seat's legal actions besides the placements."""
    phase = s.phase
    if phase == SECOND:
        return 1
    if phase == REFILL:
        return count(colours_of(s.row, 1)) + int(s.pile_left > 0)
    exchanges = count(colours_of(s.hands[in_turn(s)], 1)) if can_take(s) else 0
    return exchanges + int(placements + exchanges == 0)


@compiled
def pick_other(s, k):
    """Number k (from 0) of those actions."""
    phase = s.phase
    if phase == SECOND:
        return DONE
    if phase == REFILL:
        colours = colours_of(s.row, 1)
        return TAKE + nth(colours, k) if k < count(colours) else TAKE_PILE
    return EXCHANGE + nth(colours_of(s.hands[in_turn(s)], 1), k) if can_take(s) else PASS


# -- chance ----------------------------------------------------------------------------------------------------------------


@compiled
def weights(s, out):
    """The weights of the next card's colours: the cards of each in the pile."""
    n = 0
    if s.phase in (DEAL, OPEN, DRAW, FILL):
        for colour in range(5):
            cards = number(s.pile, colour)
            if cards > 0:
                out[n] = cards
                n += 1
    return n


@inlined
def sample(s, rng):
    """The next card of the pile, by weight."""
    return CARD + find(s.pile, below(rng, int(s.pile_left)))
