"""The options, the first state, and the set-up: the events are laid out, then each seat takes two persons (Y1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from hanlin.core.jit.compiled import compiled
from hanlin.core.jit.events import emit
from hanlin.core.verbs.options import Option
from hanlin.games.year_of_the_dragon import codes
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.court import take_tile
from hanlin.games.year_of_the_dragon.deals import part_of
from hanlin.games.year_of_the_dragon.minis import begin_late
from hanlin.games.year_of_the_dragon.state import (
    DRAW_EVENT,
    DRAW_SUPER_EVENT,
    NO_SUPER_EVENT,
    NOT_YET,
    PLACE,
    STATE,
    SUPER_EVENT_TO_DRAW,
)

OPTIONS: Final = (
    Option(name="great_wall"),
    Option(name="super_event", default="none", choices=("none", "random", *p.SUPER_EVENT_NAMES)),
    Option(name="large_privilege", default="7", choices=("7", "6")),
)


def first_state(players: int, options: Mapping[str, Any]) -> NDArray[np.void]:
    """The set-up before the first event is drawn (Y1), as an array of one record."""
    states = np.zeros(1, STATE)
    s: Any = states[0]
    s.players = players
    s.great_wall = int(options["great_wall"])
    s.super_event = _super_event(options["super_event"])
    s.large_price = int(options["large_privilege"])
    s.deals = part_of(players, int(s.great_wall))
    s.actor, s.step, s.phase = -1, DRAW_EVENT, p.SETUP
    s.held = s.held_next = s.at = -1
    s.events[:] = [p.PEACE] * 2 + [-1] * 10
    s.tiles[:] = p.tiles_at_start(players)
    s.available = (1 << p.KINDS) - 1
    s.wall[:] = -1
    s.chosen[:] = NOT_YET
    for seat in range(players):
        s.queue[seat] = s.order[seat] = seat
        s.yuan[seat] = p.START_YUAN
        s.cards[seat] = (1 << p.TYPES) - 1
        s.wild[seat] = 2
        s.benefits[seat] = (1 << p.BENEFITS) - 1 if s.great_wall else 0
        s.palaces[seat] = p.START_PALACES
        s.palace[seat][: p.START_PALACES] = p.START_FLOORS
    if int(options["months"]) < p.MONTHS:
        begin_late(s, int(options["months"]))
    return states


def _super_event(name: str) -> int:
    if name == "none":
        return NO_SUPER_EVENT
    return SUPER_EVENT_TO_DRAW if name == "random" else p.SUPER_EVENT_NAMES.index(name)


# -- the events (Y1.1, Y9) ---------------------------------------------------------------------------------------------


@compiled
def place_event(s, event):
    """A drawn event goes to the leftmost free space where it equals neither neighbour, or all go back (Y1.1)."""
    month = free_month(s, event)
    if month < p.MONTHS:
        s.events[month] = event
        emit(p.LOG_EVENT_PLACED, -1, event, month + 1, 0)
        return all_events_lie(s) and events_are_drawn(s)
    for back in range(2, p.MONTHS):
        s.events[back] = -1
    emit(p.LOG_EVENTS_REDRAWN, -1, event, 0, 0)
    return False


@compiled
def free_month(s, event):
    """The index of the leftmost free space where neither neighbour equals the event, or 12."""
    for month in range(2, p.MONTHS):
        fits = s.events[month - 1] != event and (month == p.MONTHS - 1 or s.events[month + 1] != event)
        if fits and s.events[month] < 0:
            return month
    return p.MONTHS


@compiled
def all_events_lie(s):
    """True when no month lacks its event."""
    month = 2
    while month < p.MONTHS and s.events[month] >= 0:
        month += 1
    return month == p.MONTHS


@compiled
def events_are_drawn(s):
    """Finish placing the ten events; a super event may still be drawn (Y9). Return True if none is."""
    if s.super_event == SUPER_EVENT_TO_DRAW:
        s.step = DRAW_SUPER_EVENT
        return False
    begin_picks(s)
    return True


@compiled
def tie_super_event(s, event):
    """The super event that was drawn belongs to month 7 (Y9)."""
    s.super_event = event
    emit(p.LOG_SUPER_EVENT, -1, event, 0, 0)
    begin_picks(s)
    return True


# -- the first two persons (Y1.3) --------------------------------------------------------------------------------------


@compiled
def begin_picks(s):
    """In start order, each seat takes its first two persons (Y1.3)."""
    s.barred = 0
    s.turn = -1


@compiled
def pick(s, seat, pair):
    """Take two young tiles of different types; no other seat may take that pair (Y1.3)."""
    s.barred |= 1 << pair
    s.held = p.YOUNG_OF_TYPE[codes.FIRST_OF_PAIR[pair]]
    s.held_next = p.YOUNG_OF_TYPE[codes.SECOND_OF_PAIR[pair]]
    take_tile(s, s.held)
    take_tile(s, s.held_next)
    emit(p.LOG_HIRES, seat, s.held, -1, 0)
    emit(p.LOG_HIRES, seat, s.held_next, -1, 0)
    s.step = PLACE
    return False
