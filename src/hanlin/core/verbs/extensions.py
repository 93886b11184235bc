"""Two optional groups of a game's hooks: what machines learn from, and what makes a large game faster.

A game gives them as ``GAME.learning`` and ``GAME.acceleration``. Their functions are verbs (``generic.py``, which has the
contract of each) or layouts of what these write (``features.py``). A game that leaves out a group, or a part of one, can be
played all the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hanlin.core.verbs.features import Feature, Shaped


def no_features(players: int) -> tuple[Feature, ...]:
    """The layout where a game has no features."""
    return ()


def no_row() -> tuple[Feature, ...]:
    """The layout of a row where a game has none."""
    return ()


def no_structure(players: int) -> tuple[Shaped, ...]:
    """The structured form where a game gives none."""
    return ()


@dataclass(frozen=True, kw_only=True)
class Learning:
    """Inputs for machine learning: observations of a seat, descriptions of actions, inputs of Hanlin's own value network.

    features(players), observe        the layout of an observation, and the verb that writes it
    structure(players)                the same observation as tables and planes, read from its numbers
    action_features(), describe_actions   the same for the description of an action
    terms(players), write_terms       the same for the value network's inputs
    parts(), write_parts, most_parts  the layout of one row of inputs, the verb that writes a row for each of a varying number
                                      of things, and the largest number of rows
    """

    features: Callable[[int], tuple[Feature, ...]] = no_features
    observe: Callable[..., Any] | None = None
    structure: Callable[[int], tuple[Shaped, ...]] = no_structure
    action_features: Callable[[], tuple[Feature, ...]] = no_row
    describe_actions: Callable[..., Any] | None = None
    terms: Callable[[int], tuple[Feature, ...]] = no_features
    write_terms: Callable[..., Any] | None = None
    parts: Callable[[], tuple[Feature, ...]] = no_row
    write_parts: Callable[..., Any] | None = None
    most_parts: int = 0


@dataclass(frozen=True, kw_only=True)
class Acceleration:
    """Hints that change nothing but time.

    secret_fields    the fields of a state that ``hide`` may change; None: unknown, so any
    busy_fields      fields of a state, and how many of their first bytes, that moves and observations read or write again and
                     again: prefetched where thousands of games are played at once; None: unknown, so all of it
    observe_again, reply, prefetch    verbs
    """

    secret_fields: tuple[str, ...] | None = None
    busy_fields: tuple[tuple[str, int], ...] | None = None
    observe_again: Callable[..., Any] | None = None
    reply: Callable[..., Any] | None = None
    prefetch: Callable[..., Any] | None = None
