"""Loops over whole games that run as machine code: one source for all games, made from the generic verbs."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanlin.core.jit.compiled import entry
from hanlin.core.jit.rng import Rng
from hanlin.core.verbs.generic import CHANCE, OVER, actor, choose, play, sample


@entry
def play_randomly(states: NDArray[np.void], start: int, current: int, games: int, rng: Rng) -> int:
    """Play ``games`` games from ``states[start]`` to the end in ``states[current]``, uniformly at random.

    Every decision is uniform over the legal actions. Returns the number of decisions that seats took: forced ones
    count, chance does not.
    """
    decisions = 0
    for _ in range(games):
        states[current] = states[start]
        s = states[current]
        while True:
            who = actor(s)
            if who == OVER:
                break
            if who == CHANCE:
                play(s, sample(s, rng))
            else:
                play(s, choose(s, rng))
                decisions += 1
    return decisions
