"""Puzzles: positions of finished games in which one action is clearly the best, with the proof in figures.

A puzzle is data: the position, the seat that decides in it, and for each decision in a row what every judged action is worth.
``lab.puzzles`` mines and proves them. A game that has puzzles offers a module ``puzzles`` with the rules that recognise their
themes, ``themes(moments)``, and in its words the titles of these, ``puzzle_themes()``. A game's file is strict JSON, read and
written here.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, cast

from hanlin.core.errors import BadData
from hanlin.core.jit.events import Event
from hanlin.core.lib.memo import memo
from hanlin.core.text.toml_files import shown
from hanlin.core.verbs.rulebook import Rulebook

if TYPE_CHECKING:
    from hanlin.core.position.position import Position

SCHEMA = 1
FILE = "puzzles.json"
"""The shipped puzzles of a game, in its package."""
MOST_STEPS = 3
MOST_ANSWERS = 9
"""Judged actions of a step: the best eight, and the tempting one."""
START_RATING = 1500.0
"""The rating of a new solver. Ratings are on the scale of chess (Elo, Glicko): one who is rated like a puzzle solves it at
every second try, one who is rated 400 points higher at ten of eleven."""
LEAST_RATING, MOST_RATING = 400.0, 2800.0

Level = Literal["easy", "medium", "hard"]
LEVELS: tuple[Level, ...] = ("easy", "medium", "hard")

_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,39}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Answer:
    """A judged action. ``share``: the seat's share of the win (0 … 1), ``points``: its lead over the mean of the other seats at
    the end, both means over games that are played to the end after it."""

    action: str
    share: float
    points: float


@dataclass(frozen=True, slots=True)
class Step:
    """One decision. ``answers``: the judged actions, the best first; actions that are not among them are worse than the second.

    ``tempting``: the wrong action that weaker levels choose most; None where none of them goes wrong.
    """

    answers: tuple[Answer, ...]
    tempting: str | None

    @property
    def best(self) -> Answer:
        """The solution."""
        return self.answers[0]

    def answer(self, action: str) -> Answer | None:
        """The value of an action; None where it was not judged."""
        return next((each for each in self.answers if each.action == action), None)


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle. ``position``: the whole position as text, of which the solver sees the view of ``seat`` (from 0), its actor.

    Each step follows on the best answer of the one before it. ``themes``: the ideas of the solution, the main one first;
    ``rating``: the difficulty (``START_RATING``).
    """

    id: str
    position: str
    seat: int
    players: int
    themes: tuple[str, ...]
    level: Level
    rating: float
    steps: tuple[Step, ...]

    @property
    def solution(self) -> tuple[str, ...]:
        """The best actions in their order."""
        return tuple(step.best.action for step in self.steps)

    def as_json(self) -> dict[str, Any]:
        """The puzzle as JSON."""
        return {
            "id": self.id,
            "position": self.position,
            "seat": self.seat,
            "players": self.players,
            "themes": list(self.themes),
            "level": self.level,
            "rating": self.rating,
            "steps": [
                {
                    "answers": [{"action": each.action, "share": each.share, "points": each.points} for each in step.answers],
                    "tempting": step.tempting,
                }
                for step in self.steps
            ],
        }


class Moment(NamedTuple):
    """A step as the rules of themes see it: the view before it, and for the solution and for the best other answer (the
    tempting one where there is one) the action, the view after it and its events."""

    seen: Position
    action: str
    after: Position
    events: Sequence[Event]
    other: str
    after_other: Position
    events_of_other: Sequence[Event]


@dataclass(frozen=True)
class Puzzles:
    """The puzzles of a game. ``made``: what made them (the games they are from, the budgets of the proof)."""

    game: str
    made: Mapping[str, Any]
    puzzles: tuple[Puzzle, ...]

    def get(self, id: str) -> Puzzle | None:
        """The puzzle of that id; None if there is none."""
        return next((each for each in self.puzzles if each.id == id), None)

    @property
    def themes(self) -> tuple[str, ...]:
        """All themes, the most frequent first."""
        counts: dict[str, int] = {}
        for puzzle in self.puzzles:
            for theme in puzzle.themes:
                counts[theme] = counts.get(theme, 0) + 1
        return tuple(sorted(counts, key=lambda theme: (-counts[theme], theme)))


@memo(maxsize=16)
def read_puzzles(game: Rulebook) -> Puzzles | None:
    """The shipped puzzles of a game; None if there are none. BadData for a file with a fault."""
    file = files(game.package).joinpath(FILE)
    return puzzles_of(file.read_text("utf-8"), game.name) if file.is_file() else None


def puzzles_text(of: Puzzles) -> str:
    """The puzzles as the text of a file, a line for each."""
    head = json.dumps({"schema": SCHEMA, "game": of.game, "made": of.made}, ensure_ascii=False)
    lines = [json.dumps(each.as_json(), ensure_ascii=False, separators=(",", ":")) for each in of.puzzles]
    return head[:-1] + ', "puzzles": [\n' + ",\n".join(lines) + "\n]}\n"


def puzzles_of(text: str, game: str, name: str = FILE) -> Puzzles:
    """The puzzles of a file of a game; BadData says which entry of the file ``name`` is wrong, and what was expected.

    Positions and actions are not read here: whoever shows a puzzle does (``hanlin.position``).
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadData(f"{name}: this isn't valid JSON: {error}.") from None
    file = _Entry(name, "", data)
    file.only("schema", "game", "made", "puzzles")
    if file.get("schema", int, "a number") != SCHEMA:
        raise file.wrong(f"it has the schema {shown(data['schema'])}; this version reads {SCHEMA}", "schema")
    if file.get("game", str, "a text") != game:
        raise file.wrong(f"these are puzzles of {shown(data['game'])}, not of {game}", "game")
    made = file.get("made", dict, "a table")
    found = tuple(_puzzle(each) for each in file.rows("puzzles", 0, 100_000))
    ids: set[str] = set()
    for puzzle in found:
        if puzzle.id in ids:
            raise file.wrong(f"the id {puzzle.id} appears twice", "puzzles")
        ids.add(puzzle.id)
    return Puzzles(game, made, found)


def puzzle_of_json(data: Any, name: str = "puzzle") -> Puzzle:
    """The puzzle that ``Puzzle.as_json`` wrote, with or without themes; BadData for one with a fault."""
    return _puzzle(_Entry(name, "", data), themes=0)


# -- reading --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Entry:
    """An object of the file, with the words that name it in messages."""

    file: str
    place: str
    data: Any

    def wrong(self, reason: str, key: str = "") -> BadData:
        place = f"{self.place}.{key}" if self.place and key else self.place or key or "the file"
        return BadData(f"{self.file}: {place}: {reason}.")

    def only(self, *keys: str) -> None:
        """Check that it is an object with exactly these keys."""
        if not isinstance(self.data, dict):
            raise self.wrong(f"expected an object, not {shown(self.data)}")
        for key in self.data:
            if key not in keys:
                raise self.wrong(f"unknown: {shown(key)}; allowed here: {', '.join(keys)}")
        for key in keys:
            if key not in self.data:
                raise self.wrong(f"{key} is missing")

    def get(self, key: str, kind: type[Any], named: str) -> Any:
        value = self.data[key]
        if type(value) is not kind:
            raise self.wrong(f"expected {named}, not {shown(value)}", key)
        return value

    def number(self, key: str, least: float, most: float) -> float:
        value = self.data[key]
        if type(value) not in (int, float) or not math.isfinite(value) or not least <= value <= most:
            raise self.wrong(f"expected a number from {least:g} to {most:g}, not {shown(value)}", key)
        return float(value)

    def whole(self, key: str, least: int, most: int) -> int:
        value = self.get(key, int, "a whole number")
        if not least <= value <= most:
            raise self.wrong(f"expected a whole number from {least} to {most}, not {value}", key)
        return int(value)

    def text(self, key: str) -> str:
        value = self.get(key, str, "a text")
        if not value or not value.isprintable():
            raise self.wrong(f"expected a line of text, not {shown(value)}", key)
        return str(value)

    def items(self, key: str, least: int, most: int) -> list[Any]:
        items = self.get(key, list, "a list")
        if not least <= len(items) <= most:
            raise self.wrong(f"expected {least} to {most} entries, not {len(items)}", key)
        return cast(list[Any], items)

    def rows(self, key: str, least: int, most: int) -> list[_Entry]:
        at = f"{self.place}." if self.place else ""
        return [_Entry(self.file, f"{at}{key}[{n}]", item) for n, item in enumerate(self.items(key, least, most))]


def _puzzle(entry: _Entry, themes: int = 1) -> Puzzle:
    entry.only("id", "position", "seat", "players", "themes", "level", "rating", "steps")
    players = entry.whole("players", 1, 99)
    return Puzzle(
        id=_id(entry, "id"),
        position=entry.text("position"),
        seat=entry.whole("seat", 0, players - 1),
        players=players,
        themes=_themes(entry, themes),
        level=_level(entry),
        rating=entry.number("rating", LEAST_RATING, MOST_RATING),
        steps=tuple(_step(each) for each in entry.rows("steps", 1, MOST_STEPS)),
    )


def _id(entry: _Entry, key: str) -> str:
    value = entry.text(key)
    if _ID.fullmatch(value) is None:
        raise entry.wrong(f"an id has small letters, digits and hyphens, at most 40; not {shown(value)}", key)
    return value


def _themes(entry: _Entry, least: int) -> tuple[str, ...]:
    themes: Sequence[Any] = entry.items("themes", least, 12)
    for theme in themes:
        if not isinstance(theme, str) or _ID.fullmatch(theme) is None:
            raise entry.wrong(f"a theme has small letters, digits and hyphens; not {shown(theme)}", "themes")
    if len(set(themes)) != len(themes):
        raise entry.wrong("a theme appears twice", "themes")
    return tuple(themes)


def _level(entry: _Entry) -> Level:
    value = entry.text("level")
    if value not in LEVELS:
        raise entry.wrong(f"expected one of {', '.join(LEVELS)}, not {shown(value)}", "level")
    return value


def _step(entry: _Entry) -> Step:
    entry.only("answers", "tempting")
    answers = []
    for each in entry.rows("answers", 2, MOST_ANSWERS):
        each.only("action", "share", "points")
        answers.append(Answer(each.text("action"), each.number("share", 0, 1), each.number("points", -1000, 1000)))
    actions = [each.action for each in answers]
    if len(set(actions)) != len(actions):
        raise entry.wrong("an action appears twice", "answers")
    tempting = None if entry.data["tempting"] is None else entry.text("tempting")
    if tempting is not None and tempting not in actions[1:]:
        raise entry.wrong(f"{shown(tempting)} is not one of the wrong answers", "tempting")
    return Step(tuple(answers), tempting)
