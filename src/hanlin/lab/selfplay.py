"""Self-play games of a value network, and the positions that it learns from: compiled, for ``training``.

Each seat plays the action with the highest share of the win right after it by the network, in a determinization of its view,
or with a small probability a random action, so that the network also learns the value of bad actions, which a search tries.
All positions are recorded that a one-ply player or a search may evaluate: after each action, before and after chance acts.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from hanlin.bots.evaluation import MOST_SEATS, evaluate
from hanlin.bots.network import copy_row, write_features
from hanlin.core.jit.compiled import compiled, entry
from hanlin.core.jit.rng import below
from hanlin.core.verbs.features import size_of
from hanlin.core.verbs.generic import CHANCE, OVER, actor
from hanlin.core.verbs.outlined import actions, choose, guess, hide, play, sample
from hanlin.core.verbs.rulebook import Rulebook

HERE, SEEN, TRIED = 0, 1, 2
"""Records of the scratch array: the game, a determinization of the active player's view, and a work state."""


class Experience(NamedTuple):
    """Positions of whole games, game after game; one row per position. Seats are counted from the observer's."""

    terms: Any  # float32 (n, players + terms): network inputs
    rows: Any  # float32 (n, most parts, features of a part)
    parts: Any  # int32 (n): the number of used rows
    worth: Any  # float32 (n, players): the value of each seat
    logits: Any  # float32 (n, players): logits of the win shares by the values alone
    shares: Any  # float32 (n, players): shares of the win by the network
    points: Any  # float32 (n, players): points by the network
    best: Any  # float32 (n, 2, players): if a random action follows, shares and points after the best one
    explored: Any  # int8 (n): 1 if a random action follows
    end: Any  # float32 (n, 2, players): in the last position of a game the result: shares and points
    observer: Any  # int8 (n): the observing seat
    last: Any  # int8 (n): 1 in the last position of a game


def empty_experience(game: Rulebook, players: int, positions: int) -> Experience:
    """Arrays with a capacity of ``positions``."""
    inputs, part = players + size_of(game.terms(players)), size_of(game.parts())

    def numbers(*shape: int) -> Any:
        return np.zeros((positions, *shape), np.float32)

    return Experience(
        terms=numbers(inputs),
        rows=numbers(game.most_parts, part),
        parts=np.zeros(positions, np.int32),
        worth=numbers(players),
        logits=numbers(players),
        shares=numbers(players),
        points=numbers(players),
        best=numbers(2, players),
        explored=np.zeros(positions, np.int8),
        end=numbers(2, players),
        observer=np.zeros(positions, np.int8),
        last=np.zeros(positions, np.int8),
    )


@compiled
def best_action(scratch, who, codes, n, recipe, net, results, ranks, best, rng):
    """The action of scratch[SEEN] with the best evaluation for ``who``; ``best`` gets all seats' shares and points after it."""
    found, equals, most = int(codes[0]), 0, 0.0
    for k in range(n):
        scratch[TRIED] = scratch[SEEN]
        play(scratch[TRIED], int(codes[k]))
        evaluate(scratch[TRIED], recipe, net, results[0], results[1], ranks)
        worth = results[0, who]
        if equals == 0 or worth > most:
            found, most, equals = int(codes[k]), worth, 1
            for row in range(2):
                for seat in range(MOST_SEATS):
                    best[row, seat] = results[row, seat]
        elif worth == most:
            equals += 1
            if below(rng, equals) == 0:
                found = int(codes[k])
    return found


@compiled
def record_position(s, at, kept, recipe, untrusted, net, results, ranks, rng):
    """Record the position from the perspective of a random seat, and return that seat."""
    players = int(s.players)
    seat = int(below(rng, players))
    evaluate(s, recipe, untrusted, results[0], results[1], ranks)
    for n in range(players):
        other = (seat + n) % players
        kept.worth[at, n] = results[1, other]
        kept.logits[at, n] = math.log(max(results[0, other], 1.0e-30))
    parts = write_features(net, s, seat, results[1])
    copy_row(net.terms, kept.terms[at])
    kept.parts[at] = parts
    for row in range(parts):
        copy_row(net.rows[row], kept.rows[at, row])
    evaluate(s, recipe, net, results[0], results[1], ranks)
    for n in range(players):
        other = (seat + n) % players
        kept.shares[at, n] = results[0, other]
        kept.points[at, n] = results[1, other]
    kept.observer[at] = seat
    kept.explored[at] = 0
    kept.last[at] = 0
    return seat


@compiled
def one_game(scratch, exploration, kept, at, recipe, untrusted, net, codes, results, best, ranks, rng):
    """Play scratch[HERE] to the end, recording positions from index ``at`` on; return the next free index.

    exploration: the number of random actions in 1000.
    """
    seat = 0
    players = int(scratch[HERE].players)
    first = at
    while True:
        who = int(actor(scratch[HERE]))
        if who == OVER or at >= len(kept.parts):
            break
        if who == CHANCE:
            play(scratch[HERE], int(sample(scratch[HERE], rng)))
        else:
            n = int(actions(scratch[HERE], codes))
            action = int(codes[0])
            if n > 1:
                scratch[SEEN] = scratch[HERE]
                hide(scratch[SEEN], who)
                guess(scratch[SEEN], rng)
                action = best_action(scratch, who, codes, n, recipe, net, results, ranks, best, rng)
                if below(rng, 1000) < exploration:
                    action = int(choose(scratch[HERE], rng))
                    if at > first:
                        kept.explored[at - 1] = 1
                        for other in range(players):
                            kept.best[at - 1, 0, other] = best[0, (seat + other) % players]
                            kept.best[at - 1, 1, other] = best[1, (seat + other) % players]
            play(scratch[HERE], action)
        if actor(scratch[HERE]) != OVER:
            seat = record_position(scratch[HERE], at, kept, recipe, untrusted, net, results, ranks, rng)
            at += 1
    if actor(scratch[HERE]) != OVER:
        return first
    evaluate(scratch[HERE], recipe, untrusted, results[0], results[1], ranks)
    kept.last[at - 1] = 1
    for n in range(players):
        kept.end[at - 1, 0, n] = results[0, (seat + n) % players]
        kept.end[at - 1, 1, n] = results[1, (seat + n) % players]
    return at


@compiled
def gather(start, scratch, exploration, kept, recipes, untrusted, net, codes, results, best, ranks, rngs):
    """Play a game from start[0] for each generator of ``rngs``; return the number of recorded positions.

    exploration: int64, for each game the number of random actions in 1000. untrusted: ``no_network()``; net: the network that
    plays. Games that exceed the capacity of ``kept`` are left out.
    """
    at = 0
    for game in range(len(rngs)):
        scratch[HERE] = start[0]
        at = one_game(
            scratch, int(exploration[game]), kept, at, recipes[0], untrusted, net, codes, results, best, ranks, rngs[game]
        )
    return at


@entry
def gather_fast(start, scratch, exploration, kept, recipes, untrusted, net, codes, results, best, ranks, rngs):
    """``gather`` as machine code."""
    return gather(start, scratch, exploration, kept, recipes, untrusted, net, codes, results, best, ranks, rngs)
