"""The book of a game: figures from many finished games, measured by the game and shown with intervals.

A game that has a book offers a module ``book`` (``protocols.Book``) and, in its words, ``book_topics()`` and the words for the
keys of sources, stages, decisions and choices. Plain numbers only. Values of one game depend on each other, so an interval is
made of the sums of whole games (a ratio estimate), not of single values.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import NormalDist
from typing import Any, NamedTuple

from hanlin.core.jit.events import Event
from hanlin.core.lib.intervals import Z, student

FEWEST = 100
"""A figure from fewer games is not shown."""
WON, REST = "won", "rest"
"""The series of figures that compare winners with all others."""
CHOSEN, DRAWN = "chosen", "drawn"
"""The series of figures by how the opening decisions were made: by the players, or at random."""
EXPLORED = "explored"
"""The topic of the explorer: keys are a decision and a choice; the series CHOSEN has how often it is chosen where it can be."""
SEAT, POINTS, STAGES, ALL = "seat", "points", "stages", "all"
"""Topics that every game has: win share by seat, points by source and by stage; the key of all points."""


class Ply(NamedTuple):
    """One action of a finished game, with the events that it caused."""

    actor: int
    text: str
    events: Sequence[Event]


class Decision(NamedTuple):
    """A decision of an opening, described so that equal and symmetric ones have equal keys."""

    keys: tuple[str, ...]
    """Descriptions of the position, the narrowest first."""
    choice: Callable[[str], str]
    """The choice that an action makes; empty for an action that the explorer leaves out."""


class Decided(NamedTuple):
    """A decision of an opening as it was made: by whom, what was offered, what was chosen."""

    seat: int
    keys: tuple[str, ...]
    is_drawable: bool
    """True if such a decision is drawn at random in some games (``is_opening`` of the game's book)."""
    is_drawn: bool
    """True if it was drawn at random here."""
    offered: frozenset[str]
    chosen: str


class Scored(NamedTuple):
    """Points of a seat from a source, in a stage of the game: a month, some rounds, the end."""

    seat: int
    source: str
    stage: str
    points: int


@dataclass(frozen=True)
class Played:
    """A finished game: its plies, and by seat the points and the share of the win (a win shared by n seats counts 1/n)."""

    players: int
    options: Mapping[str, Any]
    plies: Sequence[Ply]
    points: Sequence[int]
    shares: Sequence[float]
    opening: str = ""
    """CHOSEN or DRAWN; empty in a game whose openings are never drawn at random."""
    decided: Sequence[Decided] = ()
    """The decisions of the opening."""

    @property
    def drawn_opening(self) -> bool:
        """True if the opening decisions were drawn at random."""
        return self.opening == DRAWN

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
    """The values of one key. A game adds ``m`` values with the sum ``s``; the sums of these over all games."""

    n: int = 0
    """Values: the sum of m."""
    sum: float = 0.0
    """The sum of s."""
    squares: float = 0.0
    """The sum of s²."""
    games: int = 0
    """Games with a value at least."""
    cross: float = 0.0
    """The sum of s m."""
    counts: int = 0
    """The sum of m²."""

    def with_game(self, values: int, total: float) -> Figure:
        """The figure with the values of one more game: how many, and their sum."""
        return Figure(
            self.n + values,
            self.sum + total,
            self.squares + total * total,
            self.games + 1,
            self.cross + total * values,
            self.counts + values * values,
        )

    @property
    def mean(self) -> float:
        """The mean value."""
        return self.sum / self.n

    @property
    def margin(self) -> float:
        """Half the width of the 95 % interval of the mean; infinite for fewer than two games."""
        if self.games < 2:
            return math.inf
        rest = self.squares - 2 * self.mean * self.cross + self.mean**2 * self.counts
        return student(self.games - 1) * math.sqrt(max(0.0, rest) * self.games / (self.games - 1)) / self.n

    @property
    def is_shown(self) -> bool:
        """True if enough games stand behind it."""
        return self.games >= FEWEST

    def as_json(self) -> list[float]:
        """The numbers of a figure; the last three only where a game can have several values."""
        numbers = [self.n, round(self.sum, 3), round(self.squares, 3), self.games, round(self.cross, 3), self.counts]
        return numbers[:3] if self.n == self.games == self.counts else numbers


def read_figure(numbers: Sequence[float]) -> Figure:
    """The figure that ``Figure.as_json`` wrote."""
    n, total, squares = numbers[:3]
    games, cross, counts = numbers[3:] or (n, total, n)
    return Figure(int(n), total, squares, int(games), cross, int(counts))


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
        sums: dict[tuple[str, Key], tuple[int, float]] = {}
        for topic, key, value, series in measures:
            name = topic, (key, series)
            values, total = sums.get(name, (0, 0.0))
            sums[name] = values + 1, total + value
        for (topic, of_key), (values, total) in sums.items():
            of = self.topics.setdefault(topic, {})
            of[of_key] = of.get(of_key, Figure()).with_game(values, total)

    def get(self, topic: str, key: str, series: str = "") -> Figure:
        """A figure; an empty one where nothing was measured."""
        return self.topics.get(topic, {}).get((key, series), Figure())

    def shown(self, topic: str, series: str = "") -> dict[str, Figure]:
        """The figures of a topic's series that enough games stand behind, by key."""
        return {key: figure for (key, of), figure in self.topics.get(topic, {}).items() if of == series and figure.is_shown}

    def as_json(self) -> dict[str, Any]:
        """The figures that may be shown as JSON, the explorer's of choices that were made; ``from_json`` reads them again."""
        topics = {
            topic: {
                f"{key}|{series}" if series else key: figure.as_json()
                for (key, series), figure in sorted(of.items())
                if figure.is_shown and (topic != EXPLORED or of.get((key, ""), Figure()).is_shown)
            }
            for topic, of in sorted(self.topics.items())
        }
        shown = {topic: of for topic, of in topics.items() if of}
        return {"players": self.players, "options": self.options, "bots": self.bots, "games": self.games, "topics": shown}


def from_json(data: Mapping[str, Any]) -> Figures:
    """The figures that ``as_json`` wrote."""
    topics: dict[str, dict[Key, Figure]] = {}
    for topic, of in data["topics"].items():
        for name, numbers in of.items():
            key, _bar, series = name.partition("|")
            topics.setdefault(topic, {})[key, series] = read_figure(numbers)
    return Figures(data["players"], data["options"], data["bots"], data["games"], topics)


@dataclass(frozen=True)
class Book:
    """The book of a game: figures by number of players and options, of strong play (the first ones), and of other levels."""

    game: str
    figures: tuple[Figures, ...]

    @property
    def bots(self) -> str:
        """The players of most games."""
        return self.figures[0].bots

    def of(self, players: int, options: str = "", *, deeper: bool = False) -> Figures | None:
        """The figures for a number of players and options; ``deeper``: those of stronger play. None where there are none."""
        return self._found(players, options, lambda bots: "@" in bots if deeper else bots == self.bots)

    def level(self, players: int, bots: str) -> Figures | None:
        """The figures of a level's games; None where there are none."""
        return self._found(players, "", lambda each: each == bots)

    def variants(self, players: int) -> list[str]:
        """The options other than the usual ones for which there are figures."""
        return [each.options for each in self.figures if each.options and each.players == players and each.bots == self.bots]

    def _found(self, players: int, options: str, fits: Callable[[str], bool]) -> Figures | None:
        found = (each for each in self.figures if each.players == players and each.options == options and fits(each.bots))
        return next(found, None)


def common_measures(
    played: Played, scored: Iterable[Scored], sources: Sequence[str], stages: Sequence[str]
) -> Iterator[Measure]:
    """The measures that every book has: win share by seat, points by source and stage, and the decisions of openings."""
    by_source: dict[tuple[int, str], int] = {}
    by_stage: dict[tuple[int, str], int] = {}
    for seat, source, stage, points in scored:
        by_source[seat, source] = by_source.get((seat, source), 0) + points
        by_stage[seat, stage] = by_stage.get((seat, stage), 0) + points
    for seat in range(played.players):
        series = played.series(seat)
        yield Measure(SEAT, str(seat), played.shares[seat], played.opening)
        yield Measure(POINTS, ALL, played.points[seat], series)
        for source in sources:
            yield Measure(POINTS, source, by_source.get((seat, source), 0), series)
        for stage in stages:
            yield Measure(STAGES, stage, by_stage.get((seat, stage), 0), series)
    yield from _explored(played)


def _explored(played: Played) -> Iterator[Measure]:
    """The share of the win of each choice of an opening, and how often it is chosen where it can be.

    Where openings are drawn at random, only random choices count for the one, and only the players' own for the other.
    """
    for each in played.decided:
        for key in each.keys:
            if each.is_drawn or not each.is_drawable:
                yield Measure(EXPLORED, f"{key} > {each.chosen}", played.shares[each.seat])
            if not each.is_drawn:
                for choice in each.offered:
                    yield Measure(EXPLORED, f"{key} > {choice}", choice == each.chosen, CHOSEN)


class Explored(NamedTuple):
    """The book's figures on a choice: its share of the win, how often strong players choose it where they can."""

    choice: str
    won: Figure
    chosen: Figure | None


def explored(figures: Figures, decision: Decision, legal: Iterable[str]) -> tuple[str, list[Explored]]:
    """The figures for the legal choices of a decision, by the narrowest description that has any, the most chosen first;
    that description."""
    choices = {choice: None for action in legal if (choice := decision.choice(action))}
    for key in decision.keys:
        found = []
        for choice in choices:
            name = f"{key} > {choice}"
            won, chosen = figures.get(EXPLORED, name), figures.get(EXPLORED, name, CHOSEN)
            if won.is_shown:
                found.append(Explored(choice, won, chosen if chosen.is_shown else None))
        if found:
            return key, sorted(found, key=_most_chosen)
    return "", []


def _most_chosen(each: Explored) -> tuple[float, float, str]:
    return (-each.chosen.mean if each.chosen else 0, -each.won.mean, each.choice)


class Claim(NamedTuple):
    """A difference that a finding rests on: the figure ``high`` is above ``low``, or above a number."""

    topic: str
    high: Key
    low: Key | float

    def gap(self, figures: Figures) -> tuple[float, float] | None:
        """The difference and half the width of its 95 % interval; None where too few games stand behind it."""
        high = figures.get(self.topic, *self.high)
        if not high.is_shown:
            return None
        if isinstance(self.low, float):
            return high.mean - self.low, high.margin
        low = figures.get(self.topic, *self.low)
        return (high.mean - low.mean, math.hypot(high.margin, low.margin)) if low.is_shown else None

    def holds(self, figures: Figures) -> bool | None:
        """True or False where the difference, or its opposite, is larger than its uncertainty; None otherwise."""
        gap = self.gap(figures)
        return None if gap is None or abs(gap[0]) <= gap[1] else gap[0] > 0


class Finding(NamedTuple):
    """The conclusion for play from a topic, in a sentence, and the difference behind it."""

    text: str
    claim: Claim | None = None


def nothing_follows(_figures: Figures) -> Finding | None:
    """No finding."""
    return None


class Topic(NamedTuple):
    """A plot of the book: which figures it shows, and the words around them. Texts are in the current language."""

    id: str
    title: str
    about: str
    """The measured quantity, in a sentence."""
    label: Callable[[str], str]
    """The words for a key."""
    is_share: bool = True
    """True for shares, shown in percent; False for numbers."""
    series: tuple[tuple[str, str], ...] = (("", ""),)
    """The series beside one another, each with its words."""
    order: tuple[str, ...] = ()
    """Keys in the order of the plot; all others follow, the largest mean first."""
    most: int = 16
    """Rows at most; with ``group``, in each group."""
    follows: Callable[[Figures], Finding | None] = nothing_follows
    """The conclusions for play; only those larger than their uncertainty."""
    is_even: bool = True
    """True for shares of the win, with which those of equal players are compared."""
    group: Callable[[str], str] | None = None
    """The words for the group of a key, where rows are grouped."""
    advice: Callable[[Figures], Finding | None] = nothing_follows
    """The statement that figures contradict advice of the printed rules, where they do."""
    least: int = 0
    """The number of keys that have to be known: where few are, the best ones may be among the rest, so nothing is shown."""


class Row(NamedTuple):
    """A row of a plot: the words for a key and its group, and by series its words and figure."""

    label: str
    group: str
    figures: list[tuple[str, Figure]]


def rows(topic: Topic, figures: Figures, most: int | None = None) -> Iterator[Row]:
    """The rows of a plot: only what enough games stand behind. ``most``: instead of the topic's."""
    limit = topic.most if most is None else most
    by_series = {series: figures.shown(topic.id, series) for series, _words in topic.series}
    keys = {key for found in by_series.values() for key, figure in found.items()}
    if len(keys) < topic.least:
        return
    keys = {key for key in keys if any(found[key].sum for found in by_series.values() if key in found)}
    first = [key for key in topic.order if key in keys]
    best = {key: max(found[key].mean for found in by_series.values() if key in found) for key in keys}
    rest = sorted(keys - set(first), key=lambda key: (-best[key], key))
    groups: dict[str, list[str]] = {}
    for key in [*first, *rest]:
        groups.setdefault(topic.group(key) if topic.group else "", []).append(key)
    for group, members in sorted(groups.items()):
        for key in members[:limit]:
            shown = [(words, by_series[series][key]) for series, words in topic.series if key in by_series[series]]
            yield Row(topic.label(key), group, shown)


def findings(topics: Iterable[Topic], figures: Figures) -> list[tuple[Topic, Finding]]:
    """The conclusions for play from the figures, and their contradictions of the printed rules, by topic."""
    known = [topic for topic in topics if next(rows(topic, figures), None)]
    found = ((topic, finding(figures)) for topic in known for finding in (topic.follows, topic.advice))
    return [(topic, finding) for topic, finding in found if finding is not None]


class Gap(NamedTuple):
    """A key whose means in two series differ: the higher and the lower mean, and the claim that they do."""

    key: str
    high: float
    low: float
    claim: Claim


WORTH_SAYING = 0.08
"""The part of a mean by which another one has to differ: many games make differences certain that nobody notices."""


def lead(figures: Figures, topic: str, key: str, first: str = WON, second: str = REST) -> Lead | None:
    """The difference of the means of a key in two series; None where too few games stand behind it."""
    ahead, behind = figures.get(topic, key, first), figures.get(topic, key, second)
    if not (ahead.is_shown and behind.is_shown):
        return None
    return Lead(ahead.mean, behind.mean, math.hypot(ahead.margin, behind.margin))


class Lead(NamedTuple):
    """Two means, and the half width of the interval of their difference."""

    more: float
    less: float
    margin: float

    @property
    def gap(self) -> float:
        """The first mean minus the second."""
        return self.more - self.less


def widest_gap(figures: Figures, topic: str, first: str, second: str, leave_out: Sequence[str] = ()) -> Gap | None:
    """The key by which the first series is farthest above the second; None where no gap is larger than its uncertainty
    and large enough to be worth saying."""
    ahead, behind = figures.shown(topic, first), figures.shown(topic, second)
    keys = ahead.keys() & behind.keys() - set(leave_out)
    gaps = [
        Gap(key, ahead[key].mean, behind[key].mean, Claim(topic, (key, first), (key, second)))
        for key in keys
        if ahead[key].mean - behind[key].mean
        > max(
            wider(len(keys)) * math.hypot(ahead[key].margin, behind[key].margin),
            WORTH_SAYING * max(abs(ahead[key].mean), abs(behind[key].mean)),
        )
    ]
    return max(gaps, key=lambda gap: (gap.high - gap.low, gap.key), default=None)


class Extremes(NamedTuple):
    """The keys with the highest and the lowest mean, and the claim that these differ."""

    best: str
    high: float
    worst: str
    low: float
    claim: Claim


def extremes(figures: Figures, topic: str, series: str = "", leave_out: Sequence[str] = ()) -> Extremes | None:
    """The best and the worst key of a topic; None where they may differ by chance, since one looked for the largest gap."""
    shown = {key: figure for key, figure in figures.shown(topic, series).items() if key not in leave_out}
    if len(shown) < 2:
        return None
    ranked = sorted(shown, key=lambda key: (shown[key].mean, key))
    low, high = shown[ranked[0]], shown[ranked[-1]]
    comparisons = len(shown) * (len(shown) - 1) // 2
    if high.mean - low.mean <= wider(comparisons) * math.hypot(high.margin, low.margin):
        return None
    claim = Claim(topic, (ranked[-1], series), (ranked[0], series))
    return Extremes(ranked[-1], high.mean, ranked[0], low.mean, claim)


def trend(figures: Figures, topic: str) -> Extremes | None:
    """The extremes of a topic whose keys are numbers; None where they may be chance.

    Neighbouring numbers say nothing, nor do extremes whose intervals overlap or that go against all the other numbers.
    """
    found, shown = extremes(figures, topic), figures.shown(topic)
    if found is None or abs(int(found.best) - int(found.worst)) < 2:
        return None
    if shown[found.best].mean - shown[found.best].margin <= shown[found.worst].mean + shown[found.worst].margin:
        return None
    weights = {key: 1 / max(figure.margin, 1e-9) ** 2 for key, figure in shown.items()}
    middle = sum(weights[key] * int(key) for key in shown) / sum(weights.values())
    slope = sum(weights[key] * (int(key) - middle) * figure.mean for key, figure in shown.items())
    return found if slope * (int(found.best) - int(found.worst)) > 0 else None


def wider(comparisons: int) -> float:
    """The factor by which intervals are wider where the largest of so many differences was picked (Bonferroni)."""
    return NormalDist().inv_cdf(1 - 0.025 / max(1, comparisons)) / Z
