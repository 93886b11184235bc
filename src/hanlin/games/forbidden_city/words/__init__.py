"""Forbidden City in words (``core/verbs/protocols.py``).

``names`` the words for things · ``options`` name and options · ``question`` what is asked · ``refusals`` why not ·
``effects`` what each thing does · ``summary`` the row of a seat · ``log`` the chronicle · ``panels`` tables and remarks ·
``describe`` a position as plain text.
"""

from hanlin.games.forbidden_city.words.causes import setbacks
from hanlin.games.forbidden_city.words.describe import describe
from hanlin.games.forbidden_city.words.effects import symbols
from hanlin.games.forbidden_city.words.log import log, reckoning
from hanlin.games.forbidden_city.words.options import blurb, option, option_value, title
from hanlin.games.forbidden_city.words.panels import notes, panel_titles, panels
from hanlin.games.forbidden_city.words.question import question
from hanlin.games.forbidden_city.words.refusals import why_not
from hanlin.games.forbidden_city.words.summary import summary

__all__ = [
    "blurb",
    "describe",
    "log",
    "notes",
    "option",
    "option_value",
    "panel_titles",
    "panels",
    "question",
    "reckoning",
    "setbacks",
    "summary",
    "symbols",
    "title",
    "why_not",
]
