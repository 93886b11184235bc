"""Levels of the built-in computer players: names and budgets, read from ``levels.toml``.

A level chooses a legal action from a seat's view, never from the whole position. All levels but the lowest search
(``search.py``); the lowest is a noisy one-ply player that overlooks actions and forgets distant events (``OnePly``).
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanlin._former_names import renamed
from hanlin.bots.evaluation import MOST_SEATS
from hanlin.bots.network import Network, no_network
from hanlin.bots.policy_network import POLICY, load_policies
from hanlin.bots.search import NO_ROLLOUT, Budget, Recipe, Searcher, SearchResult, SearchThread
from hanlin.bots.seat import SeatBot
from hanlin.bots.weights import OwnWeights, WeightedName, learned_network, read_weights, with_weights
from hanlin.core.errors import HanlinError
from hanlin.core.jit.compiled import UNCOMPILED
from hanlin.core.jit.rng import Rng, below, next_word
from hanlin.core.lib.integers import whole_text
from hanlin.core.verbs import generic
from hanlin.core.verbs.rulebook import Rulebook

MOST_ITERATIONS = 10**7
LEAST_SECONDS, MOST_SECONDS = 0.001, 3600
"""Limits of the CPU seconds for a decision."""
NO_LIMIT = 1e6
"""Seconds for a decision that only its iterations limit."""
FEWEST_SEEN = 2
"""The least number of actions that a one-ply player notices; with fewer there would be no choice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OnePly:
    """A player that looks one ply ahead, as beginners do: they overlook more than they misjudge."""

    notice_probability: float = 0.5
    """The probability that an action is considered at all."""
    noise: float = 1.0
    """The maximum of the uniform noise that is added to the value of an action, in points."""
    horizon: int = 0
    """Known future events are considered for this many rounds (``generic.forget``); 0: all of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """One level. ``seconds``: the most CPU time for a decision."""

    name: str
    seconds: float = 0.0
    iterations: dict[str, int] = field(default_factory=dict)
    """The most iterations, by the name of the game (``default``: any other); empty: limited by time only."""
    threads: int = 1
    """The most threads of a search, if as many cores are idle."""
    plain_iterations: int = 12
    """Iterations at plain speed, until the search is compiled."""
    learned: bool = False
    """True if it uses a value network, provided there are weights for the game and the number of players."""
    requires_network: bool = False
    """True if it is only offered where there are such weights."""
    one_ply: dict[str, OnePly] = field(default_factory=dict)
    """For a level that does not search: its parameters by the name of the game (``default``: any other)."""

    @property
    def searches(self) -> bool:
        """True if it searches further than one ply."""
        return not self.one_ply

    def one_ply_for(self, game: str) -> OnePly:
        """The parameters of a level that does not search for a game."""
        return self.one_ply.get(game) or self.one_ply["default"]

    def iterations_for(self, game: str) -> int | None:
        """The most iterations of a search in a game; None where only time limits it."""
        return self.iterations.get(game) or self.iterations.get("default")

    def budget(self, game: str, fast: bool, seconds: float | None = None, patience: bool = False) -> Budget:
        """The budget of a decision. ``seconds`` replaces the level's own limits and is used up unless ``patience`` allows an
        early stop; the level's own budget always does.
        """
        if not fast:
            return Budget(iterations=self.plain_iterations, seconds=seconds or 10 * self.seconds, patience=True)
        if seconds is not None:
            return Budget(seconds=seconds, patience=patience)
        most = self.iterations_for(game)
        if self.seconds == NO_LIMIT:
            return Budget(iterations=most)
        return Budget(iterations=most, seconds=self.seconds, patience=True)


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads(files("hanlin.bots").joinpath("levels.toml").read_text("utf-8"))


def calibrations() -> dict[str, dict[str, Any]]:
    """By game, ``longer`` and by number of players the inverse temperature of ``calibration.Calibration``."""
    found: dict[str, dict[str, Any]] = _data().get("calibration", {})
    return found


def curve_rollouts() -> dict[str, dict[str, Any]]:
    """By game the rollouts that judge the curve of a review (``lab.review_evaluation``)."""
    found: dict[str, dict[str, Any]] = _data()["curve"]
    return found


@cache
def levels() -> dict[str, Level]:
    """All levels by name, weakest first."""
    return {name: _level(name, **numbers) for name, numbers in _data()["levels"].items()}


def level_named(name: str) -> Level | None:
    """The level of that name, or one with a budget of its own; None if there is none.

    ``strong@1000``: so many iterations. Without a limit of time the same view and seed give the same action on any machine.
    ``strong@0.5s``: at most so many seconds of CPU time, and less where the choice is clear.
    """
    base, at, word = name.partition("@")
    level = levels().get(base)
    if level is None or not at:
        return level
    if not level.searches:
        return None
    if word.endswith("s"):
        seconds = seconds_of(word[:-1])
        return None if seconds is None else replace(level, name=name, iterations={}, seconds=seconds)
    iterations = whole_text(word, 1, MOST_ITERATIONS)
    return None if iterations is None else replace(level, name=name, iterations={"default": iterations}, seconds=NO_LIMIT)


def seconds_of(text: str) -> float | None:
    """A number of CPU seconds for a decision, such as ``0.05``; None for anything else, or outside the limits."""
    if not re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,6})?|\.[0-9]{1,6}", text):
        return None
    return float(text) if LEAST_SECONDS <= float(text) <= MOST_SECONDS else None


def resolved(name: str) -> str:
    """The name of a bot as results have it; HanlinError for weights that can't be used.

    A level with a file of weights of one's own, ``strong:training/weights.npz``, and a policy network, ``policy:policy.npz``,
    or several, ``policy:*/policy.npz``, become a ``WeightedName``, which holds what the files contain; all other names stay as
    they are.
    """
    level, colon, file = name.partition(":")
    if not colon or isinstance(name, WeightedName):
        return name
    if level == POLICY:
        return WeightedName(POLICY, load_policies(file))
    known = levels().get(level.partition("@")[0])
    if known is None:
        return name
    if not known.searches:
        raise HanlinError(f"{known.name} does not search, so it has no use for weights: {name!r}.")
    return WeightedName(level, read_weights(file))


def _level(name: str, one_ply: dict[str, Any] | None = None, **numbers: Any) -> Level:
    return Level(name=name, one_ply={game: OnePly(**parameters) for game, parameters in (one_ply or {}).items()}, **numbers)


@cache
def recipe(game: str, learned: bool = False) -> Recipe:
    """The search recipe of a game, or the default one.

    learned: for a search with a value network, with the fields under the recipe's ``learned``.
    """
    recipes = _data()["recipes"]
    numbers = dict(recipes.get(game, recipes["default"]))
    differs = numbers.pop("learned", {})
    if learned:
        # Value networks for sequential halving are trained on positions right after a decision of the searching seat.
        numbers |= {"whole_rounds": numbers["kind"] == "comparison"} | differs
    return Recipe(
        **numbers | {"longer_rollouts": tuple((fewest, moves) for fewest, moves in numbers.get("longer_rollouts", ()))}
    )


def best_setup(game: Rulebook, players: int, own: OwnWeights | None = None) -> tuple[Recipe, Network | None]:
    """The strongest way to search a game: its recipe and value network, if there is one for the number of players.

    own: weights in place of Hanlin's; HanlinError if they do not fit.
    """
    net = learned_network(game, players) if own is None else own.network(game, players)
    return recipe(game.name, net is not None), net


class LevelBot(SeatBot):
    """A computer player of a level, for any seats. It keeps its searcher, and with it a tree, between decisions."""

    def __init__(
        self,
        level: Level,
        fast: bool = False,
        seconds: float | None = None,
        threads: int = 1,
        patience: bool = False,
        weights: OwnWeights | None = None,
    ) -> None:
        self.level = level if weights is None else replace(level, learned=True)
        self.weights = weights
        """Weights of one's own; None: those of Hanlin, where the level uses any."""
        self.threads = threads
        """The most threads for a search, if the level uses several. It may change between searches."""
        self.fast = fast
        self.seconds = seconds
        self.patience = patience
        self._searchers: dict[tuple[str, int], Searcher] = {}

    @property
    def name(self) -> str:
        """The name of the level, and of weights of one's own."""
        return with_weights(self.level.name, self.weights)

    def decide(self, of: Rulebook, view: Any, seat: int, rng: Rng) -> int:
        """The code of an action, from a seat's view."""
        if not self.level.searches:
            return one_ply_action(of, view, seat, self.level.one_ply_for(of.name), rng, self.fast)
        return self.think(of, view, seat, rng).code

    def forget(self) -> None:
        """Begin the next search anew, so that its result depends on nothing but its view, budget and seed."""
        for searcher in self._searchers.values():
            searcher.forget()

    def think(self, game: Rulebook, view: Any, seat: int, rng: Rng) -> SearchResult:
        """Search a view; return all lines."""
        fast = self.fast and game.dtype not in UNCOMPILED
        key = game.name, int(view.players) if self.level.learned else 0
        if key not in self._searchers:
            how, net = best_setup(game, key[1], self.weights) if self.level.learned else (recipe(game.name), None)
            self._searchers[key] = Searcher(game, how if fast else how.plainly(), fast, self.level.threads, net)
        seed = (next_word(rng), next_word(rng))
        budget = self.level.budget(game.name, fast, self.seconds, self.patience)
        return self._searchers[key].think(view, seat, budget, seed, self.threads)


def one_ply_action(game: Rulebook, view: Any, seat: int, one_ply: OnePly, rng: Rng, fast: bool = False) -> int:
    """The noticed action with the highest noisy value right after it."""
    codes = np.zeros(game.max_actions, np.int32)
    seen = np.zeros(1, game.dtype)
    seen[0] = view
    n = int(generic.actions(seen[0], codes))
    if n == 1:
        return int(codes[0])
    noticed = codes[_noticed(n, one_ply.notice_probability, rng)]
    generic.guess(seen[0], rng)
    if one_ply.horizon:
        generic.forget(seen[0], one_ply.horizon)
    worth = [value + one_ply.noise * _chance(rng) for value in _one_step_values(game, seen, seat, noticed, fast)]
    return int(noticed[worth.index(max(worth))])


def _noticed(n: int, probability: float, rng: Rng) -> list[int]:
    """The indices of the actions that are noticed, each independently, and at least two."""
    found = {k for k in range(n) if _chance(rng) < probability}
    while len(found) < min(n, FEWEST_SEEN):
        found.add(below(rng, n))
    return sorted(found)


def _chance(rng: Rng) -> float:
    """A random number from 0 to 1, the same at both speeds."""
    return int(below(rng, 1 << 30)) / (1 << 30)


def _one_step_values(game: Rulebook, seen: NDArray[np.void], seat: int, codes: NDArray[np.int32], fast: bool) -> list[float]:
    """The value for the seat right after each action. seen: (1,) record, a determinization of the seat's view."""
    if fast and recipe(game.name).kind == "comparison":
        # The compiled search of the game evaluates its many actions in one call.
        thread = SearchThread(game, recipe(game.name), True, no_network())
        thread.prepare(seen[0], seat, Budget(iterations=1), ("one step",))
        return [float(value) for value in thread.compare_until(codes, NO_ROLLOUT, 0.0)[1][MOST_SEATS]]
    tried, worth = np.zeros(1, game.dtype), []
    for code in codes:
        tried[0] = seen[0]
        generic.play(tried[0], int(code))
        worth.append(float(generic.value(tried[0], seat)))
    return worth


__getattr__ = renamed(__name__, {"Glance": "OnePly", "glance_at": "one_ply_action", "best_judgement": "best_setup"})
