"""The effects of actions (L0, L1)."""

from __future__ import annotations

from hanlin.core.jit.compiled import compiled
from hanlin.core.jit.events import emit
from hanlin.core.verbs import generic
from lanterns.choices import actions, actor, choose, in_pool, sample, weights
from lanterns.pieces import DRAW, HAND, LIT, SIZES, SKIP
from lanterns.scoring import scores
from lanterns.secrecy import guess, hide, seen_only_by
from lanterns.state import STATE


@compiled
def play(s, action):
    """Carry out an action."""
    if action >= DRAW:
        draw(s, (action - DRAW) % SIZES)
    else:
        take_turn(s, action)


@compiled
def draw(s, size):
    """The seat that draws gets a lantern of that size (L0.2, L1.6)."""
    s.pool[size] -= 1
    s.hands[s.drawing, size] += 1
    s.drawing = next_to_fill(s)


@compiled
def next_to_fill(s):
    """Return the next seat whose hand is not full during set-up (L0.2); afterwards none."""
    if s.turn == 0 and in_pool(s) > 0:
        for seat in range(s.players):
            held = 0
            for size in range(SIZES):
                held += int(s.hands[seat, size])
            if held < HAND:
                return seat
    return -1


@compiled
def take_turn(s, action):
    """Light a lantern (L1.1) and draw another (L1.6), or skip (L1.5)."""
    seat = actor(s)
    s.turn += 1
    if action != SKIP:
        s.hands[seat, action] -= 1
        gain = (action + 1) * (1 + int(s.double))
        s.points[seat] += gain
        emit(LIT, seat, gain, action + 1, 0)
        if in_pool(s) > 0:
            s.drawing = seat


generic.register(
    STATE,
    actor=actor,
    actions=actions,
    weights=weights,
    choose=choose,
    sample=sample,
    play=play,
    scores=scores,
    standing=scores,
    hide=hide,
    guess=guess,
    seen_only_by=seen_only_by,
)
