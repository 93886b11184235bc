"""The levels of the house's opponents: names and budgets, read from ``levels.toml``.

A level gets a seat's view, never the whole position, and says one of its legal actions. All but the lowest search
(``search.py``); the lowest looks one step ahead and does not weigh too carefully what it sees there.
"""

from __future__ import annotations

import math
import tomllib
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanlin.bots.judging import MOST_SEATS
from hanlin.bots.network import Network, no_network
from hanlin.bots.search import Budget, Recipe, Searcher, Thought, Worker
from hanlin.bots.seat import SeatBot
from hanlin.bots.weights import learned_network
from hanlin.core import generic
from hanlin.core.rng import Rng, below, next_word
from hanlin.core.rulebook import Rulebook


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """One level. ``seconds``: of CPU time, the most that a decision takes; ``iterations``: the most that it searches."""

    name: str
    seconds: float = 0.0
    iterations: int | None = None
    threads: int = 1
    """How many threads it thinks in at a table, where as many cores are idle: more is seen in the same time."""
    plain_iterations: int = 12
    """What it searches at plain speed, until machine code is there."""
    learned: bool = False
    """Whether it judges by what was learned, where there are weights for the game and the number of players."""
    only_learned: bool = False
    """Whether it is offered only in games that have such weights."""
    carelessness: dict[str, float] = field(default_factory=dict)
    """Of a level that does not search: by game, the points by which it misjudges what it sees (a softmax's temperature)."""

    @property
    def searches(self) -> bool:
        """Whether it looks further than one step ahead."""
        return not self.carelessness

    def budget(self, fast: bool, seconds: float | None = None, patience: bool = False) -> Budget:
        """What a decision may cost; ``seconds`` stands for the level's own time where it is given, and is used up.

        With ``patience`` less is used where the choice is clear, as of the level's own time.
        """
        if not fast:
            return Budget(iterations=self.plain_iterations, seconds=seconds or 10 * self.seconds, patience=True)
        if seconds is not None:
            return Budget(seconds=seconds, patience=patience)
        return Budget(iterations=self.iterations, seconds=self.seconds, patience=True)


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads(files("hanlin.bots").joinpath("levels.toml").read_text("utf-8"))


@cache
def levels() -> dict[str, Level]:
    """All levels by name, weakest first."""
    return {name: Level(name=name, **numbers) for name, numbers in _data()["levels"].items()}


@cache
def recipe(game: str, learned: bool = False) -> Recipe:
    """How a game is searched; a game that nobody wrote a recipe for gets the default.

    learned: with a learned judgement; what differs then stands under the recipe's ``learned``.
    """
    recipes = _data()["recipes"]
    numbers = dict(recipes.get(game, recipes["default"]))
    differs = numbers.pop("learned", {})
    return Recipe(**(numbers | differs if learned else numbers))


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
            return careless_action(of, view, seat, self.level.carelessness.get(of.name, 2.0), rng, self.fast)
        return self.think(of, view, seat, rng).code

    def think(self, game: Rulebook, view: Any, seat: int, rng: Rng) -> Thought:
        """What the level makes of a view: all its lines."""
        key = game.name, int(view.players) if self.level.learned else 0
        if key not in self._searchers:
            how, net = best_judgement(game, key[1]) if self.level.learned else (recipe(game.name), None)
            self._searchers[key] = Searcher(game, how if self.fast else how.plainly(), self.fast, self.level.threads, net)
        seed = (next_word(rng), next_word(rng))
        budget = self.level.budget(self.fast, self.seconds, self.patience)
        return self._searchers[key].think(view, seat, budget, seed, self.threads)


def careless_action(game: Rulebook, view: Any, seat: int, temperature: float, rng: Rng, fast: bool = False) -> int:
    """One action, by a softmax over what each is worth right after it: small differences are overlooked."""
    codes = np.zeros(game.max_actions, np.int32)
    seen = np.zeros(1, game.dtype)
    seen[0] = view
    n = int(generic.actions(seen[0], codes))
    if n == 1:
        return int(codes[0])
    generic.guess(seen[0], rng)
    worth = _one_step_values(game, seen, seat, codes[:n], fast)
    most = max(worth)
    shares = [math.exp((value - most) / temperature) for value in worth]
    at = sum(shares) * below(rng, 1 << 30) / (1 << 30)
    for code, share in zip(codes[:n], shares, strict=True):
        at -= share
        if at < 0:
            return int(code)
    return int(codes[n - 1])


def _one_step_values(game: Rulebook, seen: NDArray[np.void], seat: int, codes: NDArray[np.int32], fast: bool) -> list[float]:
    """What each action is worth to the seat right after it, in one guess. seen: (1,) records of the game, with that guess."""
    if fast and recipe(game.name).kind == "comparison":
        # The game's search looks so, too, and there are many actions: its machine code does it at once.
        worker = Worker(game, recipe(game.name), True, no_network())
        worker.sit_down(seen[0], seat, Budget(iterations=1), ("one step",))
        return [float(value) for value in worker.try_until(codes, 0, 0.0)[1][MOST_SEATS]]
    tried, worth = np.zeros(1, game.dtype), []
    for code in codes:
        tried[0] = seen[0]
        generic.play(tried[0], int(code))
        worth.append(float(generic.value(tried[0], seat)))
    return worth
