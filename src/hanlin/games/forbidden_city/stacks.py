"""The tiles of a seat that are not placed yet: those in its stack and the one in hand (F1.1, F2.3, F6.1)."""

from __future__ import annotations

from hanlin.core.jit.bits import count
from hanlin.core.jit.compiled import compiled
from hanlin.core.jit.indexing import unsigned


@compiled
def stack_size(s, seat):
    """Tiles in a seat's stack: the shuffled ones and those put under them."""
    return count(int(s.stack[unsigned(seat)])) + int(s.unders[unsigned(seat)])


@compiled
def tiles_left(s, seat):
    """Tiles that are left to a seat, in hand and in the stack (F6.1)."""
    return stack_size(s, seat) + (1 if s.hand[unsigned(seat)] >= 0 else 0)


@compiled
def take_kind(s, seat, kind):
    """Take a tile of ``kind`` out of the shuffled part of a stack."""
    stack = int(s.stack[unsigned(seat)])
    tiles = stack & int(s.kind_tiles[unsigned(kind)])
    s.stack[unsigned(seat)] = stack & ~(tiles & -tiles)


@compiled
def take_under(s, seat):
    """Take the first tile put under a stack."""
    unders = int(s.unders[unsigned(seat)]) - 1
    for i in range(unders):
        s.under[seat, i] = s.under[seat, i + 1]
    s.under[seat, unders] = 0
    s.unders[unsigned(seat)] = unders
