"""Training of a value network by self-play: rounds of games, optimisation, checkpoints, and measurements of strength.

A round plays games (``selfplay``), computes targets (``targets``) and trains on the positions of this and the last rounds
(``learner``, with PyTorch). For a game that is searched by sequential halving it compares actions instead (``comparing``);
such data does not age. The whole state of a training is in one folder, so that a stopped one can be continued:

    checkpoint.pt   the learner and its progress; replaced atomically
    weights.npz     the weights, as ``bots/weights.py`` reads them: ``strong:FOLDER/weights.npz`` plays with them
    curve.csv       the learning curve, one row per evaluation; ``curve.json`` is the same, ``curve.svg`` its picture
"""

from __future__ import annotations

import csv
import io
import json
import pickle
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from hanlin.bots.bot import bot
from hanlin.bots.evaluation import MOST_SEATS
from hanlin.bots.levels import recipe
from hanlin.bots.network import Network, network, no_network, shapes
from hanlin.bots.search import Budget, Searcher
from hanlin.bots.simulate import cores
from hanlin.bots.weights import facts, packed
from hanlin.core.errors import HanlinError
from hanlin.core.jit.compiled import PLAIN
from hanlin.core.jit.rng import all_seeded, next_word, seeded
from hanlin.core.lib.extras import needed_by
from hanlin.core.lib.files import whole_file
from hanlin.core.position.game import Game
from hanlin.core.position.game import game as find_game
from hanlin.core.verbs import generic
from hanlin.core.verbs.generic import CHANCE, OVER
from hanlin.lab.comparing import Comparer, Lesson, joined, lesson_of
from hanlin.lab.selfplay import empty_experience, gather, gather_fast
from hanlin.lab.targets import targets
from hanlin.lab.tournament_stats import wilson

EXPLORATION = (10, 30, 60, 150, 300)
"""Random actions in 1000; each game uses one of these rates."""
LAST_RATE = 0.03
"""The final learning rate, as a part of the initial one."""
SIZES = {"tree": (48, 24, 16), "comparison": (32, 16, 64)}
"""Units of the two hidden layers and of a part's layer, by kind of search."""
SLOWER = 20
"""A round has this many times fewer games if actions are compared, since such games take that much longer."""
MOST_COMPARED = 60_000
"""Most compared decisions that are kept,"""
TIMES_COMPARED = 8
"""how often each is used, on average,"""
COMPARED_BATCH = 128
"""batch size,"""
TRIES = 10
"""and the factor of iterations of sequential halving relative to a tree in evaluations."""
OPPONENTS = ("greedy", "value")
"""The opponents of an evaluation, at all other seats: ``greedy`` bots, and the same search without the network."""
LOSSES = {"tree": ("loss_shares", "loss_points"), "comparison": ("loss", "regret")}
"""The names of a round's two losses, by kind of search."""
SAVE = 60.0
"""The most seconds of learning that a stopped training loses."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of a training. Only ``hours`` may differ when a training is continued."""

    game: str
    players: int
    hours: float
    seed: str = "1"
    hidden: int = 0
    """Units of the first hidden layer; 0 here and in the next two for the defaults of ``SIZES``."""
    hidden2: int = 0
    of_parts: int = 0
    games: int = 300
    """Games per round, on all cores together."""
    positions: int = 40_000
    """Capacity for positions of a round; games beyond it are left out."""
    trace: float = 0.7
    """λ of TD(λ)."""
    rate: float = 2e-3
    batch: int = 512
    kept: int = 6
    """Number of latest rounds to train on."""
    check: float = 600.0
    """Seconds of learning between two evaluations."""
    matches: int = 40
    """Games of an evaluation against each opponent."""
    iterations: int = 60
    """Iterations of the searches in these games, ten times as many for sequential halving."""


def with_sizes(settings: Settings, game: Game) -> Settings:
    """The settings with default sizes for the game where none are given."""
    hidden, hidden2, of_parts = SIZES[recipe(game.name).kind]
    return replace(
        settings,
        hidden=settings.hidden or hidden,
        hidden2=settings.hidden2 or hidden2,
        of_parts=settings.of_parts or of_parts,
    )


@dataclass(slots=True)
class Progress:
    """The progress of a training."""

    rounds: int = 0
    seconds: float = 0.0
    """Seconds of learning: without compilation and evaluations."""
    games: int = 0
    positions: int = 0
    errors: tuple[float, float] = (0.0, 0.0)
    """The last round's losses, see ``LOSSES``; those of points are in POINTS_UNIT."""
    curve: list[dict[str, Any]] = field(default_factory=list)
    """Evaluations: seed, hours, seconds, rounds, games, positions, losses, and for each of ``OPPONENTS`` the share of the win
    with its 95 % interval (``greedy``, ``greedy_low``, ``greedy_high`` …) over so many ``matches``."""


class Training:
    """A training in its folder; HanlinError if PyTorch is missing or the folder holds another training."""

    def __init__(self, settings: Settings, folder: Path) -> None:
        self.game = find_game(settings.game)
        self.game.check_players(settings.players)
        self.settings = with_sizes(settings, self.game)
        self.folder = folder
        with needed_by("Training"):
            from hanlin.lab.learner import Learner
        self.learner = Learner(
            shapes(self.game, settings.players, self.settings.hidden, self.settings.hidden2, self._of_parts()),
            int(next_word(seeded("learner", settings.seed))) >> 1,
        )
        self.progress = Progress()
        self.saved_rounds = 0
        """The rounds that the folder holds."""
        self._memory: list[dict[str, Any]] = []
        self._load()
        player = _ComparingPlayer if self._compares else _Player
        self._players = [player(self.settings, self.game) for _ in range(1 if PLAIN else cores())]

    @property
    def _compares(self) -> bool:
        return recipe(self.game.name).kind == "comparison"

    def _of_parts(self) -> int:
        return self.settings.of_parts if self.game.most_parts else 0

    def prepare(self) -> float:
        """Compile all that a training runs, so that this does not count as learning; return the seconds that it took."""
        began = time.monotonic()
        if not PLAIN:
            now = self.network()
            self._players[0].play(now, 0, 0, games=1)
            for against in OPPONENTS:
                strength(replace(self.settings, matches=1, iterations=1), now, against)
        return time.monotonic() - began

    def run(
        self,
        report: Callable[[Progress], None] = lambda progress: None,
        stopping: Callable[[], bool] = lambda: False,
    ) -> None:
        """Train until the hours are over, or until ``stopping``; then all is saved. ``report`` is called after each round."""
        whole = self.settings.hours * 3600
        saved = measured = self.progress.seconds
        while self.progress.seconds < whole and not stopping():
            began = time.monotonic()
            self._round()
            self.progress.seconds += time.monotonic() - began
            now = self.progress.seconds
            if (now - measured >= self.settings.check or now >= whole) and not stopping():
                measured = now
                self._evaluate(stopping)
                saved = self._save()
            elif now - saved >= SAVE:
                saved = self._save()
            report(self.progress)
        if saved < self.progress.seconds:
            self._save()

    def network(self) -> Network:
        """The network as trained so far."""
        return network(self.game, self.learner.network.weights())

    # -- a round ----------------------------------------------------------------------------------------------------------

    def _round(self) -> None:
        number, now = self.progress.rounds, self.network()
        if number == 0:
            now.trust[0] = 0.0
        with ThreadPoolExecutor(len(self._players)) as pool:
            lessons = list(pool.map(lambda at: self._players[at].play(now, number, at), range(len(self._players))))
        part = min(1.0, self.progress.seconds / (self.settings.hours * 3600))
        rate = self.settings.rate * (1.0 - (1.0 - LAST_RATE) * part)
        new = self._compare(lessons, rate) if self._compares else self._learn(lessons, rate)
        self.progress.rounds += 1
        self.progress.positions += new
        self.progress.games += sum(player.games for player in self._players)

    def _learn(self, lessons: list[dict[str, Any]], rate: float) -> int:
        """Train on positions of the last rounds, twice as many as are new; return the number of new ones."""
        self._memory = [*self._memory, *lessons][-self.settings.kept * len(lessons) :]
        new = sum(len(lesson["parts"]) for lesson in lessons)
        lesson = {name: np.concatenate([kept[name] for kept in self._memory]) for name in lessons[0]}
        some = np.random.default_rng(self.progress.rounds).permutation(len(lesson["parts"]))[: 2 * new]
        taken = {name: numbers[some] for name, numbers in lesson.items()}
        self.progress.errors = self.learner.learn(taken, self.settings.batch, rate, self.progress.rounds)
        return new

    def _compare(self, lessons: list[dict[str, Any]], rate: float) -> int:
        """Train on compared decisions of all rounds; return the number of new ones."""
        self._memory += lessons
        while sum(len(lesson["candidates"]) for lesson in self._memory) > MOST_COMPARED:
            self._memory.pop(0)
        new = sum(len(lesson["candidates"]) for lesson in lessons)
        kept, times = joined(self._memory), TIMES_COMPARED * new
        self.progress.errors = self.learner.compare(kept, times, COMPARED_BATCH, rate, self.progress.rounds)
        return new

    # -- checkpoints ------------------------------------------------------------------------------------------------------

    def _save(self) -> float:
        """Write all files; return the seconds of learning that they hold."""
        self.folder.mkdir(parents=True, exist_ok=True)
        state = {"settings": asdict(self.settings), "progress": asdict(self.progress)}
        _put(self.folder / "checkpoint.pt", self.learner.packed(json.dumps(state)))
        _put(self.weights_file, packed(self.learner.network.weights(), self._facts()))
        _put(self.folder / "curve.csv", curve_table(self.progress.curve).encode())
        _put(self.folder / "curve.json", json.dumps(self.progress.curve, indent=1).encode())
        _put(self.folder / "curve.svg", curve_picture(self.progress.curve).encode())
        self.saved_rounds = self.progress.rounds
        return self.progress.seconds

    @property
    def weights_file(self) -> Path:
        """The file of the weights."""
        return self.folder / "weights.npz"

    def _facts(self) -> dict[str, Any]:
        done = {name: getattr(self.progress, name) for name in ("rounds", "games", "positions")}
        hours = round(self.progress.seconds / 3600, 4)
        return facts(self.game, self.settings.players, seed=self.settings.seed, hours=hours, **done)

    def _load(self) -> None:
        file = self.folder / "checkpoint.pt"
        if not file.exists():
            return
        data = file.read_bytes()
        try:
            state = json.loads(self.learner.metadata(data))
            before, now = state["settings"], asdict(self.settings)
        except (ValueError, KeyError, TypeError, RuntimeError, EOFError, pickle.UnpicklingError):
            raise HanlinError(f"{file} is no checkpoint of a training; choose another folder.") from None
        different = [name for name in now if name != "hours" and before.get(name) != now[name]]
        if different:
            raise HanlinError(
                f"{self.folder} holds a training with other settings ({', '.join(different)}); choose another folder."
            )
        self.learner.unpack(data)
        self.progress = Progress(**state["progress"])
        self.saved_rounds = self.progress.rounds

    # -- evaluations -----------------------------------------------------------------------------------------------------

    def _evaluate(self, stopping: Callable[[], bool]) -> None:
        """Add an evaluation to the curve, unless the training is to stop meanwhile."""
        now, done = self.network(), self.progress
        row: dict[str, Any] = {"seed": self.settings.seed, "hours": done.seconds / 3600, "seconds": done.seconds}
        row |= {"rounds": done.rounds, "games": done.games, "positions": done.positions}
        row |= dict(zip(LOSSES[recipe(self.game.name).kind], done.errors, strict=True))
        for against in OPPONENTS:
            share = strength(self.settings, now, against, stopping)
            if share is None:
                return
            low, high = wilson(share, self.settings.matches)
            row |= {against: share, f"{against}_low": low, f"{against}_high": high}
        row["matches"] = self.settings.matches
        done.curve.append({name: round(value, 4) if isinstance(value, float) else value for name, value in row.items()})


class _Player:
    """Plays the self-play games of one core."""

    def __init__(self, settings: Settings, game: Game) -> None:
        self.settings, self.game = settings, game
        self.games = 0
        begin = game.start(settings.players)
        share = 1 if PLAIN else cores()
        self._start = np.zeros(1, game.dtype)
        self._start[0] = begin.state
        self._scratch = np.zeros(3, game.dtype)
        self._kept = empty_experience(game, settings.players, max(64, settings.positions // share))
        self._codes = np.zeros(game.max_actions, np.int32)
        self._results, self._best = np.zeros((2, 2, MOST_SEATS))
        self._ranks = np.zeros(MOST_SEATS, np.int64)
        self._recipe = replace(recipe(game.name), margin=0.0).packed()
        self._untrusted = no_network()
        self._number = max(1, settings.games // share)

    def play(self, now: Network, number: int, at: int, games: int | None = None) -> dict[str, Any]:
        """Play a round, or some ``games`` of it; return its training data."""
        net, games = now.with_own_buffers(), games or self._number
        rngs = all_seeded((self.settings.seed, number, at, game) for game in range(games))
        exploration = np.random.default_rng((number, at)).choice(EXPLORATION, games).astype(np.int64)
        run = gather if PLAIN else gather_fast
        buffers = self._codes, self._results, self._best, self._ranks
        n = int(run(self._start, self._scratch, exploration, self._kept, self._recipe, self._untrusted, net, *buffers, rngs))
        self.games = int(self._kept.last[:n].sum())
        # An untrained network can't evaluate the next position: only results of games count.
        shares, points = targets(self._kept, n, self.settings.trace if net.trust[0] > 0 else 1.0)
        lesson: dict[str, Any] = {name: getattr(self._kept, name)[:n].copy() for name in ("parts", "worth", "logits")}
        lesson |= {name: getattr(self._kept, name)[:n].astype(np.float16) for name in ("terms", "rows")}
        return lesson | {"shares": shares, "points": points}


class _ComparingPlayer:
    """Plays the games of one core for a network that learns from comparisons."""

    def __init__(self, settings: Settings, game: Game) -> None:
        self.settings = settings
        self.games = max(1, settings.games // SLOWER // (1 if PLAIN else cores()))
        self._comparer = Comparer(game, settings.players)

    def play(self, now: Network, number: int, at: int, games: int | None = None) -> Lesson:
        """Play a round, or some ``games`` of it; return its training data."""
        net, found = now.with_own_buffers(), []
        exploration = np.random.default_rng((number, at)).choice(EXPLORATION, self.games)
        for game in range(games or self.games):
            found += self._comparer.play(net, int(exploration[game]), (self.settings.seed, number, at, game))
        return lesson_of(found)


def _put(file: Path, data: bytes) -> None:
    """Write a file atomically."""
    with whole_file(file) as part:
        part.write_bytes(data)


def strength(settings: Settings, net: Network, against: str, stopping: Callable[[], bool] = lambda: False) -> float | None:
    """The share of the win of one seat that searches with the network, against ``greedy`` bots or, for ``value``, the same
    search without the network. Seats are rotated over the same deals. None if it is ``stopping`` before the end."""
    game = find_game(settings.game)
    start = game.start(settings.players)
    fast = not PLAIN
    how = recipe(game.name) if fast else recipe(game.name).plainly()
    budget = Budget(iterations=settings.iterations * (TRIES if fast and how.kind == "comparison" else 1))
    learned = recipe(game.name, True) if fast else recipe(game.name, True).plainly()
    mine = Searcher(game, learned, fast, net=net)
    others = [Searcher(game, how, fast) for _ in range(settings.players)]
    greedy = bot("greedy", fast)
    states, views = np.zeros((2, 1), game.dtype)
    ranks = np.zeros(settings.players, np.int64)
    won = 0.0
    for number in range(settings.matches):
        if stopping():
            return None
        deal, me = divmod(number, settings.players)
        states[0] = start.state
        chance, rng = seeded("deal", settings.seed, deal), seeded("match", settings.seed, number)
        while (who := int(generic.actor(states[0]))) != OVER:
            if who == CHANCE:
                generic.play(states[0], int(generic.sample(states[0], chance)))
                continue
            views[0] = states[0]
            generic.hide(views[0], who)
            if who == me or against == "value":
                searcher = mine if who == me else others[who]
                code = searcher.think(views[0], who, budget, next_word(rng)).code
            else:
                code = greedy.decide(game, views[0], who, rng)
            generic.play(states[0], code)
        generic.standing(states[0], ranks)
        best = ranks == ranks.max()
        won += float(best[me]) / int(best.sum())
    return won / settings.matches


def curve_table(curve: list[dict[str, Any]]) -> str:
    """The learning curve as CSV, one row per evaluation."""
    out = io.StringIO()
    table = csv.DictWriter(out, list(curve[-1]) if curve else ["seed", "hours"], restval="", extrasaction="ignore")
    table.writeheader()
    table.writerows(curve)
    return out.getvalue()


def curve_picture(curve: list[dict[str, Any]]) -> str:
    """The learning curve as an SVG: win shares against ``OPPONENTS`` by hours, with their intervals."""
    width, height, edge = 640, 360, 40
    longest = max([row["hours"] for row in curve] or [1.0]) or 1.0
    body = []
    for share in (0, 25, 50, 75, 100):
        y = height - edge - share / 100 * (height - 2 * edge)
        body.append(f'<path d="M{edge} {y:.1f}H{width - edge}" stroke="#bbb" fill="none"/>')
        body.append(f'<text x="4" y="{y + 4:.1f}">{share} %</text>')
    for name, colour, down in (("greedy", "#2a6f97", 0), ("value", "#b23a48", 16)):
        dots = [
            (edge + row["hours"] / longest * (width - 2 * edge), height - edge - row[name] * (height - 2 * edge))
            for row in curve
        ]
        body.append(f'<polyline points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in dots)}" stroke="{colour}" fill="none"/>')
        for (x, y), row in zip(dots, curve, strict=True):
            low, high = (height - edge - row.get(f"{name}{end}", row[name]) * (height - 2 * edge) for end in ("_low", "_high"))
            body.append(f'<path d="M{x:.1f} {low:.1f}V{high:.1f}" stroke="{colour}" stroke-opacity=".4"/>')
            body.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>')
        body.append(f'<text x="{width - 160}" y="{16 + down}" fill="{colour}">against {name}</text>')
    body.append(f'<text x="{width - 2 * edge}" y="{height - 10}">{longest:.2f} h</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">'
        f'<rect width="{width}" height="{height}" fill="#fff"/>{"".join(body)}</svg>\n'
    )
