"""Stepping through a game, and studying a record."""

from __future__ import annotations

import pytest

from hanlin.core.jit.rng import below, seeded
from hanlin.core.position.game import game, games
from helpers.at_the_table import PHONE, SHAPE_KNOWN
from helpers.browser_positions import Tables
from helpers.long import LONG

GAMES = tuple(games())
PLAY_FIRST = """() => {
    const place = document.querySelector("#choices > .choice[data-action], .choice[data-action]");
    place.dispatchEvent(new MouseEvent("click", { bubbles: true }));
}"""
"""Plays the first choice that is offered as a button."""
CLICK_ALL = """all => all.filter(element => !element.closest("[data-step], a, #at, #eyes")).forEach(element =>
    element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true })))"""
"""Clicks everything but what leads to another page or step."""


def ply(page):
    return int(page.get_attribute("#table", "data-ply"))


def ply_is(page, wanted):
    page.wait_for_function("n => Number(document.getElementById('table').dataset.ply) === n", arg=wanted)


def test_the_finished_game_is_stepped_through(table):
    table.set_up(seats=("person", "person"))
    for _ in range(6):
        table.lift_curtain().play("skip")
    page = table.close_ending().page
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
    page.click("#branch > summary")
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
    """Clicks and keys in a view of the past send nothing, and the table stays as it is."""
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
    for at in range(last - 1, last - (5 if LONG else 3), -1):
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


SLIDE = """at => {
    const slider = document.getElementById("at");
    slider.value = at;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
}"""
"""Moves the slider to a step."""
LINE = """() => {
    const line = document.querySelector("#log .line.here");
    const [box, frame] = [line, document.getElementById("log")].map(each => each.getBoundingClientRect());
    const dock = document.getElementById("ask").getBoundingClientRect();
    return { text: line.textContent, seen: box.top >= frame.top && box.bottom <= Math.min(frame.bottom, dock.top) };
}"""
"""The line of the log that the shown step is about, and whether it is in sight."""


def test_the_log_on_a_phone_shows_the_step_looked_at(new_context, server):
    """It is scrolled there whenever it is opened, a tap on it leaves the step alone, and Escape returns to what opened it."""
    tables = Tables(server)
    page = tables.known_to(new_context(PHONE, has_touch=True, is_mobile=True)).new_page()
    page.goto(tables.finished("year_of_the_dragon", 2, "the log in replay"))
    page.wait_for_selector("#table.finished")
    page.wait_for_function(SHAPE_KNOWN)
    last = ply(page)
    found = []
    for at in (last // 2, last // 4):
        page.evaluate(SLIDE, at)
        ply_is(page, at)
        assert page.locator("#log").is_hidden()
        page.tap("button[data-sheet]")
        page.wait_for_function(f"() => ({LINE})().seen")
        found.append(page.evaluate(LINE)["text"])
        # Not at a place: the sheet may still be sliding, and another line be under the finger.
        page.locator("#log .line.here").evaluate("each => each.click()")
        assert ply(page) == at
        assert page.locator("#log").is_visible()
        page.keyboard.press("Escape")
        page.wait_for_selector("#log", state="hidden")
        assert page.evaluate("document.activeElement.matches('button[data-sheet]')")
    assert found[0] != found[1]


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
    page.click("text=Open record")
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
    table.page.click("text=Open record")
    assert "line 4" in table.page.inner_text("[role=alert]")
