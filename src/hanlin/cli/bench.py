"""``hanlin bench``: how fast the games are on this machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from hanlin.core.compiled import PLAIN
from hanlin.core.game import Game, games
from hanlin.core.game import game as find_game
from hanlin.core.playout import play_randomly
from hanlin.core.rng import seeded

SECONDS = 1.0
"""How long each of the three runs of a measurement lasts, about."""


def bench(names: list[str], as_json: bool) -> None:
    """Measure the named games (all if none); print one JSON object or a table."""
    chosen = [find_game(name) for name in names] or list(games().values())
    if PLAIN:
        sys.exit("hanlin: the bench measures compiled speed, but HANLIN_PLAIN is set, or Numba is not installed.")
    report: dict[str, dict[str, Any]] = {}
    notes = Console(stderr=True)
    for game in chosen:
        notes.print(f"measuring {game.name} …")
        report[game.name] = measure_game(game)
    if as_json:
        print(json.dumps(report))
    else:
        _print_table(report)


def measure_game(game: Game) -> dict[str, Any]:
    """All figures of one game."""
    figures: dict[str, Any] = {}
    for suffix, options in variants(game).items():
        rates = {str(players): random_games(game, players, options) for players in game.players}
        figures[f"random_games_per_s{suffix}"] = {players: round(rate[0]) for players, rate in rates.items()}
        figures[f"decisions_per_s{suffix}"] = {players: round(rate[1]) for players, rate in rates.items()}
    figures["plain_ms_per_decision"] = round(plain_ms_per_decision(game), 4)
    figures |= start_times(game)
    return figures


def variants(game: Game) -> dict[str, dict[str, Any]]:
    """The base game, and the variants that the game names for its bench, by the suffix of their keys."""
    return {"": {}} | {f"_{name}": {name: True} for name in game.bench_switches}


def random_games(game: Game, players: int, options: dict[str, Any]) -> tuple[float, float]:
    """Compiled uniformly random games and their decisions per CPU second of one thread: the best of three runs."""
    states = np.zeros(2, game.dtype)
    states[0] = game.start(players, **options).state
    rng = seeded("bench", game.name, players)
    play_randomly(states, 0, 1, 100, rng)
    count = max(100, round(100 * SECONDS / cpu_seconds(lambda: play_randomly(states, 0, 1, 100, rng))))
    best = (0.0, 0.0)
    for _ in range(3):
        decisions = 0

        def run() -> None:
            nonlocal decisions
            decisions = play_randomly(states, 0, 1, count, rng)

        seconds = cpu_seconds(run)
        best = max(best, (count / seconds, decisions / seconds))
    return best


def cpu_seconds(run: Callable[[], Any]) -> float:
    """The CPU time of this thread that ``run`` takes."""
    began = time.thread_time()
    run()
    return max(time.thread_time() - began, 1e-9)


def plain_ms_per_decision(game: Game) -> float:
    """Milliseconds of one ``play`` with the ``legal`` before it, at plain speed, on average over random games."""
    seconds, decisions = 0.0, 0
    rng = seeded("bench plain", game.name)
    for players in game.players:
        position = game.start(players).settle(rng)
        while not position.over:
            began = time.perf_counter()
            legal = position.legal
            position.play(legal[int(np.random.default_rng(decisions).integers(len(legal)))])
            seconds += time.perf_counter() - began
            decisions += 1
            position.settle(rng)
    return 1000 * seconds / decisions


_WARM_START = """
import sys, numpy
from hanlin.core.game import game
from hanlin.core.playout import play_randomly
from hanlin.core.rng import seeded
name = sys.argv[1]
start = game(name).start(game(name).players[0])
states = numpy.zeros(2, start.game.dtype)
states[0] = start.state
play_randomly(states, 0, 1, 1, seeded(1))
"""


def start_times(game: Game) -> dict[str, float]:
    """Seconds of wall clock: making all machine code from nothing, and a new process up to the end of its first random game."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "HANLIN_CACHE": folder}
        began = time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "hanlin", "warm", game.name], env=environment, check=True, stderr=subprocess.DEVNULL
        )
        compiled = time.perf_counter() - began
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", _WARM_START, game.name], env=environment, check=True)
        started = time.perf_counter() - began
    return {"compile_s": round(compiled, 2), "warm_start_s": round(started, 2)}


def _print_table(report: dict[str, dict[str, Any]]) -> None:
    console = Console()
    for name, figures in report.items():
        table = Table(title=name)
        table.add_column("measured")
        table.add_column("figure", justify="right")
        for key, figure in figures.items():
            parts = figure.items() if isinstance(figure, dict) else [("", figure)]
            for part, number in parts:
                table.add_row(f"{key} {part}".strip(), f"{number:,}")
        console.print(table)
