"""Resample the hidden past: draws that look alike to a seat (L0.2). OpenSpiel's searches use it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from hanlin.core.position.history import Step
from lanterns.pieces import DRAW, SIZES, SKIP


def deal_again(steps: Sequence[Step], s: Any, seat: int, random: Callable[[], float]) -> list[int]:
    """The codes of a sampled history since ``s``, the first state, that is consistent with the view of ``seat``.

    A lantern that another seat lit is any one of those that it held then; what it has not lit is any of those that nobody saw.
    """
    codes = [step.code for step in steps]
    unseen = [size for size in range(SIZES) for _ in range(int(s.pool[size]))]
    held: dict[int, list[int]] = {}
    for ply, step in enumerate(steps):
        owner = step.only
        if owner == seat:
            unseen.remove((step.code - DRAW) % SIZES)
        elif owner >= 0:
            held.setdefault(owner, []).append(ply)
        elif step.actor != seat and step.code != SKIP:
            unseen.remove(step.code)
            codes[_any_of(held[step.actor], random)] = _drawn(step.actor, step.code)
    for owner, plies in held.items():
        for ply in plies:
            codes[ply] = _drawn(owner, _any_of(unseen, random))
    return codes


def _any_of(things: list[int], random: Callable[[], float]) -> int:
    return things.pop(int(random() * len(things)))


def _drawn(seat: int, size: int) -> int:
    return DRAW + seat * SIZES + size
