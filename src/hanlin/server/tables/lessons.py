"""Lessons: a guided first game, and a guide next to any table. No web framework here.

A game's package may hold a ``lesson.toml``: the steps of a lesson on positions of the game (``Step``), what a guide says
about each kind of decision (``Guide``), and the game that the lesson ends with (``Ending``), whose beginning is a record
next to it. All its texts are English and the ids of messages: ``tools/messages.py`` keeps their catalogues.

A step is shown as a table that is stored nowhere (``StepTable``): everything it is follows from its address.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import NamedTuple, cast

import msgspec

from hanlin.core.i18n.language import _, package_folder
from hanlin.core.lib.integers import whole_text
from hanlin.core.lib.memo import memo
from hanlin.core.position.game import Game
from hanlin.core.position.position import Move, Position
from hanlin.core.position.position_text import position
from hanlin.core.position.record import read_record
from hanlin.core.verbs.defaults import LOG, is_own, reason_of
from hanlin.core.verbs.generic import OVER
from hanlin.server.db import Entry, Seat, TableRow
from hanlin.server.exceptions import Refused, moved_on
from hanlin.server.tables import commands
from hanlin.server.tables.table import Table
from hanlin.server.tables.unstored import entries_of, unstored_row

FILE = "lesson.toml"
OPPONENT = "novice"
"""The level of the computer players in the game after a lesson."""
WORDS_PER_MINUTE, SECONDS_PER_STEP = 200, 7
SEED = "a first game"
"""The seed of that game: everybody who plays alike gets the same first game."""


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The lesson's answer to some of the legal actions of a step."""

    says: str
    """The effect of the action and why it is good; or its consequence, where another one would have done the task."""
    play: tuple[str, ...] = ("*",)
    """The actions that it answers, as texts; ``*`` stands for anything. The first answer that fits an action counts."""
    gain: int = 0
    """The points that the action must score for the learner at once."""
    rule: str = ""
    detour: bool = False
    """True where the action stands, but does not do the task: the learner may try again, or go on."""
    then: tuple[str, ...] = ()
    """The actions that follow it, by any actor, as texts or patterns. ``|`` separates alternatives, the first legal one is
    played; one that begins with ``?`` is left out where none is legal."""
    shows: tuple[str, ...] = ()
    """The places that the answer speaks of, as ``Step.shows``; those of the step where it names none."""


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One idea, and mostly one decision. ``see``: the situation; ``task``: the task.

    A step without answers only shows something. An action that no answer fits is refused: the step needs a certain position.
    """

    title: str
    see: str
    task: str = ""
    answer: tuple[Answer, ...] = ()
    position: str = ""
    """The position as text; empty where the step goes on from the one before, as the learner left it."""
    rule: str = ""
    shows: tuple[str, ...] = ()
    """The places that the step speaks of, by their names in the drawings: ``data-place``, ``data-key`` or ``id``."""
    repeats: bool = False
    """True where the step lasts as long as the learner is asked for the same kind of action."""

    @property
    def says(self) -> str:
        """The answer to what the task asks for; empty where there is nothing to do."""
        return self.answer[0].says if self.answer else ""

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

    @property
    def minutes(self) -> int:
        """About how long it takes: the reading of its texts, and some seconds for each step."""
        read = sum(len(text.split()) for step in self.step for text in (step.title, step.see, step.task, step.says))
        return max(1, round(read / WORDS_PER_MINUTE + len(self.step) * SECONDS_PER_STEP / 60))


class Place(NamedTuple):
    """The position of a table in a lesson: the step's number from 1, of ``steps``."""

    lesson: Lesson
    number: int
    steps: int
    step: Step
    done: bool
    """True once the learner has acted, or where there is nothing to do."""
    answer: Answer | None
    """The answer to the learner's last action."""
    here: str
    """The step's address below the lesson's, with the earlier choices that it goes on from."""
    onward: str
    """The next step's address, once the step is done and another one follows; otherwise empty."""

    @property
    def shows(self) -> tuple[str, ...]:
        """The places that are spoken of now."""
        return (self.answer.shows if self.answer else ()) or self.step.shows


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
    person, bot = Seat(kind="person", owner=owner), Seat(kind="bot", bot=OPPONENT)
    return [person if seat == beginning.seat else bot for seat in range(beginning.players)]


def guide_of(game: Game, rule: str) -> list[tuple[str, Guide]]:
    """The guide's texts for questions of that rule, in order, each with a unique key."""
    lesson = lesson_of(game)
    found = [] if lesson is None else [each for each in lesson.guide if each.asked == rule]
    return [(f"{rule}-{number}", each) for number, each in enumerate(found)]


class StepTable(Table):
    """A step of a lesson as a table that anybody may see and nobody else changes. Its learner has the active seat."""

    is_stored = False

    def __init__(self, place: Place, seat: int, row: TableRow, start: Position, entries: list[Entry]) -> None:
        self.place = place
        self.seat = seat
        super().__init__(row, start, entries)

    @property
    def to_move(self) -> int:
        """The learner's seat; OVER when the step is done."""
        return OVER if self.place.done else self.seat

    @property
    def asks(self) -> list[str]:
        """The legal actions that do what the task asks, those of its first answer; empty when the step is done."""
        step = self.place.step
        if self.place.done:
            return []
        return [action for action in self.position.legal if step.answer_to(self.position, action) is step.answer[0]]

    @property
    def hint(self) -> str:
        """An action that does the task; empty when the step is done."""
        return next(iter(self.asks), "") or next(iter(self._accepted()), "")

    def _accepted(self) -> list[str]:
        answers = ((action, self.place.step.answer_to(self.position, action)) for action in self.position.legal)
        return [] if self.place.done else [action for action, answer in answers if answer and not answer.detour]

    def owned_by(self, owner: str) -> list[int]:
        """The learner's seat, for any viewer."""
        return [self.seat]

    def undoable(self) -> int | None:
        """None: a step can be started again."""
        return None

    def after(self, seat: int, action: str, number: int) -> StepTable:
        """The table after the learner's action; refused where it is not legal (with the rule) or not what the step is about."""
        if number != self.number or self.place.done:
            raise moved_on()
        commands.play(self, seat, action, None)
        if self.place.step.answer_to(self.position, action) is None:
            raise Refused(_("This step is about something else: choose one of the places that are lit."))
        found = open_step({self.row.game: cast(Game, self.game)}, f"{self.row.id}-{self.position.legal.index(action)}")
        assert found is not None, f"{self.row.id} has no answer to {action}"
        return found


_ADDRESS = re.compile(r"([a-z_]+)-([0-9]+)((?:\.[0-9]+)*)((?:-[0-9]+)*)")
"""A game's name, a step's number, the choices before it that it goes on from, the choices made in it."""
_MOST_CHOICES = 12
"""No chain of steps has more."""


def open_step(games: Mapping[str, Game], table: str) -> StepTable | None:
    """The step whose table has that id; None where there is none.

    ``GAME-STEP``, with ``.CHOICE`` for each earlier choice that it goes on from, and ``-CHOICE`` for each one made in it. A
    choice is the index of a legal action.
    """
    found = _ADDRESS.fullmatch(table)
    if found is None or found[1] not in games:
        return None
    before, made = found[3].split(".")[1:], found[4].split("-")[1:]
    numbers = [whole_text(each, 0, 9999) for each in (found[2], *before, *made)]
    if len(numbers) > _MOST_CHOICES or None in numbers:
        return None
    number, *choices = cast("list[int]", numbers)
    lesson = lesson_of(games[found[1]])
    if lesson is None or not 1 <= number <= len(lesson.step):
        return None
    return step_table(games[found[1]], number, tuple(choices[: len(before)]), tuple(choices[len(before) :]))


class Course(NamedTuple):
    """The course of a step so far: its first position, the actions with their actors, the last one."""

    start: Position
    actions: list[tuple[int, str]]
    end: Position
    made: tuple[int, ...]
    """The learner's choices."""
    answer: Answer | None
    """The answer to the last of them."""
    done: bool


@memo(maxsize=256)
def course(game: Game, number: int, before: tuple[int, ...], made: tuple[int, ...] | None = None) -> Course | None:
    """The course of a step that goes on from the choices ``before``, with the choices ``made`` in it.

    None where these are no choices of the lesson. Without ``made`` the learner does what the first answer says. The positions
    are shared, so they are not to be played on.
    """
    start, step = _start(game, number, before), _step(game, number)
    if start is None:
        return None
    at, learner, actions, chosen = start.copy(), start.actor, list[tuple[int, str]](), list[int]()
    answer, done = None, not step.answer
    while not done and (made is None or len(chosen) < len(made)):
        legal = at.legal
        choice = legal.index(_first_of(step, at)) if made is None else made[len(chosen)]
        answer = step.answer_to(at, legal[choice]) if choice < len(legal) else None
        if answer is None:
            return None
        chosen.append(choice)
        actions.append((learner, legal[choice]))
        at.play(legal[choice])
        done = not (step.repeats and at.actor == learner and _verb(at.legal[0]) == _verb(legal[choice]))
    if made is not None and len(chosen) < len(made):
        return None
    if done and answer:
        actions += _follow(at, answer.then)
    return Course(start, actions, position(at.text()), tuple(chosen), answer, done)


def _start(game: Game, number: int, before: tuple[int, ...]) -> Position | None:
    """The position that a step begins with; None where the choices do not lead to it."""
    step = _step(game, number)
    if step.position:
        return None if before else position(step.position)
    # The last of the choices were made in the step before this one, the others lead to it.
    for cut in range(len(before), -1, -1):
        earlier = course(game, number - 1, before[:cut], before[cut:])
        if earlier and earlier.done:
            return earlier.end
    return None


def choices_before(game: Game, number: int) -> tuple[int, ...]:
    """The choices that lead to a step where the learner does what the first answers say."""
    if _step(game, number).position:
        return ()
    before = choices_before(game, number - 1)
    earlier = course(game, number - 1, before)
    assert earlier is not None
    return before + earlier.made


def _follow(at: Position, then: tuple[str, ...]) -> list[tuple[int, str]]:
    """Plays the actions that follow; returns them with their actors."""
    played = []
    for each in then:
        ways = each.removeprefix("?").split("|")
        found = next((action for way in ways for action in at.legal if fnmatchcase(action, way)), None)
        if found is None:
            assert each.startswith("?"), f"{each} is not legal: {at.legal[:9]}"
            continue
        played.append((at.actor, found))
        at.play(found)
    return played


def _first_of(step: Step, at: Position) -> str:
    """The first legal action that the step's first answer fits, or else the first that any fits."""
    answers = [(action, step.answer_to(at, action)) for action in at.legal]
    return next((action for action, answer in answers if answer is step.answer[0]), None) or next(
        action for action, answer in answers if answer
    )


def _verb(action: str) -> str:
    return action.partition(" ")[0]


def _step(game: Game, number: int) -> Step:
    lesson = lesson_of(game)
    assert lesson is not None
    return lesson.step[number - 1]


def start_of(game: Game, number: int) -> Position:
    """The position that a step begins with where the learner did what the steps before it asked; it is shared."""
    found = _start(game, number, choices_before(game, number))
    assert found is not None
    return found


@memo(maxsize=64)
def step_table(game: Game, number: int, before: tuple[int, ...] = (), made: tuple[int, ...] = ()) -> StepTable | None:
    """The table of a step after the choices ``made`` in it, and what follows them; None where these are no choices of it.

    ``before``: the earlier choices that it goes on from; without them, those that the steps before it ask for.
    """
    lesson, led = lesson_of(game), before or choices_before(game, number)
    found = course(game, number, led, made)
    if lesson is None or found is None:
        return None
    entries = entries_of(found.start, found.actions)
    here = "".join((str(number), *(f".{choice}" for choice in before)))
    onward = ""
    if found.done and number < len(lesson.step):
        goes_on = () if lesson.step[number].position else (*led, *made)
        onward = "".join((str(number + 1), *(f".{choice}" for choice in goes_on)))
    name = "".join((f"{game.name}-{here}", *(f"-{choice}" for choice in made)))
    place = Place(lesson, number, len(lesson.step), lesson.step[number - 1], found.done, found.answer, here, onward)
    return StepTable(place, max(found.start.actor, 0), unstored_row(name, "lesson", found.start), found.start.copy(), entries)


def _folder(game: Game) -> Path:
    return package_folder(game.package)
