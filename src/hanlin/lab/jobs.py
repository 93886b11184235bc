"""Jobs that can be spread (``scale``): simulations and self-play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from hanlin.bots.bot import MINDS, bot, check_offered
from hanlin.bots.simulate import Games, Summary, Tally, count, play_batch, play_thoughtfully, seats_for
from hanlin.core.errors import HanlinError
from hanlin.core.jit.compiled import PLAIN, entry
from hanlin.core.position.game import game as find_game
from hanlin.core.position.position import Position
from hanlin.core.text.toml_files import DataFile
from hanlin.core.verbs.features import size_of
from hanlin.core.verbs.generic import actions, actor, hide, observe, play
from hanlin.lab.dataframes import GameTables
from hanlin.lab.distribute import Arrays, collect

MANY, FEW = 250, 5
"""Games in a piece: of bots that decide at once, and of bots that think."""
MOST_PIECES = 100_000
"""A large job of bots that decide at once has larger pieces: one process gathers the results of all."""
MOST_WATCHED = 100
"""Games in a piece of self-play: their observations must fit into a worker's memory."""


@dataclass(frozen=True, kw_only=True)
class Simulation:
    """Games between bots, the same as ``hanlin simulate`` plays them. ``whole``: keep their actions, too."""

    game: str
    players: int
    games: int
    bots: tuple[str, ...]
    seed: str = "1"
    options: dict[str, Any] = field(default_factory=dict)
    keep_seats: bool = False
    whole: bool = False

    def __post_init__(self) -> None:
        for name in self.bots:
            bot(name)
        if not self.bots:
            raise HanlinError("Somebody has to play: name a bot at least.")
        # Data files go with the job, since other machines do not have them.
        checked = find_game(self.game).check_options(self.players, self.options)
        if len(self.bots) > self.players:
            raise HanlinError(f"{len(self.bots)} bots are too many for {self.players} seats.")
        for name in self.bots:
            check_offered(find_game(self.game), self.players, name)
        object.__setattr__(self, "options", checked)

    @cached_property
    def start(self) -> Position:
        """Where all games begin."""
        return find_game(self.game).start(self.players, **self.options)

    @property
    def piece_size(self) -> int:
        """Games in a piece."""
        return max(MANY, -(-self.games // MOST_PIECES)) if set(self.bots) <= set(MINDS) else FEW

    @property
    def pieces(self) -> int:
        return -(-self.games // self.piece_size)

    def settings(self) -> dict[str, Any]:
        said = {name: _said(value) for name, value in self.options.items()}
        return {
            "job": type(self).__name__,
            "game": self.start.game.name,
            "rules": self.start.game.rules_version,
            "players": self.players,
            "games": self.games,
            "bots": list(self.bots),
            "seed": self.seed,
            "options": said,
            "keep_seats": self.keep_seats,
            "whole": self.whole,
        }

    def numbers(self, piece: int) -> range:
        """The games of a piece, from 0."""
        return range(piece * self.piece_size, min((piece + 1) * self.piece_size, self.games))

    def seats(self, number: int) -> list[str]:
        """Who sits where in game ``number``."""
        return seats_for(self.bots, self.players, 0 if self.keep_seats else number)

    def do(self, piece: int) -> Arrays:
        """``lengths`` [games], ``points`` and ``standings`` [games, players]; with ``whole`` all ``codes`` in a row."""
        numbers = self.numbers(piece)
        simple, fast = set(self.bots) <= set(MINDS), not PLAIN
        if simple and not self.whole:
            seats, seeds = [self.seats(number) for number in numbers], [f"{self.seed}/{number}" for number in numbers]
            return _arrays([play_batch(self.start, seats, seeds, fast)])
        played = [
            play_batch(self.start, [self.seats(number)], [f"{self.seed}/{number}"], fast)
            if simple
            else play_thoughtfully(self.start, self.seats(number), f"{self.seed}/{number}", fast)
            for number in numbers
        ]
        codes = {"codes": np.concatenate([np.array(one.codes, np.int32) for one in played])} if self.whole else {}
        return _arrays(played) | codes

    def summary(self) -> Summary:
        """An empty one, to ``count`` into."""
        names = sorted(set(self.bots))
        return Summary(bots={name: Tally() for name in names}, seats=[Tally() for _ in range(self.players)])

    def games_of(self, piece: int, result: Arrays) -> Games:
        """The result of a piece as games."""
        seats = [self.seats(number) for number in self.numbers(piece)]
        return Games(seats, result["lengths"], result["points"], result["standings"], np.zeros(1, self.start.game.dtype), [])

    def one_by_one(self, piece: int, played: Games, result: Arrays) -> Iterator[tuple[int, Games]]:
        """The games of a piece one by one, each with its number and its actions."""
        actions_of = np.split(result["codes"], np.cumsum(played.lengths)[:-1])
        for k, number in enumerate(self.numbers(piece)):
            rows = slice(k, k + 1)
            one = (played.lengths[rows], played.points[rows], played.standings[rows], played.end, actions_of[k].tolist())
            yield number, Games(played.seats[rows], *one)


def simulate(
    job: Simulation,
    processes: int = 1,
    ray: str | None = None,
    keep: Path | None = None,
    progress: Callable[[int], None] = lambda done: None,
    tables: GameTables | None = None,
    into: Summary | None = None,
) -> Summary:
    """What came of a simulation, spread as ``scale.collect`` says; ``tables`` gets its games, too.

    ``into``: a summary to which the games are added as they come, for whoever may stop it.
    """
    summary = job.summary() if into is None else into
    for piece, result in enumerate(collect(job, processes, ray, keep, progress)):
        played = job.games_of(piece, result)
        count(summary, played)
        if tables is not None:
            for first, games in job.one_by_one(piece, played, result) if job.whole else [(job.numbers(piece)[0], played)]:
                tables.add(first, games)
    return summary


def _arrays(played: Sequence[Games]) -> Arrays:
    return {
        "lengths": np.concatenate([one.lengths for one in played]),
        "points": np.concatenate([one.points for one in played]),
        "standings": np.concatenate([one.standings for one in played]),
    }


def _said(value: Any) -> Any:
    """An option's value as JSON can hold it; of a data file its text."""
    return value.text if isinstance(value, DataFile) else value


# -- self-play -------------------------------------------------------------------------------------------------------------


@entry
def watch(
    start: Any, room: Any, codes: Any, numbers: Any, listed: Any, seen: Any, chosen: Any, seats: Any, counts: Any, legal: Any
) -> int:
    """Play ``codes`` from start[0]; write of each decision what its seat observes, the number of its action, the seat, how many
    actions were legal, and, one after the other, their numbers. Returns how many decisions there were. room: two states."""
    room[0] = start[0]
    n, at = 0, 0
    for code in codes:
        who = int(actor(room[0]))
        if who >= 0:
            room[1] = room[0]
            hide(room[1], who)
            observe(room[1], who, seen[n])
            chosen[n], seats[n], counts[n] = numbers[code], who, actions(room[0], listed)
            for k in range(counts[n]):
                legal[at + k] = numbers[listed[k]]
            at += counts[n]
            n += 1
        play(room[0], int(code))
    return n


@dataclass(frozen=True, kw_only=True)
class SelfPlay(Simulation):
    """Games between bots as examples to learn from: what each seat saw, what was legal, what it did, and how it ended."""

    whole: bool = True

    @property
    def piece_size(self) -> int:
        return min(MOST_WATCHED, max(25, -(-self.games // MOST_PIECES))) if set(self.bots) <= set(MINDS) else 1

    def do(self, piece: int) -> Arrays:
        """A row a decision: ``observations`` float32 [n, size] (``envs.layout``), ``actions`` int32 [n] (numbers of the action
        space), ``counts`` int32 [n] of legal actions and their numbers ``legal`` int32 in a row, ``seats`` int8 [n],
        ``games`` int32 [n] (from 0) and ``shares`` float32 [n]: the seat's share of the win."""
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
        begin, room = np.zeros(1, of.dtype), np.zeros(2, of.dtype)
        begin[0] = self.start.state
        seen = np.zeros((n, size_of(of.features(self.players))), np.float32)
        chosen, seats, counts = np.zeros((3, n), np.int32)
        legal, listed = np.zeros(n * of.max_actions, np.int32), np.zeros(of.max_actions, np.int32)
        numbers = of.action_space(self.players).numbers
        n = int(watch(begin, room, codes, numbers, listed, seen, chosen, seats, counts, legal))
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
    """Write the examples of all games to the folder ``into``, an .npz file a piece; returns how many decisions they have.

    What is there already is not played again.
    """
    return sum(len(result["actions"]) for result in collect(job, processes, ray, into, progress, names=["actions"]))
