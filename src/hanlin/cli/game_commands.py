"""The arguments and options of the commands that play games between bots, and learn from them.

Each command runs in the module of its name; ``commands.py`` lists all of them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hanlin.cli.options import (
    BOTS_BY_SEAT,
    MOST_GAMES,
    AsJson,
    KeptIn,
    OneGame,
    OnRay,
    OptionWords,
    Players,
    Processes,
    real_number,
    refuse_together,
    refuse_without,
    whole_number,
)
from hanlin.core.errors import HanlinError


def simulate(
    game: OneGame,
    players: Players,
    games: Annotated[int, typer.Option(help="Number of games.", **whole_number(1, MOST_GAMES))] = 100,
    bots: Annotated[str, typer.Option(metavar="NAMES", help=BOTS_BY_SEAT)] = "random,greedy",
    seed: Annotated[str, typer.Option(metavar="TEXT", help="Seed; equal seeds give equal games.")] = "1",
    records: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Write a record of each game here.", file_okay=False)
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a table with one row per game (.parquet or .csv).", dir_okay=False),
    ] = None,
    decisions: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a table with one row per decision.", dir_okay=False)
    ] = None,
    option: OptionWords = None,
    keep_seats: Annotated[bool, typer.Option("--keep-seats", help="Don't rotate the seats between games.")] = False,
    processes: Processes = 1,
    ray: OnRay = None,
    keep: KeptIn = None,
    json: AsJson = False,
) -> None:
    """Play many games between bots."""
    from hanlin.cli.simulate import Wanted
    from hanlin.cli.simulate import simulate as run

    wanted = Wanted(records=records, out=out, decisions=decisions, processes=processes, ray=ray, keep=keep)
    run(game, players, games, bots, seed, option or [], keep_seats, wanted, json)


def selfplay(
    game: OneGame,
    players: Players,
    out: Annotated[
        Path, typer.Option(metavar="FOLDER", help="Folder for the examples; existing ones are kept.", file_okay=False)
    ],
    games: Annotated[int, typer.Option(help="Number of games.", **whole_number(1, MOST_GAMES))] = 100,
    bots: Annotated[str, typer.Option(metavar="NAMES", help=BOTS_BY_SEAT)] = "greedy",
    seed: Annotated[str, typer.Option(metavar="TEXT", help="Seed; equal seeds give equal games.")] = "1",
    option: OptionWords = None,
    processes: Processes = 1,
    ray: OnRay = None,
) -> None:
    """Write training examples from games of bots.

    For each decision: observation, legal actions, action, and the final share of the win.
    """
    from hanlin.cli.selfplay import selfplay as run

    run(game, players, out, games, bots, seed, option or [], processes, ray)


def dataset(
    context: typer.Context,
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="Name of a game; hanlin games lists them. Not needed with --check.")
    ] = None,
    players: Annotated[int | None, typer.Option(metavar="NUMBER", help="Number of players; see hanlin games GAME.")] = None,
    out: Annotated[Path | None, typer.Option(metavar="FOLDER", help="A new folder for the dataset.", file_okay=False)] = None,
    games: Annotated[int, typer.Option(help="Number of games.", **whole_number(1, MOST_GAMES))] = 1000,
    bots: Annotated[
        str, typer.Option(metavar="NAMES", help="Bots by seat, separated by commas; a short list is repeated.")
    ] = "strong@100",
    seed: Annotated[str, typer.Option(metavar="TEXT", help="Seed; equal seeds give equal games and splits.")] = "1",
    option: OptionWords = None,
    processes: Processes = 1,
    ray: OnRay = None,
    keep: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Store finished pieces here, to continue a stopped run.", file_okay=False),
    ] = None,
    check: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Check this dataset instead of making one.", file_okay=False)
    ] = None,
) -> None:
    """Write games of bots as a dataset.

    Tables (Parquet) and compact codes, split by deal, with checksums. Needs the extra "tables".
    """
    from hanlin.cli.dataset import check as run_check
    from hanlin.cli.dataset import dataset as run

    for making in ("players", "out", "games", "bots", "seed", "option", "processes", "ray", "keep"):
        refuse_together(context, making, "check")
    if check is not None:
        run_check(check)
    elif game is None or players is None or out is None:
        raise HanlinError("Name a game, --players and --out to make a dataset, or --check with the folder of one.")
    else:
        run(game, players, out, games, bots, seed, option or [], processes, ray, keep)


def train(
    game: OneGame,
    players: Players,
    hours: Annotated[
        float,
        typer.Option(
            help="Hours of learning, with earlier runs in the folder, without compiling and evaluations.",
            **real_number(0, 1e6, "HOURS"),
        ),
    ],
    out: Annotated[
        Path,
        typer.Option(
            metavar="FOLDER", help="Folder of the training; the same command continues a stopped one.", file_okay=False
        ),
    ],
    seed: Annotated[str, typer.Option(metavar="TEXT", help="Seed of weights and games.")] = "1",
    hidden: Annotated[int, typer.Option(help="Units of the first hidden layer.", **whole_number(1, 256))] = 48,
    games: Annotated[int, typer.Option(help="Self-play games per round.", **whole_number(1))] = 300,
    trace: Annotated[float, typer.Option(help="TD(λ): λ, from 0 to 1.", **real_number(0, 1, "NUMBER"))] = 0.7,
    check: Annotated[
        float, typer.Option(help="Minutes of learning between two evaluations.", **real_number(0, 1e6, "MINUTES"))
    ] = 10.0,
    matches: Annotated[int, typer.Option(help="Games per evaluation against each opponent.", **whole_number(1))] = 40,
) -> None:
    """Train a value network by self-play.

    Needs the extra "train". At the end, use it with --bots strong:FOLDER/weights.npz, or serve --weights FOLDER.
    """
    from hanlin.cli.train import train as run
    from hanlin.cli.words import read_seed
    from hanlin.core.position.game import game as find_game
    from hanlin.lab.training import Settings

    of = find_game(game)
    settings = {"hidden": hidden, "hidden2": max(1, hidden // 2), "games": games, "positions": 140 * games, "matches": matches}
    wanted = Settings(
        game=of.name, players=players, hours=hours, seed=read_seed(seed), trace=trace, check=60 * check, **settings
    )
    run(wanted, out)


def arena(
    context: typer.Context,
    game: OneGame,
    players: Players,
    bots: Annotated[
        str,
        typer.Option(
            metavar="NAMES",
            help='Bots, separated by commas; a short list is repeated. "cmd:PROGRAM" is your own bot; "strong@200" is a level '
            'with so many iterations per decision, "strong@0.1s" with so many seconds; "strong:FILE.npz" is a level with your '
            "own weights.",
        ),
    ] = "strong,greedy",
    games: Annotated[int, typer.Option(help="Number of games.", **whole_number(1, MOST_GAMES))] = 100,
    think: Annotated[
        float | None,
        typer.Option(metavar="SECONDS", help="CPU time per decision for every bot that searches and has no budget of its own."),
    ] = None,
    seed: Annotated[str, typer.Option(metavar="TEXT", help="Seed; equal seeds give equal deals.")] = "1",
    processes: Processes = 1,
    ray: OnRay = None,
    resume: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Store finished games here, to continue a stopped tournament.", dir_okay=False),
    ] = None,
    option: OptionWords = None,
    json: AsJson = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print the table as Markdown.")] = False,
) -> None:
    """Play a tournament between bots.

    All seatings play the same deals. Prints win shares with intervals, and Elo ratings.
    """
    refuse_together(context, "json", "markdown")
    from hanlin.cli.arena import arena as run
    from hanlin.cli.arena import read_bots
    from hanlin.cli.words import read_options, read_seed
    from hanlin.core.position.game import game as find_game
    from hanlin.lab.arena import Settings

    of = find_game(game)
    options = read_options(of, option or [])
    seed = read_seed(seed)
    run(
        Settings(game=of.name, players=players, options=options, bots=read_bots(bots), games=games, seed=seed, think=think),
        processes,
        ray,
        resume,
        json,
        markdown,
    )


def benchmark(
    context: typer.Context,
    agent: Annotated[
        str,
        typer.Option(
            metavar="NAMES",
            help='What to measure: a bot such as greedy, strong@200, policy:FILE.npz, "cmd:PROGRAM" or module:name of Python; '
            "several, separated by commas.",
        ),
    ] = "",
    setting: Annotated[str, typer.Option(metavar="NAMES", help="Settings, separated by commas; default: all.")] = "",
    games: Annotated[
        int | None,
        typer.Option(
            help="Games of each setting, rounded up to whole deals; default: a complete entry.", **whole_number(1, MOST_GAMES)
        ),
    ] = None,
    short: Annotated[bool, typer.Option("--short", help="Play the games of a short table, not of a complete entry.")] = False,
    opponents: Annotated[
        str | None, typer.Option(metavar="NAME", help="The other seats: greedy, strong@200 (default) or strong@2000.")
    ] = None,
    think: Annotated[
        float, typer.Option(metavar="SECONDS", help="CPU time per decision for your own program or function.")
    ] = 0.3,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the score file (JSON); with several agents: a folder for one each."),
    ] = None,
    keep: KeptIn = None,
    verify: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Replay all games of a score file and compute it again.", dir_okay=False),
    ] = None,
    percent: Annotated[
        float,
        typer.Option(metavar="NUMBER", help="With --verify: percent of the moves of computer players to make again."),
    ] = 100.0,
    table: Annotated[
        list[Path] | None,
        typer.Option(metavar="PATH", help="Print a table of these score files, or of folders of them; can be repeated."),
    ] = None,
    processes: Processes = 1,
    ray: OnRay = None,
    json: AsJson = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print tables as Markdown.")] = False,
) -> None:
    """Score an agent in fixed settings of all games.

    0 is random play, 100 is as good as its opponents. Without --agent, --verify or --table: list the settings.
    """
    from hanlin.cli import benchmark as run

    if sum((bool(agent), verify is not None, bool(table))) > 1:
        raise HanlinError("Give one of --agent, --verify and --table.")
    refuse_together(context, "json", "markdown")
    if not agent:
        refuse_without(context, "--agent", "setting", "games", "short", "opponents", "think", "out", "keep")
    if verify is None:
        refuse_without(context, "--verify", "percent")
    if not agent and verify is None:
        refuse_without(context, "--agent or --verify", "processes", "ray")
    if verify is not None:
        run.check(verify, percent, processes, ray, json)
    elif table:
        run.compare(table, json)
    elif agent:
        run.measure(
            run.Wanted(
                agents=agent,
                settings=setting,
                games=games,
                short=short,
                opponents=opponents,
                seconds=think,
                out=out,
                keep=keep,
                processes=processes,
                ray=ray,
                json=json,
                markdown=markdown,
            )
        )
    else:
        run.show(json)
