"""Baselines: PPO in self-play learns, its returns are those of each seat, and its policy plays from a file without PyTorch."""

from __future__ import annotations

import numpy as np
import pytest

from hanlin import envs
from hanlin.core.errors import HanlinError
from hanlin.lab.baselines import ppo
from hanlin.lab.baselines.policy import load_policy


def rollout(actors, values, over, rewards):
    """A rollout of one table with two seats."""
    made = ppo.Rollout(*[None] * 4, np.array(values, np.float32)[:, None], np.array(actors)[:, None], None, None)
    made.over, made.rewards = np.array(over)[:, None], np.array(rewards, np.float32)[:, None, :]
    return made


def test_a_decision_is_followed_by_the_next_one_of_its_seat():
    nothing = [0.0, 0.0]
    made = rollout([0, 1, 0, 1], [0.1, 0.2, 0.3, 0.4], [False] * 4, [nothing] * 4)
    targets, trusted = ppo.returns(made, np.array([0]), np.array([0.9], np.float32), trace=0.5)
    # Of seat 0 the last decision is followed by the value 0.9, the one before by 0.3 and that return; seat 1 has no value.
    assert targets[2, 0] == pytest.approx(0.9)
    assert targets[0, 0] == pytest.approx(0.5 * 0.3 + 0.5 * 0.9)
    assert trusted[:, 0].tolist() == [True, False, True, False]


def test_the_end_of_a_game_gives_each_seat_its_reward():
    made = rollout([0, 1, 0, 1], [0.1, 0.2, 0.3, 0.4], [False, True, False, False], [[0, 0], [0.25, 0.75], [0, 0], [0, 0]])
    targets, trusted = ppo.returns(made, np.array([1]), np.array([0.6], np.float32), trace=1.0)
    assert targets[:2, 0].tolist() == [0.25, 0.75]
    assert targets[3, 0] == pytest.approx(0.6)
    assert trusted[:, 0].tolist() == [True, True, False, True]


def test_it_learns_to_beat_random_players(tmp_path):
    settings = ppo.Settings(game="china", players=3, decisions=50_000, tables=32, check=10**9, matches=100)
    (first, _), (last, policy) = ppo.train(settings)
    assert first["share"] < 0.5 < last["share"]
    policy.save(tmp_path / "policy.npz", seed=1)
    read = load_policy(tmp_path / "policy.npz")
    games = envs.vector("china", players=3, envs=16).reset(seed=5)
    chosen = read.numbers(games.observations, games.masks)
    assert (games.masks[np.arange(16), chosen] == 1).all()
    games.step(chosen)


def test_a_file_without_a_policy_is_refused(tmp_path):
    (tmp_path / "policy.npz").write_bytes(b"nothing")
    with pytest.raises(HanlinError, match="holds no policy network"):
        load_policy(tmp_path / "policy.npz")
    with pytest.raises(HanlinError, match="holds no policy network"):
        load_policy(tmp_path / "none.npz")
