"""The people at the table in a browser: what they say, how much time they have, what they did."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from helpers.at_the_table import COUNTED, HOLD, at_one_table, stop_clock

# -- what is said ----------------------------------------------------------------------------------------------------------


def say(table, words):
    """Opens the chat and says something."""
    if not table.page.locator("#say").is_visible():
        table.page.locator("#open-chat").click()
    table.page.fill("#say", words)
    table.page.press("#say", "Enter")
    expect(table.page.locator("#said .remark").last).to_contain_text(words)
    expect(table.page.locator("#say")).to_have_value("")


def test_what_is_said_appears_at_its_speaker(new_context, server):
    ann, ben = at_one_table(new_context, server)
    page = ben.page
    stop_clock(page)
    page.reload()
    page.wait_for_selector("#table")
    say(ann, "Well met!")
    bubble = page.locator(".bubble")
    expect(bubble).to_have_text("Ann Well met! ×")
    box, chip = bubble.bounding_box(), page.locator("#chip-0").bounding_box()
    assert chip["y"] + chip["height"] <= box["y"] < chip["y"] + chip["height"] + 20
    assert abs(box["x"] - chip["x"]) < 20
    for count in ("#unread", "#fresh"):
        expect(page.locator(count)).to_have_text("1")
    expect(page.locator("#open-chat")).to_have_attribute("aria-label", "Chat: 1 new")
    page.clock.fast_forward(7000)
    expect(bubble).to_have_count(0)
    say(ann, "And good luck!")
    expect(page.locator("#unread")).to_have_text("2")
    bubble.get_by_role("button", name="Dismiss").tap()
    expect(bubble).to_have_count(0)
    page.clock.resume()
    # Read, it counts no more, after a reload either.
    page.locator("#open-chat").tap()
    expect(page.locator("#unread")).to_be_hidden()
    page.reload()
    page.wait_for_selector("#table")
    expect(page.locator("#unread")).to_be_hidden()


def test_muted_people_have_no_bubbles(new_context, server):
    ann, ben = at_one_table(new_context, server)
    say(ann, "One")
    ben.page.locator("#open-chat").tap()
    menu = ben.page.get_by_text("Mute or block")
    menu.tap()
    button = ben.page.get_by_role("button", name="Mute Ann", exact=True)
    assert button.get_attribute("title")
    assert min(each.bounding_box()["height"] for each in (menu, button)) >= 44
    button.tap()
    expect(ben.page.locator("[data-unmute]")).to_be_visible()
    ben.page.keyboard.press("Escape")
    expect(ben.page.locator("#said")).to_be_hidden()
    with ben.page.expect_response("**/chat"):
        say(ann, "Two")
    # A view after it shows none either.
    number = ben.number
    ann.play("skip")
    ben.changed(number)
    expect(ben.page.locator(".bubble")).to_have_count(0)
    expect(ben.page.locator("#unread")).to_be_hidden()


def test_a_message_being_written_stays(new_context, server):
    """While an answer of the chat is being read; when the table moves on; and what was not being typed just then."""
    ann, ben = at_one_table(new_context, server)
    ben.page.locator("#open-chat").tap()
    ben.page.evaluate(HOLD, "/chat")
    say(ann, "One")
    ben.page.wait_for_function("() => window.holds")
    ben.page.locator("#say").press_sequentially("Two lnes")
    for _ in "nes":
        ben.page.keyboard.press("ArrowLeft")
    ben.page.evaluate("release()")
    expect(ben.page.locator("#said .remark")).to_have_text("Ann One")
    ben.page.keyboard.type("i")
    expect(ben.page.locator("#say")).to_have_value("Two lines")
    ben.page.evaluate("document.activeElement.blur()")
    number = ben.number
    ann.play("skip")
    ben.changed(number)
    expect(ben.page.locator("#say")).to_have_value("Two lines")


def test_an_older_view_takes_no_message_away(new_context, server):
    ann, ben = at_one_table(new_context, server)
    ben.page.locator("#open-chat").tap()
    ben.page.evaluate(HOLD, "/view")
    number = ben.number
    ben.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    ben.page.wait_for_function("() => window.holds")
    say(ann, "One")
    expect(ben.page.locator("#said .remark")).to_have_text("Ann One")
    ben.page.evaluate("document.getElementById('table').dataset.old = ''")
    ben.page.evaluate("release()")
    # The view is shown: it has no such mark.
    expect(ben.page.locator("#table[data-old]")).to_have_count(0)
    assert ben.number == number
    expect(ben.page.locator("#said .remark")).to_have_text("Ann One")


# -- clocks ----------------------------------------------------------------------------------------------------------------


@pytest.fixture
def timed(table):
    """A table with clocks, whose reader has 25 seconds left; the clocks of server and page stand still."""
    page = table.page
    page.add_init_script(COUNTED)
    stop_clock(page)
    page.goto(f"{table.server.address}/new/lanterns")
    page.locator("form.setup details").evaluate_all("all => all.forEach((each) => { each.open = true; })")
    page.select_option("select[name=time]", "live 300 10")
    page.uncheck("input[name=shuffled]")
    page.click("form.setup .go button")
    table.asked()
    known = table.server.services.tables.open(page.get_attribute("#table", "data-table"))
    late = known.clock() + known.clocks.left[0] - 25
    known.clock = lambda: late
    page.reload()
    return table.asked()


AT_MOST_15 = re.compile("^0:(0[0-9]|1[0-5])$")


def seconds(page):
    minutes, rest = page.locator("#turn-clock .clock").inner_text().split(":")
    return 60 * int(minutes) + int(rest)


def test_the_last_seconds_are_large_and_red_and_heard(timed):
    page = timed.page
    clock = page.locator("#turn-clock .clock")
    size, red = clock.evaluate("e => [parseFloat(getComputedStyle(e).fontSize), getComputedStyle(e).color]")
    usual = page.locator("#player-1 .clock").evaluate("e => getComputedStyle(e).color")
    assert size >= 24
    assert red != usual
    before = seconds(page)
    assert 0 < before <= 25
    # A tab that has slept shows the time that is left, not the one it has counted.
    page.clock.fast_forward(10_000)
    expect(clock).to_have_text(AT_MOST_15)
    assert seconds(page) <= before - 10
    assert page.evaluate("window.strokes") == 0
    page.locator("#question").click()
    page.clock.fast_forward(1000)
    page.wait_for_function("() => window.strokes > 0")


def test_a_clock_pulses_only_where_motion_is_wanted(timed):
    pulsing = "() => getComputedStyle(document.querySelector('#turn-clock .clock')).animationName"
    assert timed.page.evaluate(pulsing) == "none"
    timed.page.emulate_media(reduced_motion="no-preference")
    assert timed.page.evaluate(pulsing) == "pulse"


# -- what others did ----------------------------------------------------------------------------------------------------------

FLOWN = """
window.flown = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
  if (this.closest("#board")) window.flown.push([this.closest("[data-news]")?.dataset.news, frames.translate?.[0]]);
  return animate.call(this, frames, options);
};
"""


TOLD = """
window.told = [];
addEventListener("DOMContentLoaded", () => {
  const note = (seen) => {
    const shown = seen.flatMap(({ addedNodes }) => [...addedNodes]).filter((each) => each.isConnected);
    window.told.push(...shown.map((each) => each.textContent.replace(/\\s+/g, " ").trim()));
  };
  const reports = document.getElementById("reports");
  if (reports) new MutationObserver(note).observe(reports, { childList: true });
});
"""
"""Notes the captions that are shown, each for a moment only."""


@pytest.fixture
def played(table):
    """A palace to which the reader and then two computer players have added a tile while the page looked on."""
    table.page.add_init_script(FLOWN + TOLD)
    table.page.emulate_media(reduced_motion="no-preference")
    table.set_up("forbidden_city", 3, ("person", "bot:random", "bot:random")).asked()
    add_tile(table)
    return table


def add_tile(table):
    tables, number = table.server.services.tables, table.number
    known = tables.open(table.page.get_attribute("#table", "data-table"))
    tables.play(known, known.to_move, known.position.legal[0], known.number)
    table.server.services.opponents.wake_soon(known.row.id)
    # Two moves, one after the other or both in one view.
    table.changed(number)
    expect(table.page.locator("[data-news-item]")).to_have_count(2)


def test_pieces_of_others_fly_in_and_leave_a_pin(played):
    page = played.page
    flown = page.evaluate("window.flown")
    assert {"0", "1"} <= {number for number, way in flown if way not in (None, "0px 0px")}
    pins = page.locator("#pins button:visible")
    expect(pins).to_have_count(2)
    assert [text.strip() for text in pins.all_inner_texts()] == ["1", "2"]
    for pin, told in zip(pins.all(), page.locator("#since .told").all_text_contents(), strict=True):
        assert pin.get_attribute("data-tip") == told.strip()
    # A pin plays its move again, with a caption at its place.
    page.wait_for_function("() => document.querySelectorAll('.report').length === 0")
    page.evaluate("window.flown.length = window.told.length = 0")
    pins.first.dispatch_event("click")
    words = " ".join(page.locator("#since .told").first.text_content().split())
    page.wait_for_function("words => window.told.includes(words)", arg=words)
    assert {number for number, _way in page.evaluate("window.flown")} == {"0"}
    # It stays until the reader acts.
    tables = played.server.services.tables
    known = tables.open(page.get_attribute("#table", "data-table"))
    tables.set_pause(known, 60.0)
    tables.play(known, known.to_move, known.position.legal[0], known.number)
    expect(page.locator("#since")).to_have_count(0)
    expect(page.locator("#pins button")).to_have_count(0)


def test_nothing_flies_where_motion_is_reduced(played):
    page = played.page
    page.emulate_media(reduced_motion="reduce")
    page.evaluate("window.flown.length = window.told.length = 0")
    page.locator("#since [data-news-play]").first.click()
    page.wait_for_function("() => window.told.length > 0")
    assert page.evaluate("window.flown") == []
