"""The game's name and its options, in words."""

from __future__ import annotations

from hanlin.core.i18n.language import _
from hanlin.core.verbs.presentation import GameFacts


def title() -> str:
    """The game's name."""
    return _("China")


def blurb() -> str:
    """Two sentences about the game."""
    return _(
        "Governors build palaces along the roads of nine regions and send emissaries to their courts, one or two pieces "
        "per turn. A game of majorities by Michael Schacht for 3 to 5, quick and sharp, on Hanlin’s own map."
    )


def facts() -> GameFacts:
    """The author, the length and the weight, as on the box."""
    return GameFacts(author="Michael Schacht", minutes=(45, 60), weight="medium")


def option(name: str) -> tuple[str, str]:
    """An option's label and help."""
    return {
        "fortresses": (
            _("Fortresses"),
            _(
                "Each player may build one fortress; a palace on it doubles what its owner scores for the region and for "
                "the row."
            ),
        ),
        "side": (
            _("Side of the board"),
            _("The two sides differ in a few roads: 3-4 is for three or four players, 4-5 for four or five."),
        ),
        "map": (
            _("Map"),
            _("Your own map file. Without one, you play on Hanlin’s own map, which is not the printed board."),
        ),
    }[name]


def option_value(name: str, value: object) -> str:
    """The label of one of an option's values."""
    if name == "side":
        return _("for {players} players").format(players=str(value).replace("-", "–"))
    return str(value)
