"""A custom bot in 30 lines: the best few actions, each tried in many sampled positions.

hanlin arena china --players 3 --bots "cmd:python docs/examples/china_bot.py,greedy,greedy" --games 60 --think 0.2
"""

import time

import numpy as np

from hanlin.bots import serve
from hanlin.core.jit.rng import seeded
from hanlin.core.verbs.generic import CHANCE, OVER, actor, choose, guess, play, sample, value


def choose_action(seen, seconds, seed):
    rng, until = seeded(seed), time.thread_time() + 0.9 * seconds
    desk = np.zeros(2, seen.game.dtype)  # a world that may be the real one, and what becomes of it
    codes = seen.legal_codes
    worth = dict.fromkeys(codes, 0.0)
    rounds = 0
    while len(codes) > 1 and (rounds < 1 or time.thread_time() < until):
        desk[0] = seen.state
        guess(desk[0], rng)
        for code in codes:
            desk[1] = desk[0]
            play(desk[1], code)
            for _ in range(rounds and 3):  # first a look at the action alone, then three decisions further
                while actor(desk[1]) == CHANCE:
                    play(desk[1], sample(desk[1], rng))
                if actor(desk[1]) != OVER:
                    play(desk[1], choose(desk[1], rng))
            worth[code] += value(desk[1], seen.seat)
        rounds += 1
        if rounds == 1:
            codes = sorted(codes, key=worth.get, reverse=True)[:6]
    return seen.game.text(seen.state, max(codes, key=worth.get))


serve(choose_action)
