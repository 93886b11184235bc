"""The question to the active seat, and every choice with its price, its effect, or the reason why it is not open."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from hanlin.core.i18n.language import _, ngettext
from hanlin.core.i18n.seat_names import seat_name
from hanlin.core.lib.memo import memo, remembered
from hanlin.core.position.position import Position
from hanlin.core.verbs.presentation import Choice, Question, Refusal
from hanlin.games.china.map import Map
from hanlin.games.china.pieces import (
    COLOURS,
    EMISSARY,
    FORTRESS,
    HAND,
    KINDS,
    PALACE,
    REFILL,
    REGIONS,
    TURN,
)
from hanlin.games.china.snapshot import Reading, points_when_full, read
from hanlin.games.china.words import names
from hanlin.games.china.words.refusals import refusal


def question(seen: Position) -> Question:
    """The question to ``seen.actor``; choices only where the viewer may know them."""
    r = read(seen.state)
    if r.actor < 0:
        return Question(_("The game is over.") if seen.over else _("A card is being drawn."))
    if seen.seat is not None and seen.seat != r.seat:
        text, rule = _asked_of_another(seen, r)
        return Question(text, [], rule)
    text, rule = _asked(seen, r)
    codes = dict(zip(seen.legal, seen.legal_codes, strict=True))
    choices = list(legal_choices(seen, r).values())
    for action in list(_looks_possible(r, codes)):
        codes[action] = int(seen.game.parse(seen.state, action))
        choices.append(choice(names.map_of(seen), r, action, refusal(seen, r, action)))
    # An action's code is its place in the canonical order.
    return Question(text, sorted(choices, key=lambda one: codes[one.action]), rule)


def _asked(seen: Position, r: Reading) -> tuple[str, str]:
    """The question's text and the rule behind it."""
    if r.exchanging:
        return _("Take a card in exchange."), "C5.1"
    if r.phase == REFILL:
        left = HAND - r.hand_size[r.seat]
        return ngettext("Take {n} card.", "Take {n} cards.", left).format(n=left), "C6.1"
    if r.phase == TURN:
        return _asked_to_begin(seen)
    title = names.region_title(seen, r.region)
    if not r.second:
        return _("{region} was empty, so only one piece. Draw cards?").format(region=title), "C3.2"
    if len(seen.legal) > 1:
        return _("Place a second piece in {region}, or finish.").format(region=title), "C3.2"
    return _("You can't place a second piece in {region}. Draw cards?").format(region=title), "C3.2"


def _asked_to_begin(seen: Position) -> tuple[str, str]:
    """The possible uses of a turn (C2)."""
    verbs = {split(action)[0] for action in seen.legal}
    if verbs == {"pass"}:
        return _("You can't place or exchange anything: pass."), "C5.1"
    if verbs == {"exchange"}:
        return _("You can't place a piece: exchange a card."), "C5.1"
    if "exchange" not in verbs:
        return _("Place a piece on the map."), "C2"
    return _("Place a piece on the map, or exchange a card."), "C2"


def _asked_of_another(seen: Position, r: Reading) -> tuple[str, str]:
    """The sentence about another seat's decision, and the rule behind it."""
    name = seat_name(r.seat)
    if r.exchanging:
        return _("{name} is taking a card in exchange.").format(name=name), "C5.1"
    if r.phase == REFILL:
        return _("{name} is taking cards.").format(name=name), "C6.1"
    if r.phase == TURN:
        return _("{name} is placing a piece or exchanging a card.").format(name=name), "C2"
    title = names.region_title(seen, r.region)
    if r.second:
        return _("{name} may place a second piece in {region}.").format(name=name, region=title), "C3.2"
    return _("{name} may place only one piece in {region}.").format(name=name, region=title), "C3.2"


def indifferent(seen: Position) -> str:
    """In the last round no card that is taken counts any more: the first of the row that there is (C6.3)."""
    r = read(seen.state)
    return seen.legal[0] if r.phase == REFILL and r.run_out == 2 and len(seen.legal) > 1 else ""


# -- choices ---------------------------------------------------------------------------------------------------------------


def legal_choices(seen: Position, r: Reading) -> dict[str, Choice]:
    """The choices of the active seat, by their actions' texts; not to be changed, since a page asks for them twice."""
    return _legal_choices(names.map_of(seen), r, tuple(seen.legal))


@remembered(16, names=True)
def _legal_choices(board: Map, r: Reading, legal: tuple[str, ...]) -> dict[str, Choice]:
    return {action: choice(board, r, action) for action in legal}


def choice(board: Map, r: Reading, action: str, why: Refusal | None = None) -> Choice:
    """A choice by its action's text; with ``why`` one that is not open."""
    words = split(action)
    if words[0] in KINDS:
        return _placement(board, r, action, why)
    if words[0] == "exchange":
        return _exchange(action, words[1], why)
    if words[0] == "take":
        return _take(r.pile_left if words[1] == "pile" else 0, action, words[1], why)
    if words[0] == "done":
        return Choice(action, _("Finish placing"), _("draw up to three cards"), icon="check", refusal=why)
    return Choice(action, _("Pass"), icon="pass", refusal=why)


@memo(maxsize=4096)
def split(action: str) -> tuple[str, ...]:
    """The words of an action's text."""
    return tuple(action.split())


@remembered(64)
def _exchange(action: str, colour: str, why: Refusal | None) -> Choice:
    return Choice(
        action,
        names.cap(names.colour_name(names.colour_number(colour))),
        icon=f"card-{colour}",
        group=_("Exchange a card"),
        refusal=why,
        goes_with=(f"card {colour}",),
    )


@remembered(512)
def _take(pile_left: int, action: str, what: str, why: Refusal | None) -> Choice:
    if what == "pile":
        left = ngettext("{n} card left", "{n} cards left", pile_left).format(n=pile_left)
        return Choice(action, _("Draw from the pile"), left, icon="card-back", refusal=why, on_board=True)
    of = names.colour_number(what)
    return Choice(action, _("Take {card}").format(card=names.card(of)), icon=f"card-{what}", refusal=why, on_board=True)


def _placement(board: Map, r: Reading, action: str, why: Refusal | None) -> Choice:
    kind, id, n = split(action)[:3]
    region = r.region_of(id)
    points, guests = "", (0, 0)
    if kind == "palace" and r.free[region] == 1 << (int(n) - 1) and why is None:
        points = names.scored_by(points_when_full(r.record, region, r.seat))
    elif kind == "emissary":
        guests = (r.guests[region] + 1, r.most[region])
    return _placed(action, board.regions[region].title, r.colour[region], points, guests, why)


@remembered(4096)
def _placed(action: str, title: str, own: int, points: str, guests: tuple[int, int], why: Refusal | None) -> Choice:
    """A placement in a region of that title and colour: ``points`` and ``guests`` as for ``_effect``."""
    words = split(action)
    return Choice(
        action,
        placement_label(words[0], title, words[2]),
        "" if why else _effect(words, own, points, guests),
        icon=words[0],
        refusal=why,
        goes_with=(f"card {words[-1]}",),
        on_board=True,
    )


def placement_label(kind: str, title: str, n: str) -> str:
    """A placement in a few words: "Palace in Wei, space 3"."""
    if kind == "emissary":
        return _("Emissary to {region}").format(region=title)
    if kind == "palace":
        return _("Palace in {region}, space {n}").format(region=title, n=n)
    return _("Fortress in {region}, space {n}").format(region=title, n=n)


def _effect(words: tuple[str, ...], own: int, points: str, guests: tuple[int, int]) -> str:
    """The price, and what the placement brings at once: of a palace the points of the seats, where the region is full then; of
    an emissary how many of how many there are then."""
    price = names.price(names.colour_number(words[-1]), own)
    if words[0] == "emissary":
        return _("{price}; then {n} of {most} emissaries").format(price=price, n=guests[0], most=guests[1])
    if points:
        return _("{price}; the region is full: {points}").format(price=price, points=points)
    return price


# -- what looks possible -----------------------------------------------------------------------------------------------------


def _looks_possible(r: Reading, legal: Collection[str]) -> Iterator[str]:
    """Actions that are not legal now, but that a person may well think of."""
    if r.phase == REFILL:
        if r.pile_left == 0:
            yield "take pile"
        return
    if r.phase == TURN:
        yield from (
            f"exchange {name}" for of, name in enumerate(COLOURS) if r.hands[r.seat][of] and f"exchange {name}" not in legal
        )
    there = {split(action)[:2] for action in legal}
    for region in range(REGIONS) if r.phase == TURN else (r.region,):
        for kind in (PALACE, EMISSARY, FORTRESS) if r.spaces[region] else ():  # a mini has regions without spaces
            action = (KINDS[kind], r.ids[region]) not in there and thinkable(r, kind, region)
            if action:
                yield action


def thinkable(r: Reading, kind: int, region: int, n: int = 0) -> str:
    """The placement of that kind that a person would think of in a region (on its space n), by the actor's cards; or none.

    Without cards for the region only a palace is thought of; a fortress only by who has one.
    """
    pays = r.payments(r.seat, region)
    if (not pays and kind != PALACE) or (kind == FORTRESS and not r.fortresses_left[r.seat]):
        return ""
    of = COLOURS[pays[0] if pays else r.colour[region]]
    if kind == EMISSARY:
        return f"emissary {r.ids[region]} {of}"
    return f"{KINDS[kind]} {r.ids[region]} {n or _first_free(r, region)} {of}"


def _first_free(r: Reading, region: int) -> int:
    free = r.free[region]
    return (free & -free).bit_length() or 1
