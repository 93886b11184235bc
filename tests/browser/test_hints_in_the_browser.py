"""Hints and reviews in the browser: places and times, and removal of a hint by a move."""

from __future__ import annotations

import asyncio
import json
import re
import threading

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from helpers.at_the_table import Table


def held(page, path):
    """Requests to that path wait until they are let go; returns what lets the next one go."""
    waiting = []
    page.route(path, lambda route: waiting.append(route))

    def let_go():
        while not waiting:
            page.wait_for_timeout(10)
        waiting.pop(0).continue_()

    return let_go


@pytest.fixture
def slow_hints(server, monkeypatch):
    """The server answers requests for hints only when they are let go: returns what lets them go."""
    let_go, take = threading.Event(), server.services.hints.take

    async def take_later(*asked):
        while not let_go.is_set():
            await asyncio.sleep(0.01)
        return await take(*asked)

    monkeypatch.setattr(server.services.hints, "take", take_later)
    yield let_go.set
    let_go.set()


def test_a_slow_hint_says_so_and_marks_board_and_choices(table, slow_hints):
    page = table.page
    page.clock.install(time=0)
    table.set_up().asked()
    page.clock.pause_at(3_600_000)
    page.keyboard.press("h")
    box = page.locator("#hint")
    page.clock.run_for(450)
    expect(box).to_be_hidden()
    page.clock.run_for(100)
    expect(box).to_have_text("Thinking…")
    slow_hints()
    expect(box.locator("[data-hint-action]")).to_have_count(3)
    for number, line in enumerate(box.locator("[data-hint-action]").all(), 1):
        action = line.get_attribute("data-hint-action")
        assert str(number) in page.text_content(f"button.choice[data-action='{action}'] .numeral").split(" · ")
    page.clock.resume()
    found = Axe().run(page).response["violations"]
    assert not found, found
    table.play("skip")
    expect(box).to_be_hidden()
    expect(page.locator(".numeral")).to_have_count(0)


def test_a_move_takes_back_a_hint_that_is_on_its_way(table):
    page = table.page
    table.set_up(seats=("person", "bot:random")).asked()
    held(page, "**/hint*")
    page.click("[data-take-hint]")
    with page.expect_event("requestfailed", lambda request: "/hint" in request.url):
        table.play("skip")
    expect(page.locator("#hint")).to_be_hidden()


def searched(page):
    """Waits for the hint of the full search, which replaces a quick one."""
    expect(page.locator("#hint [data-hint-action]").first).to_be_attached()
    expect(page.locator("#hint [data-hint-pending]")).to_have_count(0)


def test_hint_numbers_mark_places_of_the_board_on_a_phone(phone):
    page = phone.page
    phone.set_up("china", players=3, seats=("person", "bot:random", "bot:random")).asked()
    page.tap("[data-take-hint]")
    marks = page.locator("#board .hint-mark")
    searched(page)
    drawn = {number for text in marks.all_text_contents() for number in text.split(" · ")}
    on_board = {
        str(number)
        for number, line in enumerate(page.locator("#hint [data-hint-action]").all(), 1)
        if line.get_attribute("data-hint-action").startswith(("palace", "emissary"))
    }
    assert drawn == on_board != set()
    sizes = "all => all.map(each => Math.round(each.getBoundingClientRect().height))"
    marked = marks.locator("rect")
    whole = marked.evaluate_all(sizes)
    page.evaluate("() => document.querySelector('[data-zoom-by]').click()")
    page.wait_for_selector("#board.zoomed")
    assert marked.evaluate_all(sizes) == whole, "a number keeps its size on the screen"
    page.tap("[data-hint-close]")
    expect(page.locator("#hint")).to_be_hidden()
    expect(marks).to_have_count(0)


LAPTOP = {"width": 1280, "height": 720}


def box_of(page, selector):
    found = page.locator(selector).first.bounding_box()
    return found["x"], found["y"], found["x"] + found["width"], found["y"] + found["height"]


def overlap(one, other):
    return max(one[0], other[0]) < min(one[2], other[2]) - 1 and max(one[1], other[1]) < min(one[3], other[3]) - 1


def test_a_hint_on_a_laptop_covers_no_board_and_no_player(new_context, server):
    page = new_context(LAPTOP).new_page()
    Table(page, server).set_up("china", players=5, seats=("person", *["bot:random"] * 4)).asked()
    before = [box_of(page, selector) for selector in ("#board", "#players", "#own")]
    page.click("[data-take-hint]")
    lines = page.locator("#hint [data-hint-action]")
    searched(page)
    expect(page.locator("#hint .reason").first).not_to_be_empty()
    assert [box_of(page, selector) for selector in ("#board", "#players", "#own")] == before
    hint = box_of(page, "#hint")
    assert not any(overlap(hint, each) for each in before[:2])
    assert hint[3] <= 720
    expect(lines.first).to_be_visible()
    ringed = page.locator("#board .hint-place")
    assert ringed.count() <= 1
    for number in range(1, lines.count()):
        page.keyboard.press("Tab")
        page.locator("[data-hint-step='1']").click()
        expect(lines.nth(number)).to_be_visible()
        expect(lines.nth(number - 1)).to_be_hidden()
        expect(page.locator(f"[data-hint-show='{number}']")).to_have_attribute("aria-pressed", "true")
    found = Axe().run(page).response["violations"]
    assert not found, found


def swiped(page, selector, across):
    page.evaluate(
        """([selector, across]) => {
          const target = document.querySelector(selector);
          const touch = (x) => new Touch({ identifier: 1, target, clientX: x, clientY: 600 });
          const send = (type, x, touches) => target.dispatchEvent(
            new TouchEvent(type, { bubbles: true, touches, changedTouches: [touch(x)] }));
          send("touchstart", 200, [touch(200)]);
          send("touchend", 200 + across, []);
        }""",
        [selector, across],
    )


def test_a_hint_on_a_phone_is_a_sheet_with_one_suggestion(phone):
    page = phone.page
    phone.set_up("forbidden_city", players=3, seats=("person", "bot:random", "bot:random")).asked()
    board = box_of(page, "#board")
    page.tap("[data-take-hint]")
    lines = page.locator("#hint [data-hint-action]")
    searched(page)
    expect(lines.first).to_be_visible()
    assert box_of(page, "#board") == board
    assert lines.count() > 1
    for across, number in ((-120, 1), (120, 0)):
        swiped(page, "#hint .best", across)
        expect(lines.nth(number)).to_be_visible()
        expect(lines.nth(1 - number)).to_be_hidden()
        place = page.locator("#board .hint-place")
        expect(place).to_have_count(1)
        assert lines.nth(number).get_attribute("data-hint-action") in place.get_attribute("data-variants")
        # The tile is drawn as it would lie; the words name no coordinates.
        expect(place.locator("> .hint-ghost")).to_have_count(1)
        expect(lines.nth(number).locator(".said")).not_to_have_text(re.compile(r"-?\d,-?\d"))
        x, y, right, bottom = box_of(page, "#board .hint-place")
        assert box_of(page, "#players, .strip")[3] - 1 <= (y + bottom) / 2 <= box_of(page, "#hint")[1] + 1
        assert 0 <= (x + right) / 2 <= 390
    found = Axe().run(page).response["violations"]
    assert not found, found


def test_the_guide_speaks_of_this_position_and_rings_its_places(table):
    page = table.page
    table.set_up("year_of_the_dragon", players=2, seats=("person", "bot:random")).asked()
    page.click("#more > summary")
    page.click("[data-guide-switch=turn]")
    guide = page.locator("#guide")
    expect(guide.locator(".here")).to_contain_text("Here: ")
    actions = json.loads(guide.get_attribute("data-guide-places"))
    offered = page.locator("#table .guide-place").evaluate_all(
        "all => all.flatMap((each) => [each.dataset.action, ...JSON.parse(each.dataset.actions ?? '[]')])"
    )
    assert set(actions) >= {action for action in offered if action}
    assert not overlap(box_of(page, "#guide"), box_of(page, "#board"))
    assert not overlap(box_of(page, "#guide"), box_of(page, "#players"))


def test_a_thinking_computer_is_shown_after_half_a_second(table):
    page = table.page
    page.clock.install(time=0)
    table.set_up().asked()
    tables = table.server.services.tables
    # The opponent's move does not come before the test has ended.
    tables.set_pause(tables.open(page.get_attribute("#table", "data-table")), 600.0)
    page.clock.pause_at(3_600_000)
    thinking = page.locator(".thinking")
    page.locator("button.choice[data-action=skip]").click()
    expect(thinking).to_be_attached()
    expect(thinking).to_be_hidden()
    page.clock.run_for(490)
    expect(thinking).to_be_hidden()
    page.clock.run_for(20)
    expect(thinking).to_be_visible()


def test_a_review_links_back_to_its_moments(table, monkeypatch):
    monkeypatch.setattr("hanlin.lab.review_accounts.GOOD", -1.0)
    page = table.page
    table.set_up(seats=("person", "bot:random")).asked()
    while not page.locator("#table.finished").count():
        table.play("skip")
        page.wait_for_selector("#table.asked, #table.finished")
    page.click("#ending a:has-text('Review')")
    page.click("button:has-text('Review this game')")
    expect(page.locator(".review svg").first).to_be_visible()
    found = Axe().run(page).response["violations"]
    assert not found, found
    page.hover("abbr:has-text('Accuracy')")
    expect(page.locator("#tip")).to_have_text("Share of decisions that lost nothing.")
    page.locator(".costly a:has-text('View this position')").first.click()
    expect(page.locator("#table[data-live=no]")).to_be_visible()
    page.go_back()
    page.locator(".costly button:has-text('Continue from here')").first.click()
    expect(page.locator("#table[data-live=yes]")).to_be_visible()


HINT = """<header><h2>Hint</h2><button data-hint-close>×</button></header><p{}>{}</p>
<ol><li data-hint-action="skip">Skip</li></ol>"""


def test_a_finished_search_quietly_replaces_the_quick_opinion(table):
    """It is fetched again only while it is shown and the search runs; a move removes it."""
    page, asked = table.page, []
    page.clock.install(time=0)
    table.set_up().asked()

    def answer(route):
        asked.append(route.request.post_data)
        quick = len(asked) < 3
        route.fulfill(body=HINT.format(" data-hint-pending" if quick else "", "Quick opinion" if quick else "Searched"))

    page.route("**/hint*", answer)
    page.keyboard.press("h")
    box = page.locator("#hint")
    expect(box).to_contain_text("Quick opinion")
    page.focus("#hint [data-hint-close]")
    while len(asked) < 3:
        page.clock.run_for(1000)
        page.wait_for_timeout(10)
    expect(box).to_contain_text("Searched")
    expect(page.locator("#hint [data-hint-close]")).to_be_focused()
    page.clock.run_for(60_000)
    assert len(asked) == 3
