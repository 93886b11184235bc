"""What pages say about a game before it is played."""

from __future__ import annotations

from types import SimpleNamespace

from hanlin.core.i18n.language import language, languages
from hanlin.core.position.game import games
from hanlin.core.verbs.defaults import Guarded, Words
from hanlin.core.verbs.presentation import GameFacts
from hanlin.server.views.about_games import facts_of, headline, learn_words, longest_first, players_of
from hanlin.server.views.scenes import scene, scene_of
from lanterns import GAME

DRAGON, CHINA, CITY = (games()[name] for name in ("year_of_the_dragon", "china", "forbidden_city"))


def test_the_headline_names_the_authors_where_all_are_known():
    assert headline(longest_first([CITY, CHINA, DRAGON])) == "Three games by Feld, Schacht and Knizia."
    assert headline([CHINA, CITY]) == "Games by Schacht and Knizia."
    assert headline([CHINA, GAME]) == headline([]) == "Board games of imperial China."


def test_each_game_says_how_long_and_how_heavy_it_is():
    assert [facts_of(game) for game in (DRAGON, CHINA, CITY)] == [
        "75–100 min · demanding",
        "45–60 min · medium",
        "30–45 min · light",
    ]
    assert (facts_of(GAME), players_of(GAME), players_of(CHINA)) == ("", "2–4 players", "3–5 players")
    for code in languages():
        with language(code):
            assert ("medium" in facts_of(CHINA)) == (code == "en")


def test_games_of_unknown_length_come_last():
    assert longest_first([GAME, CITY, DRAGON]) == [DRAGON, CITY, GAME]


def test_a_lesson_says_how_long_it_takes():
    assert [learn_words(game) for game in (DRAGON, CHINA, CITY)] == ["Learn · 5 min", "Learn · 6 min", "Learn · 5 min"]
    assert learn_words(GAME) == ""


def test_facts_of_a_plug_in_may_be_missing_or_fail():
    def broken():
        raise ValueError("no facts")

    defaults = Words("chess", lambda: None)
    for module in (None, SimpleNamespace(facts=broken), SimpleNamespace(facts=lambda: None)):
        assert Guarded(module, "chess", defaults).facts() == GameFacts()
    own = GameFacts("Somebody", (5, 5), "light")
    assert Guarded(SimpleNamespace(facts=lambda: own), "chess", defaults).facts() == own


def test_a_scene_is_a_file_of_its_own():
    found = scene_of(CHINA)
    assert found.text.startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    assert f"/scene/china/en/{found.digest}.svg#scene" in scene(CHINA)
    with language("it"):
        assert f"/scene/china/it/{scene_of(CHINA).digest}.svg#scene" in scene(CHINA)


class Odd:
    """A game with a certain drawing."""

    name = "odd"

    def __init__(self, drawn):
        self.drawing = SimpleNamespace(emblem=lambda: drawn)


def test_a_scene_that_is_no_xml_is_written_into_the_page():
    for drawn in ('<svg viewBox="0 0 9 9"><br></svg>', "<b>none</b>"):
        game = Odd(drawn)
        assert scene_of(game) is None
        assert scene(game) == drawn
