"""The words of In the Year of the Dragon; the hooks are described in ``core/verbs/protocols.py``."""

from __future__ import annotations

from hanlin.core.i18n.seat_names import seat_name
from hanlin.games.year_of_the_dragon.words.badges import badge
from hanlin.games.year_of_the_dragon.words.book import book_choice, book_decision, book_source, book_stage, book_topics
from hanlin.games.year_of_the_dragon.words.causes import setbacks
from hanlin.games.year_of_the_dragon.words.consequences import consequences
from hanlin.games.year_of_the_dragon.words.describe import describe
from hanlin.games.year_of_the_dragon.words.effects import symbols
from hanlin.games.year_of_the_dragon.words.log import log, reckoning
from hanlin.games.year_of_the_dragon.words.options import blurb, facts, option, option_value, title
from hanlin.games.year_of_the_dragon.words.panels import notes, panel_titles, panels
from hanlin.games.year_of_the_dragon.words.puzzles import puzzle_themes
from hanlin.games.year_of_the_dragon.words.question import indifferent, question, why_not
from hanlin.games.year_of_the_dragon.words.reasons import reasons
from hanlin.games.year_of_the_dragon.words.summary import summary

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
    "seat_name",
    "setbacks",
    "summary",
    "symbols",
    "title",
    "why_not",
]
