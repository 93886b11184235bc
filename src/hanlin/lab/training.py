"""Training a learned judgement by self-play: rounds of games, lessons from them, checkpoints, and how strong it has become.

A round plays games (``experience``), asks what their positions were worth (``targets``) and goes through them and those of the
last rounds (``learner``, with PyTorch). For a game that is searched by comparing it compares actions instead (``comparing``),
and nothing of that grows old. All that a training is stands in one folder, so one that was stopped goes on:

    checkpoint.pt   the learner, and how far it is; written anew and put in place of the last one at once
    weights.npz     what ``bots/weights.py`` reads
    curve.json      the strength by hours, and ``curve.svg``, its picture
"""

from __future__ import annotations

import json
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
from hanlin.bots.weights import packed
from hanlin.core.errors import HanlinError
from hanlin.core.jit.compiled import PLAIN
from hanlin.core.jit.rng import all_seeded, next_word, seeded
from hanlin.core.lib.files import whole_file
from hanlin.core.position.game import Game
from hanlin.core.position.game import game as find_game
from hanlin.core.verbs import generic
from hanlin.core.verbs.generic import CHANCE, OVER
from hanlin.lab.comparing import Comparer, Lesson, joined, lesson_of
from hanlin.lab.selfplay import gather, gather_fast, empty_experience
from hanlin.lab.targets import targets

EXPLORATION = (10, 30, 60, 150, 300)
"""Random actions in 1000, one of these in each game."""
LAST_RATE = 0.03
"""The part of the learning rate that is left at the end of the hours."""
SIZES = {"tree": (48, 24, 16), "comparison": (32, 16, 64)}
"""Hidden numbers of the two layers, and of a part, by how a game is searched."""
SLOWER = 20
"""How many times longer a game takes in which actions are compared: a round has so many times fewer."""
MOST_COMPARED = 60_000
"""Compared decisions that are kept,"""
TIMES_COMPARED = 8
"""how often each is learned from, on average,"""
COMPARED_BATCH = 128
"""how many at a time,"""
TRIES = 10
"""and how many times more iterations a comparison gets than a tree where its strength is looked at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What is trained. Hours may be given anew when a training goes on; all else stays as it was."""

    game: str
    players: int
    hours: float
    seed: str = "1"
    hidden: int = 0
    """Hidden numbers of the first layer, as the two below 0 for those of ``SIZES``."""
    hidden2: int = 0
    of_parts: int = 0
    games: int = 300
    """Games of a round, over all cores."""
    positions: int = 40_000
    """Room for positions of a round: games beyond it are left out."""
    trace: float = 0.7
    rate: float = 2e-3
    batch: int = 512
    kept: int = 6
    """Rounds that are learned from."""
    check: float = 600.0
    """Seconds between two looks at the strength."""
    matches: int = 40
    """Games of such a look, against each opponent."""
    iterations: int = 60
    """Of the searches that play them."""


def with_sizes(settings: Settings, game: Game) -> Settings:
    """The same with the sizes that are usual for the game where none are given."""
    hidden, hidden2, of_parts = SIZES[recipe(game.name).kind]
    return replace(
        settings,
        hidden=settings.hidden or hidden,
        hidden2=settings.hidden2 or hidden2,
        of_parts=settings.of_parts or of_parts,
    )


@dataclass(slots=True)
class Progress:
    """How far a training is."""

    rounds: int = 0
    seconds: float = 0.0
    games: int = 0
    positions: int = 0
    errors: tuple[float, float] = (0.0, 0.0)
    """The last round's errors of shares and of points (in tens)."""
    curve: list[dict[str, float]] = field(default_factory=list)
    """By look: hours, rounds, and the shares of the win against ``greedy`` and against the same search with ``value``."""


class Training:
    """One training, in its folder; HanlinError where PyTorch is missing or the folder holds another training."""

    def __init__(self, settings: Settings, folder: Path) -> None:
        self.game = find_game(settings.game)
        self.game.check_players(settings.players)
        self.settings = with_sizes(settings, self.game)
        self.folder = folder
        try:
            from hanlin.lab.learner import Learner
        except ModuleNotFoundError:
            raise HanlinError("Training needs PyTorch: pip install 'hanlin[train]'.") from None
        self.learner = Learner(
            shapes(self.game, settings.players, self.settings.hidden, self.settings.hidden2, self._of_parts()),
            int(next_word(seeded("learner", settings.seed))) >> 1,
        )
        self.progress = Progress()
        self._memory: list[dict[str, Any]] = []
        self._take_up()
        player = _ComparingPlayer if self._compares else _Player
        self._players = [player(self.settings, self.game) for _ in range(1 if PLAIN else cores())]

    @property
    def _compares(self) -> bool:
        return recipe(self.game.name).kind == "comparison"

    def _of_parts(self) -> int:
        return self.settings.of_parts if self.game.most_parts else 0

    def run(self, told: Callable[[Progress], None] = lambda progress: None) -> None:
        """Go on until the hours are over; ``told`` hears of each round and each look."""
        whole = self.settings.hours * 3600
        looked = self.progress.seconds
        while self.progress.seconds < whole:
            began = time.monotonic()
            self._round()
            self.progress.seconds += time.monotonic() - began
            if self.progress.seconds - looked >= self.settings.check or self.progress.seconds >= whole:
                looked = self.progress.seconds
                self._look()
                self._keep()
            told(self.progress)

    def network(self) -> Network:
        """What has been learned so far."""
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
        """Go through twice as many positions as are new, of the last rounds; returns how many are new."""
        self._memory = [*self._memory, *lessons][-self.settings.kept * len(lessons) :]
        new = sum(len(lesson["parts"]) for lesson in lessons)
        lesson = {name: np.concatenate([kept[name] for kept in self._memory]) for name in lessons[0]}
        some = np.random.default_rng(self.progress.rounds).permutation(len(lesson["parts"]))[: 2 * new]
        taken = {name: numbers[some] for name, numbers in lesson.items()}
        self.progress.errors = self.learner.learn(taken, self.settings.batch, rate, self.progress.rounds)
        return new

    def _compare(self, lessons: list[dict[str, Any]], rate: float) -> int:
        """The same with decisions whose actions were compared. None of them grows old."""
        self._memory += lessons
        while sum(len(lesson["candidates"]) for lesson in self._memory) > MOST_COMPARED:
            self._memory.pop(0)
        new = sum(len(lesson["candidates"]) for lesson in lessons)
        kept, times = joined(self._memory), TIMES_COMPARED * new
        self.progress.errors = self.learner.compare(kept, times, COMPARED_BATCH, rate, self.progress.rounds)
        return new

    # -- what is kept -----------------------------------------------------------------------------------------------------

    def _keep(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        state = {"settings": asdict(self.settings), "progress": asdict(self.progress)}
        _put(self.folder / "checkpoint.pt", self.learner.packed(json.dumps(state)))
        _put(self.folder / "weights.npz", packed(self.learner.network.weights()))
        _put(self.folder / "curve.json", json.dumps(self.progress.curve, indent=1).encode())
        _put(self.folder / "curve.svg", curve_picture(self.progress.curve).encode())

    def _take_up(self) -> None:
        file = self.folder / "checkpoint.pt"
        if not file.exists():
            return
        data = file.read_bytes()
        state = json.loads(self.learner.beside(data))
        before, now = state["settings"], asdict(self.settings)
        different = [name for name in now if name != "hours" and before.get(name) != now[name]]
        if different:
            raise HanlinError(
                f"{self.folder} holds a training with other settings ({', '.join(different)}); name another folder."
            )
        self.learner.unpack(data)
        self.progress = Progress(**state["progress"])

    # -- how strong it is -------------------------------------------------------------------------------------------------

    def _look(self) -> None:
        now = self.network()
        row = {"hours": self.progress.seconds / 3600, "rounds": self.progress.rounds}
        for against in ("greedy", "value"):
            row[against] = strength(self.settings, now, against)
        self.progress.curve.append({name: round(float(number), 4) for name, number in row.items()})


class _Player:
    """Plays the games of one core."""

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

    def play(self, now: Network, number: int, at: int) -> dict[str, Any]:
        """The lesson of one round."""
        net = now.with_own_buffers()
        rngs = all_seeded((self.settings.seed, number, at, game) for game in range(self._number))
        exploration = np.random.default_rng((number, at)).choice(EXPLORATION, self._number).astype(np.int64)
        run = gather if PLAIN else gather_fast
        room = self._codes, self._results, self._best, self._ranks
        n = int(run(self._start, self._scratch, exploration, self._kept, self._recipe, self._untrusted, net, *room, rngs))
        self.games = int(self._kept.last[:n].sum())
        # An untrained network knows nothing of the next position: only what came of the games counts.
        shares, points = targets(self._kept, n, self.settings.trace if net.trust[0] > 0 else 1.0)
        lesson: dict[str, Any] = {name: getattr(self._kept, name)[:n].copy() for name in ("parts", "worth", "logits")}
        lesson |= {name: getattr(self._kept, name)[:n].astype(np.float16) for name in ("terms", "rows")}
        return lesson | {"shares": shares, "points": points}


class _ComparingPlayer:
    """The same for a game whose actions are compared."""

    def __init__(self, settings: Settings, game: Game) -> None:
        self.settings = settings
        self.games = max(1, settings.games // SLOWER // (1 if PLAIN else cores()))
        self._comparer = Comparer(game, settings.players)

    def play(self, now: Network, number: int, at: int) -> Lesson:
        """The lesson of one round."""
        net, found = now.with_own_buffers(), []
        exploration = np.random.default_rng((number, at)).choice(EXPLORATION, self.games)
        for game in range(self.games):
            found += self._comparer.play(net, int(exploration[game]), (self.settings.seed, number, at, game))
        return lesson_of(found)


def _put(file: Path, data: bytes) -> None:
    """Write a file so that it is whole whenever the power goes."""
    with whole_file(file) as part:
        part.write_bytes(data)


def strength(settings: Settings, net: Network, against: str) -> float:
    """The share of the win of one seat that searches with the network, against others: ``greedy``, or ``value``, the same
    search without the network. Seats are rotated over the same deals."""
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


def curve_picture(curve: list[dict[str, float]]) -> str:
    """The strength by hours, as an SVG: win shares against ``greedy`` and against the search with ``value``."""
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
        body.append(f'<text x="{width - 160}" y="{16 + down}" fill="{colour}">against {name}</text>')
    body.append(f'<text x="{width - 2 * edge}" y="{height - 10}">{longest:.2f} h</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">'
        f'<rect width="{width}" height="{height}" fill="#fff"/>{"".join(body)}</svg>\n'
    )
