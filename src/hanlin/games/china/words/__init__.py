"""The language of China: see ``core/verbs/protocols.py`` for what each function gives."""

from hanlin.games.china.words.badges import badge
from hanlin.games.china.words.book import book_choice, book_decision, book_source, book_stage, book_topics
from hanlin.games.china.words.causes import setbacks
from hanlin.games.china.words.consequences import consequences
from hanlin.games.china.words.describe import describe
from hanlin.games.china.words.effects import symbols
from hanlin.games.china.words.log import log, reckoning
from hanlin.games.china.words.options import blurb, facts, option, option_value, title
from hanlin.games.china.words.panels import notes, panel_titles, panels
from hanlin.games.china.words.puzzles import puzzle_themes
from hanlin.games.china.words.question import indifferent, question
from hanlin.games.china.words.reasons import reasons
from hanlin.games.china.words.refusals import why_not
from hanlin.games.china.words.summary import summary

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
