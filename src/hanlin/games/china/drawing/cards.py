"""Beside the map: the row of cards, the pile, the discards."""

from __future__ import annotations

from functools import lru_cache

from hanlin.core.language import _, ngettext
from hanlin.core.position import Position
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
    words,
)
from hanlin.drawing.palette import DANGER
from hanlin.games.china.drawing.figures import (
    SLIP_HEIGHT,
    SLIP_WIDTH,
    sign,
    slip,
)
from hanlin.games.china.drawing.offers import Offers
from hanlin.games.china.map import Map
from hanlin.games.china.pieces import COLOURS, ROW
from hanlin.games.china.reading import Reading
from hanlin.games.china.words import effects, names
from hanlin.games.china.words.panels import map_statement

COLUMN = 186
"""The width of the display at the right of a wide board."""
LOW_COLUMN = 272
"""The same on a low board, whose cards fingers choose."""
STRIP = 222
"""The height of the display below a tall board."""
LEAST = 32
"""The size of what is to be read at once on a phone's board."""


def regions_of(seen: Position, of: int) -> str:
    """The names of the regions of a colour, as they stand on its cards."""
    return _regions_of(names.map_of(seen), of)


@lru_cache(maxsize=128)
def _regions_of(board: Map, of: int) -> str:
    return " · ".join(region.title for region in board.regions if region.colour == of)


def column(seen: Position, r: Reading, offered: Offers, x: float, height: float) -> str:
    """The display for a desk: a column ``COLUMN`` wide."""
    left = x + 14
    cards = "".join(_in_row(seen, r, offered, i, left + 82 * (i % 2), 44 + 136 * (i // 2), 74) for i in range(ROW))
    parts = [
        panel(x, 0, COLUMN, height, 10),
        heading(left, 32, _("Row"), 17),
        cards,
        heading(left, 344, _("Pile"), 17),
        _pile(r, offered, left, 356, 74),
        _pile_words(r, left + 84, 384, 78),
        heading(left, 518, _("Discards"), 17),
        _discards(r, left, 532, 31),
        _statement(seen, left, 622, COLUMN - 28),
    ]
    return "".join(parts)


def strip(seen: Position, r: Reading, offered: Offers, left: float, y: float, width: float) -> str:
    """The display for a phone: a strip ``STRIP`` high below the map."""
    cards = "".join(_in_row(seen, r, offered, i, left + 14 + 118 * i, y + 12, 114) for i in range(ROW))
    parts = [
        panel(left, y, width, STRIP - 8),
        cards,
        _pile(r, offered, left + 494, y + 14, 114, LEAST),
        _pile_words(r, left + 628, y + 44, width - 636, LEAST),
        _discards(r, left + 628, y + 98, (width - 642) / 5, LEAST),
    ]
    return "".join(parts)


def low_column(seen: Position, r: Reading, offered: Offers, x: float, height: float) -> str:
    """The display for a phone on its side: a column ``LOW_COLUMN`` wide with large cards."""
    left = x + 8
    cards = "".join(_in_row(seen, r, offered, i, left + 130 * (i % 2), 14 + 226 * (i // 2), 126) for i in range(ROW))
    parts = [
        panel(x, 0, LOW_COLUMN, height, 10),
        cards,
        _pile(r, offered, left, 478, 100, LEAST + 2),
        _pile_words(r, left + 112, 502, LOW_COLUMN - 124, LEAST + 2),
        _discards(r, left + 2, 708, (LOW_COLUMN - 20) / 5, LEAST + 2),
    ]
    return "".join(parts)


def _in_row(seen: Position, r: Reading, offered: Offers, i: int, x: float, y: float, width: float) -> str:
    """The card number i of the row; an empty place where the row is shorter."""
    cards = [of for of in range(len(COLOURS)) for _n in range(r.row[of])]
    height = width * SLIP_HEIGHT / SLIP_WIDTH
    if i >= len(cards):
        return element("g", _bare(x, y, width, height), id=f"china-row-{i}")
    of = cards[i]
    drawn, key = slip(of, x, y, width, regions_of(seen, of)), key_of("row", cards, i)
    # A card moves with its ring.
    ringed = group(drawn + glow(x, y, width, height, 7), data_key=key)
    if of in offered.row:
        return offered.click([offered.row[of]], ringed, f"china-row-{i}")
    if offered.may_end:
        return offered.done_and(f"take {COLOURS[of]}", ringed, f"china-row-{i}")
    drawn = group(drawn, data_key=key)
    tip, effect = _("In the row: {card}").format(card=names.card(of)), effects.card_effect(regions_of(seen, of))
    return offered.no_card(f"take {COLOURS[of]}", drawn, f"china-row-{i}", tip, effect)


def _bare(x: float, y: float, width: float, height: float) -> str:
    """The place of a card without one."""
    return rect(x + 3, y + 2, width - 6, height - 4, 6, fill="none", stroke=FAINT, stroke_width=1.4, stroke_dasharray="5 5")


def key_of(where: str, cards: list[int], i: int) -> str:
    """A name for card number i among these that it keeps while others come and go, so that it can be seen moving up."""
    return f"{where} {COLOURS[cards[i]]} {cards[:i].count(cards[i])}"


def _pile(r: Reading, offered: Offers, x: float, y: float, width: float, least: float = 0) -> str:
    height = width * SLIP_HEIGHT / SLIP_WIDTH
    if r.pile_left == 0:
        bare = _bare(x, y, width, height) + words(x + width / 2, y + height / 2 + 6, "0", max(20, least), fill=SOFT)
        return offered.no_card("take pile", bare, "china-pile", _("The pile has run out"), effects.effect_of("card-back"))
    layers = min(3, 1 + r.pile_left // 12)
    drawn = "".join(slip(None, x + 2.2 * i, y - 2.2 * i, width) for i in range(layers))
    drawn += badge(x + width / 2 + 2 * layers, y + height * 0.76, str(r.pile_left), max(width * 0.24, least))
    shining = drawn + glow(x, y - 2.2 * (layers - 1), width + 2.2 * (layers - 1), height, 7)
    if offered.pile:
        return offered.click([offered.pile], shining, "china-pile")
    if offered.may_end:
        return offered.done_and("take pile", shining, "china-pile")
    label = ngettext("The pile: {n} card", "The pile: {n} cards", r.pile_left).format(n=r.pile_left)
    return offered.no_card("take pile", drawn, "china-pile", label, effects.effect_of("card-back"))


def _pile_words(r: Reading, x: float, y: float, room: float, size: float = 14) -> str:
    """How far the pile has come (C6.2, C6.3)."""
    if r.run_out == 0:
        texts = [(_("first pile"), SOFT)]
    elif r.run_out == 1:
        texts = [(_("second pile, then the last round"), SOFT)]
    else:
        texts = [(_("last round"), DANGER)]
    parts = []
    for text, fill in texts:
        for i, row in enumerate(lines_of(text, size, room)):
            parts.append(words(x, y + i * size * 1.25, row, size, anchor="start", fill=fill))
    return "".join(parts)


def _discards(r: Reading, x: float, y: float, step: float, least: float = 0) -> str:
    """How many cards of each colour lie among the discards, which all may see (C0.5)."""
    size, text = step * 0.78, max(step * 0.56, least)
    parts = [
        sign(of, x + step * of, y, size)
        + words(x + step * of + size / 2, y + size * 1.2 + text * 0.76, n, text, fill=INK if n else SOFT, font_weight="600")
        for of, n in enumerate(r.discards)
    ]
    label = _("Discards: {cards}").format(
        cards=", ".join(f"{names.colour_name(of)} {n}" for of, n in enumerate(r.discards) if n) or "–"
    )
    tip = f"{label}. {effects.effect_of('china-discards')}"
    return element("g", "".join(parts), role="img", aria_label=tip, data_tip=tip)


def _statement(seen: Position, x: float, y: float, room: float, size: float = 12.5) -> str:
    """Whose map it is."""
    rows = lines_of(map_statement(seen), size, room)
    return "".join(words(x, y + i * size * 1.3, row, size, anchor="start", fill=SOFT) for i, row in enumerate(rows))
