"""What a pointed placement would swing in China: each kind of change, as the rules then score it."""

from __future__ import annotations

from china.faces_games import decisions
from china.tables import table
from hanlin.games.china import GAME, words
from hanlin.games.china.snapshot import final_scoring


def swings(position, action: str) -> list[tuple[str, str, str]]:
    """The consequences of a legal action of the active seat: key, text and tone."""
    assert action in position.legal
    found = words.consequences(position.seen_by(position.actor), action)
    return [(each.key, each.text, each.tone) for each in found]


def test_a_palace_takes_the_lead_or_draws_level():
    position = table("2 red", palaces={"wei": [0, 1, 1, 0, 2]})
    assert swings(position, "palace wei 6 red") == [("region wei", "you lead in Wei: +7 when it is full", "good")]
    position = table("2 red", palaces={"wei": [0, 1, 1]})
    assert swings(position, "palace wei 6 red") == [("region wei", "level with Purple in Wei: +7 when it is full", "good")]


def test_a_palace_behind_says_what_it_brings_as_it_stands():
    position = table("2 red", palaces={"wei": [0, 1, 1, 1]})
    assert swings(position, "palace wei 6 red") == [("region wei", "+0 for you in Wei as it stands", "")]
    position = table("2 red", palaces={"wei": [1, 1, 1]})
    assert swings(position, "palace wei 6 red") == [("region wei", "+3 for you in Wei as it stands", "good")]


def test_the_last_palace_says_what_the_region_scores():
    position = table("2 red", palaces={"wei": [0, 1, 1, 1, 2, 0]})
    (found,) = swings(position, "palace wei 7 red")
    assert found == ("region wei", "Wei is full: you 7, Purple 7, Green 3", "good")
    before = position.scores
    position.play("palace wei 7 red")
    assert [after - was for after, was in zip(position.scores, before, strict=True)][:3] == [7, 7, 3]
    position = table("2 red", palaces={"wei": [1, 1, 1, 1, 2, 2]})
    assert swings(position, "palace wei 7 red")[0] == ("region wei", "Wei is full: Purple 7, Green 4, you 2", "warn")


def test_a_palace_says_how_long_the_row_becomes():
    position = table("2 red", palaces={"wei": [0, 0, 0]})
    _region, road = swings(position, "palace wei 4 red")
    assert road == ("space wei 4", "a row of 4 palaces: +4 at the end", "good")
    position.play("palace wei 4 red")
    assert final_scoring(position.state).road_points(0) == 4


def test_an_emissary_tips_an_alliance():
    emissaries = {"han": {0: 1}, "chu": {1: 1}}
    position = table("2 violet", palaces={"chu": [0, 0, 1], "han": [0, 0]}, emissaries=emissaries)
    found = swings(position, "emissary chu violet")
    assert ("border 7", "alliance 7 is yours: +3 at the end", "good") in found
    assert ("court chu", "the most emissaries in Chu: shared", "good") in found
    position.play("emissary chu violet")
    assert [(pact.number, pact.seats, pact.points) for pact in final_scoring(position.state).pacts] == [(7, (0,), 3)]


def test_an_emissary_shares_an_alliance_or_breaks_it():
    palaces = {"chu": [0, 0, 0, 1], "han": [0, 0, 0]}
    position = table("2 violet", palaces=palaces, emissaries={"han": {0: 1, 1: 1}, "chu": {1: 1}})
    assert ("border 7", "alliance 7 with Purple: +4 each", "good") in swings(position, "emissary chu violet")
    position = table("2 violet", palaces=palaces, emissaries={"han": {1: 1}, "chu": {0: 1, 1: 1}})
    assert ("border 7", "alliance 7: Purple out", "good") in swings(position, "emissary chu violet")
    position = table("2 violet", palaces=palaces, emissaries={"han": {1: 2}, "chu": {1: 1}})
    assert ("border 7", "alliance 7: 4 points for Purple", "warn") in swings(position, "emissary chu violet")


def test_an_emissary_that_is_behind_says_how_many_are_missing():
    position = table("2 green", palaces={"han": [1, 1, 1]}, emissaries={"han": {1: 2}})
    assert swings(position, "emissary han green") == [("court han", "1 more emissary to lead level", "")]


def test_a_fortress_says_what_it_is_for():
    position = table("2 green", palaces={"han": [1]}, fortresses=True)
    assert swings(position, "fortress han 3 green") == [("space han 3", "a palace here doubles its owner’s points", "")]


def test_cards_swing_nothing_on_the_map():
    for position in decisions():
        for action in position.legal:
            if not action.startswith(("palace", "emissary", "fortress")):
                assert words.consequences(position.seen_by(position.actor), action) == []


def test_every_key_is_on_the_board():
    """Captions are shown at the part of the board with that key, once each."""
    said = 0
    for position in decisions()[::4]:
        seen = position.seen_by(position.actor)
        board = GAME.drawing.board(seen)
        for action in seen.legal:
            for each in words.consequences(seen, action):
                said += 1
                assert board.count(f'data-key="{each.key}"') == 1
                assert each.text
                assert "{" not in each.text
    assert said > 50
