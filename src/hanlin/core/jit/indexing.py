"""Indexes of hot paths.

Python counts negative indexes from the end, so machine code compares every index with 0 unless its type has no sign. Those
comparisons can be a third of the work of a rule that reads small tables, and keep loops from being done many entries at a time.
"""

from __future__ import annotations

import numpy as np

from hanlin.core.jit.compiled import compiled_instead


def _without_sign(index):
    return np.uintp(index)


@compiled_instead(_without_sign)
def unsigned(index):
    """An index that is known not to be negative. It is only for indexing, not for arithmetic."""
    return index
