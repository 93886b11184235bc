"""Maps of China: data files (TOML), their strict loader (C9.1), and how a map is laid out in a state's record.

docs/maps.md explains the format to those who write a map.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from hanlin.core.i18n.language import N_, _
from hanlin.core.lib.memo import memo
from hanlin.core.text.toml_files import DataFile, Entry, data_file, read_toml, shown
from hanlin.games.china.pieces import BORDERS, COLOURS, MOST_SPACES, REGIONS, VIOLET
from hanlin.games.china.state import ID_LENGTH

SHIPPED = Path(__file__).parent / "maps" / "warring-states.toml"
"""The map that is used when no other is named: one of the project's own (C9.2)."""

SIDES = ("3-4", "4-5")
FEWEST_SPACES = 4
NUMBERS = tuple(str(number) for number in range(1, BORDERS + 1))
MOST_ROADS_BEYOND_SPACES = 20
"""How many more roads than spaces a side may have. The choice of the best rows (C7.3) takes long where many roads run in
circles; the shipped map has 9 more than spaces, and scoring stays within a second up to here, whatever the seats own."""
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


@cache
def shipped_map() -> Map:
    """The project's own map."""
    return read_map(data_file(SHIPPED, "map"))


def load_map(source: Any) -> Map:
    """The map of a file: its path, its text (a ``str`` with a line break) or a ``DataFile``. None is the shipped map.

    BadData names the file, the entry and the reason where a map breaks a rule of C9.1, and the line where it is no TOML.
    """
    if isinstance(source, Map):
        return source
    if source is None:
        return shipped_map()
    return read_map(data_file(source, "map"))


@memo(maxsize=16)
def read_map(file: DataFile) -> Map:
    """The map that a file describes."""
    return _Reader().map(read_toml(file), file.text)


class _Reader:
    """Turns the entries of a file into a Map and checks everything on the way, each entry where it is read."""

    def __init__(self) -> None:
        self.canvas: Point = (0.0, 0.0)

    # -- the whole ---------------------------------------------------------------------------------------------------------

    def map(self, top: Entry, text: str) -> Map:
        needed = ("name", "canvas", "sides", "regions", "borders", "roads")
        top.only(needed, ("title", "border_marks", "gaps", "decoration"))
        name = top.name("name")
        self.canvas = self.size(top)
        regions = tuple(self.region(id, entry) for id, entry in top.table("regions").tables())
        self.check_regions(top.table("regions"), regions)
        borders = self.borders(top.table("borders"), regions)
        sides = self.sides(top, regions, borders)
        decoration = top.table("decoration")
        decoration.only((), ("sea", "rivers", "labels"))
        return Map(
            name=name,
            title=top.text("title", name),
            canvas=self.canvas,
            regions=regions,
            borders=borders,
            border_marks=self.marks(top.table("border_marks")),
            sides=sides,
            gaps=tuple(self.gap(id, entry) for id, entry in top.table("gaps").tables()),
            sea=self.points(decoration, "sea", 3, inside=False) if "sea" in decoration else None,
            rivers=tuple(self.river(entry) for entry in decoration.rows("rivers", N_("river {n}"))),
            labels=tuple(self.lettering(entry) for entry in decoration.rows("labels", N_("label {n}"))),
            digest=_digest(regions, borders, sides),
            text=text,
        )

    # -- regions and borders -----------------------------------------------------------------------------------------------

    def region(self, id: str, entry: Entry) -> Region:
        entry.check_id(id, ID_LENGTH)
        entry.only(("colour", "spaces", "dragon"), ("title", "label", "outline"))
        spaces = self.points(entry, "spaces", 0, N_("space {n}"))
        if not FEWEST_SPACES <= len(spaces) <= MOST_SPACES:
            raise entry.wrong(
                _("a region has {least} to {most} palace spaces, not {n}").format(
                    least=FEWEST_SPACES, most=MOST_SPACES, n=len(spaces)
                ),
                entry.at("spaces"),
            )
        if len(set(spaces)) < len(spaces):
            raise entry.wrong(_("two spaces are at the same place"), entry.at("spaces"))
        return Region(
            id=id,
            title=entry.text("title", id),
            colour=COLOURS.index(entry.choice("colour", COLOURS)),
            spaces=spaces,
            dragon=self.point(entry, "dragon"),
            label=self.point(entry, "label") if "label" in entry else None,
            outline=self.points(entry, "outline", 3) if "outline" in entry else None,
        )

    def check_regions(self, entry: Entry, regions: tuple[Region, ...]) -> None:
        if len(regions) != REGIONS:
            raise entry.wrong(_("a map has {most} regions, not {n}").format(most=REGIONS, n=len(regions)))
        for colour, name in enumerate(COLOURS):
            ids = [region.id for region in regions if region.colour == colour]
            wanted = 1 if colour == VIOLET else 2
            if len(ids) != wanted:
                raise entry.wrong(
                    _("of the regions {wanted} must be {colour}, not {n} ({ids})").format(
                        wanted=wanted, colour=name, n=len(ids), ids=", ".join(ids) or "-"
                    )
                )
        without = [region.id for region in regions if region.outline is None]
        if 0 < len(without) < REGIONS:
            raise entry.wrong(
                _("either all regions have an outline or none has; these have none: {ids}").format(ids=", ".join(without))
            )

    def borders(self, entry: Entry, regions: tuple[Region, ...]) -> tuple[tuple[int, int], ...]:
        """The regions of borders 1 to 15 (C9.1)."""
        entry.only(NUMBERS)
        borders: list[tuple[int, int]] = []
        for number in NUMBERS:
            a, b = self.border(entry, number, [region.id for region in regions])
            names = {"one": regions[a].id, "other": regions[b].id}
            if a == b:
                raise entry.wrong(_("a border joins two regions, not {one} with itself").format(**names), entry.at(number))
            if regions[a].colour == regions[b].colour:
                raise entry.wrong(_("{one} and {other} are of one colour and may not touch").format(**names), entry.at(number))
            for earlier, pair in enumerate(borders, 1):
                if {a, b} == set(pair):
                    raise entry.wrong(
                        _("{one} and {other} have a border already, number {n}").format(n=earlier, **names), entry.at(number)
                    )
            borders.append((a, b))
        return tuple(borders)

    def border(self, entry: Entry, number: str, ids: list[str]) -> tuple[int, int]:
        """The numbers of the two regions of a border."""
        pair = entry.data[number]
        if not (isinstance(pair, list) and len(pair) == 2 and all(isinstance(id, str) for id in pair)):
            raise entry.wrong(
                _('a border is the ids of two regions, like ["wei", "chin"], not {value}').format(value=shown(pair)),
                entry.at(number),
            )
        for id in pair:
            if id not in ids:
                raise entry.wrong(_("there is no region {id}").format(id=shown(id)), entry.at(number))
        return ids.index(pair[0]), ids.index(pair[1])

    def marks(self, entry: Entry) -> tuple[Point | None, ...]:
        if not entry.data:
            return (None,) * BORDERS
        entry.only(NUMBERS)
        return tuple(self.point(entry, number) for number in NUMBERS)

    # -- sides and roads -------------------------------------------------------------------------------------------------------

    def sides(self, top: Entry, regions: tuple[Region, ...], borders: tuple[tuple[int, int], ...]) -> dict[str, Side]:
        entry, roads = top.table("sides"), top.table("roads")
        entry.only((), SIDES)
        if not entry.data:
            raise entry.wrong(_("a map has one side or both; their names are {names}").format(names=", ".join(SIDES)))
        there = tuple(side for side in SIDES if side in entry)
        roads.only((), ("both", *there))
        crossable = {frozenset(pair) for pair in borders}
        read = {
            part: tuple(self.road(roads, place, row, regions, crossable) for place, row in roads.items(part, N_("road {n}")))
            for part in ("both", *there)
        }
        return {
            side: Side(self.side_players(entry.table(side)), self.all_roads(roads, side, read["both"] + read[side], regions))
            for side in there
        }

    def side_players(self, entry: Entry) -> tuple[int, ...]:
        entry.only(("players",))
        players = entry.data["players"]
        if not (isinstance(players, list) and players and all(type(n) is int and 3 <= n <= 5 for n in players)):
            raise entry.wrong(
                _("expected a list of the numbers of players that the side is for (3, 4, 5), not {value}").format(
                    value=shown(players)
                ),
                entry.at("players"),
            )
        if len(set(players)) < len(players):
            raise entry.wrong(_("a number appears twice"), entry.at("players"))
        return tuple(sorted(players))

    def road(self, entry: Entry, place: str, row: Any, regions: tuple[Region, ...], crossable: set[frozenset[int]]) -> Road:
        if not (isinstance(row, list) and len(row) in (2, 3) and all(isinstance(end, str) for end in row[:2])):
            example = '["wei 1", "wei 2", [475, 314]]'
            raise entry.wrong(
                _("a road is two spaces and perhaps the bend of its curve, like {example}, not {value}").format(
                    example=example, value=shown(row)
                ),
                place,
            )
        a, b = sorted(self.space(entry, place, end, regions) for end in row[:2])
        if a == b:
            raise entry.wrong(_("the road leads from {space} to itself").format(space=row[0]), place)
        ends = frozenset((a // MOST_SPACES, b // MOST_SPACES))
        if len(ends) == 2 and ends not in crossable:
            raise entry.wrong(
                _("{one} and {other} are in regions without a common border").format(one=row[0], other=row[1]), place
            )
        return Road(a, b, self.inside(entry, place, row[2]) if len(row) == 3 else None)

    def space(self, entry: Entry, place: str, text: str, regions: tuple[Region, ...]) -> int:
        id, _blank, number = text.partition(" ")
        for i, region in enumerate(regions):
            if region.id == id:
                if number in [str(n) for n in range(1, len(region.spaces) + 1)]:
                    return MOST_SPACES * i + int(number) - 1
                raise entry.wrong(
                    _("{space} isn't a space: {region} has spaces 1 to {n}").format(
                        space=shown(text), region=id, n=len(region.spaces)
                    ),
                    place,
                )
        raise entry.wrong(
            _("{space} isn't a space: there is no region {region}").format(space=shown(text), region=shown(id)), place
        )

    def all_roads(self, entry: Entry, side: str, roads: tuple[Road, ...], regions: tuple[Region, ...]) -> tuple[Road, ...]:
        """The roads of one side: none twice, every space on one, and no more than can be scored in a moment."""
        seen: set[tuple[int, int]] = set()
        for road in roads:
            if (road.a, road.b) in seen:
                one, other = (_space_text(regions, space) for space in (road.a, road.b))
                raise entry.wrong(_("on side {side}, two roads join {one} and {other}").format(side=side, one=one, other=other))
            seen.add((road.a, road.b))
        at_space = Counter(space for pair in seen for space in pair)
        for i, region in enumerate(regions):
            for n in range(len(region.spaces)):
                if not at_space[MOST_SPACES * i + n]:
                    raise entry.wrong(
                        _("on side {side}, no road leads to {space}").format(side=side, space=f"{region.id} {n + 1}")
                    )
        self.check_density(entry, side, len(roads), len(at_space))
        return roads

    def check_density(self, entry: Entry, side: str, roads: int, spaces: int) -> None:
        if roads > spaces + MOST_ROADS_BEYOND_SPACES:
            raise entry.wrong(
                _("side {side} has {n} roads; with {spaces} spaces, at most {most} can be scored in reasonable time").format(
                    side=side, n=roads, spaces=spaces, most=spaces + MOST_ROADS_BEYOND_SPACES
                )
            )

    # -- what is only drawn --------------------------------------------------------------------------------------------------

    def gap(self, id: str, entry: Entry) -> Gap:
        entry.only(("outline",), ("title", "kind", "label"))
        kind = entry.choice("kind", GAP_KINDS, GAP_KINDS[0])
        label = self.point(entry, "label") if "label" in entry else None
        return Gap(id, entry.text("title", ""), kind, label, self.points(entry, "outline", 3))

    def river(self, entry: Entry) -> River:
        entry.only(("line",), ("title", "width"))
        width = entry.data.get("width", 6)
        if not _is_number(width) or width <= 0:
            raise entry.wrong(_("expected a number above 0, not {value}").format(value=shown(width)), entry.at("width"))
        return River(entry.text("title", ""), float(width), self.points(entry, "line", 2, inside=False))

    def lettering(self, entry: Entry) -> Lettering:
        entry.only(("title", "at"))
        return Lettering(entry.text("title"), self.point(entry, "at"))

    # -- small things ----------------------------------------------------------------------------------------------------------

    def size(self, top: Entry) -> Point:
        value = top.data["canvas"]
        if not (isinstance(value, list) and len(value) == 2 and all(_is_number(n) and 0 < n <= 10_000 for n in value)):
            raise top.wrong(
                _("expected the width and height of the map, like {example}, at most 10000, not {value}").format(
                    example="[1000, 800]", value=shown(value)
                ),
                top.at("canvas"),
            )
        return (value[0], value[1])

    def point(self, entry: Entry, key: str) -> Point:
        """The point on the canvas under that key."""
        return self.inside(entry, entry.at(key), entry.data[key])

    def points(self, entry: Entry, key: str, fewest: int, thing: str = N_("point {n}"), inside: bool = True) -> Outline:
        items = entry.items(key, thing)
        if len(items) < fewest:
            raise entry.wrong(_("expected at least {n} points").format(n=fewest), entry.at(key))
        read = self.inside if inside else self.anywhere
        return tuple(read(entry, place, value) for place, value in items)

    def inside(self, entry: Entry, place: str, value: Any) -> Point:
        x, y = self.anywhere(entry, place, value)
        if not (0 <= x <= self.canvas[0] and 0 <= y <= self.canvas[1]):
            raise entry.wrong(_("{point} is outside the canvas {canvas}").format(point=value, canvas=list(self.canvas)), place)
        return (x, y)

    def anywhere(self, entry: Entry, place: str, value: Any) -> Point:
        if not (isinstance(value, list) and len(value) == 2 and all(_is_number(n) for n in value)):
            raise entry.wrong(
                _("a point is two numbers, like {example}, not {value}").format(example="[120, 80]", value=shown(value)), place
            )
        return (value[0], value[1])


def _is_number(value: Any) -> bool:
    """True for a finite number (TOML knows inf and nan, and Python takes True for 1)."""
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
