"""A state read into plain Python values, once, for words and drawings.

Access to a record's fields is slow in plain Python, and pictures want small hashable values; so a state is read as a whole
and the last readings are kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon import state as st

Palace = tuple[int, tuple[int, ...]]
"""Floors, and the kinds of the persons in it in the order of Y0."""


@dataclass(frozen=True, slots=True)
class Seat:
    """What lies before one player, and the cards still in hand (all of it is public)."""

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
    """Symbols on one's persons of each type."""
    group: int
    """The group that holds the seat's dragon this month, or -1."""
    deed: int
    """What the seat did there, or -1."""
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
        """Whether some palace has a floor without a person."""
        return any(len(kinds) < floors for floors, kinds in self.palaces)


@dataclass(frozen=True, slots=True)
class Reading:
    """A whole state. Seats and palaces count from 0, months from 1."""

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


@lru_cache(maxsize=64)
def read_bytes(data: bytes) -> Reading:
    """Read the bytes of a state record."""
    s: Any = np.frombuffer(data, st.STATE)[0]
    players = int(s.players)
    length = int(s.wall_length)
    wall = tuple(int(owner) for owner in s.wall[:length])
    of_seats = {name: s[name].tolist() for name in _OF_SEATS}
    return Reading(
        players=players,
        great_wall=bool(s.great_wall),
        super_event=int(s.super_event),
        large_price=int(s.large_price),
        actor=int(s.actor),
        step=int(s.step),
        phase=int(s.phase),
        month=int(s.month),
        left=int(s.left),
        held=int(s.held),
        held_next=int(s.held_next),
        at=int(s.at),
        barred=int(s.barred),
        queue=tuple(s.queue[:players].tolist()),
        turn=int(s.turn),
        order=tuple(s.order[:players].tolist()),
        events=tuple(s.events.tolist()),
        tiles=tuple(s.tiles.tolist()),
        groups=tuple(tuple(st.cards_of_group(s, group)) for group in range(players)) if int(s.groups[0]) else (),
        taken=int(s.taken),
        wall=wall,
        seats=tuple(_read_seat(s, of_seats, seat, wall) for seat in range(players)),
    )


_OF_SEATS = (
    *("points", "track", "yuan", "rice", "fireworks", "small", "large", "wild", "persons"),
    *("cards", "benefits", "symbols", "chosen"),
)
"""The fields that are read for all seats at once, since each access to a record takes time."""


def _read_seat(s: Any, of: dict[str, list[Any]], seat: int, wall: tuple[int, ...]) -> Seat:
    chosen = of["chosen"][seat]
    acted = chosen not in (st.NOT_YET, st.PASSED)
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
        palaces=tuple((floors, tuple(kinds)) for floors, kinds in st.palaces_of(s, seat)),
        persons=of["persons"][seat],
        symbols=tuple(of["symbols"][seat]),
        group=chosen // 16 if acted else -1,
        deed=chosen % 16 if acted else -1,
        passed=chosen == st.PASSED,
        wall=wall.count(seat),
    )


@lru_cache(maxsize=4096)
def _bits(mask: int, count: int) -> tuple[int, ...]:
    return tuple(bit for bit in range(count) if mask >> bit & 1)
