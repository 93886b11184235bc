"""``hanlin warm``: compile ahead of need."""

from __future__ import annotations

import sys

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from hanlin.bots.warm import STEPS
from hanlin.bots.warm import warm as warm_game
from hanlin.core.compiled import PLAIN
from hanlin.core.game import game as find_game
from hanlin.core.game import games


def warm(names: list[str]) -> None:
    """Compile the named games (all if none), with a progress bar."""
    chosen = [find_game(name) for name in names] or list(games().values())
    if PLAIN:
        sys.exit("hanlin: nothing to compile: HANLIN_PLAIN is set, or Numba is not installed.")
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        for game in chosen:
            task = bar.add_task(game.name, total=STEPS)

            def step(name: str, task=task, game=game) -> None:  # type: ignore[no-untyped-def]
                bar.update(task, description=f"{game.name}: {name}", advance=0 if name == "playouts" else 1)

            warm_game(game, step)
            bar.update(task, description=game.name, completed=STEPS)
