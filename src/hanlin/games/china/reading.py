"""A state of China read once into plain Python numbers, for words and drawings."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from hanlin.core.generic import CHANCE, OVER
from hanlin.games.china.notation import region_id
from hanlin.games.china.pieces import COLOURS, EMISSARY, ENDED, MOST_SPACES, PALACE, REFILL, REGIONS, SECOND, TURN


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """The fields of the record (``state.py``) as ints and lists, and what is often asked about them."""

    players: int
    phase: int
    seat: int
    region: int
    second: int
    run_out: int
    row: list[int]
    discards: list[int]
    pile: list[int]
    pile_left: int
    row_size: int
    hand_size: list[int]
    hands: list[list[int]]
    known: list[list[int]]
    palaces_left: list[int]
    emissaries_left: list[int]
    fortresses_left: list[int]
    points: list[int]
    palaces: list[list[int]]
    fortresses: list[int]
    emissaries: list[list[int]]
    free: list[int]
    most: list[int]
    guests: list[int]
    spaces: list[int]
    colour: list[int]
    borders: list[list[int]]
    roads: list[list[int]]
    ids: list[str]
    """The map's ids of the regions, as the notation writes them."""

    @property
    def actor(self) -> int:
        if self.phase in (TURN, SECOND, REFILL):
            return self.seat
        return OVER if self.phase == ENDED else CHANCE

    @property
    def exchanging(self) -> bool:
        """Whether a card is taken now for one that was exchanged (C5.1)."""
        return self.phase == REFILL and self.region < 0

    def region_of(self, id: str) -> int:
        """The region of that id; ValueError when there is none."""
        return self.ids.index(id)

    def owner(self, space: int) -> int:
        """The seat that has a palace on a space; -1 when there is none."""
        region, i = divmod(space, MOST_SPACES)
        for seat in range(self.players):
            if self.palaces[seat][region] >> i & 1:
                return seat
        return -1

    def has_fortress(self, space: int) -> bool:
        region, i = divmod(space, MOST_SPACES)
        return bool(self.fortresses[region] >> i & 1)

    def supply(self, seat: int, kind: int) -> int:
        """How many pieces of a kind the seat has left."""
        if kind == PALACE:
            return self.palaces_left[seat]
        return self.emissaries_left[seat] if kind == EMISSARY else self.fortresses_left[seat]

    def payments(self, seat: int, region: int) -> list[int]:
        """The colours that could pay for a piece in the region: its own for one card, others for a pair (C3.3)."""
        own = self.colour[region]
        return [of for of, n in enumerate(self.hands[seat]) if n >= (1 if of == own else 2)]

    def scored(self, region: int) -> bool:
        """Whether the region is full, and so scored already (C3.7)."""
        return self.free[region] == 0


_FIELDS = tuple(field.name for field in fields(Reading) if field.name != "ids")


def read(s: Any) -> Reading:
    """The state ``s`` (one record) as a Reading."""
    return Reading(ids=[region_id(s, region) for region in range(REGIONS)], **{name: s[name].tolist() for name in _FIELDS})


def hand_of(r: Reading, seat: int) -> tuple[list[int], int]:
    """The cards of a hand that are seen here, each as its colour, and how many more there are face down."""
    seen = [of for of in range(len(COLOURS)) for _ in range(r.hands[seat][of])]
    return seen, r.hand_size[seat] - len(seen)
