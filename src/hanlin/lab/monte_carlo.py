"""Monte Carlo: a position played to its end at random, over and over again, at compiled speed and on all cores."""

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
"""Playouts that share a random stream: few enough to go to all cores, enough that seeding costs little."""
PART = 16
"""Blocks that a thread plays at once, at most."""


@dataclass(frozen=True, slots=True)
class Playouts:
    """What came of n playouts. By playout and seat: ``points`` (int64) and ``shares`` (float64) of the win, ties shared;
    of each playout the number of ``decisions`` (int64) that seats took."""

    points: NDArray[np.int64]
    shares: NDArray[np.float64]
    decisions: NDArray[np.int64]

    @property
    def win_share(self) -> NDArray[np.float64]:
        """How often each seat won, on average."""
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
    room: Any,
    guesses: int,
    generators: Any,
    block: int,
    first: int,
    last: int,
    points: Any,
    standings: Any,
    shares: Any,
    lengths: Any,
) -> None:
    """Play start[0] to the end for each row of points[first:last], each ``block`` of them from one of the generators.

    ``room``: for one state; guesses: 1 for a view. The loop is that of ``play_randomly``: whatever else were copied into it
    (what is called from ``calls`` is not) would slow it down.
    """
    for n in range(first, last):
        rng = generators[n // block]
        room[0] = start[0]
        s = room[0]
        if guesses == 1:
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
    """Play ``position`` to the end ``n`` times, each decision uniform over what is legal; what is hidden in a seat's view is
    determinized anew each time. The position itself stays as it is.

    Equal seeds give equal playouts, whatever the number of threads (all cores, if not given); the first of many are those of
    few. HanlinError where n is no whole number from 1.
    """
    if isinstance(n, bool) or not isinstance(n, int | np.integer) or n < 1:
        raise HanlinError(f"The number of playouts is a whole number from 1, not {n!r}.")
    source = secrets.token_hex(16) if seed is None else seed
    start = np.zeros(1, position.game.dtype)
    start[0] = position.state
    guesses = int(position.seat is not None)
    points, standings = np.zeros((2, int(n), position.players), np.int64)
    shares = np.zeros((int(n), position.players))
    decisions = np.zeros(int(n), np.int64)
    blocks = -(-int(n) // BLOCK)
    generators = all_seeded(("playouts", source, block) for block in range(blocks))
    workers = min(threads or cores(), blocks)
    part = BLOCK * max(1, min(PART, blocks // (4 * workers)))

    def run(first: int) -> None:
        room, last = np.zeros(1, start.dtype), min(first + part, int(n))
        play_out(start, room, guesses, generators, BLOCK, first, last, points, standings, shares, decisions)

    if workers <= 1:
        for first in range(0, int(n), part):
            run(first)
    else:
        with ThreadPoolExecutor(workers) as pool:
            list(pool.map(run, range(0, int(n), part)))
    return Playouts(points, shares, decisions)
