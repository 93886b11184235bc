"""The badges (``core/verbs/badges.py``): wins by a path of one's own."""

from __future__ import annotations

from dataclasses import dataclass, field

from hanlin.core.jit.events import Event
from hanlin.core.verbs.badges import Badge, CommonDeeds, by_far, deeds_of_seats, from_behind, note_behind
from hanlin.core.verbs.book import Played
from hanlin.games.china import pieces as p

VERSION = 1
"""Raised when badges change, so that older games are looked through again."""


@dataclass
class Deeds(CommonDeeds):
    """The deeds of a seat in a game. ``behind`` is noted before the final scoring."""

    regions: set[int] = field(default_factory=set)
    """Regions whose palaces brought points."""
    leads: set[int] = field(default_factory=set)
    """Regions with the most palaces, alone or shared."""
    emissaries: int = 0
    alliances: int = 0
    longest: int = 0
    """Palaces in the longest row that scored."""
    road_points: int = 0
    jokers: int = 0
    """Pieces paid with two cards of another colour."""
    singles: int = 0
    """Turns with one piece only."""


BADGES = (
    Badge("many-regions", "palace", lambda deeds: len(deeds.regions), least=7),
    Badge("many-leads", "crown", lambda deeds: len(deeds.leads), least=5),
    Badge("few-leads", "palace", lambda deeds: len(deeds.leads), most=1),
    Badge("alliances", "china-alliance", lambda deeds: deeds.alliances, least=7),
    Badge("no-alliance", "china-alliance", lambda deeds: deeds.alliances, most=0),
    Badge("no-emissary", "emissary", lambda deeds: deeds.emissaries, most=0),
    Badge("long-road", "china-road", lambda deeds: deeds.longest, least=7),
    Badge("no-road", "china-road", lambda deeds: deeds.road_points, most=0),
    Badge("few-jokers", "china-discards", lambda deeds: deeds.jokers, most=3),
    Badge("few-singles", "china-row", lambda deeds: deeds.singles, most=2),
    from_behind(14),
    by_far(14),
)


def deeds_of(played: Played) -> list[Deeds]:
    """The deeds of each seat."""
    found = deeds_of_seats(Deeds, played)
    points = [0] * played.players
    placed = 0
    for ply in played.plies:
        for event in ply.events:
            if event.what == p.GAME_OVER:
                note_behind(found, points)
            elif event.what in (p.PALACE_POINTS, p.ALLIANCE_POINTS, p.ROAD_POINTS):
                points[event.seat] += event.a
            elif event.what == p.PLACED:
                placed += 1
            elif event.what == p.TURN_OVER:
                found[event.seat].singles += placed == 1
                placed = 0
            if event.seat >= 0:
                _note(found[event.seat], event)
    return found


def _note(deeds: Deeds, event: Event) -> None:
    if event.what == p.STANDS and event.c == 1:
        deeds.leads.add(event.a)
    elif event.what == p.PALACE_POINTS:
        deeds.regions.add(event.b)
    elif event.what == p.PLACED:
        deeds.emissaries += event.a == p.EMISSARY
    elif event.what == p.ALLIANCE_POINTS:
        deeds.alliances += 1
    elif event.what == p.ROAD_POINTS:
        deeds.longest = max(deeds.longest, event.b)
        deeds.road_points += event.a
    elif event.what == p.PAID:
        deeds.jokers += event.b == 2
