"""Pieces before a gate: money and goods, the person who waits, and what the coming event takes."""

from __future__ import annotations

from typing import NamedTuple

from hanlin.core.i18n.language import _, listed
from hanlin.core.verbs.presentation import labelled
from hanlin.drawing import DANGER, RAISED, colour, element, glow, group, lines_of, rect, remembered, symbol, words, words_width
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon import state as st
from hanlin.games.year_of_the_dragon.drawing.offers import Click, Offer, Offers, around
from hanlin.games.year_of_the_dragon.drawing.palaces import HALL
from hanlin.games.year_of_the_dragon.drawing.portraits import person_tile
from hanlin.games.year_of_the_dragon.drawing.threats import NONE, Threat
from hanlin.games.year_of_the_dragon.drawing.tips import good_tip, person_tip
from hanlin.games.year_of_the_dragon.snapshot import Seat
from hanlin.games.year_of_the_dragon.words import names

OTHER_HEIGHT = 160.0
"""The height of another player's place on a desk."""
GATE = 106.0
"""The width of the column of the person who waits in the own place on a desk."""


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
    farewell: tuple[str, ...] = ()
    """The releases of those in the darkened windows, where several are asked for."""
    struck: int = 0
    """The palaces that a drought has hit, as a mask."""


Section = tuple[str, float, float]
"""A part of the own place on a phone, with its width and height."""


def caption_for_fingers(place: Place) -> Section:
    """The caption with its width and height."""
    danger = place.threat
    if place.farewell:
        width = caption_width(release_words(len(place.farewell)), 15.2)
        reach = rect(0, -2, width, 44, fill="transparent")
        return group(farewell_sign(place.farewell, 0, 10, 15.2, reach), 0, 2), width, 44.0
    if not danger.leave:
        return "", 0.0, 0.0
    return caption(danger, 0, 0, 15.2), caption_width(names.leave(danger.leave), 15.2), 24.0


@remembered(256)
def caption(danger: Threat, x: float, y: float, size: float) -> str:
    """The number that the coming event takes, with its picture, in letters of that size."""
    if not danger.leave:
        return ""
    text, name = names.leave(danger.leave), names.event_name(danger.event)
    width = caption_width(text, size)
    drawn = rect(x + 0.8, y + 0.8, width - 1.6, 22.4, 11, fill=colour("danger-wash"), stroke=DANGER, stroke_width=1.5)
    drawn += symbol(p.EVENT_NAMES[danger.event], x + 6, y + 3, 18)
    drawn += words(x + 28, y + 17.5, text, size, anchor="start", fill=DANGER, font_weight="700")
    tip = f"{name}. {names.event_effect(danger.event)}"
    return element("g", drawn, role="img", aria_label=labelled(name, text), data_tip=tip)


def release_words(n: int) -> str:
    """The words on the sign that releases so many persons."""
    return _("Release {n}").format(n=n)


@remembered(256)
def farewell_sign(releases: tuple[str, ...], x: float, y: float, size: float, reach: str = "") -> str:
    """A sign that releases those in the darkened windows with one click, where several are asked for."""
    text = release_words(len(releases))
    width = caption_width(text, size)
    drawn = rect(x + 0.8, y + 0.8, width - 1.6, 22.4, 11, fill=RAISED, stroke=DANGER, stroke_width=1.5)
    drawn += symbol("release", x + 7, y + 3, 18) + words(x + 29, y + 17.5, text, size, anchor="start", font_weight="700")
    kinds = [p.KIND_NAMES.index(each.split()[2]) for each in releases]
    label = _("Release those in the dark: {persons}").format(persons=listed(map(names.a_kind, kinds)))
    offer = Click((releases[0],), label, then=";".join(releases[1:]))
    return around(offer, label, drawn + reach, glow(x, y, width, 24, 12), data_tip=label)


def caption_width(text: str, size: float) -> float:
    """The width of a caption with its picture."""
    return 38 + words_width(text, size)


# -- goods -------------------------------------------------------------------------------------------------------------------


class Layout(NamedTuple):
    """The places of the piles of goods: the first, the steps, the sizes of picture and number."""

    x: float
    y: float
    across: float
    down: float
    picture: float
    number: float
    most: int
    """Pictures in a pile at most."""


IN_A_COLUMN = Layout(3, 32, 0, 27, 24, 19, 4)
IN_A_LINE = Layout(1, OTHER_HEIGHT - 22, 36, 0, 16, 18.4, 1)
FOR_FINGERS = Layout(0, 8, 52, 0, 26, 18, 1)
IN_A_LOW_PLACE = Layout(0, 1, 44, 0, 22, 17, 1)


_PLACES = {"coin": "yuan", "sack": "rice", "rocket": "fireworks"}
"""The names of these pictures as places of the drawing."""
_GIVEN = {"coin": "give yuan", "sack": "give rice", "rocket": "give firework"}
"""Things given back by clicking their picture."""


def goods(own: Seat, seat: int, deciding: bool, offers: Offers | None, layout: Layout) -> str:
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
def _drawn_goods(amounts: tuple[int, ...], seat: int, deciding: bool, given: tuple[Offer, ...], layout: Layout) -> str:
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
def _pile(name: str, n: int, label: str, seat: int, x: float, y: float, layout: Layout, offer: Offer) -> str:
    """So many of a good: a small pile and the number."""
    size, step = layout.picture, layout.picture * 0.32
    count = 1 if name.startswith("privilege") else min(n, layout.most)
    drawn = "".join(symbol(name, x + i * step, y + (i % 2) * 1.5, size) for i in range(count))
    left = x + size + (count - 1) * step + (5 if layout.most > 1 else 1.5)
    drawn += words(left, y + size / 2 + layout.number * 0.34, n, layout.number, anchor="start", font_weight="700")
    reach = rect(x - 2, y - 8, 50, 46, fill="transparent") if layout is FOR_FINGERS else ""
    shine = glow(x - 1, y - 1, max(layout.across - 5, size + 58), size + 2, 6) + reach
    values = {"data_place": _PLACES.get(name, name), "data_key": f"goods {seat} {name}"}
    values |= {"data_count": str(n), "data_piece": name}
    return around(offer, label, drawn, shine, data_tip=good_tip(name, label), **values)


def goods_for_fingers(place: Place, offers: Offers | None, low: bool = False) -> Section:
    """The goods of the own place on a phone, with their width and height; ``low``: held sideways."""
    own = place.own
    kinds = sum(n > 0 for n in (own.yuan, own.rice, own.fireworks, own.small, own.large))
    giving = offers is not None and offers.reading.step == st.GIVE
    layout = IN_A_LOW_PLACE if low and not giving else FOR_FINGERS
    drawn = goods(own, place.seat, place.deciding, offers, layout)
    return drawn, max(kinds, 1) * layout.across, 46.0 if giving else 24.0 if low else 40.0


# -- the person at the gate --------------------------------------------------------------------------------------------------


@remembered(32)
def guest(kind: int, seat: int) -> str:
    """The person who waits for a window: 102 wide."""
    lines = lines_of(names.kind_name(kind), 15, GATE)
    if max(words_width(line, 15) for line in lines) > GATE:
        lines = lines_of(names.narrow_type(int(p.TYPE_OF_KIND[kind])), 15, GATE)
    text = "".join(words(54, 80 + 16 * i, line, 15, font_weight="600") for i, line in enumerate(lines[:2]))
    tip = person_tip(kind)
    return element("g", person_tile(kind, 26, 6, 54) + text, role="img", aria_label=names.kind_name(kind), data_tip=tip)


def guest_for_fingers(place: Place, offers: Offers | None) -> Section:
    """The same on a phone, with its width and height."""
    if place.held < 0:
        return "", 0.0, 0.0
    tile = person_tile(place.held, 4, 4, 54)
    drawn = element("g", tile, role="img", aria_label=names.kind_name(place.held), data_tip=person_tip(place.held))
    leaving = way_out(offers, 66, 9, 44)
    return drawn + leaving, 114.0 if leaving else 64.0, HALL


def way_out(offers: Offers | None, x: float, y: float, size: float) -> str:
    """The exit below the waiting person, where it may leave again."""
    if offers is None or "decline" not in offers.choices:
        return ""
    label = _("Decline the new person")
    picture = rect(x, y, size, size, fill="transparent") + symbol("release", x + 5, y + 5, size - 10)
    return offers.wrap(label, picture, ["decline"], glow(x, y, size, size, 6), data_tip=label)
