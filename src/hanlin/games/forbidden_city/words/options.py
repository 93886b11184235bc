"""The game's name, what it is about, and its options."""

from __future__ import annotations

from hanlin.core.i18n.language import _
from hanlin.core.verbs.presentation import GameFacts


def title() -> str:
    """The game's name in the current language."""
    return _("Forbidden City")


def blurb() -> str:
    """Two sentences about the game."""
    return _(
        "Build a palace tile by tile: when its last wall is in place, a room pays the players with the most advisors in it. "
        "A small room with an archway to a great hall may be worth the most."
    )


def facts() -> GameFacts:
    """The author, the length and the weight, as on the box."""
    return GameFacts(author="Reiner Knizia", minutes=(30, 45), weight="light")


def option(name: str) -> tuple[str, str]:
    """The label of an option and a sentence of help; KeyError when there is none of that name."""
    return {
        "side": (
            _("Start tile"),
            _("The palace grows around this tile: start with the gardens; the larger rooms bring more coins."),
        ),
        "tiles": (
            _("Tile set"),
            _(
                "The included tile set is Hanlin's own; the printed tiles differ. "
                "If you own the game, you can enter its tiles in a file and play with them."
            ),
        ),
    }[name]


def option_value(name: str, value: object) -> str:
    """The label of a value of an option; KeyError when there is none."""
    return {("side", "gardens"): _("Gardens at the corners"), ("side", "rooms"): _("Larger rooms")}[name, str(value)]
