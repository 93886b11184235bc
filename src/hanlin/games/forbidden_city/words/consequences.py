"""The changes that an action would make to rooms, shown while it is pointed at (``core/verbs/protocols.py``)."""

from __future__ import annotations

from typing import NamedTuple

from hanlin.core.i18n.language import _, ngettext, pgettext
from hanlin.core.i18n.seat_names import spoken
from hanlin.core.lib.memo import memo
from hanlin.core.position.position import Position
from hanlin.core.verbs.presentation import Consequence
from hanlin.games.forbidden_city.palace import Palace, Place, Room
from hanlin.games.forbidden_city.pieces import GREY
from hanlin.games.forbidden_city.snapshot import read
from hanlin.games.forbidden_city.spots import spots
from hanlin.games.forbidden_city.tiles import Face
from hanlin.games.forbidden_city.words.names import seat_name


def consequences(seen: Position, action: str) -> list[Consequence]:
    """The changes that the action would make, the most important first; as in ``core/verbs/protocols.py``."""
    found = spots(seen)
    way = None if found is None else next((way for spot in found.here for way in spot.ways if way.action == action), None)
    if found is None or way is None:
        return []
    face = found.kinds.turned[found.kind][way.rotation]
    return list(_of_placement(spoken(), read(seen.state).palace, way.place, face, found.seat))


class Change(NamedTuple):
    """A room as a placement leaves it, and the rooms that it was made of (none: it is new)."""

    before: tuple[Room, ...]
    after: Room


def changes(palace: Palace, place: Place, face: Face, seat: int) -> list[Change]:
    """The rooms that a placement would change: closed ones first, then those of the tile, then those next to it."""
    old = {room.number: room for room in palace.rooms()}
    then = palace.copy()
    then.place(place, face, seat)
    sources: dict[int, list[Room]] = {}
    for number, room in old.items():
        sources.setdefault(then.find(number), []).append(room)
    found = [Change(tuple(sources.get(room.number, ())), room) for room in then.rooms()]
    closed, own = {room.number for room in then.just_closed}, set(then.root[then.first_part[place] :])
    # A room that was closed before pays no more, whatever is built next to it.
    touched = [each for each in found if each.after.floor != GREY and (each.after.open_edges or each.after.number in closed)]
    touched = [each for each in touched if _looks(each.before) != _looks((each.after,))]
    return sorted(touched, key=lambda each: (each.after.number not in closed, each.after.number not in own))


def _looks(rooms: tuple[Room, ...]) -> list[tuple[object, ...]]:
    return [(room.value, room.advisors, room.open_edges) for room in rooms]


@memo(maxsize=256)
def _of_placement(_names: str, palace: Palace, place: Place, face: Face, seat: int) -> tuple[Consequence, ...]:
    return tuple([_consequence(change, place, seat) for change in changes(palace, place, face, seat)])


def _consequence(change: Change, place: Place, seat: int) -> Consequence:
    """A room's change as a caption at the room; a new one has its caption at the space."""
    key = room_key(change.before[0]) if change.before else space_key(place)
    return Consequence(
        key, _closes(change.after, seat) if not change.after.open_edges else _grows(change, seat), _tone(change, seat)
    )


def room_key(room: Room) -> str:
    """The ``data-key`` of a room on the board."""
    return f"room {room.number}"


def space_key(place: Place) -> str:
    """The ``data-key`` of a free space on the board."""
    return f"space {place[0]},{place[1]}"


def _closes(room: Room, seat: int) -> str:
    """A room that the tile closes, with its payments, the own one first: "closes: you +6, Lan +2"."""
    paid = [(other, coins) for other, (coins, why) in enumerate(room.pays) if why]
    if not paid:
        return _("closes: nobody scores")
    paid.sort(key=lambda each: (each[0] != seat, -each[1]))
    names = [pgettext("who is paid", "you") if other == seat else seat_name(other) for other, _coins in paid]
    shares = [f"{name} +{coins}" for name, (_other, coins) in zip(names, paid, strict=True)]
    return _("closes: {shares}").format(shares=", ".join(shares))


def _grows(change: Change, seat: int) -> str:
    """A room that stays open: its value before and after, who leads then, its open edges."""
    before, after = " + ".join(str(room.value) for room in change.before), str(change.after.value)
    value = after if before == after else f"{before} → {after}" if before else _("new: {value}").format(value=after)
    return " · ".join([value, _lead(change, seat), sides(change.after.open_edges)])


def sides(n: int) -> str:
    """The open edges of a room, as a caption."""
    return ngettext("{n} open edge", "{n} open edges", n).format(n=n)


def leaders(room: Room) -> tuple[int, ...]:
    """The seats with the most advisors in a room."""
    most = max(room.advisors)
    return tuple(seat for seat, number in enumerate(room.advisors) if most and number == most)


def _lead(change: Change, seat: int) -> str:
    """Name the leader of a room after the placement."""
    ahead = leaders(change.after)
    if not ahead:
        return _("no advisors")
    if len(ahead) > 1:
        return _("you are tied") if seat in ahead else _("tied")
    led_before = any(leaders(room) == ahead for room in change.before)
    if ahead[0] == seat:
        return _("you take the lead") if change.before and not led_before else _("you lead")
    return _("{name} leads").format(name=seat_name(ahead[0]))


def _tone(change: Change, seat: int) -> str:
    """Good where the seat gains more by the change than any other does, "warn" where another gains more."""
    now = [pays for pays, _why in change.after.pays]
    had = [sum(room.pays[each][0] for room in change.before) for each in range(len(now))]
    more = [pays if not change.after.open_edges else pays - before for pays, before in zip(now, had, strict=True)]
    others = max([gain for each, gain in enumerate(more) if each != seat], default=0)
    return "good" if more[seat] > max(others, 0) else "warn" if others > max(more[seat], 0) or more[seat] < 0 else ""
