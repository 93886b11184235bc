"""The evaluation that bots use: coins so far, and what the open rooms promise."""

from __future__ import annotations

from hanlin.core.jit.compiled import compiled, inlined
from hanlin.games.forbidden_city.pieces import KEPT_TILES
from hanlin.games.forbidden_city.rooms import ADVISORS, CLOSED, advisors_in, open_edges
from hanlin.games.forbidden_city.scoring import ranking, value_of
from hanlin.games.forbidden_city.stacks import tiles_left

# Both found by games of this evaluation against itself with other values (2 players, 400 games each).
EDGE_COST = 8.0
"""Placements to come that make it an even chance that a room with one open edge is closed before the game ends."""
_EDGE_DOUBT = 0.15
"""The amount by which each open edge makes a lead of one advisor doubtful."""


@compiled
def value(s, seat):
    """A seat's expected lead over the average of the others, in coins, if open rooms close by chance.

    Each open room counts with its value and majorities of now (F4, F5): less where many edges are open and few placements are
    to come, and a lead less where others can still join. It needs no tile in hand, so it serves states where chance is to act.
    """
    players = int(s.players)
    own, others = float(s.points[seat]), 0.0
    for other in range(players):
        if other != seat:
            others += float(s.points[other])
    to_come = placements_to_come(s)
    for root in range(int(s.parts)):
        sums = int(s.room[root])
        if sums & ADVISORS == 0 or sums & CLOSED:
            continue
        edges = open_edges(sums)
        promise, standing = value_of(s, root) * to_come / (to_come + EDGE_COST * edges), ranking(sums)
        for other in range(players):
            share = promise * share_of_advisors(advisors_in(sums, other), standing, edges)
            if other == seat:
                own += share
            else:
                others += share
    return own - others / (players - 1)


@compiled
def placements_to_come(s):
    """Tiles that all seats together will still place, if all fit (F6.1)."""
    to_come = 0
    for seat in range(int(s.players)):
        left = tiles_left(s, seat) - KEPT_TILES
        if left > 0:
            to_come += left
    return to_come


@inlined
def share_of_advisors(advisors, standing, edges):
    """The part of an open room's value that a seat may hope for, from 0 to 1 (F5), by its advisors and the ``ranking``."""
    most, second, with_most, with_second = standing
    if advisors == 0:
        return 0.0
    if advisors == most:
        return 0.5 if with_most > 1 else share_of_lead(most - second, edges)
    return 0.5 if advisors == second and with_most == 1 and with_second == 1 else 0.0


@inlined
def share_of_lead(lead, edges):
    """The share of the only seat with most advisors, by so many more than the next."""
    return lead / (lead + _EDGE_DOUBT * edges)


@compiled
def progress(s):
    """The progress of the game, from 0 to 1: the share of all placements that is done."""
    done = float(s.placed)
    return done / max(1.0, done + placements_to_come(s))
