"""What a position is worth to a seat, for bots that look ahead."""

from __future__ import annotations

from hanlin.core.compiled import compiled


@compiled
def value(s, seat):
    """An estimate of the points the seat will end with; see ``generic.value``."""
    return float(s.points[seat])
