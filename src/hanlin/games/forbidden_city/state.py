"""How a state of Forbidden City is laid out: one record of 8 kB that holds no grid at all.

The palace has no edge (F2.1), so nothing here is indexed by coordinates. What can happen next is told by the *free
spaces*, those next to the palace: they are kept as a list sorted in reading order, and each knows the parts that face it
from its four sides. A placement takes one space out of the list and puts at most three new ones in, so there are never
more than 12 + 2 * 88 = 188.

Spaces are numbered ``space = (y + 90) * 181 + (x + 90)``. Each placement reaches at most one step farther than the start
tile and the placements before (±1 + 88 = ±89), the free spaces one more (±90): no two spaces that can ever matter have
the same number, and reading order is the order of the numbers.

Parts (of tiles and of the start tile) are numbered as they are placed: those of the start tile first, space by space in
reading order and in the order of the tile set's file, then those of each placed tile, the first part before the second.
A room is named by one of its parts, its *root*: ``joined[part]`` is the root of the part's room, and ``room[root]`` holds
the sums of a room in one number, so that joining two rooms is one addition::

    bits 0-31    advisors of seats 0, 1, 2, 3, eight bits each
    bits 32-39   tiles (a tile with both halves in the room counts once, F4.1)
    bits 40-47   dragons
    bits 48-59   open edges: edges without a wall towards an empty space (F3.1); none left: the room is closed
    bit 60       set when the room is closed and scored (see ``rooms.py``)

A side of a tile is four bits: its floor if it is open (1 green, 2 pink, 3 white; 0 behind a wall), 4 if it has an
archway, 8 if it belongs to the tile's second part. Sides n, e, s, w are packed from the lowest bits up, so a quarter
turn clockwise rotates the 16 bits left by four.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from hanlin.games.forbidden_city.pieces import MAX_PLACEMENTS, MAX_TILES

FARTHEST = 90
"""The largest distance of a free space from the centre."""
ROW = 2 * FARTHEST + 1
"""Spaces in a row of the numbering: the step to the south."""
SPACES = ROW * ROW

START_SPACES = 9
START_FREE = 12
"""Free spaces around the start tile."""
MAX_FREE = START_FREE + 2 * MAX_PLACEMENTS
"""Free spaces at most: 188."""
MAX_START_PARTS = 4 + 2 * (START_SPACES - 1)
"""The temple's four rooms, and two parts on each other space."""
MAX_PARTS = MAX_START_PARTS + 2 * MAX_PLACEMENTS
MAX_PASSAGES = 174
"""Edges shared by two of 97 spaces: at most 2n - 2√n (Harary and Harborth 1976)."""
MAX_TWINS = START_SPACES - 1 + MAX_PLACEMENTS
NAME_LENGTH = 20
"""Letters of a tile kind's id at most."""

WORD = 63
"""Free spaces in one word of a bit set (bit 63 stays clear: no sign to trip over)."""
WORDS = 3
"""Words of a bit set of free spaces."""

ADVISORS_AT = 8
"""Bits between the advisors of one seat and the next in a room's sum."""
TILES_AT = 32
DRAGONS_AT = 40
OPEN_AT = 48

STATE: np.dtype[Any] = np.dtype(
    (
        np.record,
        np.dtype(
            [
                # -- bit sets and packed numbers ---------------------------------------------------------------------------
                (
                    "stack",
                    np.int64,
                    (4,),
                ),  # the shuffled part of each seat's stack: bit t for tile t of ``tile_kind``; tiles of
                #                             one kind stand together and leave from the lowest bit
                ("facing", np.int64, (MAX_FREE,)),  # of each free space: 16 bits for each side n e s w: 0 where nothing lies,
                #                                     else (part + 1) * 4 + OPEN, WALL or ARCHWAY of the part that faces it
                (
                    "blocked",
                    np.int64,
                    (WORDS, 16),
                ),  # bit sets of free spaces, [word, side * 4 + floor]: an open side of that
                #                                      floor can't lie there: another floor meets it openly (floor 0: a wall)
                ("room", np.int64, (MAX_PARTS,)),  # the sums of each room, at its root (0 elsewhere)
                ("kind_part", np.int64, (MAX_TILES, 2)),  # what each part of a kind adds to a room's sum, advisors as seat 0's
                ("kind_tiles", np.int64, (MAX_TILES,)),  # bit set of the tiles in ``tile_kind`` that are of the kind
                # -- counts --------------------------------------------------------------------------------------------------
                ("players", np.int32),
                ("phase", np.int32),  # SET_UP, PLACE, … of pieces
                ("seat", np.int32),  # the seat whose turn it is, or for which chance draws or shows
                ("tries", np.int32),  # tiles shown as unfit in this turn (F2.4)
                ("passes", np.int32),  # passes in succession since the last placement (F2.4)
                ("placed", np.int32),  # tiles placed by players
                ("frees", np.int32),  # free spaces
                ("parts", np.int32),  # parts on the table, the start tile's included
                ("passages", np.int32),  # shared edges with an archway and no plain wall (F4.3)
                ("twins", np.int32),  # tiles with two parts of one floor
                ("kinds", np.int32),  # kinds of tiles in the tile set
                ("start_parts", np.int32),  # parts of the start tile
                ("points", np.int32, (4,)),  # coins of each seat
                # -- tiles in hand and under the stacks ----------------------------------------------------------------------
                (
                    "hand",
                    np.int16,
                    (4,),
                ),  # the kind in each seat's hand, NO_TILE, or HIDDEN_TILE (then the stack holds it)
                (
                    "hand_known",
                    np.int16,
                    (4,),
                ),  # 1 where all know the tile in hand (shown before a pass, or drawn from below)
                ("unders", np.int16, (4,)),  # tiles put under each seat's stack
                ("under", np.int16, (4, MAX_TILES)),  # their kinds, in the order of coming (and of being drawn)
                # -- the palace ----------------------------------------------------------------------------------------------
                ("free_space", np.int16, (MAX_FREE,)),  # the free spaces, sorted
                ("joined", np.int16, (MAX_PARTS,)),  # of each part: the root of its room
                ("passage", np.int16, (MAX_PASSAGES, 2)),  # the two parts that each passage joins
                ("twin", np.int16, (MAX_TWINS,)),  # of each twin: its first part (the second has the next number)
                ("placed_space", np.int16, (MAX_PLACEMENTS,)),  # of each placed tile in order: its space,
                ("placed_tile", np.int16, (MAX_PLACEMENTS,)),  # kind * 4 + rotation,
                ("placed_seat", np.int16, (MAX_PLACEMENTS,)),  # and the seat whose tile it is
                # -- the tile set, as the rules need it ----------------------------------------------------------------------
                ("tile_kind", np.int16, (MAX_TILES,)),  # the kind of each tile of a seat's stack, in the order of kinds
                ("kind_sides", np.int32, (MAX_TILES,)),  # of each kind: its four sides at rotation 0
                ("kind_turns", np.int16, (MAX_TILES,)),  # rotations that look different: 1, 2 or 4
                ("kind_parts", np.int16, (MAX_TILES,)),  # 1 or 2
                ("kind_floor", np.int16, (MAX_TILES, 2)),  # the floors of its parts
                ("kind_advisors", np.int16, (MAX_TILES,)),  # advisors and
                ("kind_dragons", np.int16, (MAX_TILES,)),  # dragons on the whole tile
                (
                    "start_sides",
                    np.int32,
                    (START_SPACES,),
                ),  # the sides of the start tile's spaces (no part bit)
                ("start_part", np.int16, (START_SPACES, 4)),  # the part that owns each side
                ("start_floor", np.int16, (MAX_START_PARTS,)),  # the floor of each part of the start tile
                ("kind_name", np.int8, (MAX_TILES, NAME_LENGTH)),  # the kinds' ids in ASCII, filled up with zeros
            ],
            align=True,
        ),
    )
)
assert STATE.isalignedstruct


def space_at(x: int, y: int) -> int:
    """The number of the space at x, y from the start tile's centre (each from -90 to 90)."""
    return (y + FARTHEST) * ROW + x + FARTHEST


def place_of(space: int) -> tuple[int, int]:
    """The x and y of a space."""
    y, x = divmod(int(space), ROW)
    return x - FARTHEST, y - FARTHEST
