"""Words that must not come back: in the English texts, the catalogues, the rule pages and the summaries of every language.

Each pattern covers a kind of mistake that readers found; a text that needs such words for another reason is listed.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hanlin.core.i18n.language import languages
from messages import DOMAINS, catalogue, extracted

DOCS = Path(__file__).resolve().parents[1] / "docs"

CHARACTERS = {
    "en": r"\d+ letters|\{\w+\} letters|letters or more",
    "de": r"(\d+|\{\w+\}) Buchstaben",
    "fr": r"(\d+|\{\w+\}) lettres",
    "it": r"(\d+|\{\w+\}) lettere",
    "nl": r"(\d+|\{\w+\}) letters",
}
"""A name or password has characters: digits and signs count as well."""

WRONG = {
    "en": {
        "headless who": r"^Only who\b|^Who has\b|^Who can\b|\bWho does not\b|^Who looks on\b",
        "a for per": r"\ba helmet[;,).]|\b(days?|seconds) a turn\b|\bone a month\b|at most 3 a palace",
        "the engine's chance player": r"^Chance has|chance has its turn",
        "a player who has the most twice": r"shares the most",
        "an English that is none": r"\bthe own card\b|\bmissing to 4\b|\bone piece is all\. Fill\b|went otherwise",
    },
    "de": {
        "formal address": r"\b(Ihr|Ihre|Ihnen|Ihren)\b (?!Abgesandte)(Datei|Konto|Zug|Passwort)",
        "nominative after mit": r"mit \d (Drache|Berater)\b(?!n)",
        "not a sentence": r"oder zeigt es nicht|Es geht: ",
        "points do not win": r"Die meisten \w+ gewinnen",
        "a clause without its verb": r"^in Palast",
    },
    "fr": {
        "vous where all else says tu": r"\b([Vv]ous|[Vv]otre|[Vv]os|[Aa]ppuyez|\w{3,}ez-(le|la|les|vous))\b",
        "most of something wins": r"(?<!a )\b[Ll]e plus de \w+ (gagne|l’emporte|rapporte)|(?<!a )le moins de \w+ perd",
        "only who": r"\b[Ss]eul qui\b",
        "the second does not win": r"deuxième gagne",
        "a room is a salle": r"pièce ouverte",
        "a space before three points": r"(?<!\d)\b[a-zà-ÿ]+ …",
    },
    "it": {
        "misprint": r"\buno casella\b",
        "with for as": r"^Giochi con \{name\}$",
        "close-up": r"primo piano",
        "uncountable": r"\b\d riso\b",
        "request": r"\brichiedi\b",
        "a space before three points": r"(?<!\d)\b[a-zà-ÿ]+ …",
        "number and gender": r"\b[Ll]e (mie )?giorni\b|nelle giorni",
    },
    "nl": {
        "a boy": r"\bjongen\b",
        "a verb form that is none": r"\bInt belasting\b",
        "imminent": r"\b[Oo]p handen\b",
        "appreciated": r"\bgewaardeerd\b",
        "chemistry": r"\bmengsel\b|\bmengeling\b",
        "estimate": r"\bschatting\b",
        "no word": r"\b[Tt]ellingfase\b",
        "order of ranks": r"(?<!er )op een na de meeste\b",
        "an insult": r"\binhalig\b|\bgemoedelijk",
        "a space before three points": r"(?<!\d)\b[a-zà-ÿ]+ …",
    },
}
"""Faulty wordings by language: the reason, and a pattern."""

RIGHT = {
    "chacun de vous",  # of two players
    "laissez l’ordinateur prendre",  # to those who stay
}


def texts_of(code):
    """Every text of a language with its source: catalogues, rule pages and summaries."""
    for domain in DOMAINS:
        if code == "en":
            found = ((message.id, message.id) for message in extracted(domain) if message.id)
        else:
            found = ((message.id, message.string) for message in catalogue(code, domain) if message.id)
        for key, said in found:
            for text in [said] if isinstance(said, str) else said:
                yield f"{domain}: {key if isinstance(key, str) else key[0]}", text
    folder = DOCS / "rules" if code == "en" else DOCS / "rules" / code
    for path in [*folder.glob("*.md"), *(DOCS / "summaries" / code).glob("*.md")]:
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            yield f"{path.relative_to(DOCS)}:{number}", line


@pytest.mark.parametrize("code", languages())
def test_a_limit_counts_characters_not_letters(code):
    wrong = [(where, text) for where, text in texts_of(code) if re.search(CHARACTERS[code], text) and "`" not in text]
    assert not wrong


@pytest.mark.parametrize(("code", "why"), [(code, why) for code in languages() for why in WRONG[code]])
def test_a_mistake_that_was_found_does_not_come_back(code, why):
    wrong = []
    for where, text in texts_of(code):
        for right in RIGHT:
            text = text.replace(right, "")
        if re.search(WRONG[code][why], text):
            wrong.append((where, text))
    assert not wrong


@pytest.mark.parametrize("code", languages())
def test_no_catalogue_has_a_clause_without_its_name(code):
    """A sentence of the log is whole in the catalogue: {name}, a verb, and its stop."""
    clauses = r"^(into|in|dans|nel|in) (palace|Palast|le palais|palazzo|paleis) \{number\}$"
    assert not [(where, text) for where, text in texts_of(code) if re.search(clauses, text)]


@pytest.mark.parametrize("code", [code for code in languages() if code != "en"])
def test_a_players_row_is_short(code):
    """A row on a phone fits some 14 letters next to a name and its points."""
    for text in ("has won", "to move"):
        assert len(catalogue(code, "table").get(text).string) <= 14
