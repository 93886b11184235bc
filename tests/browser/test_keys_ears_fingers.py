"""The three games by keyboard alone, by screen reader, by touch; and animations."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from test_at_once import GAMES, SCREENS, go
from test_keys_and_sight import FOCUSED, LOST

from hanlin.core.position.game import game
from helpers.at_the_table import HOLD, stop_clock
from helpers.browser_positions import Tables, kinds_of_decision, random_game

SEED = "keys, ears and fingers"
TAIL = {"year_of_the_dragon": 24, "china": 20, "forbidden_city": 14}
"""With how many plies left a whole game is played to its end by keys."""
STATE = """() => {
    const { number, asked } = document.getElementById("table").dataset;
    const element = document.activeElement, { pick, variants, action, actions } = element.dataset;
    return {
        number, asked: asked !== undefined, over: document.querySelector("#table.finished") !== null,
        menu: !document.getElementById("menu").hidden, shown: document.querySelector(".ghost") !== null,
        picked: element.matches(".picked"), kind: pick ? "pick" : variants ? "ways" : action || actions ? "action" : "",
    };
}"""
SETTLED = """number => {
    const table = document.getElementById("table");
    return table.dataset.number !== number && !table.hasAttribute("aria-busy") && table.matches(".asked, .finished");
}"""


@pytest.fixture
def tables(server):
    return Tables(server)


def decide(page, turn):
    """Makes one decision with arrow keys and Enter only; returns False when the game is over."""
    page.wait_for_selector("#table.asked:not([aria-busy]), #table.finished")
    before = page.evaluate(STATE)
    if before["over"]:
        return False
    page.wait_for_function(FOCUSED)
    for press in range(60):
        now = page.evaluate(STATE)
        if now["number"] != before["number"] or now["over"]:
            break
        if now["picked"] or (press < turn % 3 and not now["menu"] and not now["shown"]):
            page.keyboard.press("ArrowRight")
            continue
        page.keyboard.press("Enter")
        if now["menu"] or now["kind"] == "action" or (now["kind"] == "ways" and now["shown"]):
            if now["kind"] == "action" and not now["menu"] and not now["shown"] and page.locator("#menu").is_visible():
                continue
            page.wait_for_function(SETTLED, arg=before["number"])
            break
    assert page.evaluate(STATE)["number"] != before["number"]
    assert not page.evaluate(LOST), "the focus stays at the table, whoever decides now"
    return True


@pytest.mark.parametrize("name", GAMES)
def test_each_kind_of_move_is_made_by_keys_alone(new_context, tables, name):
    page = tables.known_to(new_context()).new_page()
    players = game(name).players[0]
    for turn, ply in enumerate(kinds_of_decision(name, players, SEED).values()):
        go(page, tables.at(name, players, SEED, ply))
        assert decide(page, turn)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_played_to_its_end_by_keys_alone(new_context, tables, name):
    page = tables.known_to(new_context()).new_page()
    players = game(name).players[0]
    moves = random_game(name, players, SEED).moves
    ply = next(ply for ply in range(len(moves) - TAIL[name], len(moves)) if moves[ply][0] >= 0)
    go(page, tables.at(name, players, SEED, ply))
    turn = 0
    while decide(page, turn):
        turn += 1
    assert turn > 2
    assert page.locator("#players .winner").count() >= 1


@pytest.mark.parametrize("name", GAMES)
def test_the_page_reads_in_the_order_of_play(new_context, tables, name):
    """A screen reader meets the question, its choices, the board, the places around it, the players, the log, the news."""
    page = tables.known_to(new_context()).new_page()
    players = game(name).players[-1]
    plies = list(kinds_of_decision(name, players, SEED).values())
    go(page, tables.at(name, players, SEED, plies[-1]))
    read = page.locator("#table").aria_snapshot()
    question = re.split(r"[?.]", page.locator("#question").text_content())[0].strip()
    wanted = [
        'region "Your decision"',
        question,
        'region "Board"',
        'region "Places of the players"',
        'region "Your own area"',
        'region "Players"',
        'log "Game log"',
        *(['region "Since your last turn"'] if page.locator("#since").count() else []),
    ]
    places = [read.find(each) for each in wanted]
    assert -1 not in places, wanted[places.index(-1)]
    assert places == sorted(places)
    assert "button" in read
    assert not re.search(r"- button *\n", read), "every button has a name"


WITHOUT_RULE = """element => {
    const copy = element.cloneNode(true);
    copy.querySelectorAll("svg, .rule").forEach(each => each.remove());
    return copy.textContent.replace(/\\s+/g, " ").trim();
}"""
"""A question's words, without the seat's flower and the rule's number."""


def test_news_is_announced_once_and_politely(table):
    """One region that speaks: each sentence of what others did comes up in it once, and then the question."""
    table.set_up("forbidden_city", 2, ("person", "bot:random")).asked()
    page = table.page
    speaking = "[aria-live]:not([aria-live=off]), [role=status]:not(#heard, #would), [role=alert]"
    page.evaluate("""() => {
        window.said = [];
        const region = document.getElementById("heard");
        new MutationObserver(() => region.textContent && said.push(region.textContent)).observe(region, { childList: true });
    }""")
    for _turn in range(2):
        table.place_tile().asked()
    question = page.locator("#question").evaluate(WITHOUT_RULE)
    assert question
    page.wait_for_function("question => said.length && said.at(-1).endsWith(question)", arg=question)
    said = " ".join(page.evaluate("said"))
    news = page.locator("[data-news-item] .clause").all_text_contents()
    assert news
    assert all(said.count(sentence.strip()) == 1 for sentence in news)
    assert page.get_attribute("#heard", "role") == "status"
    loud = page.locator(speaking).evaluate_all("all => all.filter(each => each.checkVisibility()).map(each => each.outerHTML)")
    assert loud == []


CHOSEN = """number => document.getElementById("table").dataset.number !== number
    || !document.getElementById("ways").hidden || !document.getElementById("menu").hidden"""
"""True once a tap has played something, or offers the ways or the actions of its place."""


# -- fingers ---------------------------------------------------------------------------------------------------------------


def placing(tables, name):
    """The address of a table where something is placed on a board in the middle of a game."""
    players = game(name).players[-1]
    end = random_game(name, players, SEED)
    half = range(len(end.moves) // 2, len(end.moves))
    ply = next(ply for ply in half if {"place", "palace"} & {action.split()[0] for action in end.at(ply).legal})
    return tables.at(name, players, SEED, ply)


def test_a_grown_palace_comes_closer_on_a_slow_line_too(new_context, tables):
    """The board's shape, without which nothing is asked, arrives when the glance at the whole board would be over."""
    width, height = SCREENS["landscape"]
    viewport = {"width": width, "height": height}
    page = tables.known_to(new_context(viewport, has_touch=True, is_mobile=True)).new_page()
    page.add_init_script(f"({HOLD})('/view')")
    stop_clock(page)
    page.goto(placing(tables, "forbidden_city"))
    page.wait_for_selector("#table")
    page.wait_for_function("() => window.holds")
    page.clock.run_for(1000)
    page.evaluate("release()")
    page.wait_for_selector("#table.asked")
    page.clock.run_for(1000)
    page.wait_for_selector("#board.zoomed")


@pytest.mark.parametrize("screen", ["phone", "landscape"])
@pytest.mark.parametrize("name", ["china", "forbidden_city"])
def test_the_first_tap_zooms_and_the_second_chooses(new_context, tables, name, screen):
    width, height = SCREENS[screen]
    viewport = {"width": width, "height": height}
    page = tables.known_to(new_context(viewport, has_touch=True, is_mobile=True)).new_page()
    go(page, placing(tables, name))
    number = page.get_attribute("#table", "data-number")
    sizes = "all => all.map(each => each.getBoundingClientRect()).map(box => Math.min(box.width, box.height))"
    fine = page.locator("#board :is([data-action], [data-actions], [data-variants])")
    if name == "forbidden_city":
        # A palace that has grown comes closer by itself, until the whole of it is wanted.
        rect = page.locator("#board").bounding_box()
        page.wait_for_selector("#board.zoomed")
        assert min(fine.evaluate_all(sizes)) >= 43.5
        assert page.locator("#board").bounding_box() == rect
        page.tap("[data-zoom-fit]")
        expect(page.locator("#board.zoomed")).to_have_count(0)
    before = fine.evaluate_all(sizes)
    place = fine.nth(before.index(min(before)))
    assert min(before) < 44
    place.tap()
    page.wait_for_selector("#board.zoomed")
    assert page.get_attribute("#table", "data-number") == number
    assert page.is_hidden("#menu")
    assert page.is_hidden("#ways")
    assert page.is_hidden("#tip")
    assert min(fine.evaluate_all(sizes)) >= 43.5
    page.tap("[data-zoom-fit]")
    expect(page.locator("#board.zoomed")).to_have_count(0)
    place.tap()
    page.wait_for_selector("#board.zoomed")
    place.tap()
    page.wait_for_function(CHOSEN, arg=number)
    if page.is_visible("#ways"):
        page.tap("[data-way=play]")
    elif page.is_visible("#menu"):
        page.locator("#menu button").first.tap()
    page.wait_for_function("n => document.getElementById('table').dataset.number !== n", arg=number)
    assert page.locator("#board.zoomed").count() == 0, "the whole board is there again for the next question"


def test_a_mouse_chooses_at_once(new_context, tables):
    page = tables.known_to(new_context({"width": 390, "height": 844})).new_page()
    kinds = kinds_of_decision("forbidden_city", 4, SEED)
    go(page, tables.at("forbidden_city", 4, SEED, next(iter(kinds.values()))))
    number = page.get_attribute("#table", "data-number")
    page.locator("#board [data-variants]").first.click()
    assert page.locator("#board.zoomed").count() == 0
    assert page.is_visible("#ways") or page.get_attribute("#table", "data-number") != number


# -- what moves ------------------------------------------------------------------------------------------------------------


def test_the_palace_moves_as_one(new_context, tables):
    """When the frame follows the palace, tiles, shadows and marks move together: the whole, and no tile that was there."""
    page = tables.known_to(new_context(reduced_motion="no-preference")).new_page()
    page.goto(
        tables.at("forbidden_city", 2, SEED, next(iter(kinds_of_decision("forbidden_city", 2, SEED).values())), bot="random")
    )
    page.wait_for_selector("#table.asked")
    page.evaluate("""() => {
        window.moved = [];
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (...all) {
            moved.push(this.dataset.key ?? this.className);
            return animate.apply(this, all);
        };
    }""")
    number = page.get_attribute("#table", "data-number")
    there = page.locator("#board [data-key^=tile]").evaluate_all("all => all.map(each => each.dataset.key)")
    page.evaluate("""() => {
        const all = [...document.querySelectorAll("#board [data-variants]")];
        all.sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)[0]
            .dispatchEvent(new MouseEvent("click", { bubbles: true }));
        if (!document.getElementById("ways").hidden) document.querySelector("[data-way=play]").click();
    }""")
    page.wait_for_function(SETTLED, arg=number)
    moved = page.evaluate("moved")
    assert "palace" in moved
    assert there
    assert not set(there) & set(moved)
