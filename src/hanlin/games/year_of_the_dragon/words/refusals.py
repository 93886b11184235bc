"""Why an action is not open now: the rule in plain words, and its number."""

from __future__ import annotations

from collections.abc import Callable

from hanlin.core.faces import Refusal
from hanlin.core.language import _
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon import state as st
from hanlin.games.year_of_the_dragon.forecast import price_of, privilege_price
from hanlin.games.year_of_the_dragon.reading import Reading, Seat
from hanlin.games.year_of_the_dragon.words import names

_STEP_OF_VERB: dict[str, tuple[int, ...]] = {
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


def refusal(r: Reading, action: str) -> Refusal:
    """Why the action, well-formed as the notation wants it, is not legal for the seat to move."""
    verb, *rest = action.split()
    if r.actor < 0:
        return Refusal(_("Nobody is to decide anything now."), "Y2")
    if r.step not in _STEP_OF_VERB.get(verb, ()):
        return Refusal(_("That is not what is asked now."), "Y2")
    return _REASONS[verb](r, r.seats[r.actor], rest)


def _kind(name: str) -> int:
    return p.KIND_NAMES.index(name)


def _type(name: str) -> int:
    return p.WILD if name == "wild" else p.TYPE_NAMES.index(name)


def _pick(r: Reading, seat: Seat, rest: list[str]) -> Refusal:
    gone = [kind for kind in (int(p.YOUNG_OF_TYPE[_type(name)]) for name in rest) if not r.tiles[kind]]
    if gone:
        return _no_tile(gone[0])
    if rest[0] == rest[1]:
        return Refusal(_("The first two persons are of two different types."), "Y1.3")
    return Refusal(_("Another player took the same pair already."), "Y1.3")


def _act(r: Reading, seat: Seat, rest: list[str]) -> Refusal:
    group, deed = int(rest[0]) - 1, p.DEED_NAMES.index(" ".join(rest[1:]))
    card = int(p.CARD_OF_DEED[deed])
    if group >= len(r.groups) or card not in r.groups[group]:
        return Refusal(_("That card is not in that group this month."), "Y3.2")
    if card == p.BUILD_WALL:
        if not seat.benefits:
            return Refusal(_("All six wall tiles of this player are in the wall already."), "Y8.2")
        if len(r.wall) >= p.WALL_LENGTH:
            return Refusal(_("The wall is complete: it has 12 tiles."), "Y8.2")
        if deed - p.FIRST_WALL_DEED not in seat.benefits:
            return Refusal(_("That wall tile is in the wall already."), "Y8.2")
    price = price_of(r, group)
    if seat.yuan < price:
        return Refusal(_("A dragon lies on that group: choosing it costs 3 yuan first."), "Y3.3")
    if card == p.PRIVILEGE:
        cost = privilege_price(r, deed)
        if price:
            text = _("Too few yuan: 3 for the group and {price} for the privilege.").format(price=cost)
        else:
            text = _("Too few yuan: the privilege costs {price}.").format(price=cost)
        return Refusal(text, "Y3.11")
    return Refusal(_("Each player chooses one action a month."), "Y3.2")


def _pass(r: Reading, seat: Seat, rest: list[str]) -> Refusal:
    if r.step == st.WELCOME:
        return Refusal(_("A young person can still be welcomed; one passes only when no type is free."), "Y9.8")
    return Refusal(_("One passes only without any person at court."), "Y9.10")


def _floor(r: Reading, seat: Seat, rest: list[str]) -> Refusal:
    if rest[0] != "new" and _missing(seat, rest[0]):
        return _no_palace()
    return Refusal(_("No palace may have more than three floors."), "Y3.6")


def _hire(r: Reading, seat: Seat, rest: list[str]) -> Refusal:
    kind = _kind(rest[0])
    if not r.tiles[kind]:
        return _no_tile(kind)
    if rest[-1] == "wild":
        return Refusal(_("Both wild cards are played."), "Y4.1")
    card = names.type_name(int(p.TYPE_OF_KIND[kind]))
    if seat.wild:
        return Refusal(_("The own card ({card}) is played; a wild card would do.").format(card=card), "Y4.1")
    return Refusal(_("The own card ({card}) and both wild cards are played.").format(card=card), "Y4.1")


def _spend(r: Reading, seat: Seat, rest: list[str]) -> Refusal:
    number = _type(rest[0])
    if number == p.WILD:
        if not seat.wild:
            return Refusal(_("Both wild cards are played."), "Y4.1")
        return Refusal(_("A wild card can't be wasted while any tile is left."), "Y4.4")
    if number not in seat.cards:
        return Refusal(_("That card is played already."), "Y4.1")
    return Refusal(_("There are tiles of that type left: the card brings a person."), "Y4.1")


def _house(r: Reading, seat: Seat, rest: list[str]) -> Refusal:
    if _missing(seat, rest[0]):
        return _no_palace()
    return Refusal(_("That palace is full: each floor holds one person."), "Y4.2")


def _replace(r: Reading, seat: Seat, rest: list[str]) -> Refusal:
    if _missing(seat, rest[0]):
        return _no_palace()
    if any(len(kinds) < floors for floors, kinds in seat.palaces):
        return _room_left()
    return Refusal(_("Nobody of that kind lives there."), "Y4.2")


def _decline(r: Reading, seat: Seat, rest: list[str]) -> Refusal:
    return _room_left()


def _release(r: Reading, seat: Seat, rest: list[str]) -> Refusal:
    if _missing(seat, rest[0]):
        return _no_palace()
    palace = int(rest[0]) - 1
    if r.step == st.EVICT and palace != r.at:
        return Refusal(_("Someone of {palace} must leave: it lost the floor.").format(palace=names.palace_name(r.at)), "Y9.3")
    if _kind(rest[1]) not in seat.palaces[palace][1]:
        return Refusal(_("Nobody of that kind lives there."), "Y5")
    if r.barred >> palace & 1:
        return Refusal(_("The drought has taken someone from that palace already."), "Y5.3")
    return Refusal(_("That is not what is asked now."), "Y5")


def _raze(r: Reading, seat: Seat, rest: list[str]) -> Refusal:
    if _missing(seat, rest[0]):
        return _no_palace()
    return Refusal(_("That is not what is asked now."), "Y9.3")


def _give(r: Reading, seat: Seat, rest: list[str]) -> Refusal:
    good = names.good_name(p.GOOD_NAMES.index(rest[0]))
    return Refusal(_("{good}: there is none to give back.").format(good=good), "Y9.4")


def _drop(r: Reading, seat: Seat, rest: list[str]) -> Refusal:
    return Refusal(_("That card is played already."), "Y4.1")


def _welcome(r: Reading, seat: Seat, rest: list[str]) -> Refusal:
    kind = _kind(rest[0])
    if rest[0].endswith("-old"):
        return Refusal(_("The sunrise brings young persons only."), "Y9.8")
    if not r.tiles[kind]:
        return _no_tile(kind)
    return Refusal(_("Someone chose that type already in this sunrise."), "Y9.8")


def _concede(r: Reading, seat: Seat, rest: list[str]) -> Refusal:
    return Refusal(_("Nobody of that type lives at this court."), "Y9.10")


def _missing(seat: Seat, number: str) -> bool:
    return not 1 <= int(number) <= len(seat.palaces)


def _no_palace() -> Refusal:
    return Refusal(_("There is no palace of that number."), "Y3.6")


def _no_tile(kind: int) -> Refusal:
    return Refusal(_("No tile is left: {person}.").format(person=names.kind_name(kind)), "Y4.4")


def _room_left() -> Refusal:
    return Refusal(_("A palace has room: the new person must move in there."), "Y4.2")


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
