"""Words: every text of a game at a table, at every moment, in every language."""

from __future__ import annotations

import re

import pytest

from hanlin.core.i18n.language import language, languages
from hanlin.core.jit.rng import below, seeded
from hanlin.core.position.action_space import ActionSpace
from hanlin.core.position.game import games
from hanlin.core.verbs.presentation import LogLine, Refusal
from hanlin.core.verbs.protocols import Drawing, Words
from hanlin.server.views.rules import _pages
from presentation.moments import GAMES, TABLES, decisions, own_view, whole_game

each_game = pytest.mark.parametrize("name", GAMES)
each_table = pytest.mark.parametrize(("name", "number"), TABLES)


def rule_numbers(name):
    """The numbers of the rules and sections on the game's page."""
    [(_code, path)] = _pages(games()[name], "en")
    return set(re.findall(r"^(?:- |## )([A-Z]\d+(?:\.\d+)?)\b", path.read_text("utf-8"), re.MULTILINE))


def is_sentence(text):
    return bool(re.search(r"^\W*[^a-z].*[.!?:]", text))


@each_game
def test_all_functions_of_both_rooms_are_there(name):
    for room, protocol in ((games()[name].words, Words), (games()[name].drawing, Drawing)):
        wanted = {function for function in vars(protocol) if not function.startswith("_")}
        assert wanted
        assert not {function for function in wanted if not callable(getattr(room, function, None))}


@each_game
def test_the_game_and_its_options_have_names(name):
    game = games()[name]
    for code in languages():
        with language(code):
            assert game.words.title()
            assert is_sentence(game.words.blurb())
            for option in game.options:
                label, about = game.words.option(option.name)
                assert label
                assert is_sentence(about)
                values = [option.default, *option.choices] if option.choices else []
                assert all(game.words.option_value(option.name, value) for value in values if value is not None)


@each_game
def test_the_choices_hold_every_legal_action_once(name):
    for position in decisions(name):
        question = games()[name].words.question(own_view(position))
        assert sorted(choice.action for choice in question.choices if choice.legal) == sorted(position.legal)
        assert len({choice.action for choice in question.choices}) == len(question.choices)


@each_game
def test_choices_have_labels_and_refusals_cite_existing_rules(name):
    numbers = rule_numbers(name)
    for position in decisions(name):
        question = games()[name].words.question(own_view(position))
        assert question.text
        assert question.rule in numbers
        for choice in question.choices:
            assert choice.label
            if choice.refusal is not None:
                assert is_sentence(choice.refusal.text)
                assert choice.refusal.rule in numbers


@each_game
def test_who_is_not_asked_gets_no_choices(name):
    for position in decisions(name):
        for seat in [-1, *range(position.players)]:
            if seat != position.actor:
                question = games()[name].words.question(position.seen_by(seat))
                assert question.text
                assert question.choices == []


@each_game
def test_at_the_end_nothing_is_asked(name):
    end = whole_game(name, 0)[-1].after
    for seat in [-1, *range(end.players)]:
        question = games()[name].words.question(end.seen_by(seat))
        assert is_sentence(question.text)
        assert question.choices == []


def texts_of(space: ActionSpace, position, rng, n=60):
    """Texts of some of all actions that seats can ever take, legal now or not."""
    codes = [code for code, number in enumerate(space.numbers.tolist()) if number >= 0]
    for _ in range(n):
        yield position.game.text(position.state, codes[below(rng, len(codes))])


def is_well_formed(position, text):
    try:
        position.game.parse(position.state, text)
    except ValueError:
        return False
    return True


@each_game
def test_any_illegal_action_of_the_space_is_refused_with_a_rule(name):
    numbers = rule_numbers(name)
    rng = seeded("why not", name)
    for position in decisions(name):
        space = games()[name].action_space(position.players)
        for text in texts_of(space, position, rng):
            refusal = position.why_not(text)
            assert (refusal is None) == (text in position.legal)
            if refusal is not None:
                assert isinstance(refusal, Refusal)
                assert refusal.text
                assert refusal.rule in numbers or not refusal.rule
            if refusal is not None and is_well_formed(position, text):
                assert is_sentence(refusal.text), text
                assert refusal.rule in numbers, (text, refusal)


@each_table
def test_the_log_covers_every_ply_and_adds_up_to_the_scores(name, number):
    numbers = rule_numbers(name)
    game = whole_game(name, number)
    points = [0] * game[0].before.players
    for before, action, told, after in game:
        lines = games()[name].words.log(before, before.actor, action, told)
        for line in lines:
            assert isinstance(line, LogLine)
            assert is_sentence(line.text)
            if line.points:
                assert line.seat is not None
                assert line.sum
                assert line.rule in numbers
                points[line.seat] += line.points
        assert points == after.scores, action
        assert lines or points == before.scores


@each_table
def test_the_log_of_a_view_says_what_the_seat_may_know(name, number):
    game = whole_game(name, number)
    for before, _action, told, after in game[:: max(1, len(game) // 40)]:
        for seat in [-1, *range(before.players)]:
            text = after.seen_by(seat).moves[-1][1]
            for line in games()[name].words.log(before.seen_by(seat), before.actor, text, told):
                assert is_sentence(line.text)


@each_game
@pytest.mark.usefixtures("one_playout")
def test_notes_and_panels_are_there_at_every_moment(name):
    numbers = rule_numbers(name)
    ends = [whole_game(name, number)[-1].after for of, number in TABLES if of == name]
    for position in [*decisions(name), *ends]:
        for seen in (position, position.seen_by(-1), position.seen_by(0)):
            for seat in range(position.players):
                for note in games()[name].words.notes(seen, seat):
                    assert note.text
                    assert note.tone in ("", "good", "warn")
                    assert note.rule in ("", *numbers)
            panels = games()[name].words.panels(seen)
            assert len({panel.id for panel in panels}) == len(panels)
            for panel in panels:
                assert panel.title
                assert all(len(row) == len(panel.head) for row in panel.rows)
                assert all(isinstance(cell, str | int) for row in panel.rows for cell in row)


@each_game
@pytest.mark.usefixtures("one_playout")
def test_what_is_hidden_changes_no_word(name):
    """Texts for a seat depend on its view only, so two positions with equal views have equal texts."""
    words = games()[name].words
    for position in decisions(name)[:8]:
        seen = own_view(position)
        again = own_view(position.copy())
        assert words.question(seen) == words.question(again)
        assert words.panels(seen) == words.panels(again)
        assert words.describe(seen) == words.describe(again)


@each_game
@pytest.mark.usefixtures("one_playout")
def test_no_placeholder_is_left_in_any_language(name):
    words = games()[name].words
    for code in languages():
        with language(code):
            for position in decisions(name):
                seen = own_view(position)
                question = words.question(seen)
                said = [question.text, words.describe(seen), words.describe(position)]
                said += [choice.label + choice.effect + choice.group for choice in question.choices]
                said += [choice.refusal.text for choice in question.choices if choice.refusal is not None]
                said += [note.text for seat in range(position.players) for note in words.notes(seen, seat)]
                said += [str([panel.title, panel.head, panel.rows, panel.about]) for panel in words.panels(seen)]
                assert not [text for text in said if re.search(r"\{\w+\}|%\(\w+\)|\{0\}", text)]
