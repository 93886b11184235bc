"""``hanlin check``: check a game from another package."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any

from hanlin.cli.running import FAILED
from hanlin.core.errors import HanlinError, MissingExtra, UnknownGame
from hanlin.core.i18n.language import language, languages
from hanlin.core.jit.compiled import UNCOMPILED
from hanlin.core.jit.rng import below, seeded
from hanlin.core.lib.extras import needed_by
from hanlin.core.position.game import BadGame, Game, games, installed, load
from hanlin.core.position.position import Position
from hanlin.core.verbs.defaults import EDITING, LONGEST, OPTIONAL, Drawing, Guarded, Words, is_text, module_of, reason_of
from hanlin.core.verbs.generic import CHANCE

PLIES = 2_000
"""Most actions of a game that is played for the check."""


@dataclass
class Found:
    """The findings of a check: faults, and optional parts that are missing."""

    faults: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)

    @contextmanager
    def trying(self, what: str) -> Iterator[None]:
        """Record an exception in the block as a fault."""
        try:
            yield
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            fault = f"{what}: {reason_of(error)}"
            if fault not in self.faults:
                self.faults.append(fault[:LONGEST])


def check(name: str, as_json: bool) -> None:
    """Print the findings; exit with 1 if there are faults. UnknownGame if no package registers the game."""
    found = Found()
    points = [point for point in installed() if point.name == name.replace("-", "_")]
    if not points:
        raise UnknownGame(f"No package registers a game {name!r}; choose one of: {', '.join(sorted(games()))}.")
    if len(points) > 1:
        found.faults.append(f"{len(points)} packages register it: {', '.join(point.value for point in points)}")
    try:
        game = load(points[-1])
    except BadGame as error:
        found.faults += [f"it can't be loaded: {part}" for part in str(error).split("; ")]
    else:
        check_game(game, found)
    if as_json:
        about = {"schema": "hanlin.check/1", "game": name}
        print(json.dumps({**about, "faults": found.faults, "missing": found.missing}, ensure_ascii=False))
    else:
        lines = [f"- fault: {fault}" for fault in found.faults] + [f"- may be added: {each}" for each in found.missing]
        print("\n".join(lines) or f"{name} is complete.")
    if found.faults:
        sys.exit(FAILED)


def check_game(game: Game, found: Found) -> None:
    """Check all parts of a game and play it."""
    check_modules(game, found)
    check_pages(game, found)
    for players in game.players:
        with found.trying(f"a game of {players}"):
            play(game, players, found)


def check_modules(game: Game, found: Found) -> None:
    """Check the modules for words, drawing and editing."""
    for name, needed in (("words", Words), ("drawing", Drawing)):
        if game.dtype in UNCOMPILED and find_spec(f"{game.package}.{name}") is None:  # A simple game.
            found.missing.append(f"{name}, instead of the texts of the notation")
            continue
        module = module_of(game.package, name)
        if module is None:
            found.faults.append(f"{name}: there is no module {game.package}.{name} that can be imported")
            continue
        for each in [name for name in _public(needed) if name not in OPTIONAL]:
            if not callable(getattr(module, each, None)):
                found.faults.append(f"{name}.{each} is missing")
    words = module_of(game.package, "words")
    for each in [name for name in _public(Words) if name in OPTIONAL]:
        if words is not None and not hasattr(words, each):
            found.missing.append(f"words.{each}")
    editing = module_of(game.package, "editing")
    for each in EDITING:
        if editing is None:
            found.missing.append("editing, to set up positions")
            break
        if not callable(getattr(editing, each, None)):
            found.faults.append(f"editing.{each} is missing")
    with found.trying("words.title"):
        words_of_options(game, words)
    with found.trying("drawing.emblem"):
        drawn: Callable[..., Any] | None = getattr(module_of(game.package, "drawing"), "emblem", None)
        if drawn is not None:
            drawn()


def words_of_options(game: Game, words: Any) -> None:
    """Check title, blurb and the texts of the options in all languages."""
    for code in languages():
        with language(code):
            for each in ("title", "blurb"):
                if hasattr(words, each):
                    _text(getattr(words, each)(), each)
            for option in game.options:
                if hasattr(words, "option"):
                    label, _help = words.option(option.name)
                    _text(label, f"option {option.name}")
                for choice in option.choices if hasattr(words, "option_value") else ():
                    _text(words.option_value(option.name, choice), f"option {option.name}={choice}")


def check_pages(game: Game, found: Found) -> None:
    """Rules, lesson and catalogues."""
    with found.trying("rule pages"):
        own = game.package.startswith("hanlin.games.")  # Their pages are in one folder, with those of all languages.
        if not own and not (game.rule_pages / f"{game.name.replace('_', '-')}.md").is_file():
            found.missing.append(f"rule_pages/{game.name.replace('_', '-')}.md")
    folder = game.rule_pages.parent
    for code in languages()[1:]:
        if not (folder / "locales" / code / f"{game.name}.po").is_file():
            found.missing.append(f"locales/{code}/{game.name}.po")
    check_lesson(game, found)
    with found.trying("features"):
        if not game.features(game.players[0]):
            found.missing.append("features, for machines that learn")


def check_lesson(game: Game, found: Found) -> None:
    """The lesson, which the web app reads; without it, say that this was not checked."""
    try:
        with needed_by("The check of the lesson"):
            from hanlin.server.tables.lessons import lesson_of
    except MissingExtra as error:
        print(f"hanlin: not checked: {error}", file=sys.stderr)
        return
    with found.trying("lesson"):
        if lesson_of(game) is None:
            found.missing.append("a lesson that can be read")


def play(game: Game, players: int, found: Found) -> None:
    """Play a random game, with all texts and drawings on the way."""
    rng = seeded("check", players)
    position = game.start(players, seed=players)
    while not position.over and position.ply < PLIES:
        legal = position.legal
        if not legal:
            raise HanlinError(f"after {position.ply} actions nothing is legal, and the game is not over")
        if position.actor == CHANCE:
            if sum(position.weights.values()) <= 0:
                raise HanlinError(f"after {position.ply} actions the weights of chance are not positive")
            position.chance()
            continue
        if position.ply < 60:
            _check_texts(game, position, found)
        text = legal[below(rng, len(legal))]
        if position.code(text) != position.legal_codes[legal.index(text)]:
            raise HanlinError(f"the text {text!r} is not read as the action that it was written for")
        before = position.seen_by(-1)
        actor = position.actor
        position.play(text)
        _call(game, found, "words", "log", before, actor, text, [])
    if not position.over:
        raise HanlinError(f"it is not over after {PLIES} actions")
    if len(position.scores) != players or not position.winners:
        raise HanlinError("at the end there are no points for each seat, or no winner")


def _check_texts(game: Game, position: Position, found: Found) -> None:
    seat = position.actor
    seen = position.seen_by(seat)
    for of, name, arguments in (
        ("words", "question", (seen,)),
        ("words", "notes", (seen, seat)),
        ("words", "panels", (seen,)),
        ("words", "describe", (seen,)),
        ("drawing", "board", (seen,)),
        ("drawing", "seat", (seen, seat)),
    ):
        _call(game, found, of, name, *arguments)
    with found.trying("action_space"):
        game.action_space(position.players)


def _call(game: Game, found: Found, module_name: str, name: str, *arguments: Any) -> None:
    """Call a function of the game's module, if it has one."""
    module = module_of(game.package, module_name)
    own: Callable[..., Any] | None = getattr(module, name, None)
    if own is None or isinstance(module, Guarded):
        return
    with found.trying(f"{module_name}.{name}"):
        result = own(*arguments)
        if name in ("describe", "board", "seat"):
            _text(result, name)
        elif result is None:
            raise HanlinError("it returned nothing")


def _text(found: Any, what: str) -> None:
    if not is_text(found):
        raise HanlinError(f"{what} is a {type(found).__name__} and no text")


def _public(of: type) -> list[str]:
    return [name for name in vars(of) if not name.startswith("_")]
