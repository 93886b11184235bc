"""A state read into plain Python values, once, for words and drawings.

Access to a record's fields is slow in plain Python, and pictures want small hashable values; so a state is read as a whole
and the last readings are kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from hanlin.core.lib.memo import memo
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon import state as st

Palace = tuple[int, tuple[int, ...]]
"""Floors, and the kinds of the persons in it in the order of Y0."""


class Seat(NamedTuple):
    """One player's pieces, and the cards still in hand (all of it is public)."""

    points: int
    track: int
    yuan: int
    rice: int
    fireworks: int
    small: int
    large: int
    cards: tuple[int, ...]
    """The types whose own card is in hand."""
    wild: int
    benefits: tuple[int, ...]
    """The wall tiles not built yet."""
    palaces: tuple[Palace, ...]
    persons: int
    symbols: tuple[int, ...]
    """Symbols on the seat's persons of each type."""
    group: int
    """The group that holds the seat's dragon this month, or -1."""
    deed: int
    """The seat's deed there, or -1."""
    passed: bool
    wall: int
    """Own tiles in the wall."""

    @property
    def cards_left(self) -> int:
        return len(self.cards) + self.wild

    @property
    def dragons(self) -> int:
        """Dragons on privileges."""
        return self.small + 2 * self.large

    @property
    def inhabited(self) -> int:
        """Palaces with at least one person."""
        return sum(1 for _, kinds in self.palaces if kinds)

    @property
    def has_room(self) -> bool:
        """True where some palace has a floor without a person."""
        return any(len(kinds) < floors for floors, kinds in self.palaces)


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """A whole state; one is equal to itself only. Seats and palaces count from 0, months from 1."""

    players: int
    great_wall: bool
    super_event: int
    large_price: int
    actor: int
    step: int
    phase: int
    month: int
    left: int
    held: int
    held_next: int
    at: int
    barred: int
    queue: tuple[int, ...]
    turn: int
    order: tuple[int, ...]
    events: tuple[int, ...]
    tiles: tuple[int, ...]
    groups: tuple[tuple[int, ...], ...]
    """The action cards of each group; empty before the first deal."""
    taken: int
    wall: tuple[int, ...]
    """The owner of the tile under month 1, 2 … as far as the wall goes."""
    seats: tuple[Seat, ...]

    @property
    def deciding(self) -> int:
        """The seat that decides now, or -1."""
        return self.actor if self.actor >= 0 else -1


def read(state: Any) -> Reading:
    """Read a state record."""
    return read_bytes(state.tobytes())


@memo(maxsize=64)
def read_bytes(data: bytes) -> Reading:
    """Read the bytes of a state record."""
    numbers = np.frombuffer(data, np.int64).tolist()
    of = {name: numbers[where] for name, where in _ROWS.items()}
    players = of["players"][0]
    wall = tuple(of["wall"][: of["wall_length"][0]])
    return Reading(
        players=players,
        great_wall=bool(of["great_wall"][0]),
        **{name: of[name][0] for name in _NUMBERS},
        queue=tuple(of["queue"][:players]),
        order=tuple(of["order"][:players]),
        events=tuple(of["events"]),
        tiles=tuple(of["tiles"]),
        groups=tuple([_cards(deeds) for deeds in of["groups"][:players]]) if of["groups"][0] else (),
        wall=wall,
        seats=tuple([_read_seat(of, seat, wall) for seat in range(players)]),
    )


_NUMBERS = (
    *("super_event", "large_price", "actor", "step", "phase", "month", "left", "held", "held_next", "at", "barred"),
    *("turn", "taken"),
)
"""The fields that are read unchanged."""


def _row(name: str) -> slice:
    """The place of a field in the record, which is made of whole numbers of one size."""
    fields: Any = st.STATE.fields
    layout, first = fields[name]
    size = np.dtype(np.int64).itemsize
    return slice(first // size, (first + layout.itemsize) // size)


_ROWS = {name: _row(name) for name in st.STATE.names or ()}


def _read_seat(of: dict[str, list[int]], seat: int, wall: tuple[int, ...]) -> Seat:
    chosen = of["chosen"][seat]
    acted = chosen not in (st.NOT_YET, st.PASSED)
    palaces = st.MOST_PALACES * seat
    return Seat(
        points=of["points"][seat],
        track=of["track"][seat],
        yuan=of["yuan"][seat],
        rice=of["rice"][seat],
        fireworks=of["fireworks"][seat],
        small=of["small"][seat],
        large=of["large"][seat],
        cards=_bits(of["cards"][seat], p.TYPES),
        wild=of["wild"][seat],
        benefits=_bits(of["benefits"][seat], p.BENEFITS),
        palaces=tuple([_palace(number) for number in of["palace"][palaces : palaces + of["palaces"][seat]]]),
        persons=of["persons"][seat],
        symbols=tuple(of["symbols"][p.TYPES * seat : p.TYPES * (seat + 1)]),
        group=chosen // 16 if acted else -1,
        deed=chosen % 16 if acted else -1,
        passed=chosen == st.PASSED,
        wall=wall.count(seat),
    )


@memo(maxsize=4096)
def _bits(mask: int, count: int) -> tuple[int, ...]:
    return tuple(bit for bit in range(count) if mask >> bit & 1)


@memo(maxsize=4096)
def _palace(number: int) -> Palace:
    return int(st.floors_of(number)), tuple(st.persons_in(number))


@memo(maxsize=1024)
def _cards(deeds: int) -> tuple[int, ...]:
    """The action cards of a group, from the mask of their deeds."""
    return tuple(card for card in range(p.CARDS) if deeds & int(p.DEEDS_OF_CARD[card]))
