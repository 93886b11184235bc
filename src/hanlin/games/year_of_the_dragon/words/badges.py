"""The words of the badges (``core/verbs/badges.py``)."""

from __future__ import annotations

from hanlin.core.i18n.language import _
from hanlin.core.verbs.badges import Badge


def badge(badge: Badge) -> tuple[str, str]:
    """The title of a badge, and what it asks for."""
    n = badge.limit
    title, about = {
        "few-court-ladies": (_("Quiet court"), _("Win with at most {n} points for court ladies.")),
        "nobody-left": (_("Nobody leaves"), _("Win without an event taking anyone from your palaces.")),
        "no-privilege": (_("Without privilege"), _("Win without buying a privilege.")),
        "dragons": (_("Friend of dragons"), _("Win with at least {n} dragons on your privileges.")),
        "no-taxes": (_("Tax-free"), _("Win without choosing Taxes.")),
        "few-builds": (_("Small but fine"), _("Win choosing Build at most once.")),
        "towers": (_("Sky-high"), _("Win and build at least {n} palaces up to three floors.")),
        "monks": (_("Enlightened"), _("Win with at least {n} points for monks.")),
        "scholars": (_("Bookworm"), _("Win with at least {n} points for Research.")),
        "mongols": (_("Great general"), _("Win with at least {n} points in Mongol invasions.")),
        "from-behind": (_("Second wind"), _("Win though you trail by at least {n} points after month 6.")),
        "by-far": (_("Far ahead"), _("Win by at least {n} points.")),
    }[badge.id]
    return title, about.format(n=n)
