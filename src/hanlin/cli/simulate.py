"""``hanlin simulate``: many games between bots."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from rich.progress import TimeRemainingColumn

from hanlin.bots.simulate import SCHEMA, Summary
from hanlin.cli.job import read_job
from hanlin.cli.progress import progress
from hanlin.cli.stopping import of_games, stop
from hanlin.core.errors import HanlinError
from hanlin.lab.dataframes import OF_GAMES, DecisionTable, GameTables, check_file, write
from hanlin.lab.jobs import Simulation
from hanlin.lab.jobs import simulate as simulate_job


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """The outputs of a simulation, and where it runs: on all cores, in processes, or on a Ray cluster."""

    records: Path | None = None
    out: Path | None = None
    decisions: Path | None = None
    processes: int = 1
    ray: str | None = None
    keep: Path | None = None

    @property
    def spread(self) -> bool:
        """True if the work runs in pieces, in other processes or with results stored in a folder."""
        return self.processes > 1 or self.ray is not None or self.keep is not None


def simulate(
    name: str,
    players: int,
    games: int,
    bots: str,
    seed: str,
    words: Sequence[str],
    keep_seats: bool,
    wanted: Wanted,
    as_json: bool,
) -> None:
    """Play with a progress bar on stderr, write the tables asked for, and print a summary."""
    if wanted.spread and wanted.records is not None:
        raise HanlinError("Only a single process writes records: leave out --records, or --processes, --ray and --keep.")
    whole = wanted.decisions is not None or wanted.records is not None
    job = read_job(Simulation, name, players, games, bots, seed, words, keep_seats=keep_seats, whole=whole)
    about = {
        "game": job.start.game.name,
        "players": players,
        "options": job.start.game.options_text(job.options),
        "seed": job.seed,
    }
    began = time.perf_counter()
    summary, stopped = job.summary(), False
    with _tables(job, wanted) as tables:
        try:
            _play(job, wanted, tables, summary)
        except KeyboardInterrupt:
            stopped = True
        if stopped and not summary.games:
            stop(of_games(0, games), _how_to_go_on(wanted))
        seconds = time.perf_counter() - began
        if tables is not None and wanted.out is not None:
            write(tables.games(), wanted.out, OF_GAMES)
        if tables is not None and tables.decisions is not None:
            tables.decisions.write()
    if as_json:
        print(json.dumps({"schema": SCHEMA, **about, **summary.as_json(), "seconds": round(seconds, 3)}))
    else:
        print(_in_words(summary, seconds))
    if stopped:
        stop(of_games(summary.games, games), _how_to_go_on(wanted))


@contextmanager
def _tables(job: Simulation, wanted: Wanted) -> Iterator[GameTables | None]:
    """The tables that are asked for; HanlinError if a file can't be written."""
    for file in (wanted.out, wanted.decisions):
        if file is not None:
            check_file(file)
    if wanted.decisions is not None:
        with DecisionTable(job.start, wanted.decisions) as decisions:
            yield GameTables(job.start, job.seed, decisions)
    else:
        yield GameTables(job.start, job.seed) if wanted.out else None


def _how_to_go_on(wanted: Wanted) -> str:
    if wanted.keep is not None:
        return f"Finished games are kept in {wanted.keep}; run the same command to continue."
    return "No games were kept. With --keep FOLDER you can continue a stopped simulation."


def _play(job: Simulation, wanted: Wanted, tables: GameTables | None, summary: Summary) -> None:
    """Play, and add each game to the tables and to the summary as soon as it is finished."""
    with progress(TimeRemainingColumn()) as bar:
        task = bar.add_task(job.start.game.name, total=job.games)
        simulate_job(
            job,
            wanted.processes,
            wanted.ray,
            wanted.keep,
            lambda done: bar.update(task, completed=done),
            tables,
            summary,
            threads=not wanted.spread,
            records=wanted.records,
        )


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
