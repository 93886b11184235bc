"""The observation of a seat for machine learning (``core/verbs/features.py``).

Seats come in turn order from the observer (seat +0). The palace has no edge, so it is shown twice: a window of 25 x 25 spaces
with the start tile in its middle says little of the spaces near there; and two rows for each space of the palace, at any place,
say all of it, in the order of placing. ``structure.py`` spreads these rows out as planes.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanlin.core.jit.bits import count, lowest
from hanlin.core.jit.compiled import compiled, inlined
from hanlin.core.jit.indexing import unsigned
from hanlin.core.verbs.features import Feature
from hanlin.games.forbidden_city.choices import PASS_CODE, UNFIT_CODE
from hanlin.games.forbidden_city.numbers import width
from hanlin.games.forbidden_city.pieces import (
    BASE_TILES,
    EXTRA_TILES,
    FINISHED,
    HIDDEN_TILE,
    KEPT_TILES,
    MAX_PLACEMENTS,
    MAX_TILES,
    WHITE,
)
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
_SEAT = 4 + _TILE + MAX_TILES
_STACK = 2 * MAX_TILES + 1
_SIDE = 7
_TENTH, _FIFTH, _THIRD = 0.1, 0.2, 1.0 / 3.0
"""Factors, since a division takes longer."""
_TILES_OF_MORE = BASE_TILES - KEPT_TILES
_TILES_OF_TWO = _TILES_OF_MORE + EXTRA_TILES
PLACE_SCALE = 20.0
"""What the x and y of a space are divided by."""
LOOK_SIDE = 8
"""Numbers about the looks of a side of a space of the palace."""
LOOKS = 3 + 4 * LOOK_SIDE
"""Numbers about the place and looks of a space of the palace: they stay as they are."""


def _places() -> NDArray[np.int16]:
    """The index of each space's numbers in the window, -1 outside."""
    y, x = np.divmod(np.arange(SPACES), ROW) - np.array([[FARTHEST], [FARTHEST]])
    inside = (abs(x) <= REACH) & (abs(y) <= REACH)
    return np.where(inside, 4 * (WINDOW * (y + REACH) + x + REACH), -1).astype(np.int16)


_PLACES = _places()


def room_size(players: int) -> int:
    """Numbers about the room of a part of a space of the palace."""
    return 4 + players


def rows_size(players: int) -> int:
    """Numbers about a space of the palace besides its looks: whose it is, and the rooms of its two parts."""
    return players + 2 * room_size(players)


def rows(players: int) -> int:
    """Spaces that the palace has at most: those of the start tile, and one for each placement."""
    return START_SPACES + width(players) - 4


def features(players: int) -> tuple[Feature, ...]:
    """The blocks of an observation."""
    seat = (
        "coins / 50, tiles left / 30, tiles under the stack / 10, 1 where all know the tile in hand; that "
        "tile as far as the observer "
        "knows it: of each side whether it is open, green, pink, white, or has an archway; advisors / 3, "
        "dragons, 1 for two parts; tiles "
        "by kind that may be in its stack / 4"
    )
    stack = (
        "the kind of the tile in hand as far as the observer knows it (one-hot), 1 where it holds a tile unknown to the "
        "observer; the numbers + 1 of the kinds under the seat's stack / 30, in the order of being drawn, 0 after them"
    )
    return (
        Feature("phase", _PHASES, "what is to happen next (one-hot)"),
        Feature("turn", players, "whose turn it is (one-hot)"),
        Feature("so far", 3, "tiles placed / 88, tiles shown as unfit in this turn / 30, passes in succession / players"),
        *(Feature(f"seat +{n}", _SEAT, seat) for n in range(players)),
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
        *(Feature(f"stack +{n}", _STACK, stack, since=1) for n in range(players)),
        Feature(
            "rooms of spaces",
            rows(players) * rows_size(players),
            "of each space of the palace, those of the start tile in reading order, then the placed tiles in order: whose tile "
            "by seat (one-hot); of the room of its first part, and of its second part if it has two: tiles / 10, dragons / 3, "
            "open edges / 10, closed, advisors by seat / 5",
            since=1,
        ),
        Feature(
            "spaces",
            rows(players) * LOOKS,
            "of each of these spaces: 1, x / 20, y / 20; of its sides n, e, s, w: open, archway, green, pink, white, 1 if it "
            "is of the second part; advisors / 2 and dragons of that part of the tile",
            since=1,
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

    The palace is most of an observation. In a game a space becomes free, then gets a tile, and keeps it: nothing needs
    clearing, and the looks of a tile are written once.
    """
    players = int(s.players)
    shown = _spaces_shown(players, out)
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
    _observe_palace(s, seat, out, at, at + WINDOW * WINDOW * 4 + players * _STACK)
    at = _observe_free_spaces(s, out, at)
    for n in range(players):
        at = _observe_stack(s, (seat + n) % players, out, at)
    return _observe_looks(s, shown, out, _looks_at(players))


@inlined
def _spaces_shown(players, out):
    """How many spaces of the palace an observation shows, 0 where it holds zeros."""
    for phase in range(_PHASES):
        if out[phase] > 0.0:
            return START_SPACES + int(out[_PHASES + players] * float(MAX_PLACEMENTS) + 0.5)
    return 0


@inlined
def _before_window(players):
    """The number of features before the window."""
    return _PHASES + players + 3 + players * _SEAT + ROOMS * (4 + players)


@inlined
def _most_rows(players):
    """What ``rows`` says."""
    return START_SPACES + (_TILES_OF_TWO if players == 2 else _TILES_OF_MORE) * players


@inlined
def _looks_at(players):
    """The number of features before those of the spaces' looks."""
    before = _before_window(players) + WINDOW * WINDOW * 4 + players * _STACK
    return before + _most_rows(players) * (players + 2 * (4 + players))


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
def _observe_stack(s, seat, out, at):
    for here in range(at, at + _STACK):
        out[here] = 0.0
    held = int(s.hand[seat])
    if held >= 0:
        out[at + held] = 1.0
    out[at + MAX_TILES] = int(held == HIDDEN_TILE)
    at += MAX_TILES + 1
    for n in range(int(s.unders[seat])):
        out[at + n] = (s.under[seat, n] + 1) / float(MAX_TILES)
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
def _observe_palace(s, seat, out, window, at):
    """Write the spaces of the palace to the window, and to ``at`` whose each is, and the rooms that it is in."""
    players = int(s.players)
    joined, room, start_part, kind_parts = s.joined, s.room, s.start_part, s.kind_parts
    placed_space, placed_tile, placed_seat = s.placed_space, s.placed_tile, s.placed_seat
    wide = players + 2 * (4 + players)
    part = 0
    for space in range(START_SPACES):
        parts = _parts_of(start_part, space, part)
        sums = int(room[unsigned(root_of(joined, int(start_part[unsigned(space), 0])))])
        _observe_tile(sums, seat, out, window + 4 * (WINDOW * (REACH + space // 3 - 1) + REACH + space % 3 - 1))
        _write_room(int(room[unsigned(root_of(joined, part))]), seat, players, out, at + players)
        if parts == 2:  # the temple has four, all alike
            _write_room(int(room[unsigned(root_of(joined, part + 1))]), seat, players, out, at + 2 * players + 4)
        part += parts
        at += wide
    for n in range(int(s.placed)):
        sums = int(room[unsigned(root_of(joined, part))])
        place = int(_PLACES[unsigned(int(placed_space[unsigned(n)]))])
        if place >= 0:
            _observe_tile(sums, seat, out, window + place)
        owner = int(placed_seat[unsigned(n)]) - seat
        owner += players * int(owner < 0)
        for other in range(players):
            out[unsigned(at + other)] = int(other == owner)
        _write_room(sums, seat, players, out, at + players)
        part += 1
        if kind_parts[unsigned(int(placed_tile[unsigned(n)]) >> 2)] == 2:
            _write_room(int(room[unsigned(root_of(joined, part))]), seat, players, out, at + 2 * players + 4)
            part += 1
        at += wide


@inlined
def _observe_free_spaces(s, out, at):
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
def _observe_tile(sums, seat, out, here):
    out[unsigned(here)] = 1.0
    out[unsigned(here + 1)] = 0.0
    out[unsigned(here + 2)] = sums >> CLOSED_AT & 1
    out[unsigned(here + 3)] = (advisors_in(sums, seat) - _most_of_others(sums, seat)) * _FIFTH


@inlined
def _parts_of(start_part, space, first):
    """The number of parts of a space of the start tile, whose first part is given: 1, 2 or, for the temple, 4."""
    last = first
    for side in range(4):
        last = max(last, int(start_part[unsigned(space), unsigned(side)]))
    return last - first + 1


@inlined
def _write_room(sums, seat, players, out, here):
    out[unsigned(here)] = tiles_in(sums) * _TENTH
    out[unsigned(here + 1)] = dragons_in(sums) * _THIRD
    out[unsigned(here + 2)] = open_edges(sums) * _TENTH
    out[unsigned(here + 3)] = sums >> CLOSED_AT & 1
    for n in range(players):
        other = seat + n - players * int(seat + n >= players)
        out[unsigned(here + 4 + n)] = advisors_in(sums, other) * _FIFTH


@inlined
def _observe_looks(s, shown, out, at):
    """Write the place and looks of each space of the palace but for the first ``shown``, which are there already."""
    if shown == 0:
        _write_start_looks(s, out, at)
    for n in range(max(shown - START_SPACES, 0), int(s.placed)):
        _write_looks(s, n, out, at + (START_SPACES + n) * LOOKS)
    return at + _most_rows(int(s.players)) * LOOKS


@compiled
def _write_start_looks(s, out, at):
    first = 0
    for space in range(START_SPACES):
        _write_place(out, at, space % 3 - 1, space // 3 - 1)
        sides, parts = int(s.start_sides[space]), _parts_of(s.start_part, space, first)
        for side in range(4):
            part = int(s.start_part[space, side])
            here = at + 3 + side * LOOK_SIDE
            _write_side(sides >> (4 * side) & 7, int(s.start_floor[part]), out, here)
            out[unsigned(here + 5)] = int(parts == 2 and part != first)
        first += parts
        at += LOOKS


@compiled
def _write_looks(s, n, out, at):
    """Write the place and looks of the n-th placed tile."""
    space, tile = int(s.placed_space[n]), int(s.placed_tile[n])
    kind = tile >> 2
    sides = turned(int(s.kind_sides[kind]), tile & 3)
    _write_place(out, at, space % ROW - FARTHEST, space // ROW - FARTHEST)
    for side in range(4):
        half = sides >> (4 * side + 3) & 1
        here = at + 3 + side * LOOK_SIDE
        _write_side(sides >> (4 * side) & 7, int(s.kind_floor[kind, half]), out, here)
        out[unsigned(here + 5)] = half
        sums = int(s.kind_part[kind, half])
        out[unsigned(here + 6)] = advisors_in(sums, 0) / 2.0
        out[unsigned(here + 7)] = dragons_in(sums)


@inlined
def _write_place(out, at, x, y):
    out[unsigned(at)] = 1.0
    out[unsigned(at + 1)] = x / PLACE_SCALE
    out[unsigned(at + 2)] = y / PLACE_SCALE


@inlined
def _write_side(packed, floor, out, here):
    out[unsigned(here)] = int(packed & 3 > 0)
    out[unsigned(here + 1)] = packed >> 2
    if floor <= WHITE:
        out[unsigned(here + 1 + floor)] = 1.0


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
