"""What a seat sees, as numbers for machines that learn (``core/features.py``).

Seats come in turn order from the observer (seat +0). The palace has no edge, so there is a window of 25 x 25 spaces with the
start tile in its middle, and beside it the open rooms one by one, wherever they lie.
"""

from __future__ import annotations

from hanlin.core.bits import count, lowest
from hanlin.core.compiled import compiled, inlined
from hanlin.core.features import Feature
from hanlin.core.indexing import unsigned
from hanlin.games.forbidden_city.choices import PASS_CODE, UNFIT_CODE
from hanlin.games.forbidden_city.pieces import FINISHED, MAX_PLACEMENTS, MAX_TILES
from hanlin.games.forbidden_city.rooms import CLOSED, advisors_in, dragons_in, open_edges, own_value, room_of, tiles_in
from hanlin.games.forbidden_city.spaces import cell_of, facing_from, part_facing, turned, wall_facing, words_in_use
from hanlin.games.forbidden_city.stacks import tiles_left
from hanlin.games.forbidden_city.state import FARTHEST, ROW, START_SPACES

REACH = 12
WINDOW = 2 * REACH + 1
ROOMS = 32
"""Open rooms that are shown; in hardly any game there are more."""
_PHASES = FINISHED + 1
_TILE = 4 * 5 + 3
_SIDE = 7


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
    players = int(s.players)
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
def _observe_seat(s, seat, out, at):
    out[at] = s.points[seat] / 50.0
    out[at + 1] = tiles_left(s, seat) / float(MAX_TILES)
    out[at + 2] = s.unders[seat] / 10.0
    out[at + 3] = s.hand_known[seat]
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
    for kind in range(s.kinds):
        out[at + kind] = count(int(s.stack[seat]) & int(s.kind_tiles[kind])) / 4.0
    return at + MAX_TILES


@inlined
def _observe_rooms(s, seat, out, at):
    players = int(s.players)
    n = 0
    for root in range(s.parts):
        sums = int(s.room[root])
        if n < ROOMS and sums != 0 and sums & CLOSED == 0:
            here = at + n * (4 + players)
            out[here] = tiles_in(sums) / 10.0
            out[here + 1] = dragons_in(sums) / 3.0
            out[here + 2] = open_edges(sums) / 10.0
            out[here + 3] = own_value(sums) / 20.0
            for j in range(players):
                out[here + 4 + j] = advisors_in(sums, (seat + j) % players) / 5.0
            n += 1
    return at + ROOMS * (4 + players)


@inlined
def _observe_window(s, seat, out, at):
    for space in range(START_SPACES):
        x, y = space % 3 - 1, space // 3 - 1
        _observe_tile(s, seat, x, y, int(s.start_part[space, 0]), out, at)
    part = int(s.start_parts)
    for n in range(s.placed):
        space = int(s.placed_space[n])
        _observe_tile(s, seat, space % ROW - FARTHEST, space // ROW - FARTHEST, part, out, at)
        part += int(s.kind_parts[int(s.placed_tile[n]) >> 2])
    for word in range(words_in_use(s)):
        numbers = int(s.free[word])
        while numbers:
            space = int(s.free_space[64 * word + lowest(numbers)])
            numbers &= numbers - 1
            x, y = space % ROW - FARTHEST, space // ROW - FARTHEST
            if abs(x) <= REACH and abs(y) <= REACH:
                out[unsigned(at + 4 * (WINDOW * (y + REACH) + x + REACH) + 1)] = 1.0
    return at + WINDOW * WINDOW * 4


@inlined
def _observe_tile(s, seat, x, y, part, out, at):
    if abs(x) <= REACH and abs(y) <= REACH:
        here = at + 4 * (WINDOW * (y + REACH) + x + REACH)
        sums = int(s.room[unsigned(room_of(s, part))])
        out[unsigned(here)] = 1.0
        out[unsigned(here + 2)] = int(sums & CLOSED != 0)
        out[unsigned(here + 3)] = (advisors_in(sums, seat) - _most_of_others(s, sums, seat)) / 5.0


@inlined
def _most_of_others(s, sums, seat):
    """The most advisors of another seat in a room."""
    most = 0
    for other in range(s.players):
        if other != seat:
            most = max(most, advisors_in(sums, other))
    return most


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
            out[at + 3] = _most_of_others(s, sums, seat) / 5.0
            out[at + 4] = own_value(sums) / 20.0
            out[at + 5] = open_edges(sums) / 10.0
            out[at + 6] = int(wall_facing(field) == 2)
    out[9 + 4 * _SIDE] = opens / 4.0
