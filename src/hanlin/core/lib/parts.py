"""Sequences in parts of a bounded size, as queries for many things at once need them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")

AT_ONCE = 500
"""Rows that one query asks for, well below the number of parameters that a database allows."""


def in_parts(items: Sequence[T], size: int = AT_ONCE) -> Iterator[Sequence[T]]:
    """The items in their order, ``size`` at a time; fewer in the last part."""
    for first in range(0, len(items), size):
        yield items[first : first + size]
