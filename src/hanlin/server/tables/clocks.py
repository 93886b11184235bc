"""Clocks: how much time each seat has left. Pure functions of a table's entries; no web, no database, no real clock here.

A seat's clock runs while the seat has to decide. Chance takes no time. Time is only ever used up: the time for a turn is
earned once, however often it is undone and played again.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from hanlin.contract import Days, Live, Time
from hanlin.core.position.position import Move
from hanlin.core.verbs.generic import OVER

DAY = 86400.0
FOREVER = 3700
"""Days after which the search for a day that is no holiday ends."""


class Clocks(msgspec.Struct, frozen=True):
    """The clocks of a table at one moment."""

    left: tuple[float, ...]
    """Seconds that each seat has at ``since``."""
    running: int
    """The seat whose clock runs; OVER for none."""
    since: float
    """The time when the running clock was started."""
    turn: int
    """The seat whose turn it is, also while chance acts."""
    ended: tuple[int, ...]
    """The number of ended turns of each seat."""
    earned: tuple[int, ...]
    """For how many of its turns each seat has been given time."""
    out: int = OVER
    """The seat that is out of time, so that the others decide; OVER for none."""
    patient: tuple[int, ...] = ()
    """The seats for which the others have chosen to wait."""
    holidays: tuple[frozenset[str], ...] = ()
    """For each seat the days on which its clock rests; empty where none are marked."""


def at_first(time: Time, players: int, when: float) -> Clocks:
    """The clocks before anybody decides."""
    first = time.base if isinstance(time, Live) else time.days * DAY
    return Clocks((first,) * players, OVER, when, OVER, (0,) * players, (0,) * players)


def moved(clocks: Clocks, time: Time, actor: int, when: float) -> Clocks:
    """After an action at ``when``; ``actor`` is the seat that decides then (CHANCE or OVER: none)."""
    clocks = _charged(clocks, time, when)
    if actor < 0:
        return replace(clocks, running=OVER)
    if actor == clocks.turn:
        return replace(clocks, running=actor)
    ended = clocks.ended if clocks.turn < 0 else _plus(clocks.ended, clocks.turn, 1)
    return _earned(replace(clocks, running=actor, turn=actor, ended=ended), time, clocks.turn)


def taken_back(clocks: Clocks, time: Time, moves: list[Move], actor: int, when: float) -> Clocks:
    """After an undo; ``moves`` are those that are left. No time is given back, and none earned again."""
    turns = _turns([seat for seat, _text in moves if seat >= 0] + [actor])
    ended = tuple(turns[:-1].count(seat) for seat in range(len(clocks.left)))
    return replace(_charged(clocks, time, when), running=actor, turn=actor, ended=ended)


def flagged(clocks: Clocks) -> Clocks:
    """The seat whose clock runs is out of time; it keeps what it has until it is known that it did nothing in time."""
    return replace(clocks, out=clocks.running)


def forgiven(clocks: Clocks, seat: int) -> Clocks:
    """The others wait for a seat from now on. Its clock stays at zero until it earns time again."""
    return replace(clocks, out=OVER, patient=(*clocks.patient, seat), left=_with(clocks.left, seat, 0.0))


def granted(clocks: Clocks, seat: int, seconds: float, when: float) -> Clocks:
    """A seat that is out of time gets that many seconds, which run from now on."""
    return replace(clocks, out=OVER, since=max(when, clocks.since), left=_with(clocks.left, seat, seconds))


def passed_on(clocks: Clocks, time: Time, seat: int, when: float) -> Clocks:
    """Another player takes over the seat; its remaining time stays."""
    return _charged(clocks, time, when) if seat == clocks.running else clocks


def stopped(clocks: Clocks, time: Time, when: float) -> Clocks:
    """All clocks are stopped."""
    return replace(_charged(clocks, time, when), running=OVER)


def resumed(clocks: Clocks, time: Time, began: float, ended: float) -> Clocks:
    """The server was down from ``began`` to ``ended``: no clock ran meanwhile, and the others have no less time to decide
    about a seat that is out of time."""
    if ended <= max(began, clocks.since):
        return clocks
    return replace(_charged(clocks, time, began), since=ended, out=clocks.out)


def remaining(clocks: Clocks, time: Time, seat: int, when: float) -> float:
    """Seconds that a seat has left at a time, never less than none."""
    if seat == clocks.out:
        return 0.0
    used = counted(time, clocks.since, when, of_seat(clocks, seat)) if seat == clocks.running else 0.0
    return max(0.0, clocks.left[seat] - used)


def due(clocks: Clocks, time: Time) -> float | None:
    """The time when the running clock is used up; None where none runs."""
    return (
        None
        if clocks.running < 0
        else reached(time, clocks.since, clocks.left[clocks.running], of_seat(clocks, clocks.running))
    )


def of_seat(clocks: Clocks, seat: int) -> frozenset[str]:
    """The days on which a seat's clock rests."""
    return clocks.holidays[seat] if clocks.holidays else frozenset()


def resting(clocks: Clocks, seat: int, days: frozenset[str]) -> Clocks:
    """A seat's clock rests on those days, and no others; the days that have begun must be as before."""
    return replace(clocks, holidays=_with(clocks.holidays or (frozenset(),) * len(clocks.left), seat, days))


def day_of(when: float) -> str:
    """The day of a time (UTC), as holidays are written: "2026-12-25"."""
    return _day(when).isoformat()


def is_day(text: str) -> bool:
    """True if a text is a date, as holidays are written."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def counted(time: Time, since: float, until: float, holidays: frozenset[str] = frozenset()) -> float:
    """The seconds between two times that count: all, or those of days that are no holidays, the seat's included (UTC)."""
    if until <= since:
        return 0.0
    if isinstance(time, Live) or not (time.weekends or time.holidays or holidays):
        return until - since
    total, begin = 0.0, since
    while begin < until:
        end = min(until, _next_midnight(begin))
        total += 0.0 if _is_holiday(time, begin, holidays) else end - begin
        begin = end
    return total


def reached(time: Time, since: float, seconds: float, holidays: frozenset[str] = frozenset()) -> float:
    """The time when that many counted seconds have passed since a time."""
    if isinstance(time, Live) or not (time.weekends or time.holidays or holidays):
        return since + seconds
    begin = since
    for _day in range(FOREVER):
        end = _next_midnight(begin)
        if not _is_holiday(time, begin, holidays):
            if seconds <= end - begin:
                return begin + seconds
            seconds -= end - begin
        begin = end
    return begin


def _charged(clocks: Clocks, time: Time, when: float) -> Clocks:
    """Charge the running clock for the time that has passed."""
    when = max(when, clocks.since)
    if clocks.running < 0:
        return replace(clocks, since=when)
    left = max(0.0, clocks.left[clocks.running] - counted(time, clocks.since, when, of_seat(clocks, clocks.running)))
    return replace(clocks, left=_with(clocks.left, clocks.running, left), since=when, out=OVER)


def _earned(clocks: Clocks, time: Time, before: int) -> Clocks:
    """Earn the time of a new turn: the increment for the turn that ended, or the days for the one that begins."""
    seat = before if isinstance(time, Live) else clocks.turn
    if seat < 0:
        return clocks
    worth = clocks.ended[seat] + (0 if isinstance(time, Live) else 1)
    if worth <= clocks.earned[seat]:
        return clocks
    left = clocks.left[seat] + time.increment if isinstance(time, Live) else time.days * DAY
    return replace(clocks, left=_with(clocks.left, seat, left), earned=_with(clocks.earned, seat, worth))


def _turns(actors: list[int]) -> list[int]:
    """The seats of the turns: consecutive actions of one seat are one turn."""
    return [actor for n, actor in enumerate(actors) if n == 0 or actors[n - 1] != actor]


def _is_holiday(time: Days, when: float, holidays: frozenset[str]) -> bool:
    day = _day(when)
    return (time.weekends and day.weekday() >= 5) or day.isoformat() in time.holidays or day.isoformat() in holidays


def _day(when: float) -> date:
    return datetime.fromtimestamp(when, UTC).date()


def _next_midnight(when: float) -> float:
    tomorrow = _day(when) + timedelta(days=1)
    return datetime(tomorrow.year, tomorrow.month, tomorrow.day, tzinfo=UTC).timestamp()


Number = TypeVar("Number", int, float, frozenset[str])


def _with(values: tuple[Number, ...], seat: int, value: Number) -> tuple[Number, ...]:
    return tuple(value if n == seat else each for n, each in enumerate(values))


def _plus(values: tuple[int, ...], seat: int, more: int) -> tuple[int, ...]:
    return _with(values, seat, values[seat] + more)
