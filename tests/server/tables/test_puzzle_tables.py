"""Puzzles at a table: answers are judged, addresses lead no further than answers, nothing hidden is shown, days have theirs."""

from __future__ import annotations

import re
from datetime import date, timedelta

import pytest

from hanlin.core.i18n.language import language
from hanlin.core.position.game import games
from hanlin.core.verbs.puzzles import read_puzzles
from hanlin.server.exceptions import NoSuchPuzzle, NotYours, Refused, Stale
from hanlin.server.tables.puzzles import count_of, daily_puzzle, first_table, next_puzzle, open_puzzle, start_of, themes_of
from hanlin.server.views.puzzles import panel_of
from lanterns import GAME as LANTERNS

GAMES = ("year_of_the_dragon", "china", "forbidden_city")
each_game = pytest.mark.parametrize("name", GAMES)


def puzzles(name):
    return read_puzzles(games()[name]).puzzles


def longest(name):
    """A puzzle with the most steps."""
    return max(puzzles(name), key=lambda each: (len(each.steps), each.id))


def answered(table, action):
    return table.after(table.puzzle.seat, action, table.number)


def wrong_at(table):
    return next(action for action in table.position.legal if action != table.step.best.action)


def solved(table):
    for action in table.puzzle.solution:
        table = answered(table, action)
    return table


@each_game
def test_right_answers_lead_to_the_end(name):
    table = first_table(games()[name], longest(name))
    for found, action in enumerate(table.puzzle.solution):
        assert (table.progress.found, table.to_move, table.done) == (found, table.puzzle.seat, False)
        table = answered(table, action)
        assert open_puzzle(games(), table.row.id) is not None
    assert table.done
    assert table.to_move < 0
    assert panel_of(table).state == "solved"
    with pytest.raises(Refused):
        answered(table, table.puzzle.solution[-1])


@each_game
def test_a_wrong_answer_leaves_the_step_and_says_why(name):
    table = first_table(games()[name], longest(name))
    wrong = answered(table, table.step.tempting or wrong_at(table))
    assert wrong.row.id != table.row.id
    assert (wrong.progress.found, wrong.done, wrong.number) == (0, False, table.number)
    panel = panel_of(wrong)
    assert panel.state == "wrong"
    assert panel.wrong.text
    assert panel.wrong.reason
    assert not panel.solution
    assert answered(wrong, table.step.best.action).progress.found == 1


@pytest.mark.parametrize(
    ("name", "own", "others"),
    [
        ("china", "Your palace: ", "A palace of {name}: "),
        ("forbidden_city", "You [0-9]", "{name} [0-9]"),
        ("year_of_the_dragon", "You in space [0-9]", "{name} in space [0-9]"),
    ],
)
def test_the_board_speaks_to_the_solver(name, own, others):
    """And to nobody else: without the table's context the seat has the name of its colour."""
    found = 0
    for puzzle in read_puzzles(games()[name]).puzzles[:4]:
        table = first_table(games()[name], puzzle)
        seen, colour = table.seen_by(puzzle.seat), table.name_of(puzzle.seat)
        with language("en"):
            plain = seen.svg()
            with table.called():
                addressed = seen.svg()
        found += len(re.findall(own, addressed))
        assert len(re.findall(own, addressed)) == len(re.findall(others.format(name=colour), plain))
        assert not re.search(own, plain)
        assert not re.search(others.format(name=colour), addressed)
    assert found


def test_what_is_not_the_solver_s_command_changes_nothing():
    table = first_table(games()["china"], longest("china"))
    seat, best = table.puzzle.seat, table.step.best.action
    with pytest.raises(NotYours):
        table.after((seat + 1) % table.row.players, best, 0)
    with pytest.raises(Stale):
        table.after(seat, best, 1)
    with pytest.raises(Refused):
        table.after(seat, "palace nowhere 1 red", 0)
    assert (table.number, table.progress.found) == (0, 0)


def test_the_solution_is_shown_to_who_gives_up():
    table = first_table(games()["china"], longest("china"))
    given_up = table.solution(table.puzzle.seat, 0)
    panel = panel_of(given_up)
    assert panel.state == "shown"
    assert len(panel.solution) == len(table.puzzle.steps)
    assert len(panel.solution[0].answers) == len(table.puzzle.steps[0].answers)
    assert dict(panel.themes).keys() == set(table.puzzle.themes)


def test_addresses_that_no_answers_lead_to_show_nothing():
    table = first_table(games()["china"], longest("china"))
    wrong, right = answered(table, wrong_at(table)).row.id, answered(table, table.step.best.action).row.id
    head, n = table.row.id, len(table.position.legal)
    bad = [f"{head}.{n}", f"{head}.{wrong.rpartition('.x')[2]}", f"{head}.x{right.rpartition('.')[2]}", f"{head}.shown"]
    bad += [
        f"{head}.x{n}",
        f"{head}..1",
        f"{head}.01x",
        "puzzle.china.none",
        "puzzle.chess.a",
        "puzzle.",
        f"{solved(table).row.id}.x0",
    ]
    for address in bad:
        with pytest.raises(NoSuchPuzzle):
            open_puzzle(games(), address)
    assert open_puzzle(games(), "abc") is None
    assert open_puzzle(games(), solved(table).row.id + ".shown").progress.given_up


@each_game
def test_every_puzzle_is_legal_and_is_asked_of_its_seat(name):
    for puzzle in puzzles(name):
        at = start_of(puzzle).copy()
        for step in puzzle.steps:
            assert at.actor == puzzle.seat
            assert {each.action for each in step.answers} <= set(at.legal)
            at.play(step.best.action)


@each_game
def test_the_solver_sees_no_more_than_the_seat(name):
    for puzzle in puzzles(name)[:3]:
        table, start = first_table(games()[name], puzzle), start_of(puzzle)
        assert table.owned_by("anybody") == [puzzle.seat]
        assert table.seen_by(puzzle.seat).text() == start.seen_by(puzzle.seat).text()


@each_game
def test_the_next_puzzle_is_untried_and_about_as_hard(name):
    game, all_of_them = games()[name], puzzles(name)
    for strength in (0.0, 1500.0, 3000.0):
        tried, distance = set(), -1.0
        for _puzzle in all_of_them:
            found = next_puzzle(game, {}, strength, tried)
            assert abs(found.rating - strength) >= distance
            distance = abs(found.rating - strength)
            tried.add(found.id)
        assert next_puzzle(game, {}, strength, tried) is None
    hardest = max(all_of_them, key=lambda each: each.rating)
    assert next_puzzle(game, {hardest.id: 1.0}, 0.0, set()) is hardest, "by its present rating"


@each_game
def test_themes_have_titles_and_puzzles(name):
    game = games()[name]
    for theme in themes_of(game):
        assert theme.title != theme.id
        assert theme.puzzles == sum(theme.id in each.themes for each in puzzles(name))
        assert theme.id in next_puzzle(game, {}, 1500.0, set(), theme.id).themes
    with pytest.raises(NoSuchPuzzle):
        next_puzzle(game, {}, 1500.0, set(), "no-such-theme")


def test_a_game_without_puzzles_has_none():
    assert count_of(LANTERNS) == 0
    assert themes_of(LANTERNS) == []
    assert daily_puzzle({"lanterns": LANTERNS}, date(2026, 1, 1)) is None
    with pytest.raises(NoSuchPuzzle):
        next_puzzle(LANTERNS, {}, 1500.0, set())


def test_each_day_has_a_puzzle_and_the_games_take_turns():
    first = date(2026, 11, 29)
    found = [daily_puzzle(games(), first + timedelta(days=n)) for n in range(9)]
    assert [each[0].name for each in found[:3]] == [each[0].name for each in found[3:6]]
    assert len({each[0].name for each in found}) == len(GAMES)
    assert len({each[1].id for each in found}) == len(found), "none comes twice before all have come"
    assert daily_puzzle(games(), first) == found[0]
