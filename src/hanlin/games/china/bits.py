"""Small sets as masks: how many members, and which is the next one, by look-up.

A set of spaces of a region is a mask of eight bits, a set of colours or seats one of five.
"""

from __future__ import annotations

import numpy as np

from hanlin.core.compiled import compiled

COUNT = np.array([mask.bit_count() for mask in range(256)], np.int64)
"""COUNT[mask]: the number of members of a mask of up to eight bits."""

NTH = np.full((256, 8), -1, np.int64)
"""NTH[mask, n]: the (n + 1)-th member, counted from the lowest; -1 where there are fewer."""

for _mask in range(256):
    _members = [bit for bit in range(8) if _mask >> bit & 1]
    NTH[_mask, : len(_members)] = _members

COUNT.setflags(write=False)
NTH.setflags(write=False)


@compiled
def present(counts):
    """The mask of the indices i (up to 7) with ``counts[i] > 0``."""
    mask = 0
    for i in range(len(counts)):
        if counts[i] > 0:
            mask |= 1 << i
    return mask


@compiled
def count_bits(mask):
    """The number of members of a mask of up to 40 bits."""
    n = 0
    while mask:
        n += COUNT[mask & 255]
        mask >>= 8
    return n


@compiled
def lowest(mask):
    """The lowest member of a mask of up to 40 bits that is not empty."""
    n = 0
    while mask & 255 == 0:
        mask >>= 8
        n += 8
    return n + NTH[mask & 255, 0]
