"""Maps: the strict loader (C9.1), the facts that the shipped map keeps (C9.3), and games on custom maps (C9.2, C9.4)."""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from china.tables import neighbours, random_walk
from hanlin.core.errors import BadData, BadOption, BadRecord
from hanlin.core.position.record import read_record
from hanlin.core.verbs.generic import CHANCE
from hanlin.games.china import GAME
from hanlin.games.china.map import SHIPPED, load_map, shipped_map
from hanlin.games.china.pieces import COLOURS

DOCS = Path(__file__).resolve().parents[3] / "docs"


def small_map() -> str:
    """A map without drawing parts, with 72 spaces and one side for everybody."""
    colours = ["green", "orange", "yellow", "yellow", "red", "orange", "green", "red", "violet"]
    lines = ['name = "full"', "canvas = [100, 100]", "[sides.3-4]", "players = [3, 4, 5]"]
    for i, colour in enumerate(colours):
        spaces = ", ".join(f"[{10 * i + 1}, {10 * n + 1}]" for n in range(8))
        lines += [f"[regions.r{i}]", f'colour = "{colour}"', f"spaces = [{spaces}]", f"dragon = [{10 * i + 5}, 95]"]
    pairs = [(a, b) for a, b in combinations(range(9), 2) if colours[a] != colours[b]][:15]
    lines += ["[borders]", *(f'{n} = ["r{a}", "r{b}"]' for n, (a, b) in enumerate(pairs, 1))]
    roads = [f'["r{i} {n}", "r{i} {n + 1}"]' for i in range(9) for n in range(1, 8)]
    roads += [f'["r{a} 8", "r{b} 1"]' for a, b in pairs]
    lines += ["[roads]", f"both = [{', '.join(roads)}]"]
    return "\n".join(lines) + "\n"


SMALL = small_map()

# -- the loader ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("C9.1")
def test_a_map_without_drawing_parts_loads():
    board = load_map(SMALL)
    assert board.name == board.title == "full"
    assert [len(region.spaces) for region in board.regions] == [8] * 9
    assert all(region.outline is None for region in board.regions)
    assert list(board.sides) == ["3-4"]
    assert board.border_marks == (None,) * 15


@pytest.mark.rule("C9.1")
@pytest.mark.parametrize(
    ("old", "new", "entry", "reason"),
    [
        ('name = "full"', 'name = "two words"', "name", "one word"),
        ('name = "full"\n', "", "the file", "'name' is missing"),
        ('name = "full"', 'name = "full"\nnames = 1', "the file", "unknown: 'names'"),
        ("canvas = [100, 100]", "canvas = [100]", "canvas", "width and height"),
        ("canvas = [100, 100]", "canvas = [84, 100]", "regions.r8.dragon", "outside the canvas"),
        ("[regions.r0]", "[regions.R0]", "regions.R0", "lower-case letters"),
        (
            'colour = "violet"',
            'colour = "blue"',
            "regions.r8.colour",
            "expected one of violet, yellow, orange, green, red",
        ),
        ('colour = "violet"', 'colour = "red"', "regions", "of the regions 1 must be violet, not 0"),
        ("[81, 71]]", "[81, 71], [85, 75]]", "regions.r8.spaces", "4 to 8 palace spaces, not 9"),
        ("[81, 71]]", "[81, 61]]", "regions.r8.spaces", "same place"),
        ("[81, 71]]", '[81, "71"]]', "regions.r8.spaces, space 8", "a point is two numbers"),
        ("dragon = [85, 95]\n", "", "regions.r8", "'dragon' is missing"),
        ("dragon = [85, 95]\n", "dragon = [85, 95]\noutline = [[1, 1], [2, 2]]\n", "regions.r8.outline", "at least 3 points"),
        ("dragon = [85, 95]\n", "dragon = [85, 95]\noutline = [[1, 1], [2, 2], [3, 1]]\n", "regions", "either all regions"),
        ('15 = ["r2", "r5"]', '16 = ["r2", "r5"]', "borders", "unknown: '16'"),
        ('15 = ["r2", "r5"]', '15 = ["r1", "r1"]', "borders.15", "r1 with itself"),
        ('15 = ["r2", "r5"]', '15 = ["r1", "r5"]', "borders.15", "of one colour"),
        ('15 = ["r2", "r5"]', '15 = ["r1", "rome"]', "borders.15", "no region 'rome'"),
        ('15 = ["r2", "r5"]', '15 = ["r1", "r0"]', "borders.15", "border already, number 1"),
        ('15 = ["r2", "r5"]', "15 = 3", "borders.15", "ids of two regions"),
        ('["r0 1", "r0 2"]', '["r0 1", "r0 1"]', "roads.both, road 1", "to itself"),
        ('["r0 1", "r0 2"]', '["r0 1", "r0 9"]', "roads.both, road 1", "spaces 1 to 8"),
        ('["r0 1", "r0 2"]', '["r0 1", "rome 2"]', "roads.both, road 1", "no region 'rome'"),
        ('["r0 1", "r0 2"]', '["r0 1", "r0 3"], ["r0 3", "r0 1"]', "roads", "two roads join"),
        ('["r0 1", "r0 2"]', '["r2 1", "r7 2"]', "roads.both, road 1", "without a common border"),
        ('["r8 7", "r8 8"]', '["r8 6", "r8 1"]', "roads", "on side 3-4, no road leads to r8 8"),
        ('["r0 1", "r0 2"]', '["r0 1"]', "roads.both, road 1", "two spaces"),
        ('["r0 1", "r0 2"]', '["r0 1", "r0 2", [101, 5]]', "roads.both, road 1", "outside the canvas"),
        ("players = [3, 4, 5]", "players = [2, 3]", "sides.3-4.players", "numbers of players"),
        ("players = [3, 4, 5]", "players = [3, 3]", "sides.3-4.players", "twice"),
        ("[sides.3-4]\nplayers = [3, 4, 5]", "[sides.big]\nplayers = [3]", "sides", "unknown: 'big'"),
        ("[sides.3-4]\nplayers = [3, 4, 5]", "[sides]", "sides", "one side or both"),
        ("[borders]", "[gaps.x]\n[borders]", "gaps.x", "'outline' is missing"),
        ("[borders]", 'gaps.x = {kind = "sea", outline = []}\n[borders]', "regions.r8", "unknown"),
    ],
)
def test_what_is_wrong_is_named_with_file_entry_and_reason(old, new, entry, reason, tmp_path):
    assert old in SMALL
    path = tmp_path / "mine.toml"
    path.write_text(SMALL.replace(old, new), encoding="utf-8")
    with pytest.raises(BadData, match=reason) as caught:
        load_map(path)
    assert re.match(rf"mine\.toml: (?:{entry})(?:, |: )", str(caught.value)), str(caught.value)


@pytest.mark.rule("C9.1")
def test_no_toml_is_named_with_its_line(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('name = "x"\ncanvas = [1, 2\nsides\n', encoding="utf-8")
    with pytest.raises(BadData, match=r"mine\.toml: this isn't valid TOML: .*line 3"):
        load_map(path)
    with pytest.raises(BadData, match="can't be read"):
        load_map(tmp_path / "nowhere.toml")
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(BadData, match="isn't a text file"):
        load_map(path)


@pytest.mark.rule("C9.1")
def test_a_map_loads_from_path_text_or_itself(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(SMALL, encoding="utf-8")
    board = load_map(path)
    assert load_map(str(path)) == board == load_map(SMALL)
    assert load_map(board) is board
    assert load_map(board.text) == board
    assert load_map(None) is shipped_map()


# -- playing on a custom map --------------------------------------------------------------------------------------------


@pytest.mark.rule("C9.2", "C9.4")
def test_games_are_played_on_a_custom_map(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(SMALL, encoding="utf-8")
    for players in (3, 4, 5):
        position = GAME.start(players, map=path, fortresses=True)
        assert position.options["side"] == "3-4"
        assert GAME.tags(position.options) == {"Map": f"full {load_map(SMALL).digest}"}
        assert "r8" in GAME.text(position.state, 5 * 71)
        position.settle(players)
        plies = 0
        while not position.over:
            position.play(position.legal[plies * 7 % len(position.legal)]).settle(plies)
            plies += 1
        assert position.scores == position.copy().scores


@pytest.mark.rule("C9.4")
def test_the_shipped_map_is_not_named_in_records():
    assert GAME.tags(GAME.start(4).options) == {}
    assert GAME.tags(GAME.start(4, map=str(SHIPPED)).options) == {}


@pytest.mark.rule("C9.1")
def test_a_side_must_fit_the_players():
    one_side = SMALL.replace("players = [3, 4, 5]", "players = [3]")
    with pytest.raises(BadOption, match="no side for 4 players"):
        GAME.start(4, map=one_side)
    assert GAME.start(3, map=one_side).settle(1).actor != CHANCE


def test_maps_are_the_same_to_the_rules_if_their_digests_are():
    drawn_otherwise = SMALL.replace("dragon = [85, 95]", "dragon = [80, 90]")
    assert load_map(drawn_otherwise).digest == load_map(SMALL).digest
    other = SMALL.replace('["r0 1", "r0 2"]', '["r0 1", "r0 2"], ["r0 1", "r0 3"]')
    assert load_map(other).digest != load_map(SMALL).digest


def test_the_guides_example_is_a_map():
    """The guide to maps has a complete example, and it can be played."""
    blocks = re.findall(r"```toml\n(.*?)```", (DOCS / "maps.md").read_text("utf-8"), re.DOTALL)
    whole = [block for block in blocks if block.startswith("name")]
    assert len(whole) == 1
    assert GAME.start(4, map=whole[0]).settle(1).actor == 0


# -- the shipped map ---------------------------------------------------------------------------------------------------------


def region(id: str):
    return next(region for region in shipped_map().regions if region.id == id)


@pytest.mark.rule("C9.2")
def test_the_shipped_map_says_that_it_is_the_projects_own():
    head = SHIPPED.read_text("utf-8").partition("name =")[0]
    assert "own" in head
    assert "is not the printed board" in " ".join(head.replace("#", " ").split())


@pytest.mark.rule("C9.3")
def test_its_digest_is_the_one_of_the_notation():
    assert shipped_map().name == "warring-states"
    assert shipped_map().digest == "89838bed3f0a8732"
    assert shipped_map().digest in (DOCS / "rules" / "notation.md").read_text("utf-8")


@pytest.mark.rule("C9.3", "C0.3")
def test_its_regions_have_the_known_colours_and_sizes():
    colours = {region.id: COLOURS[region.colour] for region in shipped_map().regions}
    assert colours == {
        "chu": "violet",
        "qi": "yellow",
        "chin": "yellow",
        "wei": "red",
        "shu": "red",
        "zhao": "orange",
        "lu": "orange",
        "han": "green",
        "yan": "green",
    }
    sizes = {region.id: len(region.spaces) for region in shipped_map().regions}
    assert sizes["chu"] == 8 == max(sizes.values())
    assert list(sizes.values()).count(8) == 1
    assert sizes["qi"] == 5
    assert sizes["wei"] == 7
    assert sizes["chin"] >= 6
    assert sizes["zhao"] >= 5
    assert min(sizes.values()) >= 4


@pytest.mark.rule("C9.3")
def test_its_borders_three_and_four_are_known():
    ids = [region.id for region in shipped_map().regions]
    borders = [{ids[a], ids[b]} for a, b in shipped_map().borders]
    assert borders[2] == {"wei", "chin"}
    assert borders[3] == {"chin", "shu"}
    assert len(borders) == 15


@pytest.mark.rule("C9.3")
def test_its_outlines_touch_exactly_where_the_borders_say():
    regions = shipped_map().regions
    edges = []
    for one in regions:
        points = [tuple(point) for point in one.outline]
        edges.append({frozenset(pair) for pair in pairwise([*points, points[0]])})
    touching = {(a, b) for a, b in combinations(range(9), 2) if edges[a] & edges[b]}
    assert touching == {tuple(sorted(pair)) for pair in shipped_map().borders}
    for a, b in combinations(range(9), 2):
        if regions[a].colour == regions[b].colour:
            assert (a, b) not in touching


@pytest.mark.rule("C9.3")
def test_its_sides_differ_in_a_few_links_and_every_space_has_a_road():
    small, large = ({(road.a, road.b) for road in shipped_map().sides[side].roads} for side in ("3-4", "4-5"))
    assert 1 <= len(small ^ large) <= 10
    assert len(small & large) > 50
    for players, side in ((4, "3-4"), (4, "4-5")):
        s = GAME.start(players, side=side).state
        for r in range(9):
            for i in range(s.spaces[r]):
                assert neighbours(s, 8 * r + i)


@pytest.mark.rule("C9.3")
def test_its_roads_between_chin_and_shu_and_the_branch_of_chin():
    ids = [region.id for region in shipped_map().regions]
    chin, shu = ids.index("chin"), ids.index("shu")
    s = GAME.start(4).state
    crossing = [(a, b) for a in range(8 * chin, 8 * chin + 8) for b in neighbours(s, a) if b // 8 == shu]
    assert crossing
    lowest_left = min(range(6), key=lambda i: region("chin").spaces[i][0] - region("chin").spaces[i][1])
    (stem,) = neighbours(s, 8 * chin + lowest_left)
    assert stem // 8 == chin
    assert len(neighbours(s, stem)) >= 3
    assert stem in {a for a, _ in crossing}


def inside(point, outline) -> bool:
    """True if a point lies in a polygon (an odd number of sides to its right)."""
    x, y = point
    found = False
    for (x1, y1), (x2, y2) in pairwise([*outline, outline[0]]):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            found = not found
    return found


@pytest.mark.rule("C9.3")
def test_its_spaces_are_in_their_regions_and_no_road_enters_a_gap():
    board = shipped_map()
    for one in board.regions:
        for point in (*one.spaces, one.dragon, one.label):
            assert inside(point, one.outline), (one.id, point)
    for side in board.sides.values():
        for road in side.roads:
            a, b = board.space_at(road.a), board.space_at(road.b)
            bend = road.bend or ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
            for step in range(21):
                t = step / 20
                point = tuple((1 - t) ** 2 * a[k] + 2 * t * (1 - t) * bend[k] + t * t * b[k] for k in (0, 1))
                assert not any(inside(point, gap.outline) for gap in board.gaps)


@pytest.mark.rule("C9.4")
def test_a_record_names_a_custom_map_and_is_read_with_its_file():
    position = random_walk(4, "record", fortresses=True, map=SMALL)
    text = position.record()
    assert f'[Map "full {load_map(SMALL).digest}"]' in text
    assert read_record(text, {"map": SMALL}).end.scores == position.scores
    with pytest.raises(BadRecord, match="map"):
        read_record(text)
    with pytest.raises(BadRecord, match="map"):
        read_record(text, {"map": SMALL.replace('["r0 1", "r0 2"]', '["r0 1", "r0 2"], ["r0 1", "r0 3"]')})
    assert "[Map" not in random_walk(4, "record").record()
