"""All that opens at a table, and all other pages: axe, letters, width, Escape and the focus, at four sizes by day and night."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from test_at_once import GAMES, SCREENS, go
from test_keys_and_sight import LOST, faults
from test_the_frame_of_the_table import SMALL

from hanlin.contract import Live
from hanlin.core.position.game import game
from hanlin.server.accounts.tokens import key_hash
from hanlin.server.db import Seat
from helpers.browser_positions import Tables, kinds_of_decision
from helpers.long import LONG, crossed

SEED = "every state"
FINGERS = ("phone", "landscape")
IN_SIGHT = (
    """selector => [...document.querySelectorAll(selector)].some(each => each.checkVisibility({ visibilityProperty: true }))"""
)
CLICK = """selector => {
  const element = document.querySelector(selector);
  element.focus({ preventScroll: true });
  element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
}"""
OPEN_ALL = "() => document.querySelectorAll('details:not([data-dropdown])').forEach(each => { each.open = true; })"
WIDE = "() => document.documentElement.scrollWidth > innerWidth"


class State(NamedTuple):
    """What is opened at a table: the clicks (or keys) that open it one after another, and what is seen then."""

    opened_by: tuple[str, ...]
    shown: str
    docked: bool | None = None
    """Whether it is found on small screens only, or on large ones only."""


STATES = {
    "list of choices": State(("#folded > summary",), "#folded[open] > .choices"),
    "what is not possible": State(("#refused > summary",), "#refused[open] > .choices"),
    "refusal": State(("#table [data-why]",), "#tip.wrong"),
    "rule": State(("#ask .rule",), "#dialog[open] .here"),
    "help": State((".help-menu > summary",), ".help-menu[open] > ul"),
    "languages": State(("[data-languages] > summary",), "[data-languages][open] > ul"),
    "settings": State(("a[href='/settings']",), "#dialog[open]"),
    "people": State(("[data-players]",), ".players-open #players", docked=True),
    "opened opponent": State(("[data-players]", "details.more:not([open]) > summary"), ".players-open #players", docked=True),
    "log": State(("button[data-sheet]",), "[data-sheet=drawer] #log", docked=True),
    "chat": State(("[data-open-chat]",), "#talk"),
    "tools": State(("#more > summary",), "#more[open] .sheet-of-tools", docked=False),
    "tools on a phone": State(("button[data-sheet]", "#more > summary"), "#more[open] .sheet-of-tools", docked=True),
    "about": State(("#more > summary", "#about > summary"), "#about[open] ul", docked=False),
    "score sheet": State(("#player-0 .score",), "#dialog[open] .sheet"),
    "hint": State(("key:h",), "#hint [data-hint-action]"),
}


def opened(page, state):
    """Open a state; False where the page does not offer it now."""
    for step in state.opened_by:
        if step.startswith("key:"):
            page.keyboard.press(step.removeprefix("key:"))
        elif page.locator(step).count():
            page.evaluate(CLICK, step)
        else:
            return False
    page.wait_for_function(IN_SIGHT, arg=state.shown)
    return True


def troubles(page):
    """What is wrong with what is seen: axe's findings, letters that are too small, and width that does not fit."""
    return [*faults(page), *page.evaluate(SMALL), *(["too wide"] if page.evaluate(WIDE) else [])]


def closed(page, state):
    """Close a state with Escape."""
    for _layer in state.opened_by:
        page.keyboard.press("Escape")
    page.wait_for_function(f"selector => !({IN_SIGHT})(selector)", arg=state.shown)


def look_round(page, left):
    """Open what the table offers of those states, and strike it off the list; what is wrong, by state."""
    found = {"asked": troubles(page)}
    for name in list(left):
        if not opened(page, STATES[name]):
            continue
        left.remove(name)
        found[name] = troubles(page)
        closed(page, STATES[name])
        found[name] += ["focus lost"] if page.evaluate(LOST) else []
    return {name: wrong for name, wrong in found.items() if wrong}


def states_of(screen):
    return [name for name, state in STATES.items() if state.docked in (None, screen in FINGERS)]


@pytest.fixture
def tables(server):
    return Tables(server)


THEMES = ("day", "night")


def every(*short):
    """All games at all sizes by day and night, of which only those named belong to the short form."""
    all_of_them = [(name, screen, theme) for name in GAMES for screen in SCREENS for theme in THEMES]
    return [pytest.param(*each, marks=[] if each in short else [pytest.mark.long]) for each in all_of_them]


def page_of(new_context, tables, screen, theme):
    width, height = SCREENS[screen]
    touch = screen in FINGERS
    context = new_context({"width": width, "height": height}, has_touch=touch, is_mobile=touch)
    return tables.known_to(context, theme=theme).new_page()


@pytest.mark.parametrize(("name", "screen", "theme"), every(("china", "phone", "night")))
def test_all_that_opens_at_a_table_is_sound(new_context, tables, name, screen, theme):
    page = page_of(new_context, tables, screen, theme)
    players = game(name).players[-1]
    # The search of a hint takes its time; tests of hints look at its page as well.
    left = [state for state in states_of(screen) if LONG or state != "hint"]
    for ply in reversed(kinds_of_decision(name, players, SEED).values()):
        go(page, tables.at(name, players, SEED, ply))
        assert look_round(page, left) == {}
        if not left:
            break
    assert set(left) <= {"what is not possible", "refusal", "chat"}, "these not every game has"


@pytest.mark.parametrize(
    ("name", "screen", "theme"),
    every(("year_of_the_dragon", "desk", "night"), ("china", "landscape", "day"), ("forbidden_city", "phone", "night")),
)
def test_the_past_and_the_end_are_sound(new_context, tables, name, screen, theme):
    page = page_of(new_context, tables, screen, theme)
    go(page, tables.finished(name, game(name).players[0], SEED))
    assert troubles(page) == [], "end"
    for opener, shown in (("#final-scores", "#ending[open]"), ("#final > summary", "#final[open] table")):
        if page.locator(opener).count():
            page.evaluate(CLICK, opener)
            page.wait_for_function(IN_SIGHT, arg=shown)
            assert troubles(page) == [], shown
    page.keyboard.press("Escape")
    page.wait_for_selector("#ending:not([open])", state="attached")
    assert not page.evaluate(LOST)
    page.evaluate(CLICK, "[data-step=back]")
    page.wait_for_selector("#table[data-live=no]")
    assert troubles(page) == [], "past"
    page.evaluate(CLICK, "#branch > summary")
    page.wait_for_function(IN_SIGHT, arg="#branch[open] .floating")
    assert troubles(page) == [], "more about a step"
    page.keyboard.press("Escape")
    page.wait_for_selector("#branch:not([open])")
    assert not page.evaluate(LOST)


def out_of_time(tables, monkeypatch):
    """The address of a table at which another person's time is over, so that the person of the tests decides."""
    services, others = tables.server.services.tables, key_hash("another person")
    seats = [Seat(kind="person", name="Ben", owner=others), Seat(kind="person", name="Ann", owner=tables.owner)]
    live = Live(base=60.0, increment=5.0)
    table = services.create(game("forbidden_city"), seats, {}, {}, pause=0, seed=SEED, host=tables.owner, time=live)
    late = services.clock() + 1000
    with monkeypatch.context() as patch:
        patch.setattr(services, "clock", lambda: late)
        services.flag(table)
    assert table.clocks.out == table.to_move == 0
    return f"{tables.server.address}/t/{table.row.id}"


@pytest.mark.parametrize(("screen", "theme"), crossed(SCREENS, THEMES))
def test_decisions_about_who_is_out_of_time_are_sound(new_context, tables, monkeypatch, screen, theme):
    page = page_of(new_context, tables, screen, theme)
    page.goto(out_of_time(tables, monkeypatch))
    page.wait_for_selector("#table .decide")
    assert troubles(page) == []
    assert opened(page, STATES["chat"])
    assert troubles(page) == [], "chat"
    page.keyboard.press("Escape")
    assert not page.evaluate(LOST)


PAGES = (
    "/",
    "/new/china",
    "/rules/china",
    "/help/china",
    "/book/china",
    "/learn/china/1",
    "/setup/china",
    "/invite",
    "/account",
)


@pytest.mark.long
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("screen", SCREENS)
def test_all_other_pages_are_sound(new_context, tables, screen, theme):
    page = page_of(new_context, tables, screen, theme)
    for path in PAGES:
        page.goto(tables.server.address + path)
        page.evaluate(OPEN_ALL)
        assert troubles(page) == [], path
    page.goto(tables.finished("china", 3, SEED) + "/review")
    assert troubles(page) == [], "review"
    page.goto(f"{tables.server.address}/new/china")
    page.evaluate(CLICK, ".further > summary")
    page.select_option("[name=seat1]", "open")
    page.click(".go button")
    page.wait_for_selector("#invitation")
    assert troubles(page) == [], "waiting room"
    guest = new_context({"width": SCREENS[screen][0], "height": SCREENS[screen][1]}).new_page()
    guest.goto(page.url)
    assert troubles(guest) == [], "guest"
