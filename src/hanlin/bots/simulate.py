"""Games between bots: one at a time, or many with a summary."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanlin.bots import policies
from hanlin.bots.bot import MINDS, bot, check_offered, new_desk, room_for_actions
from hanlin.core.errors import HanlinError
from hanlin.core.jit.compiled import PLAIN, is_ready
from hanlin.core.jit.rng import all_seeded, seeded
from hanlin.core.lib.files import whole_file
from hanlin.core.position.game import Game
from hanlin.core.position.position import Position
from hanlin.core.verbs import generic
from hanlin.core.verbs.generic import CHANCE, OVER

LONGEST_GAME = 1 << 14
"""More actions than any game has (the longest of the three has about 1,500)."""

FEW_GAMES = 30
"""Up to so many games are sooner played plainly than compiled for."""

MOST_IN_A_BATCH = 500
BATCHES_A_CORE = 20
"""Games go to the cores in batches: small ones, so that progress shows and no core waits long for the last one."""


@dataclass
class Tally:
    """How one bot, or one seat, did. A win shared by n seats counts 1/n for each."""

    games: int = 0
    wins: float = 0.0
    points: int = 0

    def add(self, games: int, wins: float, points: int) -> None:
        self.games += games
        self.wins += wins
        self.points += points

    def as_json(self) -> dict[str, Any]:
        return {
            "wins": round(self.wins, 3),
            "win_share": round(self.wins / self.games, 4),
            "mean_score": round(self.points / self.games, 2),
        }


@dataclass
class Summary:
    """What came of many games, by bot and by seat."""

    games: int = 0
    actions: int = 0
    bots: dict[str, Tally] = field(default_factory=dict)
    seats: list[Tally] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        return {
            "games": self.games,
            "actions": self.actions,
            "bots": {name: {"seats": tally.games, **tally.as_json()} for name, tally in self.bots.items()},
            "seats": [{"seat": seat, **tally.as_json()} for seat, tally in enumerate(self.seats, 1)],
        }


def seats_for(names: Sequence[str], players: int, shift: int) -> list[str]:
    """Who sits where: the names repeated until every seat has one, moved on by ``shift`` seats."""
    filled = [names[seat % len(names)] for seat in range(players)]
    return [filled[(seat - shift) % players] for seat in range(players)]


@dataclass
class Games:
    """Games that were played, a row a game: actions, and by seats who sat there, points and standings.

    ``end`` and ``codes`` are those of the last game: its final state, and all its actions.
    """

    seats: list[list[str]]
    lengths: NDArray[np.int64]
    points: NDArray[np.int64]
    standings: NDArray[np.int64]
    end: NDArray[np.void]
    codes: list[int]


def play_batch(start: Position, seats: Sequence[Sequence[str]], seeds: Sequence[object], fast: bool) -> Games:
    """Games between bots of ``moves.py`` from ``start``, one for each seed, at plain or compiled speed."""
    shape = (len(seeds), start.players)
    lengths, points, standings = np.zeros(len(seeds), np.int64), np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    begin, state = np.zeros((2, 1), start.game.dtype)
    begin[0] = start.state
    minds = np.array([[MINDS[name] for name in row] for row in seats], np.int64)
    codes = np.zeros(LONGEST_GAME, np.int32)
    run = policies.whole_games_fast if fast else policies.whole_games
    rngs = all_seeded((seed,) for seed in seeds)
    run(begin, state, new_desk(start), minds, room_for_actions(start), codes, rngs, lengths, points, standings)
    return _checked(start, seeds, Games([list(row) for row in seats], lengths, points, standings, state, codes.tolist()))


def play_thoughtfully(start: Position, seats: Sequence[str], seed: object, fast: bool) -> Games:
    """One game between any bots from ``start``."""
    chairs = {name: bot(name, fast) for name in set(seats)}
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
            code = int(chairs[seats[who]].decide(start.game, views[0], who, rng))
        generic.play(states[0], code)
        codes.append(code)
    points, standings = np.zeros((2, 1, start.players), np.int64)
    generic.scores(states[0], points[0])
    generic.standing(states[0], standings[0])
    return _checked(start, [seed], Games([list(seats)], np.array([len(codes)]), points, standings, states, codes))


def _checked(start: Position, seeds: Sequence[object], games: Games) -> Games:
    endless = np.flatnonzero(games.lengths >= LONGEST_GAME)
    if len(endless):
        n, seed = int(games.lengths[endless[0]]), seeds[int(endless[0])]
        raise RuntimeError(f"a game of {start.game.name} did not end after {n} actions (seed {seed!r})")
    games.codes = games.codes[: int(games.lengths[-1])]
    return games


def play_game(start: Position, seats: Sequence[str], seed: object, fast: bool) -> tuple[Position, list[int]]:
    """One game between bots from ``start``: the final position (without history) and the codes of all actions."""
    simple = set(seats) <= set(MINDS)
    games = play_batch(start, [seats], [seed], fast) if simple else play_thoughtfully(start, seats, seed, fast)
    return Position(start.game, games.end, start.options), games.codes


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
    each: Callable[[int, Games], None] | None = None,
    one_by_one: bool = False,
) -> Summary:
    """Play many games on all cores. Each follows from seed and number alone, the same at both speeds (bots that look at the
    clock are never quite the same); bots change seats from game to game.

    ``records``: a folder for the records. ``progress`` is called with the number of games done, ``each`` with the number of the
    first of some games and these games, in order; ``one_by_one``: one at a time, its actions with it. HanlinError where there
    are more bots than seats, or the folder can't be written.
    """
    for name in names:
        bot(name)
    start = game.start(players, **options)
    for name in names:
        check_offered(game, players, name)
    if len(names) > players:
        raise HanlinError(f"{len(names)} bots are too many for {players} seats.")
    fast = not PLAIN and (games > FEW_GAMES or is_ready(policies.whole_games_fast, game.dtype))
    simple = set(names) <= set(MINDS)
    if records is not None:
        _make_folder(records)

    def play(numbers: range) -> Games:
        seats = [seats_for(names, players, 0 if keep_seats else number) for number in numbers]
        seeds = [f"{seed}/{number}" for number in numbers]
        played = play_batch(start, seats, seeds, fast) if simple else play_thoughtfully(start, seats[0], seeds[0], fast)
        if records is not None:
            number = f"{numbers[0] + 1:0{len(str(games))}d}"
            _write(records / f"{game.name}-{number}.hanlin", record_of(start, played.codes, seats[0]))
        return played

    summary = Summary(bots={name: Tally() for name in sorted(set(names))}, seats=[Tally() for _ in range(players)])
    batches = _batches(games, 1 if records is not None or not simple or one_by_one else MOST_IN_A_BATCH)
    for played in _on_all_cores(play, batches) if fast else map(play, batches):
        count(summary, played)
        if each is not None:
            each(summary.games - len(played.seats), played)
        progress(summary.games)
    return summary


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _batches(games: int, most: int) -> list[range]:
    size = max(1, min(most, games // (BATCHES_A_CORE * cores())))
    return [range(first, min(first + size, games)) for first in range(0, games, size)]


def _on_all_cores(play: Callable[[range], Games], batches: Sequence[range]) -> Iterator[Games]:
    """The batches in their order. Machine code holds no lock, so threads will do; the first batch makes it, alone."""
    yield play(batches[0])
    with ThreadPoolExecutor(cores()) as pool:
        try:
            yield from pool.map(play, batches[1:])
        finally:
            pool.shutdown(cancel_futures=True)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise HanlinError(f"The folder {folder} can't be made: {error.strerror}.") from None


def _write(file: Path, record: str) -> None:
    with whole_file(file) as part:
        part.write_text(record, "utf-8")


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
