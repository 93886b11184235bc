"""Small sets as masks: counting members and finding them, which the speed of legal actions rests on.

A mask is an int64 whose bits 0 to 62 may be set. Counting and finding the lowest are one instruction of the processor each:
compiled code uses it, plain code what Python has for it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from hanlin.core.compiled import PLAIN, compiled, compiled_instead, inlined

if not PLAIN:
    from numba.core import types
    from numba.extending import intrinsic

    @intrinsic
    def _population(typing_context: Any, mask: Any) -> Any:
        """The processor's count of the bits that are set."""
        return types.int64(types.int64), lambda context, builder, signature, arguments: builder.ctpop(arguments[0])

    @intrinsic
    def _trailing_zeros(typing_context: Any, mask: Any) -> Any:
        """The processor's count of the clear bits below the lowest that is set."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

        return types.int64(types.int64), generate


def _count_fast(mask):
    return _population(np.int64(mask))  # type: ignore[call-arg]


def _lowest_fast(mask):
    return _trailing_zeros(np.int64(mask))  # type: ignore[call-arg]


@compiled_instead(_count_fast)
def count(mask):
    """The number of members."""
    return int(mask).bit_count()


@compiled_instead(_lowest_fast)
def lowest(mask):
    """The lowest member of a mask that is not empty."""
    return (int(mask) & -int(mask)).bit_length() - 1


@inlined
def nth(mask, n):
    """The n-th member, counted from 0 at the lowest; there are more than n."""
    at = 0
    for step in (32, 16, 8, 4, 2, 1):
        before = count(mask & ((1 << step) - 1))
        beyond = int(before <= n)
        n -= beyond * before
        mask >>= beyond * step
        at += beyond * step
    return at


@compiled
def highest(mask):
    """The highest member of a mask that is not empty."""
    at = 0
    for step in (32, 16, 8, 4, 2, 1):
        if mask >> step:
            mask >>= step
            at += step
    return at
