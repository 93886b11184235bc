"""Reasons for actions: the rooms that a tile closes, what it makes of open ones, and what others get of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from hanlin.core.i18n.language import _, listed, ngettext, pgettext
from hanlin.core.jit.events import Event
from hanlin.core.position.position import Position
from hanlin.core.verbs.presentation import Reason
from hanlin.games.forbidden_city.palace import Palace, Room
from hanlin.games.forbidden_city.pieces import GREEN, GREY, PINK, SOLE_MOST, WHITE
from hanlin.games.forbidden_city.snapshot import NEARLY_CLOSED, left_over_value, open_rooms, promises, read
from hanlin.games.forbidden_city.spots import spots
from hanlin.games.forbidden_city.tiles import Face
from hanlin.games.forbidden_city.words import names
from hanlin.games.forbidden_city.words.names import seat_name

OPEN: Final = 0.5
"""The part that counts of the coins that an open room would pay: others may still change it."""
EDGE: Final = 0.4
"""The worth of an edge that a room which the seat leads need not close any more."""
PROMISE: Final = 0.1
"""The weight of a remark about all open rooms."""
CLOSE_BEHIND: Final = 2
"""Advisors at most by which a rival is behind who may still catch up."""


def reasons(seen: Position, action: str, after: Position, events: Sequence[Event]) -> list[Reason]:
    """The gains, dangers avoided and costs of an action; for the action "" the rooms that may soon be closed."""
    assert seen.seat is not None
    seat, now = seen.seat, read(seen.state)
    if not action:
        return list(_nearly_closed(seen, now.palace, seat))
    if not action.startswith("place"):
        return list(_of_kept_tile(now.kinds.faces[now.seats[seat].hand]))
    then = read(after.state).palace
    assert then.latest is not None
    numbers = {then.room_at(then.latest, part) for part in range(len(then.faces[then.latest].parts))}
    closed = {room.number for room in then.just_closed}
    rooms = [room for room in then.rooms() if room.number in numbers and room.number not in closed]
    found = [reason for room in then.just_closed for reason in _of_closing(room, seat)]
    found += [reason for room in rooms for reason in _of_open_room(room, now.palace, seat)]
    return [*found, *_of_other_rooms(then, now.palace, numbers | closed, seat)]


# -- inside -------------------------------------------------------------------------------------------------------------------


def the_room(floor: int) -> str:
    """A room as the object of a sentence behind an article; its place is shown on the board."""
    return {
        GREEN: pgettext("accusative", "green room"),
        PINK: pgettext("accusative", "pink room"),
        WHITE: pgettext("accusative", "white room"),
        GREY: pgettext("accusative", "temple room"),
    }[floor]


def in_the_room(floor: int) -> str:
    """A room as it stands behind "in the"; its place is shown on the board."""
    return {
        GREEN: pgettext("dative", "green room"),
        PINK: pgettext("dative", "pink room"),
        WHITE: pgettext("dative", "white room"),
        GREY: pgettext("dative", "temple room"),
    }[floor]


def _of_closing(room: Room, seat: int) -> Iterator[Reason]:
    """A room that the tile closes: the coins of the seat and of the others."""
    (own, why), others = room.pays[seat], [other for other in range(len(room.advisors)) if other != seat]
    source = {0: "", SOLE_MOST: _("Most advisors")}.get(why, "")
    least = max(1, room.advisors[seat] - CLOSE_BEHIND)
    behind = [other for other in others if least <= room.advisors[other] < room.advisors[seat]]
    if own and why == SOLE_MOST and behind:
        text = _("closes the {room} before {names} can catch up: {coins} for you")
        rivals = listed(seat_name(other) for other in behind)
        yield Reason(text.format(room=the_room(room.floor), names=rivals, coins=names.coins(own)), own, source)
    elif own:
        text = _("closes the {room}: {coins} for you")
        yield Reason(text.format(room=the_room(room.floor), coins=names.coins(own)), own, source)
    for other in others:
        coins = room.pays[other][0]
        if coins:
            text = _("pays {name} {coins}") if own else _("pays {name} {coins} for the {room}")
            said = text.format(name=seat_name(other), coins=names.coins(coins), room=the_room(room.floor))
            yield Reason(said, -coins / len(others))


def _of_open_room(room: Room, before: Palace, seat: int) -> Iterator[Reason]:
    """The open room that the tile belongs to now, against the rooms that it was made of."""
    parts = range(len(before.where))
    merged = {before.find(part) for part in parts if before.where[part] in room.parts}
    old = [each for each in before.rooms() if each.number in merged]
    had, would = sum(each.pays[seat][0] for each in old), room.pays[seat][0]
    leaders = {_leader(each) for each in old} - {seat, None}
    if not old:
        if would:
            text = _("starts a {room} with {advisors} of yours, {coins} if it closes")
            said = text.format(
                room=the_room(room.floor), advisors=names.advisors(room.advisors[seat]), coins=names.coins(would)
            )
            yield Reason(said, OPEN * would)
        return
    if _leader(room) == seat and leaders:
        text = _("takes the lead in the {room} from {names}, {coins} if it closes")
        rivals = listed(seat_name(other) for other in sorted(leaders, key=str) if other is not None)
        yield Reason(text.format(room=the_room(room.floor), names=rivals, coins=names.coins(would)), OPEN * (would - had))
    elif _leader(room) == seat:
        text = _("makes your {room} grow to {tiles}, {coins} if it closes")
        said = text.format(room=names.room_name(room.floor), tiles=names.tiles(room.tiles), coins=names.coins(would))
        yield Reason(said, OPEN * (would - had))
    elif would > had:
        text = _("brings you {coins} in the {room} if it closes")
        yield Reason(text.format(room=in_the_room(room.floor), coins=names.coins(would)), OPEN * (would - had))
    if _leader(room) == seat and room.open_edges <= NEARLY_CLOSED:
        text = _("leaves the {room} open at only {edges}")
        said = text.format(room=the_room(room.floor), edges=names.edges(room.open_edges))
        yield Reason(said, EDGE * (1 + NEARLY_CLOSED - room.open_edges))
    for other in range(len(room.advisors)):
        more = room.pays[other][0] - sum(each.pays[other][0] for each in old)
        if other != seat and more > 0:
            text = _("brings {name} {coins} more in the {room} if it closes")
            said = text.format(name=seat_name(other), coins=names.coins(more), room=in_the_room(room.floor))
            yield Reason(said, -OPEN * more / (len(room.advisors) - 1))


def _of_other_rooms(then: Palace, before: Palace, done: set[int], seat: int) -> Iterator[Reason]:
    """Open rooms next to the tile's that an archway makes worth more (F4.2)."""
    old = {room.number: room for room in before.rooms()}
    for room in then.rooms():
        if room.number in done or room.number not in old or not room.open_edges:
            continue
        more = room.pays[seat][0] - old[room.number].pays[seat][0]
        if more > 0:
            text = _("brings you {coins} more in the {room} if it closes")
            yield Reason(text.format(coins=names.coins(more), room=in_the_room(room.floor)), OPEN * more)


def _of_kept_tile(face: Face) -> Iterator[Reason]:
    """A tile that is not placed: it counts at the end if it is left over."""
    value = left_over_value(face)
    if value:
        text = ngettext(
            "keeps a tile worth {n} coin if it is left at the end",
            "keeps a tile worth {n} coins if it is left at the end",
            value,
        )
        yield Reason(text.format(n=value), OPEN * value, _("Tiles left"))


def _leader(room: Room) -> int | None:
    """The seat with the most advisors in a room; None where several have, or nobody."""
    most = max(room.advisors)
    return room.advisors.index(most) if most and room.advisors.count(most) == 1 else None


# -- a position ---------------------------------------------------------------------------------------------------------------


def _nearly_closed(seen: Position, palace: Palace, seat: int) -> Iterator[Reason]:
    """The rooms that the tile in hand can close, and those with one or two open edges."""
    there = spots(seen)
    closings: dict[int, tuple[Room, list[str]]] = {}
    for way in [way for spot in there.here for way in spot.ways if way.clash is None] if there else []:
        for room in way.closes:
            other, actions = closings.get(room.number, (room, []))
            best = max(other, room, key=lambda each: each.pays[seat][0])
            closings[room.number] = best, [*actions, way.action]
    for room, actions in closings.values():
        text = _("your tile can close the {room}: {shares}")
        said = text.format(room=the_room(room.floor), shares=names.shares_words(room))
        yield Reason(said, max(coins for coins, _why in room.pays), actions=tuple(actions))
    whole, _soon = promises(palace)[seat]
    if whole:
        yield Reason(_("your open rooms would pay {coins} if they closed now").format(coins=names.coins(whole)), PROMISE)
    for room in open_rooms(seen.state):
        if room.open_edges <= NEARLY_CLOSED and room.number not in closings and any(room.advisors):
            text = _("nearly closed is a {room}: {shares}")
            yield Reason(text.format(room=names.room_name(room.floor), shares=names.shares_words(room)), OPEN * room.value)
