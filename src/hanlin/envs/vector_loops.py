"""Many games at once as machine code: the ground of the vector environment. Each game has a random stream of its own, so what
happens hangs neither on the order of the games nor on how many threads play them."""

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
    scores,
    standing,
)

BEGIN = -1
"""In place of an action: a new game."""
ALL = -1
"""In place of the learner's seat: no seat has an opponent, all are played from outside."""
SOON, LATER = 2, 5
"""How many games ahead memory is asked for: what hangs on the state and on the action; these two, and the lists of actions."""
FAR = 12
"""The same where little is done in each game."""
ENTRIES = 16
"""Entries of a list of actions in a line of memory."""
WIN, MARGIN, POINTS = range(3)
"""What a reward is, see ``hanlin.envs.core.REWARDS``."""


@entry
def draw(lots: Any, legal: Any, counts: Any, picks: Any, chosen: Any) -> None:
    """Write to ``chosen`` an action of each game: the one that its lot (a number from 0 to below 1) points at.

    picks[i] is where it stands in the list of game i.
    """
    games = len(chosen)
    for i in range(games):
        if i + FAR < games:
            fetch(legal, i + FAR, int(lots[i + FAR] * counts[i + FAR]))
        k = int(lots[i] * counts[i])
        picks[i] = k
        chosen[i] = legal[i, k]


@entry
def are_picked(picks: Any, chosen: Any, legal: Any, counts: Any) -> bool:
    """Whether each number of ``chosen`` stands in its game's list ``legal`` where ``picks`` says."""
    for i in range(len(chosen)):
        k = picks[i]
        if k < 0 or k >= counts[i] or legal[i, k] != chosen[i]:
            return False
    return True


@entry
def find(picks: Any, chosen: Any, legal: Any, counts: Any, first: int, last: int) -> int:
    """Write to picks[first:last] where in its game's list ``legal`` each number of ``chosen`` stands.

    Returns the first game in whose list it does not, or -1.
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
def reward(s: Any, kind: int, players: int, points: Any, standings: Any, out: Any) -> None:
    """Write what each seat gets for a game that is over. ``points``, ``standings``: room (int64) for the seats."""
    scores(s, points)
    standing(s, standings)
    best, winners = standings[0], 0
    for seat in range(players):
        best = max(best, standings[seat])
    for seat in range(players):
        winners += int(standings[seat] == best)
    for seat in range(players):
        if kind == WIN:
            out[seat] = 1.0 / winners if standings[seat] == best else 0.0
        else:
            other = -(1 << 40)
            for rival in range(players):
                if rival != seat:
                    other = max(other, points[rival])
            out[seat] = points[seat] - other if kind == MARGIN else points[seat]


@inlined
def swap_out(record: Any, ranges: Any, kept: Any) -> None:
    """Keep these ranges of a record's bytes."""
    at = 0
    for r in range(len(ranges)):
        for byte in range(ranges[r, 0], ranges[r, 1]):
            kept[at] = record[byte]
            at += 1


@inlined
def swap_in(record: Any, ranges: Any, kept: Any) -> None:
    """Put them back."""
    at = 0
    for r in range(len(ranges)):
        for byte in range(ranges[r, 0], ranges[r, 1]):
            record[byte] = kept[at]
            at += 1


@inlined
def _fetch_game(raw: Any, busy: Any, legal: Any, codes: Any, counts: Any, game: int) -> None:
    """Have the busy lines of a game's state fetched, and the lists of what is legal."""
    for k in range(len(busy)):
        fetch(raw, game, busy[k])
    for k in range(0, counts[game], ENTRIES):
        fetch(legal, game, k)
        fetch(codes, game, k)


@entry
def advance(
    games: Any,
    start: Any,
    desk: Any,
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
    """Play in each of games[first:last] the action number picks[i] of its list (BEGIN: begin anew), and go on to the next
    decision: chance acts, opponents act at random, and a game that is over begins anew.

    desk: room for one state; sums: room for points and standings. ``draws``: 1 where each game draws the learner's seat.
    Masks, observations and last observations have no rows where they are not wanted. A state is hidden in place and put right
    again, since copying all of it would take longer: ``raw`` are the games' bytes, ``secret`` the ranges that hiding may
    change, ``kept`` room for them.
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
                    desk[0] = games[i]
                    hide(desk[0], int(learners[i]))
                    last_seen[i, :] = 0.0
                    observe_again(desk[0], int(learners[i]), last_seen[i])
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
