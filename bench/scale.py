"""Scaling of distributed jobs, for the tables of ``docs/scale.md``: ``python bench/scale.py [--json] [--size 1]`` (extra
``cluster``).

A simulation, a tournament and self-play, each with one process, two processes, and two workers of a Ray cluster on this
machine: games per second by the clock from the first result to the last, and the time to the first result. Also the worker time
per piece and the driver time per piece (CPU): their quotient is the number of workers that one driver can feed.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hanlin.lab.arena import Match, Settings, tournament
from hanlin.lab.distribute import Packed, Work, spread
from hanlin.lab.jobs import SelfPlay, Simulation, self_play, simulate

WORKERS = 2
MANY = 1000
"""Workers in the extrapolation."""
THINK = 0.02
"""CPU seconds per decision in the tournament."""
WAYS: dict[str, tuple[int, str | None]] = {
    "1 process": (1, None),
    "2 processes": (WORKERS, None),
    "Ray, 2 workers": (WORKERS, "local"),
}


READY = 400
"""Precomputed pieces with which the driver time is measured."""

OnProgress = Callable[[object], None]


@dataclass(frozen=True)
class Ready:
    """Work with a precomputed result for every piece."""

    result: Any

    def do(self, piece: int) -> Any:
        return self.result


@dataclass(frozen=True)
class Job:
    """A measurement: ``run(games, processes, ray, progress)`` plays games and calls ``progress`` after each piece."""

    name: str
    games: int
    piece: int
    run: Callable[[int, int, str | None, OnProgress], object]
    work: Work
    """The work in the extrapolation."""
    large: int
    """Games in the extrapolation."""
    large_piece: int


def simulated(games: int, processes: int, ray: str | None, progress: OnProgress) -> object:
    return simulate(simulation(games), processes, ray, progress=progress)


def simulation(games: int) -> Simulation:
    return Simulation(game="china", players=4, games=games, bots=("greedy", "random"))


def contested(games: int, processes: int, ray: str | None, progress: OnProgress) -> object:
    """A tournament of bots with a time limit."""
    return tournament(contest(games), processes, None, progress, ray)


def contest(games: int) -> Settings:
    return Settings(game="china", players=3, options={}, bots=("strong", "greedy"), games=games, seed="1", think=THINK)


def learned(games: int, processes: int, ray: str | None, progress: OnProgress) -> object:
    """Self-play with the examples written to a folder."""
    with tempfile.TemporaryDirectory() as folder:
        return self_play(examples(games), Path(folder) / "examples", processes, ray, progress)


def examples(games: int) -> SelfPlay:
    return SelfPlay(game="china", players=4, games=games, bots=("greedy",))


def jobs(size: float) -> list[Job]:
    """All measurements; ``size`` 1: about 15 seconds each for one process."""
    games, large = round(40_000 * size), simulation(1_000_000_000)
    simulating = Job(
        "`simulate`, greedy and random", games, simulation(games).piece_size, simulated, large, large.games, large.piece_size
    )
    contesting = Job("`arena`, strong and greedy", max(4, round(16 * size)), 1, contested, Match(contest(1)), 30_000, 1)
    games, wide = round(3_000 * size), examples(10_000_000)
    learning = Job("`selfplay`, greedy", games, examples(games).piece_size, learned, Packed(wide), wide.games, wide.piece_size)
    return [simulating, contesting, learning]


def run(job: Job, processes: int, ray: str | None) -> tuple[float, float]:
    """Seconds to the first result, and seconds per piece after it."""
    began, first, heard = time.perf_counter(), 0.0, 0

    def hear(what: object) -> None:
        nonlocal first, heard
        heard += 1
        # A job first reports that nothing is done yet.
        if not first and what != 0:
            first, heard = time.perf_counter(), 0

    job.run(job.games, processes, ray, hear)
    return first - began, (time.perf_counter() - first) / heard


def gathering(result: Any) -> float:
    """Driver CPU seconds per piece with that result, on Ray with workers that need no time."""
    used = 0.0
    for n, _result in enumerate(spread(Ready(result), range(READY), WORKERS, "local")):
        if n == READY // 2:
            used = time.process_time()
    return (time.process_time() - used) / (READY - 1 - READY // 2)


def measure(job: Job) -> dict[str, Any]:
    """The figures of each way."""
    job.run(2 * job.piece, 1, None, lambda _what: None)  # Machine code is made or loaded before anything is timed.
    used = time.process_time()
    result = job.work.do(0)
    taken = time.process_time() - used
    figures = {way: run(job, processes, ray) for way, (processes, ray) in WAYS.items()}
    begin, each = ({way: row[k] for way, row in figures.items()} for k in range(2))
    return {
        "job": job.name,
        "games": job.games,
        "games_a_piece": job.piece,
        "start_s": {way: round(seconds, 2) for way, seconds in begin.items()},
        "ms_a_piece": {way: round(1000 * seconds, 2) for way, seconds in each.items()},
        "efficiency": {way: round(each["1 process"] / each[way] / WORKERS, 3) for way in list(WAYS)[1:]},
        "cpu_ms_a_large_piece": round(1000 * taken, 2),
        "cpu_ms_to_gather": round(1000 * gathering(result), 3),
        "large": job.large,
        "large_piece": job.large_piece,
    }


# -- the report ------------------------------------------------------------------------------------------------------------


def as_tables(rows: list[dict[str, Any]]) -> str:
    """Measured: a row a job; then the arithmetic."""
    lines = [f"| games a second | {' | '.join(WAYS)} | until the first result |", "|---|" + "---|" * (len(WAYS) + 1)]
    for row in rows:
        cells = [f"{figure(1000 * row['games_a_piece'] / row['ms_a_piece'][way])}{share(row, way)}" for way in WAYS]
        begin = ", ".join(f"{seconds:.1f} s" for seconds in row["start_s"].values())
        lines.append(f"| {row['job']} | {' | '.join(cells)} | {begin} |")
    head = [
        "a piece",
        "takes a worker",
        "and costs who gathers (Ray)",
        "who keeps busy",
        "so games",
        "1 core",
        f"{MANY:,} cores",
    ]
    lines += ["", f"| {' | '.join(head)} |", "|---|" + "---|" * (len(head) - 1)]
    for row in rows:
        take, gather = row["cpu_ms_a_large_piece"], row["cpu_ms_to_gather"]
        pieces = row["large"] / row["large_piece"]
        spread = pieces * max(take / min(1.0, row["efficiency"]["Ray, 2 workers"]) / MANY, gather) / 1000
        cells = [f"{take:,.0f} ms", f"{gather:.2f} ms", f"{take / gather:,.0f} workers", f"{row['large']:,}"]
        cells += [span(pieces * take / 1000), span(spread)]
        lines.append(f"| {row['job']}, {row['large_piece']:,} of them | {' | '.join(cells)} |")
    return "\n".join(lines)


def figure(number: float) -> str:
    """Three figures or so: 0.155, 36.9, 1,210."""
    return f"{number:.3g}" if number < 1000 else f"{number:,.0f}"


def share(row: dict[str, Any], way: str) -> str:
    """The efficiency of a way with more than one worker."""
    return f" ({100 * row['efficiency'][way]:.0f} %)" if way in row["efficiency"] else ""


def span(seconds: float) -> str:
    """A time for people."""
    for unit, size in (("days", 86400), ("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=float, default=1, help="how large the jobs are; 1: some minutes in all")
    parser.add_argument("--json", action="store_true", help="JSON on stdout, the tables on stderr")
    given = parser.parse_args()
    rows = [measure(job) for job in jobs(given.size)]
    print(as_tables(rows), file=sys.stderr if given.json else sys.stdout)
    if given.json:
        json.dump(rows, sys.stdout, indent=2)
        print()


if __name__ == "__main__":
    main()
