"""Setting up a position in a browser: by finger, mouse and keys, on a phone and a desk; what axe has to say."""

from __future__ import annotations

import random
import re
from urllib.parse import quote

import pytest
from playwright.sync_api import expect
from test_keys_and_sight import faults
from test_lessons_in_the_browser import LAPTOP, too_wide

import hanlin
from hanlin.core.position.game import games
from hanlin.games.china.map import SHIPPED as MAP
from helpers.at_the_table import PHONE

NAMES = [game.name for game in games().values() if game.editing is not None]
FINISHED = {
    "china": (
        [(1, f"space-{n}") for n in (0, 1, 3)] + [(2, "space-2"), (3, "space-4"), (1, "dragon-0"), (1, "dragon-0")],
        "yan 1:1 2:1 3:2 4:1 5:3 1x2",
    )
}
"""Taps with the number of the placed thing, and their result."""


def text(page):
    return page.input_value("#change [name=position]")


def shows(page, part):
    """Waits for a position with that in its text."""
    expect(page.locator("#change [name=position]")).to_have_value(re.compile(re.escape(part)))


def ready(page, table="#table"):
    """Waits until the page's scripts listen: a tap before that is kept, but brings nothing near."""
    page.wait_for_selector(table)
    expect(page.locator("[data-back='-1']")).to_be_visible()


def tap(page, selector):
    """Taps a place; on a small screen the first tap brings it near."""
    if page.locator(".board.zoomed").count():
        page.locator("[data-zoom-fit]").tap()
        page.wait_for_selector(".board:not(.zoomed)")
    before, place = text(page), page.locator(selector)
    place.tap()
    page.wait_for_selector(".board.zoomed")
    place.tap()
    page.wait_for_function("old => document.querySelector('#change [name=position]').value !== old", arg=before)


def test_a_sheet_of_china_is_entered_by_taps_on_a_phone(new_context, server):
    page = new_context(PHONE, has_touch=True, is_mobile=True).new_page()
    page.goto(f"{server.address}/")
    page.locator("details.rest:has(a[href='/setup/china']) summary").tap()
    page.locator("a[href='/setup/china']").tap()
    ready(page, "#table[data-shape=tall]")
    places, board = FINISHED["china"]
    for number, place in places:
        page.locator(f"[data-number-key='{number}']").tap()
        tap(page, f"[data-spot='china-{place}']")
    assert text(page).partition("; board ")[2] == board
    expect(page.locator("#tally li").first).to_contain_text("0 → 5")
    assert "position=china%203" in page.url, "the address is a link to what is shown"
    page.reload()
    assert text(page).partition("; board ")[2] == board


def test_taps_on_a_phone_build_a_palace_room_and_count_it(new_context, server):
    """A tile that is tapped again turns; what the closed room is worth, and to whom, is shown at once (F4, F5)."""
    page = new_context(PHONE, has_touch=True, is_mobile=True).new_page()
    page.goto(f"{server.address}/setup/forbidden_city")
    ready(page, "#table[data-shape=tall]")
    page.locator("input[value='tile-1-green-alcove']").tap()
    for quarters in range(3):
        page.locator("[data-spot='fc-space-0,2']").tap()
        shows(page, f"placed 0,2 {quarters} green-alcove 1")
    shows(page, "coins 3 0")
    expect(page.locator(".counted").first).to_contain_text("Most advisors")
    assert not too_wide(page)


def test_a_position_is_set_up_with_keys_alone_and_taken_back(new_context, server):
    page = new_context(LAPTOP).new_page()
    page.goto(f"{server.address}/setup/china")
    ready(page)
    first = text(page)
    page.locator("[data-spot='china-space-0']").focus()
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    shows(page, "board yan 1:2")
    assert page.evaluate("document.activeElement.dataset.spot") == "china-space-0"
    page.keyboard.press("ArrowLeft")
    place = page.evaluate("document.activeElement.dataset.spot")
    assert place
    assert place != "china-space-0"
    page.keyboard.press("u")
    shows(page, first)
    page.locator("[data-back='1']").click()
    shows(page, "board yan 1:2")
    page.locator("[data-spot='china-space-0']").focus()
    page.keyboard.press("Backspace")
    shows(page, first)


def test_quick_clicks_are_all_done_and_what_cant_be_is_said(new_context, server):
    """Changes that come while one is under way are sent together afterwards; none is lost."""
    page = new_context(LAPTOP).new_page()
    page.goto(f"{server.address}/setup/china")
    ready(page)
    page.evaluate(
        """() => [0, 1, 2, 3, 4].forEach(n => document.querySelector(`[data-spot='china-space-${n}']`)
            .dispatchEvent(new MouseEvent('click', { bubbles: true })))"""
    )
    shows(page, "board yan 1:1 2:1 3:1 4:1 5:1")
    page.click("[data-spot='china-dragon-3']")
    expect(page.locator("#note")).to_contain_text("C3.5")
    page.fill("[data-counter='points.2']", "17")
    page.press("[data-counter='points.2']", "Tab")
    shows(page, "points 0 17 0")
    expect(page.locator("#note")).to_have_count(0)


def test_a_tap_before_the_board_has_its_shape_is_not_lost(new_context, server):
    """The server assumes a shape; taps while the right one is fetched are handled afterwards."""
    page, held = new_context(PHONE, has_touch=True, is_mobile=True).new_page(), []
    page.route("**/setup/china?position=*&shape=tall", lambda route: held.append(route))
    with page.expect_request("**/setup/china?position=*&shape=tall"):
        page.goto(f"{server.address}/setup/china")
    page.locator("[data-spot='china-space-0']").dispatch_event("click")
    while not held:
        page.wait_for_timeout(10)
    held[0].continue_()
    shows(page, "board yan 1:1")
    expect(page.locator("#table")).to_have_attribute("data-shape", "tall")


def test_a_custom_map_survives_taps_and_back(new_context, server):
    """Even one that is too long for a link: then the address says nothing of the position."""
    page = new_context(PHONE, has_touch=True, is_mobile=True).new_page()
    page.goto(f"{server.address}/setup/china")
    page.locator("#anew summary").tap()
    noise = "".join(random.Random(1).choices("abcdefghijklmnop", k=40_000))
    own = MAP.read_text("utf-8").replace("warring-states", "mine").replace("players = [3, 4]", "players = [3]")
    file = {"name": "mine.toml", "mimeType": "text/plain", "buffer": f"# {noise}\n{own}".encode()}
    page.locator("#anew [name=option-map]").set_input_files(file)
    page.locator("#anew button").tap()
    ready(page, "#table[data-link=''][data-shape=tall]")
    before = text(page)
    assert "; map mine " in before
    tap(page, "[data-spot='china-space-0']")
    shows(page, "board yan 1:1")
    page.locator("[data-back='-1']").tap()
    expect(page.locator("#change [name=position]")).to_have_value(before)
    assert page.url == f"{server.address}/setup/china"
    alone = new_context(PHONE, has_touch=True, is_mobile=True).new_page()
    alone.goto(f"{server.address}/setup/china?position={quote(before)}")
    ready(alone, "#table[data-shape=tall]")
    expect(alone.locator("#note")).to_contain_text("as well")
    alone.locator(".scroller [name=option-map]").first.set_input_files(file)
    alone.get_by_role("button", name="Load this text").first.tap()
    shows(alone, before)


@pytest.mark.parametrize("name", NAMES)
def test_axe_finds_nothing_where_positions_are_set_up(new_context, server, name):
    """With everything opened, and nothing wider than the screen."""
    for size, theme in ((PHONE, "night"), (LAPTOP, "day")):
        context = new_context(size)
        context.add_cookies([{"name": "theme", "value": theme, "url": server.address}])
        page = context.new_page()
        page.goto(f"{server.address}/setup/{name}")
        ready(page)
        page.evaluate("() => document.querySelectorAll('#side details').forEach(each => (each.open = true))")
        assert faults(page) == []
        assert not too_wide(page)
        if size == LAPTOP:
            assert page.locator(".title").evaluate("each => each.scrollHeight < 2 * each.clientHeight"), "one line"


def test_the_link_shows_the_same_to_others(new_context, server):
    position = hanlin.game("china").start(4).settle(5).text()
    page = new_context(LAPTOP).new_page()
    page.goto(f"{server.address}/setup/china")
    page.locator("#passing-on summary").click()
    page.fill("#text", position)
    page.locator("#passing-on .button:has-text('Load this text')").click()
    expect(page.locator("#change [name=position]")).to_have_value(position)
