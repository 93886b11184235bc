"""Words of bits: small sets as masks, which the speed of legal actions rests on, and sums that may pass 63 bits.

A mask is an int64 whose bits 0 to 62 may be set. Counting and finding the lowest are one instruction of the processor each,
finding the n-th is two on most: compiled code uses them, plain code what Python has for it.

Numba promises LLVM that ``+ - *`` of signed numbers never pass 63 bits, so what a program does when they do is left to chance.
Where a number may (hashes, numbers packed side by side), ``wrapping_product`` and ``wrapping_sum`` keep the low 64 bits.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from hanlin.core.jit.compiled import PLAIN, compiled, compiled_instead, inlined

if not PLAIN:
    import numba
    from llvmlite import binding, ir
    from numba.core import types
    from numba.core.cgutils import get_or_insert_function
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

    @intrinsic
    def _deposit(typing_context: Any, bits: Any, mask: Any) -> Any:
        """The processor's PDEP: the low bits, each moved to the place of a member of the mask."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            word = ir.IntType(64)
            pdep = get_or_insert_function(builder.module, ir.FunctionType(word, [word, word]), "llvm.x86.bmi.pdep.64")
            return builder.call(pdep, arguments)

        return types.int64(types.int64, types.int64), generate

    @intrinsic
    def _product(typing_context: Any, a: Any, b: Any) -> Any:
        """The low 64 bits of a product."""
        return types.int64(types.int64, types.int64), lambda context, builder, signature, pair: builder.mul(*pair)

    @intrinsic
    def _sum(typing_context: Any, a: Any, b: Any) -> Any:
        """The low 64 bits of a sum."""
        return types.int64(types.int64, types.int64), lambda context, builder, signature, pair: builder.add(*pair)


def deposits_quickly() -> bool:
    """True where machine code is made for a processor with a fast PDEP; two families of AMD have a slow one."""
    if PLAIN:
        return False
    name = numba.config.CPU_NAME or binding.get_host_cpu_name()  # type: ignore[attr-defined]
    features = numba.config.CPU_FEATURES  # type: ignore[attr-defined]
    has = "+bmi2" in features.split(",") if features is not None else binding.get_host_cpu_features().get("bmi2", False)
    return has and name not in ("generic", "znver1", "znver2")


def _product_fast(a, b):
    return _product(np.int64(a), np.int64(b))  # type: ignore[call-arg]


def _sum_fast(a, b):
    return _sum(np.int64(a), np.int64(b))  # type: ignore[call-arg]


def _as_int64(number: int) -> int:
    """The low 64 bits of a number, as a signed one."""
    return ((number + (1 << 63)) & ((1 << 64) - 1)) - (1 << 63)


@compiled_instead(_product_fast)
def wrapping_product(a, b):
    """The low 64 bits of a * b, as an int64."""
    return _as_int64(int(a) * int(b))


@compiled_instead(_sum_fast)
def wrapping_sum(a, b):
    """The low 64 bits of a + b, as an int64."""
    return _as_int64(int(a) + int(b))


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
def nth_by_halves(mask, n):
    """``nth`` in compiled code for a processor without PDEP: is it in the lower half? in the lower half of that? …"""
    at = 0
    for step in (32, 16, 8, 4, 2, 1):
        before = count(mask & ((1 << step) - 1))
        beyond = int(before <= n)
        n -= beyond * before
        mask >>= beyond * step
        at += beyond * step
    return at


def _nth_fast(mask, n):
    return _trailing_zeros(_deposit(np.int64(1) << np.int64(n), np.int64(mask)))  # type: ignore[call-arg]


@compiled_instead(_nth_fast if deposits_quickly() else nth_by_halves)
def nth(mask, n):
    """The n-th member, counted from 0 at the lowest; there are more than n."""
    mask = int(mask)
    for _ in range(n):
        mask &= mask - 1
    return lowest(mask)


@compiled
def highest(mask):
    """The highest member of a mask that is not empty."""
    at = 0
    for step in (32, 16, 8, 4, 2, 1):
        if mask >> step:
            mask >>= step
            at += step
    return at
