"""Words of every language fit on a phone: no control is outside the screen, no verdict is cut off."""

from __future__ import annotations

import pytest
from test_at_once import go

from hanlin.core.i18n.language import languages
from helpers.browser_positions import Tables, kinds_of_decision

SEED = "long words"
OUTSIDE = """() => [...document.querySelectorAll("#ways button")].filter(each => each.checkVisibility())
    .map(each => [each.textContent, each.getBoundingClientRect()])
    .filter(([, box]) => box.left < 0 || box.right > innerWidth + 0.5 || box.top < 0 || box.bottom > innerHeight)
    .map(([text]) => text)"""
CUT = """() => [...document.querySelectorAll(".player .turn")].filter(each => each.scrollWidth > each.clientWidth)
    .map(each => each.textContent)"""


@pytest.fixture(scope="module")
def tables(server):
    return Tables(server)


@pytest.fixture(scope="module")
def ply():
    return next(iter(kinds_of_decision("forbidden_city", 4, SEED).values()))


def test_the_bar_over_the_board_and_the_winner_have_room(new_context, tables, ply):
    page = new_context({"width": 390, "height": 844}).new_page()
    asked, finished = tables.at("forbidden_city", 4, SEED, ply), tables.finished("forbidden_city", 4, SEED)
    several = "all => all.findIndex(each => JSON.parse(each.dataset.variants).length > 1)"
    for code in languages():
        tables.known_to(page.context, language=code)
        go(page, asked)
        assert page.get_attribute("html", "lang") == code
        places = page.locator("#board [data-variants]")
        places.nth(places.evaluate_all(several)).click()
        assert page.is_visible("#ways")
        assert page.evaluate(OUTSIDE) == [], code
        page.goto(finished)
        assert page.locator(".player.winner .turn").count() > 0
        assert page.evaluate(CUT) == [], code
