"""The words of the badges (``core/verbs/badges.py``)."""

from __future__ import annotations

from hanlin.core.i18n.language import _
from hanlin.core.verbs.badges import Badge


def badge(badge: Badge) -> tuple[str, str]:
    """The title of a badge, and what it asks for."""
    n = badge.limit
    title, about = {
        "closed-for-others": (_("Generous guest"), _("Win and close at least {n} rooms that another player leads.")),
        "closed-for-me": (_("Open doors"), _("Win and lead at least {n} rooms that others close.")),
        "few-leads": (_("Few but fine"), _("Win and lead at most {n} rooms alone.")),
        "all-led": (_("All or nothing"), _("Win with coins only for rooms that you lead alone.")),
        "largest": (_("Great hall"), _("Win with at least {n} coins for one room.")),
        "second": (_("Silver lining"), _("Win with at least {n} coins for second places.")),
        "dragons": (_("Dragon keeper"), _("Win with at least {n} dragons in rooms that you lead alone.")),
        "gates": (_("Hall of gates"), _("Win and lead a room alone with at least {n} rooms behind its archways.")),
        "at-once": (_("Master builder"), _("Win and close at least {n} rooms with one tile, all of which pay you.")),
        "few-closed": (_("Let others build"), _("Win and close at most {n} rooms.")),
        "from-behind": (_("Late bloomer"), _("Win though you trail by at least {n} coins halfway through the game.")),
        "by-far": (_("Far ahead"), _("Win by at least {n} coins.")),
    }[badge.id]
    return title, about.format(n=n)
