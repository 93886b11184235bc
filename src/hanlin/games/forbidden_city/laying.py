"""Laying a tile: its parts meet their neighbours, rooms join, and what is complete is closed (F2.2, F3)."""

from __future__ import annotations

from hanlin.core.compiled import compiled, inlined
from hanlin.games.forbidden_city.indexes import at
from hanlin.games.forbidden_city.pieces import ARCHWAY, OPEN, WALL
from hanlin.games.forbidden_city.rooms import ONE_OPEN, add_passage, close_if_complete, join, owned_by, room_of
from hanlin.games.forbidden_city.spaces import STEP, face, fill_space, is_free, open_space, rank_of, replace_space, wall_of


@compiled
def lay(s, seat, kind, space, sides):
    """Lay a tile of ``seat`` on a free space; ``sides`` are its packed sides as it lies."""
    first = int(s.parts)
    halves = int(s.kind_parts[at(kind)])
    _add_parts(s, first, halves, seat, kind)
    gap = rank_of(s, space)
    before = gap
    facing = int(s.facing[at(gap)])
    for side in range(4):
        mine = (sides >> (4 * side)) & 15
        part = first + (mine >> 3)
        meets = (facing >> (16 * side)) & 0xFFFF
        if meets:
            _meet(s, part, mine, (meets >> 2) - 1, meets & 3)
            continue
        beyond = space + STEP[side]
        rank = _rank_beyond(s, side, beyond, before, gap)
        if not is_free(s, rank, beyond):
            if gap >= 0:
                rank = replace_space(s, gap, rank, beyond)
                gap = -1
            else:
                open_space(s, rank, beyond)
            before += int(side == 0)
        face(s, rank, (side + 2) & 3, part, mine)
        if mine & 3:
            s.room[at(room_of(s, part))] += ONE_OPEN
    if gap >= 0:
        fill_space(s, gap)
    _close(s, first, halves, facing)


@inlined
def _rank_beyond(s, side, beyond, before, gap):
    """The rank of a space beside the tile, or where it is to be opened.

    ``before`` free spaces stand before the tile's own space, which is still in the list if ``gap`` is its rank. So the
    neighbours to the east and west need no search.
    """
    if side == 1:
        return before + int(gap >= 0)
    if side == 3:
        return before - int(before > 0 and is_free(s, before - 1, beyond))
    return rank_of(s, beyond)


@inlined
def _add_parts(s, first, halves, seat, kind):
    """The tile's parts are rooms by themselves at first."""
    for half in range(halves):
        s.joined[at(first + half)] = first + half
        s.room[at(first + half)] = owned_by(int(s.kind_part[at(kind), at(half)]), seat)
    s.parts = first + halves
    if halves == 2 and s.kind_floor[at(kind), 0] == s.kind_floor[at(kind), 1]:
        s.twin[s.twins] = first
        s.twins = int(s.twins) + 1


@inlined
def _meet(s, part, mine, other, wall):
    """A part with the packed side ``mine`` meets the part ``other``, which has ``wall`` there (F3.1, F4.3)."""
    if wall == OPEN:
        s.room[at(room_of(s, other))] -= ONE_OPEN
        if mine & 3:
            join(s, part, other)
        elif mine & 4:
            add_passage(s, part, other)
    elif wall == ARCHWAY and wall_of(mine) != WALL:
        add_passage(s, part, other)


@inlined
def _close(s, first, halves, facing):
    """Close what the tile completes: its own rooms, then those that met it openly from n, e, s, w (F2.3, F3.2)."""
    for part in range(first, first + halves):
        close_if_complete(s, part)
    for side in range(4):
        meets = (facing >> (16 * side)) & 0xFFFF
        if meets and meets & 3 == OPEN:
            close_if_complete(s, (meets >> 2) - 1)
