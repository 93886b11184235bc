"""Defaults of a game's words and drawing: the texts of its notation, and a card with the text.

The words and drawings of Hanlin's own games are used as they are. Those of plug-ins may be unfinished or fail: what is missing
or raises an error is replaced by a default, with one line in the log, so that a fault of one game never affects the others.
"""

from __future__ import annotations

import functools
import html
import inspect
import logging
import warnings
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType, SimpleNamespace
from typing import Any

from hanlin.core.i18n.language import _
from hanlin.core.verbs.presentation import Choice, GameFacts, LogLine, Note, Panel, Question, Refusal

LOG = logging.getLogger("hanlin.games")
LONGEST = 300
"""The length of a reason at most."""


def reason_of(error: BaseException) -> str:
    """An error in one line."""
    said = " ".join(f"{type(error).__name__}: {error}".split())
    return said if len(said) <= LONGEST else f"{said[: LONGEST - 1]}…"


def titled(name: str) -> str:
    """A name of a game or an option as people read it."""
    return name.replace("_", " ").capitalize()


class Words:
    """The words of a game that has none: action texts as they are in records. ``given``: the game's words, complete."""

    def __init__(self, name: str, given: Callable[[], Any]) -> None:
        self._name, self._given = name, given

    def title(self) -> str:
        """The game's name."""
        return titled(self._name)

    def blurb(self) -> str:
        """Nothing is known about it."""
        return ""

    def option(self, name: str) -> tuple[str, str]:
        """An option's name."""
        return titled(name), ""

    def option_value(self, name: str, value: Any) -> str:
        """The value as it is written."""
        return str(value)

    def question(self, seen: Any) -> Question:
        """All legal actions, as their texts."""
        return Question(_("Choose an action"), [Choice(text, text) for text in seen.legal])

    def log(self, seen: Any, actor: int, action: str, events: Sequence[Any]) -> list[LogLine]:
        """The action, as its text."""
        return [LogLine(action, seat=actor if actor >= 0 else None)]

    def notes(self, seen: Any, seat: int) -> list[Note]:
        """None."""
        return []

    def panels(self, seen: Any) -> list[Panel]:
        """None."""
        return []

    def describe(self, position: Any) -> str:
        """The position's text, or what was played last where it has none."""
        from hanlin.core.errors import HanlinError

        try:
            return str(position.text())
        except HanlinError:
            last = position.last_move
            return f"{self.title()}: {position.ply}" + (f", {last[1]}" if last else "")

    def why_not(self, seen: Any, action: str) -> Refusal:
        """Nothing more than that it is not legal."""
        return Refusal(_("That isn't allowed now."), "")

    def summary(self, seen: Any, seat: int) -> list[Any]:
        """None."""
        return []

    def panel_titles(self, seen: Any) -> dict[str, str]:
        """Those of the panels, which are made for it."""
        return {panel.id: panel.title for panel in self._given().panels(seen)}

    def reckoning(self, seen: Any, events: Sequence[Any]) -> list[LogLine]:
        """None."""
        return []

    def reasons(self, seen: Any, action: str, after: Any, events: Sequence[Any]) -> list[Any]:
        """None: a hint gives the differences in points."""
        return []

    def setbacks(self, played: Sequence[Any], seat: int) -> list[Any]:
        """None."""
        return []

    def consequences(self, seen: Any, action: str) -> list[Any]:
        """None."""
        return []

    def indifferent(self, seen: Any) -> str:
        """None."""
        return ""

    def facts(self) -> GameFacts:
        """Nothing is known about it."""
        return GameFacts()

    def book_topics(self) -> list[Any]:
        """None."""
        return []

    def book_source(self, key: str) -> str:
        """The key."""
        return key

    def book_stage(self, key: str) -> str:
        """The key."""
        return key

    def book_decision(self, key: str) -> str:
        """The key."""
        return key

    def book_choice(self, _key: str, choice: str) -> str:
        """The choice."""
        return choice

    def puzzle_themes(self) -> dict[str, str]:
        """None."""
        return {}

    def badge(self, badge: Any) -> tuple[str, str]:
        """The badge's id."""
        return titled(badge.id.replace("-", "_")), ""

    def symbols(self) -> list[Any]:
        """None."""
        return []


class Drawing:
    """The drawing of a game that has none: a card with the text."""

    def __init__(self, name: str, words: Callable[[], Any]) -> None:
        self._name, self._words = name, words

    def board(self, seen: Any, *, shape: str = "wide") -> str:
        """The position in words."""
        return card(str(self._words().describe(seen)))

    def seat(self, seen: Any, seat: int, *, shape: str = "wide") -> str:
        """A seat's points."""
        return card(str(seen.scores[seat]), width=160)

    def icon(self, name: str) -> str:
        """None."""
        return ""

    def emblem(self) -> str:
        """The game's name."""
        return card(titled(self._name), width=160)

    def page_art(self, seen: Any) -> str:
        """None."""
        return ""

    def seating(self) -> str:
        """Beside the board."""
        return ""

    def rings(self, seen: Any, **more: Any) -> str:
        """None."""
        return ""


OPTIONAL = (
    *("summary", "panel_titles", "reckoning", "reasons", "setbacks", "consequences", "indifferent", "facts"),
    *("book_topics", "book_source", "book_stage", "book_decision", "book_choice", "puzzle_themes", "badge", "symbols"),
    *("page_art", "seating", "rings"),
)
"""The functions of words and drawings that a finished game may leave out as well."""


def card(text: str, width: int = 640) -> str:
    """A text on a card, as SVG."""
    letters = max(8, width // 9)
    lines = [line[at : at + letters] for line in text.splitlines() or [""] for at in range(0, max(len(line), 1), letters)][:60]
    spans = "".join(f'<tspan x="12" dy="20">{html.escape(line)}</tspan>' for line in lines)
    height = 20 * len(lines) + 24
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">'
        f'<rect x="1" y="1" width="{width - 2}" height="{height - 2}" rx="8" fill="#fffdf7" stroke="#8a7f70"/>'
        f'<text y="8" font-family="monospace" font-size="14" fill="#1c1a17">{spans}</text></svg>'
    )


class Guarded:
    """The module of a plug-in, with defaults for functions that are missing there or fail."""

    def __init__(self, module: ModuleType | SimpleNamespace | None, game: str, defaults: Any) -> None:
        self._module, self._game, self._defaults = module, game, defaults
        self._said: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        own = None if name.startswith("__") or self._module is None else getattr(self._module, name, None)
        default = None if name.startswith("_") else getattr(self._defaults, name, None)
        if own is None:
            if default is None:
                raise AttributeError(f"{self._game} has no {name}")
            return default
        return own if default is None or not callable(own) else self._guarded(name, own, default)

    def gives(self, name: str) -> bool:
        """True where the module itself has that function."""
        return callable(getattr(self._module, name, None))

    def _guarded(self, name: str, own: Callable[..., Any], default: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(own)
        def call(*arguments: Any, **more: Any) -> Any:
            try:
                found = own(*arguments, **more)
            except Exception as error:
                self._say(name, reason_of(error))
                return default(*arguments, **more)
            if found is None or is_text(found) != (name in TEXTS):
                self._say(name, f"it returned a {type(found).__name__}")
                return default(*arguments, **more)
            return found

        return call

    def _say(self, name: str, reason: str) -> None:
        if name not in self._said:
            self._said.add(name)
            LOG.warning("game function failed; using the default game=%s function=%s reason=%s", self._game, name, reason)


def is_text(found: Any) -> bool:
    """True for a text, and for a drawing in layers (``hanlin.drawing.Drawing``), which is one as well."""
    return isinstance(found, str) or hasattr(found, "on_page")


class Drawn:
    """A game's drawing, complete: what its module gives, the board and the areas both as text and in layers."""

    def __init__(self, given: Any) -> None:
        self._given = given

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self._given, name)

    def gives(self, name: str) -> bool:
        """True where the game itself has that function."""
        return gives(self._given, name)

    def board(self, seen: Any, *, shape: str = "wide") -> str:
        """The common board as SVG text."""
        return str(self.board_in_layers(seen, shape=shape))

    def seat(self, seen: Any, seat: int, *, shape: str = "wide") -> str:
        """A seat's own area as SVG text."""
        return str(self.seat_in_layers(seen, seat, shape=shape))

    def board_in_layers(self, seen: Any, *, shape: str = "wide") -> Any:
        """The board as the game gives it: a ``hanlin.drawing.Drawing``, or a text."""
        return self._layered("board")(seen, **self._shape("board", shape))

    def seat_in_layers(self, seen: Any, seat: int, *, shape: str = "wide", own: bool = True) -> Any:
        """An area as the game gives it: a ``hanlin.drawing.Drawing``, or a text. ``own``: False for another player's place."""
        asked: dict[str, Any] = {} if own or not _takes(inspect.unwrap(self._layered("seat")), "own") else {"own": False}
        return self._layered("seat")(seen, seat, **self._shape("seat", shape), **asked)

    def _layered(self, name: str) -> Callable[..., Any]:
        draw: Callable[..., Any] = getattr(self._given, name)
        return draw

    def _shape(self, name: str, shape: str) -> dict[str, str]:
        return {"shape": shape} if shape != "wide" and _takes(inspect.unwrap(self._layered(name)), "shape") else {}


@functools.cache
def _takes(draw: Callable[..., Any], name: str) -> bool:
    return name in inspect.signature(draw).parameters


def gives(face: Any, name: str) -> bool:
    """True if a game's words or drawing (``Game.words``, ``Game.drawing``) defines an optional function."""
    return bool(face.gives(name)) if isinstance(face, Guarded | Drawn) else callable(getattr(face, name, None))


TEXTS = {
    "title",
    "blurb",
    "option_value",
    "describe",
    "indifferent",
    "board",
    "seat",
    "icon",
    "emblem",
    "page_art",
    "seating",
    "rings",
}
"""The functions that return a text; the others return something else."""


def is_own(package: str) -> bool:
    """True for a package of Hanlin itself."""
    return package.partition(".")[0] == "hanlin"


def module_of(package: str, name: str) -> Any:
    """A module of a game's package; for a plug-in None where there is none, or it can't be imported."""
    if is_own(package):
        return import_module(f"{package}.{name}")
    try:
        return import_module(f"{package}.{name}") if find_spec(f"{package}.{name}") is not None else None
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        LOG.warning("game module not loaded package=%s module=%s reason=%s", package, name, reason_of(error))
        return None


def words_of(package: str, name: str) -> Any:
    """The words of a game, complete."""
    found = module_of(package, "words")
    if is_own(package):
        return found
    words: Any = Guarded(found, name, Words(name, lambda: words))
    return words


def drawing_of(package: str, name: str, words: Callable[[], Any]) -> Drawn:
    """The drawing of a game, complete."""
    found = module_of(package, "drawing")
    return Drawn(found if is_own(package) else Guarded(_with_layers(found, name), name, Drawing(name, words)))


def _with_layers(module: Any, game: str) -> Any:
    """The module of a plug-in, which in the last release could have ``board_in_layers`` and ``seat_in_layers`` as well."""
    layered = {each: getattr(module, f"{each}_in_layers", None) for each in ("board", "seat")}
    former = {each: draw for each, draw in layered.items() if draw is not None}
    if not former:
        return module
    text = f"{game}: let drawing.board and drawing.seat return the drawing in layers"
    warnings.warn(text, DeprecationWarning, stacklevel=2)
    return SimpleNamespace(**{**vars(module), **former})


def book_of(package: str) -> Any:
    """The module with the measures of a game's book; None where it has none."""
    return _optional(package, "book", BOOK)


BOOK = ("measure",)
PUZZLES = ("themes",)
BADGES = ("BADGES", "VERSION", "deeds_of")
PREMOVES = ("as_if_to_move", "turn_of", "meaning")


def puzzles_of(package: str) -> Any:
    """The module with the rules of the themes of a game's puzzles; None where it has none."""
    return _optional(package, "puzzles", PUZZLES)


def badges_of(package: str) -> Any:
    """The module with the badges of a game; None where it has none."""
    return _optional(package, "badges", BADGES)


def premoves_of(package: str) -> Any:
    """The module with which seats of a game plan ahead; None where it has none."""
    return _optional(package, "premoves", PREMOVES)


def _optional(package: str, name: str, needed: Sequence[str]) -> Any:
    """A module that a game may have; None where it has none, or a plug-in's is not complete."""
    if is_own(package):
        return import_module(f"{package}.{name}") if find_spec(f"{package}.{name}") is not None else None
    found = module_of(package, name)
    return found if found is not None and all(hasattr(found, each) for each in needed) else None


EDITING = ("beginning", "tools", "spots", "counters", "place", "count")


def editing_of(package: str) -> Any:
    """The module in which positions of a game are set up; None where it has none, or one that is not complete."""
    if is_own(package):
        name = f"{package}.editing"
        return import_module(name) if find_spec(name) is not None else None
    found = module_of(package, "editing")
    missing = [] if found is None else [name for name in EDITING if not callable(getattr(found, name, None))]
    if missing:
        LOG.warning("game module not used package=%s module=editing missing=%s", package, ",".join(missing))
    return None if missing else found
