"""The lobby and the people of a profile in browsers: a game is found, an opponent challenged again, both are on the profile."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from hanlin.server.exceptions import Refused
from helpers.at_the_table import PHONE, Table

SIDEWAYS = {"width": 844, "height": 390}
PASSWORD = "seven lanterns"


@pytest.fixture
def browser_of(new_context, own_server):
    """A factory of pages of people with accounts."""

    def make(name, viewport=None, **more):
        made = own_server.services.accounts.create(name, PASSWORD)
        context = new_context(viewport, **more)
        context.add_cookies([{"name": "hanlin-account", "value": made.token, "url": own_server.address}])
        page = context.new_page()
        page.goto(own_server.address)
        return Table(page, own_server), made.account.owner

    return make


def sound(page):
    """Nothing for axe, and nothing out of sight at the side."""
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def finish(server, *pages):
    """Play the game of these pages to its end while they are elsewhere, which draws no view of it, and show its end there."""
    address = pages[0].url.partition("?")[0]
    for page in pages:
        page.goto("about:blank")
    table = server.services.tables.open(address.rpartition("/")[2])
    rng = random.Random(1)
    while not table.over:
        # A page may still have played what is forced: a choice that was made for an earlier number is refused.
        number, legal = table.number, table.position.legal
        with suppress(Refused):
            server.services.tables.play(table, table.to_move, rng.choice(legal or [""]), number)
    for page in pages:
        page.goto(address)
        page.wait_for_selector("#table.finished")


def scored(server, page, owner, games):
    """Wait until the sheets of somebody's finished games are stored, which is done in the background."""
    kind = "forbidden_city", 2, ""
    while len(server.services.standings.scores.own(owner, kind, public=False)) < games:
        page.wait_for_timeout(100)


def find(page, press, game="lanterns"):
    """Look for a game without a clock, with the keyboard."""
    page.select_option(".finder-form select[name=game]", game)
    page.select_option(".finder-form select[name=speed]", "none")
    press(page.locator(".finder-form button"))


def test_one_finds_a_game_and_challenges_again(browser_of, own_server):
    """Ann at a desk, with the keyboard, and Ben on a phone."""
    ann, anns = browser_of("Ann")
    ben, bens = browser_of("Ben", PHONE, has_touch=True, is_mobile=True)
    find(ann.page, lambda button: button.press("Enter"), "forbidden_city")
    expect(ann.page.locator("[data-seeking]")).to_contain_text("Looking for players")
    assert ann.page.evaluate("document.activeElement.textContent") == "Cancel"
    sound(ann.page)
    # Ben sees that somebody looks for a game, and joins; it opens in both browsers.
    expect(ben.page.locator("#here")).to_have_text("2 people here")
    expect(ben.page.locator(".wanted")).to_contain_text("1 is looking")
    sound(ben.page)
    ben.page.locator(".wanted button").tap()
    for table in (ann, ben):
        table.page.wait_for_url("**/t/*")
    assert ann.page.url.partition("?")[0] == ben.page.url.partition("?")[0]
    first = ann.page.url.partition("?")[0]
    finish(own_server, ann.page, ben.page)
    # Ann challenges Ben again from the ending; he is invited at once, and joins with one tap.
    ann.page.click("#final-scores")
    ann.page.locator("#ending .after form[action$='/challenge'] button").click()
    expect(ann.page.locator(".invited")).to_have_text("Invited: Ben")
    sound(ann.page)
    ben.page.goto(own_server.address)
    expect(ben.page.locator(".challenges li")).to_contain_text("Ann wants to play with you.")
    sound(ben.page)
    ben.page.locator(".challenges .button.primary").tap()
    for table in (ann, ben):
        table.page.wait_for_selector("#table")
    assert ann.page.url.partition("?")[0] == ben.page.url.partition("?")[0] != first
    finish(own_server, ann.page, ben.page)
    # Both games are on the profiles, and in their plots.
    for page, owner, name in ((ann.page, anns, "Ann"), (ben.page, bens, "Ben")):
        scored(own_server, page, owner, games=2)
        page.goto(f"{own_server.address}/people/{name}")
        expect(page.locator("[aria-labelledby=played] li")).to_have_count(2)
        expect(page.locator("#score .plot")).to_have_count(3)
        expect(page.locator("#score-time tbody tr")).to_have_count(2)
        assert page.locator("#score-time svg circle").count() >= 2
        sound(page)
    expect(ann.page.locator("[aria-labelledby=opponents] li")).to_contain_text("Ben")


def test_a_search_is_cancelled_and_ends_with_the_page(new_context, own_server):
    page = new_context(SIDEWAYS).new_page()
    page.goto(own_server.address)
    seeks = own_server.services.community.seeks
    page.fill(".finder-form [name=name]", "Gus")
    find(page, lambda button: button.click())
    expect(page.locator("[data-seeking]")).to_be_visible()
    sound(page)
    page.keyboard.press("Enter")
    expect(page.locator(".finder-form")).to_be_visible()
    assert seeks.queue() == []
    # A number of players that the game does not have can't be chosen.
    page.select_option(".finder-form select[name=game]", "china")
    assert page.input_value(".finder-form select[name=players]") == "3"
    find(page, lambda button: button.click())
    expect(page.locator("[data-seeking]")).to_be_visible()
    page.close()
    other = new_context().new_page()
    other.goto(own_server.address)
    expect(other.locator(".wanted")).to_have_count(0)


def test_friends_on_the_profile(browser_of, own_server):
    ann, _owner = browser_of("Ann", color_scheme="dark")
    ben, _other = browser_of("Ben", PHONE, has_touch=True, is_mobile=True)
    ann.page.goto(f"{own_server.address}/people/Ben")
    ann.page.click("text=Ask to be friends")
    expect(ann.page.locator(".with-them")).to_contain_text("You have asked to be friends.")
    sound(ann.page)
    ben.page.goto(f"{own_server.address}/people/Ben")
    ben.page.locator(".requests >> text=Accept").tap()
    expect(ben.page.locator("[aria-labelledby=friends] .circle")).to_contain_text("here")
    sound(ben.page)
    # Ann's page shows it without being loaded again, and where Ben is.
    expect(ann.page.locator(".with-them")).to_contain_text("You are friends.")
    expect(ann.page.locator(".with-them .presence")).to_have_text("here")
    ben.page.locator(".visible [type=checkbox]").tap()
    expect(ben.page.locator(".visible [type=checkbox]")).to_be_checked()
    expect(ann.page.locator(".with-them .presence")).to_have_count(0)
    # Ann challenges Ben, whose page shows it at once; he declines and blocks her.
    ann.page.click(".with-them >> text=Challenge")
    ann.page.locator("#dialog .which label").nth(1).click()
    sound(ann.page)
    ann.page.click("#dialog button:has-text('Challenge')")
    expect(ann.page.locator(".invited")).to_have_text("Invited: Ben")
    ben.page.locator(".challenges >> text=Decline").tap()
    expect(ben.page.locator(".challenges")).to_have_count(0)
    ben.page.locator(".more-of summary").first.tap()
    ben.page.locator(".more-of[open] >> text=Block").tap()
    expect(ben.page.locator("[aria-labelledby=blocked]")).to_contain_text("Ann")
    sound(ben.page)
    ann.page.goto(f"{own_server.address}/people/Ben")
    expect(ann.page.locator(".with-them")).to_contain_text("Ask to be friends")
