"""Tile sets: the data file (TOML) that says which tiles there are, and its strict reader (F7.1).

A set that breaks a rule is refused with a sentence that names the file, the entry and the reason; ``docs/tiles.md`` shows how a
file is written.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from hanlin.core.i18n.language import N_, _
from hanlin.core.lib.memo import memo
from hanlin.core.text.toml_files import DataFile, Entry, data_file, read_toml, shown
from hanlin.games.forbidden_city.pieces import (
    ARCHWAY,
    BASE_TILES,
    EXTRA_TILES,
    FLOORS,
    GARDEN,
    GREY,
    OPEN,
    SIDES,
    STEPS,
    TILE_FLOORS,
    WALLS,
)

SHIPPED = Path(__file__).parent / "tiles" / "hanlin.toml"
START_FACES = ("gardens", "rooms")
"""The two faces of the start tile, as the option ``side`` names them (F0.3)."""

_ID_LENGTH = 20
_TEMPLE = 4
"""The middle of the start tile's nine spaces."""


@dataclass(frozen=True, slots=True)
class Part:
    """A room part of a tile: its sides (0-3 for n e s w at rotation 0), floor, advisors (0-2) and dragons (0-1) (F0.2)."""

    sides: tuple[int, ...]
    floor: int
    advisors: int = 0
    dragons: int = 0


@dataclass(frozen=True, slots=True)
class Face:
    """The print of one space: OPEN, WALL or ARCHWAY at n e s w, and one, two (or, for the temple, four) parts."""

    walls: tuple[int, ...]
    parts: tuple[Part, ...]
    owners: tuple[int, ...] = field(init=False, compare=False, repr=False)
    """The index of the part that owns each side."""

    def __post_init__(self) -> None:
        of = {side: index for index, part in reversed([*enumerate(self.parts)]) for side in part.sides}
        object.__setattr__(self, "owners", tuple(of.get(side, -1) for side in range(4)))

    def part_at(self, side: int) -> int:
        """The index of the part that owns a side."""
        return self.owners[side]

    def look(self, rotation: int) -> tuple[Any, ...]:
        """The face's looks after quarter turns clockwise; equal looks can't be distinguished on the table."""
        sides = []
        for side in range(4):
            part = self.parts[self.part_at((side - rotation) % 4)]
            sides.append((self.walls[(side - rotation) % 4], part.floor, part.advisors, part.dragons))
        owners = [self.part_at((side - rotation) % 4) for side in range(4)]
        return (*sides, *(owners[side] == owners[(side + 1) % 4] for side in range(4)))

    @property
    def turns(self) -> int:
        """The number of rotations that look different: 1, 2 or 4."""
        return next((turns for turns in (1, 2) if self.look(turns) == self.look(0)), 4)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of tile: its id, how many of it are among the 24 and among the 6 extra tiles, and its face."""

    id: str
    count: int
    extra: int
    face: Face


@dataclass(frozen=True)
class TileSet:
    """A checked tile set: its one-word name, the kinds in the file's order, the start tile's faces (nine, reading order)."""

    name: str
    kinds: tuple[Kind, ...]
    start: Mapping[str, tuple[Face, ...]]

    @cached_property
    def digest(self) -> str:
        """A digest of 16 hex digits of everything that the rules use, and of nothing else (``docs/rules/notation.md``)."""
        content = {
            "kinds": {kind.id: {"count": kind.count, "extra": kind.extra, **_face_content(kind.face)} for kind in self.kinds},
            "start": {side: [_face_content(face) for face in faces] for side, faces in self.start.items()},
        }
        text = json.dumps(content, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode("ascii")).hexdigest()[:16]


def _face_content(face: Face) -> dict[str, Any]:
    parts = [
        ["".join(SIDES[side] for side in part.sides), FLOORS[part.floor], part.advisors, part.dragons] for part in face.parts
    ]
    return {"walls": "".join("owa"[wall] for wall in face.walls), "parts": parts}


def load_tiles(source: Any = None) -> TileSet:
    """The tile set of a file: its path, its text (a ``str`` with a line break) or a ``DataFile``. None: the shipped one.

    BadData names the file, the entry and the reason where a set breaks a rule of F7.1, and the line where it is no TOML.
    """
    if isinstance(source, TileSet):
        return source
    if source is None:
        return _shipped()
    return read_tiles(data_file(source, "tiles"))


@cache
def _shipped() -> TileSet:
    return read_tiles(data_file(SHIPPED, "tiles"))


@memo(maxsize=16)
def read_tiles(file: DataFile) -> TileSet:
    """The tile set that a file describes."""
    top = read_toml(file)
    top.only(("name", "start", "tiles"), ("about",))
    name = top.name("name")
    if not isinstance(top.data.get("about", ""), str):
        raise top.wrong(_("expected a text, not {value}").format(value=shown(top.data["about"])), top.at("about"))
    kinds = tuple(_read_kind(entry) for entry in top.rows("tiles", N_("tile {n}")))
    _check_kinds(top, kinds)
    start = top.table("start")
    start.only(START_FACES)
    return TileSet(name, kinds, {side: _read_start(start, side) for side in START_FACES})


def _read_kind(entry: Entry) -> Kind:
    entry.only(("id", "count", "parts"), ("extra", "walls"))
    id = entry.check_id(entry.data["id"], _ID_LENGTH, entry.at("id"))
    count, extra = entry.whole("count", 0, BASE_TILES), entry.whole("extra", 0, EXTRA_TILES, 0)
    kind = Kind(id, count, extra, _read_face(entry, TILE_FLOORS))
    if not kind.count + kind.extra:
        raise entry.wrong(_("there is no tile of this kind: count and extra are both 0"))
    parts = kind.face.parts
    if len(parts) > 2:
        raise entry.wrong(_("a tile has one part or two"))
    dragons = sum(part.dragons for part in parts)
    if dragons > 1:
        raise entry.wrong(_("a tile has one dragon at most"))
    if dragons and any(part.advisors for part in parts):
        raise entry.wrong(_("a tile can't have both advisors and a dragon"))
    return kind


def _read_face(entry: Entry, floors: tuple[str, ...]) -> Face:
    walls = entry.table("walls")
    walls.only((), SIDES)
    face = Face(
        tuple(WALLS.index(walls.choice(side, WALLS, "open")) for side in SIDES),
        tuple(_read_part(part, floors) for part in entry.rows("parts", N_("part {n}"))),
    )
    for number, side in enumerate(SIDES):
        owners = sum(number in part.sides for part in face.parts)
        if owners != 1:
            raise entry.wrong(_("side {side} is in {n} parts; each side must be in exactly one").format(side=side, n=owners))
    if len(face.parts) == 2:
        for part in face.parts:
            if len(part.sides) != 2 or (part.sides[1] - part.sides[0]) % 2 == 0:
                raise entry.wrong(
                    _("each half of a tile must have two neighbouring sides (the wall between the halves is a diagonal)")
                )
    return face


def _read_part(entry: Entry, floors: tuple[str, ...]) -> Part:
    entry.only(("floor", "sides"), ("advisors", "dragons"))
    floor, sides = entry.choice("floor", floors), entry.text("sides")
    if not sides or not set(sides) <= set(SIDES) or len(set(sides)) != len(sides):
        raise entry.wrong(
            _("expected some of the letters nesw, each at most once, not {value}").format(value=shown(sides)), entry.at("sides")
        )
    owned = tuple(side for side, name in enumerate(SIDES) if name in sides)
    return Part(owned, FLOORS.index(floor), entry.whole("advisors", 0, 2, 0), entry.whole("dragons", 0, 1, 0))


def _check_kinds(top: Entry, kinds: tuple[Kind, ...]) -> None:
    """Ids and looks are unique, and the numbers add up to 24 and 6 (F7.1)."""
    looks: dict[tuple[Any, ...], str] = {}
    ids: set[str] = set()
    for kind in kinds:
        if kind.id in ids:
            raise top.wrong(_("the id {id} appears twice").format(id=shown(kind.id)))
        ids.add(kind.id)
        for rotation in range(4):
            other = looks.setdefault(kind.face.look(rotation), kind.id)
            if other != kind.id:
                raise top.wrong(
                    _("the kinds {one} and {other} look alike; write them as one kind with a larger count").format(
                        one=shown(other), other=shown(kind.id)
                    )
                )
    for word, total in (("count", BASE_TILES), ("extra", EXTRA_TILES)):
        found = sum(getattr(kind, word) for kind in kinds)
        if found != total:
            raise top.wrong(_("the tiles' {word} adds up to {n}; it must be {total}").format(word=word, n=found, total=total))


def _read_start(start: Entry, side: str) -> tuple[Face, ...]:
    """The nine spaces of one face of the start tile, in reading order (F0.3)."""
    entries = start.rows(side, {"gardens": N_("gardens, space {n}"), "rooms": N_("rooms, space {n}")}[side])
    if len(entries) != 9:
        raise start.wrong(_("expected nine spaces, in reading order, not {n}").format(n=len(entries)), start.at(side))
    faces = []
    for number, entry in enumerate(entries):
        entry.only(("parts",), ("walls",))
        temple = number == _TEMPLE
        face = _read_face(entry, ("grey",) if temple else (*TILE_FLOORS, "garden"))
        _check_start_face(entry, face, temple)
        faces.append(face)
    _check_start_edges(entries, faces)
    return tuple(faces)


def _check_start_face(entry: Entry, face: Face, temple: bool) -> None:
    if temple and (len(face.parts) != 4 or face.walls != (ARCHWAY,) * 4):
        raise entry.wrong(_("the temple in the middle must have four grey parts, one on each side, each with an arch"))
    if not temple and len(face.parts) > 2:
        raise entry.wrong(_("a space has one part or two"))
    if any(part.advisors or part.dragons for part in face.parts):
        raise entry.wrong(_("the start tile can't have advisors or dragons"))
    for part in face.parts:
        for side in part.sides:
            if part.floor in (GARDEN, GREY) and face.walls[side] == OPEN:
                raise entry.wrong(
                    _("side {side}: a {floor} must have a wall or an arch on every side").format(
                        side=SIDES[side], floor=FLOORS[part.floor]
                    )
                )


def _check_start_edges(entries: list[Entry], faces: list[Face]) -> None:
    """Check that floors are equal where two spaces of the start tile meet openly (F2.2)."""
    for number, face in enumerate(faces):
        for towards in (1, 2):
            x, y = number % 3 + STEPS[towards][0], number // 3 + STEPS[towards][1]
            if x > 2 or y > 2:
                continue
            other, back = faces[3 * y + x], (towards + 2) % 4
            if face.walls[towards] != OPEN or other.walls[back] != OPEN:
                continue
            floor, meets = face.parts[face.part_at(towards)].floor, other.parts[other.part_at(back)].floor
            if floor != meets:
                raise entries[number].wrong(
                    _("side {side}: {floor} meets {other} without a wall").format(
                        side=SIDES[towards], floor=FLOORS[floor], other=FLOORS[meets]
                    )
                )
