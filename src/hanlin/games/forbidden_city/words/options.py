"""The game's name, what it is about, and its options."""

from __future__ import annotations

from hanlin.core.i18n.language import _


def title() -> str:
    """The game's name in the current language."""
    return _("Forbidden City")


def blurb() -> str:
    """Two sentences about the game."""
    return _(
        "Tile by tile a palace grows, and each room pays those whose advisors fill it when its last wall stands. "
        "A small room with an archway to a great hall may be worth the most."
    )


def option(name: str) -> tuple[str, str]:
    """The label of an option and a sentence of help; KeyError when there is none of that name."""
    return {
        "side": (
            _("Start tile"),
            _("The palace grows around this tile: begin with the gardens; the larger rooms bring more coins."),
        ),
        "tiles": (
            _("Tile set"),
            _(
                "The tile set that comes with the game is this project's own; the printed tiles differ. "
                "If you own the game, you can write its tiles down in a file and play with them."
            ),
        ),
    }[name]


def option_value(name: str, value: object) -> str:
    """The label of a value of an option; KeyError when there is none."""
    return {("side", "gardens"): _("Gardens at the corners"), ("side", "rooms"): _("Larger rooms")}[name, str(value)]
