"""What a search asks of a position: a short playout, and then what that position promises each seat.

A recipe (``levels.toml``) says how long the playout is and how points become a share of a win.
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
"""More seats than any game has; longer arrays cost nothing."""

SEEN, PRESENT, TRIED, REPLIED = 0, 1, 2, 3
"""What the records of a search's desk hold: what the seat sees, the present iteration's guess, and two to try things out."""

RECIPE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("explore", np.float64),  # c of PUCT
                ("temperature", np.float64),  # of the softmax that makes priors from one-step values, in points
                ("doubt", np.float64),  # temperature of the softmax that makes win shares from values at the end of a game,
                ("doubt_left", np.float64),  # and what it grows by towards the beginning (times the root of what is left)
                ("margin", np.float64),  # part of the result that is not the win share but the lead, from 0 to 1
                ("replies", np.int64),  # decisions played out before ``value`` is asked; -1: to the end of the game
                ("laps", np.int64),  # 1: a comparison asks what was learned at its first look, right after an own decision
                ("greedy", np.int64),  # 1: the replies are greedy, 0: at random
                ("breadth", np.int64),  # actions of a decision that are considered at all, the best by one-step value
                ("ripe", np.int64),  # visits of a node before its actions are looked at, until then it is a leaf
                ("foresight", np.int64),  # 1: priors come from the learned judgement, where there is one
                ("public", np.int64),  # 1 where nothing is hidden in the game: then a node's actions never change
            ],
            align=True,
        ),
    )
)


@compiled
def settle(s, rng):
    """Let chance act, by weight, until a seat must decide or the game is over; return who."""
    who = int(actor(s))
    while who == CHANCE:
        play(s, int(sample(s, rng)))
        who = int(actor(s))
    return who


@compiled
def play_out(desk, here, tried, replies, greedy, codes, rng):
    """Play ``replies`` decisions on from desk[here] (-1: to the end), and what chance does after them."""
    who = settle(desk[here], rng)
    while who != OVER and replies != 0:
        if greedy:
            n = int(actions(desk[here], codes))
            action = int(reply(desk[here], codes, n, rng)) if greedy == 1 else -1
            play(desk[here], action if action >= 0 else best_of(desk, here, tried, who, codes, n, rng))
        else:
            play(desk[here], int(choose(desk[here], rng)))
        replies -= 1
        who = settle(desk[here], rng)


@compiled
def judge(s, recipe, net, result, points, ranks):
    """What the position promises each seat: result from 0 to 1 (share of the win, part of it lead), points by ``value``.

    net: a ``network.Network``; where it is trusted it corrects the values and the shares that follow from them.
    """
    if is_decided(s, recipe, result, points, ranks):
        return
    lean(s, recipe, result, points)
    if net.trust[0] > 0.0:
        correct(net, s, points, result)
    into_shares(result, points, int(s.players), recipe)


@compiled
def judge_after(desk, here, room, seat, recipe, net, result, points, ranks):
    """The same of a position right after a decision of ``seat``, by a network that has learned how such positions differ.

    It corrects the points of ``seat`` alone, and is told nothing of what was drawn since then, as of all that is hidden.
    desk[room]: a record to hide that in.
    """
    if is_decided(desk[here], recipe, result, points, ranks):
        return
    if net.trust[0] > 0.0:
        desk[room] = desk[here]
        hide(desk[room], -1)
        correct_own(net, desk[room], seat, points)
    lean(desk[here], recipe, result, points)
    into_shares(result, points, int(desk[here].players), recipe)


@compiled
def judge_by_value(s, recipe, result, points, ranks):
    """The same by ``value`` alone."""
    if is_decided(s, recipe, result, points, ranks):
        return
    lean(s, recipe, result, points)
    into_shares(result, points, int(s.players), recipe)


@compiled
def is_decided(s, recipe, result, points, ranks):
    """Note the values of all seats, and where the game is over how it ended; returns whether it is."""
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
    lead_into(result, points, players, recipe.doubt + recipe.doubt_left, recipe.margin)
    return True


@compiled
def lean(s, recipe, result, points):
    """How each seat's share of the win leans by the points alone: the less, the longer the game goes on."""
    players = int(s.players)
    left = 1.0 - progress(s)
    doubt = recipe.doubt + recipe.doubt_left * math.sqrt(max(0.0, left))
    most = points[0]
    for seat in range(1, players):
        most = max(most, points[seat])
    for seat in range(players):
        result[seat] = (points[seat] - most) / doubt


@compiled
def judge_points(s, net, points):
    """The points alone that ``judge`` with a trusted network promises each seat."""
    for seat in range(int(s.players)):
        points[seat] = value(s, seat)
    if actor(s) != OVER:
        correct_points(net, s, points)


@compiled
def into_shares(result, points, players, recipe):
    """Make leanings into results, in place: shares of the win, and as much of the lead as the recipe wants."""
    share_out(result, players)
    lead_into(result, points, players, recipe.doubt + recipe.doubt_left, recipe.margin)


@compiled
def share_out(result, players):
    """Make leanings into shares of the win (softmax), in place."""
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
def lead_into(result, points, players, scale, part):
    """Blend the win share with how far each seat is ahead of the mean of the others, squashed to 0 … 1."""
    if part <= 0.0 or players < 2:
        return
    total = 0.0
    for seat in range(players):
        total += points[seat]
    for seat in range(players):
        lead = (points[seat] * players - total) / (players - 1)
        result[seat] = (1.0 - part) * result[seat] + part / (1.0 + math.exp(-lead / scale))
