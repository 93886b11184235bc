"""The measures of the book (``core/verbs/book.py``): openings, persons, events prepared for or not, sources of points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from hanlin.core.verbs.book import Measure, Played, Ply
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.state import PICK

PREPARED, UNPREPARED = "prepared", "unprepared"
TAKING = (p.IMPERIAL_TRIBUTE, p.DROUGHT, p.MONGOL_INVASION, p.CONTAGION)
"""The events that can take persons."""
FIRST_DISASTER = 3
"""The first month with an event other than peace (Y1.1)."""


def is_opening(s: Any) -> bool:
    """True where a seat picks its first two persons."""
    return int(s.phase) == PICK


def measure(played: Played) -> Iterator[Measure]:
    """All values that a finished game adds to the book."""
    opening = "drawn" if played.drawn_opening else "chosen"
    for seat in range(played.players):
        yield Measure("seat", str(seat), played.shares[seat], opening)
    if played.drawn_opening:
        yield from _openings(played)
    yield from _acquired(played)
    yield from _events(played)
    yield from _points(played)


def _openings(played: Played) -> Iterator[Measure]:
    """The first two persons of each seat, also by the first disaster of the year."""
    disaster = next(
        p.EVENT_NAMES[event.a]
        for ply in played.plies
        for event in ply.events
        if event.what == p.LOG_EVENT_PLACED and event.b == FIRST_DISASTER
    )
    for ply in played.plies:
        if ply.text.startswith("pick "):
            pair = ply.text.removeprefix("pick ")
            yield Measure("opening", pair, played.shares[ply.actor])
            yield Measure("opening-disaster", f"{disaster} {pair}", played.shares[ply.actor])


def _acquired(played: Played) -> Iterator[Measure]:
    """Persons, privileges, actions: how many of each a seat takes, and in which month on average."""
    counts: list[Counter[tuple[str, str]]] = [Counter() for _ in range(played.players)]
    months: list[Counter[tuple[str, str]]] = [Counter() for _ in range(played.players)]
    month = 0
    for ply in played.plies:
        for event in ply.events:
            month = event.a if event.what == p.LOG_MONTH else month
            what = _taken(event.what, event.a, event.b)
            if what is not None:
                counts[event.seat][what] += 1
                months[event.seat][what] += month
    for seat in range(played.players):
        series = played.series(seat)
        for topic, key in _ALL_TAKEN:
            if topic == "wall" and not played.options["great_wall"]:
                continue
            n = counts[seat][topic, key]
            yield Measure(topic, key, n, series)
            if n and topic == "persons":
                yield Measure("months", key, months[seat][topic, key] / n, series)


def _taken(what: int, a: int, b: int) -> tuple[str, str] | None:
    """The thing that an event brings a seat: its topic and key."""
    if what == p.LOG_HIRES:
        return "persons", p.TYPE_NAMES[p.TYPE_OF_KIND[a]]
    if what == p.LOG_ACTS:
        return "actions", p.CARD_NAMES[p.CARD_OF_DEED[b]]
    if what == p.LOG_PASSES:
        return "actions", "pass"
    if what == p.LOG_BUYS:
        return "privileges", "small" if a == 1 else "large"
    if what == p.LOG_LAYS_WALL:
        return "wall", p.BENEFIT_NAMES[a]
    return None


_ALL_TAKEN = (
    *(("persons", name) for name in p.TYPE_NAMES),
    *(("actions", name) for name in (*p.CARD_NAMES, "pass")),
    ("privileges", "small"),
    ("privileges", "large"),
    *(("wall", name) for name in p.BENEFIT_NAMES),
)


def _events(played: Played) -> Iterator[Measure]:
    """What each event costs: persons that leave, and the share of the win of those who were prepared and who were not."""
    for event, lost in _taking_events(played.plies, played.players):
        name = p.EVENT_NAMES[event]
        for seat, persons in enumerate(lost):
            yield Measure("events", name, played.shares[seat], UNPREPARED if persons else PREPARED)
            yield Measure("leaving", name, persons)


def _taking_events(plies: Sequence[Ply], players: int) -> Iterator[tuple[int, list[int]]]:
    """Each event that can take persons, with the number that left each seat."""
    now, lost = -1, [0] * players
    for ply in plies:
        for event in ply.events:
            if event.what == p.LOG_PHASE:
                if now in TAKING:
                    yield now, lost
                now = event.b if event.a == p.EVENT_PHASE else -1
                lost = [0] * players
            elif event.what == p.LOG_RELEASES and now in TAKING:
                lost[event.seat] += 1
    if now in TAKING:
        yield now, lost


SOURCES = {
    "palaces": (p.FOR_PALACES,),
    "court-ladies": (p.FOR_COURT_LADIES,),
    "privileges": (p.FOR_PRIVILEGES,),
    "research": (p.FOR_RESEARCH,),
    "festival": (p.FOR_FESTIVAL,),
    "mongols": (p.FOR_MONGOLS,),
    "persons": (p.FOR_PERSONS_AT_END,),
    "monks": (p.FOR_MONKS_AT_END,),
    "yuan": (p.FOR_YUAN_AT_END,),
    "wall": (p.FOR_WALL_TILE, p.FOR_WALL, p.FOR_WALL_AT_END),
}
"""The sources of points, with the reasons of their events."""


def _points(played: Played) -> Iterator[Measure]:
    """Points by source, and in all."""
    sums: Counter[tuple[int, int]] = Counter()
    for ply in played.plies:
        for event in ply.events:
            if event.what == p.LOG_SCORES:
                sums[event.seat, event.b] += event.a
    for seat in range(played.players):
        series = played.series(seat)
        for source, reasons in SOURCES.items():
            yield Measure("points", source, sum(sums[seat, reason] for reason in reasons), series)
        yield Measure("points", "all", played.points[seat], series)
