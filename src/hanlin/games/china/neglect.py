"""Bad habits and known dangers of China, on which evaluations are tested (``lab.calibration``)."""

from __future__ import annotations

from typing import Any, Final

from hanlin.core.jit.bits import count
from hanlin.games.china.pieces import PLACE_EMISSARY, PLACE_FORTRESS, PLACE_PALACE, REGIONS

ALMOST_FULL: Final = 2
"""Free spaces of a region that is about to be scored."""
LARGE: Final = 5
"""Palace spaces of a region in which second place is a danger."""
PALACE_CODES: Final = 40
"""Codes of placing a palace in one region."""


def _own_and_most(s: Any, seat: int, region: int) -> tuple[int, int]:
    """A seat's palaces in a region, and the most of another seat."""
    counts = [int(count(s.palaces[other, region])) for other in range(int(s.players))]
    return counts[seat], max(number for other, number in enumerate(counts) if other != seat)


def _region_of_palace(code: int) -> int:
    """The region in which an action places a palace; -1 if it places none."""
    return (code - PLACE_PALACE) // PALACE_CODES if PLACE_PALACE <= code < PLACE_EMISSARY else -1


def takes_majority(s: Any, code: int) -> bool:
    """True if an action takes, shares or extends a majority of palaces."""
    region = _region_of_palace(code)
    if region < 0:
        return False
    own, most = _own_and_most(s, int(s.seat), region)
    return own + 1 >= most


def answers(s: Any, code: int) -> bool:
    """True if an action places a palace in a region in which another seat has as many or more."""
    region = _region_of_palace(code)
    if region < 0:
        return False
    own, most = _own_and_most(s, int(s.seat), region)
    return 0 < own <= most


def sends_emissary(s: Any, code: int) -> bool:
    """True if an action places an emissary."""
    return PLACE_EMISSARY <= code < PLACE_FORTRESS


NEGLECTS: Final = {"no-majorities": takes_majority, "no-answers": answers, "no-emissaries": sends_emissary}
"""Bad habits by name: whether a seat with that habit avoids an action."""

DANGERS: Final = ("region",)
"""The names of the known dangers."""


def dangers(s: Any, seat: int) -> tuple[str, ...]:
    """``region`` if a large region that is almost full will close with the seat's palaces there outnumbered."""
    for region in range(REGIONS):
        free = int(count(s.free[region]))
        own, most = _own_and_most(s, seat, region)
        if 0 < free <= ALMOST_FULL and int(s.spaces[region]) >= LARGE and 0 < own < most:
            return ("region",)
    return ()
