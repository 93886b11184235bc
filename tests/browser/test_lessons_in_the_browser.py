"""A lesson and the guide in a browser: by mouse, by keys, by finger; memory; axe's findings."""

from __future__ import annotations

import json
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect
from test_at_once import LOOK

from hanlin.core.position.game import games
from hanlin.server.tables.lessons import lesson_of
from helpers.at_the_table import PHONE, Table
from helpers.long import crossed

GAMES = ("year_of_the_dragon", "china", "forbidden_city")
LAPTOP = {"width": 1280, "height": 720}
ON_ITS_SIDE = {"width": 844, "height": 390}
SIZES = {"phone": PHONE, "sideways": ON_ITS_SIDE, "laptop": LAPTOP}
WALKS = [
    pytest.param(name, size, marks=[] if GAMES.index(name) == number else [pytest.mark.long])
    for number, size in enumerate(SIZES)
    for name in GAMES
]
"""Each game at one size, and each size once; all the others in the long form."""

UNSEEN = """() => {
    const panel = document.getElementById("ask").getBoundingClientRect();
    const on = box =>
        box.width > 0 && box.left > -2 && box.right < innerWidth + 2 && box.top > -2 && box.bottom < innerHeight + 2;
    const covered = box =>
        box.left < panel.right - 2 && box.right > panel.left + 2 && box.bottom > panel.top + 2 && box.top < panel.bottom - 2;
    const boxOf = each => each.getBoundingClientRect();
    const isSeen = name => {
        const quoted = CSS.escape(name);
        const there = [...document.querySelectorAll(
            `:is(#board, #own) :is([data-place="${quoted}"], [data-key="${quoted}"], [id="${quoted}"])`)];
        const small = [...document.querySelectorAll(`#apart [data-apart="${quoted}"]`)];
        return there.some(each => on(boxOf(each)) && !covered(boxOf(each))) || small.some(each => on(boxOf(each)));
    };
    return JSON.parse(document.getElementById("table").dataset.shows).filter(name => !isSeen(name));
}"""
"""What the step speaks of and is not on the screen, neither where it is nor as a small picture in the panel."""

POINTED = """() => [...document.querySelectorAll("#table .hinted")].map(each => {
    const box = each.getBoundingClientRect();
    const panel = document.getElementById("ask").getBoundingClientRect();
    const inPanel = each.closest("#ask") !== null;
    const middle = [box.left + box.width / 2, box.top + box.height / 2];
    const under = middle[0] > panel.left && middle[0] < panel.right && middle[1] > panel.top && middle[1] < panel.bottom;
    return {
        actions: [each.dataset.action, ...JSON.parse(each.dataset.actions ?? "[]"),
            ...JSON.parse(each.dataset.variants ?? "[]").map(way => way[0])],
        pick: each.dataset.pick ?? "",
        focused: document.activeElement === each,
        seen: middle[0] > 0 && middle[0] < innerWidth && middle[1] > 0 && middle[1] < innerHeight && (inPanel || !under),
    };
})"""
"""What "Show me" has marked: what each mark would play or pick, and whether it is on the screen."""


def shown(page):
    """Presses "Show me" and checks what it marks: something legal, on the screen, with the focus. Returns the action."""
    action = page.get_attribute("[data-hint]", "data-hint")
    page.click("[data-hint]")
    marks = page.evaluate(POINTED)
    assert marks
    assert marks[0]["focused"]
    assert all(each["seen"] for each in marks), marks
    picked = sorted(each["pick"] for each in marks if each["pick"])
    if picked:
        meant = page.locator(f"#table [data-action='{action}'][data-with]").first.get_attribute("data-with")
        assert picked == sorted(meant.split("|"))
    else:
        assert all(action in each["actions"] for each in marks), (action, marks)
    return action


def follow(page, action):
    """Does what is marked with the mouse: both of a pair, the right rotation of a tile, the right line of a menu."""
    number = page.get_attribute("#table", "data-number")
    marks = page.locator("#table .hinted")
    first = marks.first
    ways = json.loads(first.get_attribute("data-variants") or "[]")
    if ways:
        wanted = [way[0] for way in ways].index(action)
        for _turn in range(1 + wanted):
            page.mouse.click(*middle(first))
        if len(ways) > 1:
            page.click("#ways [data-way=play]")
    elif first.get_attribute("data-pick"):
        for each in marks.all():
            page.mouse.click(*middle(each))
    else:
        page.mouse.click(*middle(first))
        if page.locator("#menu").is_visible():
            page.click(f"#menu [data-action='{action}']")
    page.wait_for_function("n => document.getElementById('table').dataset.number !== n", arg=number)


def middle(place):
    """Where a free space or another thing is hit; what shows only while it is pointed at does not count."""
    return place.evaluate(
        "each => { const box = (each.dataset.variants ? each.firstElementChild : each).getBoundingClientRect();"
        " return [box.left + box.width / 2, box.top + box.height / 2]; }"
    )


def do_step(page):
    """Does a step as "Show me" says."""
    page.wait_for_selector("#table.asked")
    while page.get_attribute("#table", "data-done") is None:
        follow(page, shown(page))


def faults(page):
    found = Axe().run(page).response["violations"]
    return [(each["id"], node["target"], node["failureSummary"][:200]) for each in found for node in each["nodes"][:3]]


def too_wide(page):
    return page.evaluate("document.documentElement.scrollWidth > innerWidth")


def phone_or_desk(new_context, size):
    return new_context(SIZES[size], **({} if size == "laptop" else {"has_touch": True, "is_mobile": True})).new_page()


def test_a_step_that_is_only_read_counts_without_scripts(new_context, server):
    """One may go on before the scripts of a page have run."""
    page = new_context().new_page()
    page.route("**/*.js*", lambda route: route.abort())
    page.goto(f"{server.address}/learn/year_of_the_dragon/1")
    page.unroute("**/*.js*")
    page.click("#next")
    page.wait_for_selector("#table.asked[data-step-number='2']")
    assert page.evaluate("localStorage['hanlin-learned']") == '{"year_of_the_dragon":[1]}'


@pytest.mark.parametrize(("name", "size"), WALKS)
def test_a_lesson_is_followed_to_its_end(new_context, server, name, size):
    """All that a step speaks of is on the screen, "Show me" leads to a legal choice, and at the end the first game begins."""
    page = phone_or_desk(new_context, size)
    page.goto(f"{server.address}/learn/{name}")
    page.click("[data-go-on]")
    steps = len(lesson_of(games()[name]).step)
    for number in range(1, steps + 1):
        page.wait_for_selector(f"#table:is(.asked, [data-done])[data-step-number='{number}']")
        # The scripts bring onto the screen what the step speaks of.
        page.wait_for_function(f"() => ({UNSEEN})().length === 0")
        assert not too_wide(page), number
        seen = page.evaluate(LOOK)
        assert seen["fine"] == [], number
        assert size == "laptop" or seen["small"] == [], number
        if page.get_attribute("#table", "data-done") is None:
            expect(page.locator("#next")).to_have_count(0)
            do_step(page)
            expect(page.locator(".lesson .task.ticked")).to_be_visible()
            expect(page.locator(".lesson .answer")).to_be_in_viewport(ratio=1)
        expect(page.locator("#next")).to_be_in_viewport(ratio=1)
        page.click("#next")
    page.wait_for_selector("#table.asked:not([data-lesson])")
    assert "guide" not in page.url
    expect(page.locator("#guide")).to_be_visible()
    assert page.evaluate("JSON.parse(localStorage['hanlin-learned'])") == {name: list(range(1, steps + 1))}


def test_a_lesson_goes_on_where_one_left_it(new_context, server):
    """This browser knows which steps are done, and from which choice one goes on; another one does not."""
    page, other = new_context().new_page(), new_context().new_page()
    page.goto(f"{server.address}/learn/china/3")
    do_step(page)
    page.click("#next")
    page.wait_for_selector("#table.asked[data-step-number='4']")
    for number in (1, 2):
        page.goto(f"{server.address}/learn/china/{number}")
        do_step(page)
    left = page.evaluate("JSON.parse(localStorage['hanlin-lesson-at']).china")
    assert left == "2"
    page.goto(f"{server.address}/learn/china/3")
    do_step(page)
    page.click("#next")
    page.wait_for_selector("#table.asked[data-step-number='4']")
    for each, step in ((page, r"4\.\d+"), (other, "1")):
        each.goto(f"{server.address}/learn/china")
        expect(each.locator("[data-go-on]")).to_have_attribute("href", re.compile(rf"/learn/china/{step}$"))


def test_another_choice_stands_and_one_may_try_again(new_context, server):
    """The next player takes the last space of Qi, and the page says what that meant."""
    page = new_context().new_page()
    page.goto(f"{server.address}/learn/china/7")
    page.wait_for_selector("#table.asked")
    page.click("#folded summary")
    page.click("#folded [data-action='exchange red']")
    page.wait_for_selector("#table[data-done]")
    expect(page.locator(".answer.detour")).to_contain_text("The next player has taken the last space of Qi")
    expect(page.locator(".task.ticked")).to_have_count(0)
    page.click("#ask a:has-text('Try again')")
    page.wait_for_selector("#table.asked")
    do_step(page)
    expect(page.locator(".task.ticked")).to_be_visible()


def test_what_the_step_is_not_about_is_refused_kindly(new_context, server):
    page = new_context().new_page()
    page.goto(f"{server.address}/learn/china/3")
    page.wait_for_selector("#table.asked")
    page.click("#folded summary")
    page.click("#folded [data-action='exchange green']")
    expect(page.locator("#note")).to_contain_text("choose one of the places that are lit")
    do_step(page)


def test_what_is_spoken_of_stays_lit_when_the_page_moves(new_context, server):
    """The light is where the thing is, also after scrolling, and the rest of the page can be used."""
    page = phone_or_desk(new_context, "phone")
    page.goto(f"{server.address}/learn/year_of_the_dragon/3")
    page.wait_for_selector("#table.asked")
    beside = """() => {
        const rings = [...document.querySelectorAll(".spotlight .ring")].map(each => each.getBoundingClientRect());
        const lit = document.querySelector("[data-place='card taxes']").getBoundingClientRect();
        const round = ring => ring.top < lit.top && ring.bottom > lit.bottom && ring.left < lit.left && ring.right > lit.right;
        return rings.some(round);
    }"""
    page.wait_for_function(beside)
    page.evaluate("scrollBy(0, 40)")
    page.wait_for_function(beside)
    assert page.evaluate("document.elementFromPoint(200, 100).closest('.spotlight')") is None


def test_the_lights_follow_a_board_that_is_fitted_anew(new_context, server):
    """A tile moves the others to their new places after it was drawn."""
    page = new_context(PHONE).new_page()
    page.emulate_media(reduced_motion="no-preference")
    page.goto(f"{server.address}/learn/forbidden_city/3")
    do_step(page)
    page.wait_for_function("""() => {
        const moves = document.getElementById("board").getAnimations({ subtree: true });
        if (moves.some(each => !(each instanceof CSSAnimation))) return false;
        const rings = [...document.querySelectorAll(".spotlight .ring")].map(each => each.getBoundingClientRect());
        const placed = document.querySelector("#board .since").getBoundingClientRect();
        const near = (a, b) => Math.abs(a - b) < 9;
        const round = ring => near(ring.top, placed.top) && near(ring.bottom, placed.bottom) && near(ring.left, placed.left);
        return rings.some(round);
    }""")


def test_a_step_is_done_with_keys_alone(new_context, server):
    """A space that does not do the task first, then, after another try, one that does; then the way on has the focus."""
    page = new_context().new_page()
    page.goto(f"{server.address}/learn/forbidden_city/1")
    page.wait_for_selector("#table.asked")
    place = "() => document.activeElement?.getAttribute('data-variants')?.includes('place {}')"
    page.wait_for_function(place.format("-1,-2"))
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.wait_for_selector(".answer.detour")
    page.focus("#ask a:has-text('Try again')")
    page.keyboard.press("Enter")
    page.wait_for_function(place.format("-1,-2"))
    page.keyboard.press("ArrowRight")
    page.wait_for_function(place.format("0,-2"))
    page.keyboard.press("Enter")
    page.wait_for_selector("#next:focus")
    page.keyboard.press("Enter")
    page.wait_for_url("**/learn/forbidden_city/2")


def test_a_step_is_done_with_a_finger(new_context, server):
    page = new_context(PHONE, has_touch=True, is_mobile=True).new_page()
    page.goto(f"{server.address}/learn/year_of_the_dragon/3")
    page.wait_for_selector("#table.asked")
    page.locator("#board [data-action='act 2 taxes']").first.tap()
    page.locator("#next").tap()
    page.wait_for_url("**/learn/year_of_the_dragon/4")


def test_the_guide_speaks_once_of_each_kind_and_can_be_switched_off(new_context, server):
    table = Table(new_context().new_page(), server)
    page = table.page
    table.set_up("china", 3, ("person", "bot:random", "bot:random")).asked()
    expect(page.locator("#guide")).to_be_hidden()
    switch = page.locator("[data-guide-switch=turn]")
    page.click("#more > summary")
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


@pytest.mark.parametrize(("size", "theme"), crossed(["phone", "laptop"], ["day", "night"]))
def test_axe_finds_nothing_in_a_lesson(new_context, server, size, theme):
    """On the page with the steps, at a step, after another choice, when it is done, and beside the guide."""
    context = new_context(SIZES[size])
    context.add_cookies([{"name": "theme", "value": theme, "url": server.address}])
    page = context.new_page()
    page.goto(f"{server.address}/learn/china")
    assert faults(page) == [], "steps"
    page.goto(f"{server.address}/learn/china/4")
    page.wait_for_selector("#table.asked")
    assert faults(page) == [], "a step"
    page.click("#folded summary")
    page.click("button.choice[data-action='done']")
    page.wait_for_selector(".answer.detour")
    assert faults(page) == [], "another choice"
    page.click("#ask a:has-text('Try again')")
    do_step(page)
    # The mouse is still on the board, where tips open.
    page.mouse.move(1, 1)
    page.keyboard.press("Escape")
    expect(page.locator("#tip")).to_be_hidden()
    assert faults(page) == [], "done"
    page.goto(f"{server.address}/learn/china")
    page.click(".first-game button")
    page.wait_for_selector("#guide:visible")
    assert faults(page) == [], "guide"
