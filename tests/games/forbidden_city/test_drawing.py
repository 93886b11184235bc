"""The drawings: well-formed, everything legal can be clicked, reasons have rules, no secret shows, fast and small enough."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree

import pytest

from forbidden_city.faces_games import decisions, games, misfits
from forbidden_city.palaces import Table, face, halved
from hanlin.core.i18n.language import language, languages
from hanlin.core.lib.memo import ledger
from hanlin.core.position.position import Position
from hanlin.drawing import seat_colour
from hanlin.games.forbidden_city import GAME, words
from hanlin.games.forbidden_city.drawing.rooms import area, corner, outline
from hanlin.games.forbidden_city.pieces import COLOUR_OF_SEAT, GREY
from hanlin.games.forbidden_city.snapshot import kinds_of, palace_of
from hanlin.games.forbidden_city.spots import ways
from hanlin.games.forbidden_city.words.consequences import leaders

SHAPES = ("wide", "tall", "low")
drawing = GAME.drawing
RULE = re.compile(r"F\d+\.\d+")


def drawn(seen: Position) -> list[str]:
    return [
        *(drawing.board(seen, shape=shape) for shape in SHAPES),
        *(drawing.seat(seen, seat) for seat in range(seen.players)),
        *(str(GAME.drawing.seat_in_layers(seen, seat, own=False)) for seat in range(seen.players)),
    ]


def variants(svg: str) -> list[list[str]]:
    """All ways to turn the tile on all spaces of a board."""
    found = []
    for element in ElementTree.fromstring(svg).iter():
        if "data-variants" in element.attrib:
            found += json.loads(element.attrib["data-variants"])
    return found


def clicks(svg: str) -> list[str]:
    """The actions that some element of the drawing carries, in order."""
    found = [way[0] for way in variants(svg) if way[0]]
    return found + [e.attrib["data-action"] for e in ElementTree.fromstring(svg).iter() if "data-action" in e.attrib]


def test_drawings_are_well_formed_and_their_ids_unique_on_a_page():
    for position in decisions()[::3]:
        svgs = drawn(position.seen_by(position.actor))[len(SHAPES) - 1 : -position.players]  # a page has one board
        ids = [e.attrib["id"] for svg in svgs for e in ElementTree.fromstring(svg).iter() if "id" in e.attrib]
        assert len(ids) == len(set(ids))
        for svg in svgs:
            assert set(re.findall(r'href="#([^"]+)"', svg)) <= set(ids)
            assert set(re.findall(r'href=\\"#([^"\\]+)\\"', svg)) <= set(ids)


def test_everything_legal_can_be_clicked_and_nothing_else():
    for position in decisions():
        seen = position.seen_by(position.actor)
        shape = SHAPES[len(position.moves) % 3]
        clickable = clicks(drawing.board(seen, shape=shape)) + clicks(drawing.seat(seen, position.actor))
        assert sorted(clickable) == sorted(position.legal)


def test_a_tile_that_fits_nowhere_is_clicked_in_hand():
    for position in misfits():
        assert clicks(drawing.seat(position.seen_by(position.actor), position.actor)) == position.legal


def test_a_tile_turns_through_legal_rotations_only():
    for position in decisions()[::3]:
        seen = position.seen_by(position.actor)
        for place, here in ways(seen).items():
            legal = [way.action for way in here if way.clash is None]
            shown = [variant[0] for variant in variants_at(drawing.board(seen), place)]
            assert sorted(shown) == sorted(legal)
            if legal:
                first = legal.index(shown[0])
                assert shown == legal[first:] + legal[:first], "clockwise"


def test_the_rotation_that_joins_most_rooms_is_shown_first():
    checked = 0
    for position in decisions()[::3]:
        seen = position.seen_by(position.actor)
        palace, kinds = palace_of(position.state), kinds_of(position.state)
        for place, here in ways(seen).items():
            legal = [way for way in here if way.clash is None]
            if len(legal) < 2:
                continue
            floors = [kinds.open_floors[int(position.state.hand[position.actor])][way.rotation] for way in legal]
            joins = [sum(a == b >= 0 for a, b in zip(each, palace.meets[place], strict=True)) for each in floors]
            first = [way.action for way in legal].index(variants_at(drawing.board(seen), place)[0][0])
            assert joins[first] == max(joins)
            checked += min(joins) < max(joins)
    assert checked > 5


def test_free_spaces_are_dots_until_somebody_points():
    position = decisions()[10]
    root = ElementTree.fromstring(drawing.board(position.seen_by(position.actor)))
    spaces = [each for each in root.iter() if each.attrib.get("class") == "can"]
    assert spaces
    for space in spaces:
        (frame,) = [each for each in space.iter() if each.attrib.get("class") == "frame"]
        assert frame.attrib["opacity"] == "0"
        (dot,) = [each for each in space.iter() if each.attrib.get("class") == "glow"]
        assert 2 * float(dot.attrib["r"]) == 12
        x, y = re.fullmatch(r"translate\((\S+) (\S+)\)", space.attrib["transform"]).groups()
        assert space.attrib["data-key"] == f"space {int(x) // 60},{int(y) // 60}"


def test_no_coordinates_stand_on_the_board():
    for position in decisions()[::6]:
        for viewer in (position.actor, -1):
            texts = ElementTree.fromstring(drawing.board(position.seen_by(viewer))).itertext()
            assert not [text for text in texts if re.fullmatch(r"-?[0-9]+,-?[0-9]+", text)]


def test_ways_that_close_a_room_say_what_it_is_worth_and_who_is_paid():
    closing = 0
    for position in decisions()[::3]:
        seen = position.seen_by(position.actor)
        effects = {choice.action: choice.effect for choice in words.question(seen).choices if choice.effect}
        for way in variants(drawing.board(seen)):
            if way[0]:
                assert [text.lower() for text in way[2:]] == [effects[each].lower() for each in way[:1] if each in effects]
                closing += len(way) > 2
    assert closing > 10


def test_previews_are_well_formed_pictures():
    for position in decisions()[::5]:
        for way in variants(drawing.board(position.seen_by(position.actor))):
            ElementTree.fromstring(f"<g>{way[1]}</g>")


def test_what_can_be_clicked_can_be_reached_and_is_named():
    for position in decisions()[::6]:
        for svg in drawn(position.seen_by(position.actor)):
            for element in ElementTree.fromstring(svg).iter():
                if {"data-variants", "data-action", "data-why"} & element.attrib.keys():
                    assert element.attrib["role"] == "button"
                    assert element.attrib["tabindex"] == "0"
                    assert element.attrib["aria-label"]
                    assert element.attrib["class"] == ("cannot" if "data-why" in element.attrib else "can")


def test_nobody_but_the_active_seat_can_click():
    for position in decisions()[::6]:
        for viewer in {-1, (position.actor + 1) % position.players}:
            for svg in drawn(position.seen_by(viewer)):
                assert not clicks(svg)
                assert "data-why" not in svg


def test_views_do_not_show_what_is_hidden():
    """Two positions that differ in one seat's tile only, and in the stack that it came from, look the same to the others."""
    checked = 0
    for position in decisions()[::4]:
        seat = (position.actor + 1) % position.players
        state = position.state
        if state.hand[seat] < 0 or state.hand_known[seat]:
            continue
        others = [
            tile for tile in range(62) if int(state.stack[seat]) >> tile & 1 and state.tile_kind[tile] != state.hand[seat]
        ]
        if not others:
            continue
        swapped = position.copy()
        mine = int(state.kind_tiles[state.hand[seat]]) & ~int(state.stack[seat])
        swapped.state.stack[seat] = int(state.stack[seat]) & ~(1 << others[0]) | mine & -mine
        swapped.state.hand[seat] = state.tile_kind[others[0]]
        for viewer in (-1, position.actor):
            assert drawn(position.seen_by(viewer)) == drawn(swapped.seen_by(viewer))
        assert drawn(position.seen_by(seat)) != drawn(swapped.seen_by(seat))
        checked += 1
    assert checked > 5


def things_of(svg: str, what: str) -> list[ElementTree.Element]:
    """The elements of a drawing whose tip matches."""
    return [each for each in ElementTree.fromstring(svg).iter() if re.search(what, each.attrib.get("data-tip", ""))]


def test_the_tile_in_hand_can_be_chosen_or_says_why_not():
    for position in decisions():
        seen = position.seen_by(position.actor)
        (hand,) = things_of(drawing.seat(seen, position.actor), "^In hand")
        fits = position.legal[0].startswith("place")
        assert hand.attrib["class"] == ("cannot" if fits else "can")
        if fits:
            assert (hand.attrib["data-why"], hand.attrib["data-rule"]) == (
                "Your tile can be placed: place it.",
                "F2.4",
            )
        else:
            assert hand.attrib["data-action"] == position.legal[0]


@pytest.mark.parametrize("code", languages())
def test_everything_says_what_it_is_and_does(code):
    with language(code):
        for position in [*decisions()[::5], games()[1][-1][0]]:
            for svg in drawn(position.seen_by(position.actor)):
                for element in list(ElementTree.fromstring(svg).iter())[1:]:
                    if element.attrib.get("role") == "img":
                        assert element.attrib["aria-label"]
                        assert element.attrib["data-tip"]
                        assert "{" not in element.attrib["data-tip"]


def test_a_preview_lights_the_rooms_that_it_closes():
    closing = 0
    for position in decisions()[::3]:
        seen = position.seen_by(position.actor)
        for place, here in ways(seen).items():
            shown = {variant[0]: variant[1] for variant in variants_at(drawing.board(seen), place)}
            for way in here:
                if way.clash is None:
                    lit = "".join(area(room) for room in way.closes)
                    assert (f'd="{lit}"' in shown[way.action]) == bool(way.closes)
                    closing += bool(way.closes)
    assert closing > 10


def variants_at(svg: str, place: tuple[int, int]) -> list[list[str]]:
    """The ways to turn the tile on one space; none where it fits in no rotation."""
    at = f"translate({60 * place[0]} {60 * place[1]})"
    for element in ElementTree.fromstring(svg).iter():
        if element.attrib.get("transform") == at and element.attrib.get("class") == "can":
            return json.loads(element.attrib["data-variants"])
        if element.attrib.get("transform") == at and element.attrib.get("class") == "cannot":
            return []
    raise AssertionError(place)


def test_tiles_placed_since_your_last_turn_are_marked():
    for position in [p for p in decisions() if p.players == 4]:
        placed = [int(seat) for seat in position.state.placed_seat[: int(position.state.placed)]]
        for viewer in (position.actor, (position.actor + 2) % 4, -1):
            rings = re.findall(r'<g class="since".*?</g>', drawing.board(position.seen_by(viewer)))
            after = placed[::-1].index(viewer) if viewer in placed else 1
            expected = placed[len(placed) - max(after, 1) :] if placed else []
            assert len(rings) == len(expected)
            for ring, seat in zip(rings, expected, strict=True):
                assert seat_colour(COLOUR_OF_SEAT[seat]) in ring


def test_the_last_tiles_are_shown_one_by_one():
    game = games()[1]
    first = next(n for n, (_before, action, _told) in enumerate(game) if action.startswith("show"))
    for shown, (before, _action, _told) in enumerate(game[first:]):
        svgs = [drawing.seat(before.seen_by(-1), seat) for seat in range(3)]
        assert sum(len(things_of(svg, "^Revealed at the end")) for svg in svgs) == shown
        assert sum(len(things_of(svg, "^Not revealed yet")) for svg in svgs) == 6 - shown
    over = game[-1][0].copy().settle(1)
    paid = [sum(map(int, re.findall(r">\+(\d+)<", drawing.seat(over, seat)))) for seat in range(3)]
    before_showing = game[first][0].scores
    assert [new - old for old, new in zip(before_showing, over.scores, strict=True)] == paid


def test_a_tile_in_hand_shows_its_face_to_its_seat_only():
    position = next(p for p in decisions() if p.players == 3)
    for viewer in (-1, 0, 1, 2):
        for seat in range(3):
            for own in (True, False):
                tray = str(drawing.seat_in_layers(position.seen_by(viewer), seat, own=own))
                assert ("In hand:" in tray) == (viewer == seat)


def test_the_own_tray_is_larger_and_nothing_is_shown_for_zero():
    over = games()[1][-1][0].copy().settle(1).seen_by(-1)
    begun = decisions()[0].seen_by(-1)
    for seen in (begun, over):
        for seat in range(seen.players):
            own, other = (ElementTree.fromstring(str(drawing.seat_in_layers(seen, seat, own=own))) for own in (True, False))
            sizes = [list(map(float, each.attrib["viewBox"].split()))[2:] for each in (own, other)]
            assert sizes[0] > sizes[1]
            for tray in (own, other):
                texts = [each for each in tray.iter() if each.tag.endswith("text")]
                assert "0" not in [each.text for each in texts]
                assert min([float(each.attrib["font-size"]) for each in texts], default=12) >= 12


def test_a_closed_room_has_its_seal_and_shows_its_sum():
    stamped = 0
    for game in games():
        before = game[-1][0]
        svg = drawing.board(before.seen_by(-1))
        seals = [e for e in ElementTree.fromstring(svg).iter() if e.attrib.get("class") == "stamp"]
        closings = palace_of(before.state).closings
        assert len(seals) == len(closings)
        for seal, room in zip(seals, closings, strict=True):
            assert str(room.value) in "".join(seal.itertext())
            assert f"worth {room.value}" in seal.attrib["data-tip"]
        stamped += len(seals)
    assert stamped > 15


def test_an_open_room_shows_its_value_leaders_and_open_sides():
    shown = 0
    for position in decisions()[::5]:
        root = ElementTree.fromstring(drawing.board(position.seen_by(-1)))
        (lens,) = [each for each in root.iter() if each.attrib.get("class") == "lens"]
        values = [each for each in lens.iter() if each.attrib.get("class") == "roomy"]
        rooms = [room for room in palace_of(position.state).rooms() if room.open_edges and room.floor != GREY]
        assert len(values) == len(rooms)
        for value, room in zip(values, rooms, strict=True):
            assert [*value.itertext()] == [str(room.value), str(room.open_edges)]
            flowers = [each for each in value.iter() if each.tag.endswith("use")]
            assert len(flowers) == min(len(leaders(room)), 2)
            shown += len(flowers)
    assert shown > 20


def test_values_and_seals_are_legible_and_below_the_faces():
    for position in decisions()[::10]:
        root = ElementTree.fromstring(drawing.board(position.seen_by(-1)))
        steady = [each for each in root.iter() if each.attrib.get("class") == "steady"]
        sizes = [float(text.attrib["font-size"]) for each in steady for text in each.iter() if "font-size" in text.attrib]
        assert sizes
        assert min(sizes) >= 12
        for room in palace_of(position.state).rooms():
            x, y, _right, low = corner(room)
            whole = any(len(part.sides) == 4 for part in room.parts)
            assert low or not whole
            assert any((part.x, part.y) == (x // 60, y // 60) for part in room.parts)


def test_the_outline_of_a_room_goes_round_it():
    table = Table()
    table.put(0, 0, -2, face("green", "wooo"))
    table.put(0, 0, -3, halved("green", "pink", "wwww"))
    palace = palace_of(table.s)
    rooms = {room.parts: room for room in palace.rooms()}
    hall = next(room for room in rooms.values() if room.tiles == 2)
    assert area(hall).count("M") == 2
    assert outline(hall, palace).count("M") == 6
    half = next(room for room in rooms.values() if room.tiles == 1 and room.parts[0][:2] == (0, -3))
    assert outline(half, palace).count("M") == 3


def areas_of(root: ElementTree.Element) -> list[list[int]]:
    return [[int(number) for number in area.split()] for area in root.attrib["data-fit"].split("|")]


def test_the_board_names_what_must_be_seen_and_shows_it():
    for position in (games()[2][0][0], games()[2][-1][0]):
        for shape in SHAPES:
            root = ElementTree.fromstring(drawing.board(position.seen_by(-1), shape=shape))
            assert "data-zoom" in root.attrib
            palace = palace_of(position.state)
            covered = {(x // 60 + step, y // 60) for x, y, width, _height in areas_of(root) for step in range(width // 60)}
            assert covered >= palace.faces.keys() | palace.meets.keys()
            left, top = map(int, root.attrib["data-origin"].split())
            _x, _y, width, height = map(float, root.attrib["viewBox"].split())
            for x, y, wide, high in areas_of(root):
                assert x + left >= -1
                assert x + left + wide <= width + 1
                assert y + top >= -1
                assert y + top + high <= height + 1


def test_what_must_be_seen_is_the_same_for_all_viewers():
    for position in decisions()[::10]:
        boards = [ElementTree.fromstring(drawing.board(position.seen_by(viewer))) for viewer in (-1, *range(position.players))]
        assert len({board.attrib["data-fit"] for board in boards}) == 1


def test_a_tall_board_is_narrower_than_a_wide_one():
    seen = games()[0][0][0].seen_by(-1)
    wide, tall, low = (ElementTree.fromstring(drawing.board(seen, shape=shape)).attrib["viewBox"].split() for shape in SHAPES)
    assert float(tall[2]) < float(wide[2])
    assert float(low[3]) < float(wide[3])


def test_drawings_speak_the_language_of_the_reader():
    position = decisions()[30]
    seen = position.seen_by(position.actor)
    english = drawn(seen)
    with language("it"):
        italian = drawn(seen)
    assert all(one != other for one, other in zip(english, italian, strict=True))
    assert drawn(seen) == english


def test_icons_and_the_emblem():
    assert drawing.icon("pass").startswith("<svg")
    assert drawing.icon("no such picture") == ""
    emblem = ElementTree.fromstring(drawing.emblem())
    _x, _y, width, height = map(float, emblem.attrib["viewBox"].split())
    assert width / height > 2.4


def test_a_position_draws_itself():
    position = GAME.start(2).settle(5)
    assert position._repr_svg_() == drawing.board(position)
    ElementTree.fromstring(position.svg(0))


def test_drawings_are_small():
    for before, _action, _told in games()[2]:
        if before.actor >= 0:
            seen = before.seen_by(before.actor)
            svgs = [drawing.board(seen), *(drawing.seat(seen, seat) for seat in range(4))]
            assert sum(len(svg.encode()) for svg in svgs) < 250_000


def test_a_tile_set_is_read_once_in_a_game(monkeypatch):
    """Memoized results belong to a palace: what changes from move to move must not make it another one."""
    # Earlier tests of this process may have filled the budget, by which caches are emptied.
    monkeypatch.setattr(ledger, "most", 2**40)
    position = GAME.start(3).settle(1)
    kinds = kinds_of(position.state)
    for _move in range(12):
        position.play(position.legal[0]).settle(2)
        assert kinds_of(position.state) is kinds
