"""The free spaces next to the palace: finding them, opening and filling them, and what fits where (F2.1, F2.2).

The list is sorted; ``rank`` is a place in it. See ``state.py`` for what is kept of each space.
"""

from __future__ import annotations

from hanlin.core.compiled import compiled
from hanlin.games.forbidden_city.pieces import ARCHWAY, OPEN, WALL
from hanlin.games.forbidden_city.state import ROW, WORD

STEP = (-ROW, 1, ROW, -1)
"""What leads from a space to its neighbour at n, e, s, w."""
_FULL = (1 << WORD) - 1
_SIDES = 0xFFFF


@compiled
def turned(sides, rotation):
    """A tile's four packed sides after ``rotation`` quarter turns clockwise."""
    return ((sides << (4 * rotation)) | (sides >> (16 - 4 * rotation))) & _SIDES


@compiled
def wall_of(side):
    """OPEN, WALL or ARCHWAY of one packed side."""
    if side & 3:
        return OPEN
    return ARCHWAY if side & 4 else WALL


@compiled
def words_in_use(s):
    """Words of the bit sets that hold free spaces now."""
    return (int(s.frees) + WORD - 1) // WORD


@compiled
def fitting(s, sides, word):
    """The free spaces of one word where a tile with these packed sides may lie: no open side meets another floor (F2.2)."""
    blocked = s.blocked
    left = int(s.frees) - WORD * word
    there = _FULL if left >= WORD else (1 << left) - 1
    clash = int(blocked[word, sides & 3]) | int(blocked[word, 4 + (sides >> 4 & 3)])
    clash |= int(blocked[word, 8 + (sides >> 8 & 3)]) | int(blocked[word, 12 + (sides >> 12 & 3)])
    return there & ~clash


@compiled
def rank_of(s, space):
    """The rank of the first free space that is not before ``space``: its own rank if it is free."""
    free_space = s.free_space
    low, high = 0, int(s.frees)
    while low < high:
        middle = (low + high) >> 1
        if int(free_space[middle]) < space:
            low = middle + 1
        else:
            high = middle
    return low


@compiled
def open_space(s, space):
    """Have ``space`` among the free spaces; returns its rank."""
    rank = rank_of(s, space)
    frees = int(s.frees)
    free_space, facing = s.free_space, s.facing
    if rank < frees and int(free_space[rank]) == space:
        return rank
    for at in range(frees, rank, -1):
        free_space[at] = free_space[at - 1]
        facing[at] = facing[at - 1]
    free_space[rank] = space
    facing[rank] = 0
    s.frees = frees + 1
    _widen(s, rank)
    return rank


@compiled
def fill_space(s, rank):
    """Take a space out of the free ones."""
    frees = int(s.frees) - 1
    free_space, facing = s.free_space, s.facing
    for at in range(rank, frees):
        free_space[at] = free_space[at + 1]
        facing[at] = facing[at + 1]
    free_space[frees] = 0
    facing[frees] = 0
    _narrow(s, rank)
    s.frees = frees


@compiled
def _widen(s, rank):
    """Open a gap, with clear bits, at ``rank`` in all bit sets."""
    blocked = s.blocked
    word = rank // WORD
    for w in range(words_in_use(s) - 1, word, -1):
        for row in range(16):
            blocked[w, row] = ((int(blocked[w, row]) << 1) & _FULL) | (int(blocked[w - 1, row]) >> (WORD - 1))
    below = (1 << (rank - WORD * word)) - 1
    for row in range(16):
        bits = int(blocked[word, row])
        blocked[word, row] = (((bits & ~below) << 1) & _FULL) | (bits & below)


@compiled
def _narrow(s, rank):
    """Close the gap at ``rank`` in all bit sets (while ``frees`` still counts it)."""
    blocked = s.blocked
    word, last = rank // WORD, words_in_use(s) - 1
    below = (1 << (rank - WORD * word)) - 1
    for row in range(16):
        bits = int(blocked[word, row])
        blocked[word, row] = ((bits >> 1) & ~below) | (bits & below)
    for w in range(word, last):
        for row in range(16):
            after = int(blocked[w + 1, row])
            blocked[w, row] = int(blocked[w, row]) | ((after & 1) << (WORD - 1))
            blocked[w + 1, row] = after >> 1


@compiled
def face(s, rank, side, part, packed_side):
    """Let a free space know what faces it from ``side``: a part's packed side."""
    s.facing[rank] = int(s.facing[rank]) | (((part + 1) * 4 + wall_of(packed_side)) << (16 * side))
    floor = packed_side & 3
    if floor:
        blocked = s.blocked
        word = rank // WORD
        bit = 1 << (rank - WORD * word)
        for other in range(1, 4):
            if other != floor:
                blocked[word, 4 * side + other] = int(blocked[word, 4 * side + other]) | bit
