"""RLlib's PPO with action masks learns China for three players against two greedy opponents.

python rllib_china.py --iterations 20
"""

from __future__ import annotations

import argparse

import gymnasium
from gymnasium import spaces
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

from hanlin import envs


class ForRLlib(gymnasium.ObservationWrapper):
    """RLlib's masking module wants the keys ``observations`` and ``action_mask``, the mask as floats."""

    def __init__(self, env):
        super().__init__(env)
        mask = env.observation_space["action_mask"]
        self.observation_space = spaces.Dict(
            {"observations": env.observation_space["observation"], "action_mask": spaces.Box(0.0, 1.0, mask.shape)}
        )

    def observation(self, observation):
        return {"observations": observation["observation"], "action_mask": observation["action_mask"].astype("float32")}


def make(settings):
    return ForRLlib(envs.gym("china", players=3, opponents=["greedy"]))


def train(iterations, batch=2000):
    """Train, and return the mean reward (the share of the wins) after each iteration."""
    register_env("china", make)
    config = (
        PPOConfig()
        .environment("china")
        .env_runners(num_env_runners=0, num_envs_per_env_runner=8)
        .training(train_batch_size_per_learner=batch, minibatch_size=min(256, batch), num_epochs=4, gamma=1.0, lr=5e-4)
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule, model_config={"head_fcnet_hiddens": [128], "fcnet_hiddens": [128]}
            )
        )
    )
    algorithm = config.build_algo()
    curve = []
    for _ in range(iterations):
        curve.append(algorithm.train()["env_runners"].get("episode_return_mean", float("nan")))
        print(f"{len(curve):3}: {curve[-1]:.2f} of the wins")
    algorithm.stop()
    return curve


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--iterations", type=int, default=20)
    train(parser.parse_args().iterations)
