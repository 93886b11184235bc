"""The value network in PyTorch, for training (extra ``train``); ``bots/network.py`` is the same network for play."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from hanlin.bots.network import POINTS_UNIT, WEIGHTS
from hanlin.lab.comparing import Lesson

POINTS_PART = 0.2
"""Weight of the loss of the points relative to that of the shares."""
WEIGHT_SCALE = 4.0
"""Scale in points: a compared action this much worse than the best has the weight 1/e,"""
LEAST_WEIGHT = 0.05
"""and the minimum weight."""
SMOOTH_L1_BETA = 0.2
"""Beta of the smooth L1 loss, in POINTS_UNIT."""


class ValueNetwork(nn.Module):
    """The layers of ``bots.network.Network``. The last layer starts at 0, so that without training ``value`` is unchanged."""

    def __init__(self, shapes: dict[str, tuple[int, ...]]) -> None:
        super().__init__()
        for name, shape in shapes.items():
            numbers = torch.zeros(shape)
            if len(shape) == 2 and name != "last" and shape[0]:
                nn.init.normal_(numbers, std=(2.0 / max(16, shape[0])) ** 0.5)
            self.register_parameter(name, nn.Parameter(numbers))

    def forward(self, terms: Tensor, rows: Tensor, there: Tensor) -> Tensor:
        """terms (n, inputs), rows (n, parts, features), there (n, parts): 1 for used rows. Returns (n, 2 × players)."""
        return self.conclude(terms, (self.part_outputs(rows) * there[:, :, None]).sum(1) if rows.shape[1] else None)

    def part_outputs(self, rows: Tensor) -> Tensor:
        """The output of each part."""
        return torch.relu(rows @ self.part + self.part_bias)

    def conclude(self, terms: Tensor, summed: Tensor | None) -> Tensor:
        """The outputs of the network from the terms and the sum of the parts' outputs."""
        hidden = terms @ self.first + self.bias
        if summed is not None:
            hidden = hidden + summed @ self.joined
        hidden2 = torch.relu(torch.relu(hidden) @ self.second + self.second_bias)
        return hidden2 @ self.last + self.last_bias

    def weights(self) -> dict[str, NDArray[np.float32]]:
        """The weights for ``bots.network.network``."""
        return {name: getattr(self, name).detach().numpy().copy() for name in WEIGHTS}


def _centred(numbers: Tensor, of: Tensor, groups: int) -> Tensor:
    """Subtract from numbers the mean of their group."""
    sums, counts = torch.zeros(groups).index_add(0, of, numbers), torch.bincount(of, minlength=groups)
    return numbers - (sums / counts)[of]


class Learner:
    """A value network with its optimiser."""

    def __init__(self, shapes: dict[str, tuple[int, ...]], seed: int, rate: float = 2e-3, decay: float = 1e-4) -> None:
        torch.manual_seed(seed)
        torch.set_num_threads(1)
        self.network = ValueNetwork(shapes)
        self.optimiser = torch.optim.AdamW(self.network.parameters(), rate, weight_decay=decay)

    def learn(self, lesson: dict[str, Any], batch: int, rate: float, seed: int) -> tuple[float, float]:
        """Train one epoch on positions (arrays with one row per position); return the mean losses of shares and points."""
        n = len(lesson["terms"])
        order = np.random.default_rng(seed).permutation(n)
        parts = [order[k * batch : (k + 1) * batch] for k in range(max(1, n // batch))]
        return self._go_through(parts, lambda some: self._errors(lesson, some), rate)

    def compare(self, lesson: Lesson, decisions: int, batch: int, rate: float, seed: int) -> tuple[float, float]:
        """Train on compared decisions (``comparing``), drawn at random, to predict the differences between their actions.

        Returns the mean loss, and the mean regret of choosing by the present network, in POINTS_UNIT.
        """
        ends = np.cumsum(lesson["candidates"]), np.cumsum(lesson["rows_used"])
        rng = np.random.default_rng(seed)
        parts = [rng.integers(len(ends[0]), size=batch) for _ in range(max(1, decisions // batch))]
        return self._go_through(parts, lambda some: self._differences(lesson, ends, some), rate)

    def _go_through(
        self, parts: list[NDArray[np.int64]], errors: Callable[[NDArray[np.int64]], tuple[Tensor, Tensor]], rate: float
    ) -> tuple[float, float]:
        """An optimiser step for each batch; ``errors`` gives the loss and one weighted by POINTS_PART. Returns their means."""
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        sums = torch.zeros(2)
        for some in parts:
            first, second = errors(some)
            self.optimiser.zero_grad()
            (first + POINTS_PART * second).backward()
            nn.utils.clip_grad_norm_(self.network.parameters(), 5.0)
            self.optimiser.step()
            sums += torch.stack([first.detach(), second.detach()])
        return float(sums[0] / len(parts)), float(sums[1] / len(parts))

    def packed(self, metadata: str) -> bytes:
        """The complete state with a metadata text, as the bytes of a file. (The keys are those of earlier checkpoints.)"""
        file = io.BytesIO()
        torch.save({"judge": self.network.state_dict(), "optimiser": self.optimiser.state_dict(), "beside": metadata}, file)
        return file.getvalue()

    @staticmethod
    def metadata(data: bytes) -> str:
        """The metadata text of a file."""
        return str(torch.load(io.BytesIO(data), weights_only=True)["beside"])

    def unpack(self, data: bytes) -> None:
        """Load the state from a file."""
        kept = torch.load(io.BytesIO(data), weights_only=True)
        self.network.load_state_dict(kept["judge"])
        self.optimiser.load_state_dict(kept["optimiser"])

    def _differences(
        self, lesson: Lesson, ends: tuple[NDArray[np.int64], NDArray[np.int64]], some: NDArray[np.int64]
    ) -> tuple[Tensor, Tensor]:
        """The loss of the predicted differences in some decisions, and the regret of choosing by them."""
        rows, row_of, decision, candidates = [np.zeros((1, lesson["rows"].shape[1]), np.float16)], [], [], []
        before = 1  # row 0 is all zeros, for missing parts
        for number, at in enumerate(some):
            last, last_row = int(ends[0][at]), int(ends[1][at])
            mine = np.arange(last - int(lesson["candidates"][at]), last)
            first_row = last_row - int(lesson["rows_used"][at])
            rows.append(lesson["rows"][first_row:last_row])
            row_of.append(np.where(lesson["row_of"][mine] < 0, 0, lesson["row_of"][mine].astype(np.int64) + before))
            candidates.append(mine)
            decision.append(np.full(len(mine), number))
            before += last_row - first_row
        which, of = np.concatenate(candidates), torch.from_numpy(np.concatenate(decision))
        there = torch.ones(before, 1)
        there[0] = 0.0
        outputs = self.network.part_outputs(torch.from_numpy(np.concatenate(rows)).float()) * there
        summed = nn.functional.embedding_bag(torch.from_numpy(np.concatenate(row_of)), outputs, mode="sum")
        output = self.network.conclude(torch.from_numpy(lesson["terms"][which]).float(), summed)[:, 0]
        found, worth = (torch.from_numpy(lesson[name][which]) / POINTS_UNIT for name in ("found", "worth"))
        errors = _centred(found - worth - output, of, len(some))
        best = torch.full((len(some),), -1e9).scatter_reduce_(0, of, found, "amax")
        weights = LEAST_WEIGHT + torch.exp((found - best[of]) * POINTS_UNIT / WEIGHT_SCALE)
        loss = nn.functional.smooth_l1_loss(errors, torch.zeros_like(errors), beta=SMOOTH_L1_BETA, reduction="none")
        predicted = (worth + output).detach()
        chosen = predicted == torch.full((len(some),), -1e9).scatter_reduce_(0, of, predicted, "amax")[of]
        regret = best.mean() - found[chosen].mean()
        return (weights * loss).sum() / weights.sum(), regret

    def _errors(self, lesson: dict[str, Any], some: NDArray[np.int64]) -> tuple[Tensor, Tensor]:
        def taken(name: str) -> Tensor:
            return torch.from_numpy(lesson[name][some].astype(np.float32))

        rows = taken("rows")
        there = (
            torch.arange(rows.shape[1])[None, :] < torch.from_numpy(lesson["parts"][some].astype(np.int64))[:, None]
        ).float()
        output = self.network(taken("terms"), rows, there)
        players = lesson["shares"].shape[1]
        target = taken("shares")
        log_shares = torch.log_softmax(taken("logits") + output[:, players:], 1)
        # The Kullback-Leibler divergence: the entropy of the targets is no error.
        divergence = (target * (torch.log(target.clamp_min(1e-6)) - log_shares)).sum(1).mean()
        points = nn.functional.smooth_l1_loss(output[:, :players], (taken("points") - taken("worth")) / POINTS_UNIT)
        return divergence, points
