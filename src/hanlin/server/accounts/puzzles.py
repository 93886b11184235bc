"""Solvers of puzzles: what an account has solved, its rating, and the puzzles' ratings. No web framework here.

The first attempt at a puzzle counts, once. It is a game of the solver against the puzzle by Plackett and Luce's model
(openskill), on the scale of chess ratings: one who is rated like a puzzle solves it at every second try, one who is rated 400
points higher ten times as often as not. Guests are not known here: their browsers keep what they have solved, until it is taken
along to an account.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple

from hanlin.core.position.game import Game
from hanlin.core.verbs.puzzles import START_RATING, Puzzle, read_puzzles
from hanlin.server.accounts.guest_puzzles import Kept, read_kept, tried_first
from hanlin.server.db import Attempt, PuzzleRating, Store, now
from hanlin.server.tables import puzzles
from hanlin.server.tables.service import Tables

BETA = 400 / math.log(10) / math.sqrt(2)
"""The spread of one attempt with which 400 points are ten to one."""
SOLVER, PUZZLE = 2 * BETA, BETA
"""The standard deviations of the ratings of a new solver and of a new puzzle, whose difficulty has been measured."""
TRIES = 20
"""The number of times that storing an attempt is tried again when others store attempts at the same puzzle at that moment."""
FEWEST = 5
"""Attempts at puzzles of a theme from which it is called strong or weak."""


class Streak(NamedTuple):
    """Puzzles of a game solved in a row up to the last attempt, and the most there ever were."""

    now: int = 0
    best: int = 0


class ThemeScore(NamedTuple):
    """The puzzles of a theme that a solver has solved, of those tried."""

    id: str
    title: str
    solved: int
    tried: int


class Solver(NamedTuple):
    """A solver of a game's puzzles."""

    game: str
    strength: float
    deviation: float
    solved: int
    tried: int
    streak: Streak
    curve: tuple[float, ...]
    """The rating at the beginning and after each attempt."""
    themes: tuple[ThemeScore, ...]
    """The themes with enough attempts, the best first."""


class Solvers:
    """Attempts at puzzles of the accounts of a store. Thread-safe."""

    def __init__(self, store: Store, tables: Tables) -> None:
        self._store = store
        self._tables = tables

    def today(self) -> date:
        """The date at this moment, in UTC: the daily puzzle's."""
        return datetime.fromtimestamp(self._tables.clock(), UTC).date()

    def daily(self) -> tuple[Game, Puzzle] | None:
        """Today's puzzle, the same for everybody; None where no game has puzzles."""
        return puzzles.daily_puzzle(self._tables.games, self.today())

    def is_daily(self, game: str, puzzle: str) -> bool:
        """True if a puzzle is today's."""
        found = self.daily()
        return found is not None and (found[0].name, found[1].id) == (game, puzzle)

    def next(self, game: Game, owner: str, theme: str = "") -> Puzzle | None:
        """The puzzle for an account (empty: a guest, who is taken for a new solver): untried, and as hard as it is strong.

        None when all are tried.
        """
        tried = [each for each in self._store.attempts(owner) if each.game == game.name] if owner else []
        strength = tried[-1].strength if tried else START_RATING
        return self.next_for(game, strength, {each.puzzle for each in tried}, theme)

    def next_for(self, game: Game, strength: float, tried: set[str], theme: str = "") -> Puzzle | None:
        """The same for somebody of that rating who has tried those puzzles."""
        ratings = {name: rating.strength for name, rating in self._store.puzzle_ratings(game.name).items()}
        return puzzles.next_puzzle(game, ratings, strength, tried, theme)

    def attempt(self, owner: str, game: str, puzzle: str) -> Attempt | None:
        """The attempt of an account at a puzzle; None for guests, and before it."""
        return self._store.attempt(owner, game, puzzle) if owner else None

    def rating_of(self, game: str, puzzle: Puzzle) -> PuzzleRating:
        """The rating of a puzzle: its measured difficulty, corrected by all attempts."""
        return self._store.puzzle_ratings(game).get(puzzle.id, PuzzleRating(puzzle.rating, PUZZLE, 0))

    def note(self, owner: str, game: str, puzzle: Puzzle, solved: bool) -> Attempt | None:
        """Count the first attempt of an account at a puzzle; returns the one that counts, and None for guests (no owner).

        Of attempts at one moment one counts.
        """
        for _try in range(TRIES if owner else 0):
            known = self._store.attempt(owner, game, puzzle.id)
            if known is not None:
                return known
            last, rating = self._store.last_attempt(owner, game), self.rating_of(game, puzzle)
            before, deviation = (START_RATING, SOLVER) if last is None else (last.strength, last.deviation)
            mine, other = rate(before, deviation, rating, solved)
            attempt = Attempt(
                owner=owner,
                game=game,
                puzzle=puzzle.id,
                number=1 if last is None else last.number + 1,
                solved=solved,
                time=now(),
                day=self.today().isoformat() if self.is_daily(game, puzzle.id) else "",
                before=before,
                strength=mine[0],
                deviation=mine[1],
            )
            if self._store.add_attempt(attempt, other):
                return attempt
        return None

    def take_along(self, owner: str, text: str) -> int:
        """Add what a guest's browser kept (``guest_puzzles``) to an account's attempts; returns the number of puzzles added.

        They come after the account's own in their order. What the account has tried already stays as it was. The puzzles'
        ratings do not change: nobody has seen these attempts.
        """
        kept = read_kept(text)
        for _try in range(TRIES):
            known = self._store.attempts(owner)
            new = [each for name, game in self._tables.games.items() for each in self._taken_along(owner, game, kept, known)]
            if self._store.add_attempts(new):
                return len(new)
        return 0

    def _taken_along(self, owner: str, game: Game, kept: Kept, known: Sequence[Attempt]) -> list[Attempt]:
        """The attempts at a game's puzzles that an account does not have yet, each rated after the one before."""
        own = [each for each in known if each.game == game.name]
        strength, deviation = (own[-1].strength, own[-1].deviation) if own else (START_RATING, SOLVER)
        days = {found[1].id: day for day, found in self._dailies(kept) if found[0].name == game.name}
        tried, found = {each.puzzle for each in own}, list[Attempt]()
        for puzzle, solved in tried_first(game, kept.games.get(game.name, ())):
            if puzzle.id in tried:
                continue
            before = strength
            (strength, deviation), _other = rate(before, deviation, self.rating_of(game.name, puzzle), solved)
            found.append(
                Attempt(
                    owner=owner,
                    game=game.name,
                    puzzle=puzzle.id,
                    number=len(own) + len(found) + 1,
                    solved=solved,
                    time=now(),
                    day=days.get(puzzle.id, "") if solved else "",
                    before=before,
                    strength=strength,
                    deviation=deviation,
                )
            )
        return found

    def _dailies(self, kept: Kept) -> list[tuple[str, tuple[Game, Puzzle]]]:
        """The dates that a browser names, with the puzzles that were the daily ones."""
        dates = [day for day in kept.days if day <= self.today()]
        found = [(day.isoformat(), puzzles.daily_puzzle(self._tables.games, day)) for day in dates]
        return [(day, puzzle) for day, puzzle in found if puzzle is not None]

    def solver(self, owner: str, game: Game) -> Solver | None:
        """The record of an account with a game's puzzles; None before its first attempt."""
        return next((each for each in self.profile(owner) if each.game == game.name), None)

    def profile(self, owner: str) -> list[Solver]:
        """The record of an account with the puzzles of each game that it has tried some of."""
        if not owner:
            return []
        by_game: dict[str, list[Attempt]] = {}
        for each in self._store.attempts(owner):
            by_game.setdefault(each.game, []).append(each)
        games = self._tables.games
        return [_solver(games[name], attempts) for name, attempts in by_game.items() if name in games]

    def days(self, owner: str) -> int:
        """The days in a row, up to today or yesterday, on which an account solved the daily puzzle."""
        solved = {each.day for each in self._store.attempts(owner) if each.day and each.solved} if owner else set()
        return days_in_a_row(solved, self.today())


def rate(before: float, deviation: float, puzzle: PuzzleRating, solved: bool) -> tuple[tuple[float, float], PuzzleRating]:
    """The ratings after an attempt: the solver's with its deviation, and the puzzle's."""
    from openskill.models import PlackettLuce

    model = PlackettLuce(mu=START_RATING, sigma=SOLVER, beta=BETA, tau=BETA / 50)
    teams: list[list[Any]] = [
        [model.rating(mu=before, sigma=deviation)],
        [model.rating(mu=puzzle.strength, sigma=puzzle.deviation)],
    ]
    ((mine,), (other,)) = model.rate(teams, ranks=[1.0, 2.0] if solved else [2.0, 1.0])
    return (mine.mu, mine.sigma), PuzzleRating(other.mu, other.sigma, puzzle.tries + 1)


def streak_of(solved: Sequence[bool]) -> Streak:
    """The streak of attempts in their order."""
    now = best = 0
    for each in solved:
        now = now + 1 if each else 0
        best = max(best, now)
    return Streak(now, best)


def days_in_a_row(solved: set[str], today: date) -> int:
    """The dates in a row among some (as texts), up to today or, while today's is still to come, yesterday."""
    day = today if today.isoformat() in solved else today - timedelta(days=1)
    count = 0
    while day.isoformat() in solved:
        count, day = count + 1, day - timedelta(days=1)
    return count


def _solver(game: Game, attempts: Sequence[Attempt]) -> Solver:
    last = attempts[-1]
    return Solver(
        game=game.name,
        strength=last.strength,
        deviation=last.deviation,
        solved=sum(each.solved for each in attempts),
        tried=len(attempts),
        streak=streak_of([each.solved for each in attempts]),
        curve=(attempts[0].before, *(each.strength for each in attempts)),
        themes=_theme_scores(game, attempts),
    )


def _theme_scores(game: Game, attempts: Sequence[Attempt]) -> tuple[ThemeScore, ...]:
    found, titles = read_puzzles(game), game.words.puzzle_themes()
    solved, tried = Counter[str](), Counter[str]()
    for each in attempts:
        puzzle = None if found is None else found.get(each.puzzle)
        for theme in () if puzzle is None else puzzle.themes:
            tried[theme] += 1
            solved[theme] += each.solved
    scores = [ThemeScore(each, titles.get(each, each), solved[each], n) for each, n in tried.items() if n >= FEWEST]
    return tuple(sorted(scores, key=lambda each: (-each.solved / each.tried, -each.tried, each.id)))
