"""Environments that were copied, pickled or sent to another process in the middle of a game go on as the original does."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import numpy as np
import pytest

import hanlin
from hanlin import envs
from hanlin.core.jit.rng import next_word

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

STEPS = 8
"""Steps before the copy."""
TURNS = 24
"""Steps after it: in some of the games beyond their end."""
OPPONENTS = ("random", "greedy")


def first_legal(mask: Any, turn: int) -> int:
    legal = np.flatnonzero(mask)
    return int(legal[turn * 7 % len(legal)])


def play_gym(env: Any, turns: int) -> list[Any]:
    seen = []
    for turn in range(turns):
        if env.game.over:
            env.reset()
        now, reward, over, _cut, _info = env.step(first_legal(env.game.mask, turn))
        seen.append((now["observation"].tobytes(), now["action_mask"].tobytes(), reward, over, env.seat))
    return seen


def play_aec(env: Any, turns: int) -> list[Any]:
    seen = []
    for turn in range(turns):
        if env.game.over:
            env.reset(seed=turn)
        env.step(first_legal(env.game.mask, turn))
        seen.append((env.agent_selection, env.observe(env.agent_selection)["observation"].tobytes(), dict(env.rewards)))
    return seen


def play_parallel(env: Any, turns: int) -> list[Any]:
    seen = []
    for turn in range(turns):
        if not env.agents:
            env.reset(seed=turn)
        found = env.step(dict.fromkeys(env.agents, 10**6))  # Not legal: one is drawn in its place.
        seen.append(({agent: one["observation"].tobytes() for agent, one in found[0].items()}, found[1:4]))
    return seen


def play_vector(games: Any, turns: int) -> list[Any]:
    seen = []
    for turn in range(turns):
        games.step(games.legal[np.arange(games.envs), turn * 7 % games.counts])
        arrays = (games.actors, games.observations, games.masks, games.rewards, games.over, games.seats)
        ends = games.last_observations[games.over] if len(games.last_observations) else games.over
        seen.append([array.tobytes() for array in (*arrays, ends)])
    return seen


def play_gym_vector(env: Any, turns: int) -> list[Any]:
    seen = []
    for turn in range(turns):
        masks = env.games.masks
        now, rewards, over, _cut, _infos = env.step(np.array([first_legal(mask, turn) for mask in masks]))
        seen.append((now["observation"].tobytes(), now["action_mask"].tobytes(), rewards.tobytes(), over.tobytes()))
    return seen


def lowest(observations: Any, masks: Any) -> Any:
    """A batch policy."""
    return masks.argmax(axis=1)


def last(view: hanlin.Position, seconds: float, seed: int) -> str:
    """A function as for ``hanlin.bots.serve``."""
    return view.legal[-1]


def mixed() -> list[Any]:
    return [envs.PastSelves("random", lowest, last), lowest]


def begun(env: Any, **settings: Any) -> Any:
    env.reset(seed=3, **settings)
    return env


KINDS: dict[str, tuple[Callable[[str], Any], Callable[[Any, int], list[Any]]]] = {
    **{
        f"gym-{name}": (lambda game, name=name: begun(envs.gym(game, 3, opponents=[name], seat=None)), play_gym)
        for name in OPPONENTS
    },
    "aec": (lambda game: begun(envs.aec(game, 3)), play_aec),
    "parallel": (lambda game: begun(envs.parallel(game, 3, illegal="random")), play_parallel),
    "vector": (lambda game: envs.vector(game, 3, envs=5, last_observations=True, seat="drawn").reset(3), play_vector),
    "vector-threads": (lambda game: envs.vector(game, 3, envs=5, threads=2, seat="all").reset(3), play_vector),
    "gym-mixed": (lambda game: begun(envs.gym(game, 3, opponents=mixed(), seat="rotating")), play_gym),
    "vector-mixed": (
        lambda game: envs.vector(game, 3, envs=5, threads=2, opponents=mixed(), seat="rotating", max_cycles=9).reset(3),
        play_vector,
    ),
    "gym_vector": (lambda game: begun(envs.gym_vector(game, 3, num_envs=4, seat=None)), play_gym_vector),
}
WAYS: dict[str, Callable[[Any], Any]] = {
    "pickled": lambda env: pickle.loads(pickle.dumps(env)),
    "copied": copy.deepcopy,
    "pickled twice": lambda env: pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(env)))),
}


def test_an_environment_with_searching_opponents_is_copied():
    """A search depends on the clock, so two of them need not play alike."""
    env = begun(envs.gym("china", 3, opponents=["novice", "strong"]))
    for copied in WAYS.values():
        assert copied(env).game.seen.tobytes() == env.game.seen.tobytes()


@pytest.mark.parametrize("kind", KINDS)
def test_a_copy_in_mid_game_goes_on_as_the_original_does(kind):
    make, play = KINDS[kind]
    for game in ("china",) if "greedy" in kind else ("china", "forbidden_city"):
        env = make(game)
        play(env, STEPS)
        others = {way: copied(env) for way, copied in WAYS.items()}
        went_on = play(env, TURNS)
        for way, other in others.items():
            assert play(other, TURNS) == went_on, (game, way)
        if hasattr(env, "close"):
            for each in (env, *others.values()):
                each.close()


def played_elsewhere(envs_by_kind: dict[str, bytes]) -> dict[str, list[Any]]:
    return {kind: KINDS[kind][1](pickle.loads(env), TURNS) for kind, env in envs_by_kind.items()}


def test_what_another_process_gets_goes_on_there():
    made = {kind: KINDS[kind][0]("china") for kind in KINDS}
    for kind, env in made.items():
        KINDS[kind][1](env, STEPS)
    packed = {kind: pickle.dumps(env) for kind, env in made.items()}
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        elsewhere = pool.submit(played_elsewhere, packed)
        assert {kind: KINDS[kind][1](env, TURNS) for kind, env in made.items()} == elsewhere.result()


def test_a_copied_generator_goes_on_with_each_draw():
    luck = hanlin.luck(7)
    next_word(luck)
    others = [pickle.loads(pickle.dumps(luck)), copy.deepcopy(luck), copy.copy(luck)]
    expected = [next_word(luck) for _ in range(5)]
    assert len(set(expected)) == 5
    for other in others:
        assert [next_word(other) for _ in range(5)] == expected
    start = hanlin.game("china").start(3)
    one, other = start.copy().settle(luck), start.copy().settle(pickle.loads(pickle.dumps(luck)))
    assert one == start.copy().settle(others[0])
    assert other != one, "the draws of the first went on"


NO_NUMBERS = (3.7, 3.0, "3", None, True, np.float64(3), np.True_, [3], object(), float("nan"))


@pytest.mark.parametrize("kind", ["gym-random", "aec", "parallel", "vector", "gym_vector"])
def test_an_action_that_is_no_whole_number_is_refused(kind):
    env = KINDS[kind][0]("china")
    before = pickle.dumps(env.seats.game if kind == "parallel" else env)
    for wrong in NO_NUMBERS:
        actions = {"parallel": lambda wrong=wrong: dict.fromkeys(env.agents, wrong)} if kind == "parallel" else {}
        action = actions[kind]() if actions else [wrong] * 5 if "vector" in kind else wrong
        with pytest.raises(hanlin.IllegalAction, match=r"whole number.*\."):
            env.step(action)
    assert pickle.dumps(env.seats.game if kind == "parallel" else env) == before


@pytest.mark.parametrize("kind", KINDS)
def test_a_seed_that_is_no_whole_number_is_refused(kind):
    env = KINDS[kind][0]("china")
    for wrong in (3.7, "3", True, [3], 10**5000):
        with pytest.raises(hanlin.HanlinError, match="seed must be a whole number"):
            env.reset(wrong) if kind.startswith("vector") else env.reset(seed=wrong)
