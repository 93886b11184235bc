"""The measures of the book (``core/verbs/book.py``): rooms by size, archways and dragons, closing rooms, sources of coins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from hanlin.core.jit.events import Event
from hanlin.core.verbs.book import Measure, Played, Ply
from hanlin.games.forbidden_city import pieces as p

MOST_COUNTED = 8
"""Larger numbers of tiles, rooms and advisors are counted as this many."""
SOURCES = {p.SOLE_MOST: "most", p.SHARED_MOST: "shared", p.SECOND: "second"}


class Closed(NamedTuple):
    """A room that a placement closed: what it is worth, and what it pays whom."""

    closer: int
    value: int
    tiles: int
    dragons: int
    neighbours: int
    """Rooms behind its archways."""
    paid: dict[int, int]
    """Coins by seat."""


def measure(played: Played) -> Iterator[Measure]:
    """All values that a finished game adds to the book."""
    for seat in range(played.players):
        yield Measure("seat", str(seat), played.shares[seat])
    rooms = [room for ply in played.plies for room in closed_by(ply)]
    yield from _rooms(rooms)
    yield from _closing(played, rooms)
    yield from _coins(played)


def closed_by(ply: Ply) -> Iterator[Closed]:
    """The rooms that a ply closed."""
    at = [n for n, event in enumerate(ply.events) if event.what == p.ROOM_CLOSED]
    for first, last in pairwise([*at, len(ply.events)]):
        yield _closed(ply.actor, ply.events[first:last])


def _closed(closer: int, events: Sequence[Event]) -> Closed:
    own = next(event for event in events if event.what == p.ROOM_OWN)
    paid = Counter[int]()
    for event in events:
        if event.what == p.ROOM_PAID:
            paid[event.seat] += event.a
    neighbours = sum(event.what == p.ROOM_ADJACENT for event in events)
    return Closed(closer, events[0].b, own.b, own.c, neighbours, dict(paid))


def _rooms(rooms: Sequence[Closed]) -> Iterator[Measure]:
    """The value of a closed room by its tiles, its dragons and the rooms behind its archways."""
    for room in rooms:
        yield Measure("tiles", _counted(room.tiles), room.value)
        yield Measure("dragons", _counted(room.dragons), room.value)
        yield Measure("archways", _counted(room.neighbours), room.value)


def _closing(played: Played, rooms: Sequence[Closed]) -> Iterator[Measure]:
    """How many rooms of one's own, of others and of nobody each seat closes, and what closing brings the closer."""
    counts: Counter[tuple[int, str]] = Counter()
    for room in rooms:
        kind = _kind(room)
        counts[room.closer, kind] += 1
        others = max((coins for seat, coins in room.paid.items() if seat != room.closer), default=0)
        yield Measure("closing", kind, room.paid.get(room.closer, 0) - others)
    for seat in range(played.players):
        for kind in ("own", "shared", "other", "empty"):
            yield Measure("closed", kind, counts[seat, kind], played.series(seat))


def _kind(room: Closed) -> str:
    """Whose room the closer closed: the own, one shared with others, another seat's, or one without advisors."""
    if not room.paid:
        return "empty"
    most = max(room.paid.values())
    best = [seat for seat, coins in room.paid.items() if coins == most]
    if room.closer not in best:
        return "other"
    return "own" if len(best) == 1 else "shared"


def _coins(played: Played) -> Iterator[Measure]:
    """Coins by source, and in all."""
    sums: Counter[tuple[int, str]] = Counter()
    for ply in played.plies:
        for event in ply.events:
            if event.what == p.ROOM_PAID:
                sums[event.seat, SOURCES[event.c]] += event.a
            elif event.what == p.TILE_SHOWN:
                sums[event.seat, "left"] += event.a
    for seat in range(played.players):
        for source in (*SOURCES.values(), "left"):
            yield Measure("points", source, sums[seat, source], played.series(seat))
        yield Measure("points", "all", played.points[seat], played.series(seat))


def _counted(number: int) -> str:
    return str(min(number, MOST_COUNTED))
