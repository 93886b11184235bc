"""The persons and floors that a court is about to lose, from the known events and what lies on the table."""

from __future__ import annotations

from typing import NamedTuple

from hanlin.core.lib.memo import memo
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.forecast import Ahead, ahead, cost_of, paid
from hanlin.games.year_of_the_dragon.snapshot import Palace, Reading, Seat
from hanlin.games.year_of_the_dragon.state import RELEASE


class Threat(NamedTuple):
    """The losses that a court faces this month as things are."""

    event: int = -1
    """The event that takes persons."""
    leave: int = 0
    leaving: tuple[tuple[int, int], ...] = ()
    """The windows that empty if those leave who bring fewest points: palace and storey, from 0."""
    decaying: tuple[int, ...] = ()
    """The empty palaces, which lose a floor."""


NONE = Threat()


def threat(r: Reading, seat: int) -> Threat:
    """The losses of a seat this month, as long as something can be done about them."""
    if r.phase not in (p.ACTION_PHASE, p.PERSON_PHASE):
        return NONE
    return _threat(r.seats[seat], ahead(r))


@memo(maxsize=512)
def _threat(own: Seat, to_come: Ahead) -> Threat:
    decaying = tuple([n for n, (_floors, kinds) in enumerate(own.palaces) if not kinds])
    event = to_come.events[to_come.month - 1]
    leave = persons_leaving(own, to_come, event)
    if not leave:
        return Threat(decaying=decaying)
    months = p.MONTHS + 1 - to_come.month
    return Threat(event, leave, _least(own.palaces, leave, months, event == p.DROUGHT), decaying)


def persons_leaving(own: Seat, to_come: Ahead, event: int) -> int:
    """The persons that the event of this month takes, with those of a check of the wall (Y8.3)."""
    leave = cost_of(own, to_come, event).persons
    if event == p.MONGOL_INVASION and to_come.great_wall and to_come.wall < to_come.month:
        leave += own.wall == to_come.fewest_wall_tiles
    return min(leave, own.persons)


class Farewell(NamedTuple):
    """Those who leave if they bring fewest points, where several must be released."""

    actions: tuple[str, ...] = ()
    """Their releases, one after the other."""
    windows: tuple[tuple[int, int], ...] = ()
    """Their windows: palace and storey, from 0."""


def farewell(r: Reading) -> Farewell:
    """The persons whom the acting seat may release with one click; nobody where one only is asked for."""
    if r.step != RELEASE or r.left < 2:
        return Farewell()
    in_drought = r.phase in (p.EVENT_PHASE, p.EVENT_AGAIN) and r.events[r.month - 1] == p.DROUGHT
    return _farewell(r.seats[r.actor].palaces, r.barred, r.left, p.MONTHS + 1 - r.month, in_drought)


@memo(maxsize=512)
def _farewell(palaces: tuple[Palace, ...], barred: int, leave: int, months: int, one_a_palace: bool) -> Farewell:
    """The same, one by one. Of palaces that are alike the first one counts, as in the rules."""
    now, actions, windows = list(palaces), list[str](), list[tuple[int, int]]()
    for _n in range(leave):
        inhabited = [n for n in range(len(now)) if not barred >> n & 1 and now[n][1]]
        ranked = [(_worth(tuple(now), n, i, months), -n, i) for n in inhabited for i in range(len(now[n][1]))]
        _points, last, storey = min(ranked)
        n = next(other for other in inhabited if now[other] == now[-last])
        kind = now[n][1][storey]
        actions.append(f"release {n + 1} {p.KIND_NAMES[kind]}")
        windows.append(next((n, i) for i, each in enumerate(palaces[n][1]) if each == kind and (n, i) not in windows))
        floors, kinds = now[n]
        now[n] = floors, (*kinds[:storey], *kinds[storey + 1 :])
        barred |= one_a_palace << n
    return Farewell(tuple(actions), tuple(windows))


NEXT = 3
"""The events ahead for which it is shown who is not prepared."""


def not_prepared(r: Reading) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """The next months in which an event takes persons as things are, each with the seats that lose some.

    Each event is paid with what is left after those before it.
    """
    to_come = ahead(r)
    seats = dict(enumerate(r.seats)) if r.phase != p.SETUP else {}
    found = []
    for month in range(to_come.month, min(to_come.month + NEXT, p.MONTHS + 1)):
        event = to_come.events[month - 1]
        short = tuple([seat for seat, own in seats.items() if cost_of(own, to_come, event).persons])
        if short:
            found.append((month, short))
        seats = {seat: paid(own, event) for seat, own in seats.items()}
    return tuple(found)


def _least(palaces: tuple[Palace, ...], leave: int, months: int, one_a_palace: bool) -> tuple[tuple[int, int], ...]:
    """The windows of the persons who bring fewest points, each seen by itself."""
    found: list[tuple[int, int]] = []
    windows = [(n, storey) for n, (_floors, kinds) in enumerate(palaces) for storey in range(len(kinds))]
    for n, storey in sorted(windows, key=lambda window: (_worth(palaces, window[0], window[1], months), -window[0])):
        if len(found) < leave and not (one_a_palace and any(n == palace for palace, _storey in found)):
            found.append((n, storey))
    return tuple(sorted(found))


def _worth(palaces: tuple[Palace, ...], n: int, storey: int, months: int) -> int:
    """The points that go with a person: its own, and those of a palace that nobody else keeps from decay."""
    floors, kinds = palaces[n]
    of_type, symbols = int(p.TYPE_OF_KIND[kinds[storey]]), int(p.SYMBOLS[kinds[storey]])
    own = symbols * (months * (of_type == p.COURT_LADY) + floors * (of_type == p.MONK))
    return p.POINTS_A_PERSON + own + (max(0, months - floors + 1) if len(kinds) == 1 else 0)
