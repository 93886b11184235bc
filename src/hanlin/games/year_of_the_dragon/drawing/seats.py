"""A player's place in the street: goods before the gate, the palaces, and in the own one the cards and wall tiles left.

On a desk the own place is wide and the others are small; on a phone the own place is a row under the fingers.
"""

from __future__ import annotations

from typing import NamedTuple

from hanlin.core.i18n.language import _
from hanlin.core.i18n.seat_names import seat_name
from hanlin.core.position.position import Position
from hanlin.core.verbs.presentation import labelled
from hanlin.drawing import (
    DANGER,
    Drawing,
    colour,
    drawing,
    element,
    glow,
    group,
    lines_of,
    rect,
    remembered,
    symbol,
    words,
    words_width,
)
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon import state as st
from hanlin.games.year_of_the_dragon.drawing import hands
from hanlin.games.year_of_the_dragon.drawing.courts import Court, halls, street, with_offers
from hanlin.games.year_of_the_dragon.drawing.offers import Offer, Offers, around, offers
from hanlin.games.year_of_the_dragon.drawing.palaces import HALL
from hanlin.games.year_of_the_dragon.drawing.portraits import person_tile
from hanlin.games.year_of_the_dragon.drawing.threats import NONE, Threat, threat
from hanlin.games.year_of_the_dragon.drawing.tips import good_tip, person_tip
from hanlin.games.year_of_the_dragon.snapshot import Seat, read
from hanlin.games.year_of_the_dragon.words import names

OWN_WIDTH, OWN_HEIGHT = 640.0, 166.0
"""The own place on a desk."""
OTHER_WIDTHS: dict[int, float] = {2: 460, 3: 240, 4: 180, 5: 144}
"""The width of another player's place on a desk, by the number of players."""
OTHER_HEIGHT = 160.0
BLOCK_WIDTH = 264.0
"""The width of the own place on a phone on its side."""
LARGEST = 1.2
"""The scale of the own palaces at most."""
_LEFT, _RIGHT = 96.0, 106.0
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
    return _drawn(place, offers(seen))


_FORMS = {"wide": "own", "tall": "row", "low": "block"}
"""The form of the own place, by the shape of the board."""


class Place(NamedTuple):
    """The content of a place."""

    own: Seat
    seat: int
    great_wall: bool
    form: str
    """"own" on a desk, "row" and "block" on a phone, "other" for another player's."""
    width: float = 0.0
    """That of another player's place."""
    threat: Threat = NONE
    winner: bool = False
    """True where it wears the crown."""
    deciding: bool = False
    held: int = -1
    """The kind that waits for a window, or -1."""
    struck: int = 0
    """The palaces that a drought has hit, as a mask."""


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
        "" if large else _goods(own, seat, False, None, _IN_A_COLUMN),
        group(street(court, width - left, height - 2, largest), left, 1),
    ]
    return drawing(f"seat{seat}", width, height, *parts, label=_called(own, seat), data_seat=seat)


def _called(own: Seat, seat: int) -> str:
    return _("The court of {name}: {points}").format(name=seat_name(seat), points=names.points(own.points))


def _drawn(place: Place, offers: Offers | None = None) -> Drawing:
    """``offers``: those to the acting seat."""
    court = Court(place.own.palaces, place.seat, place.struck, place.threat, numbered=place.form == "own")
    court = with_offers(court, offers)
    make = {"own": _own, "row": _row, "block": _block, "other": _other}[place.form]
    width, height, parts = make(place, court, offers)
    crown = symbol("crown", 2, 0, 22) if place.winner else ""
    label = _called(place.own, place.seat)
    return drawing(f"seat{place.seat}", width, height, *parts, crown, label=label, data_seat=place.seat, data_form=place.form)


def _own(place: Place, court: Court, offers: Offers | None) -> tuple[float, float, list[str]]:
    """The own place on a desk: goods to the left, the palaces, the hand to the right."""
    middle = OWN_WIDTH - _LEFT - _RIGHT - 10
    parts = [
        _goods(place.own, place.seat, place.deciding, offers, _IN_A_COLUMN),
        _caption(place.threat, 0, OWN_HEIGHT - 25, 15.2),
    ]
    parts.append(_ground(_LEFT, OWN_HEIGHT, middle + 8) + group(street(court, middle, OWN_HEIGHT - 4, LARGEST), _LEFT + 4, 1))
    right = OWN_WIDTH - _RIGHT
    if place.held >= 0:
        parts.append(group(_guest(place.held, place.seat) + _way_out(offers, 36, 106, 36), right))
    else:
        parts.append(hands.in_a_block(place.own, place.great_wall, offers, right, _RIGHT))
    return OWN_WIDTH, OWN_HEIGHT, parts


_Section = tuple[str, float, float]
"""A part of the own place on a phone, with its width and height."""


def _row(place: Place, court: Court, offers: Offers | None) -> tuple[float, float, list[str]]:
    """The own place on a phone: one row, what is asked for first."""
    parts, x = [], 2.0
    for drawn, width, height in _sections(place, court, offers, 10_000, 11):
        parts.append(group(drawn, x, 1 + (HALL - height) / 2))
        x += width + 12
    return max(x - 10, 60), HALL + 2, parts


def _block(place: Place, court: Court, offers: Offers | None) -> tuple[float, float, list[str]]:
    """The own place on a phone on its side: a narrow column."""
    parts, y = [], 3.0
    for drawn, _width, height in _sections(place, court, offers, BLOCK_WIDTH - 4, 5):
        parts.append(group(drawn, 2, y))
        y += height + 9
    return BLOCK_WIDTH, max(y - 6, 60), parts


def _sections(place: Place, court: Court, offers: Offers | None, room: float, columns: int) -> list[_Section]:
    """The parts of the own place for fingers, those that are asked for first."""
    sections = {
        "caption": _caption_for_fingers(place.threat),
        "goods": _goods_for_fingers(place, offers),
        "guest": _guest_for_fingers(place, offers),
        "palaces": halls(court, room),
        "tiles": hands.tiles_in_rows(place.own, offers, columns) if place.great_wall else ("", 0.0, 0.0),
        "hand": hands.in_rows(place.own, offers, columns),
    }
    first = _FIRST.get(offers.reading.step if offers else -1, ())
    order = sorted(sections, key=lambda name: (name not in first, list(sections).index(name)))
    return [sections[name] for name in order if sections[name][1]]


def _caption_for_fingers(danger: Threat) -> _Section:
    """The caption with its width and height."""
    if not danger.leave:
        return "", 0.0, 0.0
    return _caption(danger, 0, 0, 15.2), caption_width(names.leave(danger.leave), 15.2), 24.0


_FIRST = {st.HIRE: ("hand",), st.DROP: ("hand",), st.GIVE: ("goods",), st.PLACE: ("guest", "palaces")}
"""The parts that come first on a phone, by step."""


def _other(place: Place, court: Court, offers: Offers | None) -> tuple[float, float, list[str]]:
    """Another player's place: the palaces, the goods below them."""
    width = place.width
    beside = width >= 240
    top = 0 if beside else 25
    parts = [_ground(0, OTHER_HEIGHT - 28, width), group(street(court, width - 4, OTHER_HEIGHT - 32 - top), 2, top + 1)]
    parts.append(_goods(place.own, place.seat, place.deciding, offers, _IN_A_LINE))
    left = width - caption_width(names.leave(place.threat.leave), 18.4) if beside else 0.0
    parts.append(_caption(place.threat, left, OTHER_HEIGHT - 26 if beside else 0.0, 18.4))
    return width, OTHER_HEIGHT, parts


@remembered(64)
def _ground(x: float, y: float, width: float) -> str:
    """The line of the street."""
    return rect(x, y - 3.4, width, 2.4, 1.2, fill=colour("stone"), fill_opacity=0.55)


@remembered(256)
def _caption(danger: Threat, x: float, y: float, size: float) -> str:
    """How many the coming event takes, with its picture, in letters of that size."""
    if not danger.leave:
        return ""
    text, name = names.leave(danger.leave), names.event_name(danger.event)
    width = caption_width(text, size)
    drawn = rect(x + 0.8, y + 0.8, width - 1.6, 22.4, 11, fill=colour("danger-wash"), stroke=DANGER, stroke_width=1.5)
    drawn += symbol(p.EVENT_NAMES[danger.event], x + 6, y + 3, 18)
    drawn += words(x + 28, y + 17.5, text, size, anchor="start", fill=DANGER, font_weight="700")
    tip = f"{name}. {names.event_effect(danger.event)}"
    return element("g", drawn, role="img", aria_label=labelled(name, text), data_tip=tip)


def caption_width(text: str, size: float) -> float:
    """The width of a caption with its picture."""
    return 38 + words_width(text, size)


# -- goods -------------------------------------------------------------------------------------------------------------------


class _Layout(NamedTuple):
    """The places of the piles of goods: the first, the steps, the sizes of picture and number."""

    x: float
    y: float
    across: float
    down: float
    picture: float
    number: float
    most: int
    """Pictures in a pile at most."""


_IN_A_COLUMN = _Layout(3, 32, 0, 27, 24, 19, 4)
_IN_A_LINE = _Layout(1, OTHER_HEIGHT - 22, 36, 0, 16, 18.4, 1)
_FOR_FINGERS = _Layout(0, 8, 52, 0, 26, 18, 1)


_PLACES = {"coin": "yuan", "sack": "rice", "rocket": "fireworks"}
"""The names of these pictures as places of the drawing."""
_GIVEN = {"coin": "give yuan", "sack": "give rice", "rocket": "give firework"}
"""Things given back by clicking their picture."""


def _goods(own: Seat, seat: int, deciding: bool, offers: Offers | None, layout: _Layout) -> str:
    """Money, goods and privileges in piles; nothing where there are none."""
    amounts = (own.yuan, own.rice, own.fireworks, own.small, own.large)
    giving = offers and offers.at(st.GIVE)
    given = tuple([giving.of(label, [_GIVEN[name]]) for name, _n, label in _named(amounts) if name in _GIVEN]) if giving else ()
    return _drawn_goods(amounts, seat, deciding, given, layout)


@remembered(256)
def _named(amounts: tuple[int, ...]) -> list[tuple[str, int, str]]:
    """The picture of each amount, how much it is, and the same in words."""
    yuan, rice, fireworks, small, large = amounts
    return [
        ("coin", yuan, names.amount(yuan, p.YUAN)),
        ("sack", rice, names.amount(rice, p.RICE)),
        ("rocket", fireworks, names.amount(fireworks, p.FIREWORK)),
        ("privilege", small, _("Small privileges: {n}").format(n=small)),
        ("privilege-large", large, _("Large privileges: {n}").format(n=large)),
    ]


@remembered(256)
def _drawn_goods(amounts: tuple[int, ...], seat: int, deciding: bool, given: tuple[Offer, ...], layout: _Layout) -> str:
    """``given``: the offers of money and goods, where some must be given back."""
    offers = dict(zip(_GIVEN, given, strict=False))
    parts, x, y, small = [], layout.x, layout.y, amounts[3]
    for name, n, label in _named(amounts):
        if n:
            beside = 46 if layout.down and name == "privilege-large" and small else 0
            parts.append(_pile(name, n, label, seat, x + beside, y - (layout.down if beside else 0), layout, offers.get(name)))
            x, y = x + layout.across, y + (0 if beside else layout.down)
    # Goods of which there are none have their place among the others, for a lesson that speaks of them.
    reach = rect(0, layout.y - 2, max(x, 52), max(y - layout.y, layout.picture) + 4, fill="none")
    parts += [element("g", reach, data_place=_PLACES[name]) for name, n, _label in _named(amounts)[:3] if not n]
    return "".join(parts)


@remembered(1024)
def _pile(name: str, n: int, label: str, seat: int, x: float, y: float, layout: _Layout, offer: Offer) -> str:
    """So many of a good: a small pile and the number."""
    size, step = layout.picture, layout.picture * 0.32
    count = 1 if name.startswith("privilege") else min(n, layout.most)
    drawn = "".join(symbol(name, x + i * step, y + (i % 2) * 1.5, size) for i in range(count))
    left = x + size + (count - 1) * step + (5 if layout.most > 1 else 1.5)
    drawn += words(left, y + size / 2 + layout.number * 0.34, n, layout.number, anchor="start", font_weight="700")
    reach = rect(x - 2, y - 8, 50, 46, fill="transparent") if layout is _FOR_FINGERS else ""
    shine = glow(x - 1, y - 1, max(layout.across - 5, size + 58), size + 2, 6) + reach
    values = {"data_place": _PLACES.get(name, name), "data_key": f"goods {seat} {name}"}
    values |= {"data_count": str(n), "data_piece": name}
    return around(offer, label, drawn, shine, data_tip=good_tip(name, label), **values)


def _goods_for_fingers(place: Place, offers: Offers | None) -> _Section:
    """The goods of the own place on a phone, with their width and height."""
    own = place.own
    kinds = sum(n > 0 for n in (own.yuan, own.rice, own.fireworks, own.small, own.large))
    giving = offers is not None and offers.reading.step == st.GIVE
    return (
        _goods(own, place.seat, place.deciding, offers, _FOR_FINGERS),
        max(kinds, 1) * _FOR_FINGERS.across,
        46.0 if giving else 40.0,
    )


# -- the person at the gate --------------------------------------------------------------------------------------------------


@remembered(32)
def _guest(kind: int, seat: int) -> str:
    """The person who waits for a window: 102 wide."""
    lines = lines_of(names.kind_name(kind), 15, _RIGHT)
    if max(words_width(line, 15) for line in lines) > _RIGHT:
        lines = lines_of(names.narrow_type(int(p.TYPE_OF_KIND[kind])), 15, _RIGHT)
    text = "".join(words(54, 80 + 16 * i, line, 15, font_weight="600") for i, line in enumerate(lines[:2]))
    tip = person_tip(kind)
    return element("g", person_tile(kind, 26, 6, 54) + text, role="img", aria_label=names.kind_name(kind), data_tip=tip)


def _guest_for_fingers(place: Place, offers: Offers | None) -> _Section:
    """The same on a phone, with its width and height."""
    if place.held < 0:
        return "", 0.0, 0.0
    tile = person_tile(place.held, 4, 4, 54)
    drawn = element("g", tile, role="img", aria_label=names.kind_name(place.held), data_tip=person_tip(place.held))
    leaving = _way_out(offers, 66, 9, 44)
    return drawn + leaving, 114.0 if leaving else 64.0, HALL


def _way_out(offers: Offers | None, x: float, y: float, size: float) -> str:
    """The exit below the waiting person, where it may leave again."""
    if offers is None or "decline" not in offers.choices:
        return ""
    label = _("Decline the new person")
    picture = rect(x, y, size, size, fill="transparent") + symbol("release", x + 5, y + 5, size - 10)
    return offers.wrap(label, picture, ["decline"], glow(x, y, size, size, 6), data_tip=label)
