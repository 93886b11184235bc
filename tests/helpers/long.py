"""Settings of the short form of the tests and of the long one in ``make soak`` (``HANLIN_LONG`` is 1)."""

from __future__ import annotations

import os

import pytest

LONG = os.environ.get("HANLIN_LONG") == "1"
TIMES = 10
"""The factor for the number of Hypothesis examples in the long form."""


def examples(n: int) -> int:
    """The number of Hypothesis's examples, of which ``make test`` tries so many."""
    return TIMES * n if LONG else n


def crossed(first, second):
    """All pairs of two parameters' values: every other one always, so that each value occurs, the rest in the long form."""
    return [
        pytest.param(a, b, marks=[pytest.mark.long] if (n + m) % 2 else [])
        for n, a in enumerate(first)
        for m, b in enumerate(second)
    ]
