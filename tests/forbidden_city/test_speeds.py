"""The two speeds are one game, action by action and byte by byte; nothing reaches beyond an array."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

from forbidden_city.test_properties import SETS, start
from hanlin.core import generic
from hanlin.core.compiled import entry
from hanlin.core.generic import CHANCE, OVER, actions, actor, choose, guess, hide, play, sample, value
from hanlin.core.rng import seeded
from hanlin.games.forbidden_city import GAME
from hanlin.games.forbidden_city.tiles import START_FACES

LONGEST = 400
"""Actions of seats and chance that a game has at most, with many tiles that fit nowhere."""

GAMES = [(tiles, players, side) for tiles in SETS for players in (2, 3, 4) for side in START_FACES]


@entry
def record_game(states, codes, legal, worths, spare, out, rng):
    """Play states[0] at random; keep the state before each action, the action, the number of legal ones and an evaluation.

    spare: one more state, in which a seat's view and a guess from it are tried and leave their mark in ``worths``.
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
        guess(spare[0], rng)
        worths[n] = value(spare[0], 1)
        codes[n] = code
        n += 1
        states[n] = s
        play(states[n], code)


def recorded(tiles, players, side, run):
    first = start(tiles, players, side)
    states = np.zeros(LONGEST + 1, GAME.dtype)
    states[0] = first.state
    codes, legal, worths = np.zeros(LONGEST, np.int64), np.zeros(LONGEST, np.int64), np.zeros(LONGEST)
    spare, out = np.zeros(1, GAME.dtype), np.zeros(GAME.max_actions, np.int32)
    n = run(states, codes, legal, worths, spare, out, seeded("speeds", tiles, players, side))
    return n, states, codes, legal, worths


@pytest.mark.parametrize(("tiles", "players", "side"), GAMES)
def test_both_speeds_play_the_same_game(tiles, players, side):
    plain = getattr(record_game, "py_func", record_game)
    n, states, codes, legal, worths = recorded(tiles, players, side, record_game)
    m, plain_states, plain_codes, plain_legal, plain_worths = recorded(tiles, players, side, plain)
    assert n == m
    assert list(codes) == list(plain_codes)
    assert list(legal) == list(plain_legal)
    assert np.allclose(worths, plain_worths, rtol=1e-12, atol=1e-12)
    for ply in range(n + 1):
        assert states[ply].tobytes() == plain_states[ply].tobytes(), f"ply {ply}"


def many_games():
    """Whole games, all sets, seats and start faces, at compiled speed where there is one; returns the coins paid in each."""
    scores = []
    for tiles, players, side in GAMES:
        n, states, *_ = recorded(tiles, players, side, record_game)
        assert generic.actor(states[n]) == OVER
        scores.append(int(states[n].points.sum()))
    return scores


def test_nothing_reaches_beyond_an_array():
    script = "from forbidden_city.test_speeds import many_games; print(many_games())"
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "PYTHONPATH": "tests"}
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, timeout=280, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == str(many_games())
