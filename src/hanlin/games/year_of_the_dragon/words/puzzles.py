"""The titles of the themes of puzzles (``year_of_the_dragon/puzzles.py``)."""

from __future__ import annotations

from hanlin.core.i18n.language import _


def puzzle_themes() -> dict[str, str]:
    """The titles of all themes of puzzles by their ids, in the order in which they are offered."""
    return {
        "feed-the-court": _("Feed the court"),
        "tribute": _("Pay the tribute"),
        "mongols": _("Mongol invasion"),
        "contagion": _("Contagion"),
        "festival": _("Dragon festival"),
        "monthly-points": _("Points every month"),
        "palaces": _("Palaces"),
        "monks": _("Monks"),
        "turn-order": _("Turn order"),
        "crowded": _("Share a group"),
        "hiring": _("Whom to hire"),
        "leaving": _("Whom to let go"),
        "actions": _("Which action"),
        "last-round": _("Last round"),
    }
