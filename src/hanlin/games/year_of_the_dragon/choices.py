"""Legal actions of the actor: listed, counted or drawn.

Most questions come down to one mask whose bits, from the lowest, are the legal choices in canonical order (``choice_mask``),
and a way from bit to action (``action_of_bit``). Three do not: a deal (any number will do), an action card (a mask for each
group) and the choice of a person (a mask for each palace). Each is listed by ``actions`` and drawn by ``choose`` from the
same masks.
"""

from __future__ import annotations

from typing import Final

from hanlin.core.jit.bits import count, lowest, nth
from hanlin.core.jit.compiled import compiled, inlined
from hanlin.core.jit.rng import among, next_word
from hanlin.games.year_of_the_dragon import codes
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.codes import code
from hanlin.games.year_of_the_dragon.deals import MOST_DEALS, ROWS
from hanlin.games.year_of_the_dragon.state import (
    ACT,
    CONCEDE,
    DEAL,
    DRAW_EVENT,
    DRAW_SUPER_EVENT,
    DROP,
    EVICT,
    FLOOR_TO,
    GIVE,
    HIRE,
    MOST_PLAYERS,
    PICK,
    PLACE,
    RAZE,
    RELEASE,
    floors_of,
    kinds_in,
    persons_of,
)

MOST_ACTIONS: Final = 36
"""The pairs of the first pick. Others are fewer: 30 kinds to hire (own card or wild), 30 places for a floor, 14 persons to
replace and ``decline``, 14 deeds and ``pass``."""
MOST_OUTCOMES: Final = MOST_DEALS

ALL_PAIRS: Final = (1 << len(codes.PAIRS)) - 1
ALL_EVENT_TILES: Final = (10 << 24) + 0x222220
PASS_BIT: Final = 62
"""The bit of ``pass`` in a mask: after all others."""


# -- the verbs ---------------------------------------------------------------------------------------------------------


@inlined
def actor(s):
    """A seat, CHANCE or OVER."""
    return s.actor


@compiled
def actions(s, out):
    """All legal actions in canonical order; see ``generic.actions``."""
    step = s.step
    seat = s.actor
    if step == ACT:
        return list_deeds(s, seat, out)
    if step == RELEASE:
        return list_persons(s, seat, codes.RELEASE, distinct_palaces(s, seat, s.barred), out)
    if step == DEAL:
        n = number_of_deals(s)
        for number in range(n):
            out[number] = codes.FIRST_DEAL + number
        return n
    mask = choice_mask(s, step, seat)
    if mask == 0:  # there is no room for the person
        n = list_persons(s, seat, codes.REPLACE, distinct_palaces(s, seat, 0), out)
        out[n] = code(codes.DECLINE, 0)
        return n + 1
    n = 0
    while mask:
        out[n] = action_of_bit(s, step, lowest(mask))
        n += 1
        mask &= mask - 1
    return n


@inlined
def choose(s, rng):
    """One legal action of a seat, uniformly; see ``generic.choose``."""
    return choose_by(s, next_word(rng))


@inlined
def sample(s, rng):
    """One outcome of chance by weight; see ``generic.sample``."""
    return sample_by(s, next_word(rng))


@compiled
def choose_by(s, word):
    """The legal action selected by a random word."""
    step = s.step
    seat = s.actor
    if step == ACT:
        return draw_deed(s, seat, word)
    if step == RELEASE:
        return draw_person(s, seat, codes.RELEASE, distinct_palaces(s, seat, s.barred), 0, word)
    mask = choice_mask(s, step, seat)
    if mask == 0:  # there is no room for the person
        return draw_person(s, seat, codes.REPLACE, distinct_palaces(s, seat, 0), 1, word)
    return action_of_bit(s, step, nth(mask, among(word, count(mask))))


@compiled
def sample_by(s, word):
    """The outcome of chance selected by a random word."""
    step = s.step
    if step == DEAL:
        return codes.FIRST_DEAL + among(word, number_of_deals(s))
    if step == DRAW_EVENT:
        return code(codes.EVENT, draw_event(s, word))
    return code(codes.SUPER_EVENT, among(word, p.SUPER_EVENTS))


@compiled
def weights(s, out):
    """For an event the tiles left of it, for everything else 1; see ``generic.weights``."""
    step = s.step
    if step == DRAW_EVENT:
        tiles = event_tiles_left(s)
        n = 0
        for event in range(1, p.EVENTS):
            left = tiles_of_event(tiles, event)
            if left > 0:
                out[n] = left
                n += 1
        return n
    n = number_of_deals(s) if step == DEAL else p.SUPER_EVENTS
    for number in range(n):
        out[number] = 1
    return n


# -- chance ------------------------------------------------------------------------------------------------------------


@compiled
def number_of_deals(s):
    """The number of deals, all equally likely (Y3.1)."""
    return ROWS[s.deals]


@compiled
def event_tiles_left(s):
    """The event tiles not laid out yet, four bits an event, and from bit 24 on how many they are (two of each, Y0.3)."""
    tiles = ALL_EVENT_TILES
    for month in range(2, p.MONTHS):
        event = s.events[month]
        if event > 0:
            tiles -= (1 << 24) + (1 << (4 * event))
    return tiles


@compiled
def tiles_of_event(tiles, event):
    """The number of tiles of an event among those left."""
    return (tiles >> (4 * event)) & 15


@compiled
def draw_event(s, word):
    """One of the event tiles not laid out yet."""
    tiles = event_tiles_left(s)
    tile = among(word, tiles >> 24) - tiles_of_event(tiles, 1)
    event = 1
    while tile >= 0:
        event += 1
        tile -= tiles_of_event(tiles, event)
    return event


# -- choices that are one mask -----------------------------------------------------------------------------------------


@compiled
def choice_mask(s, step, seat):
    """The legal choices as bits; ``action_of_bit`` gives the action of each."""
    if step == HIRE:
        return hiring_mask(s, seat)
    if step == PLACE:
        return palaces_with_room(s, seat)
    if step == FLOOR_TO:
        return palaces_to_raise(s, seat) | (1 << codes.NEW_PALACE)
    if step == PICK:
        return ALL_PAIRS & ~s.barred
    if step == EVICT:
        return kinds_in(s.palace[seat, s.at])
    if step == RAZE:
        return distinct_palaces(s, seat, 0)
    if step == GIVE:
        return goods_mask(s, seat)
    if step == DROP:
        return s.cards[seat] | (int(s.wild[seat] > 0) << p.WILD)
    if step == CONCEDE:
        return or_pass(types_of(s, seat))
    if step == DRAW_EVENT:
        return events_left(s)
    if step == DRAW_SUPER_EVENT:
        return (1 << p.SUPER_EVENTS) - 1
    return or_pass(welcome_mask(s))


@compiled
def action_of_bit(s, step, bit):
    """The action of a bit of ``choice_mask``."""
    if step == HIRE:
        return hiring_of_bit(s, bit)
    if step == PLACE:
        return code(codes.HOUSE, bit)
    if step == FLOOR_TO:
        return code(codes.FLOOR, bit)
    if step == PICK:
        return code(codes.PICK, bit)
    if step == EVICT:
        return code(codes.RELEASE, 16 * s.at + bit // 2)
    if step == RAZE:
        return code(codes.RAZE, bit)
    if step == GIVE:
        return code(codes.GIVE, bit)
    if step == DROP:
        return code(codes.DROP, bit)
    if step == DRAW_EVENT:
        return code(codes.EVENT, bit)
    if step == DRAW_SUPER_EVENT:
        return code(codes.SUPER_EVENT, bit)
    if bit == PASS_BIT:
        return code(codes.PASS, 0)
    return code(codes.CONCEDE if step == CONCEDE else codes.WELCOME, bit)


@compiled
def only_if(condition, mask):
    """The mask where the condition holds, or an empty one, without a branch."""
    return mask & -int(condition)


@compiled
def or_pass(mask):
    """The mask itself, or ``pass`` where it is empty."""
    return mask if mask else 1 << PASS_BIT


@compiled
def hiring_mask(s, seat):
    """Person cards to play (Y4.1, Y4.4): kinds with the own card, from bit 16 on kinds with a wild card.

    A type whose tiles are gone shows by the bit of its young kind that its card can be spent; a wild card that can only be
    spent, since no tile at all is left, by bit 16.
    """
    available = s.available
    gone = p.YOUNG_KINDS & ~(available | (available & p.OLD_KINDS) >> 1)  # old kinds stand one bit above their young ones
    with_wild = available if available else 1
    return p.KINDS_OF_TYPES[s.cards[seat]] & (available | gone) | only_if(s.wild[seat] > 0, with_wild << codes.WITH_WILD)


@compiled
def hiring_of_bit(s, bit):
    """``hire`` or ``spend``, see ``hiring_mask``."""
    kind = bit & (codes.WITH_WILD - 1)
    if (s.available >> kind) & 1:
        return code(codes.HIRE, bit)
    if bit >= codes.WITH_WILD:
        return code(codes.SPEND, p.WILD)
    return code(codes.SPEND, p.TYPE_OF_KIND[kind])


@compiled
def goods_mask(s, seat):
    """Goods that the seat has, yuan among them (Y9.4)."""
    return int(s.yuan[seat] > 0) | int(s.rice[seat] > 0) << p.RICE | int(s.fireworks[seat] > 0) << p.FIREWORK


@compiled
def types_of(s, seat):
    """The types among the seat's persons as a mask (Y9.10)."""
    mask = 0
    for person in range(p.TYPES):
        if s.symbols[seat, person] > 0:
            mask |= 1 << person
    return mask


@compiled
def welcome_mask(s):
    """The young kinds with a tile left whose type was not taken in this sunrise (Y9.8)."""
    return s.available & p.YOUNG_KINDS & ~p.KINDS_OF_TYPES[s.barred]


@compiled
def events_left(s):
    """The events with a tile not laid out yet, as a mask."""
    tiles = event_tiles_left(s)
    mask = 0
    for event in range(1, p.EVENTS):
        if tiles_of_event(tiles, event) > 0:
            mask |= 1 << event
    return mask


# -- palaces: of those that are alike only the first counts ------------------------------------------------------------


# No branch here depends on the palaces: the processor would mispredict every third of them.


@compiled
def distinct_palaces(s, seat, struck):
    """The palaces that are not in the mask ``struck``, without those that are like an earlier one."""
    palaces = s.palace
    mask = 0
    for palace in range(s.palaces[seat]):
        number = palaces[seat, palace]
        alike = 0
        for earlier in range(palace):
            alike |= int(palaces[seat, earlier] == number) & ~(struck >> earlier)
        mask |= (1 - (alike & 1)) << palace
    return mask & ~struck


@compiled
def palaces_with_room(s, seat):
    """The palaces with fewer persons than floors (Y4.2), the first of those that are alike."""
    palaces = s.palace
    mask = 0
    for palace in range(s.palaces[seat]):
        number = palaces[seat, palace]
        mask |= int(persons_of(number) < floors_of(number)) << palace
    return mask & distinct_palaces(s, seat, 0)


@compiled
def palaces_to_raise(s, seat):
    """The palaces that can get a floor (Y3.6), the first of those that are alike."""
    palaces = s.palace
    mask = 0
    for palace in range(s.palaces[seat]):
        mask |= int(floors_of(palaces[seat, palace]) < p.MOST_FLOORS) << palace
    return mask & distinct_palaces(s, seat, 0)


# -- persons: a mask for each palace -----------------------------------------------------------------------------------


@compiled
def list_persons(s, seat, verb, palaces, out):
    """``verb`` for every kind in every palace of the mask; returns how many."""
    n = 0
    while palaces:
        palace = lowest(palaces)
        kinds = kinds_in(s.palace[seat, palace])
        while kinds:
            out[n] = code(verb, 16 * palace + lowest(kinds) // 2)
            n += 1
            kinds &= kinds - 1
        palaces &= palaces - 1
    return n


@compiled
def draw_person(s, seat, verb, palaces, others, word):
    """One of what ``list_persons`` lists; ``others`` 1 adds ``decline`` at the end."""
    n = 0
    rest = palaces
    while rest:
        n += count(kinds_in(s.palace[seat, lowest(rest)]))
        rest &= rest - 1
    index = among(word, n + others)
    if index == n:
        return code(codes.DECLINE, 0)
    chosen, start, before = 0, 0, 0
    while palaces:  # all of them, so that no branch has to guess where the chosen one is
        palace = lowest(palaces)
        beyond = index >= before
        chosen = palace if beyond else chosen
        start = before if beyond else start
        before += count(kinds_in(s.palace[seat, palace]))
        palaces &= palaces - 1
    return code(verb, 16 * chosen + nth(kinds_in(s.palace[seat, chosen]), index - start) // 2)


# -- action cards: a mask for each group -------------------------------------------------------------------------------


@compiled
def affordable_deeds(s, seat, yuan):
    """The deeds open to a seat with that many yuan (after the payment for the group) if the cards were there (Y3.11, Y8.2)."""
    deeds = (1 << p.SMALL_PRIVILEGE) - 1
    deeds |= int(yuan >= p.SMALL_PRICE) << p.SMALL_PRIVILEGE
    deeds |= int(yuan >= s.large_price) << p.LARGE_PRIVILEGE
    return deeds | only_if(s.wall_length < p.WALL_LENGTH, s.benefits[seat] << p.FIRST_WALL_DEED)


@compiled
def deeds_where_taken(s, seat, yuan):
    """The deeds open to the seat in a group that holds a dragon: none without 3 yuan (Y3.3)."""
    return only_if(yuan >= p.OCCUPIED_PRICE, affordable_deeds(s, seat, yuan - p.OCCUPIED_PRICE))


@compiled
def list_deeds(s, seat, out):
    """Every deed of every group that the seat may choose, and ``pass``; returns how many."""
    yuan = s.yuan[seat]
    free = affordable_deeds(s, seat, yuan)
    paid = deeds_where_taken(s, seat, yuan)
    taken = s.taken
    groups = s.groups
    n = 0
    for group in range(s.players):
        deeds = groups[group] & (paid if (taken >> group) & 1 else free)
        while deeds:
            out[n] = code(codes.ACT, 16 * group + lowest(deeds))
            n += 1
            deeds &= deeds - 1
    out[n] = code(codes.PASS, 0)
    return n + 1


@compiled
def draw_deed(s, seat, word):
    """One of what ``list_deeds`` lists."""
    yuan = s.yuan[seat]
    free = affordable_deeds(s, seat, yuan)
    paid = deeds_where_taken(s, seat, yuan)
    taken = s.taken
    groups = s.groups
    n = 0
    for group in range(MOST_PLAYERS):  # spare groups are empty
        n += count(groups[group] & (paid if (taken >> group) & 1 else free))
    index = among(word, n + 1)
    if index == n:
        return code(codes.PASS, 0)
    chosen, deeds, start, before = 0, 0, 0, 0
    for group in range(MOST_PLAYERS):  # all of them, so that no branch has to guess where the chosen one is
        here = groups[group] & (paid if (taken >> group) & 1 else free)
        beyond = index >= before
        chosen = group if beyond else chosen
        deeds = here if beyond else deeds
        start = before if beyond else start
        before += count(here)
    return code(codes.ACT, 16 * chosen + nth(deeds, index - start))
