"""Whole numbers in forms and addresses."""

from __future__ import annotations

from hanlin.core.lib.integers import whole_text


def whole_number(text: str, digits: int) -> int | None:
    """The number from 0 of a text of at most so many digits, written in the one way that ``core.lib.integers`` reads."""
    return whole_text(text, 0, 10**digits - 1)
