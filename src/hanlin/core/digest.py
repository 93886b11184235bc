"""The fingerprint of a state."""

from __future__ import annotations

import hashlib

from hanlin.core.position import Position


def digest(position: Position) -> str:
    """16 hex digits that follow from the position's state: two positions of a game with the same digest are the same."""
    return hashlib.sha256(position.state.tobytes()).hexdigest()[:16]
