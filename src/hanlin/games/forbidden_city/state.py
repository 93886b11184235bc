"""The layout of a state of Forbidden City: one record of less than 12 kB.

The palace has no edge (F2.1), so no table here is as large as the palace might get. What can happen next follows from the *free
spaces*, those next to the palace. A free space has a *number*, the lowest that no other one has when it becomes free, and
keeps it until a tile is placed there; by its number one finds which parts face it from its four sides. A placement takes one
number and gives out at most three, so there are never more than 12 + 2 * 88 = 188 of them. Bit sets of free spaces have a bit
for each number: bit ``number & 63`` of word ``number >> 6``. Bit 63 stays clear (no sign to trip over), and so does the bit of
number 0, which means no free space.

Spaces are ``space = (y + 90) * 181 + (x + 90)``, unlike for each that can ever matter: a placement reaches at most one step
farther than the start tile and the placements before (±1 + 88 = ±89), the free spaces one more (±90). Each is in a *cell*
of a grid that gives the number of the free space there, ``cell = (x + 95 * y) mod 4513``. Many spaces have one cell, but the
nearest two of them are 95 steps apart (the cells are the centres of a perfect tiling of the plane by diamonds of radius 47).
And a palace is never that wide: two arms of 88 tiles in all from opposite corners of the start tile, and a free space at the
end of each, are 88 + 4 + 2 = 94 steps from end to end.

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

Parts, numbers and seats are bytes here, though fields are to be wider elsewhere: so many more are read and written at a time.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from hanlin.core.jit.struct_types import record
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
WORDS = 3
"""Words of a bit set of free spaces. They hold 62 + 63 + 63 numbers, just enough."""
NUMBERS = 64 * WORDS
CELLS = 4513
CELL_BYTES = 4572
"""``CELLS`` and what is missing for a record of whole lines of memory, without padding (whose bytes nobody would set)."""
CELL_ROW = 95
"""Cells from one space to the one south of it."""

MAX_START_PARTS = 4 + 2 * (START_SPACES - 1)
"""The temple's four rooms, and two parts on each other space."""
MAX_PARTS = MAX_START_PARTS + 2 * MAX_PLACEMENTS
PART_BYTES = 224
"""``MAX_PARTS`` and what is missing to a multiple of 32: so many bytes are done at a time."""
MAX_PASSAGES = 174
"""Edges shared by two of 97 spaces: at most 2n - 2√n (Harary and Harborth 1976)."""
MAX_TWINS = START_SPACES - 1 + MAX_PLACEMENTS
NAME_LENGTH = 20
"""Letters of a tile kind's id at most."""

ADVISORS_AT = 8
"""Bits between the advisors of one seat and the next in a room's sum."""
TILES_AT = 32
DRAGONS_AT = 40
OPEN_AT = 48

# fmt: off
STATE: np.dtype[Any] = record([
    # -- what every move reads: bit sets, counts, tiles in hand, and the tile set as the rules need it ---------------------
    ("stack", np.int64, (4,)),  # the shuffled part of each seat's stack: bit t for tile t of ``tile_kind``; tiles of one
    #                             kind stand together and leave from the lowest bit
    ("free", np.int64, (WORDS,)),  # the numbers in use
    ("players", np.int32),
    ("phase", np.int32),  # SET_UP, PLACE, … of pieces
    ("seat", np.int32),  # the seat whose turn it is, or for which chance draws or shows
    ("tries", np.int32),  # tiles shown as unfit in this turn (F2.4)
    ("passes", np.int32),  # passes in succession since the last placement (F2.4)
    ("placed", np.int32),  # tiles placed by players
    ("parts", np.int32),  # parts on the table, the start tile's included
    ("passages", np.int32),  # shared edges with an archway and no plain wall (F4.3)
    ("twins", np.int32),  # tiles with two parts of one floor
    ("kinds", np.int32),  # kinds of tiles in the tile set
    ("start_parts", np.int32),  # parts of the start tile
    ("points", np.int32, (4,)),  # coins of each seat
    ("kind_sides", np.int32, (MAX_TILES,)),  # of each kind: its four sides at rotation 0
    ("kind_tiles", np.int32, (MAX_TILES,)),  # bit set of the tiles in ``tile_kind`` that are of the kind
    ("hand", np.int16, (4,)),  # the kind in each seat's hand, NO_TILE, or HIDDEN_TILE (then the stack holds it)
    ("hand_known", np.int16, (4,)),  # 1 where all know the tile in hand (shown before a pass, or drawn from below)
    ("unders", np.int16, (4,)),  # tiles put under each seat's stack
    ("kind_turns", np.int8, (MAX_TILES,)),  # rotations that look different: 1, 2 or 4
    ("kind_parts", np.int8, (MAX_TILES,)),  # 1 or 2
    ("kind_floor", np.int8, (MAX_TILES, 2)),  # the floors of its parts
    ("tile_kind", np.int8, (MAX_TILES,)),  # the kind of each tile of a seat's stack, in the order of kinds
    # -- the palace --------------------------------------------------------------------------------------------------------
    ("passage", np.uint8, (MAX_PASSAGES + 1, 2)),  # the two parts that each passage joins
    ("blocked", np.int64, (WORDS, 16)),  # [word, side * 4 + floor]: where an open side of that floor can't lie, since
    #                                      another floor meets it openly (floor 0: a wall may lie everywhere)
    ("facing", np.int64, (NUMBERS,)),  # of each free space: 16 bits for each side n e s w: 0 where nothing lies, else
    #                                    part * 8 + (OPEN, WALL or ARCHWAY) * 2 + 1 of the part that faces it
    ("room", np.int64, (MAX_PARTS + 1,)),  # the sums of each room, at its root (0 elsewhere)
    ("kind_part", np.int64, (MAX_TILES, 2)),  # what each part of a kind adds to a room's sums, advisors as seat 0's
    ("start_sides", np.int32, (START_SPACES,)),  # the sides of the start tile's spaces (no part bit)
    ("start_part", np.int16, (START_SPACES, 4)),  # the part that owns each side
    ("start_floor", np.int16, (MAX_START_PARTS,)),  # the floor of each part of the start tile
    ("free_space", np.int16, (NUMBERS,)),  # of each number: the free space that has it
    ("number_at", np.uint8, (CELL_BYTES,)),  # of each cell: the number of the free space there, 0 where there is none
    ("joined", np.uint8, (PART_BYTES,)),  # of each part: the root of its room
    ("twin", np.int16, (MAX_TWINS,)),  # of each twin: its first part (the second has the next number)
    ("placed_space", np.int16, (MAX_PLACEMENTS,)),  # of each placed tile in order: its space,
    ("placed_tile", np.int16, (MAX_PLACEMENTS,)),  # kind * 4 + rotation,
    ("placed_seat", np.uint8, (MAX_PLACEMENTS,)),  # and the seat whose tile it is
    # -- what few moves read -----------------------------------------------------------------------------------------------
    ("under", np.int16, (4, MAX_TILES)),  # the kinds under each stack, in the order of coming (and of being drawn)
    ("kind_advisors", np.int16, (MAX_TILES,)),  # advisors and
    ("kind_dragons", np.int16, (MAX_TILES,)),  # dragons on a whole tile of each kind
    ("kind_name", np.int8, (MAX_TILES, NAME_LENGTH)),  # the kinds' ids in ASCII, filled up with zeros
])
# fmt: on
assert STATE.isalignedstruct

_EVERY_MOVE = STATE.names[: STATE.names.index("passage")]  # type: ignore[index, union-attr]
BUSY_FIELDS = (*((name, STATE[name].itemsize) for name in _EVERY_MOVE), ("passage", 64), ("blocked", 128), ("free_space", 64))
"""The fields that every move reads (``Acceleration.busy_fields``), large arrays only at their front. See ``prefetch.py``."""


def space_at(x: int, y: int) -> int:
    """The number of the space at x, y from the start tile's centre (each from -90 to 90)."""
    return (y + FARTHEST) * ROW + x + FARTHEST


def place_of(space: int) -> tuple[int, int]:
    """The x and y of a space."""
    y, x = divmod(int(space), ROW)
    return x - FARTHEST, y - FARTHEST
