"""The drawings of China: well-formed, everything legal can be clicked, nothing hidden can be seen, fast and small enough."""

from __future__ import annotations

import itertools
import json
import math
import re
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

from china.faces_games import TABLES, bare_map, decisions, plies
from china.tables import cards, table
from hanlin.core.i18n.language import language, languages
from hanlin.core.jit.rng import seeded
from hanlin.core.verbs import generic
from hanlin.drawing import FLOWERS, art, seat_colour
from hanlin.games.china import GAME, words
from hanlin.games.china.drawing import figures
from hanlin.games.china.drawing.board import LETTERS, PIECES, frame_of
from hanlin.games.china.drawing.chart import DRAGON, SPACE, chart, name_width
from hanlin.games.china.map import load_map, shipped_map
from hanlin.games.china.pieces import COLOURS, REFILL, SECOND, TURN
from hanlin.games.china.snapshot import read
from hanlin.games.china.words import names

DOCS = Path(__file__).parents[3] / "docs"
SHAPES = ("wide", "tall", "low")
drawing = GAME.drawing


def drawn(position) -> list[str]:
    return [
        *(drawing.board(position, shape=shape) for shape in SHAPES),
        *(drawing.seat(position, seat) for seat in range(position.players)),
    ]


@cache
def seen_decisions():
    return [position.seen_by(position.actor) for position in decisions()]


def elements(svg: str):
    return list(ElementTree.fromstring(svg).iter())


def clicks(svg: str) -> set[str]:
    """The actions that some element of the drawing carries."""
    found: set[str] = set()
    for element in elements(svg):
        if "data-action" in element.attrib:
            found.add(element.attrib["data-action"])
        if "data-actions" in element.attrib:
            found.update(json.loads(element.attrib["data-actions"]))
    return found


def test_every_drawing_is_well_formed_and_its_ids_are_its_own():
    for position in seen_decisions():
        ids: list[str] = []
        for svg in (drawing.board(position), *(drawing.seat(position, seat) for seat in range(position.players))):
            found = elements(svg)
            own = [element.attrib["id"] for element in found if "id" in element.attrib]
            used = {element.attrib["href"].removeprefix("#") for element in found if "href" in element.attrib}
            used |= set(re.findall(r"url\(#([^)]+)\)", svg))
            assert used <= set(own)
            ids += own
        assert len(ids) == len(set(ids))


@pytest.mark.parametrize("shape", SHAPES)
def test_the_board_keeps_its_measures_whatever_is_asked(shape):
    """Neither the picture's box nor the place of any space, dragon or card changes in the course of a game."""
    boxes, places = set(), {}
    for n, (before, _action, _told, _after) in enumerate(plies(9, **TABLES[1])):
        if n % 7:
            continue
        for viewer in (-1, 0, max(before.actor, 0)):
            svg = drawing.board(before.seen_by(viewer), shape=shape)
            boxes.add(re.match(r'<svg [^>]*viewBox="([^"]*)"', svg).group(1))
            for element in elements(svg):
                if element.attrib.get("id", "").startswith("china-name-"):
                    spot = next(child for child in element if child.tag.endswith("rect"))
                    places.setdefault(element.attrib["id"], set()).add((spot.attrib["x"], spot.attrib["y"]))
    assert len(boxes) == 1
    assert len(places) == 9
    assert {len(seen) for seen in places.values()} == {1}


def test_every_moment_of_a_game_can_be_drawn():
    for before, _action, _told, after in plies(5, **TABLES[1]):
        for svg in (drawing.board(before), drawing.seat(before, 0)):
            ElementTree.fromstring(svg)
        last = after
    assert last.over
    for svg in drawn(last):
        ElementTree.fromstring(svg)


def test_every_legal_action_can_be_clicked_in_either_shape():
    """Placements and cards to take on the board; what is left (done, exchanges, passing) is a button of the question."""
    for position in seen_decisions():
        asked = words.question(position)
        for shape in SHAPES:
            here = clicks(drawing.board(position, shape=shape))
            assert here <= set(position.legal)
            buttons = {choice.action for choice in asked.choices if choice.legal and not choice.on_board}
            assert here | buttons == set(position.legal)
            # A card to take ends the placing too, which has a button of its own.
            assert here & buttons <= {"done"}


def test_nobody_else_has_anything_to_click():
    for position in decisions():
        for viewer in (-1, (position.actor + 1) % position.players):
            for svg in drawn(position.seen_by(viewer)):
                assert not clicks(svg)
                assert "data-pick" not in svg
                assert "data-why" not in svg
                assert 'class="can"' not in svg


def test_cards_can_be_picked_where_they_go_with_an_action():
    picked = 0
    for position in seen_decisions():
        named = {name for choice in words.question(position).choices if choice.legal for name in choice.goes_with}
        picks = {
            element.attrib["data-pick"]
            for element in elements(drawing.seat(position, position.actor))
            if "data-pick" in element.attrib
        }
        assert picks == named
        picked += len(picks)
    assert picked > 30


def test_what_looks_possible_says_why_it_is_not():
    phases = set()
    for position in seen_decisions():
        for svg in drawn(position):
            for element in elements(svg):
                if "data-why" in element.attrib:
                    phases.add(int(position.state.phase))
                    assert element.attrib["data-why"].endswith(".")
                    assert re.match(r"C\d", element.attrib["data-rule"])
    assert phases == {TURN, SECOND, REFILL}


def test_pieces_and_cards_can_be_chosen_or_say_why_not():
    """All spaces, dragons, cards of the row and of the own hand, and the pile: each is clickable, or refused with its rule."""
    refused = 0
    for position in seen_decisions():
        r = read(position.state)
        board, own = elements(drawing.board(position)), elements(drawing.seat(position, position.actor))
        found = {element.attrib["id"]: element.attrib for element in board if "id" in element.attrib}
        spaces = [8 * region + n for region, size in enumerate(r.spaces) for n in range(size)]
        wanted = [f"china-space-{space}" for space in spaces] + [f"china-dragon-{region}" for region in range(9)]
        wanted += [f"china-row-{i}" for i in range(sum(r.row))] + ["china-pile"]
        hand = [element.attrib for element in own if element.attrib.get("class") in ("can", "cannot")]
        assert len(hand) == r.hand_size[r.seat]
        for thing in [*(found[id] for id in wanted), *hand]:
            if thing["class"] == "cannot":
                refused += 1
                assert thing["data-why"].endswith(".")
                assert re.fullmatch(r"C\d+(\.\d+)?", thing["data-rule"])
            else:
                assert {"data-action", "data-actions", "data-pick"} & set(thing)
    assert refused > 1000


def test_refusals_of_the_board_are_what_the_library_says():
    """A space, a dragon or a card of the row gives the same reason as ``why_not`` for its action."""
    for position in seen_decisions()[::3]:
        r = read(position.state)
        for element in elements(drawing.board(position)):
            id, why = element.attrib.get("id", ""), element.attrib.get("data-why")
            if why and id.startswith("china-space-"):
                region, n = divmod(int(id.removeprefix("china-space-")), 8)
                action = f"palace {r.ids[region]} {n + 1} {COLOURS[r.colour[region]]}"
            elif why and id.startswith("china-dragon-"):
                region = int(id.removeprefix("china-dragon-"))
                action = f"emissary {r.ids[region]} {COLOURS[r.colour[region]]}"
            elif why and id == "china-pile":
                action = "take pile"
            else:
                continue
            assert (why, element.attrib["data-rule"]) == (
                words.why_not(position, action).text,
                words.why_not(position, action).rule,
            )


def test_things_that_are_not_asked_for_say_what_they_are_for():
    for position in decisions()[::4]:
        seen = position.seen_by(-1)
        tips = [element.attrib["data-tip"] for svg in drawn(seen) for element in elements(svg) if "data-tip" in element.attrib]
        for kind in range(3):
            if kind < 2 or any(read(position.state).fortresses_left):
                assert any(words.effects.piece_effect(kind) in tip for tip in tips)
        for tip in tips:
            assert "{" not in tip


def test_a_place_offers_the_own_card_before_a_joker():
    several = 0
    for position in seen_decisions():
        r = read(position.state)
        for element in elements(drawing.board(position)):
            ways = [way.split() for way in json.loads(element.attrib.get("data-actions", "[]"))]
            for way, after in itertools.pairwise(ways):
                own = COLOURS[r.colour[r.region_of(way[1])]]
                several += 1
                assert way[0] != after[0] or after[-1] != own
    assert several > 50


def test_the_fingers_places_do_not_overlap():
    for side in ("3-4", "4-5"):
        of = chart(shipped_map(), side, 1.2)
        for (a, (ax, ay)), (b, (bx, by)) in itertools.combinations(of.spaces.items(), 2):
            assert of.reach[a] + of.reach[b] <= math.hypot(ax - bx, ay - by) + 1e-9
        assert min(of.reach.values()) > 19


def test_emissaries_differ_in_more_than_colour():
    shapes = {re.sub(r'(fill|stroke|href)="[^"]*"', "", art(name).content) for name in figures.EMISSARY_ART}
    assert len(shapes) == 5


def test_reasons_on_the_board_are_those_of_the_rules():
    """A free space that can't be clicked says just what ``why_not`` says about a palace there."""
    for position in seen_decisions()[:20]:
        texts = {element.attrib["data-why"] for element in elements(drawing.board(position)) if "data-why" in element.attrib}
        if int(position.state.phase) == SECOND and not position.state.second:
            title = names.region_title(position, int(position.state.region))
            assert f"{title} was empty when your turn began: you can place only one piece there." in texts
            assert f"All pieces of this turn must go into {title}." in texts


def test_a_click_says_what_it_does():
    for position in seen_decisions():
        for svg in drawn(position):
            for element in elements(svg):
                if element.attrib.get("class") in ("can", "cannot"):
                    assert element.attrib["role"] == "button"
                    assert element.attrib["tabindex"] == "0"
                    assert element.attrib["aria-label"]


def test_views_show_nothing_hidden():
    """Two positions that differ only in hidden things have the same drawing and the same words."""
    differing = 0
    for position in decisions():
        rng = seeded("hidden", len(position.moves))
        for viewer in (-1, *range(position.players)):
            other = position.copy()
            generic.hide(other.state, viewer)
            generic.guess(other.state, rng)
            differing += other.state.tobytes() != position.state.tobytes()
            one, two = position.seen_by(viewer), other.seen_by(viewer)
            assert drawn(one) == drawn(two)
            assert words.describe(one) == words.describe(two)
            assert words.panels(one) == words.panels(two)
            assert words.question(one) == words.question(two)
    assert differing > 100


def test_hands_of_others_are_face_down_but_for_cards_from_the_row():
    for position in decisions():
        viewer = (position.actor + 1) % position.players
        seen = position.seen_by(viewer)
        for seat in range(position.players):
            svg = drawing.seat(seen, seat)
            backs = svg.count('<use href="#china-seat-' + f'{seat}-china-slip-back"')
            known = int(cards(position.state.hands)[seat].sum() if seat == viewer else cards(position.state.known)[seat].sum())
            assert backs == int(position.state.hand_size[seat]) - known


def test_who_would_score_what_lights_up_on_demand():
    position = decisions()[-1].seen_by(-1)
    lights = [element for element in elements(drawing.board(position)) if element.attrib.get("class") == "lights"]
    assert len(lights) == 9 + 15
    for element in lights:
        assert element.attrib["data-tip"] == element.attrib["aria-label"]
        wash = next(child for child in element if child.attrib.get("class") == "wash")
        assert wash.attrib["opacity"] == "0"
        assert wash.attrib["pointer-events"] == "none"


def test_pieces_placed_since_your_last_turn_are_ringed():
    position = GAME.start(4).settle(1)
    turns = {0: "palace", 1: "palace", 2: "exchange", 3: "palace"}
    for seat, verb in turns.items():
        position.play(next(action for action in position.legal if action.startswith(verb)))
        while position.actor in (seat, generic.CHANCE):
            if position.actor == seat:
                position.play(position.legal[-1])
            position.settle(2)
    assert position.actor == 0
    assert _rings(position.seen_by(0)) == [3, 1]
    assert _rings(position.seen_by(1)) == [3]
    assert _rings(position.seen_by(3)) == []
    assert _rings(position.seen_by(-1)) == [3]
    position.play(next(action for action in position.legal if action.startswith("palace")))
    assert _rings(position.seen_by(0)) == []
    assert _rings(position.seen_by(1)) == [0, 3]


def _rings(seen) -> list[int]:
    """The seats whose pieces are ringed, the latest first."""
    colours = [seat_colour(seat) for seat in range(seen.players)]
    return [
        colours.index(list(element)[1].attrib["stroke"])
        for element in elements(drawing.board(seen))
        if element.attrib.get("class") == "since"
    ]


def test_scoring_roads_carry_more_than_their_seats_colour():
    """Each seat's road has dashes of its own, and its flowers on every stretch."""
    dashes = set()
    for seat in range(4):
        position = GAME.start(4).settle(1)
        bare = drawing.board(position.seen_by(-1))
        position.state.palaces[seat, 4] = 0b1111
        position.state.free[4] &= ~0b1111
        position.state.most[4] = 4
        (rows,) = (layer for layer in drawing.board_in_layers(position.seen_by(-1)).layers if "stroke-dasharray" in layer)
        dashes.add(re.search(r'stroke-dasharray="([^"]*)"', rows)[1])
        assert rows.count(f"#art-{FLOWERS[seat]}") >= 3
        assert seat_colour(seat) in rows
        assert "stroke-dasharray" not in bare.partition('class="leads"')[2].partition('class="spaces"')[0]
    assert len(dashes) == 4


SCREENS = {"wide": (960 / 1236, 594 / 800), "tall": (386 / 931,), "low": (342 / 800,)}
"""The smallest pixels that a unit of a board has on the screens for it: of 1280 × 720, 390 × 844 and 844 × 390."""


@pytest.mark.parametrize("shape", SHAPES)
def test_no_letter_of_the_board_is_under_twelve_pixels(shape):
    pixels = min(SCREENS[shape])
    for position in seen_decisions()[::3]:
        for element in elements(drawing.board(position, shape=shape)):
            if element.tag.endswith("}text"):
                assert float(element.attrib["font-size"]) * pixels > 11.95, element.text


@pytest.mark.parametrize(
    ("shape", "own", "width"), [("wide", True, 196), ("wide", False, 196), ("tall", True, 360), ("low", True, 262)]
)
def test_no_letter_of_a_banner_is_under_twelve_pixels(shape, own, width):
    """``width``: of its picture in the banner at 1280 × 720, and in the dock of a phone."""
    for position in seen_decisions()[::5]:
        for seat in range(position.players):
            svg = str(drawing.seat_in_layers(position, seat, shape=shape, own=own))
            pixels = width / float(re.match(r'<svg [^>]*viewBox="0 0 ([\d.]+) ', svg)[1])
            for element in elements(svg):
                if element.tag.endswith("}text"):
                    assert float(element.attrib["font-size"]) * pixels > 11.95, element.text


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("side", ["3-4", "4-5"])
def test_every_place_of_the_map_is_within_the_board(shape, side):
    of = chart(shipped_map(), side, PIECES[shape], LETTERS[shape])
    frame = frame_of(of, shape, shape != "tall")
    for x, y in (*of.spaces.values(), *of.dragons, *of.marks, *of.lens):
        assert frame.left + 15 < x < frame.left + frame.width - 15
        assert frame.top + 15 < y < frame.top + frame.height - 8
    for (x, y), (other_x, other_y) in itertools.combinations(of.marks, 2):
        assert math.hypot(x - other_x, y - other_y) > 2 * of.seal, "numbers of alliances do not cover each other"


def test_the_banners_lie_where_nothing_is_drawn():
    """The upper left corner of a wide board, and its right side above and below the cards."""
    of = chart(shipped_map(), "4-5", 1.0, 1.0)
    frame = frame_of(of, "wide", True)
    for x, y in (point for region in shipped_map().regions for point in region.outline):
        left, top = x - frame.left, y - frame.top
        assert not (left < 290 and top < 93)
        assert left < 940


def test_the_lens_shows_leaders_and_their_points():
    position = table(palaces={"wei": [0, 0, 1], "han": [2, 3]}, emissaries={"wei": {1: 1}, "han": {1: 1}})
    board = drawing.board(position.seen_by(-1))
    (lens,) = (each for each in elements(board) if each.attrib.get("class") == "lens")
    said = [part.text for part in lens.iter() if part.text]
    assert sorted(said) == ["+2", "+3", "1", "2", "2:1"]
    full = table(palaces={"wei": [0, 0, 0, 1, 1, 2, 2]})
    (lens,) = (each for each in elements(drawing.board(full.seen_by(-1))) if each.attrib.get("class") == "lens")
    assert [part.text for part in lens.iter() if part.text] == []


def test_a_seats_regions_are_washed_with_its_flowers():
    position = table(palaces={"wei": [0, 0, 1], "han": [1]})
    board = drawing.board(position.seen_by(-1))
    led = {
        each.attrib["data-leads"]: str(ElementTree.tostring(each)) for each in elements(board) if "data-leads" in each.attrib
    }
    assert set(led) == {"plum", "orchid"}
    assert "china-wash-plum" in led["plum"]
    assert "-wei)" in led["plum"]
    assert "-han)" in led["orchid"]


def test_a_place_names_the_cards_that_pay_for_it():
    """The style sheet lights cards and places by these."""
    for position in seen_decisions():
        for element in elements(drawing.board(position)):
            ways = json.loads(element.attrib.get("data-actions", "null")) or [element.attrib.get("data-action", "")]
            placed = [way for way in ways if way.startswith(("palace", "emissary", "fortress"))]
            assert ("data-cards" in element.attrib) == bool(placed)
            if placed:
                cards = {way.split()[-1] for way in placed}
                assert set(element.attrib["data-cards"].split()) == cards
                assert element.attrib["data-pays"] in cards


def test_the_hand_can_be_filled_from_the_pile_with_one_click():
    seen = 0
    for position in seen_decisions():
        found = [each for each in elements(drawing.board(position)) if each.attrib.get("id") == "china-pile-all"]
        for each in found:
            seen += 1
            steps = [each.attrib["data-action"], *each.attrib["data-then"].split(";")]
            left = 3 - int(position.state.hand_size[position.actor])
            assert [step for step in steps if step != "done"] == ["take pile"] * left
            assert left > 1
            assert "done" not in steps or int(position.state.phase) == SECOND
    assert seen > 5


def test_a_card_and_the_rest_from_the_pile_are_one_click():
    seen = 0
    for position in decisions():
        board = drawing.board(position.seen_by(position.actor))
        rests = [each for each in elements(board) if each.attrib.get("id", "").endswith("-rest")]
        for each in rests[:1]:
            seen += 1
            after = position.copy()
            for step in [each.attrib["data-action"], *each.attrib["data-then"].split(";")]:
                assert step in after.legal
                after.play(step)
                after.settle(seeded("the rest"))
            assert after.actor != position.actor or after.state.phase == TURN
    assert seen > 5


def test_a_placement_can_go_on_until_the_turn_is_over():
    seen = 0
    for position in decisions():
        board = drawing.board(position.seen_by(position.actor))
        found = [each for each in elements(board) if "data-onward" in each.attrib]
        assert len(found) == (int(position.state.phase) != REFILL and int(position.state.pile_left) > 0)
        for action in [action for action in position.legal if action.startswith("palace")][:1] if found else ():
            seen += 1
            after = position.copy().play(action)
            for step in found[0].attrib["data-onward"].split(";"):
                if after.actor == position.actor and step in after.legal:
                    after.play(step)
                    after.settle(seeded("onward"))
            assert after.over or after.actor != position.actor or not after.state.pile_left
    assert seen > 5


@pytest.mark.rule("C9.1")
def test_a_map_without_outlines_is_drawn_as_discs_and_roads():
    position = GAME.start(4, map=bare_map()).settle(3)
    for svg in drawn(position.seen_by(position.actor)):
        ElementTree.fromstring(svg)
    here = clicks(drawing.board(position.seen_by(position.actor)))
    assert here == {action for action in position.legal if not action.startswith("exchange")}


@pytest.mark.rule("C9.2")
def test_the_board_says_whose_map_it_is():
    for shape in SHAPES:
        note = next(
            each for each in elements(drawing.board(decisions()[0], shape=shape)) if each.attrib.get("id") == "china-note"
        )
        assert "Hanlin’s own map" in note.attrib["data-tip"] == note.attrib["aria-label"]
        assert note.attrib["tabindex"] == "0"


def test_no_placeholder_is_left_in_any_language():
    for code in languages():
        with language(code):
            for position in seen_decisions()[:24]:
                for svg in drawn(position):
                    assert "{" not in re.sub(r"<[^>]*>", "", svg)


def test_a_page_is_small():
    for position in seen_decisions():
        page = [drawing.board(position), *(drawing.seat(position, seat) for seat in range(position.players))]
        assert sum(map(len, page)) < 230_000


def test_the_emblem_and_the_icons_are_pictures():
    ElementTree.fromstring(drawing.emblem())
    for position in seen_decisions():
        for choice in words.question(position).choices:
            ElementTree.fromstring(drawing.icon(choice.icon))


@pytest.mark.parametrize("shape", ["tall", "low"])
def test_on_a_phone_no_piece_covers_the_name_of_a_land(shape):
    """Wei's was half hidden by a border's number, and its pieces were close around it."""
    size, lettering = PIECES[shape], LETTERS[shape]
    for side in shipped_map().sides:
        of = chart(shipped_map(), side, size, lettering)
        discs = [(*at, SPACE * size) for at in of.spaces.values()]
        discs += [(*at, DRAGON / 2 * size) for at in of.dragons] + [(*at, 13 * size) for at in of.marks]
        for (x, y), region in zip(of.names, of.map.regions, strict=True):
            wide, high = name_width(region.title, lettering) / 2, 15 * lettering
            gaps = [math.hypot(max(abs(cx - x) - wide, 0), max(y - high - cy, cy - y, 0)) - r for cx, cy, r in discs]
            assert min(gaps) > -0.6 * high + 5, region.title
            if region.title == "Wei":
                assert abs(x - 600) + wide < 110
                assert 300 < y - high < y < 440


@pytest.mark.parametrize("shape", SHAPES)
def test_names_on_a_custom_map_do_not_overlap_names_or_pieces(shape):
    """The guide's example gives no places of names: they were over each other and under the pieces."""
    text = (DOCS / "maps.md").read_text("utf-8")
    own = load_map(next(block for block in re.findall(r"```toml\n(.*?)```", text, re.DOTALL) if block.startswith("name")))
    size, lettering = PIECES[shape], LETTERS[shape]
    of = chart(own, "3-4", size, lettering)
    boxes = [(x, y, name_width(each.title, lettering)) for (x, y), each in zip(of.names, own.regions, strict=True)]
    for x, y, wide in boxes:
        assert of.left < x - wide / 2 < x + wide / 2 < of.right
        assert 15 * lettering < y < of.height
        for cx, cy in of.spaces.values():
            assert math.hypot(max(abs(cx - x) - wide / 2, 0), max(y - 15 * lettering - cy, cy - y, 0)) > SPACE * size - 6
    for (x, y, wide), (other_x, other_y, other_wide) in itertools.combinations(boxes, 2):
        assert abs(x - other_x) > (wide + other_wide) / 2 or abs(y - other_y) > 15 * lettering


@pytest.mark.parametrize("shape", SHAPES)
def test_beside_or_below_a_narrow_map_all_cards_are_shown(shape):
    """The guide's example is narrow: the discards were beyond the edge of the picture."""
    text = (DOCS / "maps.md").read_text("utf-8")
    own = next(block for block in re.findall(r"```toml\n(.*?)```", text, re.DOTALL) if block.startswith("name"))
    svg = drawing.board(GAME.start(4, map=own).settle(1), shape=shape)
    width = float(re.match(r'<svg [^>]*viewBox="0 0 ([\d.]+) ', svg)[1])
    left = -float(re.search(r"<g transform=\"translate\((-?[\d.]+) ", svg)[1])
    shown = [float(node.attrib["x"]) for node in elements(svg) if node.tag.endswith("use") and "x" in node.attrib]
    assert max(shown) - left < width - 20
