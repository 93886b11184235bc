"""A quick comparison of a turn's placements, without playing them: the rollout policy.

Trying an action out and asking for its ``value`` looks at the whole palace again. A placement changes the rooms that meet it
and no others, so here each is weighed by what becomes of these. Where several rooms join, the sums are not quite those of
``value``: it is meant for the many rollout moves of a search (``reply``).
"""

from __future__ import annotations

import numpy as np

from hanlin.core.jit.compiled import allocating, compiled, inlined
from hanlin.core.jit.indexing import unsigned
from hanlin.core.jit.rng import below
from hanlin.games.forbidden_city.evaluation import EDGE_COST, placements_to_come, share_of_advisors, share_of_lead
from hanlin.games.forbidden_city.pieces import ARCHWAY, OPEN, WALL
from hanlin.games.forbidden_city.rooms import (
    ADVISORS,
    CLOSED,
    ONE_OPEN,
    ONE_TILE,
    advisors_in,
    open_edges,
    own_value,
    owned_by,
    root_of,
)
from hanlin.games.forbidden_city.scoring import adjacent_values, ranking
from hanlin.games.forbidden_city.spaces import cell_of, facing_from, part_facing, turned, wall_facing, wall_of
from hanlin.games.forbidden_city.state import MAX_PASSAGES, PART_BYTES

_OWN, _ADJACENT, _HOPE, _PROMISE, _PULL = 0, 1, 2, 3, 4
"""Of each room: its own value, what adjacent rooms add, what the seat gains of a coin of its value (the mean of
the others taken off), what it gains of the whole room, and of a coin more in this room by all rooms adjacent to it."""
_ROOT, _LOST, _ONE, _TWO, _BEYOND_ONE, _BEYOND_TWO = 0, 1, 2, 3, 4, 5
"""Of each room that meets a tile: its root, the open edges it loses, whether it joins the tile's first and second part, and
whether an archway leads to it from them."""


@allocating
def reply(s, codes, n, rng):
    """Of the legal actions codes[:n] the one that is worth most to the seat whose turn it is; among equals, one at random."""
    if n == 1:
        return int(codes[0])
    rooms, pairs, met = np.empty((5, PART_BYTES)), np.empty(MAX_PASSAGES, np.int64), np.empty((4, 6), np.int64)
    return _best_placement(s, codes, n, rooms, pairs, met, rng)


@compiled
def _best_placement(s, codes, n, rooms, pairs, met, rng):
    """The same in the room that is given."""
    best, most, equals = int(codes[0]), 0.0, 0
    seat, to_come = int(s.seat), placements_to_come(s) - 1
    _weigh_rooms(s, seat, to_come, rooms, pairs)
    kind = int(s.hand[unsigned(seat)])
    one = owned_by(int(s.kind_part[unsigned(kind), 0]), seat)
    two = owned_by(int(s.kind_part[unsigned(kind), 1]), seat)
    for k in range(n):
        code = int(codes[k])
        number = int(s.number_at[unsigned(cell_of(code >> 2))]) & 0xFF
        sides = turned(int(s.kind_sides[unsigned(kind)]), code & 3)
        edges, meeting = _meet(s, int(s.facing[unsigned(number)]), sides, met)
        worth = _weigh_placement(s, seat, to_come, rooms, met, meeting, one, two, edges)
        if equals == 0 or worth > most:
            best, most, equals = code, worth, 1
        elif worth == most:
            equals += 1
            if below(rng, equals) == 0:
                best = code
    return best


@compiled
def _weigh_rooms(s, seat, to_come, rooms, pairs):
    """Write the value of each room now."""
    players, parts = int(s.players), int(s.parts)
    for root in range(parts):
        sums = int(s.room[unsigned(root)])
        for k in range(5):
            rooms[k, root] = 0.0
        if sums != 0:
            rooms[_OWN, root] = float(own_value(sums))
            if sums & ADVISORS and not sums & CLOSED:
                rooms[_HOPE, root] = _hope(sums, seat, players, to_come)
    n = adjacent_values(s, rooms[_ADJACENT], pairs)
    for k in range(n):
        a, b = int(pairs[k]) >> 8, int(pairs[k]) & 0xFF
        rooms[_PULL, a] += rooms[_HOPE, b]
        rooms[_PULL, b] += rooms[_HOPE, a]
    for root in range(parts):
        rooms[_PROMISE, root] = (rooms[_OWN, root] + rooms[_ADJACENT, root]) * rooms[_HOPE, root]


@inlined
def _hope(sums, seat, players, to_come):
    """The gain of a seat from each coin of an open room, less the mean of the others."""
    edges = open_edges(sums)
    own, others = _shares_of_two(sums, seat, edges) if players == 2 else _shares(sums, seat, players, edges)
    return (own - others) * to_come / (to_come + EDGE_COST * edges)


@inlined
def _shares_of_two(sums, seat, edges):
    """The parts of a room's value that a seat may hope for, and the other one of two: a fifth of a reply is saved by not
    ranking them."""
    mine, its = advisors_in(sums, seat), advisors_in(sums, 1 - seat)
    if mine == its:
        return 0.5, 0.5
    leads = share_of_lead(abs(mine - its), edges)
    follows = 0.5 if min(mine, its) > 0 else 0.0
    return (leads, follows) if mine > its else (follows, leads)


@compiled
def _shares(sums, seat, players, edges):
    """The same with more than two players: the seat's part, and the mean of the others'."""
    own, others, standing = 0.0, 0.0, ranking(sums)
    for other in range(players):
        share = share_of_advisors(advisors_in(sums, other), standing, edges)
        if other == seat:
            own = share
        else:
            others += share
    return own, others / (players - 1)


@compiled
def _paid(sums, seat, players, value):
    """The payment of a seat for a closed room, less the mean of the others (F5)."""
    most, second, with_most, with_second = ranking(sums)
    own, others = 0.0, 0.0
    for other in range(players):
        advisors, coins = advisors_in(sums, other), 0
        if advisors > 0 and advisors == most:
            coins = value if with_most == 1 else value // 2
        elif advisors > 0 and advisors == second and with_most == 1 and with_second == 1:
            coins = value // 2
        if other == seat:
            own = float(coins)
        else:
            others += float(coins)
    return own - others / (players - 1)


@inlined
def _meet(s, facing, sides, met):
    """Note which rooms meet a tile, and how; returns the tile's edges that stay open (of its second part from bit 16) and how
    many rooms meet it."""
    edges, meeting = 0, 0
    for side in range(4):
        field, mine = facing_from(facing, side), (sides >> (4 * side)) & 15
        if field == 0:
            edges += int(mine & 3 > 0) << (2 * (mine & 8))
        else:
            root, at, wall, half = root_of(s.joined, part_facing(field)), 0, wall_facing(field), mine >> 3
            while at < meeting and met[at, _ROOT] != root:
                at += 1
            if at == meeting:
                meeting += 1
                met[at, _ROOT] = root
                for k in range(1, 6):
                    met[at, k] = 0
            met[at, _LOST] += int(wall == OPEN)
            if wall == OPEN and mine & 3:
                met[at, _ONE + half] = 1
            leads = int(wall != WALL) & int(wall_of(mine) != WALL) & int((wall == ARCHWAY) | (mine & 4 > 0))
            met[at, _BEYOND_ONE + half] |= leads
    return edges, meeting


@inlined
def _unite(met, meeting):
    """Join both parts of a tile if a room connects them: neighbours of the second then meet the first. True if one does."""
    united = 0
    for at in range(meeting):
        united |= int(met[at, _ONE]) & int(met[at, _TWO])
    if united:
        for at in range(meeting):
            met[at, _ONE] |= met[at, _TWO]
            met[at, _BEYOND_ONE] |= met[at, _BEYOND_TWO]
            met[at, _TWO], met[at, _BEYOND_TWO] = 0, 0
    return united


@compiled
def _weigh_placement(s, seat, to_come, rooms, met, meeting, one, two, edges):
    """The value of the rooms that meet a tile after it is placed, and of its own; one, two: the sums of its parts."""
    players, worth, adjacent_one, adjacent_two = int(s.players), 0.0, 0.0, 0.0
    one += (edges & 0xFFFF) * ONE_OPEN
    two += (edges >> 16) * ONE_OPEN
    if _unite(met, meeting):
        one, two = one + two - ONE_TILE, 0
    for at in range(meeting):
        root = int(met[at, _ROOT])
        sums = int(s.room[unsigned(root)]) - int(met[at, _LOST]) * ONE_OPEN
        worth -= rooms[_PROMISE, root]
        if met[at, _ONE]:
            one += sums
            adjacent_one += rooms[_ADJACENT, root]
        elif met[at, _TWO]:
            two += sums
            adjacent_two += rooms[_ADJACENT, root]
    own_one, own_two = float(own_value(one)), float(own_value(two))
    for at in range(meeting):
        root, to_one, to_two = int(met[at, _ROOT]), int(met[at, _BEYOND_ONE]), int(met[at, _BEYOND_TWO])
        own, lost = rooms[_OWN, root], int(met[at, _LOST])
        if met[at, _ONE]:
            worth += rooms[_PULL, root] * (own_one - own)
            adjacent_one += to_two * own_two
            adjacent_two += to_two * own_one
        elif met[at, _TWO]:
            worth += rooms[_PULL, root] * (own_two - own)
            adjacent_one += to_one * own_two
            adjacent_two += to_one * own_one
        else:
            adjacent_one += to_one * own
            adjacent_two += to_two * own
            whole = own + rooms[_ADJACENT, root] + to_one * own_one + to_two * own_two
            worth += _weigh_room(int(s.room[unsigned(root)]) - lost * ONE_OPEN, whole, seat, players, to_come)
    worth += _weigh_room(one, own_one + adjacent_one, seat, players, to_come)
    return worth + _weigh_room(two, own_two + adjacent_two, seat, players, to_come)


@inlined
def _weigh_room(sums, value, seat, players, to_come):
    """The value to a seat of a room with these sums, open or closed."""
    if sums & ADVISORS == 0 or sums & CLOSED:
        return 0.0
    if open_edges(sums) == 0:
        return _paid(sums, seat, players, int(value))
    return value * _hope(sums, seat, players, to_come)
