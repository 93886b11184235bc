"""``hanlin warm``: compile ahead of need."""

from __future__ import annotations

from rich.progress import TimeElapsedColumn

from hanlin.bots.warm import STEPS
from hanlin.bots.warm import warm as warm_games
from hanlin.cli.progress import progress
from hanlin.core.compiled import PLAIN
from hanlin.core.errors import HanlinError
from hanlin.core.game import game as find_game
from hanlin.core.game import games


def warm(names: list[str]) -> None:
    """Compile the named games (all if none), with a progress bar for each."""
    chosen = [find_game(name) for name in names] or list(games().values())
    if PLAIN:
        raise HanlinError("There is nothing to compile: HANLIN_PLAIN is set, or Numba is not installed.")
    with progress(TimeElapsedColumn()) as bar:
        tasks = {game.name: bar.add_task(game.name, total=len(STEPS)) for game in chosen}
        warm_games(chosen, lambda game, step: bar.update(tasks[game.name], advance=1))
