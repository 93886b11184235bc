"""The simple policies, random and greedy, and whole games between them: one source for both speeds and all games."""

from __future__ import annotations

import numpy as np

from hanlin.core.jit.compiled import compiled, entry
from hanlin.core.jit.rng import GENERATOR, below
from hanlin.core.verbs.generic import CHANCE, OVER, actor, scores, standing
from hanlin.core.verbs.outlined import actions, choose, guess, hide, play, sample, value

RANDOM = 0
GREEDY = 1

SEEN, SAMPLED, TRIED = 0, 1, 2
"""Records of a policy's scratch array: the seat's view, a determinization of it, and a work state."""


@compiled
def best_of(scratch, here, tried, who, codes, n, rng):
    """The action among the first ``n`` codes with the highest value for ``who`` right after it; ties are broken at random.

    scratch[here]: the state, used in full; scratch[tried]: a work state.
    """
    best = int(codes[0])
    if n == 1:
        return best
    most = 0.0
    equals = 0
    for k in range(n):
        scratch[tried] = scratch[here]
        play(scratch[tried], int(codes[k]))
        worth = value(scratch[tried], who)
        if equals == 0 or worth > most:
            best, most, equals = int(codes[k]), worth, 1
        elif worth == most:
            equals += 1
            if below(rng, equals) == 0:
                best = int(codes[k])
    return best


@compiled
def greedy(scratch, seat, codes, rng):
    """The action with the highest ``value`` for ``seat`` right after it, in one determinization of its view.

    scratch: three states, with the seat's view in scratch[SEEN]; codes: an int32 buffer for all legal actions.
    """
    n = int(actions(scratch[SEEN], codes))
    if n > 1:
        scratch[SAMPLED] = scratch[SEEN]
        guess(scratch[SAMPLED], rng)
    return best_of(scratch, SAMPLED, TRIED, seat, codes, n, rng)


@compiled
def decide(policy, scratch, seat, codes, rng):
    """The action of policy number ``policy`` for ``seat``, from its view in scratch[SEEN]."""
    if policy == GREEDY:
        return greedy(scratch, seat, codes, rng)
    return choose(scratch[SEEN], rng)


@compiled
def whole_game(states, scratch, policy_ids, codes, moves, rng):
    """Play states[0] to the end in place, seat k by policy_ids[k]; write the actions to ``moves`` and return their number."""
    n = 0
    while n < len(moves):
        who = actor(states[0])
        if who == OVER:
            break
        if who == CHANCE:
            action = int(sample(states[0], rng))
        elif policy_ids[who] == RANDOM:
            action = int(choose(states[0], rng))  # a seat's legal actions never depend on what is hidden from it
        else:
            scratch[SEEN] = states[0]
            hide(scratch[SEEN], who)
            action = int(greedy(scratch, who, codes, rng))
        play(states[0], action)
        moves[n] = action
        n += 1
    return n


@compiled
def whole_games(start, states, scratch, policy_ids, codes, moves, rngs, lengths, points, standings):
    """Play a game from start[0] for each generator of ``rngs``, with the policies ``policy_ids[game]``.

    Fills by game ``lengths`` (actions), ``points`` and ``standings`` (``generic.standing``) of the seats. ``states`` (one
    state) and ``moves`` hold the final state and the actions of the last game.
    """
    for game in range(len(rngs)):
        states[0] = start[0]
        lengths[game] = whole_game(states, scratch, policy_ids[game], codes, moves, rngs[game])
        scores(states[0], points[game])
        standing(states[0], standings[game])


@entry
def whole_games_fast(start, states, scratch, policy_ids, codes, moves, rngs, lengths, points, standings):
    """``whole_games`` as machine code."""
    whole_games(start, states, scratch, policy_ids, codes, moves, rngs, lengths, points, standings)


# One game and one decision have no entry points of their own, since each would have to be compiled.


def whole_game_fast(states, scratch, policy_ids, codes, moves, rng):
    """``whole_game`` as machine code."""
    rngs, lengths = np.zeros(1, GENERATOR), np.zeros(1, np.int64)
    rngs[0] = rng
    points, standings = np.zeros((2, 1, int(states[0].players)), np.int64)
    last = np.zeros(1, states.dtype)
    whole_games_fast(states, last, scratch, policy_ids.reshape(1, -1), codes, moves, rngs, lengths, points, standings)
    states[0] = last[0]
    rng.a, rng.b, rng.c, rng.counter = rngs[0].tolist()
    return int(lengths[0])


def decide_fast(policy, scratch, seat, codes, rng):
    """``decide`` as machine code: the first action of a game played on from the seat's view."""
    view, chosen = scratch[SEEN : SEEN + 1].copy(), np.zeros(1, np.int32)
    whole_game_fast(view, scratch, np.full(int(view[0].players), policy, np.int64), codes, chosen, rng)
    return int(chosen[0])
