"""Why an action of China is not open now: the rule in plain words, and its number."""

from __future__ import annotations

from hanlin.core.i18n.language import _, ngettext
from hanlin.core.i18n.seat_names import seat_name
from hanlin.core.position.position import Position
from hanlin.core.verbs.generic import CHANCE, OVER
from hanlin.core.verbs.presentation import Refusal
from hanlin.games.china.pieces import (
    COLOURS,
    DEAL,
    EMISSARY,
    FORTRESS,
    KINDS,
    MOST_SPACES,
    OPEN,
    PALACE,
    REFILL,
    SECOND,
    TURN,
)
from hanlin.games.china.snapshot import Reading, read
from hanlin.games.china.words import names


def why_not(seen: Position, action: str) -> Refusal:
    """Why a well-formed action is not legal now."""
    return refusal(seen, read(seen.state), action)


def refusal(seen: Position, r: Reading, action: str) -> Refusal:
    """Why that well-formed action is not legal for the actor of ``r``."""
    words = action.split()
    if r.actor == OVER:
        return Refusal(_("The game is over."), "C7")
    if words[0] in ("deal", "draw", "row"):
        return _no_card_of_chance(r, words[-1])
    if r.actor == CHANCE:
        return Refusal(_("Please wait: a card is being drawn."), "C1.2" if r.phase in (DEAL, OPEN) else "C6.1")
    if seen.seat not in (None, r.seat):
        return Refusal(_("It's {name}'s turn.").format(name=seat_name(r.seat)), "C2")
    if words[0] in KINDS:
        kind, region = KINDS.index(words[0]), r.region_of(words[1])
        place = 0 if kind == EMISSARY else int(words[2])
        return placement(seen, r, kind, region, place)
    if words[0] == "take":
        return _no_take(r, words[1])
    if words[0] == "exchange":
        return _no_exchange(r, names.colour_number(words[1]))
    return _not_done(seen, r) if words[0] == "done" else _no_pass(r)


def _no_card_of_chance(r: Reading, colour: str) -> Refusal:
    """Chance gives the cards, and only those that the pile may hold (in a view: that nobody knows to be elsewhere)."""
    if r.actor == CHANCE and colour in COLOURS and r.pile[names.colour_number(colour)] == 0:
        card = names.card(names.colour_number(colour))
        return Refusal(_("There isn't {card} in the pile.").format(card=card), "C6.1")
    return Refusal(_("You can't deal, draw or turn up cards yourself."), "C6.1")


def _taking(r: Reading) -> Refusal | None:
    """While cards are taken nothing else is asked (C5.1, C6.1)."""
    if r.phase != REFILL:
        return None
    if r.exchanging:
        return Refusal(_("First take a card in exchange."), "C5.1")
    if r.pile_left == 0:
        return Refusal(_("You have finished placing: take a card from the row."), "C6.1")
    return Refusal(_("You have finished placing: take a card from the row or the pile."), "C6.1")


def card_in_hand(seen: Position, r: Reading, of: int) -> Refusal:
    """Why nothing can be done now with a card of that colour in the hand of the actor."""
    if r.phase == TURN:
        return _no_exchange(r, of)
    pays = r.phase == SECOND and of in r.payments(r.seat, r.region)
    return placement(seen, r, PALACE, r.region, 1) if pays else _no_time(seen, r, r.region) or _no_pay(seen, r, r.region)


def _not_done(seen: Position, r: Reading) -> Refusal:
    if r.phase == TURN and seen.legal == ["pass"]:
        return Refusal(_("You can't place or exchange anything: pass."), "C5.1")
    return _taking(r) or Refusal(_("You haven't placed anything yet: place a piece or exchange a card."), "C3.6")


def _no_pass(r: Reading) -> Refusal:
    if r.phase == SECOND:
        return Refusal(_("You have placed a piece: finish placing instead of passing."), "C5.1")
    return _taking(r) or Refusal(_("You can't pass while you can place a piece or exchange a card."), "C5.1")


def _no_take(r: Reading, what: str) -> Refusal:
    if r.phase == SECOND:
        return Refusal(_("Finish placing before you take cards."), "C6.1")
    if r.phase == TURN:
        return Refusal(_("You take cards only after placing or exchanging."), "C6.1")
    if what == "pile":
        return Refusal(_("The pile has run out: take a card from the row."), "C6.3")
    card = names.card(names.colour_number(what))
    return Refusal(_("There isn't {card} in the row.").format(card=card), "C5.1" if r.exchanging else "C6.1")


def _no_exchange(r: Reading, of: int) -> Refusal:
    if r.exchanging:
        return Refusal(_("You can exchange only one card per turn: take one in exchange."), "C5.1")
    if r.phase != TURN:
        return Refusal(_("In one turn you either place pieces or exchange a card."), "C2")
    if r.hands[r.seat][of] == 0:
        return Refusal(_("You don't have {card}.").format(card=names.card(of)), "C5.1")
    return Refusal(_("There is no card left to take in exchange."), "C6.3")


def placement(seen: Position, r: Reading, kind: int, region: int, n: int) -> Refusal:
    """Why a piece can't be placed in a region (on its space n), for the cards of the hand or at all."""
    return (
        _no_variant(seen, kind)
        or _no_time(seen, r, region)
        or _no_piece(r, kind)
        or _no_room(seen, r, kind, region, n)
        or _no_pay(seen, r, region)
    )


def _no_variant(seen: Position, kind: int) -> Refusal | None:
    """Fortresses are a variant (C8.1)."""
    if kind == FORTRESS and not seen.options["fortresses"]:
        return Refusal(_("This game is played without fortresses."), "C8.1")
    return None


def _no_time(seen: Position, r: Reading, region: int) -> Refusal | None:
    """The turn's limits (C2, C3.1, C3.2)."""
    if r.phase != SECOND:
        return _taking(r)
    title = names.region_title(seen, r.region)
    if region != r.region:
        return Refusal(_("All pieces of this turn must go into {region}.").format(region=title), "C3.1")
    if not r.second:
        text = _("{region} was empty when your turn began: you can place only one piece there.")
        return Refusal(text.format(region=title), "C3.2")
    return None


def _no_piece(r: Reading, kind: int) -> Refusal | None:
    """The supply (C3.6, C8.1)."""
    if r.supply(r.seat, kind) > 0:
        return None
    if kind == PALACE:
        return Refusal(_("You have no palace left."), "C3.6")
    if kind == EMISSARY:
        return Refusal(_("You have no emissary left."), "C3.6")
    return Refusal(_("You have no fortress left."), "C8.1")


def _no_room(seen: Position, r: Reading, kind: int, region: int, n: int) -> Refusal | None:
    """The spaces (C3.4, C8.1) and the limit of emissaries (C3.5)."""
    title = names.region_title(seen, region)
    if kind == EMISSARY:
        return _no_audience(r, region, title)
    rule = "C3.4" if kind == PALACE else "C8.1"
    if r.free[region] == 0:
        return Refusal(_("Every palace space in {region} is taken.").format(region=title), rule)
    space = MOST_SPACES * region + n - 1
    owner = r.owner(space)
    if owner == r.seat:
        return Refusal(_("You already have a palace there."), rule)
    if owner >= 0:
        return Refusal(_("{name} already has a palace there.").format(name=seat_name(owner)), rule)
    if kind == FORTRESS and r.has_fortress(space):
        return Refusal(_("There is already a fortress there."), "C8.1")
    return None


def _no_audience(r: Reading, region: int, title: str) -> Refusal | None:
    most, guests = r.most[region], r.guests[region]
    if most == 0:
        return Refusal(_("You can't send an emissary to {region} until it has a palace.").format(region=title), "C3.5")
    if guests >= most:
        return Refusal(
            ngettext(
                "{region} holds at most {n} emissary: the largest number of palaces any one player has there.",
                "{region} holds at most {n} emissaries: the largest number of palaces any one player has there.",
                most,
            ).format(region=title, n=most),
            "C3.5",
        )
    return None


def _no_pay(seen: Position, r: Reading, region: int) -> Refusal:
    """The cards (C3.3), which is what stands against a placement when nothing else does."""
    return Refusal(
        _("{region} costs {card}, or two matching cards of another colour.").format(
            region=names.region_title(seen, region), card=names.card(r.colour[region])
        ),
        "C3.3",
    )
