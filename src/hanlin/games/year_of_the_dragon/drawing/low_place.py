"""The own place on a phone held sideways: a column beside the board that fits as a whole, so that nothing has to be scrolled.

What is asked for is as large as fingers need; what is only looked at is smaller, and the palaces take the room that is left.
"""

from __future__ import annotations

from collections.abc import Sequence

from hanlin.drawing import group
from hanlin.games.year_of_the_dragon import state as st
from hanlin.games.year_of_the_dragon.drawing import hands
from hanlin.games.year_of_the_dragon.drawing.courts import Court, halls
from hanlin.games.year_of_the_dragon.drawing.gate import (
    Place,
    Section,
    caption_for_fingers,
    goods_for_fingers,
    guest_for_fingers,
)
from hanlin.games.year_of_the_dragon.drawing.offers import Offers

WIDTH, HEIGHT = 264.0, 240.0
"""The size that fits the column; higher only where even small palaces do not fit."""
_ROOM = WIDTH - 4
_GAP = 6.0

_SCALES = (1.45, 1.3, 1.15, 1.0, 0.92, 0.84, 0.76, 0.7, 0.64, 0.58)
"""Of the palaces."""
_FOR_ROOFS = 0.7
"""The least one at which a whole palace is a target for fingers; for a person in it, it is 1."""


def block(place: Place, court: Court, offers: Offers | None) -> tuple[float, float, list[str]]:
    """The place with its width and height."""
    step = offers.reading.step if offers else st.NOTHING
    before = _wrapped(
        [guest_for_fingers(place, offers), goods_for_fingers(place, offers, low=True), caption_for_fingers(place)]
    )
    chosen = _to_choose(place, offers, step)
    looked_at = _to_look_at(place, offers, step)
    taken = sum(section[2] + _GAP for section in (before, *chosen, looked_at) if section[1])
    palaces = _palaces(court, HEIGHT - 4 - taken)
    parts, y = [], 2.0
    order = [before, *chosen, palaces, looked_at] if step in (st.HIRE, st.DROP) else [before, palaces, *chosen, looked_at]
    for drawn, width, height in order:
        if width:
            parts.append(group(drawn, 2, y))
            y += height + _GAP
    return WIDTH, max(y - _GAP + 2, HEIGHT), parts


def _wrapped(sections: Sequence[Section]) -> Section:
    """Sections side by side, in a further row what does not fit."""
    parts, x, y, high = list[str](), 0.0, 0.0, 0.0
    for drawn, width, height in sections:
        if not width:
            continue
        if x and x + width > _ROOM:
            x, y, high = 0.0, y + high + 4, 0.0
        parts.append(group(drawn, x, y))
        x, high = x + width + 8, max(high, height)
    return "".join(parts), _ROOM if parts else 0.0, y + high


def _to_choose(place: Place, offers: Offers | None, step: int) -> list[Section]:
    """Cards or wall tiles that are asked for."""
    if step in (st.HIRE, st.DROP):
        return [hands.in_low_rows(place.own, offers, 5)]
    if step == st.ACT and offers and any("build-wall" in action for action in offers.legal):
        return [hands.tiles_for_fingers(place.own, offers, 5)]
    return []


def _to_look_at(place: Place, offers: Offers | None, step: int) -> Section:
    """Cards and wall tiles that are not asked for."""
    own = place.own
    if step in (st.HIRE, st.DROP):
        own = own._replace(cards=(), wild=0)
    tiles = place.great_wall and not (step == st.ACT and _to_choose(place, offers, step))
    return hands.in_small(own, tiles, _ROOM)


def _palaces(court: Court, room: float) -> Section:
    """The palaces, as large as they fit that height."""
    persons = any(any(offered.persons) for offered in court.offers)
    least = 1.0 if persons else _FOR_ROOFS if court.offers else 0.0
    for scale in [each for each in _SCALES if each >= least]:
        drawn, width, height = halls(court, _ROOM / scale, scale)
        if height * scale <= room:
            break
    return group(drawn, scale=scale), width * scale, height * scale
