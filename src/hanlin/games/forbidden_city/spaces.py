"""The free spaces next to the palace: numbering them, what faces them, and what fits where (F2.1, F2.2).

See ``state.py`` for numbers, cells and bit sets.
"""

from __future__ import annotations

from hanlin.core.jit.bits import count, lowest
from hanlin.core.jit.compiled import compiled, compiled_instead, inlined
from hanlin.core.jit.indexing import unsigned
from hanlin.games.forbidden_city.pieces import ARCHWAY, OPEN, WALL
from hanlin.games.forbidden_city.state import CELL_ROW, CELLS, ROW

STEP = (-ROW, 1, ROW, -1)
"""The steps from a space to its neighbour at n, e, s, w."""
_CELL_STEP = (CELLS - CELL_ROW, 1, CELL_ROW, CELLS - 1)
"""The same from cell to cell, modulo the number of cells."""
_WORD = (1 << 63) - 1
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
    closed = ARCHWAY if side & 4 else WALL
    return OPEN if side & 3 else closed


@inlined
def facing_from(facing, side):
    """The side that faces a space: 0 without a tile, else read it with ``part_facing`` and ``wall_facing``."""
    return (facing >> (16 * side)) & 0xFFFF


@inlined
def part_facing(field):
    """The part that faces a space."""
    return field >> 3


@inlined
def wall_facing(field):
    """The wall of the part that faces a space, at their common edge: OPEN, WALL or ARCHWAY."""
    return (field >> 1) & 3


@inlined
def words_in_use(s):
    """Words of the bit sets that hold free spaces now."""
    return 1 + int((int(s.free[1]) | int(s.free[2])) != 0) + int(int(s.free[2]) != 0)


@compiled
def free_spaces(s):
    """The number of free spaces."""
    return count(int(s.free[0])) + count(int(s.free[1])) + count(int(s.free[2]))


@inlined
def fitting(s, sides, word):
    """The free spaces of one word where a tile with these packed sides fits: no open side meets another floor (F2.2)."""
    blocked, here = s.blocked, unsigned(word)
    clash = int(blocked[here, unsigned(sides & 3)]) | int(blocked[here, unsigned(4 + (sides >> 4 & 3))])
    clash |= int(blocked[here, unsigned(8 + (sides >> 8 & 3))]) | int(blocked[here, unsigned(12 + (sides >> 12 & 3))])
    return int(s.free[here]) & ~clash


@inlined
def cell_of(space):
    """The cell of a space."""
    space &= 0x7FFF  # says that it has no sign, which spares the division a case
    return (space - (ROW - CELL_ROW) * (space // ROW)) % CELLS


@inlined
def cell_beyond(cell, side):
    """The cell next to another one."""
    beyond = cell + _CELL_STEP[side]
    return beyond - CELLS * int(beyond >= CELLS)


@inlined
def open_space(free, free_space, number_at, cell, space, empty):
    """The number of an empty space next to a tile, a new one if it has none yet. For a space that is not ``empty``: 0.

    The arrays are those of the state. There is no branch for whether the space has a number or is empty: the processor could
    not predict it. An occupied space is given the number 0 again, and number 0 no space.
    """
    number = int(number_at[unsigned(cell)]) & 0xFF
    word, unused = 0, ~int(free[0]) & (_WORD - 1)
    while unused == 0:
        word += 1
        unused = ~int(free[unsigned(word)]) & _WORD
    new = empty & int(number == 0)
    number += new * (64 * word + lowest(unused))
    free[unsigned(word)] = int(free[unsigned(word)]) | (unused & -unused) * new
    number_at[unsigned(cell)] = number
    free_space[unsigned(number)] = space * empty
    return number


@inlined
def face(facing, blocked, number, side, part, packed_side, empty):
    """Let a free space know what faces it from ``side``: a part's packed side. Nothing for a space that is not ``empty``.

    The arrays are those of the state.
    """
    field = part * 8 + wall_of(packed_side) * 2 + 1
    facing[unsigned(number)] = int(facing[unsigned(number)]) | ((field * empty) << (16 * side))
    floor = packed_side & 3
    bit = (empty & int(floor > 0)) << (number & 63)
    word, one, other = unsigned(number >> 6), 4 * side + 1 + int(floor == 1), 4 * side + 3 - int(floor == 3)
    blocked[word, unsigned(one)] = int(blocked[word, unsigned(one)]) | bit
    blocked[word, unsigned(other)] = int(blocked[word, unsigned(other)]) | bit


@inlined
def fill_space(s, cell):
    """Take the free space of a cell out of the free ones; returns what faced it."""
    number = int(s.number_at[unsigned(cell)]) & 0xFF
    facing = int(s.facing[unsigned(number)])
    s.number_at[unsigned(cell)] = 0
    s.free_space[unsigned(number)] = 0
    s.facing[unsigned(number)] = 0
    word, others = unsigned(number >> 6), ~(1 << (number & 63))
    s.free[word] = int(s.free[word]) & others
    _clear(s, word, others)
    return facing


def _clear_row_by_row(s, word, others):
    blocked = s.blocked
    for row in range(_ROWS):
        blocked[word, row] = int(blocked[word, row]) & others


@compiled_instead(_clear_row_by_row)
def _clear(s, word, others):
    """Take a space out of a word of all bit sets of ``blocked``."""
    s.blocked[word] &= others
