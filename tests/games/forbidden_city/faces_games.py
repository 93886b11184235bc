"""Games as the words and the drawings meet them: every option, every kind of decision."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from forbidden_city.palaces import face, halved, tile_set
from hanlin.core.jit.events import Event, capture
from hanlin.core.jit.rng import below, seeded
from hanlin.core.position.position import Position
from hanlin.core.verbs.generic import CHANCE
from hanlin.games.forbidden_city import GAME
from hanlin.games.forbidden_city.setup import state_with
from hanlin.games.forbidden_city.tiles import TileSet, load_tiles

TABLES = [
    {"players": 2, "side": "gardens"},
    {"players": 3, "side": "rooms"},
    {"players": 4, "side": "gardens"},
    {"players": 2, "side": "misfits"},
]
"""The tables of the tests; "misfits" has a tile set of which many tiles fit nowhere, and seat 2 has none else (F2.4)."""


@cache
def misfit_tiles() -> TileSet:
    """A tile set of which many tiles fit nowhere."""
    outer = face("green")
    temple = load_tiles().start["gardens"][4]
    return tile_set(
        face("pink", advisors=1),
        face("green", dragons=1),
        halved("pink", "white", "woaw", advisors=(2, 1)),
        counts=(20, 8, 2),
        start={"gardens": (outer,) * 4 + (temple,) + (outer,) * 4},
    )


def tiles_of(position: Position) -> TileSet:
    """The tile set of a position of these games."""
    return misfit_tiles() if position.options["tiles"] else load_tiles()


def start(players: int, side: str) -> Position:
    if side != "misfits":
        return GAME.start(players, side=side)
    states = state_with(misfit_tiles(), players, "gardens")
    states[0].stack[0] &= ~int(states[0].kind_tiles[0])
    states[0].stack[1] = states[0].kind_tiles[0]
    return Position(GAME, states, {"side": "gardens", "tiles": "misfits.toml"})


def plies(seed: int, players: int, side: str) -> Iterator[tuple[Position, str, list[Event], Position]]:
    """A random game ply by ply: the position before, the action, the events, the position after."""
    position = start(players, side)
    rng = seeded("faces", seed, players, side)
    while not position.over:
        before = position.copy()
        with capture() as told:
            if position.actor == CHANCE:
                position.chance(rng)
            else:
                legal = position.legal
                position.play(_towards_the_middle(legal, rng))
        yield before, position.moves[-1][1], list(told), position


def _towards_the_middle(legal: list[str], rng) -> str:
    """A random action, rather near the middle than far out: so rooms get closed."""
    some = [legal[below(rng, len(legal))] for _ in range(4)]
    return min(some, key=_distance)


def _distance(action: str) -> int:
    if not action.startswith("place"):
        return 0
    x, y = action.split()[1].split(",")
    return int(x) ** 2 + int(y) ** 2


@cache
def games() -> list[list[tuple[Position, str, list[Event]]]]:
    """One whole game of each table."""
    return [[(before, action, told) for before, action, told, _after in plies(1, **table)] for table in TABLES]


@cache
def decisions() -> list[Position]:
    """Positions in which a seat decides, from all tables."""
    return [before for game in games() for before, _action, _told in game[::7] if before.actor >= 0] + misfits()


@cache
def misfits() -> list[Position]:
    """Positions in which the tile in hand fits nowhere."""
    return [before for before, action, _told in games()[-1] if action in ("unfit", "pass")]
