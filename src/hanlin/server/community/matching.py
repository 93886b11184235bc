"""Matching of people who look for the same game, by rating. Pure functions: no database, no clock."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

WINDOW, GROWTH = 3.0, 0.5
"""The difference of ratings (openskill ordinals) that is accepted at first, and what each second of waiting adds to it."""
PATIENCE = 60.0
"""Seconds after which computer players sit down, where one allows them."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A person who looks for a game. ``fill``: computer players may take the seats that stay free."""

    owner: str
    rating: float
    since: float
    fill: bool = False


@dataclass(frozen=True, slots=True)
class Match:
    """A game that was found: its people, who waited longest first, and the number of computer players."""

    owners: tuple[str, ...]
    computers: int = 0


def window(waited: float) -> float:
    """The difference of ratings that somebody accepts after so many seconds."""
    return WINDOW + GROWTH * max(0.0, waited)


def matches(
    waiting: Sequence[Waiting], players: int, now: float, apart: Collection[frozenset[str]] = frozenset()
) -> list[Match]:
    """The games that can begin now among people who look for the same one.

    Whoever waited longest chooses first, the nearest ratings before others; each two of a game accept the difference of
    their ratings. ``apart``: pairs who never meet.
    """
    left = sorted(waiting, key=lambda one: (one.since, one.owner))
    found = []
    for first in list(left):
        if first not in left:
            continue
        people = _company(first, left, players, now, apart)
        if len(people) < players and first.fill and now - first.since >= PATIENCE:
            people = _company(first, [one for one in left if one.fill], players, now, apart)
        elif len(people) < players:
            continue
        found.append(Match(tuple(one.owner for one in people), players - len(people)))
        left = [one for one in left if one not in people]
    return found


def _company(
    first: Waiting, among: Sequence[Waiting], players: int, now: float, apart: Collection[frozenset[str]]
) -> list[Waiting]:
    """Somebody and those nearest to them who may play together, as many as there are seats."""
    people = [first]
    for one in sorted(among, key=lambda one: (abs(one.rating - first.rating), one.since, one.owner)):
        if len(people) == players:
            break
        if one is not first and all(_may_meet(one, other, now, apart) for other in people):
            people.append(one)
    return sorted(people, key=lambda one: (one.since, one.owner))


def _may_meet(one: Waiting, other: Waiting, now: float, apart: Collection[frozenset[str]]) -> bool:
    if one.owner == other.owner or frozenset((one.owner, other.owner)) in apart:
        return False
    return abs(one.rating - other.rating) <= window(now - max(one.since, other.since))
