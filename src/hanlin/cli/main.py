"""The command line interface: arguments and options. Each command runs in the module of its name."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from hanlin.cli.stopping import STOPPED
from hanlin.cli.streams import forget_output, prepare_streams
from hanlin.core.errors import HanlinError
from hanlin.core.lib.extras import needed_by

app = typer.Typer(
    name="hanlin",
    help="Three board games of imperial China to play, study, and teach machines to play.",
    epilog="Environment variables: HANLIN_CACHE=FOLDER keeps machine code there; HANLIN_PLAIN=1 compiles nothing; "
    "HANLIN_QUIET=1 says nothing of compiling; "
    "HANLIN_NUMBA_LINKING=1 leaves linking to Numba.",
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

USAGE_ERROR: Any = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")
"""The base class of Typer's usage errors."""

MAY_BE_REPEATED = ("--option", "--allow-host", "--records", "--played")

MOST_GAMES = 10**9
LONGEST_REASON = 600
"""Most characters of an error message; a longer one is shortened in the middle."""


def _whole(least: int, most: int = 10**9) -> dict[str, Any]:
    """Typer settings of an option that takes a whole number within limits (see ``core.lib.integers``)."""

    def read(word: Any) -> int:
        from hanlin.core.lib.integers import whole, whole_text

        number = whole_text(word, least, most) if isinstance(word, str) else whole(word)
        if number is None:
            raise typer.BadParameter(f"Enter a whole number from {least} to {most}, not {str(word)[:40]!r}.")
        return number

    return {"parser": read, "metavar": "NUMBER"}


Players = Annotated[int, typer.Option(help="Number of players.", **_whole(0, 99))]


def _names_of_games() -> list[str]:
    """The names of the games, for shell completion."""
    from hanlin.core.position.game import games

    return list(games())


Games = Annotated[
    list[str] | None,
    typer.Argument(metavar="[GAME]...", help="Games; default: all.", autocompletion=_names_of_games),
]
OneGame = Annotated[
    str,
    typer.Argument(metavar="GAME", help="year_of_the_dragon, china or forbidden_city.", autocompletion=_names_of_games),
]
OptionWords = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME[=VALUE]", help="An option of the game; can be repeated."),
]
Database = Annotated[
    str,
    typer.Option(metavar="URL", help="PostgreSQL database instead of the folder: postgresql://NAME:PASSWORD@HOST/DATABASE."),
]
Processes = Annotated[int, typer.Option(help="Number of worker processes.", **_whole(1, 4096))]
OnRay = Annotated[
    str | None,
    typer.Option("--ray", metavar="ADDRESS", help='Run on a Ray cluster; "local": on this machine.'),
]
KeptIn = Annotated[
    Path | None,
    typer.Option(metavar="FOLDER", help="Store finished games here, to continue a stopped simulation.", file_okay=False),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
BOTS_BY_SEAT = (
    'Bots by seat, separated by commas; a short list is repeated. "strong:FILE.npz" is a level with your own weights.'
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
    port: Annotated[int, typer.Option(help="Port; if it is in use, the next free one.", **_whole(0, 65535))] = 8642,
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


BackupFile = Annotated[Path, typer.Argument(metavar="FILE", help="Backup file.", dir_okay=False)]
DataFolder = Annotated[Path | None, typer.Option(metavar="FOLDER", help="Data folder.", file_okay=False)]


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
    games: Annotated[int, typer.Option(help="Number of games.", **_whole(1, MOST_GAMES))] = 100,
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
    games: Annotated[int, typer.Option(help="Number of games.", **_whole(1, MOST_GAMES))] = 100,
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
    games: Annotated[int, typer.Option(help="Number of games.", **_whole(1, MOST_GAMES))] = 1000,
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
            metavar="HOURS",
            help="Hours of learning, with earlier runs in the folder, without compiling and evaluations.",
            min=0.0,
        ),
    ],
    out: Annotated[
        Path,
        typer.Option(
            metavar="FOLDER", help="Folder of the training; the same command continues a stopped one.", file_okay=False
        ),
    ],
    seed: Annotated[str, typer.Option(metavar="TEXT", help="Seed of weights and games.")] = "1",
    hidden: Annotated[int, typer.Option(help="Units of the first hidden layer.", **_whole(1, 256))] = 48,
    games: Annotated[int, typer.Option(help="Self-play games per round.", **_whole(1))] = 300,
    trace: Annotated[float, typer.Option(metavar="NUMBER", help="TD(λ): λ, from 0 to 1.", min=0.0, max=1.0)] = 0.7,
    check: Annotated[
        float, typer.Option(metavar="MINUTES", help="Minutes of learning between two evaluations.", min=0.0)
    ] = 10.0,
    matches: Annotated[int, typer.Option(help="Games per evaluation against each opponent.", **_whole(1))] = 40,
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
    games: Annotated[int, typer.Option(help="Number of games.", **_whole(1, MOST_GAMES))] = 100,
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
    seconds: Annotated[float, typer.Option(metavar="SECONDS", help="CPU time per decision.", min=0.001, max=60)] = 0.1,
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
    games: Annotated[int, typer.Option(help="Games for each number of players.", **_whole(1, MOST_GAMES))] = 5000,
    deeper: Annotated[
        int, typer.Option(help="More games for each, with five times the iterations.", **_whole(0, MOST_GAMES))
    ] = 300,
    levels: Annotated[int, typer.Option(help="Games of each weaker level, for profiles.", **_whole(0, MOST_GAMES))] = 300,
    variants: Annotated[
        int, typer.Option(help="Games with each variant of the rules (Great Wall, fortresses).", **_whole(0, MOST_GAMES))
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
    most: Annotated[int, typer.Option(help="Puzzles to choose from those found.", **_whole(1, 100_000))] = 150,
    players: Annotated[
        str, typer.Option(metavar="NUMBERS", help="Numbers of players, separated by commas; default: all.")
    ] = "",
    games: Annotated[int, typer.Option(help="Games to look through.", **_whole(1, MOST_GAMES))] = 200,
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
    seed: Annotated[str, typer.Option(metavar="TEXT", help="Seed; equal seeds find equal puzzles.")] = "1",
    processes: Processes = 1,
    ray: OnRay = None,
) -> None:
    """Show the puzzles of a game: positions with one clearly best action.

    With --mine, finished games are searched for more, each proved by games that are played to the end.
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
            processes=processes,
            ray=ray,
        )
        run.mine(of, wanted)


@app.command("games")
def list_games(json: AsJson = False) -> None:
    """List the games and their options."""
    os.environ["HANLIN_PLAIN"] = "1"
    from hanlin.cli.lists import games as run

    run(json)


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


lab_app = typer.Typer(help="Measure the computer players.", no_args_is_help=True)
app.add_typer(lab_app, name="lab")


@lab_app.callback()
def _lab() -> None:
    pass


@lab_app.command()
def calibrate(
    game: OneGame,
    players: Annotated[
        str, typer.Option(metavar="NUMBERS", help="Numbers of players, separated by commas; default: all.")
    ] = "",
    games: Annotated[int, typer.Option(help="Games from which positions are taken.", **_whole(1, MOST_GAMES))] = 100,
    positions: Annotated[int, typer.Option(help="Random positions of each game.", **_whole(1, 1000))] = 6,
    dangers: Annotated[int, typer.Option(help="More positions of each game with a known danger.", **_whole(0, 1000))] = 3,
    plays: Annotated[int, typer.Option(help="Games that are played on from each position.", **_whole(1, 10_000))] = 4,
    by: Annotated[str, typer.Option(metavar="BOT", help="Bot that plays them on.")] = "strong",
    iterations: Annotated[int, typer.Option(help="Iterations of the search in each position.", **_whole(1, 10**6))] = 400,
    rounds: Annotated[int, typer.Option(help="Determinizations in which shares are computed.", **_whole(1, 10**6))] = 96,
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


@lab_app.command()
def minis(
    game: Games = None,
    option: OptionWords = None,
    reward: Annotated[str, typer.Option(metavar="KIND", help="zero_sum, or margin: points ahead.")] = "zero_sum",
    iterations: Annotated[int, typer.Option(help="Iterations of CFR+.", **_whole(1, 10**6))] = 200,
    curve: Annotated[
        str,
        typer.Option(metavar="NUMBERS", help="Also print what outcome sampling has reached after so many iterations each."),
    ] = "",
    seed: Annotated[int, typer.Option(help="Seed of outcome sampling.", **_whole(0, 2**31 - 1))] = 1,
    efg: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Write the game trees here, as Gambit's .efg files.", file_okay=False)
    ] = None,
    json: AsJson = False,
) -> None:
    """Solve the small forms of the games exactly, each by two algorithms.

    Backward induction, or the linear program of a game with secrets, and OpenSpiel's CFR+ with its exploitability.
    """
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


def main() -> None:
    """Run a command. Exit codes: 0 success; 2, with one line and no traceback, invalid arguments or files; 130 Ctrl-C; 1 a
    check found faults, or the output was closed."""
    prepare_streams()
    try:
        with needed_by("This command"):
            code = _run(sys.argv[1:])
        sys.stdout.flush()
    except USAGE_ERROR as error:
        _fail(error.format_message())
    except HanlinError as error:
        _fail(str(error))
    except (typer.Abort, KeyboardInterrupt):
        _stopped()
    except BrokenPipeError:
        forget_output()
        sys.exit(1)
    except OSError as error:
        forget_output()
        _fail(f"{error.filename or 'the output'}: {error.strerror or error}.")
    else:
        if code == STOPPED:  # Typer's exit code for Ctrl-C.
            _stopped()
        sys.exit(code)


def _run(words: list[str]) -> Any:
    """Run a command; return its exit code, or its final message."""
    _refuse_repetition(words)
    try:
        code = app(words or ["--help"], standalone_mode=False)
    except SystemExit as end:
        return end.code
    return code if isinstance(code, int) else 0


def _stopped() -> NoReturn:
    with suppress(OSError):
        print("hanlin: stopped.", file=sys.stderr)
    sys.exit(STOPPED)


def _refuse_repetition(words: list[str]) -> None:
    """Refuse an option that is given twice, since only one of the values can be meant."""
    names = [word.partition("=")[0] for word in words if word.startswith("--")]
    for name in names:
        if names.count(name) > 1 and name not in MAY_BE_REPEATED:
            raise HanlinError(f"{name} is given twice.")


def _fail(reason: str) -> NoReturn:
    """Print one line of limited length to stderr and exit with 2."""
    reason = " ".join(reason.split())
    if len(reason) > LONGEST_REASON:
        reason = f"{reason[: LONGEST_REASON // 2]} … {reason[-LONGEST_REASON // 2 :]}"
    with suppress(OSError):
        print(f"hanlin: {reason}", file=sys.stderr)
    sys.exit(2)
