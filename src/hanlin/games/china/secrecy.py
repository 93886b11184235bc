"""Hidden cards (C0.5): a seat's view of a state, and a consistent sample of what it doesn't see."""

from __future__ import annotations

from hanlin.core.jit.compiled import compiled
from hanlin.core.jit.rng import below
from hanlin.games.china.by_colour import find, one, total
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
        s.pile += s.hands[other] - s.known[other]
        s.hands[other] = s.known[other]


@compiled
def guess(s, rng):
    """Deal every hand's unknown cards from the unseen ones, each card as likely as any other."""
    unseen = total(s.pile)
    for seat in range(s.players):
        missing = int(s.hand_size[seat]) - total(s.hands[seat])
        for _ in range(missing):
            card = one(find(s.pile, below(rng, unseen)))
            s.pile -= card
            s.hands[seat] += card
            unseen -= 1


@compiled
def seen_only_by(s, outcome):
    """The seat that alone sees a card dealt or drawn (C0.5); -1 where all see it."""
    return int(s.seat) if outcome >= CARD and (s.phase == DEAL or s.phase == DRAW) else -1
