"""The command line. Each command's work is in the module of its name; here is only what a person types."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from hanlin.core.errors import HanlinError

app = typer.Typer(
    name="hanlin",
    help="Three board games of imperial China: play them, study them, teach machines to play them.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

Games = Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="The games; all if none is named.")]
OneGame = Annotated[str, typer.Argument(metavar="GAME", help="year_of_the_dragon, china or forbidden_city.")]
OptionWords = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME[=VALUE]", help="An option of the game; may be given several times."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port; if it is taken, the next free one.", min=0, max=65535)] = 8888,
    data: Annotated[Path | None, typer.Option(help="The folder that keeps the tables.", file_okay=False)] = None,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in the browser.")] = True,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME", help="A name by which browsers reach this machine; may be given several times; * for any."
        ),
    ] = None,
    proxy: Annotated[bool, typer.Option("--proxy", help="A proxy stands before it: take its word about who asks.")] = False,
) -> None:
    """Serve the table and open it in the browser."""
    # The web process plays at plain speed and never loads the compiler; its opponents have processes of their own.
    os.environ["HANLIN_PLAIN"] = "1"
    from hanlin.cli.serve import serve as run

    run(host=host, port=port, data=data, open_browser=open_browser, allowed_hosts=allow_host or [], proxy=proxy)


@app.command()
def simulate(
    game: OneGame,
    players: Annotated[int, typer.Option(help="How many play.")],
    games: Annotated[int, typer.Option(help="How many games.", min=1)] = 100,
    bots: Annotated[str, typer.Option(help="Who plays, by seats, with commas; a short list is repeated.")] = "random,greedy",
    seed: Annotated[str, typer.Option(help="Equal seeds give equal games.")] = "1",
    records: Annotated[Path | None, typer.Option(help="A folder for the games' records.", file_okay=False)] = None,
    option: OptionWords = None,
    keep_seats: Annotated[bool, typer.Option("--keep-seats", help="Bots do not change seats from game to game.")] = False,
    json: AsJson = False,
) -> None:
    """Let bots play many games."""
    from hanlin.cli.simulate import simulate as run

    run(game, players, games, bots.split(","), seed, records, option or [], keep_seats, json)


@app.command()
def arena(
    game: OneGame,
    players: Annotated[int, typer.Option(help="How many play.")],
    bots: Annotated[
        str, typer.Option(help='Who plays, with commas; a short list is repeated. "cmd:PROGRAM" is a bot of your own.')
    ] = "strong,greedy",
    games: Annotated[int, typer.Option(help="How many games.", min=1)] = 100,
    think: Annotated[
        float | None, typer.Option(help="Seconds of CPU time a decision for every bot that thinks.", min=0.001, max=3600)
    ] = None,
    seed: Annotated[str, typer.Option(help="Equal seeds give equal deals.")] = "1",
    processes: Annotated[int, typer.Option(help="How many games are played side by side.", min=1)] = 1,
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
    from hanlin.core.game import game as find_game
    from hanlin.lab.arena import Settings

    of = find_game(game)
    options = dict(of.read_option(word) for word in option or [])
    run(
        Settings(game=of.name, players=players, options=options, bots=read_bots(bots), games=games, seed=seed, think=think),
        processes,
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
def warm(game: Games = None) -> None:
    """Compile the games ahead of need."""
    from hanlin.cli.warm import warm as run

    run(game or [])


@app.command()
def bench(game: Games = None, json: AsJson = False) -> None:
    """Measure the speed of the games."""
    from hanlin.cli.bench import bench as run

    run(game or [], json)


def main() -> None:
    """Run a command; errors about what was given are one line, exit 1."""
    try:
        app(standalone_mode=True)
    except HanlinError as error:
        print(f"hanlin: {error}", file=sys.stderr)
        sys.exit(1)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
