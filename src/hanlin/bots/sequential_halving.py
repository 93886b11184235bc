"""The comparison: the best actions tried side by side, for games in which a tree finds nothing to hold on to.

Where each draw opens a new world, no part of a tree is seen twice. So all actions that are still in the running are tried in
the same guesses at what is hidden and with the same luck, a few replies are played, and after each round the worse half is
dropped (sequential halving, Karnin, Koren and Somekh 2013; ``search.py`` holds the rounds).
"""

from __future__ import annotations

from hanlin.bots.evaluation import MOST_SEATS, PRESENT, REPLIED, SEEN, TRIED, judge, judge_after, judge_by_value, play_out
from hanlin.core.jit.compiled import compiled, entry
from hanlin.core.jit.rng import split
from hanlin.core.verbs.outlined import guess, play


@compiled
def compare(desk, seat, recipes, net, candidates, n, sums, codes, results, ranks, rounds, looks, rngs):
    """Try the first ``n`` candidates (codes of actions) in ``rounds`` guesses, each guess with the same luck for all of them.

    desk[SEEN]: the view of ``seat``, who is to move. looks: int64, the decisions that are played before each look at the
    position (-1: to the end of the game). sums: float64 (MOST_SEATS + 1, n), to which are added every seat's result (0 … 1)
    and, last, the points of ``seat``, the means of all looks. rngs: three, of which the first goes on.
    """
    recipe = recipes[0]
    part = 1.0 / len(looks)
    for _ in range(rounds):
        desk[PRESENT] = desk[SEEN]
        guess(desk[PRESENT], rngs[0])
        split(rngs[0], rngs[1])
        for k in range(n):
            rngs[2] = rngs[1]
            desk[TRIED] = desk[PRESENT]
            play(desk[TRIED], int(candidates[k]))
            for look in range(len(looks)):
                if looks[look] != 0:
                    play_out(desk, TRIED, REPLIED, int(looks[look]), recipe.greedy, codes, rngs[2])
                if recipe.laps == 0:
                    judge(desk[TRIED], recipe, net, results[0], results[1], ranks)
                elif look == 0:
                    judge_after(desk, TRIED, REPLIED, seat, recipe, net, results[0], results[1], ranks)
                else:
                    judge_by_value(desk[TRIED], recipe, results[0], results[1], ranks)
                for other in range(MOST_SEATS):
                    sums[other, k] += part * results[0, other]
                sums[MOST_SEATS, k] += part * results[1, seat]


@entry
def compare_fast(desk, seat, recipes, net, candidates, n, sums, codes, results, ranks, rounds, looks, rngs):
    """``compare`` as machine code."""
    compare(desk, seat, recipes, net, candidates, n, sums, codes, results, ranks, rounds, looks, rngs)
