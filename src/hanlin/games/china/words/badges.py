"""The words of the badges (``core/verbs/badges.py``)."""

from __future__ import annotations

from hanlin.core.i18n.language import _
from hanlin.core.verbs.badges import Badge


def badge(badge: Badge) -> tuple[str, str]:
    """The title of a badge, and what it asks for."""
    n = badge.limit
    title, about = {
        "many-regions": (_("Known everywhere"), _("Win with palaces that score in at least {n} regions.")),
        "many-leads": (_("First among princes"), _("Win with the most palaces in at least {n} regions.")),
        "few-leads": (
            _("Second is enough"),
            _("Win with the most palaces in one region at most."),
        ),
        "alliances": (_("Diplomat"), _("Win with points for at least {n} alliances.")),
        "no-alliance": (_("Alone against all"), _("Win without points for an alliance.")),
        "no-emissary": (_("Stay-at-homes"), _("Win without placing an emissary.")),
        "long-road": (_("Great road"), _("Win with at least {n} palaces in a row.")),
        "no-road": (_("No way through"), _("Win without points for palaces in a row.")),
        "few-jokers": (_("Thrifty"), _("Win with two cards paid as one at most {n} times.")),
        "few-singles": (_("Two at a time"), _("Win with at most {n} turns in which you place only one piece.")),
        "from-behind": (_("Last laugh"), _("Win though you trail by at least {n} points before the final scoring.")),
        "by-far": (_("Far ahead"), _("Win by at least {n} points.")),
    }[badge.id]
    return title, about.format(n=n)
