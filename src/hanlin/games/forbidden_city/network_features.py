"""Inputs of the value network (``core/verbs/features.py``), as ``seat`` sees the table.

Seats come in turn order from it. Each open room is a part, described by what it is worth, by the empty spaces that have to be
filled before it closes (one tile may close two edges, so spaces count and not edges) and the tiles that would do it, by who
leads in it, and by the rooms of its floor that one tile may join to it (F2.2, F3-F5). All is as a determinized state shows it.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from hanlin.core.jit.bits import count, lowest
from hanlin.core.jit.compiled import allocating, compiled, inlined
from hanlin.core.jit.indexing import unsigned
from hanlin.core.verbs.features import Feature
from hanlin.games.forbidden_city.evaluation import placements_to_come
from hanlin.games.forbidden_city.pieces import ADVISOR_POINTS, DRAGON_POINTS, KEPT_TILES, MAX_TILES, OPEN, PLACE, REDRAW
from hanlin.games.forbidden_city.rooms import CLOSED, advisors_in, dragons_in, open_edges, own_value, room_of
from hanlin.games.forbidden_city.scoring import adjacent_values, ranking
from hanlin.games.forbidden_city.spaces import facing_from, part_facing, turned, wall_facing, words_in_use
from hanlin.games.forbidden_city.stacks import tiles_left
from hanlin.games.forbidden_city.state import MAX_PASSAGES, PART_BYTES

MOST_ROOMS: Final = 48
"""Open rooms that are inputs; in hardly any game there are more than 25."""
MOST_SEATS: Final = 4
OF_GAME: Final = 2
OF_SEAT: Final = 7
OF_ROOM: Final = 18
OF_ROOM_SEAT: Final = 24

_ROOT, _SPACES, _AROUND, _CLOSERS, _DEAD, _NOW, _JOIN = 0, 5, 7, 11, 12, 13, 14
"""Counters of a row while the palace is scanned: empty spaces next to the room, tiles around them, the fewest tiles
of all seats that would close one of them, spaces that no tile closes, the next hand's tile if it would, rooms that may join."""
_OWN_CLOSERS, _JOINING = 12, 18
"""Counters for each seat: the fewest tiles that would close a space, and its advisors in a room that may join."""
_MANY = 99
_TURNS_APART: Final = MAX_TILES
"""Bits between the tiles in one rotation and in the next, of two in a number."""
_TILES: Final = (1 << MAX_TILES) - 1


def terms(players: int) -> tuple[Feature, ...]:
    """The blocks of what ``write_terms`` writes."""
    seat = (
        "coins / 50, coins expected of the tiles kept / 10, 1 for who places next, placements to come / 28, advisors "
        "not placed / 20, dragons not placed / 3, all placements to come / 56 for who places next"
    )
    return (
        Feature("to come", OF_GAME, "1 while tiles are to be placed, all placements to come / 56"),
        *(Feature(f"seat +{n}", OF_SEAT, seat) for n in range(players)),
    )


def parts() -> tuple[Feature, ...]:
    """The blocks of a row of what ``write_parts`` writes."""
    room = (
        "value / 8, own value / 8, spaces to be filled (one-hot 1-3), and / 4 (at most 8), edges beyond one at a space "
        "/ 2, tiles around a space / 3, chance to close by placements to come, these / 50, 1 / (1 + these / 4), part of"
        " all tiles not placed that close the space hardest to close, spaces that none closes / 2, dragons / 2, other "
        "rooms that may join / 2, value / 8 times the chance, value / 8 where one space is left, 1 in the last four "
        "placements"
    )
    seat = (
        "advisors / 3, the most of another seat / 3, the second most / 3, part of the value if it closed now, the same "
        "times value and chance, the same times value where one space is left, lead / 2 (at most 3 either way), lead of"
        " 1, 0, -1, above, below, part of its tiles that close the space hardest to close, the mean of the others' "
        "parts, 1 for who places next, turns until it places / 3, 1 where it closes the room with its tile in hand, 1 "
        "where another one that places next does, its advisors in a room that may join / 3, another's / 3, advisors not"
        " placed / 20, of the others / 20, placements to come / 28, 1 where it fills one of two spaces with its tile in"
        " hand"
    )
    return (Feature("room", OF_ROOM, room), *(Feature(f"seat +{n}", OF_ROOM_SEAT, seat) for n in range(MOST_SEATS)))


@compiled
def next_to_place(s):
    """The seat that places the next tile."""
    seat, players = int(s.seat), int(s.players)
    if s.phase == PLACE or s.phase == REDRAW:
        return seat
    for _ in range(players):
        seat = seat + 1 if seat + 1 < players else 0
        if tiles_left(s, seat) > KEPT_TILES:
            break
    return seat


@compiled
def write_terms(s, seat, out):
    """Write the inputs about the game and the seats; returns how many numbers."""
    players, to_come, placing = int(s.players), placements_to_come(s), next_to_place(s)
    goes_on = int(to_come > 0)
    out[0] = goes_on
    out[1] = to_come / 56.0
    at = OF_GAME
    for n in range(players):
        who = (seat + n) % players
        (advisors, dragons), tiles = _not_placed(s, who), _tiles_not_placed(s, who)
        first = goes_on * int(who == placing)
        out[at] = int(s.points[who]) / 50.0
        out[at + 1] = KEPT_TILES * (ADVISOR_POINTS * advisors + DRAGON_POINTS * dragons) / max(tiles, KEPT_TILES) / 10.0
        out[at + 2] = first
        out[at + 3] = max(tiles_left(s, who) - KEPT_TILES, 0) / 28.0
        out[at + 4] = goes_on * advisors / 20.0
        out[at + 5] = goes_on * dragons / 3.0
        out[at + 6] = first * to_come / 56.0
        at += OF_SEAT
    return at


@compiled
def _tiles_not_placed(s, seat):
    """Tiles in the shuffled part of a seat's stack and in its hand."""
    return count(int(s.stack[unsigned(seat)])) + int(s.hand[unsigned(seat)] >= 0)


@compiled
def _not_placed(s, seat):
    """Advisors and dragons on these tiles."""
    stack, hand = int(s.stack[unsigned(seat)]), int(s.hand[unsigned(seat)])
    advisors, dragons = 0, 0
    if hand >= 0:
        advisors, dragons = int(s.kind_advisors[unsigned(hand)]), int(s.kind_dragons[unsigned(hand)])
    for kind in range(int(s.kinds)):
        n = count(stack & int(s.kind_tiles[unsigned(kind)]))
        advisors += n * int(s.kind_advisors[unsigned(kind)])
        dragons += n * int(s.kind_dragons[unsigned(kind)])
    return advisors, dragons


@allocating
def write_parts(s, seat, out):
    """Write a row for each open room; return the number of rows. None when no tile is to come: then no room closes any more."""
    row_of, adjacent, pairs = np.empty(PART_BYTES, np.int64), np.empty(PART_BYTES, np.int64), np.empty(MAX_PASSAGES, np.int64)
    return _write_parts(s, seat, out, row_of, adjacent, pairs, np.empty((4, 4, 2), np.int64))


@compiled
def _write_parts(s, seat, out, row_of, adjacent, pairs, tiles):
    """Write the rows with the given scratch arrays: by root a room's row and adjacent values, ``adjacent_values``'s pairs, and
    ``_list_tiles``'s bit sets."""
    players, to_come = int(s.players), placements_to_come(s)
    if to_come == 0:
        return 0
    rooms = _list_rooms(s, out, row_of, adjacent)
    placing = next_to_place(s)
    _list_tiles(s, tiles)
    _look_around(s, seat, placing, out, row_of, tiles)
    adjacent_values(s, adjacent, pairs)
    for k in range(rooms):
        root, now = int(out[k, _ROOT]), int(out[k, _NOW])
        sums = int(s.room[unsigned(root)])
        _write_room(s, sums, own_value(sums) + int(adjacent[root]), to_come, out[k])
        for n in range(players):
            _write_seat(s, (seat + n) % players, sums, placing, out[k], OF_ROOM + n * OF_ROOM_SEAT)
        _compare_seats(s, seat, placing, now, out[k])
    _write_stacks(s, seat, out, rooms)
    return rooms


@compiled
def _list_rooms(s, out, row_of, adjacent):
    """Begin a row for each open room, with the room's root as its first number; row_of: the row of each root, or -1."""
    rooms = 0
    for root in range(int(s.parts)):
        sums = int(s.room[unsigned(root)])
        row_of[root], adjacent[root] = -1, 0
        if sums != 0 and sums & CLOSED == 0 and rooms < len(out):
            for at in range(OF_ROOM + MOST_SEATS * OF_ROOM_SEAT):
                out[rooms, at] = 0.0
            out[rooms, _ROOT] = root
            row_of[root] = rooms
            out[rooms, _CLOSERS] = _MANY
            for n in range(int(s.players)):
                out[rooms, OF_ROOM + n * OF_ROOM_SEAT + _OWN_CLOSERS] = _MANY
            rooms += 1
    return rooms


@compiled
def _list_tiles(s, tiles):
    """List which tiles of a stack show what at a side: [side, floor (0: a wall, others: it or a wall), rotations 0-1 or 2-3],
    as bit sets with the second rotation's tiles above the first one's."""
    for side in range(4):
        for floor in range(4):
            tiles[side, floor, 0], tiles[side, floor, 1] = 0, 0
    for kind in range(int(s.kinds)):
        for rotation in range(4):
            sides = turned(int(s.kind_sides[unsigned(kind)]), rotation)
            bits = int(s.kind_tiles[unsigned(kind)]) << (_TURNS_APART * (rotation & 1))
            for side in range(4):
                tiles[side, sides >> (4 * side) & 3, rotation >> 1] |= bits
    for side in range(4):
        for floor in range(1, 4):
            tiles[side, floor, 0] |= tiles[side, 0, 0]
            tiles[side, floor, 1] |= tiles[side, 0, 1]


@compiled
def _look_around(s, seat, placing, out, row_of, tiles):
    """Scan the empty spaces of open rooms: their surroundings, which tiles close them, which rooms may join."""
    for word in range(words_in_use(s)):
        numbers = int(s.free[unsigned(word)])
        while numbers:
            number = lowest(numbers)
            numbers &= numbers - 1
            facing = int(s.facing[unsigned(64 * word + number)])
            around, adjacent, one, two = 0, 0, -1, -1
            for side in range(4):
                field = facing_from(facing, side)
                around += int(field != 0)
                if field & 1 and wall_facing(field) == OPEN:
                    floor = 1 + _blocked(s, word, number, side, 1) * (1 + _blocked(s, word, number, side, 2))
                    row = int(row_of[room_of(s, part_facing(field))])
                    adjacent |= (64 * floor + row + 1) << (8 * side)
                    one &= int(tiles[side, floor, 0])
                    two &= int(tiles[side, floor, 1])
            for side in range(4):
                if _is_first(adjacent, side):
                    _count_space(s, seat, out, adjacent, side, around)
                    _count_closers(s, seat, placing, out[_row_at(adjacent, side)], _closing(tiles, adjacent, side, one, two))


@inlined
def _blocked(s, word, number, side, floor):
    """1 if an open side of that floor can't be there."""
    return int(s.blocked[unsigned(word), unsigned(4 * side + floor)]) >> number & 1


@inlined
def _seen_at(adjacent, side):
    """The open edge of a space at a side: 64 times the floor, and the row of its room and 1 (or 0); 0 where nothing is."""
    return adjacent >> (8 * side) & 0xFF


@inlined
def _row_at(adjacent, side):
    return (_seen_at(adjacent, side) & 63) - 1


@compiled
def _is_first(adjacent, side):
    """True where a room with a row is open to a space from this side, and from none before it."""
    mine = _seen_at(adjacent, side)
    first = mine & 63 != 0
    for other in range(side):
        first = first and _seen_at(adjacent, other) != mine
    return first


@compiled
def _closing(tiles, adjacent, side, one, two):
    """Of the tiles that fit on a space (in rotations 0-1 and 2-3) those that wall off the room at ``side``."""
    for other in range(4):
        if _seen_at(adjacent, other) == _seen_at(adjacent, side):
            one &= int(tiles[other, 0, 0])
            two &= int(tiles[other, 0, 1])
    return (one | one >> _TURNS_APART | two | two >> _TURNS_APART) & _TILES


@compiled
def _count_space(s, seat, out, adjacent, side, around):
    """Count one empty space for the room at ``side`` of it, and the rooms of its floor that a tile may join to it there."""
    row, mine = out[_row_at(adjacent, side)], _seen_at(adjacent, side)
    row[_SPACES] += 1.0
    row[_AROUND] += float(around)
    for other in range(4):
        its = _seen_at(adjacent, other)
        if its & 63 and its != mine and its >> 6 == mine >> 6:
            row[_JOIN] += 1.0
            _note_joining(s, seat, row, int(s.room[unsigned(int(out[_row_at(adjacent, other), _ROOT]))]))


@compiled
def _count_closers(s, seat, placing, row, closing):
    """Count the tiles not placed that close a room at one space: of each seat, of all, and in the hand that comes next."""
    players, of_all = int(s.players), 0
    for n in range(players):
        who, at = (seat + n) % players, OF_ROOM + n * OF_ROOM_SEAT + _OWN_CLOSERS
        hand, stack = int(s.hand[unsigned(who)]), int(s.stack[unsigned(who)])
        in_hand = 0 if hand < 0 else int(closing & int(s.kind_tiles[unsigned(hand)]) != 0)
        closers = count(closing & stack) + in_hand
        of_all += closers
        row[at] = min(int(row[at]), closers)
        if who == placing:
            row[_NOW] = max(int(row[_NOW]), closers if hand < 0 else in_hand)
    row[_CLOSERS] = min(int(row[_CLOSERS]), of_all)
    row[_DEAD] += 1.0 if of_all == 0 else 0.0


@compiled
def _note_joining(s, seat, row, sums):
    """Note each seat's advisors in a room that may join, if they are more than in another one."""
    players = int(s.players)
    for n in range(players):
        at = OF_ROOM + n * OF_ROOM_SEAT + _JOINING
        row[at] = max(int(row[at]), advisors_in(sums, (seat + n) % players))


@compiled
def _write_room(s, sums, value, to_come, row):
    """Write the inputs of a room that are the same for all seats, over its counts."""
    spaces, around, joining = int(row[_SPACES]), int(row[_AROUND]), int(row[_JOIN])
    closers, dead, tiles = int(row[_CLOSERS]), int(row[_DEAD]), 0
    for who in range(int(s.players)):
        tiles += _tiles_not_placed(s, who)
    chance = to_come / (to_come + 8.0 * spaces)
    row[0] = value / 8.0
    row[1] = own_value(sums) / 8.0
    row[2] = int(spaces == 1)
    row[3] = int(spaces == 2)
    row[4] = int(spaces == 3)
    row[5] = min(spaces, 8) / 4.0
    row[6] = (open_edges(sums) - spaces) / 2.0
    row[7] = around / max(spaces, 1) / 3.0
    row[8] = chance
    row[9] = to_come / 50.0
    row[10] = 1.0 / (1.0 + to_come / 4.0)
    row[11] = min(closers, tiles) / max(tiles, 1)
    row[12] = dead / 2.0
    row[13] = dragons_in(sums) / 2.0
    row[14] = joining / 2.0
    row[15] = value / 8.0 * chance
    row[16] = value / 8.0 * int(spaces == 1)
    row[17] = int(to_come <= 4)


@compiled
def _write_seat(s, who, sums, placing, row, at):
    """Write the inputs of a room for one seat. ``row`` holds those for all seats, and the counts of each seat."""
    players = int(s.players)
    most, second, with_most, with_second = ranking(sums)
    own, best, next_best = advisors_in(sums, who), 0, 0
    for other in range(players):
        advisors = advisors_in(sums, other)
        if other != who and advisors > best:
            best, next_best = advisors, best
        elif other != who and advisors > next_best:
            next_best = advisors
    share = 0.0
    if own > 0 and own == most:
        share = 1.0 if with_most == 1 else 0.5
    elif own > 0 and own == second and with_most == 1 and with_second == 1:
        share = 0.5
    lead = own - best
    row[at] = own / 3.0
    row[at + 1] = best / 3.0
    row[at + 2] = next_best / 3.0
    row[at + 3] = share
    row[at + 4] = share * float(row[15])
    row[at + 5] = share * float(row[16])
    row[at + 6] = max(-3, min(3, lead)) / 2.0
    row[at + 7] = int(lead == 1)
    row[at + 8] = int(lead == 0 and own > 0)
    row[at + 9] = int(lead == -1)
    row[at + 10] = int(lead > 1)
    row[at + 11] = int(lead < -1)
    row[at + 14] = int(who == placing)
    row[at + 15] = (who - placing + players * int(who < placing)) / 3.0


@compiled
def _compare_seats(s, seat, placing, now, row):
    """Write the inputs that compare seats: those that can close a space or the room, and those whose advisors may join."""
    players, of_all, spaces = int(s.players), 0.0, int(row[2]) + 2 * int(row[3])
    chance = float(now) if s.hand[unsigned(placing)] >= 0 else now / max(_tiles_not_placed(s, placing), 1)
    for n in range(players):
        of_all += _closing_part(s, seat, row, n)
    for n in range(players):
        at, own = OF_ROOM + n * OF_ROOM_SEAT, _closing_part(s, seat, row, n)
        first, most = int((seat + n) % players == placing), 0
        for other in range(players):
            if other != n:
                most = max(most, int(row[OF_ROOM + other * OF_ROOM_SEAT + _JOINING]))
        row[at + 13] = (of_all - own) / (players - 1)
        row[at + 16] = chance * first * int(spaces == 1)
        row[at + 17] = chance * (1 - first) * int(spaces == 1)
        row[at + 19] = most / 3.0
        row[at + 23] = chance * first * int(spaces == 2)
    for n in range(players):
        at, own = OF_ROOM + n * OF_ROOM_SEAT, _closing_part(s, seat, row, n)
        row[at + _OWN_CLOSERS] = own
        row[at + _JOINING] = int(row[at + _JOINING]) / 3.0


@compiled
def _closing_part(s, seat, row, n):
    """The part of a seat's tiles that close the space of a room that is hardest to close, from how many there are."""
    tiles = _tiles_not_placed(s, (seat + n) % int(s.players))
    return min(int(row[OF_ROOM + n * OF_ROOM_SEAT + _OWN_CLOSERS]), tiles) / max(tiles, 1)


@compiled
def _write_stacks(s, seat, out, rooms):
    """Of each seat, in each row: advisors not placed, those of the others, and placements to come."""
    players, of_all = int(s.players), 0
    for who in range(players):
        of_all += _not_placed(s, who)[0]
    for n in range(players):
        who, at = (seat + n) % players, OF_ROOM + n * OF_ROOM_SEAT + _JOINING + 2
        own, to_come = _not_placed(s, who)[0], max(tiles_left(s, who) - KEPT_TILES, 0)
        for k in range(rooms):
            out[k, at] = own / 20.0
            out[k, at + 1] = (of_all - own) / 20.0 / (players - 1)
            out[k, at + 2] = to_come / 28.0
