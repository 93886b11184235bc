"""The year as a scroll: twelve months with their events, the present one unrolled, the Great Wall growing beneath."""

from __future__ import annotations

from typing import NamedTuple

from hanlin.core.i18n.language import _, listed, ngettext
from hanlin.core.i18n.seat_names import seat_name
from hanlin.core.lib.memo import memo
from hanlin.core.verbs.presentation import labelled
from hanlin.drawing import (
    FAINT,
    GOLD_TEXT,
    INK,
    LINE,
    PAPER,
    RAISED,
    SANS,
    SOFT,
    circle,
    colour,
    element,
    group,
    lines_of,
    path,
    rect,
    remembered,
    seat_badge,
    symbol,
    words,
)
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.drawing import wall
from hanlin.games.year_of_the_dragon.drawing.steady import steady
from hanlin.games.year_of_the_dragon.snapshot import Reading
from hanlin.games.year_of_the_dragon.words import names

GROUND: tuple[str, ...] = ("jade", "orchid", "wood", "plum", "gold", "stone")
"""The colour of each event's medallion, by event."""


class Year(NamedTuple):
    """The content of the year."""

    month: int
    phase: int
    events: tuple[int, ...]
    super_event: int
    wall: tuple[int, ...]
    great_wall: bool

    @classmethod
    def of(cls, r: Reading) -> Year:
        """The year of a state."""
        return cls(r.month, r.phase if r.phase == p.GAME_OVER else 0, r.events, r.super_event, r.wall, r.great_wall)


def present_month(r: Year) -> int:
    """The month that is shown unrolled: 1 before the year begins, 0 when it is over."""
    return 0 if r.phase == p.GAME_OVER else max(r.month, 1)


SUPER_EVENT_MONTH = p.SUPER_EVENT_MONTH


# -- desk: one long scroll ---------------------------------------------------------------------------------------------------

SCROLL_HEIGHT = 136.0
UNROLLED = 330.0
_ROLLER = 20.0


def widths(present: int, width: float) -> tuple[float, float]:
    """The widths of a month and of the present one in a row of that width."""
    return ((width - UNROLLED) / (p.MONTHS - 1), UNROLLED) if present else (width / p.MONTHS, 0.0)


def lefts(present: int, x: float, width: float) -> list[float]:
    """Where each month begins, in a row that begins at x."""
    small, large = widths(present, width)
    return [x + small * (month - 1) + (large - small) * (0 < present < month) for month in range(1, p.MONTHS + 1)]


@remembered(32)
def scroll(r: Year, x: float, y: float, width: float) -> str:
    """The scroll in one row, ``SCROLL_HEIGHT`` high."""
    present = present_month(r)
    small, large = widths(present, width - 2 * _ROLLER)
    parts = [_paper(x + 8, y, width - 16, SCROLL_HEIGHT)]
    for month, left in enumerate(lefts(present, x + _ROLLER, width - 2 * _ROLLER), start=1):
        if month == present:
            parts.append(group(_unrolled(*_facts(r, month), large), left, y + 7))
        else:
            parts.append(group(_folded(*_facts(r, month), _past(r, month), small), left, y + 9))
    return element("g", "".join(parts), data_place="year")


@remembered(64, names=True)
def wall_below(r: Year, x: float, y: float, width: float) -> str:
    """The wall beneath the scroll, a stretch for each month, ``wall.HEIGHT`` high."""
    present, inside = present_month(r), width - 2 * _ROLLER
    small, large = widths(present, inside)
    return "".join(
        wall.stretch(_owner(r, month), month, left, y, large if month == present else small)
        for month, left in enumerate(lefts(present, x + _ROLLER, inside), start=1)
    )


@remembered(64, names=True)
def not_prepared(r: Year, short: tuple[tuple[int, tuple[int, ...]], ...], x: float, y: float, width: float) -> str:
    """The lens over the scroll: on the medallions of the next events the flowers of those who would lose persons there.

    ``short``: months with the seats that are not prepared for their event.
    """
    present = present_month(r)
    places = lefts(present, x + _ROLLER, width - 2 * _ROLLER)
    small, _large = widths(present, width - 2 * _ROLLER)
    parts = []
    for month, seats in short:
        left = places[month - 1]
        if month == present:
            middle, top, size = left + UNROLLED - 14 - 11 * len(seats), y + SCROLL_HEIGHT - 24, 20.0
        else:
            middle, top, size = left + small / 2, y + 80, 15.0
        parts.append(_flowers(month, seats, middle, top, size))
    return element("g", "".join(parts), class_="lens") if parts else ""


def _flowers(month: int, seats: tuple[int, ...], middle: float, y: float, size: float) -> str:
    """The flowers of the seats that are not prepared for a month, in a row round a place."""
    label = _("Not prepared for month {number}: {names}").format(
        number=month, names=", ".join(seat_name(seat) for seat in seats)
    )
    step = min(size + 2, 58 / len(seats))
    drawn = "".join(seat_badge(seat, middle + step * (i - (len(seats) - 1) / 2), y, size) for i, seat in enumerate(seats))
    return element("g", drawn, role="img", aria_label=label, data_tip=label)


@memo(maxsize=64)
def _paper(x: float, y: float, width: float, height: float) -> str:
    """The scroll's paper between two wooden rollers."""
    sheet = rect(x, y + 5, width, height - 10, fill=PAPER, stroke=FAINT, stroke_width=1.2)
    edge = path(
        f"M{x + 12:g} {y + 9:g}H{x + width - 12:g}M{x + 12:g} {y + height - 9:g}H{x + width - 12:g}",
        stroke=colour("gold"),
        stroke_width=1.2,
        stroke_opacity=0.45,
    )
    rollers = "".join(
        rect(at, y, 12, height, 3, fill=colour("wood"), stroke=LINE, stroke_width=1.2)
        + rect(at + 2.6, y + 12, 2.4, height - 24, 1, fill=colour("wood-soft"))
        + rect(at + 2, y - 5, 8, 7, 2, fill=colour("gold"), stroke=LINE, stroke_width=1.1)
        + rect(at + 2, y + height - 2, 8, 7, 2, fill=colour("gold"), stroke=LINE, stroke_width=1.1)
        for at in (x - 8, x + width - 4)
    )
    return sheet + edge + rollers


@memo(maxsize=256)
def medallion(event: int, x: float, y: float, r: float) -> str:
    """An event on its round tile with the middle at x, y."""
    if event < 0:
        return circle(x, y, r, fill="none", stroke=FAINT, stroke_width=1.4, stroke_dasharray="3 4")
    size = r * 1.36
    tone = colour(GROUND[event])
    return (
        circle(x, y, r, fill=RAISED, stroke=INK, stroke_width=1.2)
        + circle(x, y, r - 2.6, fill=tone, fill_opacity=0.2, stroke=tone, stroke_width=1.6)
        + symbol(p.EVENT_NAMES[event], x - size / 2, y - size / 2, size)
    )


def super_medallion(number: int, x: float, y: float, r: float) -> str:
    """The super event on an eight-cornered tile, or a question mark before it is drawn."""
    near = r * 0.42
    shape = (
        f"M{x - near:g} {y - r:g}H{x + near:g}L{x + r:g} {y - near:g}V{y + near:g}"
        f"L{x + near:g} {y + r:g}H{x - near:g}L{x - r:g} {y + near:g}V{y - near:g}Z"
    )
    tile = path(shape, fill=colour("gold-wash"), stroke=INK, stroke_width=1.2)
    size = r * 1.5
    if number < 0:
        return tile + words(x, y + r * 0.4, "?", r * 1.2, fill=GOLD_TEXT, font_weight="700")
    return tile + symbol(p.SUPER_EVENT_NAMES[number], x - size / 2, y - size / 2, size)


def _facts(r: Year, month: int) -> tuple[int, int, int | None]:
    """A month, its event and its super event (None for the months that have none)."""
    both = month == p.SUPER_EVENT_MONTH and r.super_event != -1
    return month, r.events[month - 1], r.super_event if both else None


def _past(r: Year, month: int) -> bool:
    """True where the month is shown dimmed; when the year is over it is shown as a whole again."""
    return month < r.month and r.phase != p.GAME_OVER


def _owner(r: Year, month: int) -> int:
    """The seat that built the wall under a month; -1 where there is none yet."""
    return r.wall[month - 1] if month <= len(r.wall) else -1


def _named(month: int, x: float, y: float) -> str:
    """The name of a month's medallion, for captions at it; nothing of it is ever news."""
    return steady(f"month {month}", circle(0, 0, 1, fill="none"), x, y)


@remembered(64)
def month_tip(month: int, event: int, super_event: int | None) -> str:
    """The effects of a month, in a sentence or two."""
    tip = f"{labelled(names.month_name(month), names.event_name(event))}. {names.event_effect(event)}".rstrip()
    if super_event is not None:
        tip += f" {labelled(names.super_event_name(super_event), names.super_event_effect(super_event))}"
    return tip


@remembered(128)
def _folded(month: int, event: int, super_event: int | None, past: bool, width: float) -> str:
    """A month that is past or to come: its number, its medallion, its name."""
    middle = width / 2
    name = lines_of(names.narrow_event(event), 14.5, width - 2) if event >= 0 else []
    body = (
        words(middle, 17, month, 15.5, fill=SOFT, font_weight="600")
        + medallion(event, middle, 47, 25)
        + _named(month, middle, 47)
    )
    body += "".join(words(middle, 92 + 15 * i, text, 14.5) for i, text in enumerate(name[:3]))
    if super_event is not None:
        body += super_medallion(super_event, middle + 19, 65, 12)
    tip = month_tip(month, event, super_event)
    shown = group(body, opacity=0.38 if past else None)
    return element("g", shown, role="img", aria_label=tip, data_tip=tip, data_place=f"month {month}")


@remembered(64)
def _unrolled(month: int, event: int, super_event: int | None, width: float) -> str:
    """The present month: large, with the effect of its event."""
    height = SCROLL_HEIGHT - 14
    body = rect(3, 0, width - 6, height, 4, fill=RAISED, stroke=INK, stroke_width=1.2)
    body += rect(3, 0, width - 6, 4, fill=INK)
    body += words(14, 25, names.month_name(month), 16, anchor="start", fill=SOFT, font_weight="600")
    body += words(96, 25, names.event_name(event), 21, anchor="start", font_weight="700", room=width - 170)
    body += medallion(event, 48, 70, 34) + _named(month, 48, 70)
    low = 0.0 if super_event is None else 27.0
    body += _text(names.event_effect(event), 96, 47, width - 108, height - 49 - low, 17, 14.5)
    if super_event is not None:
        body += super_medallion(super_event, 108, height - 16, 13)
        body += words(128, height - 11, names.super_event_name(super_event), 16, anchor="start", font_weight="700")
    tip = month_tip(month, event, super_event)
    return element("g", body, role="img", aria_label=tip, data_tip=tip, data_place=f"month {month}")


@memo(maxsize=256)
def _text(text: str, x: float, y: float, room: float, height: float, size: float, least: float) -> str:
    """A sentence broken into lines from y on, as large as the height allows, but not smaller than ``least``."""
    while size > least and len(lines_of(text, size * 1.12, room)) * size * 1.2 > height:
        size = max(size - 0.4, least)
    return "".join(
        words(x, y + size * 1.2 * i, line, size, anchor="start", fill=INK, font_family=SANS)
        for i, line in enumerate(lines_of(text, size * 1.12, room))
    )


# -- before the first month: the year ahead -----------------------------------------------------------------------------------


@remembered(16)
def year_ahead(events: tuple[int, ...], x: float, y: float, width: float, height: float, columns: int) -> str:
    """Each event of the year with its months and its effect, for the choice of the first persons."""
    known = [event for event in range(p.PEACE + 1, p.EVENTS) if event in events]
    gap, least = 8.0, 14.5 if columns > 3 else 12.5
    rows = max(-(-len(known) // columns), 1)
    wide, high = (width - gap * (columns - 1)) / columns, (height - gap * (rows - 1)) / rows
    parts = []
    for n, event in enumerate(known):
        months = [month for month, each in enumerate(events, start=1) if each == event]
        panel = _foretold(event, tuple(months), wide, high, least)
        parts.append(group(panel, x + n % columns * (wide + gap), y + n // columns * (high + gap)))
    return "".join(parts)


def _foretold(event: int, months: tuple[int, ...], width: float, height: float, least: float) -> str:
    """An event, its months and its effect on a sheet; where there is little room its demand in a word."""
    title = names.event_name(event)
    when = ngettext("Month {months}", "Months {months}", len(months)).format(months=listed(map(str, months)))
    small = least < 14
    left = 42.0 if small else 62.0
    body = rect(0, 0, width, height, 6, fill=RAISED, stroke=FAINT, stroke_width=1)
    body += medallion(event, left / 2, left / 2 - 1, left / 2 - 5)
    body += words(left, 17 if small else 25, title, least + 1.5, anchor="start", font_weight="700", room=width - left - 4)
    body += words(left, 33 if small else 45, when, least, anchor="start", fill=SOFT)
    y, effect = 53.0 if small else 78.0, names.event_effect(event)
    size = 12.4 if small else least
    if y + (len(lines_of(effect, size * 1.12, width - 18)) - 1) * size * 1.2 < height - 3:
        body += _text(effect, 10, y, width - 18, height - y + 8, least + 1, size)
    else:
        body += words(left, y - 3, names.event_hint(event), least, anchor="start")
    tip = labelled(labelled(title, when), names.event_effect(event))
    return element("g", body, role="img", aria_label=tip, data_tip=tip)


# -- phone: the year as a strip, the present month as a banner -----------------------------------------------------------------

STRIP_HEIGHT = 40.0


@remembered(32, names=True)
def strip(r: Year, x: float, y: float, width: float, wall_height: float) -> str:
    """All twelve months in one row, ``STRIP_HEIGHT`` high, with the wall below: what is to come is always in sight."""
    slot, present = width / p.MONTHS, present_month(r)
    months = [
        group(_tiny(*_facts(r, month), _past(r, month), month == present, slot), x + (month - 1) * slot, y)
        for month in range(1, p.MONTHS + 1)
    ]
    walls = [
        wall.low_stretch(_owner(r, month), month, x + (month - 1) * slot, y + STRIP_HEIGHT, slot, wall_height)
        for month in range(1, p.MONTHS + 1)
        if r.great_wall
    ]
    return element("g", "".join([*months, *walls]), data_place="year")


@remembered(128)
def _tiny(month: int, event: int, super_event: int | None, past: bool, present: bool, width: float) -> str:
    middle = width / 2
    body = rect(0.5, 0, width - 1, STRIP_HEIGHT, 4, fill=RAISED, stroke=INK, stroke_width=1.4) if present else ""
    body += words(middle, 12, month, 12.5, fill=INK if present else SOFT, font_weight="700" if present else None)
    body += medallion(event, middle, 26.5, 11.5) + _named(month, middle, 26.5)
    if super_event is not None and super_event >= 0:
        body += super_medallion(super_event, middle + 9, 34, 7)
    shown = group(body, opacity=0.38 if past else None)
    tip = month_tip(month, event, super_event)
    return element("g", shown, role="img", aria_label=tip, data_tip=tip, data_place=f"month {month}")


@remembered(64)
def banner(r: Year, x: float, y: float, width: float, height: float) -> str:
    """The present month over the whole width; on a low board name and effect are side by side."""
    month = present_month(r)
    if not month:
        return ""
    make = _banner if height > 60 else _low_banner
    return group(make(*_facts(r, month), width, height), x, y)


@remembered(64)
def _banner(month: int, event: int, super_event: int | None, width: float, height: float) -> str:
    """The super event is below the event."""
    size, left, room = 29.0, 88.0, width - 114
    body = _paper(7, 0, width - 14, height)
    body += medallion(event, left / 2 + 4, 42, size)
    body += words(left + 6, 21, names.event_name(event), 17, anchor="start", font_weight="700")
    body += _text(names.event_effect(event), left + 6, 38, room, 44, 13.5, 12.3)
    if super_event is not None:
        body += super_medallion(super_event, left / 2 + 4, height - 26, 15)
        text = labelled(names.super_event_name(super_event), names.super_event_effect(super_event))
        body += _text(text, left + 6, 95, room, height - 92, 13, 12.3)
    return _said(month, event, super_event, body)


@remembered(64)
def _low_banner(month: int, event: int, super_event: int | None, width: float, height: float) -> str:
    """The name of the super event is below that of the event, its effect in the tip."""
    body = _paper(7, 0, width - 14, height) + medallion(event, 38, height / 2, height / 2 - 6)
    low = super_event is not None
    body += words(
        62,
        19 if low else height / 2 + 5,
        names.event_name(event),
        14.5,
        anchor="start",
        font_weight="700",
        room=154 if low else 112,
    )
    if super_event is not None:
        body += super_medallion(super_event, 70, height - 14, 9)
        body += words(83, height - 9, names.super_event_name(super_event), 13, anchor="start", room=136)
    left = 222 if low else 178
    body += _text(names.event_effect(event), left, 19, width - left - 18, height - 10, 13, 12.2)
    return _said(month, event, super_event, body)


def _said(month: int, event: int, super_event: int | None, body: str) -> str:
    """A month with its effects in words."""
    tip = month_tip(month, event, super_event)
    return element("g", body, role="img", aria_label=tip, data_tip=tip)


@remembered(32)
def summary(r: Year) -> str:
    """The part that matters most: the present month."""
    month = present_month(r)
    return month_tip(*_facts(r, month)) if month else _("The year is over.")
