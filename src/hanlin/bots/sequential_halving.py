"""Sequential halving: the best actions compared with common random numbers, for games with much chance between decisions.

Where every draw leads to a new position, a tree never visits a node twice. So all remaining candidates are tried in the same
determinizations and with the same luck, each followed by a short rollout, and the worse half is dropped after each round
(Karnin, Koren and Somekh 2013; the rounds are in ``search.py``).
"""

from __future__ import annotations

from hanlin.bots.evaluation import (
    HIDDEN,
    MOST_SEATS,
    PRESENT,
    SEEN,
    TRIED,
    evaluate,
    evaluate_after_action,
    evaluate_by_value,
    play_out,
)
from hanlin.core.jit.compiled import compiled, entry
from hanlin.core.jit.rng import split
from hanlin.core.verbs.outlined import guess, play


@compiled
def compare(scratch, seat, recipes, net, candidates, n, sums, codes, results, ranks, rounds, segments, rngs):
    """Try the first ``n`` candidates (codes of actions) in ``rounds`` determinizations, with the same luck for each candidate.

    scratch[SEEN]: the view of ``seat``, the active player. segments: int64, decisions rolled out before each evaluation (-1: to
    the end of the game). sums: float64 (MOST_SEATS + 1, n), to which each round adds the means over the evaluations: every
    seat's result (0 … 1) and, in the last row, the points of ``seat``. rngs: three generators, of which the first is advanced.
    """
    recipe = recipes[0]
    part = 1.0 / len(segments)
    for _ in range(rounds):
        scratch[PRESENT] = scratch[SEEN]
        guess(scratch[PRESENT], rngs[0])
        split(rngs[0], rngs[1])
        for k in range(n):
            rngs[2] = rngs[1]
            scratch[TRIED] = scratch[PRESENT]
            play(scratch[TRIED], int(candidates[k]))
            for number in range(len(segments)):
                if segments[number] != 0:
                    play_out(scratch, TRIED, HIDDEN, int(segments[number]), recipe.greedy, codes, rngs[2])
                if recipe.whole_rounds == 0:
                    evaluate(scratch[TRIED], recipe, net, results[0], results[1], ranks)
                elif number == 0:
                    evaluate_after_action(scratch, TRIED, HIDDEN, seat, recipe, net, results[0], results[1], ranks)
                else:
                    evaluate_by_value(scratch[TRIED], recipe, results[0], results[1], ranks)
                for other in range(MOST_SEATS):
                    sums[other, k] += part * results[0, other]
                sums[MOST_SEATS, k] += part * results[1, seat]


@entry
def compare_fast(scratch, seat, recipes, net, candidates, n, sums, codes, results, ranks, rounds, segments, rngs):
    """``compare`` as machine code."""
    compare(scratch, seat, recipes, net, candidates, n, sums, codes, results, ranks, rounds, segments, rngs)
