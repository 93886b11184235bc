"""The observation of a seat for machine learning (``core/verbs/features.py``).

Seats come in turn order from the observer (seat +0). The palace has no edge, so there is a window of 25 x 25 spaces with the
start tile in its middle, and then the open rooms one by one, at any place.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanlin.core.jit.bits import count, lowest
from hanlin.core.jit.compiled import compiled, inlined
from hanlin.core.jit.indexing import unsigned
from hanlin.core.verbs.features import Feature
from hanlin.games.forbidden_city.choices import PASS_CODE, UNFIT_CODE
from hanlin.games.forbidden_city.pieces import FINISHED, MAX_PLACEMENTS, MAX_TILES
from hanlin.games.forbidden_city.rooms import (
    CLOSED,
    CLOSED_AT,
    advisors_in,
    dragons_in,
    open_edges,
    own_value,
    room_of,
    root_of,
    tiles_in,
)
from hanlin.games.forbidden_city.spaces import cell_of, facing_from, part_facing, turned, wall_facing, words_in_use
from hanlin.games.forbidden_city.stacks import tiles_left
from hanlin.games.forbidden_city.state import ADVISORS_AT, FARTHEST, ROW, SPACES, START_SPACES

REACH = 12
WINDOW = 2 * REACH + 1
ROOMS = 32
"""Open rooms that are shown; in hardly any game there are more."""
_PHASES = FINISHED + 1
_TILE = 4 * 5 + 3
_SIDE = 7


def _places() -> NDArray[np.int16]:
    """The index of each space's numbers in the window, -1 outside."""
    y, x = np.divmod(np.arange(SPACES), ROW) - np.array([[FARTHEST], [FARTHEST]])
    inside = (abs(x) <= REACH) & (abs(y) <= REACH)
    return np.where(inside, 4 * (WINDOW * (y + REACH) + x + REACH), -1).astype(np.int16)


_PLACES = _places()


def features(players: int) -> tuple[Feature, ...]:
    """The blocks of an observation."""
    seat = (
        "coins / 50, tiles left / 30, tiles under the stack / 10, 1 where all know the tile in hand; that "
        "tile as far as the observer "
        "knows it: of each side whether it is open, green, pink, white, or has an archway; advisors / 3, "
        "dragons, 1 for two parts; tiles "
        "by kind that may be in its stack / 4"
    )
    return (
        Feature("phase", _PHASES, "what is to happen next (one-hot)"),
        Feature("turn", players, "whose turn it is (one-hot)"),
        Feature("so far", 3, "tiles placed / 88, tiles shown as unfit in this turn / 30, passes in succession / players"),
        *(Feature(f"seat +{n}", 4 + _TILE + MAX_TILES, seat) for n in range(players)),
        Feature(
            "rooms",
            ROOMS * (4 + players),
            "of each open room, the oldest first: tiles / 10, dragons / 3, open edges / 10, its own value / 20, "
            "advisors by seat / 5",
        ),
        Feature(
            "window",
            WINDOW * WINDOW * 4,
            "of each space, row by row: a tile lies there, it is free, its room is closed, how far the observer "
            "leads in its room / 5",
        ),
    )


def action_features() -> tuple[Feature, ...]:
    """The blocks of an action's description."""
    return (
        Feature("kind", 3, "place, unfit, pass (one-hot)"),
        Feature("place", 2, "x / 20, y / 20"),
        Feature("rotation", 4, "quarter turns (one-hot)"),
        Feature(
            "sides",
            4 * _SIDE,
            "of n, e, s, w: a tile lies there, the edge is open, own advisors in the room beyond / 5, the most "
            "of another seat / 5, "
            "the room's own value / 20, its open edges / 10, an archway of it there",
        ),
        Feature("open", 1, "open sides of the tile towards empty spaces / 4"),
    )


@compiled
def observe(s, seat, out):
    """Write the observation of a state that shows what ``seat`` sees to ``out`` (float32); returns how many numbers."""
    out[:] = 0.0
    return observe_again(s, seat, out)


@compiled
def observe_again(s, seat, out):
    """The same where ``out`` holds zeros, or what a seat observed earlier in the game.

    The window is most of an observation. In a game a space of it becomes free, then gets a tile: nothing needs clearing.
    """
    players = int(s.players)
    for at in range(_before_window(players)):
        out[at] = 0.0
    out[int(s.phase)] = 1.0
    out[_PHASES + (int(s.seat) - seat) % players] = 1.0
    at = _PHASES + players
    out[at] = s.placed / float(MAX_PLACEMENTS)
    out[at + 1] = s.tries / float(MAX_TILES)
    out[at + 2] = s.passes / float(players)
    at += 3
    for n in range(players):
        at = _observe_seat(s, (seat + n) % players, out, at)
    at = _observe_rooms(s, seat, out, at)
    return _observe_window(s, seat, out, at)


@inlined
def _before_window(players):
    """The number of features before the window."""
    return _PHASES + players + 3 + players * (4 + _TILE + MAX_TILES) + ROOMS * (4 + players)


@inlined
def _observe_seat(s, seat, out, at):
    stack, known, kind_tiles = int(s.stack[seat]), int(s.hand_known[seat]), s.kind_tiles
    out[at] = s.points[seat] / 50.0
    out[at + 1] = tiles_left(s, seat) / float(MAX_TILES)
    out[at + 2] = s.unders[seat] / 10.0
    out[at + 3] = known
    at += 4
    kind = int(s.hand[seat])
    if kind >= 0:
        sides = int(s.kind_sides[kind])
        for side in range(4):
            packed = sides >> (4 * side) & 15
            if packed & 3:
                out[at + 5 * side] = 1.0
                out[at + 5 * side + (packed & 3)] = 1.0
            out[at + 5 * side + 4] = packed >> 2 & 1
        out[at + 20] = s.kind_advisors[kind] / 3.0
        out[at + 21] = s.kind_dragons[kind]
        out[at + 22] = int(s.kind_parts[kind] > 1)
    at += _TILE
    for kind in range(int(s.kinds)):
        out[unsigned(at + kind)] = count(stack & int(kind_tiles[unsigned(kind)])) / 4.0
    return at + MAX_TILES


@inlined
def _observe_rooms(s, seat, out, at):
    players, parts, room = int(s.players), int(s.parts), s.room
    here, last = at, at + ROOMS * (4 + players)
    for first in range(0, parts, 32):
        open_ = 0
        for n in range(min(32, parts - first)):
            open_ |= _is_open(int(room[unsigned(first + n)])) << n
        while open_ and here < last:
            sums = int(room[unsigned(first + lowest(open_))])
            open_ &= open_ - 1
            out[unsigned(here)] = tiles_in(sums) / 10.0
            out[unsigned(here + 1)] = dragons_in(sums) / 3.0
            out[unsigned(here + 2)] = open_edges(sums) / 10.0
            out[unsigned(here + 3)] = own_value(sums) / 20.0
            for j in range(players):
                other = seat + j - players * int(seat + j >= players)
                out[unsigned(here + 4 + j)] = advisors_in(sums, other) / 5.0
            here += 4 + players
    return last


@inlined
def _is_open(sums):
    """1 for the sums of a room that counts and is not closed; else 0."""
    return int(sums != 0) & int(sums & CLOSED == 0)


@inlined
def _observe_window(s, seat, out, at):
    joined, room = s.joined, s.room
    start_part, placed_space, placed_tile, kind_parts = s.start_part, s.placed_space, s.placed_tile, s.kind_parts
    for space in range(START_SPACES):
        place = at + 4 * (WINDOW * (REACH + space // 3 - 1) + REACH + space % 3 - 1)
        _observe_tile(joined, room, seat, int(start_part[unsigned(space), 0]), out, place)
    part = int(s.start_parts)
    for n in range(int(s.placed)):
        place = int(_PLACES[unsigned(int(placed_space[unsigned(n)]))])
        if place >= 0:
            _observe_tile(joined, room, seat, part, out, at + place)
        part += int(kind_parts[unsigned(int(placed_tile[unsigned(n)]) >> 2)])
    free_space = s.free_space
    for word in range(words_in_use(s)):
        numbers = int(s.free[unsigned(word)])
        while numbers:
            place = int(_PLACES[unsigned(int(free_space[unsigned(64 * word + lowest(numbers))]))])
            numbers &= numbers - 1
            if place >= 0:
                out[unsigned(at + place + 1)] = 1.0
    return at + WINDOW * WINDOW * 4


@inlined
def _observe_tile(joined, room, seat, part, out, here):
    sums = int(room[unsigned(root_of(joined, part))])
    out[unsigned(here)] = 1.0
    out[unsigned(here + 1)] = 0.0
    out[unsigned(here + 2)] = sums >> CLOSED_AT & 1
    out[unsigned(here + 3)] = (advisors_in(sums, seat) - _most_of_others(sums, seat)) / 5.0


@inlined
def _most_of_others(sums, seat):
    """The most advisors of another seat in a room."""
    others = sums & ~(0xFF << (ADVISORS_AT * seat))
    return max(
        max(advisors_in(others, 0), advisors_in(others, 1)),
        max(advisors_in(others, 2), advisors_in(others, 3)),
    )


@compiled
def describe_actions(s, seat, codes, n, out):
    """Write a description of each of ``codes[:n]``, legal for ``seat``, to the rows of ``out`` (float32)."""
    for k in range(n):
        out[k, :] = 0.0
        code = int(codes[k])
        if code == PASS_CODE:
            out[k, 2] = 1.0
        elif code == UNFIT_CODE:
            out[k, 1] = 1.0
        else:
            out[k, 0] = 1.0
            _describe_place(s, seat, code >> 2, code & 3, out[k])


@compiled
def _describe_place(s, seat, space, rotation, out):
    out[3] = (space % ROW - FARTHEST) / 20.0
    out[4] = (space // ROW - FARTHEST) / 20.0
    out[5 + rotation] = 1.0
    sides = turned(int(s.kind_sides[int(s.hand[seat])]), rotation)
    facing = int(s.facing[int(s.number_at[cell_of(space)])])
    opens = 0
    for side in range(4):
        field = facing_from(facing, side)
        is_open = sides >> (4 * side) & 3
        at = 9 + _SIDE * side
        if field == 0:
            opens += int(is_open != 0)
        else:
            sums = int(s.room[room_of(s, part_facing(field))])
            out[at] = 1.0
            out[at + 1] = int(is_open != 0 and wall_facing(field) == 0)
            out[at + 2] = advisors_in(sums, seat) / 5.0
            out[at + 3] = _most_of_others(sums, seat) / 5.0
            out[at + 4] = own_value(sums) / 20.0
            out[at + 5] = open_edges(sums) / 10.0
            out[at + 6] = int(wall_facing(field) == 2)
    out[9 + 4 * _SIDE] = opens / 4.0
