"""The comparison: the best actions tried side by side, for games in which a tree finds nothing to hold on to.

Where each draw opens a new world, no part of a tree is seen twice. So all actions that are still in the running are tried in
the same guesses at what is hidden and with the same luck, a few replies are played, and after each round the worse half is
dropped (sequential halving, Karnin, Koren and Somekh 2013; ``search.py`` holds the rounds).
"""

from __future__ import annotations

from hanlin.bots.judging import MOST_SEATS, PRESENT, REPLIED, SEEN, TRIED, judge, play_out
from hanlin.core.calls import guess, play
from hanlin.core.compiled import compiled, entry
from hanlin.core.rng import split


@compiled
def compare(desk, seat, recipes, net, candidates, n, sums, codes, results, ranks, rounds, replies, rngs):
    """Try the first ``n`` candidates (codes of actions) in ``rounds`` guesses, each guess with the same luck for all of them.

    desk[SEEN]: the view of ``seat``, who is to move. sums: float64 (MOST_SEATS + 1, n), to which are added every seat's result
    (0 … 1) after ``replies`` decisions and, last, the ``value`` of ``seat``. rngs: three, of which the first goes on.
    """
    recipe = recipes[0]
    for _ in range(rounds):
        desk[PRESENT] = desk[SEEN]
        guess(desk[PRESENT], rngs[0])
        split(rngs[0], rngs[1])
        for k in range(n):
            rngs[2] = rngs[1]
            desk[TRIED] = desk[PRESENT]
            play(desk[TRIED], int(candidates[k]))
            if replies != 0:
                play_out(desk, TRIED, REPLIED, replies, recipe.greedy, codes, rngs[2])
            judge(desk[TRIED], recipe, net, results[0], results[1], ranks)
            for other in range(MOST_SEATS):
                sums[other, k] += results[0, other]
            sums[MOST_SEATS, k] += results[1, seat]


@entry
def compare_fast(desk, seat, recipes, net, candidates, n, sums, codes, results, ranks, rounds, replies, rngs):
    """``compare`` as machine code."""
    compare(desk, seat, recipes, net, candidates, n, sums, codes, results, ranks, rounds, replies, rngs)
