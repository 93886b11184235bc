"""What an action would yield and what a month would cost: plain sums over a reading, for choices, notes and forecasts.

The rules themselves are in ``rules.py``; here nothing is played.
"""

from __future__ import annotations

from dataclasses import dataclass

from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.reading import Reading, Seat


def yield_of(deed: int, seat: Seat) -> int:
    """How many yuan, floors, rice, fireworks, spaces or points the deed brings (Y3.5 to Y3.10); 0 for the other deeds."""
    symbols = seat.symbols
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
    """The points of a scoring phase as things stand (Y6)."""
    return len(seat.palaces) + seat.symbols[p.COURT_LADY] + seat.dragons


def final_points(seat: Seat) -> tuple[int, int, int]:
    """The points at the end as things stand (Y7): for persons, for monks, for money and goods."""
    money = seat.yuan + p.GOODS_PRICE * (seat.rice + seat.fireworks)
    return p.POINTS_A_PERSON * seat.persons, monk_points(seat), money // p.YUAN_A_POINT


def festival_points(r: Reading, seat: int) -> int:
    """What a dragon festival would score for the seat now (Y5.4)."""
    own = r.seats[seat].fireworks
    counts = sorted({other.fireworks for other in r.seats if other.fireworks}, reverse=True)
    if not own or own not in counts[:2]:
        return 0
    return p.FESTIVAL_FIRST if own == counts[0] else p.FESTIVAL_SECOND


def fewest_helmets(r: Reading, seat: int) -> bool:
    """Whether a Mongol invasion would cost the seat a person now (Y5.5)."""
    return r.seats[seat].symbols[p.WARRIOR] == min(other.symbols[p.WARRIOR] for other in r.seats)


def fewest_wall_tiles(r: Reading, seat: int) -> bool:
    """Whether the seat has the fewest own tiles in the wall (Y8.3)."""
    return r.seats[seat].wall == min(other.wall for other in r.seats)


@dataclass(frozen=True, slots=True)
class Cost:
    """What an event would do to a seat as things stand."""

    persons: int = 0
    """Persons that must be released."""
    points: int = 0
    needed: int = 0
    """Yuan, rice or mortars that the event asks for."""
    owned: int = 0


def cost_of(r: Reading, seat: int, event: int) -> Cost:
    """What the event would do to the seat now (Y5.1 to Y5.6), a wall check left aside."""
    own = r.seats[seat]
    if event == p.IMPERIAL_TRIBUTE:
        return Cost(min(max(p.TRIBUTE - own.yuan, 0), own.persons), 0, p.TRIBUTE, own.yuan)
    if event == p.DROUGHT:
        return Cost(max(own.inhabited - own.rice, 0), 0, own.inhabited, own.rice)
    if event == p.CONTAGION:
        mortars = own.symbols[p.HEALER]
        return Cost(min(max(p.CONTAGION_VICTIMS - mortars, 0), own.persons), 0, p.CONTAGION_VICTIMS, mortars)
    if event == p.DRAGON_FESTIVAL:
        return Cost(0, festival_points(r, seat), 0, own.fireworks)
    if event == p.MONGOL_INVASION:
        return Cost(min(int(fewest_helmets(r, seat)), own.persons), own.symbols[p.WARRIOR], 0, own.symbols[p.WARRIOR])
    return Cost()


def coming_month(r: Reading) -> int:
    """The month whose event is next: the present one until its event has come; 13 after the last."""
    if r.phase == p.SETUP or r.month == 0:
        return 1
    if r.phase == p.GAME_OVER:
        return p.MONTHS + 1
    return r.month if r.phase in (p.ACTION_PHASE, p.PERSON_PHASE) else r.month + 1
