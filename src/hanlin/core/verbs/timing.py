"""The verbs one by one, over and over again, so that they can be timed (``hanlin bench``)."""

from __future__ import annotations

from hanlin.core.jit.compiled import entry
from hanlin.core.verbs.generic import CHANCE, OVER, actor, choose, guess, hide, play, sample, value

VERBS = ("copy", "choose", "play", "hide", "guess", "value")
COPY, CHOOSE, PLAY, HIDE, GUESS, VALUE = range(6)


@entry
def collect(start, states, codes, spare, rng):
    """Fill ``states`` with moments of random games from ``start[0]`` at which a seat decides, ``codes`` with decisions there.

    Of about every third decision the state is taken, so that the moments are of many games. ``spare``: room for a state.
    """
    spare[0] = start[0]
    n, decisions = 0, 0
    while n < len(states):
        who = actor(spare[0])
        if who == OVER:
            spare[0] = start[0]
        elif who == CHANCE:
            play(spare[0], sample(spare[0], rng))
        else:
            decisions += 1
            action = choose(spare[0], rng)
            if decisions % 3 == 0:
                states[n] = spare[0]
                codes[n] = action
                n += 1
            play(spare[0], action)


@entry
def repeat(verb, states, codes, spare, times, rng):
    """Call one verb ``times`` times with every state, each time on a copy where it changes the state. Returns a number.

    ``hide``: for the acting seat; ``guess``: hidden fields must be gone from ``states`` already.
    """
    something = 0.0
    for _ in range(times):
        for k in range(len(states)):
            if verb == CHOOSE:
                something += choose(states[k], rng)
            elif verb == VALUE:
                something += value(states[k], actor(states[k]))
            else:
                spare[0] = states[k]
                if verb == PLAY:
                    play(spare[0], int(codes[k]))
                elif verb == HIDE:
                    hide(spare[0], actor(states[k]))
                elif verb == GUESS:
                    guess(spare[0], rng)
    return something
