"""What people do at a table, done in Chromium."""

from __future__ import annotations

import json
import re

import pytest
from at_the_table import DEAL, DESK, PHONE, Table
from playwright.sync_api import expect

from hanlin.core.game import game, games
from hanlin.core.rng import below, seeded

GAMES = tuple(games())
LIGHT = "button.choice[data-action^='light']"
CLICKABLE = (
    "#board [data-action], #own [data-action], #board [data-pick]:not(.picked), "
    "#choices > button[data-action], #choices > .group button[data-action]"
)
PLAY_FIRST = """() => {
    const place = document.querySelector("#choices > .choice[data-action], .choice[data-action]");
    place.dispatchEvent(new MouseEvent("click", { bubbles: true }));
}"""
"""Plays the first choice that is offered as a button."""
CLICK_ALL = """all => all.filter(element => !element.closest("[data-step], a, #at, #eyes")).forEach(element =>
    element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true })))"""
"""Clicks everything but what leads to another page or step."""
CLICK_ONE = f"""click => {{
    const places = document.querySelectorAll("{CLICKABLE}");
    const place = places[(7 * click) % places.length];
    place.dispatchEvent(new MouseEvent("click", {{ bubbles: true }}));
    return document.querySelector("#table[aria-busy]") !== null;
}}"""
"""Clicks one of the things that can be clicked; true where that played something."""
TOO_SMALL = """all => all.filter(e => e.offsetParent && (e.offsetHeight < 44 || e.offsetWidth < 40))
                         .map(e => e.outerHTML.slice(0, 80))"""


def test_a_person_plays_a_whole_game_by_clicking(table):
    """In the Year of the Dragon against an opponent, from the first choice to the last point."""
    table.set_up("year_of_the_dragon")
    page = table.page
    page.set_viewport_size(DESK)
    for click in range(400):
        page.wait_for_selector("#table.asked:not([aria-busy]), #table.finished")
        if page.query_selector("#table.finished"):
            break
        number = table.number
        if page.evaluate(CLICK_ONE, click):
            table.changed(number)
    assert "Play again" in page.inner_text("#ask")
    assert page.query_selector("#players .winner .shares")
    for seat in range(2):
        shown = page.inner_text(f"#player-{seat} .score")
        page.locator(f"#player-{seat} .score").click()
        expect(page.locator("#dialog td.number").last).to_have_text(shown)
        page.keyboard.press("Escape")
    page.click("#about summary")
    assert page.inner_text("#about .seed") == DEAL


# -- quicker than the scripts ----------------------------------------------------------------------------------------------


@pytest.fixture
def slow_page(table):
    """A table whose person is asked, its page there again, but none of its scripts yet: they wait in the list."""
    table.set_up(seats=("person", "person")).lift_curtain()
    waiting = []
    table.page.route("**/table.js", lambda route: waiting.append(route))
    table.page.reload(wait_until="commit")
    table.page.wait_for_selector("#choices")
    return table, waiting


def release(waiting):
    while waiting:
        waiting.pop().continue_()


def test_a_click_before_the_scripts_listen_is_kept_and_played(slow_page):
    table, waiting = slow_page
    number = table.number
    assert table.page.locator("#table.asked").count() == 0
    table.page.click("button.choice[data-action=skip]")
    assert table.sent == []
    release(waiting)
    table.changed(number)
    assert len(table.sent) == 1


def test_keys_before_the_scripts_listen_are_kept(slow_page):
    table, waiting = slow_page
    number = table.number
    table.page.focus("#board [data-action]")
    table.page.keyboard.press("Enter")
    release(waiting)
    table.changed(number)


def test_an_early_click_is_let_go_where_the_table_has_moved_on(slow_page):
    """What was meant for the old question answers no new one."""
    table, waiting = slow_page
    table.page.click("button.choice[data-action=skip]")
    table.page.evaluate("document.getElementById('table').dataset.number += '0'")
    release(waiting)
    table.asked()
    assert table.sent == []


def test_a_dialog_asked_for_early_opens(table):
    waiting = []
    table.page.route("**/plain.js", lambda route: waiting.append(route))
    table.page.goto(f"{table.server.address}/new/china", wait_until="commit")
    table.page.click("a[data-dialog]")
    release(waiting)
    table.page.wait_for_selector("#dialog[open]")


def test_asked_means_ready(slow_page):
    table, waiting = slow_page
    assert table.page.get_attribute("#table", "data-asked") is not None
    assert table.page.locator("#table.asked").count() == 0
    release(waiting)
    table.asked()


# -- connection and restarts -----------------------------------------------------------------------------------------------


def test_3_a_restart_of_the_server_in_mid_game(new_context, own_server):
    """4, 5, 15: both tabs hear of it, show it, come back by themselves and show the true state."""
    context = new_context()
    table = Table(context.new_page(), own_server).set_up(seats=("person", "person")).lift_curtain()
    other = context.new_page()
    other.goto(table.page.url)
    table.play("skip").lift_curtain().play("skip")
    number = table.number
    own_server.stop()
    table.page.wait_for_selector("#line:not([hidden])")
    own_server.start()
    table.page.wait_for_selector("#line[hidden]", state="attached")
    assert table.number == number
    table.lift_curtain().play("skip")
    other.wait_for_function("n => Number(document.getElementById('table').dataset.number) === n", arg=table.number)


def test_1_8_a_move_made_without_connection_is_kept_and_played_once(new_context, server):
    context = new_context()
    table = Table(context.new_page(), server).set_up(seats=("person", "person")).lift_curtain()
    number = table.number
    context.set_offline(True)
    table.page.click("button.choice[data-action=skip]")
    table.page.wait_for_function("() => document.getElementById('line').textContent.includes('kept')")
    assert table.number == number
    context.set_offline(False)
    table.changed(number)
    table.page.wait_for_selector("#line[hidden]", state="attached")
    assert table.number == number + 1


def test_8_a_move_under_way_survives_a_reload(new_context, server):
    context = new_context()
    table = Table(context.new_page(), server).set_up(seats=("person", "person")).lift_curtain()
    number = table.number
    page = table.page
    page.route("**/play*", lambda route: route.abort())
    page.click("button.choice[data-action=skip]")
    page.wait_for_selector("#line:not([hidden])")
    page.unroute("**/play*")
    page.reload()
    table.changed(number)
    assert table.number == number + 1


def test_9_a_lost_answer_does_not_play_twice(new_context, server):
    """The move arrives but its answer is lost: it is sent again and answered, not played again."""
    table = Table(new_context().new_page(), server).set_up(seats=("person", "person")).lift_curtain()
    number = table.number
    lost = []

    def lose_the_first_answer(route):
        if not lost:
            lost.append(route.fetch().status)
            route.abort()
        else:
            route.continue_()

    table.page.route("**/play*", lose_the_first_answer)
    table.play("skip")
    assert lost == [200]
    assert table.number == number + 1


def test_a_double_click_plays_once(table):
    table.set_up(seats=("person", "person")).lift_curtain()
    number = table.number
    table.page.dblclick("button.choice[data-action=skip]")
    table.changed(number)
    assert len(table.sent) == 1
    assert table.number == number + 1
    assert not table.page.query_selector("#note")


def test_the_second_click_of_a_double_click_does_not_play_what_came_in_between(table):
    """However quick the answer is: the thing under the pointer is another one then."""
    table.set_up("forbidden_city", seats=("person", "bot:random")).asked()
    table.page.locator("#board [data-variants]").first.click()
    table.click("[data-way=play]").asked()
    before = len(table.sent)
    click = "(element, detail) => element.dispatchEvent(new MouseEvent('click', { bubbles: true, detail }))"
    for detail in (2, 3):
        table.page.locator("#board [data-variants]").first.evaluate(click, detail)
        assert table.page.is_hidden("#ways")
    assert len(table.sent) == before
    table.page.locator("#board [data-variants]").first.evaluate(click, 1)
    assert table.page.is_visible("#ways")


def test_two_tabs_show_the_same_and_a_stale_one_is_told(new_context, server):
    context = new_context()
    table = Table(context.new_page(), server).set_up().asked()
    number = table.number
    second = Table(context.new_page(), server)
    second.page.goto(table.page.url)
    second.asked()
    deaf = Table(context.new_page(), server)
    deaf.page.route_web_socket("**/news*", lambda socket: None)
    deaf.page.goto(table.page.url)
    deaf.asked()
    table.play("skip")
    second.changed(number)
    deaf.page.click("button.choice[data-action=skip]")
    deaf.changed(number)
    assert "moved on" in deaf.page.inner_text("#note")


def test_reload_and_back_keep_the_table(table):
    table.set_up(seats=("person", "bot:random"), pause="0.0").asked()
    table.play("skip").asked()
    number = table.number
    table.page.reload()
    assert table.asked().number == number
    table.page.goto(f"{table.server.address}/")
    assert table.page.locator(".tables a").first.is_visible()
    table.page.go_back()
    assert table.asked().number == number


def test_45_a_table_is_found_again_from_the_start_page(table):
    table.set_up(names=("Ann",)).asked()
    table.page.goto(f"{table.server.address}/")
    table.page.locator(".tables a").first.click()
    table.asked()
    assert "Ann" in table.page.inner_text("#player-0")


# -- choosing --------------------------------------------------------------------------------------------------------------


def test_undo_by_button_and_by_key(table):
    table.set_up(seats=("person", "person")).lift_curtain()
    number = table.number
    table.play("skip").click("[data-undo]")
    assert table.number == number + 2
    table.page.wait_for_selector("#table.asked")
    table.play("skip")
    table.page.keyboard.press("u")
    table.changed(number + 3).asked()


@pytest.mark.parametrize("device", ["table", "phone"])
def test_48_an_illegal_choice_explains_itself(device, request):
    table = request.getfixturevalue(device).set_up().asked()
    refused = table.page.locator("#choices [data-why]:visible, #board [data-why]").first
    number = table.number
    refused.tap(force=True) if device == "phone" else refused.click(force=True)
    table.page.wait_for_selector("#tip:visible")
    assert "hold no" in table.page.inner_text("#tip")
    assert table.page.get_attribute("#tip .rule", "href").endswith("/rules/lanterns#L1.2")
    assert table.number == number
    table.page.keyboard.press("Escape")
    assert table.page.is_hidden("#tip")


def test_a_rule_opens_beside_the_game(table):
    table.set_up("year_of_the_dragon").asked()
    link = table.page.locator("#question .rule").first
    number = link.inner_text()
    link.click()
    table.page.wait_for_selector("#dialog[open] .here")
    assert number in table.page.inner_text("#dialog .here")
    table.page.keyboard.press("Escape")
    table.page.wait_for_selector("#dialog:not([open])", state="attached")


def test_a_game_is_played_by_keyboard_only(table):
    table.set_up(seats=("person", "bot:random")).asked()
    keyboard = table.page.keyboard
    for turn in range(3):
        table.asked()
        number = table.number
        if turn == 0:
            keyboard.press("1")
        elif turn == 1:
            keyboard.press("Enter")
        else:
            table.page.evaluate("document.activeElement.blur()")
            for _ in range(30):
                keyboard.press("Tab")
                if table.page.evaluate("document.activeElement.dataset.action ?? ''"):
                    break
            keyboard.press(" ")
        table.changed(number)
    table.page.wait_for_selector("#table.finished")


def test_a_pick_narrows_what_can_be_done(table):
    table.set_up().asked()
    page = table.page
    pick = page.locator("#own [data-pick]").first
    size = pick.get_attribute("data-pick").split()[1]
    pick.click()
    assert "picked" in pick.get_attribute("class")
    page.evaluate("document.getElementById('folded').open = true")
    assert page.locator(f"{LIGHT}:visible").evaluate_all("all => all.map(each => each.dataset.action)") == [f"light {size}"]
    assert page.locator("button.choice[data-action=skip]").is_hidden()
    page.keyboard.press("Escape")
    assert page.locator("button.choice[data-action=skip]").is_visible()
    pick.click()
    number = table.number
    page.locator("#board [data-actions]").click()
    table.changed(number)


def test_one_place_for_several_actions_asks_which(table):
    table.set_up().asked()
    page = table.page
    place = page.locator("#board [data-actions]")
    assert len(set(re.findall(r"light \d", place.get_attribute("data-actions")))) > 1, "the deal should give two sizes"
    number = table.number
    place.click()
    menu = page.locator("#menu button.choice")
    assert menu.evaluate_all("all => all.map(each => each.dataset.action)") == json.loads(place.get_attribute("data-actions"))
    box, spot = page.locator("#menu").bounding_box(), place.bounding_box()
    assert abs(box["x"] + box["width"] / 2 - spot["x"] - spot["width"] / 2) < 40
    assert 0 <= box["y"] - spot["y"] - spot["height"] < 20 or 0 <= spot["y"] - box["y"] - box["height"] < 20
    page.keyboard.press("Escape")
    assert page.is_hidden("#menu")
    assert place.evaluate("place => place === document.activeElement")
    place.click()
    place.click()
    assert page.is_hidden("#menu")
    place.click()
    page.keyboard.press("2")
    table.changed(number)
    assert page.is_hidden("#menu")


def test_a_thing_is_turned_through_its_ways(table):
    table.set_up().asked()
    page = table.page
    place = page.locator("#board [data-variants]")
    place.hover()
    assert page.locator(".ghost circle").count() == 1
    assert page.is_hidden("#ways")
    place.click()
    assert page.is_visible("#ways")
    for _ in range(4):
        if page.is_disabled("[data-way=play]"):
            break
        page.keyboard.press("r")
    assert "never made" in page.inner_text("#tip")
    page.mouse.wheel(0, 100)
    page.wait_for_function("() => !document.querySelector('[data-way=play]').disabled")
    number = table.number
    page.keyboard.press("Enter")
    table.changed(number)
    assert page.is_hidden("#ways")


def test_51_a_double_click_places_what_is_shown_and_cancel_places_nothing(table):
    table.set_up(seats=("person", "person")).lift_curtain()
    page = table.page
    place = page.locator("#board [data-variants]")
    number = table.number
    place.click()
    page.click("[data-way=drop]")
    assert page.locator(".ghost").count() == 0
    assert table.number == number
    place.dblclick()
    table.changed(number)


def test_a_tile_is_placed_by_finger(phone):
    phone.set_up("forbidden_city").asked()
    page = phone.page
    page.locator("#board [data-variants]").nth(3).tap()
    if page.locator("#board.zoomed").count():
        page.locator("#board [data-variants]").nth(3).tap()
    page.wait_for_selector("#ways:visible")
    for _ in range(4):
        if page.is_enabled("[data-way=play]"):
            break
        page.tap("[data-way=turn]")
    number = phone.number
    page.tap("[data-way=play]")
    phone.changed(number)


def test_a_card_and_a_space_make_a_placement(table):
    page = table.page
    table.set_up("china", 3, ("person", "bot:random", "bot:random")).asked()
    cards = page.eval_on_selector_all("#own [data-pick]", "cards => cards.map(card => card.dataset.pick)")
    # A card narrows the choice where it is the only one of its colour: a pair would be a joker for any space.
    colour = next((card for card in cards if cards.count(card) == 1), None)
    assert colour, f"the deal should give a card that is the only one of its colour: {cards}"
    before = page.locator("#board .can:not(.out)").count()
    page.locator(f'#own [data-pick="{colour}"]').click()
    assert 0 < page.locator("#board .can:not(.out)").count() < before
    number = table.number
    page.locator("#board [data-action].can:not(.out), #board [data-actions].can:not(.out)").first.click()
    if page.locator("#menu").is_visible():
        page.locator("#menu button.choice").first.click()
    table.changed(number)


# -- who sees what ---------------------------------------------------------------------------------------------------------


def test_the_curtain_between_two_persons(table):
    table.set_up(seats=("person", "person"), names=("Ann", "Ben"))
    page = table.page
    assert "Pass the screen to Ann" in page.inner_text("#ask")
    assert "data-pick" not in page.content()
    table.lift_curtain()
    assert page.locator("#own").count() == 1
    table.play("skip")
    page.wait_for_selector("text=Pass the screen to Ben")
    assert "data-pick" not in page.content()
    page.reload()
    assert "Pass the screen to Ben" in page.inner_text("#ask")


def test_strangers_look_on(table, new_context):
    table.set_up(seats=("person", "person")).lift_curtain()
    page = new_context().new_page()
    page.goto(table.page.url)
    page.wait_for_selector("#table")
    assert not page.query_selector("#table.asked")
    assert "data-pick" not in page.content()
    number = table.number
    table.play("skip")
    page.wait_for_function("n => Number(document.getElementById('table').dataset.number) > n", arg=number)


# -- stepping and studying -------------------------------------------------------------------------------------------------


def ply(page):
    return int(page.get_attribute("#table", "data-ply"))


def ply_is(page, wanted):
    page.wait_for_function("n => Number(document.getElementById('table').dataset.ply) === n", arg=wanted)


def test_the_finished_game_is_stepped_through(table):
    table.set_up(seats=("person", "person"))
    for _ in range(6):
        table.lift_curtain().play("skip")
    page = table.page
    last = ply(page)
    page.keyboard.press("ArrowLeft")
    ply_is(page, last - 1)
    page.keyboard.press("Home")
    ply_is(page, 0)
    page.keyboard.press("ArrowRight")
    ply_is(page, 1)
    page.fill("#at", "5")
    ply_is(page, 5)
    page.click("[data-step=run]")
    page.wait_for_function("() => Number(document.getElementById('table').dataset.ply) > 5")
    page.click("[data-step=last]")
    ply_is(page, last)
    page.select_option("#eyes", "0")
    page.wait_for_selector("#own")


def test_one_looks_back_during_the_game_and_returns(table):
    table.set_up().asked()
    table.play("skip").asked()
    page = table.page
    last = ply(page)
    page.click("text=Look back")
    ply_is(page, last - 1)
    assert not page.query_selector("#table.asked")
    page.click("text=Back to the game")
    table.asked()


@pytest.mark.parametrize("name", [*GAMES, "lanterns"])
def test_nothing_in_the_past_can_be_played(table, name):
    """Whatever is clicked or pressed in a view of the past: nothing is sent, and the table stays as it is."""
    table.set_up(name, game(name).players[0] if name in GAMES else 2, ("person", "bot:random", "bot:random")).asked()
    page = table.page
    for _turn in range(2):
        number = table.number
        page.evaluate(PLAY_FIRST)
        table.changed(number).asked()
    number, before = table.number, len(table.sent)
    last = ply(page)
    page.click("text=Look back")
    ply_is(page, last - 1)
    for at in range(last - 1, last - 5, -1):
        everything = page.locator("#board *, #own *, .player *, #ask *")
        everything.evaluate_all(CLICK_ALL)
        box = page.locator("#board").bounding_box()
        for x in range(6):
            for y in range(4):
                page.mouse.click(box["x"] + box["width"] * (x + 0.5) / 6, box["y"] + box["height"] * (y + 0.5) / 4)
        page.keyboard.press("Escape")
        for key in ("1", "Enter", " ", "u", "r", "R"):
            page.keyboard.press(key)
        assert page.locator("[data-action], [data-actions], [data-pick], [data-variants], [data-undo]").count() == 0
        page.keyboard.press("ArrowLeft")
        ply_is(page, at - 1)
    assert len(table.sent) == before
    page.click("text=Back to the game")
    assert table.asked().number == number


def test_a_record_is_studied(table, tmp_path):
    rng = seeded("a record to study")
    position = game("year_of_the_dragon").start(2).settle(rng)
    while not position.over:
        legal = position.legal
        position.play(legal[below(rng, len(legal))]).settle(rng)
    file = tmp_path / "game.hanlin"
    file.write_text(position.record(["Ann", "Ben"]), encoding="utf-8")
    page = table.page
    page.goto(f"{table.server.address}/")
    page.set_input_files("input[name=record]", file)
    page.click("text=Open the record")
    page.wait_for_selector("#steps")
    assert "Ann" in page.inner_text("#side")
    assert ply(page) == len(position.moves)
    page.keyboard.press("Home")
    ply_is(page, 0)
    page.keyboard.press("ArrowRight")
    ply_is(page, 1)
    with page.expect_download() as download:
        page.evaluate("document.querySelector('a[download]').click()")
    assert download.value.path().read_text(encoding="utf-8") == file.read_text(encoding="utf-8")


def test_a_broken_record_is_explained(table, tmp_path):
    file = tmp_path / "game.hanlin"
    file.write_text('[Game "year_of_the_dragon"]\n[Players "2"]\n\n1 dance\n', encoding="utf-8")
    table.page.goto(f"{table.server.address}/")
    table.page.set_input_files("input[name=record]", file)
    table.page.click("text=Open the record")
    assert "line 4" in table.page.inner_text("[role=alert]")


# -- looks -----------------------------------------------------------------------------------------------------------------


def test_it_speaks_italian(table):
    table.set_up(names=("Anna",)).asked()
    table.page.click("[data-languages] summary")
    table.page.click("[data-language=it]")
    table.page.wait_for_selector("html[lang=it]")
    assert "Cronaca" in table.page.inner_text("#side")
    table.page.goto(f"{table.server.address}/")
    assert "Tre giochi della Cina imperiale" in table.page.inner_text("h1")
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
def test_47_nothing_scrolls_sideways_on_a_phone_and_fingers_fit(phone, name):
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
def test_47_a_desk_shows_all_at_once(table, name):
    table.set_up(name, game(name).players[0], ("person",) + ("bot:random",) * (game(name).players[0] - 1)).asked()
    assert table.page.evaluate("document.documentElement.scrollHeight") <= DESK["height"] + 1
    board = table.page.locator("#board").bounding_box()
    assert board["width"] > 800
    assert board["height"] > 400


def test_46_a_board_is_zoomed_and_dragged(table):
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


def test_a_tip_that_was_put_away_does_not_come_back(table):
    """What a resting mouse would explain in a moment is forgotten with Escape."""
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
