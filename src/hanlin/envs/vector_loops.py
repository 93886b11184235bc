"""Compiled loops over many games: the base of the vector environment. Each game has its own random stream, so results depend
neither on the order of the games nor on the number of threads."""

from __future__ import annotations

from typing import Any

from hanlin.bots.policies import greedy
from hanlin.core.jit.compiled import entry, inlined
from hanlin.core.jit.prefetch import fetch
from hanlin.core.jit.rng import below
from hanlin.core.verbs import outlined
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
AS_BEFORE, AT_RANDOM, NEXT_SEAT = 0, 1, 2
"""Ways to choose the learner's seat in a new game: as before, at random, or the next one in turn order."""
RANDOM, GREEDY, OUTSIDE, SEEING = 0, 1, 2, 3
"""Kinds of opponents: the first two play here; Python asks the others, SEEING ones by observation and mask."""
NOBODY = -1
"""Instead of the index of an opponent."""
WEIGHTS = 1 << 30
"""The sum of the weights of the opponents of which one is drawn."""
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
def find(picks: Any, chosen: Any, legal: Any, counts: Any, rows: Any, first: int, last: int) -> int:
    """Write to ``picks`` of the games rows[first:last] the index of each number of ``chosen`` in its game's list ``legal``.

    Returns the first game whose list does not contain it, or -1.
    """
    for j in range(first, last):
        i = rows[j]
        if j + LATER < last:
            for k in range(0, counts[rows[j + LATER]], ENTRIES):
                fetch(legal, rows[j + LATER], k)
        number = chosen[i]
        at = -1
        for k in range(counts[i]):
            if legal[i, k] == number:
                at = k
                break
        if at < 0:
            return int(i)
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


@inlined
def begin_game(
    i: int,
    is_first: bool,
    games: Any,
    start: Any,
    generators: Any,
    learners: Any,
    draws: int,
    opponents: Any,
    choices: Any,
    bounds: Any,
    widths: Any,
    cycles: Any,
) -> None:
    """Start game ``i`` again: its first state, the learner's seat, and the opponents of the other seats.

    opponents[i, seat]: an opponent, or NOBODY. The seat that follows the learner's by k + 1 gets one of choices[k, :widths[k]],
    drawn by bounds[k], the cumulative weights.
    """
    players = int(start[0].players)
    games[i] = start[0]
    cycles[i] = 0
    if draws == AT_RANDOM:
        learners[i] = below(generators[i], players)
    elif draws == NEXT_SEAT:
        learners[i] = i % players if is_first else (int(learners[i]) + 1) % players
    learner = int(learners[i])
    for seat in range(players):
        opponents[i, seat] = NOBODY
        if learner != ALL and learner != seat:
            line = (seat - learner - 1 + players) % players
            k = 0
            if widths[line] > 1:
                drawn = below(generators[i], WEIGHTS)
                while drawn >= bounds[line, k]:
                    k += 1
            opponents[i, seat] = choices[line, k]


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
    truncated: Any,
    cycles: Any,
    rewards: Any,
    sums: Any,
    masks: Any,
    seen: Any,
    raw: Any,
    kept: Any,
    secret: Any,
    busy: Any,
    last_seen: Any,
    last_masks: Any,
    kind: int,
    draws: int,
    most_cycles: int,
    opponents: Any,
    kinds: Any,
    choices: Any,
    bounds: Any,
    widths: Any,
    waiting: Any,
    goes_on: int,
    rows: Any,
    first: int,
    last: int,
) -> None:
    """Play action picks[i] of its list in each game i of rows[first:last] (BEGIN: start a new game), up to the next decision:
    chance is sampled, opponents that play here act, and a game that is finished or truncated is restarted.

    A game in which an opponent from outside must decide gets its index in ``waiting``, otherwise NOBODY; its list of actions
    (and for one that is SEEING, its mask and observation) are those of the opponent. Such games are then advanced again with
    ``goes_on`` = 1, as part of the same step. ``kinds``: the kind of each opponent; ``most_cycles``: the number of actions
    from outside after which a game is truncated; ``draws``, ``choices``, ``bounds``, ``widths``: see ``begin_game``.

    scratch: three work states; sums: buffers for points and standings. Masks, observations and last observations and masks have
    no rows if they are not wanted. A state is hidden in place and restored, which is faster than copying all of it: ``raw`` are
    the games' bytes, ``secret`` the ranges that hiding may change, and ``kept`` a buffer for them.
    """
    players = int(start[0].players)
    for j in range(first, last):
        i = rows[j]
        if j + LATER < last:
            _fetch_game(raw, busy, legal, codes, counts, rows[j + LATER])
        if j + SOON < last:
            soon = rows[j + SOON]
            if picks[soon] >= 0:
                prefetch(games[soon], codes[soon, picks[soon]])
            if len(masks) > 0:
                for k in range(counts[soon]):
                    fetch(masks, soon, legal[soon, k])
        if goes_on == 0:
            over[i] = False
            truncated[i] = False
            for seat in range(players):
                rewards[i, seat] = 0.0
        if len(masks) > 0:
            for k in range(counts[i]):
                masks[i, legal[i, k]] = 0
        code = -1
        if picks[i] == BEGIN:
            begin_game(i, True, games, start, generators, learners, draws, opponents, choices, bounds, widths, cycles)
        else:
            code = int(codes[i, picks[i]])
            cycles[i] += 1 - goes_on
        waiting[i] = NOBODY
        who = CHANCE
        while True:
            if code >= 0:
                play(games[i], code)
            who = int(actor(games[i]))
            code = -1
            learner = int(learners[i])
            if who == CHANCE:
                code = int(sample(games[i], generators[i]))
            elif who != OVER and learner != ALL and learner != who:
                opponent = int(opponents[i, who])
                if kinds[opponent] == RANDOM:
                    code = int(choose(games[i], generators[i]))
                elif kinds[opponent] == GREEDY:
                    scratch[0] = games[i]
                    outlined.hide(scratch[0], who)
                    code = int(greedy(scratch, who, codes[i], generators[i]))
                else:
                    waiting[i] = opponent
                    break
            elif who != OVER and cycles[i] < most_cycles:
                break
            else:
                if who == OVER:
                    reward(games[i], kind, players, sums[0], sums[1], rewards[i])
                    over[i] = True
                else:
                    truncated[i] = True
                if len(last_masks) > 0:
                    last_masks[i, :] = 0
                    if who != OVER:
                        for k in range(int(outlined.actions(games[i], codes[i]))):
                            last_masks[i, numbers[codes[i, k]]] = 1
                if len(last_seen) > 0:
                    observer = who if learner == ALL and who != OVER else learner
                    scratch[0] = games[i]
                    outlined.hide(scratch[0], observer)
                    last_seen[i, :] = 0.0
                    observe_again(scratch[0], observer, last_seen[i])
                begin_game(i, False, games, start, generators, learners, draws, opponents, choices, bounds, widths, cycles)
        actors[i] = who
        n = int(actions(games[i], codes[i]))
        counts[i] = n
        for k in range(n):
            legal[i, k] = numbers[codes[i, k]]
        is_seen = waiting[i] == NOBODY or kinds[waiting[i]] == SEEING
        if len(masks) > 0 and is_seen:
            for k in range(n):
                masks[i, legal[i, k]] = 1
        if len(seen) > 0:
            if over[i] or truncated[i] or picks[i] == BEGIN:
                seen[i, :] = 0.0
            if is_seen:
                swap_out(raw[i], secret, kept)
                hide(games[i], who)
                observe_again(games[i], who, seen[i])
                swap_in(raw[i], secret, kept)
