"""The book of a game: figures from many finished games, measured by the game and shown with intervals.

A game that has a book offers a module ``book`` with ``measure(played)`` and, in its words, ``book_topics()`` and
``book_findings(book)`` (``protocols.py``). Plain numbers only: a figure is the count, the sum and the sum of squares of values.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from hanlin.core.jit.events import Event

FEWEST = 100
"""A figure from fewer games is not shown."""
WON, REST = "won", "rest"
"""The series of figures that compare winners with all others."""


class Ply(NamedTuple):
    """One action of a finished game, with the events that it caused."""

    actor: int
    text: str
    events: Sequence[Event]


@dataclass(frozen=True)
class Played:
    """A finished game: its plies, and by seat the points and the share of the win (a win shared by n seats counts 1/n)."""

    players: int
    options: Mapping[str, Any]
    plies: Sequence[Ply]
    points: Sequence[int]
    shares: Sequence[float]
    drawn_opening: bool = False
    """True if the opening decisions were drawn at random."""

    def series(self, seat: int) -> str:
        """The series of a seat where winners are compared with the rest."""
        return WON if self.shares[seat] > 0 else REST


class Measure(NamedTuple):
    """A value that a finished game adds to the figure of a key. ``series`` tells apart figures shown beside one another."""

    topic: str
    key: str
    value: float
    series: str = ""


class Figure(NamedTuple):
    """The values of one key: how many, their sum and the sum of their squares."""

    n: int = 0
    sum: float = 0.0
    squares: float = 0.0

    def with_value(self, value: float) -> Figure:
        """The figure with one more value."""
        return Figure(self.n + 1, self.sum + value, self.squares + value * value)

    @property
    def mean(self) -> float:
        """The mean value."""
        return self.sum / self.n

    @property
    def margin(self) -> float:
        """Half the width of the 95 % interval of the mean; infinite for fewer than two values."""
        if self.n < 2:
            return math.inf
        variance = max(0.0, self.squares - self.sum * self.sum / self.n) / (self.n - 1)
        return 1.96 * math.sqrt(variance / self.n)

    @property
    def is_shown(self) -> bool:
        """True if enough games stand behind it."""
        return self.n >= FEWEST


Key = tuple[str, str]
"""A key and a series."""


@dataclass
class Figures:
    """All figures of a number of players, by topic and then by key and series."""

    players: int
    options: str = ""
    bots: str = "strong"
    games: int = 0
    topics: dict[str, dict[Key, Figure]] = field(default_factory=dict)

    def add(self, measures: Iterable[Measure]) -> None:
        """Add the values of one more game."""
        self.games += 1
        for topic, key, value, series in measures:
            of = self.topics.setdefault(topic, {})
            of[key, series] = of.get((key, series), Figure()).with_value(value)

    def get(self, topic: str, key: str, series: str = "") -> Figure:
        """A figure; an empty one where nothing was measured."""
        return self.topics.get(topic, {}).get((key, series), Figure())

    def shown(self, topic: str, series: str = "") -> dict[str, Figure]:
        """The figures of a topic's series that enough games stand behind, by key."""
        return {key: figure for (key, of), figure in self.topics.get(topic, {}).items() if of == series and figure.is_shown}

    def as_json(self) -> dict[str, Any]:
        """The figures as JSON; ``from_json`` reads them again."""
        topics = {
            topic: {
                f"{key}|{series}" if series else key: [f.n, round(f.sum, 3), round(f.squares, 3)]
                for (key, series), f in of.items()
            }
            for topic, of in sorted(self.topics.items())
        }
        return {"players": self.players, "options": self.options, "bots": self.bots, "games": self.games, "topics": topics}


def from_json(data: Mapping[str, Any]) -> Figures:
    """The figures that ``as_json`` wrote."""
    topics: dict[str, dict[Key, Figure]] = {}
    for topic, of in data["topics"].items():
        for name, numbers in of.items():
            key, _bar, series = name.partition("|")
            topics.setdefault(topic, {})[key, series] = Figure(*numbers)
    return Figures(data["players"], data["options"], data["bots"], data["games"], topics)


@dataclass(frozen=True)
class Book:
    """The book of a game: figures by number of players, by ``strong`` and by stronger play."""

    game: str
    figures: tuple[Figures, ...]

    def of(self, players: int, options: str = "", *, deeper: bool = False) -> Figures | None:
        """The figures for a number of players and options; ``deeper``: those of stronger play. None where there are none."""
        for each in self.figures:
            if each.players == players and each.options == options and ("@" in each.bots) == deeper:
                return each
        return None


class Topic(NamedTuple):
    """A plot of the book: which figures it shows, and the words around them. Texts are in the current language."""

    id: str
    title: str
    about: str
    """What is measured, in a sentence."""
    label: Callable[[str], str]
    """The words for a key."""
    is_share: bool = True
    """True for shares of the win, shown in percent beside an equal player's; False for numbers."""
    series: tuple[tuple[str, str], ...] = (("", ""),)
    """The series beside one another, each with its words."""
    order: tuple[str, ...] = ()
    """Keys in the order of the plot; all others follow, the largest mean first."""
    most: int = 16
    """Rows at most."""


def rows(topic: Topic, figures: Figures) -> Iterator[tuple[str, list[tuple[str, Figure]]]]:
    """The rows of a plot: the words for a key, and by series its words and figure. Only what enough games stand behind."""
    by_series = {series: figures.shown(topic.id, series) for series, _words in topic.series}
    keys = {key for found in by_series.values() for key in found}
    first = [key for key in topic.order if key in keys]
    best = {key: max(found[key].mean for found in by_series.values() if key in found) for key in keys}
    rest = sorted(keys - set(first), key=lambda key: (-best[key], key))
    for key in [*first, *rest][: topic.most]:
        shown = [(words, by_series[series][key]) for series, words in topic.series if key in by_series[series]]
        yield topic.label(key), shown


class Gap(NamedTuple):
    """A key whose means in two series differ: the higher and the lower mean."""

    key: str
    high: float
    low: float


def widest_gap(figures: Figures, topic: str, first: str, second: str, leave_out: Sequence[str] = ()) -> Gap | None:
    """The key by which the first series is farthest above the second; None where no gap is larger than its uncertainty."""
    ahead, behind = figures.shown(topic, first), figures.shown(topic, second)
    gaps = [
        Gap(key, ahead[key].mean, behind[key].mean)
        for key in ahead.keys() & behind.keys() - set(leave_out)
        if ahead[key].mean - behind[key].mean > ahead[key].margin + behind[key].margin
    ]
    return max(gaps, key=lambda gap: (gap.high - gap.low, gap.key), default=None)
