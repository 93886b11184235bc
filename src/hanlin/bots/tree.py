"""The tree: information-set Monte Carlo tree search for any game, written on the verbs and compiled once a game.

Each iteration fills what the view hides with a fresh guess, so a bot never uses more than its seat can know (information sets,
Cowling, Powley and Whitehouse 2012). A node is a decision of a seat; its edges are actions, tried by what they brought, what
they promised and how seldom they were tried (PUCT, Silver et al. 2017, with priors from the game's one-step ``value``).
Between two decisions chance acts, sampled by weight, and the child is found by the edge and the outcomes of chance that the
searching seat would see: what others draw in secret does not split the tree. Every seat maximises its own expected result
(max^n).

All memory is there before the first iteration; nothing is allocated while searching.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from hanlin.bots.judging import PRESENT, SEEN, TRIED, judge, play_out
from hanlin.core.calls import actions, guess, play, sample, value
from hanlin.core.compiled import compiled, entry
from hanlin.core.generic import CHANCE, OVER, actor, seen_only_by

NODE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("who", np.int32),  # the seat that decides
                ("visits", np.int32),
                ("first", np.int32),  # its first edge, -1: not opened yet
                ("last", np.int32),
                ("total", np.float64),  # results of the deciding seat, added up
            ],
            align=True,
        ),
    )
)
EDGE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("action", np.int32),
                ("next", np.int32),  # the next edge of the same node, -1 after the last
                ("visits", np.int32),
                ("prior", np.float32),
                ("total", np.float64),  # results of the deciding seat, added up
                ("points", np.float64),  # and its values, in points
            ],
            align=True,
        ),
    )
)
CHILD = np.dtype((np.record, np.dtype([("key", np.int64), ("node", np.int32), ("search", np.int32)], align=True)))
"""A place of the hash table that finds a child by edge and outcomes; ``search`` says for which search it holds."""

TREE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("nodes", np.int64),  # how many there are
                ("edges", np.int64),
                ("search", np.int64),  # grows with each new tree, so that the hash table needs no clearing
                ("stamp", np.int64),  # grows with each marking of legal actions
                ("depth", np.int64),  # the longest path so far
                ("root", np.int64),  # the node of the present decision
            ],
            align=True,
        ),
    )
)

MARK = np.dtype((np.record, np.dtype([("action", np.int32), ("place", np.int32), ("stamp", np.int64)], align=True)))
"""A place of the small hash table that finds a legal action's place in the list."""


class Memory(NamedTuple):
    """All that a tree works with; made once, by ``search.Searcher``."""

    tree: Any  # one record TREE
    nodes: Any  # NODE
    edges: Any  # EDGE
    children: Any  # CHILD, a power of two
    path: Any  # int64 (2, LONGEST_PATH): the nodes (row 0) and edges (row 1) of an iteration
    codes: Any  # int32 (max_actions): legal actions
    worth: Any  # float64 (max_actions): what each is worth right after it
    marks: Any  # MARK, a power of two
    taken: Any  # int64 (max_actions): which of them a node has an edge for
    results: Any  # float64 (2, MOST_SEATS): an iteration's results and points
    ranks: Any  # int64 (MOST_SEATS)
    totals: Any  # float64 (ROOM_AT_ROOT, MOST_SEATS): the results of all seats by the first edge, added up


LONGEST_PATH = 256
ROOM_AT_ROOT = 1024
"""Edges of the first decision of a tree whose results are kept for every seat; a game with more still plays."""
_KEY_BITS = (1 << 62) - 1
_UNSEEN = 0x2AAAAAA
"""What stands in a key for an outcome that the searching seat does not see."""


@compiled
def new_tree(m):
    """Forget everything."""
    m.tree[0].nodes = 0
    m.tree[0].edges = 0
    m.tree[0].search += 1
    m.tree[0].depth = 0
    m.tree[0].root = 0


@compiled
def new_node(m, who):
    """A node nobody has been to; -1 where there is no more room."""
    at = int(m.tree[0].nodes)
    if at >= len(m.nodes):
        return -1
    m.tree[0].nodes += 1
    m.nodes[at].who = who
    m.nodes[at].visits = 0
    m.nodes[at].first = -1
    m.nodes[at].last = -1
    m.nodes[at].total = 0.0
    return at


@compiled
def new_edge(m, node, action, prior):
    """One more action of a node; -1 where there is no more room."""
    at = int(m.tree[0].edges)
    if at >= len(m.edges):
        return -1
    m.tree[0].edges += 1
    m.edges[at].action = action
    m.edges[at].next = -1
    m.edges[at].visits = 0
    m.edges[at].prior = prior
    m.edges[at].total = 0.0
    m.edges[at].points = 0.0
    if m.nodes[node].first < 0:
        m.nodes[node].first = at
    else:
        m.edges[m.nodes[node].last].next = at
    m.nodes[node].last = at
    return at


@compiled
def one_step_values(desk, here, who, codes, n, worth):
    """What each of the legal actions is worth to ``who`` right after it."""
    for k in range(n):
        desk[TRIED] = desk[here]
        play(desk[TRIED], int(codes[k]))
        worth[k] = value(desk[TRIED], who)


@compiled
def one_step_leads(desk, here, who, n, m, recipe, net):
    """The same by a learned judgement: how far ``who`` will be ahead of the mean of the others, in points."""
    players = int(desk[here].players)
    for k in range(n):
        desk[TRIED] = desk[here]
        play(desk[TRIED], int(m.codes[k]))
        judge(desk[TRIED], recipe, net, m.results[0], m.results[1], m.ranks)
        total = 0.0
        for seat in range(players):
            total += m.results[1, seat]
        m.worth[k] = (m.results[1, who] * players - total) / max(1, players - 1)


@compiled
def keep_best(codes, worth, n, breadth):
    """Bring the ``breadth`` best actions to the front (both arrays), the rest is cut off; return how many are left."""
    if n <= breadth:
        return n
    for k in range(breadth):
        best = k
        for other in range(k + 1, n):
            if worth[other] > worth[best]:
                best = other
        codes[k], codes[best] = codes[best], codes[k]
        worth[k], worth[best] = worth[best], worth[k]
    return breadth


@compiled
def open_node(desk, m, node, recipe, net):
    """Give a node an edge for each action that is legal now, with priors from one-step values (softmax)."""
    who = int(m.nodes[node].who)
    n = int(actions(desk[PRESENT], m.codes))
    if n == 1:
        new_edge(m, node, int(m.codes[0]), 1.0)
        return
    if recipe.foresight == 1 and net.trust[0] > 0.0:
        one_step_leads(desk, PRESENT, who, n, m, recipe, net)
    else:
        one_step_values(desk, PRESENT, who, m.codes, n, m.worth)
    n = keep_best(m.codes, m.worth, n, recipe.breadth)
    most = m.worth[0]
    for k in range(1, n):
        most = max(most, m.worth[k])
    total = 0.0
    for k in range(n):
        m.worth[k] = math.exp((m.worth[k] - most) / recipe.temperature)
        total += m.worth[k]
    for k in range(n):
        new_edge(m, node, int(m.codes[k]), m.worth[k] / total)


@compiled
def mark_legal(desk, m):
    """Note the actions that are legal now in ``marks``; return how many."""
    n = int(actions(desk[PRESENT], m.codes))
    m.tree[0].stamp += 1
    stamp = int(m.tree[0].stamp)
    last = len(m.marks) - 1
    for k in range(n):
        place = mark_of(int(m.codes[k]), last)
        while m.marks[place].stamp == stamp:
            place = (place + 1) & last
        m.marks[place].stamp = stamp
        m.marks[place].action = m.codes[k]
        m.marks[place].place = k
    return n


@compiled
def mark_of(action, last):
    """Where an action's mark is looked for first."""
    return ((action ^ (action >> 7)) * 40503) & last


@compiled
def is_marked(m, action):
    """The place of a marked action in the list of legal ones, -1 where it is not legal."""
    last = len(m.marks) - 1
    stamp = int(m.tree[0].stamp)
    place = mark_of(action, last)
    while m.marks[place].stamp == stamp:
        if m.marks[place].action == action:
            return int(m.marks[place].place)
        place = (place + 1) & last
    return -1


@compiled
def add_missing(m, node, n):
    """Give the node edges for what is legal in this guess and was not in those before, with a cautious prior."""
    for k in range(n):
        m.taken[k] = 0
    edge = int(m.nodes[node].first)
    while edge >= 0:
        place = is_marked(m, int(m.edges[edge].action))
        if place >= 0:
            m.taken[place] = 1
        edge = int(m.edges[edge].next)
    for k in range(n):
        if m.taken[k] == 0:
            new_edge(m, node, int(m.codes[k]), 1.0 / n)


@compiled
def select(desk, m, node, recipe):
    """The edge to try next (PUCT): the best mix of what it brought, what it promised, and how seldom it was tried."""
    public = recipe.public == 1
    n = 0
    if not public:
        n = mark_legal(desk, m)
    visits = int(m.nodes[node].visits)
    untried = m.nodes[node].total / visits if visits > 0 else 0.5
    curiosity = recipe.explore * math.sqrt(float(visits))
    best = -1
    most = 0.0
    legal = 0
    edge = int(m.nodes[node].first)
    while edge >= 0:
        if public or is_marked(m, int(m.edges[edge].action)) >= 0:
            legal += 1
            tries = int(m.edges[edge].visits)
            mean = m.edges[edge].total / tries if tries > 0 else untried
            worth = mean + curiosity * m.edges[edge].prior / (1.0 + tries)
            if best < 0 or worth > most:
                best, most = edge, worth
        edge = int(m.edges[edge].next)
    if not public and legal < min(n, recipe.breadth):
        before = int(m.tree[0].edges)
        add_missing(m, node, n)
        if best < 0 and m.tree[0].edges > before:
            best = before
    return best


@compiled
def follow(desk, seat, rng):
    """Let chance act in the present guess; return the key of what ``seat`` sees of it, 0 where chance had no part."""
    key = 0
    s = desk[PRESENT]
    while actor(s) == CHANCE:
        outcome = int(sample(s, rng))
        by = int(seen_only_by(s, outcome))
        seen = outcome + 1 if by < 0 or by == seat else _UNSEEN
        key = ((key & 0x3FFFFFFF) * 1000003 + (key >> 30) + seen) & _KEY_BITS
        play(s, outcome)
    return key


@compiled
def child_of(m, edge, key, who):
    """The node after an edge and outcomes of chance, made where it is new; -1 where there is no more room."""
    last = len(m.children) - 1
    search = int(m.tree[0].search)
    mixed = key ^ ((edge + 1) * 2654435761)
    place = int(mixed ^ (mixed >> 19) ^ (mixed >> 37)) & last
    while m.children[place].search == search:
        if m.children[place].key == mixed and m.nodes[int(m.children[place].node)].who == who:
            return int(m.children[place].node)
        place = (place + 1) & last
    node = new_node(m, who)
    if node >= 0:
        m.children[place].search = search
        m.children[place].key = mixed
        m.children[place].node = node
    return node


@compiled
def descend(desk, seat, m, recipe, net, rng):
    """Go down from the root by ``select`` to a node not opened yet, playing in desk[PRESENT]; return the path's length.

    What was passed stands in ``m.path``; the last node may have no edge (-1).
    """
    root = int(m.tree[0].root)
    node = root
    depth = 0
    while depth < LONGEST_PATH:
        m.path[0, depth] = node
        m.path[1, depth] = -1
        if m.nodes[node].first < 0:
            if m.nodes[node].visits == 0 and node != root:
                return depth + 1
            open_node(desk, m, node, recipe, net)
        edge = select(desk, m, node, recipe)
        if edge < 0:
            return depth + 1
        m.path[1, depth] = edge
        depth += 1
        play(desk[PRESENT], int(m.edges[edge].action))
        key = follow(desk, seat, rng)
        who = int(actor(desk[PRESENT]))
        if who == OVER:
            return depth
        node = child_of(m, edge, key, who)
        if node < 0:
            return depth
    return depth


@compiled
def learn(m, length):
    """Add an iteration's results to the nodes and edges that it passed, and those of all seats to the first edge (totals)."""
    first = int(m.path[1, 0])
    if 0 <= first < len(m.totals):
        for seat in range(m.totals.shape[1]):
            m.totals[first, seat] += m.results[0, seat]
    for k in range(length):
        node = int(m.path[0, k])
        edge = int(m.path[1, k])
        who = int(m.nodes[node].who)
        m.nodes[node].visits += 1
        m.nodes[node].total += m.results[0, who]
        if edge >= 0:
            m.edges[edge].visits += 1
            m.edges[edge].total += m.results[0, who]
            m.edges[edge].points += m.results[1, who]


@compiled
def grow(desk, seat, m, recipes, net, iterations, rngs):
    """So many more iterations of the tree for ``seat``, whose view is desk[SEEN]. A tree without nodes is begun.

    desk: four states, see ``judging``; m: a Memory; recipes: one record RECIPE; net: a Network;
    rngs: generators, of which the first is used.
    """
    recipe = recipes[0]
    rng = rngs[0]
    if m.tree[0].nodes == 0:
        new_node(m, seat)
    for _ in range(iterations):
        desk[PRESENT] = desk[SEEN]
        guess(desk[PRESENT], rng)
        length = descend(desk, seat, m, recipe, net, rng)
        m.tree[0].depth = max(m.tree[0].depth, length)
        play_out(desk, PRESENT, TRIED, recipe.replies, recipe.greedy, m.codes, rng)
        judge(desk[PRESENT], recipe, net, m.results[0], m.results[1], m.ranks)
        learn(m, length)


@entry
def grow_fast(desk, seat, m, recipes, net, iterations, rngs):
    """``grow`` as machine code."""
    grow(desk, seat, m, recipes, net, iterations, rngs)
