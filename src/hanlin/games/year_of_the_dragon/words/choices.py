"""Every choice of the player to move with its effect, the legal ones and those that look possible with their refusal."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from hanlin.core.i18n.language import _
from hanlin.core.lib.memo import memo, remembered
from hanlin.core.verbs.presentation import Choice, Refusal
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon import state as st
from hanlin.games.year_of_the_dragon.forecast import monk_points, price_of, privilege_price, yield_of
from hanlin.games.year_of_the_dragon.snapshot import Reading, Seat
from hanlin.games.year_of_the_dragon.words import names
from hanlin.games.year_of_the_dragon.words.refusals import refusal

KIND = {name: kind for kind, name in enumerate(p.KIND_NAMES)}
TYPE = {name: number for number, name in enumerate((*p.TYPE_NAMES, "wild"))}
DEED = {name: deed for deed, name in enumerate(p.DEED_NAMES)}


@remembered(16, names=True)
def choices(r: Reading, legal: tuple[str, ...]) -> tuple[Choice, ...]:
    """Every choice of the seat to move, in canonical order: the legal ones, and those that look possible with their refusal."""
    found = [_choice(r, action) for action in legal]
    found += [
        _choice(r, action, refusal(r, action))
        for action in _looks_possible(r)
        if action not in legal and _has_no_twin(r, action, legal)
    ]
    return tuple(sorted(found, key=lambda choice: _canonical(choice.action)))


# -- what looks possible -----------------------------------------------------------------------------------------------------


def _looks_possible(r: Reading) -> list[str]:
    """The actions that a person could think of now, legal or not, in the order of the notation."""
    seat = r.seats[r.actor]
    palaces = range(1, len(seat.palaces) + 1)
    step = r.step
    if step == st.PICK:
        return [f"pick {a} {b}" for i, a in enumerate(p.TYPE_NAMES) for b in p.TYPE_NAMES[i + 1 :]]
    if step == st.ACT:
        deeds = [f"act {group + 1} {p.DEED_NAMES[deed]}" for group, deed in _deeds(r)]
        return [*deeds, "pass"]
    if step == st.FLOOR_TO:
        return [f"floor {palace}" for palace in palaces]
    if step == st.HIRE:
        return [f"hire {kind}" for number, kind in enumerate(p.KIND_NAMES) if not _can_be_hired(r, number)]
    if step == st.PLACE:
        return [f"house {palace}" for palace in palaces] + (["decline"] if r.phase != p.SETUP else [])
    if step in (st.RELEASE, st.EVICT):
        return [f"release {n} {p.KIND_NAMES[kind]}" for n in palaces for kind in dict.fromkeys(seat.palaces[n - 1][1])]
    if step == st.GIVE:
        return [f"give {good}" for good in p.GOOD_NAMES]
    if step == st.WELCOME:
        return [f"welcome {kind}" for kind in p.KIND_NAMES if not kind.endswith("-old")]
    if step == st.CONCEDE:
        return [f"concede {name}" for name in p.TYPE_NAMES]
    return []


def _deeds(r: Reading) -> list[tuple[int, int]]:
    """Each group with each deed of its cards; of wall tiles all six."""
    return [
        (group, deed)
        for group, cards in enumerate(r.groups)
        for card in cards
        for deed in range(p.DEEDS)
        if int(p.CARD_OF_DEED[deed]) == card
    ]


def _can_be_hired(r: Reading, kind: int) -> bool:
    seat = r.seats[r.actor]
    return r.tiles[kind] > 0 and (seat.wild > 0 or int(p.TYPE_OF_KIND[kind]) in seat.cards)


def _has_no_twin(r: Reading, action: str, legal: Sequence[str]) -> bool:
    """False for an action that is only another name of a legal one, palaces being alike."""
    return split(action)[0] not in ("house", "floor", "release") or twin(r, r.actor, action, legal) is None


def twin(r: Reading, seat: int, action: str, legal: Collection[str]) -> str | None:
    """The legal action that does the same as this one, at the same palace or at one that is alike; None where there is none."""
    if action in legal:
        return action
    verb, number, *rest = split(action)
    palaces = r.seats[seat].palaces
    if number == "new":
        return None
    barred = r.barred if r.step == st.RELEASE else 0
    own = int(number) - 1
    for palace, same in enumerate(palaces):
        if same == palaces[own] and (barred >> palace & 1) == (barred >> own & 1):
            other = " ".join((verb, str(palace + 1), *rest))
            if other in legal:
                return other
    return None


@memo(maxsize=1024)
def _canonical(action: str) -> tuple[int, ...]:
    """Sort key of choices: the notation's order, with the illegal ones in their places."""
    verb, *rest = split(action)
    if verb == "act":
        return (0, int(rest[0]), DEED[" ".join(rest[1:])])
    if verb in ("house", "floor", "raze", "release", "replace"):
        palace = 99 if rest[0] == "new" else int(rest[0])
        return (0 if verb in ("house", "floor", "raze", "release") else 1, palace, KIND[rest[1]] if len(rest) > 1 else 0)
    if verb in ("hire", "welcome"):
        kind = KIND[rest[0]]
        return (1 if rest[-1] == "wild" else 0, int(p.TYPE_OF_KIND[kind]), kind)
    if verb in ("drop", "spend", "concede"):
        return (1 if verb == "spend" and rest[0] == "wild" else 0, TYPE[rest[0]], 0)
    if verb == "pick":
        return (0, TYPE[rest[0]], TYPE[rest[1]])
    if verb == "give":
        return (0, p.GOOD_NAMES.index(rest[0]), 0)
    return (2, 0, 0)


# -- the choices -------------------------------------------------------------------------------------------------------------


def _choice(r: Reading, action: str, why: Refusal | None = None) -> Choice:
    verb, *rest = split(action)
    return _of_itself(action, r.held, why) if verb in _BY_ITSELF else _MAKERS[verb](r, action, rest, why)


@remembered(2048)
def _of_itself(action: str, held: int, why: Refusal | None) -> Choice:
    """A choice that says the same wherever it is; ``held``: the kind that waits for a place."""
    verb, *rest = split(action)
    return _BY_ITSELF[verb](held, action, rest, why)


@memo(maxsize=1024)
def split(action: str) -> tuple[str, ...]:
    """The words of an action's text."""
    return tuple(action.split())


def _pick(held: int, action: str, rest: list[str], why: Refusal | None) -> Choice:
    first, second = TYPE[rest[0]], TYPE[rest[1]]
    kinds = [int(p.YOUNG_OF_TYPE[first]), int(p.YOUNG_OF_TYPE[second])]
    label = names.two_types(first, second)
    effect = _("{spaces} on the track").format(spaces=names.spaces(sum(int(p.SPACES[kind]) for kind in kinds)))
    picks = (f"person {rest[0]}", f"person {rest[1]}")
    return Choice(action, label, effect, names.TYPE_ICONS[first], names.type_name(first), why, picks, on_board=True)


def _act(r: Reading, action: str, rest: list[str], why: Refusal | None) -> Choice:
    group, deed = int(rest[0]) - 1, DEED[" ".join(rest[1:])]
    effect = deed_effect(r, deed, r.seats[r.actor])
    heading = names.group_name(group)
    if price_of(r, group):
        effect = _("pay 3 yuan first; {effect}").format(effect=effect)
        heading = _("{group}, 3 yuan").format(group=heading)
    return Choice(action, names.deed_name(deed), effect, names.deed_icon(deed), heading, why, on_board=True)


def deed_effect(r: Reading, deed: int, seat: Seat) -> str:
    """The yield of a deed for a seat, in a few words: "+4 yuan"."""
    n = yield_of(deed, seat.symbols)
    if deed == p.TAXES:
        return _("+{amount}").format(amount=names.amount(n, p.YUAN))
    if deed == p.HARVEST:
        return _("+{amount}").format(amount=names.amount(n, p.RICE))
    if deed == p.FIREWORKS_SHOW:
        return _("+{amount}").format(amount=names.amount(n, p.FIREWORK))
    if deed == p.BUILD:
        return _("+{amount}").format(amount=names.floors(n))
    if deed == p.MILITARY_PARADE:
        return _("+{amount}").format(amount=names.spaces(n))
    if deed == p.RESEARCH:
        return _("+{amount}").format(amount=names.points(n))
    if deed >= p.FIRST_WALL_DEED:
        return _("+{amount}, a tile in the wall").format(amount=names.benefit_name(deed - p.FIRST_WALL_DEED))
    price = privilege_price(r, deed)
    gain = names.points(1 if deed == p.SMALL_PRIVILEGE else 2)
    return _("costs {price}, {points} every month").format(price=names.amount(price, p.YUAN), points=gain)


def _pass(r: Reading, action: str, rest: list[str], why: Refusal | None) -> Choice:
    if r.step == st.ACT:
        gain = max(p.PASS_YUAN - r.seats[r.actor].yuan, 0)
        effect = _("+{amount}").format(amount=names.amount(gain, p.YUAN)) if gain else _("no gain")
        return Choice(action, _("Pass, take yuan up to 3"), effect, "pass", "", why, on_board=True)
    return Choice(action, _("Pass"), _("no choice"), "pass", "", why)


def _floor(r: Reading, action: str, rest: list[str], why: Refusal | None) -> Choice:
    if rest[0] == "new":
        return Choice(action, _("New palace"), _("1 floor, 1 point every month"), "palace", "", why, on_board=True)
    palace = int(rest[0]) - 1
    floors = r.seats[r.actor].palaces[palace][0]
    effect = _("becomes {floors}").format(floors=names.storeys(floors + 1)) if floors < p.MOST_FLOORS else ""
    return Choice(action, names.palace_name(palace), effect, "floor", "", why, on_board=True)


def _hire(held: int, action: str, rest: list[str], why: Refusal | None) -> Choice:
    kind = KIND[rest[0]]
    wild = rest[-1] == "wild"
    group = _("With a wild card") if wild else _("With the matching card")
    if why is not None:
        group = _("Not now")
    return Choice(action, names.kind_name(kind), _arrival(kind), _type_icon(kind), group, why, on_board=True)


def _arrival(kind: int) -> str:
    """The yield of a person of a kind: spaces, and symbols of its type."""
    return _("+{spaces}").format(spaces=names.spaces(int(p.SPACES[kind])))


def _type_icon(kind: int) -> str:
    return names.TYPE_ICONS[int(p.TYPE_OF_KIND[kind])]


def _spend(held: int, action: str, rest: list[str], why: Refusal | None) -> Choice:
    label = _("Play the card: {type}").format(type=names.type_name(TYPE[rest[0]]))
    return Choice(action, label, _("no tiles left, nobody joins"), "card", _("No tiles left"), why, on_board=True)


def _house(r: Reading, action: str, rest: list[str], why: Refusal | None) -> Choice:
    palace = int(rest[0]) - 1
    floors, kinds = r.seats[r.actor].palaces[palace]
    effect = _("{persons} of {floors}").format(persons=len(kinds), floors=floors)
    return Choice(action, names.palace_name(palace), effect, "palace", "", why, on_board=True)


def _replace(held: int, action: str, rest: list[str], why: Refusal | None) -> Choice:
    palace, kind = int(rest[0]) - 1, KIND[rest[1]]
    label = _("Release {person}").format(person=names.the_kind(kind))
    return Choice(action, label, _arrival(held), _type_icon(kind), names.palace_name(palace), why, on_board=True)


def _decline(held: int, action: str, rest: list[str], why: Refusal | None) -> Choice:
    label = _("Decline {person}").format(person=names.the_kind(held))
    return Choice(action, label, _("the marker stays"), "release", "", why, on_board=True)


def _release(held: int, action: str, rest: list[str], why: Refusal | None) -> Choice:
    palace, kind = int(rest[0]) - 1, KIND[rest[1]]
    return Choice(action, names.kind_name(kind), "", _type_icon(kind), names.palace_name(palace), why, on_board=True)


def _raze(r: Reading, action: str, rest: list[str], why: Refusal | None) -> Choice:
    palace = int(rest[0]) - 1
    floors, kinds = r.seats[r.actor].palaces[palace]
    effect = _("the palace is gone") if floors == 1 else _("becomes {floors}").format(floors=names.storeys(floors - 1))
    if len(kinds) > floors - 1:
        effect = _("{effect}, release a person").format(effect=effect)
    return Choice(action, names.palace_name(palace), effect, "earthquake", "", why, on_board=True)


def _give(r: Reading, action: str, rest: list[str], why: Refusal | None) -> Choice:
    good = p.GOOD_NAMES.index(rest[0])
    seat = r.seats[r.actor]
    owned = (seat.yuan, seat.rice, seat.fireworks)[good]
    effect = _("{n} owned").format(n=owned)
    return Choice(action, names.good_name(good), effect, ("coin", "sack", "rocket")[good], "", why, on_board=True)


def _drop(held: int, action: str, rest: list[str], why: Refusal | None) -> Choice:
    number = TYPE[rest[0]]
    icon = "wild" if number == p.WILD else names.TYPE_ICONS[number]
    return Choice(action, names.type_name(number), "", icon, "", why, on_board=True)


def _welcome(held: int, action: str, rest: list[str], why: Refusal | None) -> Choice:
    kind = KIND[rest[0]]
    return Choice(action, names.kind_name(kind), _arrival(kind), _type_icon(kind), "", why, on_board=True)


def _concede(r: Reading, action: str, rest: list[str], why: Refusal | None) -> Choice:
    number = TYPE[rest[0]]
    return Choice(
        action,
        names.type_name(number),
        concession_effect(r.seats[r.actor], number),
        names.TYPE_ICONS[number],
        "",
        why,
        on_board=True,
    )


def concession_effect(seat: Seat, of_type: int) -> str:
    """The yield of a concession to that type (Y9.10), in a few words."""
    n = seat.symbols[of_type]
    effects = {
        p.CRAFTSMAN: names.floors(n),
        p.COURT_LADY: names.points(n),
        p.PYROTECHNIST: names.amount(n, p.FIREWORK),
        p.TAX_COLLECTOR: names.amount(n, p.YUAN),
        p.WARRIOR: names.spaces(n),
        p.MONK: names.points(monk_points(seat)),
        p.FARMER: names.amount(n, p.RICE),
        p.SCHOLAR: names.points(n),
    }
    return _("+{amount}").format(amount=effects[of_type]) if of_type in effects else _("no gain")


_MAKERS: dict[str, Callable[[Reading, str, list[str], Refusal | None], Choice]] = {
    "act": _act,
    "pass": _pass,
    "floor": _floor,
    "house": _house,
    "raze": _raze,
    "give": _give,
    "concede": _concede,
}

_BY_ITSELF: dict[str, Callable[[int, str, list[str], Refusal | None], Choice]] = {
    "pick": _pick,
    "hire": _hire,
    "spend": _spend,
    "replace": _replace,
    "decline": _decline,
    "release": _release,
    "drop": _drop,
    "welcome": _welcome,
}
"""The makers of choices that say the same wherever they are."""
