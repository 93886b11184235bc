"""Tables to open on demand, and remarks about a seat."""

from __future__ import annotations

from hanlin.core.i18n.language import _, current_language, ngettext
from hanlin.core.lib.memo import memo
from hanlin.core.position.position import Position
from hanlin.core.verbs.presentation import Note, Panel
from hanlin.games.forbidden_city.pieces import FINISHED, KEPT_TILES
from hanlin.games.forbidden_city.snapshot import kinds_of, open_rooms, palace_of, promises, read, tiles_left_by_kind
from hanlin.games.forbidden_city.words.names import (
    coins,
    seat_name,
    sentence,
    shares_words,
    sized_room,
    tile_words,
    value_words,
)
from hanlin.games.forbidden_city.words.whereabouts import from_temple


def panel_titles(_seen: Position) -> dict[str, str]:
    """The titles of the tables."""
    return {"open-rooms": _("Open rooms"), "closed-rooms": _("Closed rooms"), "tiles-left": _("Tiles left")}


def panels(seen: Position) -> list[Panel]:
    """The open rooms, the closed rooms, the tiles left."""
    tables = (_open_rooms, _closed_rooms, _tiles_left)
    return [make(id, title, seen) for (id, title), make in zip(panel_titles(seen).items(), tables, strict=True)]


def _seat_names(seen: Position) -> list[str]:
    return [seat_name(seat) for seat in range(seen.players)]


def _open_rooms(id: str, title: str, seen: Position) -> Panel:
    rows: list[list[str | int]] = [
        [
            sentence(sized_room(room.floor, room.tiles)),
            from_temple(room.place),
            room.open_edges,
            room.value,
            *room.advisors,
            shares_words(room),
        ]
        for room in open_rooms(seen.state)
    ]
    head = [_("Room"), _("From the temple"), _("Open edges"), _("Value now"), *_seat_names(seen), _("If closed now")]
    about = _("Open rooms with each player's advisors, nearly closed ones first.")
    return Panel(id, title, head, rows, about)


def _closed_rooms(id: str, title: str, seen: Position) -> Panel:
    rows: list[list[str | int]] = [
        [
            sentence(sized_room(room.floor, room.tiles)),
            from_temple(room.place),
            room.value,
            value_words(room.tiles, room.dragons, room.neighbours),
            *room.advisors,
            shares_words(room),
        ]
        for room in reversed(palace_of(seen.state).closings)
    ]
    head = [_("Room"), _("From the temple"), _("Value"), _("Breakdown"), *_seat_names(seen), _("Payout")]
    about = _("Closed rooms with their value at the time, latest first.")
    return Panel(id, title, head, rows, about)


def _tiles_left(id: str, title: str, seen: Position) -> Panel:
    left = [tiles_left_by_kind(seen.state, seat) for seat in range(seen.players)]
    rows: list[list[str | int]] = [
        [sentence(tile_words(face)), *(counts.get(kind, 0) for counts in left)]
        for kind, face in enumerate(kinds_of(seen.state).faces)
        if any(kind in counts for counts in left)
    ]
    about = _("Tiles left in each stack, including the tile in hand. {set}").format(set=tile_set_words(seen))
    return Panel(id, title, [_("Tile"), *_seat_names(seen)], rows, about)


def tile_set_words(seen: Position) -> str:
    """The tile set in use: the shipped one is no copy of the printed tiles (F7.2)."""
    if seen.options.get("tiles") is None:
        return _("The tile set is Hanlin's own: the printed tiles differ.")
    return _("The tile set was loaded from a file.")


# -- notes -----------------------------------------------------------------------------------------------------------------


def notes(seen: Position, seat: int) -> list[Note]:
    """Notes about a seat now: placements to come, what open rooms would pay it."""
    there = read(seen.state)
    if there.phase == FINISHED:
        return []
    language = current_language()
    return [_to_come(language, there.seats[seat].tiles), *_room_notes(language, *promises(there.palace)[seat])]


@memo(maxsize=256)
def _to_come(_language: str, left: int) -> Note:
    """The number of placements to come, of a seat that has so many tiles left."""
    to_come = left - KEPT_TILES
    if to_come <= 0:
        return Note(_("Nothing left to place; two tiles remain."), rule="F6.1")
    return Note(ngettext("{n} tile left to place.", "{n} tiles left to place.", to_come).format(n=to_come), rule="F6.1")


@memo(maxsize=1024)
def _room_notes(_language: str, whole: int, soon: int) -> tuple[Note, ...]:
    """The payments of the open rooms to a seat, and how much of that may come soon."""
    if not whole:
        return ()
    if soon:
        text = _("Open rooms would pay {coins} now, {soon} of them from rooms nearly closed.")
    else:
        text = _("Open rooms would pay {coins} now.")
    return (Note(text.format(coins=coins(whole), soon=soon), "good" if soon else "", "F5.1"),)
