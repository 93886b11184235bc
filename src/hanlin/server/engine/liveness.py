"""Liveness of a worker process: slow is not dead.

A worker reports once a second while it compiles or thinks (``Report``). CPU time counts, never the wall clock: on a busy
machine a second of CPU time may take half a minute. ``Watch`` decides when a process is replaced. No processes or clocks here.
"""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

SILENCE = 60.0
"""Seconds without any report after which a busy process counts as hung."""
STARTING = 600.0
"""Seconds until the first report of a new process: it loads its modules before."""
STILL = 60.0
"""Seconds without any work done, though reports come, after which it counts as hung."""
LEAST_WORK = 0.05
"""Seconds of CPU time in ``STILL`` below which the process only reported."""
COMPILING, THINKING = "compiling", "thinking"


class Report(msgspec.Struct, frozen=True, omit_defaults=True):
    """A message of a worker: exactly one of ``ready``, ``failed``, ``action`` and ``phase`` is set."""

    ready: str = ""
    """A game whose machine code is ready."""
    failed: str = ""
    """A game that does not compile; ``reason`` says why."""
    reason: str = ""
    action: str | None = None
    """The answer to question ``number``; empty where it failed."""
    number: int = 0
    phase: str = ""
    """``compiling`` or ``thinking``: the process is alive."""
    cpu: float = 0.0
    """CPU seconds of question ``number`` so far, without compiling."""
    total: float = 0.0
    """CPU seconds of the process so far."""
    preparing: str = ""
    """The game that is being compiled ahead of need."""
    prepared: float = 0.0
    """CPU seconds since that began."""

    @property
    def is_sound(self) -> bool:
        """True if the report contains anything known."""
        return bool(self.ready or self.failed or self.phase or self.action is not None)


@dataclass
class Watch:
    """Decides whether a busy process is alive, from its reports and the time between them.

    patience: CPU seconds that one question may take. silence: seconds without any report.
    """

    patience: float
    silence: float = SILENCE
    quiet: float = 0.0
    still: float = 0.0
    spent: float = 0.0
    thinking: bool = False
    """True while a question is being answered, even if its caller has given up."""
    _total: float = 0.0
    _started: bool = False

    def note(self, report: Report) -> None:
        """Process a report."""
        self.quiet, self._started = 0.0, True
        if report.action is not None:
            self.thinking, self.spent, self.still = False, 0.0, 0.0
        elif report.phase:
            self.thinking = report.number > 0
            self.spent = report.cpu if report.phase == THINKING else 0.0
            if report.total - self._total >= LEAST_WORK:
                self._total, self.still = report.total, 0.0

    def rest(self) -> None:
        """Reset the timers: the process is idle."""
        self.quiet = self.still = self.spent = 0.0

    def passed(self, seconds: float) -> str:
        """Advance the time; returns the reason to replace the process, empty as long as it is alive."""
        self.quiet += seconds
        self.still += seconds
        if self.spent > self.patience:
            return f"thought for {self.spent:.1f} s of CPU time"
        if self.quiet >= (self.silence if self._started else STARTING):
            return f"no report for {self.quiet:.0f} s"
        if self._started and self.still >= max(STILL, self.silence):
            return f"no work done for {self.still:.0f} s"
        return ""
