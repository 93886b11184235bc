"""The game log: the events of one ply in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from hanlin.core.i18n.language import N_, _, listed, ngettext
from hanlin.core.jit.events import Event
from hanlin.core.lib.memo import remembered
from hanlin.core.position.position import Position
from hanlin.core.verbs.log_sentences import Sentences, said, shortened
from hanlin.core.verbs.presentation import Address, LogLine
from hanlin.games.forbidden_city import pieces
from hanlin.games.forbidden_city.palace import Neighbour, Palace, Room
from hanlin.games.forbidden_city.snapshot import Kinds, Reading, kinds_of, left_over_value, palace_of, read
from hanlin.games.forbidden_city.sources import LEFT, SOURCE_OF_REASON
from hanlin.games.forbidden_city.tiles import Face
from hanlin.games.forbidden_city.words import names
from hanlin.games.forbidden_city.words.names import seat_name


def log(seen: Position, actor: int, action: str, events: Sequence[Event]) -> list[LogLine]:
    """The lines of one ply; ``seen`` is the view before it."""
    there = read(seen.state)
    chapter = _chapter(there)
    lines: list[LogLine] = []
    closing: list[Event] = []
    for event in events:
        if closing and not pieces.ROOM_CLOSED < event.what <= pieces.ROOM_EMPTY:
            lines += _closed(chapter, there.palace, there.kinds, events[0], tuple(closing))
            closing = []
        if pieces.ROOM_CLOSED <= event.what <= pieces.ROOM_EMPTY:
            closing.append(event)
        elif event.what == pieces.GAME_OVER:
            lines.append(_over(chapter, [seat.points for seat in there.seats], events))
        elif there.phase == pieces.SET_UP:
            lines += [_begins(chapter)] if event.seat == there.players - 1 else []
        elif event.what == pieces.PLACED:
            closes = any(other.what == pieces.ROOM_CLOSED for other in events)
            lines.append(_placed(chapter, there.palace, there.kinds, event, closes))
        else:
            lines.append(_line(chapter, there.kinds, event, _visible_kind(seen, there.kinds, action, event)))
    return [*lines, *_closed(chapter, there.palace, there.kinds, events[0], tuple(closing))] if closing else lines


def _chapter(there: Reading) -> str:
    """The heading of a ply's lines: the set-up, the round, or the final scoring.

    A round is a turn of each seat: its number is the largest number of placements of a seat, the next one included.
    """
    if there.phase == pieces.SET_UP:
        return _("Set-up")
    if there.phase == pieces.SHOW:
        return _("Final scoring")
    laid = [*there.palace.seats.values()]
    turn = there.seat + (there.phase == pieces.REFILL)  # before the draw the turn's own placement counts already
    return _("Round {n}").format(n=max([laid.count(seat) + (seat >= turn) for seat in range(there.players)]))


def _visible_kind(seen: Position, kinds: Kinds, action: str, event: Event) -> int:
    """The kind of tile that was drawn or shown, as far as the viewer may know it; -1 where it may not, or none was."""
    if event.what not in (pieces.DREW, pieces.TILE_SHOWN):
        return -1
    if event.what == pieces.DREW and (event.b or seen.seat not in (None, event.seat)):
        return event.b - 1
    kind = action.rpartition(" ")[2]
    return kinds.names.index(kind) if kind in kinds.names else -1


def _said(sentence: Sentences, seat: int, rule: str, **values: object) -> LogLine:
    """A line about a seat."""
    return said(sentence, seat, seat_name(seat), rule, **values)  # type: ignore[arg-type]


def _begins(chapter: str) -> LogLine:
    """The set-up in one line: each seat has drawn a tile."""
    text = _("The game begins: {name} takes the first turn.").format(name=seat_name(0))
    own = Address(_("The game begins: you take the first turn."))
    return LogLine(text, rule="F1.1", chapter=chapter, to=((0, own),))


@remembered(64, names=True)
def _placed(chapter: str, palace: Palace, kinds: Kinds, event: Event, closes: bool) -> LogLine:
    """A placement; ``palace``: before it. The room that the tile goes on with is named unless the tile closes one."""
    face = kinds.faces[event.c // 4]
    after = palace.copy()
    after.place((event.a, event.b), kinds.turned[event.c // 4][event.c % 4], event.seat)
    size = len(after.sums[after.room_at((event.a, event.b), 0)].spaces)
    tile, at = names.tile_words(face), _keys_of([len(palace.laid)])
    if closes or size == 1 or len(face.parts) > 1:
        sentence = _("{name} places a tile ({tile})."), _("You place a tile ({tile}).")
        line = _said(sentence, event.seat, "F2.1", tile=tile)
    else:
        sentence = _("{name} places a tile in the {room} ({tile})."), _("You place a tile in the {room} ({tile}).")
        line = _said(sentence, event.seat, "F2.1", room=names.the_room(face.parts[0].floor, size), tile=tile)
    return _pictured(replace(line, chapter=chapter, at=at), after.faces[event.a, event.b], event.seat)


def _pictured(line: LogLine, face: Face, seat: int) -> LogLine:
    """A line that shows its tile as a picture instead of the words in brackets."""
    words = names.tile_words(face)
    return replace(line, icon=names.tile_icon(face, seat), shown=f"({words})" if f"({words})" in line.text else words)


def _keys_of(tiles: Iterable[int]) -> str:
    """The parts of the board that show tiles, by their numbers on the table."""
    return "|".join(f"tile {number}" for number in tiles)


@remembered(1024, names=True)
def _line(chapter: str, kinds: Kinds, event: Event, kind: int) -> LogLine:
    """The line of an event; ``kind``: of the tile that was drawn or shown, -1 where it is not known."""
    if event.what == pieces.END_REACHED:
        text = (
            _("Nobody can place a tile any more: the game ends.")
            if event.a
            else _("Everyone has only two tiles left: the game ends.")
        )
        return LogLine(text, rule="F2.4" if event.a else "F6.1", chapter=_("Final scoring"))
    return replace(_of_seat(kinds, event, kind), chapter=chapter)


def _of_seat(kinds: Kinds, event: Event, kind: int) -> LogLine:
    """The same of what a seat did, without its heading."""
    if event.what == pieces.DREW:
        return _drew(kinds, event.seat, kind)
    if event.what == pieces.TILE_SHOWN:
        return _shown(kinds, event, kind)
    if event.what == pieces.SKIPPED:
        sentence = _("{name} has two tiles left and is skipped."), _("You have two tiles left and are skipped.")
        return _said(sentence, event.seat, "F2.4")
    if event.what == pieces.UNFIT:
        text = (
            _("{name} reveals a tile that can't be placed and puts it under the stack ({tile})."),
            _("You reveal a tile that can't be placed and put it under your stack ({tile})."),
        )
    else:
        text = (
            _("{name} can't place any tile and passes ({tile} stays in hand)."),
            _("You can't place any tile and pass ({tile} stays in hand)."),
        )
    face = kinds.faces[event.a]
    return _pictured(_said(text, event.seat, "F2.4", tile=names.tile_words(face)), face, event.seat)


def _drew(kinds: Kinds, seat: int, kind: int) -> LogLine:
    """A draw; which tile it is is said only where all know it, and to the seat itself. It ends a turn, which leaves it out."""
    if kind < 0:
        line = _said((_("{name} draws a tile."), _("You draw a tile.")), seat, "F2.3")
    else:
        sentence = _("{name} draws a tile ({tile})."), _("You draw a tile ({tile}).")
        line = _said(sentence, seat, "F2.3", tile=names.tile_words(kinds.faces[kind]))
        line = _pictured(line, kinds.faces[kind], seat)
    return replace(line, clause="")


def _shown(kinds: Kinds, event: Event, kind: int) -> LogLine:
    """A tile left over is shown and paid (F6.1)."""
    text = (
        ngettext(
            "{name} reveals a leftover tile ({tile}) and gets {n} coin.",
            "{name} reveals a leftover tile ({tile}) and gets {n} coins.",
            event.a,
        ),
        ngettext(
            "You reveal a leftover tile ({tile}) and get {n} coin.",
            "You reveal a leftover tile ({tile}) and get {n} coins.",
            event.a,
        ),
    )
    figures = f"2 × {names.advisors(event.b)}" if event.b else f"3 × {names.dragons(event.c)}" if event.c else ""
    line = _said(text, event.seat, "F6.1", tile=names.tile_words(kinds.faces[kind]), n=event.a)
    line = _pictured(line, kinds.faces[kind], event.seat)
    return replace(line, points=event.a, sum=figures, source=names.source_name(LEFT) if event.a else "")


def left_over(seen: Position, seat: int, kind: int) -> LogLine:
    """The payment to a seat for a leftover tile of that kind (F6.1)."""
    kinds = kinds_of(seen.state)
    parts = kinds.faces[kind].parts
    figures = (sum(part.advisors for part in parts), sum(part.dragons for part in parts))
    event = Event(pieces.TILE_SHOWN, seat, left_over_value(kinds.faces[kind]), *figures)
    return _shown(kinds, event, kind)


def _over(chapter: str, points: list[int], events: Sequence[Event]) -> LogLine:
    """The result, from the ``points`` before the last tile and what it brought (F6.2)."""
    for event in events:
        if event.what == pieces.TILE_SHOWN:
            points[event.seat] += event.a
    most = max(points)
    winners = [seat for seat, total in enumerate(points) if total == most]
    coins = names.coins(most)
    if len(winners) == 1:
        text = _("{name} wins with {coins}.").format(name=seat_name(winners[0]), coins=coins)
        to = [(winners[0], Address(_("You win with {coins}.").format(coins=coins)))]
    else:
        text = _("{names} share the victory with {coins} each.").format(names=listed(map(seat_name, winners)), coins=coins)
        own = _("You share the victory with {names}: {coins} each.")
        to = [
            (seat, Address(own.format(names=listed(seat_name(other) for other in winners if other != seat), coins=coins)))
            for seat in winners
        ]
    return LogLine(text, rule="F6.2", chapter=chapter, to=tuple(to))


def reckoning(seen: Position, events: Sequence[Event]) -> list[LogLine]:
    """The lines of all open rooms, each as if it closed in this position (F4, F5)."""
    palace = palace_of(seen.state)
    rooms = {room.number: room for room in palace.rooms()}
    lines: list[LogLine] = []
    starts = [place for place, event in enumerate(events) if event.what == pieces.ROOM_CLOSED]
    for start, end in zip(starts, [*starts[1:], len(events)], strict=True):
        of_room = events[start:end]
        value, room = of_room[0].b, (of_room[0].c, rooms[palace.find(of_room[0].a)].tiles)
        own = next(event for event in of_room if event.what == pieces.ROOM_OWN)
        adjacent = [event for event in of_room if event.what == pieces.ROOM_ADJACENT]
        neighbours = [Neighbour(_floor_on_table(palace, event.a), event.b, event.c) for event in adjacent]
        figures = names.value_sum(own.b, own.c, neighbours)
        there = {event.seat: event.b for event in of_room if event.what == pieces.ROOM_ADVISORS}
        lines += [_paid(event, room, there[event.seat], value, figures) for event in of_room if event.what == pieces.ROOM_PAID]
    return lines


# -- a closed room ---------------------------------------------------------------------------------------------------------


@remembered(64, names=True)
def _closed(chapter: str, palace: Palace, kinds: Kinds, placed: Event, events: tuple[Event, ...]) -> tuple[LogLine, ...]:
    """The lines of one closed room: what it is worth and why, then who is paid (F4, F5); ``palace``: before that tile."""
    value, floor = events[0].b, events[0].c
    closed = _closed_room(palace, kinds, placed, events[0].a)
    room, at = (floor, closed.tiles), _keys_of(_tiles_of(palace, closed))
    shut, inside = names.the_room(*room), names.in_room(*room)
    own = next(event for event in events if event.what == pieces.ROOM_OWN)
    neighbours = [
        Neighbour(_floor_of(palace, kinds, placed, event.a), event.b, event.c)
        for event in events
        if event.what == pieces.ROOM_ADJACENT
    ]
    figures = names.value_sum(own.b, own.c, neighbours)
    counted = names.value_words(own.b, own.c, neighbours)
    text = (
        _("{name} closes the {room}, worth {value}: {sum}."),
        _("You close the {room}, worth {value}: {sum}."),
    )
    closes = _said(text, placed.seat, "F4.1", room=shut, value=value, sum=counted)
    # In the turn's own sentence the sum is a tip.
    brief = _("{name} closes the {room} (worth {value})."), _("You close the {room} (worth {value}).")
    closes = shortened(closes, _said(brief, placed.seat, "F4.1", room=shut, value=value))
    lines = [replace(closes, sum=figures)]
    there = {event.seat: event.b for event in events if event.what == pieces.ROOM_ADVISORS}
    for event in events:
        if event.what == pieces.ROOM_PAID:
            line = _paid(event, room, there[event.seat], value, figures)
            # The turn's own sentence has named the room.
            gets = _("{name} gets {coins}."), _("You get {coins}.")
            short = _said(gets, event.seat, line.rule, coins=names.coins(event.a))
            lines.append(shortened(line, short) if event.seat == placed.seat else line)
    for event in events:
        if event.what == pieces.ROOM_UNPAID:
            text = (
                _("{name} ties for second-most advisors in the {room} and gets nothing."),
                _("You tie for second-most advisors in the {room} and get nothing."),
            )
            lines.append(_said(text, event.seat, "F5.3", room=inside))
        elif event.what == pieces.ROOM_EMPTY:
            nobody = _("No advisors in the {room}: nobody scores.").format(room=inside)
            lines.append(LogLine(nobody, placed.seat, rule="F5.4", clause=nobody, to=((placed.seat, Address(nobody, nobody)),)))
    return tuple([replace(line, chapter=chapter, at=at) for line in lines])


_WHY = {
    pieces.SOLE_MOST: (
        N_("{name} has the most advisors in the {room} ({number}) and gets {coins}."),
        N_("You have the most advisors in the {room} ({number}) and get {coins}."),
    ),
    pieces.SHARED_MOST: (
        N_("{name} ties for the most advisors in the {room} ({number}) and gets half: {coins}."),
        N_("You tie for the most advisors in the {room} ({number}) and get half: {coins}."),
    ),
    pieces.SECOND: (
        N_("{name} has the second-most advisors in the {room} ({number}) and gets half: {coins}."),
        N_("You have the second-most advisors in the {room} ({number}) and get half: {coins}."),
    ),
}
"""By the reason of a payment: the sentence, and the same in the second person."""


def _paid(event: Event, room: tuple[int, int], number: int, value: int, figures: str) -> LogLine:
    """A seat is paid for a room, which its floor and size name."""
    text, own = _WHY[event.c]
    coins = names.coins(event.a)
    inside = names.in_room(*room)
    line = _said((_(text), _(own)), event.seat, names.PAID_RULES[event.c], room=inside, number=number, coins=coins)
    gets = _("{name} gets {coins} for the {room}."), _("You get {coins} for the {room}.")
    short = _said(gets, event.seat, line.rule, coins=coins, room=names.the_room(*room))
    whole = event.c == pieces.SOLE_MOST
    return replace(
        shortened(line, short),
        points=event.a,
        sum=figures if whole else names.halved(figures, value),
        source=names.source_name(SOURCE_OF_REASON[event.c]) if event.a else "",
    )


def _closed_room(before: Palace, kinds: Kinds, placed: Event, root: int) -> Room:
    """The room of a part which the tile just ``placed`` closes."""
    palace = before.copy()
    closed = palace.place((placed.a, placed.b), kinds.turned[placed.c // 4][placed.c % 4], placed.seat)
    number = palace.find(root)
    return next(room for room in closed if room.number == number)


def _tiles_of(before: Palace, room: Room) -> list[int]:
    """The numbers of the tiles of a room on the table, of which the last may be new to the palace."""
    numbers = {laid.place: laid.number for laid in before.laid}
    return sorted({numbers.get(part[:2], len(before.laid)) for part in room.parts})


def _floor_of(before: Palace, kinds: Kinds, placed: Event, part: int) -> int:
    """The floor of a part on the table, which may belong to the tile just ``placed``."""
    if part >= len(before.where):
        return kinds.faces[placed.c // 4].parts[part - len(before.where)].floor
    return _floor_on_table(before, part)


def _floor_on_table(palace: Palace, part: int) -> int:
    where = palace.where[part]
    return palace.faces[where.x, where.y].parts[where.number].floor
