"""The drawings: well-formed, everything legal can be clicked, ids are unique, fast and small enough."""

from __future__ import annotations

import json
import re
from functools import cache
from xml.etree import ElementTree

import pytest

from hanlin.core.i18n.language import language, languages
from hanlin.core.position.position import Position
from hanlin.drawing import words_width
from hanlin.games.year_of_the_dragon import GAME, words
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon import state as st
from hanlin.games.year_of_the_dragon.drawing import low_place, year
from hanlin.games.year_of_the_dragon.drawing.courts import GAP, arrangement
from hanlin.games.year_of_the_dragon.drawing.hands import CARD_WIDTH, FINGER, LOW
from hanlin.games.year_of_the_dragon.drawing.palaces import HALL, WIDTH, height_of
from hanlin.games.year_of_the_dragon.drawing.seats import OWN_HEIGHT, OWN_WIDTH
from hanlin.games.year_of_the_dragon.drawing.threats import farewell, not_prepared, threat
from hanlin.games.year_of_the_dragon.snapshot import read
from hanlin.games.year_of_the_dragon.words import names
from year_of_the_dragon.faces_games import TABLES, decisions, plies
from year_of_the_dragon.scenes import court, table

SHAPES = ("wide", "tall", "low")
drawing = GAME.drawing


def drawn(position) -> list[str]:
    return [
        *(drawing.board(position, shape=shape) for shape in SHAPES),
        *(drawing.seat(position, n) for n in range(position.players)),
    ]


def clicks(svg: str) -> set[str]:
    """The actions that some element of the drawing carries."""
    found: set[str] = set()
    for element in ElementTree.fromstring(svg).iter():
        if "data-action" in element.attrib:
            found.add(element.attrib["data-action"])
        if "data-actions" in element.attrib:
            found.update(json.loads(element.attrib["data-actions"]))
    return found


@cache
def offered() -> list[tuple[Position, set[str], list[tuple[str, str]]]]:
    """For every decision, as the seat sees it that decides: what can be clicked, and the reasons of what can't."""
    found = []
    for position in decisions():
        svgs = drawn(position.seen_by(position.actor))
        why = [
            (element.attrib["data-why"], element.attrib["data-rule"])
            for svg in svgs
            for element in ElementTree.fromstring(svg).iter()
            if "data-why" in element.attrib
        ]
        found.append((position, set().union(*map(clicks, svgs)), why))
    return found


def test_every_drawing_is_well_formed_and_its_ids_are_its_own():
    for position in decisions():
        ids: list[str] = []
        for svg in (drawing.board(position), *(drawing.seat(position, seat) for seat in range(position.players))):
            root = ElementTree.fromstring(svg)
            own = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
            used = {element.attrib["href"].removeprefix("#") for element in root.iter() if "href" in element.attrib}
            assert used <= set(own)
            ids += own
        assert len(ids) == len(set(ids))


def test_every_moment_of_a_game_can_be_drawn():
    *_, last = (drawn(before) and after for before, _action, _told, after in plies(5, **TABLES[1]))
    assert last.over
    for svg in drawn(last):
        ElementTree.fromstring(svg)


def test_only_the_active_seat_can_click_and_only_legal_actions():
    for position, here, _why in offered():
        assert here <= set(position.legal)
    for position in decisions()[::4]:
        other = (position.actor + 1) % position.players
        for viewer in (other, -1):
            for svg in drawn(position.seen_by(viewer)):
                assert not clicks(svg)
                assert 'class="can"' not in svg
                assert "data-why" not in svg


def test_every_legal_action_can_be_clicked():
    for position, here, _why in offered():
        choices = {choice.action for choice in words.question(position).choices if choice.legal}
        assert set(position.legal) <= here | choices


def test_nearly_everything_can_be_clicked_in_the_pictures_themselves():
    missing = {
        action.split()[0]
        for position, here, _why in offered()
        if position.state.step != st.PICK
        for action in set(position.legal) - here
    }
    assert missing <= {"pass"}, "only passing at sunrise and in a concession is left to the question"


def test_first_persons_are_picked_one_after_the_other():
    position = next(position for position in decisions() if position.state.step == st.PICK)
    root = ElementTree.fromstring(drawing.board(position))
    picks = {element.attrib["data-pick"] for element in root.iter() if "data-pick" in element.attrib}
    named = {name for choice in words.question(position).choices for name in choice.goes_with}
    assert picks
    assert picks <= named


def test_what_looks_possible_says_why_it_is_not():
    reasons = [reason for _position, _here, why in offered() for reason in why]
    assert len(reasons) > 50
    assert all(text.endswith(".") and re.match(r"Y\d", rule) for text, rule in reasons)


@pytest.mark.parametrize(
    ("step", "what"),
    [
        (st.PICK, r"\d left\. "),
        (st.HIRE, r"\d left\. |: (in hand|played)\. "),
        (st.WELCOME, r"\d left\. "),
        (st.ACT, "^(Taxes|Build|Harvest|Fireworks show|Military parade|Research|Privilege|Build the wall|Pass): "),
        (st.DROP, ": (in hand|played)\\. "),
        (st.EVICT, "on the track"),
    ],
)
def test_drawn_actions_can_be_chosen_or_say_why_not(step, what):
    for position in decisions():
        if position.state.step == step:
            seen = position.seen_by(position.actor)
            own = drawing.seat(seen, position.actor)
            shown = [*things_of(drawing.board(seen), what), *things_of(own, what)]
            if step == st.EVICT:
                shown = things_of(own, what)
            assert shown
            for element in shown:
                assert element.attrib["class"] in ("can", "cannot"), element.attrib
                if element.attrib["class"] == "cannot":
                    assert element.attrib["data-why"].endswith(".")
                    assert re.match(r"Y\d", element.attrib["data-rule"])


def things_of(svg: str, what: str) -> list[ElementTree.Element]:
    """The elements of a drawing whose tip matches."""
    return [element for element in ElementTree.fromstring(svg).iter() if re.search(what, element.attrib.get("data-tip", ""))]


def test_wall_tiles_are_built_from_the_own_area():
    for position in decisions():
        if position.state.step == st.ACT and position.state.great_wall:
            seen = position.seen_by(position.actor)
            tiles = things_of(drawing.seat(seen, position.actor), "^Wall tile")
            assert len(tiles) == len(read(position.state).seats[position.actor].benefits)
            assert {element.attrib["class"] for element in tiles} <= {"can", "cannot"}
            legal = [action for action in position.legal if "build-wall" in action]
            assert sorted(element.attrib["data-action"] for element in tiles if "data-action" in element.attrib) == sorted(
                legal
            )


@pytest.mark.parametrize("code", languages())
def test_everything_says_what_it_is_and_does(code):
    with language(code):
        for position in decisions()[::3]:
            for svg in drawn(position):
                for element in list(ElementTree.fromstring(svg).iter())[1:]:
                    if element.attrib.get("role") in ("img", "button"):
                        assert element.attrib["data-tip"]
                        assert "{" not in element.attrib["data-tip"]


def font_sizes(element, scale):
    """The sizes of all texts in a drawing that is shown at that scale, groups that scale themselves included."""
    scale *= float((re.search(r"scale\((\S+)\)", element.attrib.get("transform", "")) or [0, 1])[1])
    if element.tag.endswith("text") and element.text and "font-size" in element.attrib:
        yield float(element.attrib["font-size"]) * scale
    for child in element:
        yield from font_sizes(child, scale)


FORMS = {"wide": 531 / 640, "tall": 1.0, "low": 266 / 264}
"""The scale of the own place on a laptop (1280 × 720) and on a phone, by shape."""
OTHERS = {2: 119 / 160, 3: 119 / 160, 4: 128 / 180, 5: 94 / 144}
"""The scale of another player's place on a laptop, by the number of players."""


@pytest.mark.parametrize("code", languages())
def test_no_text_is_too_small(code):
    """12 pixels at least at 1280 × 720 and on phones: the low board is larger than its box there, the tall one 382 wide."""
    with language(code):
        for position in decisions()[::5]:
            seen, other = position.seen_by(position.actor), (position.actor + 1) % position.players
            boards = [
                (drawing.board(seen, shape=shape), scale)
                for shape, scale in zip(SHAPES, (431 / 512, 382 / 390, 1.05), strict=True)
            ]
            own = [(drawing.seat(seen, position.actor, shape=shape), scale) for shape, scale in FORMS.items()]
            others = [(small(seen, other, "wide"), OTHERS[position.players]), (small(seen, other, "tall"), 350 / 460)]
            for svg, scale in (*boards, *own, *others):
                assert min([12.0, *font_sizes(ElementTree.fromstring(svg), scale)]) >= 11.99


def small(seen, seat, shape):
    """Another player's place."""
    return str(drawing.seat_in_layers(seen, seat, shape=shape, own=False))


def text_boxes(element, scale=1.0, x=0.0, y=0.0):
    """The text of each word of a drawing with the box that it takes: left, top, right, bottom."""
    transform = element.attrib.get("transform", "")
    if moved := re.search(r"translate\((\S+) (\S+)\)", transform):
        x, y = x + scale * float(moved[1]), y + scale * float(moved[2])
    scale *= float((re.search(r"scale\((\S+)\)", transform) or [0, 1])[1])
    if element.tag.endswith("text") and element.text and "font-size" in element.attrib:
        size = float(element.attrib["font-size"])
        wide = 0.94 * words_width(element.text, size)
        left = float(element.attrib["x"]) - wide * {"middle": 0.5, "end": 1}.get(element.attrib.get("text-anchor"), 0)
        top = float(element.attrib["y"]) - 0.62 * size
        yield element.text, (x + scale * left, y + scale * top, x + scale * (left + wide), y + scale * (top + 0.62 * size))
    for child in element:
        yield from text_boxes(child, scale, x, y)


def pictures(seen):
    """The drawings of a position in all shapes, as the active seat sees them."""
    for shape in SHAPES:
        yield drawing.board(seen, shape=shape)
        yield drawing.seat(seen, seen.actor, shape=shape)
        yield small(seen, (seen.actor + 1) % seen.players, shape)


@pytest.mark.parametrize("code", ["en", "de"])
def test_texts_stay_within_the_drawing(code):
    with language(code):
        for position in decisions()[::4]:
            for svg in pictures(position.seen_by(position.actor)):
                root = ElementTree.fromstring(svg)
                width, height = (float(number) for number in root.attrib["viewBox"].split()[2:])
                for text, (left, top, right, bottom) in text_boxes(root):
                    assert "{" not in text
                    assert left >= -1, text
                    assert top >= -1, text
                    assert right <= width + 1, text
                    assert bottom <= height + 1, text


@pytest.mark.parametrize("code", ["en", "de"])
def test_texts_do_not_lie_on_each_other(code):
    """Names, numbers and rules of the board; only the yield of a card may lie over its picture."""
    with language(code):
        for position in decisions()[::6]:
            for svg in pictures(position.seen_by(position.actor).for_show()):
                boxes = list(text_boxes(ElementTree.fromstring(svg)))
                for number, (text, one) in enumerate(boxes):
                    for other, box in boxes[number + 1 :]:
                        across = min(one[2], box[2]) - max(one[0], box[0])
                        assert across < 1 or min(one[3], box[3]) - max(one[1], box[1]) < 1, (text, other)


def test_a_board_has_one_size_for_a_whole_game():
    for shape in SHAPES:
        boxes = {re.search(r'viewBox="([^"]+)"', drawing.board(position, shape=shape))[1] for position in decisions()}
        assert len(boxes) == 1


def test_before_the_first_month_the_year_is_told():
    """Each event with its months and its effect, instead of cards that are not dealt yet."""
    start = next(found for found in decisions() if found.state.step == st.PICK)
    svg = drawing.board(start.seen_by(start.actor))
    shown = " ".join(text for text, _box in text_boxes(ElementTree.fromstring(svg)))
    for event in {int(event) for event in start.state.events if event > p.PEACE}:
        assert names.event_effect(event) in shown


def test_on_a_phone_named_persons_to_hire_precede_the_order():
    """Things to choose from come before things to read."""
    position = next(found for found in decisions() if found.state.step == st.HIRE)
    svg = drawing.board(position, shape="tall")
    assert svg.index(">Craftsman</text>") < svg.index("Turn order")
    for name in ("Craftsman", "Pyrotechnist", "Scholar"):
        assert f">{name}</text>" in svg


def test_what_an_event_will_take_is_seen_on_the_court():
    position = table(players=3, month=4, event="drought")
    court(position, 0, (2, "monk-young", "healer-young"), (1, "farmer-young"), (1,))
    position.state.rice[0] = 1
    danger = threat(read(position.state), 0)
    assert (danger.leave, danger.leaving, danger.decaying) == (1, ((0, 1),), (2,))
    svg = small(position, 0, "wide")
    assert "1 leaves" in svg
    assert "loses a floor this month" in svg
    position.state.rice[0] = 2
    assert "leaves" not in small(position, 0, "wide")


def test_the_lens_names_who_is_not_prepared():
    position = table(players=3, month=4, event="imperial-tribute")
    position.state.yuan[:3] = (4, 3, 9)
    for seat in range(3):
        court(position, seat, (2, "monk-young", "healer-young"))
    assert not_prepared(read(position.state))[0] == (4, (1,))
    lens = [element for element in ElementTree.fromstring(drawing.board(position)).iter() if element.get("class") == "lens"]
    assert len(lens) == 1
    assert "month 4" in ElementTree.tostring(lens[0], "unicode")


def test_alike_palaces_can_both_be_clicked():
    start = next(found for found in decisions() if found.state.step == st.PLACE and found.state.phase == p.SETUP)
    svg = drawing.seat(start, start.actor)
    assert svg.count('data-action="house 1"') == 2


def test_a_click_says_what_it_does():
    for position in decisions()[:20]:
        for svg in drawn(position):
            for element in ElementTree.fromstring(svg).iter():
                if element.attrib.get("class") in ("can", "cannot"):
                    assert element.attrib["role"] == "button"
                    assert element.attrib["tabindex"] == "0"
                    assert element.attrib["aria-label"]


@pytest.mark.parametrize("palaces", [[], [(1,)], [(3, "monk-old", "monk-old", "monk-old")] * 9, [(1,)] * 29])
def test_any_court_fits_its_place(palaces):
    """Pavilions get smaller, or stand in rows; halls go on to the right or below."""
    position = table(players=5)
    court(position, 0, *palaces)
    for shape in SHAPES:
        root = ElementTree.fromstring(drawing.seat(position, 0, shape=shape))
        _left, _top, width, height = (float(number) for number in root.attrib["viewBox"].split())
        assert shape != "wide" or (width, height) == (OWN_WIDTH, OWN_HEIGHT)
        assert shape != "tall" or height == HALL + 2
    storeys = [max(floors, len(persons)) for floors, *persons in palaces]
    if storeys:
        scale, rows = arrangement(storeys, 140, 103)
        assert [n for row in rows for n in row] == list(range(len(palaces)))
        assert max(map(len, rows)) * (WIDTH + GAP) * scale - GAP * scale <= 140.1
        assert sum(max(height_of(storeys[n]) for n in row) + GAP for row in rows) * scale - GAP * scale <= 103.1


def test_few_palaces_are_large():
    """Roofs of 90 pixels and more where the own place is 620 wide, at 1440 × 900."""
    scale, _rows = arrangement([2, 2, 1, 3], 428, 162, 1.2)
    assert WIDTH * scale * 620 / OWN_WIDTH >= 90


def test_a_page_is_small():
    position = next(found for found in decisions() if found.players == 5 and found.state.step == st.ACT)
    page = [drawing.board(position), *(drawing.seat(position, seat) for seat in range(5))]
    assert sum(map(len, page)) < 250_000


def test_the_emblem_and_the_icons_are_pictures():
    ElementTree.fromstring(drawing.emblem())
    for position in decisions():
        for choice in words.question(position).choices:
            if choice.icon:
                ElementTree.fromstring(drawing.icon(choice.icon))


@pytest.mark.parametrize("code", languages())
def test_the_effect_of_an_event_is_described_to_its_end(code):
    """The present month fits the whole sentence, on a desk and on a phone."""
    with language(code):
        for event in range(p.EVENTS):
            for super_event in (None, *range(p.SUPER_EVENTS)):
                desk = year._unrolled(7, event, super_event, year.UNROLLED)
                phone = year._banner(7, event, super_event, 382, 84 if super_event is None else 128)
                for svg, wanted in ((desk, [names.event_effect(event)]), (phone, [names.event_effect(event)])):
                    if super_event is not None and svg is phone:
                        wanted.append(names.super_event_effect(super_event))
                    shown = " ".join(text.text for text in ElementTree.fromstring(svg).iter("text"))
                    assert not [sentence for sentence in wanted if sentence not in shown]


@pytest.mark.parametrize(("shape", "scale"), [("tall", 1.0), ("low", 266 / 264)])
def test_what_fingers_choose_in_the_own_place_is_large(shape, scale):
    """On a phone, cards and wall tiles are as large as a finger in your own place; those of others are only for reading."""
    position = next(found for found in decisions() if found.state.step == st.HIRE)
    svg = drawing.seat(position.seen_by(position.actor), position.actor, shape=shape)
    if shape == "low":
        held = read(position.state).seats[position.actor]
        assert svg.count(f'<rect x="0" y="0" width="{FINGER:g}" height="{LOW:g}" ') >= len(held.cards) + held.wild
        assert min(FINGER, LOW) * scale >= 43.5
    else:
        assert CARD_WIDTH * float(re.search(r"scale\(([\d.]+)\)", svg).group(1)) * scale >= 43.5


def test_the_own_place_held_sideways_shows_the_whole_court():
    """On a phone held sideways palaces, goods and cards fit the column as a whole while actions are chosen."""
    for position in [found for found in decisions() if found.state.step == st.ACT][::4]:
        svg = drawing.seat(position.seen_by(position.actor), position.actor, shape="low")
        assert f'viewBox="0 0 {low_place.WIDTH:g} {low_place.HEIGHT:g}"' in svg


def test_the_sign_at_the_gate_releases_all_that_are_asked_for():
    """Where several persons must go, one click releases those in the dark, one after the other."""
    asked = [found for found in decisions() if farewell(read(found.state)).actions]
    assert asked
    for position in asked:
        seat, left = position.actor, int(position.state.left)
        root = ElementTree.fromstring(drawing.seat(position.seen_by(seat), seat))
        sign = next(each.attrib for each in root.iter() if each.attrib.get("data-then", "").startswith("release"))
        releases = [sign["data-action"], *sign["data-then"].split(";")]
        assert len(releases) == left == len(farewell(read(position.state)).windows)
        after = position.copy()
        for action in releases:
            assert (after.actor, after.state.step) == (seat, st.RELEASE)
            after.play(action)
        assert (after.actor, after.state.step) != (seat, st.RELEASE)


def test_who_is_hired_can_be_dragged_to_where_it_may_live():
    """Each place to drop a person names what is legal once it is hired."""
    for position in [found for found in decisions() if found.state.step == st.HIRE][::3]:
        seat = position.actor
        root = ElementTree.fromstring(drawing.seat(position.seen_by(seat), seat))
        drops = {each.attrib["data-drop"] for each in root.iter() if "data-drop" in each.attrib}
        hires = [action for action in position.legal if action.startswith("hire")]
        after = position.copy().play(hires[0]) if hires else None
        assert after is None or drops == {action for action in after.legal if action != "decline"}


def test_a_click_on_a_roof_builds_there():
    """While the action is chosen, a click on a palace chooses to build and adds the floor."""
    position = next(found for found in decisions() if found.state.step == st.ACT and any("build" in a for a in found.legal))
    root = ElementTree.fromstring(drawing.seat(position.seen_by(position.actor), position.actor))
    builds = [element.attrib for element in root.iter() if "data-then" in element.attrib]
    assert builds
    for each in builds:
        after = position.copy().play(each["data-action"])
        assert after.legal == [each["data-then"]] or each["data-then"] in after.legal


def test_a_full_court_plays_a_card_and_takes_nobody_in():
    position = next(
        found for found in decisions() if found.state.step == st.HIRE and not read(found.state).seats[found.actor].has_room
    )
    root = ElementTree.fromstring(drawing.seat(position.seen_by(position.actor), position.actor))
    cards = [element.attrib for element in root.iter() if element.get("data-then") == "decline"]
    assert cards
    for each in cards:
        usual = json.loads(each["data-usual"])[0] if "data-usual" in each else each["data-action"]
        assert "decline" in position.copy().play(usual).legal
