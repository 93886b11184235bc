"""Warming games: making the machine code that bots and playouts need before anybody waits for it."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context

import numpy as np

from hanlin.bots import policies
from hanlin.bots.bot import new_desk, room_for_actions
from hanlin.bots.levels import recipe
from hanlin.bots.search import Budget, Searcher
from hanlin.core.errors import HanlinError
from hanlin.core.jit.rng import seeded
from hanlin.core.position.game import Game, game
from hanlin.core.verbs.playout import play_randomly


def warm_playouts(of: Game) -> None:
    """Compile random playouts of the game, or load them from the cache."""
    states = np.zeros(2, of.dtype)
    states[0] = of.start(of.players[0]).state
    play_randomly(states, 0, 1, 1, seeded("warm"))


def warm_bots(of: Game) -> None:
    """Compile what opponents of the game need, or load it from the cache."""
    position = of.start(of.players[0]).settle(seeded("warm"))
    desk = new_desk(position.seen_by(position.actor))
    policies.decide_fast(policies.RANDOM, desk, position.actor, room_for_actions(position), seeded("warm"))


def warm_search(of: Game) -> None:
    """Compile the search of the game, or load it from the cache."""
    position = of.start(of.players[0]).settle(seeded("warm"))
    searcher = Searcher(of, recipe(of.name))
    searcher.think(position.seen_by(position.actor).state, position.actor, Budget(iterations=1), "warm")


NO_FOLDER = "There is no folder in which machine code can be kept; name one with HANLIN_CACHE."
Step = Callable[[Game], None]
STEPS: dict[str, Step] = {"search": warm_search, "opponents": warm_bots, "playouts": warm_playouts}
"""What players need of a game, by name, the longest first. Each step can be done in a process of its own."""


def _run(step: Step, name: str) -> list[str]:
    """Compile, in a process of its own; why the machine code was not kept, if it was not."""
    from hanlin.core.jit.cache import UNKEPT, cache_home

    if cache_home() is None:
        return [NO_FOLDER]
    step(game(name))
    return UNKEPT


def warm(games: Sequence[Game], done: Callable[[Game, str], None], steps: Mapping[str, Step] = STEPS) -> None:
    """Compile the steps of all games, in as many processes as there are cores. ``done`` hears of each step that is over.

    HanlinError where the machine code could not be kept, or a process was ended from outside.
    """
    waiting = [(of, what) for what in steps for of in games]
    workers = min(len(waiting), os.cpu_count() or 1)
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        tasks = {pool.submit(_run, steps[what], of.name): (of, what) for of, what in waiting}
        try:
            for task in as_completed(tasks):
                if unkept := task.result():
                    pool.shutdown(wait=False, cancel_futures=True)
                    raise HanlinError(unkept[0])
                done(*tasks[task])
        except BrokenProcessPool:
            raise HanlinError("A process that compiled was ended from outside; perhaps there is too little memory.") from None
