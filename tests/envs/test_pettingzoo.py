"""All seats as a PettingZoo environment: the ecosystem's own tests, unchanged, and what they do not ask."""

from __future__ import annotations

import itertools
import pickle
import sys
import time
import warnings

import numpy as np
import pettingzoo
import pytest
from gymnasium.spaces import Discrete
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, performance_benchmark, render_test, seed_test
from pettingzoo.utils.conversions import parallel_to_aec

import hanlin
from hanlin import envs
from hanlin.core.position.game import games
from hanlin.envs.pettingzoo import AllSeatsEnv, SeatsEnv
from hanlin.envs.rewards import REWARDS

TABLES = [(name, players, {}) for name, game in games().items() for players in game.players]
TABLES += [
    ("china", 4, {"fortresses": True, "side": "4-5"}),
    ("forbidden_city", 2, {"side": "rooms"}),
    ("year_of_the_dragon", 3, {"great_wall": True, "super_event": "random", "large_privilege": "6"}),
]
NAMES = sorted(games())
each_table = pytest.mark.parametrize(("name", "players", "options"), TABLES)


def at_random(env, rng):
    """A legal action of the agent to act."""
    observation, *_ = env.last()
    return int(rng.choice(np.flatnonzero(observation["action_mask"])))


def play(env, seed, most=10**6):
    """A random game; what was observed and done."""
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    story = []
    for agent in env.agent_iter(most):
        observation, reward, over, _cut, _info = env.last()
        story.append((agent, observation["observation"].tobytes(), reward, over))
        env.step(None if over else at_random(env, rng))
    return story


@each_table
def test_the_api_test_of_pettingzoo(name, players, options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(envs.aec(name, players, **options), num_cycles=100)


@each_table
def test_the_seed_test_of_pettingzoo(name, players, options):
    seed_test(lambda: envs.aec(name, players, **options), num_cycles=30)


@pytest.mark.parametrize("name", NAMES)
def test_the_render_test_of_pettingzoo(name):
    render_test(lambda render_mode: envs.aec(name, render_mode=render_mode), {"svg": lambda text: text.startswith("<svg")})


@each_table
def test_the_test_of_cycles_of_pettingzoo(name, players, options):
    """It sends actions that are not legal, to all seats at once."""

    class Module:
        @staticmethod
        def parallel_env(max_cycles):
            return envs.parallel(name, players, illegal="random", max_cycles=max_cycles, **options)

        @staticmethod
        def env(max_cycles):
            return parallel_to_aec(Module.parallel_env(max_cycles))

    max_cycles_test(Module)


@pytest.mark.parametrize("name", NAMES)
def test_the_benchmark_of_pettingzoo(name, monkeypatch, capsys):
    """The test takes five seconds of a clock that advances by a hundredth with each look."""
    ticks = itertools.count()
    monkeypatch.setattr(time, "time", lambda: next(ticks) / 100)
    performance_benchmark(envs.aec(name))
    assert "turns per second" in capsys.readouterr().out


@each_table
def test_the_parallel_api_test_of_pettingzoo(name, players, options):
    parallel_api_test(envs.parallel(name, players, **options), num_cycles=60)


@pytest.mark.parametrize("name", NAMES)
def test_the_registered_names_make_them(name):
    one = pettingzoo.make("aec", envs.registered_name(name), players=3, max_cycles=7)
    assert isinstance(one, SeatsEnv)
    assert one.max_cycles == 7
    every = pettingzoo.make("parallel", envs.registered_name(name), players=3)
    assert isinstance(every, AllSeatsEnv)
    one.reset(seed=1)
    seen, _infos = every.reset(seed=1)
    assert one.state().tobytes() == every.state().tobytes()
    assert one.observe("seat_1")["observation"].tobytes() == seen["seat_1"]["observation"].tobytes()


def test_pettingzoo_knows_the_names():
    assert {"hanlin/China-v1", "hanlin/ForbiddenCity-v1", "hanlin/YearOfTheDragon-v1"} <= set(pettingzoo.aec_registry)


@pytest.mark.parametrize("name", NAMES)
def test_a_game_is_cut_off_after_so_many_actions(name):
    env = envs.aec(name, max_cycles=4)
    env.reset(seed=1)
    rng = np.random.default_rng(1)
    for n in range(4):
        assert not any(env.truncations.values()), n
        env.step(at_random(env, rng))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert not any(env.rewards.values())
    for _ in env.agent_iter():
        env.step(None)
    assert env.agents == []


def test_all_asked_at_once_play_the_same_game():
    one, every = envs.aec("china", 3), envs.parallel("china", 3)
    one.reset(seed=6)
    seen, _infos = every.reset(seed=6)
    rng = np.random.default_rng(6)
    while every.agents:
        who, action = one.agent_selection, at_random(one, rng)
        assert [agent for agent in every.agents if seen[agent]["action_mask"].any()] == [who]
        one.step(action)
        seen, rewards, over, cut, _infos = every.step({"seat_0": 5, "seat_1": 5, "seat_2": 5, who: action})
        assert not any(cut.values())
        assert one.state().tobytes() == every.state().tobytes()
    assert all(over.values())
    assert rewards == {agent: one.rewards[agent] for agent in one.possible_agents}
    every.reset(seed=6)
    with pytest.raises(hanlin.IllegalAction, match="turn of seat_"):
        every.step({})
    with pytest.raises(hanlin.IllegalAction, match="legal now"):
        every.step(dict.fromkeys(every.agents, -1))
    with pytest.raises(hanlin.BadOption, match="raise, random"):
        envs.parallel("china", 3, illegal="ignore")


def test_ones_of_a_mask_are_found_in_every_way():
    env = envs.aec("forbidden_city", 4)
    env.reset(seed=1)
    mask = env.observe(env.agent_selection)["action_mask"]
    plain = np.array(mask.tolist(), np.int8)
    assert mask.dtype == np.int8
    assert np.flatnonzero(mask).tolist() == np.flatnonzero(plain).tolist() == np.nonzero(mask)[0].tolist()
    assert np.flatnonzero(mask * 2).tolist() == np.flatnonzero(plain).tolist()
    assert np.flatnonzero(mask == 1).tolist() == np.flatnonzero(plain).tolist()
    assert plain[Discrete(len(plain), seed=1).sample(mask)] == 1
    assert np.flatnonzero(pickle.loads(pickle.dumps(mask))).tolist() == np.flatnonzero(plain).tolist()


@pytest.mark.parametrize("name", NAMES)
def test_every_kind_of_picture(name):
    kinds = {mode: envs.aec(name, render_mode=mode) for mode in ("ansi", "svg", "rgb_array")}
    for env in kinds.values():
        env.reset(seed=2)
    assert kinds["ansi"].render() == str(kinds["ansi"].game.position())
    assert kinds["svg"].render().startswith("<svg")
    picture = kinds["rgb_array"].render()
    assert picture.dtype == np.uint8
    assert picture.shape[2] == 3


def test_a_picture_that_there_is_not_or_can_not_be_drawn_is_said(monkeypatch):
    for make in (envs.aec, envs.gym):
        with pytest.raises(hanlin.BadOption, match="render_mode can't be 'pixels'; choose one of: human, ansi"):
            make("china", render_mode="pixels")
    env = envs.aec("china", render_mode="rgb_array")
    env.reset(seed=2)
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(ImportError, match=r"needs Pillow, .*pip install 'hanlin\[envs\]'"):
        env.render()


@pytest.mark.parametrize("name", NAMES)
def test_a_game_is_that_of_the_library(name):
    """Played in step with a position that makes the same choices: actors, legal actions, observations, the end."""
    env = envs.aec(name)
    env.reset(seed=3)
    space = hanlin.game(name).action_space(len(env.possible_agents))
    rng = np.random.default_rng(3)
    while not env.game.over:
        position = env.game.position()
        assert env.agent_selection == f"seat_{position.actor}"
        assert (env.game.mask == space.mask(position)).all()
        assert env.game.codes.tolist() == position.legal_codes
        env.step(at_random(env, rng))
    position = env.game.position()
    assert position.over
    shares = [1 / len(position.winners) if seat in position.winners else 0 for seat in range(position.players)]
    assert [env.rewards[agent] for agent in env.agents] == shares


def test_resets_without_a_seed_go_on_from_the_last_one():
    env = envs.aec("china", 3)
    stories = []
    for _again in range(2):
        env.reset(seed=4)
        for _more in range(3):
            stories.append(env.observe(env.agent_selection)["observation"].tobytes())
            env.reset()
    assert stories[:3] == stories[3:]
    assert len(set(stories)) == 3


@pytest.mark.parametrize("name", NAMES)
def test_rewards_are_what_their_names_say(name):
    ends = {}
    for reward in REWARDS:
        env = envs.aec(name, reward=reward)
        play(env, 5, most=10**4)
        env.reset(seed=5)
        rng = np.random.default_rng(5)
        while not env.game.over:
            env.step(at_random(env, rng))
        ends[reward] = [env.rewards[agent] for agent in env.agents]
    assert sum(ends["win"]) == pytest.approx(1)
    points = ends["points"]
    assert ends["margin"] == [own - max(points[:n] + points[n + 1 :]) for n, own in enumerate(points)]
    others = len(points) - 1
    assert ends["zero_sum"] == pytest.approx([(share * len(points) - 1) / others for share in ends["win"]])
    assert sum(ends["rank"]) == pytest.approx(0)
    by_rank = sorted(range(len(points)), key=lambda seat: ends["rank"][seat])
    assert [points[seat] for seat in by_rank] == sorted(points), "a rank follows the points; ties are broken within them"
    with pytest.raises(hanlin.BadOption, match="win, margin, points"):
        envs.aec(name, reward="glory")


@pytest.mark.parametrize("name", NAMES)
def test_copies_and_pickles_go_on_alike_and_by_themselves(name):
    env = envs.aec(name)
    env.reset(seed=7)
    rng = np.random.default_rng(7)
    for _ in range(5):
        env.step(at_random(env, rng))
    ends = []
    for other in (env.copy(), pickle.loads(pickle.dumps(env)), env):
        assert not other.game.numbers.flags.writeable, "machine code would be made once more, for another kind of array"
        rng = np.random.default_rng(8)
        while not other.game.over:
            other.step(at_random(other, rng))
        ends.append(other.state().tobytes())
    assert ends[0] == ends[1] == ends[2]


@pytest.mark.parametrize("name", NAMES)
def test_a_game_begins_at_the_given_position(name):
    position = hanlin.game(name).start().settle(1)
    position.play(position.legal[-1]).settle(1)
    env = SeatsEnv.from_position(position)
    env.reset(seed=1)
    assert env.agent_selection == f"seat_{position.actor}"
    assert env.game.position().state.tobytes() == position.state.tobytes()
    with pytest.raises(hanlin.HanlinError, match="whole position"):
        env.game.begin(1, position.seen_by(0))


def test_an_illegal_number_changes_nothing():
    env = envs.aec("china", 3)
    env.reset(seed=1)
    before = env.state().tobytes(), env.game.mask.tobytes(), env.agent_selection
    for number in (int(np.flatnonzero(env.game.mask == 0)[0]), -1, -2, 10**6, None):
        with pytest.raises(hanlin.IllegalAction, match=r"legal (now|action)"):
            env.step(number)
    assert before == (env.state().tobytes(), env.game.mask.tobytes(), env.agent_selection)


def test_options_are_those_of_the_game():
    assert envs.aec("china", 4, fortresses=True).game.start.options["fortresses"]
    with pytest.raises(hanlin.BadOption, match="no option"):
        envs.aec("china", 4, castles=True)
    assert envs.layout("china", 4)[0].name == "phase"


def test_who_does_not_move_observes_too_but_may_do_nothing():
    env = envs.aec("china", 3)
    env.reset(seed=2)
    for agent in env.possible_agents:
        observation = env.observe(agent)
        assert env.observation_space(agent).contains(observation)
        assert observation["action_mask"].any() == (agent == env.agent_selection)
    assert play(envs.aec("china", 3), 4) == play(envs.aec("china", 3), 4)
    assert play(envs.aec("china", 3), 4) != play(envs.aec("china", 3), 5)
