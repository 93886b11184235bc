"""The game's name, and its options with their values."""

from __future__ import annotations

from hanlin.core.i18n.language import _
from hanlin.core.verbs.presentation import GameFacts, labelled
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.words import names


def title() -> str:
    """The game's name."""
    return _("In the Year of the Dragon")


def blurb() -> str:
    """Two sentences about the game."""
    return _(
        "Twelve months, ten disasters, and everyone sees them coming: bring your court through the year. "
        "Hire the right people in time, build them palaces, and lose as few as you can."
    )


def facts() -> GameFacts:
    """The author, the length and the weight, as on the box."""
    return GameFacts(author="Stefan Feld", minutes=(75, 100), weight="heavy")


def option(name: str) -> tuple[str, str]:
    """An option's label and help."""
    return {
        "great_wall": (
            _("The Great Wall"),
            _("An eighth action builds a wall tile with a benefit; the wall must be long enough when the Mongols come."),
        ),
        "super_event": (_("Super event"), _("A second event in month 7, known from the start.")),
        "large_privilege": (
            _("Price of a large privilege"),
            _("Seven yuan as in the anniversary edition, or six as in the first one."),
        ),
    }[name]


def option_value(name: str, value: str) -> str:
    """The label of one of an option's values, for super events with what they do."""
    if name == "large_privilege":
        return names.amount(int(value), p.YUAN)
    if value == "none":
        return _("No super event")
    if value == "random":
        return _("One at random")
    number = p.SUPER_EVENT_NAMES.index(value)
    return labelled(names.super_event_name(number), names.super_event_effect(number))
