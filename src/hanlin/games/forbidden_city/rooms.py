"""Rooms: how parts join, when a room is closed, what it is worth and who is paid (F3-F5).

A room is named by one of its parts; ``state.py`` says how its sums are packed.
"""

from __future__ import annotations

from hanlin.core.compiled import compiled, compiled_instead, inlined
from hanlin.core.telling import tell
from hanlin.games.forbidden_city.indexes import at
from hanlin.games.forbidden_city.pieces import (
    DRAGON_POINTS,
    ROOM_ADJACENT,
    ROOM_ADVISORS,
    ROOM_CLOSED,
    ROOM_EMPTY,
    ROOM_OWN,
    ROOM_PAID,
    ROOM_UNPAID,
    SECOND,
    SHARED_MOST,
    SOLE_MOST,
)
from hanlin.games.forbidden_city.state import ADVISORS_AT, DRAGONS_AT, OPEN_AT, TILES_AT

ONE_TILE = 1 << TILES_AT
ONE_OPEN = 1 << OPEN_AT
CLOSED = 1 << 60
"""Set in the sums of a room that was closed and scored: it is never scored again (F3.2)."""
_COUNTED = 1 << 61
"""Set in the sums of a room while it is counted as adjacent: once each (F4.2)."""
_BYTE = 0xFF


@inlined
def room_of(s, part):
    """The room that a part belongs to: the part that names it."""
    return int(s.joined[at(part)])


@inlined
def tiles_in(sums):
    """Tiles of a room, from its sums."""
    return (sums >> TILES_AT) & _BYTE


@inlined
def dragons_in(sums):
    """Dragons of a room, from its sums."""
    return (sums >> DRAGONS_AT) & _BYTE


@inlined
def open_edges(sums):
    """Edges of a room without a wall towards an empty space (F3.1), from its sums."""
    return (sums >> OPEN_AT) & 0xFFF


@inlined
def advisors_in(sums, seat):
    """A seat's advisors in a room, from its sums."""
    return (sums >> (ADVISORS_AT * seat)) & _BYTE


@inlined
def own_value(sums):
    """What a room counts by itself: 1 for each tile, 3 for each dragon (F4.1)."""
    return tiles_in(sums) + DRAGON_POINTS * dragons_in(sums)


@inlined
def owned_by(part_sums, seat):
    """A part's sums with the advisors, kept as seat 0's, given to ``seat``."""
    return (part_sums & ~_BYTE) | ((part_sums & _BYTE) << (ADVISORS_AT * seat))


@inlined
def join(s, a, b):
    """Make one room of the rooms of two parts that meet openly (F3.1). The smaller one takes the other's name."""
    room = s.room
    a, b = room_of(s, a), room_of(s, b)
    if a == b:
        return
    if tiles_in(int(room[at(a)])) < tiles_in(int(room[at(b)])):
        a, b = b, a
    both = int(room[at(a)]) + int(room[at(b)])
    if s.twins:
        both -= _tiles_in_both(s, a, b) * ONE_TILE
    _rename(s, b, a)
    room[at(a)] = both
    room[at(b)] = 0


@compiled
def _rename(s, old, new):
    """Give all parts of the room ``old`` to the room ``new``."""
    joined = s.joined
    if tiles_in(int(s.room[at(old)])) == 1 and not s.twins:
        joined[at(old)] = new
        return
    for part in range(int(s.parts)):
        room = int(joined[at(part)])
        joined[at(part)] = new if room == old else room  # written in any case: so many parts are done at a time


@compiled
def _tiles_in_both(s, a, b):
    """Tiles with one half in room ``a`` and the other in room ``b``, both of one floor: joined, each counts once (F4.1)."""
    tiles = 0
    for i in range(int(s.twins)):
        first = int(s.twin[at(i)])
        one, other = room_of(s, first), room_of(s, first + 1)
        if (one == a and other == b) or (one == b and other == a):
            tiles += 1
    return tiles


@inlined
def add_passage(s, a, b):
    """Note that an archway leads from part ``a`` to part ``b`` and back, with no plain wall between (F4.3)."""
    passages = int(s.passages)
    s.passage[at(passages), 0] = a
    s.passage[at(passages), 1] = b
    s.passages = passages + 1


@inlined
def beyond(s, passage, root):
    """The room that a passage leads to from the room ``root``; -1 if it doesn't leave that room, or isn't at it (F4.3)."""
    a = room_of(s, int(s.passage[at(passage), 0]))
    b = room_of(s, int(s.passage[at(passage), 1]))
    if a == root and b != root:
        return b
    if b == root and a != root:
        return a
    return -1


@compiled
def value_of(s, root):
    """The value of a room as it is now: its own, and that of each adjacent room once (F4.1, F4.2)."""
    room = s.room
    total = own_value(int(room[at(root)]))
    passages, last = int(s.passages), -1
    for i in range(passages):
        other = beyond(s, i, root)
        if other >= 0 and not int(room[at(other)]) & _COUNTED:
            total += own_value(int(room[at(other)]))
            room[at(other)] = int(room[at(other)]) | _COUNTED
            last = i
    for i in range(last + 1):
        other = beyond(s, i, root)
        if other >= 0:
            room[at(other)] = int(room[at(other)]) & ~_COUNTED
    return total


def floor_of(s, part):
    """The floor of a part on the table. Plain: rules need no floor but that of an open side."""
    first = int(s.start_parts)
    if part < first:
        return int(s.start_floor[part])
    for tile in s.placed_tile[: int(s.placed)]:
        kind = int(tile) >> 2
        parts = int(s.kind_parts[kind])
        if part < first + parts:
            return int(s.kind_floor[kind, part - first])
        first += parts
    raise IndexError(part)


def _silence(s, root, value):
    pass


@compiled_instead(_silence)
def _tell_closed(s, root, value):
    """Tell how the value of a closed room comes about, and who has advisors in it."""
    sums = int(s.room[at(root)])
    tell(ROOM_CLOSED, -1, root, value, floor_of(s, root))
    tell(ROOM_OWN, -1, root, tiles_in(sums), dragons_in(sums))
    for other in dict.fromkeys(beyond(s, i, root) for i in range(int(s.passages))):
        if other >= 0 and own_value(int(s.room[at(other)])):
            tell(ROOM_ADJACENT, -1, other, tiles_in(int(s.room[at(other)])), dragons_in(int(s.room[at(other)])))
    for seat in range(int(s.players)):
        if advisors_in(sums, seat):
            tell(ROOM_ADVISORS, seat, root, advisors_in(sums, seat), 0)


@inlined
def close_if_complete(s, part):
    """Score the room of ``part`` if it has just been closed: no edge of it is open any more (F3.1, F3.2)."""
    root = room_of(s, part)
    if int(s.room[at(root)]) >> OPEN_AT == 0:
        _close(s, root)


@compiled
def _close(s, root):
    value = value_of(s, root)
    s.room[at(root)] = int(s.room[at(root)]) | CLOSED
    _tell_closed(s, root, value)
    pay(s, root, value)


@compiled
def pay(s, root, value):
    """Pay those with the most and the second most advisors in a closed room (F5)."""
    sums = int(s.room[at(root)])
    most, second, with_most, with_second = ranking(sums)
    if most == 0:
        tell(ROOM_EMPTY, -1, root, 0, 0)
        return
    for seat in range(4):
        advisors = advisors_in(sums, seat)
        if advisors == most:
            coins = value if with_most == 1 else value // 2
            _pay_seat(s, seat, coins, root, SOLE_MOST if with_most == 1 else SHARED_MOST)
        elif advisors and advisors == second and with_most == 1:
            if with_second == 1:
                _pay_seat(s, seat, value // 2, root, SECOND)
            else:
                tell(ROOM_UNPAID, seat, with_second, root, 0)


@compiled
def ranking(sums):
    """The most and the second most advisors of one seat in a room, and how many seats have each (none is no number)."""
    most, second, with_most, with_second = 0, 0, 0, 0
    for seat in range(4):
        advisors = advisors_in(sums, seat)
        if advisors > most:
            second, with_second = most, with_most
            most, with_most = advisors, 1
        elif advisors and advisors == most:
            with_most += 1
        elif advisors > second:
            second, with_second = advisors, 1
        elif advisors and advisors == second:
            with_second += 1
    return most, second, with_most, with_second


@compiled
def _pay_seat(s, seat, coins, root, why):
    s.points[at(seat)] = int(s.points[at(seat)]) + coins
    tell(ROOM_PAID, seat, coins, root, why)
