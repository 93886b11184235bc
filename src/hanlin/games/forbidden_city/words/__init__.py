"""Forbidden City in words (``core/verbs/protocols.py``).

``names`` the words for things · ``options`` name and options · ``question`` the question · ``refusals`` reasons ·
``effects`` effects of things · ``summary`` the row of a seat · ``log`` the game log · ``panels`` tables and notes ·
``describe`` a position as plain text.
"""

from hanlin.games.forbidden_city.words.badges import badge
from hanlin.games.forbidden_city.words.book import book_choice, book_decision, book_source, book_stage, book_topics
from hanlin.games.forbidden_city.words.causes import setbacks
from hanlin.games.forbidden_city.words.consequences import consequences
from hanlin.games.forbidden_city.words.describe import describe
from hanlin.games.forbidden_city.words.effects import symbols
from hanlin.games.forbidden_city.words.log import log, reckoning
from hanlin.games.forbidden_city.words.options import blurb, facts, option, option_value, title
from hanlin.games.forbidden_city.words.panels import notes, panel_titles, panels
from hanlin.games.forbidden_city.words.puzzles import puzzle_themes
from hanlin.games.forbidden_city.words.question import indifferent, question
from hanlin.games.forbidden_city.words.reasons import reasons
from hanlin.games.forbidden_city.words.refusals import why_not
from hanlin.games.forbidden_city.words.summary import summary

__all__ = [
    "badge",
    "blurb",
    "book_choice",
    "book_decision",
    "book_source",
    "book_stage",
    "book_topics",
    "consequences",
    "describe",
    "facts",
    "indifferent",
    "log",
    "notes",
    "option",
    "option_value",
    "panel_titles",
    "panels",
    "puzzle_themes",
    "question",
    "reasons",
    "reckoning",
    "setbacks",
    "summary",
    "symbols",
    "title",
    "why_not",
]
