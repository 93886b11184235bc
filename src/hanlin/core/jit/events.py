"""Events of the rules: collected at plain speed, compiled to nothing in machine code.

A rule calls ``emit(SCORES, seat, 6, FESTIVAL, 0)`` where something happens. The game log, the score sheets and the explanations
at the table are made from these events, so they can't disagree with the rules. Events must be public.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple

from hanlin.core.jit.compiled import compiled_instead


class Event(NamedTuple):
    """One event. ``what`` is one of the game's event numbers; the meaning of a, b, c is documented there."""

    what: int
    seat: int
    a: int
    b: int
    c: int


_captured: ContextVar[list[Event] | None] = ContextVar("captured", default=None)


def _ignore(what, seat, a, b, c):
    pass


@compiled_instead(_ignore)
def emit(what, seat, a, b, c):
    """Record that ``what`` happened to ``seat`` (-1: to all); a, b, c are its details, 0 where there are none."""
    events = _captured.get()
    if events is not None:
        events.append(Event(int(what), int(seat), int(a), int(b), int(c)))


@contextmanager
def capture() -> Iterator[list[Event]]:
    """Collect the events that are emitted inside the ``with`` block."""
    events: list[Event] = []
    token = _captured.set(events)
    try:
        yield events
    finally:
        _captured.reset(token)


_FORMER = {"tell": emit, "Told": Event, "listening": capture}
"""Former names, kept for one release."""


def __getattr__(name: str) -> Any:
    if name in _FORMER:
        found: Any = _FORMER[name]
        warnings.warn(f"hanlin.core.jit.events.{name} is now called {found.__name__}", DeprecationWarning, stacklevel=2)
        return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
