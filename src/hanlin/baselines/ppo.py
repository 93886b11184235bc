"""PPO with action masks, in self-play.

    python -m hanlin.baselines.ppo china --players 3 --decisions 2000000 --out training
    python -m hanlin.baselines.ppo forbidden_city --players 2 --form rows --decisions 1000000 --out training

Needs the extra "train".
"""

from __future__ import annotations

from typing import Any

import numpy as np

from hanlin.core.lib.extras import needed_by

with needed_by("Learning"):
    import torch
    from torch import nn
    from torch.distributions import Categorical

from hanlin.baselines.networks import Scores, Seen, joined, part_of
from hanlin.baselines.selfplay import Rollout, Settings, run
from hanlin.envs.vector_games import VectorGames

RATE, EPOCHS, BATCH = 5e-4, 3, 1024
CLIP, ENTROPY, LONGEST_STEP = 0.2, 0.01, 0.5


class PPO:
    """The scores of the network are logits; it learns to prefer what brought more than its value."""

    def __init__(self, games: VectorGames, settings: Settings) -> None:
        self.network = Scores(games, settings.form, settings.hidden, settings.start)
        self.optimizer = torch.optim.Adam(self.network.parameters(), RATE, eps=1e-5)
        self.rng = np.random.default_rng(settings.seed)

    def choose(self, seen: Seen) -> tuple[Any, Any, Any]:
        """Draw choices from the policy."""
        with torch.no_grad():
            scores, values = self.network(seen)
            policy = Categorical(logits=scores, validate_args=False)
            choices = policy.sample()
            return choices.numpy(), policy.log_prob(choices).numpy(), values.numpy()

    def learn(self, rollout: Rollout, targets: Any, trusted: Any) -> None:
        """Some epochs over what is known of the rollout."""
        rows = np.flatnonzero(trusted)
        seen = part_of(joined(rollout.seen), rows)
        choices, logs, values, wanted = (
            torch.from_numpy(array.reshape(-1)[rows]) for array in (rollout.choices, rollout.logs, rollout.values, targets)
        )
        gains = wanted - values
        gains = (gains - gains.mean()) / (gains.std() + 1e-8)
        for _ in range(EPOCHS):
            for part in np.array_split(self.rng.permutation(len(rows)), -(-len(rows) // BATCH)):
                scores, now = self.network(part_of(seen, part))
                policy = Categorical(logits=scores, validate_args=False)
                ratio = (policy.log_prob(choices[part]) - logs[part]).exp()
                kept = ratio.clamp(1 - CLIP, 1 + CLIP)
                gain = torch.minimum(ratio * gains[part], kept * gains[part]).mean()
                loss = (now - wanted[part]).pow(2).mean() - gain - ENTROPY * policy.entropy().mean()
                self.optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.network.parameters(), LONGEST_STEP)
                self.optimizer.step()


if __name__ == "__main__":
    run(__doc__, PPO, "ppo")
