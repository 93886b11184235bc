"""Calibration of the shares that hints and reviews show: they are compared with what came of the positions.

Games between levels, and seats with bad habits (``neglect.py`` of each game), give the positions. In each the best action is
found and its shares are computed as for a hint. Then that action is played, and the game is played on to its end several times
by a strong level at all seats. It is played on from the true state, not from determinizations of the view: over many games the
true states are distributed as they really are, given what a seat sees, so the mean of the results is what the shares should be.

All that a piece (one game) gives follows from the settings and its number. So all searches have a budget of iterations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanlin.bots.bot import bot, check_offered, offered
from hanlin.bots.calibration import calibrated
from hanlin.bots.hints import evaluated_side_by_side, search_setup
from hanlin.bots.levels import best_setup, levels, recipe
from hanlin.bots.search import Budget, Searcher, SearchResult
from hanlin.core.errors import HanlinError
from hanlin.core.jit.compiled import PLAIN
from hanlin.core.jit.rng import Rng, below, next_word, seeded
from hanlin.core.position.game import game as find_game
from hanlin.core.position.position import Position
from hanlin.core.verbs import generic
from hanlin.core.verbs.defaults import module_of
from hanlin.core.verbs.generic import CHANCE, OVER
from hanlin.core.verbs.rulebook import Rulebook
from hanlin.lab.distribute import Arrays

HABITUAL = "strong"
"""The level that has bad habits,"""
WITH = ":"
"""and what separates it from the habit in a name: ``strong:no-rice``."""
UNLIMITED = 1000
"""Iterations for a level that is otherwise limited by time only."""
STAGES = 3
"""Positions are taken evenly from the beginning, the middle and the end of a game."""
LONGEST_GAME = 1 << 12

Habit = Callable[[Any, int], bool]
"""True if a seat with a bad habit avoids an action (a code) in a state."""


@dataclass(frozen=True, slots=True)
class Neglect:
    """The contents of a game's module ``neglect``: bad habits, and the known dangers of a seat in a state."""

    habits: Mapping[str, Habit] = field(default_factory=dict)
    kinds: tuple[str, ...] = ()
    dangers: Callable[[Any, int], Sequence[str]] = lambda s, seat: ()


def neglect_of(game: Rulebook) -> Neglect:
    """The bad habits and known dangers of a game; none if a plug-in has no such module."""
    found = module_of(game.package, "neglect")
    return Neglect() if found is None else Neglect(found.NEGLECTS, found.DANGERS, found.dangers)


def players_offered(game: Rulebook, players: int) -> tuple[str, ...]:
    """The players of games from which positions are taken: all levels, and a level with each bad habit."""
    habits = [f"{HABITUAL}{WITH}{habit}" for habit in neglect_of(game).habits]
    return tuple(name for name in offered(game, players) if name != "random") + tuple(habits)


def check_player(game: Rulebook, players: int, name: str) -> None:
    """Raise HanlinError unless there is such a player: a bot, or a level that searches with a bad habit of the game."""
    base, colon, habit = name.partition(WITH)
    check_offered(game, players, bot(base).name)
    if not colon:
        return
    if base not in levels() or not levels()[base].searches:
        raise HanlinError(f"{base} does not search, so it can't have a bad habit: {name!r}.")
    habits = neglect_of(game).habits
    if habit not in habits:
        known = f"; choose one of: {', '.join(habits)}" if habits else ""
        raise HanlinError(f"{game.name} has no bad habit {habit!r}{known}.")


class Players:
    """The bots of one game and number of players by name, with budgets of iterations."""

    def __init__(self, game: Rulebook, players: int, fast: bool) -> None:
        self._game, self._players, self._fast = game, players, fast
        self._searchers: dict[bool, Searcher] = {}
        self._bots: dict[str, Any] = {}
        self._habits = neglect_of(game).habits

    def decide(self, name: str, view: Any, seat: int, rng: Rng) -> int:
        """The code of an action, from a seat's view."""
        base, _colon, habit = name.partition(WITH)
        if base in levels() and levels()[base].searches:
            result = self._think(base, view, seat, rng)
            return self._first_allowed(result, view, self._habits[habit]) if habit else result.code
        if base not in self._bots:
            self._bots[base] = bot(base, self._fast)
        return int(self._bots[base].decide(self._game, view, seat, rng))

    def _think(self, name: str, view: Any, seat: int, rng: Rng) -> SearchResult:
        level = levels()[name]
        if level.learned not in self._searchers:
            how, net = best_setup(self._game, self._players) if level.learned else (recipe(self._game.name), None)
            self._searchers[level.learned] = Searcher(self._game, how if self._fast else how.plainly(), self._fast, net=net)
        iterations = level.budget(self._game.name, self._fast).iterations or UNLIMITED
        seed = (next_word(rng), next_word(rng))
        return self._searchers[level.learned].think(view, seat, Budget(iterations=iterations), seed)

    @staticmethod
    def _first_allowed(result: SearchResult, view: Any, avoids: Habit) -> int:
        """The best action that a habit does not avoid; the best of all if it avoids all that were searched."""
        return next((line.code for line in result.lines if not avoids(view, line.code)), result.code)


@dataclass(frozen=True, kw_only=True)
class Calibrating:
    """The positions of a calibration, as ``hanlin lab calibrate`` collects them (a ``distribute.Job``; a piece is a game).

    positions: of each game, at random; dangers: of each game, more positions with a known danger; plays: games that are played
    on from each position; by: the bot that plays them on; iterations: of the search for the best action; rounds:
    determinizations in which its shares are computed; bots: the players of the games, by default all.
    """

    game: str
    players: int
    games: int = 100
    positions: int = 6
    dangers: int = 3
    plays: int = 4
    by: str = "strong"
    iterations: int = 400
    rounds: int = 96
    seed: str = "1"
    bots: tuple[str, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        of = find_game(self.game)
        object.__setattr__(self, "options", of.check_options(self.players, self.options))
        object.__setattr__(self, "bots", self.bots or players_offered(of, self.players))
        for name in (*self.bots, self.by):
            check_player(of, self.players, name)

    @cached_property
    def start(self) -> Position:
        """The position in which all games begin."""
        return find_game(self.game).start(self.players, **self.options)

    @property
    def pieces(self) -> int:
        """The number of games."""
        return self.games

    def settings(self) -> dict[str, Any]:
        """All that the positions follow from, as JSON."""
        names = ("players", "games", "positions", "dangers", "plays", "by", "iterations", "rounds", "seed")
        of = self.start.game
        return {
            "job": type(self).__name__,
            "game": of.name,
            "rules": of.rules_version,
            "options": of.options_text(self.options),
            "bots": list(self.bots),
            **{name: getattr(self, name) for name in names},
        }

    def seats(self, piece: int) -> list[str]:
        """The player at each seat of a game."""
        rng = seeded("seats", self.seed, piece)
        return [self.bots[int(below(rng, len(self.bots)))] for _ in range(self.players)]

    def do(self, piece: int) -> Arrays:
        """Collect and evaluate the positions of one game. By position:

        game, ply    int32; the ply counts from 0
        progress     float64: the part of the game that is over
        sampled      bool: taken at random, not for its danger
        evaluated    float64 [players]: the shares after the best action, as the search evaluates them
        shown        float64 [players]: the same as hints and reviews show them
        came         float64 [players]: the mean results of the games that were played on
        squares      float64 [players]: the means of their squares
        dangers      bool [players, kinds]: the known dangers of each seat
        """
        table = Table(self, piece)
        return table.rows()


class Table:
    """One game of a calibration."""

    def __init__(self, job: Calibrating, piece: int, fast: bool = not PLAIN) -> None:
        self._job, self._piece, self._fast = job, piece, fast
        self._game = job.start.game
        self._neglect = neglect_of(self._game)
        self._players = Players(self._game, job.players, fast)
        how, net = search_setup(self._game, job.players, fast)
        self._searcher = Searcher(self._game, how, fast, net=net)
        self._codes = np.zeros(self._game.max_actions, np.int32)

    def rows(self) -> Arrays:
        """The arrays of ``Calibrating.do``."""
        decisions = list(self._decisions())
        picked = self._pick(decisions)
        rows = [self._row(*decisions[at], at in picked) for at in sorted(picked | self._pick_dangers(decisions, picked))]
        empty = {name: np.zeros((0, *shape), kind) for name, (kind, shape) in self._shapes().items()}
        return {name: np.array([row[name] for row in rows], empty[name].dtype) if rows else empty[name] for name in empty}

    def _shapes(self) -> dict[str, tuple[Any, tuple[int, ...]]]:
        one, seats = (), (self._job.players,)
        return {
            "game": (np.int32, one),
            "ply": (np.int32, one),
            "progress": (np.float64, one),
            "sampled": (np.bool_, one),
            "evaluated": (np.float64, seats),
            "shown": (np.float64, seats),
            "came": (np.float64, seats),
            "squares": (np.float64, seats),
            "dangers": (np.bool_, (*seats, len(self._neglect.kinds))),
        }

    def _decisions(self) -> Iterator[tuple[int, NDArray[np.void]]]:
        """Play the game; yield the ply and the state before each decision between several actions."""
        states, seats = self._new(self._job.start.state), self._job.seats(self._piece)
        rng = seeded("game", self._job.seed, self._piece)
        for ply in range(LONGEST_GAME):
            who = int(generic.actor(states[0]))
            if who == OVER:
                return
            if who >= 0 and int(generic.actions(states[0], self._codes)) > 1:
                yield ply, states.copy()
            generic.play(states[0], self._next(states, who, seats, rng))
        raise RuntimeError(f"a game of {self._game.name} did not end after {LONGEST_GAME} actions")

    def _next(self, states: NDArray[np.void], who: int, seats: Sequence[str], rng: Rng) -> int:
        """The code of the next action: of chance, or of a seat's player."""
        if who == CHANCE:
            return int(generic.sample(states[0], rng))
        view = self._new(states[0])
        generic.hide(view[0], who)
        return self._players.decide(seats[who], view[0], who, rng)

    def _pick(self, decisions: Sequence[tuple[int, NDArray[np.void]]]) -> set[int]:
        """The indices of random decisions, as many from each stage of the game if there are enough."""
        rng, found = seeded("positions", self._job.seed, self._piece), set()
        stages: list[list[int]] = [[] for _ in range(STAGES)]
        for at, (_ply, states) in enumerate(decisions):
            stages[stage_of(float(generic.progress(states[0])))].append(at)
        for number, stage in enumerate(stages):
            wanted = (self._job.positions + number) // STAGES
            found |= set(_drawn(stage, wanted, rng))
        return found

    def _pick_dangers(self, decisions: Sequence[tuple[int, NDArray[np.void]]], picked: set[int]) -> set[int]:
        """The indices of random other decisions in which a seat is in a known danger."""
        others = [at for at, (_ply, states) in enumerate(decisions) if at not in picked and self._dangers(states).any()]
        return set(_drawn(others, self._job.dangers, seeded("dangers", self._job.seed, self._piece)))

    def _dangers(self, states: NDArray[np.void]) -> NDArray[np.bool_]:
        found = np.zeros((self._job.players, len(self._neglect.kinds)), bool)
        for seat in range(self._job.players):
            for name in self._neglect.dangers(states[0], seat):
                found[seat, self._neglect.kinds.index(name)] = True
        return found

    def _row(self, ply: int, states: NDArray[np.void], sampled: bool) -> dict[str, Any]:
        job, progress = self._job, float(generic.progress(states[0]))
        whole = Position(self._game, states, job.options)
        seat, seed = whole.actor, (job.seed, self._piece, ply)
        seen = whole.seen_by(seat)
        code = self._searcher.think(seen.state, seat, Budget(iterations=job.iterations), ("best", *seed)).code
        shares = evaluated_side_by_side(seen, [code], job.rounds, ("shares", *seed), fast=self._fast)
        results = np.array([self._played_on(states, code, (*seed, number)) for number in range(job.plays)])
        return {
            "game": self._piece,
            "ply": ply,
            "progress": progress,
            "sampled": sampled,
            "evaluated": shares[0],
            "shown": calibrated(self._game.name, job.players, shares, progress)[0],
            "came": results.mean(axis=0),
            "squares": (results**2).mean(axis=0),
            "dangers": self._dangers(states),
        }

    def _played_on(self, states: NDArray[np.void], code: int, seed: tuple[object, ...]) -> list[float]:
        """The shares of the win after an action and a game that is played on from there."""
        states, rng, seats = states.copy(), seeded("played on", *seed), [self._job.by] * self._job.players
        generic.play(states[0], code)
        while (who := int(generic.actor(states[0]))) != OVER:
            generic.play(states[0], self._next(states, who, seats, rng))
        standing = np.zeros(self._job.players, np.int64)
        generic.standing(states[0], standing)
        won = standing == standing.max()
        return list(won / won.sum())

    def _new(self, state: Any) -> NDArray[np.void]:
        states = np.zeros(1, self._game.dtype)
        states[0] = state
        return states


def stage_of(progress: float) -> int:
    """The third of the game, from 0."""
    return min(STAGES - 1, int(STAGES * progress))


def _drawn(of: Sequence[int], number: int, rng: Rng) -> list[int]:
    """``number`` of these, or all, drawn without replacement."""
    left = list(of)
    return [left.pop(int(below(rng, len(left)))) for _ in range(min(number, len(left)))]
