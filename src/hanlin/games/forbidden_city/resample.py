"""Resample the hidden past: draws that look alike to a seat (F1.1, F2.3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from hanlin.core.jit.bits import count
from hanlin.core.position.history import Step
from hanlin.games.forbidden_city.secrecy import still_secret

_KIND = 31
"""The bits of a drawn tile's kind in the code of the draw."""


def deal_again(steps: Sequence[Step], s: Any, seat: int, random: Callable[[], float]) -> list[int]:
    """The codes of a sampled history since ``s``, the first state, that is consistent with the view of ``seat``.

    Each other seat that holds a hidden tile has drawn any one of those that its stack had then, each as likely as any other.
    """
    codes = [step.code for step in steps]
    secret = {ply: step.only for ply, step in enumerate(steps) if step.only >= 0}
    for ply in still_secret([(step.actor, step.text) for step in steps], secret):
        owner = secret[ply]
        if owner == seat:
            continue
        stack = int(s.stack[owner])
        kinds = [kind for kind in range(int(s.kinds)) for _ in range(count(stack & int(s.kind_tiles[kind])))]
        for earlier in range(ply):
            if secret.get(earlier) == owner:
                kinds.remove(codes[earlier] & _KIND)
        codes[ply] = (codes[ply] & ~_KIND) | kinds[int(random() * len(kinds))]
    return codes
