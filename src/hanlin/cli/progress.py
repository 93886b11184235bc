"""Progress bars of the commands, on stderr and only in a terminal."""

from __future__ import annotations

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TextColumn


def progress(time: ProgressColumn) -> Progress:
    """A progress display with a count and ``time`` for each task."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), time)
    return Progress(*columns, console=console, disable=not console.is_terminal)
