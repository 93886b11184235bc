"""Moves without a click and confirmations: forced moves, China's turn in one gesture, settings."""

from __future__ import annotations

import json
import threading

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from helpers.at_the_table import HOLD, PATIENCE, PHONE, Table, stop_clock
from helpers.long import crossed

GRACE = 2500
"""Milliseconds that the page waits where something can still be taken back (static/forced.js)."""
SOON = 300
"""Where nothing becomes final."""
BOTH_WAYS = "own card and joker 0"
"""A deal of China that gives the first of three players a card of some region's colour and a pair of another."""
FORCED = "#table.asked[data-forced]"


def settings(page, **wanted):
    """Has things set in this browser as on the page of settings."""
    page.add_init_script(f"localStorage.setItem('hanlin-settings', {json.dumps(json.dumps(wanted))})")


@pytest.fixture
def china(table):
    """A person's table of China, with the browser's clock under the test's control."""

    def make(**wanted):
        settings(table.page, **wanted)
        stop_clock(table.page)
        table.set_up("china", 3, ("person", "bot:random", "bot:random")).asked()
        return table

    return make


def place_where_it_was_empty(table):
    """The first piece in an empty region is the only one: after it nothing but "done" is left."""
    space = table.page.locator("#board [data-action^=palace], #board [data-actions*=palace]").first
    number = table.number
    space.click()
    table.changed(number)
    table.page.wait_for_selector(FORCED)


def moves_of(table):
    """The moves of the game so far: (seat, action)."""
    return table.server.services.tables.open(table.page.get_attribute("#table", "data-table")).position.moves


@pytest.fixture
def last_card(china):
    """A forced move after which, as the page is told, another player decides."""
    table = china()
    place_where_it_was_empty(table)
    table.page.evaluate(
        "() => { document.getElementById('table').removeAttribute('data-goes-on'); dispatchEvent(new Event('setting')) }"
    )
    return table


def test_what_has_no_alternative_is_done_at_once(china):
    """Nothing becomes final with it: the same player goes on, and undo stays."""
    table = china()
    place_where_it_was_empty(table)
    number = table.number
    table.page.clock.run_for(SOON)
    table.changed(number)
    expect(table.page.locator("#question")).to_contain_text("Take 2 cards")
    expect(table.page.locator("[data-undo]")).to_be_visible()


def test_what_ends_the_turn_is_done_after_a_moment(last_card):
    """The moment is there to take back what was done before, and is seen on the button."""
    page, number = last_card.page, last_card.number
    expect(page.locator("button.choice.going")).to_have_count(1)
    page.clock.run_for(GRACE - 100)
    assert last_card.number == number
    page.clock.run_for(200)
    last_card.changed(number)


def test_taking_back_leads_to_where_there_was_something_to_choose(china):
    table = china()
    place_where_it_was_empty(table)
    number = table.number
    table.page.clock.run_for(SOON)
    table.changed(number)
    table.page.click("[data-undo]")
    # Both: what went by itself, and the piece before it. Nothing goes by itself then.
    expect(table.page.locator("#board [data-action^=palace]").first).to_be_attached()
    number = table.number
    table.page.clock.run_for(2 * GRACE)
    assert table.number == number
    assert table.page.query_selector("#table[data-forced]") is None


@pytest.fixture
def held_back(server, monkeypatch):
    """The server plays an action of the person only once it is let go: returns what lets it go."""
    let_go, play = threading.Event(), server.services.tables.play

    def play_later(table, seat, *asked):
        if seat == 0:
            assert let_go.wait(PATIENCE)
        play(table, seat, *asked)

    def begin():
        monkeypatch.setattr(server.services.tables, "play", play_later)
        return let_go.set

    yield begin
    let_go.set()


@pytest.mark.parametrize("way", ["click", "key"])
def test_an_undo_waits_for_the_answer_to_a_forced_move(china, held_back, way):
    """Asked for while the move is on its way, it leads to where there was something to choose."""
    table = china()
    page = table.page
    ply = page.get_attribute("#table", "data-ply")
    place_where_it_was_empty(table)
    let_go = held_back()
    page.clock.run_for(SOON)
    page.wait_for_selector("#table[aria-busy]")
    if way == "click":
        page.click("[data-undo]")
    else:
        page.keyboard.press("u")
    let_go()
    expect(page.locator(f"#table[data-ply='{ply}']:not([aria-busy]) #board [data-action^=palace]").first).to_be_attached()
    assert [each.partition("?")[0].rpartition("/")[2] for each in table.sent] == ["play", "play", "undo", "undo"]


def test_an_undo_that_comes_too_late_says_so(china, held_back):
    """The move that was on its way drew a card: it stays, and so does what was done before it."""
    table = china()
    page = table.page
    place_where_it_was_empty(table)
    number = table.number
    page.clock.run_for(SOON)
    table.changed(number).asked()
    number, let_go = table.number, held_back()
    page.locator("#board [data-action='take pile']").first.click()
    page.wait_for_selector("#table[aria-busy]")
    page.click("[data-undo]")
    let_go()
    table.changed(number)
    expect(page.locator("#note")).to_contain_text("You can't undo now: something was drawn")
    assert "take pile" in [text for actor, text in moves_of(table) if actor == 0]


def test_who_wants_to_look_first_presses_escape(last_card):
    page, number, sent = last_card.page, last_card.number, len(last_card.sent)
    page.keyboard.press("Escape")
    expect(page.locator(".going")).to_have_count(0)
    page.clock.run_for(2 * GRACE)
    assert (last_card.number, len(last_card.sent)) == (number, sent)


def test_nothing_plays_automatically_while_a_dialog_is_open(last_card):
    page, number, sent = last_card.page, last_card.number, len(last_card.sent)
    page.click(".help-menu > summary")
    page.click("[data-help]")
    page.wait_for_selector("#dialog[open]")
    expect(page.locator(".going")).to_have_count(0)
    page.clock.run_for(2 * GRACE)
    assert (last_card.number, len(last_card.sent)) == (number, sent)
    page.keyboard.press("Escape")
    expect(page.locator(".going")).to_have_count(1)
    page.clock.run_for(GRACE + 100)
    last_card.changed(number)


def test_nothing_plays_automatically_in_a_view_of_the_past(china):
    table = china()
    place_where_it_was_empty(table)
    sent = len(table.sent)
    table.page.click("text=Look back")
    table.page.wait_for_selector("#table[data-live=no]")
    table.page.clock.run_for(3 * GRACE)
    assert len(table.sent) == sent


def test_nothing_plays_automatically_when_switched_off(china):
    table = china(forced="no")
    place_where_it_was_empty(table)
    sent = len(table.sent)
    table.page.clock.run_for(2 * GRACE)
    assert len(table.sent) == sent
    expect(table.page.locator(".going")).to_have_count(0)


def test_two_tabs_do_it_once(china):
    table = china()
    other = Table(table.page.context.new_page(), table.server)
    stop_clock(other.page)
    other.page.goto(table.page.url)
    other.asked()
    place_where_it_was_empty(table)
    other.page.wait_for_selector(FORCED)
    number = table.number
    other.page.clock.run_for(GRACE + 100)
    table.page.clock.run_for(GRACE + 100)
    table.changed(number)
    other.changed(number)
    assert table.page.query_selector("#note") is None
    assert other.page.query_selector("#note") is None
    assert other.number == table.number == number + 1


def test_a_card_of_the_row_ends_the_turn_in_china(china):
    """Card, space, done in one gesture: who takes a card is done placing."""
    table = china(forced="no")
    place_where_it_was_empty(table)
    number = table.number
    table.page.locator("#board [data-then]:not([data-then='take pile'])").first.click()
    table.page.wait_for_function("n => Number(document.getElementById('table').dataset.number) > n + 1", arg=number)
    mine = [text for actor, text in moves_of(table) if actor == 0][1:3]
    assert mine[0] == "done"
    assert mine[1].startswith("take ")


FLOWN = """
() => {
  window.flown = 0;
  const count = (seen) => (window.flown += seen.flatMap((each) => [...each.addedNodes]).length);
  new MutationObserver(count).observe(document.getElementById("flights"), { childList: true });
}
"""


@pytest.fixture
def hiring(table):
    """A person who hires, with palaces that have room."""
    table.set_up("year_of_the_dragon", 2, ("person", "person")).asked()
    tables = table.server.services.tables
    known, address = tables.open(table.page.get_attribute("#table", "data-table")), table.page.url
    # No page plays what is forced meanwhile.
    table.page.goto("about:blank")
    while not any(action.startswith("hire") for action in known.position.legal):
        tables.play(known, known.to_move, known.position.legal[0], known.number)
    table.page.goto(address)
    table.asked()
    return table


def test_a_person_is_hired_and_moves_in_by_one_drag(hiring):
    """It flies to its window; where motion is reduced nothing flies, and a click chooses as ever."""
    page = hiring.page
    page.evaluate(FLOWN)
    person, palace = page.locator("#board .can[data-place^='person ']").first, page.locator("#own [data-drop]").last
    wanted, number = palace.get_attribute("data-drop"), hiring.number
    box = palace.bounding_box()
    person.hover()
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=3)
    expect(page.locator("#own [data-drop].over")).to_have_count(1)
    page.mouse.up()
    expect(page.locator(".dragging")).to_have_count(0)
    # The person is hired first; then the page itself chooses the palace.
    page.wait_for_function("n => Number(document.getElementById('table').dataset.number) > n + 1", arg=number)
    known = hiring.server.services.tables.open(page.get_attribute("#table", "data-table"))
    hired = [text for _seat, text in known.position.moves if text.startswith(("hire", "house"))][-2:]
    assert hired[0].startswith("hire ")
    assert hired[1] == wanted
    assert page.evaluate("window.flown") == 1, "only the picture that was dragged"


@pytest.mark.parametrize("way", ["button", "shift"])
def test_a_placement_and_the_cards_from_the_pile_are_one_click(china, way):
    table = china(forced="no")
    page, space = table.page, table.page.locator("#board [data-action^=palace], #board [data-actions*=palace]").first
    space.hover()
    expect(page.locator(".onward")).to_be_visible()
    if way == "button":
        page.click(".onward")
    else:
        space.click(modifiers=["Shift"])
    known = table.server.services.tables.open(page.get_attribute("#table", "data-table"))
    # The others have their turn: the placing is over, and the hand is full.
    page.wait_for_function("() => Number(document.getElementById('table').dataset.ply) > 20")
    mine = [text for actor, text in known.position.moves if actor == 0]
    assert mine[0].startswith("palace ")
    assert mine[1] == "done"
    assert set(mine[2:4]) == {"take pile"} or mine[2] == "take pile"
    expect(page.locator(".onward")).to_be_hidden()


def test_a_card_of_the_region_is_preferred_to_a_joker(table):
    """A click alone plays a card of the region's colour; the joker is for who picks its cards first."""
    # Nothing goes by itself between a choice and its undo.
    settings(table.page, forced="no")
    table.set_up("china", 3, ("person", "bot:random", "bot:random"), deal=BOTH_WAYS).asked()
    page = table.page
    place = page.locator("#board [data-usual]").first
    own, both = (json.loads(place.get_attribute(name)) for name in ("data-usual", "data-actions"))
    assert len(own) == 1 < len(both)
    joker = both[-1].split()[-1]
    page.locator(f'#own [data-pick="card {joker}"]').first.click()
    number = table.number
    place.click()
    table.changed(number)
    assert [text for actor, text in moves_of(table) if actor == 0] == [both[-1]]
    page.click("[data-undo]")
    expect(page.locator("#board [data-usual]").first).to_be_attached()
    number = table.number
    page.locator("#board [data-usual]").first.click()
    table.changed(number)
    assert [text for actor, text in moves_of(table) if actor == 0] == own


def test_a_move_is_asked_about_where_that_is_wanted(table):
    settings(table.page, confirm="always")
    table.set_up().asked()
    page, number = table.page, table.number
    page.click("button.choice[data-action=skip]")
    expect(page.locator("#menu .asks")).to_be_visible()
    page.click("[data-cancel]")
    expect(page.locator("#menu")).to_be_hidden()
    assert table.number == number
    page.click("button.choice[data-action=skip]")
    page.locator("#menu button.choice").click()
    table.changed(number)


def test_only_what_binds_is_asked_about_where_that_is_wanted(china):
    table = china(confirm="binding", forced="no")
    place_where_it_was_empty(table)
    table.play("done")
    for left in (1, 0):
        page, number = table.page, table.number
        page.locator("#board [data-action^='take ']:not([data-action='take pile'])").first.click()
        if left == 0:
            page.locator("#menu button.choice").click()
        table.changed(number)
        if page.locator("#board [data-action^=take]").count() == 0:
            break


def test_what_was_chosen_is_not_played_a_turn_later(table):
    """While the page asks whether a move binds, that move is made in another window, and the next turn begins."""
    page = table.page
    settings(page, confirm="binding", forced="no")
    table.set_up().asked()
    page.route("**/binds*", lambda route: route.fulfill(json={"binds": False}))
    page.evaluate(HOLD, "/binds")
    page.click("button.choice[data-action=skip]")
    page.wait_for_function("() => window.holds")
    number = table.number
    other = Table(page.context.new_page(), table.server)
    settings(other.page, confirm="never")
    other.page.goto(page.url)
    other.asked().page.click("button.choice[data-action=skip]")
    page.wait_for_function("old => Number(document.getElementById('table').dataset.number) > old + 1", arg=number)
    table.asked()
    page.evaluate("async () => { release(); await new Promise((resolve) => setTimeout(resolve)); }")
    expect(page.locator("#menu")).to_be_hidden()
    assert table.sent == []


def test_what_is_set_holds_and_is_kept_in_this_browser(table):
    table.set_up_by_form("Ann").asked()
    page = table.page
    page.click("header [href='/settings']")
    page.wait_for_selector("#dialog[open] [data-setting=text]")
    small = page.evaluate("getComputedStyle(document.querySelector('.question')).fontSize")
    page.select_option("[data-setting=text]", "larger")
    page.uncheck("[data-setting=forced]")
    assert page.evaluate("getComputedStyle(document.querySelector('.question')).fontSize") != small
    page.goto(f"{table.server.address}/settings")
    expect(page.locator("[data-setting=text]")).to_have_value("larger")
    expect(page.locator("[data-setting=forced]")).not_to_be_checked()
    expect(page.locator("[data-setting=names]")).to_be_checked()
    page.goto(f"{table.server.address}/new/china")
    expect(page.locator("input[name=name0]")).to_have_value("Ann")
    page.goto(f"{table.server.address}/settings")
    page.uncheck("[data-setting=names]")
    page.goto(f"{table.server.address}/new/china")
    assert page.input_value("input[name=name0]") == ""


@pytest.mark.parametrize(("address", "theme"), crossed(["/settings", "/"], ["day", "night"]))
def test_axe_finds_nothing_on_the_settings_and_among_ones_tables(table, address, theme):
    table.page.context.add_cookies([{"name": "theme", "value": theme, "url": table.server.address}])
    page = table.set_up().asked().page
    page.goto(table.server.address + address)
    if address == "/":
        page.locator(".manage summary").first.click()
    assert [each["id"] for each in Axe().run(page).response["violations"]] == []
    page.set_viewport_size(PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
