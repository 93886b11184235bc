"""What others want to know of a seat at a glance: the figures of its row among the players."""

from __future__ import annotations

from hanlin.core.faces import Fact, labelled
from hanlin.core.language import _, ngettext
from hanlin.core.position import Position
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.forecast import coming_month, cost_of, fewest_wall_tiles
from hanlin.games.year_of_the_dragon.reading import Reading, Seat, read
from hanlin.games.year_of_the_dragon.words import names

MINUS = "\N{MINUS SIGN}"
CHECK = "\N{CHECK MARK}"


def summary(seen: Position, seat: int) -> list[Fact]:
    """Points, what the coming event does to the seat, money and goods, privileges, palaces, cards, wall tiles, the court."""
    r = read(seen.state)
    own = r.seats[seat]
    return [
        Fact("points", str(own.points), names.points(own.points)),
        _threat(r, seat),
        Fact("coin", str(own.yuan), names.amount(own.yuan, p.YUAN)),
        Fact("sack", _some(own.rice), names.amount(own.rice, p.RICE)),
        Fact("rocket", _some(own.fireworks), names.amount(own.fireworks, p.FIREWORK)),
        Fact("privilege", _some(own.dragons), names.dragons(own.dragons)),
        _palaces(own),
        Fact("card", str(own.cards_left), names.cards(own.cards_left)),
        *([_wall(r, seat)] if r.great_wall else []),
        *(_persons(own, of_type) for of_type in range(p.TYPES)),
    ]


def _some(n: int) -> str:
    return str(n) if n else ""


def _palaces(own: Seat) -> Fact:
    """How many palaces, and after a plus how many free places they have."""
    room = sum(floors - len(kinds) for floors, kinds in own.palaces)
    free = ngettext("{n} free place", "{n} free places", room).format(n=room)
    figure = f"{len(own.palaces)} + {room}" if room else str(len(own.palaces))
    return Fact("palace", figure, _("{first}, {second}").format(first=names.palaces(len(own.palaces)), second=free))


def _persons(own: Seat, of_type: int) -> Fact:
    """The symbols on the seat's persons of a type."""
    n = own.symbols[of_type]
    portrait = f"dragon-{p.KIND_NAMES[int(p.YOUNG_OF_TYPE[of_type])]}"
    return Fact(portrait, _some(n), labelled(names.type_name(of_type), n))


def _wall(r: Reading, seat: int) -> Fact:
    """Own tiles in the wall."""
    n = r.seats[seat].wall
    short = len(r.wall) < max(coming_month(r), 1) and fewest_wall_tiles(r, seat)
    return Fact("wall", str(n), _("{tiles} in the wall").format(tiles=names.wall_tiles(n)), "warn" if short and r.month else "")


def _threat(r: Reading, seat: int) -> Fact:
    """What the coming event would do to the seat as things stand: persons lost, points won, or nothing to fear."""
    month = coming_month(r)
    if month > p.MONTHS or r.events[month - 1] <= p.PEACE:
        return Fact("peace", "", names.event_name(p.PEACE))
    event = r.events[month - 1]
    cost = cost_of(r, seat, event)
    name = names.event_name(event)
    if cost.persons:
        label = ngettext("{event}: {n} person leaves", "{event}: {n} persons leave", cost.persons)
        return Fact(p.EVENT_NAMES[event], f"{MINUS}{cost.persons}", label.format(event=name, n=cost.persons), "warn")
    if cost.points or event == p.DRAGON_FESTIVAL:
        label = _("{event}: {points}").format(event=name, points=names.points(cost.points))
        return Fact(p.EVENT_NAMES[event], f"+{cost.points}", label, "good" if cost.points else "")
    return Fact(p.EVENT_NAMES[event], CHECK, _("{event}: nobody leaves").format(event=name), "good")
