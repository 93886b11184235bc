"""Each seat's own area: its hand and its supply."""

from __future__ import annotations

from typing import NamedTuple

from hanlin.core.i18n.language import _, listed, ngettext
from hanlin.core.i18n.seat_names import seat_name
from hanlin.core.position.position import Position
from hanlin.core.verbs.presentation import Refusal
from hanlin.drawing import INK, SOFT, Drawing, cannot, circle, drawing, element, glow, group, place, remembered, words
from hanlin.drawing.palette import SANS
from hanlin.games.china.drawing.cards import key_of, regions_by_colour
from hanlin.games.china.drawing.figures import EMISSARY_ART, FORTRESS_ART, PALACE_ART, SLIP_HEIGHT, SLIP_WIDTH, slip
from hanlin.games.china.drawing.offers import paying
from hanlin.games.china.pieces import COLOURS
from hanlin.games.china.snapshot import Reading, hand_of, read
from hanlin.games.china.words import effects, names
from hanlin.games.china.words.refusals import card_in_hand


class Shown(NamedTuple):
    """The content of a seat's area."""

    seat: int
    own: bool
    cards: tuple[int, ...]
    hidden: int
    offers: tuple[str | Refusal, ...]
    """The offer of a held card of each colour to the acting seat: what is picked with it, or why nothing."""
    regions: tuple[str, ...]
    """The names of the regions of each colour."""
    supply: tuple[int, ...]
    """The pieces left: palaces, emissaries, and fortresses where there are some."""


def seating() -> str:
    """The places of the seats: see ``core/verbs/protocols.py``."""
    return "banners"


def seat(seen: Position, seat: int) -> Drawing:
    """One player's hand and supply: own cards face up, others' face down but for those that all have seen."""
    r = read(seen.state)
    own = seat == seen.seat or (seen.seat is None and seat == r.actor)
    cards, hidden = hand_of(r, seat)
    offers, regions = _offers(seen, r, cards) if own else (), regions_by_colour(names.map_of(seen))
    return _area(Shown(seat, own, tuple(cards), hidden, offers, regions, r.supplies(seat)))


def _offers(seen: Position, r: Reading, cards: list[int]) -> tuple[str | Refusal, ...]:
    if not seen.decides:
        return ()
    pays = paying(seen)
    held = [of if of in cards else -1 for of in range(len(COLOURS))]
    return tuple([f"card {COLOURS[of]}" if of in pays else card_in_hand(seen, r, of) if of >= 0 else "" for of in held])


@remembered(256, names=True)
def _area(shown: Shown) -> Drawing:
    own, cards = shown.own, shown.cards
    width = 60 if own else 36
    height = width * SLIP_HEIGHT / SLIP_WIDTH
    step = width + 6
    parts = [group("".join([_card(shown, i, 4 + step * i, width) for i in range(len(cards))]), data_place="hand")]
    parts += [slip(None, 4 + step * i, 5, width) for i in range(len(cards), len(cards) + shown.hidden)]
    parts.append(_supply(shown.seat, shown.supply, own, 214 if own else 138, 7 if own else 16))
    if shown.seat == 0:
        parts.append(_start_player(314, 8 if own else 20))
    return drawing(f"china-seat-{shown.seat}", 340, height + 11, "".join(parts), label=_area_label(shown))


def _card(shown: Shown, i: int, x: float, width: float) -> str:
    """Card number i of the hand."""
    of = shown.cards[i]
    key, offer = key_of(f"hand {shown.seat}", shown.cards, i), shown.offers[of] if shown.offers else ""
    return _held(of, key, shown.own, shown.regions[of], offer, x, 5, width)


@remembered(1024)
def _held(of: int, key: str, own: bool, regions: str, offer: str | Refusal, x: float, y: float, width: float) -> str:
    """A card of the hand; one that goes with some action can be picked. ``key`` is its own name."""
    height = width * SLIP_HEIGHT / SLIP_WIDTH
    drawn = slip(of, x, y, width, regions if own else "")
    label = names.cap(names.card(of))
    if isinstance(offer, Refusal):
        card = cannot(offer.text, offer.rule, label, drawn)
    elif offer:
        card = element(
            "g",
            f"<title>{label}</title>{drawn}{glow(x + 1, y, width - 2, height, 6)}",
            class_="can",
            role="button",
            tabindex="0",
            data_pick=offer,
            aria_label=label,
        )
    else:
        tip = effects.named(label, effects.card_effect(regions))
        card = element("g", drawn, role="img", aria_label=tip, data_tip=tip)
    return group(card, data_key=key)


@remembered(256)
def _supply(seat: int, supply: tuple[int, ...], own: bool, x: float, y: float) -> str:
    """The pieces left: palaces, emissaries, the fortress."""
    pieces = ((PALACE_ART[seat], 30.0), (EMISSARY_ART[seat], 20.0), (FORTRESS_ART, 27.0))
    parts = []
    for kind, (n, (name, width)) in enumerate(zip(supply, pieces, strict=False)):
        here_x, here_y = (x, y + 34 * kind) if own else (x + 60 * kind, y)
        drawn = place(name, here_x + (30 - width) / 2, here_y, width) + words(
            here_x + 34, here_y + 22, n, 18, anchor="start", font_weight="600", font_family=SANS, fill=INK if n else SOFT
        )
        tip = f"{names.pieces_left(kind, n)}. {effects.piece_effect(kind)}"
        parts.append(element("g", drawn, opacity=None if n else 0.55, role="img", aria_label=tip, data_tip=tip))
    return "".join(parts)


@remembered(16)
def _start_player(x: float, y: float) -> str:
    """The emperor pawn of the start player (C1.3)."""
    tip = effects.named(_("Emperor pawn"), effects.effect_of("crown"))
    drawn = circle(x + 10, y + 12, 11, fill="none") + place("crown", x, y, 20)
    return element("g", drawn, role="img", aria_label=tip, data_tip=tip)


def _area_label(shown: Shown) -> str:
    """The area in words."""
    held = [names.card(of) for of in shown.cards]
    if shown.hidden:
        held.append(ngettext("{n} card face down", "{n} cards face down", shown.hidden).format(n=shown.hidden))
    palaces, emissaries = shown.supply[:2]
    return _("{name}: hand {hand}; {palaces} palaces and {emissaries} emissaries left").format(
        name=seat_name(shown.seat), hand=listed(held) or "–", palaces=palaces, emissaries=emissaries
    )
