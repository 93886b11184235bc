"""Plans (``core/position/premoves.py``): the next turn with the board, the row and the hand as they are.

A hand is whole again at the end of a turn, so it is known while others play. The row may change before the seat takes its card:
a planned card is taken only if it is still there.
"""

from __future__ import annotations

from typing import Any

from hanlin.core.jit.bits import count
from hanlin.games.china import pieces as p

BEFORE_THE_END = 2
"""In ``run_out``: the last round, in which the seats after the present one still play (C6.3)."""


def as_if_to_move(s: Any, seat: int) -> bool:
    """Change a view to the seat's next turn; False for a seat that has no more turn, or can't place or exchange anything."""
    if s.phase not in (p.TURN, p.SECOND, p.REFILL, p.DRAW, p.FILL) or s.seat == seat:
        return False
    if s.run_out == BEFORE_THE_END and seat < s.seat:
        return False
    s.seat = seat
    s.phase = p.TURN
    s.region = -1
    s.second = 0
    return int(s.hand_size[seat]) > 0


def turn_of(s: Any) -> tuple[int, ...]:
    """All decisions of a turn belong together."""
    return (int(s.seat),)


def meaning(s: Any, code: int) -> tuple[int, ...]:
    """The effect of a placement: whether the region was empty (which ends the turn), is full with it, and if the seat leads."""
    if code >= p.EXCHANGE:
        return (int(s.phase),)
    place = code // 5 if code < p.PLACE_EMISSARY else (code - p.PLACE_FORTRESS) // 5
    region = (code - p.PLACE_EMISSARY) // 5 if p.PLACE_EMISSARY <= code < p.PLACE_FORTRESS else place // p.MOST_SPACES
    palaces = tuple(count(int(s.palaces[seat, region])) for seat in range(int(s.players)))
    is_leader = palaces[int(s.seat)] == max(palaces)
    return int(s.phase), int(max(palaces) == 0), count(int(s.free[region])) == 1, int(is_leader)
