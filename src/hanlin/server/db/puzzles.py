"""Puzzles that accounts have tried, and the ratings of puzzles. The puzzles themselves are files of the games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from hanlin.server.db.engine import Database
from hanlin.server.db.records import from_row
from hanlin.server.db.schema import puzzle_attempts, puzzle_ratings


class Attempt(msgspec.Struct, frozen=True, kw_only=True):
    """The attempt of an account at a puzzle; it has one only, and later answers change nothing.

    ``number`` counts the account's attempts at puzzles of the game, from 1. ``day``: the date of the daily puzzle that it was;
    empty for any other. The account's rating was ``before``; after it, it is ``strength`` with ``deviation``.
    """

    owner: str
    game: str
    puzzle: str
    number: int
    solved: bool
    time: float
    day: str
    before: float
    strength: float
    deviation: float


class PuzzleRating(NamedTuple):
    """The rating of a puzzle after so many attempts."""

    strength: float
    deviation: float
    tries: int


class Puzzles(Database):
    """Attempts at puzzles; every method is one transaction."""

    def add_attempt(self, attempt: Attempt, puzzle: PuzzleRating) -> bool:
        """Store an attempt with the puzzle's rating after it.

        False, and nothing is stored, where the account has tried the puzzle meanwhile, or another one that has this number, or
        where somebody else has tried the puzzle.
        """
        of = {"game": attempt.game, "puzzle": attempt.puzzle}
        here = sa.and_(*(puzzle_ratings.c[name] == value for name, value in of.items()))
        try:
            with self.writing() as connection:
                connection.execute(puzzle_attempts.insert(), msgspec.to_builtins(attempt))
                if puzzle.tries == 1:
                    connection.execute(puzzle_ratings.insert(), of | puzzle._asdict())
                    return True
                same = puzzle_ratings.update().where(here, puzzle_ratings.c.tries == puzzle.tries - 1)
                if connection.execute(same.values(**puzzle._asdict())).rowcount:
                    return True
                raise _Overtaken
        except (IntegrityError, _Overtaken):
            return False

    def add_attempts(self, attempts: Sequence[Attempt]) -> bool:
        """Store attempts that were not judged here, all or none, without a change of the puzzles' ratings.

        False, and nothing is stored, where the account has tried one of the puzzles meanwhile, or has more attempts.
        """
        try:
            with self.writing() as connection:
                if attempts:
                    connection.execute(puzzle_attempts.insert(), [msgspec.to_builtins(each) for each in attempts])
                return True
        except IntegrityError:
            return False

    def attempt(self, owner: str, game: str, puzzle: str) -> Attempt | None:
        """The attempt of an account at a puzzle."""
        return self._attempt(
            puzzle_attempts.c.owner == owner, puzzle_attempts.c.game == game, puzzle_attempts.c.puzzle == puzzle
        )

    def last_attempt(self, owner: str, game: str) -> Attempt | None:
        """The last attempt of an account at a puzzle of a game: it holds the account's rating."""
        return self._attempt(puzzle_attempts.c.owner == owner, puzzle_attempts.c.game == game)

    def attempts(self, owner: str) -> list[Attempt]:
        """All attempts of an account, by game and in order."""
        chosen = sa.select(puzzle_attempts).where(puzzle_attempts.c.owner == owner)
        with self.engine.connect() as connection:
            rows = connection.execute(chosen.order_by(puzzle_attempts.c.game, puzzle_attempts.c.number)).mappings()
            return [from_row(Attempt, row) for row in rows]

    def puzzle_ratings(self, game: str) -> dict[str, PuzzleRating]:
        """The ratings of the puzzles of a game that were tried, by their ids."""
        chosen = sa.select(puzzle_ratings).where(puzzle_ratings.c.game == game)
        with self.engine.connect() as connection:
            rows = connection.execute(chosen)
            return {row.puzzle: PuzzleRating(row.strength, row.deviation, row.tries) for row in rows}

    def _attempt(self, *which: sa.ColumnElement[bool]) -> Attempt | None:
        chosen = sa.select(puzzle_attempts).where(*which).order_by(puzzle_attempts.c.number.desc()).limit(1)
        with self.engine.connect() as connection:
            row = connection.execute(chosen).mappings().one_or_none()
        return None if row is None else from_row(Attempt, row)


class _Overtaken(Exception):
    """Another attempt at the puzzle was stored first."""
