"""Legal places of the tile in hand: the free spaces, the rotations there, what forbids each and which rooms it closes."""

from __future__ import annotations

from typing import NamedTuple

from hanlin.core.lib.memo import memo
from hanlin.core.position.position import Position
from hanlin.games.forbidden_city.palace import WALLED, Edge, Palace, Place, Room, clash
from hanlin.games.forbidden_city.pieces import OPEN
from hanlin.games.forbidden_city.snapshot import Kinds, read
from hanlin.games.forbidden_city.tiles import Face


class Way(NamedTuple):
    """One rotation of the tile in hand on one space."""

    place: Place
    rotation: int
    closes: tuple[Room, ...]
    """The rooms that it would close."""
    clash: Edge | None
    """The edge that forbids it; None where it is legal."""

    @property
    def action(self) -> str:
        """The action's text, legal or not."""
        return place_action(self.place, self.rotation)


def place_action(place: Place, rotation: int) -> str:
    """The text of the action that places the tile in hand so."""
    return f"place {place[0]},{place[1]} {rotation}"


class Spot(NamedTuple):
    """A free space, and the ways to turn the tile in hand there."""

    place: Place
    clashes: tuple[Edge | None, ...]
    """For each way to turn it the edge that forbids it; None where it is legal."""
    closes: tuple[tuple[Room, ...], ...]
    """For each way to turn it the rooms that it would close; () where none closes a room."""

    @property
    def ways(self) -> list[Way]:
        """Each way to turn the tile here, legal or not."""
        closes = self.closes or ((),) * len(self.clashes)
        return [Way(self.place, *way) for way in zip(range(len(closes)), closes, self.clashes, strict=True)]


class Spots(NamedTuple):
    """All free spaces for a tile in hand."""

    kinds: Kinds
    kind: int
    seat: int
    here: tuple[Spot, ...]
    fits: bool
    """True where the tile fits somewhere."""

    @property
    def face(self) -> Face:
        """The tile in hand."""
        return self.kinds.faces[self.kind]


def spots(seen: Position) -> Spots | None:
    """The free spaces for the tile that the acting seat holds; None where the view does not know it or nothing is asked."""
    actor = seen.actor
    if actor < 0 or seen.seat not in (None, actor):
        return None
    there = read(seen.state)
    kind = there.seats[actor].hand
    return None if kind < 0 else _spots(there.palace, there.kinds, kind, actor)


@memo(maxsize=16)
def _spots(palace: Palace, kinds: Kinds, kind: int, seat: int) -> Spots:
    here, fits, enclosing = [], False, kinds.enclosing[kind]
    for place in palace.free():
        meets = palace.meets[place]
        clashes = _clashes(kinds, kind, meets)
        closes: tuple[tuple[Room, ...], ...] = ()
        if None in clashes:
            fits = True
            ends = palace.ends(place)
            encloses = enclosing or 0 in ends or WALLED in ends
            turns = _closing_turns(kinds, kind, meets, ends) if encloses else ()
            if turns:
                closes = _closes(palace, kinds.turned[kind], seat, place, turns, len(clashes))
        here.append(Spot(place, clashes, closes))
    return Spots(kinds, kind, seat, tuple(here), fits)


def _closes(
    palace: Palace, turned: tuple[Face, ...], seat: int, place: Place, turns: tuple[int, ...], ways: int
) -> tuple[tuple[Room, ...], ...]:
    """For each of the ``ways`` to turn a tile on a space the rooms that it would close, some in those ``turns``."""
    found: list[tuple[Room, ...]] = [()] * ways
    for turn in turns:
        found[turn] = tuple(palace.would_close(place, turned[turn], seat))
    return tuple(found) if any(found) else ()


def ways(seen: Position) -> dict[Place, list[Way]]:
    """The rotations of the tile in hand on each free space, legal or not; empty if nothing is to be placed."""
    found = spots(seen)
    return {} if found is None else {spot.place: spot.ways for spot in found.here}


@memo(maxsize=8192)
def _clashes(kinds: Kinds, kind: int, meets: tuple[int, ...]) -> tuple[Edge | None, ...]:
    """For each way to turn a tile what forbids it on a space (``Palace.meets``)."""
    return tuple([clash(floors, meets) for floors in kinds.open_floors[kind][: kinds.turns[kind]]])


@memo(maxsize=8192)
def _closing_turns(kinds: Kinds, kind: int, meets: tuple[int, ...], ends: tuple[int, ...]) -> tuple[int, ...]:
    """The rotations in which a tile fits a space (``Palace.meets``) and closes a room (``Palace.ends``)."""
    turned, clashes = kinds.turned[kind], _clashes(kinds, kind, meets)
    return tuple([turn for turn, clash in enumerate(clashes) if clash is None and _may_close(turned[turn], ends)])


def _may_close(face: Face, ends: tuple[int, ...]) -> bool:
    """False if a face closes no room: those that meet it (``Palace.ends``), and each of its own parts, stay open."""
    for side, end in enumerate(ends):
        if end == 0 and face.walls[side] != OPEN:
            return True
    still_open = {face.owners[side] for side in range(4) if face.walls[side] == OPEN and ends[side] == 1}
    return len(still_open) < len(face.parts)
