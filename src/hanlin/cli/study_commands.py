"""The arguments and options of the commands about played games: records, reviews, the book, puzzles.

Each command runs in the module of its name; ``commands.py`` lists all of them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hanlin.cli.options import (
    MOST_GAMES,
    AsJson,
    BotAtAllSeats,
    OneGame,
    OnRay,
    Processes,
    SomePlayers,
    all_but,
    real_number,
    refuse_together,
    refuse_without,
    whole_number,
)


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A .hanlin record.", dir_okay=False)],
    option: Annotated[
        list[str] | None, typer.Option("--option", metavar="map=FILE", help="Data file of the game, such as a map.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object per ply.")] = False,
) -> None:
    """Replay a record and check it strictly."""
    from hanlin.cli.replay import replay as run

    run(file, option or [], json)


def review(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A .hanlin record.", dir_okay=False)],
    option: Annotated[
        list[str] | None, typer.Option("--option", metavar="map=FILE", help="Data file of the game, such as a map.")
    ] = None,
    seconds: Annotated[float, typer.Option(help="CPU time per decision, up to 60.", **real_number(0.001, 60, "SECONDS"))] = 0.1,
    json: AsJson = False,
    html: Annotated[bool, typer.Option("--html", help="Print a self-contained HTML page.")] = False,
) -> None:
    """Review a game.

    Shows the cost of each decision, the luck of each player, and the turning points.
    """
    refuse_together(context, "json", "html")
    from hanlin.cli.review import run

    run(file, option or [], seconds, json, html)


def book(
    context: typer.Context,
    game: OneGame,
    json: AsJson = False,
    make: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Play games and make a new book; they are kept here.", file_okay=False)
    ] = None,
    out: Annotated[Path, typer.Option(metavar="FILE", help="The new book.", dir_okay=False)] = Path("book.json"),
    players: SomePlayers = "",
    games: Annotated[int, typer.Option(help="Games for each number of players.", **whole_number(1, MOST_GAMES))] = 5000,
    deeper: Annotated[
        int, typer.Option(help="More games for each, with five times the iterations.", **whole_number(0, MOST_GAMES))
    ] = 300,
    levels: Annotated[int, typer.Option(help="Games of each weaker level, for profiles.", **whole_number(0, MOST_GAMES))] = 300,
    variants: Annotated[
        int, typer.Option(help="Games with each variant of the rules (Great Wall, fortresses).", **whole_number(0, MOST_GAMES))
    ] = 1000,
    kept: Annotated[bool, typer.Option("--kept", help="Play nothing; measure games in the folder, at most so many.")] = False,
    bot: BotAtAllSeats = "strong",
    seed: Annotated[str, typer.Option(metavar="TEXT", help="Seed; equal seeds give equal games.")] = "1",
    processes: Processes = 1,
    ray: OnRay = None,
) -> None:
    """Show what many games say about a game.

    With --make, games between strong players are played and measured; in every second one the opening is drawn at random.
    """
    refuse_together(context, "json", "make")
    if make is None:
        refuse_without(context, "--make", *all_but(context, "game", "json", "players"))
    from hanlin.cli import book as run
    from hanlin.cli.calibrate import read_players
    from hanlin.cli.words import read_seed
    from hanlin.core.position.game import game as find_game

    of = find_game(game)
    numbers = read_players(of, players)
    if make is None:
        run.show(of, json, numbers)
    else:
        what = run.Making(
            players=numbers,
            games=games,
            deeper=deeper,
            levels=levels,
            variants=variants,
            kept_only=kept,
            bot=bot,
            seed=read_seed(seed),
            folder=make,
            out=out,
            processes=processes,
            ray=ray,
        )
        run.make(of, what)


def puzzles(
    context: typer.Context,
    game: OneGame,
    json: AsJson = False,
    mine: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Mine games for puzzles; what is found is kept here.", file_okay=False)
    ] = None,
    out: Annotated[Path, typer.Option(metavar="FILE", help="The new puzzles.", dir_okay=False)] = Path("puzzles.json"),
    most: Annotated[int, typer.Option(help="Puzzles to choose from those found.", **whole_number(1, 100_000))] = 150,
    players: SomePlayers = "",
    games: Annotated[int, typer.Option(help="Games to look through.", **whole_number(1, MOST_GAMES))] = 200,
    bot: BotAtAllSeats = "strong",
    records: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="Mine this record, with its players' consent; can be repeated.", dir_okay=False),
    ] = None,
    played: Annotated[
        list[Path] | None,
        typer.Option(metavar="FOLDER", help="Mine the games that hanlin book keeps here; can be repeated.", file_okay=False),
    ] = None,
    from_server: Annotated[
        str,
        typer.Option(
            metavar="FOLDER_OR_DATABASE",
            help="Mine the latest games of a server, by its data folder or PostgreSQL URL, whose players all allowed it.",
        ),
    ] = "",
    hard: Annotated[
        bool, typer.Option("--hard", help='Take no easy ones: look where "greedy" would not have played what the player did.')
    ] = False,
    seed: Annotated[str, typer.Option(metavar="TEXT", help="Seed; equal seeds find equal puzzles.")] = "1",
    processes: Processes = 1,
    ray: OnRay = None,
) -> None:
    """Show the puzzles of a game.

    They are positions with one clearly best action. With --mine, finished games are searched for more, each proved by games
    that are played to the end.
    """
    refuse_together(context, "json", "mine")
    if mine is None:
        refuse_without(context, "--mine", *all_but(context, "game", "json"))
    from hanlin.cli import puzzles as run
    from hanlin.cli.calibrate import read_players
    from hanlin.cli.words import read_seed
    from hanlin.core.position.game import game as find_game

    of = find_game(game)
    if mine is None:
        run.show(of, json)
    else:
        wanted = run.Wanted(
            players=read_players(of, players),
            games=games,
            bot=bot,
            seed=read_seed(seed),
            folder=mine,
            out=out,
            most=most,
            records=records or (),
            played=played or (),
            server=from_server,
            hard=hard,
            processes=processes,
            ray=ray,
        )
        run.mine(of, wanted)
