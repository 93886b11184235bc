"""Names of the seats: the player's where known, else the colour's; and the flower's.

Seat 0 has the first colour, and so on, unless a game's rules give the seats colours of their own (``Game.colours``). Who sits
there may have a name: within ``called`` all texts use it instead of the colour's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

from hanlin.core.i18n.language import N_, _, current_language

COLOURS = ("red", "purple", "green", "yellow", "blue")
"""The colours by their numbers."""
_COLOURS = (N_("Red"), N_("Purple"), N_("Green"), N_("Yellow"), N_("Blue"))
_FLOWERS = (N_("plum"), N_("orchid"), N_("bamboo"), N_("chrysanthemum"), N_("lotus"))


class _Called:
    """The names in use, by the numbers of their colours."""

    def __init__(self, names: tuple[tuple[int, str], ...]) -> None:
        self.names = dict(names)
        self._written = repr(names) if names else ""
        self._keys: dict[str, str] = {}

    def key(self, code: str) -> str:
        """The language with the names, the very same text each time: its hash is known then."""
        found = self._keys.get(code)
        if found is None:
            found = self._keys[code] = code + self._written
        return found


_NOBODY = _Called(())
_called: ContextVar[_Called] = ContextVar("called", default=_NOBODY)


@contextmanager
def called(names: Mapping[int, str]) -> Iterator[None]:
    """Inside the ``with`` block, speak of a colour (its number) by that name; of the others by their colours."""
    token = _called.set(_Called(tuple(sorted(names.items()))) if names else _NOBODY)
    try:
        yield
    finally:
        _called.reset(token)


def spoken() -> str:
    """The cache key of a text besides its subject: the language and the names in use."""
    return _called.get().key(current_language())


def seat_name(seat: int) -> str:
    """The name of a colour's seat at the beginning of a sentence: its own, else the colour's in the current language."""
    return _called.get().names.get(seat) or colour_name(seat)


def colour_name(seat: int) -> str:
    """The name of a colour in the current language: "Red"."""
    return _(_COLOURS[seat])


def seat_flower(seat: int) -> str:
    """The name of a colour's flower in the current language: "plum"."""
    return _(_FLOWERS[seat])
