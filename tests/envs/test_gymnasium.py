"""One seat as a Gymnasium environment: the ecosystem's own check, unchanged, and what it does not ask."""

from __future__ import annotations

import sys

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import FlattenObservation

import hanlin
from hanlin import envs
from hanlin.core.position.game import games

NAMES = sorted(games())


def play(env, seed):
    """A random game of legal actions; what was observed, and the last reward."""
    seen, info = env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    story, over, reward = [], False, 0.0
    while not over:
        story.append(seen["observation"].tobytes())
        seen, reward, over, cut, info = env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
        assert not cut
    return story, reward


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("fewest", [True, False])
def test_the_checker_of_gymnasium(name, fewest):
    players = hanlin.game(name).players[0 if fewest else -1]
    check_env(envs.gym(name, players), skip_render_check=fewest)


@pytest.mark.parametrize("name", NAMES)
def test_a_registered_name_makes_it(name):
    env = gymnasium.make(envs.registered_name(name), players=3)
    story, reward = play(env, 1)
    assert story
    assert 0 <= reward <= 1
    assert play(env, 1) == (story, reward)
    assert play(env, 2)[0] != story


def test_the_names_are_those_of_the_games():
    assert {"hanlin/China-v1", "hanlin/ForbiddenCity-v1", "hanlin/YearOfTheDragon-v1"} <= set(gymnasium.registry)


@pytest.mark.parametrize("name", NAMES)
def test_observations_can_be_flattened(name):
    env = FlattenObservation(envs.gym(name, 3))
    seen, _info = env.reset(seed=1)
    assert env.observation_space.contains(seen)


def test_seats_and_opponents():
    for seat in (0, 2):
        env = envs.gym("china", 3, seat=seat, opponents=["greedy", "random"])
        env.reset(seed=1)
        assert env.game.actor == env.seat == seat
    drawn = envs.gym("china", 3, seat=None)
    assert len({drawn.reset(seed=seed) and drawn.seat for seed in range(20)}) == 3
    for wrong in ({"seat": 3}, {"opponents": "greedy"}, {"opponents": []}):
        with pytest.raises(hanlin.BadOption):
            envs.gym("china", 3, **wrong)
    with pytest.raises(hanlin.HanlinError, match="no bot"):
        envs.gym("china", 3, opponents=["nobody"])


def test_who_has_learned_nothing_for_so_many_players_is_no_opponent(monkeypatch):
    monkeypatch.setattr(sys.modules["hanlin.bots.bot"], "known", lambda game: {3: {}})
    with pytest.raises(hanlin.BadOption, match="with 3 players, not with 4"):
        envs.gym("china", 4, opponents=["expert"])


def test_an_illegal_action_ends_the_game_and_costs_a_point():
    env = envs.gym("china", 3)
    env.reset(seed=1)
    assert env.action_masks().tolist() == env.game.mask.astype(bool).tolist()
    _seen, reward, over, cut, _info = env.step(int(np.flatnonzero(env.game.mask == 0)[0]))
    assert (reward, over, cut) == (-1, True, False)
