"""Values of closed rooms, payments for them, and the standing (F4, F5, F6.2)."""

from __future__ import annotations

from hanlin.core.jit.compiled import compiled, compiled_instead
from hanlin.core.jit.events import emit
from hanlin.core.jit.indexing import unsigned
from hanlin.games.forbidden_city.pieces import (
    ROOM_ADJACENT,
    ROOM_ADVISORS,
    ROOM_CLOSED,
    ROOM_EMPTY,
    ROOM_OWN,
    ROOM_PAID,
    ROOM_UNPAID,
    SECOND,
    SHARED_MOST,
    SOLE_MOST,
)
from hanlin.games.forbidden_city.rooms import (
    CLOSED,
    COUNTED,
    advisors_in,
    beyond,
    dragons_in,
    is_complete,
    own_value,
    room_of,
    tiles_in,
)


@compiled
def value_of(s, root):
    """The value of a room as it is now: its own, and that of each adjacent room once (F4.1, F4.2)."""
    room = s.room
    total = own_value(int(room[unsigned(root)]))
    passages, last = int(s.passages), -1
    for i in range(passages):
        other = beyond(s, i, root)
        if other >= 0 and not int(room[unsigned(other)]) & COUNTED:
            total += own_value(int(room[unsigned(other)]))
            room[unsigned(other)] = int(room[unsigned(other)]) | COUNTED
            last = i
    for i in range(last + 1):
        other = beyond(s, i, root)
        if other >= 0:
            room[unsigned(other)] = int(room[unsigned(other)]) & ~COUNTED
    return total


@compiled
def adjacent_values(s, adjacent, pairs):
    """Add to ``adjacent`` (by root) the own values of the rooms adjacent to each room, each once (F4.2), in one pass.

    Writes to ``pairs`` (room for MAX_PASSAGES) the roots of rooms that are adjacent, the lower one times 256 and the other;
    returns how many.
    """
    n = 0
    for i in range(int(s.passages)):
        a, b = room_of(s, int(s.passage[unsigned(i), 0]) & 0xFF), room_of(s, int(s.passage[unsigned(i), 1]) & 0xFF)
        pair, known = (a << 8) + b if a < b else (b << 8) + a, int(a == b)
        for k in range(n):
            known |= int(pairs[k] == pair)
        if not known:
            pairs[n] = pair
            n += 1
            adjacent[a] += own_value(int(s.room[unsigned(b)]))
            adjacent[b] += own_value(int(s.room[unsigned(a)]))
    return n


def floor_of(s, part):
    """The floor of a part on the table. Plain: rules need no floor but that of an open side."""
    first = int(s.start_parts)
    if part < first:
        return int(s.start_floor[part])
    for tile in s.placed_tile[: int(s.placed)]:
        kind = int(tile) >> 2
        parts = int(s.kind_parts[kind])
        if part < first + parts:
            return int(s.kind_floor[kind, part - first])
        first += parts
    raise IndexError(part)


def _silence(s, root, value):
    pass


@compiled_instead(_silence)
def _emit_closed(s, root, value):
    """Emit how the value of a closed room comes about, and which seats have advisors in it."""
    sums = int(s.room[unsigned(root)])
    emit(ROOM_CLOSED, -1, root, value, floor_of(s, root))
    emit(ROOM_OWN, -1, root, tiles_in(sums), dragons_in(sums))
    for other in dict.fromkeys(beyond(s, i, root) for i in range(int(s.passages))):
        if other >= 0 and own_value(int(s.room[unsigned(other)])):
            emit(ROOM_ADJACENT, -1, other, tiles_in(int(s.room[unsigned(other)])), dragons_in(int(s.room[unsigned(other)])))
    for seat in range(int(s.players)):
        if advisors_in(sums, seat):
            emit(ROOM_ADVISORS, seat, root, advisors_in(sums, seat), 0)


@compiled
def close_if_complete(s, part):
    """Score the room of ``part`` if it has just been closed (F2.3)."""
    root = room_of(s, part)
    if is_complete(s.room, root):
        _close(s, root)


@compiled
def _close(s, root):
    value = value_of(s, root)
    s.room[unsigned(root)] = int(s.room[unsigned(root)]) | CLOSED
    _emit_closed(s, root, value)
    pay(s, root, value)


def close_all(s):
    """Score each open room as if it closed now (F4, F5). Not compiled, since no simulation needs it."""
    for root in range(int(s.parts)):
        sums = int(s.room[root])
        if room_of(s, root) == root and own_value(sums) and not sums & CLOSED:
            _close(s, root)


@compiled
def pay(s, root, value):
    """Pay those with the most and the second most advisors in a closed room (F5)."""
    sums = int(s.room[unsigned(root)])
    most, second, with_most, with_second = ranking(sums)
    if most == 0:
        emit(ROOM_EMPTY, -1, root, 0, 0)
        return
    for seat in range(4):
        advisors = advisors_in(sums, seat)
        if advisors == most:
            coins = value if with_most == 1 else value // 2
            _pay_seat(s, seat, coins, root, SOLE_MOST if with_most == 1 else SHARED_MOST)
        elif advisors and advisors == second and with_most == 1:
            if with_second == 1:
                _pay_seat(s, seat, value // 2, root, SECOND)
            else:
                emit(ROOM_UNPAID, seat, with_second, root, 0)


@compiled
def ranking(sums):
    """The most and the second most advisors of one seat in a room, and how many seats have each (none is no number)."""
    most, second, with_most, with_second = 0, 0, 0, 0
    for seat in range(4):
        advisors = advisors_in(sums, seat)
        if advisors > most:
            second, with_second = most, with_most
            most, with_most = advisors, 1
        elif advisors and advisors == most:
            with_most += 1
        elif advisors > second:
            second, with_second = advisors, 1
        elif advisors and advisors == second:
            with_second += 1
    return most, second, with_most, with_second


@compiled
def _pay_seat(s, seat, coins, root, why):
    s.points[unsigned(seat)] = int(s.points[unsigned(seat)]) + coins
    emit(ROOM_PAID, seat, coins, root, why)


@compiled
def scores(s, out):
    """The coins of each seat."""
    for seat in range(int(s.players)):
        out[seat] = int(s.points[seat])


@compiled
def standing(s, out):
    """The coins of each seat: there is no tie-breaker, a tie is a shared win (F6.2)."""
    scores(s, out)
