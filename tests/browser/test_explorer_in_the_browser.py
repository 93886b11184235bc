"""The book beside an opening in a browser: pointing shows a choice's place, a click plays on with it; keys, mouse, fingers."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect
from test_keys_and_sight import faults

import hanlin
from hanlin.client import Client
from hanlin.server.views.explorer import explorer_of
from helpers.at_the_table import PHONE, SHAPE_KNOWN

LIT = "#board .lit:visible"
FIRST, SECOND = "#explorer tr[data-explored='0'] button", "#explorer tr[data-explored='1'] button"


@pytest.fixture(params=["forbidden_city", "year_of_the_dragon"])
def study(request, server):
    """The address of a step of a studied game at which the book compares choices."""
    game = hanlin.game(request.param)
    with Client.guest(server.address, "Ann") as ann:
        for seed in range(20):
            rng, position = random.Random(seed), game.start(game.players[0], seed=seed)
            position.settle(seed)
            for _ply in range(24):
                position.play(rng.choice(position.legal))
                position.settle(seed)
            table = server.services.tables.open(ann.study(position.record()).id)
            found = [ply for ply in range(24) if (shown := explorer_of(table, ply)) is not None and len(shown.choices) > 1]
            if found:
                return f"{server.address}/t/{table.row.id}?ply={found[0]}"
    raise AssertionError("the book says nothing")


def opened(context, address):
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("#explorer", state="attached")
    page.wait_for_function(SHAPE_KNOWN)
    return page


def test_keys_show_a_choice_of_the_book_and_play_it(new_context, study):
    page = opened(new_context(), study)
    before = page.locator("#board > svg").evaluate("each => each.outerHTML")
    page.focus(FIRST)
    expect(page.locator(LIT).first).to_be_visible()
    assert not faults(page)
    page.keyboard.press("Tab")
    expect(page.locator("#explorer .chosen")).to_have_attribute("data-explored", "1")
    expect(page.locator(LIT).first).to_be_visible()
    action = page.locator(f"{SECOND} >> xpath=ancestor::form").locator("[name=action]").get_attribute("value")
    page.focus("#explorer h2 a")
    expect(page.locator(LIT)).to_have_count(0)
    assert page.locator("#board > svg").evaluate("each => each.outerHTML") == before
    ply = int(page.get_attribute("#table", "data-ply"))
    page.focus(SECOND)
    with page.expect_navigation():
        page.keyboard.press("Enter")
    page.wait_for_selector("#table")
    assert int(page.get_attribute("#table", "data-plies")) > ply
    record = page.request.get(page.url.partition("?")[0] + "/record").text()
    assert action in record


def test_the_mouse_shows_a_choice_and_a_finger_taps_twice(new_context, study):
    page = opened(new_context(), study)
    page.hover(SECOND)
    expect(page.locator(LIT).first).to_be_visible()
    page.mouse.move(5, 5)
    expect(page.locator(LIT)).to_have_count(0)
    phone = opened(new_context(PHONE, has_touch=True, is_mobile=True), page.url)
    if not phone.locator(FIRST).is_visible():
        phone.locator("button[data-sheet]").first.tap()
    address = phone.url
    phone.locator(FIRST).tap()
    expect(phone.locator("#board .lit").first).to_be_attached()
    expect(phone.locator("#explorer [data-again]")).to_have_text("Tap again to play on with this choice.")
    assert phone.url == address
    with phone.expect_navigation():
        phone.locator(FIRST).tap()
    assert phone.url.partition("?")[0] != address.partition("?")[0]
