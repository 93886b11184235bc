"""The message of a command that Ctrl-C stops: its progress, and how to continue. Exit code 130, as shells expect."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import NoReturn

STOPPED = 130


def stop(reached: str, go_on: str = "") -> NoReturn:
    """Print one or two sentences to stderr and exit with 130."""
    message = f"hanlin: stopped: {reached}." + (f" {go_on}" if go_on else "")
    with suppress(OSError):
        sys.stdout.flush()
        print(message, file=sys.stderr, flush=True)
    sys.exit(STOPPED)
