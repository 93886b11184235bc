"""The drawings: well-formed, everything legal can be clicked, reasons have rules, no secret shows, fast and small enough."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree

import pytest

from forbidden_city.faces_games import decisions, games, misfits
from forbidden_city.palaces import Table, face, halved
from hanlin.core.i18n.language import language, languages
from hanlin.core.position.position import Position
from hanlin.drawing import number, seat_colour
from hanlin.games.forbidden_city import GAME, words
from hanlin.games.forbidden_city.drawing.rooms import area, outline, stamp_place
from hanlin.games.forbidden_city.pieces import COLOUR_OF_SEAT
from hanlin.games.forbidden_city.snapshot import kinds_of, palace_of
from hanlin.games.forbidden_city.spots import ways

SHAPES = ("wide", "tall", "low")
drawing = GAME.drawing
RULE = re.compile(r"F\d+\.\d+")


def drawn(seen: Position) -> list[str]:
    return [
        *(drawing.board(seen, shape=shape) for shape in SHAPES),
        *(drawing.seat(seen, seat) for seat in range(seen.players)),
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
        svgs = drawn(position.seen_by(position.actor))[len(SHAPES) - 1 :]  # a page has one board
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


def test_ways_that_are_not_allowed_say_why():
    illegal = [way for p in decisions()[::3] for way in variants(drawing.board(p.seen_by(p.actor))) if not way[0]]
    assert illegal
    for _action, picture, why, rule in illegal:
        ElementTree.fromstring(f"<g>{picture}</g>")
        assert why
        assert RULE.fullmatch(rule)


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


def test_a_preview_shows_the_seal_where_it_will_be_and_pays_each_seat():
    closing = 0
    for position in decisions()[::3]:
        seen = position.seen_by(position.actor)
        for place, here in ways(seen).items():
            for way, variant in zip(here, variants_at(drawing.board(seen), place), strict=False):
                figures = [text.text for text in ElementTree.fromstring(f"<g>{variant[1]}</g>").iter("text")]
                if not way.closes:
                    assert not figures
                    continue
                after = position.copy().play(variant[0])
                gained = [new - old for old, new in zip(position.scores, after.scores, strict=True)]
                assert sum(int(coins) for coins in figures) == sum(gained) + sum(room.value for room in way.closes)
                stamps = [each for each in drawing.board(after).split("<g ") if 'class="stamp"' in each]
                for room in way.closes:
                    x, y = stamp_place(room)
                    assert any(f"translate({number(x)} {number(y)})" in stamp for stamp in stamps)
                    assert f"translate({number(x)} {number(y)})" in variant[1]
                closing += 1
    assert closing > 10


def variants_at(svg: str, place: tuple[int, int]) -> list[list[str]]:
    """The ways to turn the tile on one space; where it fits nowhere, as many ways without pictures."""
    at = f"translate({60 * place[0]} {60 * place[1]})"
    for element in ElementTree.fromstring(svg).iter():
        if element.attrib.get("transform") == at and element.attrib.get("class") == "can":
            return json.loads(element.attrib["data-variants"])
        if element.attrib.get("transform") == at and element.attrib.get("class") == "cannot":
            return [["", ""]] * 4
    raise AssertionError(place)


def test_coordinates_show_only_where_somebody_points():
    position = decisions()[10]
    texts = ElementTree.fromstring(drawing.board(position.seen_by(position.actor))).iter("{http://www.w3.org/2000/svg}text")
    places = {f"{x},{y}" for x, y in palace_of(position.state).free()}
    assert {each.text for each in texts if each.attrib.get("class") == "where"} == places
    assert not re.search(">-?[0-9]+,-?[0-9]+<", drawing.board(position.seen_by(-1)))


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
            assert ("In hand:" in drawing.seat(position.seen_by(viewer), seat)) == (viewer == seat)


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


def test_a_seal_needs_its_sum_and_payments_are_shown_without_it():
    """The page hides a ``label`` whose figures are too fine to be read; the flowers stay."""
    for game in games():
        for stamp in ElementTree.fromstring(drawing.board(game[-1][0].seen_by(-1))).iter():
            if stamp.attrib.get("class") == "stamp":
                worth, *paid = list(stamp)
                assert worth.attrib["class"] == "label"
                assert [child.text for child in worth if child.text] == ["".join(stamp.itertext())]
                assert [each.attrib["class"] for each in paid] in ([], ["paid"])


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


def test_the_board_grows_with_the_palace_and_asks_for_zoom():
    first, last = games()[2][0][0], games()[2][-1][0]
    sizes = []
    for position in (first, last):
        root = ElementTree.fromstring(drawing.board(position.seen_by(-1)))
        assert "data-zoom" in root.attrib
        sizes.append(float(root.attrib["viewBox"].split()[2]))
    assert sizes[0] < sizes[1] or sizes[0] == 11 * 60 + 28


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
    ElementTree.fromstring(drawing.emblem())


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


def test_a_tile_set_is_read_once_in_a_game():
    """Memoized results belong to a palace: what changes from move to move must not make it another one."""
    position = GAME.start(3).settle(1)
    kinds = kinds_of(position.state)
    for _move in range(12):
        position.play(position.legal[0]).settle(2)
        assert kinds_of(position.state) is kinds
