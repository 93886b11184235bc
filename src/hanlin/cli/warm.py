"""``hanlin warm``: compile ahead of time."""

from __future__ import annotations

from rich.progress import TimeElapsedColumn

from hanlin.bots.warm import STEPS
from hanlin.bots.warm import warm as warm_games
from hanlin.cli.progress import progress
from hanlin.core.errors import HanlinError
from hanlin.core.jit.compiled import PLAIN
from hanlin.core.position.game import Game, games
from hanlin.core.position.game import game as find_game
from hanlin.core.verbs.features import size_of
from hanlin.envs.vector_games import VectorGames
from hanlin.envs.warm import warm_environment
from hanlin.lab import playouts


def warm_vector(of: Game) -> None:
    """Compile the vector environment of a game, or load it from the cache."""
    if size_of(of.features(of.players[0])):
        many = VectorGames(of.name, envs=1).reset(1)
        many.step(many.legal[:, 0])


def warm_monte_carlo(of: Game) -> None:
    """Compile ``hanlin.lab.playouts``, or load it from the cache."""
    playouts(of.start(), 1, "warm", threads=1)


MACHINES = {"vector": warm_vector, "environment": warm_environment, "monte carlo": warm_monte_carlo}
"""Additional steps for environments and playouts, by name."""


def warm(names: list[str], envs: bool = False) -> None:
    """Compile games (default: all) with a progress bar for each; with ``envs`` also environments and playouts."""
    chosen = [find_game(name) for name in names] or list(games().values())
    if PLAIN:
        raise HanlinError("There is nothing to compile: HANLIN_PLAIN is set, or Numba is not installed.")
    steps = STEPS | MACHINES if envs else STEPS
    with progress(TimeElapsedColumn()) as bar:
        tasks = {game.name: bar.add_task(game.name, total=len(steps)) for game in chosen}
        bar.start()
        warm_games(chosen, lambda game, step: bar.update(tasks[game.name], advance=1), steps)
