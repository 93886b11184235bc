"""The log of every game reads as sentences, in every language: verbs, lists that end, ties that say so, nothing left open."""

from __future__ import annotations

import re
from functools import cache

import pytest

from hanlin.core.i18n.language import language, languages, list_marks
from hanlin.core.i18n.seat_names import seat_name
from hanlin.core.position.game import games
from hanlin.core.verbs.log_sentences import SUBJECT, is_whole
from hanlin.server.tables.log import moments
from messages import catalogue, extracted
from presentation.moments import GAMES, TABLES, whole_game

in_every_language = pytest.mark.parametrize("code", languages())
SHORT = [(name, number) for name, number in TABLES if number < 2]


@cache
def told(code, name, number):
    """The moments of a whole game, with the name of who acted, as everybody sees them."""
    game = games()[name]
    with language(code):
        log = [
            (ply, tuple(game.words.log(before.seen_by(-1), before.actor, after.seen_by(-1).moves[-1][1], events)))
            for ply, (before, _action, events, after) in enumerate(whole_game(name, number))
        ]
        found = moments((ply, lines) for ply, lines in log if lines)
        return [(moment, "" if moment.seat is None else seat_name(game.colours[moment.seat])) for moment in found]


@cache
def beginnings(code, name):
    """The words that follow the name in the sentences of a game's catalogue: verbs, or a word before one ("non ha")."""
    found = set()
    for message in extracted(name) if code == "en" else catalogue(code, name):
        said = message.id if code == "en" else message.string
        for text in [said] if isinstance(said, str) else said or ():
            if text.startswith(SUBJECT):
                found.add(text.removeprefix(SUBJECT).split()[0].rstrip(",."))
    return found


@in_every_language
@pytest.mark.parametrize(("name", "number"), SHORT)
def test_every_sentence_of_the_log_is_whole(code, name, number):
    with language(code):
        for moment, who in told(code, name, number):
            text = moment.text(who)
            assert re.search(r"[.!]$", text), text
            assert not re.search(r"[{}]|  |,,|[,:;] ?[.,]|\.\.(?!\.)|\bNone\b", text), text
            assert text[0].isupper() or not text[0].isalpha(), text


@in_every_language
@pytest.mark.parametrize(("name", "number"), SHORT)
def test_every_clause_of_the_log_has_a_verb(code, name, number):
    """The text after a name begins as one of the catalogue's sentences does; a sentence about something else stays whole."""
    for moment, _who in told(code, name, number):
        for line in moment.lines:
            if line.clause and not is_whole(line):
                assert line.clause.split()[0].rstrip(",.") in beginnings(code, name), line
            if line.several:
                assert line.several.split()[0] in beginnings(code, name), line


@in_every_language
@pytest.mark.parametrize(("name", "number"), SHORT)
def test_a_sentence_of_several_clauses_ends_its_list(code, name, number):
    last = f" {list_marks(code, 2)[0].strip()} "
    with language(code):
        for moment, who in told(code, name, number):
            clauses = {line.several or line.clause for line in moment.lines if line.clause and not is_whole(line)}
            if len(clauses) > 1 and not any(is_whole(line) or line.retells for line in moment.lines):
                assert last in moment.text(who)


@in_every_language
def test_two_players_never_both_have_the_most(code):
    """Lines of one scoring that say the same of two seats name the others as well."""
    found = 0
    for number in [number for name, number in TABLES if name == "china"]:
        for before, action, events, _after in whole_game("china", number):
            with language(code):
                lines = games()["china"].words.log(before, before.actor, action, events)
                lines = [line for line in lines if line.points and line.rule in ("C4.1", "C8.2", "C7.2")]
                said = [line.text.replace(seat_name(line.seat), "…") for line in lines]
                names = [[seat for seat in range(before.players) if seat_name(seat) in line.text] for line in lines]
            assert len(set(said)) == len(said) or not said, said
            found += any(len(seats) > 1 for seats in names)
    assert found > 5, "there are ties"


@pytest.mark.parametrize("name", GAMES)
def test_nobody_is_named_twice_by_an_article(name):
    """A hired person is "the monk" when they move in."""
    for number in range(2):
        for moment, who in told("en", name, number):
            with language("en"):
                assert not re.search(r"\bplaces an? \w+ (\w+ )?in palace", moment.text(who))
