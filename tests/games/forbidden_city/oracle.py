"""An oracle: the rooms, values and payments of a palace, computed slowly from the tiles alone.

It shares no code with the rules: the palace is a dictionary of spaces, rooms are found by flooding, everything is counted
from scratch after each placement. It knows tile sets only as ``TileSet`` gives them.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from hanlin.games.forbidden_city.pieces import ARCHWAY, GARDEN, OPEN, WALL
from hanlin.games.forbidden_city.tiles import TileSet

NEIGHBOURS = {0: (0, -1), 1: (1, 0), 2: (0, 1), 3: (-1, 0)}

Part = tuple[int, int, int]
"""x, y and which part of the tile there."""


@dataclass(frozen=True)
class Laid:
    """A tile on the table: walls and the owning part by side in its rotation, and the figures of each part."""

    walls: tuple[int, ...]
    owner: tuple[int, ...]
    floors: tuple[int, ...]
    advisors: tuple[int, ...]
    dragons: tuple[int, ...]
    seat: int


def lay(face, rotation: int, seat: int) -> Laid:
    owner = {side: index for index, part in enumerate(face.parts) for side in part.sides}
    return Laid(
        tuple(face.walls[(side - rotation) % 4] for side in range(4)),
        tuple(owner[(side - rotation) % 4] for side in range(4)),
        tuple(part.floor for part in face.parts),
        tuple(part.advisors for part in face.parts),
        tuple(part.dragons for part in face.parts),
        seat,
    )


@dataclass(frozen=True)
class Room:
    parts: frozenset[Part]
    tiles: int
    dragons: int
    advisors: tuple[int, ...]
    open_edges: int
    floor: int


@dataclass
class Palace:
    tiles: TileSet
    players: int
    side: str
    at: dict[tuple[int, int], Laid] = field(default_factory=dict)
    scored: set[frozenset[Part]] = field(default_factory=set)
    points: list[int] = field(default_factory=list)
    numbers: dict[tuple[int, int], int] = field(default_factory=dict)
    """The number of each free space, see ``docs/rules/notation.md``."""

    def __post_init__(self):
        for index, face in enumerate(self.tiles.start[self.side]):
            self.at[index % 3 - 1, index // 3 - 1] = lay(face, 0, -1)
        self.points = [0] * self.players
        around = {place for x, y in self.at for _, place in self.next_to(x, y)} - set(self.at)
        self.number(sorted(around, key=lambda place: (place[1], place[0])))
        self.scored = {room.parts for room in self.rooms() if not room.open_edges}

    def next_to(self, x: int, y: int):
        for side, (dx, dy) in NEIGHBOURS.items():
            yield side, (x + dx, y + dy)

    def number(self, places: list[tuple[int, int]]) -> None:
        """Number free spaces that are new, each with the lowest number that no other one has."""
        for place in places:
            if place not in self.at and place not in self.numbers:
                self.numbers[place] = min(set(range(1, len(self.numbers) + 2)) - set(self.numbers.values()))

    def fits(self, x: int, y: int, tile: Laid) -> bool:
        """F2.1 and F2.2."""
        if (x, y) in self.at or not any(place in self.at for _, place in self.next_to(x, y)):
            return False
        for side, place in self.next_to(x, y):
            if place in self.at:
                other, back = self.at[place], (side + 2) % 4
                both_open = tile.walls[side] == OPEN and other.walls[back] == OPEN
                if both_open and tile.floors[tile.owner[side]] != other.floors[other.owner[back]]:
                    return False
        return True

    def legal(self, kind: int) -> list[tuple[int, int, int]]:
        """All placements x, y, rotation of a kind, rotations that look alike given once, in canonical order."""
        face = self.tiles.kinds[kind].face
        found, seen = [], []
        for rotation in range(4):
            tile = lay(face, rotation, 0)
            looks = [
                (
                    tile.walls[side],
                    tile.floors[tile.owner[side]],
                    tile.advisors[tile.owner[side]],
                    tile.dragons[tile.owner[side]],
                    tile.owner[side] == tile.owner[(side + 1) % 4],
                )
                for side in range(4)
            ]
            if looks not in seen:
                spaces = sorted(self.numbers, key=self.numbers.__getitem__)
                found += [(x, y, rotation) for x, y in spaces if self.fits(x, y, tile)]
            seen.append(looks)
        return found

    def rooms(self) -> list[Room]:
        """All rooms by flooding across edges without a wall on either side (F3.1)."""
        left = {(x, y, part) for (x, y), tile in self.at.items() for part in range(len(tile.floors))}
        found = []
        while left:
            flood, room = [min(left)], set()
            while flood:
                x, y, part = flood.pop()
                if (x, y, part) not in left:
                    continue
                left.remove((x, y, part))
                room.add((x, y, part))
                for side, place in self.next_to(x, y):
                    if self.at[x, y].owner[side] == part and self.at[x, y].walls[side] == OPEN and place in self.at:
                        other = self.at[place]
                        if other.walls[(side + 2) % 4] == OPEN:
                            flood.append((*place, other.owner[(side + 2) % 4]))
            found.append(self.count(frozenset(room)))
        return found

    def count(self, parts: frozenset[Part]) -> Room:
        advisors = [0] * self.players
        dragons = open_edges = 0
        floor = 0
        for x, y, part in parts:
            tile = self.at[x, y]
            floor = tile.floors[part]
            if tile.advisors[part]:
                advisors[tile.seat] += tile.advisors[part]
            dragons += tile.dragons[part]
            for side, place in self.next_to(x, y):
                if tile.owner[side] == part and tile.walls[side] == OPEN and place not in self.at:
                    open_edges += 1
        tiles = 0 if floor == GARDEN else len({(x, y) for x, y, _ in parts})
        return Room(parts, tiles, dragons, tuple(advisors), open_edges, floor)

    def adjacent(self, room: Room, rooms: list[Room]) -> list[Room]:
        """The other rooms that an archway leads to (F4.3)."""
        found = []
        for other in rooms:
            if other.parts != room.parts and any(self._passage(a, b) for a in room.parts for b in other.parts):
                found.append(other)
        return found

    def _passage(self, a: Part, b: Part) -> bool:
        for side, place in self.next_to(a[0], a[1]):
            if place == b[:2]:
                one, other = self.at[a[:2]], self.at[b[:2]]
                walls = {one.walls[side], other.walls[(side + 2) % 4]}
                owns = one.owner[side] == a[2] and other.owner[(side + 2) % 4] == b[2]
                if owns and ARCHWAY in walls and WALL not in walls:
                    return True
        return False

    def value(self, room: Room, rooms: list[Room]) -> int:
        """F4."""
        return sum(one.tiles + 3 * one.dragons for one in [room, *self.adjacent(room, rooms)])

    def shares(self, room: Room, value: int) -> list[int]:
        """F5, as in the rulebook."""
        numbers = sorted({n for n in room.advisors if n}, reverse=True)
        paid = [0] * self.players
        if not numbers:
            return paid
        most = [seat for seat in range(self.players) if room.advisors[seat] == numbers[0]]
        second = [seat for seat in range(self.players) if len(numbers) > 1 and room.advisors[seat] == numbers[1]]
        if len(most) > 1:
            for seat in most:
                paid[seat] = value // 2
            return paid
        paid[most[0]] = value
        if len(second) == 1:
            paid[second[0]] = value // 2
        return paid

    def place(self, seat: int, kind: int, x: int, y: int, rotation: int) -> list[tuple[Room, int, list[int]]]:
        """Place a tile; return each room that this closes with its value and payments."""
        tile = lay(self.tiles.kinds[kind].face, rotation, seat)
        assert self.fits(x, y, tile)
        self.at[x, y] = tile
        del self.numbers[x, y]
        self.number([place for _, place in self.next_to(x, y)])
        rooms = self.rooms()
        closings = []
        for room in rooms:
            if not room.open_edges and room.parts not in self.scored:
                self.scored.add(room.parts)
                value = self.value(room, rooms)
                paid = self.shares(room, value)
                self.points = [a + b for a, b in zip(self.points, paid, strict=True)]
                closings.append((room, value, paid))
        return closings
