"""Cards by colour: a small number for each of the five colours, packed into one int64.

Colour c has the eight bits from 8 * c on. So cards come and go by one addition, a hand is one number, and what is asked
of all colours at once takes a handful of instructions and no loop. No number exceeds 57, so none touches its highest bit.
"""

from __future__ import annotations

from collections.abc import Iterable

from hanlin.core.jit.bits import count, wrapping_product
from hanlin.core.jit.compiled import compiled
from hanlin.games.china.pieces import COLOURS

BITS = 8
ONE_OF_EACH = sum(1 << BITS * colour for colour in range(len(COLOURS)))
ALL = 0xFF * ONE_OF_EACH
HIGHEST_BITS = 0x80 * ONE_OF_EACH
TO_MASK = sum(1 << (BITS - 1) * (len(COLOURS) - 1 - colour) for colour in range(len(COLOURS)))
"""A product with this brings the lowest bits of the five numbers together, as five bits from bit 28 on."""


@compiled
def one(colour):
    """One card of a colour."""
    return 1 << (BITS * colour)


@compiled
def number(cards, colour):
    """The number of cards of a colour."""
    return int(cards) >> (BITS * colour) & 0xFF


@compiled
def total(cards):
    """The number of cards."""
    return wrapping_product(cards, ONE_OF_EACH) >> (BITS * (len(COLOURS) - 1)) & 0xFF


@compiled
def colours_of(cards, least):
    """The mask of the colours (five bits) of which there are at least so many cards."""
    reached = (int(cards) + (0x80 - least) * ONE_OF_EACH) >> (BITS - 1) & ONE_OF_EACH
    return reached * TO_MASK >> 28 & 31


@compiled
def find(cards, k):
    """The colour of card number k (from 0) in a set of cards by colour. k is below the total."""
    up_to = wrapping_product(cards, ONE_OF_EACH) & ALL  # of each colour the cards up to it and its own
    return count((k * ONE_OF_EACH | HIGHEST_BITS) - up_to & HIGHEST_BITS)


def packed(numbers: Iterable[int]) -> int:
    """Cards from their numbers by colour."""
    return sum(int(n) << BITS * colour for colour, n in enumerate(numbers))


def unpacked(cards: int) -> list[int]:
    """The numbers of cards by colour."""
    return [int(cards) >> BITS * colour & 0xFF for colour in range(len(COLOURS))]
