"""Evaluation of positions in a search: a short rollout, then each seat's expected share of the win and points.

A recipe (``levels.toml``) sets the length of the rollout and how points become a share of the win.
"""

from __future__ import annotations

import math

import numpy as np

from hanlin.bots.network import correct, correct_own, correct_points
from hanlin.bots.policies import best_of
from hanlin.core.jit.compiled import compiled
from hanlin.core.verbs.generic import CHANCE, OVER, actor, progress, standing
from hanlin.core.verbs.outlined import actions, choose, hide, play, reply, sample, value

MOST_SEATS = 8
"""Upper limit on seats; it sizes arrays of results."""

SEEN, PRESENT, TRIED, HIDDEN = 0, 1, 2, 3
"""Records of a search's scratch array: the seat's view, the determinization of the present iteration, and two work states."""

RECIPE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("explore", np.float64),  # c of PUCT
                ("temperature", np.float64),  # of the softmax that makes priors from one-step values, in points
                ("share_temperature", np.float64),  # of the softmax from points to win shares at the end of a game,
                ("share_temperature_left", np.float64),  # and its growth with the root of the part of the game that is left
                ("margin", np.float64),  # weight of the lead in the result, from 0 (win share only) to 1
                ("rollout_moves", np.int64),  # decisions played before the evaluation; -1: to the end of the game
                ("whole_rounds", np.int64),  # 1: sequential halving applies the network only to its first evaluation
                ("greedy", np.int64),  # 1: greedy rollouts, 0: random ones
                ("breadth", np.int64),  # most actions considered at a decision, the best by one-step value
                ("expand_after", np.int64),  # visits before a leaf is expanded
                ("network_priors", np.int64),  # 1: priors from the value network, where there is one
                ("public", np.int64),  # 1: no hidden information, so that the legal actions of a node never change
            ],
            align=True,
        ),
    )
)


@compiled
def settle(s, rng):
    """Sample chance until a seat must decide or the game is over; return the actor."""
    who = int(actor(s))
    while who == CHANCE:
        play(s, int(sample(s, rng)))
        who = int(actor(s))
    return who


@compiled
def play_out(scratch, here, tried, moves, greedy, codes, rng):
    """Roll scratch[here] out by ``moves`` decisions (-1: to the end), chance included.

    scratch[tried]: a work state for greedy rollouts; codes: a buffer for legal actions.
    """
    who = settle(scratch[here], rng)
    while who != OVER and moves != 0:
        if greedy:
            n = int(actions(scratch[here], codes))
            action = int(reply(scratch[here], codes, n, rng)) if greedy == 1 else -1
            play(scratch[here], action if action >= 0 else best_of(scratch, here, tried, who, codes, n, rng))
        else:
            play(scratch[here], int(choose(scratch[here], rng)))
        moves -= 1
        who = settle(scratch[here], rng)


@compiled
def evaluate(s, recipe, net, result, points, ranks):
    """Evaluate a position for all seats: ``result`` from 0 to 1 (win share blended with the lead) and ``points``.

    net: a ``network.Network``; if it is trusted, its residuals correct the values and the logits of the shares.
    """
    if evaluate_end(s, recipe, result, points, ranks):
        return
    share_logits(s, recipe, result, points)
    if net.trust[0] > 0.0:
        correct(net, s, points, result)
    results_from_logits(result, points, int(s.players), recipe)


@compiled
def evaluate_after_action(scratch, here, hidden, seat, recipe, net, result, points, ranks):
    """Evaluate the position right after a decision of ``seat``, with a network trained on such positions.

    The network corrects the points of ``seat`` only; its features leave out what was drawn since the decision and all hidden
    information. scratch[hidden]: a work state for that.
    """
    if evaluate_end(scratch[here], recipe, result, points, ranks):
        return
    if net.trust[0] > 0.0:
        scratch[hidden] = scratch[here]
        hide(scratch[hidden], -1)
        correct_own(net, scratch[hidden], seat, points)
    share_logits(scratch[here], recipe, result, points)
    results_from_logits(result, points, int(scratch[here].players), recipe)


@compiled
def evaluate_by_value(s, recipe, result, points, ranks):
    """Evaluate a position by the handcrafted ``value`` alone."""
    if evaluate_end(s, recipe, result, points, ranks):
        return
    share_logits(s, recipe, result, points)
    results_from_logits(result, points, int(s.players), recipe)


@compiled
def evaluate_end(s, recipe, result, points, ranks):
    """Fill in the values of all seats and, if the game is over, the final result; return whether it is over."""
    players = int(s.players)
    for seat in range(players):
        points[seat] = value(s, seat)
    if actor(s) != OVER:
        return False
    standing(s, ranks)
    best = ranks[0]
    for seat in range(1, players):
        best = max(best, ranks[seat])
    winners = 0
    for seat in range(players):
        winners += int(ranks[seat] == best)
    for seat in range(players):
        result[seat] = 1.0 / winners if ranks[seat] == best else 0.0
    blend_lead(result, points, players, recipe.share_temperature + recipe.share_temperature_left, recipe.margin)
    return True


@compiled
def share_logits(s, recipe, result, points):
    """Compute each seat's logit of the win share from the points; they are flatter early in a game."""
    players = int(s.players)
    left = 1.0 - progress(s)
    share_temperature = recipe.share_temperature + recipe.share_temperature_left * math.sqrt(max(0.0, left))
    most = points[0]
    for seat in range(1, players):
        most = max(most, points[seat])
    for seat in range(players):
        result[seat] = (points[seat] - most) / share_temperature


@compiled
def evaluate_points(s, net, points):
    """Compute the points of ``evaluate`` with a trusted network, without the shares."""
    for seat in range(int(s.players)):
        points[seat] = value(s, seat)
    if actor(s) != OVER:
        correct_points(net, s, points)


@compiled
def results_from_logits(result, points, players, recipe):
    """Turn logits into results in place: win shares, blended with the lead by the recipe's margin."""
    softmax(result, players)
    blend_lead(result, points, players, recipe.share_temperature + recipe.share_temperature_left, recipe.margin)


@compiled
def softmax(result, players):
    """Turn logits into win shares in place."""
    most = result[0]
    for seat in range(1, players):
        most = max(most, result[seat])
    total = 0.0
    for seat in range(players):
        result[seat] = math.exp(result[seat] - most)
        total += result[seat]
    for seat in range(players):
        result[seat] /= total


@compiled
def blend_lead(result, points, players, scale, part):
    """Blend each win share with the lead over the mean of the other seats, squashed to 0 … 1; ``part`` is its weight."""
    if part <= 0.0 or players < 2:
        return
    total = 0.0
    for seat in range(players):
        total += points[seat]
    for seat in range(players):
        lead = (points[seat] * players - total) / (players - 1)
        result[seat] = (1.0 - part) * result[seat] + part / (1.0 + math.exp(-lead / scale))
