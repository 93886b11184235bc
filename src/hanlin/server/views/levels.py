"""The levels of the computer players as cards: portrait, temper, strength, speed, and the reader's record against each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from babel.numbers import format_decimal
from markupsafe import Markup

from hanlin.bots.levels import levels
from hanlin.bots.strength import Strength, strengths
from hanlin.core.i18n.language import _, current_language, ngettext
from hanlin.core.verbs.rulebook import Rulebook
from hanlin.drawing.portraits import level_portrait
from hanlin.server.db.results import Tally
from hanlin.server.tables.names import Choice, bot_name
from hanlin.server.tables.own_weights import level_in, name_in

BOX = 24
"""The size of a portrait, which the page defines once and shows at any size."""


class LevelCard(NamedTuple):
    """The facts about a level that a page shows."""

    level: str
    called: str
    portrait: Markup
    temper: str
    strength: str
    """Its strength beside another level; empty for a game without measurements."""
    pace: str
    record: str


def level_cards(game: Rulebook, choices: Sequence[Choice], tallies: Mapping[str, Tally]) -> list[LevelCard]:
    """The cards of the levels among the choices, in the current language. ``tallies``: the reader's, by level."""
    return [
        LevelCard(
            level=choice.bot,
            called=choice.called if choice.is_own else capitalized(choice.called),
            portrait=Markup(level_portrait(choice.bot, BOX)),
            temper=temper(choice.bot),
            strength=strength_words(game.name, choice.bot),
            pace=pace_words(levels()[level_in(choice.bot)].seconds),
            record=record_words(tallies.get(choice.bot)),
        )
        for choice in choices
        if choice.is_level
    ]


def temper(level: str) -> str:
    """One sentence about how a level plays."""
    if name_in(level):
        return _("Trained by the owner of this server. Thinks as long as {level}.").format(level=_level_name(level_in(level)))
    known = {
        "novice": _("Plays by instinct and overlooks a lot: good for your first games."),
        "casual": _("Thinks a little ahead and still slips up: a fair match once you know the rules."),
        "strong": _("Calm and precise: makes you pay for careless moves."),
        "expert": _("Takes its time and misses next to nothing: the hardest to beat."),
    }
    return known.get(level, "")


def strength_words(game: str, level: str) -> str:
    """The strength of a level beside the one below it, or of the lowest beside the one above it."""
    measured = strengths(game)
    if level in measured:
        return _beats(measured[level])
    above = next((name for name, found in measured.items() if found.against == level), None)
    return _is_beaten(above, measured[above]) if above else ""


def _beats(found: Strength) -> str:
    values = _figures(found)
    if found.players == 2:
        return _("Beats {lower} in {won} of {of} games").format(**values)
    return _("Wins {won} of {of} games against {others} × {lower} ({chance} would be even)").format(**values)


def _is_beaten(above: str, found: Strength) -> str:
    values = _figures(found) | {"level": _level_name(above)}
    if found.players == 2:
        return _("{level} beats it in {won} of {of} games").format(**values)
    return _("{level} wins {won} of {of} games against {others} × {lower} ({chance} would be even)").format(**values)


def _figures(found: Strength) -> dict[str, int | str]:
    """The values of a sentence. The share is a number of ten games, or of a hundred where ten would say "all" or "none"."""
    of = 10 if 0 < round(found.share / 10) < 10 else 100
    won, chance = (round(share * of / 100) for share in (found.share, found.chance))
    lower = _level_name(found.against)
    return {"won": won, "of": of, "chance": chance, "others": found.players - 1, "lower": lower}


def _level_name(level: str) -> str:
    return capitalized(bot_name(level))


def pace_words(seconds: float) -> str:
    """The most time that a level takes for a move."""
    return _("Up to {seconds} s a move").format(seconds=format_decimal(seconds, locale=current_language()))


def record_words(tally: Tally | None) -> str:
    """The reader's games against a level."""
    if tally is None:
        return _("You haven't played against it yet")
    return ngettext("You won {won} of {n} game", "You won {won} of {n} games", tally.played).format(
        won=tally.won, n=tally.played
    )


def capitalized(text: str) -> str:
    """The text with a capital first letter; the others stay as they are."""
    return text[:1].upper() + text[1:]
