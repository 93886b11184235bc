"""Positions set up by hand, for tests: a table in the midst of a game, with the courts that a rule is about."""

from __future__ import annotations

from typing import Any

from hanlin.core.jit.events import Event, capture
from hanlin.core.jit.rng import Rng, below, seeded
from hanlin.core.position.position import Position
from hanlin.core.verbs.generic import CHANCE
from hanlin.games.year_of_the_dragon import GAME
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.state import person_in
from hanlin.games.year_of_the_dragon.year import advance

Palace = tuple[Any, ...]
"""Floors, then the names of the persons in it."""

OTHER_EVENTS = ("imperial-tribute", "drought", "dragon-festival", "mongol-invasion", "contagion")

EMPTY_TWO: tuple[Palace, ...] = ((2,), (2,))


def table(players: int = 3, month: int = 3, event: str = "peace", cards: list[int] | None = None, **options: Any) -> Position:
    """A table before the deal of a month with that event. The seats have what they start with, but no persons yet."""
    position = GAME.start(players, **options)
    s = position.state
    s.month = month
    s.phase = p.ACTION_PHASE
    s.actor, s.step = CHANCE, 3
    others = [p.EVENT_NAMES.index(name) for name in OTHER_EVENTS] * 2
    s.events[2:] = others
    s.events[month - 1] = p.EVENT_NAMES.index(event)
    for seat in range(players):
        court(position, seat, *EMPTY_TWO)
    if month == p.MONTHS:
        s.cards[:] = 0
        s.wild[:] = 0
    return position


def court(position: Position, seat: int, *palaces: Palace) -> None:
    """Give a seat exactly these palaces, with these persons in them."""
    s = position.state
    s.palace[seat] = 0
    s.symbols[seat] = 0
    s.persons[seat] = 0
    s.palaces[seat] = len(palaces)
    for number, (floors, *persons) in enumerate(palaces):
        s.palace[seat, number] = floors
        for name in persons:
            kind = p.KIND_NAMES.index(name)
            s.palace[seat, number] += person_in(kind)
            s.persons[seat] += 1
            s.symbols[seat, p.TYPE_OF_KIND[kind]] += p.SYMBOLS[kind]


def track(position: Position, *spaces: int) -> None:
    """Put the markers on the track; of equal ones the earlier seat is on top."""
    s = position.state
    s.track[: len(spaces)] = spaces
    s.order[: len(spaces)] = sorted(range(len(spaces)), key=lambda seat: -spaces[seat])


def player_order(position: Position) -> list[int]:
    return [int(seat) for seat in position.state.order[: position.players]]


def tiles(position: Position, **left: int) -> None:
    """Set the tiles left of some kinds (``monk_old=0``)."""
    s = position.state
    for name, count in left.items():
        kind = p.KIND_NAMES.index(name.replace("_", "-"))
        s.tiles[kind] = count
        s.available = (int(s.available) & ~(1 << kind)) | (int(count > 0) << kind)


def no_tiles(position: Position) -> None:
    """Let all tiles be gone."""
    position.state.tiles[:] = 0
    position.state.available = 0


def hand(position: Position, seat: int, *names: str) -> None:
    """Give a seat exactly these person cards ("monk", "wild")."""
    s = position.state
    s.wild[seat] = names.count("wild")
    s.cards[seat] = sum(1 << p.TYPE_NAMES.index(name) for name in names if name != "wild")


def deal(position: Position, groups: str) -> None:
    """Let chance deal these groups ("taxes build|harvest …")."""
    position.play(f"deal {groups}")


DEAL_FOR = {
    2: "taxes build harvest fireworks-show|military-parade research privilege",
    3: "taxes build privilege|harvest fireworks-show|military-parade research",
    4: "taxes build|harvest fireworks-show|research privilege|military-parade",
    5: "taxes build|harvest fireworks-show|research|military-parade|privilege",
}
WALL_DEAL_FOR = {
    2: "taxes build harvest fireworks-show|military-parade research privilege build-wall",
    3: "taxes build privilege|harvest fireworks-show build-wall|military-parade research",
    4: "taxes build|harvest fireworks-show|research privilege|military-parade build-wall",
    5: "taxes build|harvest fireworks-show|privilege build-wall|research|military-parade",
}


def deal_usual(position: Position) -> None:
    """Deal the usual groups: taxes and build are in group 1."""
    deal(position, (WALL_DEAL_FOR if position.state.great_wall else DEAL_FOR)[position.players])


def to_person_phase(position: Position) -> Position:
    """Skip the action phase: everybody has acted."""
    s = position.state
    s.phase = p.ACTION_PHASE
    s.turn = position.players - 1
    return _carry_on(position)


def to_event(position: Position) -> Position:
    """Skip action and person phase: the event begins, and continues until somebody must decide."""
    s = position.state
    s.phase = p.PERSON_PHASE
    s.turn = position.players - 1
    return _carry_on(position)


def _carry_on(position: Position) -> Position:
    advance(position.state)
    return position


def told_by(action: Any, *arguments: Any) -> list[Event]:
    """The events emitted while ``action`` runs."""
    with capture() as told:
        action(*arguments)
    return told


def points(told: list[Event], seat: int, *reasons: int) -> int:
    """The points of a seat in the events, of these reasons."""
    return sum(entry.a for entry in told if entry.what == p.LOG_SCORES and entry.seat == seat and entry.b in reasons)


def amounts(told: list[Event], what: int, good: int, reason: int) -> dict[int, int]:
    """The amount that each seat gained or paid of a good for a reason."""
    sums: dict[int, int] = {}
    for entry in told:
        if entry.what == what and entry.b == good and entry.c == reason:
            sums[entry.seat] = sums.get(entry.seat, 0) + entry.a
    return sums


def releases(told: list[Event], reason: int) -> list[int]:
    """The seats that had to release persons for a reason, each as often as it did, in order."""
    return [entry.seat for entry in told if entry.what == p.LOG_RELEASES and entry.c == reason]


def play_first(position: Position, while_actor: bool = True) -> list[Event]:
    """Play the first legal action of the seats until chance acts or the game is over; return the events."""
    with capture() as told:
        while position.actor >= 0:
            position.play(position.legal[0])
    return told


def random_game(players: int, seed: int, **options: Any) -> Position:
    """A game of random decisions, to the end."""
    position = GAME.start(players, **options)
    rng = seeded("random game", seed)
    while not position.over:
        step(position, rng)
    return position


def step(position: Position, rng: Rng) -> None:
    """One random action, of chance or a seat."""
    if position.actor == CHANCE:
        position.chance(rng)
    else:
        legal = position.legal
        position.play(legal[below(rng, len(legal))])
