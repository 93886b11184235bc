"""What a command says when Ctrl-C stops it: how far it came, and how to go on. Exit 130, as a shell expects it."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import NoReturn

STOPPED = 130


def stop(reached: str, go_on: str = "") -> NoReturn:
    """One or two sentences on the error output, exit 130."""
    said = f"hanlin: stopped: {reached}." + (f" {go_on}" if go_on else "")
    with suppress(OSError):
        sys.stdout.flush()
        print(said, file=sys.stderr, flush=True)
    sys.exit(STOPPED)
