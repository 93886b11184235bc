"""What the seats are called: by colour and by flower.

Seat 0 has the first colour, and so on, unless a game's rules give the seats colours of their own (``Game.colours``).
"""

from __future__ import annotations

from hanlin.core.language import N_, _

COLOURS = ("red", "purple", "green", "yellow", "blue")
"""The colours by their numbers."""
_COLOURS = (N_("Red"), N_("Purple"), N_("Green"), N_("Yellow"), N_("Blue"))
_FLOWERS = (N_("plum"), N_("orchid"), N_("bamboo"), N_("chrysanthemum"), N_("lotus"))


def seat_name(seat: int) -> str:
    """The name of a colour in the current language, as a sentence begins with it: "Red"."""
    return _(_COLOURS[seat])


def seat_flower(seat: int) -> str:
    """The name of a colour's flower in the current language: "plum"."""
    return _(_FLOWERS[seat])
