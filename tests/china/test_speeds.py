"""The two speeds are one game, action by action and byte by byte; nothing reaches beyond an array."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

from china.tables import random_walk
from china.test_maps import SMALL
from hanlin.core import generic
from hanlin.core.compiled import entry
from hanlin.core.generic import CHANCE, OVER, actions, actor, choose, guess, hide, play, sample, standing, value, weights
from hanlin.core.rng import seeded
from hanlin.games.china import GAME
from hanlin.games.china.state import STATE

LONGEST = 700
"""Actions of seats and chance that a game has at most."""

GAMES = [
    {"players": players, "fortresses": fortresses, **more}
    for players, more in ((3, {}), (4, {"side": "3-4"}), (4, {"side": "4-5"}), (5, {}), (4, {"map": SMALL}))
    for fortresses in (False, True)
]
NAMES = [f"{game['players']}-{game.get('side', 'map' if 'map' in game else '')}-{game['fortresses']}" for game in GAMES]


@entry
def record_game(states, codes, legal, worths, spare, out, heavy, rng):
    """Play states[0] at random; keep the state before each action, the action, the number of legal ones and an evaluation.

    A view and a guess from it are tried in ``spare[0]`` and leave their mark in ``worths``. Returns the number of actions.
    """
    n = 0
    while True:
        s = states[n]
        who = actor(s)
        if who == OVER:
            standing(s, heavy)
            return n
        legal[n] = actions(s, out)
        heavy[:] = 0
        weights(s, heavy)
        code = sample(s, rng) if who == CHANCE else choose(s, rng)
        spare[0] = s
        hide(spare[0], n % 4 - 1)
        guess(spare[0], rng)
        worths[n] = value(spare[0], n % 3) + heavy.sum()
        codes[n] = code
        n += 1
        states[n] = s
        play(states[n], code)


def recorded(options, seed, run):
    """A game: how many actions, all states, and what ``record_game`` notes."""
    states = np.zeros(LONGEST + 1, STATE)
    states[0] = GAME.start(**options).state
    codes, legal, worths = np.zeros(LONGEST, np.int64), np.zeros(LONGEST, np.int64), np.zeros(LONGEST)
    spare, out, heavy = np.zeros(1, STATE), np.zeros(GAME.max_actions, np.int32), np.zeros(5, np.int64)
    n = run(states, codes, legal, worths, spare, out, heavy, seeded("speeds", seed))
    return int(n), states, codes, legal, worths, heavy


@pytest.mark.parametrize("options", GAMES, ids=NAMES)
def test_both_speeds_play_the_same_game(options):
    plain = getattr(record_game, "py_func", record_game)
    n, states, codes, legal, worths, heavy = recorded(options, 0, record_game)
    m, plain_states, plain_codes, plain_legal, plain_worths, plain_heavy = recorded(options, 0, plain)
    assert n == m
    assert list(codes) == list(plain_codes)
    assert list(legal) == list(plain_legal)
    assert list(heavy) == list(plain_heavy)
    assert np.allclose(worths, plain_worths, rtol=1e-12, atol=1e-12)
    for ply in range(n + 1):
        assert states[ply].tobytes() == plain_states[ply].tobytes(), f"ply {ply}"


def many_games() -> list[int]:
    """The points of whole games, with all options."""
    found = []
    for number, options in enumerate(GAMES):
        n, states, *_ = recorded(options, number, record_game)
        assert generic.actor(states[n]) == OVER
        found.append(int(states[n].points.sum()))
    return found


def test_nothing_reaches_beyond_an_array():
    script = "from china.test_speeds import many_games; print(many_games())"
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "PYTHONPATH": "tests"}
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, timeout=280, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == str(many_games())


def test_the_record_has_no_undetermined_bytes():
    """What lies between the fields of a record stays zero, since states are compared and kept as bytes."""
    covered = np.zeros(STATE.itemsize, bool)
    for dtype, offset in STATE.fields.values():
        covered[offset : offset + dtype.itemsize] = True
    for seed in range(3):
        position = random_walk(3 + seed, seed, 150, fortresses=True)
        raw = np.frombuffer(position.state.tobytes(), np.uint8)
        assert not raw[~covered].any()
    assert STATE.isalignedstruct
