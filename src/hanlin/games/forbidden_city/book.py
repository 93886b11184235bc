"""The measures of the book (``core/verbs/book.py``): rooms by size, archways and dragons, closing rooms, sources of coins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, Final, NamedTuple

from hanlin.core.jit.events import Event
from hanlin.core.position.position import Position
from hanlin.core.verbs.book import Decision, Figures, Lead, Measure, Played, Ply, Scored, common_measures, lead
from hanlin.games.forbidden_city import pieces as p
from hanlin.games.forbidden_city.notation import parse
from hanlin.games.forbidden_city.rooms import advisors_in, room_of
from hanlin.games.forbidden_city.sources import END, LEFT, SOURCE_OF_REASON, SOURCES, STAGES, stage_of
from hanlin.games.forbidden_city.spaces import cell_of

VARIANTS: Final = ()
PRACTICE: Final = {"most": "majority", "shared": "majority", "second": "spoil", "left": "last-round"}
"""The theme of puzzles that trains a source of coins."""
MOST_COUNTED: Final = 8
"""Larger numbers of tiles, rooms and advisors are counted as this many."""
FIRST_TILES: Final = 3
"""The explorer shows so many placements of each seat."""
SMALL, LARGE = "small", "large"
SMALL_TILES: Final = 3
"""A room of more tiles is called large."""
KINDS: Final = ("own", "shared", "other", "empty")
"""Whose room was closed: the closer's own, one shared with others, another seat's, or one without advisors."""


def against_small_rooms(figures: Figures) -> Lead | None:
    """The lead of winners in large rooms, where small ones make no difference.

    The tip of the printed rules says that small rooms with archways to large ones can score many coins, too.
    """
    small, large = lead(figures, "room-sizes", SMALL), lead(figures, "room-sizes", LARGE)
    if small is None or large is None or small.gap > small.margin or large.gap <= large.margin:
        return None
    return large


def is_opening_over(s: Any) -> bool:
    """True after the first tiles of all: the explorer shows nothing any more."""
    return int(s.placed) >= FIRST_TILES * int(s.players)


def decision(position: Position) -> Decision | None:
    """The first placements of each seat; None elsewhere.

    Spaces and turns make no difference here, only what the tile joins: so symmetric positions count as one.
    """
    s = position.state
    seat, kind = int(s.seat), int(s.hand[int(s.seat)])
    number = int(s.placed) // int(s.players) + 1
    if int(s.phase) != p.PLACE or number > FIRST_TILES or kind < 0:
        return None
    advisors = sum(advisors_in(int(s.kind_part[kind, part]), 0) for part in range(int(s.kind_parts[kind])))
    return Decision((f"tile {number} {advisors}", f"tile {number}"), partial(_joins, s, seat, kind))


def _joins(s: Any, seat: int, kind: int, action: str) -> str:
    """The room that a placement joins: one that another seat leads, tied, own, without advisors, or none."""
    if not action.startswith("place "):
        return ""
    code = parse(s, action)
    facing = int(s.facing[int(s.number_at[cell_of(code >> 2)])])
    sides = int(s.kind_sides[kind])
    met = set()
    for side in range(4):
        there, here = facing >> 16 * side & 0xFFFF, sides >> 4 * ((side - (code & 3)) % 4) & 3
        if there and here and there >> 1 & 3 == p.OPEN:
            met.add(_leader(int(s.room[room_of(s, there >> 3)]), seat, int(s.players)))
    return next((whose for whose in ("other", "shared", "own", "empty") if whose in met), "alone")


def _leader(sums: int, seat: int, players: int) -> str:
    """The leader of an open room, as one of KINDS."""
    advisors = [advisors_in(sums, each) for each in range(players)]
    most = max(advisors)
    if not most:
        return "empty"
    if advisors[seat] < most:
        return "other"
    return "own" if advisors.count(most) == 1 else "shared"


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

    @property
    def kind(self) -> str:
        """Whose room it was, as one of KINDS."""
        if not self.paid:
            return "empty"
        best = self.leaders
        return "other" if self.closer not in best else "own" if len(best) == 1 else "shared"

    @property
    def leaders(self) -> list[int]:
        """The seats that are paid most."""
        most = max(self.paid.values(), default=0)
        return [seat for seat, coins in self.paid.items() if coins == most]


def measure(played: Played) -> Iterator[Measure]:
    """All values that a finished game adds to the book."""
    yield from common_measures(played, scored(played), SOURCES, STAGES)
    rooms: list[Closed] = []
    placed = 0
    for ply in played.plies:
        placed += any(event.what == p.PLACED for event in ply.events)
        for room in closed_by(ply):
            rooms.append(room)
            yield Measure("closing-round", room.kind, (placed - 1) // played.players + 1)
    yield from _rooms(rooms)
    yield from _closing(played, rooms)
    yield from _seats(played, rooms)


def scored(played: Played) -> Iterator[Scored]:
    """All coins, by seat, source and rounds."""
    placed = 0
    for ply in played.plies:
        for event in ply.events:
            placed += event.what == p.PLACED
            if event.what == p.ROOM_PAID:
                stage = stage_of((placed - 1) // played.players + 1)
                yield Scored(event.seat, SOURCE_OF_REASON[event.c], stage, event.a)
            elif event.what == p.TILE_SHOWN:
                yield Scored(event.seat, LEFT, END, event.a)


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
    """The value of a closed room by its tiles, its dragons and the rooms behind its archways, and how common each size is."""
    for room in rooms:
        yield Measure("tiles", _counted(room.tiles), room.value)
        yield Measure("dragons", _counted(room.dragons), room.value)
        yield Measure("archways", _counted(room.neighbours), room.value)
    for tiles in range(1, MOST_COUNTED + 1):
        yield Measure("sizes", str(tiles), sum(_counted(room.tiles) == str(tiles) for room in rooms))


def _closing(played: Played, rooms: Sequence[Closed]) -> Iterator[Measure]:
    """Rooms of its own, of others and of nobody that each seat closes, and what closing brings the closer."""
    counts: Counter[tuple[int, str]] = Counter()
    for room in rooms:
        counts[room.closer, room.kind] += 1
        others = max((coins for seat, coins in room.paid.items() if seat != room.closer), default=0)
        yield Measure("closing", room.kind, room.paid.get(room.closer, 0) - others)
    for seat in range(played.players):
        for kind in KINDS:
            yield Measure("closed", kind, counts[seat, kind], played.series(seat))
        yield Measure("others-closed", _counted(counts[seat, "other"]), played.shares[seat])


def _seats(played: Played, rooms: Sequence[Closed]) -> Iterator[Measure]:
    """The rooms in which a seat alone has the most advisors, the largest of them, and what its last tiles bring."""
    left = Counter[int]()
    for ply in played.plies:
        for event in ply.events:
            if event.what == p.TILE_SHOWN:
                left[event.seat] += event.a
    for seat in range(played.players):
        mine = [room for room in rooms if room.leaders == [seat]]
        yield Measure("won-rooms", _counted(len(mine)), played.shares[seat])
        yield Measure("largest", _counted(max((room.tiles for room in mine), default=0)), played.shares[seat])
        for size, of_size in ((SMALL, [room for room in mine if room.tiles <= SMALL_TILES]),
                              (LARGE, [room for room in mine if room.tiles > SMALL_TILES])):  # fmt: skip
            yield Measure("room-sizes", size, len(of_size), played.series(seat))
        yield Measure("reserve", _counted(left[seat]), played.shares[seat])


def _counted(number: int) -> str:
    return str(min(number, MOST_COUNTED))
