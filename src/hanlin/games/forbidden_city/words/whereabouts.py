"""Spaces and rotations in the words of who looks at the table: "above the white room of 3 tiles", "wall on the left"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from hanlin.core.i18n.language import _, current_language, listed, ngettext, pgettext
from hanlin.core.lib.memo import memo, remembered
from hanlin.games.forbidden_city.palace import Palace, Place
from hanlin.games.forbidden_city.pieces import ARCHWAY, GARDEN, OPEN, WALL
from hanlin.games.forbidden_city.tiles import Face
from hanlin.games.forbidden_city.words.names import floor_name, half, in_room, turn_names

# -- free spaces -----------------------------------------------------------------------------------------------------------


def space_names(palace: Palace) -> Mapping[Place, str]:
    """A name for each free space next to the palace, by the rooms beside it; no two are equal."""
    return _space_names(current_language(), palace)


@memo(maxsize=64)
def _space_names(_language: str, palace: Palace) -> Mapping[Place, str]:
    beside = {place: _beside(palace, place) for place in palace.free()}
    found = {place: near[0] for place, near in beside.items()}
    alike = Counter(found.values())
    found = {place: listed(beside[place][:2]) if alike[name] > 1 else name for place, name in found.items()}
    return found | _numbered(found)


def _beside(palace: Palace, place: Place) -> list[str]:
    """The whereabouts of a space from each tile next to it: rooms that go on there first, and of these the largest."""
    near = []
    for side in range(4):
        beyond = palace.beyond(place, side)
        face = palace.faces.get(beyond)
        if face is not None:
            room = palace.sums[palace.room_at(beyond, face.owners[side ^ 2])]
            is_open, size = face.walls[side ^ 2] == OPEN, len(room.spaces)
            near.append((not is_open, -size, side, _from(side, room.floor, size)))
    return [words for *_order, words in sorted(near)]


def _from(side: int, floor: int, size: int) -> str:
    """A space that has a room at that side, which is on the opposite side of the room."""
    if floor == GARDEN:
        return (_("below the garden"), _("left of the garden"), _("above the garden"), _("right of the garden"))[side]
    text = (_("below the {room}"), _("left of the {room}"), _("above the {room}"), _("right of the {room}"))[side]
    return text.format(room=in_room(floor, size))


def _numbered(found: Mapping[Place, str]) -> dict[Place, str]:
    """The spaces whose names are equal, counted from the left, from the top, or as one reads."""
    groups: dict[str, list[Place]] = {}
    for place, name in found.items():
        groups.setdefault(name, []).append(place)
    numbered = {}
    for name, places in groups.items():
        if len(places) == 1:
            continue
        across, down = (len({place[axis] for place in places}) == len(places) for axis in (0, 1))
        text = (
            _("{place}, {n} of {all} from the left")
            if across
            else _("{place}, {n} of {all} from the top")
            if down
            else _("{place}, {n} of {all} from the top left")
        )
        order: Callable[[Place], Place] = (lambda place: place) if across else (lambda place: (place[1], place[0]))
        for n, place in enumerate(sorted(places, key=order), 1):
            numbered[place] = text.format(place=name, n=n, all=len(places))
    return numbered


@remembered(512)
def from_temple(place: Place) -> str:
    """The direction from the temple to a place."""
    x, y = place
    across = (x > 0) - (x < 0) if 2 * abs(x) >= abs(y) else 0
    down = (y > 0) - (y < 0) if 2 * abs(y) >= abs(x) else 0
    rows = (
        (_("upper left"), pgettext("from the temple", "above"), _("upper right")),
        (pgettext("from the temple", "left"), _("at the temple"), pgettext("from the temple", "right")),
        (_("lower left"), pgettext("from the temple", "below"), _("lower right")),
    )
    return rows[down + 1][across + 1]


# -- rotations -------------------------------------------------------------------------------------------------------------


@remembered(512)
def rotation_names(turned: Sequence[Face]) -> tuple[str, ...]:
    """The rotations of a tile, by what one sees of each; ``turned``: those that look different. A single one has no name."""
    if len(turned) == 1:
        return ("",)
    found = [_halves(face) if len(face.parts) > 1 else _walls(face) for face in turned]
    if len(set(found)) < len(found):
        found = [listed([words for words in (_halves(face), _walls(face)) if words]) for face in turned]
    return tuple(found) if len(set(found)) == len(found) else turn_names()[: len(found)]


def _halves(face: Face) -> str:
    """The corner of the first half of a tile: "green at the top right"."""
    if len(face.parts) < 2:
        return ""
    first, second = face.parts[:2]
    what = half(first) if first.floor == second.floor else floor_name(first.floor)
    corners = {
        frozenset((0, 1)): _("{half} at the top right"),
        frozenset((1, 2)): _("{half} at the bottom right"),
        frozenset((2, 3)): _("{half} at the bottom left"),
        frozenset((3, 0)): _("{half} at the top left"),
    }
    return corners.get(frozenset(first.sides), "").format(half=what)


def _walls(face: Face) -> str:
    """The sides of a tile's walls and archways: "walls above and on the left, archway below"."""
    walls = [side for side in range(4) if face.walls[side] == WALL]
    archways = [side for side in range(4) if face.walls[side] == ARCHWAY]
    words = []
    if walls:
        words.append(ngettext("wall {sides}", "walls {sides}", len(walls)).format(sides=_sides(walls)))
    if archways:
        words.append(ngettext("archway {sides}", "archways {sides}", len(archways)).format(sides=_sides(archways)))
    return ", ".join(words)


def _sides(sides: Sequence[int]) -> str:
    names = (
        pgettext("side", "above"),
        pgettext("side", "on the right"),
        pgettext("side", "below"),
        pgettext("side", "on the left"),
    )
    return listed([names[side] for side in sides])
