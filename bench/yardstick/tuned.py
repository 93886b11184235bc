"""An independent search that uses only Hanlin's verbs, as an experienced programmer would write in a day.

    hanlin arena china --players 3 --bots "strong,cmd:python bench/yardstick/tuned.py" --games 60 --think 0.3

In the Year of the Dragon and in China a tree (PUCT over information sets, one-step values as priors, a few replies, then
``value`` as a share of the win), in Forbidden City sequential halving in common determinizations. Its parameters
are those that did best when Hanlin's search was planned, and it shares no code with that search, which has to beat it.
"""

from __future__ import annotations

import math
import time
from typing import Any, NamedTuple

import numpy as np

from hanlin.bots import serve
from hanlin.core.jit.compiled import compiled, entry
from hanlin.core.jit.rng import GENERATOR, below, seeded
from hanlin.core.verbs.generic import CHANCE, OVER, actor, progress
from hanlin.core.verbs.outlined import actions, choose, guess, play, sample, standing, value

ROOM = 1 << 18
PATH = 200


class Recipe(NamedTuple):
    """``doubt`` and ``doubt_left``: temperature of the shares of a win at the end, and what it grows by to the beginning."""

    replies: int
    greedy: bool
    explore: float = 1.0
    warmth: float = 1.0
    doubt: float = 1.0
    doubt_left: float = 6.0
    breadth: int = 0
    """Actions that are compared; 0: a tree."""


RECIPES = {
    "year_of_the_dragon": Recipe(4, True, 0.6, 4.0, 1.0, 8.0),
    "china": Recipe(8, False, 1.0, 1.2, 1.0, 6.0),
    "forbidden_city": Recipe(0, True, breadth=16),
}


class Tree(NamedTuple):
    """Nodes are chains of edges; ``table`` finds a node by the edge before it and what chance did since."""

    count: Any  # nodes, edges
    first: Any  # of a node: its first edge, -1
    visits: Any
    total: Any
    after: Any  # of an edge: the next of its node, -1
    code: Any
    prior: Any
    tries: Any
    sums: Any
    key: Any
    found: Any
    codes: Any
    worth: Any
    path: Any  # of an iteration: its edges,
    nodes: Any  # its nodes
    who: Any  # and who decided there
    result: Any
    ranks: Any


def new_tree(most: int) -> Tree:
    """Room for everything."""

    def ints(n: int) -> Any:
        return np.zeros(n, np.int64)

    def floats(n: int) -> Any:
        return np.zeros(n, np.float64)

    edges = (ints(ROOM), ints(ROOM), floats(ROOM), ints(ROOM), floats(ROOM))
    keys = (ints(2 * ROOM), ints(2 * ROOM))
    rest = (np.zeros(most, np.int32), floats(most), ints(PATH), ints(PATH), ints(PATH), floats(8), ints(8))
    return Tree(ints(2), ints(ROOM), ints(ROOM), floats(ROOM), *edges, *keys, *rest)


@compiled
def best(desk, at, who, codes, n, rng):
    """The action of desk[at] that is worth most at once."""
    chosen, most, equal = int(codes[0]), 0.0, 0
    for k in range(n):
        desk[2] = desk[at]
        play(desk[2], int(codes[k]))
        worth = value(desk[2], who)
        if equal == 0 or worth > most:
            chosen, most, equal = int(codes[k]), worth, 1
        elif worth == most:
            equal += 1
            if below(rng, equal) == 0:
                chosen = int(codes[k])
    return chosen


@compiled
def on_chance(s, rng):
    """Let chance act; a key for what it did."""
    key = 7
    while actor(s) == CHANCE:
        outcome = int(sample(s, rng))
        key = (key * 1000003 + outcome) & 0xFFFFFFFFFFF
        play(s, outcome)
    return key


@compiled
def play_on(desk, at, replies, greedy, codes, rng):
    """A few decisions more."""
    on_chance(desk[at], rng)
    while replies > 0 and actor(desk[at]) != OVER:
        if greedy:
            n = int(actions(desk[at], codes))
            play(desk[at], best(desk, at, int(actor(desk[at])), codes, n, rng))
        else:
            play(desk[at], int(choose(desk[at], rng)))
        on_chance(desk[at], rng)
        replies -= 1


@compiled
def shares(s, doubt, doubt_left, result, ranks):
    """Each seat's share of the win."""
    players = int(s.players)
    over = actor(s) == OVER
    most, total = -1.0e300, 0.0
    if over:
        standing(s, ranks)
    for seat in range(players):
        result[seat] = float(ranks[seat]) if over else value(s, seat)
        most = max(most, result[seat])
    width = doubt + doubt_left * math.sqrt(max(0.0, 1.0 - progress(s)))
    for seat in range(players):
        result[seat] = math.exp((result[seat] - most) / (1e-9 if over else width))
        total += result[seat]
    for seat in range(players):
        result[seat] /= total


@compiled
def node_after(t, edge, key):
    """The node that an edge and chance lead to."""
    mixed = (key ^ ((edge + 1) * 2654435761)) + 1
    place = (mixed ^ (mixed >> 17)) & (len(t.key) - 1)
    while t.key[place] != 0 and t.key[place] != mixed:
        place = (place + 1) & (len(t.key) - 1)
    if t.key[place] == 0:
        t.key[place] = mixed
        t.found[place] = t.count[0]
        t.first[t.count[0]] = -1
        t.visits[t.count[0]] = 0
        t.total[t.count[0]] = 0.0
        t.count[0] += 1
    return int(t.found[place])


@compiled
def add_edge(t, node, code, prior):
    """One more action of a node, in front."""
    at = int(t.count[1])
    t.count[1] += 1
    t.after[at] = t.first[node]
    t.first[node] = at
    t.code[at], t.prior[at], t.tries[at], t.sums[at] = code, prior, 0, 0.0


@compiled
def expand(desk, t, node, n, warmth):
    """All actions of desk[1], with priors."""
    who, most, total = int(actor(desk[1])), -1.0e300, 0.0
    for k in range(n):
        desk[2] = desk[1]
        play(desk[2], int(t.codes[k]))
        t.worth[k] = value(desk[2], who)
        most = max(most, t.worth[k])
    for k in range(n):
        t.worth[k] = math.exp((t.worth[k] - most) / warmth)
        total += t.worth[k]
    for k in range(n):
        add_edge(t, node, int(t.codes[k]), t.worth[k] / total)


@compiled
def pick(t, node, n, explore):
    """The edge to try, among those of the n legal actions; actions that it lacks are added first."""
    for k in range(n):
        edge = int(t.first[node])
        while edge >= 0 and t.code[edge] != t.codes[k]:
            edge = int(t.after[edge])
        if edge < 0:
            add_edge(t, node, int(t.codes[k]), 1.0 / n)
    usual = t.total[node] / (t.visits[node] - 1) if t.visits[node] > 1 else 0.5
    chosen, most, edge = -1, 0.0, int(t.first[node])
    while edge >= 0:
        legal = False
        for k in range(n):
            legal = legal or t.codes[k] == t.code[edge]
        if legal:
            mean = t.sums[edge] / t.tries[edge] if t.tries[edge] else usual
            worth = mean + explore * t.prior[edge] * math.sqrt(float(t.visits[node])) / (1.0 + t.tries[edge])
            if chosen < 0 or worth > most:
                chosen, most = edge, worth
        edge = int(t.after[edge])
    return chosen


@compiled
def go_down(desk, t, explore, warmth, rng):
    """From the root to a new node; the length of the path."""
    node = 0
    for depth in range(PATH):
        t.path[depth], t.nodes[depth], t.who[depth] = -1, node, actor(desk[1])
        t.visits[node] += 1
        if t.visits[node] == 1 and node > 0:
            return depth + 1
        n = int(actions(desk[1], t.codes))
        if t.first[node] < 0:
            expand(desk, t, node, n, warmth)
        edge = pick(t, node, n, explore)
        t.path[depth] = edge
        play(desk[1], int(t.code[edge]))
        key = on_chance(desk[1], rng)
        if actor(desk[1]) == OVER:
            return depth + 1
        node = node_after(t, edge, key)
    return PATH


@entry
def grow(desk, t, replies, greedy, explore, warmth, doubt, doubt_left, times, rngs):
    """So many iterations."""
    rng = rngs[0]
    for _ in range(times):
        desk[1] = desk[0]
        guess(desk[1], rng)
        length = int(go_down(desk, t, explore, warmth, rng))
        play_on(desk, 1, replies, greedy, t.codes, rng)
        shares(desk[1], doubt, doubt_left, t.result, t.ranks)
        for depth in range(length):
            edge, share = int(t.path[depth]), t.result[t.who[depth]]
            t.total[t.nodes[depth]] += share
            if edge >= 0:
                t.tries[edge] += 1
                t.sums[edge] += share


@entry
def compare(desk, seat, candidates, sums, codes, replies, rngs):
    """Try each candidate once more in one determinization, each with the same random numbers."""
    guess_into = rngs[0]
    desk[1] = desk[0]
    guess(desk[1], guess_into)
    below(guess_into, 2)
    for k in range(len(candidates)):
        rngs[1] = rngs[0]
        desk[3] = desk[1]
        play(desk[3], int(candidates[k]))
        play_on(desk, 3, replies, True, codes, rngs[1])
        sums[k] += value(desk[3], seat)


class Player:
    """One seat's searcher; its memory is kept from decision to decision."""

    def __init__(self) -> None:
        self.tree: Tree | None = None

    def choose(self, seen, seconds, seed):
        """The text of an action."""
        codes = np.array(seen.legal_codes, np.int32)
        if len(codes) == 1:
            return seen.legal[0]
        rngs = np.zeros(2, GENERATOR)
        rngs[0] = seeded(seed)
        desk = np.zeros(4, seen.game.dtype)
        desk[0] = seen.state
        until = time.thread_time() + 0.97 * seconds
        recipe = RECIPES[seen.game.name]
        chosen = self.halve if recipe.breadth else self.search
        return seen.game.text(seen.state, int(chosen(recipe, desk, seen, codes, rngs, until)))

    def search(self, recipe, desk, seen, codes, rngs, until):
        """By a tree."""
        if self.tree is None:
            self.tree = new_tree(seen.game.max_actions)
        t = self.tree
        t.key[:] = 0
        t.count[:] = 1, 0
        t.first[0], t.visits[0], t.total[0] = -1, 0, 0.0
        numbers = recipe.replies, recipe.greedy, recipe.explore, recipe.warmth, recipe.doubt, recipe.doubt_left
        grow(desk, t, *numbers, 2, rngs)
        while time.thread_time() < until and t.count.max() < ROOM - (1 << 14):
            grow(desk, t, *numbers, 32, rngs)
        edges, edge = [], int(t.first[0])
        while edge >= 0:
            edges.append(edge)
            edge = int(t.after[edge])
        return t.code[max(edges, key=lambda edge: (t.tries[edge], t.sums[edge]))]

    def halve(self, recipe, desk, seen, codes, rngs, until):
        """By sequential halving."""
        room, began = np.zeros(seen.game.max_actions, np.int32), time.thread_time()
        sums = np.zeros(len(codes))
        for _ in range(4):
            compare(desk, seen.seat, codes, sums, room, 0, rngs)
        order = np.argsort(-sums, kind="stable")[: recipe.breadth]
        codes = np.ascontiguousarray(codes[order])
        rounds = max(1, math.ceil(math.log2(len(codes))))
        whole = np.zeros(len(codes))
        for number in range(rounds):
            end = began + (until - began) * (number + 1) / rounds
            while True:
                compare(desk, seen.seat, codes, whole, room, seen.players, rngs)
                if time.thread_time() >= end:
                    break
            kept = np.argsort(-whole, kind="stable")[: max(1, (len(codes) + 1) // 2)]
            codes, whole = np.ascontiguousarray(codes[kept]), whole[kept]
        return codes[0]


if __name__ == "__main__":
    serve(Player().choose)
