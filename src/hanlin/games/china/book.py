"""The measures of the book (``core/verbs/book.py``): openings, regions, emissaries, roads, the pile, sources of points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from hanlin.core.jit.events import Event
from hanlin.core.position.position import Position
from hanlin.core.verbs.book import (
    ALL,
    POINTS,
    Decision,
    Figures,
    Lead,
    Measure,
    Played,
    Scored,
    common_measures,
    lead,
)
from hanlin.games.china import pieces as p
from hanlin.games.china.by_colour import unpacked
from hanlin.games.china.notation import region_id
from hanlin.games.china.setup import board_of
from hanlin.games.china.sources import END, LAST_ROUND, SOURCE_OF_EVENT, SOURCES, STAGES

VARIANTS: Final = ({"fortresses": True},)
"""Options other than the usual ones of which a book has a chapter."""
PRACTICE: Final = {"palaces": "majority", "alliances": "alliance", "roads": "road"}
"""The theme of puzzles that trains a source of points."""
LITTLE: Final = 0.1
"""The part of the winners' lead below which a source of points is called of little account."""
MOST_COUNTED: Final = 8
"""Larger numbers of emissaries, palaces in a row and regions are counted as this many."""


def against_roads(figures: Figures) -> Lead | None:
    """The lead of winners in points for roads, where it surely is a small part of their whole lead.

    The printed rules call roads very important for the final scoring.
    """
    roads, everything = lead(figures, POINTS, "roads"), lead(figures, POINTS, ALL)
    if roads is None or everything is None or roads.gap + roads.margin > LITTLE * (everything.gap - everything.margin):
        return None
    return roads


def is_opening(s: Any) -> bool:
    """True where a seat places its first palace of the game, or exchanges a card before that."""
    return int(s.phase) == p.TURN and not s.palaces[s.seat].any()


def is_opening_over(s: Any) -> bool:
    """True once each seat has placed three palaces: the explorer shows nothing any more."""
    return all(int(s.palaces_left[seat]) <= p.PALACES - 3 for seat in range(int(s.players)))


def decision(position: Position) -> Decision | None:
    """The first piece of each of a seat's first two turns, and whether a second one follows; None elsewhere.

    A space within a region and the colour of the cards that pay make no difference here.
    """
    s = position.state
    phase, seat = int(s.phase), int(s.seat)
    if phase not in (p.TURN, p.SECOND):
        return None
    pieces = {region_id(s, r): int(s.palaces[seat][r]).bit_count() for r in range(p.REGIONS) if s.palaces[seat][r]}
    mine = " ".join(region for region, number in sorted(pieces.items()) for _ in range(number))
    if phase == p.SECOND:
        return Decision((f"second {mine}", "second"), partial(_placed, pass_on="done")) if sum(pieces.values()) == 1 else None
    if not pieces:
        hand = [p.COLOURS[colour] for colour, number in enumerate(unpacked(int(s.hands[seat]))) for _ in range(number)]
        return Decision((f"first {' '.join(hand)}", "first"), partial(_placed, pass_on=""))
    return Decision((f"next {mine}", "next"), partial(_placed, pass_on="")) if sum(pieces.values()) <= 2 else None


def _placed(action: str, pass_on: str) -> str:
    """The piece and its region, or the exchange. ``pass_on``: the action that declines a second piece, if it counts."""
    words = action.split()
    if words[0] in ("palace", "emissary", "fortress"):
        return f"{words[0]} {words[1]}"
    return words[0] if words[0] in ("exchange", pass_on) else ""


def measure(played: Played) -> Iterator[Measure]:
    """All values that a finished game adds to the book."""
    yield from common_measures(played, scored(played), SOURCES, STAGES)
    events = [event for ply in played.plies for event in ply.events]
    regions = [region.id for region in board_of(played.options).regions]
    yield from _openings(played)
    yield from _regions(played, events, regions)
    yield from _pieces(played, events)
    yield from _pile(played, events)


def scored(played: Played) -> Iterator[Scored]:
    """All points, by seat, source and round of the table."""
    turns, is_over = 0, False
    for ply in played.plies:
        for event in ply.events:
            turns += event.what == p.TURN_OVER
            is_over |= event.what == p.GAME_OVER
            source = SOURCE_OF_EVENT.get(event.what)
            if source is not None:
                yield Scored(event.seat, source, END if is_over else _round(turns, played.players), event.a)


def _round(turns: int, players: int) -> str:
    """The round of the table after so many turns."""
    return str(min(turns // players + 1, LAST_ROUND))


def _openings(played: Played) -> Iterator[Measure]:
    """The region of a first palace that was drawn at random: that of the first seat."""
    for each in played.decided:
        if each.is_drawn and each.chosen.startswith("palace "):
            yield Measure("opening", each.chosen.removeprefix("palace "), played.shares[each.seat])


def _regions(played: Played, events: list[Event], regions: list[str]) -> Iterator[Measure]:
    """When each region is full, what it brings the seats in their order there, and how many regions each seat leads."""
    order, leads, scores = 0, Counter[int](), Counter[int]()
    places: dict[int, int] = {}
    full: set[int] = set()
    for event in events:
        if event.what == p.SCORING:
            places = {}
            if not event.c:
                order += 1
                full.add(event.a)
                yield Measure("closing", regions[event.a], order)
        elif event.what == p.STANDS:
            places[event.seat] = event.c
            leads[event.seat] += event.c == 1
        elif event.what == p.PALACE_POINTS:
            scores[event.seat] += 1
            if places[event.seat] <= 2:
                yield Measure("region-points", regions[event.b], event.a, "first" if places[event.seat] == 1 else "second")
    for number, region in enumerate(regions):
        yield Measure("full", region, number in full)
    for seat in range(played.players):
        yield Measure("leads", _counted(leads[seat]), played.shares[seat])
        yield Measure("scored", _counted(scores[seat]), played.shares[seat])


def _pieces(played: Played, events: list[Event]) -> Iterator[Measure]:
    """Emissaries placed and when, alliances scored, the longest row of palaces, the fortress, with the share of the win."""
    emissaries, alliances, longest, placed = Counter[int](), Counter[int](), Counter[int](), Counter[int]()
    fortified: set[int] = set()
    turns = 0
    for event in events:
        turns += event.what == p.TURN_OVER
        if event.what == p.PLACED:
            now = turns // played.players + 1
            if event.a == p.EMISSARY:
                emissaries[event.seat] += 1
                yield Measure("rounds", "emissary", now, played.series(event.seat))
            else:
                placed[event.seat] += event.a == p.PALACE
                yield Measure("rounds", p.KINDS[event.a], now, played.series(event.seat))
            if event.a == p.FORTRESS:
                fortified.add(event.seat)
        elif event.what == p.ALLIANCE_POINTS:
            alliances[event.seat] += 1
        elif event.what == p.ROAD_POINTS:
            longest[event.seat] = max(longest[event.seat], event.b)
    for seat in range(played.players):
        share, series = played.shares[seat], played.series(seat)
        yield Measure("emissaries", _counted(emissaries[seat]), share)
        yield Measure("alliances", _counted(alliances[seat]), share)
        yield Measure("rows", _counted(longest[seat]), share)
        yield Measure("pieces", "palace", placed[seat], series)
        yield Measure("pieces", "emissary", emissaries[seat], series)
        if played.options["fortresses"]:
            yield Measure("fortress", "placed" if seat in fortified else "kept", share)


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


def _counted(number: int) -> str:
    return str(min(number, MOST_COUNTED))
