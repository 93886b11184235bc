"""Progress bars of the commands: on stderr, only in a terminal, never in a pipe or a file."""

from __future__ import annotations

import sys
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TaskID, TextColumn


class Bars(Progress):
    """Progress bars that are drawn from their first update on, so that nothing is drawn where arguments are refused.

    ``start`` draws them earlier, when all arguments are known to be right.
    """

    def __enter__(self) -> Bars:
        return self

    def update(self, task_id: TaskID, **changes: Any) -> None:
        """Draw the change of a task, as ``rich.progress.Progress.update`` does."""
        self.start()
        super().update(task_id, **changes)

    def advance(self, task_id: TaskID, advance: float = 1) -> None:
        """Draw that a task has gone on, as ``rich.progress.Progress.advance`` does."""
        self.start()
        super().advance(task_id, advance)


def progress(time: ProgressColumn) -> Bars:
    """Progress bars with a count and ``time`` for each task."""
    # Not what Rich takes for a terminal: with FORCE_COLOR that would be a pipe, too.
    shows = sys.stderr.isatty()
    console = Console(stderr=True, force_terminal=shows)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), time)
    return Bars(*columns, console=console, disable=not shows or console.is_dumb_terminal)
