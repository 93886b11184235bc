"""A player's own area: goods, the strength of the court, the palaces, the cards in hand and the wall tiles left."""

from __future__ import annotations

from functools import lru_cache

from hanlin.core.faces import Refusal, labelled
from hanlin.core.language import _
from hanlin.core.position import Position
from hanlin.core.seats import seat_name
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
from hanlin.games.year_of_the_dragon.reading import Reading, Seat, read
from hanlin.games.year_of_the_dragon.words import names

WIDTH = 480.0
_MARGIN = 10.0
_ROW = 38.0
"""From one row of cards in hand to the next."""
LARGE = 1.5
"""How much larger palaces are for fingers."""
LARGE_CARD = 2.55
"""How much larger cards and wall tiles are."""


def seat(seen: Position, seat: int, *, shape: str = "wide") -> str:
    """The own area of a player, clickable when that seat is to decide.

    What fingers choose is larger where the ``shape`` is a phone's: in the viewer's own area, and in that of whoever is asked.
    """
    return str(seat_in_layers(seen, seat, shape=shape))


def seat_in_layers(seen: Position, seat: int, *, shape: str = "wide") -> Drawing:
    """The same in layers."""
    r = read(seen.state)
    large = shape != "wide" and seat in (seen.seat, r.deciding)
    if r.deciding == seat:
        return deciding_area(r, seat, offers(seen), large)
    return quiet_area(r.seats[seat], seat, r.great_wall, seat in seen.winners, large)


@remembered(256, names=True)
def quiet_area(own: Seat, seat: int, great_wall: bool, winner: bool, large: bool = False) -> Drawing:
    """The area of a seat that has nothing to decide, as an SVG 480 wide; a ``winner`` wears the crown."""
    top = symbol("crown", 17, -3, 18) if winner else ""
    return _area(own, seat, great_wall, None, top, "", large)


@remembered(256, names=True)
def area_to_set_up(own: Seat, seat: int, great_wall: bool, large: bool) -> Drawing:
    """The area of a seat where a position is set up: each window can be told by its id, and there is a place for a palace."""
    return _area(own, seat, great_wall, None, "", "", large, setting_up=True)


def deciding_area(r: Reading, seat: int, offers: Offers, large: bool = False) -> Drawing:
    """The area of the seat that is to decide; ``offers`` are those that the viewer may see."""
    return _area(r.seats[seat], seat, r.great_wall, offers, "", _guest(r, offers) if r.held >= 0 else "", large)


def _area(
    own: Seat,
    seat: int,
    great_wall: bool,
    offers: Offers | None,
    top: str,
    guest: str,
    large: bool,
    setting_up: bool = False,
) -> Drawing:
    parts = [_goods(own, seat, offers), top]
    y = 46.0
    if any(own.symbols):
        parts.append(_strength(own.symbols, _MARGIN, y))
        y += 26
    if guest:
        parts.append(group(guest, 0, y + 4))
        y += 58
    scale = LARGE if large else 1.0
    drawn, height = court(own, seat, 0, 0, (WIDTH - 2 * _MARGIN) / scale, offers, setting_up)
    parts.append(group(drawn, _MARGIN, y + 6, scale=scale))
    y += height * scale + 10
    if large:
        parts.append(group(_hand(own, offers, 0, 0, 6), _MARGIN, y, scale=LARGE_CARD))
        y += LARGE_CARD * (2 * _ROW)
        parts.append(group(_wall_tiles(own, offers, 0, 0), _MARGIN, y, scale=LARGE_CARD) if great_wall else "")
        y += LARGE_CARD * 34 - 44 if great_wall else -44
    else:
        parts.append(group(_hand(own, offers, 0, 0, 11), _MARGIN, y))
        parts.append(group(_wall_tiles(own, offers, 0, 0), WIDTH - _MARGIN - 6 * 26, y) if great_wall else "")
    label = _("The court of {name}: {points}").format(name=seat_name(seat), points=names.points(own.points))
    return drawing(f"seat{seat}", WIDTH, y + 44, *parts, label=label, data_seat=seat)


# -- goods -------------------------------------------------------------------------------------------------------------------


def _goods(own: Seat, seat: int, offers: Offers | None) -> str:
    """Flower, points, money, goods, privileges, in one line."""
    amounts = [
        ("points", own.points, names.points(own.points), ""),
        ("coin", own.yuan, names.amount(own.yuan, p.YUAN), "give yuan"),
        ("sack", own.rice, names.amount(own.rice, p.RICE), "give rice"),
        ("rocket", own.fireworks, names.amount(own.fireworks, p.FIREWORK), "give firework"),
        ("privilege", own.small, _("Small privileges: {n}").format(n=own.small), ""),
        ("privilege-large", own.large, _("Large privileges: {n}").format(n=own.large), ""),
    ]
    parts = [seat_badge(seat, 26, 22, 32)]
    x = 54.0
    for name, n, label, action in amounts:
        if name.startswith("privilege") and not n:
            continue
        asked = offers is not None and bool(action)
        parts.append(_good(name, n, label, x, asked, offers.of(label, [action]) if offers is not None and action else None))
        x += 36 + 10 * len(str(n)) + 16
    return "".join(parts)


@remembered(1024)
def _good(name: str, n: int, label: str, x: float, asked: bool, offer: Offer) -> str:
    """So many of a good. ``asked``: of who is to decide, where some can be given."""
    drawn = symbol(name, x, 10, 24) + words(
        x + 30, 28.5, n, 18, anchor="start", fill=INK if n else SOFT, font_weight="700" if n else None
    )
    width = 36 + 10 * len(str(n))
    reach = rect(x - 8, -6, max(width + 12, 60), 60, fill="transparent") if asked else ""
    return around(offer, label, drawn, glow(x - 2, 7, width, 30, 6) + reach, data_tip=good_tip(name, label))


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


def _guest(r: Reading, offers: Offers) -> str:
    """The person who waits for a place, with the way out beside."""
    tile = person_tile(r.held, _MARGIN, -2, 56)
    text = words(_MARGIN + 68, 22, names.kind_name(r.held), 17, anchor="start", font_weight="600")
    text += words(_MARGIN + 68, 42, _("waits at the gate"), 16, anchor="start", fill=SOFT)
    frame = rect(_MARGIN - 4, -3, WIDTH - 2 * _MARGIN + 8, 58, 8, fill=colour("accent-wash"), stroke=ACCENT, stroke_width=1)
    way_out = symbol("release", WIDTH - 48, 9, 30)
    door = offers.wrap(
        _("Let the new person go"),
        way_out,
        ["decline"],
        glow(WIDTH - 53, 5, 40, 38, 6) + rect(WIDTH - 66, -4, 60, 60, fill="transparent"),
        data_tip=_("Let the new person go"),
    )
    return frame + tile + text + (door if "decline" in offers.choices else "")


# -- cards and wall tiles ----------------------------------------------------------------------------------------------------


def _hand(own: Seat, offers: Offers | None, x: float, y: float, in_row: int) -> str:
    """The eleven person cards in rows: those in hand, and the played ones as empty places."""
    parts = []
    slots = [*range(p.TYPES), p.WILD, p.WILD]
    for index, of_type in enumerate(slots):
        held = own.wild > index - p.TYPES if of_type == p.WILD else of_type in own.cards
        left, top = x + index % in_row * 25.5, y + index // in_row * _ROW
        offer: Offer = None
        if offers is not None and offers.choices:
            actions = _actions_of_card(offers.reading, of_type) if held else []
            offer = offers.of(_card_label(of_type, held), actions, refused=None if held else _played(offers.reading))
        parts.append(_held(of_type, held, offer, left, top))
    return "".join(parts)


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


@lru_cache(maxsize=32)
def _person_card(of_type: int, held: bool) -> str:
    name = "wild" if of_type == p.WILD else names.TYPE_ICONS[of_type]
    if not held:
        return rect(0, 0, 23, 32, 3, fill="none", stroke=FAINT, stroke_width=1, stroke_dasharray="3 3") + group(
            symbol(name, 4.5, 9, 14), opacity=0.28
        )
    if of_type == p.WILD:
        return rect(0, 0, 23, 32, 3, fill=RAISED, stroke=INK, stroke_width=1) + symbol("points", 3, 7.5, 17)
    return rect(0, 0, 23, 32, 3, fill=RAISED, stroke=INK, stroke_width=1) + symbol(name, 3, 7.5, 17)


def _played(r: Reading) -> Refusal | None:
    """Why the empty place of a card can't be chosen where cards are."""
    rule = {st.HIRE: "Y4.1", st.DROP: "Y9.7"}.get(r.step)
    return Refusal(_("That card is played already."), rule) if rule else None


def _actions_of_card(r: Reading, of_type: int) -> list[str]:
    """What a card in hand may be played for."""
    if r.step == st.DROP:
        return ["drop wild" if of_type == p.WILD else f"drop {p.TYPE_NAMES[of_type]}"]
    if r.step != st.HIRE:
        return []
    if of_type == p.WILD:
        return [*(f"hire {kind} wild" for kind in p.KIND_NAMES), "spend wild"]
    kinds = [kind for number, kind in enumerate(p.KIND_NAMES) if int(p.TYPE_OF_KIND[number]) == of_type]
    return [*(f"hire {kind}" for kind in kinds), f"spend {p.TYPE_NAMES[of_type]}"]


def _wall_tiles(own: Seat, offers: Offers | None, x: float, y: float) -> str:
    """The six wall tiles: those not built yet, which can be chosen for the action, and the built ones as empty places."""
    parts = []
    for benefit in range(len(names.BENEFIT_ICONS)):
        held = benefit in own.benefits
        offer: Offer = None
        if offers is not None and offers.choices:
            offer = offers.of(_tile_label(benefit, held), _actions_of_wall_tile(offers.reading, benefit))
        parts.append(_offered_tile(benefit, held, offer, x + benefit * 26, y + 4))
    return "".join(parts)


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


def _actions_of_wall_tile(r: Reading, benefit: int) -> list[str]:
    """The action that builds the wall with a tile, from the group where its card lies."""
    if r.step != st.ACT:
        return []
    name = p.DEED_NAMES[p.FIRST_WALL_DEED + benefit]
    return [f"act {group + 1} {name}" for group, cards in enumerate(r.groups) if p.BUILD_WALL in cards]


@lru_cache(maxsize=16)
def _wall_tile(name: str, held: bool) -> str:
    if not held:
        return rect(0, 0, 24, 25, 2, fill="none", stroke=FAINT, stroke_width=1, stroke_dasharray="3 3")
    return (
        rect(0, 3, 24, 22, 1.5, fill=colour("stone-soft"), stroke=LINE, stroke_width=1.1)
        + rect(1.5, 0, 6, 4, fill=colour("stone-soft"), stroke=LINE, stroke_width=1)
        + rect(16.5, 0, 6, 4, fill=colour("stone-soft"), stroke=LINE, stroke_width=1)
        + symbol(name, 4, 6, 16)
    )
