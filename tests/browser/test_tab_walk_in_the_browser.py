"""The Tab key from the first to the last stop of a page: each can be seen and shows that it has the focus, none is a trap."""

from __future__ import annotations

import pytest
from test_at_once import FINGERS, SCREENS, go

from hanlin.core.position.game import game
from helpers.browser_positions import Tables, kinds_of_decision

SEED = "tab walk"
MOST = 240
"""Stops of a page at most; the walk of a page with a trap ends there."""
CONTRAST = 3.0
FROM_THE_TOP = "() => { document.activeElement.blur(); scrollTo(0, 0); window.stops = new Map(); }"
STOP = """() => {
    const at = document.activeElement;
    if (!at || at === document.body) return null;
    const numbers = (colour) => {
        const found = colour.match(/[\\d.]+/g).map(Number);
        return colour.startsWith("color(") ? found.map((part, n) => (n < 3 ? 255 * part : part)) : found;
    };
    const light = (colour) => {
        const part = (value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
        const [red, green, blue] = numbers(colour).map(value => part(value / 255));
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const solid = (each) => (numbers(getComputedStyle(each).backgroundColor)[3] ?? 1) > 0.9;
    let around = at.parentElement;
    while (around.parentElement && !solid(around)) around = around.parentElement;
    const ground = light(getComputedStyle(around).backgroundColor);
    const contrast = (colour) => {
        const [one, other] = [light(colour), ground].sort((a, b) => b - a);
        return (one + 0.05) / (other + 0.05);
    };
    const drawn = ({ outlineStyle, outlineWidth }) => outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
    const ring = (style) => (drawn(style) ? contrast(style.outlineColor) : 0);
    const glow = at.querySelector(".glow");
    // A field that is drawn by what follows it, a button whose frame is larger than itself, and what an element consists of.
    const marked = [at, ...at.querySelectorAll("*"), at.nextElementSibling].filter(Boolean);
    const seen = Math.max(
        ...marked.map(each => ring(getComputedStyle(each))), ring(getComputedStyle(at, "::after")),
        glow && parseFloat(getComputedStyle(glow).strokeWidth) >= 4 ? contrast(getComputedStyle(glow).stroke) : 0,
        at.querySelector(":scope > .ghost") ? 21 : 0);
    const { left, right, top, bottom, width } = (at.closest("label") ?? at).getBoundingClientRect();
    const again = stops.has(at);
    stops.set(at, true);
    return {
        name: `${at.tagName} ${at.id} ${(at.getAttribute("aria-label") ?? at.textContent).trim().slice(0, 40)}`,
        ring: seen, again, out: !width || right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight
            || !(at.closest("label") ?? at).checkVisibility({ visibilityProperty: true }),
    };
}"""
"""The stop that has the focus: how strong its ring is, whether it was there before, and whether it is out of sight."""


def walked(page):
    """The names of all stops in their order, and what is wrong with them."""
    page.evaluate(FROM_THE_TOP)
    names, wrong = [], []
    while len(names) < MOST:
        page.keyboard.press("Tab")
        stop = page.evaluate(STOP)
        if stop is None:
            break
        names.append(stop["name"])
        if stop["again"] or stop["out"] or stop["ring"] < CONTRAST:
            wrong.append(stop)
    assert len(names) < MOST, "the focus never leaves the page"
    return names, wrong


@pytest.fixture
def tables(server):
    return Tables(server)


def page_of(new_context, tables, screen, theme):
    width, height = SCREENS[screen]
    touch = screen in FINGERS
    context = new_context({"width": width, "height": height}, has_touch=touch, is_mobile=touch)
    return tables.known_to(context, theme=theme).new_page()


@pytest.mark.parametrize(
    ("name", "screen", "theme"),
    [
        ("year_of_the_dragon", "phone", "night"),
        ("forbidden_city", "desk", "day"),
        pytest.param("china", "desk", "night", marks=pytest.mark.long),
        pytest.param("china", "phone", "day", marks=pytest.mark.long),
    ],
)
def test_tab_walks_through_a_table(new_context, tables, name, screen, theme):
    """While a question is asked; in the order in which the page is read: the header, the question, the board, the log."""
    page = page_of(new_context, tables, screen, theme)
    plies = list(kinds_of_decision(name, game(name).players[0], SEED).values())
    go(page, tables.at(name, game(name).players[0], SEED, plies[len(plies) // 2]))
    names, wrong = walked(page)
    assert wrong == []
    assert len(names) > 3
    page.focus("#log" if screen == "desk" else "[data-players]")
    page.keyboard.press("Shift+Tab")
    assert page.evaluate(STOP) is not None, "the way back"


@pytest.mark.parametrize(
    ("path", "screen"), [("/", "phone"), ("/book/forbidden_city", "desk"), ("/puzzles/china", "phone"), ("/account", "desk")]
)
def test_tab_walks_through_a_page(new_context, tables, path, screen):
    page = page_of(new_context, tables, screen, "day")
    page.goto(tables.server.address + path)
    names, wrong = walked(page)
    assert wrong == []
    assert "Skip to content" in names[0]


def test_the_first_stop_skips_the_header(new_context, tables):
    page = page_of(new_context, tables, "laptop", "day")
    page.goto(f"{tables.server.address}/puzzles/china")
    scrolled = page.evaluate("() => { scrollTo(0, 100); return scrollY; }")
    box = page.locator(".skip").bounding_box()
    assert box["y"] + box["height"] <= -scrolled < 0, "above the page"
    page.evaluate(FROM_THE_TOP)
    page.keyboard.press("Tab")
    box = page.locator(".skip").bounding_box()
    assert box["x"] >= 0 <= box["y"]
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('#main') !== null")
