"""Play at a table in Chromium: a whole game, choosing, and secrets."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from helpers.at_the_table import DEAL, DESK

LIGHT = "button.choice[data-action^='light']"
CLICKABLE = (
    "#board [data-action], #own [data-action], #board [data-pick]:not(.picked), "
    "#choices > button[data-action], #choices > .group button[data-action]"
)
CLICK_ONE = f"""click => {{
    const places = document.querySelectorAll("{CLICKABLE}");
    const place = places[(7 * click) % places.length];
    place?.dispatchEvent(new MouseEvent("click", {{ bubbles: true }}));
    return document.querySelector("#table[aria-busy]") !== null;
}}"""
"""Clicks one of the things that can be clicked, if the page has not just played by itself; true where something is played."""


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
    table.close_ending()
    assert page.query_selector("#players .winner .shares")
    for seat in range(2):
        shown = page.inner_text(f"#player-{seat} .score")
        page.locator(f"#player-{seat} .score").click()
        expect(page.locator("#dialog td.number").last).to_have_text(shown)
        page.keyboard.press("Escape")
    page.click("#more > summary")
    page.click("#about summary")
    assert page.text_content("#about .seed") == DEAL


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
def test_an_illegal_choice_explains_itself(device, request):
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


def test_a_rule_opens_next_to_the_game(table):
    table.set_up("year_of_the_dragon").asked()
    link = table.page.locator("#ask .rule").first
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
    """The wheel and R turn it while it is pointed at, also to a way that is not allowed, which says why."""
    table.set_up().asked()
    page = table.page
    place = page.locator("#board [data-variants]")
    place.hover()
    expect(page.locator(".ghost circle")).to_have_count(1)
    assert page.is_hidden("#ways")
    for _ in range(4):
        if page.locator("#board .wrong").count():
            break
        page.keyboard.press("r")
    expect(page.locator("#tip")).to_contain_text("never made")
    page.mouse.wheel(0, 100)
    page.wait_for_function("() => !document.querySelector('#board .wrong')")
    number = table.number
    place.click()
    table.changed(number)
    assert page.is_hidden("#ways")


def test_a_double_click_places_the_preview_and_cancel_nothing(table):
    table.set_up("forbidden_city", seats=("person", "bot:random")).asked()
    page = table.page
    several = "all => all.findIndex(each => JSON.parse(each.dataset.variants).length > 1)"
    places = page.locator("#board [data-variants]")
    place = places.nth(places.evaluate_all(several))
    number = table.number
    place.click()
    page.click("[data-way=drop]")
    assert page.locator(".ghost").count() == 0
    assert table.number == number
    place.dblclick()
    table.changed(number)


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


def test_the_curtain_between_two_persons(table):
    table.set_up(seats=("person", "person"), names=("Ann", "Ben"))
    page = table.page
    assert "Pass the device to Ann" in page.inner_text("#ask")
    assert "data-pick" not in page.content()
    table.lift_curtain()
    assert page.locator("#own").count() == 1
    table.play("skip")
    page.wait_for_selector("text=Pass the device to Ben")
    assert "data-pick" not in page.content()
    page.reload()
    assert "Pass the device to Ben" in page.inner_text("#ask")


def test_strangers_watch_as_spectators(table, new_context):
    table.set_up(seats=("person", "person")).lift_curtain()
    page = new_context().new_page()
    page.goto(table.page.url)
    page.wait_for_selector("#table")
    assert not page.query_selector("#table.asked")
    assert "data-pick" not in page.content()
    number = table.number
    table.play("skip")
    page.wait_for_function("n => Number(document.getElementById('table').dataset.number) > n", arg=number)
