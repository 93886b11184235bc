"""The look of all pages: few sizes of type, signs that are signs."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest
from litestar.testing import TestClient

from hanlin.core.position.game import games
from hanlin.server.asgi import make_app
from hanlin.server.views.assets import style_rules
from hanlin.server.views.places_html import ticks
from hanlin.server.views.templates import signed

LOOK = style_rules()


def test_there_are_five_sizes_of_type():
    for block in re.findall(r":root[^{]*{([^}]*--t1:[^}]*)}", LOOK):  # the usual ones, and those of larger text
        sizes = [int(size) for size in re.findall(r"--t\d: (\d+)px", block)]
        assert len(sizes) == 5
        assert sizes == sorted(set(sizes))
        assert min(sizes) >= 12
    set_to = re.findall(r"font-size:\s*([^;}]+)", LOOK) + re.findall(r"font:\s*(?:[a-z]+ )?(?:\d{3} )?([^/;]+)/", LOOK)
    assert {size.strip() for size in set_to} <= {f"var(--t{n})" for n in range(1, 6)}


def test_numbers_of_the_timeline_that_would_touch_are_marked():
    """A phone leaves them out."""
    rounds = [(0, "Set-up"), *((number, f"Round {number}") for number in range(1, 23))]
    drawn = ticks(SimpleNamespace(headings=rounds, plies=22)).text
    assert re.findall(r'y="12">(\d+)<', drawn) == [str(number) for number in range(1, 23, 2)]
    assert re.findall(r'class="close">(\d+)<', drawn) == [str(number) for number in range(2, 23, 2)]


@pytest.mark.parametrize(("number", "text", "bare"), [(3, "+3", "3"), (0, "+0", "0"), (-12, "−12", "−12")])
def test_a_minus_is_a_minus(number, text, bare):
    assert signed(number) == text
    assert signed(number, plus=False) == bare


def test_no_page_brings_a_style_of_its_own(browser):
    """So the pages' policy can forbid all but the style sheet."""
    browser.set_up(seat1="bot:random")
    for path in ("/", "/new/lanterns", "/settings", "/rules/china", "/help/china", f"/t/{browser.table}"):
        text = browser.open(path)
        assert "style=" not in text, path
        assert "<style" not in text, path
    policy = browser.page.headers["content-security-policy"]
    assert "unsafe" not in policy
    assert "style-src 'self';" in policy


@pytest.fixture
def real(tmp_path):
    """A browser at a server with the built-in games."""
    with TestClient(make_app(tmp_path, games(), worker=False)) as client:
        yield client


@pytest.mark.parametrize("game", ["china", "forbidden_city", "year_of_the_dragon"])
def test_ids_are_unique_at_a_table_and_updates_carry_no_pictures(real, game):
    """The page holds the pictures, the view refers to them: board, areas, and the pictures of all choices."""
    seats = {f"seat{n}": "person" for n in range(3)}
    page = real.post(f"/new/{game}", data={"players": "3", "pause": "0", **seats}).text
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert sorted(ids) == sorted(set(ids))
    table = re.search(r'data-table="(\w+)"', page)[1]
    view = real.get(f"/t/{table}/view").text
    pictures = set(re.findall(r'<use href="#([^"]+)"', view))
    assert len(pictures) > 10
    assert pictures <= set(ids)
    assert "<symbol" in page
    assert "<symbol" not in view


def test_each_page_has_one_top_heading_even_a_former_dialog(app, browser):
    table = browser.set_up()
    paths = {route.path_format for route in app.routes if "GET" in getattr(route, "methods", ())}
    fill = {"table_id": table, "name": "lanterns", "seat": "0", "panel_id": "pool", "number": "1"}
    seen = set()
    for path in sorted(paths):
        answer = browser.client.get(re.sub(r"\{(\w+)\}", lambda found: fill.get(found[1], "x"), path))
        if "<!doctype html>" in answer.text:
            seen.add(path)
            assert answer.text.count("<h1") == 1, path
    assert {"/", "/account", "/t/{table_id}", "/t/{table_id}/log", "/t/{table_id}/sheet/{seat}", "/api/docs"} <= seen
