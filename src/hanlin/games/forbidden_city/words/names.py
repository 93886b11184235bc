"""The words for things of the palace: floors, tiles, rooms, places, sums, and why a tile may not be placed somewhere."""

from __future__ import annotations

from collections.abc import Sequence

from hanlin.core.i18n import seat_names
from hanlin.core.i18n.language import _, listed, ngettext, pgettext
from hanlin.core.lib.memo import remembered
from hanlin.core.verbs.presentation import labelled
from hanlin.games.forbidden_city.palace import Neighbour, Room
from hanlin.games.forbidden_city.pieces import (
    ARCHWAY,
    COLOUR_OF_SEAT,
    GREEN,
    GREY,
    PINK,
    SECOND,
    SHARED_MOST,
    SOLE_MOST,
    WALL,
    WHITE,
)
from hanlin.games.forbidden_city.tiles import Face, Part

PAID_RULES = {SOLE_MOST: "F5.1", SHARED_MOST: "F5.2", SECOND: "F5.3"}


def listed_name(seat: int) -> str:
    """The name of a seat in a list: "You" for the reader of texts that nobody else reads."""
    return seat_names.listed_name(COLOUR_OF_SEAT[seat])


def seat_name(seat: int) -> str:
    """The name of a seat: that of its colour, which the rules give (F0.1)."""
    return seat_names.seat_name(COLOUR_OF_SEAT[seat])


def floor_name(floor: int) -> str:
    """The colour of a floor."""
    return {
        GREEN: pgettext("floor", "green"),
        PINK: pgettext("floor", "pink"),
        WHITE: pgettext("floor", "white"),
        GREY: pgettext("floor", "grey"),
    }[floor]


def room_name(floor: int) -> str:
    """The name of a room of that floor, for use within a sentence."""
    return {GREEN: _("green room"), PINK: _("pink room"), WHITE: _("white room"), GREY: _("temple room")}[floor]


def the_room(floor: int, size: int) -> str:
    """A room with its size as the object of a sentence, behind an article: "closes the green room of 3 tiles"."""
    room = {
        GREEN: pgettext("accusative", "green room"),
        PINK: pgettext("accusative", "pink room"),
        WHITE: pgettext("accusative", "white room"),
        GREY: pgettext("accusative", "temple room"),
    }[floor]
    return _("{room} of {tiles}").format(room=room, tiles=tiles(size))


def in_room(floor: int, size: int) -> str:
    """A room with its size as it stands behind "in the"."""
    room = {
        GREEN: pgettext("dative", "green room"),
        PINK: pgettext("dative", "pink room"),
        WHITE: pgettext("dative", "white room"),
        GREY: pgettext("dative", "temple room"),
    }[floor]
    return _("{room} of {tiles}").format(room=room, tiles=tiles(size))


def sentence(text: str) -> str:
    """The text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def coins(n: int) -> str:
    """A number of coins."""
    return ngettext("{n} coin", "{n} coins", n).format(n=n)


def advisors(n: int) -> str:
    """A number of advisors."""
    return ngettext("{n} advisor", "{n} advisors", n).format(n=n)


def tiles(n: int) -> str:
    """A number of tiles."""
    return ngettext("{n} tile", "{n} tiles", n).format(n=n)


def dragons(n: int) -> str:
    """A number of dragons."""
    return ngettext("{n} dragon", "{n} dragons", n).format(n=n)


# -- tiles -----------------------------------------------------------------------------------------------------------------


@remembered(512)
def tile_words(face: Face) -> str:
    """The content of a tile: "green: 2 advisors, 1 wall"."""
    label, what = _tile(face)
    return labelled(label, ", ".join(what)) if what else label


@remembered(512)
def in_hand(face: Face) -> str:
    """The tile in somebody's hand: "In hand: green, 2 advisors, 1 wall"."""
    label, what = _tile(face)
    return labelled(_("In hand"), ", ".join([label, *what]))


def _tile(face: Face) -> tuple[str, list[str]]:
    """The floor of a tile, and what is on it."""
    if len(face.parts) == 1:
        what = [_figures(face.parts[0].advisors, face.parts[0].dragons), *_walls(face)]
        return floor_name(face.parts[0].floor), [word for word in what if word]
    halves = [half(part) for part in face.parts]
    return _("in halves"), [*halves, *_walls(face)]


def half(part: Part) -> str:
    """A half of a tile: "green with 2 advisors". The number is part of the message, so that each language has its case."""
    colour, number, dragon = floor_name(part.floor), part.advisors, part.dragons
    if number:
        text = ngettext("{floor} with {n} advisor", "{floor} with {n} advisors", number)
        return text.format(floor=colour, n=number)
    if dragon:
        return ngettext("{floor} with {n} dragon", "{floor} with {n} dragons", dragon).format(floor=colour, n=dragon)
    return colour


def _figures(number: int, dragon: int) -> str:
    return advisors(number) if number else dragons(dragon) if dragon else ""


def _walls(face: Face) -> list[str]:
    words = []
    if walls := face.walls.count(WALL):
        words.append(ngettext("{n} wall", "{n} walls", walls).format(n=walls))
    if archways := face.walls.count(ARCHWAY):
        words.append(ngettext("{n} archway", "{n} archways", archways).format(n=archways))
    return words


TILE_ICON, TURNED_ICON = "tile ", "turned "
"""The beginnings of the names of pictures: of any tile, and of the tile in hand in one of its rotations."""


@remembered(1024)
def tile_icon(face: Face, seat: int) -> str:
    """The name of the picture of a seat's tile, by what is on it: "tile 0 0200 0123-1-2-0"."""
    parts = [f"{''.join(map(str, part.sides))}-{part.floor}-{part.advisors}-{part.dragons}" for part in face.parts]
    return f"{TILE_ICON}{seat} {''.join(map(str, face.walls))} {' '.join(parts)}"


def face_of(name: str) -> tuple[Face, int]:
    """The tile of a picture's name (``tile_icon``), and its seat."""
    seat, walls, *parts = name.removeprefix(TILE_ICON).split()
    fields = [part.split("-") for part in parts]
    found = tuple(Part(tuple(map(int, sides)), *map(int, what)) for sides, *what in fields)
    return Face(tuple(map(int, walls)), found), int(seat)


# -- rooms -----------------------------------------------------------------------------------------------------------------


def sized_room(floor: int, size: int) -> str:
    """A room with its size: "green room of 3 tiles"."""
    return _("{room} of {tiles}").format(room=room_name(floor), tiles=tiles(size))


def value_sum(own_tiles: int, own_dragons: int, neighbours: Sequence[Neighbour]) -> str:
    """The value of a room as a sum, room by room: "4 tiles + 3 × 1 dragon + pink room (2 tiles)"."""
    return " + ".join(
        [_counted(own_tiles, own_dragons)]
        + [f"{room_name(found.floor)} ({_counted(found.tiles, found.dragons)})" for found in neighbours]
    )


def _counted(of_tiles: int, of_dragons: int) -> str:
    """The value of a room without its neighbours (F4.1)."""
    return f"{tiles(of_tiles)} + 3 × {dragons(of_dragons)}" if of_dragons else tiles(of_tiles)


def halved(text: str, whole: int) -> str:
    """Half of a sum, rounded down."""
    inside = f"({text})" if "+" in text else text
    return f"{inside} ÷ 2" if whole % 2 == 0 else _("{sum} ÷ 2, rounded down").format(sum=inside)


def value_words(own_tiles: int, own_dragons: int, neighbours: Sequence[Neighbour]) -> str:
    """The value of a room in words: "4 tiles, 1 dragon (3); adjacent: pink room 2"."""
    own = tiles(own_tiles) if not own_dragons else listed([tiles(own_tiles), dragons(own_dragons)])
    if not neighbours:
        return own
    adjacent = [f"{room_name(neighbour.floor)} {neighbour.value}" for neighbour in neighbours]
    return _("{own}; adjacent: {rooms}").format(own=own, rooms=", ".join(adjacent))


def shares_words(room: Room) -> str:
    """The payments when the room closes: "Red 12, Blue 6"; a sentence if nobody gets anything."""
    return _shares_words(room.pays)


@remembered(1024, names=True)
def _shares_words(pays: tuple[tuple[int, int], ...]) -> str:
    paid = [
        f"{listed_name(seat)} {points}"
        for seat, (points, why) in sorted(enumerate(pays), key=lambda entry: -entry[1][0])
        if why
    ]
    return ", ".join(paid) if paid else _("nobody scores")


def advisors_words(room: Room) -> str:
    """The advisors in the room: "Red 2, Blue 1"."""
    there = [
        f"{listed_name(seat)} {number}"
        for seat, number in sorted(enumerate(room.advisors), key=lambda entry: -entry[1])
        if number
    ]
    return ", ".join(there) if there else pgettext("advisors", "none")


def open_room_words(room: Room) -> str:
    """The description of an open room."""
    return _("{room}, open at {edges}. Worth {value} now: {sum}. Advisors: {advisors}. If closed now: {shares}.").format(
        room=sentence(sized_room(room.floor, room.tiles)),
        edges=edges(room.open_edges),
        value=room.value,
        sum=value_words(room.tiles, room.dragons, room.neighbours),
        advisors=advisors_words(room),
        shares=shares_words(room),
    )


def edges(n: int) -> str:
    """A number of open edges."""
    return ngettext("{n} edge", "{n} edges", n).format(n=n)


def closed_room_words(room: Room) -> str:
    """The scoring of a closed room."""
    return _("{room}, closed, worth {value}: {sum}. Advisors: {advisors}. Payout: {shares}.").format(
        room=sentence(sized_room(room.floor, room.tiles)),
        value=room.value,
        sum=value_words(room.tiles, room.dragons, room.neighbours),
        advisors=advisors_words(room),
        shares=shares_words(room),
    )


@remembered(1024, names=True)
def closing_words(rooms: tuple[Room, ...]) -> str:
    """The effect of a placement that closes these rooms: "closes the green room of 4 tiles, worth 12: Red 12, Blue 6"."""
    return "; ".join(
        [
            _("closes the {room}, worth {value}: {shares}").format(
                room=the_room(room.floor, room.tiles), value=room.value, shares=shares_words(room)
            )
            for room in rooms
        ]
    )


def same_as(rotation: int) -> str:
    """The reason why a tile can't be turned so: it looks the same in another rotation, which is used instead (F2.5)."""
    return (
        _("Turned like this, the tile looks the same as not turned at all: use that."),
        _("Turned like this, the tile looks the same as turned once: use that."),
        _("Turned like this, the tile looks the same as turned twice: use that."),
        _("Turned like this, the tile looks the same as turned three times: use that."),
    )[rotation]


@remembered(16)
def turn_names() -> tuple[str, ...]:
    """The rotations in words."""
    return (
        pgettext("rotation", "not turned"),
        pgettext("rotation", "turned once"),
        pgettext("rotation", "turned twice"),
        pgettext("rotation", "turned three times"),
    )


# -- questions -------------------------------------------------------------------------------------------------------------


def what_is_asked(fits: bool) -> str:
    """The question to the seat to move: where its tile goes, or that it fits nowhere (F2.1, F2.4)."""
    return _("Place your tile.") if fits else _("Your tile can't be placed: reveal it.")


def source_name(source: str) -> str:
    """A source of coins (``sources.SOURCES``)."""
    return {
        "most": _("Most advisors"),
        "shared": _("Tied for most advisors"),
        "second": _("Second-most advisors"),
        "left": _("Tiles left"),
    }[source]
