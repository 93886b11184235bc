"""Sums of rows of numbers (float32), which is what a small network is made of.

Each sum is added up in the order of the rows, each product rounded before it is added: so both speeds come to the same bits.
Machine code keeps as many as thirty-two sums in the processor while it goes through the rows: a loop over one row after the
other, as Numba makes it, fetches and stores them again for each.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from hanlin.core.jit.compiled import PLAIN, compiled, compiled_instead

if not PLAIN:
    from llvmlite import ir
    from numba.core import cgutils, types
    from numba.extending import intrinsic
    from numba.np.arrayobj import make_array

    def _generate(lanes: int, context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        """Load so many sums from ``at`` on, add the rows that are listed, store them."""
        array = {
            name: make_array(signature.args[k])(context, builder, arguments[k])
            for k, name in enumerate(("out", "inputs", "rows", "which"))
        }
        at, n = arguments[4:]
        wide = cgutils.unpack_tuple(builder, array["rows"].shape)[1]
        vector, number = ir.VectorType(ir.FloatType(), lanes), ir.IntType(32)

        def lanes_at(name: str, place: Any) -> Any:
            return builder.bitcast(builder.gep(array[name].data, [place]), vector.as_pointer())

        sums = cgutils.alloca_once_value(builder, builder.load(lanes_at("out", at), align=4))
        with cgutils.for_range(builder, n) as loop:
            row = builder.load(builder.gep(array["which"].data, [loop.index]))
            by = builder.load(builder.gep(array["inputs"].data, [row]))
            one = builder.insert_element(ir.Constant(vector, ir.Undefined), by, number(0))
            by = builder.shuffle_vector(one, one, ir.Constant(ir.VectorType(number, lanes), [number(0)] * lanes))
            weights = builder.load(lanes_at("rows", builder.add(builder.mul(row, wide), at)), align=4)
            builder.store(builder.fadd(builder.load(sums), builder.fmul(by, weights)), sums)
        builder.store(builder.load(sums), lanes_at("out", at), align=4)
        return context.get_dummy_value()

    def _adder(lanes: int) -> Callable[..., Any]:
        def add(typing_context: Any, out: Any, inputs: Any, rows: Any, which: Any, at: Any, n: Any) -> Any:
            def generate(*made: Any) -> Any:
                return _generate(lanes, *made)

            return types.void(out, inputs, rows, which, types.intp, types.intp), generate

        return intrinsic(add)

    _add_32, _add_16, _add_8 = _adder(32), _adder(16), _adder(8)


@compiled
def _list_nonzero(inputs, which):
    """Write the places of the numbers that are not 0 to ``which``; return how many."""
    n = 0
    for k in range(len(inputs)):
        which[n] = k
        n += int(inputs[k] != 0.0)
    return n


@compiled
def _add_one(out, inputs, rows, which, at, n):
    for k in range(n):
        out[at] += inputs[which[k]] * rows[which[k], at]


def _add_rows_fast(inputs, rows, which, out):
    n = _list_nonzero(inputs, which)
    at = 0
    while at + 32 <= len(out):
        _add_32(out, inputs, rows, which, at, n)
        at += 32
    while at + 16 <= len(out):
        _add_16(out, inputs, rows, which, at, n)
        at += 16
    while at + 8 <= len(out):
        _add_8(out, inputs, rows, which, at, n)
        at += 8
    while at < len(out):
        _add_one(out, inputs, rows, which, at, n)
        at += 1


@compiled_instead(_add_rows_fast)
def add_rows(inputs, rows, which, out):
    """Add to ``out`` each row times its number in ``inputs``, one after the other; numbers that are 0 are skipped.

    rows: (numbers, sums), all contiguous. which: int64, room for as many numbers as there are inputs.
    """
    for place in np.flatnonzero(inputs):
        out += inputs[place] * rows[place]
