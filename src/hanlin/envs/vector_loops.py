"""Compiled loops over many games: the base of the vector environment. Each game has its own random stream, so results depend
neither on the order of the games nor on the number of threads."""

from __future__ import annotations

from typing import Any

from hanlin.core.jit.compiled import entry, inlined
from hanlin.core.jit.prefetch import fetch
from hanlin.core.jit.rng import below
from hanlin.core.verbs.generic import (
    CHANCE,
    OVER,
    actions,
    actor,
    choose,
    hide,
    observe_again,
    play,
    prefetch,
    sample,
)
from hanlin.envs.rewards import reward

BEGIN = -1
"""Instead of an action: start a new game."""
ALL = -1
"""Instead of the learner's seat: all seats are played from outside."""
SOON, LATER = 2, 5
"""The number of games ahead for which memory is prefetched: for data that depends on state and action; for states and lists."""
FAR = 12
"""The same for loops that do little for each game."""
ENTRIES = 16
"""Entries of a list of actions in a cache line."""


@entry
def draw(uniforms: Any, legal: Any, counts: Any, picks: Any, chosen: Any) -> None:
    """Write a legal action of each game to ``chosen``, selected by a uniform number (from 0 to below 1).

    picks[i]: its index in the list of game i.
    """
    games = len(chosen)
    for i in range(games):
        if i + FAR < games:
            fetch(legal, i + FAR, int(uniforms[i + FAR] * counts[i + FAR]))
        k = int(uniforms[i] * counts[i])
        picks[i] = k
        chosen[i] = legal[i, k]


@entry
def are_picked(picks: Any, chosen: Any, legal: Any, counts: Any) -> bool:
    """True if each number of ``chosen`` is in its game's list ``legal`` at index ``picks``."""
    for i in range(len(chosen)):
        k = picks[i]
        if k < 0 or k >= counts[i] or legal[i, k] != chosen[i]:
            return False
    return True


@entry
def find(picks: Any, chosen: Any, legal: Any, counts: Any, first: int, last: int) -> int:
    """Write to picks[first:last] the index of each number of ``chosen`` in its game's list ``legal``.

    Returns the first game whose list does not contain it, or -1.
    """
    for i in range(first, last):
        if i + LATER < last:
            for k in range(0, counts[i + LATER], ENTRIES):
                fetch(legal, i + LATER, k)
        number = chosen[i]
        at = -1
        for k in range(counts[i]):
            if legal[i, k] == number:
                at = k
                break
        if at < 0:
            return i
        picks[i] = at
    return -1


@inlined
def swap_out(record: Any, ranges: Any, kept: Any) -> None:
    """Save byte ranges of a record."""
    at = 0
    for r in range(len(ranges)):
        for byte in range(ranges[r, 0], ranges[r, 1]):
            kept[at] = record[byte]
            at += 1


@inlined
def swap_in(record: Any, ranges: Any, kept: Any) -> None:
    """Restore byte ranges of a record."""
    at = 0
    for r in range(len(ranges)):
        for byte in range(ranges[r, 0], ranges[r, 1]):
            record[byte] = kept[at]
            at += 1


@inlined
def _fetch_game(raw: Any, busy: Any, legal: Any, codes: Any, counts: Any, game: int) -> None:
    """Prefetch the often used cache lines of a game's state, and its lists of legal actions."""
    for k in range(len(busy)):
        fetch(raw, game, busy[k])
    for k in range(0, counts[game], ENTRIES):
        fetch(legal, game, k)
        fetch(codes, game, k)


@entry
def advance(
    games: Any,
    start: Any,
    scratch: Any,
    generators: Any,
    picks: Any,
    numbers: Any,
    codes: Any,
    legal: Any,
    counts: Any,
    actors: Any,
    learners: Any,
    over: Any,
    rewards: Any,
    sums: Any,
    masks: Any,
    seen: Any,
    raw: Any,
    kept: Any,
    secret: Any,
    busy: Any,
    last_seen: Any,
    kind: int,
    draws: int,
    first: int,
    last: int,
) -> None:
    """Play action picks[i] of its list in each of games[first:last] (BEGIN: start a new game), up to the next decision: chance
    is sampled, opponents act at random, and a finished game is restarted.

    scratch: one work state; sums: buffers for points and standings; ``draws``: 1 if each game draws the learner's seat.
    Masks, observations and last observations have no rows if they are not wanted. A state is hidden in place and restored,
    which is faster than copying all of it: ``raw`` are the games' bytes, ``secret`` the ranges that hiding may change, and
    ``kept`` a buffer for them.
    """
    players = int(start[0].players)
    for i in range(first, last):
        if i + LATER < last:
            _fetch_game(raw, busy, legal, codes, counts, i + LATER)
        if i + SOON < last:
            if picks[i + SOON] >= 0:
                prefetch(games[i + SOON], codes[i + SOON, picks[i + SOON]])
            if len(masks) > 0:
                for k in range(counts[i + SOON]):
                    fetch(masks, i + SOON, legal[i + SOON, k])
        over[i] = False
        for seat in range(players):
            rewards[i, seat] = 0.0
        if len(masks) > 0:
            for k in range(counts[i]):
                masks[i, legal[i, k]] = 0
        code = -1
        if picks[i] == BEGIN:
            games[i] = start[0]
            if draws == 1:
                learners[i] = below(generators[i], players)
        else:
            code = int(codes[i, picks[i]])
        who = CHANCE
        while True:
            if code >= 0:
                play(games[i], code)
            who = int(actor(games[i]))
            code = -1
            if who == OVER:
                reward(games[i], kind, players, sums[0], sums[1], rewards[i])
                over[i] = True
                if len(last_seen) > 0:
                    scratch[0] = games[i]
                    hide(scratch[0], int(learners[i]))
                    last_seen[i, :] = 0.0
                    observe_again(scratch[0], int(learners[i]), last_seen[i])
                games[i] = start[0]
                if draws == 1:
                    learners[i] = below(generators[i], players)
            elif who == CHANCE:
                code = int(sample(games[i], generators[i]))
            elif learners[i] != ALL and learners[i] != who:
                code = int(choose(games[i], generators[i]))
            else:
                break
        actors[i] = who
        n = int(actions(games[i], codes[i]))
        counts[i] = n
        for k in range(n):
            legal[i, k] = numbers[codes[i, k]]
        if len(masks) > 0:
            for k in range(n):
                masks[i, legal[i, k]] = 1
        if len(seen) > 0:
            if over[i] or picks[i] == BEGIN:
                seen[i, :] = 0.0
            swap_out(raw[i], secret, kept)
            hide(games[i], who)
            observe_again(games[i], who, seen[i])
            swap_in(raw[i], secret, kept)
