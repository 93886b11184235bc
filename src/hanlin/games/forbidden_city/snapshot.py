"""A state as words and drawings read it: its tile set, its palace, the known facts of the seats, the value of rooms."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from struct import Struct
from typing import Any, NamedTuple

import numpy as np

from hanlin.core.lib.memo import memo
from hanlin.games.forbidden_city.palace import Palace, Room, encloses, open_floors
from hanlin.games.forbidden_city.pieces import ADVISOR_POINTS, ARCHWAY, DRAGON_POINTS, OPEN, WALL
from hanlin.games.forbidden_city.state import DRAGONS_AT, START_SPACES, STATE, place_of
from hanlin.games.forbidden_city.tiles import Face, Part


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
    """The floor at each side for each kind and rotation; WALLED for a wall."""
    enclosing: tuple[bool, ...]
    """For each kind whether a part of it has a wall at each of its sides: a room of one part."""


@memo(maxsize=1024)
def turned(face: Face, quarters: int) -> Face:
    """The face turned clockwise by that many quarters."""
    walls = tuple(face.walls[(side - quarters) % 4] for side in range(4))
    parts = tuple(replace(part, sides=tuple(sorted((side + quarters) % 4 for side in part.sides))) for part in face.parts)
    return Face(walls, parts)


def _bytes_of(first: str, last: str) -> slice:
    """The range of bytes of the consecutive fields from ``first`` to ``last`` in a state."""
    field, offset, *_more = STATE.fields[last]  # type: ignore[index]
    return slice(STATE.fields[first][1], offset + field.itemsize)  # type: ignore[index]


def _packed(*names: str) -> Struct:
    """The numbers in these fields, which are in this order at the beginning of a state."""
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


# Drawings and words ask for it again and again. Looking it up by bytes that are cut out of the state at once
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
    """The known facts of a seat."""

    points: int
    hand: int
    """The kind in hand, NO_TILE or HIDDEN_TILE."""
    unders: int
    """Tiles put under the stack."""
    left: tuple[tuple[int, int], ...]
    """The kinds of the tiles left, in hand and in the stack together, and how many of each: this, everyone may know."""
    tiles: int
    """The number of tiles."""


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


@memo(maxsize=256)
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


@memo(maxsize=1024)
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
    """The public number of tiles of each kind that a seat has left, in hand and in the stack together."""
    return dict(read(state).seats[seat].left)


@memo(maxsize=8)
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
        tuple(tuple(open_floors(face) for face in ways) for ways in turns),
        tuple(encloses(face) for face in faces),
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
    """The kind of a packed side (``state.py``)."""
    return ARCHWAY if side & 4 else OPEN if side & 3 else WALL


@memo(maxsize=256)
def _palace_of(players: int, placed: int, kinds: Kinds, laid: bytes, tables: bytes) -> Palace:
    tiles = zip(*(_field(laid, _LAID, name)[:placed] for name in ("placed_space", "placed_tile", "placed_seat")), strict=True)
    return _palace(players, tables, kinds, tuple(tiles))


@memo(maxsize=256)
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


# -- a state's facts besides the palace --------------------------------------------------------------------------------------


def open_rooms(state: Any) -> list[Room]:
    """The rooms that can still be closed, those with the fewest open edges first, then by value."""
    rooms = [room for room in palace_of(state).rooms() if room.open_edges]
    return sorted(rooms, key=lambda room: (room.open_edges, -room.value, room.number))


def left_over_value(face: Face) -> int:
    """The coins for a tile that is left at the end (F6.1)."""
    return sum(ADVISOR_POINTS * part.advisors + DRAGON_POINTS * part.dragons for part in face.parts)


NEARLY_CLOSED = 2
"""Open edges at most of a room that may soon be closed."""


@memo(maxsize=64)
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
