"""Rooms: how parts join, and which rooms are adjacent (F3, F4.3).

A room is named by one of its parts; ``state.py`` says how its sums are packed.
"""

from __future__ import annotations

import numpy as np

from hanlin.core.jit.compiled import compiled, compiled_instead, inlined
from hanlin.core.jit.indexing import unsigned
from hanlin.games.forbidden_city.pieces import DRAGON_POINTS
from hanlin.games.forbidden_city.state import ADVISORS_AT, DRAGONS_AT, OPEN_AT, PART_BYTES, TILES_AT

ONE_TILE = 1 << TILES_AT
ONE_OPEN = 1 << OPEN_AT
CLOSED_AT = 60
CLOSED = 1 << CLOSED_AT
"""Set in the sums of a room that was closed and scored: it is never scored again (F3.2)."""
COUNTED = 1 << 61
"""Set in the sums of a room while it is counted as adjacent: once each (F4.2)."""
ADVISORS = 0xFFFFFFFF
"""The advisors of all seats in the sums of a room."""
_BYTE = 0xFF


@inlined
def root_of(joined, part):
    """The room that a part belongs to, as the part that names it; ``joined`` is the state's."""
    return int(joined[unsigned(part)]) & _BYTE


@inlined
def room_of(s, part):
    """The room that a part belongs to, as the part that names it."""
    return root_of(s.joined, part)


@inlined
def is_complete(room, root):
    """1 if a room has just been closed: no edge of it is open any more, and it is not scored yet (F3.1, F3.2); else 0."""
    return int(int(room[unsigned(root)]) >> OPEN_AT == 0)


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
    """A room's own value: 1 for each tile, 3 for each dragon (F4.1)."""
    return tiles_in(sums) + DRAGON_POINTS * dragons_in(sums)


@inlined
def owned_by(part_sums, seat):
    """A part's sums with the advisors, kept as seat 0's, given to ``seat``."""
    return (part_sums & ~_BYTE) | ((part_sums & _BYTE) << (ADVISORS_AT * seat))


@inlined
def join(s, a, b):
    """Make one room of two, given by their roots, whose parts meet openly (F3.1). The smaller one takes the other's name.

    With ``a`` equal to ``b`` nothing changes. There is no branch for that, nor for which of them is smaller.
    """
    room = s.room
    swap = int(tiles_in(int(room[unsigned(a)])) < tiles_in(int(room[unsigned(b)]))) * (a ^ b)
    kept, lost = a ^ swap, b ^ swap
    both = int(room[unsigned(kept)]) + int(room[unsigned(lost)]) * int(a != b)
    if s.twins:
        both -= _tiles_in_both(s, kept, lost) * ONE_TILE
    _rename(s, lost, kept)
    room[unsigned(lost)] = 0
    room[unsigned(kept)] = both


def _rename_part_by_part(s, lost, kept):
    joined, old, new = s.joined, np.uint8(lost), np.uint8(kept)
    for part in range(PART_BYTES):
        joined[part] = new if joined[part] == old else joined[part]  # written in any case: so 32 are done at a time


@compiled_instead(_rename_part_by_part)
def _rename(s, lost, kept):
    """Give all parts of the room ``lost`` to the room ``kept``."""
    s.joined[s.joined == lost] = kept


@compiled
def _tiles_in_both(s, a, b):
    """Tiles with one half in room ``a`` and the other in room ``b``, both of one floor: joined, each counts once (F4.1)."""
    tiles = 0
    for i in range(int(s.twins)):
        first = int(s.twin[unsigned(i)])
        one, other = room_of(s, first), room_of(s, first + 1)
        if one != other and ((one == a and other == b) or (one == b and other == a)):
            tiles += 1
    return tiles


@inlined
def add_passage(s, a, b, leads):
    """Note that an archway leads from part ``a`` to part ``b`` and back, with no plain wall between, if it ``leads`` (F4.3)."""
    passages = int(s.passages)
    s.passage[unsigned(passages), 0] = a
    s.passage[unsigned(passages), 1] = b
    s.passages = passages + leads


@inlined
def beyond(s, passage, root):
    """The room that a passage leads to from the room ``root``; -1 if it doesn't leave that room, or isn't at it (F4.3)."""
    a = room_of(s, int(s.passage[unsigned(passage), 0]) & _BYTE)
    b = room_of(s, int(s.passage[unsigned(passage), 1]) & _BYTE)
    if a == root and b != root:
        return b
    if b == root and a != root:
        return a
    return -1
