"""Exact values of small games: backward induction, the sequence-form linear program, and OpenSpiel's CFR+.

    tree = game_tree("china", regions="2")
    print(exact_value(tree))                    # for seat 0, by backward induction or a linear program
    print(cfr_plus(tree, iterations=200))       # the value of the average strategies, and their exploitability

A tree of perfect information is solved from its ends; one with secrets by the linear program of its sequences (Koller, Megiddo
and von Stengel 1996), with SciPy's HiGHS. CFR+ (Tammelin 2014), best responses and outcome sampling are OpenSpiel's own, on the
same tree as ``pyspiel.load_efg_game`` reads it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from hanlin.core.errors import HanlinError
from hanlin.core.lib.extras import needed_by
from hanlin.core.verbs.generic import CHANCE, OVER
from hanlin.envs.game_tree import GameTree, Node

with needed_by("OpenSpiel's interface"):
    import pyspiel
    from scipy.optimize import linprog
    from scipy.sparse import csr_array, hstack


def exact_value(tree: GameTree) -> float:
    """The value of a game for seat 0, by the method that its information allows."""
    return backward_induction(tree) if tree.perfect else sequence_form_value(tree)


def backward_induction(tree: GameTree) -> float:
    """The value for seat 0 of a game with perfect information."""
    if not tree.perfect:
        raise HanlinError("Backward induction needs perfect information; use sequence_form_value.")
    return float(_value(tree.root))


def _value(node: Node) -> Any:
    if node.who == OVER:
        return node.payoff
    values = [_value(child) for child in node.children]
    if node.who == CHANCE:
        return sum(share * value for share, value in zip(node.shares, values, strict=True))
    return max(values) if node.who == 0 else min(values)


# -- the linear program ------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Sequences:
    """A seat's sequences, numbered from the empty one (0), and of each information set the sequence before it."""

    before: dict[int, int] = field(default_factory=dict)
    numbers: dict[tuple[int, int], int] = field(default_factory=dict)

    def constraints(self) -> Any:
        """The matrix of the realization plans: row 0 for the empty sequence, then one for each information set."""
        row_of = {state: row for row, state in enumerate(self.before, 1)}
        entries = [(0, 0, 1.0)]
        entries += [(row, self.before[state], -1.0) for state, row in row_of.items()]
        entries += [(row_of[state], number, 1.0) for (state, _action), number in self.numbers.items()]
        rows, columns, values = zip(*entries, strict=True)
        return csr_array((values, (rows, columns)), shape=(len(row_of) + 1, len(self.numbers) + 1))


def sequence_form_value(tree: GameTree) -> float:
    """The value for seat 0 of any zero-sum game with perfect recall, by linear programming."""
    seats = (_Sequences(), _Sequences())
    entries: dict[tuple[int, int], float] = {}
    _collect(tree.root, (0, 0), 1.0, seats, entries)
    plans, answers = (seat.constraints() for seat in seats)
    rows, columns = zip(*entries, strict=True)
    payoffs = csr_array((list(entries.values()), (rows, columns)), shape=(plans.shape[1], answers.shape[1]))
    # Variables: the plan x of seat 0, then a number q for each information set of seat 1: the most of q[0] where, for each
    # sequence of seat 1, what it may still get is no more than what x pays there.
    states = answers.shape[0]
    cost = np.zeros(plans.shape[1] + states)
    cost[plans.shape[1]] = -1.0
    equal = np.zeros(plans.shape[0])
    equal[0] = 1.0
    found = linprog(
        cost,
        A_ub=hstack([-payoffs.T, answers.T], format="csr"),
        b_ub=np.zeros(answers.shape[1]),
        A_eq=hstack([plans, csr_array((plans.shape[0], states))], format="csr"),
        b_eq=equal,
        bounds=[(0, None)] * plans.shape[1] + [(None, None)] * states,
        method="highs",
    )
    if found.status != 0:
        raise HanlinError(f"The linear program was not solved: {found.message}")
    return float(-found.fun) + 0.0


def _collect(
    node: Node, at: tuple[int, int], chance: float, seats: tuple[_Sequences, _Sequences], entries: dict[tuple[int, int], float]
) -> None:
    """Number all sequences, and add up the expected payoffs of each pair of them. ``at``: the seats' latest sequences."""
    if node.who == OVER:
        entries[at] = entries.get(at, 0.0) + chance * float(node.payoff)
        return
    if node.who == CHANCE:
        for share, child in zip(node.shares, node.children, strict=True):
            _collect(child, at, chance * float(share), seats, entries)
        return
    own = seats[node.who]
    own.before.setdefault(node.state, at[node.who])
    for action, child in zip(node.actions, node.children, strict=True):
        number = own.numbers.setdefault((node.state, action), len(own.numbers) + 1)
        _collect(child, (number, at[1]) if node.who == 0 else (at[0], number), chance, seats, entries)


# -- OpenSpiel ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Approximation:
    """The result of an iterative algorithm: ``value`` for seat 0 of its average strategies against each other, and their
    ``exploitability``, by which the value differs from the game's at most (in each direction twice this)."""

    iterations: int
    value: float
    exploitability: float


def openspiel_game(tree: GameTree) -> Any:
    """The tree as a game of OpenSpiel, for its algorithms in C++ and in Python."""
    return pyspiel.load_efg_game(tree.efg())


def cfr_plus(tree: GameTree, iterations: int) -> Approximation:
    """Run OpenSpiel's CFR+."""
    game = openspiel_game(tree)
    solver = pyspiel.CFRPlusSolver(game)
    for _each in range(iterations):
        solver.evaluate_and_update_policy()
    return _judged(game, solver.average_policy(), iterations)


def outcome_sampling(tree: GameTree, stops: Sequence[int], seed: int) -> list[Approximation]:
    """The learning curve of OpenSpiel's outcome-sampling MCCFR: what it has reached after each number of iterations."""
    game = openspiel_game(tree)
    solver = pyspiel.OutcomeSamplingMCCFRSolver(game, seed=seed)
    curve, done = [], 0
    for stop in sorted(stops):
        for _each in range(stop - done):
            solver.run_iteration()
        done = max(done, stop)
        curve.append(_judged(game, solver.average_policy(), done))
    return curve


def _judged(game: Any, policy: Any, iterations: int) -> Approximation:
    value = pyspiel.expected_returns(game.new_initial_state(), policy, -1, False)[0]
    return Approximation(iterations, float(value), float(pyspiel.exploitability(game, policy)))
