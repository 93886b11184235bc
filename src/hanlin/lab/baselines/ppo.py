"""PPO with action masks in self-play: one network plays all seats of many games at once, and learns from what each seat saw.

    python -m hanlin.lab.baselines.ppo china --players 3 --decisions 2000000 --out training

In one file and without a framework, in the manner of CleanRL, so that it can be read from top to bottom and changed. Needs the
extra "train".
"""

from __future__ import annotations

import argparse
import csv
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

from hanlin import envs
from hanlin.lab.baselines.policy import FLAT, PolicyNetwork

COLUMNS = ("decisions", "games", "seconds", "share", "entropy")


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What is trained, for how long, and how."""

    game: str
    players: int
    decisions: int
    """Decisions to learn from."""
    seed: int = 1
    tables: int = 64
    steps: int = 64
    """Decisions of each table between two updates."""
    hidden: int = 128
    rate: float = 5e-4
    trace: float = 0.95
    """Lambda of the lambda-returns, which are not discounted: a game has an end."""
    clip: float = 0.2
    entropy: float = 0.01
    epochs: int = 3
    batch: int = 1024
    check: int = 100_000
    """Decisions between two checks against random players."""
    matches: int = 200
    """Games of a check."""


class Learner(nn.Module):  # type: ignore[misc]  # PyTorch is not there when types are checked
    """Two hidden layers; from them a logit for each action number and the value: the share of the win."""

    def __init__(self, inputs: int, actions: int, hidden: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(inputs, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU())
        self.policy = nn.Linear(hidden, actions)
        self.value = nn.Linear(hidden, 1)
        nn.init.orthogonal_(self.policy.weight, 0.01)

    def forward(self, seen: torch.Tensor, masks: torch.Tensor) -> tuple[Categorical, torch.Tensor]:
        deep = self.body(seen)
        logits = self.policy(deep).masked_fill(~masks, -1e9)
        return Categorical(logits=logits, validate_args=False), self.value(deep).squeeze(-1)

    def exported(self, settings: Settings) -> PolicyNetwork:
        """The network in NumPy, as it plays."""
        layers = [self.body[0], self.body[2], self.policy]
        arrays = [(each.weight.detach().numpy().T.copy(), each.bias.detach().numpy().copy()) for each in layers]
        return PolicyNetwork(FLAT, settings.game, settings.players, arrays)


@dataclass
class Rollout:
    """``steps`` decisions of each table, as arrays [steps, tables, …]."""

    seen: Any
    masks: Any
    actions: Any
    logs: Any
    values: Any
    actors: Any
    over: Any
    rewards: Any

    @classmethod
    def empty(cls, settings: Settings, games: Any) -> Rollout:
        """Arrays of the sizes of a vector environment."""
        shape = (settings.steps, settings.tables)
        return cls(
            seen=np.zeros((*shape, games.observations.shape[1]), np.float32),
            masks=np.zeros((*shape, games.space.size), np.bool_),
            actions=np.zeros(shape, np.int64),
            logs=np.zeros(shape, np.float32),
            values=np.zeros(shape, np.float32),
            actors=np.zeros(shape, np.int64),
            over=np.zeros(shape, np.bool_),
            rewards=np.zeros((*shape, settings.players), np.float32),
        )


def play(rollout: Rollout, games: Any, learner: Learner) -> tuple[Any, Any]:
    """Fill a rollout; return the seats that are to move after it, and the values of what they see."""
    with torch.no_grad():
        for step in range(len(rollout.actions)):
            rollout.seen[step], rollout.masks[step], rollout.actors[step] = games.observations, games.masks, games.actors
            choices, values = learner(torch.from_numpy(rollout.seen[step]), torch.from_numpy(rollout.masks[step]))
            actions = choices.sample()
            rollout.actions[step], rollout.values[step] = actions.numpy(), values.numpy()
            rollout.logs[step] = choices.log_prob(actions).numpy()
            games.step(rollout.actions[step])
            rollout.over[step], rollout.rewards[step] = games.over, games.rewards
        _, values = learner(torch.from_numpy(games.observations), torch.from_numpy(games.masks > 0))
    return games.actors.copy(), values.numpy()


def returns(rollout: Rollout, last_actors: Any, last_values: Any, trace: float) -> tuple[Any, Any]:
    """The lambda-return of each decision [steps, tables], and whether it is known.

    A decision is followed by the next one of the same seat, or by the end of the game with its reward. At the end of the
    rollout only the seat to move has a value; the last decisions of the others there are left out.
    """
    tables = np.arange(rollout.actors.shape[1])
    value, found = np.zeros((2, len(tables), rollout.rewards.shape[2]), np.float32)
    known = np.zeros(value.shape, np.bool_)
    value[tables, last_actors] = found[tables, last_actors] = last_values
    known[tables, last_actors] = True
    targets, trusted = np.zeros_like(rollout.values), np.zeros_like(rollout.over)
    for step in reversed(range(len(rollout.actors))):
        ended, seat = rollout.over[step], rollout.actors[step]
        value[ended] = found[ended] = rollout.rewards[step][ended]
        known[ended] = True
        targets[step] = (1 - trace) * value[tables, seat] + trace * found[tables, seat]
        trusted[step] = known[tables, seat]
        value[tables, seat], found[tables, seat] = rollout.values[step], targets[step]
    return targets, trusted


def learn(
    rollout: Rollout, targets: Any, trusted: Any, learner: Learner, optimizer: Any, settings: Settings, rng: Any
) -> float:
    """Some epochs of PPO on a rollout; return the mean entropy of the policy."""
    rows = np.flatnonzero(trusted)
    flat = [array.reshape(-1, *array.shape[2:])[rows] for array in (rollout.seen, rollout.masks, rollout.actions, rollout.logs)]
    seen, masks, actions, logs = map(torch.from_numpy, flat)
    wanted = torch.from_numpy(targets.reshape(-1)[rows])
    gains = wanted - torch.from_numpy(rollout.values.reshape(-1)[rows])
    gains = (gains - gains.mean()) / (gains.std() + 1e-8)
    entropies = []
    for _ in range(settings.epochs):
        for part in np.array_split(rng.permutation(len(rows)), -(-len(rows) // settings.batch)):
            choices, values = learner(seen[part], masks[part])
            ratio = (choices.log_prob(actions[part]) - logs[part]).exp()
            kept = ratio.clamp(1 - settings.clip, 1 + settings.clip)
            gain = torch.minimum(ratio * gains[part], kept * gains[part]).mean()
            entropy = choices.entropy().mean()
            loss = (values - wanted[part]).pow(2).mean() - gain - settings.entropy * entropy
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(learner.parameters(), 0.5)
            optimizer.step()
            entropies.append(float(entropy.detach()))
    return float(np.mean(entropies))


def share_of_wins(policy: PolicyNetwork, settings: Settings, seed: int) -> float:
    """The share of the wins of a network against random players, at a random seat of each game."""
    games = envs.vector(settings.game, settings.players, envs=settings.matches, seat="drawn").reset(seed=seed)
    won, first = np.zeros(settings.matches), np.ones(settings.matches, np.bool_)
    while first.any():
        seats = games.seats.copy()
        games.step(policy.numbers(games.observations, games.masks))
        ended = games.over & first
        won[ended] = games.rewards[ended, seats[ended]]
        first &= ~games.over
    return float(won.mean())


def train(settings: Settings) -> Iterator[tuple[dict[str, float], PolicyNetwork]]:
    """Train, and yield a row of ``COLUMNS`` with the network after each check."""
    torch.set_num_threads(1)  # The networks are small: threads cost more than they bring.
    torch.manual_seed(settings.seed)
    rng = np.random.default_rng(settings.seed)
    games = envs.vector(settings.game, settings.players, envs=settings.tables).reset(seed=settings.seed)
    learner = Learner(games.observations.shape[1], games.space.size, settings.hidden)
    optimizer = torch.optim.Adam(learner.parameters(), settings.rate, eps=1e-5)
    rollout = Rollout.empty(settings, games)
    seconds, due, decisions, finished, entropy = 0.0, 0, 0, 0, float("nan")
    while True:
        is_last = decisions >= settings.decisions
        if is_last or decisions >= due:
            policy, due = learner.exported(settings), decisions + settings.check
            share = share_of_wins(policy, settings, settings.seed)
            yield dict(zip(COLUMNS, (decisions, finished, round(seconds, 1), share, entropy), strict=True)), policy
        if is_last:
            return
        began = time.perf_counter()
        last_actors, last_values = play(rollout, games, learner)
        targets, trusted = returns(rollout, last_actors, last_values, settings.trace)
        entropy = learn(rollout, targets, trusted, learner, optimizer, settings, rng)
        seconds += time.perf_counter() - began
        decisions += rollout.actions.size
        finished += int(rollout.over.sum())


def main() -> None:
    """Train as the command line says; write ``policy.npz`` and ``curve.csv``."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, required=True)
    parser.add_argument("--decisions", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    wanted = parser.parse_args()
    settings = Settings(game=wanted.game, players=wanted.players, decisions=wanted.decisions, seed=wanted.seed)
    wanted.out.mkdir(parents=True, exist_ok=True)
    with open(wanted.out / "curve.csv", "w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, COLUMNS)
        table.writeheader()
        for row, policy in train(settings):
            table.writerow(row)
            file.flush()
            policy.save(wanted.out / "policy.npz", **asdict(settings))
            print(f"{row['decisions']:9.0f} decisions, {row['seconds']:5.0f} s: {row['share']:4.0%} against random players")


if __name__ == "__main__":
    main()
