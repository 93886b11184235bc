"""Setting up a position of Forbidden City: which tile can be placed where (``core/verbs/protocols.py``, ``Editing``).

A position is the list of placed tiles with their seats, in order; everything else that is held here follows from them: what
is left to whom, which rooms are closed, and the coins that they paid.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from hanlin.core.errors import BadPosition
from hanlin.core.i18n.language import _
from hanlin.core.jit.events import capture
from hanlin.core.lib.memo import memo
from hanlin.core.position.position import Position
from hanlin.core.position.position_text import read_written
from hanlin.core.text.fields import NONE, counts_text
from hanlin.core.verbs.presentation import Counter, LogLine, Tool, labelled
from hanlin.core.verbs.setup_counter import MID_TURN, OVER, whose_turn
from hanlin.drawing import GOLD, INK, SOFT, circle, colour, document, element, path, rect, seat_colour
from hanlin.games.forbidden_city.drawing.art import CELL
from hanlin.games.forbidden_city.drawing.board import board as draw_board
from hanlin.games.forbidden_city.notation import kind_ids
from hanlin.games.forbidden_city.palace import Place
from hanlin.games.forbidden_city.pieces import (
    ARCHWAY,
    COLOUR_OF_SEAT,
    FINISHED,
    FLOORS,
    KEPT_TILES,
    OPEN,
    PLACE,
    STEPS,
)
from hanlin.games.forbidden_city.positions import KNOWN, MOST_COINS, PHASES, shown_tiles
from hanlin.games.forbidden_city.rules import lay
from hanlin.games.forbidden_city.snapshot import kinds_of, left_over_value, palace_of, turned
from hanlin.games.forbidden_city.spaces import turned as turned_sides
from hanlin.games.forbidden_city.state import place_of, space_at
from hanlin.games.forbidden_city.tiles import Face
from hanlin.games.forbidden_city.words import names
from hanlin.games.forbidden_city.words.log import left_over, reckoning
from hanlin.games.forbidden_city.words.names import seat_name
from hanlin.games.forbidden_city.words.whereabouts import space_names

SPACE = "fc-space-"
"""Prefix of the ids of the places; ``X,Y`` follows."""
TILE, TAKE = "tile-", "take"
"""The tools: ``tile-SEAT-KIND``, and taking away."""


class Laid(NamedTuple):
    """A placed tile."""

    place: Place
    rotation: int
    kind: int
    seat: int


def _tiles_of_each(s: Any) -> list[int]:
    """The number of tiles of each kind that a seat has."""
    return [int(tiles).bit_count() for tiles in s.kind_tiles[: int(s.kinds)]]


def _laid(s: Any) -> list[Laid]:
    """The placed tiles, in order."""
    number = int(s.placed)
    tiles = zip(s.placed_space[:number].tolist(), s.placed_tile[:number].tolist(), s.placed_seat[:number].tolist(), strict=True)
    return [Laid(place_of(space), tile % 4, tile // 4, seat) for space, tile, seat in tiles]


# -- what there is ---------------------------------------------------------------------------------------------------------


def beginning(start: Position) -> Position:
    """The start tile alone before the first turn, a tile in each hand."""
    return start.settle(0)


def tools(position: Position) -> list[Tool]:
    """The tiles of each seat, and taking away."""
    s, kinds = position.state, kinds_of(position.state)
    laid, of_each = _laid(s), _tiles_of_each(s)
    found = []
    for seat in range(position.players):
        there = [each.kind for each in laid if each.seat == seat]
        for kind, face in enumerate(kinds.faces):
            left = of_each[kind] - there.count(kind)
            label = names.sentence(names.tile_words(face))
            name = f"{TILE}{seat + 1}-{kinds.names[kind]}"
            found.append(Tool(name, label, _picture(face, seat), seat, left, seat_name(seat)))
    return [*found, Tool(TAKE, _("Remove"))]


@memo(maxsize=512)
def _picture(face: Face, seat: int) -> str:
    """A tile in a few strokes: floors, walls, archways as walls with a gap, a dot for each advisor, a diamond for a dragon."""
    corners = ((2, 2), (30, 2), (30, 30), (2, 30))
    drawn, figures = "", ""
    for part in face.parts:
        half = len(part.sides) < 4
        first = next((side for side in part.sides if (side - 1) % 4 not in part.sides), 0)
        points = [corners[(first + n) % 4] for n in range(3 if half else 4)]
        outline = "L".join(f"{x} {y}" for x, y in points)
        drawn += path(f"M{outline}Z", fill=colour(f"floor-{FLOORS[part.floor]}"), stroke=INK, stroke_width=0.7)
        x, y = (sum(point[axis] for point in points) / len(points) for axis in (0, 1))
        for n in range(part.advisors):
            figures += circle(x + (n - (part.advisors - 1) / 2) * 9, y, 4, fill=seat_colour(COLOUR_OF_SEAT[seat]), stroke=INK)
        if part.dragons:
            figures += path(f"M{x} {y - 6}L{x + 6} {y}L{x} {y + 6}L{x - 6} {y}Z", fill=GOLD, stroke=INK)
    for side, wall in enumerate(face.walls):
        if wall != OPEN:
            (ax, ay), (bx, by) = corners[side], corners[(side + 1) % 4]
            dashes = "9 10 9" if wall == ARCHWAY else None
            drawn += path(f"M{ax} {ay}L{bx} {by}", stroke=colour("palace-wall"), stroke_width=4, stroke_dasharray=dashes)
    return document("setup", 32, 32, drawn + figures, label="", aria_hidden="true")


def spots(position: Position) -> dict[str, str]:
    """The placed tiles, and the spaces next to the palace."""
    palace = palace_of(position.state)
    return {_id(place): _called(position, place) for place in [*palace.seats, *palace.free()]}


def _id(place: Place) -> str:
    return f"{SPACE}{place[0]},{place[1]}"


def _called(position: Position, place: Place) -> str:
    """A free space by what is beside it, a tile by its number."""
    palace = palace_of(position.state)
    if place not in palace.faces:
        return names.sentence(space_names(palace)[place])
    number = list(palace.seats).index(place) + 1
    return labelled(_("Tile {n}").format(n=number), names.tile_words(palace.faces[place]))


def board(position: Position, *, shape: str = "wide") -> str:
    """The palace, with the spaces next to it as places."""
    palace = palace_of(position.state)
    places = [*palace.seats, *palace.free()]
    drawn = (_drawn_place(each, each in palace.seats, _called(position, each)) for each in places)
    return str(draw_board(position, shape=shape, above="".join(drawn)))


@memo(maxsize=1024)
def _drawn_place(place: Place, taken: bool, name: str) -> str:
    """A target over the palace: a placed tile can be hit, a free space is marked."""
    x, y = place[0] * CELL, place[1] * CELL
    inside = rect(x, y, CELL, CELL, fill="transparent")
    if not taken:
        inside += rect(x + 7, y + 7, 46, 46, 6, fill="none", stroke=SOFT, stroke_width=1.4, stroke_dasharray="4 5")
    return element("g", inside, id=_id(place), aria_label=name)


def _place_of(spot: str) -> Place:
    x, y = spot.removeprefix(SPACE).split(",")
    return int(x), int(y)


def counters(position: Position) -> list[Counter]:
    """The acting seat, the coins, and the tiles in hand."""
    s, kinds = position.state, kinds_of(position.state)
    now = OVER if s.phase == FINISHED else int(s.seat) if s.phase == PLACE else MID_TURN
    found = [whose_turn(now, [seat_name(seat) for seat in range(position.players)])]
    for seat in range(position.players):
        coins = int(s.points[seat])
        most = max(MOST_COINS, coins)
        found.append(Counter(f"coins.{seat + 1}", seat_name(seat), coins, most=most, seat=seat, group=_("Coins")))
    for seat in range(position.players):
        if s.hand[seat] >= 0:
            held = int(s.hand[seat])
            there = sorted({held, *(kind for kind in range(len(kinds.faces)) if int(s.stack[seat]) & int(s.kind_tiles[kind]))})
            choices = tuple((kind, names.sentence(names.tile_words(kinds.faces[kind]))) for kind in there)
            label = seat_name(seat)
            found.append(Counter(f"hand.{seat + 1}", label, held, seat=seat, choices=choices, group=_("Tile in hand")))
    return found


def counted(position: Position) -> list[LogLine]:
    """The coins of each closed room, as it was when it closed, and when the game is over those of the tiles that were left."""
    s = position.state
    events = []
    again = position.game.first_state(position.players, position.options)[0]
    for name in ("placed_space", "placed_tile", "placed_seat"):
        again[name][:] = s[name]
    for number, (place, rotation, kind, seat) in enumerate(_laid(s), 1):
        again.placed = number
        with capture() as closing:
            lay(again, seat, kind, space_at(*place), turned_sides(int(again.kind_sides[kind]), rotation))
        events += closing
    lines = reckoning(position, events) if events else []
    if s.phase == FINISHED:
        for seat, shown in enumerate(shown_tiles(s)):
            lines += [left_over(position, seat, kind) for kind, n in enumerate(shown) for _tile in range(n)]
    return [line for line in lines if line.points]


# -- changes ---------------------------------------------------------------------------------------------------------------


def place(position: Position, tool: str, spot: str, by: int) -> str:
    """Place a tile in the first way in which it fits; the same one again turns it, and takes it away after its last way.

    The coins of rooms follow where one becomes closed, or is closed no longer.
    """
    at, laid = _place_of(spot), _laid(position.state)
    number = next((n for n, each in enumerate(laid) if each.place == at), None)
    if tool == TAKE or by < 0:
        if number is None:
            raise BadPosition(_("There is no player's tile there."))
        return _taken(position, laid, number)
    seat, _dash, id_ = tool.removeprefix(TILE).partition("-")
    kind = kind_ids(position.state).index(id_)
    turns = _ways(position, at, kind, int(seat) - 1)
    if number is None:
        return _first_that_fits(position, [[*laid, new] for new in turns])
    there = laid[number]
    if (there.kind, there.seat) != (kind, int(seat) - 1):
        return _first_that_fits(position, [[*laid[:number], new, *laid[number + 1 :]] for new in turns])
    later = [[*laid[:number], new, *laid[number + 1 :]] for new in turns if new.rotation > there.rotation]
    earlier = [[*laid[:number], new, *laid[number + 1 :]] for new in turns if new.rotation < there.rotation]
    return _first_that_fits(position, [*later, _without(position, laid, number), *earlier])


def _ways(position: Position, at: Place, kind: int, seat: int) -> list[Laid]:
    """The rotations in which a tile's floors fit the adjacent ones (F2.2); if there is none, one that is refused."""
    kinds, palace = kinds_of(position.state), palace_of(position.state)
    every = [Laid(at, rotation, kind, seat) for rotation in range(kinds.turns[kind])]
    return [way for way in every if palace.clash(at, turned(kinds.faces[kind], way.rotation)) is None] or every[:1]


def _taken(position: Position, laid: Sequence[Laid], number: int) -> str:
    return _first_that_fits(position, [_without(position, laid, number)])


def _without(position: Position, laid: Sequence[Laid], number: int) -> list[Laid]:
    """The tiles without one, in an order in which each is next to others when it is placed, as far as there is one."""
    left = [*laid[:number], *laid[number + 1 :]]
    taken = set(palace_of(position.state).faces) - {each.place for each in laid}
    found: list[Laid] = []
    while left:
        touching = [each for each in left if any((each.place[0] + dx, each.place[1] + dy) in taken for dx, dy in STEPS)]
        following = touching[0] if touching else left[0]
        left.remove(following)
        taken.add(following.place)
        found.append(following)
    return found


def _first_that_fits(position: Position, ways: Sequence[list[Laid]]) -> str:
    """The text with the first of these palaces that can be; BadPosition as for the first one where none can."""
    refused = None
    for laid in ways:
        try:
            return _with_coins(position, read_written(position, _written(position, laid))).text()
        except BadPosition as error:
            refused = refused or error
    assert refused is not None
    raise refused


def _with_coins(before: Position, after: Position) -> Position:
    """The position with the coins that its palace has paid beyond that of before."""
    s = after.state
    for seat, (now, then) in enumerate(zip(_paid(after), _paid(before), strict=True)):
        s.points[seat] = max(0, int(before.state.points[seat]) + now - then)
    return after


def _paid(position: Position) -> list[int]:
    """The coins of each seat that what can be seen has paid: closed rooms (F5), and the tiles that were shown (F6.1)."""
    s = position.state
    paid = [0] * position.players
    for room in palace_of(s).closings:
        for seat, (coins, _why) in enumerate(room.pays):
            paid[seat] += coins
    if s.phase == FINISHED:
        faces = kinds_of(s).faces
        for seat, shown in enumerate(shown_tiles(s)):
            paid[seat] += sum(n * left_over_value(faces[kind]) for kind, n in enumerate(shown))
    return paid


def count(position: Position, counter: str, value: int) -> str:
    """Another moment, other coins, another tile in hand."""
    s, (what, *rest) = position.state, counter.split(".")
    if what == "now":
        if value == MID_TURN:
            return position.text()
        written = _written(position, _laid(s), OVER if value == OVER else value)
        return _with_coins(position, read_written(position, written)).text()
    seat = int(rest[0]) - 1
    if what == "coins":
        after = position.copy()
        after.state.points[seat] = value
        return after.text()
    hands = _hands(position)
    hands[seat] = kind_ids(s)[value] if value != s.hand[seat] else hands[seat]
    fields = [field.partition(" ") for field in position.text().split("; ")]
    return "; ".join(f"{name} {'|'.join(hands) if name == 'hands' else words}" for name, _blank, words in fields)


# -- positions as text -------------------------------------------------------------------------------------------------------


def _hands(position: Position) -> list[str]:
    """The field of the hands, by seat."""
    return dict(field.split(" ", 1) for field in position.text().split("; "))["hands"].split("|")


def _written(position: Position, laid: Sequence[Laid], moment: int | None = None) -> str:
    """The position with these tiles, and everything that follows from them. ``moment``: whose turn it is, or OVER; where
    nothing is said, as it was, and the next one's who can place something."""
    s, ids, players = position.state, kind_ids(position.state), position.players
    left = [_tiles_of_each(s) for _seat in range(players)]
    for each in laid:
        left[each.seat][each.kind] -= 1
    placing = [seat for seat in range(players) if sum(left[seat]) > KEPT_TILES]
    if moment is None:
        turn = int(s.seat)
        following = next((seat % players for seat in range(turn, turn + players) if seat % players in placing), OVER)
        moment = OVER if s.phase == FINISHED else following
    under = [[] if moment == OVER else _under(s, seat, left[seat]) for seat in range(players)]
    fields = [position.text().partition("; now ")[0]]
    fields.append(f"now {PHASES[FINISHED]} 1" if moment == OVER else f"now {PHASES[PLACE]} {moment + 1}")
    fields.append("coins " + " ".join(str(int(points)) for points in s.points[:players]))
    holding = placing if moment != OVER else []
    hands = [_hand(s, seat, left[seat], under[seat]) if seat in holding else NONE for seat in range(players)]
    fields.append("hands " + "|".join(hands))
    if any(under):
        fields.append("under " + "|".join(" ".join(ids[kind] for kind in kinds) or NONE for kinds in under))
    if moment == OVER:
        fields.append("shown " + "|".join(counts_text([max(0, n) for n in numbers], ids) for numbers in left))
    tiles = [f"{x},{y} {rotation} {ids[kind]} {seat + 1}" for (x, y), rotation, kind, seat in laid]
    return "; ".join([*fields, "placed " + ("|".join(tiles) or NONE)])


def _under(s: Any, seat: int, left: Sequence[int]) -> list[int]:
    """The tiles under a stack, as far as they are still left; one at least is kept for the hand."""
    there = list(left)
    found = []
    for kind in s.under[seat, : int(s.unders[seat])].tolist():
        if there[kind] > 0 and sum(there) > 1:
            there[kind] -= 1
            found.append(kind)
    return found


def _hand(s: Any, seat: int, left: Sequence[int], under: Sequence[int]) -> str:
    """The tile in a hand: that which was there, or else the first of those of which most are left."""
    there = [n - under.count(kind) for kind, n in enumerate(left)]
    held = int(s.hand[seat])
    if held >= 0 and there[held] > 0:
        return kind_ids(s)[held] + (KNOWN if s.hand_known[seat] else "")
    return kind_ids(s)[there.index(max(there))]
