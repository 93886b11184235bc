"""Puzzles in a browser: on a phone, by keys; a wrong answer and the solution; a guest's memory; the daily one; axe."""

from __future__ import annotations

import json
from datetime import date

import pytest
from playwright.sync_api import expect
from test_keys_and_sight import faults

from hanlin.core.position.game import games
from hanlin.core.verbs.puzzles import read_puzzles
from helpers.at_the_table import PHONE

GAMES = ("year_of_the_dragon", "china", "forbidden_city")
SIZES = {"laptop": (1280, 720), "phone": (390, 844), "sideways": (844, 390)}
NOTE = "() => JSON.parse(localStorage.getItem('hanlin-puzzles') ?? '{}')"
NOW = {("year_of_the_dragon", "laptop", "day"), ("china", "phone", "night"), ("forbidden_city", "sideways", "day")}
VIEWS = [
    pytest.param(name, size, theme, marks=[] if (name, size, theme) in NOW else [pytest.mark.long])
    for name in GAMES
    for size in SIZES
    for theme in ("day", "night")
]


def puzzle_of(name):
    """A puzzle with the most steps."""
    return max(read_puzzles(games()[name]).puzzles, key=lambda each: (len(each.steps), each.id))


def is_one_act(puzzle):
    """True for a puzzle whose only answer is a card on the board."""
    return len(puzzle.steps) == 1 and puzzle.solution[0].startswith("act ")


def opened(context, server, name, puzzle):
    page = context.new_page()
    page.goto(f"{server.address}/puzzles/{name}/{puzzle.id}")
    page.wait_for_selector("#table.asked")
    return page


def press(page, selector):
    button = page.locator(selector)
    if button.evaluate("() => navigator.maxTouchPoints > 0"):
        button.tap()
    else:
        button.click()


def answer(page, action):
    """Gives an answer by its button: beside the question, or in the list that opens."""
    table = page.get_attribute("#table", "data-table")
    button = f"#choices .choice[data-action='{action}']"
    if page.locator(f"#folded {button.removeprefix('#choices ')}").count():
        press(page, "#folded > summary")
    page.locator(button).scroll_into_view_if_needed()
    press(page, button)
    page.wait_for_function("table => document.getElementById('table').dataset.table !== table", arg=table)


def outcome(page):
    return page.get_attribute("#table", "data-outcome")


def wrong_of(step):
    return step.tempting or step.answers[1].action


def in_sight(page, selector):
    return page.locator(selector).evaluate(
        """each => { const box = each.getBoundingClientRect();
        return box.width > 0 && box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth; }"""
    )


def test_a_puzzle_is_solved_on_a_phone(new_context, server):
    puzzle = puzzle_of("china")
    page = opened(new_context(PHONE, has_touch=True, is_mobile=True), server, "china", puzzle)
    assert in_sight(page, ".goal")
    for number, action in enumerate(puzzle.solution, 1):
        assert page.locator(".dots .found").count() == number - 1
        answer(page, action)
    assert outcome(page) == "solved"
    expect(page.locator("#question")).to_contain_text("Solved!")
    assert in_sight(page, "#next")
    assert page.locator(".puzzle .step").count() == len(puzzle.steps)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    kept = page.evaluate(NOTE)
    assert kept["china"]["tried"] == {puzzle.id: True}
    assert kept["china"]["rating"] > 1500
    expect(page.locator("#own-rating")).to_contain_text("+")
    press(page, "#next")
    page.wait_for_selector("#table.asked")
    assert page.get_attribute("#table", "data-puzzle") != puzzle.id


def test_a_wrong_answer_counts_and_the_solution_follows(new_context, server):
    puzzle = puzzle_of("year_of_the_dragon")
    page = opened(new_context(PHONE, has_touch=True, is_mobile=True), server, "year_of_the_dragon", puzzle)
    answer(page, wrong_of(puzzle.steps[0]))
    assert outcome(page) == "wrong"
    assert in_sight(page, "#try-again")
    press(page, "#try-again")
    expect(page.locator("#table")).to_have_attribute("data-outcome", "asked")
    answer(page, wrong_of(puzzle.steps[0]))
    press(page, "#see-solution")
    expect(page.locator("#table")).to_have_attribute("data-outcome", "shown")
    expect(page.locator("#question")).to_contain_text("The solution")
    kept = page.evaluate(NOTE)["year_of_the_dragon"]
    assert kept["tried"] == {puzzle.id: False}
    assert kept["streak"] == 0
    before = kept["rating"]
    page.goto(f"{server.address}/puzzles/year_of_the_dragon/{puzzle.id}")
    page.wait_for_selector("#table.asked")
    for action in puzzle.solution:
        answer(page, action)
    expect(page.locator("#question")).to_contain_text("Found it!")
    assert page.evaluate(NOTE)["year_of_the_dragon"]["rating"] == before, "one attempt counts"


def test_a_puzzle_is_solved_by_keys(new_context, server):
    puzzle = next(each for each in read_puzzles(games()["year_of_the_dragon"]).puzzles if is_one_act(each))
    page = opened(new_context(), server, "year_of_the_dragon", puzzle)
    focused = "() => document.activeElement.closest('#board, #choices, #places') && document.activeElement.outerHTML"
    first = page.evaluate(focused)
    assert first, "the first choice has the focus"
    page.keyboard.press("ArrowRight")
    assert page.evaluate(focused) not in (None, first)
    page.locator(f"#board [data-action='{puzzle.solution[0]}']").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.getElementById('table').dataset.outcome === 'solved'")
    assert page.evaluate("() => document.activeElement.id") == "next"
    page.keyboard.press("Enter")
    page.wait_for_selector("#table.asked")
    assert page.get_attribute("#table", "data-puzzle") != puzzle.id


def test_a_guest_s_figures_are_on_the_pages(new_context, server):
    context = new_context()
    page = context.new_page()
    tried = {each.id: True for each in read_puzzles(games()["china"]).puzzles[:2]}
    solver = {"rating": 1623.4, "tried": tried, "streak": 2, "best": 5}
    page.goto(f"{server.address}/puzzles/china")
    first = page.get_attribute("#next-puzzle .button", "href")
    assert not page.locator(".solver").is_visible()
    page.evaluate("text => localStorage.setItem('hanlin-puzzles', text)", json.dumps({"china": solver}))
    page.reload()
    expect(page.locator(".solver [data-figure=rating]")).to_have_text("1623")
    expect(page.locator(".solver [data-figure=streak]")).to_have_text("2")
    page.evaluate(
        "([id, text]) => { const all = JSON.parse(text); all.tried[id] = false;"
        " localStorage.setItem('hanlin-puzzles', JSON.stringify({ china: all })); }",
        [first.rpartition("/")[2], json.dumps(solver)],
    )
    page.reload()
    expect(page.locator("#next-puzzle .button")).not_to_have_attribute("href", first)


def test_a_guest_s_puzzles_move_to_the_account(new_context, server):
    """Into a new account, and from a second browser into the same one: each puzzle once."""
    ids = [each.id for each in read_puzzles(games()["china"]).puzzles[:3]]
    name, words = "Mover", "seven lanterns"

    def kept(page, tried):
        page.goto(f"{server.address}/account")
        solver = {"rating": 1600, "tried": tried, "streak": 1, "best": 1}
        page.evaluate("text => localStorage.setItem('hanlin-puzzles', text)", json.dumps({"china": solver}))
        page.reload()

    def entered(page, action, along):
        form = page.locator(f"form[action='{action}']")
        form.locator("[name=name]").fill(name)
        form.locator("[name=password]").fill(words)
        expect(form.locator("[data-kept-puzzles]")).to_contain_text("account: 2")
        assert form.locator("[name=puzzles]").is_checked() != along
        if along:
            form.locator("[data-kept-puzzles]").click()
        form.locator("button").click()

    def figures(page):
        page.goto(f"{server.address}/puzzles/china")
        assert page.evaluate(NOTE) == {}, "the browser has forgotten them"
        return " ".join(page.locator(".solver").inner_text().split())

    first = new_context().new_page()
    kept(first, {ids[0]: True, ids[1]: False})
    assert not faults(first)
    entered(first, "/account/new", along=False)
    first.wait_for_selector(".codes")
    assert "1 / 2" in figures(first)
    second = new_context(PHONE, has_touch=True, is_mobile=True).new_page()
    kept(second, {ids[1]: True, ids[2]: True})
    entered(second, "/account/sign-in", along=True)
    second.wait_for_url(server.address + "/")
    assert "2 / 3" in figures(second)


def test_two_browsers_have_the_same_daily_puzzle(new_context, server, monkeypatch):
    monkeypatch.setattr(server.services.solvers, "today", lambda: date(2026, 11, 29))
    found = []
    for size in (None, PHONE):
        page = new_context(size).new_page()
        page.goto(server.address)
        page.click(".daily a")
        page.wait_for_selector("#table.asked")
        assert page.get_attribute("#table", "data-day") == "2026-11-29"
        found.append(page.url)
    assert found[0] == found[1]


@pytest.mark.parametrize(("name", "size", "theme"), VIEWS)
def test_axe_finds_nothing_in_puzzles(new_context, server, name, size, theme):
    puzzle = puzzle_of(name)
    width, height = SIZES[size]
    touch = size != "laptop"
    context = new_context({"width": width, "height": height}, has_touch=touch, is_mobile=touch)
    context.add_cookies([{"name": "theme", "value": theme, "url": server.address}])
    page = opened(context, server, name, puzzle)
    found = {"asked": faults(page)}
    answer(page, wrong_of(puzzle.steps[0]))
    found["wrong"] = faults(page)
    press(page, "#see-solution")
    expect(page.locator("#table")).to_have_attribute("data-outcome", "shown")
    found["shown"] = faults(page)
    for address in ("/puzzles", f"/puzzles/{name}"):
        page.goto(server.address + address)
        found[address] = faults(page)
    assert not any(found.values()), found
