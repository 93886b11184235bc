"""The log of every game reads as sentences, in every language: verbs, lists that end, ties that say so, nothing left open."""

from __future__ import annotations

import re
from functools import cache

import pytest

from hanlin.core.i18n.language import language, languages, list_marks
from hanlin.core.i18n.seat_names import called, seat_name
from hanlin.core.position.game import games
from hanlin.core.verbs.log_sentences import SUBJECT, as_read_by, is_whole, said, you_do
from hanlin.server.tables.log import addressed, moments
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
    """The words that follow the name in the sentences of a game's catalogue: verbs, or what stands before one ("non ha")."""
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
    """What follows a name begins as one of the catalogue's sentences does; a sentence about something else stays whole."""
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
    """Whoever was hired is "the monk" when they move in."""
    for number in range(2):
        for moment, who in told("en", name, number):
            with language("en"):
                assert not re.search(r"\bplaces an? \w+ (\w+ )?in palace", moment.text(who))


READER, NAME = 0, "Theodora"
"""The seat whose player reads, and a name that is no word of any sentence."""
ADDRESSED = [(name, number) for name, number in SHORT if games()[name].package.startswith("hanlin.")]
"""Tables of the games that have each sentence in the second person as well; the example has none."""


@cache
def read_by_seat(code, name, number):
    """Pairs of log lines of a whole game: as everybody reads them, and as the reader does."""
    game = games()[name]
    found = []
    with language(code), called({game.colours[READER]: NAME}):
        for before, _action, events, after in whole_game(name, number):
            shown = after.seen_by(READER).moves[-1][1]
            lines = tuple(game.words.log(before.seen_by(READER), before.actor, shown, events))
            found += zip(lines, addressed(lines, READER), strict=True)
    return found


@in_every_language
@pytest.mark.parametrize(("name", "number"), ADDRESSED)
def test_own_lines_speak_to_the_reader(code, name, number):
    """No line has the reader's own name, in any language; those of others are as they were."""
    own = 0
    with language(code):
        subject = you_do("{does}").removesuffix("{does}")
        for line, read in read_by_seat(code, name, number):
            assert NAME not in read.text + (read.clause or "") + read.several, read
            if NAME in line.text and line.seat == READER:
                assert read.addressed
                if not is_whole(line) and line.clause is not None:
                    assert read.text.startswith(subject)
                own += 1
            if NAME not in line.text and line.seat not in (None, READER):
                assert read == line
            assert (line.points, line.sum, line.rule, line.at) == (read.points, read.sum, read.rule, read.at)
    assert own > 20


@in_every_language
@pytest.mark.parametrize(("name", "number"), ADDRESSED)
def test_turns_of_the_reader_are_whole_sentences(code, name, number):
    with language(code):
        lines = [(ply, (read,)) for ply, (_line, read) in enumerate(read_by_seat(code, name, number))]
        for moment in moments(lines):
            text = moment.text("" if moment.seat is None else "Maud")
            assert re.search(r"[.!]$", text), text
            assert not re.search(r"[{}]|  |,,|[,:;] ?[.,]|\.\.(?!\.)|\bNone\b", text), text
            assert text[0].isupper() or not text[0].isalpha(), text


@in_every_language
def test_the_catalogues_pair_sentences_with_their_address(code):
    """A sentence that begins with the name has a second person that begins with the subject, so that both can be joined."""
    with language(code):
        subject = you_do("{does}").removesuffix("{does}")
    for name in GAMES:
        there = {} if code == "en" else {message.id: message.string for message in catalogue(code, name)}
        about = ""
        for message in extracted(name):
            text = message.id if isinstance(message.id, str) else (message.id or ("",))[0]
            shown = there.get(message.id, text)
            shown = shown if isinstance(shown, str) else shown[0]
            if text.startswith("You ") and about.startswith(SUBJECT):
                assert shown.startswith(subject), shown
                assert shown != text or code == "en"
            about = shown if text.startswith(SUBJECT) else ""


def test_a_sentence_joins_clauses_to_the_reader():
    places = said(("{name} takes {what}.", "You take {what}."), 0, "Ann", what="a card")
    passes = said(("{name} passes.", "You pass."), 0, "Ann")
    ruin = said(("{name}'s palace is lost.", "Your palace is lost."), 0, "Ann")
    with language("en"):
        [moment] = moments([(0, addressed((places, passes, ruin), 0))])
        assert moment.text("Ann") == "You take a card and pass. Your palace is lost."
        [moment] = moments([(0, addressed((places, passes, ruin), 1))])
        assert moment.text("Ann") == "Ann takes a card and passes. Ann's palace is lost."
    with language("it"):
        prende = said(("{name} prende una carta.", "Prendi una carta."), 0, "Ann")
        passa = said(("{name} passa.", "Passi."), 0, "Ann")
        [moment] = moments([(0, addressed((prende, passa), 0))])
        assert moment.text("Ann") == "Prendi una carta e passi."


def test_a_sentence_without_an_address_stays_in_the_third_person():
    line = said("{name} passes.", 0, "Ann")
    assert as_read_by(line, 0) == line
    with language("en"):
        assert moments([(0, addressed((line,), 0))])[0].text("Ann") == "Ann passes."
