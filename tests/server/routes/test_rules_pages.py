"""The rule pages as the table shows them."""

import re
from dataclasses import replace

import pytest

from hanlin.core.position.game import games
from hanlin.server.views.rules import _pages, rule_sentence, rule_title, rules_page, summary

PAGES = [(name, code) for name in games() for code in ("de", "en", "fr", "it", "nl")]


@pytest.mark.parametrize(("game", "code"), PAGES)
def test_each_rule_has_its_anchor(game, code):
    html, language = rules_page(games()[game], code)
    assert language == code
    [(_code, path), *_rest] = _pages(games()[game], code)
    numbers = re.findall(r"^(?:- |## )([A-Z]\d+(?:\.\d+)?)", path.read_text("utf-8"), re.MULTILINE)
    assert len(numbers) > 10
    for number in numbers:
        assert html.count(f'id="{number}"') == 1
        assert f'href="#{number}"' in html or "." not in number


def test_a_game_without_pages_has_none():
    assert rules_page(replace(games()["china"], name="chess"), "en") is None


def test_an_unknown_language_gets_english():
    assert rules_page(games()["china"], "xx")[1] == "en"


def test_a_rule_is_named_in_a_few_words():
    assert rule_title(games()["year_of_the_dragon"], "Y5.4", "en") == "Dragon festival"
    assert rule_title(games()["year_of_the_dragon"], "Y6", "en") == "Scoring phase"
    assert rule_title(games()["year_of_the_dragon"], "Y5.4", "it") not in ("", "Dragon festival")
    assert rule_title(games()["year_of_the_dragon"], "Y77", "en") == ""


def test_a_tip_about_a_rule_is_never_cut():
    city = games()["forbidden_city"]
    whole = "1 for each tile in it (a tile with both halves in it counts once), 3 for each dragon in it"
    assert rule_sentence(city, "F4.1", "en") == whole
    assert rule_sentence(games()["year_of_the_dragon"], "Y5.4", "en") == "Dragon festival"
    assert rule_sentence(city, "F77", "en") == ""


@pytest.mark.parametrize(("game", "code"), PAGES)
def test_each_rule_has_a_whole_sentence_for_tips(game, code):
    html, _language = rules_page(games()[game], code)
    said = [rule_sentence(games()[game], number, code) for number in re.findall(r'id="([A-Z]\d+\.\d+)"', html)]
    assert all(said)
    assert not [text for text in said if "…" in text or text.count("(") != text.count(")")]


@pytest.mark.parametrize("name", ["year_of_the_dragon", "china", "forbidden_city"])
def test_rules_are_found_for_games_that_hold_dictionaries(name):
    assert hash(games()[name]) == hash(games()[name])
    assert rules_page(games()[name], "en") is not None


SUMMARIES = [
    (name, code) for name in ("year_of_the_dragon", "china", "forbidden_city") for code in ("en", "it", "fr", "nl", "de")
]


@pytest.mark.parametrize(("game", "code"), SUMMARIES)
def test_summaries_agree_across_languages_and_cite_existing_rules(game, code):
    told, language = summary(games()[game], code)
    assert language == code
    cited = re.findall(r"\b[CFY]\d+(?:\.\d+)?", told)
    english, _code = summary(games()[game], "en")
    assert sorted(cited) == sorted(re.findall(r"\b[CFY]\d+(?:\.\d+)?", english))
    assert told.count("<tr>") == english.count("<tr>")
    rules, _language = rules_page(games()[game], "en")
    for number in cited:
        assert f'id="{number}"' in rules


def test_a_game_without_a_summary_offers_none(client):
    assert client.get("/rules/lanterns/summary").status_code == 404
    assert "/rules/lanterns/summary" not in client.get("/rules/lanterns").text
