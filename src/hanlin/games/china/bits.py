"""Small sets as masks: how many members, which is the lowest, which is the n-th.

Counting and finding the lowest are one instruction of the processor each: compiled code uses it, plain code what Python
has for it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from hanlin.core.compiled import PLAIN, compiled, compiled_instead

if not PLAIN:
    from numba.core import types
    from numba.extending import intrinsic

    @intrinsic
    def _population(typing_context: Any, mask: Any) -> Any:
        """The processor's count of the bits that are set."""
        return types.int64(types.int64), lambda context, builder, signature, arguments: builder.ctpop(arguments[0])

    @intrinsic
    def _trailing_zeros(typing_context: Any, mask: Any) -> Any:
        """The processor's count of the zeros below the lowest bit that is set."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

        return types.int64(types.int64), generate


def _count_fast(mask):
    return _population(np.int64(mask))  # type: ignore[call-arg]


def _lowest_fast(mask):
    return _trailing_zeros(np.int64(mask))  # type: ignore[call-arg]


@compiled_instead(_count_fast)
def count(mask):
    """The number of members of a mask (bits 0–62)."""
    return int(mask).bit_count()


@compiled_instead(_lowest_fast)
def lowest(mask):
    """The lowest member of a mask that is not empty."""
    return (int(mask) & -int(mask)).bit_length() - 1


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
