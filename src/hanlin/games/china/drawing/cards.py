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
STRIP = 222
"""The height of the display below a tall board."""


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
    cards = "".join(_in_row(seen, r, offered, i, left + 14 + 110 * i, y + 14, 104) for i in range(ROW))
    parts = [
        panel(left, y, width, STRIP - 8),
        cards,
        _pile(r, offered, left + 466, y + 14, 104),
        _pile_words(r, left + 586, y + 38, 126, 22),
        words(left + 724, y + 38, _("Discards"), 22, anchor="start", fill=SOFT),
        _discards(r, left + 724, y + 52, (width - 738) / 5),
        _statement(seen, left + 586, y + 148, width - 600, 16.5),
    ]
    return "".join(parts)


def _in_row(seen: Position, r: Reading, offered: Offers, i: int, x: float, y: float, width: float) -> str:
    """The card number i of the row; an empty place where the row is shorter."""
    cards = [of for of in range(len(COLOURS)) for _n in range(r.row[of])]
    height = width * SLIP_HEIGHT / SLIP_WIDTH
    if i >= len(cards):
        return element("g", _bare(x, y, width, height), id=f"china-row-{i}")
    of = cards[i]
    drawn = group(slip(of, x, y, width, regions_of(seen, of)), data_key=key_of("row", cards, i))
    if of in offered.row:
        return offered.click([offered.row[of]], drawn + glow(x, y, width, height, 7), f"china-row-{i}")
    if offered.may_end:
        return offered.done_and(f"take {COLOURS[of]}", drawn + glow(x, y, width, height, 7), f"china-row-{i}")
    tip, effect = _("In the row: {card}").format(card=names.card(of)), effects.card_effect(regions_of(seen, of))
    return offered.no_card(f"take {COLOURS[of]}", drawn, f"china-row-{i}", tip, effect)


def _bare(x: float, y: float, width: float, height: float) -> str:
    """The place of a card without one."""
    return rect(x + 3, y + 2, width - 6, height - 4, 6, fill="none", stroke=FAINT, stroke_width=1.4, stroke_dasharray="5 5")


def key_of(where: str, cards: list[int], i: int) -> str:
    """A name for card number i among these that it keeps while others come and go, so that it can be seen moving up."""
    return f"{where} {COLOURS[cards[i]]} {cards[:i].count(cards[i])}"


def _pile(r: Reading, offered: Offers, x: float, y: float, width: float) -> str:
    height = width * SLIP_HEIGHT / SLIP_WIDTH
    if r.pile_left == 0:
        bare = _bare(x, y, width, height) + words(x + width / 2, y + height / 2 + 6, "0", 20, fill=SOFT)
        return offered.no_card("take pile", bare, "china-pile", _("The pile has run out"), effects.effect_of("card-back"))
    layers = min(3, 1 + r.pile_left // 12)
    drawn = "".join(slip(None, x + 2.2 * i, y - 2.2 * i, width) for i in range(layers))
    drawn += badge(x + width / 2 + 2 * layers, y + height * 0.76, str(r.pile_left), width * 0.24)
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


def _discards(r: Reading, x: float, y: float, step: float) -> str:
    """How many cards of each colour lie among the discards, which all may see (C0.5)."""
    size = step * 0.78
    parts = [
        sign(of, x + step * of, y, size)
        + words(x + step * of + size / 2, y + size * 1.75, n, size * 0.72, fill=INK if n else SOFT, font_weight="600")
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
