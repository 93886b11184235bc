"""The drawings: well-formed, everything legal can be clicked, ids are unique, fast and small enough."""

from __future__ import annotations

import json
import re
from functools import cache
from xml.etree import ElementTree

import pytest

from hanlin.core.i18n.language import language, languages
from hanlin.core.position.position import Position
from hanlin.games.year_of_the_dragon import GAME, words
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon import state as st
from hanlin.games.year_of_the_dragon.drawing import year
from hanlin.games.year_of_the_dragon.drawing.palaces import height_of
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
            assert len(tiles) == 6
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


@pytest.mark.parametrize("code", languages())
def test_no_text_of_a_phone_is_too_small(code):
    """12 pixels at least: on a phone the tall board (390 wide) is 382 pixels wide, the low one (460) 456, an area (480) 360."""
    with language(code):
        for position in decisions()[::4]:
            seen = position.seen_by(position.actor)
            for svg, scale in (
                (drawing.board(seen, shape="tall"), 382 / 390),
                (drawing.board(seen, shape="low"), 456 / 460),
                (drawing.seat(seen, position.actor, shape="low"), 360 / 480),
            ):
                sizes = list(font_sizes(ElementTree.fromstring(svg), scale))
                assert sizes
                assert min(sizes) >= 11.99


def test_on_a_phone_persons_to_hire_are_on_top_and_have_names():
    """Things to choose from come before things to read."""
    position = next(found for found in decisions() if found.state.step == st.HIRE)
    svg = drawing.board(position, shape="tall")
    assert svg.index("Persons to hire") < svg.index("Turn order")
    for name in ("Craftsman", "Pyrotechnist", "Scholar"):
        assert f">{name}</text>" in svg


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


def test_texts_stay_within_the_drawing():
    for code in languages():
        with language(code):
            for position in decisions()[:30]:
                for shape in SHAPES:
                    svg = drawing.board(position, shape=shape)
                    assert "{" not in re.sub(r"<[^>]*>", "", svg)


@pytest.mark.parametrize("palaces", [[], [(1,)], [(3, "monk-old", "monk-old", "monk-old")] * 9, [(1,)] * 29])
def test_any_court_can_be_drawn(palaces):
    position = table(players=2)
    court(position, 0, *palaces)
    root = ElementTree.fromstring(drawing.seat(position, 0))
    width, height = (float(number) for number in root.attrib["viewBox"].split()[2:])
    assert width == 480
    assert height >= height_of(0)


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
                phone = year._banner(7, event, super_event, 374, 146)
                for svg, wanted in ((desk, [names.event_effect(event)]), (phone, [names.event_effect(event)])):
                    if super_event is not None and svg is phone:
                        wanted.append(names.super_event_effect(super_event))
                    shown = " ".join(text.text for text in ElementTree.fromstring(svg).iter("text"))
                    assert not [sentence for sentence in wanted if sentence not in shown]


@pytest.mark.parametrize(("shape", "pixels"), [("tall", 382), ("low", 360)])
def test_what_fingers_choose_in_an_area_is_large(shape, pixels):
    """On a phone, cards and wall tiles are as large as a finger in your own area; those of others are only for reading."""
    position = next(found for found in decisions() if found.state.step == st.HIRE)
    svg = drawing.seat(position.seen_by(position.actor), position.actor, shape=shape)
    scale = float(re.search(r"scale\((2\.\d+)\)", svg).group(1))
    assert 23 * scale * pixels / 480 >= 43.5
    other = (position.actor + 1) % position.players
    assert "scale(2." not in drawing.seat(position.seen_by(position.actor), other, shape=shape)
