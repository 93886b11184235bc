"""The pages before a game: the start page, a new table, the waiting room, rules and help."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from test_keys_and_sight import faults

from helpers.at_the_table import DESK, PHONE, Table
from helpers.long import crossed

SIZES = {"laptop": (1280, 720), "phone": (390, 844), "sideways": (844, 390)}
each_size = pytest.mark.parametrize("size", SIZES)
HEAVIEST = 30_000
"""Bytes of the form of a new table."""
IN_SIGHT = """all => all.filter(each => {
    const box = each.getBoundingClientRect();
    return box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth;
}).length"""
SHARES = """
window.shared = [];
Object.defineProperty(navigator, "share", { value: async (what) => { window.shared.push(what); }, configurable: true });
"""


def opened(new_context, size, **more):
    width, height = SIZES[size]
    touch = size != "laptop"
    return new_context({"width": width, "height": height}, has_touch=touch, is_mobile=touch, **more).new_page()


def fits(page):
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@each_size
def test_panels_are_in_sight_without_scrolling(new_context, server, size):
    """Also below a row of tables to continue, which grows to the side only."""
    page = opened(new_context, size)
    page.goto(server.address)
    wanted = 2 if size == "phone" else 3
    assert page.locator(".game .doors").evaluate_all(IN_SIGHT) >= wanted
    for _table in range(2):
        page.request.post(f"{server.address}/new/lanterns", form={"players": "2", "seat0": "person", "seat1": "bot:random"})
    page.reload()
    assert page.locator(".going .table-row").count() == 2
    assert page.locator(".game .doors .primary").evaluate_all(IN_SIGHT) >= wanted
    assert fits(page)
    page.locator(".rest summary").first.click()
    assert page.is_visible(".rest a[href='/rules/year_of_the_dragon']")
    assert fits(page)


@each_size
def test_a_table_begins_without_scrolling(new_context, server, size):
    page = opened(new_context, size)
    for name in ("year_of_the_dragon", "china", "forbidden_city"):
        answer = page.goto(f"{server.address}/new/{name}")
        assert len(answer.body()) <= HEAVIEST, name
        assert page.locator(".go .button").evaluate_all(IN_SIGHT) == 1
        assert page.locator(".how-many .segments").evaluate_all(IN_SIGHT) == 1
        assert fits(page)
    assert not page.is_visible("[name=time]"), "all else is under More"
    assert page.inner_text(".go .button") == "Start game"
    page.select_option("[name=seat1]", "open")
    assert page.inner_text(".go .button") == "Invite players"


def test_a_card_gives_its_level_to_all_computer_seats(new_context, server):
    page = new_context().new_page()
    page.goto(f"{server.address}/new/china")
    page.check("input[name=players][value='4']", force=True)
    page.select_option("[name=seat2]", "open")
    page.click("[data-pick-level=strong]")
    assert [page.input_value(f"[name=seat{seat}]") for seat in range(4)] == ["person", "bot:strong", "open", "bot:strong"]
    assert page.locator(".face:visible").evaluate_all("all => all.map(each => each.dataset.level)") == ["strong", "strong"]
    page.select_option("[name=seat1]", "bot:greedy")
    assert page.locator(".face:visible").count() == 1, "a toy has no portrait"


def test_a_friend_joins_by_a_link_that_was_copied_or_shared(new_context, server):
    page = new_context(permissions=["clipboard-read", "clipboard-write"]).new_page()
    page.add_init_script(SHARES)
    page.goto(server.address)
    page.click(".friend .button")
    page.check("#dialog [name=game][value=lanterns]", force=True)
    page.fill("#dialog [name=name]", "Ann")
    page.click("#dialog .primary")
    expect(page.locator("#dialog [data-copy-link]")).to_be_focused()
    link = page.input_value("#dialog input.link")
    page.click("#dialog [data-copy-link]")
    expect(page.locator("#dialog [data-copy-link]")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == link
    page.click("#dialog [data-share-link]")
    page.wait_for_function("() => window.shared.length > 0")
    assert page.evaluate("window.shared") == [{"title": "Lanterns", "url": link}]
    assert faults(page) == []
    friend = new_context(PHONE, has_touch=True, is_mobile=True).new_page()
    friend.goto(link)
    expect(friend.locator("h1")).to_have_text("Ann invites you to Lanterns")
    friend.fill("[name=name]", "Ben")
    friend.locator(".join .primary").tap()
    friend.wait_for_selector("#table")
    page.wait_for_url(link)


def test_what_a_browser_cannot_do_is_not_offered(new_context, server):
    page = new_context().new_page()
    page.add_init_script("Object.defineProperty(navigator, 'share', { value: undefined });")
    page.goto(f"{server.address}/new/lanterns")
    page.select_option("[name=seat1]", "open")
    page.click(".go button")
    page.wait_for_selector("#invitation")
    expect(page.locator("[data-copy-link]")).to_be_visible()
    expect(page.locator("[data-share-link]")).to_be_hidden()


@each_size
def test_guests_see_the_name_field_and_the_button_at_once(new_context, server, size):
    host, guest = new_context().new_page(), opened(new_context, size)
    host.goto(f"{server.address}/new/china")
    host.fill("[name=name0]", "Marta")
    host.select_option("[name=seat1]", "open")
    host.click(".go button")
    host.wait_for_selector("#invitation")
    guest.goto(host.url)
    for part in ("h1", "[name=name]", ".join .primary"):
        assert guest.locator(part).evaluate_all(IN_SIGHT) == 1, part
    assert fits(guest)
    field, button = (guest.locator(part).bounding_box() for part in (".join input", ".join .primary"))
    below, beside = button["y"] - field["y"] - field["height"], button["x"] - field["x"] - field["width"]
    assert max(below, beside) >= 8


def themed(new_context, server, theme):
    context = new_context()
    context.add_cookies([{"name": "theme", "value": theme, "url": server.address}])
    return context.new_page()


@pytest.mark.parametrize(
    ("path", "theme"), crossed(["/invite", "/help/china?rule=C3.2", "/setup/forbidden_city"], ["day", "night"])
)
def test_axe_finds_nothing_on_pages_before_a_game(new_context, server, path, theme):
    page = themed(new_context, server, theme)
    page.goto(server.address + path)
    assert faults(page) == []


@pytest.mark.parametrize("theme", ["day", pytest.param("night", marks=pytest.mark.long)])
def test_axe_finds_nothing_while_players_are_invited(new_context, server, theme):
    page = themed(new_context, server, theme)
    page.goto(f"{server.address}/new/china")
    page.click(".further > summary")
    assert faults(page) == [], "more options"
    page.select_option("[name=seat1]", "open")
    page.click(".go button")
    page.wait_for_selector("#invitation")
    assert faults(page) == [], "host"
    visitor = themed(new_context, server, "night" if theme == "day" else "day")
    visitor.goto(page.url)
    assert faults(visitor) == [], "guest"


def test_relative_times_are_kept_up_to_date(new_context, server):
    page = new_context(timezone_id="Europe/Rome").new_page()
    # The browser's clock stands still but for what the test adds.
    page.clock.install(time="2026-01-01T11:00:00Z")
    page.clock.pause_at("2026-01-01T12:00:00Z")
    page.goto(f"{server.address}/settings")
    page.evaluate(
        """() => document.querySelector("main").insertAdjacentHTML("beforeend",
            '<time id="then" datetime="2026-01-01T11:59:30+00:00" data-ago="just now"></time>')"""
    )
    then = page.locator("#then")
    page.clock.run_for(20_000)
    expect(then).to_have_text("just now")
    page.clock.run_for(60_000)
    expect(then).to_have_text("1 min. ago")
    page.clock.run_for(3_600_000)
    expect(then).to_have_text("1 hr. ago")
    assert "12:59" in then.get_attribute("title"), "the exact time, where the reader is"


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_rules_open_at_the_rule_of_the_question(new_context, server, size):
    table = Table(new_context(size).new_page(), server)
    page = table.set_up("china", 3, ("person", "bot:random", "bot:random")).asked().page
    asked = page.locator("#ask .rule").first.get_attribute("href").partition("#")[2]
    page.keyboard.press("?")
    page.wait_for_selector("#dialog[open]")
    here = page.locator("#dialog .here")
    expect(here).to_have_id(asked)
    expect(here).to_be_in_viewport(ratio=1)
    assert page.locator("#dialog h2").first.inner_text() == "The game in a minute"
    page.locator("#dialog a[href='#C4']").first.evaluate("each => each.click()")
    expect(here).to_have_id("C4")
    expect(here).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")
    page.goto(f"{server.address}/rules/china#C3.2")
    expect(page.locator(".rules :target")).to_be_in_viewport(ratio=1)
    assert page.locator(".rules :target").evaluate("each => getComputedStyle(each).boxShadow") != "none"


def test_help_begins_with_the_question(table):
    page = table.set_up("china", 3, ("person", "bot:random", "bot:random")).asked().page
    page.click(".help-menu > summary")
    page.click("[data-this-question] a")
    page.wait_for_selector("#dialog[open] #help-question")
    titles = page.locator("#dialog section > h2").all_inner_texts()
    assert titles == ["This question", "Symbols", "The game in a minute", "Lesson"]
    page.click("#dialog .parts a[href='#help-rules']")
    expect(page.locator("#help-rules h2")).to_be_in_viewport(ratio=1)
    assert faults(page) == []


def test_the_groups_of_a_plot_in_the_book_have_headings(new_context, server):
    page = opened(new_context, "phone")
    page.goto(f"{server.address}/book/year_of_the_dragon")
    headings = page.locator("#opening-event .row-group")
    assert headings.count() >= 3
    assert headings.evaluate_all("all => all.every(each => each.offsetHeight >= 16)")
    assert fits(page)
