"""Counting and finding bits in int64 bit sets whose bit 63 is clear.

Counting and finding the lowest are one instruction of the processor each: compiled code uses it, plain code what Python
has for it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from hanlin.core.compiled import PLAIN, compiled, compiled_instead, inlined

if not PLAIN:
    from numba.core import types
    from numba.extending import intrinsic

    @intrinsic
    def _population(typing_context: Any, bits: Any) -> Any:
        """The processor's count of the bits that are set."""
        return types.int64(types.int64), lambda context, builder, signature, arguments: builder.ctpop(arguments[0])

    @intrinsic
    def _trailing_zeros(typing_context: Any, bits: Any) -> Any:
        """The processor's count of the clear bits below the lowest that is set."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

        return types.int64(types.int64), generate


def _count_fast(bits):
    return _population(np.int64(bits))


def _lowest_fast(bits):
    return _trailing_zeros(np.int64(bits))


@compiled_instead(_count_fast)
def count(bits):
    """How many bits are set."""
    return int(bits).bit_count()


@compiled_instead(_lowest_fast)
def lowest(bits):
    """The place of the lowest set bit; there must be one."""
    return (int(bits) & -int(bits)).bit_length() - 1


@inlined
def nth(bits, n):
    """The place of the n-th set bit, counted from 0 at the lowest; it must be there."""
    at = 0
    for step in (32, 16, 8, 4, 2, 1):
        before = count(bits & ((1 << step) - 1))
        beyond = int(before <= n)
        n -= beyond * before
        bits >>= beyond * step
        at += beyond * step
    return at


@compiled
def highest(bits):
    """The place of the highest set bit; there must be one."""
    at = 0
    for step in (32, 16, 8, 4, 2, 1):
        if bits >> step:
            bits >>= step
            at += step
    return at
