"""The book of a game as a page: plots as rows of bars, each with its number, interval and number of games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from babel.numbers import format_decimal
from markupsafe import Markup

from hanlin.core.i18n.language import _, current_language
from hanlin.core.verbs.book import Book, Figure, Figures, Topic, rows
from hanlin.core.verbs.rulebook import Rulebook
from hanlin.drawing.svg import number

WIDTH, HEIGHT = 100, 12
"""Of a bar's drawing, which is stretched to its column."""


class Bar(NamedTuple):
    """One figure: its series in words, its value with the interval, the number of values, its drawing."""

    series: str
    value: str
    n: str
    drawing: Markup
    deeper: str
    """The same value in stronger play; empty where that is not known."""


class Row(NamedTuple):
    """The figures of one key."""

    label: str
    bars: list[Bar]


class Plot(NamedTuple):
    """A topic with its rows."""

    id: str
    title: str
    about: str
    rows: list[Row]


class Chapter(NamedTuple):
    """The book of a game for a number of players."""

    players: int
    games: str
    deeper: str
    """The number of games of stronger play; empty where there are none."""
    findings: list[str]
    plots: list[Plot]


def chapter(game: Rulebook, book: Book, players: int) -> Chapter | None:
    """The book for a number of players, in the current language; None if there is none."""
    figures = book.of(players)
    if figures is None:
        return None
    deeper = book.of(players, deeper=True)
    plots = [_plot(topic, figures, deeper) for topic in game.words.book_topics()]
    return Chapter(
        players,
        _whole(figures.games),
        _whole(deeper.games) if deeper else "",
        game.words.book_findings(figures),
        [plot for plot in plots if plot.rows],
    )


def _plot(topic: Topic, figures: Figures, deeper: Figures | None) -> Plot:
    found = list(rows(topic, figures))
    all_figures = [figure for _label, bars in found for _words, figure in bars]
    even = 1 / figures.players if topic.is_share and topic.id != "full" else None
    scale = _Scale.of(all_figures, even)
    more = {} if deeper is None else {label: dict(bars) for label, bars in rows(topic._replace(most=1000), deeper)}
    shown = []
    for label, bars in found:
        same = more.get(label, {})
        drawn = [_bar(topic, words, figure, scale, same.get(words), at) for at, (words, figure) in enumerate(bars)]
        shown.append(Row(label, drawn))
    return Plot(topic.id, topic.title, topic.about, shown)


class _Scale(NamedTuple):
    """The values at both ends of the bars, and the one of equal players, if any."""

    least: float
    most: float
    even: float | None

    @classmethod
    def of(cls, figures: Sequence[Figure], even: float | None) -> _Scale:
        """The scale that holds all figures with their intervals, and 0."""
        ends = [figure.mean + sign * figure.margin for figure in figures for sign in (-1, 1)]
        return cls(
            min([0.0, *ends]) if any(figure.mean < 0 for figure in figures) else 0.0, max([even or 0.0, *ends, 1e-9]), even
        )

    def x(self, value: float) -> float:
        """The place of a value on the bar."""
        return WIDTH * (min(max(value, self.least), self.most) - self.least) / (self.most - self.least)


def _bar(topic: Topic, words: str, figure: Figure, scale: _Scale, deeper: Figure | None, at: int) -> Bar:
    return Bar(
        words,
        _value(topic, figure),
        _("{n} values").format(n=_whole(figure.n)),
        _drawing(figure, scale, at),
        _value(topic, deeper) if deeper is not None else "",
    )


def _drawing(figure: Figure, scale: _Scale, at: int) -> Markup:
    """A bar from 0 to the mean, its interval as a line, and a line for equal players."""
    zero, mean = scale.x(0), scale.x(figure.mean)
    low, high = scale.x(figure.mean - figure.margin), scale.x(figure.mean + figure.margin)
    left, width = number(min(zero, mean)), number(abs(mean - zero))
    even = "" if scale.even is None else f'<path class="even" d="M{number(scale.x(scale.even))} 0v{HEIGHT}"/>'
    return Markup(
        f'<svg class="bar" viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect class="series-{at}" x="{left}" y="1" width="{width}" height="{HEIGHT - 2}"/>{even}'
        f'<path class="interval" d="M{number(low)} {HEIGHT // 2}H{number(high)}"/></svg>'
    )


def _value(topic: Topic, figure: Figure) -> str:
    """A mean with its 95 % interval: "54 % ± 2" or "3.4 ± 0.1"."""
    if topic.is_share:
        return _("{share}% ± {margin}").format(share=_short(100 * figure.mean, 0), margin=_short(100 * figure.margin, 1))
    return _("{mean} ± {margin}").format(mean=_short(figure.mean, 2), margin=_short(figure.margin, 2))


def _short(value: float, digits: int) -> str:
    return format_decimal(round(value, digits), format="0." + "#" * max(1, digits), locale=current_language())


def _whole(value: int) -> str:
    return format_decimal(value, locale=current_language())
