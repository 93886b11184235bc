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
    Figures,
    Finding,
    Topic,
    extremes,
    wider,
    widest_gap,
)

Words = Callable[[str], str]
"""The words for a key."""
SEATS = tuple(str(seat) for seat in range(5))


def winners() -> tuple[tuple[str, str], ...]:
    """The two series of plots that compare winners with the rest."""
    return (WON, _("winners")), (REST, _("all others"))


def seat_topic(title: str, about: str, *openings: str) -> Topic:
    """The worth of sitting first. ``openings``: CHOSEN, DRAWN or both, where some are drawn at random."""
    words = {"": "", CHOSEN: _("openings as strong players choose"), DRAWN: _("openings drawn at random")}
    series = tuple((each, words[each] if len(openings) > 1 else "") for each in openings or ("",))
    return Topic(SEAT, title, about, _seat, series=series, order=SEATS, follows=lambda figures: _seats(figures, series[0][0]))


def _seat(key: str) -> str:
    return _("Seat {n}").format(n=int(key) + 1)


def _seats(figures: Figures, series: str) -> Finding | None:
    """The seats that win most and least; or that none is far from the mean."""
    found = extremes(figures, SEAT, series)
    if found is not None:
        text = _("{best} wins {high}% of the games, {worst} only {low}%.")
        return Finding(
            text.format(best=_seat(found.best), high=percent(found.high), worst=_seat(found.worst), low=percent(found.low)),
            found.claim,
        )
    shown = figures.shown(SEAT, series).values()
    most = max((abs(each.mean - 1 / figures.players) + each.margin for each in shown), default=math.inf)
    if most > 0.1:
        return None
    return Finding(_("Where you sit hardly matters: at most {n} points of win share.").format(n=math.ceil(100 * most)))


def points_topic(title: str, about: str, label: Words, sources: tuple[str, ...]) -> Topic:
    """Points by source, for winners and the rest."""

    def name(key: str) -> str:
        return _("All") if key == ALL else label(key)

    def follows(figures: Figures) -> Finding | None:
        gap = widest_gap(figures, POINTS, WON, REST, leave_out=(ALL,))
        if gap is None:
            return None
        text = _("Winners gain most here: {source} – {more} against {less}.")
        return Finding(text.format(source=label(gap.key), more=short(gap.high), less=short(gap.low)), gap.claim)

    return Topic(POINTS, title, about, name, False, winners(), (ALL, *sources), len(sources) + 1, follows)


def stages_topic(title: str, about: str, label: Words, stages: tuple[str, ...]) -> Topic:
    """Points by month, rounds or the end, for winners and the rest."""

    def follows(figures: Figures) -> Finding | None:
        gap = widest_gap(figures, STAGES, WON, REST)
        if gap is None:
            return None
        text = _("Winners pull ahead most here: {when} – {more} points against {less}.")
        return Finding(text.format(when=label(gap.key), more=short(gap.high), less=short(gap.low)), gap.claim)

    return Topic(STAGES, title, about, label, False, winners(), stages, len(stages), follows)


def best_and_worst(topic: str, label: Words, text: str, leave_out: tuple[str, ...] = ()) -> Callable[[Figures], Finding | None]:
    """A finding about the best and the worst key of shares of the win. ``text``: {best}, {high}, {worst}, {low}."""

    def follows(figures: Figures) -> Finding | None:
        found = extremes(figures, topic, leave_out=leave_out)
        if found is None:
            return None
        values = {
            "best": label(found.best),
            "high": percent(found.high),
            "worst": label(found.worst),
            "low": percent(found.low),
        }
        return Finding(text.format(**values), found.claim)

    return follows


def most_and_least(topic: str, label: Words, text: str) -> Callable[[Figures], Finding | None]:
    """The same about numbers."""

    def follows(figures: Figures) -> Finding | None:
        found = extremes(figures, topic)
        if found is None:
            return None
        values = {"best": label(found.best), "high": short(found.high), "worst": label(found.worst), "low": short(found.low)}
        return Finding(text.format(**values), found.claim)

    return follows


def gap_between(
    topic: str, first: str, second: str, label: Words, text: str, shares: bool = False
) -> Callable[[Figures], Finding | None]:
    """A finding about the key by which one series is farthest above another. ``text``: {what}, {more}, {less}."""

    def follows(figures: Figures) -> Finding | None:
        gap = widest_gap(figures, topic, first, second)
        if gap is None:
            return None
        number = percent if shares else short
        return Finding(text.format(what=label(gap.key), more=number(gap.high), less=number(gap.low)), gap.claim)

    return follows


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


def percent(share: float) -> int:
    """A share in percent."""
    return round(100 * share)


def short(value: float) -> str:
    """A number with one decimal place at most, in the current language."""
    from babel.numbers import format_decimal  # Loaded late, since few programs need it.

    return format_decimal(round(value, 1), format="0.#", locale=current_language()).replace("-", "−")
