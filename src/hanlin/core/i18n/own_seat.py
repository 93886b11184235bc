"""The reader's own seat, in texts that nobody else reads: "You 7, Purple 4" instead of "Red 7, Purple 4"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

from hanlin.core.i18n.language import _
from hanlin.core.i18n.seat_names import called, seat_name

_OWN = -1
"""No colour: an entry among the names by which cached texts of a reader are told from those of others."""
_own: ContextVar[int | None] = ContextVar("own", default=None)


@contextmanager
def called_own(names: Mapping[int, str], colour: int) -> Iterator[None]:
    """Inside the ``with`` block, speak of colours by those names, and to the reader, who has a colour."""
    token = _own.set(colour)
    try:
        with called({**names, _OWN: str(colour)}):
            yield
    finally:
        _own.reset(token)


def is_own(colour: int) -> bool:
    """True if a colour is the reader's own."""
    return _own.get() == colour


def listed_name(colour: int) -> str:
    """The name of a colour's seat in a list, without a verb or a preposition: "You", or its name."""
    return _("You") if is_own(colour) else seat_name(colour)
