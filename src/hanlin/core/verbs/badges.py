"""Badges of a game: what a winner can be proud of, as data with a rule on the record of the game.

A game that has badges offers a module ``badges`` with ``BADGES``, ``VERSION`` and ``deeds_of(played)``, and in its words
``badge(badge)`` (``protocols.py``). A badge compares one figure of what a seat did with a limit, so that its words can name the
limit. Badges are for winners: a feat in a lost game is none.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hanlin.core.verbs.book import Played


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


def margin_of(played: Played, seat: int) -> int:
    """The points of a seat above the best other seat; 0 for a game alone."""
    others = [points for other, points in enumerate(played.points) if other != seat]
    return played.points[seat] - max(others) if others else 0
