"""Puzzles at a table, and which puzzle comes next. No web framework here.

A puzzle is shown as a table that is stored nowhere (``PuzzleTable``). Its address names the puzzle and the choices that were
made in it, so no address leads further than its sender has got: what solves the puzzle is on no page before it is answered.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import date
from typing import NamedTuple, cast

from hanlin.core.i18n.language import _
from hanlin.core.i18n.seat_names import called
from hanlin.core.lib.integers import whole_text
from hanlin.core.lib.memo import memo
from hanlin.core.position.game import Game
from hanlin.core.position.position import Position
from hanlin.core.position.position_text import position
from hanlin.core.verbs.generic import OVER
from hanlin.core.verbs.puzzles import Puzzle, Step, read_puzzles
from hanlin.server.exceptions import NoSuchPuzzle, NotYours, Refused, moved_on
from hanlin.server.tables import commands
from hanlin.server.tables.table import Table
from hanlin.server.tables.unstored import entries_of, unstored_row

KIND = "puzzle"
"""The kind of these tables, and the beginning of their ids."""
SHOWN = "shown"
"""The end of the id of a table that shows the solution to somebody who gave up."""
_ADDRESS = re.compile(r"puzzle\.([a-z_]+)\.([a-z0-9-]+)((?:\.[0-9]+)*)(?:\.(x[0-9]+|shown))?", re.ASCII)
"""A game, a puzzle, the right choices so far, and the wrong choice that was the last answer, or that it was given up."""


class Try(NamedTuple):
    """The state of a puzzle: the number of right answers, the wrong action that came last (empty if none did), whether the
    solution was shown."""

    found: int
    wrong: str = ""
    given_up: bool = False


class PuzzleTable(Table):
    """A puzzle as a table that anybody may see and nobody else changes. Its solver has the active seat."""

    is_stored = False

    def __init__(self, game: Game, puzzle: Puzzle, made: Try) -> None:
        self.puzzle = puzzle
        self.progress = made
        start = start_of(puzzle)
        actions = [(puzzle.seat, action) for action in puzzle.solution[: made.found]]
        super().__init__(unstored_row(_address(game, puzzle, made), KIND, start), start.copy(), entries_of(start, actions))

    @property
    def done(self) -> bool:
        """True when every step is answered, or the solution shown."""
        return self.progress.found == len(self.puzzle.steps)

    @property
    def step(self) -> Step:
        """The decision that is asked for."""
        return self.puzzle.steps[self.progress.found]

    @property
    def to_move(self) -> int:
        """The solver's seat; OVER when the puzzle is done."""
        return OVER if self.done else self.puzzle.seat

    def called(self, reader: int | None = None) -> AbstractContextManager[None]:
        """A context in which all texts speak to the solver: nobody else sees this table."""
        colours = self.game.colours
        return called({} if reader is None else {colours[reader]: _("You")}, own=colours[self.puzzle.seat])

    @property
    def over(self) -> bool:
        """False, so that what the seat can't see stays hidden even where the last answer ends the game."""
        return False

    def owned_by(self, owner: str) -> list[int]:
        """The solver's seat, for any viewer."""
        return [self.puzzle.seat]

    def undoable(self) -> int | None:
        """None: an answer stands."""
        return None

    def after(self, seat: int, action: str, number: int) -> PuzzleTable:
        """The table after an answer, right or wrong; refused where it is not legal (with the rule)."""
        self._check(seat, number)
        commands.play(self, seat, action, None)
        right = action == self.step.best.action
        made = Try(self.progress.found + 1) if right else Try(self.progress.found, wrong=action)
        return _table(cast(Game, self.game), self.puzzle, made)

    def solution(self, seat: int, number: int) -> PuzzleTable:
        """The table that shows the solution."""
        self._check(seat, number)
        return _table(cast(Game, self.game), self.puzzle, Try(len(self.puzzle.steps), given_up=True))

    def again(self) -> PuzzleTable:
        """The table at the same step, without the wrong answer."""
        return _table(cast(Game, self.game), self.puzzle, Try(self.progress.found)) if self.progress.wrong else self

    def _check(self, seat: int, number: int) -> None:
        """Raise Refused unless a command is the solver's, for this state."""
        if self.done:
            raise Refused(_("This puzzle is done already."))
        if seat != self.puzzle.seat:
            raise NotYours(_("This seat isn't played from this browser."))
        if number != self.number:
            raise moved_on()


@memo(maxsize=256)
def start_of(puzzle: Puzzle) -> Position:
    """The whole position of a puzzle; it is shared, so it is not to be played on."""
    return position(puzzle.position)


def puzzle_of(game: Game, puzzle_id: str) -> Puzzle:
    """The puzzle of a game with that id; NoSuchPuzzle if there is none."""
    found = read_puzzles(game)
    puzzle = None if found is None else found.get(puzzle_id)
    if puzzle is None:
        raise NoSuchPuzzle(_("There is no such puzzle."))
    return puzzle


def first_table(game: Game, puzzle: Puzzle) -> PuzzleTable:
    """The table at which a puzzle begins."""
    return _table(game, puzzle, Try(0))


def open_puzzle(games: Mapping[str, Game], table: str) -> PuzzleTable | None:
    """The table of that id; None for other tables. NoSuchPuzzle where no answers to a puzzle lead there."""
    if not table.startswith(f"{KIND}."):
        return None
    found = _ADDRESS.fullmatch(table)
    game = None if found is None else games.get(found[1])
    if found is None or game is None:
        raise NoSuchPuzzle(_("There is no such puzzle."))
    puzzle = puzzle_of(game, found[2])
    choices, end = found[3].split(".")[1:], found[4] or ""
    wrong = end[1:] if end.startswith("x") else ""
    made = _made(puzzle, choices, wrong)
    if made is None or (end == SHOWN and made.found < len(puzzle.steps)):
        raise NoSuchPuzzle(_("There is no such puzzle."))
    return _table(game, puzzle, made._replace(given_up=end == SHOWN))


def _made(puzzle: Puzzle, choices: Sequence[str], wrong: str) -> Try | None:
    """The state that choices lead to, by the numbers of the legal actions; None where they do not fit the puzzle."""
    if len(choices) + bool(wrong) > len(puzzle.steps):
        return None
    at = start_of(puzzle).copy()
    for step, choice in zip(puzzle.steps, choices, strict=False):
        if _chosen(at, choice) != step.best.action:
            return None
        at.play(step.best.action)
    action = _chosen(at, wrong) if wrong else ""
    if action is None or (action and action == puzzle.steps[len(choices)].best.action):
        return None
    return Try(len(choices), action)


def _chosen(at: Position, choice: str) -> str | None:
    """The legal action of that number."""
    number = whole_text(choice, 0, 9999)
    return None if number is None or number >= len(at.legal) else at.legal[number]


def _address(game: Game, puzzle: Puzzle, made: Try) -> str:
    """The id of a puzzle's table."""
    at, choices = start_of(puzzle).copy(), list[str]()
    for step in puzzle.steps[: made.found]:
        choices.append(str(at.legal.index(step.best.action)))
        at.play(step.best.action)
    end = [f"x{at.legal.index(made.wrong)}"] if made.wrong else [SHOWN] if made.given_up else []
    return ".".join((KIND, game.name, puzzle.id, *choices, *end))


@memo(maxsize=64)
def _table(game: Game, puzzle: Puzzle, made: Try) -> PuzzleTable:
    return PuzzleTable(game, puzzle, made)


# -- which puzzle --------------------------------------------------------------------------------------------------------------


class Theme(NamedTuple):
    """A theme of a game's puzzles: its title, and the number of puzzles."""

    id: str
    title: str
    puzzles: int


def themes_of(game: Game) -> list[Theme]:
    """The themes of a game's puzzles, in the order and the language of its words; empty where the game has no puzzles."""
    found, titles = read_puzzles(game), game.words.puzzle_themes()
    counts = dict.fromkeys(titles, 0)
    for puzzle in () if found is None else found.puzzles:
        for theme in puzzle.themes:
            counts[theme] = counts.get(theme, 0) + 1
    return [Theme(theme, titles.get(theme, theme), count) for theme, count in counts.items() if count]


def count_of(game: Game) -> int:
    """The number of a game's puzzles."""
    found = read_puzzles(game)
    return 0 if found is None else len(found.puzzles)


def next_puzzle(
    game: Game, ratings: Mapping[str, float], strength: float, tried: Collection[str], theme: str = ""
) -> Puzzle | None:
    """The untried puzzle whose rating is nearest to a solver's, of a theme if one is given; None when all are tried.

    ratings: by id the ratings of puzzles that have changed. NoSuchPuzzle for a theme that no puzzle has.
    """
    found = read_puzzles(game)
    wanted = [each for each in (() if found is None else found.puzzles) if not theme or theme in each.themes]
    if not wanted:
        raise NoSuchPuzzle(_("There are no puzzles of this theme.") if theme else _("This game has no puzzles yet."))
    left = [each for each in wanted if each.id not in tried]
    return min(left, key=lambda each: (abs(ratings.get(each.id, each.rating) - strength), each.id), default=None)


def daily_puzzle(games: Mapping[str, Game], day: date) -> tuple[Game, Puzzle] | None:
    """The puzzle of a date, the same for everybody: another game each day, and each of its puzzles once before one comes again.

    None where no game has puzzles.
    """
    playing = [games[name] for name in sorted(games) if count_of(games[name])]
    if not playing:
        return None
    turn, number = divmod(day.toordinal(), len(playing))
    found = read_puzzles(playing[number])
    assert found is not None
    order = sorted(found.puzzles, key=lambda each: hashlib.sha256(each.id.encode()).digest())
    return playing[number], order[turn % len(order)]
