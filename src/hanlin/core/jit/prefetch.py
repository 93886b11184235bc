"""Prefetching of memory: with thousands of games, waiting for it takes longer than playing."""

from __future__ import annotations

from typing import Any

from hanlin.core.jit.compiled import PLAIN, compiled_instead

if not PLAIN:
    from llvmlite import ir
    from numba.core import cgutils, types
    from numba.core.cgutils import get_or_insert_function
    from numba.extending import intrinsic
    from numba.np.arrayobj import make_array

    def _generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        """Emit the processor's PREFETCH for the cache line of an array's entry, from the array and its indexes."""
        kind = signature.args[0]
        array = make_array(kind)(context, builder, arguments[0])
        place = cgutils.get_item_pointer(context, builder, kind, array, arguments[1:], wraparound=False)
        byte, word = ir.IntType(8).as_pointer(), ir.IntType(32)
        wants = ir.FunctionType(ir.VoidType(), [byte, word, word, word])
        prefetch = get_or_insert_function(builder.module, wants, "llvm.prefetch.p0i8")
        to_read, keep, data = word(0), word(3), word(1)
        builder.call(prefetch, [builder.bitcast(place, byte), to_read, keep, data])
        return context.get_dummy_value()

    @intrinsic
    def _prefetch(typing_context: Any, table: Any, row: Any, column: Any) -> Any:
        return types.void(table, types.intp, types.intp), _generate

    @intrinsic
    def _prefetch_entry(typing_context: Any, array: Any, index: Any) -> Any:
        return types.void(array, types.intp), _generate


def _fetch_fast(table: Any, row: int, column: int) -> None:
    _prefetch(table, row, column)  # type: ignore[call-arg]


@compiled_instead(_fetch_fast)
def fetch(table: Any, row: int, column: int) -> None:
    """Prefetch the cache line of table[row, column], without waiting for it. Does nothing at plain speed."""


def _fetch_entry_fast(array: Any, index: int) -> None:
    _prefetch_entry(array, index)  # type: ignore[call-arg]


@compiled_instead(_fetch_entry_fast)
def fetch_entry(array: Any, index: int) -> None:
    """The same for array[index] of an array of one dimension."""
