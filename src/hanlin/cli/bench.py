"""``hanlin bench``: measure the speed of the games on this machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import TimeElapsedColumn
from rich.table import Table

from hanlin.cli.progress import progress
from hanlin.cli.stopping import stop
from hanlin.cli.yardsticks import Yardstick, compiler
from hanlin.core.errors import HanlinError
from hanlin.core.jit.compiled import PLAIN
from hanlin.core.jit.rng import below, seeded
from hanlin.core.position.game import Game, games
from hanlin.core.position.game import game as find_game
from hanlin.core.verbs import generic, timing
from hanlin.core.verbs.playout import play_randomly

SECONDS = 0.5
"""Approximate length of each run of a measurement."""
ROUNDS = 3
"""The best of this many runs counts: other processes only slow a run down."""
MOMENTS = 64
"""States on which the verbs are measured: few enough for the processor's cache, as in a search."""


def bench(names: list[str], as_json: bool, yardsticks: Path | None) -> None:
    """Measure games (default: all); print one JSON object or a table.

    ``yardsticks``: a folder with C programs; the program named like a game is measured in turns with it.
    """
    chosen = [find_game(name) for name in names] or list(games().values())
    if PLAIN:
        raise HanlinError("The bench measures compiled speed, but HANLIN_PLAIN is set, or Numba is not installed.")
    with tempfile.TemporaryDirectory() as folder, progress(TimeElapsedColumn()) as bar:
        report: dict[str, dict[str, Any]] = {}
        stopped = False
        bar.start()
        try:
            for game in chosen:
                bench_of_game = GameBench(game, _yardstick(game, yardsticks, Path(folder)))
                task = bar.add_task(game.name, total=len(bench_of_game.steps))
                report[game.name] = bench_of_game.figures
                for step in bench_of_game.steps:
                    step()
                    bar.advance(task)
        except KeyboardInterrupt:
            stopped = True
    if as_json:
        print(json.dumps({name: {"schema": "hanlin.bench/1", **figures} for name, figures in report.items()}))
    else:
        _print_table(report)
    if stopped:
        stop(
            f"{sum(map(bool, report.values()))} of {len(chosen)} games",
            "Their figures so far are above; the next run measures all again.",
        )


def _yardstick(game: Game, folder: Path | None, into: Path) -> Yardstick | None:
    source = folder / f"{game.name}.c" if folder is not None else None
    if source is None or not source.exists():
        return None
    compiled_by = compiler()
    if compiled_by is None:
        print("hanlin: no C compiler was found (CC, cc), so Hanlin is measured without the C programs.", file=sys.stderr)
        return None
    return Yardstick(source, into, compiled_by)


class GameBench:
    """The figures of one game, measured step by step."""

    def __init__(self, game: Game, yardstick: Yardstick | None) -> None:
        self.game = game
        self.yardstick = yardstick
        self.figures: dict[str, Any] = {"state_bytes": game.dtype.itemsize}
        self.steps: list[Callable[[], None]] = [
            *(
                lambda suffix=suffix, options=options, players=players: self.random_games(suffix, options, players)
                for suffix, options in variants(game).items()
                for players in game.players
            ),
            *(lambda verb=verb: self.one_verb(verb) for verb in range(len(timing.VERBS))),
            self.plain_speed,
            self.start_times,
        ]

    def random_games(self, suffix: str, options: dict[str, Any], players: int) -> None:
        """Measure compiled random games and decisions per CPU second of one thread; for the base game also those in C."""
        states = np.zeros(2, self.game.dtype)
        states[0] = self.game.start(players, **options).state
        rng = seeded("bench", self.game.name, players)
        play_randomly(states, 0, 1, 100, rng)
        count = max(100, round(100 * SECONDS / cpu_seconds(lambda: play_randomly(states, 0, 1, 100, rng))))
        best, best_decisions, best_in_c = 0.0, 0.0, 0.0
        for _ in range(ROUNDS):
            decisions = 0

            def run() -> None:
                nonlocal decisions
                decisions = play_randomly(states, 0, 1, count, rng)

            seconds = cpu_seconds(run)
            best, best_decisions = max(best, count / seconds), max(best_decisions, decisions / seconds)
            if self.yardstick is not None and not suffix:
                best_in_c = max(best_in_c, self.yardstick.games_per_second(players, count))
        self._put(f"random_games_per_s{suffix}", players, round(best))
        self._put(f"decisions_per_s{suffix}", players, round(best_decisions))
        if best_in_c:
            self._put("random_games_per_s_in_c", players, round(best_in_c))
            self._put("share_of_c", players, round(best / best_in_c, 3))

    def one_verb(self, verb: int) -> None:
        """Measure the mean nanoseconds of one verb at compiled speed, over states of random games with most players.

        Verbs that change a state are measured on copies, without the time of copying.
        """
        start, spare, states = (np.zeros(n, self.game.dtype) for n in (1, 1, MOMENTS))
        codes, rng = np.zeros(MOMENTS, np.int64), seeded("bench verbs")
        start[0] = self.game.start(self.game.players[-1]).state
        timing.collect(start, states, codes, spare, rng)
        if verb == timing.GUESS:
            for state in states:
                generic.hide(state, int(generic.actor(state)))

        def seconds(what: int, times: int) -> float:
            return cpu_seconds(lambda: timing.repeat(what, states, codes, spare, times, rng))

        def nanoseconds(what: int) -> float:
            times = 1
            while seconds(what, times) < SECONDS / 20:
                times *= 2
            return 1e9 * min(seconds(what, times) for _ in range(ROUNDS)) / (times * MOMENTS)

        taken = nanoseconds(verb)
        if verb in (timing.PLAY, timing.HIDE, timing.GUESS):
            taken = max(0.0, taken - nanoseconds(timing.COPY))
        self._put("ns", timing.VERBS[verb], round(taken, 1))

    def plain_speed(self) -> None:
        """Measure the mean milliseconds of ``legal`` and ``play`` at plain speed, over random games."""
        seconds, decisions = 0.0, 0
        rng = seeded("bench plain", self.game.name)
        for players in self.game.players:
            position = self.game.start(players).settle(rng)
            while not position.over:
                began = time.perf_counter()
                legal = position.legal
                position.play(legal[below(rng, len(legal))])
                seconds += time.perf_counter() - began
                decisions += 1
                position.settle(rng)
        self.figures["plain_ms_per_decision"] = round(1000 * seconds / decisions, 4)

    def start_times(self) -> None:
        """Measure compilation with an empty cache (wall clock and CPU), and a new process up to the end of its first game."""
        with tempfile.TemporaryDirectory() as folder:
            environment = {**os.environ, "HANLIN_CACHE": folder}
            compiled, cpu = _time_of(["-m", "hanlin", "warm", self.game.name], environment)
            started, _ = _time_of(["-c", _WARM_START, self.game.name], environment)
        self.figures |= {"compile_s": compiled, "compile_cpu_s": cpu, "warm_start_s": started}

    def _put(self, table: str, key: Any, figure: float) -> None:
        self.figures.setdefault(table, {})[str(key)] = figure


def variants(game: Game) -> dict[str, dict[str, Any]]:
    """The options of the base game and of the variants to measure, by the suffix of their keys."""
    return {"": {}} | {f"_{name}": {name: True} for name in game.bench_switches}


def _time_of(words: list[str], environment: dict[str, str]) -> tuple[float, float]:
    """Seconds of a Python command, by wall clock and CPU."""
    began, cpu = time.perf_counter(), os.times()
    subprocess.run([sys.executable, *words], env=environment, check=True, stderr=subprocess.DEVNULL)
    after = os.times()
    used = after.children_user + after.children_system - cpu.children_user - cpu.children_system
    return round(time.perf_counter() - began, 2), round(used, 2)


def cpu_seconds(run: Callable[[], Any]) -> float:
    """The CPU time of this thread in ``run``."""
    began = time.thread_time()
    run()
    return max(time.thread_time() - began, 1e-9)


_WARM_START = """
import sys, numpy
from hanlin.core.position.game import game
from hanlin.core.verbs.playout import play_randomly
from hanlin.core.jit.rng import seeded
name = sys.argv[1]
start = game(name).start(game(name).players[0])
states = numpy.zeros(2, start.game.dtype)
states[0] = start.state
play_randomly(states, 0, 1, 1, seeded(1))
"""


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
