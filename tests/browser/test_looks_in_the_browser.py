"""The look of a table: languages, day and night, sizes of screens."""

from __future__ import annotations

import sys

import pytest

from hanlin.core.position.game import game, games
from helpers.at_the_table import DESK, PHONE, Table
from helpers.browser_positions import Tables, random_game

GAMES = tuple(games())
TOO_SMALL = """all => all.filter(e => e.offsetParent && (e.offsetHeight < 44 || e.offsetWidth < 40))
                         .map(e => e.outerHTML.slice(0, 80))"""


def test_it_speaks_italian(table):
    table.set_up(names=("Anna",)).asked()
    table.page.click("[data-languages] summary")
    table.page.click("[data-language=it]")
    table.page.wait_for_selector("html[lang=it]")
    assert "Cronologia" in table.page.inner_text("#side")
    table.page.goto(f"{table.server.address}/")
    assert "della Cina imperiale" in table.page.inner_text("h1")
    table.page.click("[data-languages] summary")
    table.page.keyboard.press("Escape")
    assert not table.page.is_visible("[data-language=en]")
    table.page.keyboard.press("Enter")
    table.page.click("[data-language=en]")
    table.page.wait_for_selector("html[lang=en]")


def test_day_and_night(table):
    page = table.page
    page.goto(f"{table.server.address}/")
    paper = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    page.click("[data-theme-switch]")
    night = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert night != paper
    page.reload()
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == night


@pytest.mark.parametrize("name", GAMES)
def test_nothing_scrolls_sideways_on_a_phone_and_fingers_fit(phone, name):
    page = phone.page
    count = game(name).players[-1]
    for path in ("/", f"/new/{name}", f"/rules/{name}"):
        page.goto(phone.server.address + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], path
    phone.set_up(name, count, ("person",) + ("bot:random",) * (count - 1)).asked()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert page.locator("header .tool, #ask button, #ask summary, .strip").evaluate_all(TOO_SMALL) == []
    bar = page.locator("#ask").bounding_box()
    assert bar["y"] + bar["height"] == pytest.approx(PHONE["height"], abs=2)
    page.click("[data-players]")
    assert page.locator(f"#player-{count - 1}").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.parametrize("name", GAMES)
def test_a_desktop_shows_everything_at_once(table, name):
    table.set_up(name, game(name).players[0], ("person",) + ("bot:random",) * (game(name).players[0] - 1)).asked()
    assert table.page.evaluate("document.documentElement.scrollHeight") <= DESK["height"] + 1
    board = table.page.locator("#board").bounding_box()
    assert board["width"] > 800
    assert board["height"] > 400


def test_a_board_is_zoomed_and_dragged(table):
    table.set_up().asked()
    page = table.page
    box = page.locator("#board").bounding_box()
    page.mouse.move(box["x"] + 100, box["y"] + 300)
    page.mouse.wheel(0, -500)
    transform = "document.querySelector('#board svg[data-zoom]').style.transform"
    page.wait_for_function(f"() => {transform} !== ''")
    before = page.evaluate(transform)
    page.mouse.down()
    page.mouse.move(box["x"] + 160, box["y"] + 340, steps=4)
    page.mouse.up()
    page.wait_for_function(f"before => {transform} !== before", arg=before)
    page.click("[data-zoom-fit]")
    page.wait_for_function(f"() => {transform} === ''")


def test_a_seal_is_seen_with_its_sum_or_yields_to_flowers(new_context, server):
    """A figure is legible or left out: the whole palace may be too small for it on a phone, not on a desk."""
    plies = [ply for ply, (actor, _text) in enumerate(random_game("forbidden_city", 4, 1).moves) if actor >= 0]
    tables = Tables(server)
    phone = Table(tables.known_to(new_context(PHONE, has_touch=True, is_mobile=True)).new_page(), server)
    page = phone.page
    page.goto(tables.at("forbidden_city", 4, 1, plies[-8]))
    shown = """all => all.map(e => getComputedStyle(e).visibility)"""
    page.wait_for_selector("#board .stamp")
    heights = "all => all.map(e => e.getBoundingClientRect().height)"
    page.wait_for_function("() => document.querySelector('#board > svg').matches('.middling, .tiny')")
    assert all(height == 0 or height >= 12 for height in page.locator("#board .stamp text").evaluate_all(heights))
    assert all(height == 0 or height >= 10 for height in page.locator("#board .stamp .paid circle").evaluate_all(heights))
    desk = new_context(DESK).new_page()
    Tables(server).known_to(desk.context)
    desk.goto(page.url)
    desk.wait_for_selector("#board .stamp text")
    assert set(desk.locator("#board .stamp text").evaluate_all(shown)) == {"visible"}


@pytest.mark.parametrize("name", GAMES)
def test_the_effect_of_a_choice_fits_its_button_on_a_phone(new_context, server, name):
    """Also without a picture next to it."""
    tables = Tables(server)
    phone = Table(tables.known_to(new_context(PHONE, has_touch=True, is_mobile=True)).new_page(), server)
    count = game(name).players[-1]
    page = phone.page
    plies = [ply for ply, (actor, _text) in enumerate(random_game(name, count, 1).moves) if actor >= 0]
    beyond = """all => all.filter(e => e.scrollWidth > e.clientWidth + 1 || e.offsetHeight > 130)
                            .map(e => e.innerText + ' ' + e.offsetHeight)"""
    for ply in (plies[len(plies) // 2], plies[-8]):
        page.goto(tables.at(name, count, 1, ply))
        page.wait_for_selector("#table.asked")
        page.evaluate("document.querySelectorAll('#ask details').forEach(each => { each.open = true; })")
        assert page.locator("#ask button.choice").evaluate_all(beyond) == []


def test_levels_untrained_for_a_player_count_cannot_be_chosen(table, monkeypatch):
    monkeypatch.setattr(sys.modules["hanlin.bots.bot"], "known", lambda game: {2: {}})
    page = table.page
    page.goto(f"{table.server.address}/new/forbidden_city")
    learned = "document.querySelector('[name=seat{}] [value=\"bot:expert\"]').disabled"
    page.select_option("[name=seat1]", "bot:expert")
    assert [page.evaluate(learned.format(seat)) for seat in (0, 1)] == [False, False]
    page.click("label:has([name=players][value='4'])")
    assert [page.evaluate(learned.format(seat)) for seat in (0, 1, 2)] == [True, False, True]
    page.click(".go button")
    assert "with 2 players, not with 4" in page.inner_text(".problem")
    assert page.input_value("[name=seat1]") == "bot:expert"


def test_a_closed_tip_does_not_come_back(table):
    """Escape also cancels a tip that a resting mouse would open in a moment."""
    table.page.clock.install()
    table.set_up().asked()
    refused = table.page.locator("#board [data-why]").first
    refused.hover(force=True)
    refused.click(force=True)
    table.page.wait_for_selector("#tip:visible")
    refused.hover(force=True, position={"x": 3, "y": 3})
    table.page.keyboard.press("Escape")
    table.page.clock.run_for(1000)
    assert table.page.is_hidden("#tip")


def test_the_page_for_programs_needs_no_sideways_scrolling(server, new_context):
    page = new_context().new_page()
    page.goto(f"{server.address}/api/docs")
    wider = "all => all.filter(e => e.getBoundingClientRect().right > innerWidth + 1 || e.scrollWidth > e.clientWidth + 1)"
    for width in (320, 390, 1280):
        page.set_viewport_size({"width": width, "height": 640})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.locator("main, main :is(p, h1, h2, h3, pre, section)").evaluate_all(f"{wider}.map(e => e.outerHTML)") == []
