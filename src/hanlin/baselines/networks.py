"""The networks of the baselines in PyTorch, for both forms of observations, and what they read of many games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import nn

from hanlin.bots.policy_network import FLAT, PolicyNetwork, context, load_policy
from hanlin.core.errors import HanlinError
from hanlin.core.verbs.features import size_of
from hanlin.envs.vector_games import VectorGames

NEVER = -1e9
"""The score of what is not legal."""


@dataclass(frozen=True)
class Seen:
    """Inputs of the seats to move: ``read`` [n, inputs], ``there`` bool [n, choices], and in the form ``rows`` the ``rows``."""

    read: Any
    there: Any
    rows: Any

    @classmethod
    def of(cls, games: VectorGames, form: str) -> Seen:
        """Copies of what the games show."""
        if form == FLAT:
            return cls(games.observations.copy(), games.masks > 0, None)
        shown: Any = games.observed()
        most = max(1, int(games.counts.max()))
        rows = shown["actions"][:, :most].astype(np.float16)
        return cls(context(games.game, games.players, games.observations), shown["actions_mask"][:, :most] > 0, rows)


def joined(seen: list[Seen]) -> Seen:
    """Several as one, one after the other; rows are filled up to the longest."""
    most = max(each.there.shape[1] for each in seen)

    def wide(array: Any) -> Any:
        return np.pad(array, [(0, 0), (0, most - array.shape[1]), *[(0, 0)] * (array.ndim - 2)])

    rows = None if seen[0].rows is None else np.concatenate([wide(each.rows) for each in seen])
    return Seen(np.concatenate([each.read for each in seen]), np.concatenate([wide(each.there) for each in seen]), rows)


def part_of(seen: Seen, rows: Any) -> Seen:
    """Some of the games, with no more choices than these have."""
    there = seen.there[rows]
    if seen.rows is None:
        return Seen(seen.read[rows], there, None)
    most = max(1, int(there.sum(axis=1).max()))
    return Seen(seen.read[rows], there[:, :most], seen.rows[rows][:, :most])


class Scores(nn.Module):  # type: ignore[misc]  # PyTorch is not there when types are checked
    """Two hidden layers; from them a score for each choice, and the value of the position: a share of the win."""

    def __init__(self, games: VectorGames, form: str, hidden: int, start: str = "") -> None:
        """``start``: the file of a policy to begin with, instead of chance; what it thought of positions is not in it."""
        super().__init__()
        seen = Seen.of(games, form)
        self.form, self.game, self.players = form, games.game.name, games.players
        self.body = nn.Sequential(nn.Linear(seen.read.shape[1], hidden), nn.ReLU(), nn.Linear(hidden, hidden))
        self.value = nn.Linear(hidden, 1)
        if form == FLAT:
            self.head = nn.Linear(hidden, games.space.size)
            nn.init.orthogonal_(self.head.weight, 0.01)
        else:
            self.of_context = nn.Linear(hidden, hidden)
            self.of_row = nn.Linear(size_of(games.game.action_features()), hidden, bias=False)
            self.last = nn.Linear(hidden, 1, bias=False)
            nn.init.orthogonal_(self.last.weight, 0.1)
        if start:
            self._begin_with(load_policy(start), games, hidden)

    def _begin_with(self, policy: PolicyNetwork, games: VectorGames, hidden: int) -> None:
        """Take over the weights of a policy; HanlinError if it is of another game or form, or has other sizes."""
        if misfit := policy.misfit(games.game, games.players):
            raise HanlinError(misfit)
        arrays = policy.arrays
        if (policy.form, arrays["w0"].shape[1]) != (self.form, hidden):
            raise HanlinError(f"{policy.file} is of the form {policy.form} with {arrays['w0'].shape[1]} hidden units.")
        layers = {"w0": self.body[0], "w1": self.body[2]}
        layers |= {"w2": self.head} if self.form == FLAT else {"context": self.of_context, "row": self.of_row}
        biases = {"b0": self.body[0], "b1": self.body[2]}
        biases |= {"b2": self.head} if self.form == FLAT else {"bias": self.of_context}
        with torch.no_grad():
            for name, layer in layers.items():
                layer.weight.copy_(torch.from_numpy(arrays[name].T))
            for name, layer in biases.items():
                layer.bias.copy_(torch.from_numpy(arrays[name]))
            if self.form != FLAT:
                self.last.weight.copy_(torch.from_numpy(arrays["last"])[None])

    def forward(self, seen: Seen) -> tuple[torch.Tensor, torch.Tensor]:
        """The scores [n, choices], of what is not legal ``NEVER``; and the values [n]."""
        deep = torch.relu(self.body(torch.from_numpy(seen.read)))
        if self.form == FLAT:
            scores = self.head(deep)
        else:
            rows = self.of_row(torch.from_numpy(seen.rows).float())
            scores = self.last(torch.relu(self.of_context(deep)[:, None, :] + rows)).squeeze(-1)
        return scores.masked_fill(~torch.from_numpy(seen.there), NEVER), self.value(deep).squeeze(-1)

    def exported(self) -> PolicyNetwork:
        """The network as it plays, without PyTorch."""

        def weights(layer: Any) -> Any:
            return layer.weight.detach().numpy().T.copy()

        layers = [self.body[0], self.body[2], *([self.head] if self.form == FLAT else [])]
        arrays = {f"w{n}": weights(layer) for n, layer in enumerate(layers)}
        arrays |= {f"b{n}": layer.bias.detach().numpy().copy() for n, layer in enumerate(layers)}
        if self.form != FLAT:
            arrays |= {"context": weights(self.of_context), "bias": self.of_context.bias.detach().numpy().copy()}
            arrays |= {"row": weights(self.of_row), "last": weights(self.last)[:, 0]}
        return PolicyNetwork(self.form, self.game, self.players, arrays)


def numbers_of(games: VectorGames, form: str, choices: Any) -> Any:
    """The action numbers of choices, which in the form ``rows`` are places among the legal actions."""
    return choices if form == FLAT else games.legal[np.arange(games.envs), choices]
