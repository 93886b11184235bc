"""Statistics of a tournament: win shares with intervals, points, time per decision, and Elo ratings."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from hanlin.core.lib.extras import needed_by
from hanlin.core.lib.intervals import Z
from hanlin.lab.arena import Played

RESAMPLES = 200
"""Bootstrap samples for the interval of a rating."""
FEWEST_DEALS = 20
"""With fewer deals there is no interval of a rating: the bootstrap over deals would be meaningless."""
ELO = 400 / math.log(10)


SCHEMA = "hanlin.arena/2"
"""Of the table as JSON. In version 1 the seats of ``by_seat`` counted from 1."""
NOTHING = "–"
"""Shown for a figure that can't be computed."""


@dataclass(slots=True)
class Standing:
    """Results of one bot. ``by_seat``: its wins and games at each seat; ``elo_low`` to ``elo_high``: 95 % interval."""

    games: int = 0
    shares: float = 0.0
    squares: float = 0.0
    points: int = 0
    margin: float = 0.0
    decisions: int = 0
    milliseconds: float = 0.0
    faults: int = 0
    by_seat: dict[int, tuple[float, int]] = field(default_factory=dict)
    elo: float | None = None
    elo_low: float | None = None
    elo_high: float | None = None

    @property
    def win_share(self) -> float:
        """The mean share of the win, from 0 to 1."""
        return self.shares / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The Wilson interval of the win share."""
        return wilson(self.win_share, self.games)

    @property
    def mean_score(self) -> float:
        """The mean final score."""
        return self.points / self.games if self.games else 0.0

    @property
    def ms_per_decision(self) -> float:
        """Mean milliseconds per decision, by wall clock."""
        return self.milliseconds / self.decisions if self.decisions else 0.0


def wilson(share: float, n: int) -> tuple[float, float]:
    """The 95 % Wilson interval of a share observed in n trials."""
    if n == 0:
        return 0.0, 1.0
    middle = (share + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z * math.sqrt(share * (1 - share) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
    return max(0.0, middle - half), min(1.0, middle + half)


def standings(games: Sequence[Played]) -> dict[str, Standing]:
    """The results of each bot, best first, with ratings if there are several bots."""
    table: dict[str, Standing] = {}
    for game in games:
        for seat, name in enumerate(game.seats):
            row = table.setdefault(name, Standing())
            others = [points for other, points in enumerate(game.points) if other != seat]
            row.games += 1
            row.shares += game.shares[seat]
            row.points += game.points[seat]
            row.margin += game.points[seat] - sum(others) / max(1, len(others))
            row.decisions += game.decisions[seat]
            row.milliseconds += game.milliseconds[seat]
            row.faults += int(str(seat) in game.faults)
            share, n = row.by_seat.get(seat, (0.0, 0))
            row.by_seat[seat] = (share + game.shares[seat], n + 1)
    add_strengths(table, games)
    return dict(sorted(table.items(), key=lambda item: -item[1].win_share))


def add_strengths(table: dict[str, Standing], games: Sequence[Played]) -> None:
    """Add Bradley–Terry ratings on the Elo scale with mean 0, and intervals from a bootstrap over deals."""
    names = sorted(table)
    if len(names) < 2:
        return
    seats = len(games[0].seats)
    deals: dict[int, Any] = {}
    for game in games:
        deals.setdefault(game.number // seats, np.zeros((len(names), len(names))))
        deals[game.number // seats] += _duels(game, names)
    duels = np.array([deals[deal] for deal in sorted(deals)])
    strengths = _strengths(duels.sum(axis=0))
    for k, name in enumerate(names):
        table[name].elo = float(strengths[k])
    if len(deals) < FEWEST_DEALS:
        return
    rng = np.random.default_rng(1)
    drawn = [_strengths(duels[rng.integers(len(duels), size=len(duels))].sum(axis=0)) for _ in range(RESAMPLES)]
    low, high = np.percentile(drawn, [2.5, 97.5], axis=0)
    for k, name in enumerate(names):
        table[name].elo_low, table[name].elo_high = float(low[k]), float(high[k])


def deals_of(games: Sequence[Played]) -> int:
    """The number of deals."""
    return len({game.number // len(game.seats) for game in games})


def _duels(game: Played, names: list[str]) -> Any:
    """Matrix of pairwise wins between bots (ties count half), every pair of seats being a duel."""
    won = np.zeros((len(names), len(names)))
    for seat, name in enumerate(game.seats):
        for other, rival in enumerate(game.seats):
            if name != rival and game.ranks[seat] <= game.ranks[other]:
                won[names.index(name), names.index(rival)] += 1.0 if game.ranks[seat] < game.ranks[other] else 0.5
    return won


def _strengths(duels: Any) -> Any:
    """Elo ratings with mean 0: the maximum of a Bradley–Terry model with slight regularisation."""
    with needed_by("A ranking of bots"):
        import choix

    return ELO * choix.ilsr_pairwise_dense(duels, alpha=0.02)


# -- output formats --------------------------------------------------------------------------------------------------------


def as_json(table: dict[str, Standing], games: int, deals: int | None = None) -> dict[str, Any]:
    """The table as JSON; seats count from 0."""
    return {
        "schema": SCHEMA,
        "games": games,
        **({} if deals is None else {"deals": deals}),
        "bots": {
            name: {
                "win_share": round(row.win_share, 4),
                "low": round(row.interval[0], 4),
                "high": round(row.interval[1], 4),
                "mean_score": round(row.mean_score, 2),
                "ms_per_decision": round(row.ms_per_decision, 3),
                "elo": None if row.elo is None else round(row.elo, 1),
                "elo_low": None if row.elo_low is None else round(row.elo_low, 1),
                "elo_high": None if row.elo_high is None else round(row.elo_high, 1),
                "seats": row.games,
                "margin": round(row.margin / row.games, 2),
                "faults": row.faults,
                "by_seat": {str(seat): round(share / n, 4) for seat, (share, n) in sorted(row.by_seat.items())},
            }
            for name, row in table.items()
        },
    }


def rows(table: dict[str, Standing]) -> list[list[str]]:
    """The table as text cells: the header, then one row per bot."""
    seats = max(len(row.by_seat) for row in table.values())
    head = [
        "bot",
        "games",
        "wins",
        "95 %",
        "points",
        "margin",
        "Elo",
        "95 %",
        "ms/decision",
        *(f"seat {n + 1}" for n in range(seats)),
    ]
    lines = [head]
    for name, row in table.items():
        low, high = row.interval
        elo = "" if row.elo is None else f"{row.elo:+.0f}"
        spread = NOTHING if row.elo_low is None or row.elo_high is None else f"{row.elo_low:+.0f} … {row.elo_high:+.0f}"
        shares = [row.by_seat.get(seat, (0.0, 0)) for seat in range(seats)]
        lines.append(
            [
                name,
                str(row.games),
                f"{row.win_share:.1%}",
                f"{low:.1%} … {high:.1%}",
                f"{row.mean_score:.1f}",
                f"{row.margin / row.games:+.1f}",
                elo,
                spread,
                f"{row.ms_per_decision:.2f}",
                *(f"{share / n:.0%}" if n else "" for share, n in shares),
            ]
        )
    return lines


def as_markdown(table: dict[str, Standing]) -> str:
    """The table as Markdown."""
    head, *body = rows(table)
    return "\n".join(["| " + " | ".join(line) + " |" for line in (head, ["---"] * len(head), *body)])
