"""Games between bots: one or a batch, and the summary of many. ``lab.jobs`` plays simulations with them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanlin.bots import policies
from hanlin.bots.bot import POLICIES, action_buffer, bot, new_scratch
from hanlin.core.jit.rng import all_seeded, seeded
from hanlin.core.position.position import Position
from hanlin.core.verbs import generic
from hanlin.core.verbs.generic import CHANCE, OVER

SCHEMA = "hanlin.simulate/2"
"""Of a summary as JSON. In version 1 seats counted from 1."""
LONGEST_GAME = 1 << 14
"""Upper limit on the actions of a game (the longest of the three has about 1,500)."""


@dataclass
class Tally:
    """Results of one bot or one seat. A win shared by n seats counts 1/n for each."""

    games: int = 0
    wins: float = 0.0
    points: int = 0

    def add(self, games: int, wins: float, points: int) -> None:
        """Count games with their wins and points."""
        self.games += games
        self.wins += wins
        self.points += points

    def as_json(self) -> dict[str, Any]:
        """Wins, and shares and points per game."""
        return {
            "wins": round(self.wins, 3),
            "win_share": round(self.wins / self.games, 4),
            "mean_score": round(self.points / self.games, 2),
        }


@dataclass
class Summary:
    """Results of many games, by bot and by seat."""

    games: int = 0
    actions: int = 0
    bots: dict[str, Tally] = field(default_factory=dict)
    seats: list[Tally] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """The document that ``hanlin simulate --json`` prints; seats count from 0."""
        return {
            "schema": SCHEMA,
            "games": self.games,
            "actions": self.actions,
            "bots": {name: {"seats": tally.games, **tally.as_json()} for name, tally in self.bots.items()},
            "seats": [{"seat": seat, **tally.as_json()} for seat, tally in enumerate(self.seats)],
        }


def seats_for(names: Sequence[str], players: int, shift: int) -> list[str]:
    """The bot of each seat: the names repeated until every seat has one, rotated by ``shift`` seats."""
    filled = [names[seat % len(names)] for seat in range(players)]
    return [filled[(seat - shift) % players] for seat in range(players)]


@dataclass
class Games:
    """Finished games, one row per game: number of actions, and by seat the bot, points and standings.

    ``end`` and ``codes``: the final state and all actions of the last game.
    """

    seats: list[list[str]]
    lengths: NDArray[np.int64]
    points: NDArray[np.int64]
    standings: NDArray[np.int64]
    end: NDArray[np.void]
    codes: list[int]


def play_batch(start: Position, seats: Sequence[Sequence[str]], seeds: Sequence[object], fast: bool) -> Games:
    """Play a game from ``start`` for each seed between bots of ``POLICIES``, at plain or compiled speed."""
    shape = (len(seeds), start.players)
    lengths, points, standings = np.zeros(len(seeds), np.int64), np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    begin, state = np.zeros((2, 1), start.game.dtype)
    begin[0] = start.state
    policy_ids = np.array([[POLICIES[name] for name in row] for row in seats], np.int64)
    codes = np.zeros(LONGEST_GAME, np.int32)
    run = policies.whole_games_fast if fast else policies.whole_games
    rngs = all_seeded((seed,) for seed in seeds)
    run(begin, state, new_scratch(start), policy_ids, action_buffer(start), codes, rngs, lengths, points, standings)
    return _checked(start, seeds, Games([list(row) for row in seats], lengths, points, standings, state, codes.tolist()))


def play_one(start: Position, seats: Sequence[str], seed: object, fast: bool) -> Games:
    """Play one game from ``start`` between bots of any kind."""
    players = {name: bot(name, fast) for name in set(seats)}
    states, views = np.zeros((2, 1), start.game.dtype)
    states[0] = start.state
    rng = seeded(seed)
    codes: list[int] = []
    while (who := int(generic.actor(states[0]))) != OVER and len(codes) < LONGEST_GAME:
        if who == CHANCE:
            code = int(generic.sample(states[0], rng))
        else:
            views[0] = states[0]
            generic.hide(views[0], who)
            code = int(players[seats[who]].decide(start.game, views[0], who, rng))
        generic.play(states[0], code)
        codes.append(code)
    points, standings = np.zeros((2, 1, start.players), np.int64)
    generic.scores(states[0], points[0])
    generic.standing(states[0], standings[0])
    return _checked(
        start, [seed], Games([[str(name) for name in seats]], np.array([len(codes)]), points, standings, states, codes)
    )


def _checked(start: Position, seeds: Sequence[object], games: Games) -> Games:
    endless = np.flatnonzero(games.lengths >= LONGEST_GAME)
    if len(endless):
        n, seed = int(games.lengths[endless[0]]), seeds[int(endless[0])]
        raise RuntimeError(f"a game of {start.game.name} did not end after {n} actions (seed {seed!r})")
    games.codes = games.codes[: int(games.lengths[-1])]
    return games


def play_game(start: Position, seats: Sequence[str], seed: object, fast: bool) -> tuple[Position, list[int]]:
    """Play one game from ``start``; return the final position (without history) and the codes of all actions."""
    simple = set(seats) <= set(POLICIES)
    games = play_batch(start, [seats], [seed], fast) if simple else play_one(start, seats, seed, fast)
    return Position(start.game, games.end, start.options), games.codes


def record_of(start: Position, codes: Sequence[int], seats: Sequence[str]) -> str:
    """The record of a game, given the codes of its actions."""
    position = start.copy()
    for code in codes:
        position.apply(code)
    return position.record([f"bot:{name}" for name in seats])


def cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def count(summary: Summary, played: Games) -> None:
    """Add games to a summary."""
    winners = played.standings == played.standings.max(axis=1, keepdims=True)
    wins = winners / winners.sum(axis=1, keepdims=True)
    who = np.array(played.seats)
    summary.games += len(played.seats)
    summary.actions += int(played.lengths.sum())
    for name, tally in summary.bots.items():
        there = who == name
        tally.add(int(there.sum()), float(wins[there].sum()), int(played.points[there].sum()))
    for seat, tally in enumerate(summary.seats):
        tally.add(len(wins), float(wins[:, seat].sum()), int(played.points[:, seat].sum()))
