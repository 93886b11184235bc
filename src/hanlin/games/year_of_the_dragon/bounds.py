"""Proven bounds of points (``Rulebook.points_range``): no rule takes points, and a year that is better than any real one.

Points are only ever scored (Y3.10, Y5.4, Y5.5, Y6 to Y9), and what is sold at the end is never negative, so the least is 0.
The most is that of a relaxed year of one seat, whose best course ``_best_year`` finds; whatever a seat does in a real year, it
can do here, and scores no fewer points. Each step gives the seat at least what the rules give:

1. A person of a type comes at the set-up (one at most, young: Y1.3), by the type's card, by wild cards (Y0.5), in a sunrise
   (young: Y9.8), as far as there are tiles (Y0.1, Y0.2). All symbols that this allows are there from the first month on.
   With k of the two wild cards for scholars, every other type gets the 2 - k others, each of them. The best k is taken.
2. A month's action is one deed (Y3.2) and brings what Y3.4 to Y3.10 say. A privilege costs yuan that are there, 2 or 7 (6); its
   dragons score in this and all later months (Y3.11, Y6). Nothing else costs anything: no occupied group, tribute or drought. A
   rice or a firework is worth 2 yuan, and a yuan that is left 1/3 of a point (Y7).
3. A wall tile brings its benefit and a point at each check to come (Y8.1 to Y8.4): there are two Mongol invasions and the end.
4. A palace that is inhabited scores a point a month (Y6). There are no more of these than persons, at most 2 and one for each
   month's hire (Y1.3, Y4.1), and no more than palaces: the first two, and one for each floor built (Y1.2, Y3.6).
5. A palace that is empty when it scores has just lost a floor (Y5.7, Y6). So these points are at most as many as floors: the
   four of the beginning, and those built.
6. Each court lady scores 12 times (Y6). Festivals bring 6 points each (Y5.4), Mongols all helmets (Y5.5); there are two of each
   (Y0.3). The end brings 2 points a person, and for each Buddha the floors of a palace, at most 3 (Y3.6, Y7).
7. Super events (Y9): lanterns 2 points a person; the Buddha what monks bring at the end; an eclipse one more festival, or
   invasion and wall check; a sunrise a person of every type; a concession the best of its points, and its floors and yuan as if
   they had come at the beginning. All others only take away.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from hanlin.core.verbs.options import Options
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.deals import MINI_CARDS
from hanlin.games.year_of_the_dragon.minis import COURTS, EVENTS, START_YUAN

WILD_CARDS: Final = 2
OF_EACH_EVENT: Final = 2
"""Festivals, and invasions, in a year (Y0.3)."""
RANDOM: Final = "random"


def points_range(players: int, options: Options) -> tuple[float, float]:
    """The least and the most points that a game with these options can end with, for any seat; see the module."""
    if int(options["months"]) < p.MONTHS:
        return 0, _most_of_the_last_months(int(options["months"]))
    named = str(options["super_event"])
    return 0, max(
        _most(players, bool(options["great_wall"]), each, int(options["large_privilege"]))
        for each in (p.SUPER_EVENT_NAMES if named == RANDOM else (named,))
    )


@dataclass(frozen=True, slots=True)
class Year:
    """A relaxed year. ``persons``: the most of them in each of its months, up to month 12."""

    symbols: tuple[int, ...]
    persons: tuple[int, ...]
    cards: tuple[int, ...]
    yuan: int
    large_price: int = 7
    floors: int = 0
    """Floors that are there beyond those of the first two palaces."""
    checks: int = 0
    """Checks of the wall (Y8.3, Y8.4)."""


def _most(players: int, great_wall: bool, super_event: str, large_price: int) -> int:
    """The most points of a whole year: the best number of wild cards for scholars (step 1)."""
    return max(_with_scholars(players, great_wall, super_event, large_price, wild) for wild in range(WILD_CARDS + 1))


def _with_scholars(players: int, great_wall: bool, super_event: str, large_price: int, scholars: int) -> int:
    """The most points of a whole year with so many wild cards for scholars."""
    event = p.SUPER_EVENT_NAMES.index(super_event) if super_event in p.SUPER_EVENT_NAMES else -1
    sunrise, eclipse, concession = (int(event == each) for each in (p.SUNRISE, p.SOLAR_ECLIPSE, p.CONCESSION))
    symbols = tuple(
        _most_symbols(players, each, 1 + sunrise, 1 + (scholars if each == p.SCHOLAR else WILD_CARDS - scholars))
        for each in range(p.TYPES)
    )
    persons = tuple(
        2 + min(month, p.MONTHS - 1) + sunrise * int(month >= p.SUPER_EVENT_MONTH) for month in range(1, p.MONTHS + 1)
    )
    monks, helmets = p.MOST_FLOORS * symbols[p.MONK], symbols[p.WARRIOR]
    once = OF_EACH_EVENT * (p.FESTIVAL_FIRST + helmets) + p.POINTS_A_PERSON * persons[-1] + monks
    once += p.START_PALACES * p.START_FLOORS
    once += eclipse * max(p.FESTIVAL_FIRST, helmets)
    once += concession * max(monks, symbols[p.SCHOLAR], symbols[p.COURT_LADY], symbols[p.FARMER], symbols[p.PYROTECHNIST])
    if event == p.LANTERN_FESTIVAL:
        once += p.POINTS_A_PERSON * persons[p.SUPER_EVENT_MONTH - 1]
    if event == p.BUDDHA:
        once += monks
    return (
        once
        + concession * symbols[p.CRAFTSMAN]
        + _best_year(
            Year(
                symbols=symbols,
                persons=persons,
                cards=tuple(range(p.CARDS if great_wall else p.CARDS - 1)),
                yuan=p.START_YUAN + concession * symbols[p.TAX_COLLECTOR],
                large_price=large_price,
                floors=concession * symbols[p.CRAFTSMAN],
                checks=(OF_EACH_EVENT + eclipse + 1) * int(great_wall),
            )
        )
    )


def _most_symbols(players: int, person: int, young: int, others: int) -> int:
    """The most symbols on persons of a type: so many that must be young, and others, of the tiles there are (step 1)."""
    kind, tiles = int(p.YOUNG_OF_TYPE[person]), p.tiles_at_start(players)
    young = min(young, tiles[kind])
    old = min(others, tiles[kind + 1]) if p.SPLIT[person] else 0
    more = min(others - old, tiles[kind] - young)
    return (young + more) * int(p.SYMBOLS[kind]) + (old * int(p.SYMBOLS[kind + 1]) if old else 0)


def _most_of_the_last_months(months: int) -> int:
    """The most points of a small form (``minis.py``): two persons and two palaces from the beginning, none to come."""
    court = {person for each in COURTS for person in each}
    events = EVENTS[p.MONTHS - months :]
    symbols = tuple(int(p.SYMBOLS[p.YOUNG_OF_TYPE[person]]) * int(person in court) for person in range(p.TYPES))
    once = events.count(p.DRAGON_FESTIVAL) * p.FESTIVAL_FIRST + events.count(p.MONGOL_INVASION) * symbols[p.WARRIOR]
    once += p.POINTS_A_PERSON * len(COURTS[0])
    return once + _best_year(Year(symbols=symbols, persons=(len(COURTS[0]),) * months, cards=MINI_CARDS, yuan=START_YUAN))


@cache
def _best_year(year: Year) -> int:
    """The most points of all months and of the yuan left, by dynamic programming on yuan and floors, in thirds of a point."""
    months, ladies = len(year.persons), year.symbols[p.COURT_LADY]
    best = {(year.yuan, year.floors): 0}
    for month, persons in enumerate(year.persons):
        after: dict[tuple[int, int], int] = {}
        for (yuan, floors), thirds in best.items():
            for gained, built, scored in _deeds(year, yuan, months - month):
                palaces = min(persons, p.START_PALACES + floors + built)
                at = yuan + gained, min(floors + built, year.persons[-1])
                after[at] = max(after.get(at, 0), thirds + scored + 3 * (palaces + ladies))
        best = _not_worse(after)
    return max(thirds + yuan for (yuan, _floors), thirds in best.items()) // p.YUAN_A_POINT


def _not_worse(states: dict[tuple[int, int], int]) -> dict[tuple[int, int], int]:
    """Those states than which no other has as many yuan, floors and points."""
    kept: dict[tuple[int, int], int] = {}
    most: dict[int, int] = {}
    for (yuan, floors), thirds in sorted(states.items(), reverse=True):
        if all(thirds > most[more] for more in most if more >= floors):
            kept[yuan, floors] = most[floors] = thirds
    return kept


def _deeds(year: Year, yuan: int, months: int) -> Iterator[tuple[int, int, int]]:
    """The deeds that a seat with so many yuan can do: yuan gained, floors built, and points in thirds, those of step 5 too.

    ``months``: with this one, how many there are still.
    """
    symbols = year.symbols
    yield max(p.PASS_YUAN - yuan, 0), 0, 0
    if p.TAXES in year.cards:
        yield 2 + symbols[p.TAX_COLLECTOR], 0, 0
    if p.BUILD in year.cards:
        yield 0, 1 + symbols[p.CRAFTSMAN], 3 * (1 + symbols[p.CRAFTSMAN])
    if p.HARVEST in year.cards:
        yield 0, 0, p.GOODS_PRICE * (1 + symbols[p.FARMER])
    if p.FIREWORKS_SHOW in year.cards:
        yield 0, 0, p.GOODS_PRICE * (1 + symbols[p.PYROTECHNIST])
    if p.RESEARCH in year.cards:
        yield 0, 0, 3 * (1 + symbols[p.SCHOLAR])
    if p.PRIVILEGE in year.cards:
        for dragons, price in ((1, p.SMALL_PRICE), (2, year.large_price)):
            if yuan >= price:
                yield -price, 0, 3 * dragons * months
    if p.BUILD_WALL in year.cards:
        checks = 3 * year.checks
        yield from ((2, 0, checks), (0, 1, checks + 3), (0, 0, checks + 3 * 3))  # A good is less than the points.
