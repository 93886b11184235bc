"""The changes that an action would make until the month ends, shown while it is pointed at."""

from __future__ import annotations

from hanlin.core.position.position import Position
from hanlin.core.verbs.presentation import Consequence


def consequences(seen: Position, action: str) -> list[Consequence]:
    """The changes that the action would make, the most important first; as in ``core/verbs/protocols.py``."""
    return []
