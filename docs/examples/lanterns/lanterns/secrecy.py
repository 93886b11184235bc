"""Hidden information (L0.2): each seat knows its own lanterns only."""

from __future__ import annotations

from hanlin.core.jit.compiled import compiled
from hanlin.core.jit.rng import below
from lanterns.choices import in_pool, size_of
from lanterns.pieces import DRAW, SIZES


@compiled
def hide(s, seat):
    """Put the lanterns that ``seat`` (-1: a spectator) does not see back to the pool, which then counts all unseen ones."""
    for other in range(s.players):
        if other == seat:
            continue
        for size in range(SIZES):
            s.unknown[other] += s.hands[other, size]
            s.pool[size] += s.hands[other, size]
            s.hands[other, size] = 0


@compiled
def guess(s, rng):
    """Deal the unseen lanterns to the hands that lack some, each as likely as any other."""
    for other in range(s.players):
        for _ in range(s.unknown[other]):
            size = size_of(s, below(rng, in_pool(s)))
            s.pool[size] -= 1
            s.hands[other, size] += 1
        s.unknown[other] = 0


@compiled
def seen_only_by(s, action):
    """The seat that draws sees what it drew."""
    if action >= DRAW:
        return (action - DRAW) // SIZES
    return -1
