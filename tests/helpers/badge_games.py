"""Finished games for badges: made of events, or played at random."""

from __future__ import annotations

import random

import hanlin
from hanlin.core.jit.events import Event, capture
from hanlin.core.verbs.badges import earned
from hanlin.core.verbs.book import Played, Ply
from helpers.hidden_worlds import whole_game


def event(what, seat=0, a=0, b=0, c=0):
    return Event(what, seat, a, b, c)


def won(*plies, points=(30, 29, 20), options=None):
    """A game of three that seat 0 wins: for each ply its events, all by seat 0."""
    return Played(len(points), options or {}, [Ply(0, "", list(events)) for events in plies], points, [1.0, 0.0, 0.0])


def badges_of(module, played):
    """The badges of seat 0."""
    return {name for seat, name in earned(module, played) if seat == 0}


def holds(module, cases):
    """Each badge is earned by its first game and missed by its second, and a loser earns nothing."""
    assert list(cases) == [badge.id for badge in module.BADGES]
    for name, (enough, short) in cases.items():
        assert name in badges_of(module, enough), name
        assert name not in badges_of(module, short), name
        lost = Played(3, {}, enough.plies, enough.points, [0.0, 1.0, 0.0])
        assert name not in badges_of(module, lost)


def played_at_random(name, players, seed):
    """A random game as it is measured, and its last position."""
    game = hanlin.game(name)
    over = whole_game(game, players, random.Random(seed))
    position, plies = over.at(0), []
    for actor, text in over.moves:
        with capture() as events:
            position.play(text)
        plies.append(Ply(actor, text, events))
    shares = [1 / len(over.winners) if seat in over.winners else 0.0 for seat in range(players)]
    return Played(players, over.options, plies, list(over.scores), shares), over
