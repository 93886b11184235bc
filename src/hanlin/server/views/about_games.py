"""Facts about a game for those who have not played it: author, players, length, weight, and how long it takes to learn."""

from __future__ import annotations

from collections.abc import Iterable

from hanlin.core.i18n.language import _, listed, pgettext
from hanlin.core.position.game import Game
from hanlin.core.verbs.rulebook import Rulebook
from hanlin.server.tables.lessons import lesson_of

THREE = 3


def headline(games: Iterable[Game]) -> str:
    """The sentence above the games, with their authors by family name, where all are known."""
    authors = [game.words.facts().author.split()[-1:] for game in games]
    if not authors or not all(authors):
        return _("Board games of imperial China.")
    names = listed(dict.fromkeys(name for [name] in authors))
    sentence = _("Three games by {authors}.") if len(authors) == THREE else _("Games by {authors}.")
    return sentence.format(authors=names)


def longest_first(games: Iterable[Game]) -> list[Game]:
    """The games as the start page shows them; those of unknown length last."""
    return sorted(games, key=lambda game: game.words.facts().minutes or (0, 0), reverse=True)


def players_of(game: Game) -> str:
    """The numbers of players."""
    first, last = game.players[0], game.players[-1]
    if first == last:
        return _("{n} players").format(n=first)
    return _("{first}–{last} players").format(first=first, last=last)


def facts_of(game: Rulebook) -> str:
    """The length and the weight: "45–60 min · medium"."""
    facts, parts = game.words.facts(), list[str]()
    if facts.minutes:
        least, most = facts.minutes
        parts.append(_("{n} min").format(n=least if least == most else f"{least}–{most}"))
    if facts.weight:
        parts.append(_weight(facts.weight))
    return " · ".join(parts)


def learn_words(game: Game) -> str:
    """The length of the lesson: "Learn · 6 min"; empty without a lesson."""
    lesson = lesson_of(game)
    return "" if lesson is None else _("Learn · {n} min").format(n=lesson.minutes)


def _weight(weight: str) -> str:
    known = {
        "light": pgettext("weight of a game", "light"),
        "medium": pgettext("weight of a game", "medium"),
        "heavy": pgettext("weight of a game", "demanding"),
    }
    return known.get(weight, weight)
