"""Hidden information: none. All of this game is public, and what chance has not drawn yet is not in the state."""

from __future__ import annotations

from hanlin.core.jit.compiled import compiled


@compiled
def hide(s, seat):
    """Nothing is removed."""


@compiled
def guess(s, rng):
    """Nothing is missing."""
