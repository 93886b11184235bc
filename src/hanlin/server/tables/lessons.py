"""Lessons: a first game that teaches, and a guide beside any table. No web framework here.

A game's package may hold a ``lesson.toml``: the steps of a lesson on positions of the game (``Step``), what a guide says
about each kind of decision (``Guide``), and the game that the lesson ends with (``Ending``), whose beginning is a record
beside it. All its texts are English and the ids of messages: ``tools/messages.py`` keeps their catalogues.

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
from hanlin.server.tables.table import Table

FILE = "lesson.toml"
OPPONENT = "casual"
"""Who plays the other seats of the game that a lesson ends with."""
SEED = "a first game"
"""What that game's chance draws from: it is the same first game for everybody who plays alike."""


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a lesson says to some of the actions that are legal in a step."""

    says: str
    """What the action did and why that is good; or what it would have meant, where it is to be thought over."""
    play: tuple[str, ...] = ("*",)
    """The actions that are meant, as texts; ``*`` stands for anything. The first answer that fits an action counts."""
    gain: int = 0
    """The points that the action must bring the learner at once to be meant."""
    rule: str = ""
    again: bool = False
    """True where the learner is to try something else: nothing is played then."""
    then: tuple[str, ...] = ()
    """What follows it in the lesson, of whoever acts then."""


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One decision. ``see``: what there is to see; ``task``: what to do now."""

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
    """The points that an action brings at once to whoever plays it; 0 where none are wanted."""
    return start.copy().play(action).scores[start.actor] - start.scores[start.actor] if wanted else 0


class Guide(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the guide says about a kind of decision: when a question is asked whose rule (``Question.rule``) is ``asked``.

    Several about one kind follow one another, each at its own occasion. ``rule`` is the rule that tells more.
    """

    asked: str
    title: str
    text: str
    rule: str


class Ending(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The game after the lesson. ``record``: a file beside the lesson with the moves that the game begins with."""

    title: str
    text: str
    record: str
    seat: int
    """The learner's, from 1."""


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a game's ``lesson.toml`` holds."""

    about: str
    step: tuple[Step, ...]
    game: Ending
    guide: tuple[Guide, ...] = ()


class Place(NamedTuple):
    """Where in a lesson a table stands: the step's number from 1, of ``steps``; ``answer`` once the step is done."""

    lesson: Lesson
    number: int
    steps: int
    step: Step
    answer: Answer | None


class Beginning(NamedTuple):
    """How the game after a lesson begins."""

    players: int
    options: dict[str, object]
    moves: list[Move]
    seat: int


@cache
def lesson_of(game: Game) -> Lesson | None:
    """The game's lesson; None where it brings none. Of Hanlin's own games, msgspec.ValidationError where the file is wrong."""
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
    """Who sits at the game after the lesson: the learner, and opponents."""
    beginning = beginning_of(game)
    person, bot = Seat(kind="person", owner=owner), Seat(kind="bot", bot=OPPONENT)
    return [person if seat == beginning.seat else bot for seat in range(beginning.players)]


def guide_of(game: Game, rule: str) -> list[tuple[str, Guide]]:
    """What the guide has to say about questions of that rule, in its order, each with a key of its own."""
    lesson = lesson_of(game)
    found = [] if lesson is None else [each for each in lesson.guide if each.asked == rule]
    return [(f"{rule}-{number}", each) for number, each in enumerate(found)]


class StepTable(Table):
    """A step of a lesson as a table that anybody may look at and nobody else changes. Its learner has the seat to move."""

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
        """The learner's seat, whoever looks."""
        return [self.seat]

    def undoable(self) -> int | None:
        """Nothing: a step can be begun anew."""
        return None

    def answer_to(self, seat: int, action: str, number: int) -> tuple[Answer, StepTable]:
        """What the lesson says to an action, and the table that shows it. Refused (with the rule) where it is not legal."""
        if number != self.number or self.place.answer:
            raise moved_on()
        self.action_entries(seat, action, None)
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
    """Whether the legal action of that number is one that the step takes."""
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
