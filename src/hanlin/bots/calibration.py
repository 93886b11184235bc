"""Calibrated shares of the win, for people: of the positions that are shown at 70 %, seven in ten are won.

A search needs the right order of actions, and its recipes are chosen for strength. Hints and reviews show shares, which must be
right themselves. So their logits are multiplied by an inverse temperature that depends on the part of the game that is left
(Guo et al. 2017, with a term for time). Before that, longer rollouts may set their level: they say more about a position, but
too little about small differences between actions, which are kept as the short rollouts found them.

``levels.toml`` has the numbers, ``hanlin lab calibrate GAME --fit`` finds those of the temperature.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanlin.bots.levels import calibrations

TINY = 1e-9
LEAST = 0.05
"""The least inverse temperature, so that a larger share always stays larger."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """The inverse temperature: ``at_end`` + ``left`` × the part of the game that is left.

    longer: rounds of the table that are rolled out to set the level of the shares; 0: no longer rollouts.
    """

    at_end: float = 1.0
    left: float = 0.0
    longer: int = 0

    def sharpness(self, left: Any) -> Any:
        """The inverse temperature; ``left``: a number from 0 to 1, or an array of them."""
        return np.maximum(LEAST, self.at_end + self.left * np.asarray(left))

    def apply(self, shares: NDArray[np.float64], left: Any) -> NDArray[np.float64]:
        """Calibrate shares (…, seats), each row with its part of the game that is ``left``. Certain results stay certain."""
        powers: NDArray[np.float64] = shares ** self.sharpness(left)[..., None]
        calibrated: NDArray[np.float64] = powers / powers.sum(axis=-1, keepdims=True)
        return calibrated


def calibration(game: str, players: int) -> Calibration:
    """The calibration of a game for a number of players; without effect if it was never fitted."""
    found = calibrations().get(game, {})
    at_end, left = found.get(str(players), (1.0, 0.0))
    return Calibration(at_end, left, found.get("longer", 0))


def at_level(shares: Sequence[Sequence[float]], longer: Sequence[Sequence[float]]) -> list[list[float]]:
    """Shift the logits of each seat equally for all actions, so that its mean share is about that of the longer rollouts."""
    short = np.array(shares, float)
    shifted = short * (np.mean(longer, axis=0) + TINY) / (short.mean(axis=0) + TINY)
    return [[float(share) for share in row] for row in shifted / shifted.sum(axis=1, keepdims=True)]


def calibrated(game: str, players: int, shares: Sequence[Sequence[float]], progress: float) -> list[list[float]]:
    """Calibrate the shares of all seats after each of several actions in a position."""
    found = calibration(game, players).apply(np.array(shares, float).reshape(-1, players), 1.0 - progress)
    return [[float(share) for share in row] for row in found]
