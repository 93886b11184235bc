"""The cards of the levels: what they say of strength, speed and the reader's games."""

from __future__ import annotations

from hanlin.core.i18n.language import language
from hanlin.core.position.game import games
from hanlin.server.db.results import Tally
from hanlin.server.tables.names import opponents_to_choose
from hanlin.server.views.levels import level_cards
from lanterns import GAME

DRAGON = "year_of_the_dragon"
LEVELS = ["novice", "casual", "strong", "expert"]


def cards(game, **tallies):
    return {card.level: card for card in level_cards(game, opponents_to_choose(game), tallies)}


def test_each_level_is_compared_by_the_measured_figures():
    strength = {name: {level: card.strength for level, card in cards(games()[name]).items()} for name in ("china", DRAGON)}
    assert strength[DRAGON] == {
        "novice": "Casual beats it in 9 of 10 games",
        "casual": "Beats Novice in 9 of 10 games",
        "strong": "Beats Casual in 98 of 100 games",
        "expert": "Beats Strong in 7 of 10 games",
    }
    assert strength["china"]["novice"] == "Casual wins 4 of 10 games against 2 × Novice (3 would be even)"
    assert strength["china"]["strong"] == "Wins 9 of 10 games against 2 × Casual (3 would be even)"


def test_each_level_has_a_temper_a_pace_and_a_record():
    found = cards(games()["china"], casual=Tally(1, 1), expert=Tally(2, 5), greedy=Tally(3, 3))
    assert list(found) == LEVELS
    assert len({card.temper for card in found.values()} - {""}) == 4
    assert [card.pace for card in found.values()] == [f"Up to {n} s a move" for n in ("0.05", "0.1", "0.3", "1")]
    assert [card.record for card in found.values()] == [
        "You haven't played against it yet",
        "You won 1 of 1 game",
        "You haven't played against it yet",
        "You won 2 of 5 games",
    ]


def test_numbers_on_cards_follow_the_language():
    with language("de"):
        assert "0,05" in cards(games()["china"])["novice"].pace


def test_a_game_without_measurements_says_nothing_of_strength():
    found = cards(GAME)
    assert {card.strength for card in found.values()} == {""}
    assert all(card.temper and card.pace and card.record for card in found.values())
