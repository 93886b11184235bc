"""What the seats are called: by name where they have one, else by colour; and by flower.

Seat 0 has the first colour, and so on, unless a game's rules give the seats colours of their own (``Game.colours``). Who sits
there may have a name: within ``called`` all texts use it instead of the colour's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

from hanlin.core.language import N_, _, current_language

COLOURS = ("red", "purple", "green", "yellow", "blue")
"""The colours by their numbers."""
_COLOURS = (N_("Red"), N_("Purple"), N_("Green"), N_("Yellow"), N_("Blue"))
_FLOWERS = (N_("plum"), N_("orchid"), N_("bamboo"), N_("chrysanthemum"), N_("lotus"))

_called: ContextVar[tuple[tuple[int, str], ...]] = ContextVar("called", default=())


@contextmanager
def called(names: Mapping[int, str]) -> Iterator[None]:
    """Inside the ``with`` block, speak of a colour (its number) by that name; of the others by their colours."""
    token = _called.set(tuple(sorted(names.items())))
    try:
        yield
    finally:
        _called.reset(token)


def spoken() -> str:
    """What a text depends on beside its subject, as a key for what is kept: the language and the names in use."""
    return "|".join((current_language(), *(f"{colour}={name}" for colour, name in _called.get())))


def seat_name(seat: int) -> str:
    """What the seat of a colour is called, as a sentence begins with it: its name, else its colour in the current language."""
    return dict(_called.get()).get(seat) or colour_name(seat)


def colour_name(seat: int) -> str:
    """The name of a colour in the current language: "Red"."""
    return _(_COLOURS[seat])


def seat_flower(seat: int) -> str:
    """The name of a colour's flower in the current language: "plum"."""
    return _(_FLOWERS[seat])
