"""A lock on the data folder: one server at a time; another one is given the address of the first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from hanlin.core.errors import HanlinError
from hanlin.core.i18n.language import _

LOCK = "hanlin.lock"
ADDRESS = "hanlin.address"


class FolderInUse(HanlinError):
    """Another server holds the lock of the data folder."""


@contextmanager
def occupied(folder: Path) -> Iterator[Callable[[str], None]]:
    """Lock the folder; the yielded function records the address at which it is served.

    FolderInUse where another server holds the lock, OSError where the folder can't be used. The lock is the system's: it is
    released with the process, however that ends.
    """
    folder.mkdir(parents=True, exist_ok=True)
    try:
        lock = FileLock(folder / LOCK, timeout=0)
        with lock:
            address = folder / ADDRESS
            address.unlink(missing_ok=True)
            yield lambda text: _write(address, text)
            address.unlink(missing_ok=True)
    except Timeout:
        raise FolderInUse(_in_use(folder)) from None


def _write(address: Path, text: str) -> None:
    address.write_text(text, encoding="utf-8")


def _in_use(folder: Path) -> str:
    try:
        address = (folder / ADDRESS).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        address = ""
    if not address:
        return _("The data folder {folder} is in use by another Hanlin; choose another folder with --data.").format(
            folder=folder
        )
    return _(
        "The data folder {folder} is in use: Hanlin serves it at {address} already. Open that, "
        "or choose another folder with --data."
    ).format(folder=folder, address=address)
