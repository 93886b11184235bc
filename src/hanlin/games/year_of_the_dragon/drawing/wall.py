"""The Great Wall beneath the year: a stretch for each month, with the flower of the player who built it."""

from __future__ import annotations

from hanlin.core.i18n.language import _
from hanlin.core.i18n.seat_names import seat_name
from hanlin.core.lib.memo import memo
from hanlin.drawing import FAINT, LINE, colour, element, group, path, remembered, seat_badge
from hanlin.games.year_of_the_dragon.drawing.steady import steady

HEIGHT = 32.0
TALL, LOW = 16.0, 11.0
"""The height of the wall on a phone, upright and on its side."""


def stretch(owner: int, month: int, x: float, y: float, width: float) -> str:
    """The wall under a month on a desk, ``HEIGHT`` high."""
    return _stretch(owner, month, x, y, width, HEIGHT, 21)


def low_stretch(owner: int, month: int, x: float, y: float, width: float, height: float) -> str:
    """The same on a phone."""
    return _stretch(owner, month, x, y, width, height, min(height, 13))


@remembered(256, names=True)
def _stretch(owner: int, month: int, x: float, y: float, width: float, height: float, disc: float) -> str:
    """The wall under a month: built, or a line in the grass at its future place."""
    if owner < 0:
        base = path(f"M{x + 2:g} {y + height - 1:g}H{x + width - 2:g}", stroke=FAINT, stroke_width=2, stroke_dasharray="5 5")
        label = _("No wall yet under month {number}").format(number=month)
        return element("g", base, role="img", aria_label=label, data_tip=label)
    label = _("Wall under month {number}, built by {name}").format(number=month, name=seat_name(owner))
    stones = group(masonry(width, height - 3), x, y + 3)
    values = {"role": "img", "aria_label": label, "data_tip": label}
    return stones + steady(f"wall {month}", seat_badge(owner, 0, 0, disc), x + width / 2, y + height * 0.6, **values)


@memo(maxsize=256)
def masonry(width: float, height: float) -> str:
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
