"""The two speeds are one game, action by action and byte by byte; nothing reaches beyond an array."""

from __future__ import annotations

import numpy as np
import pytest

from forbidden_city.test_properties import SETS, start
from hanlin.core.jit.compiled import entry
from hanlin.core.jit.rng import seeded
from hanlin.core.verbs.generic import CHANCE, OVER, actions, actor, choose, guess, hide, play, sample, value
from hanlin.games.forbidden_city import GAME
from hanlin.games.forbidden_city.tiles import START_FACES
from helpers.two_speeds import as_everybody_plays, with_every_index_checked

LONGEST = 400
"""Actions of seats and chance that a game has at most, with many tiles that fit nowhere."""

GAMES = [(tiles, players, side) for tiles in SETS for players in (2, 3, 4) for side in START_FACES]


@entry
def record_game(states, codes, legal, worths, spare, out, rng, aside):
    """Play states[0] at random; keep the state before each action, the action, the number of legal ones and an evaluation.

    spare: one more state, in which a seat's view and a guess (drawn ``aside``) are tried and leave their mark in ``worths``.
    """
    n = 0
    while True:
        s = states[n]
        who = actor(s)
        if who == OVER:
            return n
        legal[n] = actions(s, out)
        code = sample(s, rng) if who == CHANCE else choose(s, rng)
        spare[0] = s
        hide(spare[0], n % 3 - 1)
        guess(spare[0], aside)
        worths[n] = value(spare[0], 1)
        codes[n] = code
        n += 1
        states[n] = s
        play(states[n], code)


PLAIN = getattr(record_game, "py_func", record_game)


def recorded(game, run):
    """A game: its states, what ``record_game`` notes of each action, and its generator at the end."""
    states = np.zeros(LONGEST + 1, GAME.dtype)
    states[0] = start(*game).state
    codes, legal, worths = np.zeros(LONGEST, np.int64), np.zeros(LONGEST, np.int64), np.zeros(LONGEST)
    spare, out, rng = np.zeros(1, GAME.dtype), np.zeros(GAME.max_actions, np.int32), seeded("speeds", *game)
    n = run(states, codes, legal, worths, spare, out, rng, seeded("aside", *game))
    return states[: n + 1], codes[:n].tolist(), legal[:n].tolist(), worths[:n], rng.tolist()


def recorded_games():
    """Whole games, with all sets, seats and start faces."""
    return [recorded(game, record_game) for game in GAMES]


def test_random_games_end_alike_at_both_speeds():
    """Games run as in simulations, by the machine code that everybody has."""
    for game in GAMES[::5]:
        states, _, _, _, rng = recorded(game, PLAIN)
        end, generator = as_everybody_plays(states[0], seeded("speeds", *game))
        assert (end.tobytes(), generator) == (states[-1].tobytes(), rng), game


@pytest.mark.long
def test_both_speeds_play_alike_within_the_bounds_of_arrays():
    for game, (states, codes, legal, worths, rng) in zip(GAMES, with_every_index_checked(__name__), strict=True):
        plain_states, plain_codes, plain_legal, plain_worths, plain_rng = recorded(game, PLAIN)
        assert (codes, legal, rng) == (plain_codes, plain_legal, plain_rng), game
        assert np.allclose(worths, plain_worths, rtol=1e-12, atol=1e-12)
        for ply, (state, plain_state) in enumerate(zip(states, plain_states, strict=True)):
            assert state.tobytes() == plain_state.tobytes(), (game, ply)
        assert actor(plain_states[-1]) == OVER
        end, generator = as_everybody_plays(plain_states[0], seeded("speeds", *game))
        assert (end.tobytes(), generator) == (states[-1].tobytes(), rng)
