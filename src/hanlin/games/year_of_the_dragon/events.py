"""The event phase: events and wall checks (Y5, Y8.3, Y8.4).

Each comes in two parts: what happens to all at once when it begins (``begin_…``), and what happens to a seat when the order
comes to it (``…_comes_to``). The latter returns whether the seat has something to decide; the step is then set.
"""

from __future__ import annotations

from typing import Final

from hanlin.core.jit.bits import count
from hanlin.core.jit.compiled import compiled
from hanlin.core.jit.events import emit
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.court import inhabited_palaces, one_less, pay, release
from hanlin.games.year_of_the_dragon.scoring import score
from hanlin.games.year_of_the_dragon.state import RELEASE

REASON_OF_EVENT: Final = p.table(p.FOR_SETUP, p.FOR_TRIBUTE, p.FOR_DROUGHT, p.FOR_FESTIVAL, p.FOR_MONGOLS, p.FOR_CONTAGION)


@compiled
def is_event_phase(phase):
    """True while the month's event is being resolved, for the first time or again (Y9.5)."""
    return phase == p.EVENT_PHASE or phase == p.EVENT_AGAIN


@compiled
def event_now(s):
    """The event of this month."""
    return s.events[s.month - 1]


@compiled
def release_reason(s):
    """The reason for releases now: the month's event or the wall."""
    if is_event_phase(s.phase):
        return int(REASON_OF_EVENT[event_now(s)])
    return p.FOR_WALL_AT_END if s.phase == p.FINAL_WALL_CHECK else p.FOR_WALL


@compiled
def must_release(s, seat, persons):
    """Let the seat release so many persons, all where it has fewer (Y5); returns whether there is anybody to release."""
    persons = min(persons, s.persons[seat])
    if persons <= 0:
        return False
    s.left = persons
    s.barred = 0
    s.step = RELEASE
    emit(p.LOG_MUST_RELEASE, seat, persons, 0, release_reason(s))
    return True


@compiled
def release_one(s, seat, palace, kind):
    """A person is released for an event or for the wall."""
    release(s, seat, palace, kind, release_reason(s))
    if is_event_phase(s.phase) and event_now(s) == p.DROUGHT:
        s.barred |= 1 << palace  # each palace without rice releases one person only (Y5.3)
    return one_less(s)


# -- the twelve events (Y5) --------------------------------------------------------------------------------------------


@compiled
def begin_event(s, event):
    """Apply the part of an event that affects all at once; returns whether it then goes round the seats."""
    if event == p.DRAGON_FESTIVAL:
        dragon_festival(s)
    elif event == p.MONGOL_INVASION:
        mongol_invasion(s)
    return event != p.PEACE and event != p.DRAGON_FESTIVAL


@compiled
def event_comes_to(s, seat, event):
    """A seat pays its tribute or rice, or counts its healers, and releases persons."""
    if event == p.IMPERIAL_TRIBUTE:
        return must_release(s, seat, imperial_tribute(s, seat))
    if event == p.DROUGHT:
        return must_release(s, seat, drought(s, seat))
    if event == p.CONTAGION:
        return must_release(s, seat, p.CONTAGION_VICTIMS - s.symbols[seat, p.HEALER])
    return must_release(s, seat, (s.hit >> seat) & 1)


@compiled
def imperial_tribute(s, seat):
    """Imperial tribute (Y5.2): pay 4 yuan; returns how many are missing."""
    paid = min(s.yuan[seat], p.TRIBUTE)
    pay(s, seat, paid, p.YUAN, p.FOR_TRIBUTE)
    return p.TRIBUTE - paid


@compiled
def drought(s, seat):
    """Drought (Y5.3): 1 rice for each inhabited palace; returns how many are not supplied."""
    palaces = inhabited_palaces(s, seat)
    paid = min(s.rice[seat], palaces)
    pay(s, seat, paid, p.RICE, p.FOR_DROUGHT)
    return palaces - paid


@compiled
def dragon_festival(s):
    """Dragon festival (Y5.4): 6 points for the most fireworks, 3 for the second most; who scores returns half, rounded up."""
    most = 0
    for seat in range(s.players):
        most = max(most, s.fireworks[seat])
    second = 0
    for seat in range(s.players):
        fireworks = s.fireworks[seat]
        second = max(second, fireworks * int(fireworks < most))
    for i in range(s.players):
        seat = s.queue[i]
        fireworks = s.fireworks[seat]
        if fireworks > 0 and fireworks >= second:
            score(s, seat, p.FESTIVAL_FIRST if fireworks == most else p.FESTIVAL_SECOND, p.FOR_FESTIVAL, fireworks)
            pay(s, seat, (fireworks + 1) // 2, p.FIREWORK, p.FOR_FESTIVAL)


@compiled
def mongol_invasion(s):
    """Mongol invasion (Y5.5): 1 point a helmet; those with the fewest are noted to release one."""
    fewest = s.symbols[0, p.WARRIOR]
    for seat in range(1, s.players):
        fewest = min(fewest, s.symbols[seat, p.WARRIOR])
    hit = 0
    for i in range(s.players):
        seat = s.queue[i]
        helmets = s.symbols[seat, p.WARRIOR]
        score(s, seat, helmets, p.FOR_MONGOLS, helmets)
        if helmets == fewest:
            hit |= 1 << seat
    s.hit = hit


# -- the wall (Y8.3, Y8.4) ---------------------------------------------------------------------------------------------


@compiled
def own_wall_tiles(s, seat):
    """Tiles of the seat in the wall."""
    return p.BENEFITS - count(s.benefits[seat])


@compiled
def begin_wall_check(s, asked, reason):
    """The wall holds: 1 point for each own tile (Y8.3). It falls: those with the fewest are noted to release one."""
    length = s.wall_length
    s.hit = 0
    if length >= asked:
        emit(p.LOG_WALL_HOLDS, -1, length, asked, 0)
        for i in range(s.players):
            seat = s.queue[i]
            score(s, seat, own_wall_tiles(s, seat), reason, own_wall_tiles(s, seat))
        return
    fewest = p.BENEFITS
    for seat in range(s.players):
        fewest = min(fewest, own_wall_tiles(s, seat))
    emit(p.LOG_WALL_FALLS, -1, length, asked, fewest)
    for seat in range(s.players):
        if own_wall_tiles(s, seat) == fewest:
            s.hit |= 1 << seat


@compiled
def wall_check_comes_to(s, seat):
    """The seats with the fewest tiles in a wall that fell release one person each."""
    return must_release(s, seat, (s.hit >> seat) & 1)
