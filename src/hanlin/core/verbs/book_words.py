"""The plots that every book has: who sits where, points by source and by stage; and sentences about them."""

from __future__ import annotations

import math
from collections.abc import Callable

from hanlin.core.i18n.language import _, current_language
from hanlin.core.verbs.book import (
    ALL,
    CHOSEN,
    DRAWN,
    POINTS,
    REST,
    SEAT,
    STAGES,
    WON,
    Claim,
    Extremes,
    Figures,
    Finding,
    Gap,
    Topic,
    extremes,
    trend,
    wider,
    widest_gap,
)

Words = Callable[[str], str]
"""The words for a key."""
SEATS = tuple(str(seat) for seat in range(5))
OPENING_COUNTS = 1.5
"""How much larger the difference between openings must be than the one between seats, to say that the opening counts."""


def percent(share: float) -> int:
    """A share in percent."""
    return round(100 * share)


def short(value: float) -> str:
    """A number with one decimal place at most, in the current language."""
    from babel.numbers import format_decimal  # Loaded late, since few programs need it.

    return format_decimal(round(value, 1), format="0.#", locale=current_language()).replace("-", "−")


def winners() -> tuple[tuple[str, str], ...]:
    """The two series of plots that compare winners with the rest."""
    return (WON, _("winners")), (REST, _("all others"))


def seat_topic(title: str, about: str, *openings: str) -> Topic:
    """The worth of sitting first. ``openings``: CHOSEN, DRAWN or both, where some are drawn at random."""
    words = {"": "", CHOSEN: _("openings as strong players choose"), DRAWN: _("openings drawn at random")}
    series = tuple((each, words[each] if len(openings) > 1 else "") for each in openings or ("",))
    follows = _seats_and_openings if DRAWN in openings else lambda figures: _seats(figures, series[0][0])
    return Topic(SEAT, title, about, _seat, series=series, order=SEATS, follows=follows)


def _seat(key: str) -> str:
    return _("Seat {n}").format(n=_number(key))


def _number(key: str) -> str:
    """The number of a seat, from 1."""
    return str(int(key) + 1)


def _seats(figures: Figures, series: str) -> Finding | None:
    """The seats that win most and least; or that none is far from the mean."""
    found = extremes(figures, SEAT, series)
    if found is not None:
        return of_extremes(found, _number, _("Seat {best} wins {high}% of the games, seat {worst} only {low}%."))
    shown = figures.shown(SEAT, series).values()
    most = max((abs(each.mean - 1 / figures.players) + each.margin for each in shown), default=math.inf)
    if most > 0.1:
        return None
    text = _("Where you sit hardly matters: it changes the chance to win by {n} percentage points at most.")
    return Finding(text.format(n=math.ceil(100 * most)))


def _seats_and_openings(figures: Figures) -> Finding | None:
    """The worth of a seat where openings are drawn; and that of the openings that strong players choose, if it is larger.

    Players of equal strength choose alike at the same seat, so the worth of an opening would pass for that of the seat.
    """
    seats, chosen, drawn = _seats(figures, DRAWN), extremes(figures, SEAT, CHOSEN), extremes(figures, SEAT, DRAWN)
    by_seat = 0.0 if drawn is None else drawn.high - drawn.low
    text = _(
        "What counts more is the opening: with those that strong players chose, seat {best} won {high}% of the games, seat "
        "{worst} only {low}%."
    )
    opening = of_extremes(chosen, _number, text)
    if seats and chosen and opening and chosen.high - chosen.low >= OPENING_COUNTS * by_seat:
        return opening._replace(text=f"{seats.text} {opening.text}")
    return seats


def points_topic(title: str, about: str, label: Words, sources: tuple[str, ...]) -> Topic:
    """Points by source, for winners and the rest."""

    def name(key: str) -> str:
        return _("All") if key == ALL else label(key)

    def follows(figures: Figures) -> Finding | None:
        gap = widest_gap(figures, POINTS, WON, REST, leave_out=(ALL,))
        text = _("The largest difference: {what}. Winners get {more} on average, all others {less}.")
        return _of_gap(gap, label, text)

    return Topic(POINTS, title, about, name, False, winners(), (ALL, *sources), len(sources) + 1, follows)


def stages_topic(title: str, about: str, label: Words, stages: tuple[str, ...]) -> Topic:
    """Points by month, rounds or the end, for winners and the rest."""

    def follows(figures: Figures) -> Finding | None:
        text = _("Winners pull ahead most at this time: {what}. They get {more} on average, all others {less}.")
        return _of_gap(widest_gap(figures, STAGES, WON, REST), label, text)

    return Topic(STAGES, title, about, label, False, winners(), stages, len(stages), follows)


def best_and_worst(topic: str, label: Words, text: str) -> Callable[[Figures], Finding | None]:
    """A finding about the best and the worst key of shares of the win. ``text``: {best}, {high}, {worst}, {low}."""
    return lambda figures: of_extremes(extremes(figures, topic), label, text, percent)


def by_number(
    topic: str, most: int, text: Callable[[int], str], in_words: Callable[[float], str | int] = percent
) -> Callable[[Figures], Finding | None]:
    """The same where the keys are numbers. ``text``: in the form for the best one; ``in_words``: the words for a mean."""

    def follows(figures: Figures) -> Finding | None:
        found = trend(figures, topic)
        return None if found is None else of_extremes(found, counted(most), text(int(found.best)), in_words)

    return follows


def of_extremes(
    found: Extremes | None, label: Words, text: str, in_words: Callable[[float], str | int] = percent
) -> Finding | None:
    """The finding about two extremes, if there are any."""
    if found is None:
        return None
    values = {"best": label(found.best), "high": in_words(found.high), "worst": label(found.worst), "low": in_words(found.low)}
    return Finding(text.format(**values), found.claim)


def most_and_least(topic: str, label: Words, text: str) -> Callable[[Figures], Finding | None]:
    """A finding about the keys with the highest and the lowest mean. ``text``: {best}, {high}, {worst}, {low}."""
    return lambda figures: of_extremes(extremes(figures, topic), label, text, short)


def gap_between(
    topic: str, first: str, second: str, label: Words, text: str, shares: bool = False
) -> Callable[[Figures], Finding | None]:
    """A finding about the key by which one series is farthest above another. ``text``: {what}, {more}, {less}."""
    number = percent if shares else short
    return lambda figures: _of_gap(widest_gap(figures, topic, first, second), label, text, number)


def _of_gap(gap: Gap | None, label: Words, text: str, number: Callable[[float], str | int] = short) -> Finding | None:
    """The finding about a gap; None where there is none, or both ends read alike."""
    if gap is None:
        return None
    more, less = number(gap.high), number(gap.low)
    return None if more == less else Finding(text.format(what=label(gap.key), more=more, less=less), gap.claim)


def above_even(topic: str, label: Words, text: str) -> Callable[[Figures], Finding | None]:
    """A finding about the key with the highest share of the win, if above an equal player's. ``text``: {best}, {high}."""

    def follows(figures: Figures) -> Finding | None:
        shown, even = figures.shown(topic), 1 / figures.players
        best = max(shown, key=lambda key: (shown[key].mean, key), default=None)
        if best is None or shown[best].mean - even <= wider(len(shown)) * shown[best].margin:
            return None
        return Finding(text.format(best=label(best), high=percent(shown[best].mean)), Claim(topic, (best, ""), even))

    return follows


def counted(most: int) -> Words:
    """The words for numbers; the last stands for all larger ones."""
    return lambda key: _("{n} or more").format(n=key) if key == str(most) else key
