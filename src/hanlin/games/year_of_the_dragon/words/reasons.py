"""Reasons for actions: what they bring, avoid and cost in the events to come, every month and at the end.

The weights are those of the evaluation (``evaluation.py``). An event takes what is in stock then, with nothing done until then.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from hanlin.core.i18n.language import _, listed, ngettext
from hanlin.core.i18n.seat_names import seat_name
from hanlin.core.jit.events import Event
from hanlin.core.position.position import Position
from hanlin.core.verbs.presentation import Reason
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.evaluation import (
    AHEAD,
    FLOOR_WORTH,
    GOODS_WORTH,
    LOST_MONTH,
    LOST_PERSON,
    PATIENCE,
    SKILL,
    YUAN_WORTH,
)
from hanlin.games.year_of_the_dragon.forecast import ahead, coming_month, cost_of, monk_points
from hanlin.games.year_of_the_dragon.snapshot import Reading, Seat, read
from hanlin.games.year_of_the_dragon.words import names

SOON: Final = 4
"""Months in which an event that takes yuan, rice or fireworks counts: these may be spent before a later one. Persons stay."""
LASTING: Final = (p.CONTAGION, p.MONGOL_INVASION)
DECAY: Final = 0.3
"""The worth in a month of a palace that stands because somebody lives there."""
PREPARED: Final = 0.1
"""The weight of a remark about an event that takes nobody."""
PICKED: Final = 2
"""Persons that everybody has at court after the set-up."""
MONK_FLOORS: Final = 2
"""Floors that a new monk will live under, as in the evaluation."""


class Coming(NamedTuple):
    """The effect of the event of a month on a seat that does nothing until then."""

    month: int
    event: int
    persons: int
    """Persons that it takes."""
    points: int
    needed: int
    owned: int


def reasons(seen: Position, action: str, after: Position, events: Sequence[Event]) -> list[Reason]:
    """The gains, dangers avoided and costs of an action; for the action "" the events that are not prepared for."""
    assert seen.seat is not None
    seat, r = seen.seat, read(seen.state)
    if not action:
        return list(_dangers(r, seat, seen.legal))
    before = settled(r, seat)
    own = changed(before, seat, events)
    months = p.MONTHS - max(r.month, 1) + 1
    return [
        *_of_events(r, before, own, seat),
        *_of_points(r, before, own, months),
        *_of_palaces(before, own, months),
        *_of_order(r, before, own, seat, months),
        *_of_skills(before, own, months),
        *_of_goods(before, own),
        *_of_floors(seat, events),
        *_of_persons(action, before, own),
    ]


def changed(own: Seat, seat: int, events: Sequence[Event]) -> Seat:
    """A seat's things after what an action itself does, before the next phase. Who was hired counts as being at court."""
    for event in events:
        if event.what in (p.LOG_PHASE, p.LOG_MONTH):
            break
        if event.seat == seat:
            own = _changed(own, event)
    return own


def _changed(own: Seat, event: Event) -> Seat:
    """A seat's things after one event."""
    if event.what in (p.LOG_GAINS, p.LOG_PAYS):
        name, n = ("yuan", "rice", "fireworks")[event.b], event.a if event.what == p.LOG_GAINS else -event.a
        return own._replace(**{name: getattr(own, name) + n})
    if event.what == p.LOG_SCORES:
        return own._replace(points=own.points + event.a)
    if event.what == p.LOG_MOVES and event.c not in (p.FOR_HIRING, p.FOR_REPLACING, p.FOR_SETUP, p.SUNRISE_GIFT):
        return own._replace(track=own.track + event.a)
    if event.what == p.LOG_BUYS:
        return own._replace(small=own.small + (event.a == 1), large=own.large + (event.a == 2))
    if event.what == p.LOG_HIRES:
        return _with_person(own, event.a, 1)
    if event.what == p.LOG_DECLINES:
        return _with_person(own, event.a, -1)
    if event.what == p.LOG_RELEASES:
        return _with_palace(_with_person(own, event.b, -1)._replace(track=own.track), event.a, gone=event.b)
    if event.what == p.LOG_HOUSES:
        return _with_palace(own, event.a, come=event.b)
    if event.what in (p.LOG_BUILDS, p.LOG_LOSES_FLOOR):
        return _with_palace(own, event.a, floors=event.b)
    return own


def _with_person(own: Seat, kind: int, n: int) -> Seat:
    """A seat with ``n`` more persons of a kind at court (1 or -1), its symbols and its spaces on the track."""
    symbols = list(own.symbols)
    symbols[int(p.TYPE_OF_KIND[kind])] += n * int(p.SYMBOLS[kind])
    return own._replace(symbols=tuple(symbols), persons=own.persons + n, track=own.track + n * int(p.SPACES[kind]))


def _with_palace(own: Seat, palace: int, floors: int | None = None, come: int = -1, gone: int = -1) -> Seat:
    """A seat with other floors or persons in one palace, which may be a new one or disappear."""
    palaces = [*own.palaces, *([(0, ())] if palace == len(own.palaces) else [])]
    had, kinds = palaces[palace]
    inside = list(kinds)
    if gone in inside:
        inside.remove(gone)
    if come >= 0:
        inside.append(come)
    now = had if floors is None else floors
    palaces[palace : palace + 1] = [(now, tuple(sorted(inside)))] if now or inside else []
    return own._replace(palaces=tuple(palaces))


def coming_events(r: Reading, own: Seat, seat: int) -> list[Coming]:
    """The events to come, each with its effect on a seat whose things are ``own``."""
    found = []
    to_come, others = ahead(r), [each for number, each in enumerate(r.seats) if number != seat]
    helmets = sorted([each.symbols[p.WARRIOR] for each in (own, *others)])
    fireworks = {own.fireworks, *(each.fireworks for each in others)} - {0}
    to_come = to_come._replace(
        fewest_helmets=(helmets[0], helmets[1]), most_fireworks=tuple(sorted(fireworks, reverse=True)[:2])
    )
    month = max(to_come.month, 1)
    for later in range(month, p.MONTHS + 1):
        event = to_come.events[later - 1]
        if event <= p.PEACE or (later >= month + SOON and event not in LASTING):
            continue
        cost = cost_of(own, to_come, event)
        found.append(Coming(later, event, cost.persons, cost.points, cost.needed, cost.owned))
        if event == p.IMPERIAL_TRIBUTE:
            own = own._replace(yuan=max(own.yuan - p.TRIBUTE, 0))
        elif event == p.DROUGHT:
            own = own._replace(rice=max(own.rice - own.inhabited, 0))
    return found


# -- inside -------------------------------------------------------------------------------------------------------------------


def settled(r: Reading, seat: int) -> Seat:
    """A seat's things, with the persons that it is placing at court."""
    own = r.seats[seat]
    for kind in (r.held, r.held_next):
        if r.actor == seat and kind >= 0:
            own = _with_person(own, kind, 1)
    return own


def _person(month: int, now: int) -> float:
    """The worth of a person that an event in ``month`` does not take."""
    return float((LOST_PERSON + LOST_MONTH * (p.MONTHS - month)) * PATIENCE ** (month - now))


def _of_events(r: Reading, before: Seat, own: Seat, seat: int) -> Iterator[Reason]:
    """The events whose effect the action changes."""
    month, said = max(coming_month(r), 1), set()
    for was, each in zip(coming_events(r, before, seat), coming_events(r, own, seat), strict=True):
        saved = was.persons - each.persons
        if saved and each.event not in said:
            yield Reason(averted(each, saved) if saved > 0 else lost_to(each), saved * _person(each.month, month))
            said.add(each.event)
        gained = each.points - was.points
        if gained > 0 and each.event == p.MONGOL_INVASION:
            text = ngettext(
                "scores {n} more point in the Mongol invasion of month {month}",
                "scores {n} more points in the Mongol invasion of month {month}",
                gained,
            )
            yield Reason(text.format(n=gained, month=each.month), gained, _("Helmets"))
        elif gained > 0:
            first = each.points == p.FESTIVAL_FIRST
            text = (
                _("puts you first in fireworks for the festival of month {month}: 6 points")
                if first
                else _("puts you second in fireworks for the festival of month {month}: 3 points")
            )
            yield Reason(text.format(month=each.month), gained * PATIENCE ** (each.month - month), _("Dragon festival"))


def averted(coming: Coming, saved: int) -> str:
    """The event that takes fewer persons, or none."""
    month, left = coming.month, coming.persons
    if coming.event == p.IMPERIAL_TRIBUTE:
        if not left:
            return _("pays the tribute of month {month}").format(month=month)
        text = ngettext(
            "saves {n} person from the tribute of month {month}", "saves {n} persons from the tribute of month {month}", saved
        )
        return text.format(n=saved, month=month)
    if coming.event == p.DROUGHT:
        if left:
            text = _("feeds {n} of {all} palaces in month {month}")
            return text.format(n=coming.needed - left, all=coming.needed, month=month)
        text = ngettext("feeds your palace in month {month}", "feeds all {n} palaces in month {month}", coming.needed)
        return text.format(n=coming.needed, month=month)
    if coming.event == p.CONTAGION:
        text = ngettext(
            "keeps {n} person through the contagion of month {month}",
            "keeps {n} persons through the contagion of month {month}",
            saved,
        )
        return text.format(n=saved, month=month)
    return _("saves you from having the fewest helmets in month {month}").format(month=month)


def lost_to(coming: Coming) -> str:
    """The event that takes more persons than without the action."""
    month, n = coming.month, coming.persons
    if coming.event == p.IMPERIAL_TRIBUTE:
        return _("leaves you {n} yuan short of the tribute of month {month}").format(
            n=coming.needed - coming.owned, month=month
        )
    if coming.event == p.DROUGHT:
        text = ngettext(
            "leaves {n} palace without rice in month {month}", "leaves {n} palaces without rice in month {month}", n
        )
    elif coming.event == p.CONTAGION:
        text = ngettext(
            "leaves {n} person to the contagion of month {month}", "leaves {n} persons to the contagion of month {month}", n
        )
    else:
        text = _("leaves you with the fewest helmets in month {month}")
    return text.format(n=n, month=month)


def _of_points(r: Reading, before: Seat, own: Seat, months: int) -> Iterator[Reason]:
    """Points at once, every month, and at the end for monks."""
    now = own.points - before.points
    if now > 0:
        text = ngettext("scores {n} point at once", "scores {n} points at once", now)
        yield Reason(text.format(n=now), now)
    lost = (
        r.super_event == p.ASSASSINATION_ATTEMPT and r.month <= p.SUPER_EVENT_MONTH
    )  # Privileges are given back before scoring.
    with_privileges = p.SUPER_EVENT_MONTH - max(r.month, 1) if lost else months
    for monthly, times, source in (
        (own.symbols[p.COURT_LADY] - before.symbols[p.COURT_LADY], months, _("Court ladies")),
        (own.dragons - before.dragons, with_privileges, _("Privileges")),
    ):
        if monthly > 0 and times > 0:
            text = ngettext(
                "brings {n} more point every month, {total} in all",
                "brings {n} more points every month, {total} in all",
                monthly,
            )
            yield Reason(text.format(n=monthly, total=monthly * times), monthly * times, source)
        elif monthly < 0:
            text = ngettext("costs {n} point every month", "costs {n} points every month", -monthly)
            yield Reason(text.format(n=-monthly), monthly * times, source)
    monks = monk_points(own) - monk_points(before)
    buddhas = own.symbols[p.MONK] - before.symbols[p.MONK]
    if monks > 0:
        text = ngettext("brings {n} more point for monks at the end", "brings {n} more points for monks at the end", monks)
        yield Reason(text.format(n=monks), monks, _("Monks"))
    elif buddhas > 0 and not monks:
        text = ngettext(
            "brings {n} Buddha, which scores the floors of its palace at the end",
            "brings {n} Buddhas, each of which scores the floors of its palace at the end",
            buddhas,
        )
        yield Reason(text.format(n=buddhas), MONK_FLOORS * buddhas, _("Monks"))


def _of_palaces(before: Seat, own: Seat, months: int) -> Iterator[Reason]:
    """Palaces that are built, moved into and left: an empty one loses a floor every month (Y5.7)."""
    inhabited, empty = own.inhabited - before.inhabited, len(own.palaces) - len(before.palaces)
    if inhabited > 0:
        yield Reason(_("moves somebody into an empty palace, which then loses no floors"), DECAY * months, _("Palaces"))
    elif inhabited < 0:
        yield Reason(_("leaves a palace empty, which then loses a floor every month"), -DECAY * months, _("Palaces"))
    if empty > 0:
        yield Reason(_("starts a new palace, 1 point every month once somebody lives there"), DECAY * months, _("Palaces"))


def _of_order(r: Reading, before: Seat, own: Seat, seat: int, months: int) -> Iterator[Reason]:
    """The rivals that the seat's marker passes."""
    if own.track <= before.track:
        return
    in_front = r.order[: r.order.index(seat)]
    passed = [other for other in in_front if r.seats[other].track <= own.track]
    if passed:
        text = _("overtakes {names} on the person track").format(names=listed(seat_name(other) for other in passed))
        yield Reason(text, AHEAD * len(passed) * max(months, 0))


def _of_skills(before: Seat, own: Seat, months: int) -> Iterator[Reason]:
    """The gain of new persons with the actions to come."""
    for of_type in range(p.TYPES):
        n = own.symbols[of_type] - before.symbols[of_type]
        if n > 0 and SKILL[of_type] > 0 and of_type not in (p.HEALER,):
            yield Reason(_skill(of_type, n), float(SKILL[of_type]) * n * max(months, 0))


def _skill(of_type: int, n: int) -> str:
    text = {
        p.CRAFTSMAN: lambda: ngettext(
            "brings {n} more floor whenever you build", "brings {n} more floors whenever you build", n
        ),
        p.PYROTECHNIST: lambda: ngettext(
            "brings {n} more firework with every fireworks show", "brings {n} more fireworks with every fireworks show", n
        ),
        p.TAX_COLLECTOR: lambda: ngettext(
            "brings {n} more yuan whenever you take taxes", "brings {n} more yuan whenever you take taxes", n
        ),
        p.WARRIOR: lambda: ngettext(
            "brings {n} more space with every military parade", "brings {n} more spaces with every military parade", n
        ),
        p.FARMER: lambda: ngettext("brings {n} more rice whenever you harvest", "brings {n} more rice whenever you harvest", n),
        p.SCHOLAR: lambda: ngettext(
            "brings {n} more point whenever you research", "brings {n} more points whenever you research", n
        ),
    }[of_type]()
    return text.format(n=n)


def _of_goods(before: Seat, own: Seat) -> Iterator[Reason]:
    """Goods that come and go."""
    for good, had, has in (
        (p.YUAN, before.yuan, own.yuan),
        (p.RICE, before.rice, own.rice),
        (p.FIREWORK, before.fireworks, own.fireworks),
    ):
        worth = YUAN_WORTH if good == p.YUAN else GOODS_WORTH
        if has > had:
            yield Reason(_("brings {goods}").format(goods=names.amount(has - had, good)), worth * (has - had))
        elif has < had:
            yield Reason(_("costs {goods}").format(goods=names.amount(had - has, good)), worth * (has - had))


def _of_floors(seat: int, events: Sequence[Event]) -> Iterator[Reason]:
    """Floors that the action lets the seat build."""
    floors = sum(event.a for event in events if event.what == p.LOG_FLOORS and event.seat == seat)
    if floors:
        text = ngettext("builds {n} floor, room for {n} more person", "builds {n} floors, room for {n} more persons", floors)
        yield Reason(text.format(n=floors), FLOOR_WORTH * floors)


def _of_persons(action: str, before: Seat, own: Seat) -> Iterator[Reason]:
    """Persons that leave for the action."""
    if action.startswith("hire") and not before.has_room:
        yield Reason(_("has no free place, so somebody must leave"), -LOST_PERSON)
    left = before.persons - own.persons
    if left > 0:
        text = ngettext("costs {n} person", "costs {n} persons", left)
        yield Reason(text.format(n=left), -LOST_PERSON * left)


# -- a position ---------------------------------------------------------------------------------------------------------------


def _dangers(r: Reading, seat: int, legal: list[str]) -> Iterator[Reason]:
    """The events that would take persons, each with the actions that help against it; and the next one that would not."""
    month = max(coming_month(r), 1)
    own = r.seats[seat]
    if r.phase == p.SETUP:
        own = own._replace(persons=PICKED)
    coming = coming_events(r, own, seat)
    for each in coming:
        if each.persons:
            helpful = tuple(action for action in legal if _helps(action, each.event))
            yield Reason(_asked_for(each), -each.persons * _person(each.month, month), actions=helpful)
    for each in coming[:1]:
        if each.event == p.DRAGON_FESTIVAL:
            most = max(own.fireworks for number, own in enumerate(r.seats) if number != seat)
            text = _("the dragon festival comes in month {month}: the others have up to {most} fireworks, you have {owned}")
            helpful = tuple(action for action in legal if _helps(action, each.event))
            yield Reason(text.format(month=each.month, most=most, owned=each.owned), PREPARED, actions=helpful)
        elif not each.persons:
            text = _("you are ready for month {month} ({event})")
            yield Reason(text.format(month=each.month, event=names.event_name(each.event)), PREPARED)


def _asked_for(coming: Coming) -> str:
    text = {
        p.IMPERIAL_TRIBUTE: _("month {month} asks for {needed} yuan, you have {owned}"),
        p.DROUGHT: _("month {month} asks for {needed} rice, you have {owned}"),
        p.CONTAGION: _("month {month} asks for {needed} mortars, you have {owned}"),
        p.MONGOL_INVASION: _("the Mongols come in month {month}, and nobody has fewer helmets than you"),
    }[coming.event]
    return text.format(month=coming.month, needed=coming.needed, owned=coming.owned)


_HELP: Final = {
    p.IMPERIAL_TRIBUTE: ("taxes", "build-wall yuan"),
    p.DROUGHT: ("harvest", "build-wall rice"),
    p.CONTAGION: ("healer",),
    p.MONGOL_INVASION: ("warrior",),
    p.DRAGON_FESTIVAL: ("fireworks-show", "build-wall firework", "pyrotechnist"),
}
"""By event: the end of the text of an action, or the person of it."""


def _helps(action: str, event: int) -> bool:
    """True where an action brings what an event asks for."""
    wanted = _HELP[event]
    words = action.split()
    if words[0] == "act":
        return " ".join(words[2:]) in wanted
    return words[0] in ("hire", "pick", "welcome") and any(word.split("-")[0] in wanted for word in words[1:])
