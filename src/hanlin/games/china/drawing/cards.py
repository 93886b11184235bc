"""The cards next to the map: the row, the pile, the discards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hanlin.core.i18n.language import _, ngettext
from hanlin.core.lib.memo import memo
from hanlin.core.position.position import Position
from hanlin.drawing import (
    ACCENT,
    FAINT,
    INK,
    RAISED,
    SOFT,
    badge,
    circle,
    element,
    glow,
    group,
    lines_of,
    panel,
    path,
    rect,
    remembered,
    words,
)
from hanlin.drawing.palette import DANGER
from hanlin.games.china.drawing.figures import (
    SLIP_HEIGHT,
    SLIP_WIDTH,
    sign,
    slip,
)
from hanlin.games.china.drawing.offers import Click, Offer, Offers, around
from hanlin.games.china.map import Map
from hanlin.games.china.pieces import COLOURS, ROW
from hanlin.games.china.snapshot import Reading
from hanlin.games.china.words import effects, names

COLUMN = 296
"""The width of the part at the right of a wide board that holds the cards, and above and below them banners."""
DISPLAY = (276, 252)
"""The top of the cards in it, and their height."""
LOW_COLUMN = 272
"""The width of the column of cards on a low board, which fingers choose."""
STRIP = 444
"""The height of the display below a tall board."""
LEAST = 32
"""The size of the most important texts on a phone's board."""
FINGER = 96
"""The size of a target for fingers on a phone's board."""
FINE = 16.5
"""The size of the smallest letters on a wide board."""


@memo(maxsize=32)
def regions_by_colour(board: Map) -> tuple[str, ...]:
    """The names of the regions of each colour, as printed on its cards."""
    return tuple(" · ".join(region.title for region in board.regions if region.colour == of) for of in range(len(COLOURS)))


class Shown(NamedTuple):
    """The content of the display."""

    regions: tuple[str, ...]
    """The names of the regions of each colour."""
    row: tuple[int, ...]
    """The colours of the cards in the row."""
    offers: tuple[Offer, ...]
    """The offer of each of them."""
    rest: tuple[Click | None, ...]
    """For each of them the click that takes it and fills the hand from the pile."""
    pile_left: int
    pile: Offer
    """The offer of the pile."""
    filling: Click | None
    """The hand filled from the pile."""
    onward: tuple[tuple[str, str], ...]
    """Attributes of the pile for what a placement may be followed by."""
    run_out: int
    discards: tuple[int, ...]


def shown(seen: Position, r: Reading, offered: Offers) -> Shown:
    """The display of a view."""
    by_colour = {of: offered.of_card(COLOURS[of]) for of, n in enumerate(r.row) if n}
    cards = tuple([of for of in by_colour for _n in range(r.row[of])])
    offers = tuple([by_colour[of] for of in cards])
    with_rest = {of: offered.of_rest(of) for of in by_colour}
    regions, pile = regions_by_colour(names.map_of(seen)), offered.of_card("pile")
    rest, filling = tuple([with_rest[of] for of in cards]), offered.of_filling()
    return Shown(regions, cards, offers, rest, r.pile_left, pile, filling, offered.onward(), r.run_out, tuple(r.discards))


@remembered(256, names=True)
def column(of: Shown, statement: str, x: float, top: float) -> str:
    """The display for a desk: a panel between the banners, with its left end at x on a board that begins at ``top``."""
    y, height = DISPLAY[0] + top, DISPLAY[1]
    left, width, step = x + 11, 64.0, 67.0
    cards = "".join(_in_row(of, i, left + step * i, y + 10, width, FINE) for i in range(ROW))
    foot = y + 10 + width * SLIP_HEIGHT / SLIP_WIDTH
    parts = [
        panel(x, y, COLUMN - 10, height, 10),
        cards,
        *[_rest(offer, i, left + step * i + width / 2, foot + 4, FINE, (width, 34)) for i, offer in enumerate(of.rest)],
        _pile(of, left, y + 131, width, FINE + 3),
        _filling(of.filling, left + step + 7, y + 152, FINE + 2),
        _discards(of.discards, left + step + 7, y + 178, 39, FINE + 1),
        _state_of_pile(of.run_out, left + step + 62, y + 158, COLUMN - 2 * step - 50, FINE + 1),
        _note(statement, x + COLUMN - 28, y + height - 17, FINE),
    ]
    return "".join(parts)


@remembered(256, names=True)
def strip(of: Shown, statement: str, left: float, y: float, width: float) -> str:
    """The display for a phone: a strip ``STRIP`` high below the map, the row above, the pile and the discards below."""
    step = (width - 20) / (ROW + 1)
    card = step - 12
    cards = "".join(_in_row(of, i, left + 16 + step * i, y + 16, card, LEAST - 2) for i in range(ROW))
    below = y + 16 + card * SLIP_HEIGHT / SLIP_WIDTH + 14
    middle = left + 16 + card / 2
    parts = [
        panel(left, y, width, STRIP - 8),
        cards,
        *[_rest(offer, i, middle + step * i, below + 2, LEAST, (card, FINGER)) for i, offer in enumerate(of.rest)],
        _pile(of, left + 22 + step * ROW, y + 20, card - 8, LEAST),
        _discards(of.discards, left + 24, below + 22, (step * ROW - 120) / 5, LEAST + 2, beside=True),
        _filling(of.filling, left + step * ROW - 84, below + 58, LEAST + 4),
        _state_of_pile(of.run_out, left + 22 + step * ROW, below + 34, card, LEAST - 2),
        _note(statement, left + width - 30, y + STRIP - 36, LEAST - 2),
    ]
    return "".join(parts)


@remembered(256, names=True)
def low_column(of: Shown, statement: str, x: float, height: float) -> str:
    """The display for a phone on its side: a column ``LOW_COLUMN`` wide with large cards."""
    left = x + 8
    cards = "".join(_in_row(of, i, left + 130 * (i % 2), 14 + 226 * (i // 2), 126, LEAST - 2) for i in range(ROW))
    places = [(left + 130 * (i % 2) + 63, 14 + 226 * (i // 2) + 222) for i in range(ROW)]
    parts = [
        panel(x, 0, LOW_COLUMN, height, 10),
        cards,
        *[_rest(offer, i, *places[i], LEAST, (126, FINGER)) for i, offer in enumerate(of.rest)],
        _pile(of, left, 478, 112, LEAST + 2),
        _state_of_pile(of.run_out, left + 124, 530, LOW_COLUMN - 136, LEAST - 2),
        _filling(of.filling, left + 130, 618, LEAST + 10),
        _discards(of.discards, left + 2, 704, (LOW_COLUMN - 20) / 5, LEAST),
        _note(statement, x + LOW_COLUMN - 26, 500, LEAST - 2),
    ]
    return "".join(parts)


@remembered(256, names=True)
def _rest(offer: Click | None, i: int, x: float, foot: float, size: float, target: tuple[float, float]) -> str:
    """The button at the foot of a card of the row that takes it and the rest from the pile: a small back with "+1".

    ``x`` is its middle, ``target`` the width and height that a click may hit.
    """
    if offer is None:
        return ""
    n = dict(offer.values)["data_then"].count("take pile")
    wide, high = 2.9 * size, 1.6 * size
    left, top = x - wide / 2, foot - high
    drawn = rect(x - target[0] / 2, foot - target[1], *target, fill="transparent")
    drawn += rect(left, top, wide, high, 0.5 * size, fill=RAISED, stroke=ACCENT, stroke_width=1.6)
    drawn += slip(None, left + 0.42 * size, top + 0.2 * size, 0.7 * size)
    drawn += words(left + 1.32 * size, top + 1.14 * size, f"+{n}", size, anchor="start", fill=INK, font_weight="700")
    return around(offer, drawn, f"china-row-{i}-rest", offer.label)


@remembered(64, names=True)
def _filling(offer: Click | None, x: float, y: float, size: float) -> str:
    """The button next to the pile that fills the hand from it."""
    if offer is None:
        return ""
    n = dict(offer.values)["data_then"].count("take") + (offer.actions[0] != "done")
    wide, high = (2.5 * size, 1.9 * size) if size < LEAST else (108.0, 108.0)
    drawn = rect(x, y - high / 2, wide, high, 0.5 * size, fill=RAISED, stroke=ACCENT, stroke_width=1.6)
    drawn += words(x + wide / 2, y + 0.35 * size, f"×{n}", size, fill=INK, font_weight="700")
    return around(offer, drawn, "china-pile-all", offer.label)


@remembered(64)
def _note(text: str, x: float, y: float, size: float) -> str:
    """A small "i" that says something to who points at it."""
    mark = circle(x, y, size * 0.62, fill="none", stroke=SOFT, stroke_width=1.4)
    mark += circle(x, y - size * 0.27, size * 0.09, fill=SOFT)
    mark += path(f"M{x:g} {y - size * 0.06:g}v{size * 0.36:g}", fill="none", stroke=SOFT, stroke_width=size * 0.13)
    target = circle(x, y, size * 0.95, fill="transparent")
    return element("g", target + mark, id="china-note", class_="tips", tabindex="0", role="img", aria_label=text, data_tip=text)


def _in_row(shown: Shown, i: int, x: float, y: float, width: float, letters: float) -> str:
    """The card number i of the row; an empty place where the row is shorter."""
    if i >= len(shown.row):
        return element("g", _bare(x, y, width, width * SLIP_HEIGHT / SLIP_WIDTH), id=f"china-row-{i}")
    of = shown.row[i]
    return _card(of, shown.offers[i], i, key_of("row", shown.row, i), shown.regions[of], x, y, width, letters)


@remembered(1024, names=True)
def _card(of: int, offer: Offer, i: int, key: str, regions: str, x: float, y: float, width: float, letters: float) -> str:
    # A card moves with its ring.
    ring = glow(x, y, width, width * SLIP_HEIGHT / SLIP_WIDTH, 7) if isinstance(offer, Click) else ""
    tip = _("In the row: {card}").format(card=names.card(of))
    keyed = group(slip(of, x, y, width, regions, letters) + ring, data_key=key)
    return around(offer, keyed, f"china-row-{i}", tip, effects.card_effect(regions))


def _bare(x: float, y: float, width: float, height: float) -> str:
    """The place of a card without one."""
    return rect(x + 3, y + 2, width - 6, height - 4, 6, fill="none", stroke=FAINT, stroke_width=1.4, stroke_dasharray="5 5")


def key_of(where: str, cards: Sequence[int], i: int) -> str:
    """A name for card number i among these that it keeps while others come and go, so that it can be seen moving up."""
    return f"{where} {COLOURS[cards[i]]} {cards[:i].count(cards[i])}"


def _pile(of: Shown, x: float, y: float, width: float, least: float = 0) -> str:
    drawn = _drawn_pile(of.pile_left, of.pile, x, y, width, least)
    return element("g", drawn, **dict(of.onward)) if of.onward else drawn


@remembered(512, names=True)
def _drawn_pile(n: int, offer: Offer, x: float, y: float, width: float, least: float) -> str:
    height = width * SLIP_HEIGHT / SLIP_WIDTH
    effect = effects.effect_of("card-back")
    if n == 0:
        bare = _bare(x, y, width, height) + words(x + width / 2, y + height / 2 + 6, "0", max(20, least), fill=SOFT)
        return around(offer, bare, "china-pile", _("The pile has run out"), effect)
    layers = min(3, 1 + n // 12)
    drawn = "".join(slip(None, x + 2.2 * i, y - 2.2 * i, width) for i in range(layers))
    drawn += badge(x + width / 2 + 2 * layers, y + height * 0.76, str(n), max(width * 0.24, least))
    if isinstance(offer, Click):
        drawn += glow(x, y - 2.2 * (layers - 1), width + 2.2 * (layers - 1), height, 7)
    label = ngettext("The pile: {n} card", "The pile: {n} cards", n).format(n=n)
    return around(offer, drawn, "china-pile", label, effect)


@remembered(64)
def _state_of_pile(run_out: int, x: float, y: float, room: float, size: float) -> str:
    """The state of the pile in words, once it has run out (C6.2, C6.3)."""
    if run_out == 0:
        return ""
    text, fill = (_("second pile"), SOFT) if run_out == 1 else (_("last round"), DANGER)
    rows = lines_of(text, size, room)
    written = [words(x, y + i * size * 1.1, row, size, anchor="start", fill=fill) for i, row in enumerate(rows)]
    return "".join(written)


@remembered(256)
def _discards(discards: tuple[int, ...], x: float, y: float, step: float, letters: float, beside: bool = False) -> str:
    """The number of cards of each colour among the discards, which are public (C0.5), below or ``beside`` its sign."""
    size = min(step * 0.72, letters * 1.35)
    parts = []
    for of, n in enumerate(discards):
        left = x + step * of
        if n and beside:
            parts.append(sign(of, left, y, size))
            parts.append(words(left + size * 1.2, y + size * 0.8, n, letters, anchor="start", fill=INK, font_weight="600"))
        elif n:
            parts.append(sign(of, left + (step - size) / 2, y, size))
            parts.append(words(left + step / 2, y + size * 1.15 + letters * 0.8, n, letters, fill=INK, font_weight="600"))
    label = _("Discards: {cards}").format(
        cards=", ".join(f"{names.colour_name(of)} {n}" for of, n in enumerate(discards) if n) or "–"
    )
    tip = f"{label}. {effects.effect_of('china-discards')}"
    area = rect(x, y, 5 * step, size * 1.3 if beside else size * 1.2 + letters, fill="transparent")
    return element("g", area + "".join(parts), role="img", aria_label=label, data_tip=tip)
