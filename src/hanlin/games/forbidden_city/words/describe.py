"""A position as plain text, to be printed."""

from __future__ import annotations

from collections.abc import Iterator

from hanlin.core.i18n.language import _
from hanlin.core.position.position import Position
from hanlin.games.forbidden_city.palace import Palace, Place
from hanlin.games.forbidden_city.pieces import ARCHWAY, FLOORS, GARDEN, GREY, HIDDEN_TILE, OPEN, WALL
from hanlin.games.forbidden_city.snapshot import kinds_of, open_rooms, palace_of, tiles_left_by_kind
from hanlin.games.forbidden_city.words.names import coins, open_room_words, seat_name, tile_words, tiles
from hanlin.games.forbidden_city.words.options import title
from hanlin.games.forbidden_city.words.question import question

_INSIDE = 5
"""Letters between the walls of a space."""
_WAITING = -1
"""An edge without a wall towards an empty space."""

_LEVEL = {None: "     ", OPEN: "     ", WALL: "=====", ARCHWAY: "==:==", _WAITING: ". . ."}
_UPRIGHT = {None: " ", OPEN: " ", WALL: "#", ARCHWAY: ":", _WAITING: "."}


def describe(position: Position) -> str:
    """The palace as a plan of letters, the seats, the open rooms, and whose turn it is."""
    return "\n".join(
        [
            title(),
            "",
            *_plan_lines(palace_of(position.state)),
            _("g green, p pink, w white; a number is an advisor of that seat, D a dragon, * the temple, ~ a garden;"),
            _("= and # are walls, : an archway, dots an edge that is open to the outside."),
            "",
            *(_seat_line(position, seat) for seat in range(position.players)),
            "",
            *(open_room_words(room) for room in open_rooms(position.state)),
            "",
            _asked(position),
        ]
    )


def _asked(position: Position) -> str:
    asked = question(position)
    if not asked.choices:
        return asked.text
    return _("{name}: {question}").format(name=seat_name(position.actor), question=asked.text)


def _seat_line(position: Position, seat: int) -> str:
    state = position.state
    hand = int(state.hand[seat])
    left = sum(tiles_left_by_kind(state, seat).values())
    if hand == HIDDEN_TILE:
        held = _("a hidden tile")
    elif hand >= 0:
        held = tile_words(kinds_of(state).faces[hand])
    else:
        held = _("no tile")
    return _("{number} {name}: {coins}, {tiles} left, in hand {tile}").format(
        number=seat + 1, name=seat_name(seat), coins=coins(int(state.points[seat])), tiles=tiles(left), tile=held
    )


# -- the palace ----------------------------------------------------------------------------------------------------------------


def _plan_lines(palace: Palace) -> Iterator[str]:
    """Two lines of letters for each row of spaces, with the coordinates at the margin."""
    columns = range(min(x for x, _y in palace.faces), max(x for x, _y in palace.faces) + 2)
    rows = range(min(y for _x, y in palace.faces), max(y for _x, y in palace.faces) + 2)
    yield ("    " + "".join(f" {x:^{_INSIDE}}" for x in columns[:-1])).rstrip()
    for y in rows:
        yield ("    " + "".join(_corner(palace, x, y) + _level(palace, x, y) for x in columns)).rstrip()
        if y in rows[:-1]:
            spaces = (f"{_upright(palace, x, y)}{_inside(palace, (x, y)):^{_INSIDE}}" for x in columns)
            yield (f"{y:>3} " + "".join(spaces)).rstrip()


def _edge(palace: Palace, here: Place, beyond: Place, side: int) -> int | None:
    """The content of an edge, seen from both sides; a plain wall counts before an archway. None: no tile is there."""
    faces = palace.faces.get(here), palace.faces.get(beyond)
    walls = [face.walls[at] for face, at in zip(faces, (side, side ^ 2), strict=True) if face is not None]
    if not walls:
        return None
    if WALL in walls or ARCHWAY in walls:
        return WALL if WALL in walls else ARCHWAY
    return OPEN if len(walls) == 2 else _WAITING


def _corner(palace: Palace, x: int, y: int) -> str:
    around = ((x, y), (x - 1, y), (x, y - 1), (x - 1, y - 1))
    return "+" if any(place in palace.faces for place in around) else " "


def _level(palace: Palace, x: int, y: int) -> str:
    """The edge to the north of a space."""
    return _LEVEL[_edge(palace, (x, y), (x, y - 1), 0)]


def _upright(palace: Palace, x: int, y: int) -> str:
    """The edge to the west of a space."""
    return _UPRIGHT[_edge(palace, (x, y), (x - 1, y), 3)]


def _inside(palace: Palace, place: Place) -> str:
    face = palace.faces.get(place)
    if face is None:
        return ""
    if face.parts[0].floor in (GREY, GARDEN):
        return "*" if face.parts[0].floor == GREY else "~~~"
    seat = palace.seats.get(place, -1)
    parts = [FLOORS[part.floor][0] + str(seat + 1) * part.advisors + "D" * part.dragons for part in face.parts]
    return "/".join(parts)[:_INSIDE]
