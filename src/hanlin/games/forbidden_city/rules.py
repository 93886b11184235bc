"""The rules of Forbidden City, action by action (``docs/rules/forbidden-city.md``). Legal actions: ``choices.py``."""

from __future__ import annotations

from hanlin.core.jit.compiled import compiled, compiled_instead, inlined
from hanlin.core.jit.events import emit
from hanlin.core.jit.indexing import unsigned
from hanlin.core.verbs.generic import register
from hanlin.games.forbidden_city import pieces
from hanlin.games.forbidden_city.choices import DRAW_CODE, SHOW_CODE, UNFIT_CODE, actions, actor, choose, sample, weights
from hanlin.games.forbidden_city.evaluation import progress, value
from hanlin.games.forbidden_city.pieces import (
    ADVISOR_POINTS,
    ARCHWAY,
    DRAGON_POINTS,
    FINISHED,
    KEPT_TILES,
    NO_TILE,
    OPEN,
    PLACE,
    REDRAW,
    REFILL,
    SHOW,
    WALL,
)
from hanlin.games.forbidden_city.rooms import ONE_OPEN, add_passage, is_complete, join, owned_by, root_of
from hanlin.games.forbidden_city.scoring import close_if_complete, scores, standing
from hanlin.games.forbidden_city.secrecy import guess, hide, seen_only_by
from hanlin.games.forbidden_city.spaces import (
    STEP,
    cell_beyond,
    cell_of,
    face,
    facing_from,
    fill_space,
    open_space,
    part_facing,
    turned,
    wall_facing,
    wall_of,
)
from hanlin.games.forbidden_city.stacks import stack_size, take_kind, take_under, tiles_left
from hanlin.games.forbidden_city.state import FARTHEST, ROW, STATE

# -- a turn --------------------------------------------------------------------------------------------------------------


@compiled
def play(s, action):
    """Carry out a legal action."""
    if action < UNFIT_CODE:
        _place(s, action >> 2, action & 3)
    elif action >= SHOW_CODE:
        _show(s, (action - SHOW_CODE) & 31)
    elif action >= DRAW_CODE:
        _draw(s, (action - DRAW_CODE) & 31)
    elif action == UNFIT_CODE:
        _put_under(s)
    else:
        _pass(s)


@compiled
def _place(s, space, rotation):
    """A tile is placed (F2.1), rooms that it closes are scored, and the seat draws if more than two are left to it (F2.3)."""
    seat = int(s.seat)
    kind = int(s.hand[unsigned(seat)])
    emit(pieces.PLACED, seat, space % ROW - FARTHEST, space // ROW - FARTHEST, kind * 4 + rotation)
    placed = int(s.placed)
    s.placed_space[unsigned(placed)] = space
    s.placed_tile[unsigned(placed)] = kind * 4 + rotation
    s.placed_seat[unsigned(placed)] = seat
    s.placed = placed + 1
    s.hand[unsigned(seat)] = NO_TILE
    s.hand_known[unsigned(seat)] = 0
    s.tries = 0
    s.passes = 0
    lay(s, seat, kind, space, turned(int(s.kind_sides[unsigned(kind)]), rotation))
    if stack_size(s, seat) > KEPT_TILES:
        s.phase = REFILL
    else:
        _next_turn(s)


# -- laying a tile: its parts meet their neighbours, rooms join, what is complete is closed (F2.2, F3) ------------------


@compiled
def lay(s, seat, kind, space, sides):
    """Place a tile of ``seat`` on a free space; ``sides`` are its packed sides in its rotation."""
    first = int(s.parts)
    cell = cell_of(space)
    facing = fill_space(s, cell)
    _add_parts(s, first, seat, kind, _open_around(s, first, cell, space, sides, facing))
    for side in range(4):
        field = facing_from(facing, side)
        if field:
            mine = (sides >> (4 * side)) & 15
            _meet(s, first + (mine >> 3), mine, part_facing(field), wall_facing(field))
    _close(s, first, facing)


@inlined
def _open_around(s, first, cell, space, sides, facing):
    """Open the empty spaces next to a tile; return its open edges towards them, those of its second part in bits 16 and up."""
    free, free_space, number_at, facings, blocked = s.free, s.free_space, s.number_at, s.facing, s.blocked
    open_ = 0
    for side in range(4):
        mine = (sides >> (4 * side)) & 15
        empty = int(facing_from(facing, side) == 0)
        number = open_space(free, free_space, number_at, cell_beyond(cell, side), space + STEP[side], empty)
        face(facings, blocked, number, side ^ 2, first + (mine >> 3), mine, empty)
        open_ += (empty & int(mine & 3 > 0)) << (2 * (mine & 8))
    return open_


@inlined
def _add_parts(s, first, seat, kind, open_edges):
    """The tile's parts are separate rooms at first. Where it has only one, the next tile takes the second's place."""
    joined, room, kind_part = s.joined, s.room, s.kind_part
    for half in range(2):
        joined[unsigned(first + half)] = first + half
        edges = (open_edges >> (16 * half)) & 0xFFFF
        room[unsigned(first + half)] = owned_by(int(kind_part[unsigned(kind), half]), seat) + edges * ONE_OPEN
    parts = int(s.kind_parts[unsigned(kind)])
    s.parts = first + parts
    if parts == 2 and s.kind_floor[unsigned(kind), 0] == s.kind_floor[unsigned(kind), 1]:
        s.twin[unsigned(s.twins)] = first
        s.twins = int(s.twins) + 1


@inlined
def _meet(s, part, mine, other, wall):
    """A part with the packed side ``mine`` meets the part ``other``, which has ``wall`` there (F3.1, F4.3).

    Whether they join, or an archway leads through, or neither, is done without branches.
    """
    joined, room = s.joined, s.room
    one, two = root_of(joined, part), root_of(joined, other)
    is_open = int(wall == OPEN)
    room[unsigned(two)] = int(room[unsigned(two)]) - is_open * ONE_OPEN
    join(s, one, two if is_open and mine & 3 else one)
    leads = int(wall != WALL) & int(wall_of(mine) != WALL) & int((wall == ARCHWAY) | (mine & 4 > 0))
    add_passage(s, part, other, leads)


@inlined
def _close(s, first, facing):
    """Close what the tile completes: its own rooms, then those that met it openly from n, e, s, w (F2.3, F3.2)."""
    last = int(s.parts) - 1
    joined, room = s.joined, s.room
    some = is_complete(room, root_of(joined, first)) | is_complete(room, root_of(joined, last))
    for side in range(4):
        some |= is_complete(room, root_of(joined, _met_openly(facing, side, first)))
    if some:
        close_if_complete(s, first)
        close_if_complete(s, last)
        for side in range(4):
            close_if_complete(s, _met_openly(facing, side, first))


@inlined
def _met_openly(facing, side, first):
    """The part that met the tile openly from that side; the tile's first part where there is none."""
    field = facing_from(facing, side)
    return part_facing(field) if field & 7 == 2 * OPEN + 1 else first


# -- drawing, and tiles that fit nowhere --------------------------------------------------------------------------------


@compiled
def _take(s, seat, kind):
    """Take a tile of ``kind`` from the top of the stack: from the shuffled part, or the first one put under it."""
    if s.stack[seat]:
        take_kind(s, seat, kind)
    else:
        take_under(s, seat)


@compiled
def _draw(s, kind):
    """A seat draws: at the start (F1.1), after a placement (F2.3), or after a tile that fits nowhere (F2.4)."""
    seat = int(s.seat)
    known = 0 if s.stack[unsigned(seat)] else 1
    _take(s, seat, kind)
    s.hand[unsigned(seat)] = kind
    s.hand_known[unsigned(seat)] = known
    emit(pieces.DREW, seat, tiles_left(s, seat), (kind + 1) * known, 0)
    if s.phase == REFILL:
        _next_turn(s)
    elif s.phase == REDRAW:
        s.phase = PLACE
    else:
        s.seat = seat + 1
        if s.seat == s.players:
            s.seat = 0
            s.phase = PLACE


@compiled
def _put_under(s):
    """A tile that fits nowhere is shown and put under the stack; another one is drawn (F2.4)."""
    seat = int(s.seat)
    kind = int(s.hand[seat])
    emit(pieces.UNFIT, seat, kind, 0, 0)
    s.under[seat, s.unders[seat]] = kind
    s.unders[seat] = int(s.unders[seat]) + 1
    s.hand[seat] = NO_TILE
    s.hand_known[seat] = 0
    s.tries = int(s.tries) + 1
    s.phase = REDRAW


@compiled
def _pass(s):
    """The last tile that could be tried is shown and kept. When all who still play pass in succession, the game ends (F2.4)."""
    seat = int(s.seat)
    emit(pieces.PASSED, seat, int(s.hand[seat]), 0, 0)
    s.hand_known[seat] = 1
    s.tries = 0
    s.passes = int(s.passes) + 1
    playing = 0
    for other in range(int(s.players)):
        if tiles_left(s, other) > KEPT_TILES:
            playing += 1
    if int(s.passes) == playing:
        _begin_showing(s, 1)
    else:
        _next_turn(s)


@compiled
def _next_turn(s):
    """Pass the turn clockwise, past seats with two tiles left; if all have two left, the game ends (F1.2, F2.4, F6.1)."""
    players, turn = int(s.players), int(s.seat)
    seat = turn
    for _ in range(players):
        seat = seat + 1 if seat + 1 < players else 0
        if tiles_left(s, seat) > KEPT_TILES:
            _emit_skipped(s, turn, seat)
            s.seat = seat
            s.phase = PLACE
            return
    _begin_showing(s, 0)


def _skip_silently(s, turn, seat):
    pass


@compiled_instead(_skip_silently)
def _emit_skipped(s, turn, seat):
    """Emit an event for the seats between the one whose turn it was and the next one."""
    players = int(s.players)
    skipped = (turn + 1) % players
    while skipped != seat:
        emit(pieces.SKIPPED, skipped, 0, 0, 0)
        skipped = (skipped + 1) % players


# -- the end -------------------------------------------------------------------------------------------------------------


@compiled
def _begin_showing(s, why):
    """Begin to reveal the leftover tiles, seat by seat (F6.1)."""
    emit(pieces.END_REACHED, -1, why, 0, 0)
    s.phase = SHOW
    s.seat = 0


@compiled
def _show(s, kind):
    """A tile left to a seat is shown: 2 coins for each advisor, 3 for each dragon on it (F6.1)."""
    seat = int(s.seat)
    if s.hand[seat] >= 0:
        s.hand[seat] = NO_TILE
        s.hand_known[seat] = 0
    else:
        _take(s, seat, kind)
    advisors, dragons = int(s.kind_advisors[kind]), int(s.kind_dragons[kind])
    coins = ADVISOR_POINTS * advisors + DRAGON_POINTS * dragons
    s.points[seat] = int(s.points[seat]) + coins
    emit(pieces.TILE_SHOWN, seat, coins, advisors, dragons)
    if tiles_left(s, seat) == 0:
        s.seat = seat + 1
        if s.seat == s.players:
            s.seat = 0
            s.phase = FINISHED
            emit(pieces.GAME_OVER, -1, 0, 0, 0)


register(
    STATE,
    actor=actor,
    actions=actions,
    weights=weights,
    choose=choose,
    sample=sample,
    play=play,
    scores=scores,
    standing=standing,
    hide=hide,
    guess=guess,
    value=value,
    progress=progress,
    seen_only_by=seen_only_by,
)
