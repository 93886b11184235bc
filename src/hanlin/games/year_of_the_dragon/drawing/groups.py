"""This month's groups of action cards, each a small fan, with the dragons of those who chose them."""

from __future__ import annotations

from typing import NamedTuple

from hanlin.core.i18n.language import _
from hanlin.core.i18n.seat_names import seat_name
from hanlin.core.lib.memo import memo
from hanlin.drawing import (
    FAINT,
    GOLD_TEXT,
    INK,
    JADE,
    LACQUER,
    RAISED,
    SANS,
    SOFT,
    SUNKEN,
    badge,
    card,
    colour,
    element,
    glow,
    group,
    layer,
    lines_of,
    rect,
    remembered,
    seat_badge,
    symbol,
    words,
)
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon import state as st
from hanlin.games.year_of_the_dragon.drawing.offers import Offer, Offers, around
from hanlin.games.year_of_the_dragon.drawing.tips import card_tip, pass_tip
from hanlin.games.year_of_the_dragon.forecast import yield_of
from hanlin.games.year_of_the_dragon.snapshot import Reading
from hanlin.games.year_of_the_dragon.words import names

SMALL_CARD = 45.0
"""The width of a card that shows its symbol only; larger ones show the name as well."""

CARD_TONES: tuple[str, ...] = ("gold", "wood", "bamboo", "orchid", "plum", "lotus", "lacquer", "stone")
"""The colour of the band of each action card."""

DEEDS_OF_CARD: tuple[tuple[int, ...], ...] = tuple(
    tuple(deed for deed in range(p.DEEDS) if int(p.CARD_OF_DEED[deed]) == of_card) for of_card in range(p.CARDS)
)


def fans(r: Reading, offers: Offers, x: float, y: float, width: float, card_width: float, narrow: bool) -> tuple[str, float]:
    """The groups and the place to pass, in rows as wide as there is room; returns them with their height.

    A ``narrow`` board has the place to pass as a bar below the groups.
    """
    chosen = tuple([(seat, r.seats[seat].group, r.seats[seat].deed) for seat in r.order if r.seats[seat].group >= 0])
    passed = tuple([seat for seat in r.order if r.seats[seat].passed])
    trays = _trays(r.groups, r.taken, chosen, _gains(r))
    if acting := offers.at(st.ACT):
        trays = tuple([_with_offers(tray, number, acting) for number, tray in enumerate(trays)])
    passing = offers.at(st.ACT, st.WELCOME, st.CONCEDE)
    pass_offer = passing.of(_("Pass, take yuan up to 3"), ["pass"]) if passing else None
    return _drawn_fans(trays, passed, pass_offer, x, y, width, card_width, narrow)


class Shown(NamedTuple):
    """The content of an action card."""

    card: int
    gain: str
    """Its yield for the acting seat."""
    owners: tuple[int, ...]
    """The seat that chose it."""
    offer: Offer = None


class Tray(NamedTuple):
    """The content of a group."""

    cards: tuple[Shown, ...]
    priced: bool
    """True where a dragon is there, so that choosing it costs yuan."""


@memo(maxsize=256)
def _trays(
    groups: tuple[tuple[int, ...], ...], taken: int, chosen: tuple[tuple[int, int, int], ...], gains: tuple[str, ...]
) -> tuple[Tray, ...]:
    """The groups for an inactive viewer. ``chosen``: seats with the group and the deed that they chose."""

    def owners(number: int, of_card: int) -> tuple[int, ...]:
        return tuple(seat for seat, group, deed in chosen if group == number and int(p.CARD_OF_DEED[deed]) == of_card)

    return tuple(
        Tray(tuple(Shown(card, gains[card], owners(number, card)) for card in cards), bool(taken >> number & 1))
        for number, cards in enumerate(groups)
    )


def _with_offers(tray: Tray, number: int, offers: Offers) -> Tray:
    """A group as who chooses an action sees it."""
    return tray._replace(
        cards=tuple(
            [
                shown._replace(offer=offers.of(_called(shown.card, shown.owners), _actions(number, shown.card)))
                for shown in tray.cards
            ]
        )
    )


@memo(maxsize=64)
def _actions(number: int, of_card: int) -> tuple[str, ...]:
    """The actions for which a card of a group may be chosen."""
    return tuple(f"act {number + 1} {p.DEED_NAMES[deed]}" for deed in DEEDS_OF_CARD[of_card])


@remembered(64, names=True)
def _drawn_fans(
    trays: tuple[Tray, ...],
    passed: tuple[int, ...],
    passing: Offer,
    x: float,
    y: float,
    width: float,
    card_width: float,
    narrow: bool,
) -> tuple[str, float]:
    """``passed``: the seats that have passed; ``passing``: what the place to pass offers."""
    height = card_width * 1.38
    gap = 10.0 if card_width > SMALL_CARD else 4.0
    widths = [_tray_width(len(tray.cards), card_width) for tray in trays] + ([] if narrow else [_tray_width(1, card_width)])
    rows = _rows(widths, width, gap)
    parts: list[str] = []
    top, index = y, 0
    for row in rows:
        left = x + (width - sum(row) - gap * (len(row) - 1)) / 2
        for wide in row:
            if index < len(trays):
                parts.append(_drawn_fan(index, trays[index], left, top, wide, card_width))
            else:
                parts.append(_pass_place(passed, passing, left, top, wide, card_width))
            left += wide + gap
            index += 1
        top += height + 34 + 10
    if narrow:
        parts.append(_pass_bar(passed, passing, x, top, width))
        top += 54
    return layer(tuple(parts)), top - y - 10


def _tray_width(cards: int, card_width: float) -> float:
    return cards * (card_width + 4) + 10


def _rows(widths: list[float], room: float, gap: float) -> list[list[float]]:
    """Trays in rows, a new row where the next does not fit."""
    rows: list[list[float]] = [[]]
    for wide in widths:
        if rows[-1] and sum(rows[-1]) + wide + gap * len(rows[-1]) > room + 0.5:
            rows.append([])
        rows[-1].append(wide)
    return rows


def _called(of_card: int, owners: tuple[int, ...]) -> str:
    """The name of a card, with those who chose it."""
    name = names.card_name(of_card)
    if not owners:
        return name
    return _("{card}, chosen by {names}").format(card=name, names=", ".join(seat_name(seat) for seat in owners))


@remembered(512, names=True)
def _drawn_fan(number: int, of: Tray, x: float, y: float, width: float, card_width: float) -> str:
    """One group on its tray: the cards a little turned, the price if there is a dragon."""
    cards = of.cards
    height = card_width * 1.38
    tray = rect(x, y, width, height + 34, 10, fill=SUNKEN, stroke=FAINT, stroke_width=1)
    label = words(x + 12, y + height + 27, number + 1, 13, anchor="start", fill=SOFT, font_weight="700")
    if of.priced:
        if width > 100:
            label += symbol("dragon", x + width - 66, y + height + 14, 17)
        label += words(
            x + width - 10,
            y + height + 27,
            names.amount(p.OCCUPIED_PRICE, p.YUAN),
            12.5,
            anchor="end",
            fill=GOLD_TEXT,
            font_weight="700",
        )
    parts = [tray, label]
    for index, shown in enumerate(cards):
        away = index - (len(cards) - 1) / 2
        turn = card_width / 36 * away
        left = x + 7 + index * (card_width + 4) + card_width / 2
        top = y + 10 + abs(away) * 1.4
        parts.append(group(_action_card(shown, card_width), left, top, turn=turn))
    return "".join(parts)


@remembered(512, names=True)
def _action_card(shown: Shown, width: float) -> str:
    """A card with its top middle at 0, 0: its yield for the acting seat, and the seat that chose it."""
    body = _card_face(shown.card, width, names.narrow_card(shown.card)) + _gain_badge(shown.gain, width)
    body += "".join(
        element("g", seat_badge(seat, width / 2 - 10 - 15 * i, 12, 23), data_key=f"dragon {seat}")
        for i, seat in enumerate(shown.owners)
    )
    shine = glow(-width / 2, 0, width, width * 1.38)
    place = f"card {p.CARD_NAMES[shown.card]}"
    return around(shown.offer, _called(shown.card, shown.owners), body, shine, data_tip=card_tip(shown.card), data_place=place)


@memo(maxsize=128)
def _card_face(of_card: int, width: float, name: str) -> str:
    height = width * 1.38
    tone = colour(CARD_TONES[of_card])
    text = width * 0.155
    lines = lines_of(name, text, width - 8) if width > SMALL_CARD else []
    size = width * (0.46 if len(lines) > 2 else 0.56 if lines else 0.66)
    top = height - 9 - (len(lines) - 1) * (text + 1)
    return (
        card(-width / 2, 0, width, height, r=5)
        + rect(-width / 2 + 4, 4, width - 8, height - 8, 3, fill=tone, fill_opacity=0.13, stroke=tone, stroke_width=1)
        + symbol(names.CARD_ICONS[of_card], -size / 2, height * 0.2, size)
        + "".join(
            words(0, top + (text + 1) * i, line, text, font_weight="600", room=width - 10) for i, line in enumerate(lines)
        )
    )


_NO_GAINS = ("",) * p.CARDS


def _gains(r: Reading) -> tuple[str, ...]:
    """The yield of each card for the acting seat; empty if no seat acts."""
    return (
        _gains_of(r.seats[r.actor].symbols, r.large_price, len(r.wall)) if r.step == st.ACT and r.deciding >= 0 else _NO_GAINS
    )


@memo(maxsize=256)
def _gains_of(symbols: tuple[int, ...], large_price: int, wall: int) -> tuple[str, ...]:
    own = {p.PRIVILEGE: f"{p.SMALL_PRICE} / {large_price}", p.BUILD_WALL: f"{wall} / {p.WALL_LENGTH}"}
    return tuple(own.get(card) or f"+{yield_of(card, symbols)}" for card in range(p.CARDS))


def _gain_badge(text: str, width: float) -> str:
    """The same, small at the upper left."""
    if not text:
        return ""
    size = max(width * 0.16, 12.2)
    return badge(
        -width / 2 + size * 0.35 + max(size * 1.45, len(text) * size * 0.58 + size * 0.7) / 2, 11, text, size, RAISED, JADE
    )


@remembered(128, names=True)
def _pass_place(passed: tuple[int, ...], offer: Offer, x: float, y: float, width: float, card_width: float) -> str:
    """The place of those who pass and fill up to three yuan."""
    height = card_width * 1.38
    middle = x + width / 2
    size = card_width * 0.4
    text = max(card_width * 0.142, 11)
    body = rect(x, y, width, height + 34, 10, fill="none", stroke=FAINT, stroke_width=1.4, stroke_dasharray="5 4")
    body += "".join(symbol("coin", middle - size / 2, y + 12 + i * size * 0.55, size) for i in range(3))
    top = y + 22 + size * 2.5
    body += words(middle, top, _("Pass"), text + 1.5, font_weight="600", room=width - 8)
    if passed:
        body += _passed(passed, middle - (len(passed) - 1) * 8, y + height + 12, 16)
    else:
        body += "".join(
            words(middle, top + (text + 2) * (i + 1), line, text, fill=SOFT, font_family=SANS, room=width - 8)
            for i, line in enumerate(lines_of(_("take yuan up to 3"), text * 1.15, width - 8))
        )
    shine = glow(x, y, width, height + 34, 10)
    return around(offer, _("Pass, take yuan up to 3"), body, shine, data_tip=pass_tip())


@remembered(128, names=True)
def _pass_bar(passed: tuple[int, ...], offer: Offer, x: float, y: float, width: float) -> str:
    """The same as a bar over the whole width, 44 high."""
    body = rect(x, y, width, 44, 10, fill="none", stroke=FAINT, stroke_width=1.4, stroke_dasharray="5 4")
    body += "".join(symbol("coin", x + 12 + i * 11, y + 12, 20) for i in range(3))
    body += words(x + 64, y + 27, _("Pass, take yuan up to 3"), 14, anchor="start", font_weight="600", room=width - 64 - 110)
    body += _passed(passed, x + width - 22, y + 22, -20)
    return around(offer, _("Pass, take yuan up to 3"), body, glow(x, y, width, 44, 10), data_tip=pass_tip())


def _passed(passed: tuple[int, ...], x: float, y: float, step: float) -> str:
    """The dragons of those who passed, the first with its middle at x, y."""
    return "".join(
        element("g", seat_badge(seat, x + step * i, y, 22), data_key=f"dragon {seat}") for i, seat in enumerate(passed)
    )


@memo(maxsize=8)
def face_down(x: float, y: float, width: float, card_width: float) -> tuple[str, float]:
    """The pile of action cards before the first month."""
    height = card_width * 1.38
    left = x + (width - 7 * (card_width * 0.72)) / 2
    back = (
        card(0, 0, card_width, height, r=5)
        + rect(5, 5, card_width - 10, height - 10, 3, fill=LACQUER, stroke=INK, stroke_width=1)
        + symbol("dragon", card_width * 0.22, height * 0.28, card_width * 0.56)
    )
    drawn = "".join(group(back, left + i * card_width * 0.72, y + 16 + abs(i - 3) * 2.4, turn=(i - 3) * 2.2) for i in range(7))
    return drawn, height + 34
