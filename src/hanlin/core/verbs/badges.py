"""Badges of a game: what a winner can be proud of, as data with a rule on the record of the game.

A game that has badges offers a module ``badges`` with ``BADGES``, ``VERSION`` and ``deeds_of(played)``, and in its words
``badge(badge)`` (``protocols.py``). A badge compares one figure of what a seat did with a limit, so that its words can name the
limit. Badges are for winners: a feat in a lost game is none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from hanlin.core.verbs.book import Played


@dataclass
class CommonDeeds:
    """The part of a seat's deeds that all games count. Deeds of a game inherit from it."""

    behind: int = 0
    """Points behind the leader late in the game."""
    margin: int = 0
    """Points above the best other seat at the end; negative for those who lose, 0 for a game alone."""


D = TypeVar("D", bound=CommonDeeds)


@dataclass(frozen=True)
class Badge:
    """A badge: the winner's ``figure`` is at ``least`` or at ``most`` so large."""

    id: str
    icon: str
    """The name of a symbol of the game's drawing."""
    figure: Callable[[Any], int]
    """Reads the figure from a seat's deeds."""
    least: int | None = None
    most: int | None = None

    @property
    def limit(self) -> int:
        """The number that its words name."""
        return self.least if self.least is not None else self.most or 0

    def is_earned(self, deeds: Any) -> bool:
        """True if the deeds of a winner are within the limits."""
        found = self.figure(deeds)
        return (self.least is None or found >= self.least) and (self.most is None or found <= self.most)


def earned(module: Any, played: Played) -> list[tuple[int, str]]:
    """The badges that a finished game brings: seat and id of each, by seat, in the order of the game's badges."""
    deeds = module.deeds_of(played)
    winners = [seat for seat in range(played.players) if played.shares[seat] > 0]
    return [(seat, badge.id) for seat in winners for badge in module.BADGES if badge.is_earned(deeds[seat])]


def from_behind(least: int) -> Badge:
    """A badge for a win from so many points behind."""
    return Badge("from-behind", "points", lambda deeds: deeds.behind, least=least)


def by_far(least: int) -> Badge:
    """A badge for a win by so many points."""
    return Badge("by-far", "points", lambda deeds: deeds.margin, least=least)


def deeds_of_seats(kind: type[D], played: Played) -> list[D]:
    """New deeds of each seat, with the margin of the final result."""
    return [kind(margin=_margin_of(played, seat)) for seat in range(played.players)]


def note_behind(found: Sequence[CommonDeeds], points: Sequence[int]) -> None:
    """Note how far each seat is behind, given the points of all at that moment."""
    for deeds, mine in zip(found, points, strict=True):
        deeds.behind = max(points) - mine


def _margin_of(played: Played, seat: int) -> int:
    """The points of a seat above the best other seat; 0 for a game alone."""
    others = [points for other, points in enumerate(played.points) if other != seat]
    return played.points[seat] - max(others) if others else 0
