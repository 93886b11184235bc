"""The book of a game as a page: plots of dots with their intervals, a table behind each, and what follows for play.

A plot is rows of HTML with a small SVG each, whose places are percentages: so it fits any width without a script, and
texts keep their size. No web framework here.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from babel.numbers import format_decimal
from markupsafe import Markup

from hanlin.core.i18n.language import _, current_language, ngettext
from hanlin.core.verbs.book import Book, Figure, Figures, Finding, Row, Topic, rows
from hanlin.core.verbs.rulebook import Rulebook
from hanlin.drawing.svg import number

HEIGHT = 20
"""Of a row's drawing, in pixels."""
MIDDLE = HEIGHT / 2
MARGIN = 3.0
"""Percent of the width left free at both ends of a scale."""
TICKS = 4
"""Marks of a scale, about."""
ALL_ROWS = 1000


class Mark(NamedTuple):
    """One figure of a row: its series by number and in words, its value with the interval, its number of games, its drawing."""

    series: int
    words: str
    value: str
    games: str
    values: str
    """The number of values, where a game can have several."""
    drawing: Markup
    deeper: str
    """The same value in stronger play; empty where that is not known."""


class ShownRow(NamedTuple):
    """The marks of one key; ``group``: the heading above it, if it is the first of a group."""

    label: str
    group: str
    marks: list[Mark]


class Plot(NamedTuple):
    """A topic with its rows, its axis, the words of its series, and what follows from it."""

    id: str
    title: str
    about: str
    rows: list[ShownRow]
    table: list[ShownRow]
    """All rows, also those that the plot leaves out."""
    axis: Markup
    legend: list[tuple[int, str]]
    even: str
    """The share of equal players, where the plot marks it."""
    finding: str
    against: str
    """The statement that figures contradict advice of the printed rules, where they do."""
    stays: str
    """A sentence on the finding in stronger play, where it stays true or not; empty where that is not known."""
    has_deeper: bool


class Chapter(NamedTuple):
    """The book of a game for a number of players and options."""

    players: int
    options: str
    variants: list[tuple[str, str]]
    """Options and their words; the usual ones are ("", …)."""
    games: str
    deeper: str
    """The number of games of stronger play; empty where there are none."""
    plots: list[Plot]

    @property
    def found(self) -> list[Plot]:
        """The plots from which something follows for play."""
        return [plot for plot in self.plots if plot.finding or plot.against]


def chapter(game: Rulebook, book: Book, players: int, options: str = "") -> Chapter | None:
    """The book for a number of players and options, in the current language; None if there is none."""
    figures = book.of(players, options)
    if figures is None:
        return None
    deeper = book.of(players, options, deeper=True)
    topics = game.words.book_topics()
    plots = [_plot(topic, figures, deeper) for topic in topics]
    others = book.variants(players)
    variants = [(each, options_in_words(game, each)) for each in ("", *others)] if others else []
    return Chapter(
        players,
        options,
        variants,
        whole(figures.games),
        whole(deeper.games) if deeper else "",
        [plot for plot in plots if plot.rows],
    )


def address_of(name: str, players: int, options: str = "") -> str:
    """The address of the book's page on a game with a number of players and options."""
    return f"/book/{name}?players={players}{query_of(options)}"


def query_of(options: str) -> str:
    """Options as the rest of an address; empty for the usual ones."""
    return f"&options={options.replace(' ', '+')}" if options else ""


def options_in_words(game: Rulebook, options: str) -> str:
    """Options other than the usual ones as a player reads them; the usual game for none."""
    if not options:
        return _("The usual game")
    named = [game.read_option(word) for word in options.split()]
    words = [
        game.words.option(name)[0] if value is True else f"{game.words.option(name)[0]}: {game.words.option_value(name, value)}"
        for name, value in named
    ]
    return ", ".join(words)


def _plot(topic: Topic, figures: Figures, deeper: Figures | None) -> Plot:
    finding, against = topic.follows(figures), topic.advice(figures)
    found, everything = list(rows(topic, figures)), list(rows(topic, figures, ALL_ROWS))
    even = 1 / figures.players if topic.is_share and topic.is_even else None
    stronger = {} if deeper is None else {(r.group, r.label): dict(r.figures) for r in rows(topic, deeper, ALL_ROWS)}
    shown = [figure for row in found for _words, figure in row.figures]
    scale = Scale.of(shown, even, topic.is_share)
    numbers = {words: place for place, (_series, words) in enumerate(topic.series)}
    marked = [_row(topic, row, scale, stronger.get((row.group, row.label), {}), numbers) for row in found]
    listed = [_row(topic, row, scale, stronger.get((row.group, row.label), {}), numbers) for row in everything]
    return Plot(
        topic.id,
        topic.title,
        topic.about,
        _grouped(marked),
        listed,
        scale.axis(topic.is_share),
        [(place, words) for words, place in numbers.items() if words],
        percent(even) if even is not None else "",
        finding.text if finding else "",
        against.text if against else "",
        _stays(finding, deeper),
        any(mark.deeper for row in listed for mark in row.marks),
    )


def _stays(finding: Finding | None, deeper: Figures | None) -> str:
    """A sentence on a finding in stronger play, where it stays true or not; empty where that is not known."""
    if finding is None or finding.claim is None or deeper is None:
        return ""
    holds = finding.claim.holds(deeper)
    if holds is None:
        return ""
    return _("Stays true when play is stronger.") if holds else _("Not so when play is stronger.")


def _grouped(found: Sequence[ShownRow]) -> list[ShownRow]:
    """The rows; the group stands at the first of its rows only."""
    return [row._replace(group="") if place and found[place - 1].group == row.group else row for place, row in enumerate(found)]


def _row(topic: Topic, row: Row, scale: Scale, deeper: dict[str, Figure], numbers: dict[str, int]) -> ShownRow:
    marks = [_mark(topic, words, figure, scale, deeper.get(words), numbers[words]) for words, figure in row.figures]
    return ShownRow(row.label, row.group, marks)


def _mark(topic: Topic, words: str, figure: Figure, scale: Scale, deeper: Figure | None, series: int) -> Mark:
    return Mark(
        series,
        words,
        value(topic.is_share, figure),
        ngettext("{n} game", "{n} games", figure.games).format(n=whole(figure.games)),
        whole(figure.n) if figure.n > figure.games else "",
        mark_of(figure, scale, deeper, series),
        value(topic.is_share, deeper) if deeper is not None else "",
    )


class Scale(NamedTuple):
    """The values at both ends of a plot, its marks, and the value of equal players, if any."""

    least: float
    most: float
    ticks: tuple[float, ...]
    even: float | None = None

    @classmethod
    def of(cls, figures: Iterable[Figure], even: float | None = None, is_share: bool = False) -> Scale:
        """The scale that holds all figures with their intervals."""
        ends = [figure.mean + sign * min(figure.margin, abs(figure.mean) + 1) for figure in figures for sign in (-1, 1)]
        ends += [even] if even is not None else []
        return cls.holding(ends, even, is_share)

    @classmethod
    def holding(cls, ends: Sequence[float], even: float | None = None, is_share: bool = False) -> Scale:
        """The scale that holds some values."""
        least, most = min(ends, default=0.0), max(ends, default=1.0)
        if 0 <= least < 0.6 * most and not even:
            least = 0.0
        if is_share:
            least, most = max(0.0, least), min(1.0, most)
        step = nice((most - least or 1) / TICKS)
        first = math.ceil(least / step - 1e-9)
        last = math.floor(most / step + 1e-9)
        return cls(least, most if most > least else least + 1, tuple(n * step for n in range(first, last + 1)), even)

    def x(self, at: float) -> str:
        """The place of a value, in percent."""
        share = (min(max(at, self.least), self.most) - self.least) / (self.most - self.least)
        return f"{number(MARGIN + (100 - 2 * MARGIN) * share)}%"

    def grid(self) -> str:
        """The lines of the marks, and that of equal players."""
        lines = "".join(f'<line class="tick" x1="{self.x(at)}" x2="{self.x(at)}" y2="100%"/>' for at in self.ticks)
        if self.even is None:
            return lines
        return f'{lines}<line class="even" x1="{self.x(self.even)}" x2="{self.x(self.even)}" y2="100%"/>'

    def axis(self, is_share: bool) -> Markup:
        """The numbers of the marks."""
        texts = "".join(
            f'<text x="{self.x(at)}" y="13" text-anchor="middle">{percent(at) if is_share else short(at)}</text>'
            for at in self.ticks
        )
        return Markup(f'<svg class="axis" width="100%" height="{HEIGHT}" aria-hidden="true">{texts}</svg>')


def nice(step: float) -> float:
    """The smallest of 1, 2, 2.5, 5, 10 times a power of ten that is not below a step."""
    power = 10.0 ** math.floor(math.log10(step))
    return next(factor * power for factor in (1, 2, 2.5, 5, 10) if factor * power >= step * (1 - 1e-9))


def mark_of(figure: Figure, scale: Scale, deeper: Figure | None = None, series: int = 0) -> Markup:
    """The interval as a line, the mean as a dot, that of stronger play as a diamond."""
    low, high = scale.x(figure.mean - figure.margin), scale.x(figure.mean + figure.margin)
    more = ""
    if deeper is not None and deeper.is_shown:
        # A nested drawing can be placed by percent, a path cannot.
        diamond = '<path class="deeper" d="M0-6L6 0L0 6L-6 0Z"/>'
        more = f'<svg x="{scale.x(deeper.mean)}" y="{number(MIDDLE)}" overflow="visible">{diamond}</svg>'
    return Markup(
        f'<svg class="marks series-{series}" width="100%" height="{HEIGHT}" aria-hidden="true">{scale.grid()}'
        f'<line class="interval" x1="{low}" x2="{high}" y1="{number(MIDDLE)}" y2="{number(MIDDLE)}"/>'
        f'{more}<circle class="mean" cx="{scale.x(figure.mean)}" cy="{number(MIDDLE)}" r="5"/></svg>'
    )


def value(is_share: bool, figure: Figure) -> str:
    """A mean with its 95 % interval: "54% ± 2" or "3.4 ± 0.1"."""
    if is_share:
        return _("{share}% ± {margin}").format(share=_decimal(100 * figure.mean, 0), margin=_decimal(100 * figure.margin, 1))
    return _("{mean} ± {margin}").format(mean=short(figure.mean), margin=short(figure.margin))


def percent(share: float) -> str:
    """A share in whole percent."""
    return _("{share}%").format(share=_decimal(100 * share, 0))


def short(at: float) -> str:
    """A number with two decimal places at most."""
    return _decimal(at, 2 if abs(at) < 10 else 1)


def _decimal(at: float, digits: int) -> str:
    return format_decimal(round(at, digits), format="0." + "#" * max(1, digits), locale=current_language()).replace("-", "−")


def whole(at: int) -> str:
    """A whole number."""
    return format_decimal(at, locale=current_language())
