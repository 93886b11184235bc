"""The acting seat and its legal actions (L1)."""

from __future__ import annotations

from hanlin.core.jit.compiled import compiled, inlined
from hanlin.core.jit.rng import below
from hanlin.core.verbs.generic import CHANCE, OVER
from lanterns.pieces import DRAW, SIZES, SKIP, TURNS


@compiled
def actor(s):
    """Chance while a seat draws, otherwise the seats in turn, three times (L1.3)."""
    if s.drawing >= 0:
        return CHANCE
    if s.turn >= TURNS * s.players:
        return OVER
    return int(s.turn % s.players)


@compiled
def actions(s, out):
    """A lantern of each size that the seat holds (L1.2), or ``skip`` (L1.5); for chance the sizes that the pool has."""
    seat = actor(s)
    n = 0
    for size in range(SIZES):
        if seat == CHANCE and s.pool[size] > 0:
            out[n] = DRAW + int(s.drawing) * SIZES + size
            n += 1
        elif seat >= 0 and s.hands[seat, size] > 0:
            out[n] = size
            n += 1
    if seat >= 0:
        out[n] = SKIP
        n += 1
    return n


@compiled
def weights(s, out):
    """The number of lanterns of each size in the pool."""
    n = 0
    for size in range(SIZES):
        if s.pool[size] > 0:
            out[n] = s.pool[size]
            n += 1
    return n


@inlined
def choose(s, rng):
    """One legal action: the k-th size that the seat holds, or else ``skip``."""
    seat = actor(s)
    held = 0
    for size in range(SIZES):
        held += int(s.hands[seat, size] > 0)
    k = below(rng, held + 1)
    for size in range(SIZES):
        if s.hands[seat, size] > 0:
            if k == 0:
                return size
            k -= 1
    return SKIP


@inlined
def sample(s, rng):
    """One of the pool's lanterns."""
    return DRAW + int(s.drawing) * SIZES + size_of(s, below(rng, in_pool(s)))


@compiled
def in_pool(s):
    """The number of lanterns in the pool."""
    lanterns = 0
    for size in range(SIZES):
        lanterns += int(s.pool[size])
    return lanterns


@compiled
def size_of(s, k):
    """The size of lantern number k (from 0) in the pool."""
    size = 0
    while k >= s.pool[size]:
        k -= int(s.pool[size])
        size += 1
    return size
