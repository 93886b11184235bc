"""All ways to deal the action cards into groups (Y3.1), numbered.

For each number of players, without and with the wall's card, and for a small form (``minis.py``), the deals are numbered from
0 in the order of their first group, then of their second, and so on, where groups of one size come in the order of their cards
(``itertools.combinations``). They are equally likely, so a random number is a deal: nothing needs to be shuffled. One table
holds them all, a row a deal, a group as a mask of deeds; the nine parts of the table follow each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.state import MOST_PLAYERS

MOST_DEALS: Final = 5040

Cards = tuple[int, ...]

MINI_CARDS: Final = (p.TAXES, p.HARVEST, p.FIREWORKS_SHOW)
"""The action cards of a small form: one against each event of its months."""


def deals(cards: Cards, sizes: tuple[int, ...]) -> Iterator[tuple[Cards, ...]]:
    """All ways to deal ``cards`` into groups of these sizes, in the order of their numbers."""
    if len(sizes) == 1:
        yield (cards,)
        return
    for group in combinations(cards, sizes[0]):
        left = tuple(card for card in cards if card not in group)
        for others in deals(left, sizes[1:]):
            yield (group, *others)


@cache
def _as_deeds(group: Cards) -> int:
    return sum(int(p.DEEDS_OF_CARD[card]) for card in group)


def _table() -> tuple[NDArray[np.int16], list[int]]:
    """The table, and the row where each of its parts begins (and, last, where it ends)."""
    rows: list[list[int]] = []
    begins = [0]
    whole = [(tuple(range(n)), players) for n in (p.CARDS - 1, p.CARDS) for players in range(2, MOST_PLAYERS + 1)]
    for cards, players in (*whole, (MINI_CARDS, 2)):
        spare = [0] * (MOST_PLAYERS - players)
        for deal in deals(cards, p.GROUP_SIZES[players, len(cards)]):
            rows.append([_as_deeds(group) for group in deal] + spare)
        begins.append(len(rows))
    table = np.array(rows, np.int16)
    table.setflags(write=False)
    return table, begins


DEALS, _begins = _table()
"""One deal a row: its groups as masks of deeds; 0 where there is no such group."""
FIRST_ROW: Final = p.table(*_begins[:-1])
ROWS: Final = p.table(*(end - begin for begin, end in pairwise(_begins)))


MINI_PART: Final = len(_begins) - 2
"""The part of the table for a small form."""


def part_of(players: int, great_wall: int) -> int:
    """The part of the table for a number of players, without (0) or with (1) the wall's card."""
    return 4 * great_wall + players - 2
