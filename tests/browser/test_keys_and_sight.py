"""Keyboard, layout and accessibility of a table: focus, stable positions, and axe's findings."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from test_fewer_clicks import settings

from hanlin.core.position.game import game, games
from helpers.at_the_table import Table
from helpers.long import LONG, crossed

GAMES = tuple(games())
CHOOSABLE = "[data-action],[data-actions],[data-variants],[data-pick]"
FOCUSED = f"() => document.activeElement?.matches('{CHOOSABLE}')"
LOST = "() => [null, document.body].includes(document.activeElement)"
REACHED = f"""() => {{
    const press = key => document.dispatchEvent(new KeyboardEvent("keydown", {{ key, bubbles: true, cancelable: true }}));
    const all = [...document.querySelectorAll("#table :is({CHOOSABLE})")].filter(each => each.checkVisibility());
    const reached = new Set([document.activeElement]);
    for (const from of reached) {{
        for (const key of ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"]) {{
            from.focus();
            press(key);
            reached.add(document.activeElement);
        }}
    }}
    return all.filter(each => !reached.has(each)).map(each => each.outerHTML.slice(0, 120));
}}"""
"""Follows the arrows from what has the focus to wherever they lead; returns what they do not reach."""
BOARD = """() => {
    const box = document.querySelector("#board > svg").getBoundingClientRect();
    return [box.x, box.y, box.width, box.height];
}"""
PLAY = """turn => {
    const folded = document.querySelectorAll("#folded .choice[data-action]");
    const all = folded.length ? folded : document.querySelectorAll("#choices .choice[data-action]");
    all[(5 * turn) % all.length].dispatchEvent(new MouseEvent("click", { bubbles: true }));
}"""
"""Plays one of the choices, now this, now that one."""


def at_a_table(table, name, seats="person"):
    players = game(name).players[-1]
    return table.set_up(name, players, (seats,) + ("bot:random",) * (players - 1)).asked()


@pytest.mark.parametrize("name", GAMES)
def test_keys_lead_everywhere(table, name):
    """After every view something that can be chosen has the focus, and arrows reach all of it."""
    at_a_table(table, name)
    for turn in range(2):
        table.page.wait_for_function(FOCUSED)
        assert table.page.evaluate(REACHED) == []
        number = table.number
        table.page.evaluate(PLAY, turn)
        table.changed(number).asked()


def test_arrows_go_by_direction(table):
    at_a_table(table, "forbidden_city")
    page = table.page
    spot = "() => { const box = document.activeElement.getBoundingClientRect(); return [box.x, box.y]; }"
    places = page.locator("#board [data-variants]")
    places.first.focus()
    for key, along, sign in (("ArrowDown", 1, 1), ("ArrowUp", 1, -1)):
        before = page.evaluate(spot)
        page.keyboard.press(key)
        assert sign * (page.evaluate(spot)[along] - before[along]) > 0


def test_the_focus_is_left_to_who_reads(table):
    """A new view moves the focus only from elements that are gone."""
    table.set_up(seats=("person", "bot:random")).asked()
    table.page.focus(".chronicle button")
    table.play("skip").asked()
    assert table.page.evaluate("document.activeElement !== document.body")


def test_the_first_enter_shows_a_tile_and_the_second_places_it(table):
    at_a_table(table, "forbidden_city")
    page, number = table.page, table.number
    page.wait_for_function(FOCUSED)
    assert page.locator(".ghost").count() == 0, "nothing is shown before anybody asks for it"
    page.keyboard.press("Enter")
    page.wait_for_selector(".ghost", state="attached")
    assert table.number == number
    page.keyboard.press("Enter")
    table.changed(number)


@pytest.mark.parametrize("size", [(1440, 900), (1280, 720), (390, 844), (844, 390)], ids=lambda size: "x".join(map(str, size)))
def test_the_board_stays_where_it_is(new_context, server, size):
    """The map of China, whose questions differ most, neither moves nor changes its size."""
    viewport = {"width": size[0], "height": size[1]}
    table = at_a_table(Table(new_context(viewport).new_page(), server), "china")
    board = table.page.evaluate(BOARD)
    for turn in range(8 if LONG else 4):
        assert table.page.evaluate(BOARD) == board
        number = table.number
        table.page.evaluate(PLAY, turn)
        table.changed(number)
        assert table.page.evaluate(BOARD) == board
        table.asked()


@pytest.mark.parametrize("name", GAMES)
def test_every_opponent_is_in_sight(table, name):
    """At 1280 × 720, with as many as the game takes."""
    table.page.set_viewport_size({"width": 1280, "height": 720})
    at_a_table(table, name)
    for seat in range(game(name).players[-1]):
        box = table.page.locator(f"#player-{seat} header").bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 720
    facts = table.page.locator("#players .more summary").evaluate_all(
        "all => all.map(each => each.querySelectorAll('.fact').length)"
    )
    assert len(set(facts)) == 1, "every row tells the same"


def faults(page):
    """Axe's findings, in short."""
    found = Axe().run(page).response["violations"]
    return [(each["id"], node["target"], node["failureSummary"][:200]) for each in found for node in each["nodes"][:3]]


def test_axe_is_awake(table):
    table.set_up().asked()
    table.page.evaluate("document.getElementById('ask').append(document.createElement('button'))")
    assert [fault for fault, *_rest in faults(table.page)] == ["button-name"]


@pytest.mark.parametrize(("name", "theme"), crossed(GAMES, ["day", "night"]))
def test_axe_finds_nothing(new_context, server, name, theme):
    """On the start page (with two games, that is by day and night), the set-up, the rules, and at a table: asked, looking
    back, with a dialog open."""
    context = new_context()
    context.add_cookies([{"name": "theme", "value": theme, "url": server.address}])
    table = Table(context.new_page(), server)
    page = table.page
    for path in ([] if name in GAMES[2:] else ["/"]) + [f"/new/{name}", f"/rules/{name}"]:
        page.goto(server.address + path)
        assert faults(page) == [], path
    # No forced move is played while axe examines the page.
    settings(page, forced="no")
    at_a_table(table, name)
    number = table.number
    page.evaluate(PLAY, 0)
    table.changed(number).asked()
    assert faults(page) == [], "asked"
    page.click("#player-0 .score")
    page.wait_for_selector("#dialog[open]")
    assert faults(page) == [], "score sheet"
    page.keyboard.press("Escape")
    page.click("text=Look back")
    page.wait_for_selector("#steps")
    assert faults(page) == [], "looking back"
