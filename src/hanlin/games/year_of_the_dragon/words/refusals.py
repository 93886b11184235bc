"""Reasons why an action of the right kind is not open: the rule in plain words, and its number."""

from __future__ import annotations

from collections.abc import Callable

from hanlin.core.i18n.language import _
from hanlin.core.verbs.presentation import Refusal
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon import state as st
from hanlin.games.year_of_the_dragon.forecast import price_of, privilege_price
from hanlin.games.year_of_the_dragon.snapshot import Reading, Seat
from hanlin.games.year_of_the_dragon.words import names

_STEPS_OF_VERB: dict[str, tuple[int, ...]] = {
    "pick": (st.PICK,),
    "act": (st.ACT,),
    "pass": (st.ACT, st.WELCOME, st.CONCEDE),
    "floor": (st.FLOOR_TO,),
    "hire": (st.HIRE,),
    "spend": (st.HIRE,),
    "house": (st.PLACE,),
    "replace": (st.PLACE,),
    "decline": (st.PLACE,),
    "release": (st.RELEASE, st.EVICT),
    "raze": (st.RAZE,),
    "give": (st.GIVE,),
    "drop": (st.DROP,),
    "welcome": (st.WELCOME,),
    "concede": (st.CONCEDE,),
}


def is_asked(r: Reading, action: str) -> bool:
    """True if the active seat is asked for actions of this kind."""
    return r.step in _STEPS_OF_VERB.get(action.split()[0], ())


def refusal(r: Reading, action: str) -> Refusal:
    """The reason why a well-formed action of the kind that is asked for is not legal."""
    verb, *rest = action.split()
    return _REASONS[verb](r, r.seats[r.actor], rest)


def release_rule(r: Reading) -> str:
    """The rule by which persons are released now."""
    if r.step == st.EVICT:
        return "Y9.3"
    if r.phase in (p.WALL_CHECK, p.WALL_CHECK_AGAIN):
        return "Y8.3"
    if r.phase == p.FINAL_WALL_CHECK:
        return "Y8.4"
    rules = {p.IMPERIAL_TRIBUTE: "Y5.2", p.DROUGHT: "Y5.3", p.MONGOL_INVASION: "Y5.5", p.CONTAGION: "Y5.6"}
    return rules[r.events[r.month - 1]]


def _kind(name: str) -> int:
    return p.KIND_NAMES.index(name)


def _type(name: str) -> int:
    return p.WILD if name == "wild" else p.TYPE_NAMES.index(name)


# -- set-up and action phase -------------------------------------------------------------------------------------------


def _pick(r: Reading, seat: Seat, rest: list[str]) -> Refusal:
    return Refusal(_("Another player already has that pair."), "Y1.3")


def _act(r: Reading, seat: Seat, rest: list[str]) -> Refusal:
    group, deed = int(rest[0]) - 1, p.DEED_NAMES.index(" ".join(rest[1:]))
    card = int(p.CARD_OF_DEED[deed])
    if group >= len(r.groups):
        return Refusal(_("There are only {n} groups.").format(n=len(r.groups)), "Y3.1")
    if card not in r.groups[group]:
        return _not_in_group(r, card)
    if card == p.BUILD_WALL:
        if len(r.wall) >= p.WALL_LENGTH:
            return Refusal(_("The wall is complete: all 12 tiles are laid."), "Y8.2")
        if not seat.benefits:
            return Refusal(_("All six of your wall tiles are already in the wall."), "Y8.2")
        if deed - p.FIRST_WALL_DEED not in seat.benefits:
            return Refusal(_("That wall tile is already in the wall."), "Y8.2")
    price = price_of(r, group)
    if seat.yuan < price:
        return Refusal(_("There is a dragon on that group: you need 3 yuan to choose it."), "Y3.3")
    cost = privilege_price(r, deed)
    if price:
        text = _("Not enough yuan: 3 for the group and {price} for the privilege.").format(price=cost)
    else:
        text = _("Not enough yuan: the privilege costs {price}.").format(price=cost)
    return Refusal(text, "Y3.11")


def _not_in_group(r: Reading, card: int) -> Refusal:
    for group, cards in enumerate(r.groups):
        if card in cards:
            return Refusal(
                _("That card is in another group this month: {group}.").format(group=names.group_name(group)), "Y3.2"
            )
    return Refusal(_("This game is played without the Great Wall."), "Y8.1")


def _pass(r: Reading, seat: Seat, rest: list[str]) -> Refusal:
    if r.step == st.WELCOME:
        return Refusal(_("You must take a young person while a type is free."), "Y9.8")
    return Refusal(_("You can pass only with nobody at court."), "Y9.10")


# -- palaces -----------------------------------------------------------------------------------------------------------


def _no_palace(seat: Seat, number: str, rule: str) -> Refusal | None:
    """Refused where the seat has no palace of that number; ``rule`` is that of the action."""
    if int(number) <= len(seat.palaces):
        return None
    return Refusal(_("There is no palace {number}.").format(number=number), rule)


def _just_like(r: Reading, seat: Seat, number: str) -> Refusal:
    """Refused since an earlier palace is alike, in the drought one that was not hit either."""
    struck = r.barred if r.step == st.RELEASE else 0
    own = int(number) - 1
    first = next(n for n, same in enumerate(seat.palaces) if same == seat.palaces[own] and not struck >> n & 1)
    text = _("{palace} is the same as {first}: choose {first}.")
    return Refusal(text.format(palace=names.palace_name(own), first=names.palace_name(first)), "Y0.7")


def _floor(r: Reading, seat: Seat, rest: list[str]) -> Refusal:
    missing = _no_palace(seat, rest[0], "Y3.6")
    if missing:
        return missing
    if seat.palaces[int(rest[0]) - 1][0] == p.MOST_FLOORS:
        return Refusal(_("A palace can have at most three floors."), "Y3.6")
    return _just_like(r, seat, rest[0])


def _house(r: Reading, seat: Seat, rest: list[str]) -> Refusal:
    missing = _no_palace(seat, rest[0], _place_rule(r))
    if missing:
        return missing
    floors, kinds = seat.palaces[int(rest[0]) - 1]
    if len(kinds) >= floors:
        return Refusal(_("That palace is full: each floor holds one person."), "Y4.2")
    return _just_like(r, seat, rest[0])


def _replace(r: Reading, seat: Seat, rest: list[str]) -> Refusal:
    missing = _no_palace(seat, rest[0], _place_rule(r))
    if missing:
        return missing
    if seat.has_room:
        return _room_left()
    if _kind(rest[1]) not in seat.palaces[int(rest[0]) - 1][1]:
        return _nobody_of_that_kind("Y4.2")
    return _just_like(r, seat, rest[0])


def _decline(r: Reading, seat: Seat, rest: list[str]) -> Refusal:
    return _room_left()


def _place_rule(r: Reading) -> str:
    """The rule by which a person gets a place now."""
    if r.phase == p.SETUP:
        return "Y1.3"
    return "Y4.2" if r.phase == p.PERSON_PHASE else "Y9.8"


def _room_left() -> Refusal:
    return Refusal(_("You have room in a palace: move the new person in there."), "Y4.2")


def _nobody_of_that_kind(rule: str) -> Refusal:
    return Refusal(_("There is no such person in that palace."), rule)


def _release(r: Reading, seat: Seat, rest: list[str]) -> Refusal:
    rule = release_rule(r)
    missing = _no_palace(seat, rest[0], rule)
    if missing:
        return missing
    palace = int(rest[0]) - 1
    if r.step == st.EVICT and palace != r.at:
        return Refusal(_("{palace} lost a floor: release a person from there.").format(palace=names.palace_name(r.at)), rule)
    if _kind(rest[1]) not in seat.palaces[palace][1]:
        return _nobody_of_that_kind(rule)
    if r.barred >> palace & 1:
        return Refusal(_("You have already released a person from that palace."), "Y5.3")
    return _just_like(r, seat, rest[0])


def _raze(r: Reading, seat: Seat, rest: list[str]) -> Refusal:
    return _no_palace(seat, rest[0], "Y9.3") or _just_like(r, seat, rest[0])


# -- cards, tiles, goods -----------------------------------------------------------------------------------------------


def _hire(r: Reading, seat: Seat, rest: list[str]) -> Refusal:
    kind = _kind(rest[0])
    if not r.tiles[kind]:
        return _no_tile(kind, "Y4.4")
    if rest[-1] == "wild":
        return _no_wild_card("Y4.1")
    card = names.type_name(int(p.TYPE_OF_KIND[kind]))
    if seat.wild:
        return Refusal(_("You have already played that type's card ({card}); use a wild card.").format(card=card), "Y4.1")
    return Refusal(_("You have already played that type's card ({card}) and both wild cards.").format(card=card), "Y4.1")


def _spend(r: Reading, seat: Seat, rest: list[str]) -> Refusal:
    number = _type(rest[0])
    if number == p.WILD:
        if not seat.wild:
            return _no_wild_card("Y4.1")
        return Refusal(_("You can't throw away a wild card while tiles are left."), "Y4.4")
    if number not in seat.cards:
        return _card_played("Y4.1")
    return Refusal(_("There are tiles of that type left: take one."), "Y4.1")


def _drop(r: Reading, seat: Seat, rest: list[str]) -> Refusal:
    return _no_wild_card("Y9.7") if rest[0] == "wild" else _card_played("Y9.7")


def _no_wild_card(rule: str) -> Refusal:
    return Refusal(_("You have already played both wild cards."), rule)


def _card_played(rule: str) -> Refusal:
    return Refusal(_("You have already played that card."), rule)


def _no_tile(kind: int, rule: str) -> Refusal:
    return Refusal(_("No tiles left: {person}.").format(person=names.kind_name(kind)), rule)


def _give(r: Reading, seat: Seat, rest: list[str]) -> Refusal:
    good = names.good_name(p.GOOD_NAMES.index(rest[0]))
    return Refusal(_("You have none to give back: {good}.").format(good=good), "Y9.4")


def _welcome(r: Reading, seat: Seat, rest: list[str]) -> Refusal:
    kind = _kind(rest[0])
    if rest[0].endswith("-old"):
        return Refusal(_("At Sunrise you can take only young persons."), "Y9.8")
    if r.barred >> int(p.TYPE_OF_KIND[kind]) & 1:
        return Refusal(_("Another player has already taken that type."), "Y9.8")
    return _no_tile(kind, "Y9.8")


def _concede(r: Reading, seat: Seat, rest: list[str]) -> Refusal:
    return Refusal(_("You have nobody of that type at court."), "Y9.10")


_REASONS: dict[str, Callable[[Reading, Seat, list[str]], Refusal]] = {
    "pick": _pick,
    "act": _act,
    "pass": _pass,
    "floor": _floor,
    "hire": _hire,
    "spend": _spend,
    "house": _house,
    "replace": _replace,
    "decline": _decline,
    "release": _release,
    "raze": _raze,
    "give": _give,
    "drop": _drop,
    "welcome": _welcome,
    "concede": _concede,
}
