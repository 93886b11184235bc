"""The message of a command that Ctrl-C stops: what is done, and how to go on. Exit code 130, as shells expect."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import NoReturn

STOPPED = 130


def stop(done: str, go_on: str = "") -> NoReturn:
    """Print to stderr after what the command was stopped, and a sentence or two on how to go on; exit with 130."""
    message = f"hanlin: stopped after {done}." + (f" {go_on}" if go_on else "")
    with suppress(OSError):
        sys.stdout.flush()
        print(message, file=sys.stderr, flush=True)
    sys.exit(STOPPED)


def of_games(done: int, games: int) -> str:
    """Words for how many games are over: "3,120 of 10,000 games"."""
    return f"{done:,} of {games:,} games"
