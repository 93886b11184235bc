"""Random games as the words and the drawings meet them: every option, every kind of decision."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from hanlin.core.jit.events import Event, capture
from hanlin.core.jit.rng import below, seeded
from hanlin.core.position.position import Position
from hanlin.core.verbs.generic import CHANCE
from hanlin.games.year_of_the_dragon import GAME
from hanlin.games.year_of_the_dragon import pieces as p

TABLES = [
    {"players": 2, "great_wall": False, "super_event": "none"},
    {"players": 3, "great_wall": True, "super_event": "random", "large_privilege": "6"},
    {"players": 5, "great_wall": True, "super_event": "none"},
    *(
        {"players": 2 + number % 4, "great_wall": number % 2 == 0, "super_event": name}
        for number, name in enumerate(p.SUPER_EVENT_NAMES)
    ),
]


def plies(seed: int, **table: object) -> Iterator[tuple[Position, str, list[Event], Position]]:
    """A random game ply by ply: the position before, the action, the events, the position after."""
    position = GAME.start(**table)
    rng = seeded("faces", seed, *table.values())
    while not position.over:
        before = position.copy()
        with capture() as told:
            if position.actor == CHANCE:
                position.chance(rng)
            else:
                legal = position.legal
                position.play(legal[below(rng, len(legal))])
        yield before, position.moves[-1][1], list(told), position


@cache
def decisions() -> list[Position]:
    """A few positions of each kind of decision, from games of all tables."""
    found: dict[tuple[int, int, int], list[Position]] = {}
    for seed, table in enumerate(TABLES):
        for before, _action, _told, _after in plies(seed, **table):
            if before.actor >= 0:
                kept = found.setdefault((int(before.state.step), int(before.state.phase), before.players // 4), [])
                if len(kept) < 6:
                    kept.append(before)
    return [position for kept in found.values() for position in kept]
