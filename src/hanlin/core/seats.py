"""What the seats are called: by colour and by flower, the same in every game."""

from __future__ import annotations

from hanlin.core.language import N_, _

_COLOURS = (N_("Red"), N_("Purple"), N_("Green"), N_("Yellow"), N_("Blue"))
_FLOWERS = (N_("plum"), N_("orchid"), N_("bamboo"), N_("chrysanthemum"), N_("lotus"))


def seat_name(seat: int) -> str:
    """The name of a seat's colour in the current language, as a sentence begins with it: "Red"."""
    return _(_COLOURS[seat])


def seat_flower(seat: int) -> str:
    """The name of a seat's flower in the current language: "plum"."""
    return _(_FLOWERS[seat])
