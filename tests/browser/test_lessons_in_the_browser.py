"""A lesson and the guide in a browser: by mouse, by keys, by finger; memory; axe's findings."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from hanlin.core.position.game import games
from hanlin.server.tables.lessons import lesson_of, start_of
from helpers.at_the_table import PHONE, Table

GAMES = ("year_of_the_dragon", "china", "forbidden_city")
LAPTOP = {"width": 1280, "height": 720}
CHOOSE = """action => {
    const offers = each => each.dataset.action === action || JSON.parse(each.dataset.actions ?? "[]").includes(action);
    const found = [...document.querySelectorAll("#table :is([data-action], [data-actions])")];
    return found.filter(each => each.checkVisibility()).find(offers);
}"""
"""The selector of elements that offer an action."""


def accepted(name, number):
    """An action that a step takes."""
    step, start = lesson_of(games()[name]).step[number - 1], start_of(games()[name], number)
    return next(action for action in start.legal if not step.answer_to(start, action).again)


def do_step(page, name, number):
    """Do a step with the mouse: click the offer, in its menu if there are several."""
    page.wait_for_selector("#table.asked")
    action = accepted(name, number)
    page.evaluate_handle(CHOOSE, action).as_element().click()
    menu = page.locator(f"#menu:visible [data-action='{action}']")
    if page.locator("#menu").is_visible():
        menu.click()
    page.wait_for_selector("#table[data-done]")


def faults(page):
    found = Axe().run(page).response["violations"]
    return [(each["id"], node["target"], node["failureSummary"][:200]) for each in found for node in each["nodes"][:3]]


def too_wide(page):
    return page.evaluate("document.documentElement.scrollWidth > innerWidth")


def test_a_lesson_is_done_with_the_mouse_and_leads_to_the_first_game(new_context, server):
    page = new_context(LAPTOP).new_page()
    page.goto(f"{server.address}/")
    page.click("a[href='/learn/china']")
    page.click("[data-go-on]")
    steps = len(lesson_of(games()["china"]).step)
    for number in range(1, steps + 1):
        do_step(page, "china", number)
        page.click("#next")
    page.wait_for_url("**/learn/china#first-game")
    expect(page.locator(".tick:visible")).to_have_count(steps)
    page.click(".first-game button")
    page.wait_for_selector("#table.asked")
    assert "guide" not in page.url
    expect(page.locator("#guide")).to_be_visible()


def test_a_lesson_goes_on_where_one_left_it(new_context, server):
    """This browser knows which steps are done; another one does not."""
    page, other = new_context().new_page(), new_context().new_page()
    page.goto(f"{server.address}/learn/china/1")
    do_step(page, "china", 1)
    for each, href in ((page, "/learn/china/2"), (other, "/learn/china/1")):
        each.goto(f"{server.address}/learn/china")
        each.wait_for_function("href => document.querySelector('[data-go-on]').href.endsWith(href)", arg=href)


def test_another_choice_is_explained_and_one_may_try_again(new_context, server):
    page = new_context().new_page()
    page.goto(f"{server.address}/learn/china/4")
    page.wait_for_selector("#table.asked")
    page.click("button.choice[data-action='done']")
    expect(page.locator("#note")).to_contain_text("You may stop here.")
    do_step(page, "china", 4)
    page.click("#ask a:has-text('Try again')")
    page.wait_for_selector("#table.asked")
    expect(page.locator("#note")).to_have_count(0)


SHOWN = """() => [...document.querySelectorAll("#table .hinted")].filter(each => each.checkVisibility()).map(each => ({
    actions: [each.dataset.action, ...JSON.parse(each.dataset.actions ?? "[]"),
        ...JSON.parse(each.dataset.variants ?? "[]").map(way => way[0])],
    pick: each.dataset.pick ?? "",
}))"""
"""Script that lists the marks of the page, and what each would play or pick."""


@pytest.mark.parametrize("name", GAMES)
def test_show_me_marks_a_legal_choice_in_every_step(new_context, server, name):
    page = new_context().new_page()
    for number in range(1, len(lesson_of(games()[name]).step) + 1):
        page.goto(f"{server.address}/learn/{name}/{number}")
        page.wait_for_selector("#table.asked")
        page.click("[data-hint]")
        action, shown = page.get_attribute("[data-hint]", "data-hint"), page.evaluate(SHOWN)
        picked = [each["pick"] for each in shown if each["pick"]]
        with_ = page.locator(f"#table [data-action='{action}'][data-with]")
        meant = with_.first.get_attribute("data-with").split("|") if picked else []
        assert sorted(picked) == sorted(meant), number
        assert picked or any(action in each["actions"] for each in shown), (number, action, shown)
        assert page.evaluate("document.activeElement.matches('.hinted')"), number


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_show_me_rings_both_of_a_pair(new_context, server, size):
    """The first step of the first lesson; picking what is marked does the step."""
    page = new_context(size).new_page()
    page.goto(f"{server.address}/learn/year_of_the_dragon/1")
    page.wait_for_selector("#table.asked")
    page.click("[data-hint]")
    expect(page.locator("#table .hinted")).to_have_count(2)
    for mark in page.locator("#table .hinted").all():
        mark.click()
    page.wait_for_selector("#table[data-done]")


def test_a_step_is_done_with_keys_alone(new_context, server):
    """A space that does not serve first, then one that does; then the way on has the focus."""
    page = new_context().new_page()
    page.goto(f"{server.address}/learn/forbidden_city/1")
    page.wait_for_selector("#table.asked")
    place = "document.activeElement.getAttribute('data-variants')?.includes('place {}')"
    page.wait_for_function(place.format("-1,-2"))
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.wait_for_selector("#note")
    page.wait_for_function(place.format("-1,-2"))
    page.keyboard.press("ArrowRight")
    page.wait_for_function(place.format("0,-2"))
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.wait_for_selector("#next:focus")
    page.keyboard.press("Enter")
    page.wait_for_url("**/learn/forbidden_city/2")


def test_a_step_is_done_with_a_finger(new_context, server):
    page = new_context(PHONE, has_touch=True, is_mobile=True).new_page()
    page.goto(f"{server.address}/learn/year_of_the_dragon/2")
    page.wait_for_selector("#table.asked")
    page.locator("#board [data-action='act 2 taxes']").first.tap()
    page.locator("#next").tap()
    page.wait_for_url("**/learn/year_of_the_dragon/3")


def test_the_guide_speaks_once_of_each_kind_and_can_be_switched_off(new_context, server):
    table = Table(new_context().new_page(), server)
    page = table.page
    table.set_up("china", 3, ("person", "bot:random", "bot:random")).asked()
    expect(page.locator("#guide")).to_be_hidden()
    switch = page.locator("[data-guide-switch=turn]")
    switch.click()
    expect(page.locator("[data-guide='C2-0']")).to_be_visible()
    expect(switch).to_have_attribute("aria-pressed", "true")
    page.click("[data-guide-read]")
    expect(page.locator("#guide")).to_be_hidden()
    number = table.number
    page.click("#choices [data-action^='exchange']")
    table.changed(number).asked()
    expect(page.locator("[data-guide='C5.1-0']")).to_be_visible()
    page.reload()
    table.asked()
    expect(page.locator("[data-guide='C5.1-0']")).to_be_visible()
    page.click("[data-guide-switch=off]")
    expect(page.locator("#guide")).to_be_hidden()
    page.reload()
    table.asked()
    expect(page.locator("#guide")).to_be_hidden()
    expect(switch).to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize("theme", ["day", "night"])
@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_axe_finds_nothing_in_a_lesson(new_context, server, size, theme):
    """On the page with the steps, at a step, after a poor choice, after the last step, and next to the guide."""
    context = new_context(size)
    context.add_cookies([{"name": "theme", "value": theme, "url": server.address}])
    page = context.new_page()
    page.goto(f"{server.address}/learn/china")
    assert faults(page) == [], "steps"
    page.goto(f"{server.address}/learn/china/4")
    page.wait_for_selector("#table.asked")
    page.click("button.choice[data-action='done']")
    page.wait_for_selector("#note")
    assert faults(page) == [], "a step, with a note"
    do_step(page, "china", 4)
    # The mouse is still on the board, where tips open.
    page.mouse.move(1, 1)
    page.keyboard.press("Escape")
    expect(page.locator("#tip")).to_be_hidden()
    assert faults(page) == [], "done"
    page.goto(f"{server.address}/learn/china")
    page.click(".first-game button")
    page.wait_for_selector("#guide:visible")
    assert faults(page) == [], "guide"


@pytest.mark.parametrize("name", GAMES)
def test_a_step_fits_the_screen_of_a_phone(new_context, server, name):
    page = new_context(PHONE, has_touch=True, is_mobile=True).new_page()
    for path in (f"/learn/{name}", f"/learn/{name}/1", f"/learn/{name}/6"):
        page.goto(server.address + path)
        assert not too_wide(page), path
