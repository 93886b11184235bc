"""The themes of puzzles (``core/verbs/puzzles.py``): what the solution does that the tempting answer does not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hanlin.core.verbs.puzzles import Moment
from hanlin.games.forbidden_city.palace import Palace, Room
from hanlin.games.forbidden_city.pieces import KEPT_TILES
from hanlin.games.forbidden_city.snapshot import promises, read

LARGE = 6
"""Tiles of a large room."""
LAST_TILES = 3
"""Placements left to the seat when the game is about to end."""
SPOILT = 4
"""Coins that a rival is promised less than after the tempting answer."""


def themes(moments: Sequence[Moment]) -> list[str]:
    """The themes of a puzzle, the main one first."""
    return list(dict.fromkeys(theme for moment in moments for theme in _of(moment)))


def _of(moment: Moment) -> Iterator[str]:
    seat, now = moment.seen.actor, read(moment.seen.state)
    if moment.action.startswith("place"):
        then, other = read(moment.after.state).palace, read(moment.after_other.state).palace
        yield from _of_rooms(now.palace, then, other, seat)
    yield "placing"
    if now.seats[seat].tiles - KEPT_TILES <= LAST_TILES:
        yield "last-round"


def _of_rooms(now: Palace, then: Palace, other: Palace, seat: int) -> Iterator[str]:
    assert then.latest is not None
    closed = list(then.just_closed)
    own = {room.number: room for room in closed}
    own |= {room.number: room for room in then.rooms() if any((part.x, part.y) == then.latest for part in room.parts)}
    was = {part: room for room in now.rooms() for part in room.parts}
    before = {number: _distinct(was[part] for part in room.parts if part in was) for number, room in own.items()}
    paid = [room for room in closed if room.pays[seat][0] > 0]
    taken = [n for n, room in own.items() if room.pays[seat][0] > 0 and any(_is_of_rival(each, seat) for each in before[n])]
    if taken:
        yield "others-room"
    if paid:
        yield "closing"
    if len(closed) > 1 or (not closed and sum(room.advisors[seat] > 0 for room in own.values()) > 1):
        yield "two-rooms"
    if _rivals(now, then, seat) < _rivals(now, other, seat) - SPOILT + 1:
        yield "spoil"
    mine = [room for room in own.values() if room.pays[seat][0] > 0]
    if any(room.dragons for room in mine):
        yield "dragon"
    if any(each.value >= 3 for room in mine for each in room.neighbours):
        yield "archway"
    if any(_leads(room, seat) and not any(_leads(each, seat) for each in before[n]) for n, room in own.items()):
        yield "majority"
    if any(room.tiles >= LARGE for room in mine):
        yield "large-room"


def _distinct(rooms: Iterator[Room]) -> list[Room]:
    return list({room.number: room for room in rooms}.values())


def _leads(room: Room, seat: int) -> bool:
    """True if a seat alone has the most advisors in a room."""
    return room.advisors[seat] == max(room.advisors) > 0 and room.advisors.count(max(room.advisors)) == 1


def _is_of_rival(room: Room, seat: int) -> bool:
    """True if others have more advisors in a room."""
    return max(room.advisors) > room.advisors[seat]


def _rivals(now: Palace, then: Palace, seat: int) -> int:
    """The coins of the best rival: for rooms that were closed since, and those that open rooms promise."""
    closed = [sum(room.pays[other][0] for room in then.just_closed) for other in range(now.players)]
    return max(closed[other] + whole for other, (whole, _soon) in enumerate(promises(then)) if other != seat)
