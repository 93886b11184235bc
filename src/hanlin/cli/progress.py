"""Progress bars of the commands: on the error output, and only where somebody looks at it."""

from __future__ import annotations

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TextColumn


def progress(time: ProgressColumn) -> Progress:
    """A bar for each task, with its count and ``time``."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), time)
    return Progress(*columns, console=console, disable=not console.is_terminal)
