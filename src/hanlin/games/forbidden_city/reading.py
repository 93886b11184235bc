"""The palace as plain Python values, for words and drawings: its faces, its rooms, what each closing was worth.

The record keeps what the rules need (``state.py``); a person wants more: which spaces a room covers, what an earlier closing
counted, which edge forbids a placement. All of that follows from the tiles on the table in the order of their placing, and is
worked out here without the rules' own code, so the tests hold one against the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from hanlin.core.position import Position
from hanlin.games.forbidden_city.pieces import (
    ADVISOR_POINTS,
    ARCHWAY,
    DRAGON_POINTS,
    GARDEN,
    OPEN,
    SECOND,
    SHARED_MOST,
    SOLE_MOST,
    STEPS,
    WALL,
)
from hanlin.games.forbidden_city.state import DRAGONS_AT, START_SPACES, STATE, place_of
from hanlin.games.forbidden_city.tiles import Face, Part

Place = tuple[int, int]
"""x and y of a space, from the start tile's centre."""


@dataclass(frozen=True, slots=True, eq=False)
class Kinds:
    """The kinds of a tile set: one and the same object for states with the same set."""

    names: tuple[str, ...]
    faces: tuple[Face, ...]
    turns: tuple[int, ...]
    """Rotations that look different, for each kind."""
    tiles: tuple[int, ...]
    """The kind of each tile of a seat's stack."""


class Edge(NamedTuple):
    """A shared edge that forbids a placement: the tile's side there, its floor, and the floor that meets it."""

    side: int
    floor: int
    other: int


class Where(NamedTuple):
    """Where a part lies: its space, its number within the face, its sides as they lie (0–3 for n e s w), its figures."""

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


@dataclass(frozen=True, slots=True)
class Room:
    """A room: where its parts lie, and what it counts. ``advisors`` and ``pays`` have an entry for each seat."""

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
        """What the room counts by itself (F4.1)."""
        return self.tiles + 3 * self.dragons

    @property
    def value(self) -> int:
        """The whole value (F4)."""
        return self.own + sum(neighbour.value for neighbour in self.neighbours)

    @property
    def pays(self) -> tuple[tuple[int, int], ...]:
        """For each seat: the coins that it is paid when the room closes at this value, and why (0 for nothing) (F5)."""
        return shares(self.advisors, self.value)


def shares(advisors: tuple[int, ...], value: int) -> tuple[tuple[int, int], ...]:
    """Who is paid for a room of that value (F5): for each seat the coins, and SOLE_MOST, SHARED_MOST, SECOND or 0."""
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


@dataclass(slots=True)
class Sums:
    """What a set of joined parts counts while the palace grows."""

    parts: list[int]
    spaces: set[Place]
    floor: int
    dragons: int
    advisors: list[int]
    open_edges: int


def _clash(face: Face, meets: tuple[int, ...]) -> Edge | None:
    for side, other in enumerate(meets):
        if other >= 0 and face.walls[side] == OPEN:
            floor = face.parts[face.owners[side]].floor
            if floor != other:
                return Edge(side, floor, other)
    return None


@lru_cache(maxsize=8192)
def _clashes(face: Face, turns: int, meets: tuple[int, ...]) -> tuple[Edge | None, ...]:
    """For each way to turn a face what forbids it on a space (``Palace.meets``)."""
    return tuple(_clash(turned(face, rotation), meets) for rotation in range(turns))


@lru_cache(maxsize=1024)
def encloses(face: Face) -> bool:
    """Whether a part of the face has a wall at each of its sides: a room by itself."""
    return any(all(face.walls[side] != OPEN for side in part.sides) for part in face.parts)


@dataclass(slots=True, eq=False)
class Palace:
    """The palace at one moment. ``place`` adds a tile and tells the closings."""

    players: int
    faces: dict[Place, Face] = field(default_factory=dict)
    seats: dict[Place, int] = field(default_factory=dict)
    """The seat whose tile lies there; spaces of the start tile are missing."""
    first_part: dict[Place, int] = field(default_factory=dict)
    where: list[Where] = field(default_factory=list)
    root: list[int] = field(default_factory=list)
    sums: dict[int, Sums] = field(default_factory=dict)
    passages: list[tuple[int, int]] = field(default_factory=list)
    closings: list[Room] = field(default_factory=list)
    """Each room that was closed, as it was then, in order."""
    latest: Place | None = None
    """Where the last tile of a player was placed."""
    just_closed: list[Room] = field(default_factory=list)
    """The rooms that it closed."""

    def copy(self) -> Palace:
        """An independent palace (the sums of rooms are copied when they change)."""
        return Palace(
            self.players,
            dict(self.faces),
            dict(self.seats),
            dict(self.first_part),
            list(self.where),
            list(self.root),
            dict(self.sums),
            list(self.passages),
            list(self.closings),
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
        around = {self.beyond(place, side) for place in self.faces for side in range(4)}
        return sorted(around - self.faces.keys(), key=lambda place: (place[1], place[0]))

    def meets(self, at: Place) -> tuple[int, ...]:
        """For each side of a space the floor that would meet a tile there with no wall on its own side; -1 where none does."""
        x, y = at
        found = []
        for side, (dx, dy) in enumerate(STEPS):
            other = self.faces.get((x + dx, y + dy))
            back = side ^ 2
            found.append(-1 if other is None or other.walls[back] != OPEN else other.parts[other.owners[back]].floor)
        return tuple(found)

    def clash(self, at: Place, face: Face) -> Edge | None:
        """The first shared edge that forbids the face there (F2.2); None where it may lie."""
        return _clash(face, self.meets(at))

    def rooms(self) -> list[Room]:
        """All rooms as they are now, gardens left out, the earliest first."""
        beside: dict[int, dict[int, None]] = {}
        for one, two in self.passages:
            ends = self.find(one), self.find(two)
            if ends[0] != ends[1]:
                beside.setdefault(ends[0], {})[ends[1]] = None
                beside.setdefault(ends[1], {})[ends[0]] = None
        return [self._room(number, beside.get(number, {})) for number in sorted(self.sums) if self.sums[number].floor != GARDEN]

    def would_close(self, at: Place, face: Face, seat: int) -> list[Room]:
        """The rooms that a seat's tile would close there."""
        return self.copy().place(at, face, seat) if encloses(face) or self.may_close(at) else []

    def may_close(self, at: Place) -> bool:
        """False where a tile closes no room that it meets: each of them has an open edge elsewhere, too."""
        x, y = at
        meets: list[int] = []
        for side, (dx, dy) in enumerate(STEPS):
            beyond = (x + dx, y + dy)
            other = self.faces.get(beyond)
            if other is not None and other.walls[side ^ 2] == OPEN:
                meets.append(self.room_at(beyond, other.owners[side ^ 2]))
        return any(self.sums[number].open_edges == meets.count(number) for number in meets)

    def find(self, part: int) -> int:
        """The number of the room that a part belongs to."""
        while self.root[part] != part:
            part = self.root[part]
        return part

    def room_at(self, place: Place, part: int) -> int:
        """The number of the room of that part of the face at a place."""
        return self.find(self.first_part[place] + part)

    # -- building ------------------------------------------------------------------------------------------------------------

    def place(self, at: Place, face: Face, seat: int = -1) -> list[Room]:
        """Lay a face (seat -1: of the start tile) and tell the rooms that this closes."""
        first = len(self.where)
        self.faces[at] = face
        self.first_part[at] = first
        if seat >= 0:
            self.seats[at] = seat
        for number, part in enumerate(face.parts):
            self._new_room(first + number, Where(*at, number, part.sides, part.advisors + part.dragons), part, seat)
        changed = [first + number for number in range(len(face.parts))]
        for side in range(4):
            changed += self._meet(at, side, first + face.part_at(side))
        closed = []
        for number in dict.fromkeys(self.find(part) for part in changed):
            if seat >= 0 and self.sums[number].open_edges == 0:
                closed.append(self._room(number, self._beside(number)))
        if seat >= 0:
            self.latest, self.just_closed = at, closed
            self.closings += closed
        return closed

    def _new_room(self, part: int, where: Where, what: Part, seat: int) -> None:
        self.where.append(where)
        self.root.append(part)
        advisors = [0] * self.players
        if what.advisors:
            advisors[seat] = what.advisors
        self.sums[part] = Sums([part], {where[:2]}, what.floor, what.dragons, advisors, 0)

    def _meet(self, at: Place, side: int, part: int) -> list[int]:
        """What happens at one edge of a new tile: the part of another tile, where its room has an open edge less."""
        beyond = self.beyond(at, side)
        other = self.faces.get(beyond)
        mine = self.faces[at].walls[side]
        if other is None:
            if mine == OPEN:
                self._open(part, 1)
            return []
        facing = self.first_part[beyond] + other.part_at(side ^ 2)
        theirs = other.walls[side ^ 2]
        if theirs == OPEN:
            self._open(facing, -1)
        if mine == theirs == OPEN:
            self._join(part, facing)
        elif WALL not in (mine, theirs):
            self.passages.append((part, facing))
        return [facing] if theirs == OPEN else []

    def _open(self, part: int, more: int) -> None:
        number = self.find(part)
        room = self.sums[number]
        self.sums[number] = Sums(room.parts, room.spaces, room.floor, room.dragons, room.advisors, room.open_edges + more)

    def _join(self, part: int, other: int) -> None:
        low, high = sorted((self.find(part), self.find(other)))
        if low == high:
            return
        self.root[high] = low
        one, two = self.sums[low], self.sums.pop(high)
        self.sums[low] = Sums(
            one.parts + two.parts,
            one.spaces | two.spaces,
            one.floor,
            one.dragons + two.dragons,
            [a + b for a, b in zip(one.advisors, two.advisors, strict=True)],
            one.open_edges + two.open_edges,
        )

    def _beside(self, number: int) -> dict[int, None]:
        """The rooms adjacent to a room, once each (F4.2)."""
        beside: dict[int, None] = {}
        for one, two in self.passages:
            ends = self.find(one), self.find(two)
            if number in ends and ends[0] != ends[1]:
                beside[ends[1] if ends[0] == number else ends[0]] = None
        return beside

    def _room(self, number: int, beside: Iterable[int]) -> Room:
        room = self.sums[number]
        neighbours = tuple(
            Neighbour(found.floor, len(found.spaces), found.dragons)
            for found in (self.sums[other] for other in beside)
            if found.floor != GARDEN
        )
        return Room(
            number,
            room.floor,
            tuple(self.where[part] for part in room.parts),
            len(room.spaces),
            room.dragons,
            tuple(room.advisors),
            room.open_edges,
            neighbours,
        )


# -- from a state ------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def turned(face: Face, quarters: int) -> Face:
    """The face turned clockwise by that many quarters."""
    walls = tuple(face.walls[(side - quarters) % 4] for side in range(4))
    parts = tuple(replace(part, sides=tuple(sorted((side + quarters) % 4 for side in part.sides))) for part in face.parts)
    return Face(walls, parts)


def _bytes_of(first: str, last: str) -> slice:
    """Where the fields from ``first`` to ``last``, which follow each other, lie in the bytes of a state."""
    field, offset, *_more = STATE.fields[last]  # type: ignore[index]
    return slice(STATE.fields[first][1], offset + field.itemsize)  # type: ignore[index]


# Whoever draws or explains a position asks for its palace again and again. Looking it up by bytes that are cut out of the
# state at once takes less than half of the time of reading a dozen fields.
_KIND_PARTS = _bytes_of("kind_part", "kind_part")
_KIND_SIDES = _bytes_of("kind_sides", "kind_sides")
_KINDS = _bytes_of("kind_turns", "tile_kind")
_KIND_NAMES = _bytes_of("kind_name", "kind_name")
_START = _bytes_of("start_sides", "start_floor")
_PLACED = _bytes_of("placed_space", "placed_seat")


def _state_of(*parts: tuple[slice, bytes]) -> Any:
    """A state that has only these bytes."""
    raw = bytearray(STATE.itemsize)
    for where, data in parts:
        raw[where] = data
    return np.frombuffer(bytes(raw), STATE)[0]


def kinds_of(state: Any) -> Kinds:
    """The kinds of the tile set of a game."""
    raw = state.tobytes()
    return _kinds(int(state.kinds), raw[_KIND_PARTS], raw[_KIND_SIDES], raw[_KINDS], raw[_KIND_NAMES])


@lru_cache(maxsize=8)
def _kinds(count: int, kind_parts: bytes, edges: bytes, kinds: bytes, names: bytes) -> Kinds:
    state = _state_of((_KIND_PARTS, kind_parts), (_KIND_SIDES, edges), (_KINDS, kinds), (_KIND_NAMES, names))
    table = {name: state[name].tolist() for name in STATE.names or () if name.startswith(("kind_", "tile_kind"))}
    faces = []
    for kind in range(count):
        sides, parts = table["kind_sides"][kind], range(table["kind_parts"][kind])
        owned = [tuple(side for side in range(4) if (sides >> 4 * side & 8 != 0) == (part == 1)) for part in parts]
        sums = table["kind_part"][kind]
        faces.append(
            Face(
                tuple(_wall(sides >> 4 * side & 15) for side in range(4)),
                tuple(
                    Part(owned[part], table["kind_floor"][kind][part], sums[part] & 0xFF, sums[part] >> DRAGONS_AT & 0xFF)
                    for part in parts
                ),
            )
        )
    ids = tuple(bytes(letters).rstrip(b"\0").decode("ascii") for letters in table["kind_name"][:count])
    return Kinds(ids, tuple(faces), tuple(table["kind_turns"][:count]), tuple(table["tile_kind"]))


def _wall(side: int) -> int:
    """What stands at a packed side (``state.py``)."""
    return ARCHWAY if side & 4 else OPEN if side & 3 else WALL


def palace_of(state: Any) -> Palace:
    """The palace of a state. It is shared by all who ask: copy it before placing on it."""
    raw = state.tobytes()
    return _palace_in(int(state.players), int(state.placed), kinds_of(state), raw[_PLACED], raw[_START])


_START_FIELDS = ("start_sides", "start_part", "start_floor")


@lru_cache(maxsize=256)
def _palace_in(players: int, placed: int, kinds: Kinds, laid: bytes, start: bytes) -> Palace:
    state = _state_of((_PLACED, laid), (_START, start))
    tiles = zip(*(state[name][:placed].tolist() for name in ("placed_space", "placed_tile", "placed_seat")), strict=True)
    return _palace(players, tuple(state[name].tobytes() for name in _START_FIELDS), kinds, tuple(tiles))


@lru_cache(maxsize=256)
def _palace(players: int, start: tuple[bytes, ...], kinds: Kinds, placed: tuple[tuple[int, int, int], ...]) -> Palace:
    if not placed:
        return _start_palace(players, start)
    palace = _palace(players, start, kinds, placed[:-1]).copy()
    space, tile, seat = placed[-1]
    palace.place(place_of(space), turned(kinds.faces[tile // 4], tile % 4), seat)
    return palace


def _start_palace(players: int, start: tuple[bytes, ...]) -> Palace:
    palace = Palace(players)
    sides, owners, floors = (
        np.frombuffer(data, STATE[name].base).reshape(STATE[name].shape).tolist()
        for name, data in zip(_START_FIELDS, start, strict=True)
    )
    for number in range(START_SPACES):
        walls = tuple(_wall(sides[number] >> 4 * side & 15) for side in range(4))
        parts = tuple(
            Part(tuple(side for side in range(4) if owners[number][side] == part), floors[part])
            for part in sorted(set(owners[number]))
        )
        palace.place((number % 3 - 1, number // 3 - 1), Face(walls, parts))
    return palace


# -- what a state tells beside the palace ------------------------------------------------------------------------------------


def tiles_left_by_kind(state: Any, seat: int) -> dict[int, int]:
    """How many tiles of each kind are left to a seat, in hand and in the stack together: this, everyone may know."""
    more = state.under[seat, : int(state.unders[seat])].tolist()
    hand = int(state.hand[seat])
    return dict(_counted(kinds_of(state).tiles, int(state.stack[seat]), tuple(more) if hand < 0 else (*more, hand)))


@lru_cache(maxsize=1024)
def _counted(tiles: tuple[int, ...], stack: int, more: tuple[int, ...]) -> dict[int, int]:
    """How many of each kind there are in a stack (bits of ``tiles``) and among these."""
    counts = Counter(kind for tile, kind in enumerate(tiles) if stack >> tile & 1)
    counts.update(more)
    return dict(sorted(counts.items()))


def open_rooms(state: Any) -> list[Room]:
    """The rooms that can still be closed, those with the fewest open edges first, then by value."""
    return list(_open_rooms(palace_of(state)))


@lru_cache(maxsize=64)
def _open_rooms(palace: Palace) -> tuple[Room, ...]:
    rooms = [room for room in palace.rooms() if room.open_edges]
    return tuple(sorted(rooms, key=lambda room: (room.open_edges, -room.value, room.number)))


def left_over_value(face: Face) -> int:
    """The coins for a tile that is left at the end (F6.1)."""
    return sum(ADVISOR_POINTS * part.advisors + DRAGON_POINTS * part.dragons for part in face.parts)


NEARLY_CLOSED = 2
"""Open edges at most of a room that may soon be closed."""


def promises(state: Any, seat: int) -> tuple[int, int]:
    """The coins that the open rooms would pay a seat if they closed now, and those of rooms nearly closed among them."""
    return _promises(palace_of(state))[seat]


@lru_cache(maxsize=64)
def _promises(palace: Palace) -> tuple[tuple[int, int], ...]:
    """The same for each seat."""
    pays = [(room.open_edges <= NEARLY_CLOSED, [coins for coins, _why in room.pays]) for room in _open_rooms(palace)]
    return tuple(
        (sum(coins[seat] for _near, coins in pays), sum(coins[seat] for near, coins in pays if near))
        for seat in range(palace.players)
    )


# -- the ways to place the tile in hand --------------------------------------------------------------------------------------


class Way(NamedTuple):
    """One rotation of the tile in hand on one space."""

    place: Place
    rotation: int
    closes: tuple[Room, ...]
    """The rooms that it would close."""
    clash: Edge | None
    """The edge that forbids it; None where it is legal."""

    @property
    def action(self) -> str:
        """The action's text, legal or not."""
        return f"place {self.place[0]},{self.place[1]} {self.rotation}"


def tile_to_place(seen: Position) -> Face | None:
    """The tile that the seat to move holds, where the view knows it and a placement is asked for."""
    state = seen.state
    actor = seen.actor
    if actor < 0 or state.hand[actor] < 0:
        return None
    return kinds_of(state).faces[int(state.hand[actor])]


def ways(seen: Position) -> dict[Place, list[Way]]:
    """For each free space the ways to turn the tile in hand there, legal or not; empty where nothing is to be placed."""
    face = tile_to_place(seen)
    if face is None or seen.seat not in (None, seen.actor):
        return {}
    turns = kinds_of(seen.state).turns[int(seen.state.hand[seen.actor])]
    return _ways(palace_of(seen.state), face, turns, seen.actor)


@lru_cache(maxsize=16)
def _ways(palace: Palace, face: Face, turns: int, seat: int) -> dict[Place, list[Way]]:
    alone = encloses(face)
    return {place: list(_ways_at(palace, place, face, turns, seat, alone)) for place in palace.free()}


def _ways_at(palace: Palace, place: Place, face: Face, turns: int, seat: int, alone: bool) -> Iterator[Way]:
    closing = alone or palace.may_close(place)
    for rotation, clash in enumerate(_clashes(face, turns, palace.meets(place))):
        closes = tuple(palace.would_close(place, turned(face, rotation), seat)) if closing and clash is None else ()
        yield Way(place, rotation, closes, clash)
