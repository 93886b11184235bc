"""Plans (``core/position/premoves.py``): where to place the tile in hand, on the palace as it is.

The tile is known to its seat from the end of its last turn on. What is drawn after the placement is not, so a plan has one
action.
"""

from __future__ import annotations

from typing import Any

from hanlin.games.forbidden_city import pieces as p
from hanlin.games.forbidden_city.choices import UNFIT_CODE
from hanlin.games.forbidden_city.rooms import root_of
from hanlin.games.forbidden_city.spaces import cell_of, facing_from, fitting, part_facing, turned, words_in_use
from hanlin.games.forbidden_city.stacks import tiles_left


def as_if_to_move(s: Any, seat: int) -> bool:
    """Change a view to the seat's next turn; False for a seat that has no more turn, or whose tile fits nowhere now."""
    if s.phase not in (p.PLACE, p.REFILL, p.REDRAW) or s.seat == seat or s.hand[seat] < 0:
        return False
    if tiles_left(s, seat) <= p.KEPT_TILES:
        return False
    s.seat = seat
    s.phase = p.PLACE
    s.tries = 0
    kind = int(s.hand[seat])
    sides, turns = int(s.kind_sides[kind]), int(s.kind_turns[kind])
    return any(fitting(s, turned(sides, rotation), word) for rotation in range(turns) for word in range(words_in_use(s)))


def turn_of(s: Any) -> tuple[int, ...]:
    """A turn is one decision."""
    return int(s.seat), int(s.placed)


def meaning(s: Any, code: int) -> tuple[int, ...]:
    """The tile, and the rooms that it meets: their tiles, advisors, dragons and open edges; -1 where nothing is."""
    kind = int(s.hand[s.seat])
    if code >= UNFIT_CODE:
        return (kind,)
    facing = int(s.facing[int(s.number_at[cell_of(code >> 2)]) & 0xFF])
    fields = [int(facing_from(facing, side)) for side in range(4)]
    return kind, *(int(s.room[root_of(s.joined, part_facing(field))]) if field else -1 for field in fields)
