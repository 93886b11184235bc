"""The lens: values on the board, captions of what a choice would change, and tiles that turn and are placed."""

from __future__ import annotations

import json

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from helpers.at_the_table import PHONE, Table
from helpers.long import LONG

SCREENS = {"desk": (1440, 900), "laptop": (1280, 720), "phone": (390, 844), "landscape": (844, 390)}
SPACES = "#board [data-variants]"
CAPTIONS = "#captions .caption"


def ways(place) -> list[str]:
    return [way[0] for way in json.loads(place.get_attribute("data-variants"))]


def space_with(page, several: bool):
    """The first free space with several legal ways to turn the tile, or with one."""
    found = [place for place in page.locator(SPACES).all() if (len(ways(place)) > 1) == several]
    assert found, "no such space in this deal"
    return found[0]


@pytest.fixture
def city(table):
    table.set_up("forbidden_city", 4, ("person", *["bot:random"] * 3)).asked()
    return table


def test_pointing_says_what_would_change_and_moves_nothing(city):
    page = city.page
    boxes = "all => all.map(each => each.getBoundingClientRect()).map(box => [box.x, box.y, box.width, box.height])"
    things = page.locator("#board, #ask, #side, #board svg, .place")
    before = things.evaluate_all(boxes)
    place = space_with(page, several=True)
    place.hover()
    expect(page.locator(CAPTIONS)).not_to_have_count(0)
    assert things.evaluate_all(boxes) == before
    captions = page.locator(CAPTIONS)
    inside = page.locator("#board").bounding_box()
    shown = place.locator("> .ghost > use").bounding_box()
    for caption in captions.all():
        box = caption.bounding_box()
        assert inside["x"] <= box["x"]
        assert box["x"] + box["width"] <= inside["x"] + inside["width"]
        apart = box["x"] >= shown["x"] + shown["width"] or box["x"] + box["width"] <= shown["x"]
        assert apart or box["y"] >= shown["y"] + shown["height"] or box["y"] + box["height"] <= shown["y"]
    page.mouse.move(2, 2)
    expect(captions).to_have_count(0)
    assert len(city.sent) == 0


def test_the_caption_follows_the_way_that_is_shown(city):
    page, asked = city.page, []
    page.on("request", lambda request: asked.append(request.url) if "/consequences" in request.url else None)
    place = space_with(page, several=True)
    first, second, *_more = ways(place)
    with page.expect_response(lambda answer: "/consequences" in answer.url) as one:
        place.hover()
    assert one.value.json()["consequences"]
    expect(page.locator(CAPTIONS)).not_to_have_count(0)
    with page.expect_response(lambda answer: "/consequences" in answer.url):
        page.keyboard.press("r")
    expect(page.locator(CAPTIONS)).not_to_have_count(0)
    for _again in range(len(ways(place))):
        page.keyboard.press("r")
    expect(page.locator(CAPTIONS)).not_to_have_count(0)
    actions = [url.partition("action=")[2] for url in asked]
    assert actions[:2] == [first.replace(" ", "+").replace(",", "%2C"), second.replace(" ", "+").replace(",", "%2C")]
    assert len(actions) == len(set(actions)), "an answer is kept as long as the question stands"


def test_the_key_and_the_button_switch_the_lens(city):
    page = city.page
    values, button = page.locator("#board .lens").first, page.locator("button[data-lens]")
    expect(values).to_be_visible()
    assert button.get_attribute("aria-pressed") == "true"
    page.keyboard.press("o")
    expect(values).to_be_hidden()
    assert button.get_attribute("aria-pressed") == "false"
    space_with(page, several=True).hover()
    page.wait_for_selector(".ghost", state="attached")
    page.wait_for_timeout(300)
    assert page.locator(CAPTIONS).count() == 0
    page.reload()
    city.asked()
    expect(page.locator("#board .lens").first).to_be_hidden()
    page.click("button[data-lens]")
    expect(page.locator("#board .lens").first).to_be_visible()


def test_captions_are_announced_to_the_keyboard(city):
    page = city.page
    page.keyboard.press("ArrowDown")
    expect(page.locator("#would")).not_to_be_empty()
    assert page.get_attribute("#would", "role") == "status"
    expect(page.locator(CAPTIONS)).not_to_have_count(0)
    assert Axe().run(page).response["violations"] == []
    page.keyboard.press("Escape")
    expect(page.locator(CAPTIONS)).to_have_count(0)
    expect(page.locator("#would")).to_be_empty()


def test_what_has_no_place_on_the_board_is_in_the_tip(table, monkeypatch):
    from hanlin.core.verbs.presentation import Consequence
    from lanterns import GAME

    said = lambda _seen, action: [Consequence("", f"after {action}", "warn")]  # noqa: E731
    monkeypatch.setattr(GAME.words._module, "consequences", said, raising=False)
    table.set_up().asked()
    table.page.hover("button.choice[data-action=skip]")
    expect(table.page.locator("#tip .would.warn")).to_have_text("after skip")
    table.page.mouse.move(2, 2)
    expect(table.page.locator("#tip")).to_be_hidden()


def test_one_click_places_a_tile_that_fits_in_one_way(city):
    place = space_with(city.page, several=False)
    number = city.number
    place.click()
    city.changed(number)
    assert city.page.is_hidden("#ways")


def test_a_tile_turned_while_pointing_is_placed_by_one_click(city):
    page = city.page
    place = space_with(page, several=True)
    _first, second, *_more = ways(place)
    place.hover()
    page.wait_for_selector(".ghost", state="attached")
    shown = page.locator(".ghost use").first
    first = shown.get_attribute("href")
    page.mouse.wheel(0, 100)
    expect(shown).not_to_have_attribute("href", first)
    number = city.number
    with page.expect_request(lambda request: request.url.partition("?")[0].endswith("/play")) as played:
        place.click()
    assert played.value.post_data_json["action"] == second
    city.changed(number)


def test_the_first_click_holds_a_tile_and_the_check_places_it(city):
    page = city.page
    place = space_with(page, several=True)
    all_ways = ways(place)
    number = city.number
    place.click()
    assert page.is_visible("#ways")
    ribbon, buttons = page.locator("#ask").bounding_box(), page.locator("#ways").bounding_box()
    assert buttons["y"] + buttons["height"] <= ribbon["y"] + ribbon["height"] + 1
    assert buttons["y"] >= ribbon["y"] - 16, "the buttons are in the ribbon, not over the board"
    place.locator("> rect").first.click()
    assert city.number == number, "a further click turns it"
    page.keyboard.press("r")
    with page.expect_request(lambda request: request.url.partition("?")[0].endswith("/play")) as played:
        page.locator(".check").click()
    assert played.value.post_data_json["action"] == all_ways[2 % len(all_ways)]
    city.changed(number)


def test_a_finger_turns_and_places_in_the_dock(new_context, server):
    page = new_context(PHONE, has_touch=True, is_mobile=True).new_page()
    table = Table(page, server).set_up("forbidden_city", 2, ("person", "bot:random")).asked()
    place = space_with(page, several=True)
    number, first = table.number, ways(place)[0]
    place.tap()
    page.wait_for_selector("#ways:not([hidden])")
    dock, buttons = page.locator("#ask").bounding_box(), page.locator("#ways").bounding_box()
    assert buttons["y"] >= dock["y"] - 1
    assert page.is_enabled("[data-way=play]")
    shown = page.locator(".ghost use").first
    before = shown.get_attribute("href")
    assert before.endswith(f"h{first.rpartition(' ')[2]}")
    place.tap()
    expect(shown).not_to_have_attribute("href", before)
    before = shown.get_attribute("href")
    page.tap("[data-way=turn]")
    expect(shown).not_to_have_attribute("href", before)
    assert page.is_enabled("[data-way=play]"), "only legal ways are shown"
    page.tap("[data-way=play]")
    table.changed(number)


@pytest.mark.parametrize("size", SCREENS)
def test_nothing_of_the_palace_lies_under_a_tray(new_context, server, size):
    width, height = SCREENS[size]
    touch = size in ("phone", "landscape")
    page = new_context({"width": width, "height": height}, has_touch=touch, is_mobile=touch).new_page()
    table = Table(page, server).set_up("forbidden_city", 4, ("person", *["bot:random"] * 3)).asked()
    frame = page.locator("#board").bounding_box()
    for _turn in range(5 if LONG else 3):
        assert page.locator("#board").bounding_box() == frame
        assert (
            page.evaluate("""() => {
            const box = element => element.getBoundingClientRect();
            const trays = [...document.querySelectorAll("#places > .place")].filter(each => each.checkVisibility()).map(box);
            const things = [...document.querySelectorAll("#board [data-key^=tile], #board .can, #board .cannot")].map(box);
            const over = (one, two) => one.left < two.right - 1 && two.left < one.right - 1
                && one.top < two.bottom - 1 && two.top < one.bottom - 1;
            return things.filter(thing => trays.some(tray => over(thing, tray))).length;
        }""")
            == 0
        )
        assert (
            page.evaluate("""() => {
            const pixels = text => Math.hypot(text.getScreenCTM().a, text.getScreenCTM().b);
            const size = text => parseFloat(getComputedStyle(text).fontSize) * pixels(text);
            const all = [...document.querySelectorAll("#board svg text, .place svg text")];
            return all.filter(each => each.checkVisibility()).map(size).filter(each => each < 11.9);
        }""")
            == []
        )
        assert page.evaluate("60 * document.querySelector('#board svg').getScreenCTM().a") <= 96.5
        number = table.number
        page.evaluate("""() => {
            const place = document.querySelector("#board [data-variants]");
            place.dispatchEvent(new MouseEvent("click", { bubbles: true }));
            if (!document.getElementById("ways").hidden) document.querySelector("[data-way=play]").click();
        }""")
        table.changed(number).asked()


def test_a_long_press_says_what_would_change_and_plays_nothing(new_context, server):
    context = new_context(PHONE, has_touch=True, is_mobile=True)
    page = context.new_page()
    table = Table(page, server).set_up("forbidden_city", 2, ("person", "bot:random")).asked()
    box = page.locator(SPACES).first.bounding_box()
    finger = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch = context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [finger]})
    expect(page.locator(CAPTIONS)).not_to_have_count(0)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator(CAPTIONS)).not_to_have_count(0)
    assert page.is_hidden("#ways")
    assert table.sent == []
