"""Beside the map: the row of cards, the pile, the discards; and each seat's own area with its hand and supply."""

from __future__ import annotations

from functools import lru_cache

from hanlin.core.language import _, ngettext
from hanlin.core.position import Position
from hanlin.core.seats import seat_name
from hanlin.drawing import (
    FAINT,
    INK,
    SOFT,
    badge,
    cannot,
    circle,
    document,
    element,
    glow,
    group,
    heading,
    lines_of,
    panel,
    place,
    rect,
    words,
)
from hanlin.drawing.palette import ACCENT, SANS
from hanlin.games.china.drawing.figures import (
    EMISSARY_ART,
    FORTRESS_ART,
    PALACE_ART,
    SLIP_HEIGHT,
    SLIP_WIDTH,
    sign,
    slip,
)
from hanlin.games.china.drawing.offers import Offers, offers
from hanlin.games.china.map import Map
from hanlin.games.china.pieces import COLOURS, REFILL, ROW, SECOND, TURN
from hanlin.games.china.reading import Reading, hand_of, read
from hanlin.games.china.words import names
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
    drawn = group(slip(of, x, y, width, regions_of(seen, of)), data_key=_key("row", cards, i))
    if of in offered.row:
        return offered.click([offered.row[of]], drawn + glow(x, y, width, height, 7), f"china-row-{i}")
    return element("g", drawn, id=f"china-row-{i}", role="img", aria_label=_("In the row: {card}").format(card=names.card(of)))


def _bare(x: float, y: float, width: float, height: float) -> str:
    """The place of a card without one."""
    return rect(x + 3, y + 2, width - 6, height - 4, 6, fill="none", stroke=FAINT, stroke_width=1.4, stroke_dasharray="5 5")


def _key(where: str, cards: list[int], i: int) -> str:
    """A name for card number i among these that it keeps while others come and go, so that it can be seen moving up."""
    return f"{where} {COLOURS[cards[i]]} {cards[:i].count(cards[i])}"


def _pile(r: Reading, offered: Offers, x: float, y: float, width: float) -> str:
    height = width * SLIP_HEIGHT / SLIP_WIDTH
    if r.pile_left == 0:
        bare = _bare(x, y, width, height) + words(x + width / 2, y + height / 2 + 6, "0", 20, fill=SOFT)
        asked = offered.asked and r.phase == REFILL
        return offered.no_pile(bare, "china-pile") if asked else element("g", bare, id="china-pile")
    layers = min(3, 1 + r.pile_left // 12)
    drawn = "".join(slip(None, x + 2.2 * i, y - 2.2 * i, width) for i in range(layers))
    drawn += badge(x + width / 2 + 2 * layers, y + height * 0.76, str(r.pile_left), width * 0.24)
    if offered.pile:
        edge = 2.2 * (layers - 1)
        return offered.click([offered.pile], drawn + glow(x, y - edge, width + edge, height, 7), "china-pile")
    label = ngettext("The pile: {n} card", "The pile: {n} cards", r.pile_left).format(n=r.pile_left)
    return element("g", drawn, id="china-pile", role="img", aria_label=label)


def _pile_words(r: Reading, x: float, y: float, room: float, size: float = 14) -> str:
    """How far the pile has come (C6.2, C6.3)."""
    if r.run_out == 0:
        texts = [(_("first pile"), SOFT)]
    elif r.run_out == 1:
        texts = [(_("second pile, then the last round"), SOFT)]
    else:
        texts = [(_("last round"), ACCENT)]
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
        cards=", ".join(f"{n} {names.colour_name(of)}" for of, n in enumerate(r.discards) if n) or "–"
    )
    return element("g", "".join(parts), role="img", aria_label=label)


def _statement(seen: Position, x: float, y: float, room: float, size: float = 12.5) -> str:
    """Whose map it is."""
    rows = lines_of(map_statement(seen), size, room)
    return "".join(words(x, y + i * size * 1.3, row, size, anchor="start", fill=SOFT) for i, row in enumerate(rows))


# -- a seat's own area -------------------------------------------------------------------------------------------------------


def seat(seen: Position, seat: int) -> str:
    """One player's hand and supply: own cards face up, others' face down but for those that all have seen."""
    r = read(seen.state)
    own = seat == seen.seat or (seen.seat is None and seat == r.actor)
    width = 60 if own else 36
    height = width * SLIP_HEIGHT / SLIP_WIDTH
    cards, hidden = hand_of(r, seat)
    step = width + 6
    offered = offers(seen, r) if own else Offers(seen, r, asked=False)
    parts = [
        group(_held(seen, r, offered, of, 4 + step * i, 5, width, own), data_key=_key(f"hand {seat}", cards, i))
        for i, of in enumerate(cards)
    ]
    parts += [slip(None, 4 + step * i, 5, width) for i in range(len(cards), len(cards) + hidden)]
    parts.append(_supply(r, seat, 214 if own else 138, 7 if own else 16, own))
    if seat == 0:
        parts.append(_start_player(314, 8 if own else 20))
    return document(f"china-seat-{seat}", 340, height + 11, "".join(parts), label=_area_label(r, seat, cards, hidden))


def _held(seen: Position, r: Reading, offered: Offers, of: int, x: float, y: float, width: float, own: bool) -> str:
    """A card of the hand; one that goes with some action can be picked."""
    height = width * SLIP_HEIGHT / SLIP_WIDTH
    drawn = slip(of, x, y, width, regions_of(seen, of) if own else "")
    label = names.cap(names.card(of))
    if own and of in offered.pays:
        return element(
            "g",
            f"<title>{label}</title>{drawn}{glow(x + 1, y, width - 2, height, 6)}",
            class_="can",
            role="button",
            tabindex="0",
            data_pick=f"card {COLOURS[of]}",
            aria_label=label,
        )
    if own and offered.asked and r.phase in (TURN, SECOND):
        return cannot(_("No action goes with this card now."), "C3.3", label, drawn)
    return element("g", drawn, role="img", aria_label=label)


def _supply(r: Reading, seat: int, x: float, y: float, own: bool) -> str:
    """The pieces left: palaces, emissaries, the fortress."""
    pieces = [(PALACE_ART[seat], 30.0, r.palaces_left[seat]), (EMISSARY_ART[seat], 20.0, r.emissaries_left[seat])]
    if any(r.fortresses_left) or any(r.fortresses):
        pieces.append((FORTRESS_ART, 27.0, r.fortresses_left[seat]))
    parts = []
    for i, (name, width, n) in enumerate(pieces):
        here_x, here_y = (x, y + 34 * i) if own else (x + 60 * i, y)
        shown = place(name, here_x + (30 - width) / 2, here_y, width) + words(
            here_x + 34, here_y + 22, n, 18, anchor="start", font_weight="600", font_family=SANS, fill=INK if n else SOFT
        )
        parts.append(shown if n else group(shown, opacity=0.55))
    return "".join(parts)


def _start_player(x: float, y: float) -> str:
    """The emperor pawn of the start player (C1.3)."""
    tip = _("The emperor pawn: the start player")
    drawn = circle(x + 10, y + 12, 11, fill="none") + place("crown", x, y, 20)
    return element("g", drawn, role="img", aria_label=tip, data_tip=tip)


def _area_label(r: Reading, seat: int, cards: list[int], hidden: int) -> str:
    """The area in words."""
    shown = [names.card(of) for of in cards]
    if hidden:
        shown.append(ngettext("{n} card face down", "{n} cards face down", hidden).format(n=hidden))
    return _("{name}: hand {hand}; {palaces} palaces and {emissaries} emissaries left").format(
        name=seat_name(seat), hand=names.listed(shown) or "–", palaces=r.palaces_left[seat], emissaries=r.emissaries_left[seat]
    )
