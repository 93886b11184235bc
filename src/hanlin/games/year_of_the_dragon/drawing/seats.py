"""A player's own area: goods, the strength of the court, the palaces, the cards in hand and the wall tiles left."""

from __future__ import annotations

from typing import NamedTuple

from hanlin.core.i18n.language import _
from hanlin.core.i18n.seat_names import seat_name
from hanlin.core.lib.memo import memo
from hanlin.core.position.position import Position
from hanlin.core.verbs.presentation import Refusal, labelled
from hanlin.drawing import (
    ACCENT,
    FAINT,
    INK,
    LINE,
    RAISED,
    SOFT,
    Drawing,
    colour,
    drawing,
    element,
    glow,
    group,
    rect,
    remembered,
    seat_badge,
    symbol,
    words,
)
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon import state as st
from hanlin.games.year_of_the_dragon.drawing.offers import Offer, Offers, around, offers
from hanlin.games.year_of_the_dragon.drawing.palaces import court
from hanlin.games.year_of_the_dragon.drawing.portraits import person_tile
from hanlin.games.year_of_the_dragon.drawing.tips import good_tip, type_tip, wall_tile_tip
from hanlin.games.year_of_the_dragon.snapshot import Seat, read
from hanlin.games.year_of_the_dragon.words import names

WIDTH = 480.0
_MARGIN = 10.0
_ROW = 38.0
"""From one row of cards in hand to the next."""
LARGE = 1.5
"""The scale of palaces for fingers."""
LARGE_CARD = 2.55
"""The scale of cards and wall tiles."""


def seating() -> str:
    """The places of the seats: see ``core/verbs/protocols.py``."""
    return "street"


def seat(seen: Position, seat: int, *, shape: str = "wide") -> Drawing:
    """The own area of a player, clickable when that seat is to decide.

    Touch targets are larger where the ``shape`` is a phone's: in the viewer's own area, and in that of the acting seat.
    """
    r = read(seen.state)
    large = shape != "wide" and seat in (seen.seat, r.deciding)
    own = r.seats[seat]
    if r.deciding != seat:
        return quiet_area(own, seat, r.great_wall, Now(winner=r.phase == p.GAME_OVER and seat in seen.winners), large)
    now = Now(deciding=True, held=r.held, struck=r.barred if r.step == st.RELEASE else 0)
    if not seen.decides:
        return quiet_area(own, seat, r.great_wall, now, large)
    return _area(own, seat, r.great_wall, now, large, offers(seen))


class Now(NamedTuple):
    """Facts shown of a seat that are not pieces before it."""

    winner: bool = False
    """True where it wears the crown."""
    deciding: bool = False
    held: int = -1
    """The kind that waits for a place, or -1."""
    struck: int = 0
    """The palaces that a drought has hit, as a mask."""


@remembered(256, names=True)
def quiet_area(own: Seat, seat: int, great_wall: bool, now: Now, large: bool = False) -> Drawing:
    """The area of a seat for an inactive viewer, as an SVG 480 wide."""
    return _area(own, seat, great_wall, now, large)


@remembered(256, names=True)
def area_to_set_up(own: Seat, seat: int, great_wall: bool, large: bool) -> Drawing:
    """The area of a seat where a position is set up: each window has its own id, and there is a place for a palace."""
    return _area(own, seat, great_wall, Now(), large, setting_up=True)


def _area(
    own: Seat, seat: int, great_wall: bool, now: Now, large: bool, offers: Offers | None = None, setting_up: bool = False
) -> Drawing:
    """``offers``: those to the acting seat."""
    parts = [_goods(own, seat, now.deciding, offers), symbol("crown", 17, -3, 18) if now.winner else ""]
    y = 46.0
    if any(own.symbols):
        parts.append(_strength(own.symbols, _MARGIN, y))
        y += 26
    if now.held >= 0:
        parts.append(group(_guest(now.held) + _way_out(offers), 0, y + 4))
        y += 58
    scale = LARGE if large else 1.0
    drawn, height = court(own.palaces, seat, (WIDTH - 2 * _MARGIN) / scale, now.struck, offers, setting_up)
    parts.append(group(drawn, _MARGIN, y + 6, scale=scale))
    y += height * scale + 10
    parts.append(_hand(own, offers, y, large))
    if large:
        y += LARGE_CARD * (2 * _ROW)
        parts.append(_wall_tiles(own, offers, _MARGIN, y, LARGE_CARD) if great_wall else "")
        y += LARGE_CARD * 34 - 44 if great_wall else -44
    else:
        parts.append(_wall_tiles(own, offers, WIDTH - _MARGIN - 6 * 26, y, 1) if great_wall else "")
    label = _("The court of {name}: {points}").format(name=seat_name(seat), points=names.points(own.points))
    return drawing(f"seat{seat}", WIDTH, y + 44, *parts, label=label, data_seat=seat)


# -- goods -------------------------------------------------------------------------------------------------------------------


_PLACES = {"coin": "yuan", "sack": "rice", "rocket": "fireworks"}
"""The names of these pictures as places of the drawing."""
_GIVEN = {"coin": "give yuan", "sack": "give rice", "rocket": "give firework"}
"""Things given back by clicking their picture."""


def _goods(own: Seat, seat: int, deciding: bool, offers: Offers | None) -> str:
    """Flower, points, money, goods, privileges, in one line."""
    amounts = (own.points, own.yuan, own.rice, own.fireworks, own.small, own.large)
    giving = offers and offers.at(st.GIVE)
    given = tuple([giving.of(label, [_GIVEN[name]]) for name, _n, label in _named(amounts) if name in _GIVEN]) if giving else ()
    return _drawn_goods(amounts, seat, deciding, given)


@remembered(256)
def _named(amounts: tuple[int, ...]) -> list[tuple[str, int, str]]:
    """The picture of each amount, how much it is, and the same in words."""
    points, yuan, rice, fireworks, small, large = amounts
    return [
        ("points", points, names.points(points)),
        ("coin", yuan, names.amount(yuan, p.YUAN)),
        ("sack", rice, names.amount(rice, p.RICE)),
        ("rocket", fireworks, names.amount(fireworks, p.FIREWORK)),
        ("privilege", small, _("Small privileges: {n}").format(n=small)),
        ("privilege-large", large, _("Large privileges: {n}").format(n=large)),
    ]


@remembered(256)
def _drawn_goods(amounts: tuple[int, ...], seat: int, deciding: bool, given: tuple[Offer, ...]) -> str:
    """``given``: the offers of money and goods, where some must be given back."""
    parts = [seat_badge(seat, 26, 22, 32)]
    offers = dict(zip(_GIVEN, given, strict=False))
    x = 54.0
    for name, n, label in _named(amounts):
        if name.startswith("privilege") and not n:
            continue
        parts.append(_good(name, n, label, x, deciding and name in _GIVEN, offers.get(name)))
        x += 36 + 10 * len(str(n)) + 16
    return "".join(parts)


@remembered(1024)
def _good(name: str, n: int, label: str, x: float, asked: bool, offer: Offer) -> str:
    """So many of a good. ``asked``: for the acting seat, where some can be given."""
    drawn = symbol(name, x, 10, 24) + words(
        x + 30, 28.5, n, 18, anchor="start", fill=INK if n else SOFT, font_weight="700" if n else None
    )
    width = 36 + 10 * len(str(n))
    reach = rect(x - 8, -6, max(width + 12, 60), 60, fill="transparent") if asked else ""
    shine = glow(x - 2, 7, width, 30, 6) + reach
    return around(offer, label, drawn, shine, data_tip=good_tip(name, label), data_place=_PLACES.get(name, name))


@remembered(256)
def _strength(symbols: tuple[int, ...], x: float, y: float) -> str:
    """The symbols of the court, type by type: what the persons are good for."""
    parts = []
    for of_type, n in enumerate(symbols):
        if not n:
            continue
        label = labelled(names.type_name(of_type), n)
        drawn = symbol(names.TYPE_ICONS[of_type], x, y, 17) + words(x + 20, y + 14.5, n, 16, anchor="start", fill=SOFT)
        parts.append(element("g", drawn, role="img", aria_label=label, data_tip=f"{label}. {type_tip(of_type)}"))
        x += 37 + 9 * len(str(n))
    return "".join(parts)


@remembered(32)
def _guest(kind: int) -> str:
    """The person who waits for a place."""
    tile = person_tile(kind, _MARGIN, -2, 56)
    text = words(_MARGIN + 68, 22, names.kind_name(kind), 17, anchor="start", font_weight="600")
    text += words(_MARGIN + 68, 42, _("waits at the gate"), 16, anchor="start", fill=SOFT)
    frame = rect(_MARGIN - 4, -3, WIDTH - 2 * _MARGIN + 8, 58, 8, fill=colour("accent-wash"), stroke=ACCENT, stroke_width=1)
    return frame + tile + text


def _way_out(offers: Offers | None) -> str:
    """The exit next to the waiting person, where it may leave again."""
    if offers is None or "decline" not in offers.choices:
        return ""
    return offers.wrap(
        _("Decline the new person"),
        symbol("release", WIDTH - 48, 9, 30),
        ["decline"],
        glow(WIDTH - 53, 5, 40, 38, 6) + rect(WIDTH - 66, -4, 60, 60, fill="transparent"),
        data_tip=_("Decline the new person"),
    )


# -- cards and wall tiles ----------------------------------------------------------------------------------------------------


_SLOTS = (*range(p.TYPES), p.WILD, p.WILD)
"""The types of the eleven person cards."""


def _hand(own: Seat, offers: Offers | None, y: float, large: bool) -> str:
    """The eleven person cards in rows: those in hand, and the played ones as empty places."""
    held = _in_hand(own.cards, own.wild)
    playing = offers and offers.at(st.HIRE, st.DROP)
    offered = tuple([_offer_of_card(playing, *card) for card in zip(_SLOTS, held, strict=True)]) if playing else ()
    return _drawn_hand(held, offered, y, large)


@memo(maxsize=1024)
def _in_hand(cards: tuple[int, ...], wild: int) -> tuple[bool, ...]:
    return tuple(wild > index - p.TYPES if of_type == p.WILD else of_type in cards for index, of_type in enumerate(_SLOTS))


def _offer_of_card(offers: Offers, of_type: int, held: bool) -> Offer:
    actions = _actions_of_card(offers.reading.step, of_type) if held else ()
    return offers.of(_card_label(of_type, held), actions, refused=None if held else _played(offers.reading.step))


@remembered(128)
def _drawn_hand(held: tuple[bool, ...], offers: tuple[Offer, ...], y: float, large: bool) -> str:
    in_row = 6 if large else 11
    cards = [
        _held(of_type, held[i], offers[i] if offers else None, i % in_row * 25.5, i // in_row * _ROW)
        for i, of_type in enumerate(_SLOTS)
    ]
    return group("".join(cards), _MARGIN, y, scale=LARGE_CARD if large else 1, data_place="hand")


@remembered(64)
def _card_label(of_type: int, held: bool) -> str:
    name = names.type_name(of_type)
    return _("{card}: in hand").format(card=name) if held else _("{card}: played").format(card=name)


@remembered(512)
def _held(of_type: int, held: bool, offer: Offer, x: float, y: float) -> str:
    """A person card, or its empty place."""
    label = _card_label(of_type, held)
    drawn = group(_person_card(of_type, held), x, y)
    return around(offer, label, drawn, glow(x, y, 23, 32, 3) if held else "", data_tip=f"{label}. {type_tip(of_type)}")


@memo(maxsize=32)
def _person_card(of_type: int, held: bool) -> str:
    name = "wild" if of_type == p.WILD else names.TYPE_ICONS[of_type]
    if not held:
        return rect(0, 0, 23, 32, 3, fill="none", stroke=FAINT, stroke_width=1, stroke_dasharray="3 3") + group(
            symbol(name, 4.5, 9, 14), opacity=0.28
        )
    if of_type == p.WILD:
        return rect(0, 0, 23, 32, 3, fill=RAISED, stroke=INK, stroke_width=1) + symbol("points", 3, 7.5, 17)
    return rect(0, 0, 23, 32, 3, fill=RAISED, stroke=INK, stroke_width=1) + symbol(name, 3, 7.5, 17)


def _played(step: int) -> Refusal:
    """The reason why the empty place of a card can't be chosen."""
    return Refusal(_("You have already played that card."), {st.HIRE: "Y4.1", st.DROP: "Y9.7"}[step])


@memo(maxsize=32)
def _actions_of_card(step: int, of_type: int) -> tuple[str, ...]:
    """The actions for which a card in hand may be played."""
    if step == st.DROP:
        return ("drop wild" if of_type == p.WILD else f"drop {p.TYPE_NAMES[of_type]}",)
    if of_type == p.WILD:
        return (*(f"hire {kind} wild" for kind in p.KIND_NAMES), "spend wild")
    kinds = [kind for number, kind in enumerate(p.KIND_NAMES) if int(p.TYPE_OF_KIND[number]) == of_type]
    return (*(f"hire {kind}" for kind in kinds), f"spend {p.TYPE_NAMES[of_type]}")


def _wall_tiles(own: Seat, offers: Offers | None, x: float, y: float, scale: float) -> str:
    """The six wall tiles: those not built yet, which can be chosen for the action, and the built ones as empty places."""
    acting = offers and offers.at(st.ACT)
    if acting is None:
        return _drawn_tiles(own.benefits, (), x, y, scale)
    offered = [_offer_of_tile(acting, benefit, benefit in own.benefits) for benefit in range(p.BENEFITS)]
    return _drawn_tiles(own.benefits, tuple(offered), x, y, scale)


def _offer_of_tile(offers: Offers, benefit: int, held: bool) -> Offer:
    """The offer of a tile: the action that builds the wall with it, from the group of its card."""
    name = p.DEED_NAMES[p.FIRST_WALL_DEED + benefit]
    actions = [f"act {group + 1} {name}" for group, cards in enumerate(offers.reading.groups) if p.BUILD_WALL in cards]
    return offers.of(_tile_label(benefit, held), actions)


@remembered(64)
def _drawn_tiles(benefits: tuple[int, ...], offers: tuple[Offer, ...], x: float, y: float, scale: float) -> str:
    tiles = [
        _offered_tile(benefit, benefit in benefits, offers[benefit] if offers else None, benefit * 26, 4)
        for benefit in range(p.BENEFITS)
    ]
    return group("".join(tiles), x, y, scale)


@remembered(64)
def _tile_label(benefit: int, held: bool) -> str:
    text = names.benefit_name(benefit)
    if held:
        return _("Wall tile: {benefit}").format(benefit=text)
    return _("Wall tile in the wall: {benefit}").format(benefit=text)


@remembered(512)
def _offered_tile(benefit: int, held: bool, offer: Offer, x: float, y: float) -> str:
    label = _tile_label(benefit, held)
    drawn = group(_wall_tile(names.BENEFIT_ICONS[benefit], held), x, y)
    return around(offer, label, drawn, glow(x, y, 24, 25, 3), data_tip=f"{label}. {wall_tile_tip(benefit)}")


@memo(maxsize=16)
def _wall_tile(name: str, held: bool) -> str:
    if not held:
        return rect(0, 0, 24, 25, 2, fill="none", stroke=FAINT, stroke_width=1, stroke_dasharray="3 3")
    return (
        rect(0, 3, 24, 22, 1.5, fill=colour("stone-soft"), stroke=LINE, stroke_width=1.1)
        + rect(1.5, 0, 6, 4, fill=colour("stone-soft"), stroke=LINE, stroke_width=1)
        + rect(16.5, 0, 6, 4, fill=colour("stone-soft"), stroke=LINE, stroke_width=1)
        + symbol(name, 4, 6, 16)
    )
