"""The state of In the Year of the Dragon: one record, the same at both speeds. All of it is public.

It has no gaps between its fields, so that equal states are equal byte by byte.

A palace is one number, so that two palaces are alike (notation.md) exactly if their numbers are equal:

    bits 0-1        floors, 1 to 3 (0 only while the last persons of a razed palace are being released)
    bits 2-3        persons in it
    bits 4-33       persons of each kind, two bits a kind, kind 0 lowest

Hiring a person, adding a floor or razing one is an addition (``person_in``, ``FLOOR``).

How many palaces can one player have? A palace that ever had a person in it is charged to the first such person; a player gets
at most 14 persons: 2 at the start, 11 by cards, 1 by a sunrise. For palaces that never had one, let F be their floors and N
their number after the building of a month. The month's decay (Y5.7) takes N floors, and N >= F / 3 since a palace has at most
three. A player builds at most 6 floors a month: 1, and 1 for each of at most 5 craftsmen (start, own card, two wild cards,
sunrise). So F is at most 2/3 of the last F, plus 6: it never passes 18. Of the last month's N palaces at most
min(N, 18 - N) <= 9 remain after decay; with 6 new ones N is at most 15. Together 14 + 15 = 29. With a concession in place of a
sunrise (4 craftsmen: 5 floors a month, 4 more in month 7) the same bound stays below: 9 persons and 16 other palaces in
month 7, then 13 and 14.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from hanlin.core.jit.compiled import compiled
from hanlin.core.jit.struct_types import record
from hanlin.games.year_of_the_dragon import pieces as p

MOST_PLAYERS: Final = 5
MOST_PALACES: Final = 29

# What is asked of the actor (field ``step``).
DRAW_EVENT: Final = 0
DRAW_SUPER_EVENT: Final = 1
PICK: Final = 2
DEAL: Final = 3
ACT: Final = 4
FLOOR_TO: Final = 5
HIRE: Final = 6
PLACE: Final = 7
"""Place the person that is ``held``; if every palace is full, replace one or decline."""
RELEASE: Final = 8
RAZE: Final = 9
EVICT: Final = 10
"""Release a person of palace ``at``, which has more persons than floors (earthquake)."""
GIVE: Final = 11
DROP: Final = 12
WELCOME: Final = 13
CONCEDE: Final = 14
NOTHING: Final = 15
"""The game is over."""

NOT_YET: Final = -1
"""In ``chosen``: the seat has not acted this month."""
PASSED: Final = 255
"""In ``chosen``: the seat has passed."""
NO_SUPER_EVENT: Final = -1
SUPER_EVENT_TO_DRAW: Final = -2

_seats = (MOST_PLAYERS,)

STATE: Final = record(
    [
        # palace numbers as above; those from palaces[seat] on are 0
        ("palace", np.int64, (MOST_PLAYERS, MOST_PALACES)),
        # what can't be chosen now, as a mask. While picking: pairs of types taken (numbers of codes.PAIRS). In a
        # drought: palaces already hit. In a sunrise: types already chosen.
        ("barred", np.int64),
        ("available", np.int64),  # mask of the kinds with a tile left
        # -- the table
        ("players", np.int64),
        ("great_wall", np.int64),  # 1 when played with
        ("super_event", np.int64),  # its number, NO_SUPER_EVENT or SUPER_EVENT_TO_DRAW
        ("large_price", np.int64),  # yuan for a large privilege
        ("deals", np.int64),  # the part of the table of deals (deals.py)
        # -- whose move it is
        ("actor", np.int64),  # a seat, CHANCE or OVER
        ("step", np.int64),  # what is asked, see above
        ("phase", np.int64),  # SETUP … GAME_OVER of pieces.py
        ("month", np.int64),  # 1 to 12; 0 in the set-up
        ("turn", np.int64),  # the actor's index in queue
        ("queue", np.int64, _seats),  # seats in the order of this phase, read when it began (Y2)
        ("order", np.int64, _seats),  # seats in player order now, the first is the furthest along the track
        # -- what the actor is in the midst of
        ("left", np.int64),  # floors, releases, razings, gifts or cards still to come, the one asked for included
        ("held", np.int64),  # the kind that waits for a place, or -1
        ("held_next", np.int64),  # in the set-up: the second kind, or -1
        ("at", np.int64),  # EVICT: the palace
        ("hit", np.int64),  # Mongols and wall checks: mask of seats that must release one
        # -- the common board
        ("events", np.int64, (p.MONTHS,)),  # the event of month 1 … 12; -1 while not drawn
        ("tiles", np.int64, (p.KINDS,)),  # tiles left of each kind
        (
            "groups",
            np.int64,
            _seats,
        ),  # this month's groups, each as a mask of deeds (pieces.DEEDS_OF_CARD); 0 before the first
        ("taken", np.int64),  # mask of the groups that hold a dragon; 0 after the action phase
        ("chosen", np.int64, _seats),  # what the seat did this month: 16 × group + deed, or NOT_YET or PASSED
        ("wall", np.int64, (p.WALL_LENGTH,)),  # the seat whose tile lies under month 1 …; -1 where none does
        ("wall_length", np.int64),
        # -- the seats
        ("points", np.int64, _seats),
        ("track", np.int64, _seats),  # space of the person marker
        ("yuan", np.int64, _seats),
        ("rice", np.int64, _seats),
        ("fireworks", np.int64, _seats),
        ("small", np.int64, _seats),  # small privileges
        ("large", np.int64, _seats),  # large privileges
        ("cards", np.int64, _seats),  # mask of the types whose own card is in hand
        ("wild", np.int64, _seats),  # wild cards in hand
        ("benefits", np.int64, _seats),  # mask of the wall tiles not built yet; 0 without the wall
        ("palaces", np.int64, _seats),  # how many palaces
        ("persons", np.int64, _seats),  # how many persons, all palaces together
        ("symbols", np.int64, (MOST_PLAYERS, p.TYPES)),  # symbols on the persons of each type
    ]
)

FLOOR: Final = 1
PERSON: Final = 4
FIRST_KIND_BIT: Final = 4
EVEN_BITS: Final = 0x15555555
"""The lower bit of each kind's two."""


@compiled
def floors_of(palace):
    """Floors of a palace number."""
    return palace & 3


@compiled
def persons_of(palace):
    """Persons in a palace."""
    return (palace >> 2) & 3


@compiled
def count_in(palace, kind):
    """Persons of a kind in a palace."""
    return (palace >> (FIRST_KIND_BIT + 2 * kind)) & 3


@compiled
def person_in(kind):
    """The increase of a palace number when a person of that kind moves in."""
    return PERSON + (1 << (FIRST_KIND_BIT + 2 * kind))


@compiled
def kinds_in(palace):
    """The kinds in a palace as a mask with bit 2 × kind for each."""
    counts = palace >> FIRST_KIND_BIT
    return (counts | (counts >> 1)) & EVEN_BITS


def persons_in(palace: int) -> list[int]:
    """The kinds of the persons in a palace, in the order of Y0, each as often as it is there."""
    return [kind for kind in range(p.KINDS) for _ in range(int(count_in(int(palace), kind)))]


def palaces_of(s: Any, seat: int) -> list[tuple[int, list[int]]]:
    """A seat's palaces in order: floors, and the kinds of the persons in it."""
    row = s.palace[seat][: int(s.palaces[seat])]
    return [(int(floors_of(int(palace))), persons_in(int(palace))) for palace in row]


def cards_of_group(s: Any, group: int) -> list[int]:
    """The action cards of one of this month's groups, in the order of Y0.4."""
    deeds = int(s.groups[group])
    return [card for card in range(p.CARDS) if deeds & int(p.DEEDS_OF_CARD[card])]
