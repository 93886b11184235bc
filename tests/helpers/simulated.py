"""A clock that stops until it is advanced."""

from __future__ import annotations


class SimulatedClock:
    """Seconds since 1970; it begins on Monday, 1 June 2026, at midnight (UTC)."""

    def __init__(self):
        self.time = 1780272000.0

    def __call__(self):
        return self.time

    def go_on(self, seconds):
        self.time += seconds
