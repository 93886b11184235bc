"""Reliability of predicted shares of the win: the predictions by decile, and the results (from positions of ``calibration``).

Every seat of every position counts as one prediction. Those of one game depend on each other, so intervals are bootstrapped
over games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanlin.bots.calibration import Calibration
from hanlin.lab.calibration import STAGES, stage_of
from hanlin.lab.distribute import Arrays

DECILES = 10
RESAMPLES = 200
"""Bootstrap samples for an interval."""
FEWEST_GAMES = 5
"""With predictions from fewer games there is no interval."""
LEAST_SHARE = 1e-3
"""Smaller shares count as this much in a fit: a search can't tell them apart."""
STEPS, PRECISION = 50, 1e-6
"""Most steps of a fit, and the step at which it ends."""
NO_CHANGE, PRIOR = np.array([1.0, 0.0]), 1.0
"""The mean of the prior, and the inverse of its variance."""
FAVOURITE = 0.5
"""Predictions of this much or more for a seat in danger are also counted apart: a danger may spoil them."""
NOTHING = "–"
STAGE_NAMES = ("beginning", "middle", "end")


@dataclass(frozen=True, slots=True)
class Bin:
    """Predictions and results that belong together: their numbers, their means, and the 95 % interval of the mean result."""

    n: int
    games: int
    predicted: float
    came: float
    low: float | None
    high: float | None

    @property
    def error(self) -> float:
        """The mean excess of the prediction."""
        return self.predicted - self.came


@dataclass(frozen=True, slots=True)
class Reliability:
    """The reliability of a group of predictions.

    deciles: those from 0 to 10 %, from 10 to 20 % and so on, None for one without predictions; brier: the Brier score;
    brier_equal: that of equal shares for all seats; error: the mean absolute error by decile, each weighted by its predictions.
    """

    n: int
    brier: float
    brier_equal: float
    error: float
    deciles: tuple[Bin | None, ...]

    @property
    def decile_error(self) -> float:
        """The mean absolute error of the deciles, in which each counts once, however few predictions it has."""
        return float(np.mean([abs(each.error) for each in self.deciles if each is not None]))

    def as_json(self) -> dict[str, Any]:
        """The group as JSON, in shares from 0 to 1."""
        rounded = {name: round(getattr(self, name), 4) for name in ("brier", "brier_equal", "error", "decile_error")}
        return {"n": self.n, **rounded, "deciles": [None if each is None else _bin_json(each) for each in self.deciles]}


def _bin_json(found: Bin) -> dict[str, Any]:
    shares = {name: value if value is None else round(value, 4) for name, value in asdict(found).items()}
    return {**shares, "n": found.n, "games": found.games}


def joined(parts: Sequence[Arrays]) -> Arrays:
    """The positions of several pieces."""
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def chosen(rows: Arrays, which: NDArray[np.bool_]) -> Arrays:
    """Some of the positions."""
    return {name: values[which] for name, values in rows.items()}


def bin_of(games: NDArray[np.int32], predicted: NDArray[np.float64], came: NDArray[np.float64]) -> Bin:
    """One bin of all these predictions; ``games``: the game of each."""
    there, sums = np.unique(games, return_inverse=True)
    low = high = None
    if len(there) >= FEWEST_GAMES:
        rng = np.random.default_rng(1)
        drawn = rng.integers(len(there), size=(RESAMPLES, len(there)))
        totals, counts = np.bincount(sums, came), np.bincount(sums)
        means = totals[drawn].sum(axis=1) / counts[drawn].sum(axis=1)
        low, high = (float(bound) for bound in np.percentile(means, [2.5, 97.5]))
    return Bin(len(games), len(there), float(predicted.mean()), float(came.mean()), low, high)


def reliability(rows: Arrays, name: str = "shown") -> Reliability | None:
    """The reliability of the predictions of that name at all seats; None without positions."""
    predicted, came, squares = (rows[each].ravel() for each in (name, "came", "squares"))
    if not len(predicted):
        return None
    players = rows["came"].shape[1]
    games = np.repeat(rows["game"], players)
    decile = np.minimum((DECILES * predicted).astype(int), DECILES - 1)
    bins = [bin_of(games[at], predicted[at], came[at]) if at.any() else None for at in (decile == k for k in range(DECILES))]
    return Reliability(
        n=len(predicted),
        brier=float((predicted**2 - 2 * predicted * came + squares).mean()),
        brier_equal=float((1 / players**2 - 2 / players * came + squares).mean()),
        error=sum(each.n * abs(each.error) for each in bins if each is not None) / len(predicted),
        deciles=tuple(bins),
    )


def by_stage(rows: Arrays, name: str = "shown") -> list[Reliability | None]:
    """The reliability of the positions that were taken at random, by third of the game."""
    stages = np.array([stage_of(progress) for progress in rows["progress"]])
    return [reliability(chosen(rows, rows["sampled"] & (stages == stage)), name) for stage in range(STAGES)]


def in_danger(rows: Arrays, kind: int, name: str = "shown", least: float = 0.0) -> Bin | None:
    """The predictions of at least ``least`` for seats in a known danger of that kind; None if there were none."""
    at = rows["dangers"][:, :, kind] & (rows[name] >= least)
    if not at.any():
        return None
    return bin_of(np.repeat(rows["game"], at.shape[1])[at.ravel()], rows[name][at], rows["came"][at])


# -- fitting --------------------------------------------------------------------------------------------------------------


def fit(rows: Arrays) -> Calibration:
    """The calibration under which the results of these positions are most likely, given the shares of the search.

    It is a multinomial logistic regression with two features, the logits and their products with the part of the game that is
    left, and a weak prior for no change. So the likelihood is concave, and Newton's method finds its maximum.
    """
    logits = np.log(np.maximum(rows["evaluated"], LEAST_SHARE))
    features = np.stack([logits, logits * (1.0 - rows["progress"])[:, None]], axis=-1)
    weights = NO_CHANGE
    for _ in range(STEPS):
        shares = _shares(features, weights)
        spread = features - (shares[..., None] * features).sum(axis=1, keepdims=True)
        gradient = ((rows["came"] - shares)[..., None] * features).sum(axis=(0, 1)) - PRIOR * (weights - NO_CHANGE)
        curvature = np.einsum("ns,nsi,nsj->ij", shares, spread, spread) + PRIOR * np.eye(2)
        step, reached = np.linalg.solve(curvature, gradient), _likelihood(rows, features, weights)
        while _likelihood(rows, features, weights + step) < reached and np.abs(step).max() > PRECISION:
            step = step / 2
        weights = weights + step
        if np.abs(step).max() < PRECISION:
            break
    return Calibration(round(float(weights[0]), 3), round(float(weights[1]), 3))


def cross_validated(rows: Arrays) -> Arrays:
    """The positions with the shares that a fit would show: each half of the games with the fit of the other half."""
    shown, odd = np.array(rows["shown"]), rows["game"] % 2 == 1
    for half in (odd, ~odd):
        shown[half] = fit(chosen(rows, ~half)).apply(rows["evaluated"][half], 1.0 - rows["progress"][half])
    return {**rows, "shown": shown}


def _shares(features: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    logits = features @ weights
    powers: NDArray[np.float64] = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares: NDArray[np.float64] = powers / powers.sum(axis=1, keepdims=True)
    return shares


def _likelihood(rows: Arrays, features: NDArray[np.float64], weights: NDArray[np.float64]) -> float:
    """The logarithm of the likelihood of the results, with the prior."""
    logits = features @ weights
    most = logits.max(axis=1)
    totals = most + np.log(np.exp(logits - most[:, None]).sum(axis=1))
    prior = PRIOR / 2 * ((weights - NO_CHANGE) ** 2).sum()
    return float((rows["came"] * (logits - totals[:, None])).sum() - prior)


# -- tables ---------------------------------------------------------------------------------------------------------------


def percent(share: float | None) -> str:
    """A share in percent."""
    return NOTHING if share is None else f"{100 * share:.1f} %"


def _interval(found: Bin) -> str:
    return NOTHING if found.low is None or found.high is None else f"{100 * found.low:.0f} … {100 * found.high:.0f} %"


def summary(positions: Mapping[int, Arrays]) -> list[list[str]]:
    """By number of players and stage the errors and Brier scores: the header, then rows of cells."""
    lines = [["players", "stage", "n", "mean error", "unscaled", "each decile once", "Brier", "unscaled", "equal shares"]]
    for players, rows in positions.items():
        shown = [*by_stage(rows), reliability(chosen(rows, rows["sampled"]))]
        before = [*by_stage(rows, "evaluated"), reliability(chosen(rows, rows["sampled"]), "evaluated")]
        for stage, now, raw in zip((*STAGE_NAMES, "all"), shown, before, strict=True):
            if now is not None and raw is not None:
                errors = [percent(now.error), percent(raw.error), percent(now.decile_error)]
                scores = [f"{score:.3f}" for score in (now.brier, raw.brier, now.brier_equal)]
                lines.append([str(players), stage, str(now.n), *errors, *scores])
    return lines


def deciles(positions: Mapping[int, Arrays]) -> list[list[str]]:
    """By number of players and decile what was predicted and what came: the header, then rows of cells."""
    lines = [["players", "decile", "n", "games", "predicted", "came", "95 %", "error"]]
    for players, rows in positions.items():
        found = reliability(chosen(rows, rows["sampled"]))
        for k, each in enumerate(found.deciles if found is not None else ()):
            if each is not None:
                lines.append([str(players), f"{10 * k}–{10 * (k + 1)} %", *_cells(each)])
    return lines


def dangers(positions: Mapping[int, Arrays], kinds: Sequence[str]) -> list[list[str]]:
    """By number of players and known danger what was predicted and what came: the header, then rows of cells."""
    lines = [["players", "danger", "shown", "n", "games", "predicted", "came", "95 %", "error"]]
    for players, rows in positions.items():
        for kind, name in enumerate(kinds):
            for which, least in (("any", 0.0), ("50 % or more", FAVOURITE)):
                found = in_danger(rows, kind, least=least)
                if found is not None:
                    lines.append([str(players), name, which, *_cells(found)])
    return lines


def _cells(found: Bin) -> list[str]:
    shares = [percent(found.predicted), percent(found.came), _interval(found)]
    return [str(found.n), str(found.games), *shares, f"{100 * found.error:+.1f}"]


def as_json(positions: Mapping[int, Arrays], kinds: Sequence[str]) -> dict[str, Any]:
    """All tables as JSON by number of players, with the reliability of the uncalibrated shares."""
    tables: dict[str, Any] = {}
    for players, rows in positions.items():
        in_kinds = {name: [in_danger(rows, kind, least=least) for least in (0.0, FAVOURITE)] for kind, name in enumerate(kinds)}
        tables[str(players)] = {
            "positions": len(rows["game"]),
            "all": _json(reliability(chosen(rows, rows["sampled"]))),
            "stages": {name: _json(each) for name, each in zip(STAGE_NAMES, by_stage(rows), strict=True)},
            "uncalibrated": _json(reliability(chosen(rows, rows["sampled"]), "evaluated")),
            "dangers": {name: _danger_json(*found) for name, found in in_kinds.items()},
        }
    return tables


def _json(found: Reliability | None) -> dict[str, Any] | None:
    return None if found is None else found.as_json()


def _danger_json(every: Bin | None, favourites: Bin | None) -> dict[str, Any] | None:
    """The predictions for seats in a danger, and those of them that are ``FAVOURITE`` or more."""
    if every is None:
        return None
    return {**_bin_json(every), "favourites": None if favourites is None else _bin_json(favourites)}
