"""The pieces of Forbidden City: their names in the notation's words, their numbers, and the events that rules emit.

Everything here is plain: tuples of names whose indexes are the numbers in the state's record, and the numbers themselves.
"""

from __future__ import annotations

from hanlin.core.i18n.seat_names import COLOURS

SEAT_COLOURS = ("purple", "yellow", "red", "blue")
"""The colour of each seat's tiles and advisors (F0.1)."""
COLOUR_OF_SEAT = tuple(COLOURS.index(name) for name in SEAT_COLOURS)
"""The same as numbers of ``core/i18n/seat_names.py``."""

SIDES = ("n", "e", "s", "w")
"""The sides of a tile, clockwise; side ``i`` of a tile is at side ``(i + rotation) % 4`` of its space."""
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""The neighbour at each side: (dx, dy); x grows to the east, y to the south."""

FLOORS = ("none", "green", "pink", "white", "grey", "garden")
"""Floors of room parts (F0.2, F0.3); "none" is no floor of any part."""
GREEN, PINK, WHITE, GREY, GARDEN = 1, 2, 3, 4, 5
TILE_FLOORS = ("green", "pink", "white")
"""The floors that a player's tile can have."""

WALLS = ("open", "wall", "arch")
"""The kinds of a side: nothing, a plain wall, a wall with an archway."""
OPEN, WALL, ARCHWAY = 0, 1, 2

BASE_TILES = 24
"""Tiles of each player (F0.1)."""
EXTRA_TILES = 6
"""Tiles more of each of two players, marked "2" (F0.1)."""
MAX_TILES = BASE_TILES + EXTRA_TILES
KEPT_TILES = 2
"""Tiles of each player that are not played (F6.1)."""
MAX_PLACEMENTS = 4 * (BASE_TILES - KEPT_TILES)
"""Placements in a game at most: 88 with four players."""

ADVISOR_POINTS = 2
"""Coins for an advisor on a tile that is left at the end (F6.1)."""
DRAGON_POINTS = 3
"""Coins for a dragon: in a closed room, in an adjacent room (F4.1), on a tile that is left (F6.1)."""

NO_TILE = -1
"""In ``hand``: the seat holds no tile."""
HIDDEN_TILE = -2
"""In ``hand`` of a view: the seat holds a tile that the viewer can't know."""

# -- phases (what the actor is to do) ------------------------------------------------------------------------------------
SET_UP, PLACE, REFILL, REDRAW, SHOW, FINISHED = 0, 1, 2, 3, 4, 5
"""SET_UP, REFILL, REDRAW: chance draws for ``seat`` (at the start F1.1, after a placement F2.3, after ``unfit`` F2.4).
PLACE: ``seat`` has its turn. SHOW: chance turns over a tile left to ``seat`` (F6.1). FINISHED: the game is over."""

# -- events that rules emit (``core/jit/events.py``) ------------------------------------------------------------------------
# A room's id is the number of one of its parts. It may change while a room is open and rooms join; once a room is closed it
# stays. The events of one closed room come together in this order: ROOM_CLOSED, ROOM_OWN, ROOM_ADJACENT (each adjacent room),
# ROOM_ADVISORS (each seat that has some), then by seat ROOM_PAID and ROOM_UNPAID, or ROOM_EMPTY.
PLACED = 1
"""``seat`` placed a tile: a = x, b = y, c = kind * 4 + rotation (F2.1)."""
ROOM_CLOSED = 2
"""A room is closed: seat -1, a = the room's id, b = its whole value (F4), c = its floor."""
ROOM_OWN = 3
"""The closed room's own value: seat -1, a = its id, b = its tiles (1 each), c = its dragons (3 each) (F4.1)."""
ROOM_ADJACENT = 4
"""The value that an adjacent room adds to the closed room: seat -1, a = its id, b = its tiles, c = its dragons (F4.2)."""
ROOM_ADVISORS = 5
"""``seat`` has advisors in the room just closed: a = the room's id, b = how many (at least 1) (F5)."""
ROOM_PAID = 6
"""``seat`` is paid for the room just closed: a = coins, b = the room's id, c = SOLE_MOST, SHARED_MOST or SECOND (F5.1-F5.3)."""
ROOM_UNPAID = 7
"""``seat`` shares the second most advisors and gets nothing: a = how many share it, b = the room's id (F5.3)."""
ROOM_EMPTY = 8
"""Nobody has an advisor in the room just closed, nobody is paid: seat -1, a = the room's id (F5.4)."""
DREW = 9
"""``seat`` drew a tile: a = tiles left to the seat, this one included; b = kind + 1 if all know the tile, else 0 (F2.3)."""
UNFIT = 10
"""``seat`` shows a tile that fits nowhere and puts it under the stack: a = kind (F2.4)."""
PASSED = 11
"""``seat`` shows the tile in hand, which fits nowhere either, keeps it and passes: a = kind (F2.4)."""
SKIPPED = 12
"""``seat`` is skipped: it has only two tiles left while others play on (F2.4)."""
END_REACHED = 13
"""The last tiles are to be shown: seat -1, a = 0: all have two tiles left (F6.1), a = 1: all passed in succession (F2.4)."""
TILE_SHOWN = 14
"""A tile left to ``seat`` is shown and paid: a = coins, b = advisors on it (2 each), c = its dragons (3 each) (F6.1)."""
GAME_OVER = 15
"""The last tile has been shown: seat -1 (F6.2)."""

SOLE_MOST, SHARED_MOST, SECOND = 1, 2, 3
"""The reason of a payment for a room, see ROOM_PAID."""
