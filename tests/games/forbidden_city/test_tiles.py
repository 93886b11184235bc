"""Tile sets: the reader's refusals (F7.1), and what the shipped set keeps (F0, F7.2-F7.4)."""

from __future__ import annotations

import re
import tomllib
from fractions import Fraction
from pathlib import Path

import pytest

from forbidden_city.palaces import random_position
from hanlin.core.errors import BadData
from hanlin.core.text.toml_files import DataFile
from hanlin.games.forbidden_city import GAME
from hanlin.games.forbidden_city.pieces import ARCHWAY, FLOORS, GARDEN, GREEN, GREY, OPEN, PINK, SEAT_COLOURS, WHITE
from hanlin.games.forbidden_city.tiles import SHIPPED, load_tiles, read_tiles
from hanlin.games.forbidden_city.words.names import seat_name

TEXT = SHIPPED.read_text("utf-8")
TILES = load_tiles()


@pytest.mark.rule("F0.1")
def test_the_numbers_of_tiles():
    assert SEAT_COLOURS == ("purple", "yellow", "red", "blue")
    assert [seat_name(seat) for seat in range(4)] == ["Purple", "Yellow", "Red", "Blue"]
    assert sum(kind.count for kind in TILES.kinds) == 24
    assert sum(kind.extra for kind in TILES.kinds) == 6
    for players, tiles in ((2, 30), (3, 24), (4, 24)):
        state = GAME.start(players).state
        assert [int(stack).bit_count() for stack in state.stack] == [tiles] * players + [0] * (4 - players)


@pytest.mark.rule("F0.2")
def test_what_is_on_a_tile():
    for kind in TILES.kinds:
        assert len(kind.face.parts) in (1, 2)
        assert sum(part.dragons for part in kind.face.parts) <= 1
        for part in kind.face.parts:
            assert part.floor in (GREEN, PINK, WHITE)
            assert 0 <= part.advisors <= 2
            assert not (part.dragons and part.advisors)


@pytest.mark.rule("F0.3", "F7.4")
@pytest.mark.parametrize("side", ["gardens", "rooms"])
def test_the_start_tile(side):
    faces = TILES.start[side]
    temple = faces[4]
    assert temple.walls == (ARCHWAY,) * 4
    assert [part.floor for part in temple.parts] == [GREY] * 4
    assert [part.sides for part in temple.parts] == [(0,), (1,), (2,), (3,)]
    gardens = [number for number, face in enumerate(faces) if face.parts[0].floor == GARDEN]
    assert gardens == ([0, 2, 6, 8] if side == "gardens" else [])
    for number in gardens:
        assert OPEN not in faces[number].walls
    state = GAME.start(2, side=side).state
    coloured = {
        int(state.start_part[space, at])
        for space in range(9)
        for at in range(4)
        if FLOORS[int(state.start_floor[state.start_part[space, at]])] in ("green", "pink", "white")
    }
    rooms = {int(state.joined[part]) for part in coloured}
    assert len(rooms) == 4
    for room in rooms:
        sums = int(state.room[room])
        assert sums >> 32 & 0xFF == (1 if side == "gardens" else 2)
        assert sums >> 48 & 0xFFF > 0


@pytest.mark.rule("F7.3")
def test_what_the_shipped_set_keeps():
    floors = {GREEN: Fraction(0), PINK: Fraction(0), WHITE: Fraction(0)}
    dragons, empty, walled, arched, halved = [], 0, 0, 0, 0
    for kind in TILES.kinds:
        face = kind.face
        for part in face.parts:
            floors[part.floor] += Fraction(kind.count, len(face.parts))
            dragons += [part.floor] * part.dragons * kind.count
        empty += kind.count * (not any(part.advisors or part.dragons for part in face.parts))
        assert sum(part.advisors for part in face.parts) in (0, 1, 2)
        walls = sum(wall != OPEN for wall in face.walls)
        arches = face.walls.count(ARCHWAY)
        assert walls <= 3
        assert arches <= 1
        walled += kind.count * (walls > 0)
        arched += kind.count * arches
        if len(face.parts) == 2:
            halved += kind.count
            assert face.parts[0].floor != face.parts[1].floor
    assert set(floors.values()) == {Fraction(8)}
    assert sorted(dragons) == [GREEN, PINK, WHITE]
    assert 1 <= empty <= 3
    assert 0.4 <= arched / walled <= 0.6
    assert 3 <= halved <= 5


@pytest.mark.rule("F7.3")
@pytest.mark.parametrize(
    ("floor", "walls", "archways", "advisors", "dragons"), [(GREEN, 1, 0, 0, 1), (PINK, 3, 1, 1, 0), (WHITE, 1, 0, 2, 0)]
)
def test_the_tiles_that_the_rulebook_names_are_there(floor, walls, archways, advisors, dragons):
    def fits(face):
        part = face.parts[0]
        found = (part.floor, 4 - face.walls.count(OPEN), face.walls.count(ARCHWAY), part.advisors, part.dragons)
        return len(face.parts) == 1 and found == (floor, walls, archways, advisors, dragons)

    assert any(fits(kind.face) for kind in TILES.kinds)


@pytest.mark.rule("F7.2")
def test_the_shipped_set_has_its_digest_and_says_that_it_is_our_own():
    assert TILES.digest == "0e23ec3927f2d176"
    assert "our own" in tomllib.loads(TEXT)["about"]
    assert GAME.start(3).game.tags({"tiles": None, "side": "gardens"}) == {}


@pytest.mark.rule("F7.2")
def test_a_record_names_another_set(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(TEXT.replace('name = "hanlin"', 'name = "mine"').replace("advisors = 2", "advisors = 1"), "utf-8")
    tags = GAME.tags({"tiles": str(path), "side": "gardens"})
    assert re.fullmatch(r"mine [0-9a-f]{16}", tags["Tiles"])
    path.write_text(TEXT.replace('name = "hanlin"', 'name = "other"'), "utf-8")
    assert GAME.tags({"tiles": str(path), "side": "gardens"}) == {}
    assert GAME.start(2, tiles=str(path)).settle(1).legal


@pytest.mark.rule("F7.2")
def test_a_set_may_be_given_as_a_path_a_text_or_itself(tmp_path):
    text = TEXT.replace('name = "hanlin"', 'name = "mine"').replace("advisors = 2", "advisors = 1")
    (tmp_path / "mine.toml").write_text(text, "utf-8")
    tiles = load_tiles(tmp_path / "mine.toml")
    assert load_tiles(text) == load_tiles(str(tmp_path / "mine.toml")) == load_tiles(tiles) == tiles
    position = GAME.start(2, tiles=text)
    assert position.options["tiles"] == tiles
    assert GAME.tags(position.options) == {"Tiles": f"mine {tiles.digest}"}
    with pytest.raises(BadData, match="tiles: the file"):
        GAME.start(2, tiles="a = 1\nb = 2")


@pytest.mark.rule("F7.1")
def test_the_rotations_that_look_different():
    turns = {kind.id: kind.face.turns for kind in TILES.kinds}
    assert turns["green-hall"] == 1
    assert turns["green-gate"] == turns["green-gallery"] == turns["green-pink"] == 4
    both = TEXT.replace('walls = { n = "wall", s = "arch" }', 'walls = { n = "wall", s = "wall" }')
    assert {kind.id: kind.face.turns for kind in read_tiles(DataFile("both", both)).kinds}["pink-gallery"] == 2


def spoilt(old, new, count=1):
    assert old in TEXT
    return TEXT.replace(old, new, count)


SPACE = '[[start.gardens]]\nwalls = {}\nparts = [{ floor = "green", sides = "nesw" }]\n'
HALL = 'id = "green-hall"\ncount = 1\nwalls = {}\nparts = [{ floor = "green", sides = "nesw", advisors = 1 }]'
HALVES = 'sides = "ne", advisors = 1 },\n  { floor = "pink", sides = "sw"'
CORNER = 'id = "green-corner"\ncount = 1\nextra = 1\nwalls = { n = "wall", e = "wall" }'
PINK_HALL = HALL.replace("green", "pink")


@pytest.mark.rule("F7.1")
@pytest.mark.parametrize(
    ("text", "entry", "reason"),
    [
        (spoilt('name = "hanlin"', "name = 'two words'"), "name", "one word"),
        (spoilt('name = "hanlin"', "name = 3"), "name", "one word"),
        (spoilt('name = "hanlin"', 'name = "hanlin"\ncolour = 1'), "the file", "unknown: 'colour'"),
        (spoilt('name = "hanlin"\n', ""), "the file", "'name' is missing"),
        (spoilt('id = "green-hall"', 'id = "pink-hall"'), "the file", "'pink-hall' appears twice"),
        (spoilt('id = "green-hall"', 'id = "Green Hall"'), "tile 1, id", "lower-case letters"),
        (spoilt('id = "green-hall"', 'id = "a-very-very-long-name"'), "tile 1", "at most 20"),
        (spoilt('id = "green-hall"\n', ""), "tile 1", "'id' is missing"),
        (spoilt(HALL, HALL + "\ncolour = 1"), "tile 1 (green-hall)", "unknown: 'colour'"),
        (spoilt(HALL, HALL.replace("count = 1", "count = 0")), "tile 1 (green-hall)", "no tile of this kind"),
        (spoilt(HALL, HALL.replace("count = 1", "count = 2")), "the file", "count adds up to 25"),
        (spoilt(HALL, HALL.replace("count = 1", "count = true")), "tile 1 (green-hall)", "whole number"),
        (spoilt(HALL, HALL.replace("count = 1", "count = 1\nextra = 1")), "the file", "extra adds up to 7"),
        (spoilt(HALL, HALL.replace("advisors = 1", "advisors = 3")), "tile 1 (green-hall), part 1", "from 0 to 2"),
        (spoilt(HALL, HALL.replace("advisors = 1", "dragons = 2")), "tile 1 (green-hall), part 1", "from 0 to 1"),
        (spoilt(HALL, HALL.replace("advisors = 1", "advisors = 1, dragons = 1")), "tile 1 (green-hall)", "both advisors"),
        (spoilt(HALL, HALL.replace('"green"', '"blue"')), "tile 1 (green-hall), part 1", "green, pink, white"),
        (spoilt(HALL, HALL.replace('"green"', '"grey"')), "tile 1 (green-hall), part 1", "green, pink, white"),
        (spoilt(HALL, HALL.replace('"nesw"', '"nes"')), "tile 1 (green-hall)", "side w is in 0 parts"),
        (spoilt(HALL, HALL.replace('"nesw"', '"nessw"')), "tile 1 (green-hall), part 1", "each at most once"),
        (spoilt(HALL, HALL.replace('"nesw"', '"news"')), None, None),
        (spoilt(HALL, HALL.replace("walls = {}", 'walls = { x = "wall" }')), "tile 1 (green-hall), walls", "unknown: 'x'"),
        (spoilt(HALL, HALL.replace("walls = {}", 'walls = { n = "door" }')),
         "tile 1 (green-hall), walls.n", "open, wall, arch"),
        (spoilt(HALL, HALL.replace("walls = {}", 'walls = "none"')), "tile 1 (green-hall)", "expected a table"),
        (spoilt(HALL, HALL.split("parts")[0] + "parts = []"), "tile 1 (green-hall)", "in 0 parts"),
        (spoilt(HALL, HALL.split("parts")[0] + "parts = 3"), "tile 1 (green-hall), parts", "expected a list"),
        (spoilt(HALVES, 'sides = "ns" },\n  { floor = "pink", sides = "ew"'),
         "tile 22 (green-pink)", "two neighbouring sides"),
        (spoilt(HALVES, 'sides = "nes" },\n  { floor = "pink", sides = "w"'),
         "tile 22 (green-pink)", "two neighbouring sides"),
        (spoilt('sides = "ne", advisors = 1 },\n  { floor = "pink"', 'sides = "ne" },\n  { floor = "pink", dragons = 1'),
         "tile 22 (green-pink)", "both advisors and a dragon"),
        (spoilt(HALL, HALL.replace("advisors = 1 }", 'advisors = 1 }, { floor = "pink", sides = "n" }')),
         "tile 1 (green-hall)", "side n is in 2 parts"),
        (spoilt(PINK_HALL, HALL.replace("green-hall", "pink-hall")), "the file", "look alike"),
        (spoilt(CORNER, CORNER.replace('n = "wall", e', "s")),
         "the file", "'green-council' and 'green-corner' look alike"),
        (spoilt(SPACE, ""), "start.gardens", "nine spaces"),
        (spoilt(SPACE, SPACE.replace('"green"', '"grey"')), "start, gardens, space 2, part 1", "green, pink, white, garden"),
        (spoilt(SPACE, SPACE.replace('"nesw"', '"nesw", advisors = 1')), "start, gardens, space 2", "can't have advisors"),
        (spoilt(SPACE, SPACE.replace('"green"', '"garden"')), "start, gardens, space 2", "wall or an arch on every side"),
        (spoilt(SPACE, SPACE + "id = 'x'\n"), "start, gardens, space 2 (x)", "unknown: 'id'"),
        (spoilt('walls = { n = "arch", e', 'walls = { n = "wall", e'), "start, gardens, space 5", "temple"),
        (spoilt('{ floor = "grey", sides = "n" },\n  { floor = "grey", sides = "e" }', '{ floor = "grey", sides = "ne" }'),
         "start, gardens, space 5", "temple"),
        (spoilt('{ floor = "grey", sides = "n" }', '{ floor = "green", sides = "n" }'),
         "start, gardens, space 5, part 1", "grey"),
        (spoilt('[[start.rooms]]\nwalls = { e = "wall" }', "[[start.rooms]]\nwalls = {}"),
         "start, rooms, space 2", "side e: green meets pink"),
        (spoilt("[[start.rooms]]", "[[start.room]]", -1), "start", "unknown: 'room'"),
        (TEXT[: TEXT.index("[[tiles]]")], "the file", "'tiles' is missing"),
        (TEXT[TEXT.index("[[tiles]]") :], "the file", "name"),
    ],
)  # fmt: skip
def test_the_reader_names_entry_and_reason(text, entry, reason):
    if entry is None:
        assert read_tiles(DataFile("mine.toml", text)).digest == TILES.digest
        return
    with pytest.raises(BadData) as error:
        read_tiles(DataFile("mine.toml", text))
    assert str(error.value).startswith(f"mine.toml: {entry}")
    assert reason in str(error.value)


@pytest.mark.rule("F7.1")
def test_a_slip_in_the_file_is_named_with_its_line():
    with pytest.raises(BadData, match=r"mine\.toml: this isn't valid TOML: .*line 3"):
        read_tiles(DataFile("mine.toml", 'name = "mine"\n\nabout = \n'))


def test_files_that_are_not_there_or_no_text(tmp_path):
    with pytest.raises(BadData, match="can't be read"):
        load_tiles(tmp_path / "none.toml")
    (tmp_path / "bad.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(BadData, match="UTF-8"):
        load_tiles(tmp_path / "bad.toml")


def test_the_digest_follows_the_rules_needs_only():
    assert read_tiles(DataFile("x", TEXT.replace('name = "hanlin"', 'name = "other"'))).digest == TILES.digest
    assert read_tiles(DataFile("x", spoilt("advisors = 2", "advisors = 1"))).digest != TILES.digest


@pytest.mark.rule("F7.2")
def test_the_guides_example_is_a_set_that_can_be_played():
    guide = (Path(__file__).parents[3] / "docs" / "tiles.md").read_text("utf-8")
    example = guide.split("```toml\n")[1].split("```")[0]
    tiles = read_tiles(DataFile("docs/tiles.md", example))
    assert (tiles.name, len(tiles.kinds)) == ("my-palace", 12)
    position = random_position(3, "guide", side="rooms", tiles=example)
    assert position.over
