"""The super event of month 7 (Y9): what it brings to all at once, what each seat is asked, and what the answers do."""

from __future__ import annotations

from hanlin.core.jit.compiled import compiled
from hanlin.core.jit.events import emit
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.court import (
    gain,
    get_floors,
    lose_floor,
    move_marker,
    one_less,
    pay,
    release,
    remove_card,
    remove_palace,
    take_tile,
)
from hanlin.games.year_of_the_dragon.scoring import score, score_monks
from hanlin.games.year_of_the_dragon.state import (
    CONCEDE,
    DROP,
    EVICT,
    GIVE,
    PLACE,
    RAZE,
    WELCOME,
    floors_of,
    persons_of,
)

# -- what comes to all at once -----------------------------------------------------------------------------------------


@compiled
def begin_super_event(s, event):
    """Apply the part of a super event, but for an eclipse, that affects all at once; returns whether it then goes round."""
    if event == p.LANTERN_FESTIVAL:
        lantern_festival(s)
    elif event == p.BUDDHA:
        for i in range(s.players):
            score_monks(s, s.queue[i], p.FOR_BUDDHA)
    elif event == p.VOLCANIC_ERUPTION:
        volcanic_eruption(s)
    elif event == p.ASSASSINATION_ATTEMPT:
        assassination_attempt(s)
    else:
        s.barred = 0
        return True
    return False


@compiled
def lantern_festival(s):
    """Lantern festival (Y9.1): 2 points for each person."""
    for i in range(s.players):
        seat = s.queue[i]
        persons = s.persons[seat]
        score(s, seat, p.POINTS_A_PERSON * persons, p.FOR_LANTERNS, persons)


@compiled
def volcanic_eruption(s):
    """Volcanic eruption (Y9.6): all markers to space 0; the order stays."""
    for seat in range(s.players):
        s.track[seat] = 0
    emit(p.LOG_MARKERS_BACK, -1, 0, 0, 0)


@compiled
def assassination_attempt(s):
    """Assassination attempt (Y9.9): all privileges are given back."""
    for i in range(s.players):
        seat = s.queue[i]
        if s.small[seat] + s.large[seat] > 0:
            emit(p.LOG_LOSES_PRIVILEGES, seat, s.small[seat], s.large[seat], 0)
        s.small[seat] = 0
        s.large[seat] = 0


# -- what each seat is asked -------------------------------------------------------------------------------------------


@compiled
def super_event_comes_to(s, seat, event):
    """A seat razes, gives, drops, welcomes or concedes."""
    if event == p.EARTHQUAKE:
        s.left = p.EARTHQUAKE_FLOORS
        s.step = RAZE
        return s.palaces[seat] > 0
    if event == p.FLOOD:
        half = (s.yuan[seat] + s.rice[seat] + s.fireworks[seat]) // 2
        s.left = half
        s.step = GIVE
        if half > 0:
            emit(p.LOG_MUST_GIVE, seat, half, 0, 0)
        return half > 0
    if event == p.TORNADO:
        s.left = p.TORNADO_CARDS
        s.step = DROP
    elif event == p.SUNRISE:
        s.step = WELCOME
    else:
        s.step = CONCEDE
    return True


# -- what the answers do -----------------------------------------------------------------------------------------------


@compiled
def raze(s, seat, palace):
    """Earthquake (Y9.3): a floor is removed; a person without one has to go."""
    lose_floor(s, seat, palace, p.FOR_EARTHQUAKE)
    number = s.palace[seat, palace]
    if persons_of(number) > floors_of(number):
        s.at = palace
        s.step = EVICT
        return False
    return floor_is_razed(s, seat, palace)


@compiled
def evict(s, seat, palace, kind):
    """A person whose floor the earthquake took leaves (Y9.3)."""
    release(s, seat, palace, kind, p.FOR_EARTHQUAKE)
    return floor_is_razed(s, seat, palace)


@compiled
def floor_is_razed(s, seat, palace):
    """A palace without floors is gone at once; returns True if no floor is left to raze (Y9.3)."""
    s.at = -1
    s.step = RAZE
    if s.palace[seat, palace] == 0:
        remove_palace(s, seat, palace)
    return one_less(s) or s.palaces[seat] == 0


@compiled
def give(s, seat, good):
    """Flood (Y9.4): one yuan, rice or firework goes back."""
    pay(s, seat, 1, good, p.FOR_FLOOD)
    return one_less(s)


@compiled
def drop(s, seat, card):
    """Tornado (Y9.7): a person card is discarded."""
    remove_card(s, seat, card)
    emit(p.LOG_DROPS, seat, card, 0, 0)
    return one_less(s)


@compiled
def welcome(s, seat, kind):
    """Sunrise (Y9.8): a young person comes without a card; no other seat can choose its type, even if it is declined."""
    s.barred |= 1 << p.TYPE_OF_KIND[kind]
    take_tile(s, kind)
    emit(p.LOG_HIRES, seat, kind, -1, 0)
    s.held = kind
    s.step = PLACE
    return False


@compiled
def concede(s, seat, person):
    """Concession (Y9.10): the symbols of one type of the seat's persons bring their benefit at once."""
    symbols = s.symbols[seat, person]
    reason = p.CONCESSION_GIFT
    emit(p.LOG_CONCEDES, seat, person, symbols, 0)
    if person == p.CRAFTSMAN:
        return get_floors(s, seat, symbols, reason)
    if person == p.TAX_COLLECTOR:
        gain(s, seat, symbols, p.YUAN, reason)
    elif person == p.FARMER:
        gain(s, seat, symbols, p.RICE, reason)
    elif person == p.PYROTECHNIST:
        gain(s, seat, symbols, p.FIREWORK, reason)
    elif person == p.WARRIOR:
        move_marker(s, seat, symbols, reason)
    elif person == p.MONK:
        score_monks(s, seat, reason)
    elif person != p.HEALER:  # scholars and court ladies; healers bring nothing
        score(s, seat, symbols, reason, symbols)
    return True


@compiled
def nothing_to_choose(s, seat):
    """Pass: in a sunrise no type is free, in a concession the court is empty (Y9.8, Y9.10). Return True."""
    emit(p.LOG_PASSES, seat, 0, 0, p.SUNRISE_GIFT if s.super_event == p.SUNRISE else p.CONCESSION_GIFT)
    return True
