"""A bot's choice depends on its view only: the same seed gives the same choice in any two states with equal views."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import hanlin
from hanlin.bots import bot, policies
from hanlin.bots.levels import levels, recipe
from hanlin.bots.search import Budget, Searcher
from hanlin.core.jit.compiled import PLAIN
from hanlin.core.jit.rng import seeded
from hanlin.core.position.game import games
from hanlin.core.verbs import generic
from hanlin.core.verbs.generic import CHANCE

NAMES = [name for name, game in games().items() if game.has_secrets]
ONE_STEP = ["random", "greedy", *(level.name for level in levels().values() if not level.searches)]


def worlds(name, every, most):
    """Positions in which a seat decides, each with a different one of equal view."""
    rng, found = seeded("worlds", name), 0
    position = hanlin.game(name).start()
    while not position.over and found < most:
        if position.actor >= 0 and position.ply % every == 0:
            other = position.seen_by(position.actor)._states.copy()
            generic.guess(other[0], rng)
            if other.tobytes() != position._states[:1].tobytes():
                found += 1
                yield position.copy(), hanlin.Position(position.game, other, position.options)
        choose = generic.sample if position.actor == CHANCE else generic.choose
        position.apply(int(choose(position.state, rng)))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("who", ONE_STEP)
def test_a_bot_chooses_the_same_in_worlds_that_look_alike(name, who):
    mind, pairs = bot(who), list(worlds(name, 3, 5))
    assert len(pairs) >= (1 if name == "lanterns" else 5)
    for n, (position, other) in enumerate(pairs):
        seat = position.actor
        for seed in range(2):
            chosen = [mind.choose(world.seen_by(seat), seeded("alike", n, seed)) for world in (position, other)]
            assert chosen[0] == chosen[1]


@pytest.mark.parametrize("name", NAMES)
def test_a_search_chooses_the_same_in_worlds_that_look_alike(name):
    # A placement of Forbidden City takes long at plain speed: few candidates and one reply show as much.
    small = replace(recipe(name), breadth=3, rollout_moves=1)
    for n, (position, other) in enumerate(worlds(name, 3, 2 if PLAIN else 6)):
        thoughts = []
        for world in (position, other):
            searcher = Searcher(world.game, small, fast=not PLAIN)
            seen = world.seen_by(position.actor)
            thoughts.append(
                searcher.think(seen.state, position.actor, Budget(iterations=8 if PLAIN else 60), ("alike", n)).lines
            )
        assert thoughts[0] == thoughts[1]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("mind", [policies.RANDOM, policies.GREEDY])
def test_games_of_bots_go_on_alike_until_chance_or_another_seat_acts(name, mind):
    """In whole games as well, a seat's first decision depends on its view only."""
    for n, (position, other) in enumerate(worlds(name, 5, 6)):
        played = []
        for world in (position, other):
            states, scratch = world._states[:1].copy(), np.zeros(3, world.game.dtype)
            codes, log = np.zeros(world.game.max_actions, np.int32), np.zeros(1, np.int32)
            policy_ids = np.full(world.players, mind, np.int64)
            policies.whole_game(states, scratch, policy_ids, codes, log, seeded("alike", n))
            played.append(int(log[0]))
        assert played[0] == played[1]
