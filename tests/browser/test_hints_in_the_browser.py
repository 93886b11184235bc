"""Hints and reviews in the browser: places and times, and removal of a hint by a move."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect


def held(page, path):
    """Requests to that path wait until they are let go; returns what lets the next one go."""
    waiting = []
    page.route(path, lambda route: waiting.append(route))

    def let_go():
        while not waiting:
            page.wait_for_timeout(10)
        waiting.pop(0).continue_()

    return let_go


def test_a_slow_hint_says_so_and_marks_board_and_choices(table):
    page = table.page
    page.clock.install(time=0)
    table.set_up().asked()
    page.clock.pause_at(3_600_000)
    let_go = held(page, "**/hint*")
    page.keyboard.press("h")
    box = page.locator("#hint")
    page.clock.run_for(450)
    expect(box).to_be_hidden()
    page.clock.run_for(100)
    expect(box).to_have_text("Thinking…")
    let_go()
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


def test_hint_numbers_mark_places_of_the_board_on_a_phone(phone):
    page = phone.page
    phone.set_up("china", players=3, seats=("person", "bot:random", "bot:random")).asked()
    page.tap("[data-take-hint]")
    marks = page.locator("#board .hint-mark")
    expect(page.locator("#hint [data-hint-action]")).to_have_count(3)
    drawn = sorted(number for text in marks.all_text_contents() for number in text.split(" · "))
    on_board = [
        line.get_attribute("data-hint-action")
        for line in page.locator("#hint [data-hint-action]").all()
        if line.get_attribute("data-hint-action").startswith(("palace", "emissary"))
    ]
    assert len(drawn) == len(on_board) > 0
    page.tap("[data-hint-close]")
    expect(page.locator("#hint")).to_be_hidden()
    expect(marks).to_have_count(0)


def test_a_thinking_computer_is_shown_after_half_a_second(table):
    page = table.page
    page.clock.install(time=0)
    table.set_up(pause="2.0").asked()
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
    monkeypatch.setattr("hanlin.lab.review.GOOD", -1.0)
    page = table.page
    table.set_up(seats=("person", "bot:random")).asked()
    while not page.locator("#table.finished").count():
        table.play("skip")
        page.wait_for_selector("#table.asked, #table.finished")
    page.click("a:has-text('Review')")
    page.click("button:has-text('Review this game')")
    expect(page.locator(".review svg").first).to_be_visible()
    found = Axe().run(page).response["violations"]
    assert not found, found
    page.hover("abbr >> nth=0")
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
