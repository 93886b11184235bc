"""The texts of actions, and back: ``light SIZE``, ``skip``; for chance ``draw SEAT SIZE``."""

from __future__ import annotations

from typing import Any

from hanlin.core.i18n.language import _
from lanterns.pieces import DRAW, MOST_PLAYERS, SIZES, SKIP


def text(s: Any, action: int) -> str:
    """The text of an action, legal now or not."""
    if action >= DRAW:
        seat, size = divmod(action - DRAW, SIZES)
        return f"draw {seat + 1} {size + 1}"
    return "skip" if action == SKIP else f"light {action + 1}"


def parse(s: Any, words: str) -> int:
    """The code of an action's text; ValueError with a sentence where it is malformed."""
    match words.split(" "):
        case ["skip"]:
            return SKIP
        case ["light", size] if size in _numbers(SIZES):
            return int(size) - 1
        case ["draw", seat, size] if seat in _numbers(MOST_PLAYERS) and size in _numbers(SIZES):
            return DRAW + (int(seat) - 1) * SIZES + int(size) - 1
    raise ValueError(_("write light 1, light 2, light 3 or skip."))


def _numbers(n: int) -> tuple[str, ...]:
    return tuple(str(number) for number in range(1, n + 1))
