"""``hanlin simulate``: many games between bots."""

from __future__ import annotations

import json
import time
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from hanlin.bots import bot
from hanlin.bots.arena import Summary, play_games
from hanlin.core.game import game as find_game


def simulate(
    name: str,
    players: int,
    games: int,
    bots: list[str],
    seed: str,
    records: Path | None,
    words: list[str],
    keep_seats: bool,
    as_json: bool,
) -> None:
    """Play, with a progress bar on stderr, and print a summary."""
    game = find_game(name)
    game.check_players(players)
    for bot_name in bots:
        bot(bot_name)
    options = dict(game.read_option(word) for word in words)
    began = time.perf_counter()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task(game.name, total=games)
        summary = play_games(
            game,
            players,
            options,
            bots,
            games,
            seed,
            keep_seats=keep_seats,
            records=records,
            progress=lambda done: bar.update(task, completed=done),
        )
    seconds = time.perf_counter() - began
    if as_json:
        about = {
            "game": game.name,
            "players": players,
            "options": game.options_text(game.check_options(players, options)),
            "seed": seed,
        }
        print(json.dumps({**about, **summary.as_json(), "seconds": round(seconds, 3)}))
    else:
        print(_in_words(summary, seconds))


def _in_words(summary: Summary, seconds: float) -> str:
    lines = [f"{summary.games} games, {summary.actions} actions, {seconds:.1f} s"]
    for name, tally in summary.bots.items():
        share, mean = tally.wins / tally.games, tally.points / tally.games
        lines.append(f"  {name:10} won {share:6.1%} of its {tally.games} seats, {mean:.1f} points on average")
    return "\n".join(lines)
