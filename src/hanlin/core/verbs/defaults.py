"""What stands in where a game from elsewhere does not speak or draw: the texts of its notation, and a card with the text.

The words and drawings of Hanlin's own games are used as they are. Those of other packages may be unfinished or fail: what is
missing or raises an error is replaced by what is here, with one line in the log, so that one game's fault is never everybody's.
"""

from __future__ import annotations

import functools
import html
import logging
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from hanlin.core.i18n.language import _
from hanlin.core.verbs.presentation import Choice, LogLine, Note, Panel, Question, Refusal

LOG = logging.getLogger("hanlin.games")
LONGEST = 300
"""Letters of a reason."""


def reason_of(error: BaseException) -> str:
    """An error in one line."""
    said = " ".join(f"{type(error).__name__}: {error}".split())
    return said if len(said) <= LONGEST else f"{said[: LONGEST - 1]}…"


def titled(name: str) -> str:
    """A name of a game or an option as people read it."""
    return name.replace("_", " ").capitalize()


class Words:
    """The words of a game that has none: action texts as they are in records."""

    def __init__(self, name: str) -> None:
        self._name = name

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

    def log(self, seen: Any, actor: int, action: str, told: Sequence[Any]) -> list[LogLine]:
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


class MoreWords:
    """What stands in where one of the words that a game may leave out raises an error."""

    def summary(self, seen: Any, seat: int) -> list[Any]:
        """None."""
        return []

    def panel_titles(self, seen: Any) -> dict[str, str]:
        """None."""
        return {}

    def reckoning(self, seen: Any, told: Sequence[Any]) -> list[LogLine]:
        """None."""
        return []

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


class MoreDrawing:
    """What stands in where one of the drawings that a game may leave out raises an error."""

    def page_art(self, seen: Any) -> str:
        """None."""
        return ""

    def rings(self, seen: Any, **more: Any) -> str:
        """None."""
        return ""


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
    """A module of another package with something to stand in for what is missing there or fails."""

    def __init__(self, module: ModuleType | None, game: str, required: Any, optional: Any) -> None:
        self._module, self._game, self._required, self._optional = module, game, required, optional
        self._said: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        own = None if name.startswith("__") or self._module is None else getattr(self._module, name, None)
        stand_in = None if name.startswith("_") else getattr(self._required, name, None)
        if own is None:
            if stand_in is None:
                raise AttributeError(f"{self._game} has no {name}")
            return stand_in
        stand_in = stand_in or getattr(self._optional, name, None)
        return own if stand_in is None or not callable(own) else self._guarded(name, own, stand_in)

    def _guarded(self, name: str, own: Callable[..., Any], stand_in: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(own)
        def call(*arguments: Any, **more: Any) -> Any:
            try:
                found = own(*arguments, **more)
            except Exception as error:
                self._say(name, reason_of(error))
                return stand_in(*arguments, **more)
            if found is None or (isinstance(found, str) != (name in TEXTS)):
                self._say(name, f"it returned a {type(found).__name__}")
                return stand_in(*arguments, **more)
            return found

        return call

    def _say(self, name: str, reason: str) -> None:
        if name not in self._said:
            self._said.add(name)
            LOG.warning("game function failed; using the default game=%s function=%s reason=%s", self._game, name, reason)


TEXTS = {"title", "blurb", "option_value", "describe", "board", "seat", "icon", "emblem", "page_art", "rings"}
"""The functions that return a text; the others return something else."""


def is_own(package: str) -> bool:
    """Whether a package is one of Hanlin's."""
    return package.partition(".")[0] == "hanlin"


def module_of(package: str, room: str) -> Any:
    """A module of a game's package; for another package than Hanlin's None where there is none, or it can't be imported."""
    if is_own(package):
        return import_module(f"{package}.{room}")
    try:
        return import_module(f"{package}.{room}") if find_spec(f"{package}.{room}") is not None else None
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        LOG.warning("game module not loaded package=%s module=%s reason=%s", package, room, reason_of(error))
        return None


def words_of(package: str, name: str) -> Any:
    """The words of a game, complete."""
    found = module_of(package, "words")
    return found if is_own(package) else Guarded(found, name, Words(name), MoreWords())


def drawing_of(package: str, name: str, words: Callable[[], Any]) -> Any:
    """The drawing of a game, complete."""
    found = module_of(package, "drawing")
    return found if is_own(package) else Guarded(found, name, Drawing(name, words), MoreDrawing())


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
