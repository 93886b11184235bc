"""Setting up a position of the Year of the Dragon: what can be placed where (``core/verbs/protocols.py``, ``Editing``)."""

from __future__ import annotations

from typing import Any

from hanlin.core.errors import BadPosition
from hanlin.core.i18n.language import _, pgettext
from hanlin.core.i18n.seat_names import seat_name
from hanlin.core.position.position import Position
from hanlin.core.verbs.generic import CHANCE
from hanlin.core.verbs.presentation import Counter, Tool, labelled
from hanlin.drawing import document, rect, symbol
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.drawing.courts import lot_id, window_id
from hanlin.games.year_of_the_dragon.drawing.portraits import portrait, symbols_of
from hanlin.games.year_of_the_dragon.drawing.seats import area_to_set_up
from hanlin.games.year_of_the_dragon.positions import MOST
from hanlin.games.year_of_the_dragon.snapshot import read
from hanlin.games.year_of_the_dragon.state import (
    DEAL,
    FLOOR,
    MOST_PALACES,
    NOT_YET,
    cards_of_group,
    floors_of,
    palaces_of,
    person_in,
)
from hanlin.games.year_of_the_dragon.words import names

STOREY, TAKE = "floor", "take"
"""The tools for other things than persons, whose names are those of the notation."""
_GOODS = ("points", "yuan", "rice", "fireworks", "small", "large", "track")
"""The numbers of a seat, as the fields of the state."""


# -- what there is ---------------------------------------------------------------------------------------------------------


def beginning(start: Position) -> Position:
    """The first month with two empty palaces each, before the cards are dealt (Y1.2)."""
    start.settle(0)
    while not start.state.month:
        start.play(start.legal[0]).settle(0)
    s = start.state
    s.tiles[:] = p.tiles_at_start(start.players)
    s.palace[:] = 0
    s.palaces[:] = 0
    for seat in range(start.players):
        s.palace[seat, :2], s.palaces[seat] = 2 * FLOOR, 2
    s.track[:] = 0
    s.barred = 0
    _begin_month(s, 1)
    return start


def tools(position: Position) -> list[Tool]:
    """A floor, each kind of person with how many there are left (Y0.1), and taking away."""
    tiles = [int(n) for n in position.state.tiles]
    persons = [Tool(name, names.kind_name(kind), _person(kind), left=tiles[kind]) for kind, name in enumerate(p.KIND_NAMES)]
    return [Tool(STOREY, pgettext("setting up", "Floor"), _storey()), *persons, Tool(TAKE, _("Remove"))]


def _person(kind: int) -> str:
    drawn = portrait(kind, 0, 0, 40) + symbols_of(kind, 42, 42, 15)
    return document(f"setup-{p.KIND_NAMES[kind]}", 44, 44, drawn, label="", aria_hidden="true")


def _storey() -> str:
    return document(
        "setup-floor", 44, 44, rect(0, 0, 44, 44, fill="none") + symbol("hammer", 4, 4, 36), label="", aria_hidden="true"
    )


def spots(position: Position) -> dict[str, str]:
    """All windows of all palaces, and a place for a new palace of each seat."""
    found = {}
    for seat in range(position.players):
        for palace, (floors, kinds) in enumerate(palaces_of(position.state, seat)):
            title = names.palace_name(palace)
            free = _("{palace}: {persons} of {floors}").format(palace=title, persons=len(kinds), floors=floors)
            for storey in range(max(floors, len(kinds))):
                what = labelled(title, names.kind_name(kinds[storey])) if storey < len(kinds) else free
                found[window_id(seat, palace, storey)] = f"{seat_name(seat)}, {what}"
        if position.state.palaces[seat] < MOST_PALACES:
            found[lot_id(seat)] = f"{seat_name(seat)}, {_('New palace')}"
    return found


def area(position: Position, seat: int, *, shape: str = "wide") -> str:
    """A seat's area with windows that have their own ids."""
    r = read(position.state)
    return str(area_to_set_up(r.seats[seat], seat, r.great_wall, shape != "wide"))


def counters(position: Position) -> list[Counter]:
    """The month, the groups of action cards, the events, and each seat's goods, place on the track and hand."""
    s = position.state
    months = tuple((month, names.month_name(month)) for month in range(1, p.MONTHS + 1))
    if not s.month:
        months = ((0, _("Set-up")), *months)
    found = [Counter("month", _("Month"), int(s.month), choices=months)]
    for seat in range(position.players):
        found += _of_seat(s, seat)
    found += _of_cards(s)
    group = _("The year")
    events = tuple((event, names.event_name(event)) for event in range(1, p.EVENTS))
    found += [
        Counter(f"event.{month}", names.month_name(month), int(s.events[month - 1]), choices=events, group=group)
        for month in range(3, p.MONTHS + 1)
        if s.events[month - 1] >= 0
    ]
    if position.options["super_event"] == "random" and s.super_event >= 0:
        all_of_them = tuple((number, names.super_event_name(number)) for number in range(p.SUPER_EVENTS))
        label = names.super_event_name(-1)
        found.append(Counter("super-event", label, int(s.super_event), choices=all_of_them, group=group))
    return found


def _of_cards(s: Any) -> list[Counter]:
    """The group of each action card (Y3.1); 0 before they are dealt. None once there are dragons, or later in the month."""
    if not s.month or s.phase != p.ACTION_PHASE or s.taken or any(int(each) != NOT_YET for each in s.chosen[: s.players]):
        return []
    groups = ((0, _("Not dealt yet")), *((n + 1, names.group_name(n)) for n in range(s.players)))
    there = {card: group + 1 for group, cards in enumerate(_cards(s)) for card in cards}
    return [
        Counter(f"group.{card + 1}", names.card_name(card), there.get(card, 0), choices=groups, group=_("Actions"))
        for card in range(p.CARDS if s.great_wall else p.CARDS - 1)
    ]


def _cards(s: Any) -> list[list[int]]:
    """The action cards of each group."""
    return [cards_of_group(s, group) for group in range(s.players)]


def _of_seat(s: Any, seat: int) -> list[Counter]:
    """The numbers of a seat, and the cards in its hand one by one."""
    labels = {
        "points": pgettext("setting up", "Points"),
        "yuan": _("Yuan"),
        "rice": _("Rice"),
        "fireworks": _("Fireworks"),
        "small": _("Small privileges"),
        "large": _("Large privileges"),
        "track": _("Person track"),
    }
    group = seat_name(seat)
    found = [
        Counter(
            f"{name}.{seat + 1}",
            labels[name],
            int(s[name][seat]),
            most=max(p.MONTHS if name in ("small", "large") else MOST, int(s[name][seat])),
            seat=seat,
            group=group,
        )
        for name in _GOODS
    ]
    if s.great_wall:
        laid = [int(owner) for owner in s.wall[: int(s.wall_length)]].count(seat)
        found.append(Counter(f"wall.{seat + 1}", _("Wall tiles laid"), laid, most=p.BENEFITS, seat=seat, group=group))
    hand = _hand(s, seat)
    others = [of_type for of_type in range(p.TYPES + 1) if hand.count(of_type) < (2 if of_type == p.WILD else 1)]
    for n, of_type in enumerate(hand, 1):
        cards = tuple((each, names.type_name(each)) for each in sorted({of_type, *others}))
        label = _("card {n}").format(n=n)
        if len(cards) > 1:
            found.append(Counter(f"card.{seat + 1}.{n}", label, of_type, seat=seat, choices=cards, group=group))
    return found


def _hand(s: Any, seat: int) -> list[int]:
    """The person cards of a seat one by one; WILD for wild cards."""
    own = [of_type for of_type in range(p.TYPES) if int(s.cards[seat]) >> of_type & 1]
    return own + [p.WILD] * int(s.wild[seat])


# -- changes ---------------------------------------------------------------------------------------------------------------


def place(position: Position, tool: str, spot: str, by: int) -> str:
    """Build a floor, add a person or remove one; a person's tile comes from those that are left and goes back there."""
    after = position.copy()
    s = after.state
    _what, kind_of_spot, *numbers = spot.split("-")
    seat, *rest = map(int, numbers)
    if kind_of_spot == "lot":
        if tool != TAKE and by > 0:
            palace = int(s.palaces[seat])
            s.palace[seat, palace], s.palaces[seat] = FLOOR, palace + 1
            if tool != STOREY:
                _move_in(s, seat, palace, p.KIND_NAMES.index(tool))
        return after.text()
    palace, storey = rest
    kinds = palaces_of(s, seat)[palace][1]
    there = kinds[storey] if storey < len(kinds) else -1
    if tool == STOREY:
        _build(s, seat, palace, by)
    elif tool == TAKE or by < 0:
        _take(s, seat, palace, there if tool == TAKE else p.KIND_NAMES.index(tool), tool == TAKE)
    else:
        if there >= 0:
            _move_out(s, seat, palace, there)
        if there != p.KIND_NAMES.index(tool):
            _move_in(s, seat, palace, p.KIND_NAMES.index(tool))
    return after.text()


def _build(s: Any, seat: int, palace: int, by: int) -> None:
    """A floor more or fewer; a palace without floors and persons is gone."""
    number = int(s.palace[seat, palace])
    if by > 0 and floors_of(number) == p.MOST_FLOORS:
        raise BadPosition(_("A palace can have at most three floors.") + " (Y3.6)")
    s.palace[seat, palace] = number + by * FLOOR
    if s.palace[seat, palace] == 0:
        row = [int(each) for each in s.palace[seat] if each]
        s.palace[seat] = row + [0] * (MOST_PALACES - len(row))
        s.palaces[seat] -= 1


def _take(s: Any, seat: int, palace: int, kind: int, or_a_floor: bool) -> None:
    """A person of a kind, or a floor where there is none."""
    if kind in palaces_of(s, seat)[palace][1]:
        _move_out(s, seat, palace, kind)
    elif or_a_floor:
        _build(s, seat, palace, -1)


def _move_in(s: Any, seat: int, palace: int, kind: int) -> None:
    s.palace[seat, palace] = int(s.palace[seat, palace]) + int(person_in(kind))
    s.tiles[kind] = max(0, int(s.tiles[kind]) - 1)


def _move_out(s: Any, seat: int, palace: int, kind: int) -> None:
    s.palace[seat, palace] = int(s.palace[seat, palace]) - int(person_in(kind))
    s.tiles[kind] += 1


def count(position: Position, counter: str, value: int) -> str:
    """Another month, event, number or card."""
    after = position.copy()
    s, (what, *rest) = after.state, counter.split(".")
    numbers = [int(each) for each in rest]
    if what == "month":
        if value:
            _begin_month(s, value)
    elif what == "event":
        _swap_events(s, numbers[0] - 1, value)
    elif what == "super-event":
        s.super_event = value
    elif what == "wall":
        _lay(s, numbers[0] - 1, value)
    elif what == "group":
        _deal(after, numbers[0] - 1, value - 1)
    elif what == "card":
        _swap_cards(s, numbers[0] - 1, _hand(s, numbers[0] - 1)[numbers[1] - 1], value)
    else:
        s[what][numbers[0] - 1] = value
        if what == "track":
            _line_up(s)
    return after.text()


def _deal(position: Position, card: int, group: int) -> None:
    """An action card in a group, in the place of one there, which takes its own; a group of -1: the cards are not dealt."""
    s = position.state
    if group < 0:
        s.groups[:] = 0
        s.step, s.actor, s.turn = DEAL, CHANCE, int(s.players)
        return
    if not s.groups[0]:
        position.apply(position.legal_codes[0])
    dealt = _cards(position.state)
    old = next(n for n, cards in enumerate(dealt) if card in cards)
    if old != group:
        other = dealt[group][min(dealt[old].index(card), len(dealt[group]) - 1)]
        dealt[old][dealt[old].index(card)], dealt[group][dealt[group].index(other)] = other, card
        for n, cards in enumerate(dealt):
            position.state.groups[n] = sum(int(p.DEEDS_OF_CARD[each]) for each in cards)


def _begin_month(s: Any, month: int) -> None:
    """The beginning of a month, before its cards are dealt; hands have as many cards as there are then (Y4.1)."""
    players = int(s.players)
    s.month, s.phase, s.step, s.actor, s.turn = month, p.ACTION_PHASE, DEAL, CHANCE, players
    s.groups[:] = 0
    s.taken, s.left, s.hit = 0, 0, 0
    s.held, s.held_next, s.at = -1, -1, -1
    s.chosen[:players] = NOT_YET
    s.queue[:players] = s.order[:players]
    dropped = p.TORNADO_CARDS if s.super_event == p.TORNADO and month > p.SUPER_EVENT_MONTH else 0
    for seat in range(players):
        _fill_hand(s, seat, max(0, p.TYPES + 2 - (month - 1) - dropped))


def _fill_hand(s: Any, seat: int, wanted: int) -> None:
    """So many cards in hand: the first ones that are missing come, the first ones that are there go, wild cards last."""
    for of_type in range(p.TYPES):
        held = int(s.cards[seat]).bit_count() + int(s.wild[seat])
        has = bool(int(s.cards[seat]) >> of_type & 1)
        if held != wanted and has == (held > wanted):
            s.cards[seat] = int(s.cards[seat]) ^ 1 << of_type
    s.wild[seat] = wanted - int(s.cards[seat]).bit_count()


def _swap_cards(s: Any, seat: int, old: int, new: int) -> None:
    """One card in hand for another one, which is not there."""
    hand = _hand(s, seat)
    hand[hand.index(old)] = new
    s.wild[seat] = hand.count(p.WILD)
    s.cards[seat] = sum(1 << of_type for of_type in set(hand) - {p.WILD})


def _line_up(s: Any) -> None:
    """Player order by the track (Y2); who shares a space keeps the order."""
    players = int(s.players)
    s.order[:players] = sorted((int(seat) for seat in s.order[:players]), key=lambda seat: -int(s.track[seat]))
    if s.step == DEAL:
        s.queue[:players] = s.order[:players]


def _swap_events(s: Any, month: int, event: int) -> None:
    """Put an event into a month, exchanging it with the month of that event: the first one where no neighbours become equal."""
    events = [int(each) for each in s.events]
    there = [other for other in range(2, p.MONTHS) if events[other] == event]
    for other in there:
        tried = list(events)
        tried[month], tried[other] = tried[other], tried[month]
        if all(tried[n] != tried[n + 1] for n in range(2, p.MONTHS - 1)):
            s.events[:] = tried
            return
    if there:
        s.events[month], s.events[there[0]] = events[there[0]], events[month]


def _lay(s: Any, seat: int, wanted: int) -> None:
    """So many wall tiles of a seat laid: the last ones come and go (Y8.1)."""
    players = int(s.players)
    wall = [int(owner) for owner in s.wall[: int(s.wall_length)]]
    while wall.count(seat) > wanted:
        wall.reverse()
        wall.remove(seat)
        wall.reverse()
    wall += [seat] * (wanted - wall.count(seat))
    if len(wall) > p.WALL_LENGTH:
        reason = _("the wall has {n} places (Y8.2)").format(n=p.WALL_LENGTH)
        raise BadPosition(f"{labelled('wall', reason)}.")
    s.wall[:] = wall + [-1] * (p.WALL_LENGTH - len(wall))
    s.wall_length = len(wall)
    for owner in range(players):
        left = p.BENEFITS - wall.count(owner)
        own = int(s.benefits[owner])
        for benefit in range(p.BENEFITS):
            if own.bit_count() != left and bool(own >> benefit & 1) == (own.bit_count() > left):
                own ^= 1 << benefit
        s.benefits[owner] = own
