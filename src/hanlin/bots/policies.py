"""How the bots decide, written once for both speeds and all games."""

from __future__ import annotations

import numpy as np

from hanlin.core.jit.compiled import compiled, entry
from hanlin.core.jit.rng import GENERATOR, below
from hanlin.core.verbs.generic import CHANCE, OVER, actor, scores, standing
from hanlin.core.verbs.outlined import actions, choose, guess, hide, play, sample, value

RANDOM = 0
GREEDY = 1

SEEN, GUESSED, TRIED = 0, 1, 2
"""What the three records of a bot's desk hold: what it sees, a guess at the rest, and an action tried out."""


@compiled
def best_of(desk, here, tried, who, codes, n, rng):
    """Of the first ``n`` codes the action of desk[here] that is worth most to ``who`` at once; among equals, one at random.

    desk: array of states, of which desk[tried] is room to try actions out. It knows all that stands in desk[here].
    """
    best = int(codes[0])
    if n == 1:
        return best
    most = 0.0
    equals = 0
    for k in range(n):
        desk[tried] = desk[here]
        play(desk[tried], int(codes[k]))
        worth = value(desk[tried], who)
        if equals == 0 or worth > most:
            best, most, equals = int(codes[k]), worth, 1
        elif worth == most:
            equals += 1
            if below(rng, equals) == 0:
                best = int(codes[k])
    return best


@compiled
def greedy(desk, seat, codes, rng):
    """The action whose result is worth most to ``seat``, by the game's own evaluation, in a guess at what it does not see.

    desk: array of three states, of which desk[SEEN] is the seat's view; codes: int32 room for all legal actions.
    """
    n = int(actions(desk[SEEN], codes))
    if n > 1:
        desk[GUESSED] = desk[SEEN]
        guess(desk[GUESSED], rng)
    return best_of(desk, GUESSED, TRIED, seat, codes, n, rng)


@compiled
def decide(mind, desk, seat, codes, rng):
    """The action of the bot whose number is ``mind`` for ``seat``, from its view in desk[SEEN]."""
    if mind == GREEDY:
        return greedy(desk, seat, codes, rng)
    return choose(desk[SEEN], rng)


@compiled
def whole_game(states, desk, minds, codes, moves, rng):
    """Play states[0] to the end in place; minds: each seat's bot. Writes the actions to moves; returns how many there were."""
    n = 0
    while n < len(moves):
        who = actor(states[0])
        if who == OVER:
            break
        if who == CHANCE:
            action = int(sample(states[0], rng))
        elif minds[who] == RANDOM:
            action = int(choose(states[0], rng))  # what is legal for a seat never hangs on what it can't see
        else:
            desk[SEEN] = states[0]
            hide(desk[SEEN], who)
            action = int(greedy(desk, who, codes, rng))
        play(states[0], action)
        moves[n] = action
        n += 1
    return n


@compiled
def whole_games(start, states, desk, minds, codes, moves, rngs, lengths, points, standings):
    """Play a game from start[0] for each generator of ``rngs``, with the bots ``minds[game]``.

    Writes of each game how many actions it had, and the points and standings (``generic.standing``) of its seats. ``states``:
    room for one state, in which the last game is left; ``moves`` holds that game's actions.
    """
    for game in range(len(rngs)):
        states[0] = start[0]
        lengths[game] = whole_game(states, desk, minds[game], codes, moves, rngs[game])
        scores(states[0], points[game])
        standing(states[0], standings[game])


@entry
def whole_games_fast(start, states, desk, minds, codes, moves, rngs, lengths, points, standings):
    """``whole_games`` as machine code."""
    whole_games(start, states, desk, minds, codes, moves, rngs, lengths, points, standings)


# One game and one decision have no entries of their own, since each takes its time to compile.


def whole_game_fast(states, desk, minds, codes, moves, rng):
    """``whole_game`` as machine code."""
    rngs, lengths = np.zeros(1, GENERATOR), np.zeros(1, np.int64)
    rngs[0] = rng
    points, standings = np.zeros((2, 1, int(states[0].players)), np.int64)
    room = np.zeros(1, states.dtype)
    whole_games_fast(states, room, desk, minds.reshape(1, -1), codes, moves, rngs, lengths, points, standings)
    states[0] = room[0]
    rng.a, rng.b, rng.c, rng.counter = rngs[0].tolist()
    return int(lengths[0])


def decide_fast(mind, desk, seat, codes, rng):
    """``decide`` as machine code: the first action of a game that goes on from the seat's view."""
    view, chosen = desk[SEEN : SEEN + 1].copy(), np.zeros(1, np.int32)
    whole_game_fast(view, desk, np.full(int(view[0].players), mind, np.int64), codes, chosen, rng)
    return int(chosen[0])
