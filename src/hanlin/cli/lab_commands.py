"""The arguments and options of ``hanlin lab``. Each command runs in the module of its name."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from hanlin.cli.layout import Command
from hanlin.cli.options import (
    MOST_GAMES,
    AsJson,
    Games,
    KeptIn,
    OneGame,
    OnRay,
    OptionWords,
    Processes,
    SomePlayers,
    refuse_together,
    refuse_without,
    whole_number,
)
from hanlin.core.errors import HanlinError

lab_app = typer.Typer(help="Measure the computer players.", no_args_is_help=True)


@lab_app.callback()
def _lab() -> None:
    pass


@lab_app.command(cls=Command)
def calibrate(
    context: typer.Context,
    game: OneGame,
    players: SomePlayers = "",
    games: Annotated[int, typer.Option(help="Games from which positions are taken.", **whole_number(1, MOST_GAMES))] = 100,
    positions: Annotated[int, typer.Option(help="Random positions of each game.", **whole_number(1, 1000))] = 6,
    dangers: Annotated[int, typer.Option(help="More positions of each game with a known danger.", **whole_number(0, 1000))] = 3,
    plays: Annotated[int, typer.Option(help="Games that are played on from each position.", **whole_number(1, 10_000))] = 4,
    by: Annotated[str, typer.Option(metavar="BOT", help="Bot that plays them on.")] = "strong",
    iterations: Annotated[int, typer.Option(help="Iterations of the search in each position.", **whole_number(1, 10**6))] = 400,
    rounds: Annotated[int, typer.Option(help="Determinizations in which shares are computed.", **whole_number(1, 10**6))] = 96,
    bots: Annotated[
        str,
        typer.Option(
            metavar="NAMES",
            help='Players of the games, separated by commas; "strong:no-rice" is a level with a bad habit of the game. '
            "Default: all levels, and strong with every bad habit.",
        ),
    ] = "",
    seed: Annotated[str, typer.Option(metavar="TEXT", help="Seed; equal seeds give equal positions.")] = "1",
    option: OptionWords = None,
    processes: Processes = 1,
    ray: OnRay = None,
    keep: KeptIn = None,
    fit: Annotated[bool, typer.Option("--fit", help="Also print the calibration that fits best, for levels.toml.")] = False,
    json: AsJson = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print the tables as Markdown.")] = False,
) -> None:
    """Compare shown shares of the win with results.

    Takes positions from games between all levels, plays each on to the end, and prints what hints and reviews predicted and
    what came, by decile.
    """
    refuse_together(context, "json", "markdown")
    from hanlin.cli.calibrate import calibrate as run
    from hanlin.cli.calibrate import read_players
    from hanlin.cli.words import read_list, read_options, read_seed
    from hanlin.core.position.game import game as find_game
    from hanlin.lab.calibration import Calibrating

    of = find_game(game)
    counts = {"games": games, "positions": positions, "dangers": dangers, "plays": plays}
    search = {"by": by, "iterations": iterations, "rounds": rounds, "bots": tuple(read_list(bots)) if bots else ()}
    chosen: dict[str, Any] = {**counts, **search, "seed": read_seed(seed), "options": read_options(of, option or [])}
    jobs = [Calibrating(game=of.name, players=number, **chosen) for number in read_players(of, players)]
    run(jobs, processes, ray, keep, json, markdown, fit)


@lab_app.command(cls=Command)
def minis(
    context: typer.Context,
    game: Games = None,
    option: OptionWords = None,
    reward: Annotated[str, typer.Option(metavar="KIND", help="zero_sum, or margin: points ahead.")] = "zero_sum",
    iterations: Annotated[int, typer.Option(help="Iterations of CFR+.", **whole_number(1, 10**6))] = 200,
    curve: Annotated[
        str,
        typer.Option(metavar="NUMBERS", help="Also print what outcome sampling has reached after so many iterations each."),
    ] = "",
    seed: Annotated[int, typer.Option(help="Seed of outcome sampling.", **whole_number(0, 2**31 - 1))] = 1,
    efg: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Write the game trees here, as Gambit's .efg files.", file_okay=False)
    ] = None,
    json: AsJson = False,
) -> None:
    """Solve the small forms of the games exactly.

    Each by two algorithms: backward induction, or the linear program of a game with secrets; and OpenSpiel's CFR+ with its
    exploitability.
    """
    if not curve:
        refuse_without(context, "--curve", "seed")
    from hanlin.cli.minis import chosen, forms
    from hanlin.cli.minis import minis as run
    from hanlin.cli.words import read_list, read_options
    from hanlin.core.position.game import game as find_game

    names = game or []
    if option and len(names) != 1:
        raise HanlinError("--option needs one game.")
    of = chosen(find_game(names[0]), read_options(find_game(names[0]), option)) if option else forms(names)
    stops = [int(word) if word.isdecimal() and 0 < int(word) <= 10**8 else 0 for word in read_list(curve)] if curve else []
    if 0 in stops:
        raise HanlinError(f"--curve is numbers of iterations, separated by commas, such as 100,1000; not {curve!r}.")
    run(of, reward, iterations, stops, seed, efg, json)
