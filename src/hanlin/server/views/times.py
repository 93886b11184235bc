"""Times as people read them: how long ago, with the exact time behind it."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

from babel.dates import TIMEDELTA_UNITS, format_datetime, format_timedelta
from markupsafe import Markup

from hanlin.core.i18n.language import _, current_language

MINUTE = 60
clock = time.time


def iso(moment: float) -> str:
    """A time in ISO 8601 (UTC)."""
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="seconds")


def when(moment: float) -> str:
    """A time in the reader's locale, in the server's time zone."""
    return format_datetime(datetime.fromtimestamp(moment), "short", locale=current_language())


def passed(seconds: float) -> str:
    """The time since something happened, in whole units of one kind: "2 min. ago". ``static/ago.js`` says the same."""
    if seconds < MINUTE:
        return _("just now")
    length = next(length for _unit, length in TIMEDELTA_UNITS if seconds >= length)
    whole = timedelta(seconds=-(seconds // length * length))
    return format_timedelta(whole, threshold=1, add_direction=True, format="short", locale=current_language())


def ago(moment: float) -> Markup:
    """A ``<time>`` element that says how long ago something happened; a script keeps it up to date."""
    element = '<time datetime="{iso}" title="{when}" data-ago="{now}">{words}</time>'
    words = passed(clock() - moment)
    return Markup(element).format(iso=iso(moment), when=when(moment), now=_("just now"), words=words)
