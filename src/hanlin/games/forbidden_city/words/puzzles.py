"""The titles of the themes of puzzles (``forbidden_city/puzzles.py``)."""

from __future__ import annotations

from hanlin.core.i18n.language import _


def puzzle_themes() -> dict[str, str]:
    """The titles of all themes of puzzles by their ids, in the order in which they are offered."""
    return {
        "closing": _("Close a room"),
        "others-room": _("Take a rival’s room"),
        "archway": _("Archway"),
        "dragon": _("Dragon"),
        "majority": _("Majority"),
        "large-room": _("Large room"),
        "spoil": _("Stop a rival"),
        "two-rooms": _("Two at once"),
        "placing": _("Where to place"),
        "last-round": _("Last round"),
    }
