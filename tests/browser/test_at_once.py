"""The first screen of a table: three games, all numbers of players, four screen sizes, each kind of decision."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_keys_and_sight import REACHED, faults

from hanlin.core.position.game import game
from helpers.at_the_table import SHAPE_KNOWN
from helpers.browser_positions import Tables, kinds_of_decision
from helpers.long import crossed

GAMES = ("year_of_the_dragon", "china", "forbidden_city")
SEED = "what is seen at once"
SCREENS = {"desk": (1440, 900), "laptop": (1280, 720), "phone": (390, 844), "landscape": (844, 390)}
FINGERS = ("phone", "landscape")
LOOK = Path(__file__).with_name("look.js").read_text(encoding="utf-8").partition("\n")[2]
"""Script that lists the faults of a page."""
PLACE = """() => {
    const board = document.querySelector("#board");
    const { x, y, width, height } = board.querySelector("svg").getBoundingClientRect();
    return [x, y + scrollY + board.scrollTop, width, height].map(Math.round);
}"""
FIRST = "() => document.querySelector('#choices [data-action]').dispatchEvent(new MouseEvent('click', { bubbles: true }))"


@pytest.fixture
def person(new_context, server):
    """Opens a page on a screen, for the person of the tests."""
    tables = Tables(server)

    def open_page(screen, **cookies):
        width, height = SCREENS[screen]
        touch = screen in FINGERS
        context = new_context({"width": width, "height": height}, has_touch=touch, is_mobile=touch)
        return tables.known_to(context, **cookies).new_page()

    return tables, open_page


def go(page, address):
    """Goes to a table and waits until the board has the screen's shape and this browser is asked, or the game is over."""
    page.goto(address)
    page.wait_for_selector("#table.asked, #table.finished")
    page.wait_for_function(SHAPE_KNOWN)


@pytest.mark.parametrize(("name", "screen"), crossed(GAMES, SCREENS))
def test_what_is_asked_is_seen_at_once(person, name, screen):
    tables, open_page = person
    page = open_page(screen)
    players = game(name).players[-1]
    for kinds, ply in kinds_of_decision(name, players, SEED).items():
        go(page, tables.at(name, players, SEED, ply))
        seen = page.evaluate(LOOK)
        assert seen["hidden"] == [], kinds
        assert seen["unseen"] == [], kinds
        assert not seen["sideways"], kinds
        if screen in FINGERS:
            assert seen["small"] == [], kinds
            assert seen["fine"] == [], kinds
        if screen == "landscape":
            assert seen["share"] >= 0.6, kinds
    if screen != "desk":  # there test_keys_lead_everywhere and test_axe_finds_nothing hold it
        assert page.evaluate(REACHED) == []
        assert faults(page) == []


@pytest.mark.parametrize(("name", "screen"), crossed(["year_of_the_dragon", "forbidden_city"], SCREENS))
def test_the_board_keeps_its_place_within_a_turn(person, name, screen):
    """Unlike China's board (test_the_board_stays_where_it_is), the next turn's may show another month or a larger palace."""
    tables, open_page = person
    page = open_page(screen)
    players = game(name).players[-1]
    kinds = kinds_of_decision(name, players, SEED)
    ply = next(ply for kind, ply in kinds.items() if {"hire", "place"} & set(kind))
    go(page, tables.at(name, players, SEED, ply))
    before, number = page.evaluate(PLACE), page.get_attribute("#table", "data-number")
    page.evaluate(FIRST)
    page.wait_for_selector(f"#table.asked:not([data-number='{number}'])")
    if name == "year_of_the_dragon":
        assert page.evaluate(PLACE) == before
    else:
        assert page.evaluate(PLACE)[0::2] == before[0::2]
