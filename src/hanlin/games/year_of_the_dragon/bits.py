"""Counting and picking bits of a mask (an int64 whose bits 0 to 62 may be set): what the speed of legal actions rests on."""

from __future__ import annotations

from hanlin.core.compiled import compiled, compiled_instead


def _count_by_clearing(mask):
    # LLVM knows this loop and makes one machine instruction of it.
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@compiled_instead(_count_by_clearing)
def count_bits(mask):
    """How many bits are set."""
    return int(mask).bit_count()


@compiled
def lowest_bit(mask):
    """The number of the lowest bit that is set; the mask is not 0."""
    return count_bits((mask & -mask) - 1)


@compiled
def nth_bit(mask, n):
    """The number of the n-th bit that is set, from 0; there are more than n."""
    place = 0
    for half in (32, 16, 8, 4, 2, 1):
        below = count_bits(mask & ((1 << half) - 1))
        above = int(below <= n)
        n -= above * below
        mask >>= above * half
        place += above * half
    return place
