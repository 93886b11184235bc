"""``hanlin train``: a judgement that learns by playing with itself."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console

from hanlin.cli.stopping import stop
from hanlin.lab.training import Progress, Settings, Training


def train(settings: Settings, folder: Path) -> None:
    """Train, and tell of each round on stderr; what was learned stands in the folder."""
    screen = Console(stderr=True)
    training = Training(settings, folder)
    if training.progress.rounds:
        screen.print(f"goes on after {training.progress.rounds} rounds, {training.progress.seconds / 3600:.2f} h", markup=False)
    looks, kept = len(training.progress.curve), training.progress.rounds

    def told(progress: Progress) -> None:
        nonlocal looks, kept
        shares, points = progress.errors
        screen.print(
            f"{progress.seconds / 3600:6.2f} h  round {progress.rounds}  {progress.games} games  "
            f"{progress.positions} positions  errors {shares:.4f} {points:.4f}",
            markup=False,
            highlight=False,
        )
        if len(progress.curve) > looks:
            looks, kept = len(progress.curve), progress.rounds
            last = progress.curve[-1]
            screen.print(f"win share: {last['greedy']:.0%} against greedy, {last['value']:.0%} against value", markup=False)

    try:
        training.run(told)
    except KeyboardInterrupt:
        reached = f"{training.progress.rounds} rounds, {training.progress.games} games; the first {kept} rounds are in {folder}"
        stop(reached, "The same command goes on from there.")
    print(f"{training.progress.rounds} rounds, {training.progress.games} games in {folder}")
