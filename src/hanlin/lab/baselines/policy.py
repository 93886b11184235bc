"""Policy networks that play without PyTorch: from a file, for many games at once or for one view."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanlin.core.errors import HanlinError
from hanlin.core.lib.files import whole_file

SCHEMA = "hanlin.policy/1"
FLAT = "flat"
"""From the observation to a logit for each action number."""

Layer = tuple[NDArray[np.float32], NDArray[np.float32]]
"""The weights [inputs, outputs] and the biases [outputs]."""


@dataclass(frozen=True)
class PolicyNetwork:
    """Layers with rectifiers between them; the last one gives a logit for each action number."""

    kind: str
    game: str
    players: int
    layers: Sequence[Layer]

    def numbers(self, observations: NDArray[Any], masks: NDArray[Any]) -> NDArray[np.int64]:
        """The likeliest legal action of each row: observations float32 [n, inputs], masks [n, actions]."""
        deep = observations
        for weights, biases in self.layers[:-1]:
            deep = np.maximum(deep @ weights + biases, 0.0)
        weights, biases = self.layers[-1]
        chosen: NDArray[np.int64] = np.where(masks > 0, deep @ weights + biases, -np.inf).argmax(axis=1)
        return chosen

    def save(self, file: Path, **about: Any) -> None:
        """Write the network, with facts about its training."""
        facts = {"schema": SCHEMA, "kind": self.kind, **about, "game": self.game, "players": self.players}
        arrays: dict[str, Any] = {"about": np.frombuffer(json.dumps(facts).encode(), np.uint8)}
        for n, (weights, biases) in enumerate(self.layers):
            arrays[f"w{n}"], arrays[f"b{n}"] = weights.astype(np.float16), biases.astype(np.float16)
        with whole_file(file) as part, part.open("wb") as opened:
            np.savez_compressed(opened, **arrays)


def load_policy(file: Path | str) -> PolicyNetwork:
    """The network in a file; HanlinError if there is none."""
    try:
        with np.load(file) as arrays:
            about = json.loads(arrays["about"].tobytes())
            if about["schema"] != SCHEMA:
                raise ValueError
            count = sum(name.startswith("w") for name in arrays.files)
            layers = [(arrays[f"w{n}"].astype(np.float32), arrays[f"b{n}"].astype(np.float32)) for n in range(count)]
            return PolicyNetwork(about["kind"], about["game"], about["players"], layers)
    except (OSError, ValueError, KeyError, TypeError):
        raise HanlinError(f"{str(file)!r} holds no policy network of the schema {SCHEMA}.") from None
