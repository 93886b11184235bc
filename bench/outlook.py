"""Errors of the Year of the Dragon's score forecasts, as JSON: ``python bench/outlook.py [--games 200]``.

Games between ``casual``, a quarter each with 2, 3, 4 and 5 players. At the first decision of each month the forecast of every
seat is compared with its points at the end. ``court``: as if nothing changed and no events came; ``certain``: the known events
paid with what the seat has; ``forecast``: that and the actions to come. For each the mean absolute error and the mean error.
"""

from __future__ import annotations

import argparse
import json

import hanlin
from hanlin.bots import bot
from hanlin.core.jit.rng import seeded
from hanlin.games.year_of_the_dragon.outlook import Outlook, outlooks
from hanlin.games.year_of_the_dragon.snapshot import read

KINDS = {
    "court": lambda of: of.now + of.court,
    "certain": lambda of: of.certain,
    "forecast": lambda of: of.total,
}


def whole_game(players: int, number: int, months: list[int]) -> dict[int, list[tuple[Outlook, int]]]:
    """The outlooks of a game's seats in these months, with the points at its end."""
    rng, casual = seeded("outlook bench", players, number), bot("casual", fast=True)
    position = hanlin.game("year_of_the_dragon").start(players).settle(rng)
    found: dict[int, tuple[Outlook, ...]] = {}
    while not position.over:
        month = int(position.state.month)
        if month in months and month not in found:
            found[month] = outlooks(read(position.state), position.state)
        position.play(casual.choose(position.seen_by(position.actor), rng)).settle(rng)
    return {month: list(zip(of, position.scores, strict=True)) for month, of in found.items()}


def main() -> None:
    """Print the errors by month."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--months", type=int, nargs="*", default=[5])
    asked = parser.parse_args()
    games = [whole_game(2 + number % 4, number, asked.months) for number in range(asked.games)]
    for month in asked.months:
        seats = [seat for game in games for seat in game.get(month, ())]
        row: dict[str, float] = {"month": month, "seats": len(seats)}
        for kind, points in KINDS.items():
            errors = [points(of) - end for of, end in seats]
            row[f"{kind}_error"] = round(sum(map(abs, errors)) / len(errors), 2)
            row[f"{kind}_bias"] = round(sum(errors) / len(errors), 2)
        print(json.dumps(row))


if __name__ == "__main__":
    main()
