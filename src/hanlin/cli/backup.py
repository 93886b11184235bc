"""``hanlin backup`` and ``hanlin restore``: all that a server keeps, in one file."""

from __future__ import annotations

from pathlib import Path

from hanlin.cli.serve import default_folder
from hanlin.core.language import ngettext
from hanlin.server import copies
from hanlin.server.store import Store


def backup(file: Path, data: Path | None, database: str) -> None:
    """Write the tables of a data folder, or of a database, into a new file."""
    store = opened(data, database)
    try:
        n = copies.write(store, file)
    finally:
        store.close()
    print(ngettext("{n} table is in {file}.", "{n} tables are in {file}.", n).format(n=n, file=file))


def restore(file: Path, data: Path | None, database: str) -> None:
    """Bring what a file holds and is not there into a data folder, or a database."""
    store = opened(data, database)
    try:
        came, were = copies.read(store, file)
    finally:
        store.close()
    print(ngettext("{n} table came back.", "{n} tables came back.", came).format(n=came))
    if were:
        print(ngettext("{n} table was there already.", "{n} tables were there already.", were).format(n=were))


def opened(data: Path | None, database: str) -> Store:
    return Store.at(database) if database else Store.in_folder((data or default_folder()).absolute())
