"""The arguments and options of the commands of the web app: serve, back up, restore, accounts.

Each command runs in the module of its name; ``commands.py`` lists all of them.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from hanlin.cli.layout import Command
from hanlin.cli.options import BackupFile, Database, DataFolder, whole_number
from hanlin.core.errors import HanlinError


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


def backup(file: BackupFile, data: DataFolder = None, database: Database = "") -> None:
    """Back up all data to a file.

    The server may be running.
    """
    from hanlin.cli.backup import backup as run

    run(file, data, database)


def restore(file: BackupFile, data: DataFolder = None, database: Database = "") -> None:
    """Restore missing data from a backup.

    The server may be running. Existing data is not changed.
    """
    from hanlin.cli.backup import restore as run

    run(file, data, database)


account_app = typer.Typer(help="Manage accounts.", no_args_is_help=True)


@account_app.callback()
def _accounts() -> None:
    pass


@account_app.command(cls=Command)
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
