"""What a game is to the rest of the house: its name, players, options, and the functions that turn states into text.

The functions of play are not here but in the verbs (``generic.py``), where compiled code finds them by dtype.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import import_module
from importlib.metadata import entry_points
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from hanlin.core.errors import BadOption, UnknownGame

if TYPE_CHECKING:
    from hanlin.core.position import Position

Options = Mapping[str, Any]
States = NDArray[np.void]


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One thing that a table chooses before the game.

    A switch has ``default`` False and no choices; a choice has a text default and the texts it may be; an option
    with ``file`` True takes the path of a data file (its default None stands for the shipped data) and is no word of a record's
    ``Options`` tag.
    """

    name: str
    default: Any = False
    choices: tuple[str, ...] = ()
    file: bool = False
    always_written: bool = False

    @property
    def is_switch(self) -> bool:
        return not self.choices and not self.file

    def check(self, value: Any) -> Any:
        """The value in its proper form; BadOption where it has none."""
        if self.file or value == self.default:
            return value
        if self.is_switch:
            if isinstance(value, bool):
                return value
            raise BadOption(f"{self.name} is a switch: it takes no value (True or False in Python), not {value!r}.")
        if str(value) in self.choices:
            return str(value)
        raise BadOption(f"{self.name} can't be {value!r}; choose one of: {', '.join(self.choices)}.")


def _no_tags(options: Options) -> dict[str, str]:
    return {}


def _as_they_are(players: int, options: dict[str, Any]) -> dict[str, Any]:
    return options


def _all_of_them(moves: Sequence[tuple[int, str]], secret: Mapping[int, int]) -> list[int]:
    return sorted(secret)


@dataclass(frozen=True, kw_only=True)
class Game:
    """A game of the house. ``package`` is the folder with its rooms, which offers the game as ``GAME``; all functions are plain
    Python.

    first_state(players, options) -> states   an array of one record, before the first action
    text(s, action) -> str                    the action's text (notation.md), also when it is not legal now
    parse(s, text) -> int                     the action's code; ValueError with a sentence when the text is malformed
    seen_only_by(s, action) -> int            the one seat that sees this action of chance; -1 when it is public
    settle_options(players, options) -> dict  options with the defaults that hang on each other filled in
    tags(options) -> dict                     header tags beside Options that name user's data
    still_secret(moves, secret) -> list       of the plies (from 0) in ``secret`` (ply -> the one seat that saw it then) those
                                              that are secret still
    """

    name: str
    package: str
    players: tuple[int, ...]
    options: tuple[Option, ...]
    rules_version: str
    dtype: np.dtype[Any]
    max_actions: int
    max_outcomes: int
    first_state: Callable[[int, Options], States]
    text: Callable[[Any, int], str]
    parse: Callable[[Any, str], int]
    seen_only_by: Callable[[Any, int], int]
    colours: tuple[int, ...] = (0, 1, 2, 3, 4)
    """The colour (``seats.py``) of each seat."""
    bench_switches: tuple[str, ...] = ()
    """The switches that the bench measures beside the base game."""
    settle_options: Callable[[int, dict[str, Any]], dict[str, Any]] = field(default=_as_they_are)
    tags: Callable[[Options], dict[str, str]] = field(default=_no_tags)
    still_secret: Callable[[Sequence[tuple[int, str]], Mapping[int, int]], list[int]] = field(default=_all_of_them)

    def check_players(self, players: int) -> None:
        if isinstance(players, bool) or players not in self.players:
            raise BadOption(f"{self.name} is for {self.players[0]} to {self.players[-1]} players, not {players!r}.")

    def check_options(self, players: int, options: Options) -> dict[str, Any]:
        """All options with their values, defaults filled in, in the game's order; BadOption names what is wrong."""
        self.check_players(players)
        known = {option.name: option for option in self.options}
        for name in options:
            if name not in known:
                raise self._unknown_option(name)
        chosen = {name: option.check(options[name]) if name in options else option.default for name, option in known.items()}
        return self.settle_options(players, chosen)

    def start(self, players: int | None = None, **options: Any) -> Position:
        """The position before the first action. Chance acts first: ``.settle(rng)`` carries on to the first decision."""
        from hanlin.core.position import Position

        players = self.players[-1] if players is None else players
        chosen = self.check_options(players, options)
        return Position(self, self.first_state(players, chosen), chosen)

    def options_text(self, options: Options) -> str:
        """The text of a record's ``Options`` tag: what differs from the default."""
        words = []
        for option in self.options:
            value = options[option.name]
            if option.file or (value == option.default and not option.always_written):
                continue
            words.append(option.name if option.is_switch else f"{option.name}={value}")
        return " ".join(words)

    def read_option(self, word: str) -> tuple[str, Any]:
        """One word of an ``Options`` tag or a command line (``great_wall``, ``super_event=flood``) as name and value."""
        name, equals, value = word.partition("=")
        for option in self.options:
            if option.name == name:
                if option.is_switch and not equals:
                    return name, True
                if not option.is_switch and not equals:
                    raise BadOption(
                        f"{name} needs a value: write {name}={'FILE' if option.file else '|'.join(option.choices)}."
                    )
                return name, option.check(value)
        raise self._unknown_option(name)

    def _unknown_option(self, name: str) -> BadOption:
        names = ", ".join(option.name for option in self.options) or "none"
        return BadOption(f"{self.name} has no option {name!r}; its options are: {names}.")

    def __reduce__(self) -> tuple[Callable[[str], Game], tuple[str]]:
        # A game is one object in a process: a copy is itself, and a pickle only says where it is found.
        return _game_of, (self.package,)

    @cached_property
    def words(self) -> ModuleType:
        """The game's room of language."""
        return import_module(f"{self.package}.words")

    @cached_property
    def drawing(self) -> ModuleType:
        """The game's room of pictures."""
        return import_module(f"{self.package}.drawing")


def _game_of(package: str) -> Game:
    found: Game = import_module(package).GAME
    return found


@cache
def games() -> dict[str, Game]:
    """All games that are installed, by name (entry points of the group ``hanlin.games``)."""
    found = {point.name: point.load() for point in entry_points(group="hanlin.games")}
    return {name: found[name] for name in sorted(found)}


def game(name: str) -> Game:
    """The game of that name (``-`` and ``_`` are alike); UnknownGame with the list of names otherwise."""
    found = games()
    try:
        return found[name.replace("-", "_")]
    except KeyError:
        raise UnknownGame(f"There is no game {name!r}; the games are: {', '.join(found)}.") from None
