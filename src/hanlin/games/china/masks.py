"""Sets of spaces of a region and of colours, as masks of eight and five bits."""

from __future__ import annotations

import numpy as np

from hanlin.core.compiled import compiled

NTH = np.full((256, 8), -1, np.int64)
"""NTH[mask, n]: the (n + 1)-th member, from the lowest, of a mask of eight bits; -1 where there are fewer."""

for _mask in range(256):
    _members = [bit for bit in range(8) if _mask >> bit & 1]
    NTH[_mask, : len(_members)] = _members

NTH.setflags(write=False)


@compiled
def present(counts):
    """The mask of the colours of which there is anything in ``counts``."""
    mask = 0
    for colour in range(5):
        if counts[colour] > 0:
            mask |= 1 << colour
    return mask
