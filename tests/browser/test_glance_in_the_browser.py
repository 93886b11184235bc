"""The table at a glance, in a browser: lights of the log, looking back."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from helpers.at_the_table import Table


def plies(page):
    return int(page.get_attribute("#table", "data-plies"))


def test_a_line_of_the_log_lights_its_tiles(table, server):
    page = table.set_up("forbidden_city", 2, ("person", "person")).page
    address, known = page.url, server.services.tables.open(page.get_attribute("#table", "data-table"))
    # No page plays what is forced meanwhile.
    page.goto("about:blank")
    while known.position.ply < 12:
        server.services.tables.play(known, known.to_move, known.position.legal[0], known.number)
    page.goto(address)
    line = page.locator(".chronicle .moment:has([data-at])").first
    key = line.locator("[data-at]").first.get_attribute("data-at").split("|")[0]
    lit = page.locator(f"#board [data-key='{key}'].lit")
    line.hover()
    expect(lit).to_have_count(1)
    page.locator("#board").hover(position={"x": 3, "y": 3})
    expect(page.locator("#board .lit")).to_have_count(0)
    line.focus()
    expect(lit).to_have_count(1)
    line.blur()
    expect(page.locator("#board .lit")).to_have_count(0)


def test_a_choice_of_the_list_lights_its_place_and_shows_the_tile(table):
    table.set_up("forbidden_city", 2, ("person", "bot:random")).asked()
    page = table.page
    page.click("#folded > summary")
    choice = page.locator("#folded button.choice[data-action]").nth(1)
    place = page.locator("#board .lit[data-variants]")
    choice.hover()
    expect(place).to_have_count(1)
    action = choice.get_attribute("data-action")
    assert action in place.get_attribute("data-variants")
    shown = place.locator(".ghost use").first.get_attribute("href")
    assert shown.endswith(action.rpartition(" ")[2])
    assert choice.locator("svg use").first.get_attribute("href") == shown
    # Nothing of the list lies over the board.
    listed, board = page.locator("#folded > .choices").bounding_box(), page.locator("#board").bounding_box()
    assert listed["x"] >= board["x"] + board["width"] - 1
    page.locator("#board").hover(position={"x": 3, "y": 3})
    expect(page.locator("#board :is(.lit, .ghost)")).to_have_count(0)


@pytest.fixture
def finished(new_context, server):
    """A table of a game that is over, with more than 40 plies; its page was not open meanwhile."""
    table = Table(new_context().new_page(), server)
    table.set_up("china", 3, ("person", "person", "person"))
    address, name, tables = table.page.url, table.page.get_attribute("#table", "data-table"), server.services.tables
    table.page.goto("about:blank")
    known = tables.open(name)
    while not known.over:
        tables.play(known, known.to_move, known.position.legal[0], known.number)
    table.page.goto(address)
    table.page.wait_for_selector("#table.finished")
    return table


def test_forty_quick_presses_make_forty_steps(finished):
    page = finished.page
    assert plies(page) > 80
    page.keyboard.press("Home")
    page.wait_for_selector("#table[data-ply='0']")
    for _ in range(40):
        page.keyboard.press("ArrowRight")
    page.wait_for_selector("#table[data-ply='40']")
    assert "ply=40" in page.url
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("#table[data-ply='41']")
    # By turns, and by lines of the log.
    page.keyboard.press("PageDown")
    page.wait_for_function("() => Number(document.getElementById('table').dataset.ply) > 41")
    shown = page.locator(".chronicle .moment:visible").last
    wanted = shown.get_attribute("data-go")
    shown.click()
    page.wait_for_selector(f"#table[data-ply='{wanted}']")
    expect(page.locator(".headline")).to_be_visible()
