"""The rule pages as the table shows them."""

import re
from dataclasses import replace

import pytest

from hanlin.core.position.game import games
from hanlin.server.views.rules import _pages, contents, in_a_minute, rule_text, rule_title, rules_page, summary
from lanterns import GAME

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


WORDS = 120


@pytest.mark.parametrize(("game", "code"), SUMMARIES)
def test_rules_begin_with_the_game_in_a_minute_and_end_with_sources(game, code):
    minute = in_a_minute(games()[game], code)
    said = [word for word in re.sub(r"<[^>]+>", " ", minute).split() if re.search(r"\w", word)]
    assert 60 <= len(said) <= WORDS
    assert 'class="mark"' not in minute, "rulings and sources are for those who read on"
    chapters = contents(games()[game], code)
    assert (chapters[0][1], chapters[-1][1]) == ("", "")
    assert [number for _id, number, _title in chapters[1:4]] == [id for id, _number, _title in chapters[1:4]]


def test_one_rule_is_quoted():
    china = games()["china"]
    assert "only one\npiece may be placed there" in rule_text(china, "C3.2", "en")
    assert rule_text(china, "C3.2", "de") not in ("", rule_text(china, "C3.2", "en"))
    assert rule_text(china, "C2", "en").startswith('<p data-rule="C2">')
    assert "either place pieces" in rule_text(china, "C2", "en")
    assert [rule_text(china, number, "en") for number in ("C99", ".*", "", '"><b>')] == [""] * 4


def test_rules_without_a_first_section_have_no_minute():
    assert in_a_minute(GAME, "en") == ""
    assert [id for id, _number, _title in contents(GAME, "en")] == ["L0", "L1"]
    assert in_a_minute(replace(games()["china"], name="chess"), "en") == ""


def test_help_gathers_the_question_the_rules_and_more(client):
    text = client.get("/help/lanterns", params={"rule": "L1.2"}).text
    assert 'id="help-question"' in text
    assert "only a lantern that the player holds can be lit" in text
    assert 'href="/rules/lanterns#L1.2"' in text
    assert 'id="help-rules"' in text
    assert 'id="help-lesson"' not in text
    for rule in ("", "L9", "<b>"):
        assert 'id="help-question"' not in client.get("/help/lanterns", params={"rule": rule}).text
