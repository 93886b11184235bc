"""Any position explains what a scoring now would bring: the lines' points are those that the rules would give."""

from __future__ import annotations

from collections import Counter

import pytest

import hanlin
from hanlin.core.errors import HanlinError
from hanlin.core.jit.rng import below, seeded

GAMES = [
    ("year_of_the_dragon", 3, {"great_wall": True}),
    ("china", 4, {"fortresses": True}),
    ("forbidden_city", 3, {}),
]


def some_positions(name, players, options, every=9):
    """Positions of a random game, each the same object, played on when the next one is asked for."""
    position, rng = hanlin.game(name).start(players, **options), seeded("reckon", name)
    while not position.over:
        if position.actor == hanlin.CHANCE:
            position.chance(rng)
        else:
            position.play(position.legal[below(rng, len(position.legal))])
        if position.ply % every == 0:
            yield position
    yield position


@pytest.mark.parametrize(("name", "players", "options"), GAMES)
def test_the_lines_add_up_to_what_the_rules_would_score(name, players, options):
    for position in some_positions(name, players, options):
        for ending, score in position.game.endings.items():
            lines = position.reckon(ending)
            after = position._states.copy()
            if not position.over:
                score(after[0])
            gained = Counter()
            for line in lines:
                assert line.rule
                assert line.sum or name == "year_of_the_dragon", line
                gained[line.seat] += line.points
            for seat in range(players):
                assert gained[seat] == int(after[0].points[seat]) - int(position.state.points[seat])


@pytest.mark.parametrize(("name", "players", "options"), GAMES)
def test_it_is_the_same_from_text_and_view_and_changes_nothing(name, players, options):
    for position in some_positions(name, players, options, every=31):
        before = position.text()
        for ending in position.game.endings:
            lines = position.reckon(ending)
            assert hanlin.position(before).reckon(ending) == lines
            assert position.seen_by(-1).reckon(ending) == lines
        assert position.text() == before


def test_a_position_that_was_set_up_is_explained():
    """By hand (C4.1): of four palaces in Yan 4 points for the most, 3 for the next, who counts the other's; one in Zhao 1."""
    position = hanlin.position(
        "china 3 side=3-4; now turn 1; points 0 0 0; pile 34 violet:6 yellow:7 orange:8 green:7 red:6; discards -; "
        "row violet:1 yellow:1 green:1 red:1; ran-out 0; hands violet:1 red:2|yellow:1 green:2|orange:1 red:2; "
        "board yan 1:1 2:1 3:1 4:2|zhao 1:2 2x1"
    )
    lines = position.reckon("game")
    assert [(line.seat, line.points, line.rule) for line in lines] == [(0, 4, "C4.1"), (1, 3, "C4.1"), (1, 1, "C4.1")]
    assert all(line.text.endswith(".") for line in lines)


def test_an_ending_that_there_is_not_is_said_so():
    with pytest.raises(HanlinError, match="china has no ending 'month'; there are: game"):
        hanlin.game("china").start(3).reckon("month")


def test_games_can_be_keys():
    for game in hanlin.games().values():
        assert {game: game.name}[game] == game.name
