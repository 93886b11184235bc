"""``hanlin train``: train a value network by self-play."""

from __future__ import annotations

import os
import shlex
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from rich.console import Console

from hanlin.bots.levels import recipe
from hanlin.cli.stopping import stop
from hanlin.lab.training import LOSSES, TRIES, Progress, Settings, Training

EVERY = 10.0
"""Seconds between two lines about rounds."""
GO_ON = "Run the same command to continue."
STOPPING = b"hanlin: stopping after this round; press Ctrl-C again to stop at once.\n"


def train(settings: Settings, folder: Path) -> None:
    """Train, with reports on stderr; results are in the folder. At the end print the commands that use them."""
    training = Training(settings, folder)
    report = Reporter(training, Console(stderr=True))
    report.begin()
    try:
        if not report.is_done:
            report.compiled(training.prepare())
        with stopping_after_a_round() as stopping:
            training.run(report.over, stopping)
    except KeyboardInterrupt:
        stop(_reached(training), GO_ON)
    if stopping():
        stop(_reached(training), GO_ON)
    print(_next_steps(training))


class Reporter:
    """Says on stderr what a training does: at the beginning, every ten seconds, and after each evaluation."""

    def __init__(self, training: Training, screen: Console) -> None:
        self.training, self.settings = training, training.settings
        self._screen = screen
        self._evaluations = len(training.progress.curve)
        self._said = time.monotonic()

    @property
    def is_done(self) -> bool:
        """True if the folder holds as many hours as are asked for."""
        return self.training.progress.seconds >= self.settings.hours * 3600

    def begin(self) -> None:
        """Say what is trained, what there is already, and how it is evaluated."""
        settings, done = self.settings, self.training.progress
        if self.is_done and done.rounds:
            self._say(f"{self.training.folder} holds {_hours(done.seconds)} already; for more, raise --hours.")
            return
        layers = f"{settings.hidden} and {settings.hidden2} hidden units"
        self._say(f"{settings.game}, {settings.players} players: a value network ({layers}), seed {settings.seed}.")
        if done.rounds:
            self._say(f"continuing after {done.rounds} rounds, {_hours(done.seconds)} of {_hours(settings.hours * 3600)}.")
        tries = settings.iterations * (TRIES if recipe(settings.game).kind == "comparison" else 1)
        self._say(
            f"Evaluations, every {settings.check / 60:g} min: one seat searches with the network ({tries} iterations), in "
            f"{settings.matches} games against each opponent at all other seats. greedy: the best action one ply ahead. value: "
            f"the same search, with the handcrafted value in place of the network. Equal players win {_even(settings):.0%}."
        )
        self._say("Compiling; this does not count as learning.")

    def compiled(self, seconds: float) -> None:
        """Say how long compiling took."""
        self._say(f"Compiled in {seconds:.0f} s.")
        self._said = time.monotonic()

    def over(self, progress: Progress) -> None:
        """Say what was reached, after a round."""
        if len(progress.curve) > self._evaluations:
            self._evaluations = len(progress.curve)
            self._round(progress)
            last = progress.curve[-1]
            won = ", ".join(f"{_share(last, name)} against {name}" for name in ("greedy", "value"))
            self._say(f"          won {won} ({last['matches']} games each, 95 % intervals)")
        elif time.monotonic() - self._said >= EVERY:
            self._round(progress)

    def _round(self, progress: Progress) -> None:
        self._said = time.monotonic()
        names = LOSSES[recipe(self.settings.game).kind]
        losses = "  ".join(f"{name} {value:.4f}" for name, value in zip(names, progress.errors, strict=True))
        self._say(
            f"{progress.seconds / 3600:6.3f} h  round {progress.rounds}  {progress.games} games  "
            f"{progress.positions} positions  {losses}"
        )

    def _say(self, text: str) -> None:
        self._screen.print(text, markup=False, highlight=False, soft_wrap=True)


@contextmanager
def stopping_after_a_round() -> Iterator[Callable[[], bool]]:
    """A function that says whether Ctrl-C was pressed; pressed again, it interrupts."""
    asked = False

    def ask(_number: int, _frame: object) -> None:
        nonlocal asked
        if asked:
            raise KeyboardInterrupt
        asked = True
        with suppress(OSError):
            os.write(2, STOPPING)  # A handler may interrupt a print.

    before = signal.signal(signal.SIGINT, ask)
    try:
        yield lambda: asked
    finally:
        signal.signal(signal.SIGINT, before)


def _share(row: dict[str, Any], name: str) -> str:
    return f"{row[name]:.0%} [{row[f'{name}_low']:.0%}, {row[f'{name}_high']:.0%}]"


def _even(settings: Settings) -> float:
    return 1 / settings.players


def _hours(seconds: float) -> str:
    return f"{seconds / 3600:.3g} h"


def _reached(training: Training) -> str:
    done, saved = training.progress, training.saved_rounds
    kept = f"{training.folder} holds {'them' if saved == done.rounds else f'the first {saved}'}"
    return f"{done.rounds} rounds, {done.games} games, {_hours(done.seconds)}; {kept if saved else 'nothing was saved yet'}"


def _next_steps(training: Training) -> str:
    """The result, and the commands to type next."""
    settings, folder, done = training.settings, training.folder, training.progress
    bots = ",".join([f"strong:{training.weights_file}", *["strong"] * (settings.players - 1)])
    game = f"{settings.game} --players {settings.players}"
    return (
        f"{done.rounds} rounds, {done.games} games in {folder} (learning curve: {folder / 'curve.svg'})\n"
        f"Tournament:       hanlin arena {game} --games {100 * settings.players} --bots {shlex.quote(bots)}\n"
        f"Play against it:  hanlin serve --weights {shlex.quote(str(folder))}"
    )
