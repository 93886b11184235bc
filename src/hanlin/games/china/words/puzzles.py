"""The titles of the themes of puzzles (``china/puzzles.py``)."""

from __future__ import annotations

from hanlin.core.i18n.language import _


def puzzle_themes() -> dict[str, str]:
    """The titles of all themes of puzzles by their ids, in the order in which they are offered."""
    return {
        "majority": _("Majority"),
        "complete": _("Complete a region"),
        "alliance": _("Alliance"),
        "road": _("Road"),
        "emissaries": _("Emissaries"),
        "fortress": _("Fortress"),
        "spoil": _("Stop a rival"),
        "joker": _("Pay with a joker"),
        "cards": _("Which card to take"),
        "waiting": _("Hold back"),
        "building": _("Where to build"),
        "last-round": _("Last round"),
    }
