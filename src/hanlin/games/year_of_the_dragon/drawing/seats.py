"""A player's place in the street: goods before the gate, the palaces, and in the own one the cards and wall tiles left.

On a desk the own place is wide and the others are small; on a phone the own place is a row under the fingers.
"""

from __future__ import annotations

from hanlin.core.i18n.language import _
from hanlin.core.i18n.seat_names import is_own, seat_name
from hanlin.core.position.position import Position
from hanlin.drawing import (
    Drawing,
    colour,
    drawing,
    group,
    rect,
    remembered,
    symbol,
)
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon import state as st
from hanlin.games.year_of_the_dragon.drawing import hands, low_place
from hanlin.games.year_of_the_dragon.drawing.courts import Court, halls, street, with_offers
from hanlin.games.year_of_the_dragon.drawing.gate import (
    GATE,
    IN_A_COLUMN,
    IN_A_LINE,
    OTHER_HEIGHT,
    Place,
    Section,
    caption,
    caption_for_fingers,
    caption_width,
    farewell_sign,
    goods,
    goods_for_fingers,
    guest,
    guest_for_fingers,
    way_out,
)
from hanlin.games.year_of_the_dragon.drawing.offers import Offers, offers
from hanlin.games.year_of_the_dragon.drawing.palaces import HALL
from hanlin.games.year_of_the_dragon.drawing.threats import farewell, threat
from hanlin.games.year_of_the_dragon.snapshot import Seat, read
from hanlin.games.year_of_the_dragon.words import names

OWN_WIDTH, OWN_HEIGHT = 640.0, 166.0
"""The own place on a desk."""
OTHER_WIDTHS: dict[int, float] = {2: 460, 3: 240, 4: 180, 5: 144}
"""The width of another player's place on a desk, by the number of players."""
LARGEST = 1.2
"""The scale of the own palaces at most."""
_LEFT, _RIGHT = 96.0, GATE
"""The columns beside the own palaces: goods, and hand."""


def seating() -> str:
    """The places of the seats: see ``core/verbs/protocols.py``."""
    return "street"


def seat(seen: Position, seat: int, *, shape: str = "wide", own: bool = True) -> Drawing:
    """The place of a player, clickable when that seat is to decide. ``own``: False for another player's, which is smaller."""
    r = read(seen.state)
    before = r.seats[seat]
    form = "other" if not own else _FORMS[shape]
    room = (OTHER_WIDTHS[r.players] if shape == "wide" else OTHER_WIDTHS[2]) if form == "other" else 0.0
    place = Place(before, seat, r.great_wall, form, room, threat(r, seat))
    if r.deciding != seat:
        return quiet_place(place._replace(winner=r.phase == p.GAME_OVER and seat in seen.winners))
    place = place._replace(deciding=True, held=r.held, struck=r.barred if r.step == st.RELEASE else 0)
    if not seen.decides:
        return quiet_place(place)
    actions, windows = farewell(r)
    if actions:
        place = place._replace(farewell=actions, threat=place.threat._replace(leaving=windows))
    return _drawn(place, offers(seen))


_FORMS = {"wide": "own", "tall": "row", "low": "block"}
"""The form of the own place, by the shape of the board."""


@remembered(256, names=True)
def quiet_place(place: Place) -> Drawing:
    """A place for an inactive viewer."""
    return _drawn(place)


@remembered(256, names=True)
def area_to_set_up(own: Seat, seat: int, great_wall: bool, large: bool) -> Drawing:
    """The area of a seat where a position is set up: each window has its own id, and there is a place for a palace.

    ``large``: for fingers.
    """
    court = Court(own.palaces, seat, setting_up=True, numbered=True)
    width, height, largest = (480.0, 240.0, 1.5) if large else (OWN_WIDTH, OWN_HEIGHT, 1.0)
    left = 0.0 if large else _LEFT
    parts = [
        "" if large else goods(own, seat, False, None, IN_A_COLUMN),
        group(street(court, width - left, height - 2, largest), left, 1),
    ]
    return drawing(f"seat{seat}", width, height, *parts, label=_called(own, seat), data_seat=seat)


def _called(own: Seat, seat: int) -> str:
    text = _("Your court: {points}") if is_own(seat) else _("The court of {name}: {points}")
    return text.format(name=seat_name(seat), points=names.points(own.points))


def _drawn(place: Place, offers: Offers | None = None) -> Drawing:
    """``offers``: those to the acting seat."""
    court = Court(place.own.palaces, place.seat, place.struck, place.threat, numbered=place.form == "own")
    court = with_offers(court, offers)
    make = {"own": _own, "row": _row, "block": low_place.block, "other": _other}[place.form]
    width, height, parts = make(place, court, offers)
    crown = symbol("crown", 2, 0, 22) if place.winner else ""
    label = _called(place.own, place.seat)
    return drawing(f"seat{place.seat}", width, height, *parts, crown, label=label, data_seat=place.seat, data_form=place.form)


def _own(place: Place, court: Court, offers: Offers | None) -> tuple[float, float, list[str]]:
    """The own place on a desk: goods to the left, the palaces, the hand to the right."""
    middle = OWN_WIDTH - _LEFT - _RIGHT - 10
    parts = [
        goods(place.own, place.seat, place.deciding, offers, IN_A_COLUMN),
        farewell_sign(place.farewell, 0, OWN_HEIGHT - 26, 15.2)
        if place.farewell
        else caption(place.threat, 0, OWN_HEIGHT - 25, 15.2),
    ]
    parts.append(_ground(_LEFT, OWN_HEIGHT, middle + 8) + group(street(court, middle, OWN_HEIGHT - 4, LARGEST), _LEFT + 4, 1))
    right = OWN_WIDTH - _RIGHT
    if place.held >= 0:
        parts.append(group(guest(place.held, place.seat) + way_out(offers, 36, 106, 36), right))
    else:
        parts.append(hands.in_a_block(place.own, place.great_wall, offers, right, _RIGHT))
    return OWN_WIDTH, OWN_HEIGHT, parts


def _row(place: Place, court: Court, offers: Offers | None) -> tuple[float, float, list[str]]:
    """The own place on a phone: one row, what is asked for first."""
    parts, x = [], 2.0
    for drawn, width, height in _sections(place, court, offers):
        parts.append(group(drawn, x, 1 + (HALL - height) / 2))
        x += width + 12
    return max(x - 10, 60), HALL + 2, parts


def _sections(place: Place, court: Court, offers: Offers | None) -> list[Section]:
    """The parts of the own place in a row, those that are asked for first."""
    sections = {
        "caption": caption_for_fingers(place),
        "goods": goods_for_fingers(place, offers),
        "guest": guest_for_fingers(place, offers),
        "palaces": halls(court, 10_000),
        "tiles": hands.tiles_in_a_row(place.own, offers) if place.great_wall else ("", 0.0, 0.0),
        "hand": hands.in_a_row(place.own, offers),
    }
    first = _FIRST.get(offers.reading.step if offers else -1, ())
    order = sorted(sections, key=lambda name: (name not in first, list(sections).index(name)))
    return [sections[name] for name in order if sections[name][1]]


_FIRST = {
    st.RELEASE: ("caption", "palaces"),
    st.HIRE: ("hand",),
    st.DROP: ("hand",),
    st.GIVE: ("goods",),
    st.PLACE: ("guest", "palaces"),
}
"""The parts that come first on a phone, by step."""


def _other(place: Place, court: Court, offers: Offers | None) -> tuple[float, float, list[str]]:
    """Another player's place: the palaces, the goods below them."""
    width = place.width
    beside = width >= 240
    top = 0 if beside else 25
    parts = [_ground(0, OTHER_HEIGHT - 28, width), group(street(court, width - 4, OTHER_HEIGHT - 32 - top), 2, top + 1)]
    parts.append(goods(place.own, place.seat, place.deciding, offers, IN_A_LINE))
    left = width - caption_width(names.leave(place.threat.leave), 18.4) if beside else 0.0
    parts.append(caption(place.threat, left, OTHER_HEIGHT - 26 if beside else 0.0, 18.4))
    return width, OTHER_HEIGHT, parts


@remembered(64)
def _ground(x: float, y: float, width: float) -> str:
    """The line of the street."""
    return rect(x, y - 3.4, width, 2.4, 1.2, fill=colour("stone"), fill_opacity=0.55)
