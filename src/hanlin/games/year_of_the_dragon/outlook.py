"""The outlook of a year: what the known events take from courts as they are, and how a year may end if all play on.

``standing_still`` lets the months pass while nobody acts or hires: each event is paid with what a seat has. ``play_on`` plays
some games to the end by a quick policy, with the rules themselves, and takes the mean.
"""

from __future__ import annotations

import math
from typing import Any, Final, NamedTuple

import numpy as np

from hanlin.core.jit.rng import Rng, next_word, seeded
from hanlin.core.lib.memo import memo
from hanlin.core.verbs import generic
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.choices import MOST_ACTIONS, MOST_OUTCOMES
from hanlin.games.year_of_the_dragon.evaluation import value
from hanlin.games.year_of_the_dragon.forecast import coming_month, final_points, month_points
from hanlin.games.year_of_the_dragon.snapshot import Reading, Seat
from hanlin.games.year_of_the_dragon.state import ACT, HIRE, STATE

PLAYOUTS: Final = 12
"""Games that are played on, about 45 ms each from month 5 with four players. In month 5 of games between ``casual`` the mean
absolute error (bench/outlook.py) is 5.7 points with 5 of them, 5.6 with 10, 5.5 with 20."""
TEMPERATURE: Final = 0.6
"""In points: actions and persons are chosen with a probability proportional to exp(value / temperature). Without that noise all
games are alike, and the error is 6.1."""


class Outlook(NamedTuple):
    """The outlook of a seat, in points."""

    now: int
    court: int
    """Points that the court and the stock would still bring if there were no events: months, persons, monks, money."""
    events: int
    """The change of that by the known events to come, if they are paid with what the seat has; usually below 0."""
    leaving: int
    """Persons that they take."""
    actions: int
    """Points that actions and persons to come bring on average."""

    @property
    def certain(self) -> int:
        """The points that come even if the seat does nothing more."""
        return self.now + self.court + self.events

    @property
    def total(self) -> int:
        return self.certain + self.actions


def outlooks(r: Reading, state: Any) -> tuple[Outlook, ...]:
    """The outlook of each seat; ``r`` is the reading of the state."""
    if r.phase == p.GAME_OVER:
        return tuple(Outlook(seat.points, 0, 0, 0, 0) for seat in r.seats)
    still, means = standing_still(r), play_on(state)
    found = []
    for seat, (points, leaving), mean in zip(r.seats, still, means, strict=True):
        court = months_to_come(r) * month_points(seat) + sum(final_points(seat))
        found.append(Outlook(seat.points, court, points - seat.points - court, leaving, mean - points))
    return tuple(found)


def months_to_come(r: Reading) -> int:
    """The number of scoring phases to come."""
    return 0 if r.phase in (p.FINAL_WALL_CHECK, p.GAME_OVER) else p.MONTHS + 1 - max(r.month, 1)


# -- nobody acts ---------------------------------------------------------------------------------------------------------


class _Court:
    """A seat's things while the months pass."""

    def __init__(self, seat: Seat) -> None:
        self.points, self.yuan, self.rice, self.fireworks = seat.points, seat.yuan, seat.rice, seat.fireworks
        self.dragons, self.wall, self.left = seat.dragons, seat.wall, 0
        self.palaces = [(floors, list(kinds)) for floors, kinds in seat.palaces]

    def symbols(self, person: int) -> int:
        kinds = (kind for _floors, kinds in self.palaces for kind in kinds)
        return sum(int(p.SYMBOLS[kind]) for kind in kinds if p.TYPE_OF_KIND[kind] == person)

    @property
    def persons(self) -> int:
        return sum(len(kinds) for _floors, kinds in self.palaces)

    def release(self, count: int, months: int, one_a_palace: bool = False) -> None:
        """Release the persons that would bring fewest points."""
        barred: set[int] = set()
        for _ in range(count):
            found = [
                (self._worth(kind, floors, len(kinds), months), at, kind)
                for at, (floors, kinds) in enumerate(self.palaces)
                if at not in barred
                for kind in kinds
            ]
            if not found:
                return
            _worth, at, kind = min(found)
            self.palaces[at][1].remove(kind)
            self.left += 1
            if one_a_palace:
                barred.add(at)

    @staticmethod
    def _worth(kind: int, floors: int, together: int, months: int) -> int:
        """Points that go with a person: its own, and those of a palace that nobody else keeps from decay."""
        person, symbols = int(p.TYPE_OF_KIND[kind]), int(p.SYMBOLS[kind])
        worth = p.POINTS_A_PERSON + symbols * (months * (person == p.COURT_LADY) + floors * (person == p.MONK))
        return worth + (max(0, months - floors + 1) if together == 1 else 0)

    def score_month(self) -> None:
        """Decay and scoring (Y5.7, Y6)."""
        standing = [(floors if kinds else floors - 1, kinds) for floors, kinds in self.palaces]
        self.palaces = [palace for palace in standing if palace[0] > 0]
        self.points += len(self.palaces) + self.symbols(p.COURT_LADY) + self.dragons

    def score_end(self) -> None:
        """The end (Y7)."""
        money = self.yuan + p.GOODS_PRICE * (self.rice + self.fireworks)
        self.points += p.POINTS_A_PERSON * self.persons + self.monk_points() + money // p.YUAN_A_POINT

    def monk_points(self) -> int:
        monks = ((floors, kind) for floors, kinds in self.palaces for kind in kinds if p.TYPE_OF_KIND[kind] == p.MONK)
        return sum(floors * int(p.SYMBOLS[kind]) for floors, kind in monks)


@memo(maxsize=64)
def standing_still(r: Reading) -> tuple[tuple[int, int], ...]:
    """For each seat the points at the end and the persons it loses if nobody acted or hired any more.

    Who has to choose releases the person that would bring fewest points.
    """
    courts = [_Court(seat) for seat in r.seats]
    first, scored = coming_month(r), p.MONTHS - months_to_come(r)
    for month in range(max(r.month, 1), p.MONTHS + 1):
        months = p.MONTHS + 1 - month
        if month >= first and r.phase != p.FINAL_WALL_CHECK:
            _event(courts, r, r.events[month - 1], month, months)
            if month == p.SUPER_EVENT_MONTH:
                _super_event(courts, r, months)
        if month > scored:
            for court in courts:
                court.score_month()
    if r.great_wall:
        _wall_check(courts, len(r.wall), p.WALL_LENGTH, 0)
    for court in courts:
        court.score_end()
    return tuple((court.points, court.left) for court in courts)


def _event(courts: list[_Court], r: Reading, event: int, month: int, months: int) -> None:
    """A month's event (Y5.1 to Y5.6)."""
    if event == p.DRAGON_FESTIVAL:
        _festival(courts)
    fewest = min(court.symbols(p.WARRIOR) for court in courts)
    for court in courts:
        if event == p.IMPERIAL_TRIBUTE:
            paid = min(court.yuan, p.TRIBUTE)
            court.yuan -= paid
            court.release(p.TRIBUTE - paid, months)
        elif event == p.DROUGHT:
            inhabited = sum(1 for _floors, kinds in court.palaces if kinds)
            paid = min(court.rice, inhabited)
            court.rice -= paid
            court.release(inhabited - paid, months, one_a_palace=True)
        elif event == p.CONTAGION:
            court.release(max(0, p.CONTAGION_VICTIMS - court.symbols(p.HEALER)), months)
        elif event == p.MONGOL_INVASION:
            helmets = court.symbols(p.WARRIOR)
            court.points += helmets
            court.release(int(helmets == fewest), months)
    if event == p.MONGOL_INVASION and r.great_wall:
        _wall_check(courts, len(r.wall), month, months)


def _festival(courts: list[_Court]) -> None:
    """Dragon festival (Y5.4)."""
    ranked = sorted({court.fireworks for court in courts if court.fireworks}, reverse=True)[:2]
    for court in courts:
        if court.fireworks in ranked:
            court.points += p.FESTIVAL_FIRST if court.fireworks == ranked[0] else p.FESTIVAL_SECOND
            court.fireworks //= 2


def _wall_check(courts: list[_Court], length: int, asked: int, months: int) -> None:
    """A check of the wall as long as it is now (Y8.3, Y8.4)."""
    fewest = min(court.wall for court in courts)
    for court in courts:
        if length >= asked:
            court.points += court.wall
        elif court.wall == fewest:
            court.release(1, months)


def _super_event(courts: list[_Court], r: Reading, months: int) -> None:
    """The effect of the super event of month 7 by itself (Y9): choices of a seat are left out, but for losses of stock."""
    if r.super_event == p.SOLAR_ECLIPSE:
        _event(courts, r, r.events[p.SUPER_EVENT_MONTH - 1], p.SUPER_EVENT_MONTH, months)
    for court in courts:
        if r.super_event == p.LANTERN_FESTIVAL:
            court.points += p.POINTS_A_PERSON * court.persons
        elif r.super_event == p.BUDDHA:
            court.points += court.monk_points()
        elif r.super_event == p.ASSASSINATION_ATTEMPT:
            court.dragons = 0
        elif r.super_event == p.FLOOD:
            _flood(court)


def _flood(court: _Court) -> None:
    """Give back half of the stock (Y9.4): yuan first, which count least at the end."""
    half = (court.yuan + court.rice + court.fireworks) // 2
    for good in ("yuan", "fireworks", "rice"):
        given = min(half, getattr(court, good))
        setattr(court, good, getattr(court, good) - given)
        half -= given


# -- all play on -----------------------------------------------------------------------------------------------------------


def play_on(state: Any) -> tuple[int, ...]:
    """The mean points of each seat at the end of some games from here; always the same for the same state."""
    return _play_on(state.tobytes())


@memo(maxsize=256)
def _play_on(data: bytes) -> tuple[int, ...]:
    games = [_playout(np.frombuffer(bytearray(data), STATE)[0], seeded("outlook", game)) for game in range(PLAYOUTS)]
    return tuple(round(sum(points) / PLAYOUTS) for points in zip(*games, strict=True))


def _playout(state: Any, rng: Rng) -> list[int]:
    """Play to the end, each seat by the value right after its action with some noise; the points of each seat."""
    codes = np.zeros(max(MOST_ACTIONS, MOST_OUTCOMES), np.int32)
    while (seat := int(generic.actor(state))) != generic.OVER:
        if seat == generic.CHANCE:
            generic.play(state, int(generic.sample(state, rng)))
            continue
        number = int(generic.actions(state, codes))
        choices = codes[:number].tolist()
        noise = TEMPERATURE if state.step in (ACT, HIRE) else 0.0
        best = choices[0] if number == 1 else max((_tried(state, code, seat, noise, rng), code) for code in choices)[1]
        generic.play(state, best)
    return [int(points) for points in state.points[: int(state.players)]]


def _tried(state: Any, code: int, seat: int, noise: float, rng: Rng) -> float:
    """The value after an action, with noise of the Gumbel distribution: the largest such sum is a choice by softmax."""
    after = state.copy()
    generic.play(after, code)
    uniform = (next_word(rng) + 0.5) / 2**32
    return float(value(after, seat)) - noise * math.log(-math.log(uniform))
