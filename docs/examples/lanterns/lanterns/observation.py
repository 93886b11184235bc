"""The observation of a seat for machine learning. Without it a game can be played, but not learned."""

from __future__ import annotations

from hanlin.core.jit.compiled import compiled
from hanlin.core.verbs.features import Feature
from lanterns.choices import actor
from lanterns.pieces import HAND, SIZES, TURNS


def features(players: int) -> tuple[Feature, ...]:
    """The blocks of an observation; seats in turn order from the observer."""
    return (
        Feature("turn", players + 1, "whose turn it is (one-hot), how much is over"),
        Feature("points", players, "points / 10 by seat"),
        Feature("hand", SIZES, "the observer's lanterns by size / 2"),
        Feature("unseen", SIZES, "lanterns that it does not see by size / 8"),
        Feature("options", 1, "1 where lanterns count twice"),
    )


def action_features() -> tuple[Feature, ...]:
    """The blocks of an action's description."""
    return (Feature("size", 1, "of the lantern / 3; 0 to skip"),)


@compiled
def observe(s, seat, out):
    """Write the observation of a state that shows what ``seat`` sees to ``out`` (float32); returns how many numbers."""
    out[:] = 0.0
    players = int(s.players)
    who = actor(s)
    if who >= 0:
        out[(who - seat) % players] = 1.0
    out[players] = s.turn / float(TURNS * players)
    at = players + 1
    for n in range(players):
        out[at + n] = s.points[(seat + n) % players] / 10.0
    at += players
    for size in range(SIZES):
        out[at + size] = s.hands[seat, size] / float(HAND)
        out[at + SIZES + size] = s.pool[size] / 8.0
    at += 2 * SIZES
    out[at] = s.double
    return at + 1


@compiled
def describe_actions(s, seat, codes, n, out):
    """Write a description of each of ``codes[:n]``, legal for ``seat``, to the rows of ``out`` (float32)."""
    for k in range(n):
        out[k, 0] = (codes[k] + 1) / 3.0 if codes[k] < SIZES else 0.0
