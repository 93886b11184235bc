"""The search as Python calls it: a seat's view and a budget in, a thought-out action with its alternatives out.

``Searcher`` owns the memory of a search and can be kept for a whole game; recipes are data (``levels.toml``).
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanlin.bots import comparison, tree
from hanlin.bots.judging import MOST_SEATS, RECIPE, SEEN
from hanlin.core import generic
from hanlin.core.rng import GENERATOR, seeded
from hanlin.core.rulebook import Rulebook

ROOM_FOR_NODES = 1 << 17
ROOM_FOR_EDGES = 1 << 20
FIRST_CHUNK = 8
"""Iterations before the clock is looked at for the first time."""
LONGEST_CHUNK = 0.01
"""Seconds between two looks at the clock."""
RANKING = 0.12
"""The part of a comparison's time that goes into choosing whom to compare."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """How much a decision may cost: iterations, or seconds of the thread's own CPU time, whichever is used up first.

    With iterations alone the same view, seed and budget give the same action anywhere. ``patience``: a decision is made early
    where the rest of the budget could not change it any more.
    """

    iterations: int | None = None
    seconds: float | None = None
    patience: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """How a game is searched. The meaning of the numbers stands at ``judging.RECIPE``."""

    kind: str = "tree"
    """``tree`` or ``comparison``."""
    explore: float = 1.0
    temperature: float = 3.0
    doubt: float = 1.0
    doubt_left: float = 8.0
    margin: float = 0.0
    replies: int = 4
    greedy: bool = True
    breadth: int = 64
    public: bool = False

    def plainly(self) -> Recipe:
        """The same for plain speed, at which there is time for little more than a look at each action."""
        return replace(self, replies=0 if self.kind == "comparison" else min(self.replies, 1), breadth=min(self.breadth, 8))

    def packed(self) -> NDArray[np.void]:
        """The recipe as compiled code reads it."""
        row = np.zeros(1, RECIPE)
        for name in RECIPE.names or ():
            row[0][name] = getattr(self, name)
        return row


@dataclass(frozen=True, slots=True)
class Line:
    """What a search thinks of one action: how often it was tried, the seat's mean result (0 … 1) and value (points) then."""

    code: int
    tries: int
    result: float
    points: float
    shares: tuple[float, ...] = ()
    """The mean result of every seat; empty where it was not kept."""


@dataclass(frozen=True, slots=True)
class Thought:
    """The outcome of a search: the lines, best first, and what it took."""

    lines: list[Line]
    iterations: int
    seconds: float
    depth: int = 0

    @property
    def code(self) -> int:
        """The action to play."""
        return self.lines[0].code


@dataclass
class Clock:
    """Counts a budget down."""

    budget: Budget
    began: float = field(default_factory=time.thread_time)
    done: int = 0

    def spent(self) -> float:
        """Seconds of this thread's CPU time since the beginning."""
        return time.thread_time() - self.began

    def used(self) -> float:
        """The part of the budget that is used up."""
        parts = [0.0]
        if self.budget.iterations is not None:
            parts.append(self.done / max(1, self.budget.iterations))
        if self.budget.seconds is not None:
            parts.append(self.spent() / max(1e-9, self.budget.seconds))
        return max(parts)

    def chunk(self, until: float = 1.0, pace: float | None = None) -> int:
        """How many iterations to do before the next look, to stop when that part of the budget is used up.

        ``pace``: seconds an iteration, where another one than that of all iterations so far is to be expected.
        """
        wanted = float("inf")
        if self.budget.iterations is not None:
            wanted = math.ceil(until * self.budget.iterations) - self.done
        if self.budget.seconds is not None:
            if self.done == 0:
                return int(min(FIRST_CHUNK, wanted))
            pace = pace or max(self.spent(), 1e-6) / self.done
            left = min(LONGEST_CHUNK, until * self.budget.seconds - self.spent())
            wanted = min(wanted, left / pace)
        return max(1, int(min(wanted, 1 << 20)))


class Searcher:
    """Searches one game. ``fast``: as machine code (compiled at the first call), otherwise the same steps plainly."""

    def __init__(self, game: Rulebook, recipe: Recipe, fast: bool = True) -> None:
        self.game = game
        self.recipe = recipe
        self.fast = fast
        self._recipe = recipe.packed()
        self._desk = np.zeros(4, game.dtype)
        self._codes = np.zeros(game.max_actions, np.int32)
        self._results = np.zeros((2, MOST_SEATS))
        self._ranks = np.zeros(MOST_SEATS, np.int64)
        self._rngs = np.zeros(3, GENERATOR)
        self._after: bytes = b""
        """The view that would follow from the last thought without anybody else's doing: then its tree goes on."""
        self._next_root = 0
        self._is_fresh = True
        self._memory = self._remember() if recipe.kind == "tree" else None

    def _remember(self) -> tree.Memory:
        """All the room that a tree needs. The system gives it when it is first written to."""
        most = self.game.max_actions
        return tree.Memory(
            tree=np.zeros(1, tree.TREE),
            nodes=np.zeros(ROOM_FOR_NODES, tree.NODE),
            edges=np.zeros(ROOM_FOR_EDGES, tree.EDGE),
            children=np.zeros(2 * ROOM_FOR_NODES, tree.CHILD),
            path=np.zeros((2, tree.LONGEST_PATH), np.int64),
            codes=self._codes,
            worth=np.zeros(most),
            marks=np.zeros(2 << max(4, (2 * most).bit_length()), tree.MARK),
            taken=np.zeros(most, np.int64),
            results=self._results,
            ranks=self._ranks,
            totals=np.zeros((tree.ROOM_AT_ROOT, MOST_SEATS)),
        )

    def think(self, view: Any, seat: int, budget: Budget, seed: object) -> Thought:
        """The best action of ``seat`` in a state that shows what it sees (``hide``), where it is to move.

        view: a record of the game's dtype, left as it is. The same view, seed and iterations give the same thought.
        """
        self._desk[SEEN] = view
        self._players = int(view.players)
        self._rngs[0] = seeded(seed)
        clock = Clock(budget)
        n = int(generic.actions(self._desk[SEEN], self._codes))
        if n == 1:
            return Thought([Line(int(self._codes[0]), 0, 0.5, 0.0)], 0, clock.spent())
        return self._compare(seat, n, clock) if self._memory is None else self._grow(self._memory, seat, clock)

    # -- the tree ---------------------------------------------------------------------------------------------------------

    def _grow(self, memory: tree.Memory, seat: int, clock: Clock) -> Thought:
        self._plant(memory)
        run = tree.grow_fast if self.fast else tree.grow
        while clock.used() < 1.0 and not self._is_full(memory):
            chunk = clock.chunk()
            run(self._desk, seat, memory, self._recipe, chunk, self._rngs)
            clock.done += chunk
            if clock.budget.patience and self._is_settled(memory, clock):
                break
        lines = self._root_lines(memory)
        self._expect(memory, seat, lines[0].code)
        return Thought(lines, clock.done, clock.spent(), int(memory.tree[0].depth))

    def _plant(self, memory: tree.Memory) -> None:
        """Begin a tree, or go on with the part of the last one that the game has come to."""
        state = self._desk[SEEN].tobytes()
        if state == self._after and memory.tree[0].nodes < ROOM_FOR_NODES // 2 and memory.tree[0].edges < ROOM_FOR_EDGES // 2:
            memory.tree[0].root = self._next_root
            self._is_fresh = False
            return
        tree.new_tree(memory)
        memory.totals[:] = 0.0
        self._is_fresh = True

    def _expect(self, memory: tree.Memory, seat: int, code: int) -> None:
        """Remember where the tree goes on if the seat decides again at once, with nothing that it could not foresee."""
        self._after = b""
        following = self._desk[SEEN : SEEN + 1].copy()
        state = following[0]
        generic.play(state, code)
        if int(generic.actor(state)) != seat:
            return
        edge = next(edge for edge in self._root_edges(memory) if memory.edges[edge].action == code)
        before = int(memory.tree[0].nodes)
        node = int(tree.child_of(memory, edge, 0, seat))
        if 0 <= node < before:
            self._after = state.tobytes()
            self._next_root = node

    def _is_full(self, memory: tree.Memory) -> bool:
        room = memory.tree[0]
        return bool(room.nodes > ROOM_FOR_NODES - 64 or room.edges > ROOM_FOR_EDGES - 4096)

    def _root_edges(self, memory: tree.Memory) -> list[int]:
        edges = []
        edge = int(memory.nodes[memory.tree[0].root]["first"])
        while edge >= 0:
            edges.append(edge)
            edge = int(memory.edges[edge]["next"])
        return edges

    def _is_settled(self, memory: tree.Memory, clock: Clock) -> bool:
        """Whether what is left of the budget could not make the second action the most tried."""
        tries = sorted((int(memory.edges[edge]["visits"]) for edge in self._root_edges(memory)), reverse=True)
        used = clock.used()
        left = clock.done * (1.0 - used) / max(used, 1e-9)
        return len(tries) > 1 and used > 0.1 and tries[0] - tries[1] > left

    def _root_lines(self, memory: tree.Memory) -> list[Line]:
        lines = []
        for edge in self._root_edges(memory):
            row = memory.edges[edge]
            tries = int(row["visits"])
            result, points = (row["total"] / tries, row["points"] / tries) if tries else (0.0, 0.0)
            kept = self._is_fresh and tries and edge < tree.ROOM_AT_ROOT
            shares = tuple((memory.totals[edge, : self._players] / tries).tolist()) if kept else ()
            lines.append(Line(int(row["action"]), tries, float(result), float(points), shares))
        return sorted(lines, key=lambda line: (line.tries, line.result), reverse=True)

    # -- the comparison ---------------------------------------------------------------------------------------------------

    def _compare(self, seat: int, n: int, clock: Clock) -> Thought:
        """Sequential halving: all actions by their value at once, then the best few with replies, each time half of them."""
        candidates = self._codes[:n].copy()
        _, sums = self._try_until(seat, candidates, 0, RANKING, clock)
        order = np.argsort(-sums[MOST_SEATS], kind="stable")
        kept = order[: self.recipe.breadth]
        lines: list[Line] = []
        rounds = max(1, math.ceil(math.log2(max(2, len(kept)))))
        candidates, tried, total = candidates[kept], 0, np.zeros((MOST_SEATS + 1, len(kept)))
        for number in range(rounds):
            until = RANKING + (1.0 - RANKING) * (number + 1) / rounds
            more, sums = self._try_until(seat, candidates, self.recipe.replies, until, clock)
            tried, total = tried + more, total + sums
            order = np.argsort(-total[MOST_SEATS], kind="stable")
            lines[:0] = [
                self._line(int(candidates[k]), seat, tried, total[:, k] / tried)
                for k in (order if number == rounds - 1 else order[max(1, (len(order) + 1) // 2) :])
            ]
            order = order[: max(1, (len(order) + 1) // 2)]
            candidates, total = candidates[order], total[:, order]
        return Thought(lines, clock.done, clock.spent())

    def _line(self, code: int, seat: int, tries: int, means: NDArray[np.float64]) -> Line:
        return Line(code, tries, float(means[seat]), float(means[MOST_SEATS]), tuple(means[: self._players].tolist()))

    def _try_until(
        self, seat: int, candidates: NDArray[np.int32], replies: int, until: float, clock: Clock
    ) -> tuple[int, NDArray[np.float64]]:
        """Compare candidates until that part of the budget is used up, at least once: how often, and their sums."""
        n = len(candidates)
        run = comparison.compare_fast if self.fast else comparison.compare
        sums = np.zeros((MOST_SEATS + 1, n))
        tried, rounds = 0, 1
        began = clock.spent()
        while True:
            run(
                self._desk,
                seat,
                self._recipe,
                np.ascontiguousarray(candidates),
                n,
                sums,
                self._codes,
                self._results,
                self._ranks,
                rounds,
                replies,
                self._rngs,
            )
            tried += rounds
            clock.done += rounds * n
            if clock.used() >= until:
                return tried, sums
            pace = (clock.spent() - began) / (tried * n)
            rounds = max(1, clock.chunk(until, pace) // n)
