"""The palace as plain Python values, for words and drawings: its faces, its rooms, what each closing was worth.

The record keeps what the rules need (``state.py``); a person wants more: which spaces a room covers, what an earlier closing
counted, what meets a tile on a free space. All of that follows from the tiles on the table in the order of their placing, and
is worked out here without the rules' own code, so the tests hold one against the other.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from operator import itemgetter
from typing import NamedTuple

import msgspec

from hanlin.core.lib.memo import memo
from hanlin.games.forbidden_city.pieces import GARDEN, OPEN, SECOND, SHARED_MOST, SOLE_MOST, STEPS, WALL
from hanlin.games.forbidden_city.tiles import Face, Part

Place = tuple[int, int]
"""x and y of a space, from the start tile's centre."""


class Edge(NamedTuple):
    """A shared edge that forbids a placement: the tile's side there, its floor, and the floor that meets it."""

    side: int
    floor: int
    other: int


class Where(NamedTuple):
    """The place of a part: its space, its number within the face, its sides as turned (0–3 for n e s w), its figures."""

    x: int
    y: int
    number: int
    sides: tuple[int, ...]
    figures: int


class Neighbour(NamedTuple):
    """An adjacent room at the time of a closing (F4.2)."""

    floor: int
    tiles: int
    dragons: int

    @property
    def value(self) -> int:
        return self.tiles + 3 * self.dragons


class Room(msgspec.Struct, frozen=True, cache_hash=True):
    """A room: the places of its parts, and its figures. ``advisors`` and ``pays`` have an entry for each seat."""

    number: int
    floor: int
    parts: tuple[Where, ...]
    tiles: int
    dragons: int
    advisors: tuple[int, ...]
    open_edges: int
    """Edges without a wall towards an empty space (F3.1); 0: the room is closed."""
    neighbours: tuple[Neighbour, ...]
    """The adjacent rooms: now, or in a ``Closing`` when it was closed."""

    @property
    def place(self) -> Place:
        """The place that names the room: that of the part which was laid first."""
        return self.parts[0][:2]

    @property
    def own(self) -> int:
        """The room's own value, without adjacent rooms (F4.1)."""
        return self.tiles + 3 * self.dragons

    @property
    def value(self) -> int:
        """The whole value (F4)."""
        value = self.tiles + 3 * self.dragons
        for _floor, tiles, dragons in self.neighbours:
            value += tiles + 3 * dragons
        return value

    @property
    def pays(self) -> tuple[tuple[int, int], ...]:
        """For each seat: the coins that it is paid when the room closes at this value, and why (0 for nothing) (F5)."""
        return shares(self.advisors, self.value)


@memo(maxsize=1024)
def shares(advisors: tuple[int, ...], value: int) -> tuple[tuple[int, int], ...]:
    """The payments for a room of that value (F5): for each seat the coins, and SOLE_MOST, SHARED_MOST, SECOND or 0."""
    most = max(advisors)
    rest = [number for number in advisors if number < most]
    second = max(rest, default=0)
    paid = []
    for number in advisors:
        if most and number == most:
            paid.append((value, SOLE_MOST) if advisors.count(most) == 1 else (value // 2, SHARED_MOST))
        elif second and number == second and advisors.count(most) == 1 and advisors.count(second) == 1:
            paid.append((value // 2, SECOND))
        else:
            paid.append((0, 0))
    return tuple(paid)


class Sums(NamedTuple):
    """The sums of a set of joined parts, but for its open edges."""

    parts: tuple[int, ...]
    spaces: frozenset[Place]
    floor: int
    dragons: int
    advisors: tuple[int, ...]


class Laid(msgspec.Struct, frozen=True, eq=False):
    """A face on its space: one and the same object in the palaces of all plies from then on."""

    number: int
    place: Place
    face: Face
    seat: int
    """The seat whose tile it is; -1: the start tile's."""


NOTHING, WALLED = -1, -2
"""At a side of a tile where no floor meets it: no tile, or one with a wall."""
_END = {NOTHING: 1, WALLED: WALLED}
"""Their codes in ``Palace.ends``."""


def clash(floors: tuple[int, ...], meets: tuple[int, ...]) -> Edge | None:
    """The reasons that forbid a tile: the floors at its sides (``open_floors``), and what meets it there (``Palace.meets``)."""
    for side in range(4):
        if meets[side] >= 0 <= floors[side] != meets[side]:
            return Edge(side, floors[side], meets[side])
    return None


def floor_at(face: Face, side: int) -> int:
    """The floor at a side of a face; WALLED for a wall."""
    return face.parts[face.owners[side]].floor if face.walls[side] == OPEN else WALLED


def open_floors(face: Face) -> tuple[int, ...]:
    """The same for each side."""
    return tuple([floor_at(face, side) for side in range(4)])


def encloses(face: Face) -> bool:
    """True where a part of a face has a wall at each of its sides."""
    return any(all(face.walls[side] != OPEN for side in part.sides) for part in face.parts)


@dataclass(slots=True, eq=False)
class Palace:
    """The palace at one moment. ``place`` adds a tile and returns the closings."""

    players: int
    laid: list[Laid] = field(default_factory=list)
    """The faces in the order of their placing, the start tile's first."""
    faces: dict[Place, Face] = field(default_factory=dict)
    seats: dict[Place, int] = field(default_factory=dict)
    """The seat of the tile on each space; spaces of the start tile are missing."""
    meets: dict[Place, tuple[int, ...]] = field(default_factory=dict)
    """The free spaces next to the palace, with what meets a tile at each side: a floor, WALLED or NOTHING."""
    facing: dict[Place, tuple[int, ...]] = field(default_factory=dict)
    """The same spaces, with the part whose floor meets a tile at each side; WALLED or NOTHING where none does."""
    first_part: dict[Place, int] = field(default_factory=dict)
    where: list[Where] = field(default_factory=list)
    root: list[int] = field(default_factory=list)
    """The number of the room of each part."""
    sums: dict[int, Sums] = field(default_factory=dict)
    open_edges: dict[int, int] = field(default_factory=dict)
    passages: list[tuple[int, int]] = field(default_factory=list)
    known: dict[int, Room] = field(default_factory=dict)
    """The rooms that were asked for and are as they were."""
    closings: list[Room] = field(default_factory=list)
    """Each room that was closed, as it was then, in order."""
    latest: Place | None = None
    """The place of a player's last tile."""
    just_closed: list[Room] = field(default_factory=list)
    """The rooms that it closed."""

    def copy(self) -> Palace:
        """An independent palace."""
        return Palace(
            self.players,
            self.laid[:],
            self.faces.copy(),
            self.seats.copy(),
            self.meets.copy(),
            self.facing.copy(),
            self.first_part.copy(),
            self.where[:],
            self.root[:],
            self.sums.copy(),
            self.open_edges.copy(),
            self.passages[:],
            self.known.copy(),
            self.closings[:],
            self.latest,
            self.just_closed,
        )

    # -- what there is -----------------------------------------------------------------------------------------------------

    @staticmethod
    def beyond(place: Place, side: int) -> Place:
        """The space on the other side of an edge."""
        return place[0] + STEPS[side][0], place[1] + STEPS[side][1]

    def free(self) -> list[Place]:
        """The free spaces next to the palace, in reading order."""
        return sorted(self.meets, key=itemgetter(1, 0))

    def clash(self, at: Place, face: Face) -> Edge | None:
        """The first shared edge that forbids the face on a free space (F2.2); None if it fits."""
        return clash(open_floors(face), self._meets_at(at))

    def rooms(self) -> list[Room]:
        """All rooms as they are now, gardens left out, the earliest first."""
        return [
            self.known.get(number) or self._room(number) for number in sorted(self.sums) if self.sums[number].floor != GARDEN
        ]

    def would_close(self, at: Place, face: Face, seat: int) -> list[Room]:
        """The rooms that a seat's tile would close there."""
        trial = Palace(  # Parts that ``lay`` never changes are shared.
            self.players,
            self.laid,
            self.faces.copy(),
            self.seats,
            self.meets,
            self.facing,
            self.first_part.copy(),
            self.where[:],
            self.root[:],
            self.sums.copy(),
            self.open_edges.copy(),
            self.passages[:],
            {},
        )
        return trial.closed(trial.lay(at, face, seat))

    def ends(self, at: Place) -> tuple[int, ...]:
        """For each side of a free space 0 where the room that meets a tile there has no open edge elsewhere, WALLED where a
        wall meets it, and else 1."""
        root, edges = self.root, self.open_edges
        met = [root[part] if part >= 0 else part for part in self.facing[at]]
        return tuple([(1 if edges[room] > met.count(room) else 0) if room >= 0 else _END[room] for room in met])

    def find(self, part: int) -> int:
        """The number of the room that a part belongs to."""
        return self.root[part]

    def room_at(self, place: Place, part: int) -> int:
        """The number of the room of that part of the face at a place."""
        return self.root[self.first_part[place] + part]

    # -- building ------------------------------------------------------------------------------------------------------------

    def place(self, at: Place, face: Face, seat: int = -1) -> list[Room]:
        """Place a face (seat -1: of the start tile) and return the rooms that this closes."""
        self.laid.append(Laid(len(self.laid), at, face, seat))
        changed = self.lay(at, face, seat)
        self._forget(at, changed)
        self._free_round(at)
        if seat < 0:
            return []
        self.seats[at] = seat
        self.latest, self.just_closed = at, self.closed(changed)
        self.closings += self.just_closed
        return self.just_closed

    def closed(self, changed: Iterable[int]) -> list[Room]:
        """The rooms without an open edge among those that a tile has changed."""
        return [self._room(number) for number in changed if not self.open_edges[number]]

    def lay(self, at: Place, face: Face, seat: int) -> dict[int, None]:
        """Add a face to the rooms: the numbers of those that it changes, its own first."""
        first = len(self.where)
        self.faces[at] = face
        self.first_part[at] = first
        for number, part in enumerate(face.parts):
            self._new_room(first + number, at, number, part, seat)
        facing = [self._meet(at, side, first + face.owners[side]) for side in range(4)]
        return {self.root[part]: None for part in (*range(first, len(self.where)), *facing) if part >= 0}

    def _new_room(self, part: int, at: Place, number: int, what: Part, seat: int) -> None:
        self.where.append(Where(*at, number, what.sides, what.advisors + what.dragons))
        self.root.append(part)
        advisors = tuple([what.advisors if each == seat else 0 for each in range(self.players)])
        self.sums[part] = Sums((part,), frozenset((at,)), what.floor, what.dragons, advisors)
        self.open_edges[part] = 0

    def _meet(self, at: Place, side: int, part: int) -> int:
        """The effect at one edge of a new tile: the part of another tile whose room has an open edge less, or -1."""
        beyond = at[0] + STEPS[side][0], at[1] + STEPS[side][1]
        other = self.faces.get(beyond)
        mine = self.faces[at].walls[side]
        if other is None:
            if mine == OPEN:
                self.open_edges[self.root[part]] += 1
            return -1
        facing = self.first_part[beyond] + other.owners[side ^ 2]
        theirs = other.walls[side ^ 2]
        if theirs == OPEN:
            self.open_edges[self.root[facing]] -= 1
            if mine == OPEN:
                self._join(self.root[part], self.root[facing])
                return facing
        if WALL not in (mine, theirs):
            self.passages.append((part, facing))
        return facing if theirs == OPEN else -1

    def _join(self, one: int, other: int) -> None:
        if one == other:
            return
        low, high = (one, other) if one < other else (other, one)
        kept, gone = self.sums[low], self.sums.pop(high)
        for part in gone.parts:
            self.root[part] = low
        self.sums[low] = Sums(
            kept.parts + gone.parts,
            kept.spaces | gone.spaces,
            kept.floor,
            kept.dragons + gone.dragons,
            tuple([a + b for a, b in zip(kept.advisors, gone.advisors, strict=True)]),
        )
        self.open_edges[low] += self.open_edges.pop(high)
        self.known.pop(high, None)

    def _forget(self, at: Place, changed: Iterable[int]) -> None:
        """Drop cached values of the rooms that a new tile changed, and of those adjacent to its own."""
        own = self.root[self.first_part[at] :]
        forgotten = set(changed)
        for one, two in self.passages:
            ends = self.root[one], self.root[two]
            if ends[0] in own or ends[1] in own:
                forgotten.update(ends)
        for number in forgotten & self.known.keys():
            del self.known[number]

    def _free_round(self, at: Place) -> None:
        """Update what can meet a tile on the free spaces round a new tile."""
        self.meets.pop(at, None)
        self.facing.pop(at, None)
        for dx, dy in STEPS:
            beyond = at[0] + dx, at[1] + dy
            if beyond not in self.faces:
                self.meets[beyond] = self._meets_at(beyond)
                self.facing[beyond] = self._facing_at(beyond)

    def _meets_at(self, at: Place) -> tuple[int, ...]:
        x, y = at
        others = [self.faces.get((x + dx, y + dy)) for dx, dy in STEPS]
        return tuple([NOTHING if other is None else floor_at(other, side ^ 2) for side, other in enumerate(others)])

    def _facing_at(self, at: Place) -> tuple[int, ...]:
        x, y = at
        around = [(x + dx, y + dy) for dx, dy in STEPS]
        return tuple(
            [
                self.first_part[beyond] + self.faces[beyond].owners[side ^ 2] if floor >= 0 else floor
                for side, (beyond, floor) in enumerate(zip(around, self.meets[at], strict=True))
            ]
        )

    def _adjacent(self, number: int) -> dict[int, None]:
        """The rooms adjacent to a room, once each (F4.2)."""
        adjacent: dict[int, None] = {}
        for one, two in self.passages:
            ends = self.root[one], self.root[two]
            if ends[0] != ends[1]:
                if ends[0] == number:
                    adjacent[ends[1]] = None
                elif ends[1] == number:
                    adjacent[ends[0]] = None
        return adjacent

    def _room(self, number: int) -> Room:
        """A room as it is now; it is known from then on."""
        room = self.sums[number]
        adjacent = [self.sums[other] for other in self._adjacent(number)]
        found = self.known[number] = Room(
            number,
            room.floor,
            tuple([self.where[part] for part in room.parts]),
            len(room.spaces),
            room.dragons,
            room.advisors,
            self.open_edges[number],
            tuple([Neighbour(other.floor, len(other.spaces), other.dragons) for other in adjacent if other.floor != GARDEN]),
        )
        return found
