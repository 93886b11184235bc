"""Lessons: a guided first game, and a guide next to any table. No web framework here.

A game's package may hold a ``lesson.toml``: the steps of a lesson on positions of the game (``Step``), what a guide says
about each kind of decision (``Guide``), and the game that the lesson ends with (``Ending``), whose beginning is a record
next to it. All its texts are English and the ids of messages: ``tools/messages.py`` keeps their catalogues.

A step is shown as a table that is stored nowhere (``StepTable``): everything it is follows from its address.
"""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import NamedTuple, cast

import msgspec

from hanlin.core.i18n.language import package_folder
from hanlin.core.lib.integers import whole_text
from hanlin.core.lib.memo import memo
from hanlin.core.position.digest import digest
from hanlin.core.position.game import Game
from hanlin.core.position.position import Move, Position
from hanlin.core.position.position_text import position
from hanlin.core.position.record import read_record
from hanlin.core.verbs.defaults import LOG, is_own, reason_of
from hanlin.core.verbs.generic import OVER
from hanlin.server.db import Entry, Seat, TableRow
from hanlin.server.exceptions import moved_on
from hanlin.server.tables import commands
from hanlin.server.tables.names import DEFAULT_OPPONENT
from hanlin.server.tables.table import Table

FILE = "lesson.toml"
SEED = "a first game"
"""The seed of that game: everybody who plays alike gets the same first game."""


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The lesson's answer to some of the legal actions of a step."""

    says: str
    """The effect of the action and why it is good; or its consequence, where the learner should think again."""
    play: tuple[str, ...] = ("*",)
    """The actions that it answers, as texts; ``*`` stands for anything. The first answer that fits an action counts."""
    gain: int = 0
    """The points that the action must score for the learner at once."""
    rule: str = ""
    again: bool = False
    """True where the learner should try another action: nothing is played then."""
    then: tuple[str, ...] = ()
    """The actions that follow it in the lesson, by any actor."""


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One decision. ``see``: the situation; ``task``: the task."""

    title: str
    see: str
    task: str
    answer: tuple[Answer, ...]
    position: str = ""
    """The position as text; empty where the step goes on from the one before, after its first answer."""
    rule: str = ""

    def answer_to(self, start: Position, action: str) -> Answer | None:
        """The first answer that fits an action of the step's position; None for an action that no answer speaks of."""
        for each in self.answer:
            if any(fnmatchcase(action, one) for one in each.play) and each.gain <= gain_of(start, action, each.gain):
                return each
        return None


def gain_of(start: Position, action: str, wanted: int = 1) -> int:
    """The points that an action scores at once for its actor; 0 where none are wanted."""
    return start.copy().play(action).scores[start.actor] - start.scores[start.actor] if wanted else 0


class Guide(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text of the guide, shown when a question is asked whose rule (``Question.rule``) is ``asked``.

    Several with one ``asked`` are shown in turn, one per occasion. ``rule`` is the rule to read more about.
    """

    asked: str
    title: str
    text: str
    rule: str


class Ending(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The game after the lesson. ``record``: a file next to the lesson with the moves that the game begins with."""

    title: str
    text: str
    record: str
    seat: int
    """The learner's, from 1."""


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of a game's ``lesson.toml``."""

    about: str
    step: tuple[Step, ...]
    game: Ending
    guide: tuple[Guide, ...] = ()


class Place(NamedTuple):
    """The position of a table in a lesson: the step's number from 1, of ``steps``; ``answer`` once the step is done."""

    lesson: Lesson
    number: int
    steps: int
    step: Step
    answer: Answer | None


class Beginning(NamedTuple):
    """The start of the game after a lesson."""

    players: int
    options: dict[str, object]
    moves: list[Move]
    seat: int


@cache
def lesson_of(game: Game) -> Lesson | None:
    """The game's lesson; None where it has none. msgspec.ValidationError where a file of Hanlin's own games is wrong."""
    path = _folder(game) / FILE
    try:
        return msgspec.toml.decode(path.read_bytes(), type=Lesson) if path.is_file() else None
    except (msgspec.MsgspecError, ValueError, OSError) as error:
        if is_own(game.package):
            raise
        LOG.warning("lesson not loaded game=%s reason=%s", game.name, reason_of(error))
        return None


@cache
def beginning_of(game: Game) -> Beginning:
    """The beginning of the game after the lesson."""
    lesson = lesson_of(game)
    assert lesson is not None
    record = read_record((_folder(game) / lesson.game.record).read_text(encoding="utf-8"))
    of_files = {option.name for option in game.options if option.file}
    options = {name: value for name, value in record.start.options.items() if name not in of_files}
    return Beginning(record.start.players, options, record.end.moves, lesson.game.seat - 1)


def seats_of(game: Game, owner: str) -> list[Seat]:
    """The seats of the game after the lesson: the learner, and computer players."""
    beginning = beginning_of(game)
    person, bot = Seat(kind="person", owner=owner), Seat(kind="bot", bot=DEFAULT_OPPONENT)
    return [person if seat == beginning.seat else bot for seat in range(beginning.players)]


def guide_of(game: Game, rule: str) -> list[tuple[str, Guide]]:
    """The guide's texts for questions of that rule, in order, each with a unique key."""
    lesson = lesson_of(game)
    found = [] if lesson is None else [each for each in lesson.guide if each.asked == rule]
    return [(f"{rule}-{number}", each) for number, each in enumerate(found)]


class StepTable(Table):
    """A step of a lesson as a table that anybody may see and nobody else changes. Its learner has the active seat."""

    def __init__(self, place: Place, row: TableRow, start: Position, entries: list[Entry]) -> None:
        self.place = place
        self.seat = start.actor
        super().__init__(row, start, entries)

    @property
    def to_move(self) -> int:
        """The learner's seat; OVER when the step is done."""
        return OVER if self.place.answer else self.seat

    @property
    def hint(self) -> str:
        """An action that the step takes; empty when it is done."""
        legal = [] if self.place.answer else self.position.legal
        answers = ((action, self.place.step.answer_to(self.position, action)) for action in legal)
        return next((action for action, answer in answers if answer and not answer.again), "")

    def owned_by(self, owner: str) -> list[int]:
        """The learner's seat, for any viewer."""
        return [self.seat]

    def undoable(self) -> int | None:
        """None: a step can be started again."""
        return None

    def answer_to(self, seat: int, action: str, number: int) -> tuple[Answer, StepTable]:
        """The lesson's answer to an action, and the table that shows it. Refused (with the rule) where it is not legal."""
        if number != self.number or self.place.answer:
            raise moved_on()
        commands.play(self, seat, action, None)
        answer = self.place.step.answer_to(self.position, action)
        assert answer is not None, f"{self.row.id} has no answer to {action}"
        choice = self.position.legal.index(action)
        return answer, self if answer.again else step_table(cast(Game, self.game), self.place.number, choice)


def open_step(games: Mapping[str, Game], table: str) -> StepTable | None:
    """The step whose table has that id (``GAME-STEP`` or, once it is done, ``GAME-STEP-CHOICE``); None where there is none."""
    name, *numbers = table.split("-")
    if name not in games or len(numbers) not in (1, 2) or not all(_is_number(each) for each in numbers):
        return None
    number, choice = int(numbers[0]), int(numbers[1]) if len(numbers) == 2 else None
    lesson = lesson_of(games[name])
    if lesson is None or not 1 <= number <= len(lesson.step):
        return None
    if choice is not None and not _done_by(games[name], lesson.step[number - 1], number, choice):
        return None
    return step_table(games[name], number, choice)


def _is_number(text: str) -> bool:
    """True for a number as addresses say it; one has one address."""
    return whole_text(text, 0, 9999) is not None


def _done_by(game: Game, step: Step, number: int, choice: int) -> bool:
    """True if the step accepts the legal action with that index."""
    start = start_of(game, number)
    legal = start.legal
    answer = step.answer_to(start, legal[choice]) if choice < len(legal) else None
    return answer is not None and not answer.again


@memo(maxsize=128)
def start_of(game: Game, number: int) -> Position:
    """The position that a step begins with; it is shared, so it is not to be played on."""
    lesson = lesson_of(game)
    assert lesson is not None
    step = lesson.step[number - 1]
    if step.position:
        return position(step.position)
    before, answer = start_of(game, number - 1).copy(), lesson.step[number - 2].answer[0]
    for text in (next(each for each in before.legal if fnmatchcase(each, answer.play[0])), *answer.then):
        before.play(text)
    return position(before.text())


@memo(maxsize=64)
def step_table(game: Game, number: int, choice: int | None = None) -> StepTable:
    """The table of a step; ``choice``: after the legal action of that number was played and what follows it happened."""
    lesson, start = lesson_of(game), start_of(game, number)
    assert lesson is not None
    step = lesson.step[number - 1]
    action = "" if choice is None else start.legal[choice]
    answer = step.answer_to(start, action) if action else None
    entries: list[Entry] = []
    after = start.copy()
    for text in (action, *answer.then) if answer else ():
        actor = after.actor
        after.play(text)
        entries.append(Entry(number=len(entries), kind="action", actor=actor, action=text, digest=digest(after), time=0.0))
    name = f"{game.name}-{number}" + ("" if choice is None else f"-{choice}")
    return StepTable(Place(lesson, number, len(lesson.step), step, answer), _row(name, game, start), start.copy(), entries)


def _row(name: str, game: Game, start: Position) -> TableRow:
    seats = tuple(Seat(kind="person") for _seat in range(start.players))
    return TableRow(
        id=name,
        kind="lesson",
        game=game.name,
        players=start.players,
        options={},
        files={},
        rules=game.rules_version,
        seed="",
        pause=0.0,
        created=0.0,
        to_move=start.actor,
        seats=seats,
        setup=seats,
    )


def _folder(game: Game) -> Path:
    return package_folder(game.package)
