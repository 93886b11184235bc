"""The themes of puzzles (``core/verbs/puzzles.py``): what the solution brings that the tempting answer does not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hanlin.core.verbs.puzzles import Moment
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.forecast import coming_month, monk_points
from hanlin.games.year_of_the_dragon.snapshot import Reading, Seat, read
from hanlin.games.year_of_the_dragon.words.reasons import changed, coming_events, settled

LAST_MONTHS = 11
"""The first of the months in which the year ends."""
OF_EVENT = {
    p.DROUGHT: "feed-the-court",
    p.IMPERIAL_TRIBUTE: "tribute",
    p.MONGOL_INVASION: "mongols",
    p.CONTAGION: "contagion",
    p.DRAGON_FESTIVAL: "festival",
}
OF_VERB = {
    "act": "actions",
    "hire": "hiring",
    "welcome": "hiring",
    "pick": "hiring",
    "house": "palaces",
    "floor": "palaces",
    "release": "leaving",
    "replace": "leaving",
    "decline": "leaving",
}


def themes(moments: Sequence[Moment]) -> list[str]:
    """The themes of a puzzle, the main one first."""
    return list(dict.fromkeys(theme for moment in moments for theme in _of(moment)))


def _of(moment: Moment) -> Iterator[str]:
    seat, r = moment.seen.actor, read(moment.seen.state)
    before = settled(r, seat)
    own, other = changed(before, seat, moment.events), changed(before, seat, moment.events_of_other)
    yield from _of_events(r, own, other, seat)
    if own.symbols[p.COURT_LADY] > other.symbols[p.COURT_LADY] or own.dragons > other.dragons:
        yield "monthly-points"
    if own.symbols[p.MONK] > other.symbols[p.MONK] or monk_points(own) > monk_points(other):
        yield "monks"
    if _passed(r, own, seat) > _passed(r, other, seat):
        yield "turn-order"
    verb, *rest = moment.action.split()
    if verb == "act" and any(each.group == int(rest[0]) - 1 for n, each in enumerate(r.seats) if n != seat):
        yield "crowded"
    if rest[-1:] == ["build"] or own.inhabited > other.inhabited:
        yield "palaces"
    if verb in OF_VERB:
        yield OF_VERB[verb]
    if coming_month(r) >= LAST_MONTHS:
        yield "last-round"


def _of_events(r: Reading, own: Seat, other: Seat, seat: int) -> Iterator[str]:
    """The events that the solution is better prepared for, those that take most first."""
    found: dict[str, int] = {}
    for mine, its in zip(coming_events(r, own, seat), coming_events(r, other, seat), strict=True):
        better = (its.persons - mine.persons) * p.POINTS_A_PERSON + mine.points - its.points
        if better > 0 and mine.event in OF_EVENT:
            theme = OF_EVENT[mine.event]
            found[theme] = max(found.get(theme, 0), better)
    yield from sorted(found, key=lambda theme: -found[theme])


def _passed(r: Reading, own: Seat, seat: int) -> int:
    """The rivals in front on the person track that the seat passes."""
    in_front = r.order[: r.order.index(seat)]
    return sum(r.seats[other].track <= own.track for other in in_front)
