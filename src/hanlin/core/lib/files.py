"""Files that are written whole or not at all, with a sentence where that fails."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from hanlin.core.errors import Failed


@contextmanager
def whole_file(file: Path) -> Iterator[Path]:
    """A path to write to; when the block is done, what is there becomes ``file``, on the disk as well.

    Failed where it can't be written, as on a full disk: nothing is left then, and an earlier file is as it was.
    """
    part = file.with_name(f".{os.getpid()}.part-{file.name}"[-200:])
    try:
        yield part
        with part.open("rb+") as written:
            os.fsync(written.fileno())
        part.replace(file)
    except OSError as error:
        raise unwritten(file, error) from None
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def unwritten(file: Path | str, error: OSError) -> Failed:
    """The sentence about a file that can't be written."""
    return Failed(f"{file} can't be written: {error.strerror or error}.")
