"""A first learner: MaskablePPO learns the Year of the Dragon for two players against a random opponent."""

from __future__ import annotations

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.monitor import Monitor

from hanlin import envs


class Masked(gymnasium.ObservationWrapper):
    """The vector alone as the observation; the mask by the method that MaskablePPO asks for."""

    def __init__(self, env):
        super().__init__(env)
        self.observation_space = env.observation_space["observation"]

    def observation(self, observation):
        self.mask = observation["action_mask"]
        return observation["observation"]

    def action_masks(self):
        return self.mask


def learn(decisions, a_point=4096, seed=1):
    """Learn from so many decisions; return the share of the wins, one number for each ``a_point`` decisions."""
    env = Monitor(Masked(envs.gym("year_of_the_dragon", players=2, opponents=["random"])))
    steps = min(a_point, 1024)
    learner = MaskablePPO("MlpPolicy", env, n_steps=steps, gamma=1.0, ent_coef=0.01, seed=seed, device="cpu")
    curve = []
    while learner.num_timesteps < decisions:
        learner.ep_info_buffer = None
        learner.learn(a_point, reset_num_timesteps=False)
        curve.append(float(np.mean([game["r"] for game in learner.ep_info_buffer])))
        print(f"{learner.num_timesteps:7} decisions: {curve[-1]:4.0%} of the wins")
    return curve


if __name__ == "__main__":
    learn(40_960)
