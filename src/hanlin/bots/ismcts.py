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

from hanlin.bots.evaluation import PRESENT, SEEN, TRIED, judge, judge_points, play_out
from hanlin.core.jit.compiled import compiled, entry
from hanlin.core.jit.indexing import unsigned
from hanlin.core.jit.prefetch import fetch_entry
from hanlin.core.verbs.generic import CHANCE, OVER, actor, seen_only_by
from hanlin.core.verbs.outlined import actions, guess, play, sample, value

NODE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("who", np.int32),  # the seat that decides
                ("visits", np.int32),
                ("first", np.int32),  # its first edge; all of them stand side by side, the most promising first
                ("edges", np.int32),  # how many there are; 0: not opened yet
                ("tried", np.int32),  # no edge from here on was tried
                ("known", np.int64),  # bits of the actions that were legal in some guess, see ``bit_of``
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
                ("visits", np.int32),
                ("child", np.int32),  # the node that follows where chance has no part in between, -1: not known
                ("prior", np.float32),
                ("total", np.float64),  # results of the deciding seat, added up
                ("average", np.float64),  # the same by visit, where there was one; so no choice divides anew
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
                ("depth", np.int64),  # the longest path so far
                ("root", np.int64),  # the node of the present decision
            ],
            align=True,
        ),
    )
)


class Memory(NamedTuple):
    """All that a tree works with; made once, by ``search.Searcher``."""

    tree: Any  # one record TREE
    nodes: Any  # NODE
    edges: Any  # EDGE
    points: Any  # float64, by edge: the values of the deciding seat, in points, added up; asked for at the root only
    children: Any  # CHILD, a power of two
    path: Any  # int64 (2, LONGEST_PATH): the nodes (row 0) and edges (row 1) of an iteration
    codes: Any  # int32 (max_actions): legal actions
    worth: Any  # float64 (max_actions): what each is worth right after it
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
    at = m.tree[0].nodes
    if at >= len(m.nodes):
        return np.int64(-1)
    m.tree[0].nodes += 1
    node = m.nodes[at]
    node.who = who
    node.visits = 0
    node.edges = 0
    node.tried = 0
    node.known = 0
    node.total = 0.0
    return at


@compiled
def room_for_edges(m, n):
    """The place of the first of so many new edges side by side; -1 where there is no more room."""
    at = m.tree[0].edges
    if at + n > len(m.edges):
        return np.int64(-1)
    m.tree[0].edges += n
    return at


@compiled
def write_edge(m, at, action, prior):
    """An edge nobody has tried."""
    m.points[at] = 0.0
    edge = m.edges[at]
    edge.action = action
    edge.visits = 0
    edge.child = -1
    edge.prior = prior
    edge.total = 0.0
    edge.average = 0.0


@compiled
def one_step_values(desk, here, who, codes, n, worth):
    """What each of the legal actions is worth to ``who`` right after it."""
    for k in range(n):
        desk[TRIED] = desk[here]
        play(desk[TRIED], int(codes[k]))
        worth[k] = value(desk[TRIED], who)


@compiled
def one_step_leads(desk, here, who, n, m, net):
    """The same by a learned judgement: how far ``who`` will be ahead of the mean of the others, in points."""
    players = int(desk[here].players)
    for k in range(n):
        desk[TRIED] = desk[here]
        play(desk[TRIED], int(m.codes[k]))
        judge_points(desk[TRIED], net, m.results[1])
        total = 0.0
        for seat in range(players):
            total += m.results[1, seat]
        m.worth[k] = (m.results[1, who] * players - total) / max(1, players - 1)


@compiled
def keep_best(codes, worth, n, breadth):
    """Bring the ``breadth`` best actions to the front (both arrays), best first; cut off the rest, return how many are left.

    Among equals the order stays.
    """
    kept = 0
    for k in range(n):
        code, promise = codes[k], worth[k]
        if kept == breadth and promise <= worth[kept - 1]:
            continue
        at = kept if kept < breadth else kept - 1
        while at > 0 and worth[at - 1] < promise:
            codes[at] = codes[at - 1]
            worth[at] = worth[at - 1]
            at -= 1
        codes[at] = code
        worth[at] = promise
        if kept < breadth:
            kept += 1
    return kept


@compiled
def open_node(desk, m, at, recipe, net):
    """Give a node an edge for each action that is legal now, with priors from one-step values (softmax)."""
    node = m.nodes[at]
    who = np.int64(node.who)
    n = actions(desk[PRESENT], m.codes)
    node.known = bits_of(m.codes, n)
    if n == 1:
        m.worth[0] = 0.0
    elif recipe.foresight == 1 and net.trust[0] > 0.0:
        one_step_leads(desk, PRESENT, who, n, m, net)
    else:
        one_step_values(desk, PRESENT, who, m.codes, n, m.worth)
    n = keep_best(m.codes, m.worth, n, recipe.breadth)
    first = room_for_edges(m, n)
    if first < 0:
        return
    most = m.worth[0]
    total = 0.0
    for k in range(n):
        m.worth[k] = math.exp((m.worth[k] - most) / recipe.temperature)
        total += m.worth[k]
    for k in range(n):
        write_edge(m, first + k, m.codes[k], m.worth[k] / total)
    node.first = first
    node.edges = n


@compiled
def bit_of(action):
    """One of 63 bits for an action. Several share a bit, which costs little: see ``add_missing``."""
    return np.int64(1) << ((np.int64(action) * 40503 >> 5) % 63)


@compiled
def bits_of(codes, n):
    """The bits of the first ``n`` actions."""
    bits = np.int64(0)
    for k in range(n):
        bits |= bit_of(codes[k])
    return bits


@compiled
def is_among(action, codes, n):
    """Whether an action is one of the first ``n``. (No early end: so the processor looks at several at once.)"""
    found = False
    for k in range(n):
        found |= codes[k] == action
    return found


@compiled
def add_missing(m, at, n):
    """Give the node edges for what is legal in this guess and was not in those before, with a cautious prior.

    All its edges move to where there is room for more. An action that shares its bit with one that was known before is
    noticed only when another is missing, too.
    """
    node = m.nodes[at]
    before, first = np.int64(node.edges), np.int64(node.first)
    missing = 0
    for k in range(n):
        if not has_edge(m, first, before, m.codes[k]):
            missing += 1
    place = room_for_edges(m, before + missing) if missing > 0 else np.int64(-1)
    node.known |= bits_of(m.codes, n)
    if place < 0:
        return
    for k in range(before):
        m.edges[place + k] = m.edges[first + k]
        m.points[place + k] = m.points[first + k]
    last = before
    for k in range(n):
        if not has_edge(m, first, before, m.codes[k]):
            write_edge(m, place + last, m.codes[k], 1.0 / n)
            last += 1
    node.first = place
    node.edges = last


@compiled
def has_edge(m, first, n, action):
    """Whether one of ``n`` edges is that of the action."""
    found = False
    for edge in range(first, first + n):
        found |= m.edges[edge].action == action
    return found


@compiled
def select(desk, seat, m, at, recipe):
    """The edge to try next (PUCT): the best mix of what it brought, what it promised, and how seldom it was tried.

    What the searching seat itself may do, or anybody where all is public, is the same in each guess; what others may do is
    looked at anew. Of the edges that were never tried the first promises most, so no other of them is weighed.
    """
    node = m.nodes[unsigned(at)]
    fetch_entry(m.edges, node.first)
    hidden = recipe.public == 0 and node.who != seat
    n = np.int64(0)
    if hidden:
        n = actions(desk[PRESENT], m.codes)
        if node.edges < recipe.breadth and bits_of(m.codes, n) & ~node.known != 0:
            add_missing(m, at, n)
    untried = node.total / node.visits if node.visits > 0 else 0.5
    curiosity = recipe.explore * math.sqrt(np.float64(node.visits))
    best = -1
    most = -1.0e300
    first, tried, edges = np.int64(node.first), np.int64(node.tried), np.int64(node.edges)
    last = tried
    while hidden and last < edges and not is_among(m.edges[unsigned(first + last)].action, m.codes, n):
        last += 1
    for k in range(min(edges, last + 1)):
        edge = m.edges[unsigned(first + k)]
        if hidden and not is_among(edge.action, m.codes, n):
            continue
        tries = edge.visits
        mean = edge.average if tries > 0 else untried
        worth = mean + curiosity * np.float64(edge.prior) / (1.0 + tries)
        # Without a branch: which edge is best the processor can't guess.
        is_better = worth > most
        best = k if is_better else best
        most = worth if is_better else most
    if best < 0:
        return best
    if best >= tried:
        node.tried = best + 1
    return first + best


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
def child_of(m, node, edge, key, who):
    """The node after an edge of ``node`` and outcomes of chance, made where it is new; -1 where there is no more room."""
    if key == 0:
        child = np.int64(m.edges[edge].child)
        if child < 0:
            child = new_node(m, who)
            m.edges[edge].child = child
        if child < 0 or m.nodes[child].who == who:
            return child
    last = len(m.children) - 1
    search = m.tree[0].search
    mixed = key ^ ((node + 1) * 2654435761 + np.int64(m.edges[edge].action) * 1000003)
    place = (mixed ^ (mixed >> 19) ^ (mixed >> 37)) & last
    while m.children[place].search == search:
        if m.children[place].key == mixed and m.nodes[m.children[place].node].who == who:
            return np.int64(m.children[place].node)
        place = (place + 1) & last
    child = new_node(m, who)
    if child >= 0:
        m.children[place].search = search
        m.children[place].key = mixed
        m.children[place].node = child
    return child


@compiled
def descend(desk, seat, m, recipe, net, rng):
    """Go down from the root by ``select`` to a node not opened yet, playing in desk[PRESENT]; return the path's length.

    What was passed stands in ``m.path``; the last node may have no edge (-1).
    """
    root = m.tree[0].root
    node = root
    depth = 0
    while depth < LONGEST_PATH:
        m.path[0, depth] = node
        m.path[1, depth] = -1
        if m.nodes[node].edges == 0:
            if m.nodes[node].visits < recipe.ripe and node != root:
                return depth + 1
            open_node(desk, m, node, recipe, net)
        edge = select(desk, seat, m, node, recipe)
        if edge < 0:
            return depth + 1
        m.path[1, depth] = edge
        depth += 1
        child = int(m.edges[unsigned(edge)].child)
        if child >= 0:
            fetch_entry(m.nodes, child)
        play(desk[PRESENT], m.edges[unsigned(edge)].action)
        key = follow(desk, seat, rng)
        who = actor(desk[PRESENT])
        if who == OVER:
            return depth
        node = child_of(m, node, edge, key, who)
        if node < 0:
            return depth
    return depth


@compiled
def learn(m, length):
    """Add an iteration's results to the nodes and edges that it passed, and those of all seats to the first edge (totals)."""
    first = m.path[1, 0]
    if 0 <= first < len(m.totals):
        for seat in range(m.totals.shape[1]):
            m.totals[first, seat] += m.results[0, seat]
    for k in range(length):
        node = m.nodes[unsigned(m.path[0, k])]
        who = np.int64(node.who)
        node.visits += 1
        node.total += m.results[0, who]
        at = m.path[1, k]
        if at >= 0:
            edge = m.edges[unsigned(at)]
            edge.visits += 1
            edge.total += m.results[0, who]
            edge.average = edge.total / edge.visits
            m.points[unsigned(at)] += m.results[1, who]


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
