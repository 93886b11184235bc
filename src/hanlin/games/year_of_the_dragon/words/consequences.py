"""The changes that an action would make until the month ends, shown while it is pointed at.

The action is played on a copy, up to where the next phase begins: all that follows from the known events is computed from
there. Nothing hidden and nothing random is looked at.
"""

from __future__ import annotations

from collections.abc import Iterator

from hanlin.core.i18n.language import _, ngettext
from hanlin.core.jit.events import capture
from hanlin.core.lib.memo import remembered
from hanlin.core.position.position import Position
from hanlin.core.verbs import generic
from hanlin.core.verbs.presentation import Consequence
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.snapshot import Reading, Seat, read
from hanlin.games.year_of_the_dragon.words import names
from hanlin.games.year_of_the_dragon.words.reasons import averted, changed, coming_events, lost_to, settled

MOST = 5
"""Consequences at most, so that captions find a place."""


def consequences(seen: Position, action: str) -> list[Consequence]:
    """The changes that the action would make, the most important first; as in ``core/verbs/protocols.py``."""
    r = read(seen.state)
    if r.actor < 0 or action not in seen.legal:
        return []
    after = seen.state.copy()
    with capture() as events:
        generic.play(after, seen.code(action))
    seat = r.actor
    before = settled(r, seat)
    return list(_changes(r, seat, before, changed(before, seat, events), len(read(after).wall)))


@remembered(256)
def _changes(r: Reading, seat: int, before: Seat, own: Seat, wall: int) -> tuple[Consequence, ...]:
    """The changes between a seat's things before and after an action. ``wall``: the length of the wall afterwards."""
    events = list(_of_events(r, seat, before, own))
    found = [
        *_of_palaces(r, seat, before, own),
        *_of_points(seat, before, own),
        *_of_wall(r, wall),
        *_of_order(r, seat, before, own),
    ]
    return tuple([*events[:2], *found, *events[2:], *_of_goods(seat, before, own)][:MOST])


def _of_events(r: Reading, seat: int, before: Seat, own: Seat) -> Iterator[Consequence]:
    """The events that take more or fewer persons, and whom this month's event still takes."""
    if r.phase not in (p.SETUP, p.ACTION_PHASE, p.PERSON_PHASE):
        return
    for was, each in zip(coming_events(r, before, seat), coming_events(r, own, seat), strict=True):
        key, saved = f"month {each.month}", was.persons - each.persons
        if saved > 0:
            yield Consequence(key, averted(each, saved), "good")
        elif saved < 0 and (each.needed, each.owned) != (was.needed, was.owned):
            yield Consequence(key, lost_to(each), "warn")
        elif each.persons and each.month == r.month:
            yield Consequence(key, names.leave(each.persons), "warn")
        if each.points > was.points:
            yield Consequence(key, names.more_points(each.points), "good")


def _of_palaces(r: Reading, seat: int, before: Seat, own: Seat) -> Iterator[Consequence]:
    """Palaces that begin or cease to decay: an empty one loses a floor when the month ends (Y5.7)."""
    if r.phase == p.SETUP:
        return
    for n, (floors, kinds) in enumerate(own.palaces):
        had = before.palaces[n] if n < len(before.palaces) else (0, ())
        key = f"palace {seat} {n}"
        if kinds and had[0] and not had[1]:
            yield Consequence(key, _("keeps its floor"), "good")
        elif not kinds and (had[1] or not had[0]) and len(own.palaces) >= len(before.palaces):
            text = _("gone at the end of the month unless somebody moves in") if floors == 1 else _("empty: loses a floor")
            yield Consequence(key if had[0] else "", text, "warn")


def _of_points(seat: int, before: Seat, own: Seat) -> Iterator[Consequence]:
    """Points at once, and those of this month's scoring (Y6)."""
    now, month = own.points - before.points, scored_this_month(own)
    if now > 0:
        yield Consequence("", names.more_points(now), "good")
    if month != scored_this_month(before):
        if month > scored_this_month(before):
            yield Consequence("", ngettext("+{n} point this month", "+{n} points this month", month).format(n=month), "good")
        else:
            yield Consequence("", _("only {points} this month").format(points=names.points(month)), "warn")


def scored_this_month(own: Seat) -> int:
    """The points of the month's scoring, after empty palaces have lost a floor."""
    standing = sum(1 for floors, kinds in own.palaces if kinds or floors > 1)
    return standing + own.symbols[p.COURT_LADY] + own.dragons


def _of_wall(r: Reading, wall: int) -> Iterator[Consequence]:
    """The next invasion for which the wall becomes long enough (Y8.3)."""
    if r.great_wall and wall > len(r.wall):
        month = next((month for month in range(max(r.month, 1), p.MONTHS + 1) if r.events[month - 1] == p.MONGOL_INVASION), 0)
        if len(r.wall) < month <= wall:
            yield Consequence(f"month {month}", _("the wall holds in month {month}").format(month=month), "good")


def _of_order(r: Reading, seat: int, before: Seat, own: Seat) -> Iterator[Consequence]:
    """The place in the turn order, where it changes: a marker that arrives goes before those in its space."""
    if own.track == before.track:
        return
    was = r.order.index(seat)
    ahead = sum(1 for other in r.order if other != seat and r.seats[other].track > own.track)
    if ahead != was:
        text = _("first in the turn order") if not ahead else _("place {n} in the turn order").format(n=ahead + 1)
        yield Consequence(f"marker {seat}", text, "good" if ahead < was else "warn")


def _of_goods(seat: int, before: Seat, own: Seat) -> Iterator[Consequence]:
    """Money and goods that come or go, with what there is then."""
    for icon, good, had, has in (
        ("coin", p.YUAN, before.yuan, own.yuan),
        ("sack", p.RICE, before.rice, own.rice),
        ("rocket", p.FIREWORK, before.fireworks, own.fireworks),
    ):
        if has != had:
            amount = names.amount(has, good)
            text = _("{amount} left").format(amount=amount) if has < had else amount
            yield Consequence(f"goods {seat} {icon}", text, "good" if has > had else "")
