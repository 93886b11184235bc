"""Mining puzzles: decisions of finished games in which one action is clearly the best, and how hard it is to find.

A game is looked through at random decisions. A quick search finds those where one action stands out; a deep search and games
played to the end (``puzzle_proof``) must agree on it. What weaker levels choose there makes the difficulty, and the wrong
action that tempts most. A game is a piece of work of its own that follows from the seed and its number, so mining is resumable
and can be spread over processes or a cluster (``distribute``).
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanlin.bots.bot import Bot, bot
from hanlin.bots.hints import search_setup
from hanlin.bots.levels import level_named, resolved
from hanlin.bots.search import Budget, Searcher
from hanlin.core.errors import HanlinError
from hanlin.core.jit.compiled import PLAIN
from hanlin.core.jit.rng import below, seeded
from hanlin.core.position.game import Game
from hanlin.core.position.game import game as find_game
from hanlin.core.position.position import Position
from hanlin.core.position.position_text import position
from hanlin.core.position.record import read_record_file
from hanlin.core.verbs.puzzles import (
    LEAST_RATING,
    MOST_RATING,
    MOST_STEPS,
    START_RATING,
    Answer,
    Level,
    Puzzle,
    Step,
    puzzle_of_json,
)
from hanlin.lab.distribute import Arrays, collect
from hanlin.lab.jobs import Simulation
from hanlin.lab.puzzle_proof import OPEN, ROUNDS, Judgement, is_ahead, judged

LOOKS = 80
"""Decisions of a game at which the quick search looks, and"""
PUZZLES, EASY_PUZZLES = 4, 2
"""puzzles at most that are taken from one game, so that few are alike; and easy ones among them."""
FEWEST_ACTIONS = 3
"""Legal actions of a decision that is worth a puzzle."""
FIRST_PART = 0.08
"""The part of a game at its beginning from which no puzzle is taken: what decides there comes too late to be proved."""
STANDS_OUT = 0.015
"""The share of the win by which the first action leads the second one in the quick search."""
ANSWERS = 8
"""Actions that are judged, the best of the deep search; and the tempting one."""
FIRST_ANSWERS, FIRST_ROUNDS, FIRST_PART_OF_LEAD = 6, 48, 0.5
"""A small judgement before the proof: its actions, its determinizations, and the part of the lead that it asks for."""
DEEP = 10
"""The deep search has this many times the iterations of the level ``strong``."""
QUICK_ITERATIONS = 200
EASY, TRIVIAL, ANYTHING = 0.75, 0.97, 2.0
"""The part of the weaker levels' tries that find a solution which is easy, one that is no puzzle, and one that none reaches:
a step beside another one may be trivial."""
EASY_RATING, HARD_RATING = 1050.0, 1300.0
"""The rating up to which a puzzle is easy, about three of four of the weaker levels' tries solve it; and from which it is hard,
at most two of five do."""

SOLVERS: dict[str, tuple[float, int, bool]] = {
    "greedy": (1100.0, 2, True),
    "novice": (1100.0, 8, True),
    "casual": (1400.0, 6, True),
    "strong": (1800.0, 3, False),
}
"""By level: its rating as a solver, its tries, and whether it is one of the weaker levels."""
DOUBT = 300.0
"""The standard deviation of the ratings of puzzles around that of a new solver, before anybody has tried them."""


# -- where the games are from -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class OwnGames:
    """Games that computer players play for the miner. ``bots`` take turns at the seats."""

    game: str
    players: tuple[int, ...]
    bots: tuple[str, ...]
    seed: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "bots", tuple(resolved(name) for name in self.bots))

    def settings(self) -> dict[str, Any]:
        """The parameters that determine the games, as JSON."""
        return {"players": list(self.players), "bots": list(self.bots), "seed": self.seed}

    def end(self, number: int) -> Position:
        """The final position of a game, with its history."""
        players = self.players[number % len(self.players)]
        job = Simulation(
            game=self.game, players=players, games=number + 1, bots=self.bots[:players], seed=self.seed, whole=True
        )
        found = job.play(range(number, number + 1), not PLAIN)
        return _replayed(job.start, found.codes)


@dataclass(frozen=True, kw_only=True)
class Records:
    """Games of people or programs from record files. Records are personal data: mine those of people with their consent."""

    files: tuple[Path, ...]

    def settings(self) -> dict[str, Any]:
        """The files by their contents, as JSON."""
        try:
            digests = [hashlib.blake2b(file.read_bytes(), digest_size=8).hexdigest() for file in self.files]
        except OSError as error:
            raise HanlinError(f"{error.filename} can't be read: {error.strerror}.") from None
        return {"records": digests}

    def end(self, number: int) -> Position:
        """The final position of a game, with its history."""
        return read_record_file(self.files[number]).end


@dataclass(frozen=True, kw_only=True)
class PlayedGames:
    """Games that folders of ``hanlin book --make`` keep. ``first``: the number of the first game of each folder to look at."""

    game: str
    folders: tuple[Path, ...]
    first: int = 0

    def settings(self) -> dict[str, Any]:
        """The jobs that played the games, as JSON."""
        return {"jobs": [_about(folder) for folder in self.folders], "first": self.first}

    def end(self, number: int) -> Position:
        """The final position of a game, with its history: of each folder in turn the next one."""
        folder = self.folders[number % len(self.folders)]
        about = _about(folder)
        if about.get("game") != self.game or not about.get("whole"):
            raise HanlinError(f"{folder} holds no whole games of {self.game}.")
        at = self.first + number // len(self.folders)
        size = len(_games_of(folder, 0))
        games = _games_of(folder, at // size) if size else []
        if at % max(size, 1) >= len(games):
            raise HanlinError(f"{folder} does not hold game {at + 1} yet.")
        options = {name: value for name, value in about["options"].items() if value is not None}
        return _replayed(find_game(self.game).start(about["players"], **options), games[at % size].tolist())


def _about(folder: Path) -> dict[str, Any]:
    """The settings of the job whose games a folder holds; HanlinError where it holds none."""
    try:
        found: dict[str, Any] = json.loads((folder / "job.json").read_text("utf-8"))
    except (OSError, ValueError):
        raise HanlinError(f"{folder} holds no games: it has no job.json.") from None
    return found


def _games_of(folder: Path, piece: int) -> list[NDArray[np.int32]]:
    """The codes of each game of a piece; none where there is no such piece. The last one may have fewer games."""
    file = folder / f"piece-{piece:06d}.npz"
    if not file.exists():
        return []
    with np.load(file, allow_pickle=False) as kept:
        return np.split(kept["codes"], np.cumsum(kept["lengths"])[:-1])


class Moves(NamedTuple):
    """A game as nothing but its moves. ``start``: the text of its first position; ``codes``: all actions, also of chance."""

    start: str
    codes: tuple[int, ...]

    @classmethod
    def of(cls, end: Position) -> Moves:
        """The moves that led to a final position."""
        played, codes = end.at(0), []
        start = played.text()
        for _actor, text in end.moves:
            codes.append(played.code(text))
            played.apply(codes[-1])
        return cls(start, tuple(codes))


@dataclass(frozen=True, kw_only=True)
class ConsentedGames:
    """Games of people at a server who agreed to it, without anything personal. ``id``: of the tables that they are from, all
    together, so that a folder of puzzles is continued with the same ones only."""

    id: str
    games: tuple[Moves, ...]

    def settings(self) -> dict[str, Any]:
        """The games by their common id, as JSON."""
        return {"consented": self.id}

    def end(self, number: int) -> Position:
        """The final position of a game, with its history."""
        return _replayed(position(self.games[number].start), self.games[number].codes)


Source = OwnGames | Records | PlayedGames | ConsentedGames


def _replayed(start: Position, codes: Sequence[int]) -> Position:
    played = start.copy()
    for code in codes:
        played.apply(int(code))
    return played


# -- mining -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Mining:
    """Puzzles of some games of a source, one game in a piece. ``hard``: look only where ``greedy`` would not have played what
    the player did, and take no easy ones."""

    game: str
    source: Source
    games: int
    seed: str = "1"
    hard: bool = False

    @property
    def pieces(self) -> int:
        """The number of games."""
        return self.games

    def settings(self) -> dict[str, Any]:
        """The parameters that determine the puzzles, as JSON; how many games are looked through may change."""
        of = find_game(self.game)
        return {
            "job": type(self).__name__,
            "game": of.name,
            "rules": of.rules_version,
            "source": self.source.settings(),
            "seed": self.seed,
            **({"hard": True} if self.hard else {}),
        }

    def do(self, piece: int) -> Arrays:
        """The puzzles of a game, without their themes, as the bytes of a JSON list."""
        found = [puzzle.as_json() for puzzle in self.puzzles(piece)]
        return {"puzzles": np.frombuffer(json.dumps(found).encode(), np.uint8)}

    def puzzles(self, number: int) -> list[Puzzle]:
        """The puzzles of a game."""
        end = self.source.end(number)
        if end.game.name != self.game:
            raise HanlinError(f"Game {number + 1} is one of {end.game.name}, not of {self.game}.")
        miner = Miner(find_game(self.game), end.players, (self.seed, number))
        found: list[Puzzle] = []
        look_at = miner.is_surprising if self.hard else lambda _whole, _action: True
        for ply, whole in candidates(end, seeded("puzzles", self.seed, number), look_at):
            easy = sum(each.level == "easy" for each in found)
            puzzle = miner.puzzle(whole, EASY if self.hard or easy == EASY_PUZZLES else TRIVIAL)
            if puzzle is not None:
                found.append(miner.with_earlier_steps(end, ply, puzzle))
                if len(found) == PUZZLES:
                    break
        return found


def candidates(end: Position, rng: Any, look_at: Callable[[Position, str], bool]) -> Iterator[tuple[int, Position]]:
    """Decisions of a finished game with several actions, by their plies, each at most once, in a random order.

    ``look_at``: tells of a position and the action that was taken there if they are worth a look.
    """
    plies = [ply for ply, (actor, _text) in enumerate(end.moves) if actor >= 0 and ply >= FIRST_PART * end.ply]
    order = sorted((int(below(rng, 1 << 30)), ply) for ply in plies)
    looks = 0
    for _word, ply in order:
        whole = end.at(ply)
        if len(whole.legal_codes) >= FEWEST_ACTIONS and look_at(whole, end.moves[ply][1]):
            yield ply, position(whole.text())
            looks += 1
            if looks == LOOKS:
                return


class Miner:
    """Looks for puzzles in positions of a game. Equal seeds find equal puzzles. ``rounds``: of each judgement of a proof."""

    def __init__(self, game: Game, players: int, seed: object, fast: bool = not PLAIN, rounds: int = ROUNDS) -> None:
        self.game = game
        self._seed, self._fast, self._rounds = seed, fast, rounds
        how, net = search_setup(game, players, fast)
        self._searcher = Searcher(game, how, fast, net=net)
        self._solvers: dict[str, Bot] = {name: bot(untimed(game, name), fast) for name in SOLVERS}
        strong = level_named("strong")
        assert strong is not None
        self._deep = DEEP * (strong.iterations_for(game.name) or QUICK_ITERATIONS)

    def puzzle(self, whole: Position, too_easy: float = TRIVIAL) -> Puzzle | None:
        """The puzzle that begins in a position; None where no action is clearly the best.

        None as well where the first step is ``too_easy``: that part of the weaker levels' tries solves it.
        """
        seat, begun = whole.actor, whole
        if not self._stands_out(whole.seen_by(seat)):
            return None
        steps: list[Step] = []
        solved = dict.fromkeys(SOLVERS, 1.0)
        id = _id(whole)
        while len(steps) < MOST_STEPS and whole.actor == seat and len(whole.legal_codes) >= 2:
            found = self._step(whole.seen_by(seat), (id, len(steps)), ANYTHING if steps else too_easy)
            if found is None:
                break
            steps.append(found[0])
            solved = {name: solved[name] * rate for name, rate in found[1].items()}
            whole = whole.copy().play(found[0].best.action)
        if not steps:
            return None
        rating = rating_of(solved)
        return Puzzle(id, begun.text(), seat, begun.players, (), level_of(rating), rating, tuple(steps))

    def with_earlier_steps(self, end: Position, ply: int, puzzle: Puzzle) -> Puzzle:
        """A puzzle that was found at a ply of a game, begun earlier in the same turn where that can be proved as well.

        A search at random decisions seldom comes upon the first of several good ones.
        """
        while len(puzzle.steps) < MOST_STEPS and ply > 0 and end.moves[ply - 1][0] == puzzle.seat:
            ply -= 1
            longer = self.puzzle(position(end.at(ply).text()), ANYTHING)
            if longer is None or len(longer.steps) <= len(puzzle.steps) or longer.solution[0] != end.moves[ply][1]:
                break
            puzzle = longer
        return puzzle

    def is_surprising(self, whole: Position, action: str) -> bool:
        """True if ``greedy`` would not choose this action."""
        seen = whole.seen_by(whole.actor)
        return solutions(self._solvers["greedy"], seen, 1, (self._seed, "surprise", seen.text()))[seen.code(action)] == 0

    # -- inside -------------------------------------------------------------------------------------------------------------

    def _stands_out(self, seen: Position) -> bool:
        """True if the game is open and a quick search finds one action that stands out."""
        lines = self._think(seen, QUICK_ITERATIONS, "quick")
        best, second = sorted((line[1] for line in lines), reverse=True)[:2]
        return OPEN[0] <= best <= OPEN[1] and best - second >= STANDS_OUT

    def _think(self, seen: Position, iterations: int, seed: object) -> list[tuple[int, float]]:
        """The actions that a search finds best, with its results."""
        budget = Budget(iterations=iterations)
        lines = self._searcher.think(seen.state, seen.actor, budget, (self._seed, seed, seen.text())).lines
        return [(line.code, line.result) for line in lines[:ANSWERS]]

    def _step(self, seen: Position, seed: tuple[str, int], too_easy: float) -> tuple[Step, dict[str, float]] | None:
        """A step with the part of each level's tries that finds it; None if it can't be proved, or is too easy."""
        codes = [code for code, _result in self._think(seen, QUICK_ITERATIONS, "quick")][:FIRST_ANSWERS]
        first = judged(seen, codes, (seed, "first"), FIRST_ROUNDS, self._fast)
        best = codes[int(first.worth.argmax())]
        if not first.clear(codes.index(best), FIRST_PART_OF_LEAD):
            return None
        chosen = {name: solutions(self._solvers[name], seen, tries, (seed, name)) for name, (_, tries, _) in SOLVERS.items()}
        rates = {name: chosen[name][best] / chosen[name].total() for name in chosen}
        if weak_rate(rates) >= too_easy:
            return None
        deep = [code for code, _result in self._think(seen, self._deep, "deep")]
        if deep[0] != best:
            return None
        wrong = Counter({code: n for name in chosen if SOLVERS[name][2] for code, n in chosen[name].items() if code != best})
        tempting = max(wrong, key=lambda code: (wrong[code], -code)) if wrong else None
        if tempting is not None and tempting not in deep:
            deep.append(tempting)
        proof = self._proved(seen, deep, seed)
        if proof is None:
            return None
        step = self._as_step(seen, deep, proof, tempting)
        return (step, rates) if is_ahead(seen, step, ("replay", *seed), fast=self._fast) else None

    def _proved(self, seen: Position, codes: Sequence[int], seed: object) -> Judgement | None:
        """Both judgements together, if the first code is clearly the best in each of them."""
        both: list[Judgement] = []
        for number in range(2):
            both.append(judged(seen, codes, (seed, "proof", number), self._rounds, self._fast))
            if not both[-1].clear(0):
                return None
        joined = both[0].joined(both[1])
        halves = all(each.holds_in_halves(0) for each in both)
        return joined if joined.is_certain(0) and joined.is_open(0) and halves else None

    @staticmethod
    def _as_step(seen: Position, codes: Sequence[int], proof: Judgement, tempting: int | None) -> Step:
        text = [str(seen.game.text(seen.state, code)) for code in codes]
        order = [0, *sorted(range(1, len(codes)), key=lambda at: -proof.worth[at])]
        answers = tuple(Answer(text[at], round(float(proof.share[at]), 3), round(float(proof.point[at]), 1)) for at in order)
        return Step(answers, None if tempting is None else text[codes.index(tempting)])


def solutions(solver: Bot, seen: Position, tries: int, seed: object) -> Counter[int]:
    """The codes that a solver chooses in a view, with how many times it does."""
    return Counter(int(solver.decide(seen.game, seen.state, seen.actor, seeded(seed, n))) for n in range(tries))


def solves(solver: Bot, puzzle: Puzzle, seed: object) -> bool:
    """True if a solver chooses the best answer at every step of a puzzle."""
    whole = position(puzzle.position)
    for number, step in enumerate(puzzle.steps):
        seen = whole.seen_by(puzzle.seat)
        chosen = int(solver.decide(whole.game, seen.state, puzzle.seat, seeded(seed, puzzle.id, number)))
        if whole.game.text(seen.state, chosen) != step.best.action:
            return False
        whole.play(step.best.action)
    return True


def untimed(game: Game, name: str) -> str:
    """A level without a limit of time, so that its choice is the same on every machine."""
    level = level_named(name)
    iterations = level.iterations_for(game.name) if level is not None else None
    if level is None or not level.searches:
        return name
    return f"{name.partition('@')[0]}@{iterations or QUICK_ITERATIONS}"


def _id(whole: Position) -> str:
    """An id that follows from the position."""
    return hashlib.blake2b(whole.text().encode(), digest_size=5).hexdigest()


# -- difficulty -------------------------------------------------------------------------------------------------------------


def weak_rate(solved: dict[str, float]) -> float:
    """The part of the weaker levels' tries that solve a puzzle, each level counting by its tries."""
    tries = {name: n for name, (_rating, n, is_weak) in SOLVERS.items() if is_weak}
    return sum(solved[name] * n for name, n in tries.items()) / sum(tries.values())


def level_of(rating: float) -> Level:
    """Easy, medium or hard by the rating of a puzzle."""
    return "easy" if rating <= EASY_RATING else "hard" if rating >= HARD_RATING else "medium"


def rating_of(solved: dict[str, float]) -> float:
    """The most probable rating of a puzzle, from the part of each level's tries that solves it."""
    low, high = LEAST_RATING, MOST_RATING
    while high - low > 0.5:
        middle = (low + high) / 2
        low, high = (middle, high) if _is_harder(middle, solved) else (low, middle)
    return float(round((low + high) / 2))


def _is_harder(rating: float, solved: dict[str, float]) -> bool:
    """True if the most probable rating is above this one: by the slope of the likelihood there."""
    slope = (START_RATING - rating) / DOUBT**2
    for name, (of, tries, _weak) in SOLVERS.items():
        expected = 1 / (1 + 10 ** ((rating - of) / 400))
        slope += tries * (expected - solved[name]) * np.log(10) / 400
    return bool(slope > 0)


# -- all puzzles of a job -----------------------------------------------------------------------------------------------------


def mined(
    job: Mining,
    keep: Path,
    processes: int = 1,
    ray: str | None = None,
    progress: Callable[[int, int], None] = lambda games, puzzles: None,
) -> list[Puzzle]:
    """The puzzles of all games of a job, without their themes; games that ``keep`` holds are not looked through again.

    ``progress`` is called with the finished games and the puzzles found.
    """
    found: list[Puzzle] = []
    for number, result in enumerate(collect(job, processes, ray, keep), 1):
        found += [puzzle_of_json(each) for each in json.loads(result["puzzles"].tobytes())]
        progress(number, len(found))
    return found
