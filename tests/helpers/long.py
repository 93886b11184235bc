"""What the tests do in short, and what they do in ``make soak``: there ``HANLIN_LONG`` is 1."""

from __future__ import annotations

import os

import pytest

LONG = os.environ.get("HANLIN_LONG") == "1"
TIMES = 10
"""How many times as many examples Hypothesis tries in the long form."""


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
