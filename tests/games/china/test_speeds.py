"""The two speeds are one game, action by action and byte by byte; nothing reaches beyond an array."""

from __future__ import annotations

import numpy as np
import pytest

from china.tables import random_walk
from china.test_maps import SMALL
from hanlin.core.jit.compiled import entry
from hanlin.core.jit.rng import seeded
from hanlin.core.verbs.generic import CHANCE, OVER, actions, actor, choose, guess, hide, play, sample, standing, value, weights
from hanlin.games.china import GAME
from hanlin.games.china.state import STATE
from helpers.two_speeds import as_everybody_plays, with_every_index_checked

LONGEST = 700
"""Actions of seats and chance that a game has at most."""

GAMES = [
    {"players": players, "fortresses": fortresses, **more}
    for players, more in ((3, {}), (4, {"side": "3-4"}), (4, {"side": "4-5"}), (5, {}), (4, {"map": SMALL}))
    for fortresses in (False, True)
]


@entry
def record_game(states, codes, legal, worths, spare, out, heavy, rng, aside):
    """Play states[0] at random; keep the state before each action, the action, the number of legal ones and an evaluation.

    A view and a guess (drawn ``aside``) from it are tried in ``spare[0]`` and leave their mark in ``worths``. Returns the
    number of actions.
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
        guess(spare[0], aside)
        worths[n] = value(spare[0], n % 3) + heavy.sum()
        codes[n] = code
        n += 1
        states[n] = s
        play(states[n], code)


PLAIN = getattr(record_game, "py_func", record_game)


def recorded(number, run):
    """The game of that number: its states, what ``record_game`` notes of each action and at the end, and its generator then."""
    states = np.zeros(LONGEST + 1, STATE)
    states[0] = GAME.start(**GAMES[number]).state
    codes, legal, worths = np.zeros(LONGEST, np.int64), np.zeros(LONGEST, np.int64), np.zeros(LONGEST)
    spare, out, heavy = np.zeros(1, STATE), np.zeros(GAME.max_actions, np.int32), np.zeros(5, np.int64)
    rng = seeded("speeds", number)
    n = run(states, codes, legal, worths, spare, out, heavy, rng, seeded("aside", number))
    return states[: n + 1], codes[:n].tolist(), legal[:n].tolist(), worths[:n], heavy.tolist(), rng.tolist()


def recorded_games():
    """Whole games, with all options."""
    return [recorded(number, record_game) for number in range(len(GAMES))]


def test_random_games_end_alike_at_both_speeds():
    """Games run as in simulations, by the machine code that everybody has."""
    for number in range(0, len(GAMES), 3):
        states, _, _, _, _, rng = recorded(number, PLAIN)
        end, generator = as_everybody_plays(states[0], seeded("speeds", number))
        assert (end.tobytes(), generator) == (states[-1].tobytes(), rng), GAMES[number]


@pytest.mark.long
def test_both_speeds_play_alike_within_the_bounds_of_arrays():
    for number, (states, codes, legal, worths, heavy, rng) in enumerate(with_every_index_checked(__name__)):
        plain_states, plain_codes, plain_legal, plain_worths, plain_heavy, plain_rng = recorded(number, PLAIN)
        assert (codes, legal, heavy, rng) == (plain_codes, plain_legal, plain_heavy, plain_rng), GAMES[number]
        assert np.allclose(worths, plain_worths, rtol=1e-12, atol=1e-12)
        for ply, (state, plain_state) in enumerate(zip(states, plain_states, strict=True)):
            assert state.tobytes() == plain_state.tobytes(), (GAMES[number], ply)
        assert actor(plain_states[-1]) == OVER
        end, generator = as_everybody_plays(plain_states[0], seeded("speeds", number))
        assert (end.tobytes(), generator) == (states[-1].tobytes(), rng)


def test_the_record_has_no_undetermined_bytes():
    """Padding between the fields of a record stays zero, since states are compared and stored as bytes."""
    covered = np.zeros(STATE.itemsize, bool)
    for dtype, offset in STATE.fields.values():
        covered[offset : offset + dtype.itemsize] = True
    for seed in range(3):
        position = random_walk(3 + seed, seed, 150, fortresses=True)
        raw = np.frombuffer(position.state.tobytes(), np.uint8)
        assert not raw[~covered].any()
    assert STATE.isalignedstruct
