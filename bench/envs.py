"""Measure the speed of the environments, as JSON: ``python bench/envs.py [--steps N] [--games NAME …]`` (extra ``bench``).

Steps a second of CPU time, legal actions drawn at random: PettingZoo's loop with mask and observation (``aec``), and the loop
of OpenSpiel with legal actions, chance as a player, and no tensors (``openspiel``), next to classics of PettingZoo and games of
OpenSpiel that are written in Python, in one run. Of some runs the best counts: others disturb, nothing makes a run too fast.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
from bisect import bisect
from collections.abc import Callable
from functools import partial
from importlib import import_module
from itertools import accumulate
from typing import Any

import numpy as np
import pyspiel

import hanlin
import hanlin.envs.openspiel
from hanlin import envs

os.environ["HANLIN_COMPILE_FIRST"] = "1"

RUNS = 3
CLASSICS = ("tictactoe_v3", "connect_four_v3")
GAMES_IN_PYTHON = ("python_tic_tac_toe", "python_liars_poker")
OURS = [name for name, game in hanlin.games().items() if game.package.startswith("hanlin.")]


def play_aec(env: Any, steps: int, seed: int) -> int:
    """Play whole games in PettingZoo's loop until ``steps`` actions were taken; return their number."""
    draw, taken = random.Random(seed).random, 0
    while taken < steps:
        env.reset(seed=seed + taken)
        for _ in env.agent_iter():
            seen, _reward, over, cut, _info = env.last()
            if over or cut:
                env.step(None)
                continue
            legal = np.flatnonzero(seen["action_mask"])
            env.step(legal[int(draw() * len(legal))])
            taken += 1
    return taken


def play_openspiel(game: Any, steps: int, seed: int) -> int:
    """Play whole games in OpenSpiel's loop; return the number of actions, including those of chance."""
    draw, taken = random.Random(seed).random, 0
    while taken < steps:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                up_to = list(accumulate(chance for _, chance in outcomes))
                state.apply_action(outcomes[min(bisect(up_to, draw()), len(outcomes) - 1)][0])
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(draw() * len(legal))])
            taken += 1
    return taken


def rate(play: Callable[[int, int], int], steps: int) -> int:
    """Steps per CPU second, the best of several runs."""
    play(1, 0)
    best = 0.0
    for run in range(RUNS):
        began = time.process_time()
        taken = play(steps, run + 1)
        best = max(best, taken / (time.process_time() - began))
    return round(best)


def measure(names: list[str], steps: int) -> dict[str, Any]:
    """All figures by kind of environment."""
    import open_spiel.python.games  # noqa: F401 (registers those in Python)

    aec = {name: rate(partial(play_aec, classic(name)), steps // 4) for name in CLASSICS}
    spiel = {name: rate(partial(play_openspiel, pyspiel.load_game(name)), steps // 4) for name in GAMES_IN_PYTHON}
    for name in names:
        for players in hanlin.game(name).players:
            aec[f"{name} {players}"] = rate(partial(play_aec, envs.aec(name, players)), steps)
            game = pyspiel.load_game(f"hanlin_{name}(players={players})")
            spiel[f"{name} {players}"] = rate(partial(play_openspiel, game), steps)
    return {"unit": "steps a second of CPU time", "aec": aec, "openspiel": spiel}


def classic(name: str) -> Any:
    """A classic environment of PettingZoo."""
    try:
        return import_module(f"pettingzoo.classic.{name}").raw_env()
    except ImportError as error:
        sys.exit(f"{name} of PettingZoo needs {error.name}: pip install 'hanlin[envs,bench]'")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=10_000, help="actions of a run")
    parser.add_argument("--games", nargs="*", choices=OURS, default=OURS)
    given = parser.parse_args()
    json.dump(measure(given.games, given.steps), sys.stdout, indent=2)
    print()


if __name__ == "__main__":
    main()
