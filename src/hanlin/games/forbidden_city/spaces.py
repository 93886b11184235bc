"""The free spaces next to the palace: finding them, opening and filling them, and what fits where (F2.1, F2.2).

The list is sorted; ``rank`` is a place in it. See ``state.py`` for what is kept of each space.
"""

from __future__ import annotations

from hanlin.core.compiled import compiled, inlined
from hanlin.core.indexing import unsigned
from hanlin.games.forbidden_city.pieces import ARCHWAY, OPEN, WALL
from hanlin.games.forbidden_city.state import ROW, WORD

STEP = (-ROW, 1, ROW, -1)
"""What leads from a space to its neighbour at n, e, s, w."""
_FULL = (1 << WORD) - 1
_SIDES = 0xFFFF
_ROWS = 16
"""Bit sets in each word of ``blocked``."""


@inlined
def turned(sides, rotation):
    """A tile's four packed sides after ``rotation`` quarter turns clockwise."""
    return ((sides << (4 * rotation)) | (sides >> (16 - 4 * rotation))) & _SIDES


@inlined
def wall_of(side):
    """OPEN, WALL or ARCHWAY of one packed side."""
    if side & 3:
        return OPEN
    return ARCHWAY if side & 4 else WALL


@inlined
def words_in_use(s):
    """Words of the bit sets that hold free spaces now."""
    frees = int(s.frees)
    return 1 if frees <= WORD else 2 if frees <= 2 * WORD else 3


@inlined
def fitting(s, sides, word):
    """The free spaces of one word where a tile with these packed sides may lie: no open side meets another floor (F2.2)."""
    blocked = s.blocked
    left = int(s.frees) - WORD * word
    there = _FULL if left >= WORD else (1 << left) - 1
    here = unsigned(word)
    clash = int(blocked[here, unsigned(sides & 3)]) | int(blocked[here, unsigned(4 + (sides >> 4 & 3))])
    clash |= int(blocked[here, unsigned(8 + (sides >> 8 & 3))]) | int(blocked[here, unsigned(12 + (sides >> 12 & 3))])
    return there & ~clash


@inlined
def rank_of(s, space):
    """The rank of the first free space that is not before ``space``: its own rank if it is free. There must be a free space."""
    free_space = s.free_space
    rank, left = 0, int(s.frees)
    while left > 1:
        half = left >> 1
        rank += half * int(int(free_space[unsigned(rank + half - 1)]) < space)
        left -= half
    return rank + int(int(free_space[unsigned(rank)]) < space)


@inlined
def is_free(s, rank, space):
    """Whether the free space of that rank, if there is one, is ``space``."""
    return rank < int(s.frees) and int(s.free_space[unsigned(rank)]) == space


@compiled
def open_space(s, rank, space):
    """Put ``space`` among the free ones, where ``rank_of`` says."""
    frees = int(s.frees)
    free_space, facing = s.free_space, s.facing
    for i in range(frees, rank, -1):
        free_space[unsigned(i)] = free_space[unsigned(i - 1)]
    for i in range(frees, rank, -1):
        facing[unsigned(i)] = facing[unsigned(i - 1)]
    free_space[unsigned(rank)] = space
    facing[unsigned(rank)] = 0
    s.frees = frees + 1
    _widen(s, rank)


@compiled
def fill_space(s, rank):
    """Take the free space of that rank out of the list."""
    last = int(s.frees) - 1
    free_space, facing = s.free_space, s.facing
    for i in range(rank, last):
        free_space[unsigned(i)] = free_space[unsigned(i + 1)]
    for i in range(rank, last):
        facing[unsigned(i)] = facing[unsigned(i + 1)]
    free_space[unsigned(last)] = 0
    facing[unsigned(last)] = 0
    _narrow(s, rank)
    s.frees = last


@compiled
def replace_space(s, old, rank, space):
    """Fill the free space of rank ``old`` and open ``space``, where ``rank_of`` says ``rank``; returns its rank in the end.

    Neighbours stand near each other in the list: it is much less work than both by themselves.
    """
    new = rank - 1 if rank > old else rank
    if words_in_use(s) > 1:
        fill_space(s, old)
        open_space(s, new, space)
        return new
    free_space, facing = s.free_space, s.facing
    for i in range(old, new):
        free_space[unsigned(i)] = free_space[unsigned(i + 1)]
        facing[unsigned(i)] = facing[unsigned(i + 1)]
    for i in range(old, new, -1):
        free_space[unsigned(i)] = free_space[unsigned(i - 1)]
        facing[unsigned(i)] = facing[unsigned(i - 1)]
    free_space[unsigned(new)] = space
    facing[unsigned(new)] = 0
    _rotate(s, old, new)
    return new


@compiled
def _rotate(s, old, new):
    """In all bit sets take the bit ``old`` out and put a clear bit in at ``new``, both in the first word."""
    blocked = s.blocked
    down = int(new > old)
    low = old if new > old else new
    between = ((2 << (old + new - 2 * low)) - 1) << low
    for row in range(_ROWS):
        bits = int(blocked[0, unsigned(row)])
        inside = bits & between
        blocked[0, unsigned(row)] = (bits & ~between) | (((inside << (1 - down)) >> down) & between)


@compiled
def _widen(s, rank):
    """Open a gap, with clear bits, at ``rank`` in all bit sets (when ``frees`` counts it already)."""
    blocked = s.blocked
    word = rank // WORD
    for w in range(words_in_use(s) - 1, word, -1):
        for row in range(_ROWS):
            blocked[unsigned(w), unsigned(row)] = ((int(blocked[unsigned(w), unsigned(row)]) << 1) & _FULL) | (
                int(blocked[unsigned(w - 1), unsigned(row)]) >> (WORD - 1)
            )
    below = (1 << (rank - WORD * word)) - 1
    for row in range(_ROWS):
        bits = int(blocked[unsigned(word), unsigned(row)])
        blocked[unsigned(word), unsigned(row)] = (((bits & ~below) << 1) & _FULL) | (bits & below)


@compiled
def _narrow(s, rank):
    """Close the gap at ``rank`` in all bit sets (while ``frees`` still counts it)."""
    blocked = s.blocked
    word, last = rank // WORD, words_in_use(s) - 1
    below = (1 << (rank - WORD * word)) - 1
    for row in range(_ROWS):
        bits = int(blocked[unsigned(word), unsigned(row)])
        blocked[unsigned(word), unsigned(row)] = ((bits >> 1) & ~below) | (bits & below)
    for w in range(word, last):
        for row in range(_ROWS):
            after = int(blocked[unsigned(w + 1), unsigned(row)])
            blocked[unsigned(w), unsigned(row)] = int(blocked[unsigned(w), unsigned(row)]) | ((after & 1) << (WORD - 1))
            blocked[unsigned(w + 1), unsigned(row)] = after >> 1


@inlined
def face(s, rank, side, part, packed_side):
    """Let a free space know what faces it from ``side``: a part's packed side."""
    s.facing[unsigned(rank)] = int(s.facing[unsigned(rank)]) | (((part + 1) * 4 + wall_of(packed_side)) << (16 * side))
    floor = packed_side & 3
    blocked = s.blocked
    word = rank // WORD
    bit = 1 << (rank - WORD * word)
    for other in range(1, 4):
        clash = bit if floor and other != floor else 0
        blocked[unsigned(word), unsigned(4 * side + other)] = int(blocked[unsigned(word), unsigned(4 * side + other)]) | clash
