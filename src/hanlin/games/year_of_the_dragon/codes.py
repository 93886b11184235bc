"""The numbers of the actions: a verb times 512, plus an argument.

verb            argument
EVENT           event
SUPER_EVENT     super event
PICK            number of a pair of types (PAIRS)
HOUSE, RAZE     palace, from 0
ACT             16 × group + deed
PASS, DECLINE   0
FLOOR           palace, or NEW_PALACE
HIRE            kind with the type's own card, 16 + kind with a wild card
SPEND, DROP     type of the card, or WILD
REPLACE         16 × palace + kind
RELEASE         16 × palace + kind
GIVE            YUAN, RICE or FIREWORK
WELCOME         kind
CONCEDE         type
DEAL            number of the deal (deals.py), up to 5039: the last verb, since it needs more room than 512
"""

from __future__ import annotations

from itertools import combinations
from typing import Final

from hanlin.core.jit.compiled import compiled
from hanlin.games.year_of_the_dragon import pieces as p

EVENT: Final = 0
SUPER_EVENT: Final = 1
PICK: Final = 2
HOUSE: Final = 3
ACT: Final = 4
PASS: Final = 5
FLOOR: Final = 6
HIRE: Final = 7
SPEND: Final = 8
REPLACE: Final = 9
DECLINE: Final = 10
RELEASE: Final = 11
RAZE: Final = 12
GIVE: Final = 13
DROP: Final = 14
WELCOME: Final = 15
CONCEDE: Final = 16
DEAL: Final = 17

VERB_SHIFT: Final = 9
ARGUMENT_MASK: Final = (1 << VERB_SHIFT) - 1
NEW_PALACE: Final = 31
WITH_WILD: Final = 16

FIRST_DEAL: Final = DEAL << VERB_SHIFT
"""The code of deal number 0."""

PAIRS: Final = tuple(combinations(range(p.TYPES), 2))
"""The 36 pairs of types that can be picked, in canonical order."""
FIRST_OF_PAIR: Final = p.table(*(first for first, _ in PAIRS))
SECOND_OF_PAIR: Final = p.table(*(second for _, second in PAIRS))


@compiled
def code(verb, argument):
    """The number of an action."""
    return (verb << VERB_SHIFT) + argument
