"""A game's definition: its name, players, options, limits, and the functions that turn states into text.

The functions of play are not here but in the verbs (``generic.py``), where compiled code finds them by dtype.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanlin.core.errors import BadOption, HanlinError
from hanlin.core.i18n.language import _, package_folder, speak_for
from hanlin.core.i18n.seat_names import COLOURS
from hanlin.core.text.fields import Fields, Written
from hanlin.core.text.toml_files import shown
from hanlin.core.verbs import generic
from hanlin.core.verbs.defaults import badges_of, book_of, drawing_of, editing_of, premoves_of, puzzles_of, words_of
from hanlin.core.verbs.extensions import Acceleration, Learning, no_features, no_row
from hanlin.core.verbs.features import Feature
from hanlin.core.verbs.options import Mini, Option, Options, States

KEYWORDS_OF_START = ("self", "players", "seed")
"""Parameters of ``Game.start`` that are not options of a game."""


def _no_fields(s: Any, options: Options) -> Written:
    raise HanlinError("Positions of this game can't be written as text.")


def _no_reader(s: Any, fields: Fields, options: Options, whole: bool) -> None:
    raise HanlinError("Positions of this game can't be read from a text.")


def _any_points(players: int, options: Options) -> tuple[float, float]:
    return -math.inf, math.inf


def _no_tags(options: Options) -> dict[str, str]:
    return {}


def _as_they_are(players: int, options: dict[str, Any]) -> dict[str, Any]:
    return options


def _as_it_was(steps: Sequence[Any], s: Any, seat: int, random: Callable[[], float]) -> list[int]:
    if any(step.only not in (-1, seat) for step in steps):
        raise HanlinError("The hidden information of this game can't be sampled.")
    return [step.code for step in steps]


def _all_of_them(moves: Sequence[tuple[int, str]], secret: Mapping[int, int]) -> list[int]:
    return sorted(secret)


def _warn(text: str) -> None:
    warnings.warn(text, DeprecationWarning, stacklevel=5)  # Where the game is made.


@dataclass(frozen=True, kw_only=True, eq=False)
class Rulebook:
    """The fields of a game's ``GAME``; all functions are plain Python.

    name            a word of small letters and ``_``; records name the game by it
    package         the import name of the folder with its modules, which offers the game as ``GAME``
    players         the numbers of players that it is for, in order
    options         what a table chooses, in the order in which records write it
    minis           choices that make the game small, for exact tools (``options.Mini``); written after the options
    rules_version   raised when a change of the rules makes old records replay differently
    dtype           of a state (``generic.py``)
    max_actions     no list of a seat's legal actions is longer: the size of the callers' buffers
    max_outcomes    no list of outcomes of chance is longer: the same for ``actions`` and ``weights`` of CHANCE
    colours         the colour (``seats.py``) of each seat: at least as many as can play
    learning        what machines learn from (``extensions.Learning``)
    acceleration    hints that change nothing but time (``extensions.Acceleration``)

    first_state(players, options) -> states   an array of one record, before the first action
    text(s, action) -> str                    the action's text (notation.md), also when it is not legal now
    parse(s, text) -> int                     the action's code; ValueError with a sentence when the text is malformed
    action_numbers(players) -> array          int32, the number in the action space (``action_space.py``) of each code of a
                                              seat's action, -1 for codes that are none
    settle_options(players, options) -> dict  options with the defaults that depend on each other filled in
    tags(options) -> dict                     header tags besides Options that name user's data
    still_secret(moves, secret) -> list       of the plies (from 0) in ``secret`` (ply -> the one seat that saw it then) those
                                              that are secret still
    deal_again(steps, s, seat, random)        the codes of a history that looks alike to ``seat``, from its ``steps``
                                              (``history.Step``) since the first state ``s``: what the seat could not see is
                                              dealt again, each deal as likely as it is to have been if others play blindly.
                                              ``random()`` gives numbers from 0 to below 1
    endings                                   ways in which scoring may come now, by name ("month"): each a function that scores
                                              ``s`` as if it came, in place, and emits events for ``words.reckoning``
    points_range(players, options) -> tuple   the least and the most points that a seat can end a game with: bounds that follow
                                              from the rules, which OpenSpiel asks for
    write_state(s, options) -> fields         the fields of a position's text (``fields.py``): all that the state is
    read_state(s, fields, options, whole)     make of ``s``, the state before the first action, the one of these fields, in
                                              place; BadPosition for what can't be. ``whole``: not a view

    The fields after these can be read, and given for one release; they belong to ``learning``, ``acceleration`` and ``Option``.
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
    action_numbers: Callable[[int], NDArray[np.int32]]
    colours: tuple[int, ...] = tuple(range(len(COLOURS)))
    minis: tuple[Mini, ...] = ()
    learning: Learning = field(default_factory=Learning)
    acceleration: Acceleration = field(default_factory=Acceleration)
    settle_options: Callable[[int, dict[str, Any]], dict[str, Any]] = field(default=_as_they_are)
    tags: Callable[[Options], dict[str, str]] = field(default=_no_tags)
    still_secret: Callable[[Sequence[tuple[int, str]], Mapping[int, int]], list[int]] = field(default=_all_of_them)
    deal_again: Callable[[Sequence[Any], Any, int, Callable[[], float]], list[int]] = field(default=_as_it_was)
    endings: Mapping[str, Callable[[Any], None]] = field(default_factory=dict, hash=False)
    points_range: Callable[[int, Options], tuple[float, float]] = field(default=_any_points)
    write_state: Callable[[Any, Options], Written] = field(default=_no_fields)
    read_state: Callable[[Any, Fields, Options, bool], None] = field(default=_no_reader)
    features: Callable[[int], tuple[Feature, ...]] = field(default=no_features)
    action_features: Callable[[], tuple[Feature, ...]] = field(default=no_row)
    terms: Callable[[int], tuple[Feature, ...]] = field(default=no_features)
    parts: Callable[[], tuple[Feature, ...]] = field(default=no_row)
    most_parts: int = 0
    secret_fields: tuple[str, ...] | None = None
    busy_fields: tuple[tuple[str, int], ...] | None = None
    bench_switches: tuple[str, ...] = ()

    def seen_only_by(self, s: Any, action: int) -> int:
        """The one seat that sees this action of chance; -1 when it is public."""
        return int(generic.seen_only_by(s, action))

    @property
    def has_secrets(self) -> bool:
        """True where some outcomes of chance are seen by one seat alone."""
        return not generic.has_default("seen_only_by", self.dtype)

    def __post_init__(self) -> None:
        speak_for(self.package)
        self._take_former_fields()
        given = vars(self.learning) | vars(self.acceleration)
        generic.enter(self.dtype, {name: rule for name, rule in given.items() if name in generic.DEFAULTS and rule is not None})
        for option in self.every_option:
            if option.name in KEYWORDS_OF_START:
                raise ValueError(f"{self.name} has an option {option.name}; start() has another parameter of that name.")
        if max(self.players) > len(self.colours):
            raise ValueError(
                f"{self.name} is for {max(self.players)} players, but has colours for {len(self.colours)} seats; "
                f"there are {len(COLOURS)} (core/i18n/seat_names.py), so no more can sit at a table."
            )

    def _take_former_fields(self) -> None:
        """Move fields that were given by their former names to their groups, and let all of these be read by those names."""
        fields = type(self).__dataclass_fields__
        for group in ("learning", "acceleration"):
            names = [name for name in vars(getattr(self, group)) if name in fields]
            held = {name: getattr(self, name) for name in names}
            current = vars(getattr(self, group))
            former = {name: it for name, it in held.items() if it is not fields[name].default and it is not current[name]}
            if former:
                of = type(getattr(self, group)).__name__
                _warn(f"{self.name}: give {', '.join(former)} as Game({group}={of}(...))")
                object.__setattr__(self, group, replace(getattr(self, group), **former))
            for name in names:
                object.__setattr__(self, name, getattr(getattr(self, group), name))
        marked = tuple(option.name for option in self.options if option.bench)
        if self.bench_switches not in ((), marked):
            _warn(f"{self.name}: give bench_switches as Option(bench=True)")
        else:
            object.__setattr__(self, "bench_switches", marked)

    @property
    def every_option(self) -> tuple[Option, ...]:
        """The options and the minis."""
        return self.options + self.minis

    def usual_players(self, options: Options) -> int:
        """The most players that the game is for; of a small form, where ``options`` choose one."""
        small = [mini for mini in self.minis if options.get(mini.name, mini.default) != mini.default]
        return small[0].players[-1] if small else self.players[-1]

    def check_players(self, players: int, *, minis: bool = False) -> None:
        """BadOption where that is no number of players of this game; ``minis``: nor of a small form of it."""
        known = {*self.players, *(n for mini in self.minis for n in mini.players if minis)}
        if isinstance(players, bool) or not isinstance(players, int | np.integer) or players not in known:
            raise BadOption(
                _("{name} is for {first} to {last} players, not {players}.").format(
                    name=self.name, first=self.players[0], last=self.players[-1], players=shown(players)
                )
            )

    def check_options(self, players: int, options: Options) -> dict[str, Any]:
        """All options with their values, defaults filled in, in the game's order; BadOption names what is wrong."""
        known = {option.name: option for option in self.every_option}
        for name in options:
            if name not in known:
                raise self._unknown_option(name)
        usual = {name: option.default for name, option in known.items()}
        chosen = {name: option.check(options[name]) if name in options else usual[name] for name, option in known.items()}
        self.check_players(players, minis=any(chosen[mini.name] != mini.default for mini in self.minis))
        for mini in self.minis:
            mini.check_with(players, chosen, usual)
        return self.settle_options(players, chosen)

    def options_text(self, options: Options) -> str:
        """The text of a record's ``Options`` tag: what differs from the default."""
        words = []
        for option in self.every_option:
            value = options[option.name]
            if option.file or (value == option.default and not option.always_written):
                continue
            words.append(option.name if option.is_switch else f"{option.name}={value}")
        return " ".join(words)

    def read_option(self, word: str) -> tuple[str, Any]:
        """One word of an ``Options`` tag or a command line (``great_wall``, ``super_event=flood``) as name and value."""
        name, equals, value = word.partition("=")
        for option in self.every_option:
            if option.name == name:
                if option.is_switch and not equals:
                    return name, True
                if not option.is_switch and not equals:
                    raise BadOption(
                        _("{name} needs a value: write {name}={value}.").format(
                            name=name, value="FILE" if option.file else "|".join(option.choices)
                        )
                    )
                return name, option.check(value)
        raise self._unknown_option(name)

    def _unknown_option(self, name: str) -> BadOption:
        names = ", ".join(option.name for option in self.every_option) or _("none")
        return BadOption(
            _("{game} has no option {name}; its options are: {names}.").format(game=self.name, name=shown(name), names=names)
        )

    def __reduce__(self) -> tuple[Callable[[str], Any], tuple[str]]:
        # A game is one object in a process: a copy is itself, and a pickle only says where it is found.
        return _game_of, (self.package,)

    @cached_property
    def words(self) -> Any:
        """The game's words (``protocols.Words``), complete."""
        return words_of(self.package, self.name)

    @cached_property
    def drawing(self) -> Any:
        """The game's drawing (``protocols.Drawing``), complete."""
        return drawing_of(self.package, self.name, lambda: self.words)

    @cached_property
    def editing(self) -> Any:
        """The game's module for setting up positions (``protocols.Editing``); None where it has none."""
        return editing_of(self.package)

    @cached_property
    def book(self) -> Any:
        """The game's module of measures for its book (``protocols.Book``); None where it has none."""
        return book_of(self.package)

    @cached_property
    def puzzles(self) -> Any:
        """The module with the rules of the themes of the game's puzzles (``puzzles.Moment``); None where it has none."""
        return puzzles_of(self.package)

    @cached_property
    def badges(self) -> Any:
        """The game's module of badges (``core/verbs/badges.py``); None where it has none."""
        return badges_of(self.package)

    @cached_property
    def premoves(self) -> Any:
        """The game's module of plans (``core/position/premoves.py``); None where it has none."""
        return premoves_of(self.package)

    @property
    def rule_pages(self) -> Path:
        """The folder of a plug-in's rules: ``NAME.md`` in English (``-`` for ``_``), ``it/NAME.md`` and so on."""
        return package_folder(self.package) / "rule_pages"


def _game_of(package: str) -> Any:
    return import_module(package).GAME
