"""This month's groups of action cards, each a small fan, with the dragons of those who chose them."""

from __future__ import annotations

from typing import NamedTuple

from hanlin.core.i18n.language import _
from hanlin.core.i18n.seat_names import seat_name
from hanlin.core.lib.memo import memo
from hanlin.drawing import (
    FAINT,
    GOLD_TEXT,
    JADE,
    RAISED,
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
    words_width,
)
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon import state as st
from hanlin.games.year_of_the_dragon.drawing.offers import Offer, Offers, around
from hanlin.games.year_of_the_dragon.drawing.tips import card_tip, pass_tip
from hanlin.games.year_of_the_dragon.forecast import yield_of
from hanlin.games.year_of_the_dragon.snapshot import Reading
from hanlin.games.year_of_the_dragon.words import names

CARD_TONES: tuple[str, ...] = ("gold", "wood", "bamboo", "orchid", "plum", "lotus", "lacquer", "stone")
"""The colour of the band of each action card."""

DEEDS_OF_CARD: tuple[tuple[int, ...], ...] = tuple(
    tuple(deed for deed in range(p.DEEDS) if int(p.CARD_OF_DEED[deed]) == of_card) for of_card in range(p.CARDS)
)


class Frame(NamedTuple):
    """The room for the groups."""

    x: float
    y: float
    width: float
    height: float
    rows: int
    """Rows of groups at most."""
    text: float
    """The size of names; smaller than 14 on a phone, where the place to pass is a bar below or a part of the last row."""
    bar: float = 0.0
    """The height of that bar."""


def fans(r: Reading, offers: Offers, frame: Frame) -> str:
    """The groups and the place to pass, as large as they fit a frame."""
    chosen = tuple([(seat, r.seats[seat].group, r.seats[seat].deed) for seat in r.order if r.seats[seat].group >= 0])
    passed = tuple([seat for seat in r.order if r.seats[seat].passed])
    trays = _trays(r.groups, r.taken, chosen, _gains(r))
    if acting := offers.at(st.ACT):
        trays = tuple([_with_offers(tray, number, acting) for number, tray in enumerate(trays)])
    passing = offers.at(st.ACT, st.WELCOME, st.CONCEDE)
    pass_offer = passing.of(_("Pass, take yuan up to 3"), ["pass"]) if passing else None
    return _drawn_fans(trays, passed, pass_offer, frame)


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


FOOT = 24.0
"""The room below the cards of a group, for its price."""
_GAP = 8.0


@remembered(64, names=True)
def _drawn_fans(trays: tuple[Tray, ...], passed: tuple[int, ...], passing: Offer, frame: Frame) -> str:
    """``passed``: the seats that have passed; ``passing``: what the place to pass offers."""
    counts = [len(tray.cards) for tray in trays] + ([] if frame.bar else [1])
    card_width, rows = _columns(counts, frame)
    room = frame.height - (frame.bar + _GAP if frame.bar else 0)
    high = (room - _GAP * (frame.rows - 1)) / frame.rows
    card = Size(card_width, high - _foot(frame.text) - 8, frame.text)
    parts: list[str] = []
    top = frame.y + (room - len(rows) * (high + _GAP) + _GAP) / 2
    index = 0
    for row in rows:
        left = frame.x + (frame.width - sum(_tray_width(n, card_width, frame.text) for n in row) - _GAP * (len(row) - 1)) / 2
        for count in row:
            wide = _tray_width(count, card_width, frame.text)
            if index < len(trays):
                parts.append(_drawn_fan(index, trays[index], left, top, wide, high, card))
            else:
                parts.append(_pass_place(passed, passing, left, top, wide, high, frame.text))
            left += wide + _GAP
            index += 1
        top += high + _GAP
    if frame.bar:
        parts.append(_pass_bar(passed, passing, frame.x, frame.y + frame.height - frame.bar, frame.width, frame.bar))
    return layer(tuple(parts))


class Size(NamedTuple):
    """The size of cards and of the names on them."""

    width: float
    height: float
    text: float


def _foot(text: float) -> float:
    """The room below the cards; none on a low board, where number and price are beside them."""
    return FOOT if text > 14 else 0.0 if text < LOW_TEXT else 17.0


LOW_TEXT = 12.5
"""Names smaller than that are those of a low board."""
_SIDE = 21.0
"""The room for number and price there."""


def _tray_width(cards: int, card_width: float, text: float) -> float:
    return cards * (card_width + 4) + 8 + (_SIDE if text < LOW_TEXT else 0)


def _columns(counts: list[int], frame: Frame) -> tuple[float, list[list[int]]]:
    """The largest width of cards at which groups with so many cards each fit the rows, and those of each row."""
    width = 124.0 if frame.text > 14 else 96.0
    while True:
        rows: list[list[int]] = [[]]
        for count in counts:
            taken = sum(_tray_width(n, width, frame.text) + _GAP for n in rows[-1])
            if rows[-1] and taken + _tray_width(count, width, frame.text) > frame.width + 0.01:
                rows.append([])
            rows[-1].append(count)
        if width < 30 or (
            len(rows) <= frame.rows and all(_row_width(row, width, frame.text) <= frame.width + 0.01 for row in rows)
        ):
            return width, rows
        width -= 1


def _row_width(row: list[int], width: float, text: float) -> float:
    return sum(_tray_width(n, width, text) for n in row) + _GAP * (len(row) - 1)


def _called(of_card: int, owners: tuple[int, ...]) -> str:
    """The name of a card, with those who chose it."""
    name = names.card_name(of_card)
    if not owners:
        return name
    return _("{card}, chosen by {names}").format(card=name, names=", ".join(seat_name(seat) for seat in owners))


@remembered(512, names=True)
def _drawn_fan(number: int, of: Tray, x: float, y: float, width: float, height: float, size: Size) -> str:
    """One group on its tray: the cards a little turned, the price below them if there is a dragon."""
    desk, low = size.text > 14, size.text < LOW_TEXT
    tray = rect(x, y, width, height, 8, fill=SUNKEN, stroke=FAINT, stroke_width=1)
    below = y + 16 if low else y + height - (7 if desk else 4.4)
    label = words(x + 10, below, number + 1, size.text - (0 if low else 0.1), anchor="start", fill=SOFT, font_weight="700")
    if of.priced:
        label += _price(x, y, width, height, size.text)
    parts = [tray, label]
    for index, shown in enumerate(of.cards):
        away = index - (len(of.cards) - 1) / 2
        left = x + 6 + (_SIDE if low else 0) + index * (size.width + 4) + size.width / 2
        top = y + (6 if desk else 4) + (abs(away) * 1.2 if desk else 0)
        parts.append(group(_drawn_card(shown, size), left, top, turn=size.width / 60 * away if desk else 0))
    return "".join(parts)


@remembered(64)
def _price(x: float, y: float, width: float, height: float, text: float) -> str:
    """The price of a group with a dragon: below the cards, on a low board beside them."""
    if text < LOW_TEXT:
        number = words(x + 13, y + height - 6, p.OCCUPIED_PRICE, 14, fill=GOLD_TEXT, font_weight="700")
        return symbol("coin", x + 5, y + height - 35, 16) + number
    below, price = y + height - (7 if text > 14 else 4.4), names.amount(p.OCCUPIED_PRICE, p.YUAN)
    wide = words_width(price, text)
    drawn = words(x + width - 9, below, price, text, anchor="end", fill=GOLD_TEXT, font_weight="700")
    return drawn + (symbol("dragon", x + width - wide - 30, below - 14.5, 17) if width > wide + 50 else "")


@remembered(1024, names=True)
def _drawn_card(shown: Shown, size: Size) -> str:
    """One action card, with its top middle at 0, 0, the yield for the acting seat, and the dragons of its owners."""
    name = p.CARD_NAMES[shown.card]
    face = element("g", _card_face(shown.card, size, names.narrow_card(shown.card)), data_key=f"card {name}")
    body = _card_paper(shown.card, size) + face + _gain_badge(shown.gain, size)
    body += "".join(
        element("g", seat_badge(seat, *_place_of_owner(size, i)), data_key=f"dragon {seat}")
        for i, seat in enumerate(shown.owners)
    )
    shine = glow(-size.width / 2, 0, size.width, size.height)
    values = {"data_tip": card_tip(shown.card), "data_place": f"card {name}"}
    return around(shown.offer, _called(shown.card, shown.owners), body, shine, **values)


def _place_of_owner(size: Size, index: int) -> tuple[float, float, float]:
    """The middle and the diameter of a dragon on a card: at the upper right, side by side, on a low board below each other."""
    if size.text < LOW_TEXT:
        return size.width / 2 - 5, 7 + index * 13, 18
    disc = 26.0 if size.text > 14 else 20.0
    return size.width / 2 - disc / 2 + 3 - index * disc * 0.8, disc / 2 - 2, disc


@memo(maxsize=256)
def _card_paper(of_card: int, size: Size) -> str:
    """The paper of a card with the band of its colour."""
    width, height, _text = size
    tone = colour(CARD_TONES[of_card])
    band = rect(-width / 2 + 3.5, 3.5, width - 7, height - 7, 3, fill=tone, fill_opacity=0.13, stroke=tone, stroke_width=1)
    return card(-width / 2, 0, width, height, r=5) + band


@memo(maxsize=256)
def _card_face(of_card: int, size: Size, name: str) -> str:
    """The content of a card: its picture, and its name in at most two lines."""
    width, height, text = size
    lines = lines_of(name, text, width - 6)
    room = height - len(lines[:2]) * (text + 1) - 6
    picture = max(min(width * 0.62, room - (8 if text > 14 else 2)), 12)
    top = height - 7 - (min(len(lines), 2) - 1) * (text + 1)
    drawn = symbol(names.CARD_ICONS[of_card], -picture / 2, (room - picture) / 2 + 2, picture)
    return drawn + "".join(words(0, top + (text + 1) * i, line, text, font_weight="600") for i, line in enumerate(lines[:2]))


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


def _gain_badge(text: str, size: Size) -> str:
    """The same, small at the upper left."""
    if not text:
        return ""
    letters = 16.0 if size.text > 14 else 12.5
    if size.text < LOW_TEXT:
        text = text.replace(" ", "")
    wide = max(letters * 1.45, len(text) * letters * 0.58 + letters * 0.7)
    return badge(-size.width / 2 + wide / 2 - 2, letters * 0.62, text, letters, RAISED, JADE)


@remembered(128, names=True)
def _pass_place(passed: tuple[int, ...], offer: Offer, x: float, y: float, width: float, height: float, text: float) -> str:
    """The place of those who pass and fill up to three yuan."""
    middle, desk = x + width / 2, text > 14
    size = min(width * 0.36, height * 0.26) if desk else 16.0
    body = rect(x, y, width, height, 8, fill="none", stroke=FAINT, stroke_width=1.4, stroke_dasharray="5 4")
    step = size * (0.55 if desk else 0.3)
    left = middle - (size + 2 * step) / 2 if desk else x + 8
    body += "".join(symbol("coin", left + i * step, y + (8 if desk else 4), size) for i in range(3))
    top = y + 14 + size + text if desk else y + 17
    title = middle if desk else x + 8 + size + 2 * step + (width - 12 - size - 2 * step) / 2
    body += words(title, top, _("Pass"), text + 1, font_weight="600")
    if passed:
        body += _passed(passed, middle - (len(passed) - 1) * 9, y + height - 20, 18)
    else:
        body += "".join(
            words(middle, top + (text + 2) * (i + 1) + (0 if desk else 3), line, text, fill=SOFT)
            for i, line in enumerate(lines_of(_("take yuan up to 3"), text, width * 0.84)[: 3 if desk else 2])
        )
    return around(offer, _("Pass, take yuan up to 3"), body, glow(x, y, width, height, 8), data_tip=pass_tip())


@remembered(128, names=True)
def _pass_bar(passed: tuple[int, ...], offer: Offer, x: float, y: float, width: float, height: float) -> str:
    """The same as a bar over the whole width."""
    body = rect(x, y, width, height, 8, fill="none", stroke=FAINT, stroke_width=1.4, stroke_dasharray="5 4")
    body += "".join(symbol("coin", x + 12 + i * 11, y + height / 2 - 10, 20) for i in range(3))
    text = _("Pass, take yuan up to 3")
    body += words(
        x + 64, y + height / 2 + 5, text, 14, anchor="start", font_weight="600", room=width - 64 - 24 * len(passed) - 8
    )
    body += _passed(passed, x + width - 20, y + height / 2, -22)
    return around(offer, text, body, glow(x, y, width, height, 8), data_tip=pass_tip())


def _passed(passed: tuple[int, ...], x: float, y: float, step: float) -> str:
    """The dragons of those who passed, the first with its middle at x, y."""
    return "".join(
        element("g", seat_badge(seat, x + step * i, y, 22), data_key=f"dragon {seat}") for i, seat in enumerate(passed)
    )
