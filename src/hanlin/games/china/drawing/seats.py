"""Each seat's banner: its hand and its supply. The own one has large cards, in a low row on a phone; others' are small."""

from __future__ import annotations

from typing import NamedTuple

from hanlin.core.i18n.language import _, listed, ngettext
from hanlin.core.i18n.seat_names import listed_name
from hanlin.core.position.position import Position
from hanlin.core.verbs.presentation import Refusal
from hanlin.drawing import Drawing, cannot, circle, drawing, element, glow, group, place, rect, remembered, words
from hanlin.drawing.palette import SANS
from hanlin.games.china.drawing.cards import key_of, regions_by_colour
from hanlin.games.china.drawing.figures import (
    EMISSARY_ART,
    FORTRESS_ART,
    PALACE_ART,
    SLIP_HEIGHT,
    SLIP_WIDTH,
    TABLET,
    slip,
    tablet,
)
from hanlin.games.china.drawing.offers import paying
from hanlin.games.china.pieces import COLOURS
from hanlin.games.china.snapshot import Reading, hand_of, read
from hanlin.games.china.words import effects, names
from hanlin.games.china.words.refusals import card_in_hand


class Shown(NamedTuple):
    """The content of a seat's banner."""

    seat: int
    form: str
    """"large" at the side of a wide board, "low" in a row on a phone, "small" for another player's."""
    cards: tuple[int, ...]
    hidden: int
    offers: tuple[str | Refusal, ...]
    """The offer of a held card of each colour to the acting seat: what is picked with it, or why nothing."""
    regions: tuple[str, ...]
    """The names of the regions of each colour."""
    supply: tuple[int, ...]
    """The pieces left: palaces, emissaries, and fortresses where there are some."""


class Form(NamedTuple):
    """The measures of a banner."""

    width: float
    height: float
    card: float
    """The width of a card."""
    step: float
    letters: float
    pieces: tuple[float, float, float]
    """The place of the first piece and the way to the next one: right, or, if negative, down."""


FORMS = {
    "large": Form(214, 164, 68, 71, 14.5, (6, 130, 58)),
    "low": Form(356, 64, TABLET[0], 91, 16.5, (276, 2, -21)),
    "small": Form(214, 42, 23, 25, 0, (82, 10, 46)),
}


def seating() -> str:
    """The places of the seats: see ``core/verbs/protocols.py``."""
    return "banners"


def seat(seen: Position, seat: int, *, shape: str = "wide", own: bool = True) -> Drawing:
    """One player's hand and supply: own cards face up, others' face down but for those that all have seen."""
    r = read(seen.state)
    mine = seat == seen.seat or (seen.seat is None and seat == r.actor)
    cards, hidden = hand_of(r, seat)
    offers, regions = _offers(seen, r, cards) if mine else (), regions_by_colour(names.map_of(seen))
    form = "small" if not own else "large" if shape == "wide" else "low"
    return _area(Shown(seat, form, tuple(cards), hidden, offers, regions, r.supplies(seat)))


def _offers(seen: Position, r: Reading, cards: list[int]) -> tuple[str | Refusal, ...]:
    if not seen.decides:
        return ()
    pays = paying(seen)
    held = [of if of in cards else -1 for of in range(len(COLOURS))]
    return tuple([f"card {COLOURS[of]}" if of in pays else card_in_hand(seen, r, of) if of >= 0 else "" for of in held])


@remembered(256, names=True)
def _area(shown: Shown) -> Drawing:
    form, cards = FORMS[shown.form], shown.cards
    parts = [group("".join([_card(shown, i, 4 + form.step * i) for i in range(len(cards))]), data_place="hand")]
    for i in range(len(cards), len(cards) + shown.hidden):
        x = 4 + form.step * i
        parts.append(tablet(None, x, 4) if shown.form == "low" else slip(None, x, 2, form.card))
    parts.append(_supply(shown.seat, shown.supply, shown.form))
    if shown.seat == 0:
        parts.append(_start_player(form.width - 22, 4 if shown.form == "low" else form.height - 27))
    return drawing(f"china-seat-{shown.seat}", form.width, form.height, "".join(parts), label=_area_label(shown))


def _card(shown: Shown, i: int, x: float) -> str:
    """Card number i of the hand."""
    of = shown.cards[i]
    key, offer = key_of(f"hand {shown.seat}", shown.cards, i), shown.offers[of] if shown.offers else ""
    return _held(of, key, shown.form, shown.regions[of], offer, x)


@remembered(1024)
def _held(of: int, key: str, form: str, regions: str, offer: str | Refusal, x: float) -> str:
    """A card of the hand; one that goes with some action can be picked. ``key`` is its own name."""
    measures = FORMS[form]
    if form == "low":
        y, width, height = 2.0, TABLET[0], TABLET[1] + 4
        # A finger's target is a little higher than the card.
        drawn = rect(x, y, width, height, fill="none", pointer_events="all") + tablet(of, x, 4, regions, measures.letters)
    else:
        y, width, height = 2.0, measures.card, measures.card * SLIP_HEIGHT / SLIP_WIDTH
        drawn = slip(of, x, y, width, regions if form == "large" else "", measures.letters)
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
def _supply(seat: int, supply: tuple[int, ...], form: str) -> str:
    """The pieces left: palaces, emissaries, the fortress; nothing for none."""
    pieces = ((PALACE_ART[seat], 26.0), (EMISSARY_ART[seat], 16.0), (FORTRESS_ART, 21.0))
    first, y, step = FORMS[form].pieces
    size = 0.76 if form == "low" else 1.0 if form == "large" else 0.86
    letters = 16.5 if form == "low" else 17 if form == "large" else 14
    parts = []
    for kind, (n, (name, width)) in enumerate(zip(supply, pieces, strict=False)):
        if not n:
            continue
        here_x, here_y = (first, y - step * kind) if step < 0 else (first + step * kind, y)
        drawn = place(name, here_x + (26 - width) / 2 * size, here_y, width * size)
        if kind < 2 or n > 1:
            drawn += words(
                here_x + 28 * size, here_y + 19 * size, n, letters, anchor="start", font_weight="600", font_family=SANS
            )
        tip = f"{names.pieces_left(kind, n)}. {effects.piece_effect(kind)}"
        parts.append(element("g", drawn, role="img", aria_label=tip, data_tip=tip))
    return "".join(parts)


@remembered(16)
def _start_player(x: float, y: float) -> str:
    """The emperor pawn of the start player (C1.3)."""
    tip = effects.named(_("Emperor pawn"), effects.effect_of("crown"))
    drawn = circle(x + 9, y + 10, 11, fill="none") + place("crown", x, y, 18)
    return element("g", drawn, role="img", aria_label=tip, data_tip=tip)


def _area_label(shown: Shown) -> str:
    """The area in words."""
    held = [names.card(of) for of in shown.cards]
    if shown.hidden:
        held.append(ngettext("{n} card face down", "{n} cards face down", shown.hidden).format(n=shown.hidden))
    palaces, emissaries = shown.supply[:2]
    return _("{name}: hand {hand}; {palaces} palaces and {emissaries} emissaries left").format(
        name=listed_name(shown.seat), hand=listed(held) or "–", palaces=palaces, emissaries=emissaries
    )
