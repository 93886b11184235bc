"""The chronicle: what was told of one ply, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hanlin.core.faces import LogLine
from hanlin.core.language import _, ngettext
from hanlin.core.position import Position
from hanlin.core.telling import Told
from hanlin.games.forbidden_city import pieces
from hanlin.games.forbidden_city.reading import Neighbour, Place, kinds_of, palace_of, turned
from hanlin.games.forbidden_city.words import names
from hanlin.games.forbidden_city.words.names import seat_name


def log(seen: Position, actor: int, action: str, told: Sequence[Told]) -> list[LogLine]:
    """The chronicle of one ply; ``seen`` is the view before it."""
    lines: list[LogLine] = []
    closing: list[Told] = []
    for event in told:
        if closing and not pieces.ROOM_CLOSED < event.what <= pieces.ROOM_EMPTY:
            lines += _closed(seen, told[0], closing)
            closing = []
        if pieces.ROOM_CLOSED <= event.what <= pieces.ROOM_EMPTY:
            closing.append(event)
        elif event.what == pieces.GAME_OVER:
            lines.append(_over(seen, told))
        else:
            lines += _line(seen, action, event)
    return lines + (_closed(seen, told[0], closing) if closing else [])


def _line(seen: Position, action: str, event: Told) -> Iterator[LogLine]:
    faces = kinds_of(seen.state).faces
    name = seat_name(event.seat) if event.seat >= 0 else ""
    if event.what == pieces.PLACED:
        tile, place = names.tile_words(faces[event.c // 4]), names.place_name((event.a, event.b))
        text = _("{name} places a tile at {place} ({tile}).").format(name=name, place=place, tile=tile)
        yield LogLine(text, event.seat, rule="F2.1")
    elif event.what == pieces.DREW:
        yield LogLine(_drew(seen, action, event), event.seat, rule="F2.3")
    elif event.what == pieces.UNFIT:
        text = _("{name} shows a tile that fits nowhere and puts it under the stack ({tile}).")
        yield LogLine(text.format(name=name, tile=names.tile_words(faces[event.a])), event.seat, rule="F2.4")
    elif event.what == pieces.PASSED:
        text = _("{name} has no tile that fits and passes, keeping one in hand ({tile}).")
        yield LogLine(text.format(name=name, tile=names.tile_words(faces[event.a])), event.seat, rule="F2.4")
    elif event.what == pieces.SKIPPED:
        yield LogLine(_("{name} has two tiles left and is skipped.").format(name=name), event.seat, rule="F2.4")
    elif event.what == pieces.END_REACHED:
        if event.a:
            yield LogLine(_("Nobody can place a tile any more: the game ends."), rule="F2.4")
        else:
            yield LogLine(_("All have two tiles left: the game ends."), rule="F6.1")
    elif event.what == pieces.TILE_SHOWN:
        yield _shown(seen, action, event)


def _drew(seen: Position, action: str, event: Told) -> str:
    """A draw; which tile it is is said only where all know it, and to the seat itself."""
    name = seat_name(event.seat)
    kinds = kinds_of(seen.state)
    kind = event.b - 1
    if kind < 0 and seen.seat in (None, event.seat):
        drawn = action.rpartition(" ")[2]
        kind = kinds.names.index(drawn) if drawn in kinds.names else -1
    if kind < 0:
        return _("{name} draws a tile.").format(name=name)
    return _("{name} draws a tile ({tile}).").format(name=name, tile=names.tile_words(kinds.faces[kind]))


def _shown(seen: Position, action: str, event: Told) -> LogLine:
    """A tile left over is shown and paid (F6.1)."""
    kinds = kinds_of(seen.state)
    face = kinds.faces[kinds.names.index(action.rpartition(" ")[2])]
    text = ngettext(
        "{name} shows a tile that is left ({tile}) and gets {n} coin.",
        "{name} shows a tile that is left ({tile}) and gets {n} coins.",
        event.a,
    ).format(name=seat_name(event.seat), tile=names.tile_words(face), n=event.a)
    figures = f"2 × {names.advisors(event.b)}" if event.b else f"3 × {names.dragons(event.c)}" if event.c else ""
    return LogLine(text, event.seat, event.a, figures, "F6.1")


def _over(seen: Position, told: Sequence[Told]) -> LogLine:
    """The result, from the points before the last tile and what it brought (F6.2)."""
    points = seen.scores
    for event in told:
        if event.what == pieces.TILE_SHOWN:
            points[event.seat] += event.a
    most = max(points)
    winners = [seat_name(seat) for seat, total in enumerate(points) if total == most]
    if len(winners) == 1:
        text = _("{name} wins with {coins}.").format(name=winners[0], coins=names.coins(most))
    else:
        text = _("{names} share the victory with {coins} each.").format(names=names.listed(winners), coins=names.coins(most))
    return LogLine(text, rule="F6.2")


# -- a closed room ---------------------------------------------------------------------------------------------------------


def _closed(seen: Position, placed: Told, events: Sequence[Told]) -> list[LogLine]:
    """The lines of one closed room: what it is worth and why, then who is paid (F4, F5)."""
    value, floor = events[0].b, events[0].c
    room = names.room_at(floor, _place_of(seen, placed, events[0].a))
    own = next(event for event in events if event.what == pieces.ROOM_OWN)
    neighbours = [
        Neighbour(_floor_of(seen, placed, event.a), event.b, event.c) for event in events if event.what == pieces.ROOM_ADJACENT
    ]
    figures = names.value_sum(own.b, own.c, neighbours)
    text = _("The {room} is closed, worth {value}: {sum}.").format(
        room=room, value=value, sum=names.value_words(own.b, own.c, neighbours)
    )
    lines = [LogLine(text, sum=figures, rule="F4.1")]
    there = {event.seat: event.b for event in events if event.what == pieces.ROOM_ADVISORS}
    lines += [_paid(event, room, there[event.seat], value, figures) for event in events if event.what == pieces.ROOM_PAID]
    for event in events:
        if event.what == pieces.ROOM_UNPAID:
            text = _("{name} shares the second most advisors in the {room} and gets nothing.")
            lines.append(LogLine(text.format(name=seat_name(event.seat), room=room), event.seat, rule="F5.3"))
        elif event.what == pieces.ROOM_EMPTY:
            lines.append(LogLine(_("No advisor sits in the {room}: nobody is paid.").format(room=room), rule="F5.4"))
    return lines


def _paid(event: Told, room: str, number: int, value: int, figures: str) -> LogLine:
    """A seat is paid for a room."""
    text = {
        pieces.SOLE_MOST: _("{name} has the most advisors in the {room} ({number}) and gets {coins}."),
        pieces.SHARED_MOST: _("{name} shares the most advisors in the {room} ({number}) and gets half: {coins}."),
        pieces.SECOND: _("{name} has the second most advisors in the {room} ({number}) and gets half: {coins}."),
    }[event.c].format(name=seat_name(event.seat), room=room, number=number, coins=names.coins(event.a))
    whole = event.c == pieces.SOLE_MOST
    return LogLine(text, event.seat, event.a, figures if whole else names.halved(figures, value), names.PAID_RULES[event.c])


def _place_of(seen: Position, placed: Told, root: int) -> Place:
    """The place that names a room which the tile just ``placed`` closes; ``seen`` is the view before."""
    palace = palace_of(seen.state).copy()
    face = turned(kinds_of(seen.state).faces[placed.c // 4], placed.c % 4)
    closed = palace.place((placed.a, placed.b), face, placed.seat)
    number = palace.find(root)
    return next(room.place for room in closed if room.number == number)


def _floor_of(seen: Position, placed: Told, part: int) -> int:
    """The floor of a part on the table, which may belong to the tile just ``placed``; ``seen`` is the view before."""
    palace = palace_of(seen.state)
    if part >= len(palace.where):
        return kinds_of(seen.state).faces[placed.c // 4].parts[part - len(palace.where)].floor
    where = palace.where[part]
    return palace.faces[where.x, where.y].parts[where.number].floor
