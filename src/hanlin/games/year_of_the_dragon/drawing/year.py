"""The year as a scroll: twelve months with their events, the present one unrolled, the Great Wall growing beneath."""

from __future__ import annotations

from typing import NamedTuple

from hanlin.core.i18n.language import _
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


# -- desk: one long scroll ---------------------------------------------------------------------------------------------------

SLOT = 58.0
UNROLLED = 202.0
SCROLL_HEIGHT = 158.0
WALL_HEIGHT = 40.0


@remembered(32)
def scroll(r: Year, x: float, y: float) -> str:
    """The scroll in one row, 840 wide and ``SCROLL_HEIGHT`` high."""
    present = present_month(r)
    wide = UNROLLED if present else SLOT + (UNROLLED - SLOT) / 12
    small = SLOT if present else wide
    parts = [_paper(x - 14, y, 12 * SLOT - SLOT + UNROLLED + 28, SCROLL_HEIGHT)]
    left = x
    for month in range(1, p.MONTHS + 1):
        if month == present:
            parts.append(group(_unrolled(*_facts(r, month), UNROLLED), left, y + 7))
            left += UNROLLED
        else:
            parts.append(group(_folded(*_facts(r, month), _past(r, month), small), left, y + 10))
            left += small
    return element("g", "".join(parts), data_place="year")


@remembered(64, names=True)
def wall(r: Year, x: float, y: float) -> str:
    """The wall beneath the scroll, a stretch for each month, ``WALL_HEIGHT`` high."""
    present = present_month(r)
    small = SLOT if present else SLOT + (UNROLLED - SLOT) / 12
    parts, left = [], x
    for month in range(1, p.MONTHS + 1):
        width = UNROLLED if month == present else small
        parts.append(_stretch(_owner(r, month), month, left, y, width))
        left += width
    return "".join(parts)


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


def _super_medallion(number: int, x: float, y: float, r: float) -> str:
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
    name = lines_of(names.narrow_event(event), 11.5, width) if event >= 0 else []
    body = words(middle, 17, month, 14, fill=SOFT) + medallion(event, middle, 53, 25)
    body += "".join(words(middle, 98 + 13 * i, text, 11.5, room=width - 2) for i, text in enumerate(name[:3]))
    if super_event is not None:
        body += _super_medallion(super_event, middle + 17, 73, 14)
    tip = month_tip(month, event, super_event)
    shown = group(body, opacity=0.38 if past else None)
    return element("g", shown, role="img", aria_label=tip, data_tip=tip, data_place=f"month {month}")


@remembered(64)
def _unrolled(month: int, event: int, super_event: int | None, width: float) -> str:
    """The present month: large, with what its event does."""
    height = SCROLL_HEIGHT - (14 if super_event is None else -2)
    body = rect(3, 0, width - 6, height, 4, fill=RAISED, stroke=INK, stroke_width=1.2)
    body += rect(3, 0, width - 6, 4, fill=INK)
    body += words(13, 24, names.month_name(month), 14.5, anchor="start", fill=INK, font_weight="700")
    body += medallion(event, 41, 68, 30)
    body += _sentence(names.event_name(event), names.event_effect(event), 79, 44, width - 92)
    if super_event is not None:
        body += _super_medallion(super_event, 28, 138, 16)
        body += words(50, 143, names.super_event_name(super_event), 14.5, anchor="start", font_weight="700", room=width - 60)
    tip = month_tip(month, event, super_event)
    return element("g", body, role="img", aria_label=tip, data_tip=tip, data_place=f"month {month}")


@memo(maxsize=128)
def _sentence(title: str, text: str, x: float, y: float, room: float, size: float = 11.5) -> str:
    """A name and below it a sentence, broken to fit; a long one is a little smaller."""
    heads = lines_of(title, 17, room)
    parts = [words(x, y + 18 * i, head, 17, anchor="start", font_weight="700", room=room) for i, head in enumerate(heads)]
    top = y + 18 * len(heads)
    height = (6 - len(heads)) * (size + 2.5)
    while size > 10 and len(lines_of(text, size * 1.1, room)) * (size + 2.5) > height:
        size -= 0.5
    parts += [
        words(x, top + (size + 2.5) * i, words_, size, anchor="start", fill=SOFT, font_family=SANS, room=room)
        for i, words_ in enumerate(lines_of(text, size * 1.1, room))
    ]
    return "".join(parts)


# -- the wall ----------------------------------------------------------------------------------------------------------------


@memo(maxsize=256)
def _masonry(width: float, height: float) -> str:
    """A stretch of wall: two courses of stone under battlements."""
    teeth = max(2, round(width / 22))
    step = width / teeth
    top = height * 0.22
    outline = f"M0 {height:g}V{top:g}" + "".join(
        f"H{step * i + step * 0.18:.4g}V0H{step * i + step * 0.7:.4g}V{top:g}" for i in range(teeth)
    )
    courses = "".join(
        f"M0 {top + (height - top) * row / 3:.4g}H{width:g}"
        + "".join(
            f"M{step * (i + (0.5 if row % 2 else 0.0)):.4g} {top + (height - top) * row / 3:.4g}v{(height - top) / 3:.4g}"
            for i in range(teeth)
            if row % 2 or i
        )
        for row in range(3)
    )
    return path(f"{outline}H{width:g}V{height:g}Z", fill=colour("stone-soft"), stroke=LINE, stroke_width=1.3) + path(
        courses, stroke=colour("stone"), stroke_width=1.1, fill="none"
    )


@remembered(256, names=True)
def _stretch(owner: int, month: int, x: float, y: float, width: float) -> str:
    """The wall under a month: built, or a line in the grass at its future place."""
    if owner < 0:
        base = path(
            f"M{x + 2:g} {y + WALL_HEIGHT - 1:g}H{x + width - 2:g}", stroke=FAINT, stroke_width=2, stroke_dasharray="5 5"
        )
        label = _("No wall yet under month {number}").format(number=month)
        return element("g", base, role="img", aria_label=label, data_tip=label)
    label = _("Wall under month {number}, built by {name}").format(number=month, name=seat_name(owner))
    body = group(_masonry(width, WALL_HEIGHT - 4), x, y + 4) + seat_badge(owner, x + width / 2, y + WALL_HEIGHT * 0.6, 22)
    return element("g", body, role="img", aria_label=label, data_tip=label, data_key=f"wall {month}")


# -- phone: the year as a strip, the present month as a banner, the year in two rows -------------------------------------------

STRIP_HEIGHT = 42.0


@remembered(32)
def strip(r: Year, x: float, y: float, width: float) -> str:
    """All twelve months in one row, ``STRIP_HEIGHT`` high: what is to come is in sight whatever is being chosen."""
    slot, present = width / p.MONTHS, present_month(r)
    months = [
        group(_tiny(*_facts(r, month), _past(r, month), month == present, slot), x + (month - 1) * slot, y)
        for month in range(1, p.MONTHS + 1)
    ]
    # Screen readers find the months, with their names, in the two rows below.
    return element("g", "".join(months), data_place="year", aria_hidden="true")


@remembered(128)
def _tiny(month: int, event: int, super_event: int | None, past: bool, present: bool, width: float) -> str:
    middle = width / 2
    body = rect(0.5, 0, width - 1, STRIP_HEIGHT, 4, fill=RAISED, stroke=INK, stroke_width=1.4) if present else ""
    body += words(middle, 12, month, 12.5, fill=INK if present else SOFT, font_weight="700" if present else None)
    body += medallion(event, middle, 27.5, 12)
    if super_event is not None and super_event >= 0:
        body += _super_medallion(super_event, middle + 9, 35, 7)
    shown = group(body, opacity=0.38 if past else None)
    return element("g", shown, data_tip=month_tip(month, event, super_event), data_place=f"month {month}")


def banner(r: Year, x: float, y: float, width: float) -> tuple[str, float]:
    """The present month over the whole width; returns it with its height."""
    month = present_month(r)
    if not month:
        return "", 0
    facts = _facts(r, month)
    height = 96.0 if facts[2] is None else 146.0
    return group(_banner(*facts, width, height), x, y), height


@remembered(64)
def _banner(month: int, event: int, super_event: int | None, width: float, height: float) -> str:
    body = _paper(8, 0, width - 16, height) + words(
        22, 26, names.month_name(month), 14, anchor="start", fill=INK, font_weight="700"
    )
    body += medallion(event, 50, 58, 27) + _sentence(
        names.event_name(event), names.event_effect(event), 90, 28, width - 110, 13
    )
    if super_event is not None:
        room = width - 112
        body += _super_medallion(super_event, 50, 106, 17)
        body += words(90, 105, names.super_event_name(super_event), 14, anchor="start", font_weight="700", room=room)
        effect = lines_of(names.super_event_effect(super_event), 13, room)[:2]
        body += "".join(
            words(90, 120 + 14 * i, text, 12.5, anchor="start", fill=SOFT, font_family=SANS, room=room)
            for i, text in enumerate(effect)
        )
    tip = month_tip(month, event, super_event)
    return element("g", body, role="img", aria_label=tip, data_tip=tip)


@remembered(32, names=True)
def two_rows(r: Year, x: float, y: float, width: float) -> tuple[str, float]:
    """Months 1 to 6 and 7 to 12 in two rows, the wall beneath each; returns them with their height."""
    slot = width / 6
    row_height = 92 + (WALL_HEIGHT - 4 if r.great_wall else 0)
    present = present_month(r)
    parts = []
    for month in range(1, p.MONTHS + 1):
        left = x + (month - 1) % 6 * slot
        top = y + (month - 1) // 6 * row_height
        parts.append(group(_small(*_facts(r, month), _past(r, month), month == present, slot), left, top))
        if r.great_wall:
            parts.append(_stretch(_owner(r, month), month, left, top + 82, slot))
    return "".join(parts), 2 * row_height


@remembered(128)
def _small(month: int, event: int, super_event: int | None, past: bool, present: bool, width: float) -> str:
    middle = width / 2
    body = rect(2, 0, width - 4, 80, 5, fill=RAISED, stroke=INK, stroke_width=1.6) if present else ""
    body += words(10, 16, month, 13, fill=INK if present else SOFT, font_weight="700" if present else None)
    body += medallion(event, middle, 35, 22)
    body += words(middle, 74, names.event_hint(event), 12.5, fill=SOFT, font_family=SANS, room=width - 4)
    if super_event is not None:
        body += _super_medallion(super_event, middle + 19, 51, 12.5)
    tip = month_tip(month, event, super_event)
    return element("g", group(body, opacity=0.38 if past else None), role="img", aria_label=tip, data_tip=tip)


@remembered(32)
def summary(r: Year) -> str:
    """The part that matters most: the present month."""
    month = present_month(r)
    return month_tip(*_facts(r, month)) if month else _("The year is over.")
