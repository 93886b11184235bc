"""The public figures of a seat, for its row among the players."""

from __future__ import annotations

from collections.abc import Callable

from hanlin.core.i18n.language import _, ngettext
from hanlin.core.lib.memo import remembered
from hanlin.core.position.position import Position
from hanlin.core.verbs.presentation import Fact, labelled
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.forecast import Ahead, Cost, ahead, cost_of
from hanlin.games.year_of_the_dragon.snapshot import Palace, Seat, read
from hanlin.games.year_of_the_dragon.words import names

MINUS = "\N{MINUS SIGN}"
CHECK = "\N{CHECK MARK}"


def summary(seen: Position, seat: int) -> list[Fact]:
    """Points, what the coming event does to the seat, money and goods, privileges, palaces, cards, wall tiles, the court."""
    r = read(seen.state)
    return list(_figures(r.seats[seat], ahead(r)))


@remembered(512)
def _figures(own: Seat, to_come: Ahead) -> tuple[Fact, ...]:
    return (
        _figure("points", own.points),
        _threat(own, to_come),
        _figure("coin", own.yuan),
        _figure("sack", own.rice),
        _figure("rocket", own.fireworks),
        _figure("privilege", own.dragons),
        _palaces(own.palaces),
        _figure("card", own.cards_left),
        *([_wall(own, to_come)] if to_come.great_wall else []),
        *_persons(own.symbols),
    )


_SAID: dict[str, Callable[[int], str]] = {
    "points": names.points,
    "coin": lambda n: names.amount(n, p.YUAN),
    "sack": lambda n: names.amount(n, p.RICE),
    "rocket": lambda n: names.amount(n, p.FIREWORK),
    "privilege": names.dragons,
    "card": names.cards,
}
"""The amount of a thing in words, by its picture."""


@remembered(1024)
def _figure(icon: str, n: int) -> Fact:
    """The amount of a thing; zero goods or privileges are left blank."""
    return Fact(icon, _some(n) if icon in ("sack", "rocket", "privilege") else str(n), _SAID[icon](n))


def _some(n: int) -> str:
    return str(n) if n else ""


@remembered(512)
def _palaces(palaces: tuple[Palace, ...]) -> Fact:
    """The number of palaces, and after a plus their free places."""
    room = sum(floors - len(kinds) for floors, kinds in palaces)
    free = ngettext("{n} free place", "{n} free places", room).format(n=room)
    figure = f"{len(palaces)} + {room}" if room else str(len(palaces))
    return Fact("palace", figure, _("{first}, {second}").format(first=names.palaces(len(palaces)), second=free))


@remembered(256)
def _persons(symbols: tuple[int, ...]) -> tuple[Fact, ...]:
    """The symbols on the seat's persons, type by type."""
    portraits = [f"dragon-{p.KIND_NAMES[int(young)]}" for young in p.YOUNG_OF_TYPE]
    return tuple([Fact(portraits[of], _some(n), labelled(names.type_name(of), n)) for of, n in enumerate(symbols)])


def _wall(own: Seat, to_come: Ahead) -> Fact:
    """Own tiles in the wall."""
    short = to_come.wall < to_come.month and own.wall == to_come.fewest_wall_tiles
    label = _("{tiles} in the wall").format(tiles=names.wall_tiles(own.wall))
    return Fact("wall", str(own.wall), label, "warn" if short and to_come.begun else "")


def _threat(own: Seat, to_come: Ahead) -> Fact:
    """The effect of the coming event on the seat as of now: persons lost, points won, or nothing."""
    month, events = to_come.month, to_come.events
    if month > p.MONTHS or events[month - 1] <= p.PEACE:
        return Fact("peace", "", names.event_name(p.PEACE))
    return _cost(month, events[month - 1], cost_of(own, to_come, events[month - 1]))


@remembered(256)
def _cost(month: int, event: int, cost: Cost) -> Fact:
    """The effect of an event."""
    name = names.event_name(event)
    if cost.persons:
        label = names.danger(month, event, cost.persons, cost.missing)
        return Fact(p.EVENT_NAMES[event], f"{MINUS}{cost.persons}", label, "warn")
    if cost.points or event == p.DRAGON_FESTIVAL:
        label = _("{event}: {points}").format(event=name, points=names.points(cost.points))
        return Fact(p.EVENT_NAMES[event], f"+{cost.points}", label, "good" if cost.points else "")
    return Fact(p.EVENT_NAMES[event], CHECK, _("{event}: nobody leaves").format(event=name), "good")
