"""``hanlin train``: train a value network by self-play."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console

from hanlin.cli.stopping import stop
from hanlin.lab.training import Progress, Settings, Training


def train(settings: Settings, folder: Path) -> None:
    """Train, with a report of each round on stderr; results are in the folder."""
    screen = Console(stderr=True)
    training = Training(settings, folder)
    if training.progress.rounds:
        screen.print(
            f"continuing after {training.progress.rounds} rounds, {training.progress.seconds / 3600:.2f} h", markup=False
        )
    measurements, kept = len(training.progress.curve), training.progress.rounds

    def report(progress: Progress) -> None:
        nonlocal measurements, kept
        shares, points = progress.errors
        screen.print(
            f"{progress.seconds / 3600:6.2f} h  round {progress.rounds}  {progress.games} games  "
            f"{progress.positions} positions  errors {shares:.4f} {points:.4f}",
            markup=False,
            highlight=False,
        )
        if len(progress.curve) > measurements:
            measurements, kept = len(progress.curve), progress.rounds
            last = progress.curve[-1]
            screen.print(f"win share: {last['greedy']:.0%} against greedy, {last['value']:.0%} against value", markup=False)

    try:
        training.run(report)
    except KeyboardInterrupt:
        reached = f"{training.progress.rounds} rounds, {training.progress.games} games; the first {kept} rounds are in {folder}"
        stop(reached, "Run the same command to continue.")
    print(f"{training.progress.rounds} rounds, {training.progress.games} games in {folder}")
