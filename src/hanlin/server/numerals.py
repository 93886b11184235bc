"""Whole numbers as forms and addresses tell them."""

from __future__ import annotations


def whole_number(text: str, digits: int) -> int | None:
    """The number of a text of at most so many digits; None for everything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None
