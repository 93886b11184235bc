"""The fingerprint of a state, by which a stored game notices that the rules mean something else today."""

from __future__ import annotations

import hashlib
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hanlin.core.position.position import Position


@cache
def _layout(dtype: Any) -> str:
    """Four letters for how the state's record is laid out: "z" (no digit of the digests before them) and three digits."""
    return "z" + hashlib.sha256(repr((dtype.descr, dtype.itemsize)).encode()).hexdigest()[:3]


def digest(position: Position) -> str:
    """16 letters that follow from the position's state: two positions of a game with the same digest are the same."""
    return _layout(position.game.dtype) + hashlib.sha256(position.state.tobytes()).hexdigest()[:12]


def is_comparable(position: Position, noted: str) -> bool:
    """True where a digest was made of states laid out as today's. One of another layout says nothing about today's states."""
    return noted[:4] == _layout(position.game.dtype)
