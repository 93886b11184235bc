"""The person track as a ribbon, the players' flowers stacked on it; and the order in which a phase is played."""

from __future__ import annotations

from hanlin.core.i18n.language import _
from hanlin.core.i18n.seat_names import listed_name, seat_name
from hanlin.drawing import FAINT, INK, SOFT, circle, colour, element, heading, path, remembered, seat_badge, words, words_width
from hanlin.games.year_of_the_dragon.drawing.steady import steady
from hanlin.games.year_of_the_dragon.snapshot import Reading

BAND = 24.0
"""The height of the ribbon itself."""


def ribbon(r: Reading, x: float, y: float, width: float, height: float, disc: float = 26) -> str:
    """The track from the last marker to the first, the markers stacked above it as closely as the height wants."""
    return _ribbon(tuple([(r.seats[seat].track, seat) for seat in r.order]), height, x, y, width, disc)


@remembered(128, names=True)
def _ribbon(markers: tuple[tuple[int, int], ...], height: float, x: float, y: float, width: float, disc: float) -> str:
    """``markers``: the space and the seat of each, in order."""
    stacks: dict[int, list[int]] = {}
    for space, seat in markers:
        stacks.setdefault(space, []).append(seat)
    low, high = min(stacks), max(max(stacks), min(stacks) + 12)
    places = _places(sorted(stacks), low, high, x + disc, x + width - disc - 14, disc + 3)
    floor = y + height - BAND - 1
    highest = max(map(len, stacks.values()))
    step = min(disc * 0.54, (height - BAND - disc - 4) / (highest - 1)) if highest > 1 else 0.0
    parts = [_band(x, floor, width, low, high, disc)]
    for space, left in places.items():
        parts.append(words(left, floor + 17.5, space, 15 if disc > 22 else 13, font_weight="700"))
        for index, seat in enumerate(reversed(stacks[space])):
            label = _("{name} in space {space}").format(name=listed_name(seat), space=space)
            top = floor - disc / 2 - 1 - index * step
            values = {"role": "img", "aria_label": label, "data_tip": label}
            parts.append(steady(f"marker {seat}", seat_badge(seat, 0, 0, disc), left, top, **values))
    return "".join(parts)


def _places(spaces: list[int], low: int, high: int, left: float, right: float, apart: float) -> dict[int, float]:
    """The places of the stacks: true to scale, but never closer than ``apart``."""
    found: dict[int, float] = {}
    last = left - apart
    for space in spaces:
        last = max(left + (right - left) * (space - low) / (high - low), last + apart)
        found[space] = last
    over = max(last - right, 0)
    if over:
        behind = right
        for space in reversed(spaces):
            found[space] = min(found[space], behind)
            behind = found[space] - apart
    return found


def _band(x: float, y: float, width: float, low: int, high: int, disc: float) -> str:
    """The ribbon itself, with a tooth at its end and a tick for every space."""
    right = x + width
    band = path(
        f"M{x:g} {y:g}H{right:g}L{right - 10:g} {y + 12:g}L{right:g} {y + 24:g}H{x:g}L{x + 8:g} {y + 12:g}Z",
        fill=colour("gold-wash"),
        stroke=INK,
        stroke_width=1.1,
    )
    scale = (width - 2 * disc - 14) / (high - low)
    ticks = "".join(f"M{x + disc + scale * i:.5g} {y:g}v4" for i in range(high - low + 1)) if scale > 5 else ""
    return band + (path(ticks, stroke=SOFT, stroke_width=0.8) if ticks else "")


def order_of_play(r: Reading, x: float, y: float, disc: float = 26) -> str:
    """The seats in the order of the present phase: done, acting, and next. On a phone in one line with the heading."""
    return _order(r.queue, r.turn if r.deciding >= 0 else 0, r.actor, x, y, disc)


@remembered(256, names=True)
def _order(queue: tuple[int, ...], done_first: int, actor: int, x: float, y: float, disc: float) -> str:
    """``done_first``: how many of the queue are done."""
    text, desk = _("Turn order"), disc > 22
    parts = [heading(x, y + 14, text, 15.5 if desk else 13)]
    left = x if desk else x + words_width(text, 13) + 20
    for index, seat in enumerate(queue):
        middle = left + disc / 2 + 4 + index * (disc + 12)
        parts.append(_in_order(index, seat, index < done_first, seat == actor, middle, y + (39 if desk else 10), disc))
    return "".join(parts)


@remembered(512, names=True)
def _in_order(index: int, seat: int, done: bool, acting: bool, x: float, y: float, disc: float) -> str:
    """One of the seats, with its middle at x, y."""
    label = _("{name} to play").format(name=seat_name(seat)) if acting else listed_name(seat)
    drawn = seat_badge(seat, x, y, disc)
    if acting:
        drawn += circle(x, y, disc / 2 + 3, fill="none", stroke=INK, stroke_width=2.2)
    if index:
        drawn += path(f"M{x - disc / 2 - 8:g} {y - 3.5:g}l3 3.5l-3 3.5", stroke=FAINT, stroke_width=1.6, fill="none")
    if disc > 22:
        drawn += words(x, y + disc / 2 + 16, index + 1, 14.6, fill=INK if acting else SOFT)
    return element("g", drawn, role="img", aria_label=label, data_tip=label, opacity=0.42 if done else None)


def standing(r: Reading, x: float, y: float, width: float) -> str:
    """The markers in one line for a very low board: each with the space that it is on, the first on the left."""
    markers = tuple([(r.seats[seat].track, seat) for seat in r.order])
    return _standing(markers, r.actor, x, y, width)


@remembered(128, names=True)
def _standing(markers: tuple[tuple[int, int], ...], actor: int, x: float, y: float, width: float) -> str:
    text = _("Turn order")
    parts = [heading(x, y + 15, text, 13)]
    left = x + words_width(text, 13) + 22
    step = min((x + width - left) / len(markers), 76)
    for index, (space, seat) in enumerate(markers):
        label = _("{name} in space {space}").format(name=listed_name(seat), space=space)
        middle = left + 10 + index * step
        drawn = seat_badge(seat, 0, 0, 19) + words(15, 5, space, 13, anchor="start", font_weight="700")
        values = {"role": "img", "aria_label": label, "data_tip": label}
        parts.append(steady(f"marker {seat}", drawn, middle, y + 11, **values))
        if seat == actor:
            parts.append(circle(middle, y + 11, 11.5, fill="none", stroke=INK, stroke_width=1.8))
    return "".join(parts)
