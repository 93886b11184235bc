"""Clickable places of a position: each place of the board with the actions that a click there may carry out."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import NamedTuple

from hanlin.core.i18n.language import _, ngettext
from hanlin.core.lib.memo import memo
from hanlin.core.position.position import Position
from hanlin.core.verbs.presentation import Choice, Refusal, labelled
from hanlin.drawing import can, cannot, element, remembered
from hanlin.games.china.pieces import COLOURS, EMISSARY, HAND, KINDS, MOST_SPACES, PALACE, REFILL, SECOND
from hanlin.games.china.snapshot import Reading
from hanlin.games.china.words import names
from hanlin.games.china.words.question import choice, legal_choices, split
from hanlin.games.china.words.refusals import placement, refusal

_can = memo(maxsize=2048)(can)
_cannot = memo(maxsize=4096)(cannot)


THEN = ";"
"""Between the actions of ``data-then``, which follow one another."""


class Click(NamedTuple):
    """A click on a place, which plays one of these actions."""

    actions: tuple[str, ...]
    label: str
    values: tuple[tuple[str, str], ...] = ()
    """More attributes."""


Offer = Click | Refusal | None
"""The offer of a place: a click, the reason why not, or nothing where nothing is asked."""


def around(offer: Offer, content: str, id: str, tip: str, effect: str = "", key: str | None = None) -> str:
    """A place with what it offers. ``id`` is its own name on the page, ``tip`` says what it is, ``effect`` what that is for,
    ``key`` its name for what sentences light up."""
    if isinstance(offer, Click):
        return _can(offer.actions, offer.label, content, id=id, data_key=key, **dict(offer.values))
    if offer is not None:
        return _cannot(offer.text, offer.rule, tip, content, id=id, data_key=key)
    return with_tip(content, id, tip, effect, key)


@dataclass(frozen=True, eq=False)
class Offers:
    """The legal actions by place for the viewing seat, if it decides; empty for everybody else."""

    seen: Position
    reading: Reading
    asked: bool
    """True where the viewer decides now."""
    choices: dict[str, Choice] = field(default_factory=dict)
    spaces: dict[int, list[str]] = field(default_factory=dict)
    courts: dict[int, list[str]] = field(default_factory=dict)
    """By region: emissaries."""
    cards: dict[str, str] = field(default_factory=dict)
    """By colour, or ``pile``: what takes a card from there."""
    may_end: bool = False
    """True where the placing may end with a card that is taken."""
    elsewhere: Refusal | None = None
    """The reason why nothing can be placed now but in the region ``only``."""
    only: int = -1
    reasons: dict[tuple[int, int, int], Refusal] = field(default_factory=dict)
    """By kind of piece, region and owner of the space (-1: none, or any): why it can't be placed there, as far as that was
    asked."""

    def of_spaces(self, region: int, owners: tuple[int, ...]) -> tuple[Offer, ...]:
        """The offers of each palace space of a region; ``owners`` are the seats that have a palace there, -1 where none has.
        Empty where nothing is asked."""
        if not self.asked:
            return ()
        if self.elsewhere is not None and region != self.only:
            return (self.elsewhere,) * len(owners)
        first, full = MOST_SPACES * region, self.reading.free[region] == 0
        return tuple(
            [
                self._click(self.spaces[first + i])
                if first + i in self.spaces
                else self._why_not(PALACE, region, i + 1, owner, full)
                for i, owner in enumerate(owners)
            ]
        )

    def of_court(self, region: int) -> Offer:
        """The offer of a dragon space."""
        if not self.asked or (self.elsewhere is not None and region != self.only):
            return self.elsewhere
        return self._click(self.courts[region]) if region in self.courts else self._why_not(EMISSARY, region, 0, -1)

    def of_card(self, what: str) -> Offer:
        """The offer of a card of the row, by its colour, or of the pile."""
        if what in self.cards:
            return self._click([self.cards[what]])
        if self.may_end and (what != "pile" or self.reading.pile_left):
            return self._done_and(f"take {what}")
        return refusal(self.seen, self.reading, f"take {what}") if self.asked else None

    def of_filling(self) -> Click | None:
        """The hand filled from the pile with one click, where that takes two cards or three."""
        r = self.reading
        ending = ["done"] if self.may_end else []
        n = HAND - r.hand_size[r.seat] if self.asked and not r.exchanging and (ending or "pile" in self.cards) else 0
        if n < 2 or r.pile_left < n:
            return None
        steps = [*ending, *["take pile"] * n]
        label = ngettext("Draw {n} card from the pile", "Draw {n} cards from the pile", n).format(n=n)
        return Click((steps[0],), label, (("data_then", THEN.join(steps[1:])),))

    def of_rest(self, colour: int) -> Click | None:
        """A card of the row and the rest of the hand from the pile with one click, where that takes two cards or three."""
        filling = self.of_filling()
        if filling is None:
            return None
        first, rest = f"take {COLOURS[colour]}", HAND - self.reading.hand_size[self.reading.seat] - 1
        label = ngettext(
            "Take {card}, then draw {n} card from the pile", "Take {card}, then draw {n} cards from the pile", rest
        )
        steps = [*(["done"] if self.may_end else []), first, *["take pile"] * rest]
        then = ("data_then", THEN.join(steps[1:]))
        return Click((steps[0],), label.format(card=names.card(colour), n=rest), (then,))

    def onward(self) -> tuple[tuple[str, str], ...]:
        """Steps that may follow a placement at once: the placing ends, and the hand is filled from the pile."""
        if not self.asked or self.reading.phase == REFILL or not self.reading.pile_left:
            return ()
        done = [] if self.reading.phase == SECOND else ["done"]
        return ("data_onward", THEN.join([*done, *["take pile"] * HAND])), ("data_onward_mark", _("+ pile"))

    def _click(self, actions: list[str]) -> Click:
        return _click(tuple(actions), self.choices[actions[0]])

    def _done_and(self, action: str) -> Click:
        """A card to take that ends the placing as well: who takes it has no second piece to place."""
        board = names.map_of(self.seen)
        done, then = (choice(board, self.reading, one).label for one in ("done", action))
        return Click(("done",), labelled(done, then), (("data_then", action),))

    def _why_not(self, kind: int, region: int, n: int, owner: int, full: bool = False) -> Refusal:
        """The reason, which is the same for all free spaces of a region, for all those of a full one, and for all those of one
        owner elsewhere."""
        key = (kind, region if full or owner < 0 else -1, -1 if full else owner)
        if key not in self.reasons:
            self.reasons[key] = placement(self.seen, self.reading, kind, region, n)
        return self.reasons[key]


@remembered(2048)
def _click(actions: tuple[str, ...], first: Choice) -> Click:
    """A click that carries out one of these actions; its attributes say which cards pay for it, and which of them it means by
    itself."""
    label = first.label if len(actions) > 1 or not first.effect else labelled(first.label, first.effect)
    ways = [split(action) for action in actions]
    paid = {way[-1] for way in ways if way[0] in KINDS}
    # A joker is played by who picks its cards first: a click alone plays a card of the region's own colour.
    usual = list({way[0]: action for way, action in reversed(list(zip(ways, actions, strict=True)))}.values())[::-1]
    values = {"data_with": f"card {next(iter(paid))}"} if len(paid) == 1 else {}
    if paid:
        # What the style sheet lights: with a card its places, with a place the card that pays for it.
        values["data_cards"] = " ".join(sorted(paid))
        values["data_pays"] = split(usual[0])[-1]
    if len(usual) < len(actions):
        values["data_usual"] = json.dumps(usual)
    return Click(actions, label, tuple(values.items()))


def with_tip(content: str, id: str, tip: str, effect: str = "", key: str | None = None) -> str:
    """A thing that says what it is, and to who points at it what it is for."""
    about = f"{tip}. {effect}" if effect else tip
    return element("g", content, id=id, data_key=key, role="img", aria_label=tip, data_tip=about)


def offers(seen: Position, r: Reading) -> Offers:
    """The offers of a position to its viewer."""
    if not seen.decides:
        return Offers(seen, r, asked=False)
    spaces: dict[int, list[str]] = {}
    courts: dict[int, list[str]] = {}
    cards: dict[str, str] = {}
    choices = legal_choices(seen, r)
    for action in choices:
        verb, *rest = split(action)
        if verb in KINDS:
            region = r.region_of(rest[0])
            if verb == "emissary":
                courts.setdefault(region, []).append(action)
            else:
                spaces.setdefault(MOST_SPACES * region + int(rest[1]) - 1, []).append(action)
        elif verb == "take" and (rest[0] != "pile" or r.phase == REFILL):
            cards[rest[0]] = action
    for ways in (*spaces.values(), *courts.values()):
        if len(ways) > 1:
            ways.sort(key=lambda action: _by_kind_own_card_first(r, action))
    only = r.region if r.phase == SECOND else -1
    elsewhere = placement(seen, r, PALACE, int(only == 0), 1) if r.phase in (SECOND, REFILL) else None
    return Offers(seen, r, True, choices, spaces, courts, cards, r.phase == SECOND, elsewhere, only)


def paying(seen: Position) -> set[int]:
    """The colours of cards that go with some action of the acting seat, and so are worth picking."""
    return {colour for colour in map(_pays, seen.legal) if colour >= 0}


@memo(maxsize=4096)
def _pays(action: str) -> int:
    """The colour of the cards that go with an action, -1 where none do."""
    way = split(action)
    return COLOURS.index(way[-1]) if way[0] in KINDS or way[0] == "exchange" else -1


def _by_kind_own_card_first(r: Reading, action: str) -> tuple[int, bool]:
    """The order of the placements that a place offers: a card of the region's own colour before a joker."""
    kind, region, *_rest, of = split(action)
    return KINDS.index(kind), of != COLOURS[r.colour[r.region_of(region)]]
