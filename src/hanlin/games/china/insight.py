"""What a position is worth: the evaluation that bots use."""

from __future__ import annotations

from hanlin.core.compiled import compiled


@compiled
def value(s, seat):
    """An estimate of the seat's points at the end."""
    return float(s.points[seat])
