"""Bad habits and known dangers of Forbidden City, on which evaluations are tested (``lab.calibration``)."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from hanlin.games.forbidden_city.choices import UNFIT_CODE
from hanlin.games.forbidden_city.rooms import CLOSED, advisors_in, open_edges
from hanlin.games.forbidden_city.rules import play
from hanlin.games.forbidden_city.scoring import value_of

FEW_EDGES: Final = 2
"""Open edges of a room that can soon be closed."""
LARGE: Final = 10
"""Coins of a room that is a danger."""


def _after(s: Any, code: int) -> Any:
    """The state after an action."""
    states = np.zeros(1, s.dtype)
    states[0] = s
    play(states[0], code)
    return states[0]


def _open_rooms(s: Any) -> list[tuple[int, list[int]]]:
    """The open rooms with advisors: the root and the advisors of each seat."""
    found = []
    for root in range(int(s.parts)):
        sums = int(s.room[root])
        advisors = [int(advisors_in(sums, seat)) for seat in range(int(s.players))]
        if any(advisors) and not sums & CLOSED:
            found.append((root, advisors))
    return found


def _most_of_others(advisors: list[int], seat: int) -> int:
    return max(number for other, number in enumerate(advisors) if other != seat)


def collects(s: Any, code: int) -> bool:
    """True if an action closes a room for which the seat is paid."""
    if code >= UNFIT_CODE:
        return False
    return bool(_after(s, code).points[int(s.seat)] > s.points[int(s.seat)])


def contests(s: Any, code: int) -> bool:
    """True if an action brings the seat's advisors into open rooms with advisors of others."""
    if code >= UNFIT_CODE:
        return False
    seat = int(s.seat)
    before, after = (
        sum(advisors[seat] for _root, advisors in _open_rooms(state) if _most_of_others(advisors, seat) > 0)
        for state in (s, _after(s, code))
    )
    return after > before


NEGLECTS: Final = {"no-closing": collects, "no-contest": contests}
"""Bad habits by name: whether a seat with that habit avoids an action."""

DANGERS: Final = ("room",)
"""The names of the known dangers."""


def dangers(s: Any, seat: int) -> tuple[str, ...]:
    """``room`` if a large room with few open edges, in which the seat has advisors, would pay another seat more."""
    for root, advisors in _open_rooms(s):
        few = int(open_edges(int(s.room[root]))) <= FEW_EDGES
        if few and 0 < advisors[seat] < _most_of_others(advisors, seat) and int(value_of(s, root)) >= LARGE:
            return ("room",)
    return ()
