"""The badges (``core/verbs/badges.py``): wins by a path of one's own."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from hanlin.core.jit.events import Event
from hanlin.core.verbs.badges import Badge, CommonDeeds, by_far, deeds_of_seats, from_behind, note_behind
from hanlin.core.verbs.book import Played
from hanlin.games.year_of_the_dragon import pieces as p

VERSION = 1
"""Raised when badges change, so that older games are looked through again."""
HALF = 7
"""The month that begins the second half of the year."""


@dataclass
class Deeds(CommonDeeds):
    """The deeds of a seat in a game. ``behind`` is noted when the second half of the year begins."""

    left: int = 0
    """Persons that had to leave; one replaced by another does not count."""
    acts: Counter[int] = field(default_factory=Counter)
    """Actions by card."""
    dragons: int = 0
    """Dragons on privileges."""
    scored: Counter[int] = field(default_factory=Counter)
    """Points by reason."""
    towers: int = 0
    """Third floors built."""

    def points(self, *reasons: int) -> int:
        """Points for some reasons."""
        return sum(self.scored[reason] for reason in reasons)


BADGES = (
    Badge("few-court-ladies", "fan", lambda deeds: deeds.points(p.FOR_COURT_LADIES), most=2),
    Badge("nobody-left", "person", lambda deeds: deeds.left, most=0),
    Badge("no-privilege", "privilege", lambda deeds: deeds.dragons, most=0),
    Badge("dragons", "privilege-large", lambda deeds: deeds.dragons, least=3),
    Badge("no-taxes", "coin", lambda deeds: deeds.acts[p.TAXES], most=0),
    Badge("few-builds", "hammer", lambda deeds: deeds.acts[p.BUILD], most=1),
    Badge("towers", "palace", lambda deeds: deeds.towers, least=2),
    Badge("monks", "buddha", lambda deeds: deeds.points(p.FOR_MONKS_AT_END), least=8),
    Badge("scholars", "book", lambda deeds: deeds.points(p.FOR_RESEARCH), least=9),
    Badge("mongols", "helmet", lambda deeds: deeds.points(p.FOR_MONGOLS), least=8),
    from_behind(6),
    by_far(20),
)


def deeds_of(played: Played) -> list[Deeds]:
    """The deeds of each seat."""
    found = deeds_of_seats(Deeds, played)
    points = [0] * played.players
    for ply in played.plies:
        for event in ply.events:
            if event.what == p.LOG_MONTH and event.a == HALF:
                note_behind(found, points)
            elif event.what == p.LOG_SCORES:
                points[event.seat] += event.a
            if event.seat >= 0:
                _note(found[event.seat], event)
    return found


def _note(deeds: Deeds, event: Event) -> None:
    if event.what == p.LOG_RELEASES:
        deeds.left += event.c != p.FOR_REPLACING
    elif event.what == p.LOG_ACTS:
        deeds.acts[int(p.CARD_OF_DEED[event.b])] += 1
    elif event.what == p.LOG_BUYS:
        deeds.dragons += event.a
    elif event.what == p.LOG_SCORES:
        deeds.scored[event.b] += event.a
    elif event.what == p.LOG_BUILDS:
        deeds.towers += event.b == p.MOST_FLOORS
