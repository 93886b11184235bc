"""The types of the arguments and options that several commands share."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import typer

from hanlin.core.errors import HanlinError

MOST_GAMES = 10**9


def whole_number(least: int, most: int = 10**9) -> dict[str, Any]:
    """Typer settings of an option that takes a whole number within limits (see ``core.lib.integers``)."""

    def read(word: Any) -> int:
        from hanlin.core.lib.integers import whole, whole_text

        number = whole_text(word, least, most) if isinstance(word, str) else whole(word)
        if number is None:
            raise typer.BadParameter(f"Enter a whole number from {least} to {most}, not {str(word)[:40]!r}.")
        return number

    return {"parser": read, "metavar": "NUMBER"}


def real_number(least: float, most: float, metavar: str) -> dict[str, Any]:
    """Typer settings of an option that takes a number within limits."""

    def read(word: Any) -> float:
        with suppress(ValueError):
            number = float(word)
            if least <= number <= most:
                return number
        raise typer.BadParameter(f"Enter a number from {least:g} to {most:g}, not {str(word)[:40]!r}.")

    return {"parser": read, "metavar": metavar}


def refuse_together(context: typer.Context, *names: str) -> None:
    """Refuse two of these parameters on one command line: only one of them can be meant."""
    given = _given(context, names)
    if len(given) > 1:
        raise HanlinError(f"{' and '.join(given[:2])} don't go together; leave one of them out.")


def refuse_without(context: typer.Context, needed: str, *names: str) -> None:
    """Refuse parameters that mean nothing without the option ``needed``, which was not given."""
    for word in _given(context, names)[:1]:
        raise HanlinError(f"{word} is only for {needed}: add that, or leave {word} out.")


def all_but(context: typer.Context, *names: str) -> list[str]:
    """The names of all other parameters of the command."""
    return [each.name for each in context.command.params if each.name not in names]


def _given(context: typer.Context, names: Sequence[str]) -> list[str]:
    """Those of these parameters that the command line has, as they are written there."""
    words = {each.name: each.opts[0] for each in context.command.params}
    sources = {name: context.get_parameter_source(name) for name in names}
    return [words[name] for name, source in sources.items() if source is not None and source.name == "COMMANDLINE"]


Players = Annotated[int, typer.Option(help="Number of players; see hanlin games GAME.", **whole_number(0, 99))]
SomePlayers = Annotated[str, typer.Option(metavar="NUMBERS", help="Numbers of players, separated by commas; default: all.")]


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
    typer.Argument(metavar="GAME", help="Name of a game; hanlin games lists them.", autocompletion=_names_of_games),
]
OptionWords = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME[=VALUE]", help="An option of the game, see hanlin games GAME; can be repeated."),
]
Database = Annotated[
    str,
    typer.Option(metavar="URL", help="PostgreSQL database instead of the folder: postgresql://NAME:PASSWORD@HOST/DATABASE."),
]
Processes = Annotated[int, typer.Option(help="Number of worker processes.", **whole_number(1, 4096))]
OnRay = Annotated[
    str | None,
    typer.Option("--ray", metavar="ADDRESS", help='Run on a Ray cluster; "local": on this machine.'),
]
KeptIn = Annotated[
    Path | None,
    typer.Option(metavar="FOLDER", help="Store finished games here, to continue a stopped run.", file_okay=False),
]
BOTS_BY_SEAT = (
    'Bots by seat, separated by commas; a short list is repeated. "strong:FILE.npz" is a level with your own weights.'
)
BotAtAllSeats = Annotated[
    str, typer.Option(metavar="NAME", help='The bot at all seats; "strong:FILE.npz" has your own weights.')
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
BackupFile = Annotated[Path, typer.Argument(metavar="FILE", help="Backup file.", dir_okay=False)]
DataFolder = Annotated[Path | None, typer.Option(metavar="FOLDER", help="Data folder.", file_okay=False)]
