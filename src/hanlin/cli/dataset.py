"""``hanlin dataset``: games between bots as a dataset, and the check of one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.progress import TimeRemainingColumn

from hanlin.cli.job import read_job
from hanlin.cli.progress import progress
from hanlin.cli.stopping import of_games, stop
from hanlin.lab.dataset import Dataset, write_dataset
from hanlin.lab.jobs import Simulation


def dataset(
    name: str,
    players: int,
    out: Path,
    games: int,
    bots: str,
    seed: str,
    words: Sequence[str],
    processes: int,
    ray: str | None,
    keep: Path | None,
) -> None:
    """Play with a progress bar on stderr, write the dataset, and print how much it holds."""
    job = read_job(Simulation, name, players, games, bots, seed, words, whole=True)
    done = 0
    with progress(TimeRemainingColumn()) as bar:
        task = bar.add_task(job.game, total=games)

        def over(played: int) -> None:
            nonlocal done
            done = played
            bar.update(task, completed=played)

        try:
            about = write_dataset(job, out, processes, ray, keep, over)
        except KeyboardInterrupt:
            go_on = (
                f"They are kept in {keep}; run the same command to continue."
                if keep
                else "With --keep FOLDER you can continue."
            )
            stop(of_games(done, games), f"No dataset is written. {go_on}")
    parts = ", ".join(f"{split} {held['games']}" for split, held in about["splits"].items())
    size = sum(file["bytes"] for file in about["files"].values())
    print(f"{games} games ({parts}), {size / 1e6:.1f} MB in {out}")


def check(folder: Path) -> None:
    """Check a dataset: its files by their checksums, its games by the rules."""
    data = Dataset(folder)
    data.check()
    print(f"{folder}: {data.about['games']} games of {data.game.name}; checksums and rules hold.")
