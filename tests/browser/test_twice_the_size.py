"""Pages at twice their size, and with the longest words on a narrow phone: nothing is cut or at the side of the screen."""

from __future__ import annotations

import pytest
from test_at_once import GAMES, go

from hanlin.core.i18n.language import languages
from hanlin.core.position.game import game, games
from hanlin.core.verbs.puzzles import read_puzzles
from helpers.browser_positions import Tables, kinds_of_decision
from helpers.long import LONG

SEED = "twice the size"
SCREENS = {"desk at 200 %": (640, 360), "phone at 200 %": (195, 422), "narrow phone": (360, 740)}
"""What is left of 1280 × 720 and 390 × 844 pixels at twice their size, and a narrow phone at its own."""
CUT = """width => {
    const name = each => `${each.id || each.getAttribute("class")}: ${each.textContent.trim().slice(0, 40)}`;
    const shown = { visibilityProperty: true, opacityProperty: true };
    const seen = each => each.checkVisibility(shown) && !each.closest(".unseen, .skip, .top h1");
    const of = selector => [...document.querySelectorAll(selector)].filter(seen);
    const scrolls = each => /auto|scroll/.test(getComputedStyle(each).overflowX);
    const within = each => each.parentElement !== null && (scrolls(each.parentElement) || within(each.parentElement));
    const found = document.documentElement.scrollWidth > width ? [`the page: ${document.documentElement.scrollWidth}`] : [];
    const wide = of("#ask, #hint:not([hidden]), #players, #log, .segments, .button, .choice, .result, dialog[open]");
    found.push(...wide.filter(each => each.scrollWidth > each.clientWidth + 1).map(each => `too wide: ${name(each)}`));
    const long = of("#question").filter(each => each.scrollHeight > each.clientHeight + 2);
    found.push(...long.map(each => `too long: ${name(each)}`));
    for (const each of of("button, a[href], summary, select, input:not([type=range])")) {
        const { left, right, width: own } = each.getBoundingClientRect();
        if (own && !within(each) && (left < -1 || right > width + 1)) found.push(`at the side: ${name(each)}`);
    }
    return found;
}"""
"""What of a page does not fit on a screen of that width."""
PAGES = (
    "/",
    "/new/year_of_the_dragon",
    "/rules/china",
    "/book/year_of_the_dragon",
    "/puzzles/china",
    "/learn/china/3",
    "/account",
)


@pytest.fixture(scope="module")
def tables(server):
    return Tables(server)


def page_of(new_context, tables, screen, **cookies):
    width, height = SCREENS[screen]
    touch = "phone" in screen
    context = new_context({"width": width, "height": height}, has_touch=touch, is_mobile=touch)
    return tables.known_to(context, **cookies).new_page()


def cut(page):
    return page.evaluate(CUT, page.viewport_size["width"])


def of_a_table(page, tables, name):
    """What is cut at a table: at each kind of decision, with the players open, at the end, and in the past."""
    found, players = {}, game(name).players[-1]
    for kinds, ply in kinds_of_decision(name, players, SEED).items():
        go(page, tables.at(name, players, SEED, ply))
        found[kinds] = cut(page)
        assert page.locator("#question").evaluate("each => each.getBoundingClientRect().width") > 60, kinds
    if page.locator("[data-players]").is_visible():
        page.click("[data-players]")
        found["players"] = cut(page)
    go(page, tables.finished(name, players, SEED))
    found["ceremony"] = cut(page)
    page.keyboard.press("Escape")
    found["end"] = cut(page)
    page.locator("[data-step=back]").evaluate("each => each.click()")
    page.wait_for_selector("#table[data-live=no]")
    found["past"] = cut(page)
    return {where: each for where, each in found.items() if each}


SHORT = {("desk at 200 %", "china"), ("phone at 200 %", "year_of_the_dragon")}


@pytest.mark.parametrize(
    ("screen", "name"),
    [
        pytest.param(screen, name, marks=[] if (screen, name) in SHORT else [pytest.mark.long])
        for screen in SCREENS
        for name in GAMES
    ],
)
def test_a_table_fits_at_twice_its_size(new_context, tables, screen, name):
    page = page_of(new_context, tables, screen)
    assert of_a_table(page, tables, name) == {}


def of_pages(page, tables):
    found = {}
    puzzle = max(read_puzzles(games()["china"]).puzzles, key=lambda each: (len(each.steps), each.id))
    for path in (*PAGES, f"/puzzles/china/{puzzle.id}", tables.finished("china", 3, SEED).partition("/t/")[2] + "/review"):
        page.goto(tables.server.address + (path if path.startswith("/") else f"/t/{path}"))
        found[path] = cut(page)
    return {path: each for path, each in found.items() if each}


@pytest.mark.parametrize("screen", [screen for screen in SCREENS if "200" in screen])
def test_pages_fit_at_twice_their_size(new_context, tables, screen):
    assert of_pages(page_of(new_context, tables, screen), tables) == {}


@pytest.mark.parametrize("code", [pytest.param(code, marks=[] if code == "nl" else [pytest.mark.long]) for code in languages()])
def test_words_of_a_language_fit_on_a_narrow_phone(new_context, tables, code):
    """The short form takes the language whose questions are the longest."""
    page = page_of(new_context, tables, "narrow phone", language=code)
    assert of_pages(page, tables) == {}
    for name in GAMES if LONG else ["china"]:
        assert of_a_table(page, tables, name) == {}, name
