"""Who knows which cards (C0.5): what a seat sees of a state, and a guess at what it doesn't see."""

from __future__ import annotations

from hanlin.core.compiled import compiled
from hanlin.core.rng import below
from hanlin.games.china.pieces import CARD, DEAL, DRAW, ENDED


@compiled
def hide(s, seat):
    """Put the cards that ``seat`` (-1: a spectator) can't know back to the pile, which then counts all unseen cards.

    When the game is over nothing is secret any more.
    """
    if s.phase == ENDED:
        return
    for other in range(s.players):
        if other == seat:
            continue
        for colour in range(5):
            s.pile[colour] += s.hands[other, colour] - s.known[other, colour]
            s.hands[other, colour] = s.known[other, colour]


@compiled
def guess(s, rng):
    """Deal every hand's unknown cards from the unseen ones, each card as likely as any other."""
    unseen = 0
    for colour in range(5):
        unseen += int(s.pile[colour])
    for seat in range(s.players):
        missing = int(s.hand_size[seat])
        for colour in range(5):
            missing -= int(s.hands[seat, colour])
        for _ in range(missing):
            colour = draw_unseen(s, below(rng, unseen))
            s.hands[seat, colour] += 1
            unseen -= 1


@compiled
def draw_unseen(s, k):
    """Take unseen card number k (from 0) out of the pile; return its colour."""
    colour = 0
    while k >= s.pile[colour]:
        k -= int(s.pile[colour])
        colour += 1
    s.pile[colour] -= 1
    return colour


@compiled
def seen_only_by(s, outcome):
    """The seat that alone sees a card dealt or drawn (C0.5); -1 where all see it."""
    return int(s.seat) if outcome >= CARD and (s.phase == DEAL or s.phase == DRAW) else -1
