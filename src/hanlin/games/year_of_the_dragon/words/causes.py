"""The losses of a seat in sentences, for reviews: persons that an event took, festivals that others won."""

from __future__ import annotations

from collections.abc import Sequence

from hanlin.core.i18n.language import _
from hanlin.core.i18n.seat_names import seat_name
from hanlin.core.jit.events import Event
from hanlin.core.position.position import Position
from hanlin.core.verbs.presentation import Setback
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.words import names

PERSON = 4
"""The worth of a person, with the palace that may go as well, in points."""
FEWEST_PERSONS = 2
"""Persons that must be lost: a single one is the price of many a good month."""


def setbacks(played: Sequence[tuple[Position, int, str, Sequence[Event]]], seat: int) -> list[Setback]:
    """The losses of a seat by events, the largest first."""
    found = []
    for before, _actor, _action, events in played:
        month = int(before.state.month)
        for event in events:
            month = event.c if event.what == p.LOG_PHASE else month
            if event.what == p.LOG_MUST_RELEASE and event.seat == seat and event.a >= FEWEST_PERSONS:
                found.append(_released(before, events, event, month))
        found += _festival(events, seat, month)
    return sorted(found, key=lambda each: -each.weight)


def _released(before: Position, events: Sequence[Event], event: Event, month: int) -> Setback:
    """Persons that an event took, and what there was against it."""
    seat, lost = event.seat, event.a
    paid = sum(each.a for each in events if each.what == p.LOG_PAYS and each.seat == seat and each.c == event.c)
    had = {p.FOR_DROUGHT: paid, p.FOR_TRIBUTE: paid, p.FOR_CONTAGION: int(before.state.symbols[seat, p.HEALER])}.get(event.c, 0)
    sentences = {
        p.FOR_DROUGHT: (
            _("The drought of month {month} took {persons} from {name}: {rice} for {palaces}."),
            _("The drought of month {month} took {persons} from you: {rice} for {palaces}."),
        ),
        p.FOR_TRIBUTE: (
            _("The imperial tribute of month {month} took {persons} from {name}: {n} of {needed} yuan."),
            _("The imperial tribute of month {month} took {persons} from you: {n} of {needed} yuan."),
        ),
        p.FOR_CONTAGION: (
            _("The contagion of month {month} took {persons} from {name}: {n} of {needed} mortars."),
            _("The contagion of month {month} took {persons} from you: {n} of {needed} mortars."),
        ),
    }.get(event.c, (_("{name} lost {persons} in month {month}."), _("You lost {persons} in month {month}.")))
    values = {
        "name": seat_name(seat),
        "persons": names.persons(lost),
        "month": month,
        "rice": names.amount(had, p.RICE),
        "palaces": names.palaces(lost + had),
        "n": had,
        "needed": p.TRIBUTE if event.c == p.FOR_TRIBUTE else p.CONTAGION_VICTIMS,
    }
    told, yours = (sentence.format(**values) for sentence in sentences)
    return Setback(told, PERSON * lost, is_event=True, to=((seat, yours),))


def _festival(events: Sequence[Event], seat: int, month: int) -> list[Setback]:
    """A festival that brought another seat more points."""
    points = {each.seat: each.a for each in events if each.what == p.LOG_SCORES and each.b == p.FOR_FESTIVAL}
    best = max(points, key=points.__getitem__, default=seat)
    lead = points.get(best, 0) - points.get(seat, 0)
    if lead < p.FESTIVAL_FIRST:
        return []
    told, yours, winners = (
        text.format(month=month, winner=seat_name(best), points=names.points(lead), name=seat_name(seat))
        for text in (
            _("The dragon festival of month {month} brought {winner} {points} and {name} nothing."),
            _("The dragon festival of month {month} brought {winner} {points} and you nothing."),
            _("The dragon festival of month {month} brought you {points} and {name} nothing."),
        )
    )
    return [Setback(told, lead, is_event=True, to=((seat, yours), (best, winners)))]
