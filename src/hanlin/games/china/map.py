"""Maps of China: data files (TOML), their strict loader (C9.1), and how a map is laid out in a state's record.

docs/maps.md explains the format to those who write a map.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from hanlin.core.errors import BadData
from hanlin.games.china.pieces import BORDERS, COLOURS, MOST_SPACES, REGIONS, VIOLET
from hanlin.games.china.state import ID_LENGTH

SHIPPED = Path(__file__).parent / "maps" / "warring-states.toml"
"""The map that is used when no other is named: one of the project's own (C9.2)."""

SIDES = ("3-4", "4-5")
FEWEST_SPACES = 4
GAP_KINDS = ("mountains", "lake", "marsh")

Point = tuple[float, float]
Outline = tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Region:
    """A region with its palace spaces (their positions, in the order of their numbers from 1) and its dragon space."""

    id: str
    title: str
    colour: int
    spaces: tuple[Point, ...]
    dragon: Point
    label: Point | None = None
    outline: Outline | None = None


@dataclass(frozen=True, slots=True)
class Road:
    """A road between two spaces, numbered as in the record, a < b; ``bend`` is the control point of a quadratic curve."""

    a: int
    b: int
    bend: Point | None = None


@dataclass(frozen=True, slots=True)
class Side:
    """One side of the board: the numbers of players it is for, and all its roads, those of both sides first."""

    players: tuple[int, ...]
    roads: tuple[Road, ...]


@dataclass(frozen=True, slots=True)
class Gap:
    """Land of no region that keeps regions apart: ``kind`` is mountains, lake or marsh."""

    id: str
    title: str
    kind: str
    label: Point | None
    outline: Outline


@dataclass(frozen=True, slots=True)
class River:
    title: str
    width: float
    line: Outline


@dataclass(frozen=True, slots=True)
class Lettering:
    title: str
    at: Point


@dataclass(frozen=True, slots=True)
class Map:
    """A board. Regions, borders and spaces have the numbers that they have in the record (``state.py``)."""

    name: str
    title: str
    canvas: Point
    regions: tuple[Region, ...]
    borders: tuple[tuple[int, int], ...]
    border_marks: tuple[Point | None, ...]
    sides: Mapping[str, Side]
    gaps: tuple[Gap, ...] = ()
    sea: Outline | None = None
    rivers: tuple[River, ...] = ()
    labels: tuple[Lettering, ...] = ()
    digest: str = ""
    """16 hexadecimal digits that name what the rules need of the map (notation.md, at its end)."""
    text: str = field(default="", repr=False)
    """The file's text: ``load_map(map.text)`` gives the map again."""

    def __hash__(self) -> int:
        return hash(self.text)

    def space_at(self, space: int) -> Point:
        """Where the space of that number of the record lies."""
        return self.regions[space // MOST_SPACES].spaces[space % MOST_SPACES]


def shipped_map() -> Map:
    """The project's own map."""
    return load_map(None)


def load_map(source: str | Path | Map | None) -> Map:
    """The map of a file, given by its path or its text (a ``str`` with a line break). None is the shipped map; a Map stays.

    BadData names the file, the entry and the reason where a map breaks a rule of C9.1, and the line where it is no TOML.
    """
    if isinstance(source, Map):
        return source
    if source is None:
        return _shipped()
    if isinstance(source, str) and "\n" in source:
        return read_map(source, "map")
    path = Path(source)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadData(f"{path}: the file can't be read as text: {error}") from None
    return read_map(text, path.name)


@cache
def _shipped() -> Map:
    return read_map(SHIPPED.read_text(encoding="utf-8"), SHIPPED.name)


@lru_cache(maxsize=16)
def read_map(text: str, file: str) -> Map:
    """The map of that text; ``file`` is the name for messages."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadData(f"{file}: this is no TOML: {error}") from None
    return _Reader(file, text).map(data)


class _Reader:
    """Turns the tables of a file into a Map and checks everything on the way, each entry where it is read."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text
        self.canvas: Point = (0.0, 0.0)

    def wrong(self, entry: str, reason: str) -> BadData:
        return BadData(f"{self.file}: {entry}: {reason}")

    # -- the whole ---------------------------------------------------------------------------------------------------------

    def map(self, data: dict[str, Any]) -> Map:
        needed = ("name", "canvas", "sides", "regions", "borders", "roads")
        self.keys(data, "the file", needed, ("title", "border_marks", "gaps", "decoration"))
        name = self.word(data["name"], "name")
        self.canvas = self.size(data["canvas"])
        regions = tuple(self.region(id, table) for id, table in self.table(data["regions"], "regions").items())
        self.check_regions(regions)
        borders = self.borders(data["borders"], regions)
        sides = self.sides(data["sides"], data["roads"], regions, borders)
        decoration = self.table(data.get("decoration", {}), "decoration")
        self.keys(decoration, "decoration", (), ("sea", "rivers", "labels"))
        return Map(
            name=name,
            title=self.string(data.get("title", name), "title"),
            canvas=self.canvas,
            regions=regions,
            borders=borders,
            border_marks=self.marks(data.get("border_marks", {})),
            sides=sides,
            gaps=tuple(self.gap(id, table) for id, table in self.table(data.get("gaps", {}), "gaps").items()),
            sea=self.points(decoration["sea"], "decoration.sea", 3, inside=False) if "sea" in decoration else None,
            rivers=tuple(self.river(i, table) for i, table in self.rows(decoration.get("rivers", []), "decoration.rivers")),
            labels=tuple(self.lettering(i, table) for i, table in self.rows(decoration.get("labels", []), "decoration.labels")),
            digest=_digest(regions, borders, sides),
            text=self.text,
        )

    # -- regions and borders -----------------------------------------------------------------------------------------------

    def region(self, id: str, table: Any) -> Region:
        entry = f"regions.{id}"
        if not re.fullmatch(r"[a-z][a-z0-9-]*", id) or len(id) > ID_LENGTH:
            raise self.wrong(entry, f"an id is up to {ID_LENGTH} lower-case letters, digits and hyphens, a letter first")
        self.keys(self.table(table, entry), entry, ("colour", "spaces", "dragon"), ("title", "label", "outline"))
        if table["colour"] not in COLOURS:
            raise self.wrong(f"{entry}.colour", f"{table['colour']!r} is none of the colours {', '.join(COLOURS)}")
        spaces = self.points(table["spaces"], f"{entry}.spaces", 0)
        if not FEWEST_SPACES <= len(spaces) <= MOST_SPACES:
            raise self.wrong(
                f"{entry}.spaces", f"a region has {FEWEST_SPACES} to {MOST_SPACES} palace spaces, not {len(spaces)}"
            )
        if len(set(spaces)) < len(spaces):
            raise self.wrong(f"{entry}.spaces", "two spaces lie at the same place")
        return Region(
            id=id,
            title=self.string(table.get("title", id), f"{entry}.title"),
            colour=COLOURS.index(table["colour"]),
            spaces=spaces,
            dragon=self.point(table["dragon"], f"{entry}.dragon"),
            label=self.point(table["label"], f"{entry}.label") if "label" in table else None,
            outline=self.points(table["outline"], f"{entry}.outline", 3) if "outline" in table else None,
        )

    def check_regions(self, regions: tuple[Region, ...]) -> None:
        if len(regions) != REGIONS:
            raise self.wrong("regions", f"a map has {REGIONS} regions, not {len(regions)}")
        for colour, name in enumerate(COLOURS):
            ids = [region.id for region in regions if region.colour == colour]
            wanted = 1 if colour == VIOLET else 2
            if len(ids) != wanted:
                raise self.wrong(
                    "regions", f"{wanted} of the regions must be {name}, not {len(ids)} ({', '.join(ids) or 'none'})"
                )
        drawn = [region.id for region in regions if region.outline is not None]
        if drawn and len(drawn) < REGIONS:
            left = ", ".join(region.id for region in regions if region.outline is None)
            raise self.wrong("regions", f"either all regions have an outline or none has; these have none: {left}")

    def borders(self, table: Any, regions: tuple[Region, ...]) -> tuple[tuple[int, int], ...]:
        """The regions of borders 1 to 15 (C9.1)."""
        self.numbers(self.table(table, "borders"), "borders")
        index = {region.id: i for i, region in enumerate(regions)}
        borders: list[tuple[int, int]] = []
        for number in range(1, BORDERS + 1):
            entry, pair = f"borders.{number}", table[str(number)]
            if not (isinstance(pair, list) and len(pair) == 2 and all(isinstance(id, str) for id in pair)):
                raise self.wrong(entry, 'a border is the ids of two regions, like ["wei", "chin"]')
            for id in pair:
                if id not in index:
                    raise self.wrong(entry, f"there is no region {id!r}")
            a, b = index[pair[0]], index[pair[1]]
            if regions[a].colour == regions[b].colour:
                raise self.wrong(entry, f"{pair[0]} and {pair[1]} are of one colour and may not touch")
            for earlier, other in enumerate(borders, 1):
                if {a, b} == set(other):
                    raise self.wrong(entry, f"{pair[0]} and {pair[1]} have a border already, number {earlier}")
            borders.append((a, b))
        return tuple(borders)

    def numbers(self, table: dict[str, Any], entry: str) -> None:
        wanted = {str(number) for number in range(1, BORDERS + 1)}
        if set(table) != wanted:
            wrong = sorted(set(table) ^ wanted, key=lambda text: (len(text), text))
            raise self.wrong(
                entry, f"the entries are the numbers 1 to {BORDERS}, each once; missing or not wanted: {', '.join(wrong)}"
            )

    def marks(self, table: Any) -> tuple[Point | None, ...]:
        if not self.table(table, "border_marks"):
            return (None,) * BORDERS
        self.numbers(table, "border_marks")
        return tuple(self.point(table[str(n)], f"border_marks.{n}") for n in range(1, BORDERS + 1))

    # -- sides and roads -------------------------------------------------------------------------------------------------------

    def sides(
        self, tables: Any, roads: Any, regions: tuple[Region, ...], borders: tuple[tuple[int, int], ...]
    ) -> dict[str, Side]:
        self.keys(self.table(tables, "sides"), "sides", (), SIDES)
        if not tables:
            raise self.wrong("sides", f"a map has one side or both; their names are {' and '.join(SIDES)}")
        self.keys(self.table(roads, "roads"), "roads", (), ("both", *tables))
        read = {part: self.roads(roads.get(part, []), f"roads.{part}", regions, borders) for part in ("both", *tables)}
        sides = {}
        for side in (side for side in SIDES if side in tables):
            players = self.side_players(tables[side], f"sides.{side}")
            sides[side] = Side(players, self.all_roads(side, read["both"] + read[side], regions))
        return sides

    def side_players(self, table: Any, entry: str) -> tuple[int, ...]:
        self.keys(self.table(table, entry), entry, ("players",), ())
        players = table["players"]
        if not (isinstance(players, list) and players and all(type(n) is int and 3 <= n <= 5 for n in players)):
            raise self.wrong(f"{entry}.players", "a list of the numbers of players that the side is for: 3, 4, 5")
        if len(set(players)) < len(players):
            raise self.wrong(f"{entry}.players", "a number stands there twice")
        return tuple(sorted(players))

    def roads(
        self, rows: Any, entry: str, regions: tuple[Region, ...], borders: tuple[tuple[int, int], ...]
    ) -> tuple[Road, ...]:
        if not isinstance(rows, list):
            raise self.wrong(entry, 'a list of roads, each like ["wei 1", "wei 2"]')
        crossable = {frozenset(pair) for pair in borders}
        return tuple(self.road(row, f"{entry}, road {i}", regions, crossable) for i, row in enumerate(rows, 1))

    def road(self, row: Any, entry: str, regions: tuple[Region, ...], crossable: set[frozenset[int]]) -> Road:
        if not (isinstance(row, list) and len(row) in (2, 3) and all(isinstance(end, str) for end in row[:2])):
            raise self.wrong(
                entry, 'a road is two spaces and perhaps the bend of its curve, like ["wei 1", "wei 2", [475, 314]]'
            )
        a, b = sorted(self.space(end, entry, regions) for end in row[:2])
        if a == b:
            raise self.wrong(entry, f"the road leads from {row[0]} to itself")
        ends = frozenset((a // MOST_SPACES, b // MOST_SPACES))
        if len(ends) == 2 and ends not in crossable:
            raise self.wrong(entry, f"{row[0]} and {row[1]} lie in regions without a common border")
        return Road(a, b, self.point(row[2], entry) if len(row) == 3 else None)

    def space(self, text: str, entry: str, regions: tuple[Region, ...]) -> int:
        id, _, number = text.partition(" ")
        for i, region in enumerate(regions):
            if region.id == id:
                if number.isascii() and number.isdigit() and 1 <= int(number) <= len(region.spaces):
                    return MOST_SPACES * i + int(number) - 1
                raise self.wrong(entry, f"{text!r} is no space: {id} has the spaces 1 to {len(region.spaces)}")
        raise self.wrong(entry, f"{text!r} is no space: there is no region {id!r}")

    def all_roads(self, side: str, roads: tuple[Road, ...], regions: tuple[Region, ...]) -> tuple[Road, ...]:
        """The roads of one side: none twice, every space on one."""
        seen: set[tuple[int, int]] = set()
        for road in roads:
            if (road.a, road.b) in seen:
                ends = " and ".join(_space_text(regions, space) for space in (road.a, road.b))
                raise self.wrong("roads", f"on the side {side} two roads join {ends}")
            seen.add((road.a, road.b))
        reached = {space for pair in seen for space in pair}
        for i, region in enumerate(regions):
            for n in range(len(region.spaces)):
                if MOST_SPACES * i + n not in reached:
                    raise self.wrong("roads", f"on the side {side} no road leads to {region.id} {n + 1}")
        return roads

    # -- what is only drawn --------------------------------------------------------------------------------------------------

    def gap(self, id: str, table: Any) -> Gap:
        entry = f"gaps.{id}"
        self.keys(self.table(table, entry), entry, ("outline",), ("title", "kind", "label"))
        kind = table.get("kind", GAP_KINDS[0])
        if kind not in GAP_KINDS:
            raise self.wrong(f"{entry}.kind", f"{kind!r} is none of {', '.join(GAP_KINDS)}")
        label = self.point(table["label"], f"{entry}.label") if "label" in table else None
        title = self.string(table.get("title", ""), f"{entry}.title")
        return Gap(id, title, kind, label, self.points(table["outline"], f"{entry}.outline", 3))

    def river(self, i: int, table: Any) -> River:
        entry = f"decoration.rivers, entry {i}"
        self.keys(self.table(table, entry), entry, ("line",), ("title", "width"))
        width = table.get("width", 6)
        if not _is_number(width) or width <= 0:
            raise self.wrong(f"{entry}.width", "a number above 0")
        line = self.points(table["line"], f"{entry}.line", 2, inside=False)
        return River(self.string(table.get("title", ""), f"{entry}.title"), float(width), line)

    def lettering(self, i: int, table: Any) -> Lettering:
        entry = f"decoration.labels, entry {i}"
        self.keys(self.table(table, entry), entry, ("title", "at"), ())
        return Lettering(self.string(table["title"], f"{entry}.title"), self.point(table["at"], f"{entry}.at"))

    # -- small things ----------------------------------------------------------------------------------------------------------

    def keys(self, table: dict[str, Any], entry: str, needed: tuple[str, ...], allowed: tuple[str, ...]) -> None:
        for key in needed:
            if key not in table:
                raise self.wrong(entry, f"{key!r} is missing")
        for key in table:
            if key not in needed and key not in allowed:
                raise self.wrong(entry, f"{key!r} is not known here; there may be: {', '.join(needed + allowed)}")

    def table(self, value: Any, entry: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise self.wrong(entry, "a table is wanted here")
        return value

    def rows(self, value: Any, entry: str) -> list[tuple[int, Any]]:
        if not isinstance(value, list):
            raise self.wrong(entry, "a list of tables is wanted here")
        return list(enumerate(value, 1))

    def string(self, value: Any, entry: str) -> str:
        if not isinstance(value, str) or len(value) > 80 or not value.isprintable():
            raise self.wrong(entry, "a line of text of at most 80 characters is wanted here")
        return value

    def word(self, value: Any, entry: str) -> str:
        if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}", self.string(value, entry)):
            raise self.wrong(entry, "one word is wanted here: up to 40 letters, digits, dots, hyphens")
        return str(value)

    def size(self, value: Any) -> Point:
        if not (isinstance(value, list) and len(value) == 2 and all(_is_number(n) and 0 < n <= 10_000 for n in value)):
            raise self.wrong("canvas", "the width and height of the map, like [1000, 800], at most 10000")
        return (value[0], value[1])

    def point(self, value: Any, entry: str, inside: bool = True) -> Point:
        if not (isinstance(value, list) and len(value) == 2 and all(_is_number(n) for n in value)):
            raise self.wrong(entry, f"a point is two numbers, like [120, 80], not {value!r}")
        x, y = value
        if inside and not (0 <= x <= self.canvas[0] and 0 <= y <= self.canvas[1]):
            raise self.wrong(entry, f"{value} lies outside the canvas {list(self.canvas)}")
        return (x, y)

    def points(self, value: Any, entry: str, fewest: int, inside: bool = True) -> Outline:
        if not isinstance(value, list) or len(value) < fewest:
            raise self.wrong(entry, f"a list of {f'at least {fewest} ' if fewest else ''}points is wanted here")
        return tuple(self.point(point, f"{entry}, point {i}", inside) for i, point in enumerate(value, 1))


def _is_number(value: Any) -> bool:
    """Whether it is a finite number (TOML knows inf and nan, and Python takes True for 1)."""
    return type(value) in (int, float) and abs(value) < 1e6


def _space_text(regions: tuple[Region, ...], space: int) -> str:
    return f"{regions[space // MOST_SPACES].id} {space % MOST_SPACES + 1}"


def _digest(regions: tuple[Region, ...], borders: tuple[tuple[int, int], ...], sides: Mapping[str, Side]) -> str:
    """The digest of notation.md: of what the rules need and nothing else."""

    def end(space: int) -> list[str | int]:
        return [regions[space // MOST_SPACES].id, space % MOST_SPACES + 1]

    rules = {
        "borders": [sorted((regions[a].id, regions[b].id)) for a, b in borders],
        "players": {name: list(side.players) for name, side in sides.items()},
        "regions": {region.id: [COLOURS[region.colour], len(region.spaces)] for region in regions},
        "roads": {name: sorted(sorted((end(road.a), end(road.b))) for road in side.roads) for name, side in sides.items()},
    }
    return hashlib.sha256(json.dumps(rules, sort_keys=True, separators=(",", ":")).encode("ascii")).hexdigest()[:16]
