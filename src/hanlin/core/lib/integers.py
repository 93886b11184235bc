"""Whole numbers from outside: one strict reading of texts and of Python's values for everything that takes a number.

A text is a whole number in one way only: ASCII digits, no sign but a minus, no blanks, no underscores, no leading zeros. So a
number has one text, and whatever is read can be written and compared again.
"""

from __future__ import annotations

import operator
import re
from typing import Any

DIGITS = 18
"""A number of so many digits fits into 64 bits; no text that is longer is looked at."""
LARGEST_SEED = 2**128 - 1

_WHOLE = re.compile(r"0|-?[1-9][0-9]*", re.ASCII)


def whole_text(text: Any, least: int, most: int) -> int | None:
    """The number written in a text, if it is between two others; None for everything else."""
    if not isinstance(text, str) or len(text) > DIGITS or _WHOLE.fullmatch(text) is None:
        return None
    number = int(text)
    return number if least <= number <= most else None


def whole(value: Any) -> int | None:
    """A value of Python (or NumPy) as a whole number; None for truth values, fractions, texts and everything else."""
    if isinstance(value, bool) or type(value).__name__ in ("bool", "bool_"):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None


def described(value: Any) -> str:
    """A value for a message; Python refuses to write out very long numbers."""
    try:
        return repr(value)
    except ValueError:
        return "a number of thousands of digits"


def seed_of(value: Any) -> int | None:
    """A whole number that can seed chance; None for everything else."""
    number = whole(value)
    return number if number is not None and abs(number) <= LARGEST_SEED else None
