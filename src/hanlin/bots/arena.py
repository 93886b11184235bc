"""Games between bots: one at a time, or many with a summary."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from hanlin.bots import moves
from hanlin.bots.bot import MINDS, bot, new_desk, room_for_actions
from hanlin.core.compiled import PLAIN, is_ready
from hanlin.core.game import Game
from hanlin.core.position import Position
from hanlin.core.rng import seeded

LONGEST_GAME = 1 << 14
"""More actions than any game has (the longest of the three has about 1,500)."""

FEW_GAMES = 30
"""Up to so many games are sooner played plainly than compiled for."""


@dataclass
class Tally:
    """How one bot did. A win shared by n seats counts 1/n for each."""

    games: int = 0
    wins: float = 0.0
    points: int = 0

    def add(self, win: float, points: int) -> None:
        self.games += 1
        self.wins += win
        self.points += points


@dataclass
class Summary:
    """What came of many games."""

    games: int = 0
    actions: int = 0
    bots: dict[str, Tally] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        return {
            "games": self.games,
            "actions": self.actions,
            "bots": {
                name: {
                    "seats": tally.games,
                    "wins": round(tally.wins, 3),
                    "win_share": round(tally.wins / tally.games, 4),
                    "mean_score": round(tally.points / tally.games, 2),
                }
                for name, tally in self.bots.items()
            },
        }


def seats_for(names: Sequence[str], players: int, shift: int) -> list[str]:
    """Who sits where: the names repeated until every seat has one, moved on by ``shift`` seats."""
    filled = [names[seat % len(names)] for seat in range(players)]
    return [filled[(seat - shift) % players] for seat in range(players)]


def play_game(start: Position, seats: Sequence[str], seed: object, fast: bool) -> tuple[Position, list[int]]:
    """One game between bots from ``start``: the final position (without history) and the codes of all actions."""
    states = np.zeros(1, start.game.dtype)
    states[0] = start.state
    minds = np.array([MINDS[name] for name in seats], np.int64)
    codes = np.zeros(LONGEST_GAME, np.int32)
    run = moves.whole_game_fast if fast else moves.whole_game
    n = int(run(states, new_desk(start), minds, room_for_actions(start), codes, seeded(seed)))
    end = Position(start.game, states, start.options)
    if not end.over:
        raise RuntimeError(f"a game of {start.game.name} did not end after {n} actions (seed {seed!r})")
    return end, [int(code) for code in codes[:n]]


def record_of(start: Position, codes: Sequence[int], seats: Sequence[str]) -> str:
    """The record of a game whose actions are given as codes."""
    position = start.copy()
    for code in codes:
        position.apply(code)
    return position.record([f"bot:{name}" for name in seats])


def play_games(
    game: Game,
    players: int,
    options: dict[str, Any],
    names: Sequence[str],
    games: int,
    seed: object,
    *,
    keep_seats: bool = False,
    records: Path | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Summary:
    """Play many games. Each follows from seed and number alone, the same at both speeds; bots change seats from game to game.

    ``records``: a folder for the records. ``progress`` is called with the number of games done.
    """
    for name in names:
        bot(name)
    start = game.start(players, **options)
    fast = not PLAIN and (games > FEW_GAMES or is_ready(moves.whole_game_fast, game.dtype))
    if records is not None:
        records.mkdir(parents=True, exist_ok=True)
    summary = Summary(bots={name: Tally() for name in sorted(set(names))})
    for number in range(games):
        seats = seats_for(names, players, 0 if keep_seats else number)
        end, codes = play_game(start, seats, f"{seed}/{number}", fast)
        _count(summary, end, codes, seats)
        if records is not None:
            width = len(str(games))
            (records / f"{game.name}-{number + 1:0{width}d}.hanlin").write_text(record_of(start, codes, seats), "utf-8")
        progress(number + 1)
    return summary


def _count(summary: Summary, end: Position, codes: list[int], seats: list[str]) -> None:
    summary.games += 1
    summary.actions += len(codes)
    winners, points = end.winners, end.scores
    for seat, name in enumerate(seats):
        summary.bots[name].add(1 / len(winners) if seat in winners else 0.0, points[seat])
