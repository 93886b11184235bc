"""``hanlin simulate``: many games between bots."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from pathlib import Path

from rich.progress import TimeRemainingColumn

from hanlin.bots.arena import Summary, play_games
from hanlin.cli.progress import progress
from hanlin.cli.words import read_list, read_options, read_seed
from hanlin.core.game import game as find_game


def simulate(
    name: str,
    players: int,
    games: int,
    bots: str,
    seed: str,
    records: Path | None,
    words: Sequence[str],
    keep_seats: bool,
    as_json: bool,
) -> None:
    """Play, with a progress bar on stderr, and print a summary."""
    game = find_game(name)
    options = read_options(game, words)
    about = {
        "game": game.name,
        "players": players,
        "options": game.options_text(game.check_options(players, options)),
        "seed": read_seed(seed),
    }
    names = read_list(bots)
    began = time.perf_counter()
    with progress(TimeRemainingColumn()) as bar:
        task = bar.add_task(game.name, total=games)
        summary = play_games(
            game,
            players,
            options,
            names,
            games,
            seed,
            keep_seats=keep_seats,
            records=records,
            progress=lambda done: bar.update(task, completed=done),
        )
    seconds = time.perf_counter() - began
    if as_json:
        print(json.dumps({**about, **summary.as_json(), "seconds": round(seconds, 3)}))
    else:
        print(_in_words(summary, seconds))


def _in_words(summary: Summary, seconds: float) -> str:
    lines = [f"{summary.games} games, {summary.actions} actions, {seconds:.1f} s"]
    for name, tally in summary.bots.items():
        lines.append(
            f"  {name:10} won {tally.wins / tally.games:6.1%} of its {tally.games} seats, "
            f"{tally.points / tally.games:.1f} points on average"
        )
    for seat, tally in enumerate(summary.seats, 1):
        lines.append(f"  seat {seat:5} won {tally.wins / tally.games:6.1%}, {tally.points / tally.games:.1f} points on average")
    return "\n".join(lines)
