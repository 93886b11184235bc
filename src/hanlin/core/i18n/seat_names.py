"""Names of the seats: the player's where known, else the colour's; and the flower's.

Seat 0 has the first colour, and so on, unless a game's rules give the seats colours of their own (``Game.colours``). Who sits
there may have a name: within ``called`` all texts use it instead of the colour's. Texts that nobody else reads may speak to
their reader: "You 7, Purple 4" instead of "Red 7, Purple 4".
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
    """The names in use, by the numbers of their colours, and the reader's own colour, if texts speak to one."""

    def __init__(self, names: tuple[tuple[int, str], ...], own: int | None) -> None:
        self.names = dict(names)
        self.own = own
        self._written = f"{names or ''}{'' if own is None else own}"
        self._keys: dict[str, str] = {}

    def key(self, code: str) -> str:
        """The language with the names, the very same text each time: its hash is known then."""
        found = self._keys.get(code)
        if found is None:
            found = self._keys[code] = code + self._written
        return found


_NOBODY = _Called((), None)
_called: ContextVar[_Called] = ContextVar("called", default=_NOBODY)


@contextmanager
def called(names: Mapping[int, str], own: int | None = None) -> Iterator[None]:
    """Inside the ``with`` block, speak of a colour (its number) by that name; of the others by their colours.

    own: the colour of the only reader, to whom texts speak.
    """
    token = _called.set(_Called(tuple(sorted(names.items())), own) if names or own is not None else _NOBODY)
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


def is_own(colour: int) -> bool:
    """True if a colour is that of the only reader."""
    return _called.get().own == colour


def listed_name(colour: int) -> str:
    """The name of a colour's seat in a list, without a verb or a preposition: "You" for the only reader, or its name."""
    return _("You") if is_own(colour) else seat_name(colour)


def colour_name(seat: int) -> str:
    """The name of a colour in the current language: "Red"."""
    return _(_COLOURS[seat])


def seat_flower(seat: int) -> str:
    """The name of a colour's flower in the current language: "plum"."""
    return _(_FLOWERS[seat])
