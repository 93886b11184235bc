"""The badges (``core/verbs/badges.py``): wins by a path of one's own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hanlin.core.verbs.badges import Badge, CommonDeeds, by_far, deeds_of_seats, from_behind, note_behind
from hanlin.core.verbs.book import Played
from hanlin.games.forbidden_city import pieces as p
from hanlin.games.forbidden_city.book import Closed, closed_by

VERSION = 1
"""Raised when badges change, so that older games are looked through again."""


@dataclass
class Deeds(CommonDeeds):
    """The deeds of a seat in a game. ``behind`` is noted halfway."""

    closed: int = 0
    of_others: int = 0
    """Rooms closed that another seat led."""
    leads: int = 0
    """Rooms led alone."""
    shared: int = 0
    largest: int = 0
    """Coins for one room."""
    seconds: int = 0
    """Rooms with the second place."""
    second: int = 0
    """Coins for second places."""
    dragons: int = 0
    """Dragons in the rooms that this seat led alone."""
    gates: int = 0
    """The most rooms behind the archways of one that this seat led."""
    at_once: int = 0
    """Rooms closed with one tile that all paid this seat, at most."""
    closed_for_me: int = 0
    """Rooms that this seat led alone and others closed."""


BADGES = (
    Badge("closed-for-others", "fc-soon", lambda deeds: deeds.of_others, least=3),
    Badge("closed-for-me", "fc-open", lambda deeds: deeds.closed_for_me, least=2),
    Badge("few-leads", "crown", lambda deeds: deeds.leads, most=3),
    Badge("all-led", "crown", lambda deeds: deeds.shared + deeds.seconds, most=0),
    Badge("largest", "fc-seal", lambda deeds: deeds.largest, least=36),
    Badge("second", "coin", lambda deeds: deeds.second, least=28),
    Badge("dragons", "dragon", lambda deeds: deeds.dragons, least=4),
    Badge("gates", "fc-gate", lambda deeds: deeds.gates, least=7),
    Badge("at-once", "fc-halves", lambda deeds: deeds.at_once, least=3),
    Badge("few-closed", "fc-walled", lambda deeds: deeds.closed, most=3),
    from_behind(20),
    by_far(30),
)


def deeds_of(played: Played) -> list[Deeds]:
    """The deeds of each seat."""
    found = deeds_of_seats(Deeds, played)
    coins = [0] * played.players
    tiles = sum(event.what == p.PLACED for ply in played.plies for event in ply.events)
    placed = 0
    for ply in played.plies:
        for event in ply.events:
            if event.what == p.PLACED:
                placed += 1
                if placed == tiles // 2:
                    note_behind(found, coins)
            elif event.what == p.ROOM_PAID:
                coins[event.seat] += event.a
                _note_paid(found[event.seat], event.a, event.c)
        _note_rooms(found, list(closed_by(ply)))
    return found


def _note_paid(deeds: Deeds, coins: int, why: int) -> None:
    deeds.largest = max(deeds.largest, coins)
    if why == p.SECOND:
        deeds.second += coins
        deeds.seconds += 1
    deeds.shared += why == p.SHARED_MOST


def _note_rooms(found: Sequence[Deeds], rooms: Sequence[Closed]) -> None:
    """Note the rooms that one tile closed."""
    for room in rooms:
        closer = found[room.closer]
        closer.closed += 1
        closer.of_others += room.paid.get(room.closer, 0) < max(room.paid.values(), default=0)
        for seat, deeds in enumerate(found):
            others = max((coins for other, coins in room.paid.items() if other != seat), default=0)
            if room.paid.get(seat, 0) > others:
                deeds.leads += 1
                deeds.closed_for_me += seat != room.closer
                deeds.dragons += room.dragons
                deeds.gates = max(deeds.gates, room.neighbours)
    if rooms:
        seat = rooms[0].closer
        found[seat].at_once = max(found[seat].at_once, sum(seat in room.paid for room in rooms))
