"""Tile sets: the data file (TOML) that says which tiles there are, and its strict reader (F7.1).

A set that breaks a rule is refused with a sentence that names the file, the entry and the reason; ``docs/tiles.md`` shows how a
file is written.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from os import PathLike
from pathlib import Path
from typing import Any

from hanlin.core.errors import BadData
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

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_NAME_LENGTH = 20
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
    """What is printed on one space: OPEN, WALL or ARCHWAY at n e s w, and one, two (or, for the temple, four) parts."""

    walls: tuple[int, ...]
    parts: tuple[Part, ...]

    def part_at(self, side: int) -> int:
        """The index of the part that owns a side."""
        return next(index for index, part in enumerate(self.parts) if side in part.sides)

    def look(self, rotation: int) -> tuple[Any, ...]:
        """What the face looks like after quarter turns clockwise; equal looks can't be told apart on the table."""
        sides = []
        for side in range(4):
            part = self.parts[self.part_at((side - rotation) % 4)]
            sides.append((self.walls[(side - rotation) % 4], part.floor, part.advisors, part.dragons))
        owners = [self.part_at((side - rotation) % 4) for side in range(4)]
        return (*sides, *(owners[side] == owners[(side + 1) % 4] for side in range(4)))

    @property
    def turns(self) -> int:
        """How many rotations look different: 1, 2 or 4."""
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
        """16 hex digits that follow from all that the rules need, and from nothing else (``docs/rules/notation.md``)."""
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


def load_tiles(source: str | PathLike[str] | TileSet | None = None) -> TileSet:
    """The tile set of a file, given by its path or its text (a ``str`` with a line break). None: the shipped one.

    BadData names the file, the entry and the reason where a set breaks a rule of F7.1, and the line where it is no TOML.
    """
    if isinstance(source, TileSet):
        return source
    if source is None:
        return _shipped()
    if isinstance(source, str) and "\n" in source:
        return read_tiles(source, "tiles")
    return _read_file(Path(source))


@cache
def _shipped() -> TileSet:
    return _read_file(SHIPPED)


def _read_file(path: Path) -> TileSet:
    try:
        text = path.read_bytes().decode("utf-8")
    except OSError as error:
        raise BadData(f"{path}: can't be read: {error.strerror}.") from None
    except UnicodeDecodeError as error:
        raise BadData(f"{path}: is not UTF-8 text (byte {error.start}).") from None
    return read_tiles(text, str(path))


def read_tiles(text: str, file: str) -> TileSet:
    """Check the text of a tile set; ``file`` is its name for the messages of BadData."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadData(f"{file}: is not proper TOML: {error}.") from None
    top = _Entry(data, file, "the file")
    top.only("name", "about", "start", "tiles")
    name = top.text("name")
    if _NAME.fullmatch(name) is None:
        top.fail(f"name is to be one word of small letters, digits and hyphens, not {name!r}")
    if "about" in data:
        top.text("about")
    kinds = tuple(_read_kind(entry) for entry in top.tables("tiles", "tile"))
    _check_kinds(top, kinds)
    start = top.table("start", "start")
    start.only(*START_FACES)
    return TileSet(name, kinds, {side: _read_start(start, side) for side in START_FACES})


@dataclass(frozen=True, slots=True)
class _Entry:
    """A table of the file, with the words that name it in a message."""

    data: Mapping[str, Any]
    file: str
    name: str

    def fail(self, reason: str) -> Any:
        raise BadData(f"{self.file}: {self.name}: {reason}.")

    def only(self, *known: str) -> None:
        for key in self.data:
            if key not in known:
                self.fail(f"unknown word {key!r}; known here: {', '.join(known)}")

    def text(self, key: str) -> str:
        value = self.data.get(key)
        return value if isinstance(value, str) and value else str(self.fail(f"{key} is to be a text, not {value!r}"))

    def number(self, key: str, most: int, default: int | None = None) -> int:
        """A whole number from 0 to ``most``."""
        value = self.data.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
            self.fail(f"{key} is to be a whole number from 0 to {most}, not {value!r}")
        return int(value)

    def table(self, key: str, name: str) -> _Entry:
        value = self.data.get(key)
        if not isinstance(value, dict):
            self.fail(f"{key} is to be a table, not {value!r}")
        return _Entry(value, self.file, name)  # type: ignore[arg-type]

    def tables(self, key: str, name: str) -> Iterator[_Entry]:
        """A list of tables, named by their number in the list and, where they have one, their id."""
        value = self.data.get(key)
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            self.fail(f"{key} is to be a list of tables")
        for number, item in enumerate(value, 1):  # type: ignore[arg-type]
            id_ = item.get("id")
            yield _Entry(item, self.file, f"{name} {number} ({id_})" if isinstance(id_, str) else f"{name} {number}")


def _read_kind(entry: _Entry) -> Kind:
    entry.only("id", "count", "extra", "walls", "parts")
    id_ = entry.text("id")
    if _NAME.fullmatch(id_) is None or len(id_) > _NAME_LENGTH:
        entry.fail(f"id is to be small letters, digits and hyphens, at most {_NAME_LENGTH} of them, not {id_!r}")
    kind = Kind(id_, entry.number("count", BASE_TILES), entry.number("extra", EXTRA_TILES, 0), _read_face(entry, TILE_FLOORS))
    if not kind.count + kind.extra:
        entry.fail("there is no tile of this kind: count and extra are both 0")
    parts = kind.face.parts
    if len(parts) > 2:
        entry.fail("a tile has one part or two")
    dragons = sum(part.dragons for part in parts)
    if dragons > 1:
        entry.fail("a tile has one dragon at most")
    if dragons and any(part.advisors for part in parts):
        entry.fail("advisors and a dragon are never on one tile")
    return kind


def _read_face(entry: _Entry, floors: tuple[str, ...]) -> Face:
    walls = entry.table("walls", f"{entry.name}: walls") if "walls" in entry.data else _Entry({}, entry.file, entry.name)
    walls.only(*SIDES)
    kinds = [walls.data.get(side, "open") for side in SIDES]
    for side, kind in zip(SIDES, kinds, strict=True):
        if kind not in WALLS:
            walls.fail(f"side {side} is to be one of {', '.join(WALLS)}, not {kind!r}")
    face = Face(
        tuple(WALLS.index(kind) for kind in kinds),
        tuple(_read_part(part, floors) for part in entry.tables("parts", f"{entry.name}: part")),
    )
    for number, side in enumerate(SIDES):
        owners = sum(number in part.sides for part in face.parts)
        if owners != 1:
            entry.fail(f"side {side} is in {owners} parts; each side is to be in exactly one")
    if len(face.parts) == 2:
        for part in face.parts:
            if len(part.sides) != 2 or (part.sides[1] - part.sides[0]) % 2 == 0:
                entry.fail("each half of a tile is to own two neighbouring sides (the wall between the halves is a diagonal)")
    return face


def _read_part(entry: _Entry, floors: tuple[str, ...]) -> Part:
    entry.only("floor", "sides", "advisors", "dragons")
    floor, sides = entry.text("floor"), entry.text("sides")
    if floor not in floors:
        entry.fail(f"floor is to be one of {', '.join(floors)}, not {floor!r}")
    if not set(sides) <= set(SIDES) or len(set(sides)) != len(sides):
        entry.fail(f"sides is to be some of the letters nesw, each once, not {sides!r}")
    owned = tuple(side for side, name in enumerate(SIDES) if name in sides)
    return Part(owned, FLOORS.index(floor), entry.number("advisors", 2, 0), entry.number("dragons", 1, 0))


def _check_kinds(top: _Entry, kinds: tuple[Kind, ...]) -> None:
    """Ids and looks are unique, and the numbers add up to 24 and 6 (F7.1)."""
    looks: dict[tuple[Any, ...], str] = {}
    ids: set[str] = set()
    for kind in kinds:
        if kind.id in ids:
            top.fail(f"the id {kind.id!r} is given twice")
        ids.add(kind.id)
        for rotation in range(4):
            other = looks.setdefault(kind.face.look(rotation), kind.id)
            if other != kind.id:
                top.fail(f"the kinds {other!r} and {kind.id!r} look alike; write them as one kind with a larger count")
    for word, total in (("count", BASE_TILES), ("extra", EXTRA_TILES)):
        found = sum(getattr(kind, word) for kind in kinds)
        if found != total:
            top.fail(f"the tiles' {word} adds up to {found}; it is to be {total}")


def _read_start(start: _Entry, side: str) -> tuple[Face, ...]:
    """The nine spaces of one face of the start tile, in reading order (F0.3)."""
    entries = list(start.tables(side, f"start.{side}, space"))
    if len(entries) != 9:
        start.fail(f"{side} is to have nine spaces, in reading order, not {len(entries)}")
    faces = []
    for number, entry in enumerate(entries):
        entry.only("walls", "parts")
        temple = number == _TEMPLE
        face = _read_face(entry, ("grey",) if temple else (*TILE_FLOORS, "garden"))
        _check_start_face(entry, face, temple)
        faces.append(face)
    _check_start_edges(start, side, faces)
    return tuple(faces)


def _check_start_face(entry: _Entry, face: Face, temple: bool) -> None:
    if temple and (len(face.parts) != 4 or face.walls != (ARCHWAY,) * 4):
        entry.fail("the temple in the middle is to have four grey parts, one to each side, each with an arch")
    if not temple and len(face.parts) > 2:
        entry.fail("a space has one part or two")
    if any(part.advisors or part.dragons for part in face.parts):
        entry.fail("there are no advisors and dragons on the start tile")
    for part in face.parts:
        for side in part.sides:
            if part.floor in (GARDEN, GREY) and face.walls[side] == OPEN:
                entry.fail(f"side {SIDES[side]}: a {FLOORS[part.floor]} is to have a wall or an arch on every side")


def _check_start_edges(start: _Entry, side: str, faces: list[Face]) -> None:
    """Where two spaces of the start tile meet openly the floors are equal (F2.2)."""
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
                start.fail(
                    f"{side}, space {number + 1}, side {SIDES[towards]}: {FLOORS[floor]} meets {FLOORS[meets]} without a wall"
                )
