"""The evaluation that bots use (insight.py)."""

from __future__ import annotations

import math

import pytest

from hanlin.core.jit.rng import below, seeded
from hanlin.core.position.position import Position
from hanlin.core.verbs.generic import CHANCE, value
from hanlin.games.year_of_the_dragon import GAME
from year_of_the_dragon.scenes import court, deal_usual, random_game, step, table, to_event, to_person_phase


def best_for(position: Position, seat: int) -> str:
    """The action of a bot with one-ply lookahead."""
    worth = {text: value(position.copy().play(text).state, seat) for text in position.legal}
    return max(worth, key=lambda text: worth[text])


def test_at_the_end_it_is_the_points():
    for seed in range(3):
        position = random_game(4, seed, great_wall=True, super_event="random")
        assert [value(position.state, seat) for seat in range(4)] == position.scores


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_it_is_a_number_at_every_moment(players):
    position = GAME.start(players, great_wall=True, super_event="random")
    rng = seeded("finite", players)
    while not position.over:
        for seat in range(players):
            assert math.isfinite(value(position.state, seat))
            assert -100 < value(position.state, seat) < 300
        step(position, rng)


def test_it_wants_rice_before_a_drought():
    position = table(3, 11, "drought")
    position.state.yuan[:3] = 1
    for seat in range(3):
        court(position, seat, (2, "court-lady"), (2, "monk-old"))
    deal_usual(position)
    assert best_for(position, 0) == "act 2 harvest"


def test_it_wants_yuan_before_a_tribute():
    position = table(3, 3, "imperial-tribute")
    position.state.yuan[0] = 1
    court(position, 0, (2, "tax-collector"), (2, "monk-old"))
    deal_usual(position)
    assert best_for(position, 0) == "act 1 taxes"


def test_it_wants_healers_before_a_contagion():
    position = table(2, 3, "contagion")
    court(position, 0, (3, "court-lady", "scholar-old"), (2, "monk-old"))
    to_person_phase(position)
    assert best_for(position, 0).startswith("hire healer-old")


def test_it_keeps_the_court_lady():
    position = table(2, 3, "mongol-invasion")
    court(position, 0, (3, "court-lady", "warrior-young", "monk-young"))
    court(position, 1, (3, "warrior-old", "warrior-old"))
    to_event(position)
    assert best_for(position, 0) != "release 1 court-lady"


@pytest.mark.parametrize("players", [2, 5])
def test_looking_one_decision_ahead_beats_chance(players):
    wins = 0
    for seed in range(6):
        position = GAME.start(players)
        rng = seeded("greedy", players, seed)
        seat = seed % players
        while not position.over:
            if position.actor == CHANCE:
                position.chance(rng)
            elif position.actor == seat:
                position.play(best_for(position, seat))
            else:
                position.play(position.legal[below(rng, len(position.legal))])
        wins += seat in position.winners
    assert wins >= 5
