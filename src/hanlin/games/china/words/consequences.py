"""The changes that an action would make on the map, shown while it is pointed at (``core/verbs/protocols.py``)."""

from __future__ import annotations

from hanlin.core.position.position import Position
from hanlin.core.verbs.presentation import Consequence


def consequences(seen: Position, action: str) -> list[Consequence]:
    """The changes that the action would make, the most important first; as in ``core/verbs/protocols.py``."""
    return []
