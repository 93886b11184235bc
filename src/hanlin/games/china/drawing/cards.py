"""The cards next to the map: the row, the pile, the discards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hanlin.core.i18n.language import _, ngettext
from hanlin.core.lib.memo import memo
from hanlin.core.position.position import Position
from hanlin.drawing import (
    FAINT,
    INK,
    SOFT,
    badge,
    element,
    glow,
    group,
    heading,
    lines_of,
    panel,
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

COLUMN = 186
"""The width of the display at the right of a wide board."""
LOW_COLUMN = 272
"""The same on a low board, whose cards fingers choose."""
STRIP = 222
"""The height of the display below a tall board."""
LEAST = 32
"""The size of the most important texts on a phone's board."""


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
    pile_left: int
    pile: Offer
    """The offer of the pile."""
    run_out: int
    discards: tuple[int, ...]


def shown(seen: Position, r: Reading, offered: Offers) -> Shown:
    """The display of a view."""
    by_colour = {of: offered.of_card(COLOURS[of]) for of, n in enumerate(r.row) if n}
    cards = tuple([of for of in by_colour for _n in range(r.row[of])])
    offers = tuple([by_colour[of] for of in cards])
    regions, pile = regions_by_colour(names.map_of(seen)), offered.of_card("pile")
    return Shown(regions, cards, offers, r.pile_left, pile, r.run_out, tuple(r.discards))


@remembered(256, names=True)
def column(of: Shown, statement: str, x: float, height: float) -> str:
    """The display for a desk: a column ``COLUMN`` wide. ``statement``: whose map it is."""
    left = x + 14
    cards = "".join(_in_row(of, i, left + 82 * (i % 2), 44 + 136 * (i // 2), 74) for i in range(ROW))
    parts = [
        panel(x, 0, COLUMN, height, 10),
        heading(left, 32, _("Row"), 17),
        cards,
        heading(left, 344, _("Pile"), 17),
        _pile(of.pile_left, of.pile, left, 356, 74),
        _pile_words(of.run_out, left + 84, 384, 78),
        heading(left, 518, _("Discards"), 17),
        _discards(of.discards, left, 532, 31),
        _statement(statement, left, 622, COLUMN - 28),
    ]
    return "".join(parts)


@remembered(256, names=True)
def strip(of: Shown, left: float, y: float, width: float) -> str:
    """The display for a phone: a strip ``STRIP`` high below the map."""
    cards = "".join(_in_row(of, i, left + 14 + 118 * i, y + 12, 114) for i in range(ROW))
    parts = [
        panel(left, y, width, STRIP - 8),
        cards,
        _pile(of.pile_left, of.pile, left + 494, y + 14, 114, LEAST),
        _pile_words(of.run_out, left + 628, y + 44, width - 636, LEAST),
        _discards(of.discards, left + 628, y + 98, (width - 642) / 5, LEAST),
    ]
    return "".join(parts)


@remembered(256, names=True)
def low_column(of: Shown, x: float, height: float) -> str:
    """The display for a phone on its side: a column ``LOW_COLUMN`` wide with large cards."""
    left = x + 8
    cards = "".join(_in_row(of, i, left + 130 * (i % 2), 14 + 226 * (i // 2), 126) for i in range(ROW))
    parts = [
        panel(x, 0, LOW_COLUMN, height, 10),
        cards,
        _pile(of.pile_left, of.pile, left, 478, 100, LEAST + 2),
        _pile_words(of.run_out, left + 112, 502, LOW_COLUMN - 124, LEAST + 2),
        _discards(of.discards, left + 2, 708, (LOW_COLUMN - 20) / 5, LEAST + 2),
    ]
    return "".join(parts)


def _in_row(shown: Shown, i: int, x: float, y: float, width: float) -> str:
    """The card number i of the row; an empty place where the row is shorter."""
    if i >= len(shown.row):
        return element("g", _bare(x, y, width, width * SLIP_HEIGHT / SLIP_WIDTH), id=f"china-row-{i}")
    of = shown.row[i]
    return _card(of, shown.offers[i], i, key_of("row", shown.row, i), shown.regions[of], x, y, width)


@remembered(1024, names=True)
def _card(of: int, offer: Offer, i: int, key: str, regions: str, x: float, y: float, width: float) -> str:
    # A card moves with its ring.
    ring = glow(x, y, width, width * SLIP_HEIGHT / SLIP_WIDTH, 7) if isinstance(offer, Click) else ""
    tip = _("In the row: {card}").format(card=names.card(of))
    keyed = group(slip(of, x, y, width, regions) + ring, data_key=key)
    return around(offer, keyed, f"china-row-{i}", tip, effects.card_effect(regions))


def _bare(x: float, y: float, width: float, height: float) -> str:
    """The place of a card without one."""
    return rect(x + 3, y + 2, width - 6, height - 4, 6, fill="none", stroke=FAINT, stroke_width=1.4, stroke_dasharray="5 5")


def key_of(where: str, cards: Sequence[int], i: int) -> str:
    """A name for card number i among these that it keeps while others come and go, so that it can be seen moving up."""
    return f"{where} {COLOURS[cards[i]]} {cards[:i].count(cards[i])}"


@remembered(512, names=True)
def _pile(n: int, offer: Offer, x: float, y: float, width: float, least: float = 0) -> str:
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
def _pile_words(run_out: int, x: float, y: float, room: float, size: float = 14) -> str:
    """The state of the pile in words (C6.2, C6.3)."""
    if run_out == 0:
        texts = [(_("first pile"), SOFT)]
    elif run_out == 1:
        texts = [(_("second pile, then the last round"), SOFT)]
    else:
        texts = [(_("last round"), DANGER)]
    parts = []
    for text, fill in texts:
        for i, row in enumerate(lines_of(text, size, room)):
            parts.append(words(x, y + i * size * 1.25, row, size, anchor="start", fill=fill))
    return "".join(parts)


@remembered(256)
def _discards(discards: tuple[int, ...], x: float, y: float, step: float, least: float = 0) -> str:
    """The number of cards of each colour among the discards, which are public (C0.5)."""
    size, text = step * 0.78, max(step * 0.56, least)
    parts = [
        sign(of, x + step * of, y, size)
        + words(x + step * of + size / 2, y + size * 1.2 + text * 0.76, n, text, fill=INK if n else SOFT, font_weight="600")
        for of, n in enumerate(discards)
    ]
    label = _("Discards: {cards}").format(
        cards=", ".join(f"{names.colour_name(of)} {n}" for of, n in enumerate(discards) if n) or "–"
    )
    tip = f"{label}. {effects.effect_of('china-discards')}"
    return element("g", "".join(parts), role="img", aria_label=tip, data_tip=tip)


@memo(maxsize=64)
def _statement(statement: str, x: float, y: float, room: float, size: float = 12.5) -> str:
    """The map's owner."""
    rows = lines_of(statement, size, room)
    return "".join(words(x, y + i * size * 1.3, row, size, anchor="start", fill=SOFT) for i, row in enumerate(rows))
