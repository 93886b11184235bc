"""Choosing a computer player by what is known of it: on a phone and at a desk, by finger and by keys."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from test_keys_and_sight import faults
from test_lessons_in_the_browser import LAPTOP, too_wide

from helpers.at_the_table import PHONE

LEVELS = ["novice", "casual", "strong", "expert"]
MARKED = """all => all.filter(each => getComputedStyle(each).boxShadow !== 'none').map(each => each.dataset.level)"""


def chosen(page):
    """The levels whose cards are marked."""
    return page.locator(".level").evaluate_all(MARKED)


def faces(page):
    """The levels whose portraits are shown beside the seats."""
    return page.locator(".face:visible").evaluate_all("all => all.map(each => each.dataset.level)")


@pytest.mark.parametrize(("size", "theme"), [(PHONE, "night"), (LAPTOP, "day")], ids=["phone", "laptop"])
def test_a_level_is_chosen_by_its_portrait_and_strength(new_context, server, size, theme):
    context = new_context(size)
    context.add_cookies([{"name": "theme", "value": theme, "url": server.address}])
    page = context.new_page()
    page.goto(f"{server.address}/new/china")
    assert page.locator(".level:visible").evaluate_all("all => all.map(each => each.dataset.level)") == LEVELS
    assert (faces(page), chosen(page)) == (["casual", "casual"], ["casual"])
    page.locator("[name=seat2]").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("[name=seat2]")).to_have_value("bot:strong")
    assert (faces(page), chosen(page)) == (["casual", "strong"], ["casual", "strong"])
    expect(page.locator(".face:visible").last).to_contain_text("9 of 10")
    page.select_option("[name=seat1]", "bot:random")
    assert (faces(page), chosen(page)) == (["strong"], ["strong"])
    assert faults(page) == []
    assert not too_wide(page)
    page.select_option("[name=seat1]", "open")
    page.click(".go button")
    page.wait_for_selector("#invitation")
    page.select_option("[name=fill]", "expert")
    assert chosen(page) == ["expert"]
    assert faults(page) == []
    assert not too_wide(page)


def test_the_chosen_level_stays_when_somebody_else_comes(new_context, server):
    host, friend = (new_context(size).new_page() for size in (LAPTOP, PHONE))
    host.goto(f"{server.address}/new/china")
    for seat in (1, 2):
        host.select_option(f"[name=seat{seat}]", "open")
    host.click(".go button")
    host.wait_for_selector("#invitation")
    host.select_option("[name=fill]", "strong")
    friend.goto(host.url)
    friend.fill("[name=name]", "Ben")
    friend.click("form[action$='/join'] button >> nth=0")
    expect(host.locator(".seating")).to_contain_text("Ben")
    expect(host.locator("[name=fill]")).to_have_value("strong")
    assert chosen(host) == ["strong"]
