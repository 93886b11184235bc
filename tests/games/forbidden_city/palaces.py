"""Palaces built tile by tile for the tests, and small tile sets for them."""

from __future__ import annotations

from typing import Any

import numpy as np

from hanlin.core.jit.events import Event, capture
from hanlin.core.jit.rng import seeded
from hanlin.core.verbs import generic
from hanlin.games.forbidden_city import GAME
from hanlin.games.forbidden_city.notation import parse, text
from hanlin.games.forbidden_city.pieces import ARCHWAY, FLOORS, OPEN, PLACE, WALL
from hanlin.games.forbidden_city.rooms import room_of
from hanlin.games.forbidden_city.setup import state_with
from hanlin.games.forbidden_city.tiles import Face, Kind, Part, TileSet, load_tiles

PURPLE, YELLOW, RED, BLUE = 0, 1, 2, 3
NORTH_EAST, SOUTH_WEST = (0, 1), (2, 3)


def face(floor: str, walls: str = "oooo", advisors: int = 0, dragons: int = 0) -> Face:
    """A tile of one part; walls: four of o (open), w (wall), a (archway) for n e s w."""
    return Face(_walls(walls), (Part((0, 1, 2, 3), FLOORS.index(floor), advisors, dragons),))


def halved(first: str, second: str, walls: str = "oooo", advisors: tuple[int, int] = (0, 0), dragons=(0, 0)) -> Face:
    """A tile of two parts: the first owns n and e, the second s and w."""
    floors = (FLOORS.index(first), FLOORS.index(second))
    parts = zip((NORTH_EAST, SOUTH_WEST), floors, advisors, dragons, strict=True)
    return Face(_walls(walls), tuple(Part(*part) for part in parts))


def _walls(letters: str) -> tuple[int, ...]:
    return tuple({"o": OPEN, "w": WALL, "a": ARCHWAY}[letter] for letter in letters)


def tile_set(*faces: Face, counts: tuple[int, ...] | None = None, start=None) -> TileSet:
    """A set of these faces (kinds k0, k1, …); not checked, so that a test needs no 24 tiles. Counts: 1 each."""
    counts = counts or (1,) * len(faces)
    kinds = tuple(Kind(f"k{n}", count, 0, face) for n, (face, count) in enumerate(zip(faces, counts, strict=True)))
    return TileSet("test", kinds, start or load_tiles().start)


class Table:
    """A palace that grows as a test wants it: any tile for any seat, whosever turn it would be."""

    def __init__(self, players: int = 4, side: str = "gardens", start=None) -> None:
        self.players, self.side, self.start = players, side, start
        self.faces: list[Face] = []
        self.states = state_with(tile_set(start=start), players, side)

    @property
    def s(self) -> Any:
        return self.states[0]

    def hold(self, seat: int, face: Face) -> None:
        """It is the seat's turn, with that tile in hand. The tile set grows by the face where it is new."""
        if face not in self.faces:
            self.faces.append(face)
            fresh = state_with(tile_set(*self.faces, start=self.start), self.players, self.side)[0]
            for name in fresh.dtype.names:
                if name.startswith(("kind", "tile_kind")):
                    self.s[name] = fresh[name]
        self.s.phase, self.s.seat = PLACE, seat
        self.s.hand[seat] = self.faces.index(face)
        self.s.stack[seat] = 0b111

    def legal(self, seat: int, face: Face) -> list[str]:
        self.hold(seat, face)
        out = np.zeros(GAME.max_actions, np.int32)
        return [text(self.s, int(code)) for code in out[: generic.actions(self.s, out)]]

    def put(self, seat: int, x: int, y: int, face: Face, rotation: int = 0) -> list[Event]:
        """Place that tile of the seat; return the events. AssertionError if it is not legal."""
        action = f"place {x},{y} {rotation}"
        assert action in self.legal(seat, face), f"{action} is not legal"
        with capture() as told:
            generic.play(self.s, parse(self.s, action))
        return told

    @property
    def points(self) -> list[int]:
        return [int(points) for points in self.s.points[: self.players]]


def room_sums(s: Any) -> dict[int, int]:
    """The sums of each room, by its root."""
    return {part: int(s.room[part]) for part in range(int(s.parts)) if room_of(s, part) == part}


def random_position(players: int, seed: object, plies: int = 10_000, **options: Any):
    """A position after random decisions and chance, at most ``plies`` of them."""
    rng = seeded("position", players, seed)
    position = GAME.start(players, **options)
    while plies and not position.over:
        play_one(position, rng)
        plies -= 1
    return position


def play_one(position, rng) -> None:
    """Play one random action of the actor."""
    if position.actor == generic.CHANCE:
        position.chance(rng)
    else:
        position.play(text(position.state, int(generic.choose(position.state, rng))))
