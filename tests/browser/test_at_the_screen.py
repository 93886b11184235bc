"""Details of a table: lists that close, buttons out of the way, questions by touch, links to steps."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from test_at_once import go

from helpers.at_the_table import Table

HOLD = """element => {
    const box = element.getBoundingClientRect();
    const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, pointerType: "touch", bubbles: true };
    element.dispatchEvent(new PointerEvent("pointerdown", at));
}"""
LET_GO = """element => {
    element.dispatchEvent(new PointerEvent("pointerup", { pointerType: "touch", pointerId: 7, bubbles: true }));
    element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
}"""
COVERED = """() => {
    const buttons = [...document.querySelectorAll(".zoom button")].filter(each => each.checkVisibility());
    const things = [...document.querySelectorAll("[id^=china-row], #china-pile")];
    const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
    return things.filter(each => buttons.some(button => !apart(button.getBoundingClientRect(), each.getBoundingClientRect())))
        .map(each => each.id);
}"""


def test_a_list_that_was_opened_closes_at_the_next_question(table):
    table.set_up("china", 3, ("person", "bot:random", "bot:random")).asked()
    page, number = table.page, table.number
    page.click("#folded > summary")
    page.locator("#folded .choice[data-action]").first.click()
    table.changed(number).asked()
    # Nothing that was opened for the last question is open for the next one.
    expect(page.locator("#choices details[open]")).to_have_count(0)


def test_the_zoom_buttons_do_not_cover_the_row(table):
    table.set_up("china", 5, ("person", *["bot:random"] * 4)).asked()
    address = table.page.url
    for width, height in ((1440, 900), (1280, 720), (390, 844), (844, 390)):
        table.page.goto("about:blank")
        table.page.set_viewport_size({"width": width, "height": height})
        table.page.context.clear_cookies(name="shape")
        go(table.page, address)
        assert table.page.locator("[id^=china-row]").count() == 4
        assert table.page.evaluate(COVERED) == [], width


def test_china_points_at_the_map_first(table):
    """The board is what the question speaks of and what has the focus, not the rare exchange."""
    table.set_up("china", 3, ("person", "bot:random", "bot:random")).asked()
    assert "on the map" in table.page.inner_text("#question")
    assert table.page.evaluate("() => document.activeElement.closest('#board, #own') !== null")


@pytest.mark.parametrize("name", ["china", "year_of_the_dragon"])
def test_a_finger_that_rests_on_a_thing_asks_and_plays_nothing(phone, name):
    phone.page.clock.install(time=0)
    phone.page.clock.pause_at(1000)
    phone.set_up(name, 3, ("person", "bot:random", "bot:random")).asked()
    page, number = phone.page, phone.number
    thing = page.locator("#board .can").first
    thing.evaluate(HOLD)
    page.clock.run_for(600)
    expect(page.locator("#tip")).to_be_visible()
    assert len(page.inner_text("#tip")) > 3
    thing.evaluate(LET_GO)
    expect(page.locator("#tip")).to_be_visible()
    assert (phone.number, phone.sent) == (number, [])
    assert page.locator(".picked").count() == 0


def test_at_a_shared_screen_the_question_names_whom_it_asks(table):
    table.set_up("year_of_the_dragon", 2, ("person", "person"), names=("Ann", "Ben")).asked()
    expect(table.page.locator("#question .whom")).to_have_text("Ann")


def test_a_link_to_a_step_shows_that_step_to_others(new_context, server):
    context = new_context(permissions=["clipboard-read", "clipboard-write"])
    table = Table(context.new_page(), server).set_up(seats=("person", "bot:random")).asked()
    table.play("skip").asked()
    page = table.page
    page.click("text=Look back")
    page.wait_for_selector("#table[data-live=no]")
    # Further back than spectators may see: they are one choice behind.
    page.keyboard.press("Home")
    page.wait_for_selector("#table[data-ply='0']")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("#table[data-ply='1']")
    page.click("#branch > summary")
    page.click("[data-share]")
    expect(page.locator("#tip")).to_contain_text("copied")
    other = new_context().new_page()
    other.goto(page.evaluate("navigator.clipboard.readText()"))
    other.wait_for_selector("#table[data-ply='1'][data-live=no]")
    assert "data-pick" not in other.content()
    # The past looks like the past: nothing there can be chosen, nothing is marked as new.
    assert other.locator("#board .can, #board [data-since]").count() == 0
    assert page.locator("#board .can, #board [data-since]").count() == 0


def test_a_new_view_closes_what_was_explained(table):
    table.set_up().asked()
    page, number = table.page, table.number
    page.locator("#board [data-why]").first.click(force=True)
    expect(page.locator("#tip")).to_be_visible()
    page.keyboard.press("1")
    table.changed(number)
    expect(page.locator("#tip")).to_be_hidden()
