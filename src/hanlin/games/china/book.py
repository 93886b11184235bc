"""The measures of the book (``core/verbs/book.py``): openings, regions, emissaries, roads, the pile, sources of points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from hanlin.core.jit.events import Event
from hanlin.core.verbs.book import Measure, Played
from hanlin.games.china import pieces as p
from hanlin.games.china.setup import board_of

MOST_COUNTED = 8
"""Larger numbers of emissaries, palaces in a row and regions are counted as this many."""
SOURCES = {p.PALACE_POINTS: "palaces", p.ALLIANCE_POINTS: "alliances", p.ROAD_POINTS: "roads"}


def is_opening(s: Any) -> bool:
    """True where a seat places its first palace of the game, or exchanges a card before that."""
    return int(s.phase) == p.TURN and not s.palaces[s.seat].any()


def measure(played: Played) -> Iterator[Measure]:
    """All values that a finished game adds to the book."""
    opening = "drawn" if played.drawn_opening else "chosen"
    for seat in range(played.players):
        yield Measure("seat", str(seat), played.shares[seat], opening)
    events = [event for ply in played.plies for event in ply.events]
    regions = [region.id for region in board_of(played.options).regions]
    if played.drawn_opening:
        yield from _openings(played, events, regions)
    yield from _regions(played, events, regions)
    yield from _pieces(played, events)
    yield from _pile(played, events)
    yield from _points(played, events)


def _openings(played: Played, events: list[Event], regions: list[str]) -> Iterator[Measure]:
    """The region of the first palace of each seat."""
    began: set[int] = set()
    for event in events:
        if event.what == p.PLACED and event.seat not in began:
            began.add(event.seat)
            yield Measure("opening", regions[event.b], played.shares[event.seat])


def _regions(played: Played, events: list[Event], regions: list[str]) -> Iterator[Measure]:
    """When each region is full, what it brings the seats in their order there, and how many regions each seat leads."""
    order, leads = 0, Counter[int]()
    places: dict[int, int] = {}
    for event in events:
        if event.what == p.SCORING:
            places = {}
            order += not event.c
            yield Measure("full", regions[event.a], not event.c)
            if not event.c:
                yield Measure("closing", regions[event.a], order)
        elif event.what == p.STANDS:
            places[event.seat] = event.c
            leads[event.seat] += event.c == 1
        elif event.what == p.PALACE_POINTS and places[event.seat] <= 2:
            yield Measure("region-points", regions[event.b], event.a, "first" if places[event.seat] == 1 else "second")
    for seat in range(played.players):
        yield Measure("leads", _counted(leads[seat]), played.shares[seat])


def _pieces(played: Played, events: list[Event]) -> Iterator[Measure]:
    """Emissaries placed and alliances scored, and the longest row of palaces, with the share of the win."""
    emissaries, alliances, longest = Counter[int](), Counter[int](), Counter[int]()
    for event in events:
        if event.what == p.PLACED and event.a == p.EMISSARY:
            emissaries[event.seat] += 1
        elif event.what == p.ALLIANCE_POINTS:
            alliances[event.seat] += 1
        elif event.what == p.ROAD_POINTS:
            longest[event.seat] = max(longest[event.seat], event.b)
        if event.what == p.PLACED and event.a == p.FORTRESS:
            yield Measure("fortress", "placed", played.shares[event.seat])
    for seat in range(played.players):
        yield Measure("emissaries", _counted(emissaries[seat]), played.shares[seat])
        yield Measure("alliances", _counted(alliances[seat]), played.shares[seat])
        yield Measure("rows", _counted(longest[seat]), played.shares[seat])


def _pile(played: Played, events: list[Event]) -> Iterator[Measure]:
    """The rounds of the table after which the pile runs out the first time, and after which the game ends."""
    turns = 0
    for event in events:
        turns += event.what == p.TURN_OVER
        if event.what == p.RESHUFFLED:
            yield Measure("pile", "first", turns / played.players)
        elif event.what == p.LAST_ROUND:
            yield Measure("pile", "second", turns / played.players)
    yield Measure("pile", "end", turns / played.players)


def _points(played: Played, events: list[Event]) -> Iterator[Measure]:
    """Points by source, and in all."""
    sums: Counter[tuple[int, str]] = Counter()
    for event in events:
        if event.what in SOURCES:
            sums[event.seat, SOURCES[event.what]] += event.a
    for seat in range(played.players):
        for source in SOURCES.values():
            yield Measure("points", source, sums[seat, source], played.series(seat))
        yield Measure("points", "all", played.points[seat], played.series(seat))


def _counted(number: int) -> str:
    return str(min(number, MOST_COUNTED))
