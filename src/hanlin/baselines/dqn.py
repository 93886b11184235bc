"""A deep Q-network with action features, in self-play.

    python -m hanlin.baselines.dqn forbidden_city --players 2 --form rows --decisions 1000000 --out training

The score of a choice is its value: the share of the win that it leads to. Needs the extra "train".
"""

from __future__ import annotations

import copy
from collections import deque
from typing import Any

import numpy as np

from hanlin.core.lib.extras import needed_by

with needed_by("Learning"):
    import torch
    from torch import nn

from hanlin.baselines.networks import Scores, Seen, joined, part_of
from hanlin.baselines.selfplay import Rollout, Settings, run
from hanlin.envs.vector_games import VectorGames

RATE, BATCH, LONGEST_STEP = 5e-4, 1024, 1.0
KEPT, DRAWN = 8, 12
"""Rollouts in the replay memory, and batches drawn from it after each rollout."""
RENEWED = 10
"""Rollouts after which the target network is renewed."""
FIRST_CHANCE, LAST_CHANCE, DECAY = 1.0, 0.05, 0.6
"""Share of choices at random at the beginning and at the end; the part of the training in which it falls."""


class DQN:
    """The best choice is played, or now and then a random one. What it led to is its lambda-return by a target network."""

    def __init__(self, games: VectorGames, settings: Settings) -> None:
        self.network = Scores(games, settings.form, settings.hidden, settings.start)
        self.target = copy.deepcopy(self.network)
        self.optimizer = torch.optim.Adam(self.network.parameters(), RATE, eps=1e-5)
        self.rng = np.random.default_rng(settings.seed)
        self.memory: deque[tuple[Seen, Any, Any]] = deque(maxlen=KEPT)
        self.rollouts, self.most = 0, max(1, settings.decisions // (settings.tables * settings.steps))

    def choose(self, seen: Seen) -> tuple[Any, Any, Any]:
        """The best choices, some of them replaced by random ones; the values are those of the best by the target network."""
        with torch.no_grad():
            best = self.network(seen)[0].argmax(1).numpy()
            values = self.target(seen)[0].numpy()[np.arange(len(best)), best]
        drawn = (self.rng.random(seen.there.shape) * seen.there).argmax(1)
        fallen = min(1.0, self.rollouts / (DECAY * self.most))
        is_random = self.rng.random(len(best)) < FIRST_CHANCE + (LAST_CHANCE - FIRST_CHANCE) * fallen
        return np.where(is_random, drawn, best), np.zeros(len(best), np.float32), values

    def learn(self, rollout: Rollout, targets: Any, trusted: Any) -> None:
        """Learn from batches of the last rollouts."""
        rows = np.flatnonzero(trusted)
        self.memory.append((part_of(joined(rollout.seen), rows), rollout.choices.reshape(-1)[rows], targets.reshape(-1)[rows]))
        for _ in range(DRAWN):
            seen, choices, wanted = self.memory[int(self.rng.integers(len(self.memory)))]
            part = self.rng.choice(len(choices), min(BATCH, len(choices)), replace=False)
            scores = self.network(part_of(seen, part))[0][torch.arange(len(part)), torch.from_numpy(choices[part])]
            loss = nn.functional.smooth_l1_loss(scores, torch.from_numpy(wanted[part]), beta=0.2)
            self.optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(self.network.parameters(), LONGEST_STEP)
            self.optimizer.step()
        self.rollouts += 1
        if self.rollouts % RENEWED == 0:
            self.target.load_state_dict(self.network.state_dict())


if __name__ == "__main__":
    run(__doc__, DQN, "dqn")
