"""Sums of rows are equal at both speeds, to the bit, for any number of sums."""

from __future__ import annotations

import numpy as np
import pytest

from hanlin.core.jit.compiled import PLAIN, entry
from hanlin.core.jit.row_sums import add_rows


def add(told, rows, which, out):
    add_rows(told, rows, which, out)


add_fast = entry(add)


@pytest.mark.skipif(PLAIN, reason="no machine code is made in this process")
@pytest.mark.parametrize("sums", [0, 1, 7, 8, 15, 16, 24, 31, 48, 85])
def test_rows_are_added_alike_at_both_speeds(sums):
    rng = np.random.default_rng(sums)
    rows = rng.normal(0, 1, (30, sums)).astype(np.float32)
    for part in (0.0, 0.2, 1.0):
        told = (rng.normal(0, 1, 30) * (rng.random(30) < part)).astype(np.float32)
        found = []
        for run in (add, add_fast):
            # The three more are not the rows' to write to.
            out = np.arange(sums + 3, dtype=np.float32)
            run(told, rows, np.zeros(30, np.int64), out[:sums])
            found.append(out)
        assert found[0].tobytes() == found[1].tobytes()
        wanted = np.arange(sums + 3, dtype=float)
        wanted[:sums] += told.astype(float) @ rows
        assert found[0] == pytest.approx(wanted, rel=1e-4, abs=1e-4)
