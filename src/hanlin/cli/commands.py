"""The command line interface: all commands, in the order of ``hanlin --help``. Each runs in the module of its name."""

from __future__ import annotations

import os
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer

from hanlin.cli.game_commands import arena, benchmark, dataset, selfplay, simulate, train
from hanlin.cli.lab_commands import lab_app
from hanlin.cli.layout import Command
from hanlin.cli.options import AsJson, Games
from hanlin.cli.running import run_app
from hanlin.cli.server_commands import account_app, backup, restore, serve
from hanlin.cli.study_commands import book, puzzles, replay, review

app = typer.Typer(
    name="hanlin",
    help="Three board games of imperial China to play, study, and teach machines to play.",
    epilog="Environment variables: HANLIN_CACHE=FOLDER keeps machine code there; HANLIN_PLAIN=1 compiles nothing; "
    "HANLIN_QUIET=1 says nothing of compiling; HANLIN_COMPILE_FIRST=1 waits for machine code instead of beginning without it; "
    "HANLIN_NUMBA_LINKING=1 leaves linking to Numba.",
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _say_version(wanted: bool) -> None:
    if wanted:
        print(f"hanlin {version('hanlin')}")
        raise typer.Exit


@app.callback()
def _common(
    version_wanted: Annotated[
        bool, typer.Option("--version", help="Print the version and exit.", callback=_say_version, is_eager=True)
    ] = False,
) -> None:
    pass


for _command in (serve, backup, restore, simulate, selfplay, dataset, train, arena, benchmark, replay, review, book, puzzles):
    app.command(cls=Command)(_command)
app.add_typer(account_app, name="account")


@app.command("games", cls=Command)
def list_games(game: Games = None, json: AsJson = False) -> None:
    """List the games, their players and options."""
    os.environ["HANLIN_PLAIN"] = "1"
    from hanlin.cli.lists import games as run

    run(game or [], json)


@app.command("levels", cls=Command)
def list_levels(json: AsJson = False) -> None:
    """List the levels of the computer players."""
    os.environ["HANLIN_PLAIN"] = "1"
    from hanlin.cli.lists import levels as run

    run(json)


@app.command(cls=Command)
def check(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Name of a game, as its package registers it.")],
    json: AsJson = False,
) -> None:
    """Check a game from another package.

    Lists faults and optional parts that are missing. The exit code is 1 if there are faults.
    """
    os.environ["HANLIN_PLAIN"] = "1"
    from hanlin.cli.check import check as run

    run(game, json)


@app.command(cls=Command)
def warm(
    game: Games = None,
    envs: Annotated[bool, typer.Option("--envs", help="Also compile environments and playouts.")] = False,
) -> None:
    """Compile games ahead of time."""
    from hanlin.cli.warm import warm as run

    run(game or [], envs)


@app.command(cls=Command)
def bench(
    game: Games = None,
    json: AsJson = False,
    yardsticks: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="C programs (GAME.c) to compare with.", exists=True, file_okay=False),
    ] = None,
) -> None:
    """Measure the speed of the games."""
    from hanlin.cli.bench import bench as run

    run(game or [], json, yardsticks)


app.add_typer(lab_app, name="lab")


def main() -> None:
    """Run a command, see ``running.run_app`` for its exit codes."""
    run_app(app)
