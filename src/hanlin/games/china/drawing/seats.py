"""Each seat's own area: its hand and its supply."""

from __future__ import annotations

from hanlin.core.language import _, listed, ngettext
from hanlin.core.position import Position
from hanlin.core.seats import seat_name
from hanlin.drawing import INK, SOFT, cannot, circle, document, element, glow, group, place, words
from hanlin.drawing.palette import SANS
from hanlin.games.china.drawing.cards import key_of, regions_of
from hanlin.games.china.drawing.figures import EMISSARY_ART, FORTRESS_ART, PALACE_ART, SLIP_HEIGHT, SLIP_WIDTH, slip
from hanlin.games.china.drawing.offers import Offers, offers
from hanlin.games.china.pieces import COLOURS
from hanlin.games.china.reading import Reading, hand_of, read
from hanlin.games.china.words import effects, names
from hanlin.games.china.words.refusals import card_in_hand


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
        group(_held(seen, r, offered, of, 4 + step * i, 5, width, own), data_key=key_of(f"hand {seat}", cards, i))
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
    if own and offered.asked:
        why = card_in_hand(seen, r, of)
        return cannot(why.text, why.rule, label, drawn)
    tip = effects.named(label, effects.card_effect(regions_of(seen, of)))
    return element("g", drawn, role="img", aria_label=tip, data_tip=tip)


def _supply(r: Reading, seat: int, x: float, y: float, own: bool) -> str:
    """The pieces left: palaces, emissaries, the fortress."""
    pieces = [(PALACE_ART[seat], 30.0), (EMISSARY_ART[seat], 20.0)]
    if any(r.fortresses_left) or any(r.fortresses):
        pieces.append((FORTRESS_ART, 27.0))
    parts = []
    for kind, (name, width) in enumerate(pieces):
        n = r.supply(seat, kind)
        here_x, here_y = (x, y + 34 * kind) if own else (x + 60 * kind, y)
        shown = place(name, here_x + (30 - width) / 2, here_y, width) + words(
            here_x + 34, here_y + 22, n, 18, anchor="start", font_weight="600", font_family=SANS, fill=INK if n else SOFT
        )
        tip = f"{names.pieces_left(kind, n)}. {effects.piece_effect(kind)}"
        parts.append(element("g", shown, opacity=None if n else 0.55, role="img", aria_label=tip, data_tip=tip))
    return "".join(parts)


def _start_player(x: float, y: float) -> str:
    """The emperor pawn of the start player (C1.3)."""
    tip = effects.named(_("Emperor pawn"), effects.effect_of("crown"))
    drawn = circle(x + 10, y + 12, 11, fill="none") + place("crown", x, y, 20)
    return element("g", drawn, role="img", aria_label=tip, data_tip=tip)


def _area_label(r: Reading, seat: int, cards: list[int], hidden: int) -> str:
    """The area in words."""
    shown = [names.card(of) for of in cards]
    if hidden:
        shown.append(ngettext("{n} card face down", "{n} cards face down", hidden).format(n=hidden))
    return _("{name}: hand {hand}; {palaces} palaces and {emissaries} emissaries left").format(
        name=seat_name(seat), hand=listed(shown) or "–", palaces=r.palaces_left[seat], emissaries=r.emissaries_left[seat]
    )
