"""``hanlin simulate``: many games between bots."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from rich.progress import Progress, TaskID, TimeRemainingColumn

from hanlin.bots.simulate import Games, Summary, count, play_games
from hanlin.cli.progress import progress
from hanlin.cli.stopping import stop
from hanlin.cli.words import read_list, read_options, read_seed
from hanlin.core.errors import HanlinError
from hanlin.core.position.game import game as find_game
from hanlin.lab.dataframes import GameTables, check_file, write
from hanlin.lab.jobs import Simulation
from hanlin.lab.jobs import simulate as simulate_job


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What a simulation leaves behind, and where it is played: on all cores, in processes, on a Ray cluster."""

    records: Path | None = None
    out: Path | None = None
    decisions: Path | None = None
    processes: int = 1
    ray: str | None = None
    keep: Path | None = None

    @property
    def spread(self) -> bool:
        """Whether other processes play."""
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
    """Play, with a progress bar on stderr, write the tables that are wanted, and print a summary."""
    job = Simulation(
        game=name,
        players=players,
        games=games,
        bots=tuple(read_list(bots)),
        seed=read_seed(seed),
        options=read_options(find_game(name), words),
        keep_seats=keep_seats,
        whole=wanted.decisions is not None,
    )
    about = {
        "game": job.start.game.name,
        "players": players,
        "options": job.start.game.options_text(job.options),
        "seed": job.seed,
    }
    if wanted.spread and wanted.records is not None:
        raise HanlinError("Records are written by this process: leave out --records, or --processes, --ray and --keep.")
    for file in (wanted.out, wanted.decisions):
        if file is not None:
            check_file(file)
    tables = GameTables(job.start, job.seed, job.whole) if wanted.out or wanted.decisions else None
    began = time.perf_counter()
    summary, stopped = job.summary(), False
    try:
        _play(job, wanted, tables, summary)
    except KeyboardInterrupt:
        stopped = True
    if stopped and not summary.games:
        stop("no game was over", _how_to_go_on(wanted))
    seconds = time.perf_counter() - began
    if tables is not None and wanted.out is not None:
        write(tables.games(), wanted.out)
    if tables is not None and wanted.decisions is not None:
        write(tables.decisions(), wanted.decisions)
    if as_json:
        print(json.dumps({**about, **summary.as_json(), "seconds": round(seconds, 3)}))
    else:
        print(_in_words(summary, seconds))
    if stopped:
        stop(f"{summary.games} of {games} games were played", _how_to_go_on(wanted))


def _how_to_go_on(wanted: Wanted) -> str:
    if wanted.keep is not None:
        return f"What is over is kept in {wanted.keep}: the same command goes on."
    return "Nothing is kept to go on from; with --keep FOLDER a simulation goes on where it was stopped."


def _play(job: Simulation, wanted: Wanted, tables: GameTables | None, summary: Summary) -> None:
    """Play, and add each game to the tables and to the summary as soon as it is over."""

    def over(first: int, played: Games) -> None:
        count(summary, played)
        if tables is not None:
            tables.add(first, played)

    with progress(TimeRemainingColumn()) as bar:
        if wanted.spread:
            task = bar.add_task(job.start.game.name, total=job.pieces)
            done = partial(_completed, bar, task)
            simulate_job(job, wanted.processes, wanted.ray, wanted.keep, done, tables, summary)
            return
        task = bar.add_task(job.start.game.name, total=job.games)
        play_games(
            find_game(job.game),
            job.players,
            job.options,
            job.bots,
            job.games,
            job.seed,
            keep_seats=job.keep_seats,
            records=wanted.records,
            progress=partial(_completed, bar, task),
            each=over,
            one_by_one=job.whole,
        )


def _completed(bar: Progress, task: TaskID, done: int) -> None:
    bar.update(task, completed=done)


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
