"""Jobs over many games: simulations, and self-play that gives examples to learn from.

A job is cut into pieces that follow from its settings and their number alone, so that ``distribute`` can spread it over
processes and clusters. ``simulate`` can also play a simulation on all cores of this process, in threads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from hanlin.bots import policies
from hanlin.bots.bot import POLICIES, bot, check_offered
from hanlin.bots.levels import resolved
from hanlin.bots.simulate import Games, Summary, Tally, cores, count, play_batch, play_one, record_of, seats_for
from hanlin.core.errors import HanlinError
from hanlin.core.jit.compiled import PLAIN, entry, is_ready
from hanlin.core.lib.files import whole_file
from hanlin.core.position.game import game as find_game
from hanlin.core.position.position import Position
from hanlin.core.text.toml_files import DataFile
from hanlin.core.verbs.features import size_of
from hanlin.core.verbs.generic import actions, actor, hide, observe, play
from hanlin.lab.dataframes import GameTables
from hanlin.lab.distribute import Arrays, collect

MANY, FEW = 250, 5
"""Games in a piece: of simple policies, and of bots that search."""
MOST_PIECES = 100_000
"""Larger jobs of simple policies have larger pieces, since one process gathers the results of all."""
MOST_WATCHED = 100
"""Most games in a piece of self-play: their observations must fit into a worker's memory."""
MOST_IN_A_BATCH = 500
BATCHES_A_CORE = 20
"""Threads play games in batches: small ones, so that progress shows and no core waits long for the last one."""
FEW_GAMES = 30
"""Up to this many games plain speed is faster than compiling."""


@dataclass(frozen=True, kw_only=True)
class Simulation:
    """Games between bots, as ``hanlin simulate`` plays them. Each game follows from the seed and its number alone (except for
    bots with a time limit), and bots change seats from game to game.

    ``keep_seats``: bots stay at their seats. ``whole``: keep the actions of all games.
    """

    game: str
    players: int
    games: int
    bots: tuple[str, ...]
    seed: str = "1"
    options: dict[str, Any] = field(default_factory=dict)
    keep_seats: bool = False
    whole: bool = False

    def __post_init__(self) -> None:
        # Weights of one's own go with the names, since other processes need not have the files.
        object.__setattr__(self, "bots", tuple(resolved(name) for name in self.bots))
        for name in self.bots:
            bot(name)
        if not self.bots:
            raise HanlinError("No bots: name at least one.")
        # Data files go with the job, since other machines do not have them.
        checked = find_game(self.game).check_options(self.players, self.options)
        if len(self.bots) > self.players:
            raise HanlinError(f"{len(self.bots)} bots are too many for {self.players} seats.")
        for name in self.bots:
            check_offered(find_game(self.game), self.players, name)
        object.__setattr__(self, "options", checked)

    @cached_property
    def start(self) -> Position:
        """The position in which all games begin."""
        return find_game(self.game).start(self.players, **self.options)

    @property
    def in_batches(self) -> bool:
        """True if one call can play many games: simple policies, whose actions are not kept."""
        return self._is_simple and not self.whole

    @property
    def _is_simple(self) -> bool:
        return set(self.bots) <= set(POLICIES)

    @property
    def piece_size(self) -> int:
        """The number of games in a piece."""
        return max(MANY, -(-self.games // MOST_PIECES)) if self._is_simple else FEW

    @property
    def pieces(self) -> int:
        """The number of pieces."""
        return -(-self.games // self.piece_size)

    def settings(self) -> dict[str, Any]:
        """The parameters that determine the results, as JSON."""
        # Whole games do not name minis: folders of jobs that are older than a mini go on.
        whole = {(mini.name, mini.default) for mini in self.start.game.minis}
        options = {name: _json_value(value) for name, value in self.options.items() if (name, value) not in whole}
        return {
            "job": type(self).__name__,
            "game": self.start.game.name,
            "rules": self.start.game.rules_version,
            "players": self.players,
            "games": self.games,
            "bots": [str(name) for name in self.bots],
            "seed": self.seed,
            "options": options,
            "keep_seats": self.keep_seats,
            "whole": self.whole,
        }

    def numbers(self, piece: int) -> range:
        """The numbers of the games in a piece, from 0."""
        return range(piece * self.piece_size, min((piece + 1) * self.piece_size, self.games))

    def seats(self, number: int) -> list[str]:
        """The bot of each seat in game ``number``."""
        return seats_for(self.bots, self.players, 0 if self.keep_seats else number)

    def play(self, numbers: range, fast: bool) -> Games:
        """Play the games of these numbers: several if ``in_batches``, otherwise one."""
        seats, seeds = [self.seats(number) for number in numbers], [f"{self.seed}/{number}" for number in numbers]
        if self._is_simple:
            return play_batch(self.start, seats, seeds, fast)
        return play_one(self.start, seats[0], seeds[0], fast)

    def do(self, piece: int) -> Arrays:
        """Play a piece: ``lengths`` [games], ``points`` and ``standings`` [games, players]; if ``whole``, also ``codes`` of all
        actions, game after game."""
        numbers = self.numbers(piece)
        parts = [numbers] if self.in_batches else [range(number, number + 1) for number in numbers]
        played = [self.play(part, not PLAIN) for part in parts]
        arrays = {name: np.concatenate([getattr(one, name) for one in played]) for name in ("lengths", "points", "standings")}
        if self.whole:
            arrays["codes"] = np.concatenate([np.array(one.codes, np.int32) for one in played])
        return arrays

    def summary(self) -> Summary:
        """An empty summary for ``count``."""
        names = sorted({str(name) for name in self.bots})
        return Summary(bots={name: Tally() for name in names}, seats=[Tally() for _ in range(self.players)])

    def games_of(self, piece: int, result: Arrays) -> Iterator[tuple[int, Games]]:
        """The games of a piece, each part with the number of its first game: one by one with their actions if ``whole``,
        otherwise all at once."""
        numbers, ends = self.numbers(piece), np.cumsum(result["lengths"])
        codes = np.split(result["codes"], ends[:-1]) if self.whole else []
        parts = [range(number, number + 1) for number in numbers] if self.whole else [numbers]
        for part in parts:
            rows = slice(part[0] - numbers[0], part[-1] + 1 - numbers[0])
            lengths, points, standings = (result[name][rows] for name in ("lengths", "points", "standings"))
            own = codes[rows.start].tolist() if self.whole else []
            end = np.zeros(1, self.start.game.dtype)
            seats = [[str(name) for name in self.seats(number)] for number in part]
            yield part[0], Games(seats, lengths, points, standings, end, own)


def simulate(
    job: Simulation,
    processes: int = 1,
    ray: str | None = None,
    keep: Path | None = None,
    progress: Callable[[int], None] = lambda done: None,
    tables: GameTables | None = None,
    into: Summary | None = None,
    *,
    threads: bool = False,
    records: Path | None = None,
) -> Summary:
    """Play a simulation and return its summary: in pieces as ``distribute.collect`` spreads and keeps them or, with
    ``threads``, on all cores of this process.

    ``progress``: called with the number of games that are done. ``tables``: also gets the games. ``into``: a summary to
    which games are added as they end, so that the caller has it when the simulation is stopped. ``records``: a folder for the
    records of the games (with ``threads`` and a ``whole`` job only); HanlinError if it can't be written.
    """
    summary = job.summary() if into is None else into
    played = _play_on_threads(job, records, progress) if threads else _play_in_pieces(job, processes, ray, keep, progress)
    for first, games in played:
        count(summary, games)
        if tables is not None:
            tables.add(first, games)
    return summary


def _play_in_pieces(
    job: Simulation, processes: int, ray: str | None, keep: Path | None, progress: Callable[[int], None]
) -> Iterator[tuple[int, Games]]:
    def piece_done(pieces: int) -> None:
        progress(min(pieces * job.piece_size, job.games))

    for piece, result in enumerate(collect(job, processes, ray, keep, piece_done)):
        yield from job.games_of(piece, result)


def _play_on_threads(job: Simulation, records: Path | None, progress: Callable[[int], None]) -> Iterator[tuple[int, Games]]:
    """Play in batches, on all cores at compiled speed; yield them in order, each with the number of its first game."""
    fast = not PLAIN and (job.games > FEW_GAMES or is_ready(policies.whole_games_fast, job.start.game.dtype))
    if records is not None:
        _make_folder(records)

    def play_part(numbers: range) -> tuple[int, Games]:
        games = job.play(numbers, fast)
        if records is not None:
            file = records / f"{job.start.game.name}-{numbers[0]:0{len(str(job.games - 1))}d}.hanlin"
            with whole_file(file) as part:
                part.write_text(record_of(job.start, games.codes, games.seats[0]), "utf-8")
        return numbers[0], games

    size = max(1, min(MOST_IN_A_BATCH if job.in_batches else 1, job.games // (BATCHES_A_CORE * cores())))
    parts = [range(first, min(first + size, job.games)) for first in range(0, job.games, size)]
    for first, games in _on_all_cores(play_part, parts) if fast else map(play_part, parts):
        yield first, games
        progress(first + len(games.seats))


def _on_all_cores(play_part: Callable[[range], tuple[int, Games]], parts: Sequence[range]) -> Iterator[tuple[int, Games]]:
    """The parts in order. Machine code releases the GIL, so threads suffice; the first part compiles it, alone."""
    yield play_part(parts[0])
    with ThreadPoolExecutor(cores()) as pool:
        try:
            yield from pool.map(play_part, parts[1:])
        finally:
            pool.shutdown(cancel_futures=True)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise HanlinError(f"The folder {folder} can't be made: {error.strerror}.") from None


def _json_value(value: Any) -> Any:
    """The value of an option as JSON; of a data file its text."""
    return value.text if isinstance(value, DataFile) else value


# -- self-play -------------------------------------------------------------------------------------------------------------


@entry
def record_decisions(
    start: Any, states: Any, codes: Any, numbers: Any, listed: Any, seen: Any, chosen: Any, seats: Any, counts: Any, legal: Any
) -> int:
    """Play ``codes`` from start[0] and return the number of decisions of seats. For each decision write the observation, the
    number of the action, the seat, and the count of legal actions; ``legal`` gets their numbers, decision after decision.

    states: two work states; listed: a buffer for legal actions.
    """
    states[0] = start[0]
    n, at = 0, 0
    for code in codes:
        who = int(actor(states[0]))
        if who >= 0:
            states[1] = states[0]
            hide(states[1], who)
            observe(states[1], who, seen[n])
            chosen[n], seats[n], counts[n] = numbers[code], who, actions(states[0], listed)
            for k in range(counts[n]):
                legal[at + k] = numbers[listed[k]]
            at += counts[n]
            n += 1
        play(states[0], int(code))
    return n


@dataclass(frozen=True, kw_only=True)
class SelfPlay(Simulation):
    """Games between bots as training examples: observation, legal actions and action of each decision, and the final result."""

    whole: bool = True

    @property
    def piece_size(self) -> int:
        """The number of games in a piece."""
        return min(MOST_WATCHED, max(25, -(-self.games // MOST_PIECES))) if self._is_simple else 1

    def do(self, piece: int) -> Arrays:
        """Play a piece; one row per decision: ``observations`` float32 [n, size] (``envs.layout``), ``actions`` int32 [n]
        (numbers of the action space), ``counts`` int32 [n] of legal actions, ``legal`` int32 [sum of counts], ``seats`` int8
        [n], ``games`` int32 [n] (from 0) and ``shares`` float32 [n]: the seat's share of the win."""
        played = super().do(piece)
        ends = np.cumsum(played["lengths"])
        won = played["standings"] == played["standings"].max(axis=1, keepdims=True)
        shares = (won / won.sum(axis=1, keepdims=True)).astype(np.float32)
        rows = [
            self._examples(number, codes, share)
            for number, codes, share in zip(self.numbers(piece), np.split(played["codes"], ends[:-1]), shares, strict=True)
        ]
        return {name: np.concatenate([row[name] for row in rows]) for name in rows[0]}

    def _examples(self, number: int, codes: Any, shares: Any) -> Arrays:
        of, n = find_game(self.game), len(codes)
        begin, states = np.zeros(1, of.dtype), np.zeros(2, of.dtype)
        begin[0] = self.start.state
        seen = np.zeros((n, size_of(of.features(self.players))), np.float32)
        chosen, seats, counts = np.zeros((3, n), np.int32)
        legal, listed = np.zeros(n * of.max_actions, np.int32), np.zeros(of.max_actions, np.int32)
        numbers = of.action_space(self.players).numbers
        n = int(record_decisions(begin, states, codes, numbers, listed, seen, chosen, seats, counts, legal))
        return {
            "observations": seen[:n],
            "actions": chosen[:n],
            "counts": counts[:n],
            "legal": legal[: int(counts[:n].sum())],
            "seats": seats[:n].astype(np.int8),
            "games": np.full(n, number, np.int32),
            "shares": shares[seats[:n]],
        }


def self_play(job: SelfPlay, into: Path, processes: int = 1, ray: str | None = None, progress: Any = lambda done: None) -> int:
    """Write the examples of all games to the folder ``into``, one .npz file per piece; return the number of decisions.

    Pieces that the folder holds already are not played again.
    """
    return sum(len(result["actions"]) for result in collect(job, processes, ray, into, progress, names=["actions"]))
