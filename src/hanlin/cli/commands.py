"""The command line interface: arguments and options. Each command runs in the module of its name."""

from __future__ import annotations

import os
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer

from hanlin.cli.lab_commands import lab_app
from hanlin.cli.options import (
    BOTS_BY_SEAT,
    MOST_GAMES,
    AsJson,
    BackupFile,
    Database,
    DataFolder,
    Games,
    KeptIn,
    OneGame,
    OnRay,
    OptionWords,
    Players,
    Processes,
    real_number,
    whole_number,
)
from hanlin.cli.running import run_app
from hanlin.core.errors import HanlinError

app = typer.Typer(
    name="hanlin",
    help="Three board games of imperial China to play, study, and teach machines to play.",
    epilog="Environment variables: HANLIN_CACHE=FOLDER keeps machine code there; HANLIN_PLAIN=1 compiles nothing; "
    "HANLIN_QUIET=1 says nothing of compiling; "
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


@app.command()
def serve(
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port; if it is in use, the next free one.", **whole_number(0, 65535))] = 8642,
    data: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Data folder.", file_okay=False)] = None,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the app in a browser.")] = True,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Host name under which browsers reach this server; can be repeated; * for any."),
    ] = None,
    proxy: Annotated[bool, typer.Option("--proxy", help="Trust the forwarding headers of a reverse proxy.")] = False,
    database: Database = "",
    smtp: Annotated[
        str,
        typer.Option(metavar="URL", envvar="HANLIN_SMTP", help="Mail server: smtp://NAME:PASSWORD@HOST:PORT?from=ADDRESS."),
    ] = "",
    weights: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Also offer the networks of hanlin train in this folder.",
            exists=True,
            file_okay=False,
        ),
    ] = None,
    root_path: Annotated[str, typer.Option(hidden=True)] = "",
) -> None:
    """Start the web app and open it in a browser."""
    if root_path.strip("/"):
        raise HanlinError(
            "Hanlin can't be served under a path such as /games: use a separate host name, such as games.example.org, and "
            "leave --root-path out."
        )
    # The web process runs at plain speed and never loads the compiler; computer players have separate processes.
    os.environ["HANLIN_PLAIN"] = "1"
    from hanlin.cli.serve import serve as run

    where = {"host": host, "port": port, "data": data, "database": database, "smtp": smtp, "weights": weights}
    run(**where, open_browser=open_browser, allowed_hosts=allow_host or [], proxy=proxy)  # type: ignore[arg-type]


@app.command()
def backup(file: BackupFile, data: DataFolder = None, database: Database = "") -> None:
    """Back up all data to a file.

    The server may be running.
    """
    from hanlin.cli.backup import backup as run

    run(file, data, database)


@app.command()
def restore(file: BackupFile, data: DataFolder = None, database: Database = "") -> None:
    """Restore missing data from a backup.

    The server may be running. Existing data is not changed.
    """
    from hanlin.cli.backup import restore as run

    run(file, data, database)


account_app = typer.Typer(help="Manage accounts.", no_args_is_help=True)
app.add_typer(account_app, name="account")


@account_app.callback()
def _accounts() -> None:
    pass


@account_app.command()
def reset(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of the account.")],
    data: DataFolder = None,
    database: Database = "",
) -> None:
    """Print a code for a new password.

    The server may be running. Give the code to the owner of the account.
    """
    from hanlin.cli.account import reset as run

    run(name, data, database)


@app.command()
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


@app.command()
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


@app.command()
def dataset(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="A game (hanlin games); not needed with --check.")] = None,
    players: Annotated[int | None, typer.Option(metavar="NUMBER", help="Number of players.")] = None,
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

    if check is not None:
        run_check(check)
    elif game is None or players is None or out is None:
        raise HanlinError("Name a game, --players and --out to make a dataset, or --check with the folder of one.")
    else:
        run(game, players, out, games, bots, seed, option or [], processes, ray, keep)


@app.command()
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


@app.command()
def arena(
    game: OneGame,
    players: Players,
    bots: Annotated[
        str,
        typer.Option(
            metavar="NAMES",
            help='Bots, separated by commas; a short list is repeated. "cmd:PROGRAM" is your own bot; "strong@0.1" is a level '
            'with that many seconds per decision; "strong:FILE.npz" is a level with your own weights.',
        ),
    ] = "strong,greedy",
    games: Annotated[int, typer.Option(help="Number of games.", **whole_number(1, MOST_GAMES))] = 100,
    think: Annotated[
        float | None,
        typer.Option(metavar="SECONDS", help="CPU time per decision for every bot that searches and has no time of its own."),
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


@app.command()
def benchmark(
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


@app.command()
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


@app.command()
def review(
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
    from hanlin.cli.review import run

    run(file, option or [], seconds, json, html)


@app.command()
def book(
    game: OneGame,
    json: AsJson = False,
    make: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Play games and make a new book; they are kept here.", file_okay=False)
    ] = None,
    out: Annotated[Path, typer.Option(metavar="FILE", help="The new book.", dir_okay=False)] = Path("book.json"),
    players: Annotated[
        str, typer.Option(metavar="NUMBERS", help="Numbers of players, separated by commas; default: all.")
    ] = "",
    games: Annotated[int, typer.Option(help="Games for each number of players.", **whole_number(1, MOST_GAMES))] = 5000,
    deeper: Annotated[
        int, typer.Option(help="More games for each, with five times the iterations.", **whole_number(0, MOST_GAMES))
    ] = 300,
    levels: Annotated[int, typer.Option(help="Games of each weaker level, for profiles.", **whole_number(0, MOST_GAMES))] = 300,
    variants: Annotated[
        int, typer.Option(help="Games with each variant of the rules (Great Wall, fortresses).", **whole_number(0, MOST_GAMES))
    ] = 1000,
    kept: Annotated[bool, typer.Option("--kept", help="Play nothing; measure the games in the folder.")] = False,
    bot: Annotated[
        str, typer.Option(metavar="NAME", help='The bot at all seats; "strong:FILE.npz" has your own weights.')
    ] = "strong",
    seed: Annotated[str, typer.Option(metavar="TEXT", help="Seed; equal seeds give equal games.")] = "1",
    processes: Processes = 1,
    ray: OnRay = None,
) -> None:
    """Show what many games say about a game.

    With --make, games between strong players are played and measured; in every second one the opening is drawn at random.
    """
    from hanlin.cli import book as run
    from hanlin.cli.calibrate import read_players
    from hanlin.cli.words import read_seed
    from hanlin.core.position.game import game as find_game

    of = find_game(game)
    if make is None:
        run.show(of, json)
    else:
        what = run.Making(
            players=read_players(of, players),
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


@app.command()
def puzzles(
    game: OneGame,
    json: AsJson = False,
    mine: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Mine games for puzzles; what is found is kept here.", file_okay=False)
    ] = None,
    out: Annotated[Path, typer.Option(metavar="FILE", help="The new puzzles.", dir_okay=False)] = Path("puzzles.json"),
    most: Annotated[int, typer.Option(help="Puzzles to choose from those found.", **whole_number(1, 100_000))] = 150,
    players: Annotated[
        str, typer.Option(metavar="NUMBERS", help="Numbers of players, separated by commas; default: all.")
    ] = "",
    games: Annotated[int, typer.Option(help="Games to look through.", **whole_number(1, MOST_GAMES))] = 200,
    bot: Annotated[
        str, typer.Option(metavar="NAME", help='The bot at all seats; "strong:FILE.npz" has your own weights.')
    ] = "strong",
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
    seed: Annotated[str, typer.Option(metavar="TEXT", help="Seed; equal seeds find equal puzzles.")] = "1",
    processes: Processes = 1,
    ray: OnRay = None,
) -> None:
    """Show the puzzles of a game.

    They are positions with one clearly best action. With --mine, finished games are searched for more, each proved by games
    that are played to the end.
    """
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
            processes=processes,
            ray=ray,
        )
        run.mine(of, wanted)


@app.command("games")
def list_games(game: Games = None, json: AsJson = False) -> None:
    """List the games, their players and options."""
    os.environ["HANLIN_PLAIN"] = "1"
    from hanlin.cli.lists import games as run

    run(game or [], json)


@app.command("levels")
def list_levels(json: AsJson = False) -> None:
    """List the levels of the computer players."""
    os.environ["HANLIN_PLAIN"] = "1"
    from hanlin.cli.lists import levels as run

    run(json)


@app.command()
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


@app.command()
def warm(
    game: Games = None,
    envs: Annotated[bool, typer.Option("--envs", help="Also compile environments and playouts.")] = False,
) -> None:
    """Compile games ahead of time."""
    from hanlin.cli.warm import warm as run

    run(game or [], envs)


@app.command()
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
