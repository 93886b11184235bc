"""The palace as plain Python values, for words and drawings: its faces, its rooms, what each closing was worth.

The record keeps what the rules need (``state.py``); a person wants more: which spaces a room covers, what an earlier closing
counted, which edge forbids a placement. All of that follows from the tiles on the table in the order of their placing, and is
worked out here without the rules' own code, so the tests hold one against the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from operator import itemgetter
from struct import Struct
from typing import Any, NamedTuple

import msgspec
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
    turned: tuple[tuple[Face, ...], ...]
    """Each kind's face in its four rotations."""
    open_floors: tuple[tuple[tuple[int, ...], ...], ...]
    """For each kind and rotation the floor at each side; WALLED where a wall stands there."""
    enclosing: tuple[bool, ...]
    """For each kind whether a part of it has a wall at each of its sides: a room by itself."""


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


class Room(msgspec.Struct, frozen=True, cache_hash=True):
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
        value = self.tiles + 3 * self.dragons
        for _floor, tiles, dragons in self.neighbours:
            value += tiles + 3 * dragons
        return value

    @property
    def pays(self) -> tuple[tuple[int, int], ...]:
        """For each seat: the coins that it is paid when the room closes at this value, and why (0 for nothing) (F5)."""
        return shares(self.advisors, self.value)


@lru_cache(maxsize=1024)
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


class Sums(NamedTuple):
    """What a set of joined parts counts, but for its open edges."""

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
"""What meets a tile at a side where no floor does: no tile lies there, or one with a wall."""
_END = {NOTHING: 1, WALLED: WALLED}
"""What stands for them in ``Palace.ends``."""


def _clash(floors: tuple[int, ...], meets: tuple[int, ...]) -> Edge | None:
    """What forbids a tile: the floors at its sides (``_open_floors``), and what meets it there (``Palace.meets``)."""
    for side in range(4):
        if meets[side] >= 0 <= floors[side] != meets[side]:
            return Edge(side, floors[side], meets[side])
    return None


@lru_cache(maxsize=8192)
def _clashes(kinds: Kinds, kind: int, meets: tuple[int, ...]) -> tuple[Edge | None, ...]:
    """For each way to turn a tile what forbids it on a space (``Palace.meets``)."""
    return tuple([_clash(floors, meets) for floors in kinds.open_floors[kind][: kinds.turns[kind]]])


@lru_cache(maxsize=8192)
def _closing_turns(kinds: Kinds, kind: int, meets: tuple[int, ...], ends: tuple[int, ...]) -> tuple[int, ...]:
    """The ways to turn a tile in which it may lie on a space (``Palace.meets``) and closes a room (``Palace.ends``)."""
    turned, clashes = kinds.turned[kind], _clashes(kinds, kind, meets)
    return tuple([turn for turn, clash in enumerate(clashes) if clash is None and _may_close(turned[turn], ends)])


def _may_close(face: Face, ends: tuple[int, ...]) -> bool:
    """False where a face closes no room: all that meet it (``Palace.ends``), and each part of its own, stay open."""
    for side, end in enumerate(ends):
        if end == 0 and face.walls[side] != OPEN:
            return True
    still_open = {face.owners[side] for side in range(4) if face.walls[side] == OPEN and ends[side] == 1}
    return len(still_open) < len(face.parts)


def _floor_at(face: Face, side: int) -> int:
    """The floor at a side of a face; WALLED where a wall stands there."""
    return face.parts[face.owners[side]].floor if face.walls[side] == OPEN else WALLED


def _open_floors(face: Face) -> tuple[int, ...]:
    """The same for each side."""
    return tuple([_floor_at(face, side) for side in range(4)])


def _encloses(face: Face) -> bool:
    return any(all(face.walls[side] != OPEN for side in part.sides) for part in face.parts)


@dataclass(slots=True, eq=False)
class Palace:
    """The palace at one moment. ``place`` adds a tile and tells the closings."""

    players: int
    laid: list[Laid] = field(default_factory=list)
    """The faces in the order of their placing, the start tile's first."""
    faces: dict[Place, Face] = field(default_factory=dict)
    seats: dict[Place, int] = field(default_factory=dict)
    """The seat whose tile lies there; spaces of the start tile are missing."""
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
    """Where the last tile of a player was placed."""
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
        """The first shared edge that forbids the face on a free space (F2.2); None where it may lie."""
        return _clash(_open_floors(face), self._meets_at(at))

    def rooms(self) -> list[Room]:
        """All rooms as they are now, gardens left out, the earliest first."""
        return [
            self.known.get(number) or self._room(number) for number in sorted(self.sums) if self.sums[number].floor != GARDEN
        ]

    def would_close(self, at: Place, face: Face, seat: int) -> list[Room]:
        """The rooms that a seat's tile would close there."""
        trial = Palace(  # What ``lay`` leaves as it is, is shared.
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
        """Lay a face (seat -1: of the start tile) and tell the rooms that this closes."""
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
        """What happens at one edge of a new tile: the part of another tile whose room has an open edge less, or -1."""
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
        """Forget the rooms that a new tile changed, and those beside its own."""
        own = self.root[self.first_part[at] :]
        forgotten = set(changed)
        for one, two in self.passages:
            ends = self.root[one], self.root[two]
            if ends[0] in own or ends[1] in own:
                forgotten.update(ends)
        for number in forgotten & self.known.keys():
            del self.known[number]

    def _free_round(self, at: Place) -> None:
        """What can meet a tile on the free spaces round a new tile."""
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
        return tuple([NOTHING if other is None else _floor_at(other, side ^ 2) for side, other in enumerate(others)])

    def _facing_at(self, at: Place) -> tuple[int, ...]:
        x, y = at
        around = [(x + dx, y + dy) for dx, dy in STEPS]
        return tuple(
            [
                self.first_part[beyond] + self.faces[beyond].owners[side ^ 2] if floor >= 0 else floor
                for side, (beyond, floor) in enumerate(zip(around, self.meets[at], strict=True))
            ]
        )

    def _beside(self, number: int) -> dict[int, None]:
        """The rooms adjacent to a room, once each (F4.2)."""
        beside: dict[int, None] = {}
        for one, two in self.passages:
            ends = self.root[one], self.root[two]
            if ends[0] != ends[1]:
                if ends[0] == number:
                    beside[ends[1]] = None
                elif ends[1] == number:
                    beside[ends[0]] = None
        return beside

    def _room(self, number: int) -> Room:
        """A room as it is now; it is known from then on."""
        room = self.sums[number]
        beside = [self.sums[other] for other in self._beside(number)]
        found = self.known[number] = Room(
            number,
            room.floor,
            tuple([self.where[part] for part in room.parts]),
            len(room.spaces),
            room.dragons,
            room.advisors,
            self.open_edges[number],
            tuple([Neighbour(other.floor, len(other.spaces), other.dragons) for other in beside if other.floor != GARDEN]),
        )
        return found


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


def _packed(*names: str) -> Struct:
    """The numbers in these fields, which stand in this order, from the beginning of a state."""
    layout, end = "=", 0
    for name in names:
        field, offset, *_more = STATE.fields[name]  # type: ignore[index]
        layout += f"{offset - end}x{field.itemsize // field.base.itemsize}{'  h i   q'[field.base.itemsize]}"
        end = offset + field.itemsize
    return Struct(layout)


def _field(data: bytes, where: slice, name: str) -> Any:
    """A field as Python numbers, from the bytes that were cut out of a state there."""
    field, offset, *_more = STATE.fields[name]  # type: ignore[index]
    cut = data[offset - where.start : offset - where.start + field.itemsize]
    return np.frombuffer(cut, field.base).reshape(field.shape).tolist()


# Whoever draws or explains a position asks for it again and again. Looking it up by bytes that are cut out of the state at once
# takes less than half of the time of reading a dozen fields.
_FRONT = _bytes_of("stack", "unders")
_NUMBERS = _packed("stack", "players", "phase", "seat", "placed", "kinds", "points", "hand", "unders")
_SIDES = _bytes_of("kind_sides", "kind_sides")
_KINDS = _bytes_of("kind_turns", "tile_kind")
_TABLES = _bytes_of("kind_part", "start_floor")
_LAID = _bytes_of("placed_space", "placed_seat")
_UNDER = _bytes_of("under", "under")
_NAMES = _bytes_of("kind_name", "kind_name")


class Seat(NamedTuple):
    """What is known of a seat."""

    points: int
    hand: int
    """The kind in hand, NO_TILE or HIDDEN_TILE."""
    unders: int
    """Tiles put under the stack."""
    left: tuple[tuple[int, int], ...]
    """The kinds of the tiles left, in hand and in the stack together, and how many of each: this, everyone may know."""
    tiles: int
    """How many that are."""


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """All of a state that words and drawings show."""

    players: int
    phase: int
    seat: int
    """The seat whose turn it is."""
    placed: int
    """Tiles placed by players."""
    kinds: Kinds
    palace: Palace
    """It is shared by all who ask: copy it before placing on it."""
    seats: tuple[Seat, ...]


def read(state: Any) -> Reading:
    """Read a state record."""
    raw = state.tobytes()
    return _read(raw[_FRONT], raw[_LAID], raw[_UNDER], raw[_KINDS], raw[_TABLES], raw[_NAMES])


@lru_cache(maxsize=256)
def _read(front: bytes, laid: bytes, under: bytes, kinds: bytes, tables: bytes, names: bytes) -> Reading:
    numbers = _NUMBERS.unpack_from(front)
    players, phase, seat, placed, count = numbers[4:9]
    of = _kinds(count, front[_SIDES], kinds, tables, names)
    stacks, points, hands, unders = numbers[:4], numbers[9:13], numbers[13:17], numbers[17:]
    size = len(under) // len(stacks)
    seats = [
        _seat(of.tiles, stacks[each], points[each], hands[each], unders[each], under[each * size : (each + 1) * size])
        for each in range(players)
    ]
    return Reading(players, phase, seat, placed, of, _palace_of(players, placed, of, laid, tables), tuple(seats))


@lru_cache(maxsize=1024)
def _seat(tiles: tuple[int, ...], stack: int, points: int, hand: int, unders: int, under: bytes) -> Seat:
    more = np.frombuffer(under, STATE["under"].base).tolist()[:unders]
    kinds = [kind for tile, kind in enumerate(tiles) if stack >> tile & 1]
    left = Counter([*kinds, *more] if hand < 0 else [*kinds, *more, hand])
    return Seat(points, hand, unders, tuple(sorted(left.items())), left.total())


def kinds_of(state: Any) -> Kinds:
    """The kinds of the tile set of a game."""
    return read(state).kinds


def palace_of(state: Any) -> Palace:
    """The palace of a state. It is shared by all who ask: copy it before placing on it."""
    return read(state).palace


def tiles_left_by_kind(state: Any, seat: int) -> dict[int, int]:
    """How many tiles of each kind are left to a seat, in hand and in the stack together: this, everyone may know."""
    return dict(read(state).seats[seat].left)


@lru_cache(maxsize=8)
def _kinds(count: int, sides: bytes, kinds: bytes, tables: bytes, names: bytes) -> Kinds:
    table = {"kind_sides": _field(sides, _SIDES, "kind_sides"), "kind_part": _field(tables, _TABLES, "kind_part")}
    table |= {name: _field(kinds, _KINDS, name) for name in ("kind_turns", "kind_parts", "kind_floor", "tile_kind")}
    faces = [_face(table, kind) for kind in range(count)]
    turns = [tuple(turned(face, quarters) for quarters in range(4)) for face in faces]
    return Kinds(
        tuple(bytes(letters).rstrip(b"\0").decode("ascii") for letters in _field(names, _NAMES, "kind_name")[:count]),
        tuple(faces),
        tuple(table["kind_turns"][:count]),
        tuple(table["tile_kind"]),
        tuple(turns),
        tuple(tuple(_open_floors(face) for face in ways) for ways in turns),
        tuple(_encloses(face) for face in faces),
    )


def _face(table: dict[str, Any], kind: int) -> Face:
    """The face of a kind, from the tables of a state."""
    sides, sums, floors = table["kind_sides"][kind], table["kind_part"][kind], table["kind_floor"][kind]
    parts = range(table["kind_parts"][kind])
    owned = [tuple(side for side in range(4) if (sides >> 4 * side & 8 != 0) == (part == 1)) for part in parts]
    return Face(
        tuple(_wall(sides >> 4 * side & 15) for side in range(4)),
        tuple(Part(owned[part], floors[part], sums[part] & 0xFF, sums[part] >> DRAGONS_AT & 0xFF) for part in parts),
    )


def _wall(side: int) -> int:
    """What stands at a packed side (``state.py``)."""
    return ARCHWAY if side & 4 else OPEN if side & 3 else WALL


@lru_cache(maxsize=256)
def _palace_of(players: int, placed: int, kinds: Kinds, laid: bytes, tables: bytes) -> Palace:
    tiles = zip(*(_field(laid, _LAID, name)[:placed] for name in ("placed_space", "placed_tile", "placed_seat")), strict=True)
    return _palace(players, tables, kinds, tuple(tiles))


@lru_cache(maxsize=256)
def _palace(players: int, tables: bytes, kinds: Kinds, placed: tuple[tuple[int, int, int], ...]) -> Palace:
    if not placed:
        return _start_palace(players, tables)
    palace = _palace(players, tables, kinds, placed[:-1]).copy()
    space, tile, seat = placed[-1]
    palace.place(place_of(space), kinds.turned[tile // 4][tile % 4], seat)
    return palace


def _start_palace(players: int, tables: bytes) -> Palace:
    palace = Palace(players)
    sides, owners, floors = (_field(tables, _TABLES, name) for name in ("start_sides", "start_part", "start_floor"))
    for number in range(START_SPACES):
        walls = tuple(_wall(sides[number] >> 4 * side & 15) for side in range(4))
        parts = tuple(
            Part(tuple(side for side in range(4) if owners[number][side] == part), floors[part])
            for part in sorted(set(owners[number]))
        )
        palace.place((number % 3 - 1, number // 3 - 1), Face(walls, parts))
    return palace


# -- what a state tells beside the palace ------------------------------------------------------------------------------------


def open_rooms(state: Any) -> list[Room]:
    """The rooms that can still be closed, those with the fewest open edges first, then by value."""
    rooms = [room for room in palace_of(state).rooms() if room.open_edges]
    return sorted(rooms, key=lambda room: (room.open_edges, -room.value, room.number))


def left_over_value(face: Face) -> int:
    """The coins for a tile that is left at the end (F6.1)."""
    return sum(ADVISOR_POINTS * part.advisors + DRAGON_POINTS * part.dragons for part in face.parts)


NEARLY_CLOSED = 2
"""Open edges at most of a room that may soon be closed."""


@lru_cache(maxsize=64)
def promises(palace: Palace) -> tuple[tuple[int, int], ...]:
    """For each seat the coins that the open rooms would pay it if they closed now, and those of rooms nearly closed of them."""
    whole, soon = [0] * palace.players, [0] * palace.players
    for room in palace.rooms():
        if room.open_edges and any(room.advisors):
            for seat, (coins, _why) in enumerate(room.pays):
                whole[seat] += coins
                if room.open_edges <= NEARLY_CLOSED:
                    soon[seat] += coins
    return tuple(zip(whole, soon, strict=True))


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
        return place_action(self.place, self.rotation)


def place_action(place: Place, rotation: int) -> str:
    """The text of the action that places the tile in hand so."""
    return f"place {place[0]},{place[1]} {rotation}"


class Spot(NamedTuple):
    """A free space, and the ways to turn the tile in hand there."""

    place: Place
    clashes: tuple[Edge | None, ...]
    """For each way to turn it the edge that forbids it; None where it is legal."""
    closes: tuple[tuple[Room, ...], ...]
    """For each way to turn it the rooms that it would close; () where none closes a room."""

    @property
    def ways(self) -> list[Way]:
        """Each way to turn the tile here, legal or not."""
        closes = self.closes or ((),) * len(self.clashes)
        return [Way(self.place, *way) for way in zip(range(len(closes)), closes, self.clashes, strict=True)]


class Spots(NamedTuple):
    """All free spaces for a tile in hand."""

    kinds: Kinds
    kind: int
    seat: int
    here: tuple[Spot, ...]
    fits: bool
    """Whether the tile fits somewhere."""

    @property
    def face(self) -> Face:
        """The tile in hand."""
        return self.kinds.faces[self.kind]


def spots(seen: Position) -> Spots | None:
    """The free spaces for the tile that the seat to move holds; None where the view does not know it or nothing is asked."""
    actor = seen.actor
    if actor < 0 or seen.seat not in (None, actor):
        return None
    there = read(seen.state)
    kind = there.seats[actor].hand
    return None if kind < 0 else _spots(there.palace, there.kinds, kind, actor)


@lru_cache(maxsize=16)
def _spots(palace: Palace, kinds: Kinds, kind: int, seat: int) -> Spots:
    here, fits, enclosing = [], False, kinds.enclosing[kind]
    for place in palace.free():
        meets = palace.meets[place]
        clashes = _clashes(kinds, kind, meets)
        closes: tuple[tuple[Room, ...], ...] = ()
        if None in clashes:
            fits = True
            ends = palace.ends(place)
            encloses = enclosing or 0 in ends or WALLED in ends
            turns = _closing_turns(kinds, kind, meets, ends) if encloses else ()
            if turns:
                closes = _closes(palace, kinds.turned[kind], seat, place, turns, len(clashes))
        here.append(Spot(place, clashes, closes))
    return Spots(kinds, kind, seat, tuple(here), fits)


def _closes(
    palace: Palace, turned: tuple[Face, ...], seat: int, place: Place, turns: tuple[int, ...], ways: int
) -> tuple[tuple[Room, ...], ...]:
    """For each of the ``ways`` to turn a tile on a space the rooms that it would close, some in those ``turns``."""
    found: list[tuple[Room, ...]] = [()] * ways
    for turn in turns:
        found[turn] = tuple(palace.would_close(place, turned[turn], seat))
    return tuple(found) if any(found) else ()


def ways(seen: Position) -> dict[Place, list[Way]]:
    """For each free space the ways to turn the tile in hand there, legal or not; empty where nothing is to be placed."""
    found = spots(seen)
    return {} if found is None else {spot.place: spot.ways for spot in found.here}
