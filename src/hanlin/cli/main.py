"""The command line. Each command's work is in the module of its name; here is only what a person types."""

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

app = typer.Typer(
    name="hanlin",
    help="Three board games of imperial China: play them, study them, teach machines to play them.",
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

USAGE_ERROR: Any = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")
"""What Typer raises about a command that was typed wrongly."""

MAY_BE_REPEATED = ("--option", "--allow-host")

MOST_GAMES = 10**9
LONGEST_REASON = 600
"""Letters of an error; a longer one is shortened in its middle."""


def _whole(least: int, most: int = 10**9) -> dict[str, Any]:
    """What an option that takes a whole number is declared with: written in the one way of ``core.numerals``, within limits."""

    def read(word: Any) -> int:
        from hanlin.core.lib.integers import whole, whole_text

        number = whole_text(word, least, most) if isinstance(word, str) else whole(word)
        if number is None:
            raise typer.BadParameter(f"A whole number from {least} to {most} is wanted here, not {str(word)[:40]!r}.")
        return number

    return {"parser": read, "metavar": "NUMBER"}


Players = Annotated[int, typer.Option(help="How many play.", **_whole(0, 99))]


def _names_of_games() -> list[str]:
    """What the shell offers where a game is to be named."""
    from hanlin.core.position.game import games

    return list(games())


Games = Annotated[
    list[str] | None,
    typer.Argument(metavar="[GAME]...", help="The games; all if none is named.", autocompletion=_names_of_games),
]
OneGame = Annotated[
    str,
    typer.Argument(metavar="GAME", help="year_of_the_dragon, china or forbidden_city.", autocompletion=_names_of_games),
]
OptionWords = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME[=VALUE]", help="An option of the game; may be given several times."),
]
Database = Annotated[
    str,
    typer.Option(
        metavar="ADDRESS", help="A PostgreSQL database in place of the folder: postgresql://NAME:PASSWORD@HOST/DATABASE."
    ),
]
Processes = Annotated[int, typer.Option(help="How many games are played side by side.", **_whole(1, 4096))]
OnRay = Annotated[
    str | None,
    typer.Option("--ray", metavar="ADDRESS|local", help="Play on the Ray cluster of that address, or on one of this machine."),
]
KeptIn = Annotated[
    Path | None,
    typer.Option(help="A folder that keeps what was played; a simulation that was stopped goes on.", file_okay=False),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


def _say_version(wanted: bool) -> None:
    if wanted:
        print(f"hanlin {version('hanlin')}")
        raise typer.Exit


@app.callback()
def _common(
    version_wanted: Annotated[
        bool, typer.Option("--version", help="Print the version and end.", callback=_say_version, is_eager=True)
    ] = False,
) -> None:
    pass


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port; if it is taken, the next free one.", **_whole(0, 65535))] = 8888,
    data: Annotated[Path | None, typer.Option(help="The folder that keeps the tables.", file_okay=False)] = None,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in the browser.")] = True,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME", help="A name by which browsers reach this machine; may be given several times; * for any."
        ),
    ] = None,
    proxy: Annotated[bool, typer.Option("--proxy", help="A proxy stands before it: take its word about who asks.")] = False,
    database: Database = "",
    smtp: Annotated[
        str,
        typer.Option(
            metavar="URL", envvar="HANLIN_SMTP", help="Where mails are handed in: smtp://NAME:PASSWORD@HOST:PORT?from=ADDRESS."
        ),
    ] = "",
    root_path: Annotated[str, typer.Option(hidden=True)] = "",
) -> None:
    """Serve the table and open it in the browser."""
    if root_path.strip("/"):
        raise HanlinError(
            "Hanlin can't be served below a path such as /games: give it a name of its own, such as games.example.org, and "
            "leave --root-path out."
        )
    # The web process plays at plain speed and never loads the compiler; its opponents have processes of their own.
    os.environ["HANLIN_PLAIN"] = "1"
    from hanlin.cli.serve import serve as run

    where = {"host": host, "port": port, "data": data, "database": database, "smtp": smtp}
    run(**where, open_browser=open_browser, allowed_hosts=allow_host or [], proxy=proxy)  # type: ignore[arg-type]


BackupFile = Annotated[Path, typer.Argument(metavar="FILE", help="The backup.", dir_okay=False)]
DataFolder = Annotated[Path | None, typer.Option(help="The folder that keeps the tables.", file_okay=False)]


@app.command()
def backup(file: BackupFile, data: DataFolder = None, database: Database = "") -> None:
    """Write all tables into a file, also while the server runs."""
    from hanlin.cli.backup import backup as run

    run(file, data, database)


@app.command()
def restore(file: BackupFile, data: DataFolder = None, database: Database = "") -> None:
    """Bring back the tables of a backup that are not there, also while the server runs."""
    from hanlin.cli.backup import restore as run

    run(file, data, database)


account_app = typer.Typer(help="What a host does for people who have accounts.", no_args_is_help=True)
app.add_typer(account_app, name="account")


@account_app.callback()
def _accounts() -> None:
    pass


@account_app.command()
def reset(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Whose password is forgotten.")],
    data: DataFolder = None,
    database: Database = "",
) -> None:
    """Print a code by which somebody chooses a new password, also while the server runs."""
    from hanlin.cli.account import reset as run

    run(name, data, database)


@app.command()
def simulate(
    game: OneGame,
    players: Players,
    games: Annotated[int, typer.Option(help="How many games.", **_whole(1, MOST_GAMES))] = 100,
    bots: Annotated[str, typer.Option(help="Who plays, by seats, with commas; a short list is repeated.")] = "random,greedy",
    seed: Annotated[str, typer.Option(help="Equal seeds give equal games.")] = "1",
    records: Annotated[Path | None, typer.Option(help="A folder for the games' records.", file_okay=False)] = None,
    out: Annotated[
        Path | None, typer.Option(help="A table with a row a game: a file that ends in .parquet or .csv.", dir_okay=False)
    ] = None,
    decisions: Annotated[Path | None, typer.Option(help="A table with a row a decision, likewise.", dir_okay=False)] = None,
    option: OptionWords = None,
    keep_seats: Annotated[bool, typer.Option("--keep-seats", help="Bots do not change seats from game to game.")] = False,
    processes: Processes = 1,
    ray: OnRay = None,
    keep: KeptIn = None,
    json: AsJson = False,
) -> None:
    """Let bots play many games."""
    from hanlin.cli.simulate import Wanted
    from hanlin.cli.simulate import simulate as run

    wanted = Wanted(records=records, out=out, decisions=decisions, processes=processes, ray=ray, keep=keep)
    run(game, players, games, bots, seed, option or [], keep_seats, wanted, json)


@app.command()
def selfplay(
    game: OneGame,
    players: Players,
    out: Annotated[
        Path, typer.Option(help="A folder for the examples; what it holds already is not played again.", file_okay=False)
    ],
    games: Annotated[int, typer.Option(help="How many games.", **_whole(1, MOST_GAMES))] = 100,
    bots: Annotated[str, typer.Option(help="Who plays, by seats, with commas; a short list is repeated.")] = "greedy",
    seed: Annotated[str, typer.Option(help="Equal seeds give equal games.")] = "1",
    option: OptionWords = None,
    processes: Processes = 1,
    ray: OnRay = None,
) -> None:
    """Let bots play games for machines to learn from: what each seat saw, what was legal, what it did, how it ended."""
    from hanlin.cli.selfplay import selfplay as run

    run(game, players, out, games, bots, seed, option or [], processes, ray)


@app.command()
def train(
    game: OneGame,
    players: Players,
    hours: Annotated[float, typer.Option(help="How long it learns, earlier runs of the same folder included.", min=0.0)],
    out: Annotated[Path, typer.Option(help="A folder that keeps the training; one that was stopped goes on.", file_okay=False)],
    seed: Annotated[str, typer.Option(help="Equal seeds begin alike.")] = "1",
    hidden: Annotated[int, typer.Option(help="Numbers in the network's wide layer.", **_whole(1, 256))] = 48,
    games: Annotated[int, typer.Option(help="Games of a round.", **_whole(1))] = 300,
    trace: Annotated[
        float, typer.Option(help="How far back the end of a game is felt (lambda of TD).", min=0.0, max=1.0)
    ] = 0.7,
    check: Annotated[float, typer.Option(help="Minutes between two looks at its strength.", min=0.0)] = 10.0,
    matches: Annotated[int, typer.Option(help="Games of such a look against each opponent.", **_whole(1))] = 40,
) -> None:
    """Train a learned judgement by self-play (needs the extra "train")."""
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
            help='Who plays, with commas; a short list is repeated. "cmd:PROGRAM" is a bot of your own; "strong@0.1" is a '
            "level with so many seconds for each decision."
        ),
    ] = "strong,greedy",
    games: Annotated[int, typer.Option(help="How many games.", **_whole(1, MOST_GAMES))] = 100,
    think: Annotated[
        float | None,
        typer.Option(help="Seconds of CPU time a decision for every bot that thinks and has no time of its own."),
    ] = None,
    seed: Annotated[str, typer.Option(help="Equal seeds give equal deals.")] = "1",
    processes: Processes = 1,
    ray: OnRay = None,
    resume: Annotated[
        Path | None,
        typer.Option(help="A file that keeps each game played; a tournament that was stopped goes on.", dir_okay=False),
    ] = None,
    option: OptionWords = None,
    json: AsJson = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print the table as Markdown.")] = False,
) -> None:
    """Play a tournament: all seatings of the bots on the same deals, with intervals and strengths."""
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
    file: Annotated[Path, typer.Argument(help="A .hanlin record.", dir_okay=False)],
    option: Annotated[
        list[str] | None, typer.Option("--option", metavar="map=FILE", help="The data file it was played with.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="One JSON object a ply.")] = False,
) -> None:
    """Replay a record, checking it strictly."""
    from hanlin.cli.replay import replay as run

    run(file, option or [], json)


@app.command()
def review(
    file: Annotated[Path, typer.Argument(help="A .hanlin record.", dir_okay=False)],
    option: Annotated[
        list[str] | None, typer.Option("--option", metavar="map=FILE", help="The data file it was played with.")
    ] = None,
    seconds: Annotated[float, typer.Option(help="CPU time for each decision.", min=0.001, max=60)] = 0.1,
    json: AsJson = False,
    html: Annotated[bool, typer.Option("--html", help="Print a page of its own.")] = False,
) -> None:
    """Read a game afterwards: what each decision gave away, who was lucky, where it was won."""
    from hanlin.cli.review import run

    run(file, option or [], seconds, json, html)


@app.command()
def check(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The name of a game, as its package announces it.")],
    json: AsJson = False,
) -> None:
    """Say what a game of another package lacks: a list of faults, and of what may be added. Exit 1 where there are faults."""
    os.environ["HANLIN_PLAIN"] = "1"
    from hanlin.cli.check import check as run

    run(game, json)


@app.command()
def warm(
    game: Games = None,
    envs: Annotated[bool, typer.Option("--envs", help="Also environments and playouts, for machines that learn.")] = False,
) -> None:
    """Compile the games ahead of need."""
    from hanlin.cli.warm import warm as run

    run(game or [], envs)


@app.command()
def bench(
    game: Games = None,
    json: AsJson = False,
    yardsticks: Annotated[
        Path | None,
        typer.Option(help="A folder with programs in C (NAME.c) to measure beside Hanlin.", exists=True, file_okay=False),
    ] = None,
) -> None:
    """Measure the speed of the games."""
    from hanlin.cli.bench import bench as run

    run(game or [], json, yardsticks)


def main() -> None:
    """Run a command. Exit 0: done. Exit 2, with one line and never a trace: something is wrong with what was given, be it a
    word or a file. Exit 130: Ctrl-C. Exit 1: a check found faults, or nobody reads the output any more."""
    prepare_streams()
    try:
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
        if code == STOPPED:  # So Typer reports a Ctrl-C.
            _stopped()
        sys.exit(code)


def _run(words: list[str]) -> Any:
    """Run a command; return its exit code, or the sentence with which it ended."""
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
    """What is given twice is a slip: which of the two was meant?"""
    names = [word.partition("=")[0] for word in words if word.startswith("--")]
    for name in names:
        if names.count(name) > 1 and name not in MAY_BE_REPEATED:
            raise HanlinError(f"{name} is given twice.")


def _fail(reason: str) -> NoReturn:
    """One line of a bearable length on the error output, exit 2."""
    reason = " ".join(reason.split())
    if len(reason) > LONGEST_REASON:
        reason = f"{reason[: LONGEST_REASON // 2]} … {reason[-LONGEST_REASON // 2 :]}"
    with suppress(OSError):
        print(f"hanlin: {reason}", file=sys.stderr)
    sys.exit(2)
