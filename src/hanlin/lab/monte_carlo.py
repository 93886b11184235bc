"""Monte Carlo: a position played to its end at random, over and over again, at compiled speed and on all cores."""

from __future__ import annotations

import secrets
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanlin.bots.arena import cores
from hanlin.core.compiled import entry
from hanlin.core.errors import HanlinError
from hanlin.core.generic import CHANCE, OVER, actor, choose, guess, play, sample, scores, standing
from hanlin.core.position import Position
from hanlin.core.rng import Rng, seeded

BLOCK = 128
"""Playouts that share a random stream: few enough to go to all cores, enough that seeding costs nothing."""


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
    start: Any, room: Any, guesses: int, first: int, last: int, points: Any, standings: Any, lengths: Any, rng: Any
) -> None:
    """Play start[0] to the end for each row of points[first:last]. ``room``: for one state; guesses: 1 for a view."""
    for n in range(first, last):
        room[0] = start[0]
        s = room[0]
        if guesses == 1:
            guess(s, rng)
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
        scores(s, points[n])
        standing(s, standings[n])


def playouts(position: Position, n: int, seed: object = None, *, threads: int | None = None) -> Playouts:
    """Play ``position`` to the end ``n`` times, each decision uniform over what is legal; what is hidden in a seat's view is
    guessed anew each time. The position itself stays as it is.

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
    decisions = np.zeros(int(n), np.int64)

    def run(first: int) -> None:
        rng: Rng = seeded("playouts", source, first // BLOCK)
        room = np.zeros(1, start.dtype)
        play_out(start, room, guesses, first, min(first + BLOCK, int(n)), points, standings, decisions, rng)

    blocks = range(0, int(n), BLOCK)
    workers = min(threads or cores(), len(blocks))
    if workers <= 1:
        for first in blocks:
            run(first)
    else:
        with ThreadPoolExecutor(workers) as pool:
            list(pool.map(run, blocks))
    won = standings == standings.max(axis=1, keepdims=True)
    return Playouts(points, won / won.sum(axis=1, keepdims=True), decisions)
