"""The search as Python calls it: a seat's view and a budget in, an action with its alternatives out.

``Searcher`` owns the memory of a search and can be kept for a whole game; recipes are data (``levels.toml``). With several
threads each searches with its own random stream and memory and its part of the iterations. Their results are added up: trees
at their roots (root parallelisation), sequential halving after each round. So results do not depend on the scheduling.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from hanlin._former_names import renamed
from hanlin.bots import ismcts, sequential_halving
from hanlin.bots.evaluation import MOST_SEATS, RECIPE, SEEN
from hanlin.bots.network import Network, no_network
from hanlin.core.jit.rng import GENERATOR, seeded
from hanlin.core.verbs import generic
from hanlin.core.verbs.rulebook import Rulebook

MAX_NODES = 1 << 17
MAX_EDGES = 1 << 20
FIRST_CHUNK = 8
"""Iterations before the clock is read for the first time."""
LONGEST_CHUNK = 0.01
"""Seconds between two readings of the clock."""
EVALUATIONS_PER_ROLLOUT = 10
"""The number of evaluations without a rollout that take as long as one action with a rollout."""
FEWEST_SAMPLES = 5
"""Samples that sequential halving needs to estimate their variance,"""
CLEAR = 5.0
"""and standard errors by which one action must lead for an early stop."""
CATCHING_UP = 0.4
"""The part of the remaining visits that the second action of a tree may still get; the search stops early if that can't make
it the most visited. (With 0.35, 6 of 278 choices differed from the final ones, at a cost of 0.02 % of a win per choice.)"""
T = TypeVar("T")
SCREENING = 0.02
"""The part of the budget of sequential halving that selects the candidates, without rollouts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """The budget of a decision: iterations or seconds of the thread's CPU time, whichever is used up first.

    With iterations alone the same view, seed and budget give the same action on any machine. ``patience``: stop early if the
    rest of the budget would hardly change the choice.
    """

    iterations: int | None = None
    seconds: float | None = None
    patience: bool = False

    def share(self, thread: int, threads: int) -> Budget:
        """The budget of one of several threads: its part of the iterations, and the same seconds."""
        if self.iterations is None:
            return self
        return replace(self, iterations=(self.iterations + threads - 1 - thread) // threads)


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """Parameters of a game's search. ``evaluation.RECIPE`` explains the fields that are not explained here."""

    kind: str = "tree"
    """``tree`` (ISMCTS) or ``comparison`` (sequential halving). The following fields marked SH are for the latter."""
    explore: float = 1.0
    temperature: float = 3.0
    share_temperature: float = 1.0
    share_temperature_left: float = 8.0
    margin: float = 0.0
    rollout_moves: int = 4
    longer_rollouts: tuple[tuple[int, int], ...] = ()
    """SH: pairs of tries and rollout moves, the fewest tries first. A pair replaces ``rollout_moves`` if the budget allows that
    many tries: longer rollouts say more about an action, but have a higher variance."""
    evaluate_every: int = 0
    """SH: rollout moves between two evaluations, whose mean counts; 0: evaluate at the end only."""
    whole_rounds: bool = False
    """SH: rollouts last whole rounds of the table. The network evaluates after a third of them, right after a decision of the
    searching seat, since it is trained on such positions; ``value`` evaluates at the end. The mean counts."""
    prior_weight: float = 0.0
    """SH: the weight of the evaluation without a rollout, in determinizations."""
    greedy: bool = True
    breadth: int = 64
    expand_after: int = 1
    network_priors: bool = False
    public: bool = False

    def plainly(self) -> Recipe:
        """The recipe for plain speed, at which there is time for little more than one evaluation per action."""
        moves = 0 if self.kind == "comparison" else min(self.rollout_moves, 1)
        return replace(self, rollout_moves=moves, longer_rollouts=(), breadth=min(self.breadth, 8))

    def packed(self) -> NDArray[np.void]:
        """The recipe as a record for compiled code."""
        row = np.zeros(1, RECIPE)
        for name in RECIPE.names or ():
            row[0][name] = getattr(self, name)
        return row


NO_ROLLOUT = np.zeros(1, np.int64)
"""Rollout segments for an evaluation right after the action."""


def rollout_segments(recipe: Recipe, players: int, tries: float) -> NDArray[np.int64]:
    """The rollout moves before each evaluation in sequential halving, given the number of tries that the budget allows."""
    moves = ([recipe.rollout_moves] + [longer for fewest, longer in recipe.longer_rollouts if tries >= fewest])[-1]
    if moves <= 0:
        return np.full(1, moves, np.int64)
    if recipe.whole_rounds:
        rounds = math.ceil(moves / players)
        first = max(1, rounds // 3)
        return np.array([first, rounds - first][: min(2, rounds)], np.int64) * players
    every = recipe.evaluate_every if 0 < recipe.evaluate_every < moves else moves
    return np.full(moves // every, every, np.int64)


@dataclass(frozen=True, slots=True)
class Line:
    """One action in a search result: its number of tries, and the seat's mean result (0 … 1) and mean value (points)."""

    code: int
    tries: int
    result: float
    points: float
    shares: tuple[float, ...] = ()
    """The mean result of every seat; empty if it was not kept."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The outcome of a search: its lines, best first, and its cost."""

    lines: list[Line]
    iterations: int
    seconds: float
    depth: int = 0

    @property
    def code(self) -> int:
        """The action to play."""
        return self.lines[0].code


class Clock:
    """Measures how much of a budget is used, in CPU time of the calling thread between ``go`` and ``stop``."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.done = 0
        self._before = 0.0
        self._began: float | None = None

    def go(self) -> None:
        """Start or resume."""
        if self._began is None:
            self._began = time.thread_time()

    def stop(self) -> None:
        """Pause."""
        self._before, self._began = self.spent(), None

    def spent(self) -> float:
        """Seconds of CPU time so far."""
        return self._before + (0.0 if self._began is None else time.thread_time() - self._began)

    def used(self) -> float:
        """The part of the budget that is used up, from 0 to 1 and beyond."""
        parts = [0.0]
        if self.budget.iterations is not None:
            parts.append(self.done / max(1, self.budget.iterations))
        if self.budget.seconds is not None:
            parts.append(self.spent() / max(1e-9, self.budget.seconds))
        return max(parts)

    def whole(self, longer: float = 1.0) -> float:
        """The estimated iterations of the whole budget, if each takes ``longer`` times as long as those so far."""
        most = float("inf") if self.budget.iterations is None else float(self.budget.iterations)
        if self.budget.seconds is None:
            return most
        return min(most, self.budget.seconds * self.done / max(1e-9, self.spent()) / longer)

    def chunk(self, until: float = 1.0, pace: float | None = None) -> int:
        """The iterations to run before the clock is read again, so as to stop when the part ``until`` is used up.

        ``pace``: expected seconds per iteration, if not the mean so far.
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


@dataclass(slots=True)
class RootStats:
    """Statistics of a root edge: tries, sums of the seat's results and points and, if kept, of all seats' results."""

    code: int
    tries: int
    total: float
    points: float
    shares: NDArray[np.float64] | None

    def add(self, other: RootStats) -> None:
        """Add the statistics of the same action in another tree."""
        self.tries += other.tries
        self.total += other.total
        self.points += other.points
        self.shares = None if self.shares is None or other.shares is None else self.shares + other.shares

    def line(self, players: int) -> Line:
        """The means."""
        if not self.tries:
            return Line(self.code, 0, 0.0, 0.0)
        shares = () if self.shares is None else tuple((self.shares[:players] / self.tries).tolist())
        return Line(self.code, self.tries, self.total / self.tries, self.points / self.tries, shares)


def merged(trees: list[list[RootStats]], players: int) -> list[Line]:
    """Root statistics of several trees, added up by action; the most tried first."""
    sums: dict[int, RootStats] = {}
    for edges in trees:
        for each in edges:
            if each.code in sums:
                sums[each.code].add(each)
            else:
                sums[each.code] = each
    return sorted((each.line(players) for each in sums.values()), key=lambda line: (line.tries, line.result), reverse=True)


class Sample(NamedTuple):
    """Successive determinizations of sequential halving, and the mean value of each candidate in them."""

    rounds: int
    values: NDArray[np.float64]


def is_clear(samples: Sequence[Sample]) -> bool:
    """True if one candidate leads every other by ``CLEAR`` standard errors of the paired difference."""
    if len(samples) < FEWEST_SAMPLES:
        return False
    weights = np.array([sample.rounds for sample in samples], float) / sum(sample.rounds for sample in samples)
    values = np.array([sample.values for sample in samples])
    best = int(np.argmax(weights @ values))
    leads = values[:, best, None] - np.delete(values, best, 1)
    means = weights @ leads
    errors = np.sqrt(weights**2 @ (leads - means) ** 2 * len(samples) / (len(samples) - 1))
    return bool((means > CLEAR * errors).all())


class SearchThread:
    """One thread of a search: a random generator, work states and, for a tree search, a tree."""

    def __init__(self, game: Rulebook, recipe: Recipe, fast: bool, net: Network) -> None:
        self.game = game
        self.recipe = recipe
        self.fast = fast
        self._recipe = recipe.packed()
        self._net = net
        self.scratch = np.zeros(4, game.dtype)
        self._codes = np.zeros(game.max_actions, np.int32)
        self._results = np.zeros((2, MOST_SEATS))
        self._ranks = np.zeros(MOST_SEATS, np.int64)
        self._rngs = np.zeros(3, GENERATOR)
        self.samples: list[Sample] = []
        """The samples of the present round of sequential halving."""
        self._after: bytes = b""
        """The view that follows from the last search without chance or other seats: for it, the tree is reused."""
        self._next_root = 0
        self._is_fresh = True
        self._memory = self._new_memory() if recipe.kind == "tree" else None
        self.clock = Clock(Budget())

    def _new_memory(self) -> ismcts.Memory:
        """Allocate the memory of a tree. (The system provides pages when they are first written.)"""
        most = self.game.max_actions
        return ismcts.Memory(
            tree=np.zeros(1, ismcts.TREE),
            nodes=np.zeros(MAX_NODES, ismcts.NODE),
            edges=np.zeros(MAX_EDGES, ismcts.EDGE),
            points=np.zeros(MAX_EDGES),
            children=np.zeros(2 * MAX_NODES, ismcts.CHILD),
            path=np.zeros((2, ismcts.LONGEST_PATH), np.int64),
            codes=self._codes,
            worth=np.zeros(most),
            results=self._results,
            ranks=self._ranks,
            totals=np.zeros((ismcts.MAX_ROOT_EDGES, MOST_SEATS)),
        )

    def prepare(self, view: Any, seat: int, budget: Budget, seed: tuple[object, ...]) -> None:
        """Set up a decision."""
        self.scratch[SEEN] = view
        self.seat = seat
        self.clock = Clock(budget)
        self._rngs[0] = seeded(*seed)

    def actions(self) -> NDArray[np.int32]:
        """The codes of the seat's legal actions."""
        return self._codes[: int(generic.actions(self.scratch[SEEN], self._codes))].copy()

    # -- the tree ---------------------------------------------------------------------------------------------------------

    def grow(self) -> list[RootStats]:
        """Search until the budget is used up; return the statistics of the root edges."""
        memory, clock = self._memory, self.clock
        assert memory is not None
        self._start_tree(memory)
        run = ismcts.grow_fast if self.fast else ismcts.grow
        while clock.used() < 1.0 and not self._is_full(memory):
            chunk = clock.chunk()
            run(self.scratch, self.seat, memory, self._recipe, self._net, chunk, self._rngs)
            clock.done += chunk
            if clock.budget.patience and self._is_settled(memory, clock):
                break
        return [self._stats(memory, edge) for edge in self._root_edges(memory)]

    @property
    def depth(self) -> int:
        """The longest path in the tree, in decisions."""
        return int(self._memory.tree[0].depth) if self._memory is not None else 0

    def _start_tree(self, memory: ismcts.Memory) -> None:
        """Start a new tree, or reuse the subtree of the last one if it fits the view."""
        state = self.scratch[SEEN].tobytes()
        if state == self._after and memory.tree[0].nodes < MAX_NODES // 2 and memory.tree[0].edges < MAX_EDGES // 2:
            memory.tree[0].root = self._next_root
            self._is_fresh = False
            return
        ismcts.new_tree(memory)
        memory.totals[:] = 0.0
        self._is_fresh = True

    def keep_subtree(self, code: int) -> None:
        """Remember the subtree to reuse if the same seat decides again without chance in between."""
        memory = self._memory
        assert memory is not None
        self._after = b""
        following = self.scratch[SEEN : SEEN + 1].copy()
        state = following[0]
        generic.play(state, code)
        edge = next((edge for edge in self._root_edges(memory) if memory.edges[edge].action == code), -1)
        if int(generic.actor(state)) != self.seat or edge < 0:
            return
        before = int(memory.tree[0].nodes)
        node = int(ismcts.child_of(memory, int(memory.tree[0].root), edge, 0, self.seat))
        if 0 <= node < before:
            self._after = state.tobytes()
            self._next_root = node

    def _is_full(self, memory: ismcts.Memory) -> bool:
        tree = memory.tree[0]
        return bool(tree.nodes > MAX_NODES - 64 or tree.edges > MAX_EDGES - 4096)

    def forget_subtree(self) -> None:
        """Drop the subtree that the last search left."""
        self._after = b""

    def _root_edges(self, memory: ismcts.Memory) -> Iterator[int]:
        root = memory.nodes[memory.tree[0].root]
        yield from range(int(root["first"]), int(root["first"]) + int(root["edges"]))

    def _is_settled(self, memory: ismcts.Memory, clock: Clock) -> bool:
        """True if the rest of the budget can't make the second action the most tried."""
        tries = sorted((int(memory.edges[edge]["visits"]) for edge in self._root_edges(memory)), reverse=True)
        used = clock.used()
        left = clock.done * (1.0 - used) / max(used, 1e-9)
        return len(tries) > 1 and used > 0.1 and tries[0] - tries[1] > CATCHING_UP * left

    def _stats(self, memory: ismcts.Memory, edge: int) -> RootStats:
        row = memory.edges[edge]
        shares = memory.totals[edge].copy() if self._is_fresh and edge < ismcts.MAX_ROOT_EDGES else None
        return RootStats(int(row["action"]), int(row["visits"]), float(row["total"]), float(memory.points[edge]), shares)

    # -- sequential halving -----------------------------------------------------------------------------------------------

    def compare_until(
        self, candidates: NDArray[np.int32], segments: NDArray[np.int64], until: float
    ) -> tuple[int, NDArray[np.float64]]:
        """Compare candidates until the part ``until`` of the budget is used up, at least once; return the number of rounds and
        the sums of results.

        segments: rollout moves before each evaluation (``sequential_halving.compare``).
        """
        n, clock = len(candidates), self.clock
        run = sequential_halving.compare_fast if self.fast else sequential_halving.compare
        sums = np.zeros((MOST_SEATS + 1, n))
        buffers = self._codes, self._results, self._ranks
        tried, rounds = 0, 1
        self.samples = []
        began = clock.spent()
        while True:
            before = sums[MOST_SEATS].copy()
            run(self.scratch, self.seat, self._recipe, self._net, candidates, n, sums, *buffers, rounds, segments, self._rngs)
            self.samples.append(Sample(rounds, (sums[MOST_SEATS] - before) / rounds))
            tried += rounds
            clock.done += rounds * n
            if clock.used() >= until:
                return tried, sums
            pace = (clock.spent() - began) / (tried * n)
            rounds = max(1, clock.chunk(until, pace) // n)


class Searcher:
    """Searches positions of one game. ``fast``: at compiled speed (compiles at the first call), otherwise at plain speed.

    ``threads``: the most threads; at plain speed they take turns, with the same results. ``net``: a value network.
    """

    def __init__(self, game: Rulebook, recipe: Recipe, fast: bool = True, threads: int = 1, net: Network | None = None) -> None:
        self.game = game
        self.recipe = recipe
        net = net if net is not None else no_network()
        self._threads = [SearchThread(game, recipe, fast, net.with_own_buffers()) for _ in range(threads)]
        self._active = self._threads
        self._pool = ThreadPoolExecutor(threads - 1) if fast and threads > 1 else None

    def think(self, view: Any, seat: int, budget: Budget, seed: object, threads: int | None = None) -> SearchResult:
        """Search for the best action of ``seat``, the active player, from its view (``hide``).

        view: a record of the game's dtype, which is not changed. threads: how many of the searcher's threads to use, by default
        all. The same view, seed, iterations and threads give the same result.
        """
        self._active = self._threads[:threads]
        for number, thread in enumerate(self._active):
            thread.prepare(view, seat, budget.share(number, len(self._active)), (seed, number) if number else (seed,))
        first = self._active[0]
        first.clock.go()
        self._seat, self._players = seat, int(view.players)
        codes = first.actions()
        if len(codes) == 1:
            return SearchResult([Line(int(codes[0]), 0, 0.5, 0.0)], 0, first.clock.spent())
        lines = self._compare(codes) if self.recipe.kind == "comparison" else self._grow()
        clocks = [thread.clock for thread in self._active]
        depth = max(thread.depth for thread in self._active)
        return SearchResult(lines, sum(clock.done for clock in clocks), max(clock.spent() for clock in clocks), depth)

    def forget(self) -> None:
        """Drop what the last search left: the next one starts a new tree."""
        for thread in self._threads:
            thread.forget_subtree()

    def _all(self, work: Callable[[SearchThread], T]) -> list[T]:
        """Run some work in all threads, the first of them the calling thread; return the results in order."""
        first, *others = self._active
        if self._pool is None:
            return [work(first), *(_timed(thread, work) for thread in others)]
        waiting = [self._pool.submit(_timed, thread, work) for thread in others]
        return [work(first), *(other.result() for other in waiting)]

    def _grow(self) -> list[Line]:
        """Search with trees; return the merged lines."""
        lines = merged(self._all(SearchThread.grow), self._players)
        for thread in self._active:
            thread.keep_subtree(lines[0].code)
        return lines

    def _compare_until(
        self, candidates: NDArray[np.int32], segments: NDArray[np.int64], until: float
    ) -> tuple[int, NDArray[np.float64]]:
        """Run ``SearchThread.compare_until`` in all threads and add the results up."""
        candidates = np.ascontiguousarray(candidates)
        tried, sums = zip(*self._all(lambda thread: thread.compare_until(candidates, segments, until)), strict=True)
        return sum(tried), np.sum(sums, axis=0)

    def _compare(self, candidates: NDArray[np.int32]) -> list[Line]:
        """Sequential halving: evaluate all actions without rollouts, then the best with rollouts, half of them each round."""
        tried, sums = self._compare_until(candidates, NO_ROLLOUT, SCREENING)
        priors = sums[MOST_SEATS] / tried
        kept = np.argsort(-priors, kind="stable")[: self.recipe.breadth]
        lines: list[Line] = []
        rounds = max(1, math.ceil(math.log2(max(2, len(kept)))))
        candidates, priors = candidates[kept], priors[kept]
        tried, total, segments = 0, np.zeros((MOST_SEATS + 1, len(kept))), self._segments()
        for number in range(rounds):
            until = SCREENING + (1.0 - SCREENING) * (number + 1) / rounds
            more, sums = self._compare_until(candidates, segments, until)
            tried, total = tried + more, total + sums
            order = np.argsort(-total[MOST_SEATS] - self.recipe.prior_weight * priors, kind="stable")
            over = number == rounds - 1 or self._is_clear()
            stay = 0 if over else max(1, (len(order) + 1) // 2)
            lines[:0] = [self._line(int(candidates[k]), tried, total[:, k] / tried) for k in order[stay:]]
            if over:
                break
            candidates, priors, total = candidates[order[:stay]], priors[order[:stay]], total[:, order[:stay]]
        return lines

    def _is_clear(self) -> bool:
        """True if the search may stop early."""
        samples = [sample for thread in self._active for sample in thread.samples]
        return self._active[0].clock.budget.patience and is_clear(samples)

    def _segments(self) -> NDArray[np.int64]:
        """The rollout moves before each evaluation, by the tries that the budget allows."""
        tries = self._active[0].clock.whole(EVALUATIONS_PER_ROLLOUT) * len(self._active)
        return rollout_segments(self.recipe, self._players, tries)

    def _line(self, code: int, tries: int, means: NDArray[np.float64]) -> Line:
        points, shares = float(means[MOST_SEATS]), tuple(means[: self._players].tolist())
        return Line(code, tries, float(means[self._seat]), points, shares)


def _timed(thread: SearchThread, work: Callable[[SearchThread], T]) -> T:
    """Run some work with the clock of its search thread, which measures the CPU time of the calling thread."""
    thread.clock.go()
    try:
        return work(thread)
    finally:
        thread.clock.stop()


__getattr__ = renamed(
    __name__,
    {
        "Thought": "SearchResult",
        "Worker": "SearchThread",
        "Found": "RootStats",
        "looks": "rollout_segments",
        "together": "merged",
        "AT_ONCE": "NO_ROLLOUT",
    },
)
