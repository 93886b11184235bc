"""Ahead-of-time compilation of what bots and playouts of a game need.

``python -m hanlin.bots.warm GAME`` compiles the simple policies of a game, for ``hanlin.bots.compiling``.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context

import numpy as np

from hanlin.bots import policies
from hanlin.bots.bot import action_buffer, new_scratch
from hanlin.bots.levels import recipe
from hanlin.bots.search import Budget, Searcher
from hanlin.core.errors import Failed
from hanlin.core.jit.rng import seeded
from hanlin.core.position.game import Game, game
from hanlin.core.verbs.playout import play_randomly


def warm_playouts(of: Game) -> None:
    """Compile random playouts of the game, or load them from the cache."""
    states = np.zeros(2, of.dtype)
    states[0] = of.start(of.players[0]).state
    play_randomly(states, 0, 1, 1, seeded("warm"))


def warm_bots(of: Game) -> None:
    """Compile the simple policies of the game, or load them from the cache."""
    position = of.start(of.players[0]).settle(seeded("warm"))
    scratch = new_scratch(position.seen_by(position.actor))
    policies.decide_fast(policies.RANDOM, scratch, position.actor, action_buffer(position), seeded("warm"))


def warm_search(of: Game) -> None:
    """Compile the search of the game, or load it from the cache."""
    position = of.start(of.players[0]).settle(seeded("warm"))
    searcher = Searcher(of, recipe(of.name))
    searcher.think(position.seen_by(position.actor).state, position.actor, Budget(iterations=1), "warm")


NO_FOLDER = "There is no cache folder for machine code; name one with HANLIN_CACHE."
Step = Callable[[Game], None]
STEPS: dict[str, Step] = {"search": warm_search, "opponents": warm_bots, "playouts": warm_playouts}
"""The steps that play needs, by name, the longest first. Each can run in its own process."""


def _run(step: Step, name: str) -> list[str]:
    """Compile in a worker process; return the reasons why machine code was not cached, if any."""
    from hanlin.core.jit.cache import UNKEPT, cache_home

    if cache_home() is None:
        return [NO_FOLDER]
    step(game(name))
    return UNKEPT


def warm(games: Sequence[Game], done: Callable[[Game, str], None], steps: Mapping[str, Step] = STEPS) -> None:
    """Compile the steps of all games, in as many processes as there are cores; ``done`` is called after each step.

    Failed if machine code could not be cached, or a process was killed.
    """
    waiting = [(of, what) for what in steps for of in games]
    workers = min(len(waiting), os.cpu_count() or 1)
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        tasks = {pool.submit(_run, steps[what], of.name): (of, what) for of, what in waiting}
        try:
            for task in as_completed(tasks):
                if unkept := task.result():
                    pool.shutdown(wait=False, cancel_futures=True)
                    raise Failed(unkept[0])
                done(*tasks[task])
        except BrokenProcessPool:
            raise Failed("A compiling process was killed; the machine may be short of memory.") from None


if __name__ == "__main__":
    warm_bots(game(sys.argv[1]))
