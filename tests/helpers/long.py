"""What the tests do in short, and what they do in ``make soak``: there ``HANLIN_LONG`` is 1."""

from __future__ import annotations

import os

LONG = os.environ.get("HANLIN_LONG") == "1"
TIMES = 10
"""How many times as many examples Hypothesis tries in the long form."""


def examples(n: int) -> int:
    """The number of Hypothesis's examples, of which ``make test`` tries so many."""
    return TIMES * n if LONG else n
