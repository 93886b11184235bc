"""How rules tell what happened: at plain speed to whoever listens, at compiled speed to nobody and at no cost.

A rule says ``tell(SCORES, seat, 6, FESTIVAL)`` where the thing happens; the log, the score sheets and the explanations on the
table are made from what was told, so they can't disagree with the rules. What is told must be public.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

from hanlin.core.jit.compiled import compiled_instead


class Told(NamedTuple):
    """One thing that happened. ``what`` is one of the game's numbers for events; the others are as documented there."""

    what: int
    seat: int
    a: int
    b: int
    c: int


_listener: ContextVar[list[Told] | None] = ContextVar("listener", default=None)


def _silence(what, seat, a, b, c):
    pass


@compiled_instead(_silence)
def tell(what, seat, a, b, c):
    """Tell that ``what`` happened to ``seat`` (-1: to all); a, b, c say more, 0 where there is no more to say."""
    told = _listener.get()
    if told is not None:
        told.append(Told(int(what), int(seat), int(a), int(b), int(c)))


@contextmanager
def listening() -> Iterator[list[Told]]:
    """Collect what is told inside the ``with`` block."""
    told: list[Told] = []
    token = _listener.set(told)
    try:
        yield told
    finally:
        _listener.reset(token)
