"""The network as PyTorch trains it (extra ``train``); ``bots/network.py`` is the same for play."""

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
"""How much the error of the points counts beside that of the shares."""
IN_THE_RUNNING = 4.0
"""Points by which a compared action is worse than the best one for it to count a third,"""
LEAST_WEIGHT = 0.05
"""and what the worst still count."""
NO_OUTLIER = 0.2
"""Up to that error (in POINTS_UNIT) its square counts, beyond it only its size."""


class ValueNetwork(nn.Module):
    """The layers of ``network.Network``. The last begins at 0, so that an untrained judge says what ``value`` says."""

    def __init__(self, shapes: dict[str, tuple[int, ...]]) -> None:
        super().__init__()
        for name, shape in shapes.items():
            numbers = torch.zeros(shape)
            if len(shape) == 2 and name != "last" and shape[0]:
                nn.init.normal_(numbers, std=(2.0 / max(16, shape[0])) ** 0.5)
            self.register_parameter(name, nn.Parameter(numbers))

    def forward(self, terms: Tensor, rows: Tensor, there: Tensor) -> Tensor:
        """terms (n, told), rows (n, parts, features), there (n, parts): 1 where a row holds. Returns (n, 2 × players)."""
        return self.conclude(terms, (self.ones(rows) * there[:, :, None]).sum(1) if rows.shape[1] else None)

    def ones(self, rows: Tensor) -> Tensor:
        """What each row by itself comes to."""
        return torch.relu(rows @ self.part + self.part_bias)

    def conclude(self, terms: Tensor, summed: Tensor | None) -> Tensor:
        """What follows from the terms and from the sum of what all rows come to."""
        hidden = terms @ self.first + self.bias
        if summed is not None:
            hidden = hidden + summed @ self.joined
        hidden2 = torch.relu(torch.relu(hidden) @ self.second + self.second_bias)
        return hidden2 @ self.last + self.last_bias

    def weights(self) -> dict[str, NDArray[np.float32]]:
        """For ``network.network``."""
        return {name: getattr(self, name).detach().numpy().copy() for name in WEIGHTS}


def _beside_each_other(numbers: Tensor, of: Tensor, groups: int) -> Tensor:
    """Numbers less the mean of their group."""
    sums, counts = torch.zeros(groups).index_add(0, of, numbers), torch.bincount(of, minlength=groups)
    return numbers - (sums / counts)[of]


class Learner:
    """A judge with its optimiser."""

    def __init__(self, shapes: dict[str, tuple[int, ...]], seed: int, rate: float = 2e-3, decay: float = 1e-4) -> None:
        torch.manual_seed(seed)
        torch.set_num_threads(1)
        self.network = ValueNetwork(shapes)
        self.optimiser = torch.optim.AdamW(self.network.parameters(), rate, weight_decay=decay)

    def learn(self, lesson: dict[str, Any], batch: int, rate: float, seed: int) -> tuple[float, float]:
        """Go through a lesson once (its numbers as arrays, a row a position); return the mean errors of shares and points."""
        n = len(lesson["terms"])
        order = np.random.default_rng(seed).permutation(n)
        parts = [order[k * batch : (k + 1) * batch] for k in range(max(1, n // batch))]
        return self._go_through(parts, lambda some: self._errors(lesson, some), rate)

    def compare(self, lesson: Lesson, decisions: int, batch: int, rate: float, seed: int) -> tuple[float, float]:
        """Learn from so many compared decisions of a lesson, drawn at random (``comparing``), how their actions differ.

        Returns the mean error, and what the choices by what was learned so far give away on average, in POINTS_UNIT.
        """
        ends = np.cumsum(lesson["candidates"]), np.cumsum(lesson["told"])
        rng = np.random.default_rng(seed)
        parts = [rng.integers(len(ends[0]), size=batch) for _ in range(max(1, decisions // batch))]
        return self._go_through(parts, lambda some: self._differences(lesson, ends, some), rate)

    def _go_through(
        self, parts: list[NDArray[np.int64]], errors: Callable[[NDArray[np.int64]], tuple[Tensor, Tensor]], rate: float
    ) -> tuple[float, float]:
        """A step for each part; ``errors``: what counts by itself, and what counts POINTS_PART of it. Returns their means."""
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

    def packed(self, beside: str) -> bytes:
        """All that it is, with a text beside it, as a file."""
        file = io.BytesIO()
        torch.save({"judge": self.network.state_dict(), "optimiser": self.optimiser.state_dict(), "beside": beside}, file)
        return file.getvalue()

    @staticmethod
    def beside(data: bytes) -> str:
        """The text beside what a file holds."""
        return str(torch.load(io.BytesIO(data), weights_only=True)["beside"])

    def unpack(self, data: bytes) -> None:
        """Become what a file holds."""
        kept = torch.load(io.BytesIO(data), weights_only=True)
        self.network.load_state_dict(kept["judge"])
        self.optimiser.load_state_dict(kept["optimiser"])

    def _differences(
        self, lesson: Lesson, ends: tuple[NDArray[np.int64], NDArray[np.int64]], some: NDArray[np.int64]
    ) -> tuple[Tensor, Tensor]:
        """How far off the judged differences are in some decisions, and what choosing by them gives away."""
        rows, row_of, decision, candidates = [np.zeros((1, lesson["rows"].shape[1]), np.float16)], [], [], []
        before = 1  # a row of zeros stands first, for rows that are not there
        for number, at in enumerate(some):
            last, last_row = int(ends[0][at]), int(ends[1][at])
            mine = np.arange(last - int(lesson["candidates"][at]), last)
            first_row = last_row - int(lesson["told"][at])
            rows.append(lesson["rows"][first_row:last_row])
            row_of.append(np.where(lesson["row_of"][mine] < 0, 0, lesson["row_of"][mine].astype(np.int64) + before))
            candidates.append(mine)
            decision.append(np.full(len(mine), number))
            before += last_row - first_row
        which, of = np.concatenate(candidates), torch.from_numpy(np.concatenate(decision))
        there = torch.ones(before, 1)
        there[0] = 0.0
        ones = self.network.ones(torch.from_numpy(np.concatenate(rows)).float()) * there
        summed = nn.functional.embedding_bag(torch.from_numpy(np.concatenate(row_of)), ones, mode="sum")
        said = self.network.conclude(torch.from_numpy(lesson["terms"][which]).float(), summed)[:, 0]
        found, worth = (torch.from_numpy(lesson[name][which]) / POINTS_UNIT for name in ("found", "worth"))
        errors = _beside_each_other(found - worth - said, of, len(some))
        best = torch.full((len(some),), -1e9).scatter_reduce_(0, of, found, "amax")
        weights = LEAST_WEIGHT + torch.exp((found - best[of]) * POINTS_UNIT / IN_THE_RUNNING)
        loss = nn.functional.smooth_l1_loss(errors, torch.zeros_like(errors), beta=NO_OUTLIER, reduction="none")
        judged = (worth + said).detach()
        chosen = judged == torch.full((len(some),), -1e9).scatter_reduce_(0, of, judged, "amax")[of]
        given_away = best.mean() - found[chosen].mean()
        return (weights * loss).sum() / weights.sum(), given_away

    def _errors(self, lesson: dict[str, Any], some: NDArray[np.int64]) -> tuple[Tensor, Tensor]:
        def taken(name: str) -> Tensor:
            return torch.from_numpy(lesson[name][some].astype(np.float32))

        rows = taken("rows")
        there = (
            torch.arange(rows.shape[1])[None, :] < torch.from_numpy(lesson["parts"][some].astype(np.int64))[:, None]
        ).float()
        said = self.network(taken("terms"), rows, there)
        players = lesson["shares"].shape[1]
        target = taken("shares")
        leaning = torch.log_softmax(taken("logits") + said[:, players:], 1)
        # What the shares' own spread leaves over is no error.
        surprise = (target * (torch.log(target.clamp_min(1e-6)) - leaning)).sum(1).mean()
        points = nn.functional.smooth_l1_loss(said[:, :players], (taken("points") - taken("worth")) / POINTS_UNIT)
        return surprise, points
