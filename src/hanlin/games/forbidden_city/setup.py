"""The state before the first action: the tile set's tables, the start tile, the full stacks (F0, F1)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from hanlin.core.verbs.options import Options, States
from hanlin.games.forbidden_city.minis import STACKS
from hanlin.games.forbidden_city.pieces import GARDEN, NO_TILE, OPEN, STEPS, WALL
from hanlin.games.forbidden_city.rooms import CLOSED, ONE_OPEN, ONE_TILE, add_passage, join, open_edges, room_of
from hanlin.games.forbidden_city.spaces import cell_of, face, open_space
from hanlin.games.forbidden_city.state import DRAGONS_AT, START_SPACES, STATE, space_at
from hanlin.games.forbidden_city.tiles import Face, Kind, TileSet, load_tiles


def first_state(players: int, options: Options) -> States:
    """An array of one state; option ``tiles`` is the path of a tile set (None: the shipped one), ``side`` a start face."""
    return state_with(_tile_set(options), players, options["side"])


def tiles_in_play(players: int, options: Options) -> list[Face]:
    """The tiles of one seat (F0.1): all that it may place or have left."""
    return [kind.face for kind in _tile_set(options).kinds for _tile in range(_tiles_of(kind, players == 2))]


def _tile_set(options: Options) -> TileSet:
    tiles, small = load_tiles(options["tiles"]), STACKS.get(options["stack"])
    return tiles if small is None else _only(tiles, small)


def _only(tiles: TileSet, ids: tuple[str, ...]) -> TileSet:
    """A tile set with one tile each of those kinds."""
    kinds = tuple(replace(kind, count=1, extra=0) for kind in tiles.kinds if kind.id in ids)
    return replace(tiles, kinds=kinds)


def state_with(tiles: TileSet, players: int, side: str) -> States:
    """An array of one state, with that tile set and that face of the start tile up."""
    states = np.zeros(1, STATE)
    s: Any = states[0]
    s.players = players
    s.hand[:] = NO_TILE
    _write_kinds(s, tiles.kinds, with_extra=players == 2)
    s.stack[:players] = (1 << sum(_tiles_of(kind, players == 2) for kind in tiles.kinds)) - 1
    _lay_start(s, tiles.start[side])
    return states


def _tiles_of(kind: Kind, with_extra: bool) -> int:
    """The number of tiles of a kind that each seat has (F0.1)."""
    return kind.count + (kind.extra if with_extra else 0)


def _write_kinds(s: Any, kinds: tuple[Kind, ...], with_extra: bool) -> None:
    s.kinds = len(kinds)
    tile = 0
    for number, kind in enumerate(kinds):
        tiles = _tiles_of(kind, with_extra)
        s.tile_kind[tile : tile + tiles] = number
        s.kind_tiles[number] = ((1 << tiles) - 1) << tile
        tile += tiles
        parts = kind.face.parts
        s.kind_sides[number] = sum((packed_side(kind.face, at) | 8 * kind.face.part_at(at)) << 4 * at for at in range(4))
        s.kind_turns[number] = kind.face.turns
        s.kind_parts[number] = len(parts)
        s.kind_advisors[number] = sum(part.advisors for part in parts)
        s.kind_dragons[number] = sum(part.dragons for part in parts)
        for half, part in enumerate(parts):
            s.kind_floor[number, half] = part.floor
            s.kind_part[number, half] = ONE_TILE + (part.dragons << DRAGONS_AT) + part.advisors
        s.kind_name[number, : len(kind.id)] = np.frombuffer(kind.id.encode("ascii"), np.int8)


def packed_side(face: Face, side: int) -> int:
    """A side in four bits as in ``state.py``, without the bit for the second part."""
    wall = face.walls[side]
    if wall == OPEN:
        return face.parts[face.part_at(side)].floor
    return 0 if wall == WALL else 4


def _lay_start(s: Any, faces: tuple[Face, ...]) -> None:
    """Place the start tile: its parts, the rooms and passages inside it, and the free spaces around it (F0.3, F1.1)."""
    for space, face_ in enumerate(faces):
        _add_start_parts(s, space, face_)
    s.start_parts = s.parts
    outwards = []
    for space in range(START_SPACES):
        x, y = space % 3 - 1, space // 3 - 1
        for side, (dx, dy) in enumerate(STEPS):
            if max(abs(x + dx), abs(y + dy)) > 1:
                outwards.append((space_at(x + dx, y + dy), space, side))
            elif side in (1, 2):
                _join_inside(s, space, side, space + dx + 3 * dy)
    for neighbour, space, side in sorted(outwards):
        _open_outwards(s, space, side, neighbour)
    for part in range(s.parts):
        if room_of(s, part) == part and not open_edges(int(s.room[part])):
            s.room[part] |= CLOSED


def _add_start_parts(s: Any, space: int, face_: Face) -> None:
    """Each part counts as one tile, each grey room too; gardens never count (F0.3)."""
    first = int(s.parts)
    s.start_sides[space] = sum(packed_side(face_, side) << 4 * side for side in range(4))
    for part in face_.parts:
        number = int(s.parts)
        s.start_part[space, list(part.sides)] = number
        s.start_floor[number] = part.floor
        s.joined[number] = number
        s.room[number] = 0 if part.floor == GARDEN else ONE_TILE
        s.parts = number + 1
    if len(face_.parts) == 2 and face_.parts[0].floor == face_.parts[1].floor:
        s.twin[s.twins] = first
        s.twins += 1


def _open_outwards(s: Any, space: int, side: int, neighbour: int) -> None:
    """A side of the start tile faces a free space."""
    packed = int(s.start_sides[space]) >> 4 * side & 15
    part = int(s.start_part[space, side])
    number = open_space(s.free, s.free_space, s.number_at, cell_of(neighbour), neighbour, 1)
    face(s.facing, s.blocked, number, (side + 2) % 4, part, packed, 1)
    if packed & 3:
        s.room[room_of(s, part)] += ONE_OPEN


def _join_inside(s: Any, space: int, side: int, neighbour: int) -> None:
    """Two spaces of the start tile meet (F3.1, F4.3)."""
    back = (side + 2) % 4
    packed, meets = int(s.start_sides[space]) >> 4 * side & 15, int(s.start_sides[neighbour]) >> 4 * back & 15
    part, other = int(s.start_part[space, side]), int(s.start_part[neighbour, back])
    if packed & 3 and meets & 3:
        join(s, room_of(s, part), room_of(s, other))
    elif (packed & 4 and meets) or (meets & 4 and packed):
        add_passage(s, part, other, 1)
