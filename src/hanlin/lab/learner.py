"""The network as PyTorch trains it (extra ``train``); ``bots/network.py`` is the same for play."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from hanlin.bots.network import POINTS_UNIT, WEIGHTS

POINTS_PART = 0.2
"""How much the error of the points counts beside that of the shares."""


class Judge(nn.Module):
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
        hidden = terms @ self.first + self.bias
        if rows.shape[1]:
            one = torch.relu(rows @ self.part + self.part_bias)
            hidden = hidden + (one * there[:, :, None]).sum(1) @ self.joined
        hidden2 = torch.relu(torch.relu(hidden) @ self.second + self.second_bias)
        return hidden2 @ self.last + self.last_bias

    def weights(self) -> dict[str, NDArray[np.float32]]:
        """For ``network.network``."""
        return {name: getattr(self, name).detach().numpy().copy() for name in WEIGHTS}


class Learner:
    """A judge with its optimiser."""

    def __init__(self, shapes: dict[str, tuple[int, ...]], seed: int, rate: float = 2e-3, decay: float = 1e-4) -> None:
        torch.manual_seed(seed)
        torch.set_num_threads(1)
        self.judge = Judge(shapes)
        self.optimiser = torch.optim.AdamW(self.judge.parameters(), rate, weight_decay=decay)

    def learn(self, lesson: dict[str, Any], batch: int, rate: float, seed: int) -> tuple[float, float]:
        """Go through a lesson once (its numbers as arrays, a row a position); return the mean errors of shares and points."""
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        n = len(lesson["terms"])
        order = np.random.default_rng(seed).permutation(n)
        errors = torch.zeros(2)
        times = max(1, n // batch)
        for k in range(times):
            some = order[k * batch : (k + 1) * batch]
            shares, points = self._errors(lesson, some)
            self.optimiser.zero_grad()
            (shares + POINTS_PART * points).backward()
            nn.utils.clip_grad_norm_(self.judge.parameters(), 5.0)
            self.optimiser.step()
            errors += torch.stack([shares.detach(), points.detach()])
        return float(errors[0] / times), float(errors[1] / times)

    def packed(self, beside: str) -> bytes:
        """All that it is, with a text beside it, as a file."""
        file = io.BytesIO()
        torch.save({"judge": self.judge.state_dict(), "optimiser": self.optimiser.state_dict(), "beside": beside}, file)
        return file.getvalue()

    @staticmethod
    def beside(data: bytes) -> str:
        """The text beside what a file holds."""
        return str(torch.load(io.BytesIO(data), weights_only=True)["beside"])

    def unpack(self, data: bytes) -> None:
        """Become what a file holds."""
        kept = torch.load(io.BytesIO(data), weights_only=True)
        self.judge.load_state_dict(kept["judge"])
        self.optimiser.load_state_dict(kept["optimiser"])

    def _errors(self, lesson: dict[str, Any], some: NDArray[np.int64]) -> tuple[Tensor, Tensor]:
        def taken(name: str) -> Tensor:
            return torch.from_numpy(lesson[name][some].astype(np.float32))

        rows = taken("rows")
        there = (
            torch.arange(rows.shape[1])[None, :] < torch.from_numpy(lesson["parts"][some].astype(np.int64))[:, None]
        ).float()
        said = self.judge(taken("terms"), rows, there)
        players = lesson["shares"].shape[1]
        target = taken("shares")
        leaning = torch.log_softmax(taken("lean") + said[:, players:], 1)
        # What the shares' own spread leaves over is no error.
        surprise = (target * (torch.log(target.clamp_min(1e-6)) - leaning)).sum(1).mean()
        points = nn.functional.smooth_l1_loss(said[:, :players], (taken("points") - taken("worth")) / POINTS_UNIT)
        return surprise, points
