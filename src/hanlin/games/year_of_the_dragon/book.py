"""The measures of the book (``core/verbs/book.py``): openings, persons, events prepared for or not, sources of points."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from hanlin.core.position.position import Position
from hanlin.core.verbs.book import (
    Claim,
    Decision,
    Extremes,
    Figures,
    Measure,
    Played,
    Ply,
    Scored,
    common_measures,
    wider,
)
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.sources import AT_END, END, SOURCE_OF_REASON, SOURCES, STAGES
from hanlin.games.year_of_the_dragon.state import ACT, HIRE, PICK

VARIANTS: Final = ({"great_wall": True},)
"""Options other than the usual ones of which a book has a chapter."""
PREPARED, UNPREPARED = "prepared", "unprepared"
TAKING: Final = (p.IMPERIAL_TRIBUTE, p.DROUGHT, p.MONGOL_INVASION, p.CONTAGION)
"""The events that can take persons."""
FIRST_EVENTS: Final = (3, 4)
"""The first months with an event other than peace (Y1.1)."""
PRACTICE: Final = {
    "palaces": "palaces",
    "court-ladies": "monthly-points",
    "privileges": "monthly-points",
    "research": "actions",
    "festival": "festival",
    "mongols": "mongols",
    "persons": "leaving",
    "monks": "monks",
    "yuan": "actions",
}
"""The theme of puzzles that trains a source of points."""
MOST_LOST: Final = 8
"""Larger numbers of lost persons are counted as this many."""
THINGS: Final = ("books", "firework", "rice", "floors")
"""Things counted beside persons, actions, privileges and wall tiles; books are those on the scholars hired."""


def against_losing_few(figures: Figures) -> Extremes | None:
    """The number of persons lost with which players win most, where those who lose the fewest win less.

    The printed rules say that whoever stands up best to the events earns the most points.
    """
    shown = figures.shown("lost")
    fewest = min(shown, key=int, default="")
    best = max(shown, key=lambda key: (shown[key].mean, key), default="")
    if best == fewest:
        return None
    margin = wider(len(shown) - 1) * math.hypot(shown[best].margin, shown[fewest].margin)
    if shown[best].mean - shown[fewest].mean <= margin:
        return None
    return Extremes(best, shown[best].mean, fewest, shown[fewest].mean, Claim("lost", (best, ""), (fewest, "")))


def is_opening(s: Any) -> bool:
    """True where a seat picks its first two persons, or houses them."""
    return int(s.phase) == p.SETUP


def is_opening_over(s: Any) -> bool:
    """True after the first month: the explorer shows nothing any more."""
    return int(s.month) > 1


def decision(position: Position) -> Decision | None:
    """The pick of two persons, and the first month's action and person; None elsewhere."""
    s = position.state
    step = int(s.step)
    if step == PICK:
        return Decision((f"pick {p.EVENT_NAMES[s.events[FIRST_EVENTS[0] - 1]]}", "pick"), _picked)
    if int(s.month) != 1 or step not in (ACT, HIRE):
        return None
    symbols = s.symbols[s.actor].tolist()
    pair = " ".join(name for name, number in zip(p.TYPE_NAMES, symbols, strict=True) if number)
    return Decision((f"act {pair}", "act"), _acted) if step == ACT else Decision((f"hire {pair}", "hire"), _hired)


def _picked(action: str) -> str:
    return action.removeprefix("pick ") if action.startswith("pick ") else ""


def _acted(action: str) -> str:
    """The card without its group, since groups are dealt anew in each game."""
    return action.split(" ", 2)[2] if action.startswith("act ") else action


def _hired(action: str) -> str:
    return action.removeprefix("hire ").removesuffix(" wild") if action.startswith("hire ") else ""


def measure(played: Played) -> Iterator[Measure]:
    """All values that a finished game adds to the book."""
    sources = SOURCES if played.options["great_wall"] else tuple(key for key in SOURCES if not key.startswith("wall"))
    yield from common_measures(played, scored(played), sources, STAGES)
    if played.drawn_opening:
        yield from _openings(played)
    yield from _acquired(played)
    yield from _events(played)


def scored(played: Played) -> Iterator[Scored]:
    """All points, by seat, source and month."""
    month = "1"
    for ply in played.plies:
        for event in ply.events:
            if event.what == p.LOG_MONTH:
                month = str(event.a)
            elif event.what == p.LOG_SCORES:
                yield Scored(event.seat, SOURCE_OF_REASON[event.b], END if event.b in AT_END else month, event.a)


def _openings(played: Played) -> Iterator[Measure]:
    """The first two persons of each seat, together and each of them, also by the first events of the year."""
    # If the tenth event fits nowhere, all ten are redrawn (Y1.1): the last draw counts.
    placed = {
        event.b: p.EVENT_NAMES[event.a] for ply in played.plies for event in ply.events if event.what == p.LOG_EVENT_PLACED
    }
    first = {placed[month] for month in FIRST_EVENTS}
    for each in played.decided:
        if each.is_drawn:
            share = played.shares[each.seat]
            yield Measure("opening", each.chosen, share)
            for name in sorted(first):
                yield Measure("opening-pair-event", f"{name} {each.chosen}", share)
            for person in each.chosen.split():
                yield Measure("opening-person", person, share)
                for name in sorted(first):
                    yield Measure("opening-event", f"{name} {person}", share)


class Taken(NamedTuple):
    """Something that a seat gets: its topic and key, and how many."""

    topic: str
    key: str
    number: int = 1


def _acquired(played: Played) -> Iterator[Measure]:
    """Persons, actions, privileges, goods, wall tiles: how many of each a seat takes in a game, and in which month."""
    counts: list[Counter[tuple[str, str]]] = [Counter() for _ in range(played.players)]
    month = 0
    for ply in played.plies:
        for event in ply.events:
            month = event.a if event.what == p.LOG_MONTH else month
            for taken in _taken(event.what, event.a, event.b):
                counts[event.seat][taken.topic, taken.key] += taken.number
                if taken.key in TIMED:
                    yield Measure("months", taken.key, month, played.series(event.seat))
    for seat in range(played.players):
        for topic, key in _ALL_TAKEN:
            if topic != "wall" or played.options["great_wall"]:
                yield Measure(topic, key, counts[seat][topic, key], played.series(seat))


def _taken(what: int, a: int, b: int) -> Iterator[Taken]:
    """Points of an event for its seat."""
    if what == p.LOG_HIRES:
        of_type = int(p.TYPE_OF_KIND[a])
        yield Taken("persons", p.TYPE_NAMES[of_type])
        if of_type == p.SCHOLAR:
            yield Taken("things", "books", int(p.SYMBOLS[a]))
    elif what == p.LOG_ACTS:
        yield Taken("actions", p.CARD_NAMES[p.CARD_OF_DEED[b]])
    elif what == p.LOG_PASSES:
        yield Taken("actions", "pass")
    elif what == p.LOG_BUYS:
        yield Taken("privileges", "small" if a == 1 else "large")
    elif what == p.LOG_LAYS_WALL:
        yield Taken("wall", f"wall-{p.BENEFIT_NAMES[a]}")
    elif what == p.LOG_GAINS and b != p.YUAN:
        yield Taken("things", p.GOOD_NAMES[b], a)
    elif what == p.LOG_FLOORS:
        yield Taken("things", "floors", a)


TIMED: Final = (*p.TYPE_NAMES, "small", "large", "firework", "floors", *(f"wall-{name}" for name in p.BENEFIT_NAMES))
"""The things of which the book says when winners get them."""
_ALL_TAKEN: Final = (
    *(("persons", name) for name in p.TYPE_NAMES),
    *(("actions", name) for name in (*p.CARD_NAMES, "pass")),
    ("privileges", "small"),
    ("privileges", "large"),
    *(("things", name) for name in THINGS),
    *(("wall", f"wall-{name}") for name in p.BENEFIT_NAMES),
)


class Passed(NamedTuple):
    """An event that has come: by seat the persons that left, and the points that it brought."""

    event: int
    lost: list[int]
    points: list[int]

    def is_prepared(self, seat: int) -> bool:
        """True if the seat lost nobody, or in a festival scored."""
        return self.points[seat] > 0 if self.event == p.DRAGON_FESTIVAL else not self.lost[seat]


def _events(played: Played) -> Iterator[Measure]:
    """The cost of events: persons, the share of the win, and points, for those who were prepared and those who were not."""
    average = sum(played.points) / played.players
    left = [0] * played.players
    for passed in _passed(played.plies, played.players):
        name = p.EVENT_NAMES[passed.event]
        for seat, persons in enumerate(passed.lost):
            series = PREPARED if passed.is_prepared(seat) else UNPREPARED
            left[seat] += persons
            yield Measure("events", name, played.shares[seat], series)
            yield Measure("cost", name, played.points[seat] - average, series)
            yield Measure("prepared", name, series == PREPARED)
            if passed.event in TAKING:
                yield Measure("leaving", name, persons)
    for seat, persons in enumerate(left):
        yield Measure("lost", str(min(persons, MOST_LOST)), played.shares[seat])


def _passed(plies: Sequence[Ply], players: int) -> Iterator[Passed]:
    """Each event that players can prepare for."""
    now: Passed | None = None
    for ply in plies:
        for event in ply.events:
            if event.what == p.LOG_PHASE:
                if now is not None:
                    yield now
                counts = event.a == p.EVENT_PHASE and event.b in (*TAKING, p.DRAGON_FESTIVAL)
                now = Passed(event.b, [0] * players, [0] * players) if counts else None
            elif event.what == p.LOG_RELEASES and now is not None:
                now.lost[event.seat] += 1
            elif event.what == p.LOG_SCORES and now is not None and event.b == p.FOR_FESTIVAL:
                now.points[event.seat] += event.a
    if now is not None:
        yield now
