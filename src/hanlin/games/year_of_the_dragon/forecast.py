"""Yields of actions and costs of months: plain sums over a snapshot, for choices, notes and forecasts.

The rules themselves are in ``rules.py``; here nothing is played.
"""

from __future__ import annotations

from typing import NamedTuple

from hanlin.core.lib.memo import memo
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.snapshot import Reading, Seat


def yield_of(deed: int, symbols: tuple[int, ...]) -> int:
    """The yuan, floors, rice, fireworks, spaces or points that the deed brings to a court with so many symbols of each type
    (Y3.5 to Y3.10); 0 for the other deeds."""
    yields = {
        p.TAXES: 2 + symbols[p.TAX_COLLECTOR],
        p.BUILD: 1 + symbols[p.CRAFTSMAN],
        p.HARVEST: 1 + symbols[p.FARMER],
        p.FIREWORKS_SHOW: 1 + symbols[p.PYROTECHNIST],
        p.MILITARY_PARADE: 1 + symbols[p.WARRIOR],
        p.RESEARCH: 1 + symbols[p.SCHOLAR],
    }
    return yields.get(deed, 0)


def price_of(r: Reading, group: int) -> int:
    """Yuan to pay for choosing a group (Y3.3)."""
    return p.OCCUPIED_PRICE if r.taken >> group & 1 else 0


def privilege_price(r: Reading, deed: int) -> int:
    """Yuan for a privilege (Y3.11)."""
    return p.SMALL_PRICE if deed == p.SMALL_PRIVILEGE else r.large_price


def monk_points(seat: Seat) -> int:
    """Buddhas times floors of each monk's palace (Y7)."""
    young = int(p.YOUNG_OF_TYPE[p.MONK])
    return sum(floors * int(p.SYMBOLS[kind]) for floors, kinds in seat.palaces for kind in kinds if kind in (young, young + 1))


def month_points(seat: Seat) -> int:
    """The points of a scoring phase if it came now (Y6)."""
    return len(seat.palaces) + seat.symbols[p.COURT_LADY] + seat.dragons


def final_points(seat: Seat) -> tuple[int, int, int]:
    """The points at the end if it came now (Y7): for persons, for monks, for money and goods."""
    money = seat.yuan + p.GOODS_PRICE * (seat.rice + seat.fireworks)
    return p.POINTS_A_PERSON * seat.persons, monk_points(seat), money // p.YUAN_A_POINT


class Ahead(NamedTuple):
    """The events to come, and the facts common to all seats on which they depend."""

    month: int
    """The month whose event is next; 13 after the last."""
    begun: bool
    """True when the first month has begun."""
    setting_up: bool
    over: bool
    events: tuple[int, ...]
    """The events of the year."""
    super_event: int
    great_wall: bool
    wall: int
    """The length of the wall."""
    most_fireworks: tuple[int, ...]
    """The largest number of fireworks that a seat has and the second largest, as far as there are any."""
    fewest_helmets: tuple[int, int]
    """The fewest helmets of a seat and the fewest of the others: the same number where several have the fewest."""
    fewest_wall_tiles: int


@memo(maxsize=64)
def ahead(r: Reading) -> Ahead:
    """The events to come as things are now."""
    helmets = sorted([seat.symbols[p.WARRIOR] for seat in r.seats])
    return Ahead(
        month=coming_month(r),
        begun=r.month > 0,
        setting_up=r.phase == p.SETUP,
        over=r.phase == p.GAME_OVER,
        events=r.events,
        super_event=r.super_event,
        great_wall=r.great_wall,
        wall=len(r.wall),
        most_fireworks=tuple(sorted({seat.fireworks for seat in r.seats if seat.fireworks}, reverse=True)[:2]),
        fewest_helmets=(helmets[0], helmets[1]),
        fewest_wall_tiles=min([seat.wall for seat in r.seats]),
    )


def festival_points(own: Seat, to_come: Ahead) -> int:
    """The points of the seat if there were a dragon festival now (Y5.4)."""
    if not own.fireworks or own.fireworks not in to_come.most_fireworks:
        return 0
    return p.FESTIVAL_FIRST if own.fireworks == to_come.most_fireworks[0] else p.FESTIVAL_SECOND


class Cost(NamedTuple):
    """The effect of an event on a seat as things are now."""

    persons: int = 0
    """Persons that must be released."""
    points: int = 0
    needed: int = 0
    """Yuan, rice or mortars that the event asks for."""
    owned: int = 0
    missing: int = 0
    """So many yuan, rice, mortars or helmets more would avert all releases."""


def cost_of(own: Seat, to_come: Ahead, event: int) -> Cost:
    """The effect of the event on the seat now (Y5.1 to Y5.6), without a wall check."""
    if event == p.IMPERIAL_TRIBUTE:
        return _released(own.yuan, p.TRIBUTE, own.persons)
    if event == p.DROUGHT:
        return _released(own.rice, own.inhabited, own.persons)
    if event == p.CONTAGION:
        return _released(own.symbols[p.HEALER], p.CONTAGION_VICTIMS, own.persons)
    if event == p.DRAGON_FESTIVAL:
        return Cost(0, festival_points(own, to_come), 0, own.fireworks)
    if event == p.MONGOL_INVASION:
        helmets = own.symbols[p.WARRIOR]
        fewest, of_others = to_come.fewest_helmets
        if helmets > fewest or not own.persons:
            return Cost(0, helmets, 0, helmets)
        return Cost(1, helmets, 0, helmets, of_others + 1 - helmets)
    return Cost()


def _released(owned: int, needed: int, persons: int) -> Cost:
    """An event that releases a person for each that is missing."""
    missing = max(needed - owned, 0)
    return Cost(min(missing, persons), 0, needed, owned, missing)


def paid(own: Seat, event: int) -> Seat:
    """The seat with the yuan or rice that are left after the event."""
    if event == p.IMPERIAL_TRIBUTE:
        return own._replace(yuan=max(own.yuan - p.TRIBUTE, 0))
    if event == p.DROUGHT:
        return own._replace(rice=max(own.rice - own.inhabited, 0))
    return own


def coming_month(r: Reading) -> int:
    """The month whose event is next: the present one until its event has come; 13 after the last."""
    if r.phase == p.SETUP or r.month == 0:
        return 1
    if r.phase == p.GAME_OVER:
        return p.MONTHS + 1
    return r.month if r.phase in (p.ACTION_PHASE, p.PERSON_PHASE) else r.month + 1
