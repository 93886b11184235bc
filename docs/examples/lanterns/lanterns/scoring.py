"""Points (L1.1)."""

from __future__ import annotations

from hanlin.core.jit.compiled import compiled


@compiled
def scores(s, out):
    """The points of each seat. There are no tie-breakers (L1.3), so they are the standing as well."""
    for seat in range(s.players):
        out[seat] = s.points[seat]
