"""Resample the hidden past: deals and draws that look alike to a seat (C0.5).

A seat knows all but which cards others were dealt or drew from the pile. Each such card was in the pile as it was at first or
in the one that came of the discards (C6.2), among those that the seat never saw come out of it, each of these as likely as any
other. The actions of others reveal some of them: the cards that they pay with, or exchange, they must have had.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any

from hanlin.core.position.history import Step
from hanlin.games.china.by_colour import unpacked
from hanlin.games.china.pieces import (
    CARD,
    COLOURS,
    EXCHANGE,
    MOST_SPACES,
    PLACE_EMISSARY,
    PLACE_FORTRESS,
    TAKE,
    TAKE_PILE,
)

TRIES = 32
"""Pasts that are made up, of which one is chosen, where cards of two piles are in hand: then some are likelier than others."""

Random = Callable[[], float]
Cards = list[int]
"""The number of cards of each colour."""


def deal_again(steps: Sequence[Step], s: Any, seat: int, random: Random) -> list[int]:
    """The codes of a sampled history since ``s``, the first state, that is consistent with the view of ``seat``.

    Among the cards that it never saw all deals are as likely as they can have been if others chose from their hands blindly.
    """
    known = _Known(steps, s, seat)
    tries = TRIES if len(known.unseen) > 1 else 1
    pasts: list[_Past] = []
    while not pasts:
        pasts = [past for past in (_Past(known, random) for _ in range(tries)) if past.chance > 0]
    past = pasts[_pick([past.chance for past in pasts], random)]
    codes = [step.code for step in steps]
    for ply, colour in past.drawn.items():
        codes[ply] = CARD + colour
    return codes


def _pick(weights: Sequence[float], random: Random) -> int:
    """One of the places of a list, as likely as its number is large."""
    k = random() * sum(weights)
    for place, up_to in enumerate(accumulate(weights)):
        if k < up_to:
            return place
    return max(place for place, weight in enumerate(weights) if weight > 0)


class _Known:
    """A seat's knowledge of the cards of others.

    ``unseen``: of each pile (the first, and the one that came of the discards) the cards that it never saw come out of it.
    ``events``: in their order (ply, seat, pile) where another seat got a card from a pile, and (-1, seat, colour) where a card
    left its hand that had come there unseen.
    """

    def __init__(self, steps: Sequence[Step], s: Any, seat: int) -> None:
        self.unseen: list[Cards] = [unpacked(s.pile)]
        self.events: list[tuple[int, int, int]] = []
        left = sum(self.unseen[0])
        discards = [0] * len(COLOURS)
        known = [[0] * len(COLOURS) for _ in range(int(s.players))]
        for ply, step in enumerate(steps):
            if step.actor < 0:
                if step.only in (-1, seat):
                    self.unseen[-1][step.code - CARD] -= 1
                else:
                    self.events.append((ply, step.only, len(self.unseen) - 1))
                left -= 1
                if left == 0 and len(self.unseen) == 1:
                    self.unseen.append(discards)
                    left, discards = sum(discards), [0] * len(COLOURS)
            elif TAKE <= step.code < TAKE_PILE:
                known[step.actor][step.code - TAKE] += 1
            elif step.code < TAKE:
                colour, n = _paid(step.code, s)
                discards[colour] += n
                open_ones = min(n, known[step.actor][colour])
                known[step.actor][colour] -= open_ones
                if step.actor != seat:
                    self.events += [(-1, step.actor, colour)] * (n - open_ones)


def _paid(code: int, s: Any) -> tuple[int, int]:
    """The colour of the cards that leave the hand by an action, and how many (C3.3, C5.1)."""
    if code >= EXCHANGE:
        return code - EXCHANGE, 1
    if code < PLACE_EMISSARY:
        region = code // 5 // MOST_SPACES
    elif code < PLACE_FORTRESS:
        region = (code - PLACE_EMISSARY) // 5
    else:
        region = (code - PLACE_FORTRESS) // 5 // MOST_SPACES
    return code % 5, 1 if code % 5 == s.colour[region] else 2


class _Past:
    """Colours for the cards that others drew unseen (``drawn``, by ply), made up in the order of play.

    ``chance`` is how likely the known events are to follow, as far as it depends on the choices made here; 0 where it can't.
    """

    def __init__(self, known: _Known, random: Random) -> None:
        self.chance = 1.0
        self.drawn: dict[int, int] = {}
        self._unseen = [cards.copy() for cards in known.unseen]
        hands: dict[int, list[tuple[int, int]]] = {}
        for ply, owner, number in known.events:
            hand = hands.setdefault(owner, [])
            if ply >= 0:
                hand.append((ply, number))
            elif self.chance > 0:
                self._show(hand, number, random)
        if self.chance > 0:
            for ply, pile in (card for hand in hands.values() for card in hand):
                self._draw(ply, pile, _pick(self._unseen[pile], random))

    def _show(self, hand: list[tuple[int, int]], colour: int, random: Random) -> None:
        """One of the hand's cards, each given as the ply and the pile that it came from, turns out to be of that colour."""
        shares = [self._unseen[pile][colour] / (sum(self._unseen[pile]) or 1) for _, pile in hand]
        self.chance *= sum(shares) / len(hand)
        if self.chance > 0:
            self._draw(*hand.pop(_pick(shares, random)), colour)

    def _draw(self, ply: int, pile: int, colour: int) -> None:
        self.drawn[ply] = colour
        self._unseen[pile][colour] -= 1
