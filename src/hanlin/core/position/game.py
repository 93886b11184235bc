"""The games that there are, and how one begins."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from multiprocessing import parent_process
from typing import Any

import numpy as np

from hanlin.core.errors import HanlinError, UnknownGame
from hanlin.core.i18n.language import _, package_folder
from hanlin.core.jit.compiled import VERBS
from hanlin.core.lib.integers import whole
from hanlin.core.position.action_space import ActionSpace
from hanlin.core.position.position import Position
from hanlin.core.text.toml_files import shown
from hanlin.core.verbs.defaults import LOG, is_own, reason_of
from hanlin.core.verbs.options import Option
from hanlin.core.verbs.rulebook import Rulebook


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Game(Rulebook):
    """A game: its rulebook, from which positions start."""

    __reduce__ = Rulebook.__reduce__

    def __repr__(self) -> str:
        return f"<Game {self.name}: {self.players[0]} to {self.players[-1]} players>"

    def start(self, players: int | None = None, *, seed: Any = None, **options: Any) -> Position:
        """The position before the first action. Chance acts first: ``.settle()`` carries on to the first decision.

        ``players``: as many as the game, or a small form of it, is for at most, if not given. ``seed``: a whole number that
        gives the position a stream of chance of its own, from which ``settle()`` draws. BadOption and BadData say what does
        not fit.
        """
        players = self.usual_players(options) if players is None else players
        chosen = self.check_options(players, options)
        return Position(self, self.first_state(int(players), chosen), chosen, seed=seed)

    def action_space(self, players: int) -> ActionSpace:
        """The actions of seats, numbered from 0 for machine learning."""
        self.check_players(players, minis=True)
        return _action_space(self, int(players))


@cache
def _action_space(of: Game, players: int) -> ActionSpace:
    numbers = of.action_numbers(players).astype(np.int32)
    numbers.flags.writeable = False
    return ActionSpace(of.name, players, numbers, of)


@cache
def games() -> dict[str, Game]:
    """All games that are installed, by name (entry points of the group ``hanlin.games``)."""
    found: dict[str, Game] = {}
    for point in installed():
        try:
            loaded = load(point)
        except BadGame as error:
            _say_once(point, str(error))
            continue
        if point.name in found:
            _say_once(point, f"{found[point.name].package} is a game of that name already")
        else:
            found[point.name] = loaded
    return {name: found[name] for name in sorted(found)}


class BadGame(HanlinError):
    """A game that is installed and can't be used."""


def installed() -> list[EntryPoint]:
    """The announced entry points of games: Hanlin's own first, so that no plug-in takes their names."""
    points = list(entry_points(group="hanlin.games"))
    return sorted(points, key=lambda point: (not is_own(point.module), point.name, point.value))


def load(point: EntryPoint) -> Game:
    """The game of an entry point. Any fault of its package on import becomes a BadGame with the reason."""
    try:
        found = point.load()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise BadGame(reason_of(error)) from None
    faults = faults_of(found, point.name)
    if faults:
        raise BadGame("; ".join(faults))
    return found  # type: ignore[no-any-return]


def faults_of(found: Any, name: str) -> list[str]:
    """The faults of a game that make it unplayable."""
    if not isinstance(found, Game):
        return [f"it is a {type(found).__name__} and no hanlin.core.position.game.Game"]
    faults = []
    if found.name != name:
        faults.append(f"the game calls itself {shown(found.name)}")
    if not isinstance(found.name, str) or _NAME.fullmatch(found.name) is None:
        faults.append("its name is not a word of small letters, digits and _")
    players = found.players
    if not isinstance(players, tuple) or not players or any(type(number) is not int or number < 1 for number in players):
        faults.append("players is not a tuple of numbers")
    elif list(players) != sorted(set(players)):
        faults.append("players are not in their order")
    for option in found.every_option if isinstance(found.options, tuple) else ("options",):
        if not isinstance(option, Option):
            faults.append("options is not a tuple of hanlin.core.verbs.options.Option")
        elif not isinstance(option.default, bool | str | None) or not all(isinstance(each, str) for each in option.choices):
            faults.append(f"the option {option.name} has a default or choices that are no texts")
    if not isinstance(found.rules_version, str):
        faults.append("rules_version is no text")
    for limit in ("max_actions", "max_outcomes"):
        if (whole(getattr(found, limit)) or 0) < 1:
            faults.append(f"{limit} is no number from 1")
    try:
        package_folder(found.package)
    except (ImportError, ValueError, TypeError, AttributeError):
        faults.append(f"there is no package {shown(found.package)} with an __init__.py")
    missing = [verb for verb, of in VERBS.items() if found.dtype not in of]
    if missing:
        faults.append(f"verbs that are not registered for its states: {', '.join(missing)}")
    return faults


_NAME = re.compile(r"[a-z][a-z0-9_]*", re.ASCII)


def _say_once(point: EntryPoint, reason: str) -> None:
    """One line of warning, from the first of all processes alone: those that it starts load the same games."""
    if parent_process() is None:
        package = point.dist.name if point.dist is not None else point.module
        LOG.warning("game not loaded name=%s package=%s reason=%s", point.name, package, " ".join(reason.split()))


def game(name: str | Game) -> Game:
    """The game of that name (``-`` and ``_`` are alike), or the given game; UnknownGame with the list of names otherwise."""
    if isinstance(name, Game):
        return name
    found = games()
    try:
        return found[name.replace("-", "_")]
    except (KeyError, AttributeError):
        raise UnknownGame(
            _("There is no game {name}; the games are: {games}.").format(name=shown(name), games=", ".join(found))
        ) from None
