"""The person cards and wall tiles that a player has left, in the own place; what was played is gone."""

from __future__ import annotations

from hanlin.core.i18n.language import _
from hanlin.core.lib.memo import memo
from hanlin.drawing import INK, LINE, RAISED, colour, glow, group, rect, remembered, symbol
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon import state as st
from hanlin.games.year_of_the_dragon.drawing.offers import Click, Offer, Offers, around
from hanlin.games.year_of_the_dragon.drawing.palaces import HALL
from hanlin.games.year_of_the_dragon.drawing.tips import type_tip, wall_tile_tip
from hanlin.games.year_of_the_dragon.snapshot import Seat
from hanlin.games.year_of_the_dragon.words import names

CARD_WIDTH, CARD_HEIGHT = 23.0, 32.0
FINGER = 46.0
"""The width of a card on a phone."""
LOW = 44.0
"""Its height where the phone is held sideways."""


def in_a_block(own: Seat, great_wall: bool, offers: Offers | None, x: float, width: float) -> str:
    """Cards, and below them the wall tiles, four in a row."""
    cards = _cards(own, offers)
    parts = [group(card, x + 2 + i % 4 * 26, 4 + i // 4 * 37) for i, card in enumerate(cards)]
    if great_wall:
        top = 108
        parts += [group(tile, x + 2 + i % 4 * 26, top + i // 4 * 26, 0.96) for i, tile in enumerate(_tiles(own, offers))]
    return group("".join(parts), data_place="hand")


def in_a_row(own: Seat, offers: Offers | None) -> tuple[str, float, float]:
    """Cards for fingers, with their width and height."""
    drawn, width, height = _rows([group(card, 0, 0, FINGER / CARD_WIDTH) for card in _cards(own, offers)], 11, HALL)
    return group(drawn, data_place="hand"), width, height


def tiles_in_a_row(own: Seat, offers: Offers | None) -> tuple[str, float, float]:
    """Wall tiles for fingers, with their width and height."""
    return _rows([group(tile, 0, 0, FINGER / 24) for tile in _tiles(own, offers)], 11, 48)


def in_low_rows(own: Seat, offers: Offers | None, columns: int) -> tuple[str, float, float]:
    """Cards for fingers as wide as they are high, with their width and height."""
    drawn, width, height = _rows(_cards(own, offers, wide=True), columns, LOW)
    return group(drawn, data_place="hand"), width, height


def in_small(own: Seat, great_wall: bool, room: float) -> tuple[str, float, float]:
    """Cards and wall tiles that are only looked at, in rows of that width, with their width and height."""
    scale, x, y, parts = 0.8, 0.0, 0.0, list[str]()
    held = [*_cards(own, None), *(_tiles(own, None) if great_wall else ())]
    for thing in held:
        if x + 21 > room:
            x, y = 0.0, y + 29
        parts.append(group(thing, x, y, scale))
        x += 21.5
    return group("".join(parts), data_place="hand"), room if y else x, y + 26 if held else 0.0


def tiles_for_fingers(own: Seat, offers: Offers | None, columns: int) -> tuple[str, float, float]:
    """Wall tiles for fingers in rows, with their width and height."""
    return _rows([group(tile, 0, 0, FINGER / 24) for tile in _tiles(own, offers)], columns, 47)


def _rows(things: list[str], columns: int, high: float) -> tuple[str, float, float]:
    """Things of one size in rows, with their width and height."""
    step = FINGER + 5
    drawn = "".join(group(each, i % columns * step, i // columns * (high + 5)) for i, each in enumerate(things))
    count = min(len(things), columns)
    return drawn, count * step - 5 if things else 0.0, -(-len(things) // columns) * (high + 5) - 5 if things else 0.0


# -- cards -------------------------------------------------------------------------------------------------------------------


def _cards(own: Seat, offers: Offers | None, wide: bool = False) -> list[str]:
    """The cards in hand, each with what it offers; ``wide``: for fingers in a low place."""
    held = (*own.cards, *[p.WILD] * own.wild)
    playing = offers and offers.at(st.HIRE, st.DROP)
    return [_card(of_type, _offer_of_card(playing, own, of_type) if playing else None, wide) for of_type in held]


def _offer_of_card(offers: Offers, own: Seat, of_type: int) -> Offer:
    """The actions that a card may be played for; at a full court to send the new person away again at once."""
    actions = _actions_of_card(offers.reading.step, of_type)
    hires = tuple([action for action in actions if action in offers.legal and action.startswith("hire")])
    if hires and not own.has_room:
        label = _("Play the card and take nobody in: {card}").format(card=names.type_name(of_type))
        # Who is sent away makes no difference.
        return Click(hires, label, hires[:1] if len(hires) > 1 else (), then="decline")
    return offers.of(_label(of_type), actions)


@remembered(64)
def _label(of_type: int) -> str:
    return _("{card}: in hand").format(card=names.type_name(of_type))


@remembered(512)
def _card(of_type: int, offer: Offer, wide: bool) -> str:
    """A person card at 0, 0."""
    label = _label(of_type)
    tip = f"{label}. {type_tip(of_type)}"
    width, height = (FINGER, LOW) if wide else (CARD_WIDTH, CARD_HEIGHT)
    return around(offer, label, _card_face(of_type, width, height), glow(0, 0, width, height, 3), data_tip=tip)


@memo(maxsize=32)
def _card_face(of_type: int, width: float, height: float) -> str:
    name = "points" if of_type == p.WILD else names.TYPE_ICONS[of_type]
    size = min(width - 5, height - 14)
    picture = symbol(name, (width - size) / 2, (height - size) / 2, size)
    return rect(0, 0, width, height, 3, fill=RAISED, stroke=INK, stroke_width=1) + picture


@memo(maxsize=32)
def _actions_of_card(step: int, of_type: int) -> tuple[str, ...]:
    """The actions for which a card in hand may be played."""
    if step == st.DROP:
        return ("drop wild" if of_type == p.WILD else f"drop {p.TYPE_NAMES[of_type]}",)
    if of_type == p.WILD:
        return (*(f"hire {kind} wild" for kind in p.KIND_NAMES), "spend wild")
    kinds = [kind for number, kind in enumerate(p.KIND_NAMES) if int(p.TYPE_OF_KIND[number]) == of_type]
    return (*(f"hire {kind}" for kind in kinds), f"spend {p.TYPE_NAMES[of_type]}")


# -- wall tiles --------------------------------------------------------------------------------------------------------------


def _tiles(own: Seat, offers: Offers | None) -> list[str]:
    """The wall tiles not built yet, which can be chosen for the action."""
    acting = offers and offers.at(st.ACT)
    return [_tile(benefit, _offer_of_tile(acting, benefit) if acting else None) for benefit in own.benefits]


def _offer_of_tile(offers: Offers, benefit: int) -> Offer:
    """The offer of a tile: the action that builds the wall with it, from the group of its card."""
    name = p.DEED_NAMES[p.FIRST_WALL_DEED + benefit]
    actions = [f"act {group + 1} {name}" for group, cards in enumerate(offers.reading.groups) if p.BUILD_WALL in cards]
    return offers.of(_tile_label(benefit), actions)


@remembered(64)
def _tile_label(benefit: int) -> str:
    return _("Wall tile: {benefit}").format(benefit=names.benefit_name(benefit))


@remembered(512)
def _tile(benefit: int, offer: Offer) -> str:
    label = _tile_label(benefit)
    tip = f"{label}. {wall_tile_tip(benefit)}"
    return around(offer, label, _tile_face(names.BENEFIT_ICONS[benefit]), glow(0, 0, 24, 25, 3), data_tip=tip)


@memo(maxsize=16)
def _tile_face(name: str) -> str:
    stone = colour("stone-soft")
    return (
        rect(0, 3, 24, 22, 1.5, fill=stone, stroke=LINE, stroke_width=1.1)
        + rect(1.5, 0, 6, 4, fill=stone, stroke=LINE, stroke_width=1)
        + rect(16.5, 0, 6, 4, fill=stone, stroke=LINE, stroke_width=1)
        + symbol(name, 4, 6, 16)
    )
