"""Monte Carlo playouts: a position played to its end at random many times, at compiled speed on all cores."""

from __future__ import annotations

import secrets
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanlin.bots.simulate import cores
from hanlin.core.errors import HanlinError
from hanlin.core.jit.compiled import compiled, entry
from hanlin.core.jit.rng import all_seeded
from hanlin.core.position.position import Position
from hanlin.core.verbs import outlined
from hanlin.core.verbs.generic import CHANCE, OVER, actor, choose, play, sample

BLOCK = 128
"""Playouts per random stream: few enough to use all cores, enough that seeding is cheap."""
PART = 16
"""Most blocks that a thread plays at a time."""


@dataclass(frozen=True, slots=True)
class Playouts:
    """Results of n playouts: ``points`` int64 [n, players], ``shares`` float64 [n, players] of the win (ties share it), and
    ``decisions`` int64 [n], the number of decisions of seats."""

    points: NDArray[np.int64]
    shares: NDArray[np.float64]
    decisions: NDArray[np.int64]

    @property
    def win_share(self) -> NDArray[np.float64]:
        """The mean share of the win of each seat."""
        mean: NDArray[np.float64] = self.shares.mean(axis=0)
        return mean

    @property
    def standard_error(self) -> NDArray[np.float64]:
        """The standard error of ``win_share``; nan for one playout."""
        n = len(self.shares)
        error: NDArray[np.float64] = (
            self.shares.std(axis=0, ddof=1) / np.sqrt(n) if n > 1 else np.full(self.shares.shape[1], np.nan)
        )
        return error

    def __len__(self) -> int:
        return len(self.points)


@entry
def play_out(
    start: Any,
    states: Any,
    determinize: int,
    generators: Any,
    block: int,
    first: int,
    last: int,
    points: Any,
    standings: Any,
    shares: Any,
    lengths: Any,
) -> None:
    """Play start[0] to the end for each row of points[first:last]; every ``block`` of rows has its own generator.

    ``states``: one work state; ``determinize``: 1 for a view. The loop is that of ``play_randomly``. Functions of ``outlined``
    are not inlined, since larger code would make it slower.
    """
    for n in range(first, last):
        rng = generators[n // block]
        states[0] = start[0]
        s = states[0]
        if determinize == 1:
            outlined.guess(s, rng)
        decisions = 0
        while True:
            who = actor(s)
            if who == OVER:
                break
            if who == CHANCE:
                play(s, sample(s, rng))
            else:
                play(s, choose(s, rng))
                decisions += 1
        lengths[n] = decisions
        outlined.scores(s, points[n])
        outlined.standing(s, standings[n])
        share(standings[n], shares[n])


@compiled
def share(standing: Any, shares: Any) -> None:
    """Write each seat's share of the win."""
    best, winners = standing[0], 0
    for seat in range(len(standing)):
        best = max(best, standing[seat])
    for seat in range(len(standing)):
        winners += int(standing[seat] == best)
    for seat in range(len(standing)):
        shares[seat] = 1.0 / winners if standing[seat] == best else 0.0


def playouts(position: Position, n: int, seed: object = None, *, threads: int | None = None) -> Playouts:
    """Play ``position`` to the end ``n`` times with uniformly random legal actions; hidden information of a seat's view is
    sampled for each playout. The position is not changed.

    Equal seeds give equal playouts for any number of threads (default: all cores) and regardless of ``n``. HanlinError if n is
    not a whole number from 1.
    """
    if isinstance(n, bool) or not isinstance(n, int | np.integer) or n < 1:
        raise HanlinError(f"The number of playouts must be a whole number from 1, not {n!r}.")
    source = secrets.token_hex(16) if seed is None else seed
    start = np.zeros(1, position.game.dtype)
    start[0] = position.state
    determinize = int(position.seat is not None)
    points, standings = np.zeros((2, int(n), position.players), np.int64)
    shares = np.zeros((int(n), position.players))
    decisions = np.zeros(int(n), np.int64)
    blocks = -(-int(n) // BLOCK)
    generators = all_seeded(("playouts", source, block) for block in range(blocks))
    workers = min(threads or cores(), blocks)
    part = BLOCK * max(1, min(PART, blocks // (4 * workers)))

    def run(first: int) -> None:
        states, last = np.zeros(1, start.dtype), min(first + part, int(n))
        play_out(start, states, determinize, generators, BLOCK, first, last, points, standings, shares, decisions)

    if workers <= 1:
        for first in range(0, int(n), part):
            run(first)
    else:
        with ThreadPoolExecutor(workers) as pool:
            list(pool.map(run, range(0, int(n), part)))
    return Playouts(points, shares, decisions)
