"""The person track as a ribbon, the players' flowers stacked on it; and the order in which a phase is played."""

from __future__ import annotations

from hanlin.core.i18n.language import _
from hanlin.core.i18n.seat_names import seat_name
from hanlin.drawing import FAINT, INK, SOFT, circle, colour, element, heading, path, remembered, seat_badge, words
from hanlin.games.year_of_the_dragon.snapshot import Reading


def height_of(r: Reading, disc: float) -> float:
    """The height of the ribbon, with room for a stack of all markers; never less than the order of play next to it."""
    return max(disc * (1 + 0.54 * (len(r.seats) - 1)) + 32, 88 if disc == 26 else 0)


def ribbon(r: Reading, x: float, y: float, width: float, disc: float = 26) -> str:
    """The track from the last marker to the first; ``height_of`` says how high it is."""
    return _ribbon(tuple([(r.seats[seat].track, seat) for seat in r.order]), height_of(r, disc), x, y, width, disc)


@remembered(128, names=True)
def _ribbon(markers: tuple[tuple[int, int], ...], height: float, x: float, y: float, width: float, disc: float) -> str:
    """``markers``: the space and the seat of each, in order."""
    stacks: dict[int, list[int]] = {}
    for space, seat in markers:
        stacks.setdefault(space, []).append(seat)
    low, high = min(stacks), max(max(stacks), min(stacks) + 12)
    places = _places(sorted(stacks), low, high, x + disc, x + width - disc - 14, disc + 3)
    floor = y + height - 25
    parts = [_band(x, floor, width, low, high, disc)]
    for space, left in places.items():
        parts.append(words(left, floor + 17, space, 14, font_weight="700"))
        for index, seat in enumerate(reversed(stacks[space])):
            label = _("{name} in space {space}").format(name=seat_name(seat), space=space)
            drawn = seat_badge(seat, left, floor - disc / 2 - 2 - index * disc * 0.54, disc)
            parts.append(element("g", drawn, role="img", aria_label=label, data_tip=label, data_key=f"marker {seat}"))
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
    """The seats in the order of the present phase: done, acting, and next."""
    return _order(r.queue, r.turn if r.deciding >= 0 else 0, r.actor, x, y, disc)


@remembered(256, names=True)
def _order(queue: tuple[int, ...], done_first: int, actor: int, x: float, y: float, disc: float) -> str:
    """``done_first``: how many of the queue are done."""
    parts = [heading(x, y + 12, _("Turn order"), 15)]
    for index, seat in enumerate(queue):
        parts.append(_in_order(index, seat, index < done_first, seat == actor, x + disc / 2 + index * (disc + 9), y, disc))
    return "".join(parts)


@remembered(512, names=True)
def _in_order(index: int, seat: int, done: bool, acting: bool, x: float, y: float, disc: float) -> str:
    """One of the seats, with its middle at x."""
    name = seat_name(seat)
    label = _("{name} to play").format(name=name) if acting else name
    drawn = seat_badge(seat, x, y + 42, disc)
    if acting:
        drawn += circle(x, y + 42, disc / 2 + 3.5, fill="none", stroke=INK, stroke_width=2.4)
    if index:
        drawn += path(f"M{x - disc / 2 - 6.6:g} {y + 38.5:g}l3 3.5l-3 3.5", stroke=FAINT, stroke_width=1.6, fill="none")
    drawn += words(x, y + 42 + disc / 2 + 16, index + 1, 13, fill=INK if acting else SOFT)
    return element("g", drawn, role="img", aria_label=label, data_tip=label, opacity=0.42 if done else None)
