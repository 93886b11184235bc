"""Speed of the vector environment against kinds of opponents: the learner's decisions per CPU second, on one thread.

    python bench/opponents.py [--games 1024] [--seconds 2]

The learner has one seat and acts at random; masks and observations are written. ``policy`` is a batch policy that costs next to
nothing (the first legal action), so it shows the cost of asking; ``network`` is a linear policy over the observation, one
float32 matrix product for each batch on one thread.
"""

from __future__ import annotations

import argparse
import os
import time
from typing import Any

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # Idle threads of the matrix product would count as CPU time.

import numpy as np

from hanlin import envs
from hanlin.core.position.game import game

OURS = ("china", "forbidden_city", "year_of_the_dragon")


def first(observations: Any, masks: Any) -> Any:
    """The legal action with the lowest number."""
    return masks.argmax(axis=1)


def linear(name: str) -> Any:
    """A frozen linear policy for the game with the fewest players."""
    probe = envs.vector(name, game(name).players[0], envs=1)
    weights = np.random.default_rng(1).standard_normal((probe.observations.shape[1], probe.space.size), np.float32)
    return lambda observations, masks: np.where(masks, observations @ weights, -np.inf).argmax(axis=1)


def rate(name: str, opponent: Any, games: int, seconds: float) -> float:
    """The learner's decisions per CPU second."""
    env = envs.vector(name, game(name).players[0], envs=games, opponents=[opponent]).reset(1)
    rng, steps = np.random.default_rng(1), 0
    env.step(env.choose(rng))
    began = time.process_time()
    while (used := time.process_time() - began) < seconds:
        env.step(env.choose(rng))
        steps += 1
    env.close()
    return steps * games / used


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=1024)
    parser.add_argument("--seconds", type=float, default=2.0)
    given = parser.parse_args()
    for name in OURS:
        kinds = {"random": "random", "greedy": "greedy", "policy": first, "network": linear(name), "strong@8": "strong@8"}
        for kind, opponent in kinds.items():
            print(f"{name:20} {kind:10} {rate(name, opponent, given.games, given.seconds):12,.0f} /s", flush=True)


if __name__ == "__main__":
    main()
