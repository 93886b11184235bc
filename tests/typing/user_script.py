"""What a careful user writes, for type checkers in strict mode; nothing here is run.

mypy checks it with the sources, Pyright in ``tests/extras/test_pyright.py``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

import hanlin
from hanlin.core.jit.rng import below, seeded
from hanlin.core.verbs import generic
from hanlin.core.verbs.generic import CHANCE, OVER
from hanlin.core.verbs.playout import play_randomly
from hanlin.games.china.options import ChinaOptions


def play_through() -> list[int]:
    position = hanlin.game("china").start(4, fortresses=True, side="4-5", map=Path("my.toml"), seed=1).settle()
    while not position.over:
        position.play(position.legal[0]).settle()
    view = position.seen_by(0)
    guessed: hanlin.Position = view.guess(hanlin.luck(1))
    estimate: float = guessed.value(0)
    return [round(estimate), *position.scores, *position.winners]


def start_all() -> list[hanlin.Position]:
    options: ChinaOptions = {"fortresses": True}
    return [
        hanlin.game("china").start(3, **options),
        hanlin.game("forbidden-city").start(2, side="rooms", tiles=None),
        hanlin.game("year_of_the_dragon").start(5, great_wall=True, super_event="flood", large_privilege="6"),
        *(game.start() for game in hanlin.catalogue().values()),
    ]


def call_the_verbs() -> float:
    states = np.zeros(1, hanlin.game("china").dtype)
    out = np.zeros(500, np.int32)
    rng = seeded("mine", 7)
    generic.hide(states[0], 0)
    generic.guess(states[0], rng)
    who: int = generic.actor(states[0])
    if who == CHANCE:
        generic.play(states[0], generic.sample(states[0], rng))
    elif who != OVER:
        n: int = generic.actions(states[0], out)
        generic.play(states[0], int(out[below(rng, n)]))
    decisions: int = play_randomly(states, 0, 0, 1, rng)
    return generic.value(states[0], 0) + decisions


def learn() -> float:
    aec = hanlin.envs.aec("china", players=4, fortresses=True, reward="margin", max_cycles=500)
    aec.reset(seed=1)
    observation, reward, over, _cut, _info = aec.last()
    aec.step(int(observation["action_mask"].argmax()) if not over else None)
    together = hanlin.envs.parallel("forbidden_city", 2, side="gardens", illegal="random")
    _seen, rewards, _over, _cuts, _infos = together.step(dict.fromkeys(together.agents, 0))
    alone = hanlin.envs.gym("year_of_the_dragon", players=3, opponents=["greedy"], seat=None, great_wall=True)
    _start, _about = alone.reset(seed=1)
    many = hanlin.envs.vector("china", players=3, envs=64, threads=2, seat="drawn", side="3-4")
    many.reset(1)
    abreast = hanlin.envs.gym_vector("china", num_envs=8, copy=False)
    abreast.close()
    return reward + sum(rewards.values())


def count_wins(name: str, options: dict[str, Any]) -> int:
    summary = hanlin.simulate("china", players=3, games=20, bots=["greedy", "random"], fortresses=True, seed=7)
    return summary.games + hanlin.simulate(name, games=10).games + hanlin.simulate(hanlin.game(name), **options).games


def use_a_plug_in(name: str, options: dict[str, Any]) -> None:
    hanlin.game("lanterns").start(2, lamps=3)
    hanlin.envs.aec("lanterns", players=2, reward="win")
    hanlin.envs.vector(name, players=2, envs=4, threads=2)
    hanlin.envs.vector(name, envs=4, **options)
    hanlin.envs.gym(hanlin.game(name), players=2, opponents=["random"], lamps=3)
