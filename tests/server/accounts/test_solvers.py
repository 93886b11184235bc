"""Solvers of puzzles: the first attempt counts once, ratings follow it, streaks, days, themes."""

from __future__ import annotations

import threading
from datetime import UTC, date, datetime, timedelta

import pytest

from hanlin.core.position.game import games
from hanlin.core.verbs.puzzles import START_RATING, read_puzzles
from hanlin.server.accounts import puzzles
from hanlin.server.accounts.puzzles import PUZZLE, SOLVER, Solvers, days_in_a_row, rate, streak_of
from hanlin.server.db import Attempt, PuzzleRating
from hanlin.server.tables.service import Tables

ANN, BEN = "the key of Ann", "the key of Ben"
CHINA = games()["china"]
SOME = read_puzzles(CHINA).puzzles


class Clock:
    def __init__(self):
        self.now = datetime(2026, 11, 29, 12, tzinfo=UTC).timestamp()

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def solvers(store, clock):
    return Solvers(store, Tables(store, games(), clock=clock))


def attempt(number, puzzle="p", owner=ANN, **more):
    values = {"solved": True, "time": 1.0, "day": "", "before": 1500.0, "strength": 1550.0, "deviation": 200.0, **more}
    return Attempt(owner=owner, game="china", puzzle=puzzle, number=number, **values)


def test_the_first_attempt_counts_and_no_other(solvers):
    first = solvers.note(ANN, "china", SOME[0], solved=False)
    assert (first.number, first.solved, first.before) == (1, False, START_RATING)
    assert first.strength < START_RATING
    assert solvers.note(ANN, "china", SOME[0], solved=True) == first
    assert solvers.attempt(ANN, "china", SOME[0].id) == first
    assert solvers.rating_of("china", SOME[0]).tries == 1


def test_nothing_is_kept_of_guests(solvers, store):
    assert solvers.note("", "china", SOME[0], solved=True) is None
    assert solvers.attempt("", "china", SOME[0].id) is None
    assert solvers.profile("") == []
    assert store.puzzle_ratings("china") == {}


def test_ratings_follow_the_attempts():
    even = PuzzleRating(START_RATING, PUZZLE, 0)
    (won, surer), puzzle = rate(START_RATING, SOLVER, even, solved=True)
    (lost, _same), other = rate(START_RATING, SOLVER, even, solved=False)
    assert won - START_RATING == pytest.approx(START_RATING - lost)
    assert surer < SOLVER
    assert puzzle.strength < START_RATING < other.strength
    assert puzzle.deviation < PUZZLE
    assert puzzle.tries == 1
    (hard, _deviation), _puzzle = rate(START_RATING, SOLVER, PuzzleRating(START_RATING + 400, PUZZLE, 0), solved=True)
    assert hard > won, "a hard one is worth more"


def test_a_rating_goes_to_where_half_of_the_puzzles_are_solved():
    strength, deviation, puzzle = START_RATING, SOLVER, PuzzleRating(1900.0, 1.0, 0)
    for n in range(200):
        (strength, deviation), _puzzle = rate(strength, deviation, puzzle, solved=n % 2 == 0)
    assert strength == pytest.approx(1900, abs=60)
    assert deviation < SOLVER / 2


def test_one_of_many_attempts_at_once_is_stored(solvers, store):
    """From two browsers of one account, twice; somebody else tries the same puzzle meanwhile."""
    together, found = threading.Barrier(9), []

    def answer(owner, solved):
        together.wait()
        found.append((owner, solvers.note(owner, "china", SOME[0], solved)))

    people = [(ANN, True)] * 4 + [(ANN, False)] * 3 + [(BEN, True)] * 2
    threads = [threading.Thread(target=answer, args=each) for each in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({each for owner, each in found if owner == ANN}) == 1
    assert len({each for owner, each in found if owner == BEN}) == 1
    assert len(store.attempts(ANN)) == len(store.attempts(BEN)) == 1
    assert store.puzzle_ratings("china")[SOME[0].id].tries == 2


def test_an_attempt_is_stored_whole_or_not_at_all(store):
    assert store.add_attempt(attempt(1), PuzzleRating(1480, 100, 1))
    assert not store.add_attempt(attempt(2), PuzzleRating(1460, 100, 2)), "the puzzle was tried"
    assert not store.add_attempt(attempt(1, "q"), PuzzleRating(1460, 100, 1)), "the number is taken"
    assert not store.add_attempt(attempt(1, owner=BEN), PuzzleRating(1460, 100, 1)), "somebody has tried the puzzle"
    assert not store.add_attempt(attempt(1, owner=BEN), PuzzleRating(1460, 100, 3))
    assert store.attempts(ANN) == [attempt(1)]
    assert store.attempts(BEN) == []
    assert store.puzzle_ratings("china") == {"p": PuzzleRating(1480, 100, 1)}
    assert store.add_attempt(attempt(1, owner=BEN), PuzzleRating(1460, 90, 2))
    assert store.last_attempt(BEN, "china") == attempt(1, owner=BEN)


def test_the_next_puzzle_of_an_account_is_one_it_has_not_tried(solvers):
    new_solvers = {solvers.next(CHINA, owner).id for owner in (ANN, BEN, "")}
    assert len(new_solvers) == 1, "a guest is a new solver as well"
    seen = []
    for _puzzle in SOME[:4]:
        puzzle = solvers.next(CHINA, ANN)
        seen.append(puzzle.id)
        solvers.note(ANN, "china", puzzle, solved=True)
    assert seen[0] in new_solvers
    assert len(set(seen)) == 4
    assert solvers.next(CHINA, BEN).id == solvers.next(CHINA, "").id


def test_a_profile_counts_what_was_solved(solvers, monkeypatch):
    monkeypatch.setattr(puzzles, "FEWEST", 1)
    for puzzle, solved in zip(SOME, (True, True, False, True), strict=False):
        solvers.note(ANN, "china", puzzle, solved)
    (found,) = solvers.profile(ANN)
    assert (found.game, found.solved, found.tried) == ("china", 3, 4)
    assert found.streak == (1, 2)
    assert len(found.curve) == 5
    assert found.curve[0] == START_RATING
    assert found.curve[-1] == found.strength
    assert sum(each.tried for each in found.themes) == sum(len(puzzle.themes) for puzzle in SOME[:4])
    shares = [each.solved / each.tried for each in found.themes]
    assert shares == sorted(shares, reverse=True)
    assert solvers.solver(ANN, games()["forbidden_city"]) is None


@pytest.mark.parametrize(
    ("solved", "streak"), [([], (0, 0)), ([True, True, False, True], (1, 2)), ([True] * 3, (3, 3)), ([True, False], (0, 1))]
)
def test_streaks(solved, streak):
    assert streak_of(solved) == streak


def test_days_in_a_row_last_until_the_next_day_is_over():
    today = date(2026, 11, 29)
    days = {(today - timedelta(days=n)).isoformat() for n in (1, 2, 4)}
    assert days_in_a_row(days, today) == 2
    assert days_in_a_row(days | {today.isoformat()}, today) == 3
    assert days_in_a_row(days, today + timedelta(days=1)) == 0
    assert days_in_a_row(set(), today) == 0


def test_daily_puzzles_are_counted_by_their_days(solvers, clock):
    for _day in range(3):
        game, puzzle = solvers.daily()
        assert solvers.is_daily(game.name, puzzle.id)
        assert solvers.note(ANN, game.name, puzzle, solved=True).day == solvers.today().isoformat()
        clock.now += 24 * 3600
    assert solvers.days(ANN) == 3
    clock.now += 24 * 3600
    assert solvers.days(ANN) == 0


def test_what_an_account_solved_goes_with_it(solvers, store):
    solvers.note(ANN, "china", SOME[0], solved=True)
    store.remove_account(ANN)
    assert store.attempts(ANN) == []
    assert store.puzzle_ratings("china"), "the puzzle keeps its rating"
