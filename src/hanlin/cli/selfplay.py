"""``hanlin selfplay``: training examples from games of bots."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.progress import TimeRemainingColumn

from hanlin.cli.job import read_job
from hanlin.cli.progress import progress
from hanlin.cli.stopping import of_games, stop
from hanlin.lab.jobs import SelfPlay, self_play


def selfplay(
    name: str,
    players: int,
    out: Path,
    games: int,
    bots: str,
    seed: str,
    words: Sequence[str],
    processes: int,
    ray: str | None,
) -> None:
    """Play with a progress bar on stderr, and print the number of decisions."""
    job = read_job(SelfPlay, name, players, games, bots, seed, words)
    with progress(TimeRemainingColumn()) as bar:
        task = bar.add_task(job.game, total=job.pieces)
        done = 0

        def over(pieces: int) -> None:
            nonlocal done
            done = pieces
            bar.update(task, completed=pieces)

        try:
            decisions = self_play(job, out, processes, ray, over)
        except KeyboardInterrupt:
            played = min(done * job.piece_size, games)
            stop(of_games(played, games), f"Their examples are in {out}; run the same command to continue.")
    print(f"{games} games, {decisions} decisions in {out}")
