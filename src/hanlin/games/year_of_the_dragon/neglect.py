"""Bad habits and known dangers of In the Year of the Dragon, on which evaluations are tested (``lab.calibration``)."""

from __future__ import annotations

from typing import Any, Final

from hanlin.games.year_of_the_dragon import codes
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.evaluation import first_open_event, inhabited

SOON: Final = 3
"""Months in which an event is a known danger,"""
MANY: Final = 4
"""and the persons that it must take."""


def _provides(code: int, deed: int, benefit: int, person: int) -> bool:
    """True if an action brings a good, by a deed or a wall tile, or a person of the type that brings more of it."""
    verb, argument = code >> codes.VERB_SHIFT, code & codes.ARGUMENT_MASK
    if verb == codes.ACT:
        return argument % 16 in (deed, p.FIRST_WALL_DEED + benefit)
    return _takes_in(verb, argument, person)


def _takes_in(verb: int, argument: int, person: int) -> bool:
    """True if an action picks or hires a person of the type."""
    if verb == codes.PICK:
        return person in codes.PAIRS[argument]
    if verb in (codes.HIRE, codes.WELCOME):
        return int(p.TYPE_OF_KIND[argument % codes.WITH_WILD]) == person
    return False


def brings_rice(s: Any, code: int) -> bool:
    """True if an action provides for a drought."""
    return _provides(code, p.HARVEST, p.WALL_RICE, p.FARMER)


def brings_money(s: Any, code: int) -> bool:
    """True if an action provides for a tribute."""
    passes = code >> codes.VERB_SHIFT == codes.PASS
    return passes or _provides(code, p.TAXES, p.WALL_YUAN, p.TAX_COLLECTOR)


def brings_healers(s: Any, code: int) -> bool:
    """True if an action provides for a contagion."""
    return _takes_in(code >> codes.VERB_SHIFT, code & codes.ARGUMENT_MASK, p.HEALER)


NEGLECTS: Final = {"no-rice": brings_rice, "no-money": brings_money, "no-healers": brings_healers}
"""Bad habits by name: whether a seat with that habit avoids an action."""

DANGERS: Final = (p.EVENT_NAMES[p.IMPERIAL_TRIBUTE], p.EVENT_NAMES[p.DROUGHT])
"""The names of the known dangers."""


def dangers(s: Any, seat: int) -> tuple[str, ...]:
    """The events that would take ``MANY`` persons or more from a seat within ``SOON`` months, with what it has now."""
    yuan, rice, palaces = int(s.yuan[seat]), int(s.rice[seat]), int(inhabited(s, seat))
    first = int(first_open_event(s, seat))
    found = []
    for month in range(first, min(first + SOON, p.MONTHS)):
        event, lost = int(s.events[month]), 0
        if event == p.IMPERIAL_TRIBUTE:
            lost, yuan = max(p.TRIBUTE - yuan, 0), max(yuan - p.TRIBUTE, 0)
        elif event == p.DROUGHT:
            lost, rice = max(palaces - rice, 0), max(rice - palaces, 0)
        if lost >= MANY:
            found.append(p.EVENT_NAMES[event])
    return tuple(dict.fromkeys(found))
