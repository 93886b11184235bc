"""Counting and finding bits in int64 bit sets whose bit 63 is clear."""

from __future__ import annotations

from hanlin.core.compiled import compiled, compiled_instead


def _count_by_halving(bits):
    """The sum of ever wider groups of bits. The compiler knows this pattern and makes one ``popcnt`` of it."""
    bits = bits - ((bits >> 1) & 0x5555555555555555)
    bits = (bits & 0x3333333333333333) + ((bits >> 2) & 0x3333333333333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F
    return (bits * 0x0101010101010101) >> 56


@compiled_instead(_count_by_halving)
def count(bits):
    """How many bits are set."""
    return int(bits).bit_count()


@compiled
def nth(bits, n):
    """The place of the n-th set bit, counted from 0 at the lowest; it must be there."""
    for _ in range(n):
        bits &= bits - 1
    return count((bits & -bits) - 1)


@compiled
def highest(bits):
    """The place of the highest set bit; there must be one."""
    at = 0
    for step in (32, 16, 8, 4, 2, 1):
        if bits >> step:
            bits >>= step
            at += step
    return at
