"""``hanlin backup`` and ``hanlin restore``: all data of a server in one file."""

from __future__ import annotations

from pathlib import Path

from hanlin.cli.serve import default_folder, unusable
from hanlin.core.errors import HanlinError
from hanlin.core.i18n.language import _, ngettext
from hanlin.server.db import Store
from hanlin.server.db import backup as db_backup


def backup(file: Path, data: Path | None, database: str) -> None:
    """Write the data of a folder or a database to a new file."""
    store = opened(data, database, there=True)
    try:
        n = db_backup.write(store, file)
    finally:
        store.close()
    print(ngettext("{n} table is in {file}.", "{n} tables are in {file}.", n).format(n=n, file=file))


def restore(file: Path, data: Path | None, database: str) -> None:
    """Add the data of a backup that is missing in a data folder or a database."""
    store = opened(data, database)
    try:
        came, were, skipped = db_backup.restore(store, file)
    finally:
        store.close()
    print(ngettext("{n} table came back.", "{n} tables came back.", came).format(n=came))
    if were:
        print(ngettext("{n} table was there already.", "{n} tables were there already.", were).format(n=were))
    for kind, n in sorted(skipped.items()):
        said = ngettext("{n} row of {kind} was left out: it conflicts with what has changed since.",
                        "{n} rows of {kind} were left out: they conflict with what has changed since.", n)  # fmt: skip
        print(said.format(n=n, kind=kind))


def opened(data: Path | None, database: str, *, there: bool = False) -> Store:
    """Open a server's data. ``there``: raise HanlinError for an empty folder instead of creating the data."""
    if database:
        return Store.at(database)
    folder = (data or default_folder()).absolute()
    if there and not Store.is_in(folder):
        raise HanlinError(
            _("There are no tables in {folder}: name the server's data folder with --data.").format(folder=folder)
        )
    try:
        return Store.in_folder(folder)
    except OSError as error:
        raise HanlinError(unusable(folder, error)) from None
