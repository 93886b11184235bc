"""The rule pages as the table shows them."""

import pytest

from hanlin.server.rules import rule_title, rules_page

PAGES = [(game, code) for game in ("year_of_the_dragon", "china", "forbidden_city") for code in ("en", "it")]


@pytest.mark.parametrize(("game", "code"), PAGES)
def test_each_rule_has_its_anchor(game, code):
    html, language = rules_page(game, code)
    letter = game[0].upper()
    assert language == code
    assert f'id="{letter}1"' in html
    assert f'id="{letter}3.1"' in html
    assert html.count(f'id="{letter}3.1"') == 1
    assert f'href="#{letter}3' in html


def test_there_is_no_page_for_an_unknown_game():
    assert rules_page("lanterns", "en") is None


def test_an_unknown_language_gets_english():
    assert rules_page("china", "xx")[1] == "en"


def test_a_rule_is_named_in_a_few_words():
    assert rule_title("year_of_the_dragon", "Y5.4", "en") == "Dragon festival"
    assert rule_title("year_of_the_dragon", "Y6", "en") == "Scoring phase"
    assert rule_title("year_of_the_dragon", "Y5.4", "it") not in ("", "Dragon festival")
    assert rule_title("year_of_the_dragon", "Y77", "en") == ""
