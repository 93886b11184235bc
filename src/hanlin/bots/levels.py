"""The levels of the house's opponents: names and budgets, read from ``levels.toml``.

A level gets a seat's view, never the whole position, and says one of its legal actions. All but the lowest search
(``search.py``); the lowest looks one step ahead, overlooks some of what it might do, and forgets what is far off (``Glance``).
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanlin.bots.evaluation import MOST_SEATS
from hanlin.bots.network import Network, no_network
from hanlin.bots.search import AT_ONCE, Budget, Recipe, Searcher, Thought, Worker
from hanlin.bots.seat import SeatBot
from hanlin.bots.weights import learned_network
from hanlin.core.jit.rng import Rng, below, next_word
from hanlin.core.verbs import generic
from hanlin.core.verbs.rulebook import Rulebook

FEWEST_SEEN = 2
"""Actions that somebody sees in any case who overlooks some: with one there would be nothing to choose."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Glance:
    """How somebody decides who looks one step ahead, as people do who learn a game: they overlook more than they misjudge."""

    sees: float = 0.5
    """How likely it is that an action comes to mind at all."""
    misjudges: float = 1.0
    """The points by which it may think too much of one: what is so much worse than another it never takes for better."""
    rounds: int = 0
    """For how many rounds it minds what it knows to come (``generic.forget``); 0: for all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """One level. ``seconds``: of CPU time, the most that a decision takes."""

    name: str
    seconds: float = 0.0
    iterations: dict[str, int] = field(default_factory=dict)
    """The most that it searches, by the game's name, and in any other game (``default``); where it is empty, time is all."""
    threads: int = 1
    """How many threads it thinks in at a table, where as many cores are idle: more is seen in the same time."""
    plain_iterations: int = 12
    """What it searches at plain speed, until machine code is there."""
    learned: bool = False
    """Whether it judges by what was learned, where there are weights for the game and the number of players."""
    only_learned: bool = False
    """Whether it is offered only where there are such weights."""
    glances: dict[str, Glance] = field(default_factory=dict)
    """Of a level that does not search: how it looks at a game, by the game's name, and at any other (``default``)."""

    @property
    def searches(self) -> bool:
        """Whether it looks further than one step ahead."""
        return not self.glances

    def glance(self, game: str) -> Glance:
        """How a level that does not search looks at a game."""
        return self.glances.get(game) or self.glances["default"]

    def budget(self, game: str, fast: bool, seconds: float | None = None, patience: bool = False) -> Budget:
        """What a decision of a game may cost; ``seconds`` stands for the level's own time where it is given, and is used up.

        With ``patience`` less is used where the choice is clear, as of the level's own time.
        """
        if not fast:
            return Budget(iterations=self.plain_iterations, seconds=seconds or 10 * self.seconds, patience=True)
        if seconds is not None:
            return Budget(seconds=seconds, patience=patience)
        most = self.iterations.get(game) or self.iterations.get("default")
        return Budget(iterations=most, seconds=self.seconds, patience=True)


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads(files("hanlin.bots").joinpath("levels.toml").read_text("utf-8"))


@cache
def levels() -> dict[str, Level]:
    """All levels by name, weakest first."""
    return {name: _level(name, **numbers) for name, numbers in _data()["levels"].items()}


def _level(name: str, glances: dict[str, Any] | None = None, **numbers: Any) -> Level:
    return Level(name=name, glances={game: Glance(**glance) for game, glance in (glances or {}).items()}, **numbers)


@cache
def recipe(game: str, learned: bool = False) -> Recipe:
    """How a game is searched; a game that nobody wrote a recipe for gets the default.

    learned: with a learned judgement; what differs then stands under the recipe's ``learned``.
    """
    recipes = _data()["recipes"]
    numbers = dict(recipes.get(game, recipes["default"]))
    differs = numbers.pop("learned", {})
    if learned:
        # What was learned of a game that is searched by comparing judges positions right after a seat's own decision.
        numbers |= {"laps": numbers["kind"] == "comparison"} | differs
    return Recipe(**numbers | {"far": tuple((fewest, replies) for fewest, replies in numbers.get("far", ()))})


def best_judgement(game: Rulebook, players: int) -> tuple[Recipe, Network | None]:
    """How a game is searched by who judges best: by what was learned for so many players, where something was."""
    net = learned_network(game, players)
    return recipe(game.name, net is not None), net


class LevelBot(SeatBot):
    """An opponent of a level, for one seat or several: it keeps its searcher, and with it a tree, from decision to decision."""

    def __init__(
        self, level: Level, fast: bool = False, seconds: float | None = None, threads: int = 1, patience: bool = False
    ) -> None:
        self.level = level
        self.threads = threads
        """How many threads a thought may have, if the level thinks in several. It may change from thought to thought."""
        self.fast = fast
        self.seconds = seconds
        self.patience = patience
        self._searchers: dict[tuple[str, int], Searcher] = {}

    @property
    def name(self) -> str:
        """The level's name."""
        return self.level.name

    def decide(self, of: Rulebook, view: Any, seat: int, rng: Rng) -> int:
        """The code of an action, from a state that shows what the seat sees."""
        if not self.level.searches:
            return glance_at(of, view, seat, self.level.glance(of.name), rng, self.fast)
        return self.think(of, view, seat, rng).code

    def think(self, game: Rulebook, view: Any, seat: int, rng: Rng) -> Thought:
        """What the level makes of a view: all its lines."""
        key = game.name, int(view.players) if self.level.learned else 0
        if key not in self._searchers:
            how, net = best_judgement(game, key[1]) if self.level.learned else (recipe(game.name), None)
            self._searchers[key] = Searcher(game, how if self.fast else how.plainly(), self.fast, self.level.threads, net)
        seed = (next_word(rng), next_word(rng))
        budget = self.level.budget(game.name, self.fast, self.seconds, self.patience)
        return self._searchers[key].think(view, seat, budget, seed, self.threads)


def glance_at(game: Rulebook, view: Any, seat: int, glance: Glance, rng: Rng, fast: bool = False) -> int:
    """Of the actions that come to mind about the one that is worth most right after it: small differences do not count."""
    codes = np.zeros(game.max_actions, np.int32)
    seen = np.zeros(1, game.dtype)
    seen[0] = view
    n = int(generic.actions(seen[0], codes))
    if n == 1:
        return int(codes[0])
    noticed = codes[_noticed(n, glance.sees, rng)]
    generic.guess(seen[0], rng)
    if glance.rounds:
        generic.forget(seen[0], glance.rounds)
    worth = [value + glance.misjudges * _chance(rng) for value in _one_step_values(game, seen, seat, noticed, fast)]
    return int(noticed[worth.index(max(worth))])


def _noticed(n: int, sees: float, rng: Rng) -> list[int]:
    """Which of ``n`` actions come to mind, in order: each by itself, and two at least."""
    found = {k for k in range(n) if _chance(rng) < sees}
    while len(found) < min(n, FEWEST_SEEN):
        found.add(below(rng, n))
    return sorted(found)


def _chance(rng: Rng) -> float:
    """A number from 0 to 1, the same at both speeds."""
    return int(below(rng, 1 << 30)) / (1 << 30)


def _one_step_values(game: Rulebook, seen: NDArray[np.void], seat: int, codes: NDArray[np.int32], fast: bool) -> list[float]:
    """What each action is worth to the seat right after it, in one guess. seen: (1,) records of the game, with that guess."""
    if fast and recipe(game.name).kind == "comparison":
        # The game's search looks so, too, and there are many actions: its machine code does it at once.
        worker = Worker(game, recipe(game.name), True, no_network())
        worker.sit_down(seen[0], seat, Budget(iterations=1), ("one step",))
        return [float(value) for value in worker.try_until(codes, AT_ONCE, 0.0)[1][MOST_SEATS]]
    tried, worth = np.zeros(1, game.dtype), []
    for code in codes:
        tried[0] = seen[0]
        generic.play(tried[0], int(code))
        worth.append(float(generic.value(tried[0], seat)))
    return worth
