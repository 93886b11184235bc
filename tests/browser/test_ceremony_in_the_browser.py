"""The end of a game on the screen: points pour in, ranks turn, and what one can do next is there at every size."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe

from helpers.at_the_table import DESK, PHONE
from helpers.browser_positions import Tables, random_game

SIDE = {"width": 844, "height": 390}
LAPTOP = {"width": 1280, "height": 720}
GAME, PLAYERS, SEED = "forbidden_city", 3, 3
OPEN = "() => document.querySelector('#ending').open"
SETTLED = "() => document.querySelector('#ending').open && !document.querySelector('#ending').classList.contains('playing')"
RECT = "() => JSON.stringify(document.querySelector('#board').getBoundingClientRect())"
ENDLESS = """const set = setTimeout;
window.setTimeout = (then, time, ...more) => set(then, time > 300 && time < 1000 ? 1e6 : time, ...more);"""
"""No pause of the animation ends: what is seen during it depends on no clock."""
LAST = "() => document.querySelector('#choices [data-action]').click()"


@pytest.fixture(scope="module")
def tables(server):
    return Tables(server)


def before_the_end(tables):
    """The address of a table at which the person's next action is the last of the game."""
    end = random_game(GAME, PLAYERS, SEED)
    return tables.at(GAME, PLAYERS, SEED, max(ply for ply, (actor, _text) in enumerate(end.moves) if actor >= 0))


def seen_to_the_end(page, address):
    """Opens a table and plays the last action of its game; the board's rectangle before that."""
    page.goto(address)
    page.wait_for_function("() => document.querySelector('#table').dataset.asked !== undefined")
    page.wait_for_function("() => document.querySelector('#table').classList.contains('asked')")
    rectangle = page.evaluate(RECT)
    page.evaluate(LAST)
    page.wait_for_function(OPEN)
    return rectangle


def faults(page):
    """What axe finds, each with its elements."""
    found = Axe().run(page).response["violations"]
    return {each["id"]: [node["html"][:200] for node in each["nodes"]] for each in found}


@pytest.mark.parametrize("viewport", [DESK, LAPTOP, PHONE, SIDE], ids=["desk", "laptop", "phone", "sideways"])
def test_all_that_can_be_done_is_on_the_screen(new_context, tables, viewport):
    page = tables.known_to(new_context(viewport)).new_page()
    rectangle = seen_to_the_end(page, before_the_end(tables))
    page.wait_for_function(SETTLED)
    assert page.evaluate(RECT) == rectangle
    shown = {}
    for button in page.query_selector_all("#ending .after .button"):
        box = button.bounding_box()
        shown[button.inner_text()] = box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= viewport["width"]
        assert box["y"] + box["height"] <= viewport["height"]
        assert box["height"] >= 44
    assert list(shown) == ["Play again", "Harder", "Review", "Share"]
    assert page.evaluate("() => document.querySelector('#ending').contains(document.activeElement)")
    assert page.evaluate("() => document.querySelector('#ending .stage').scrollWidth <= innerWidth")
    assert not faults(page)


def test_without_motion_everything_is_there_at_once_and_again_later(new_context, tables):
    page = tables.known_to(new_context()).new_page()
    address = before_the_end(tables)
    seen_to_the_end(page, address)
    assert not page.evaluate("() => document.querySelector('#ending').classList.contains('playing')")
    totals = "() => [...document.querySelectorAll('#ending .total')].map((each) => Number(each.textContent))"
    scores = page.evaluate(totals)
    assert scores == sorted(random_game(GAME, PLAYERS, SEED).scores, reverse=True)
    assert page.inner_text("#ending .verdict")
    page.keyboard.press("Escape")
    page.wait_for_function("() => !document.querySelector('#ending').open")
    page.reload()
    page.wait_for_function("() => document.querySelector('#table').dataset.ended !== undefined")
    assert not page.evaluate(OPEN), "who comes back finds the table as it is"
    page.click("#final-scores")
    page.wait_for_function(OPEN)
    assert page.evaluate(totals) == scores


def test_points_pour_in_and_any_key_shows_the_end(new_context, tables):
    page = tables.known_to(new_context(reduced_motion="no-preference")).new_page()
    page.add_init_script(ENDLESS)
    seen_to_the_end(page, before_the_end(tables))
    assert page.evaluate("() => document.querySelector('#ending').classList.contains('playing')")
    assert page.evaluate("() => document.querySelectorAll('#ending .waits').length > 0")
    assert not page.is_visible("#ending .verdict")
    assert not faults(page), "also while it moves"
    page.keyboard.press("Escape")
    page.wait_for_function(SETTLED)
    assert page.evaluate("() => document.querySelectorAll('#ending .waits').length") == 0
    assert page.is_visible("#ending .verdict")
    page.keyboard.press("Escape")
    page.wait_for_function("() => !document.querySelector('#ending').open")


def test_the_game_that_follows_can_be_harder(new_context, tables, server):
    page = tables.known_to(new_context()).new_page()
    seen_to_the_end(page, before_the_end(tables))
    page.wait_for_function(SETTLED)
    page.click("#ending >> text=Harder")
    page.wait_for_selector("#table:not([data-ended])")
    table = server.services.tables.open(page.url.rpartition("/")[2].partition("?")[0])
    assert {seat.bot for seat in table.row.seats} == {"", "novice"}
