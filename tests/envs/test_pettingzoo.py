"""All seats as a PettingZoo environment: the ecosystem's own tests, unchanged, and what they do not ask."""

from __future__ import annotations

import pickle
import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

import hanlin
from hanlin import envs
from hanlin.core.game import games
from hanlin.envs.pettingzoo import SeatsEnv

TABLES = [(name, players, {}) for name, game in games().items() for players in game.players]
TABLES += [
    ("china", 4, {"fortresses": True, "side": "4-5"}),
    ("forbidden_city", 2, {"side": "rooms"}),
    ("year_of_the_dragon", 3, {"great_wall": True, "super_event": "random", "large_privilege": "6"}),
]
NAMES = sorted(games())
each_table = pytest.mark.parametrize(("name", "players", "options"), TABLES)


def at_random(env, rng):
    """A legal action for whom it is to act for."""
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


@pytest.mark.parametrize("name", NAMES)
def test_rewards_are_shares_of_the_win_margins_or_points(name):
    ends = {}
    for reward in ("win", "margin", "points"):
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
        rng = np.random.default_rng(8)
        while not other.game.over:
            other.step(at_random(other, rng))
        ends.append(other.state().tobytes())
    assert ends[0] == ends[1] == ends[2]


@pytest.mark.parametrize("name", NAMES)
def test_a_game_begins_where_it_is_told(name):
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
        with pytest.raises(hanlin.IllegalAction, match="legal now"):
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
