"""Information-set Monte Carlo tree search (SO-ISMCTS) for any game, written on the verbs and compiled once per game.

Each iteration samples a new determinization of the seat's view, so the search never uses hidden information (Cowling, Powley
and Whitehouse 2012). A node is a decision of a seat. Its edges are actions, selected by PUCT (Silver et al. 2017): mean value,
prior (softmax of one-step values) and visit count. Chance between two decisions is sampled, and nodes are keyed by action and
observable outcomes: private outcomes of other seats do not branch. Every seat maximises its own expected result (max^n).

All memory is allocated before the first iteration.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from hanlin.bots.evaluation import PRESENT, SEEN, TRIED, evaluate, evaluate_points, play_out
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
                ("first", np.int32),  # its first edge; its edges are contiguous, the highest prior first
                ("edges", np.int32),  # number of edges; 0: not expanded yet
                ("tried", np.int32),  # no edge from here on has been tried
                ("known", np.int64),  # bits of the actions that were legal in some determinization, see ``bit_of``
                ("total", np.float64),  # sum of the deciding seat's results
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
                ("child", np.int32),  # the next node if no chance is in between; -1: not known
                ("prior", np.float32),
                ("total", np.float64),  # sum of the deciding seat's results
                ("average", np.float64),  # total / visits, kept so that selection need not divide
            ],
            align=True,
        ),
    )
)
CHILD = np.dtype((np.record, np.dtype([("key", np.int64), ("node", np.int32), ("search", np.int32)], align=True)))
"""A slot of the hash table from edge and outcomes to child node; ``search``: the search that it belongs to."""

TREE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("nodes", np.int64),  # number of nodes in use
                ("edges", np.int64),
                ("search", np.int64),  # incremented with each new tree, so that the hash table need not be cleared
                ("depth", np.int64),  # the longest path so far
                ("root", np.int64),  # the node of the present decision
            ],
            align=True,
        ),
    )
)


class Memory(NamedTuple):
    """The memory of a tree; ``search.SearchThread`` allocates it once."""

    tree: Any  # one record TREE
    nodes: Any  # NODE
    edges: Any  # EDGE
    points: Any  # float64, by edge: sum of the deciding seat's values in points; read at the root only
    children: Any  # CHILD, a power of two
    path: Any  # int64 (2, LONGEST_PATH): the nodes (row 0) and edges (row 1) of an iteration
    codes: Any  # int32 (max_actions): legal actions
    worth: Any  # float64 (max_actions): one-step values
    results: Any  # float64 (2, MOST_SEATS): an iteration's results and points
    ranks: Any  # int64 (MOST_SEATS)
    totals: Any  # float64 (MAX_ROOT_EDGES, MOST_SEATS): sums of all seats' results by edge of the root


LONGEST_PATH = 256
MAX_ROOT_EDGES = 1024
"""Edges of the root for which the results of all seats are kept; a game may have more."""
_KEY_BITS = (1 << 62) - 1
_UNSEEN = 0x2AAAAAA
"""Placeholder in a key for an outcome that the searching seat does not see."""


@compiled
def new_tree(m):
    """Empty the tree."""
    m.tree[0].nodes = 0
    m.tree[0].edges = 0
    m.tree[0].search += 1
    m.tree[0].depth = 0
    m.tree[0].root = 0


@compiled
def new_node(m, who):
    """Allocate a node without visits; -1 if the memory is full."""
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
def reserve_edges(m, n):
    """Allocate ``n`` contiguous edges and return the first index; -1 if the memory is full."""
    at = m.tree[0].edges
    if at + n > len(m.edges):
        return np.int64(-1)
    m.tree[0].edges += n
    return at


@compiled
def write_edge(m, at, action, prior):
    """Initialise an edge without visits."""
    m.points[at] = 0.0
    edge = m.edges[at]
    edge.action = action
    edge.visits = 0
    edge.child = -1
    edge.prior = prior
    edge.total = 0.0
    edge.average = 0.0


@compiled
def one_step_values(scratch, here, who, codes, n, worth):
    """Compute the value for ``who`` right after each legal action."""
    for k in range(n):
        scratch[TRIED] = scratch[here]
        play(scratch[TRIED], int(codes[k]))
        worth[k] = value(scratch[TRIED], who)


@compiled
def one_step_leads(scratch, here, who, n, m, net):
    """Compute the lead of ``who`` over the mean of the others by the value network, right after each legal action."""
    players = int(scratch[here].players)
    for k in range(n):
        scratch[TRIED] = scratch[here]
        play(scratch[TRIED], int(m.codes[k]))
        evaluate_points(scratch[TRIED], net, m.results[1])
        total = 0.0
        for seat in range(players):
            total += m.results[1, seat]
        m.worth[k] = (m.results[1, who] * players - total) / max(1, players - 1)


@compiled
def keep_best(codes, worth, n, breadth):
    """Move the ``breadth`` best actions to the front of both arrays, best first, and return how many there are.

    The order of equal actions is kept.
    """
    kept = 0
    for k in range(n):
        code, candidate = codes[k], worth[k]
        if kept == breadth and candidate <= worth[kept - 1]:
            continue
        at = kept if kept < breadth else kept - 1
        while at > 0 and worth[at - 1] < candidate:
            codes[at] = codes[at - 1]
            worth[at] = worth[at - 1]
            at -= 1
        codes[at] = code
        worth[at] = candidate
        if kept < breadth:
            kept += 1
    return kept


@compiled
def expand(scratch, m, at, recipe, net):
    """Add an edge to a node for each legal action, with priors from the softmax of one-step values."""
    node = m.nodes[at]
    who = np.int64(node.who)
    n = actions(scratch[PRESENT], m.codes)
    node.known = bits_of(m.codes, n)
    if n == 1:
        m.worth[0] = 0.0
    elif recipe.network_priors == 1 and net.trust[0] > 0.0:
        one_step_leads(scratch, PRESENT, who, n, m, net)
    else:
        one_step_values(scratch, PRESENT, who, m.codes, n, m.worth)
    n = keep_best(m.codes, m.worth, n, recipe.breadth)
    first = reserve_edges(m, n)
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
    """One of 63 bits for an action. Several actions may share a bit, see ``add_missing``."""
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
    """True if an action is one of the first ``n``. (No early exit, so that the loop is vectorised.)"""
    found = False
    for k in range(n):
        found |= codes[k] == action
    return found


@compiled
def add_missing(m, at, n):
    """Add edges to a node for actions that are legal in this determinization but were not before, with a uniform prior.

    All edges of the node move to a new block. An action that shares its bit with a known one is added only when another
    action is missing, too.
    """
    node = m.nodes[at]
    before, first = np.int64(node.edges), np.int64(node.first)
    missing = 0
    for k in range(n):
        if not has_edge(m, first, before, m.codes[k]):
            missing += 1
    place = reserve_edges(m, before + missing) if missing > 0 else np.int64(-1)
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
    """True if one of ``n`` edges belongs to the action."""
    found = False
    for edge in range(first, first + n):
        found |= m.edges[edge].action == action
    return found


@compiled
def select(scratch, seat, m, at, recipe):
    """Select the edge to try next by PUCT; -1 if none is legal.

    The legal actions of the searching seat are the same in every determinization, and so are everybody's in a game without
    hidden information; those of others are computed again. Of the untried edges only the first is considered: its prior is
    the highest.
    """
    node = m.nodes[unsigned(at)]
    fetch_entry(m.edges, node.first)
    hidden = recipe.public == 0 and node.who != seat
    n = np.int64(0)
    if hidden:
        n = actions(scratch[PRESENT], m.codes)
        if node.edges < recipe.breadth and bits_of(m.codes, n) & ~node.known != 0:
            add_missing(m, at, n)
    untried = node.total / node.visits if node.visits > 0 else 0.5
    exploration = recipe.explore * math.sqrt(np.float64(node.visits))
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
        worth = mean + exploration * np.float64(edge.prior) / (1.0 + tries)
        # Without a branch, since it could not be predicted.
        is_better = worth > most
        best = k if is_better else best
        most = worth if is_better else most
    if best < 0:
        return best
    if best >= tried:
        node.tried = best + 1
    return first + best


@compiled
def apply_chance(scratch, seat, rng):
    """Sample chance in the present determinization; return the key of the outcomes that ``seat`` sees, 0 without chance."""
    key = 0
    s = scratch[PRESENT]
    while actor(s) == CHANCE:
        outcome = int(sample(s, rng))
        by = int(seen_only_by(s, outcome))
        seen = outcome + 1 if by < 0 or by == seat else _UNSEEN
        key = ((key & 0x3FFFFFFF) * 1000003 + (key >> 30) + seen) & _KEY_BITS
        play(s, outcome)
    return key


@compiled
def child_of(m, node, edge, key, who):
    """The node after an edge of ``node`` and outcomes of chance, allocated if it is new; -1 if the memory is full."""
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
def descend(scratch, seat, m, recipe, net, rng):
    """Descend from the root to a leaf by ``select``, playing in scratch[PRESENT]; return the length of the path.

    ``m.path`` holds the nodes and edges; the last node may have no edge (-1).
    """
    root = m.tree[0].root
    node = root
    depth = 0
    while depth < LONGEST_PATH:
        m.path[0, depth] = node
        m.path[1, depth] = -1
        if m.nodes[node].edges == 0:
            if m.nodes[node].visits < recipe.expand_after and node != root:
                return depth + 1
            expand(scratch, m, node, recipe, net)
        edge = select(scratch, seat, m, node, recipe)
        if edge < 0:
            return depth + 1
        m.path[1, depth] = edge
        depth += 1
        child = int(m.edges[unsigned(edge)].child)
        if child >= 0:
            fetch_entry(m.nodes, child)
        play(scratch[PRESENT], m.edges[unsigned(edge)].action)
        key = apply_chance(scratch, seat, rng)
        who = actor(scratch[PRESENT])
        if who == OVER:
            return depth
        node = child_of(m, node, edge, key, who)
        if node < 0:
            return depth
    return depth


@compiled
def backpropagate(m, length):
    """Add an iteration's results to the nodes and edges of its path, and those of all seats to the root edge (totals)."""
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
def grow(scratch, seat, m, recipes, net, iterations, rngs):
    """Run iterations of the search for ``seat``, whose view is scratch[SEEN]; an empty tree gets its root.

    scratch: four states, see ``evaluation``; m: a Memory; recipes: one record RECIPE; net: a Network;
    rngs: generators, of which the first is used.
    """
    recipe = recipes[0]
    rng = rngs[0]
    if m.tree[0].nodes == 0:
        new_node(m, seat)
    for _ in range(iterations):
        scratch[PRESENT] = scratch[SEEN]
        guess(scratch[PRESENT], rng)
        length = descend(scratch, seat, m, recipe, net, rng)
        m.tree[0].depth = max(m.tree[0].depth, length)
        play_out(scratch, PRESENT, TRIED, recipe.rollout_moves, recipe.greedy, m.codes, rng)
        evaluate(scratch[PRESENT], recipe, net, m.results[0], m.results[1], m.ranks)
        backpropagate(m, length)


@entry
def grow_fast(scratch, seat, m, recipes, net, iterations, rngs):
    """``grow`` as machine code."""
    grow(scratch, seat, m, recipes, net, iterations, rngs)
