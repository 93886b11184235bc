"""A state of China read once into plain Python numbers, and what its final scoring would give, for words and drawings."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from hanlin.core.lib.memo import memo
from hanlin.core.verbs.generic import CHANCE, OVER
from hanlin.games.china.by_colour import unpacked
from hanlin.games.china.notation import region_ids
from hanlin.games.china.pieces import EMISSARY, ENDED, MOST_SPACES, PALACE, REFILL, SECOND, TURN
from hanlin.games.china.roads import best_rows
from hanlin.games.china.scoring import leaders, palace_counts, palace_points
from hanlin.games.china.state import STATE


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """The fields of the record (``state.py``) as ints and lists, with common queries."""

    players: int
    phase: int
    seat: int
    region: int
    second: int
    run_out: int
    row: tuple[int, ...]
    discards: tuple[int, ...]
    pile: tuple[int, ...]
    pile_left: int
    hand_size: list[int]
    hands: list[tuple[int, ...]]
    known: list[tuple[int, ...]]
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
    ids: tuple[str, ...]
    """The map's ids of the regions, as the notation writes them."""
    with_fortresses: bool
    """True where there are any."""
    record: bytes
    """The values read."""

    @property
    def actor(self) -> int:
        if self.phase in (TURN, SECOND, REFILL):
            return self.seat
        return OVER if self.phase == ENDED else CHANCE

    @property
    def exchanging(self) -> bool:
        """True where a card is taken now for one that was exchanged (C5.1)."""
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
        """The number of pieces of a kind that the seat has left."""
        if kind == PALACE:
            return self.palaces_left[seat]
        return self.emissaries_left[seat] if kind == EMISSARY else self.fortresses_left[seat]

    def supplies(self, seat: int) -> tuple[int, ...]:
        """The pieces that the seat has left: palaces, emissaries, and fortresses where there are any."""
        left = (self.palaces_left[seat], self.emissaries_left[seat], self.fortresses_left[seat])
        return left if self.with_fortresses else left[:2]

    def payments(self, seat: int, region: int) -> list[int]:
        """The colours that could pay for a piece in the region: its own for one card, others for a pair (C3.3)."""
        own = self.colour[region]
        return [of for of, n in enumerate(self.hands[seat]) if n >= (1 if of == own else 2)]

    def scored(self, region: int) -> bool:
        """True where the region is full, and so scored already (C3.7)."""
        return self.free[region] == 0


def read(s: Any) -> Reading:
    """The state ``s`` (one record) as a Reading; not to be changed, since a page asks many times for the same one."""
    return _read(s.tobytes())


@memo(maxsize=64)
def _read(record: bytes) -> Reading:
    numbers = {size: np.frombuffer(record[:_END], size).tolist() for size in (np.int32, np.int64)}
    of: dict[str, Any] = {name: numbers[size][where] for name, (size, where, _width) in _ROWS.items()}
    of |= {name: of[name][0] for name in _NUMBERS}
    of |= {name: [of[name][i : i + width] for i in range(0, len(of[name]), width)] for name, width in _TABLES}
    of |= {name: _cards(of[name]) for name in ("row", "discards", "pile")}
    of |= {name: [_cards(hand) for hand in of[name]] for name in ("hands", "known")}
    with_fortresses = any(of["fortresses_left"]) or any(of["fortresses"])
    return Reading(ids=region_ids(record[_IDS]), with_fortresses=with_fortresses, record=record, **of)


@memo(maxsize=4096)
def _cards(cards: int) -> tuple[int, ...]:
    """The numbers of cards by colour."""
    return tuple(unpacked(cards))


def _row(name: str) -> tuple[Any, slice, int]:
    """The type of a field's numbers, their index among those of that type, and the number in a row of the field:
    0 where it is a single number, 1 where the field is a single row."""
    layout, first = _LAYOUT[name]
    size = layout.base.itemsize
    width = (0, 1, layout.shape[-1])[len(layout.shape)] if layout.shape else 0
    return (np.int64 if size == 8 else np.int32), slice(first // size, (first + layout.itemsize) // size), width


def _bytes(name: str) -> slice:
    """The place of a field in the bytes of a record."""
    layout, first = _LAYOUT[name]
    return slice(first, first + layout.itemsize)


_LAYOUT: Any = STATE.fields
_ROWS = {field.name: _row(field.name) for field in fields(Reading) if field.name not in ("ids", "with_fortresses", "record")}
_NUMBERS = [name for name, (_size, _where, width) in _ROWS.items() if width == 0]
_TABLES = [(name, width) for name, (_size, _where, width) in _ROWS.items() if width > 1]
_IDS, _ROADS = _bytes("ids"), _bytes("roads")
_END = max(_bytes(name).stop for name in _ROWS) // 8 * 8 + 8
"""The end of the part of a record that is read: what follows is of the map, and for the rules."""


def hand_of(r: Reading, seat: int) -> tuple[list[int], int]:
    """The cards of a hand that are seen here, each as its colour, and how many more there are face down."""
    seen = [of for of, n in enumerate(r.hands[seat]) for _card in range(n)]
    return seen, r.hand_size[seat] - len(seen)


# -- if the game ended now (C7), counted by the rules' own functions; nothing here is hidden from anybody ---------------


class Row(NamedTuple):
    """An unbroken row of palaces of a seat that scores (C7.3): its points and its spaces in order."""

    seat: int
    points: int
    spaces: tuple[int, ...]


class Pact(NamedTuple):
    """An alliance over a border (C7.2): its number from 1, the seats that score, and the points of each of them."""

    number: int
    seats: tuple[int, ...]
    points: int


@dataclass(frozen=True, eq=False)
class FinalScoring:
    """The result of the final scoring of a position as it is now; ``points`` are those scored before it.

    ``standing[r][seat]`` are the points for the palaces of a region, scored already or not;
    in ``regions`` those that are scored are 0 for all.
    """

    points: tuple[int, ...]
    standing: tuple[tuple[int, ...], ...]
    regions: tuple[tuple[int, ...], ...]
    leaders: tuple[tuple[int, ...], ...]
    """By region, the seats with the most emissaries."""
    pacts: tuple[Pact, ...]
    rows: tuple[Row, ...]

    def palace_points(self, seat: int) -> int:
        return sum(region[seat] for region in self.regions)

    def alliance_points(self, seat: int) -> int:
        return sum(pact.points for pact in self.pacts if seat in pact.seats)

    def road_points(self, seat: int) -> int:
        return sum(row.points for row in self.rows if row.seat == seat)

    @cached_property
    def totals(self) -> tuple[int, ...]:
        """The points of each seat if the game ended now."""
        return tuple(
            points + self.palace_points(seat) + self.alliance_points(seat) + self.road_points(seat)
            for seat, points in enumerate(self.points)
        )

    def total(self, seat: int) -> int:
        """The points of the seat if the game ended now."""
        return self.totals[seat]


def final_scoring(s: Any, ended: bool = False) -> FinalScoring:
    """The final scoring of a state (one record). ``ended``: the game is over, and what it gives is in the points already."""
    return scoring_of(s.tobytes(), ended)


@memo(maxsize=64)
def scoring_of(record: bytes, ended: bool) -> FinalScoring:
    """The same of the bytes of a record."""
    r = _read(record)
    regions = zip(
        zip(*r.palaces[: r.players], strict=True),
        zip(*r.emissaries[: r.players], strict=True),
        *(r.fortresses, r.free, r.spaces, r.guests),
        strict=True,
    )
    return _final_scoring(tuple(r.points[: r.players]), tuple(regions), tuple(map(tuple, r.borders)), record[_ROADS], ended)


@memo(maxsize=64)
def _final_scoring(
    points: tuple[int, ...], board: tuple[Any, ...], borders: tuple[tuple[int, ...], ...], roads: bytes, ended: bool
) -> FinalScoring:
    """``board``: of each region the palaces (as masks) and the emissaries of each seat, the fortresses, the free spaces, how
    many spaces and how many emissaries there are."""
    palaces, emissaries, fortresses, free, spaces, guests = zip(*board, strict=True)
    standing = tuple(map(_standing, palaces, fortresses, free, spaces))
    lead, nothing = tuple(map(_leaders, emissaries)), (0,) * len(points)
    regions = tuple([of if left else nothing for of, left in zip(standing, free, strict=True)])
    pacts = []
    for number, (a, b) in enumerate(borders, 1):
        if lead[a] and lead[b]:
            allied = tuple([seat for seat in lead[a] if seat in lead[b]])
            pacts += [Pact(number, allied, guests[a] + guests[b])] if allied else []
    own = enumerate(zip(*palaces, strict=True))
    rows = tuple([Row(seat, *row) for seat, of in own for row in _best_rows(of, fortresses, roads)])
    found = FinalScoring(points, standing, regions, lead, tuple(pacts), rows)
    if not ended:
        return found
    before = tuple([2 * now - total for now, total in zip(points, found.totals, strict=True)])
    return replace(found, points=before)


@memo(maxsize=1024)
def _standing(palaces: tuple[int, ...], fortresses: int, free: int, spaces: int) -> tuple[int, ...]:
    """The points of each seat for its palaces in a region, from the masks of its spaces."""
    s = np.zeros(1, STATE)[0]
    s.players, s.palaces[: len(palaces), 0] = len(palaces), palaces
    s.fortresses[0], s.free[0], s.spaces[0] = fortresses, free, spaces
    return region_points(s, 0)


@memo(maxsize=512)
def _best_rows(palaces: tuple[int, ...], fortresses: tuple[int, ...], roads: bytes) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """The rows of a seat that score, each with its points, from its palaces, the fortresses and the roads of the board."""
    s = np.zeros(1, STATE)[0]
    s.palaces[0], s.fortresses = palaces, fortresses
    s.roads = np.frombuffer(roads, s.roads.dtype).reshape(s.roads.shape)
    return tuple((int(points), tuple(map(int, row))) for points, row in best_rows(s, 0))


@memo(maxsize=1024)
def _leaders(emissaries: tuple[int, ...]) -> tuple[int, ...]:
    """The seats with the most emissaries in a region."""
    s = np.zeros(1, STATE)[0]
    s.players, s.emissaries[: len(emissaries), 0] = len(emissaries), emissaries
    mask = int(leaders(s, 0))
    return tuple(seat for seat in range(len(emissaries)) if mask >> seat & 1)


def region_points(s: Any, region: int) -> tuple[int, ...]:
    """The points of each seat for its current palaces in the region (C4), scored already or not."""
    counts = palace_counts(s, region)
    return tuple(int(palace_points(s, region, seat, counts)) for seat in range(int(s.players)))


def points_when_full(record: bytes, region: int, seat: int) -> tuple[int, ...]:
    """The points of each seat for the region when ``seat`` builds on its last free space, from the bytes of a record."""
    after = np.frombuffer(bytearray(record), STATE)[0]
    after.palaces[seat, region] = int(after.palaces[seat, region]) | int(after.free[region])
    after.free[region] = 0
    return region_points(after, region)
